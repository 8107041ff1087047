#pragma once

/// \file
/// Rules on the typed contract that need more than one value.

#include "contract/context.h"
#include "contract/shape.h"

namespace weir {

/// fluidVersion, kind, and what no managed contract may mix.
void check_root(Context& context, const ShapeOptions& options);
/// Ids, outputs, and what writes what.
void check_outputs(Context& context);
/// Source, event time, own SQL of one managed build.
void check_build(Context& context, const Build& build);
/// Deployments of all managed builds: names, images, state.
void check_deployments(Context& context);
/// Formats, key, metadata and the one scope of names of a stream.
void check_stream(Context& context, const Stream& stream);
/// Entries of catalogProperties, or of a table's properties.
void check_properties(Context& context, Place at, bool catalog);
/// Where the table is: its catalog, how the job signs in, the catalog's settings.
void check_location(Context& context, const Location& location);
/// Location, catalog and table settings of a managed expose.
void check_expose(Context& context, const Expose& expose);
/// No two exposes name one table of one catalog.
void check_tables(Context& context);
/// What the tables cannot say of contracts in general.
void check_general(Context& context, const ShapeOptions& options);

/// Why a catalog property is refused, or empty when it may be passed on.
[[nodiscard]] std::string_view catalog_property_fault(std::string_view folded_key);
/// The same for a table property.
[[nodiscard]] std::string_view table_property_fault(std::string_view folded_key);
/// Why the value of either is refused, or empty.
[[nodiscard]] std::string_view property_value_fault(std::string_view value);
/// Why the text is not what Iceberg reads this property as, or empty.
[[nodiscard]] std::string_view catalog_value_fault(std::string_view folded_key, std::string_view value);
/// The same for a table property, whose keys are compared as they are.
[[nodiscard]] std::string_view table_value_fault(std::string_view key, std::string_view value);

} // namespace weir
