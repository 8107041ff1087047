#pragma once

/// \file
/// The findings of the generic walk, with what to write instead.

#include <span>

#include "contract/context.h"

namespace weir {

/// A value of another kind than `shape`, which is that of the rule or of its items.
Finding& refuse_kind(Context& context, NodeId node, PathId path, const KeyRule& rule, Shape shape);
/// A text that is none of those its rule lists.
Finding& refuse_value(Context& context, NodeId node, PathId path, const KeyRule& rule);
/// A text that has not the form of its rule's pattern.
Finding& refuse_form(Context& context, NodeId node, PathId path, const KeyRule& rule, std::string_view fault);

/// catalogProperties or catalogAuth outside binding.location.
void refuse_misplaced(Context& context, NodeId mapping, const Entry& entry, PathId path);

/// What may be written in place of an unknown key.
struct KeyChoices {
    std::vector<std::string_view> all;
    std::vector<std::string_view> free; ///< those that are not there yet
    /// The build, the expose or the contract around it, where the key may have a home.
    ObjectId top = ObjectId::kNone;
    /// Whether to list what else there is.
    bool list = true;
};

/// Says what the key may have been meant as. Gives back the key that it stands for, or nothing.
std::string_view propose_key(Context& context, Finding& finding, NodeId mapping, const Entry& entry,
                             const ObjectRule& object, const KeyChoices& choices);

} // namespace weir
