// What a managed contract may not mix, and what old versions ignore: contract.md section 2.

#include <fmt/format.h>

#include "contract/rules.h"

namespace weir {

namespace {

void check_unmanaged(Context& context, const Build& build, Place managed) {
    if (build.managed || context.doc.node(build.at.node).kind != NodeKind::Mapping) {
        return;
    }
    Finding& finding = context.add(Code::build_unmanaged, build.at,
                                   "is not managed, and a contract with a managed build holds only managed builds");
    finding.help = "Set properties.parameters.flink.management: operator, or move the build to a contract of its own.";
    if (managed.known()) {
        relate(context, finding, "this build is managed", managed.node);
    }
}

void check_ignored(Context& context, const Build& build) {
    if (!build.management.present() || build.management.value != "operator") {
        return;
    }
    const Contract& contract = context.contract;
    Finding& finding =
        context.add(Code::management_ignored, build.management.at,
                    fmt::format("has no effect under fluidVersion {}: managed builds came with 0.7.7",
                                contract.fluid_version.present() ? contract.fluid_version.value : "0.7.6"));
    finding.help = "Write fluidVersion: \"0.7.7\" to have Weir manage the build.";
    if (contract.fluid_version.present()) {
        relate(context, finding, "the version is set here", contract.fluid_version.at.node);
    }
}

} // namespace

void check_root(Context& context, const ShapeOptions& options) {
    Contract& contract = context.contract;
    if (!contract.managed) {
        if (!options.lane_version) {
            for (const Build& build : contract.builds) {
                check_ignored(context, build);
            }
        }
        return;
    }
    if (contract.kind.present() && contract.kind.value != "DataProduct") {
        Finding& finding =
            context.add(Code::data_product_only, contract.kind.at,
                        fmt::format("must be DataProduct in a managed contract, not {}", shown(contract.kind.value)));
        finding.help = "Write DataProduct.";
        suggest(context, finding, contract.kind.at.node, "DataProduct");
    }
    if (const Entry* entry = context.doc.find_entry(context.doc.root(), "build")) {
        context
            .add_at_key(Code::build_singular, *entry, contract.paths.key(Paths::root(), "build"),
                        "a managed contract lists its builds in builds")
            .help = "Move it into builds.";
    }
    Place managed;
    for (const Build& build : contract.builds) {
        managed = !managed.known() && build.managed ? build.management.at : managed;
    }
    for (const Build& build : contract.builds) {
        check_unmanaged(context, build, managed);
    }
}

} // namespace weir
