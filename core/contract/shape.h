#pragma once

/// \file
/// The generic check of a document against the grammar's tables.

#include "contract/context.h"

namespace weir {

/// What the walk must know of the contract as a whole.
struct ShapeOptions {
    /// Managed: rows for the lane apply.
    bool lane = false;
    /// fluidVersion is 0.7.7, so that help may point at `management: operator`.
    bool lane_version = false;
    /// Not managed, but a build has a stream: it is meant to be, and one finding at the stream says so.
    bool meant_lane = false;
    /// A build asks to be managed, whatever the version.
    bool asks_lane = false;
};

/// Checks the mapping at `node` and everything below it; refused values are marked in the context.
void check_shape(Context& context, NodeId node, ObjectId object, PathId path, const ShapeOptions& options);
/// Checks a list of such mappings.
void check_shape_list(Context& context, NodeId node, ObjectId object, PathId path, const ShapeOptions& options);

/// Whether the text under this key may hold control characters: descriptions and own SQL.
[[nodiscard]] bool may_hold_control(std::string_view key);
/// Refuses the text at `node` for its control character.
void refuse_control(Context& context, NodeId node, PathId path, bool secret);
/// Refuses texts below `node` that hold a control character and that no row of the grammar led to.
void check_control(Context& context, NodeId node, PathId path);

/// properties.parameters.flink.management of a build; kNoNode when it is not there.
[[nodiscard]] NodeId management_node(const Document& document, NodeId build);
/// `operator`, or plainly meant to be; also when what would tell could not be read.
[[nodiscard]] bool asks_for_management(const Document& document, NodeId build);

/// Why a number is refused where `rule` stands, as the rest of a sentence; empty when it is fine.
[[nodiscard]] std::string range_fault(const KeyRule& rule, std::string_view written);

/// `a text`, `a list`, …
[[nodiscard]] std::string_view kind_name(NodeKind kind);

} // namespace weir
