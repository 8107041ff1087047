// Any bytes as a request get one JSON answer of the documented shape, the same each time; answers of
// contracts hold no character that steers a terminal, and places that lie in their texts.
#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "require.h"
#include "weir/facade.h"

namespace {

using nlohmann::json;

void check_range(const json& range) {
    const json& start = range.at("start");
    const json& end = range.at("end");
    const auto line = start.at("line").get<std::uint64_t>();
    require(line >= 1 && start.at("column").get<std::uint64_t>() >= 1, "places count from 1");
    const bool ordered =
        end.at("line").get<std::uint64_t>() > line ||
        (end.at("line") == line && end.at("column").get<std::uint64_t>() >= start.at("column").get<std::uint64_t>());
    require(ordered, "a range does not end before it begins");
}

void check_findings(const json& findings, bool valid) {
    bool wrong = false;
    for (const json& finding : findings) {
        wrong = wrong || finding.at("severity") == "error";
        require(!finding.at("message").get<std::string>().empty(), "a finding says something");
        require(weir::code_from_slug(finding.at("code").get<std::string>()).has_value(), "a code is known");
        check_range(finding.at("range"));
        for (const json& related : finding.at("related")) {
            check_range(related.at("range"));
        }
    }
    require(!(wrong && valid), "an error makes a contract invalid");
}

void check_result(const json& result) {
    if (!result.is_object()) {
        return;
    }
    if (result.contains("contracts")) {
        for (const json& contract : result.at("contracts")) {
            check_findings(contract.at("findings"), contract.at("valid").get<bool>());
        }
    }
    if (result.contains("builds")) {
        check_findings(result.at("findings"), result.at("valid").get<bool>());
        for (const json& build : result.at("builds")) {
            if (!build.contains("complete")) {
                require(build.at("resources").size() == 2, "a build is deployed as two resources");
                continue;
            }
            require(build.at("complete").get<bool>() == !build.at("sql").get<std::string>().empty(),
                    "a complete build has SQL");
            for (const json& source : build.at("sources")) {
                check_range(source.at("sql"));
                check_range(source.at("range"));
            }
        }
    }
    if (result.contains("bundleDigest")) {
        check_findings(result.at("findings"), result.at("valid").get<bool>());
        const bool made = result.at("valid").get<bool>() && result.at("problems").empty();
        require(made == !result.at("bundleDigest").get<std::string>().empty(),
                "a valid contract has a bundle, or problems");
    }
    if (result.contains("changes")) {
        check_findings(result.at("head").at("findings"), result.at("head").at("valid").get<bool>());
        for (const json& change : result.at("changes")) {
            require(change.at("fingerprint").get<std::string>().size() == 16, "a fingerprint has 16 digits");
        }
    }
}

bool is_clean(std::string_view text) {
    for (const char byte : text) {
        if (static_cast<unsigned char>(byte) < 0x20) {
            return false;
        }
    }
    return text.find("\u202e") == std::string_view::npos && text.find("##[") == std::string_view::npos;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view request(reinterpret_cast<const char*>(data), size);
    const std::string answer = weir::weir_call(request);
    require(answer == weir::weir_call(request), "the same request gets the same answer");
    require(is_clean(answer), "an answer steers no terminal");
    const json object = json::parse(answer, nullptr, false);
    require(object.is_object(), "an answer is a JSON object");
    if (object.at("ok").get<bool>()) {
        check_result(object.at("result"));
    } else if (object.contains("need")) {
        require(!object.at("need").empty(), "what is needed is named");
    } else {
        require(!object.at("error").at("code").get<std::string>().empty(), "an error has a code");
        require(object.at("error").at("code") != "internal", "no exception gets this far");
    }
    return 0;
}
