// Any bytes as JSON, as a plan, as a manifest: read without a fault; what is read is its own canonical form, and a plan
// that is believed says the same when it is written again.
#include <cstdint>
#include <string>
#include <string_view>

#include "require.h"
#include "weir/deploy.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (const auto once = weir::canonical_json(text)) {
        const auto twice = weir::canonical_json(*once);
        require(twice && *twice == *once, "the canonical form is its own");
        weir::Resource resource;
        resource.json = *once;
        require(once->front() != '{' || !weir::resource_yaml(resource).empty(), "an object is some YAML");
    }
    weir::ReadPlan read = weir::read_plan(text);
    if (read.problems.empty()) {
        const std::string digest = read.plan.digest;
        require(weir::plan_json(read.plan) == weir::canonical_json(text).value() + "\n", "a plan is what it says");
        require(read.plan.digest == digest, "its digest too");
    }
    const weir::Bundle bundle =
        weir::read_bundle({{std::string(weir::kManifestName), text}, {"sources/a.yaml", "a: 1\n"}});
    require(!bundle.problems.empty() || bundle.sources.size() == 1, "a bundle without faults has its sources");
    require(weir::member_name_fault(text).empty() || text != "sources/a.yaml", "names are judged alike");
    return 0;
}
