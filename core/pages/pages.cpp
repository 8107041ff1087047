#include "weir/pages.h"

#include "facade/answers.h"
#include "report/json_writer.h"
#include "weir/preview.h"

namespace weir {

namespace {

PreviewSide side_of(const Checked& checked) {
    PreviewSide side;
    side.report = report_of(checked);
    if (checked.readable()) {
        side.contract = &checked.contract;
        side.plan = &checked.plan;
    }
    return side;
}

std::string write_report(const Request& request, const Checked& base, const Checked& head,
                         const ChangesReport& report) {
    JsonWriter json;
    json.begin_object();
    json.member("schema", std::uint64_t{1});
    json.member("format", request.format);
    json.member("text", request.format == "html" ? changes_page(base, head, report) : changes_markdown(report));
    json.end_object();
    return json.take();
}

} // namespace

std::string changes_page(const Checked& base, const Checked& head, const ChangesReport& report) {
    const PreviewSide base_side = side_of(base);
    const PreviewSide head_side = side_of(head);
    const PreviewPair pair{&base_side, &head_side, &report};
    PreviewEntry entry = preview_entry(pair);
    entry.status = PreviewStatus::Changed; // two files were named: that their names differ says nothing
    return preview_page(pair, entry, {version(), {}});
}

std::string full_call(std::string_view text) {
    return answer_call(text, [](const Request& request) {
        if (request.op != "report") {
            return answer_op(request);
        }
        if (request.format != "markdown" && request.format != "html") {
            return failed("format-unknown", "options.format must be markdown or html");
        }
        return answer_comparison(request, write_report);
    });
}

} // namespace weir
