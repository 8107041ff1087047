#pragma once

/// \file
/// What a path can start at, and walking a path from there.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "binding/findings.h"
#include "binding/names.h"
#include "weir/binding.h"

namespace weir::binding {

/// How far a path could be walked.
struct Walk {
    enum class Stop : std::uint8_t {
        End,         ///< all the way
        Silent,      ///< something on it could not be read; a finding has said so
        NoColumn,    ///< its first name is neither a column of the stream nor the exploded element
        NoField,     ///< a struct without such a field
        IntoArray,   ///< a step into an array
        IntoScalar,  ///< a step into a scalar
        MapByName,   ///< a map read by `.name`
        StructByKey, ///< a struct read by `['literal']`
    };
    Stop stop = Stop::Silent;
    /// The step that could not be taken.
    std::size_t step = 0;
    /// As far as it went.
    BoundPath path;
};

/// A step that makes a path nullable.
struct NullStep {
    std::string because;
    Place at;
    /// What the contract could declare as required, so that this step makes no nulls: a path, or
    /// `the element of items`. Empty where nothing could be declared: a map may always lack a key.
    std::string remedy{};
};

/// The columns of one build's stream under their names, and the exploded element.
class Scope {
  public:
    Scope(const Contract& contract, const Findings& findings, FieldIndex& fields)
        : contract_(contract), findings_(findings), fields_(fields) {}

    /// Takes the stream's value, key and metadata columns; names made on the way go to `plan.owned`.
    void take_stream(const Stream& stream, BuildPlan& plan);
    /// A start of paths could not be read: an unknown name may be it, and is passed over in silence.
    void open_starts() { open_ = true; }
    /// From here on `as` starts paths to the element. `element` is kNoColumn when the array could not be
    /// found: such paths are then silent.
    void take_element(std::string_view as, ColumnId element, std::string array_text);

    [[nodiscard]] const std::vector<SourceColumn>& sources() const { return *sources_; }
    [[nodiscard]] const SourceColumn* source(std::string_view name) const;
    /// The column of the stream with this name, case aside.
    [[nodiscard]] const SourceColumn* source_without_case(std::string_view name) const;
    /// The name that key.prefix makes of a key column called `own`; empty when there is none.
    [[nodiscard]] std::string_view prefixed(std::string_view own) const;
    [[nodiscard]] bool is_element(std::string_view name) const { return has_element_ && name == as_; }
    [[nodiscard]] bool has_element() const { return has_element_; }
    [[nodiscard]] std::string_view element_name() const { return as_; }
    [[nodiscard]] const std::string& array_text() const { return array_text_; }
    /// All names that can start a path.
    [[nodiscard]] const std::vector<std::string_view>& names() const;

    [[nodiscard]] Walk walk(const std::vector<PathStep>& steps) const;
    /// A path of one step.
    [[nodiscard]] Walk start(std::string_view name) const;
    /// Goes on from a struct to one of its fields, as a path does.
    void enter_field(BoundPath& path, ColumnId field) const;
    /// Goes on to a field of a struct that is known to be present.
    void enter_present(BoundPath& path, ColumnId field) const;

    /// Every step that makes the path nullable, from its start on.
    [[nodiscard]] std::vector<NullStep> null_steps(const BoundPath& path) const;
    /// Where the contract declares what the path ends at.
    [[nodiscard]] Place declared_at(const BoundPath& path) const;

  private:
    [[nodiscard]] std::optional<NullStep> null_at_start(const BoundPath& path) const;
    void start_at(BoundPath& path, PathRoot root, std::uint32_t index) const;
    void enter_entry(BoundPath& path, const PathStep& step) const;
    void note_null(BoundPath& path, const NullStep& step) const;
    [[nodiscard]] Walk::Stop step_into(BoundPath& path, const PathStep& step) const;

    const Contract& contract_;
    const Findings& findings_;
    FieldIndex& fields_;
    const std::vector<SourceColumn>* sources_ = nullptr;
    std::unordered_map<std::string_view, std::uint32_t> by_name_;
    bool has_element_ = false;
    bool open_ = false; ///< a column or an alias could not be read; it may have any name
    std::string_view as_;
    ColumnId element_ = kNoColumn;
    std::string array_text_;
    mutable std::vector<std::string_view> names_; ///< collected when first asked for
};

} // namespace weir::binding
