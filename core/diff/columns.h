#pragma once

/// \file
/// Two lists of columns brought together by name, to any depth. What a difference means is told by
/// who reads them: a job that reads a stream, or the readers of a table.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diff/rest.h"

namespace weir::changes {

/// One step from a list of columns down to a column.
struct ColumnStep {
    enum class Kind : std::uint8_t { Field, Element, Key, Value };
    std::string_view name; ///< `element`, `key` and `value` for the three that have none
    Kind kind = Kind::Field;
};

/// The columns of a list, as a span.
[[nodiscard]] std::span<const Column> columns_of(const Side& side, const ColumnList& list);

/// Finds the differences; a subclass says what each one is.
class ColumnsComparer {
  public:
    ColumnsComparer(const ColumnsComparer&) = delete;
    ColumnsComparer& operator=(const ColumnsComparer&) = delete;
    virtual ~ColumnsComparer() = default;

    /// Compares two lists of columns. `path` is the list's own, such as `exposes[orders].contract.schema`.
    void compare(std::string path, std::span<const Column> base, std::span<const Column> head);

  protected:
    explicit ColumnsComparer(Changes& changes) : changes_(changes) {}

    /// \param siblings     the columns that the new one stands among
    /// \param follows_new  the sibling before it is new too
    virtual void added(const Column& head, std::span<const Column> siblings, bool follows_new) = 0;
    virtual void removed(const Column& base) = 0;
    virtual void requiredness_changed(const Column& base, const Column& head) = 0;
    /// The heads of the types differ.
    virtual void type_changed(const Column& base, const Column& head) = 0;
    /// The names that both lists have stand in another order.
    virtual void order_changed(std::span<const Column> base, std::span<const Column> head, NodeId base_node,
                               NodeId head_node) = 0;

    /// From the list down to the column that is being compared.
    [[nodiscard]] const std::vector<ColumnStep>& steps() const { return steps_; }
    /// The column is part of a map's key, or is the key.
    [[nodiscard]] bool in_map_key() const;
    /// The head's column at the top of the list that holds the one being compared, or is it; else null.
    [[nodiscard]] const Column* outer() const { return outer_; }
    /// Path of the column that is being compared.
    [[nodiscard]] std::string here() const;
    /// The steps as one dotted name.
    [[nodiscard]] std::string dotted() const;
    [[nodiscard]] Changes& changes() { return changes_; }

    /// The whole type as a value.
    [[nodiscard]] static Shown shown_type(const Side& side, const Column& column);
    [[nodiscard]] static Shown shown_names(std::span<const Column> columns);
    [[nodiscard]] static NodeId node_of(const Column& column, Place part);

  private:
    void compare_lists(std::span<const Column> base, std::span<const Column> head, NodeId base_node, NodeId head_node);
    void compare_pair(const Column& base, const Column& head);
    void compare_children(const Column& base, const Column& head);
    void compare_rest(const Column& base, const Column& head);

    Changes& changes_;
    std::string path_;
    std::vector<ColumnStep> steps_;
    const Column* outer_ = nullptr;
};

} // namespace weir::changes
