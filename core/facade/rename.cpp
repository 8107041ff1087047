// A renaming is made only when the contract means the same under the new name: it is checked as it would be.

#include <algorithm>

#include "weir/advice.h"
#include "weir/facade.h"

namespace weir {

namespace {

bool same_binding(const OutputBinding& a, const OutputBinding& b) {
    return a.how == b.how && a.output == b.output && a.from.root == b.from.root &&
           a.from.root_index == b.from.root_index && a.from.column == b.from.column &&
           a.from.steps.size() == b.from.steps.size() &&
           std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(), same_binding);
}

/// Columns are numbered in the order of the texts, so that under another name they keep their numbers.
bool same_plan(const Plan& a, const Plan& b) {
    return std::equal(a.builds.begin(), a.builds.end(), b.builds.begin(), b.builds.end(),
                      [](const BuildPlan& one, const BuildPlan& other) {
                          return one.complete == other.complete &&
                                 std::equal(one.outputs.begin(), one.outputs.end(), other.outputs.begin(),
                                            other.outputs.end(), same_binding);
                      });
}

/// What the contract would have to say that it does not say now; empty when there is nothing.
std::string objection(const Checked& before, const Checked& after) {
    const auto times = [](const Checked& checked, Code code) {
        return std::count_if(checked.findings.begin(), checked.findings.end(),
                             [&](const Finding& finding) { return finding.code == code; });
    };
    for (const Finding& finding : after.findings) {
        // Advice that goes by names stands in no one's way.
        if (!is_advice(finding.code) && times(after, finding.code) > times(before, finding.code)) {
            return finding.message;
        }
    }
    return same_plan(before.plan, after.plan) ? std::string() : "another column would be read in its place";
}

/// The texts with the places written anew.
FileSet renamed(const FileSet& files, const Sources& sources, const std::vector<NamePlace>& places) {
    FileSet out = files;
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        const SourceText& source = sources[place->at.file];
        const auto given = files.find(source.name());
        if (given != files.end()) {
            const std::size_t mark = given->second.text.size() - source.text().size(); // a byte order mark
            out[source.name()].text.replace(mark + place->at.begin, place->at.end - place->at.begin, place->text);
        }
    }
    return out;
}

std::optional<FileId> text_named(const Checked& checked, std::string_view name) {
    const Sources& sources = checked.document->sources();
    for (FileId file = 0; file < sources.size(); ++file) {
        if (sources[file].name() == name) {
            return file;
        }
    }
    return std::nullopt;
}

} // namespace

Renamed rename(const FileSet& files, std::string_view file, std::string_view ref_root, std::string_view in, Position at,
               std::string_view name) {
    Renamed out;
    out.checked = check(files, file, ref_root);
    if (!out.checked.need.empty() || !out.checked.readable() || is_broken(out.checked, in)) {
        return out;
    }
    const std::optional<FileId> id = text_named(out.checked, in);
    if (!id) {
        return out;
    }
    const Sources& sources = out.checked.document->sources();
    const std::uint32_t offset = sources[*id].offset(at);
    out.renaming = find_renaming(out.checked.contract, out.checked.plan, {*id, offset, offset}, name);
    if (!out.renaming || !out.renaming->obstacle.empty() || name.empty() || name == out.renaming->name) {
        return out;
    }
    const FileSet changed = renamed(files, sources, out.renaming->places);
    out.renaming->obstacle = objection(out.checked, check(changed, file, ref_root));
    if (!out.renaming->obstacle.empty()) {
        out.renaming->places.clear();
    }
    return out;
}

} // namespace weir
