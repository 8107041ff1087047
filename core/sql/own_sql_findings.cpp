#include "sql/scalar_offsets.h"
#include "weir/sql.h"

namespace weir {

namespace {

std::string_view help_for(Code code) {
    switch (code) {
    case Code::own_sql_kind:
        return "Write one SELECT from source_events, or WITH … SELECT. Weir writes the INSERT.";
    case Code::own_sql_semicolon:
        return "Leave the semicolon out, also in comments. Within a string or a back-quoted name it may stand.";
    case Code::own_sql_double_quote:
        return "Flink quotes names with back-quotes and strings with single quotes.";
    case Code::own_sql_carriage_return:
        return "End lines with a line feed: for Flink a carriage return ends a -- comment too.";
    case Code::own_sql_hint:
        return "Hints change how tables are read, past everything that Weir checks.";
    case Code::own_sql_parentheses:
        return "Weir puts the SELECT into parentheses of its own, so its own must close in order.";
    case Code::own_sql_unterminated:
        return "Flink reads strings '…' with '' for a quote, names `…` on one line, and comments /* … */.";
    case Code::own_sql_comment_end:
        return "Leave it out, or begin the comment with /*.";
    case Code::own_sql_comment_in_name:
        return "Write a blank before the comment.";
    default:
        return {};
    }
}

void check_build(const Contract& contract, const Build& build, std::vector<Finding>& findings) {
    const std::vector<OwnSqlError> errors = check_own_sql(build.sql.value);
    if (errors.empty()) {
        return;
    }
    const Document& document = *contract.document;
    const ScalarOffsets offsets(document, build.sql.at.node);
    const bool elsewhere = document.node(build.sql.at.node).used_at.known();
    for (const OwnSqlError& error : errors) {
        Finding finding = lane_finding(contract, error.code, build.sql.at, error.message);
        finding.help = help_for(error.code);
        if (const auto span = offsets.span(error.begin, error.end); span && !elsewhere) {
            finding.at = *span;
        }
        make_room(findings);
        findings.push_back(std::move(finding));
    }
}

} // namespace

std::vector<Finding> check_sql(const Contract& contract) {
    std::vector<Finding> findings;
    for (const Build& build : contract.builds) {
        if (build.managed && build.sql.present()) {
            check_build(contract, build, findings);
        }
    }
    return findings;
}

} // namespace weir
