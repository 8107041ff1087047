#include "model/screen_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/fleet_state.h"
#include "model/steps_report.h"
#include "weir/names.h"

namespace weir::app {

using nlohmann::json;

namespace {

const char* focus_word(Focus focus) {
    switch (focus) {
    case Focus::Contracts:
        return "contracts";
    case Focus::Source:
        return "source";
    case Focus::Panel:
        return "panel";
    }
    return "";
}

const char* state_word(ContractState state) {
    switch (state) {
    case ContractState::Waiting:
        return "waiting";
    case ContractState::Valid:
        return "valid";
    case ContractState::Warnings:
        return "warnings";
    case ContractState::Errors:
        return "errors";
    case ContractState::Unreadable:
        return "unreadable";
    }
    return "";
}

json place_json(const std::vector<CodeText>& files, const SourcePlace& place) {
    if (!place.known || place.file >= files.size()) {
        return nullptr;
    }
    return {{"file", files[place.file].name},
            {"line", place.at.line},
            {"column", place.at.column},
            {"endLine", place.end.line},
            {"endColumn", place.end.column}};
}

json contracts_json(const StateContext& context) {
    json list = json::array();
    for (const std::size_t index : context.work.shown()) {
        const ContractEntry& contract = context.work.contracts()[index];
        list.push_back({{"name", contract.name},
                        {"id", contract.summary.id},
                        {"state", state_word(contract.summary.state)},
                        {"words", state_words(contract.summary)},
                        {"errors", contract.summary.errors},
                        {"warnings", contract.summary.warnings},
                        {"selected", contract.path == context.work.selected()}});
    }
    return list;
}

json source_json(const StateContext& context) {
    const Snapshot* snapshot = context.work.snapshot();
    // What was drawn: a click later in the same frame may have moved the cursor to another file.
    const std::size_t file = context.screen.source_file;
    if (snapshot == nullptr || file >= snapshot->files.size()) {
        return nullptr;
    }
    const CodeText& code = snapshot->files[file];
    json lines = json::array();
    json marks = json::array();
    for (std::uint32_t number = context.screen.first_line;
         number != 0 && number <= std::min<std::size_t>(context.screen.last_line, code.lines.size()); ++number) {
        const CodeLine& line = code.lines[number - 1];
        lines.push_back(line.text);
        for (const Mark& mark : line.marks) {
            marks.push_back({{"line", number},
                             {"text", line.text.substr(mark.begin, mark.end - mark.begin)},
                             {"severity", severity_name(mark.severity)}});
        }
    }
    return {{"file", code.name},
            {"line", context.work.cursor().line},
            {"firstLine", context.screen.first_line},
            {"lines", std::move(lines)},
            {"marks", std::move(marks)}};
}

json findings_json(const StateContext& context) {
    const Snapshot& snapshot = *context.work.snapshot();
    json list = json::array();
    for (const std::size_t index : context.screen.findings) {
        if (index >= snapshot.findings.size()) {
            break;
        }
        const FindingRow& row = snapshot.findings[index];
        list.push_back({{"code", row.code},
                        {"severity", severity_name(row.severity)},
                        {"message", row.message},
                        {"help", row.help},
                        {"path", row.path},
                        {"place", place_json(snapshot.files, row.place)},
                        {"selected", index == context.work.finding()}});
    }
    return {{"total", snapshot.findings.size()}, {"visible", std::move(list)}};
}

json sql_json(const StateContext& context) {
    const Snapshot& snapshot = *context.work.snapshot();
    json builds = json::array();
    for (const SqlBuild& build : snapshot.builds) {
        builds.push_back(build.id);
    }
    const bool any = context.work.build() < snapshot.builds.size();
    return {{"builds", std::move(builds)},
            {"build", any ? json(snapshot.builds[context.work.build()].id) : json(nullptr)},
            {"text", any ? snapshot.builds[context.work.build()].text : std::string()}};
}

json diff_json(const StateContext& context) {
    json result = {{"baseline", context.work.baseline().generic_string()}};
    const ChangesSnapshot* changes = context.work.changes();
    if (changes == nullptr) {
        return result;
    }
    json list = json::array();
    for (const std::size_t index : context.screen.changes) {
        if (index >= changes->changes.size()) {
            break;
        }
        const ChangeRow& row = changes->changes[index];
        list.push_back({{"severity", severity_name(row.severity)},
                        {"rule", row.rule},
                        {"path", row.path},
                        {"message", row.message},
                        {"further", row.further},
                        {"before", row.before},
                        {"after", row.after},
                        {"selected", index == context.work.change()}});
    }
    result["why"] = changes->why;
    result["note"] = changes->note;
    result["summary"] = {
        {"breaking", changes->breaking}, {"nonBreaking", changes->non_breaking}, {"info", changes->info}};
    result["visible"] = std::move(list);
    return result;
}

json panel_json(const StateContext& context) {
    if (context.work.snapshot() == nullptr) {
        return nullptr;
    }
    switch (context.work.panel()) {
    case Panel::Findings:
        return findings_json(context);
    case Panel::Sql:
        return sql_json(context);
    case Panel::Diff:
        return diff_json(context);
    }
    return nullptr;
}

std::string dumped(const json& value) {
    // Contracts may hold bytes that are not UTF-8; the dump must not throw over them.
    return value.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

/// What Deploy, Log and the palette add; of the pages only the one that is shown.
void add_pages(json& state, const StateContext& context) {
    json pages = json::array();
    for (const Page page : kPages) {
        if (context.pages.has(page)) {
            pages.push_back(page_word(page));
        }
    }
    state["pages"] = std::move(pages);
    json commands = json::array();
    for (const CommandName& command : context.commands) {
        commands.push_back({{"keys", command.keys}, {"title", command.title}, {"runs", command.runs}});
    }
    state["commands"] = std::move(commands);
    state["buttons"] = context.screen.buttons;
    if (context.screen.dialog == "Commands") {
        state["palette"] = {{"offers", context.screen.palette}, {"at", context.screen.palette_at}};
    }
    if (context.steps != nullptr && context.pages.now() == Page::Deploy) {
        state["deploy"] = steps_json(*context.steps);
    }
    if (context.log != nullptr && context.pages.now() == Page::Log) {
        state["log"] = log_json(*context.log);
    }
}

template <class Part> json times_of(const FrameTimes& times, Part part) {
    constexpr std::size_t kHalf = 50;
    constexpr std::size_t kNearlyAll = 99;
    return {{"median", times.percentile(kHalf, part)}, {"slowest", times.percentile(kNearlyAll, part)}};
}

void add_times(json& state, const StateContext& context) {
    if (context.frame_times != nullptr) {
        const FrameTimes& times = *context.frame_times;
        state["frameMs"] = times_of(times, &FrameParts::whole);
        state["frameMs"]["build"] = times_of(times, &FrameParts::build);
        state["frameMs"]["submit"] = times_of(times, &FrameParts::submit);
        state["frameMs"]["paint"] = times_of(times, &FrameParts::paint);
        state["frameMs"]["show"] = times_of(times, &FrameParts::show);
    }
    if (context.thread_work != nullptr) {
        state["threadWork"] = json::object();
        for (const auto& [what, entry] : context.thread_work->entries()) {
            state["threadWork"][what] = {{"longestMs", entry.longest},
                                         {"busiestMs", entry.busiest},
                                         {"times", entry.times},
                                         {"longOnes", entry.long_ones}};
        }
    }
}

} // namespace

StateText state_json(const StateContext& context) {
    const Workspace& work = context.work;
    json regions = json::object();
    for (const auto& [name, rect] : context.screen.regions) {
        regions[name] = {rect.x, rect.y, rect.width, rect.height};
    }
    const ContractEntry* selected = work.selected_entry();
    json state = {{"schema", 1},
                  {"settled", work.settled()},
                  {"theme", context.theme == ThemeName::Dark ? "dark" : "light"},
                  {"page", page_word(context.pages.now())},
                  {"view", panel_word(work.panel())},
                  {"focus", focus_word(work.focus())},
                  {"dialog", context.screen.dialog},
                  {"folder",
                   {{"path", work.folder().path.generic_string()},
                    {"error", work.folder().error},
                    {"truncated", work.folder().truncated}}},
                  {"filter", work.filter()},
                  {"contracts", contracts_json(context)},
                  {"selected", selected != nullptr ? json(selected->name) : json(nullptr)},
                  {"source", source_json(context)},
                  {panel_word(work.panel()), panel_json(context)},
                  {"status", context.screen.status},
                  {"notice", work.notice()},
                  {"regions", std::move(regions)}};
    if (context.pages.now() == Page::Fleet) {
        state["fleet"] = fleet_json(context);
    }
    add_pages(state, context);
    StateText text;
    text.comparable = dumped(state);
    state["firstFrameMs"] = context.first_frame_ms;
    state["frames"] = context.frames;
    add_times(state, context);
    text.whole = dumped(state);
    return text;
}

const char* panel_word(Panel panel) {
    switch (panel) {
    case Panel::Findings:
        return "findings";
    case Panel::Sql:
        return "sql";
    case Panel::Diff:
        return "diff";
    }
    return "";
}

std::string state_words(const ContractSummary& summary) {
    const auto counted = [](std::uint32_t count, const char* what) {
        return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
    };
    switch (summary.state) {
    case ContractState::Waiting:
        return "not checked";
    case ContractState::Valid:
        return "valid";
    case ContractState::Warnings:
        return counted(summary.warnings, "warning");
    case ContractState::Errors:
        return summary.warnings == 0 ? counted(summary.errors, "error")
                                     : counted(summary.errors, "error") + ", " + counted(summary.warnings, "warning");
    case ContractState::Unreadable:
        return "unreadable";
    }
    return "";
}

} // namespace weir::app
