#pragma once

/// \file
/// The fixes of this room's findings besides Context's `suggest`. Each adds one when the edit can be made
/// safely, and nothing otherwise; none where the text is shared through an alias.

#include "contract/context.h"

namespace weir {

/// Takes the entry out of its mapping.
void leave_out(Context& context, Finding& finding, NodeId mapping, const Entry& entry);
void leave_out(Context& context, Finding& finding, NodeId mapping, std::string_view key);
/// Takes an item out of its list.
void leave_out_item(Context& context, Finding& finding, NodeId sequence, std::size_t index);
/// Moves the entry to another mapping; `where` names it.
void move_to(Context& context, Finding& finding, NodeId from, const Entry& entry, NodeId to, std::string_view where);
/// Adds a key with a text, which needs no quotes, to a mapping.
void add_entry(Context& context, Finding& finding, NodeId mapping, std::string_view key, std::string_view text);
/// Writes another key and value in place of an entry, whose value is a scalar.
void replace_entry(Context& context, Finding& finding, const Entry& entry, std::string_view key,
                   std::string_view value);
/// Replaces the token at `node` by `written`, as it stands.
void rewrite(Context& context, Finding& finding, NodeId node, std::string written, std::string title);

} // namespace weir
