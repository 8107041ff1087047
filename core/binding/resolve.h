#pragma once

/// \file
/// A path of the contract → a path bound to the stream, with findings about what is wrong with it.

#include <optional>

#include "binding/findings.h"
#include "binding/names.h"
#include "binding/scope.h"

namespace weir::binding {

class Resolver {
  public:
    Resolver(const Contract& contract, const Scope& scope, Findings& findings, Proposer& proposer, FieldIndex& fields)
        : contract_(contract), scope_(scope), findings_(findings), proposer_(proposer), fields_(fields) {}

    /// The path in `text`; nothing when a finding, made here or before, says why not.
    [[nodiscard]] std::optional<BoundPath> resolve(const Text& text);

  private:
    void refuse(const Text& text, const ParsedPath& parsed, const Walk& walk);
    void refuse_column(const Text& text, const ParsedPath& parsed);
    void refuse_field(const Text& text, const ParsedPath& parsed, const Walk& walk);
    void refuse_array(const Text& text, const ParsedPath& parsed, const Walk& walk);
    /// Offers the path with `name` in the place of step `step`.
    void offer_step(Finding& finding, const Text& text, const ParsedPath& parsed, std::size_t step,
                    const PathStep& instead);

    const Contract& contract_;
    const Scope& scope_;
    Findings& findings_;
    Proposer& proposer_;
    FieldIndex& fields_;
};

} // namespace weir::binding
