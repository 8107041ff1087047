#pragma once

/// \file
/// Document → Contract, one function per section. Each reads what is well-formed and leaves the rest
/// out: what is wrong with it has been found by the shape, or is found here.

#include "contract/context.h"

namespace weir {

/// Values under keys of one mapping. Everything absent, of another kind or refused by the shape comes
/// back as not present.
class Fields {
  public:
    Fields(Context& context, Place mapping) : context_(context), at_(mapping) {}

    [[nodiscard]] Place place(std::string_view key) const;
    [[nodiscard]] Text text(std::string_view key) const;
    [[nodiscard]] Whole whole(std::string_view key) const;
    [[nodiscard]] Real real(std::string_view key) const;
    [[nodiscard]] Flag flag(std::string_view key) const;
    /// The place when a mapping, or a list, stands there.
    [[nodiscard]] Place mapping(std::string_view key) const { return of_kind(key, NodeKind::Mapping); }
    [[nodiscard]] Place list(std::string_view key) const { return of_kind(key, NodeKind::Sequence); }
    [[nodiscard]] bool has(std::string_view key) const { return context_.doc.find(at_.node, key) != kNoNode; }
    /// It is there, if under a misspelt name that has been refused.
    [[nodiscard]] bool intended(std::string_view key) const;
    /// Something stands there, but not what was asked for, or it has been refused.
    [[nodiscard]] bool broken(std::string_view key, Place read) const { return intended(key) && !read.known(); }

  private:
    [[nodiscard]] Place of_kind(std::string_view key, NodeKind kind) const;

    Context& context_;
    Place at_;
};

/// Places of a list's items.
[[nodiscard]] std::vector<Place> items_of(Context& context, Place list);
/// Texts of a list; items of another kind are left out.
[[nodiscard]] std::vector<Text> texts_of(Context& context, Place list);
/// Entries of an open map whose values are texts.
[[nodiscard]] std::vector<Property> properties_of(Context& context, Place mapping, bool fold_keys);

/// The columns of a list. With `lane` their types and children are judged; without, what is no type
/// of the lane stays TypeKind::Unknown and nothing is said.
[[nodiscard]] ColumnList read_columns(Context& context, Place list, bool lane);

[[nodiscard]] Build read_build(Context& context, Place at);
[[nodiscard]] Stream read_stream(Context& context, Place at);
[[nodiscard]] Mapping read_mapping(Context& context, Place at);
[[nodiscard]] FlinkDeployment read_deployment(Context& context, Place at);
[[nodiscard]] Expose read_expose(Context& context, Place at);

} // namespace weir
