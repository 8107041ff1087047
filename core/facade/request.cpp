#include "facade/request.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weir {

namespace {

using nlohmann::json;
using Problem = std::optional<CallError>;

/// A request has its deepest value three levels down; more is room for what later versions add.
constexpr int kDeepest = 32;

bool too_deep(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char byte = text[at];
        if (in_string) {
            at += byte == '\\' ? 1 : 0;
            in_string = byte != '"';
        } else if (byte == '"') {
            in_string = true;
        } else if (byte == '[' || byte == '{') {
            if (++depth > kDeepest) {
                return true;
            }
        } else if (byte == ']' || byte == '}') {
            --depth;
        }
    }
    return false;
}

Problem wrong_kind(std::string_view name, std::string_view wanted) {
    return CallError{"request-kind", fmt::format("{} must be {}", name, wanted)};
}

Problem read_text(const json& object, const char* name, std::string& out) {
    const auto found = object.find(name);
    if (found == object.end()) {
        return std::nullopt;
    }
    if (!found->is_string()) {
        return wrong_kind(name, "a string");
    }
    out = found->get_ref<const std::string&>();
    return std::nullopt;
}

Problem read_flag(const json& object, const char* name, bool& out) {
    const auto found = object.find(name);
    if (found == object.end()) {
        return std::nullopt;
    }
    if (!found->is_boolean()) {
        return wrong_kind(name, "true or false");
    }
    out = found->get<bool>();
    return std::nullopt;
}

Problem read_count(const json& object, const char* name, std::uint32_t& out) {
    const auto found = object.find(name);
    if (found == object.end()) {
        return std::nullopt;
    }
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() == 0) {
        return wrong_kind(name, "a whole number from 1 on");
    }
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    out = static_cast<std::uint32_t>(std::min(found->get<std::uint64_t>(), kMost));
    return std::nullopt;
}

Problem read_file(json& value, FileAnswer& answer) {
    if (value.is_string()) {
        answer.text = std::move(value.get_ref<std::string&>());
        return std::nullopt;
    }
    const auto refusal = value.is_object() ? value.find("refusal") : value.end();
    if (!value.is_object() || refusal == value.end() || !refusal->is_string()) {
        return wrong_kind("each of files", "a text or {\"refusal\": why}");
    }
    answer.refusal = refusal->get_ref<const std::string&>();
    if (answer.refusal.empty()) {
        answer.refusal = "refused";
    }
    return std::nullopt;
}

Problem read_files(json& object, FileSet& files) {
    const auto found = object.find("files");
    if (found == object.end()) {
        return std::nullopt;
    }
    if (!found->is_object()) {
        return wrong_kind("files", "an object of texts by name");
    }
    for (auto entry = found->begin(); entry != found->end(); ++entry) {
        if (Problem problem = read_file(entry.value(), files[entry.key()])) {
            return problem;
        }
    }
    return std::nullopt;
}

Problem read_options(const json& object, Request& request) {
    const auto found = object.find("options");
    if (found == object.end()) {
        return std::nullopt;
    }
    if (!found->is_object()) {
        return wrong_kind("options", "an object");
    }
    Problem problem = read_flag(*found, "strict", request.strict);
    problem = problem ? problem : read_text(*found, "refRoot", request.ref_root);
    problem = problem ? problem : read_text(*found, "baselineRefRoot", request.baseline_ref_root);
    problem = problem ? problem : read_text(*found, "fragment", request.fragment);
    problem = problem ? problem : read_text(*found, "schemaVersion", request.schema_version);
    problem = problem ? problem : read_text(*found, "code", request.code);
    problem = problem ? problem : read_text(*found, "in", request.in);
    problem = problem ? problem : read_count(*found, "line", request.at.line);
    return problem ? problem : read_count(*found, "column", request.at.column);
}

} // namespace

Problem read_request(std::string_view text, Request& request) {
    if (text.size() > kLargestRequest) {
        return CallError{"request-too-large", fmt::format("a request may have {} bytes", kLargestRequest)};
    }
    if (too_deep(text)) {
        return CallError{"request-too-deep", fmt::format("a request may be nested {} levels deep", kDeepest)};
    }
    json object = json::parse(text, nullptr, false);
    if (object.is_discarded()) {
        return CallError{"request-malformed", "the request is not JSON in UTF-8"};
    }
    if (!object.is_object()) {
        return wrong_kind("the request", "an object");
    }
    Problem problem = read_text(object, "op", request.op);
    problem = problem ? problem : read_text(object, "file", request.file);
    problem = problem ? problem : read_text(object, "baseline", request.baseline);
    problem = problem ? problem : read_files(object, request.files);
    return problem ? problem : read_options(object, request);
}

} // namespace weir
