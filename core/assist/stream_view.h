#pragma once

/// \file
/// The names that a build's paths can use, whether or not the build could be bound.

#include "binding/scope.h"
#include "weir/binding.h"

namespace weir::assist {

class StreamView {
  public:
    StreamView(const Contract& contract, const Build& build);
    StreamView(const StreamView&) = delete;
    StreamView& operator=(const StreamView&) = delete;
    ~StreamView() = default;

    /// The build has a stream that could be read.
    [[nodiscard]] bool known() const { return known_; }
    [[nodiscard]] const binding::Scope& scope() const { return scope_; }
    [[nodiscard]] const std::vector<SourceColumn>& sources() const { return plan_.sources; }

  private:
    void take_element(const Build& build);

    const Contract& contract_;
    std::vector<Finding> list_; ///< stays empty: what is wrong has been told
    binding::Findings findings_;
    binding::FieldIndex fields_;
    BuildPlan plan_;
    binding::Scope scope_;
    bool known_ = false;
};

/// A part of a path that the cursor is in.
struct PathAt {
    ParsedPath path;
    std::size_t step = 0;
};

/// The path up to the step that holds this offset; nothing when the text is no path.
[[nodiscard]] std::optional<PathAt> path_at(std::string_view text, std::size_t offset);

/// `string, may be null`
[[nodiscard]] std::string typed(const Columns& columns, ColumnId column, bool nullable);

} // namespace weir::assist
