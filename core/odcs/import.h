#pragma once

/// \file
/// What the parts of an import share: a document of strangers asked for texts, lists and objects, with a finding for
/// each that is something else.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "odcs/tree.h"
#include "weir/grammar.h"
#include "weir/odcs_import.h"

namespace weir {

/// A value of the document. Not known: there is none.
struct Spot {
    NodeId node = kNoNode;
    std::string path; ///< as Finding::path

    [[nodiscard]] bool known() const { return node != kNoNode; }
};

class Import {
  public:
    Import(const Document& document, std::vector<Finding>& findings) : document_(document), findings_(findings) {}

    [[nodiscard]] const Document& document() const { return document_; }
    [[nodiscard]] Spot root() const { return {document_.root(), {}}; }

    /// The value under `key`; not known where there is none, or a null.
    [[nodiscard]] Spot member(const Spot& of, std::string_view key) const;
    /// A text, or a number or flag as it is written; empty where there is none.
    [[nodiscard]] std::string_view text(const Spot& of, std::string_view key);
    /// The text, when it has the form; else empty, with a note that it is left out.
    [[nodiscard]] std::string_view formed(const Spot& of, std::string_view key, Pattern pattern);
    /// The text, when the grammar lists it for `as` of `object`; else empty, with a note that it is left out.
    [[nodiscard]] std::string_view listed(const Spot& of, std::string_view key, ObjectId object, std::string_view as);
    [[nodiscard]] bool flag(const Spot& of, std::string_view key);
    [[nodiscard]] Spot object(const Spot& of, std::string_view key);
    [[nodiscard]] std::vector<Spot> list(const Spot& of, std::string_view key);
    /// The custom property of that name; not known where there is none.
    [[nodiscard]] Spot custom(const Spot& of, std::string_view name);

    /// Adds the text under `key` to `to`, unless it is empty.
    void carry(JsonValue& to, std::string_view name, const Spot& of, std::string_view key);
    /// Adds those of the tags that a contract may have.
    void carry_tags(JsonValue& to, const Spot& of);

    void wrong(Code code, const Spot& at, std::string what, std::string help);
    /// A note for every key of the object that is not one of these.
    void leave_others(const Spot& of, std::initializer_list<std::string_view> used);

  private:
    void left_out(const Spot& at, std::string_view why);

    const Document& document_;
    std::vector<Finding>& findings_;
};

/// Columns of an element of `schema`, for a contract outside the lane: a nested type goes into a label.
[[nodiscard]] JsonValue import_columns(Import& from, const Spot& schema);
/// The same in the lane's own form, nested types spelt out.
[[nodiscard]] JsonValue import_lane_columns(Import& from, const Spot& schema);

} // namespace weir
