#pragma once

/// \file
/// Contracts to deploy, changed here and there.

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "weir/facade.h"

namespace deploy_test {

inline std::string read(const std::string& path) {
    std::ifstream file(std::string(WEIR_SOURCE_DIR) + "/" + path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    REQUIRE_FALSE(text.str().empty());
    return text.str();
}

inline std::string with(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// The example of nested records with its fragments, named from the ref root.
inline weir::FileSet example() {
    weir::FileSet files;
    for (const char* name :
         {"nested/contract.fluid.yaml", "fragments/streams/orders.yaml", "fragments/streams/orders.value.yaml"}) {
        files[name].text = read(std::string("examples/") + name);
    }
    return files;
}

inline const std::string kExample = "nested/contract.fluid.yaml";

inline weir::Checked checked(const weir::FileSet& files, const std::string& file = kExample,
                             const std::string& root = ".") {
    weir::Checked found = weir::check(files, file, root);
    for (const weir::Finding& finding : found.findings) {
        if (finding.severity() == weir::Severity::Error) {
            FAIL(finding.path << ": " << finding.message);
        }
    }
    REQUIRE(found.valid());
    return found;
}

inline weir::Bundle bundled(const weir::FileSet& files) {
    const weir::Checked found = checked(files);
    weir::Bundle bundle = weir::make_bundle(found.contract, files, kExample, ".", "test");
    REQUIRE(bundle.problems.empty());
    return bundle;
}

inline weir::MadePlan planned(const weir::FileSet& files, weir::PlanMode mode = weir::PlanMode::Amend,
                              bool bound = false) {
    const weir::Checked found = checked(files);
    const weir::Bundle bundle = weir::make_bundle(found.contract, files, kExample, ".", std::string(weir::version()));
    weir::MadePlan made = weir::make_plan(found, bundle, mode, bound);
    for (const weir::DeployProblem& problem : made.problems) {
        FAIL(problem.code << ": " << problem.message);
    }
    return made;
}

/// Whether one of the problems has this code, and this path unless it is empty.
inline bool has(const std::vector<weir::DeployProblem>& problems, std::string_view code, std::string_view path = "") {
    for (const weir::DeployProblem& problem : problems) {
        if (problem.code == code && (path.empty() || problem.path == path)) {
            return true;
        }
    }
    return false;
}

} // namespace deploy_test
