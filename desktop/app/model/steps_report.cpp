#include "model/steps_report.h"

#include <algorithm>

namespace weir::app {

using nlohmann::json;

json steps_json(const DeploySteps& steps) {
    json cards = json::object();
    for (const StepCard& card : steps.cards()) {
        json lines = json::array();
        for (const StepLine& line : card.lines) {
            lines.push_back(line.text);
        }
        json fields = json::array();
        for (const FieldRow& field : card.fields) {
            fields.push_back(
                {{"path", field.path}, {"before", field.before}, {"after", field.after}, {"owner", field.owner}});
        }
        cards[step_word(card.kind)] = {{"state", step_state_word(card.state)},
                                       {"headline", card.headline},
                                       {"lines", std::move(lines)},
                                       {"fields", std::move(fields)}};
    }
    return {{"contract", steps.contract().generic_string()},
            {"purpose", purpose_word(steps.purpose())},
            {"running", steps.running()},
            {"stale", steps.stale()},
            {"readOnly", steps.read_only()},
            {"production", steps.production()},
            {"expected", steps.expected()},
            {"typed", steps.typed()},
            {"obstacle", steps.obstacle()},
            {"steps", std::move(cards)}};
}

json log_json(const AuditView& log) {
    constexpr std::size_t kMost = 50;
    json shown = json::array();
    for (std::size_t i = 0; i < std::min(log.shown().size(), kMost); ++i) {
        const live::AuditEntry& entry = log.entries()[log.shown()[i]];
        shown.push_back({{"program", entry.program},
                         {"command", entry.command},
                         {"arguments", entry.arguments},
                         {"contexts", entry.contexts},
                         {"result", entry.result},
                         {"codes", entry.codes},
                         {"objects", entry.objects},
                         {"selected", i == log.selected()}});
    }
    return {{"file", log.file()},         {"search", log.search()},        {"problem", log.problem()},
            {"exported", log.exported()}, {"total", log.entries().size()}, {"shown", std::move(shown)}};
}

} // namespace weir::app
