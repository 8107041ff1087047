#pragma once

/// \file
/// What the parts of an ODCS document share: one writer of texts that masks what is hidden.

#include <string>
#include <string_view>

#include "report/json_reader.h"
#include "report/json_writer.h"
#include "text/secret_values.h"
#include "weir/binding.h"

namespace weir {

class OdcsWriter {
  public:
    OdcsWriter(const Contract& contract, const SecretValues& secrets) : contract_(contract), secrets_(secrets) {}

    [[nodiscard]] const Contract& contract() const { return contract_; }
    [[nodiscard]] JsonWriter& json() { return json_; }

    /// A text of the contract.
    void text(std::string_view value) { json_.string(secrets_.masked(value)); }
    /// The same as a member, unless it is empty.
    void member(std::string_view name, std::string_view value);

    /// The scalar under `key` of a mapping; empty when there is none.
    [[nodiscard]] std::string_view scalar(NodeId mapping, std::string_view key) const;
    /// The label `key` of a mapping that may have labels; empty when there is none.
    [[nodiscard]] std::string_view label(NodeId mapping, std::string_view key) const;
    /// A tree whose texts come from the contract.
    void tree(const JsonValue& value);
    /// The node at the end of these keys from the root; kNoNode when there is none.
    [[nodiscard]] NodeId find(std::string_view first, std::string_view second) const;
    /// The list of texts under `key` of a mapping, as the member `name`, unless there is none.
    void texts(std::string_view name, NodeId mapping, std::string_view key);

    /// An element of customProperties.
    void custom(std::string_view property, std::string_view value);

  private:
    const Contract& contract_;
    const SecretValues& secrets_;
    JsonWriter json_;
};

/// The array `properties` of an expose's columns.
/// \param build  what fills them; null when that is not known
void write_properties(OdcsWriter& out, const Expose& expose, const BuildPlan* build);

} // namespace weir
