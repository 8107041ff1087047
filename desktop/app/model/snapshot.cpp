#include "model/snapshot.h"

#include <algorithm>

#include "weir/sql.h"

namespace weir::app {

namespace {

FindingRow finding_row(const Sources& sources, const Finding& finding) {
    FindingRow row;
    const CodeInfo& info = code_info(finding.code);
    row.severity = info.severity;
    row.code = std::string(info.slug);
    row.path = finding.path;
    row.message = finding.message;
    row.help = finding.help;
    row.fix = finding.fix && !finding.secret ? finding.fix->title : std::string();
    row.place = source_place(sources, finding.at);
    for (const Related& related : finding.related) {
        row.related.push_back({related.message, source_place(sources, related.at)});
    }
    return row;
}

std::vector<CodeText> source_texts(const Sources& sources, const std::vector<Finding>& findings,
                                   const std::vector<Span>& hidden) {
    std::vector<CodeText> files;
    for (FileId file = 0; file < sources.size(); ++file) {
        files.push_back(make_code_text(sources[file], Language::Yaml));
    }
    const auto stands_in = [&](const Finding& finding) { return finding.at.known() && finding.at.file < files.size(); };
    for (const Span& span : hidden) {
        if (span.file < files.size()) {
            mask(files[span.file], sources[span.file], span);
        }
    }
    for (std::uint32_t i = 0; i < findings.size(); ++i) {
        if (stands_in(findings[i])) {
            const Span at = findings[i].at;
            mark(files[at.file], sources[at.file], at, findings[i].severity(), i);
        }
    }
    return files;
}

std::vector<SqlOrigin> sql_origins(const Script& script, const Checked& checked) {
    std::vector<SqlOrigin> origins;
    for (const SqlSource& source : script.sources) {
        if (!source.place.known()) {
            continue;
        }
        const Span span = finding_span(*checked.document, source.place.node);
        origins.push_back({source.begin, source.end, source_place(checked.document->sources(), span)});
    }
    return origins;
}

SqlBuild sql_build(const Checked& checked, const BuildPlan& plan) {
    SqlBuild build;
    build.id = std::string(checked.contract.builds[plan.build].id.value);
    if (plan.expose < checked.contract.exposes.size()) {
        build.expose = std::string(checked.contract.exposes[plan.expose].expose_id.value);
    }
    const auto& findings = checked.findings;
    if (std::any_of(findings.begin(), findings.end(), [](const Finding& finding) { return finding.secret; })) {
        build.note = "Not shown, because the contract may hold a secret where a finding says so.";
        return build;
    }
    const Script script = plan.complete ? compile(checked.contract, plan) : Script();
    if (script.text.empty()) {
        build.note = script.too_large ? "It would be larger than 16 MiB."
                                      : "Errors in this build stand in the way. See its findings.";
        return build;
    }
    if (!checked.valid()) {
        build.note = "A preview: weir generate writes nothing until the contract has no errors.";
    }
    const SourceText sql("job.sql", script.text);
    build.text = script.text;
    build.code = make_code_text(sql, Language::Sql);
    build.origins = sql_origins(script, checked);
    for (std::uint32_t line = 1; line <= sql.line_count(); ++line) {
        build.line_begins.push_back(sql.offset({line, 1}));
    }
    return build;
}

} // namespace

const SqlOrigin* SqlBuild::origin_at(std::uint32_t line, std::uint32_t byte) const {
    if (line == 0 || line > line_begins.size()) {
        return nullptr;
    }
    const std::uint32_t at = line_begins[line - 1] + byte;
    const SqlOrigin* best = nullptr;
    for (const SqlOrigin& origin : origins) {
        const bool holds = at >= origin.begin && at < origin.end && origin.place.known;
        if (holds && (best == nullptr || origin.end - origin.begin <= best->end - best->begin)) {
            best = &origin;
        }
    }
    return best;
}

SourcePlace source_place(const Sources& sources, Span span) {
    SourcePlace place;
    if (span.known() && span.file < sources.size()) {
        const Range range = sources.range(span);
        place = {span.file, range.start, range.end, true};
    }
    return place;
}

ContractSummary summarize(const ContractFile& file) {
    ContractSummary summary;
    summary.read = file.read;
    if (!file.why.empty()) {
        summary.state = ContractState::Unreadable;
        summary.why = file.why;
        return summary;
    }
    summary.id = std::string(file.checked.contract.id.value);
    for (const Finding& finding : file.checked.findings) {
        switch (finding.severity()) {
        case Severity::Error:
            ++summary.errors;
            break;
        case Severity::Warning:
            ++summary.warnings;
            break;
        case Severity::Info:
            ++summary.infos;
            break;
        }
    }
    if (summary.errors > 0 || !file.checked.valid()) {
        summary.state = ContractState::Errors;
    } else {
        summary.state = summary.warnings > 0 ? ContractState::Warnings : ContractState::Valid;
    }
    return summary;
}

std::shared_ptr<const Snapshot> make_snapshot(ContractFile file) {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->path = file.path;
    snapshot->summary = summarize(file);
    snapshot->checked = std::move(file.checked);
    const Checked& checked = snapshot->checked;
    snapshot->name = std::string(checked.contract.name.value);
    if (!file.why.empty()) {
        return snapshot;
    }
    static const Sources kNoSources;
    const Sources& sources = checked.document ? checked.document->sources() : kNoSources;
    snapshot->files = source_texts(sources, checked.findings, checked.hidden);
    for (const Finding& finding : checked.findings) {
        snapshot->findings.push_back(finding_row(sources, finding));
    }
    if (checked.document) {
        for (const BuildPlan& plan : checked.plan.builds) {
            snapshot->builds.push_back(sql_build(checked, plan));
        }
    }
    return snapshot;
}

} // namespace weir::app
