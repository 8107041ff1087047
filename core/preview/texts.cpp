#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "preview/align.h"
#include "preview/parts.h"
#include "preview/side_by_side.h"

namespace weir {

namespace {

const Sources* sources_of(const PreviewSide* side) {
    return side == nullptr ? nullptr : side->report.sources;
}

/// Lines that changes and findings point at, by side and file.
class PointedAt {
  public:
    explicit PointedAt(const PageContext& context) {
        if (context.pair.changes != nullptr) {
            std::size_t left = context.limits.changes;
            for (const Change& change : *context.pair.changes->changes) {
                if (left-- == 0) {
                    break;
                }
                add(false, sources_of(context.pair.base), change.base);
                add(true, sources_of(context.pair.head), change.head);
            }
        }
        for (const bool head : {false, true}) {
            const PreviewSide* side = head ? context.pair.head : context.pair.base;
            if (side != nullptr && side->report.findings != nullptr) {
                const std::size_t most = std::min(side->report.findings->size(), context.limits.findings);
                for (std::size_t i = 0; i < most; ++i) {
                    const Finding& finding = (*side->report.findings)[i];
                    if (is_on_page(finding)) {
                        add(head, sources_of(side), finding.at);
                    }
                }
            }
        }
    }

    [[nodiscard]] std::vector<std::uint32_t> in(bool head, FileId file) const {
        const auto found = lines_.find({head, file});
        return found == lines_.end() ? std::vector<std::uint32_t>()
                                     : std::vector<std::uint32_t>(found->second.begin(), found->second.end());
    }

  private:
    void add(bool head, const Sources* sources, Span at) {
        if (sources != nullptr && at.known() && at.file < sources->size()) {
            lines_[{head, at.file}].insert(sources->range(at).start.line);
        }
    }

    std::map<std::pair<bool, FileId>, std::set<std::uint32_t>> lines_;
};

std::map<std::string_view, FileId> names_of(const Sources* sources) {
    std::map<std::string_view, FileId> names;
    for (FileId file = 1; sources != nullptr && file < sources->size(); ++file) {
        names.emplace((*sources)[file].name(), file);
    }
    return names;
}

/// One side of one file, or the reason why it is not shown.
struct ShownFile {
    ShownText text;
    std::string_view missing;
};

ShownFile shown_file(const PageContext& context, const Anchors& anchors, const PointedAt& pointed_at, bool head,
                     FileId file) {
    ShownFile shown;
    const Sources* sources = sources_of(head ? context.pair.head : context.pair.base);
    const VeiledSide& side = head ? context.veil.head() : context.veil.base();
    if (file == Span::kNoFile || sources == nullptr) {
        shown.missing = "This side has no such file.";
        return shown;
    }
    if (!side.shows_text(file)) {
        shown.missing =
            "This text could not be read as YAML. Nothing tells what of it is a secret, so it is not shown; "
            "the findings say what is wrong.";
        return shown;
    }
    shown.text.lines = lines_of((*sources)[file].text());
    shown.text.show = [&context, &side, sources, file](std::string_view line) {
        return context.veil.line(side, *sources, file, line);
    };
    shown.text.pointed_at = pointed_at.in(head, file);
    shown.text.anchor = anchors.of(head, file);
    return shown;
}

void write_file(Html& html, const PageContext& context, const ShownFile& base, const ShownFile& head,
                const SideBySideLimits& limits) {
    const bool two_sides = context.pair.base != nullptr && context.pair.head != nullptr;
    const auto say = [&](std::string_view side, std::string_view missing) {
        html.raw("<p class=\"quiet\">").raw(side).raw(missing).raw("</p>\n");
    };
    if (two_sides && !base.missing.empty()) {
        say("Before: ", base.missing);
    }
    if (context.pair.head != nullptr && !head.missing.empty()) {
        say(two_sides ? "After: " : "", head.missing);
    }
    if (context.pair.head == nullptr && !base.missing.empty()) {
        say("", base.missing);
    }
    if (base.missing.empty() && head.missing.empty()) {
        write_side_by_side(html, base.text, head.text, limits);
    } else if (head.missing.empty()) {
        write_alone(html, head.text, "i", limits);
    } else if (base.missing.empty()) {
        write_alone(html, base.text, "d", limits);
    }
}

} // namespace

std::vector<FilePair> files_of(const PageContext& context) {
    const Sources* base = sources_of(context.pair.base);
    const Sources* head = sources_of(context.pair.head);
    std::vector<FilePair> files;
    const auto first = [](const Sources* sources) {
        return sources != nullptr && sources->size() > 0 ? FileId{0} : Span::kNoFile;
    };
    files.push_back({first(base), first(head)});
    std::map<std::string_view, FilePair> fragments;
    for (const auto& [name, file] : names_of(base)) {
        fragments[name].base = file;
    }
    for (const auto& [name, file] : names_of(head)) {
        fragments[name].head = file;
    }
    for (const auto& [name, pair] : fragments) {
        const bool same = pair.base != Span::kNoFile && pair.head != Span::kNoFile &&
                          (*base)[pair.base].text() == (*head)[pair.head].text();
        if (!same) {
            files.push_back(pair);
        }
    }
    return files;
}

Anchors::Anchors(const PageContext& context, const std::vector<FilePair>& files) {
    const auto set = [](std::vector<std::string>& anchors, char side, FileId file, std::size_t number) {
        if (file != Span::kNoFile) {
            anchors.resize(std::max<std::size_t>(anchors.size(), file + 1));
            anchors[file] = fmt::format("{}{}", side, number);
        }
    };
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i].base != Span::kNoFile && context.veil.base().shows_text(files[i].base)) {
            set(base_, 'b', files[i].base, i);
        }
        if (files[i].head != Span::kNoFile && context.veil.head().shows_text(files[i].head)) {
            set(head_, 'h', files[i].head, i);
        }
    }
}

std::string Anchors::of(bool head, FileId file) const {
    const std::vector<std::string>& anchors = head ? head_ : base_;
    return file < anchors.size() ? anchors[file] : std::string();
}

void write_location(Html& html, const PageContext& context, const Anchors& anchors, bool head, Span at) {
    const Sources& sources = *(head ? context.pair.head : context.pair.base)->report.sources;
    const Position start = sources.range(at).start;
    const std::string anchor = anchors.of(head, at.file);
    const std::string place = fmt::format("{}:{}:{}", sources[at.file].name(), start.line, start.column);
    if (anchor.empty()) {
        html.raw("<code>").text(context.veil.text(place)).raw("</code>");
    } else {
        html.raw("<a href=\"#").raw(fmt::format("{}-{}", anchor, start.line)).raw("\"><code>");
        html.text(context.veil.text(place)).raw("</code></a>");
    }
}

bool write_texts(Html& html, const PageContext& context, const Anchors& anchors, const std::vector<FilePair>& files) {
    const PointedAt pointed_at(context);
    html.raw("<section id=\"yaml\">\n<h2>Contract</h2>\n");
    const std::size_t begin = html.size();
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::size_t used = html.size() - begin;
        if (used >= context.limits.text_bytes) {
            html.raw("<p class=\"cut\">").raw(counted(files.size() - i, "more file", "more files"));
            html.raw(" not on this page: it would be too large</p>\n");
            break;
        }
        const ShownFile base = shown_file(context, anchors, pointed_at, false, files[i].base);
        const ShownFile head = shown_file(context, anchors, pointed_at, true, files[i].head);
        const Sources* base_sources = sources_of(context.pair.base);
        const Sources* head_sources = sources_of(context.pair.head);
        // Fragments of a contract that is new or gone may be those of many others: they did not come or go with it.
        const bool folded = i > 0 && (context.pair.base == nullptr || context.pair.head == nullptr);
        html.raw(folded ? "<details class=\"table\"><summary>Fragment " : "<h3 class=\"file\">");
        const std::string before =
            files[i].base == Span::kNoFile ? std::string() : (*base_sources)[files[i].base].name();
        const std::string after =
            files[i].head == Span::kNoFile ? std::string() : (*head_sources)[files[i].head].name();
        html.raw("<code>").text(context.veil.text(before.empty() ? after : before)).raw("</code>");
        if (!before.empty() && !after.empty() && before != after) {
            html.raw(" → <code>").text(context.veil.text(after)).raw("</code>");
        }
        html.raw(folded ? "</summary>\n" : i > 0 ? " <small>fragment</small></h3>\n" : "</h3>\n");
        write_file(html, context, base, head, {context.limits.text_bytes - used, context.limits.line_bytes});
        html.raw(folded ? "</details>\n" : "");
    }
    html.raw("</section>\n");
    return true;
}

} // namespace weir
