#include <algorithm>

#include <fmt/format.h>

#include "facade/secrecy.h"
#include "text/order.h"
#include "weir/advice.h"
#include "weir/facade.h"
#include "weir/fetch.h"
#include "weir/grammar.h"

namespace weir {

namespace {

void append(std::vector<Finding>& to, std::vector<Finding>& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    from.clear();
}

bool comes_before(const Finding& a, const Finding& b) {
    const bool a_is_cut = a.code == Code::findings_cut;
    if (a_is_cut != (b.code == Code::findings_cut)) {
        return !a_is_cut; // says how many come behind
    }
    // Findings about the whole contract come first: kNoFile + 1 is 0.
    const auto file = [](const Finding& finding) { return finding.at.file + 1U; };
    if (file(a) != file(b)) {
        return file(a) < file(b);
    }
    if (a.at.begin != b.at.begin) {
        return a.at.begin < b.at.begin;
    }
    return a.at.end != b.at.end ? a.at.end < b.at.end : a.code < b.code;
}

std::string listed(std::span<const std::string_view> names) {
    std::string text;
    for (const std::string_view name : names) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
    }
    return text;
}

/// A value that is refused as a whole needs no word about how YAML 1.1 reads it. Takes findings in order.
void drop_told(std::vector<Finding>& findings) {
    const auto same_place = [](const Finding& a, const Finding& b) {
        return a.at.file == b.at.file && a.at.begin == b.at.begin;
    };
    std::vector<Finding> left;
    left.reserve(findings.size());
    for (auto first = findings.begin(); first != findings.end();) {
        const auto end =
            std::find_if(first, findings.end(), [&](const Finding& other) { return !same_place(*first, other); });
        const bool refused =
            std::any_of(first, end, [](const Finding& finding) { return finding.code == Code::value_kind; });
        for (; first != end; ++first) {
            if (!refused || first->code != Code::yaml_1_1_spelling) {
                left.push_back(std::move(*first));
            }
        }
    }
    findings = std::move(left);
}

/// Says where the fragment that a finding stands in was included from.
void relate_includes(const Document& document, std::vector<Finding>& findings) {
    for (Finding& finding : findings) {
        if (!finding.at.known() || finding.at.file == 0) {
            continue;
        }
        const Span included = document.included_at(finding.at.file);
        const bool told = std::any_of(finding.related.begin(), finding.related.end(), [&](const Related& related) {
            return related.at.file == included.file && related.at.begin == included.begin;
        });
        if (included.known() && !told) {
            finding.related.push_back({"included from here", included});
        }
    }
}

} // namespace

std::string_view version() {
    return WEIR_VERSION;
}

bool Checked::valid(bool strict) const {
    const auto stands = [&](const Finding& finding) {
        return finding.severity() == Severity::Error || (strict && finding.severity() == Severity::Warning);
    };
    return document != nullptr && std::none_of(findings.begin(), findings.end(), stands);
}

FragmentChoice choose_fragment(std::string_view kind, std::string_view version) {
    FragmentChoice choice;
    const auto versions = known_versions();
    if (kind.empty() && version.empty()) {
        return choice;
    }
    const std::optional<FragmentKind> found = fragment_kind(kind);
    if (kind.empty()) {
        choice = {std::nullopt, "fragment-unknown", "a schema version is given for a fragment only: add its kind"};
    } else if (!found) {
        choice = {std::nullopt, "fragment-unknown",
                  fmt::format("there is no kind of fragment {}; there is {}", kind, listed(fragment_kind_names()))};
    } else if (version.empty()) {
        choice = {std::nullopt, "schema-version-missing",
                  fmt::format("a fragment does not say its version: add --schema-version {}", kLaneVersion)};
    } else if (version != kLaneVersion) {
        const bool older = std::find(versions.begin(), versions.end(), version) != versions.end();
        choice = {
            std::nullopt, "schema-version-unknown",
            older ? fmt::format("fragments of kind {} came with version {}; {} has none", kind, kLaneVersion, version)
                  : fmt::format("{} is not a version that Weir knows; fragments are of {}", version, kLaneVersion)};
    } else {
        choice.kind = found;
    }
    return choice;
}

Checked check(const FileSet& files, std::string_view file, std::string_view ref_root,
              std::optional<FragmentKind> fragment) {
    return check(files, file, ref_root, fragment, FetchFile{});
}

Checked check(const FileSet& files, std::string_view file, std::string_view ref_root,
              std::optional<FragmentKind> fragment, const FetchFile& fetch) {
    Checked checked;
    checked.file = file;
    ReadDocument read =
        read_document(files, file, ref_root, {}, fragment ? RootKinds::MappingOrList : RootKinds::Mapping, fetch);
    checked.need = std::move(read.need);
    if (!checked.need.empty()) {
        return checked;
    }
    checked.document = read.document;
    checked.findings = std::move(read.findings);
    if (read.usable) {
        ReadContract contract = fragment ? read_fragment(read.document, *fragment) : read_contract(read.document);
        checked.contract = std::move(contract.contract);
        append(checked.findings, contract.findings);
        checked.plan = bind(checked.contract);
        append(checked.findings, checked.plan.findings);
        std::vector<Finding> own_sql = check_sql(checked.contract);
        append(checked.findings, own_sql);
        // What is wrong comes first: a contract that is refused is given no advice.
        const auto is_error = [](const Finding& finding) { return finding.severity() == Severity::Error; };
        if (!fragment && std::none_of(checked.findings.begin(), checked.findings.end(), is_error)) {
            std::vector<Finding> advice = advise(checked.contract, checked.plan);
            append(checked.findings, advice);
        }
    }
    if (checked.document != nullptr) {
        relate_includes(*checked.document, checked.findings);
    }
    sort_findings(checked.findings, comes_before);
    drop_told(checked.findings);
    seal(checked); // before the cut: what is cut hides its text all the same
    cut_findings(checked.findings);
    if (!checked.valid()) {
        // No SQL of a contract that is refused, own SQL that would escape its wrapping above all.
        for (BuildPlan& build : checked.plan.builds) {
            build.complete = false;
        }
    }
    return checked;
}

} // namespace weir
