#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "weir/facade.h"

namespace weir_test {

/// A file of the source tree.
inline std::string read_tree(const std::string& name) {
    std::ifstream file(std::string(WEIR_SOURCE_DIR) + "/" + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline nlohmann::json call(const nlohmann::json& request) {
    return nlohmann::json::parse(weir::weir_call(request.dump()));
}

/// An example with the fragments it needs.
inline nlohmann::json example_request(const std::string& op, const std::string& shape) {
    const std::string contract = "examples/" + shape + "/contract.fluid.yaml";
    nlohmann::json request = {{"op", op}, {"file", contract}, {"options", {{"refRoot", "examples"}}}};
    for (const std::string& name : {contract, std::string("examples/fragments/streams/orders.yaml"),
                                    std::string("examples/fragments/streams/orders.value.yaml")}) {
        request["files"][name] = read_tree(name);
    }
    return request;
}

} // namespace weir_test
