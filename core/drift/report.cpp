#include <fmt/format.h>

#include "report/json_writer.h"
#include "weir/clip.h"
#include "weir/drift.h"
#include "weir/report.h"

namespace weir {

namespace {

constexpr std::size_t kLongestValue = 100; ///< bytes of a value in a line for people

std::string_view kind_name(FieldDifference::Kind kind) {
    return kind == FieldDifference::Kind::Drift ? "drift" : "pending";
}

void write_value(JsonWriter& json, std::string_view name, const std::string& value) {
    json.key(name);
    if (value.empty()) {
        json.null();
    } else {
        json.value(value);
    }
}

void write_field(JsonWriter& json, const FieldDifference& field) {
    json.member("path", field.path);
    write_value(json, "desired", field.desired);
    write_value(json, "live", field.live);
    json.key("manager");
    if (field.manager.empty()) {
        json.null();
    } else {
        json.string(field.manager);
    }
}

std::string value_text(const std::string& value) {
    return value.empty() ? "(absent)" : terminal_safe(clipped(value, kLongestValue));
}

} // namespace

std::string_view live_state_name(LiveState state) {
    switch (state) {
    case LiveState::Match:
        return "match";
    case LiveState::Pending:
        return "pending";
    case LiveState::Drift:
        return "drift";
    case LiveState::Error:
        break;
    }
    return "error";
}

std::string field_json(const FieldDifference& field) {
    JsonWriter json;
    json.begin_object();
    write_field(json, field);
    json.end_object();
    return json.take();
}

std::string field_text(const FieldDifference& field) {
    const std::string who = field.manager.empty() || field.manager == kManager
                                ? std::string{}
                                : fmt::format(" (live value set by {})", terminal_safe(field.manager));
    return fmt::format("  {}: {} → {}{}\n", terminal_safe(field.path), value_text(field.live),
                       value_text(field.desired), who);
}

std::string live_diff_json(const std::vector<LiveDiff>& diffs) {
    JsonWriter json;
    json.begin_object();
    json.member("schema", std::uint64_t{1});
    json.member("state", live_state_name(worst(diffs)));
    json.key("fields");
    json.begin_array();
    for (const LiveDiff& diff : diffs) {
        for (const FieldDifference& field : diff.fields) {
            json.begin_object();
            write_field(json, field);
            json.member("state", kind_name(field.kind));
            json.member("deployment", diff.name);
            json.end_object();
        }
    }
    json.end_array();
    json.key("deployments");
    json.begin_array();
    const LiveDiff* failed = nullptr;
    for (const LiveDiff& diff : diffs) {
        failed = failed == nullptr && diff.state == LiveState::Error ? &diff : failed;
        json.begin_object();
        json.member("build", diff.build);
        json.member("context", diff.context);
        json.member("namespace", diff.name_space);
        json.member("name", diff.name);
        json.member("state", live_state_name(diff.state));
        json.member("message", diff.message);
        json.end_object();
    }
    json.end_array();
    if (failed != nullptr) {
        json.key("error");
        json.begin_object();
        json.member("code", failed->code);
        json.member("message", failed->message);
        json.end_object();
    }
    json.end_object();
    return json.take() + "\n";
}

std::string live_diff_text(const std::vector<LiveDiff>& diffs) {
    std::string text;
    for (const LiveDiff& diff : diffs) {
        text += fmt::format("{}: FlinkDeployment {}/{} of context {}\n", live_state_name(diff.state),
                            terminal_safe(diff.name_space), terminal_safe(diff.name), terminal_safe(diff.context));
        if (!diff.message.empty()) {
            text += "  " + terminal_safe(diff.message) + "\n";
        }
        std::string_view heading;
        for (const FieldDifference& field : diff.fields) {
            if (heading != kind_name(field.kind)) {
                heading = kind_name(field.kind);
                text += heading == "drift" ? " changed in the cluster since it was applied last (live → desired):\n"
                                           : " the next apply changes (live → desired):\n";
            }
            text += field_text(field);
        }
    }
    return text;
}

} // namespace weir
