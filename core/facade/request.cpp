#include "facade/request.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "report/json_reader.h"

namespace weir {

namespace {

using Kind = JsonValue::Kind;
using Problem = std::optional<CallError>;

/// A request has its deepest value three levels down; more is room for what later versions add.
constexpr std::size_t kDeepest = 32;

Problem wrong_kind(std::string_view name, std::string_view wanted) {
    return CallError{"request-kind", fmt::format("{} must be {}", name, wanted)};
}

Problem read_text(JsonValue& object, std::string_view name, std::string& out) {
    JsonValue* found = object.find(name);
    if (found == nullptr) {
        return std::nullopt;
    }
    if (found->kind != Kind::Text) {
        return wrong_kind(name, "a string");
    }
    out = std::move(found->text);
    return std::nullopt;
}

Problem read_flag(JsonValue& object, std::string_view name, bool& out) {
    const JsonValue* found = object.find(name);
    if (found == nullptr) {
        return std::nullopt;
    }
    if (found->kind != Kind::Flag) {
        return wrong_kind(name, "true or false");
    }
    out = found->flag;
    return std::nullopt;
}

Problem read_count(JsonValue& object, std::string_view name, std::uint32_t& out) {
    const JsonValue* found = object.find(name);
    if (found == nullptr) {
        return std::nullopt;
    }
    if (found->kind != Kind::Count || found->count == 0) {
        return wrong_kind(name, "a whole number from 1 on");
    }
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    out = static_cast<std::uint32_t>(std::min(found->count, kMost));
    return std::nullopt;
}

Problem read_file(JsonValue& value, FileAnswer& answer) {
    if (value.kind == Kind::Text) {
        answer.text = std::move(value.text);
        return std::nullopt;
    }
    JsonValue* refusal = value.kind == Kind::Object ? value.find("refusal") : nullptr;
    if (refusal == nullptr || refusal->kind != Kind::Text) {
        return wrong_kind("each of files", "a text or {\"refusal\": why}");
    }
    answer.refusal = refusal->text.empty() ? "refused" : std::move(refusal->text);
    return std::nullopt;
}

Problem read_files(JsonValue& object, FileSet& files) {
    JsonValue* found = object.find("files");
    if (found == nullptr) {
        return std::nullopt;
    }
    if (found->kind != Kind::Object) {
        return wrong_kind("files", "an object of texts by name");
    }
    // From the back: of several of one name the last one counts.
    for (std::size_t at = found->names.size(); at-- > 0;) {
        const auto [file, first] = files.try_emplace(std::move(found->names[at]));
        Problem problem = first ? read_file(found->values[at], file->second) : std::nullopt;
        if (problem) {
            return problem;
        }
    }
    return std::nullopt;
}

Problem read_env(JsonValue& object, Environment& env) {
    JsonValue* found = object.find("env");
    if (found == nullptr) {
        return std::nullopt;
    }
    if (found->kind != Kind::Object) {
        return wrong_kind("env", "an object of values by name");
    }
    for (std::size_t at = found->names.size(); at-- > 0;) { // the last one counts, as for files
        if (found->values[at].kind != Kind::Text) {
            return wrong_kind("each of env", "a string");
        }
        env.try_emplace(std::move(found->names[at]), std::move(found->values[at].text));
    }
    return std::nullopt;
}

Problem read_options(JsonValue& object, Request& request) {
    JsonValue* found = object.find("options");
    if (found == nullptr) {
        return std::nullopt;
    }
    if (found->kind != Kind::Object) {
        return wrong_kind("options", "an object");
    }
    Problem problem = read_flag(*found, "strict", request.strict);
    problem = problem ? problem : read_text(*found, "refRoot", request.ref_root);
    problem = problem ? problem : read_text(*found, "baselineRefRoot", request.baseline_ref_root);
    problem = problem ? problem : read_text(*found, "fragment", request.fragment);
    problem = problem ? problem : read_text(*found, "schemaVersion", request.schema_version);
    problem = problem ? problem : read_text(*found, "code", request.code);
    problem = problem ? problem : read_text(*found, "for", request.command);
    problem = problem ? problem : read_text(*found, "waivers", request.waivers);
    problem = problem ? problem : read_text(*found, "in", request.in);
    problem = problem ? problem : read_text(*found, "newName", request.new_name);
    problem = problem ? problem : read_text(*found, "format", request.format);
    problem = problem ? problem : read_count(*found, "line", request.at.line);
    return problem ? problem : read_count(*found, "column", request.at.column);
}

} // namespace

Problem read_request(std::string_view text, Request& request) {
    if (text.size() > kLargestRequest) {
        return CallError{"request-too-large", fmt::format("a request may have {} bytes", kLargestRequest)};
    }
    if (json_size(text).depth > kDeepest) {
        return CallError{"request-too-deep", fmt::format("a request may be nested {} levels deep", kDeepest)};
    }
    std::optional<JsonValue> read = read_json(text);
    if (!read) {
        return CallError{"request-malformed", "the request is not JSON in UTF-8"};
    }
    if (read->kind != Kind::Object) {
        return wrong_kind("the request", "an object");
    }
    JsonValue& object = *read;
    Problem problem = read_text(object, "op", request.op);
    problem = problem ? problem : read_text(object, "file", request.file);
    problem = problem ? problem : read_text(object, "baseline", request.baseline);
    problem = problem ? problem : read_text(object, "today", request.today);
    problem = problem ? problem : read_files(object, request.files);
    problem = problem ? problem : read_env(object, request.env);
    return problem ? problem : read_options(object, request);
}

} // namespace weir
