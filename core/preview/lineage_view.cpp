#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "preview/parts.h"

namespace weir {

namespace {

// The picture's measures, in its own units: one is a CSS pixel at full size.
constexpr int kWidth = 920;
constexpr int kBox = 356;
constexpr int kRow = 26;
constexpr int kTop = 40;
constexpr int kIndent = 14;
constexpr std::size_t kNameBytes = 30;
constexpr std::size_t kTypeBytes = 20;

std::string_view class_of(LineageMark mark) {
    switch (mark) {
    case LineageMark::Added:
        return "added";
    case LineageMark::Changed:
        return "changed";
    case LineageMark::Removed:
        return "removed";
    case LineageMark::Same:
        break;
    }
    return "same";
}

std::string_view sign_of(LineageMark mark) {
    switch (mark) {
    case LineageMark::Added:
        return "+";
    case LineageMark::Changed:
        return "≠";
    case LineageMark::Removed:
        return "−";
    case LineageMark::Same:
        break;
    }
    return "";
}

class Picture {
  public:
    Picture(Html& html, const Veil& veil, const Lineage& lineage, const PreviewLimits& limits, std::size_t number)
        : html_(html), veil_(veil), lineage_(lineage), number_(number) {
        choose(limits.drawn_columns);
    }

    void write() {
        const auto rows = static_cast<int>(std::max(sources_.size(), targets_.size()));
        const int height = kTop + rows * kRow + 10;
        html_.raw("<div class=\"scroll\" tabindex=\"0\">\n");
        html_.raw(fmt::format("<svg class=\"lineage\" role=\"img\" aria-labelledby=\"lt{0} ld{0}\" viewBox=\"0 0 {1} "
                              "{2}\" width=\"{1}\" height=\"{2}\">\n<title id=\"lt{0}\">",
                              number_, kWidth, height));
        html_.raw("Lineage of build ").text(veil_.text(lineage_.build)).raw("</title>\n");
        html_.raw(fmt::format("<desc id=\"ld{}\">", number_));
        html_.raw(lineage_.own_sql ? "The columns that the build's own SQL reads and writes."
                                   : "Lines lead from each part of the record to the table column that it feeds.");
        html_.raw(" The table behind the picture says the same in words.</desc>\n");
        box(0, static_cast<int>(sources_.size()), "Records on ", lineage_.topic);
        box(kWidth - kBox, static_cast<int>(targets_.size()), "Table ", lineage_.table);
        lineage_.own_sql ? write_own_sql() : write_edges();
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            write_source(lineage_.sources[sources_[i]], static_cast<int>(i));
        }
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            write_target(lineage_.targets[targets_[i]], static_cast<int>(i));
        }
        html_.raw("</svg>\n</div>\n");
        const std::size_t columns = lineage_.targets.size() - targets_.size();
        const std::size_t parts = lineage_.sources.size() - sources_.size();
        if (columns + parts > 0) {
            html_.raw("<p class=\"cut\">").raw(counted(columns, "table column", "table columns")).raw(" and ");
            html_.raw(counted(parts, "part of the record", "parts of the record")).raw(" not drawn</p>\n");
        }
    }

  private:
    /// Which rows are drawn: those that changed first, what feeds them, then the rest while there is room.
    void choose(std::size_t most) {
        std::set<std::size_t> targets;
        std::set<std::size_t> sources;
        for (const bool changed : {true, false}) {
            for (std::size_t i = 0; i < lineage_.targets.size() && targets.size() < most; ++i) {
                if ((lineage_.targets[i].mark != LineageMark::Same) == changed) {
                    targets.insert(i);
                }
            }
        }
        for (const std::size_t i : targets) {
            if (lineage_.targets[i].source != LineageTarget::kNone) {
                sources.insert(lineage_.targets[i].source);
            }
        }
        for (std::size_t i = 0; i < lineage_.sources.size() && sources.size() < most; ++i) {
            sources.insert(i);
        }
        targets_.assign(targets.begin(), targets.end());
        sources_.assign(sources.begin(), sources.end());
    }

    static int middle(int row) { return kTop + row * kRow + kRow / 2; }

    void box(int x, int rows, std::string_view title, std::string_view name) {
        html_.raw(fmt::format("<rect class=\"box\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n", x + 1,
                              kTop - 4, kBox - 2, std::max(rows, 1) * kRow + 8));
        html_.raw(fmt::format("<text class=\"head\" x=\"{}\" y=\"{}\">", x + 2, kTop - 16)).raw(title);
        html_.text(clipped(veil_.text(name), 40)).raw("</text>\n");
    }

    void label(int x, int y, std::string_view kind, std::string_view anchor, const std::string& text,
               std::size_t bytes) {
        html_.raw(fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\"{}>", kind, x, y + 4, anchor));
        const std::string shown = veil_.text(text);
        if (shown.size() > bytes) {
            html_.raw("<title>").text(clipped(shown, 300)).raw("</title>");
        }
        html_.text(clipped(shown, bytes)).raw("</text>\n");
    }

    void write_source(const LineageSource& source, int row) {
        const int y = middle(row);
        html_.raw(source.used || lineage_.own_sql ? "<g class=\"used\">\n" : "<g class=\"unused\">\n");
        const int indent = kIndent * static_cast<int>(std::min<std::uint32_t>(source.depth, 8));
        label(12 + indent, y, "name", "", source.name, kNameBytes - std::min<std::size_t>(indent / 7, 14));
        const std::string type = fmt::format("{}{}{}", source.type, source.nullable ? "?" : "",
                                             source.origin.empty() ? "" : " · " + source.origin);
        label(kBox - 14, y, "type", " text-anchor=\"end\"", type, source.origin.empty() ? kTypeBytes : 32);
        html_.raw("</g>\n");
    }

    void write_target(const LineageTarget& target, int row) {
        const int y = middle(row);
        const int x = kWidth - kBox;
        html_.raw("<g class=\"").raw(class_of(target.mark)).raw("\">\n");
        if (target.mark != LineageMark::Same) {
            html_.raw(fmt::format("<rect class=\"hit\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>\n",
                                  x + 4, y - kRow / 2 + 1, kBox - 8, kRow - 2));
            html_.raw(fmt::format("<text class=\"sign\" x=\"{}\" y=\"{}\">", x + 12, y + 4));
            html_.raw(sign_of(target.mark)).raw("</text>\n");
        }
        const int indent = kIndent * static_cast<int>(std::min<std::uint32_t>(target.depth, 8));
        const std::size_t dot = target.depth > 0 ? target.name.rfind('.') : std::string::npos;
        label(x + 28 + indent, y, "name", "", dot == std::string::npos ? target.name : target.name.substr(dot + 1),
              kNameBytes - std::min<std::size_t>(indent / 7, 14));
        label(kWidth - 14, y, "type", " text-anchor=\"end\"", target.type + (target.required ? "" : "?"), kTypeBytes);
        html_.raw("</g>\n");
    }

    void write_edges() {
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            const LineageTarget& target = lineage_.targets[targets_[i]];
            const auto at = std::lower_bound(sources_.begin(), sources_.end(), target.source);
            if (target.source == LineageTarget::kNone || at == sources_.end() || *at != target.source) {
                continue;
            }
            const int from = middle(static_cast<int>(at - sources_.begin()));
            const int to = middle(static_cast<int>(i));
            const int x = kWidth - kBox;
            const bool cast = target.how != "as it is";
            html_.raw(fmt::format("<path class=\"edge {}{}{}{}\" d=\"M{} {} C{} {} {} {} {} {}\"/>\n",
                                  class_of(target.mark), target.nullable ? " nullable" : "",
                                  target.element ? " element" : "", cast ? " cast" : "", kBox, from, kBox + 90, from,
                                  x - 90, to, x, to));
            if (cast) {
                // Beside the column, where no two lines meet.
                html_.raw(fmt::format("<text class=\"how\" x=\"{}\" y=\"{}\" text-anchor=\"end\">", x - 8, to - 4));
                html_.text(clipped(veil_.text(short_how(target)), 22)).raw("</text>\n");
            }
        }
    }

    static std::string short_how(const LineageTarget& target) {
        if (target.how.starts_with("cast ")) {
            return "cast";
        }
        if (target.how.starts_with("rebuilt")) {
            return "rebuilt";
        }
        return target.how.starts_with("decoded") ? "as UTF-8" : target.how;
    }

    void write_own_sql() {
        const int y = kTop + 6;
        html_.raw(fmt::format("<rect class=\"own\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"44\" rx=\"6\"/>\n",
                              kBox + 44, y, kWidth - 2 * kBox - 88));
        html_.raw(fmt::format("<text class=\"own\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">own SQL</text>\n",
                              kWidth / 2, y + 27));
        for (const int x : {kBox, kWidth - kBox - 44}) {
            html_.raw(fmt::format("<path class=\"edge\" d=\"M{} {} H{}\"/>\n", x, y + 22, x + 44));
        }
    }

    Html& html_;
    const Veil& veil_;
    const Lineage& lineage_;
    std::size_t number_;
    std::vector<std::size_t> sources_; ///< drawn rows, in order
    std::vector<std::size_t> targets_;
};

void write_row(Html& html, const Veil& veil, const LineageTarget& target) {
    const auto cell = [&](const std::string& text) {
        html.raw("<td>");
        if (text.empty()) {
            html.raw("—");
        } else {
            html.raw("<code>").text(veil.text(clipped(text, 300))).raw("</code>");
        }
        html.raw("</td>");
    };
    const bool removed = target.mark == LineageMark::Removed;
    html.raw("<tr class=\"").raw(class_of(target.mark)).raw("\"><td class=\"sign\">").raw(sign_of(target.mark));
    if (target.mark != LineageMark::Same) {
        html.raw(" <span>").raw(class_of(target.mark)).raw("</span>");
    }
    html.raw("</td><th scope=\"row\"><code>").text(veil.text(clipped(target.name, 300))).raw("</code></th>");
    cell(removed ? std::string() : target.type);
    html.raw("<td>").raw(removed ? "—" : target.required ? "required" : "optional").raw("</td>");
    cell(removed ? std::string() : target.from);
    html.raw("<td>").text(removed ? "—" : veil.text(target.how));
    html.raw(!removed && target.element ? ", for each element" : "");
    html.raw(!removed && target.nullable ? ", may be null" : "").raw("</td>");
    cell(target.was);
    html.raw("</tr>\n");
}

void write_table(Html& html, const Veil& veil, const Lineage& lineage, std::size_t most) {
    html.raw(
        "<details class=\"table\"><summary>The same as a table</summary>\n<div class=\"scroll\" tabindex=\"0\">\n");
    html.raw(
        "<table>\n<thead><tr><th scope=\"col\">Change</th><th scope=\"col\">Column</th><th scope=\"col\">Type</th>");
    html.raw("<th scope=\"col\">May be null</th><th scope=\"col\">Read from</th><th scope=\"col\">How</th>");
    html.raw("<th scope=\"col\">Before</th></tr></thead>\n<tbody>\n");
    std::size_t written = 0;
    const auto write = [&](const LineageTarget& target) {
        if (written < most) {
            write_row(html, veil, target);
            ++written;
        }
    };
    // What changed first: it is what the limit must not cut.
    for (const bool changed : {true, false}) {
        for (const LineageTarget& target : lineage.targets) {
            if ((target.mark != LineageMark::Same) == changed) {
                write(target);
            }
        }
        if (changed) {
            std::for_each(lineage.removed.begin(), lineage.removed.end(), write);
        }
    }
    html.raw("</tbody>\n</table>\n</div>\n");
    const std::size_t all = lineage.targets.size() + lineage.removed.size();
    if (all > written) {
        html.raw("<p class=\"cut\">").raw(counted(all - written, "more column", "more columns"));
        html.raw(" not in this table</p>\n");
    }
    html.raw("</details>\n");
}

void write_legend(Html& html, const Lineage& lineage) {
    html.raw("<p class=\"legend\">");
    if (lineage.own_sql) {
        html.raw(
            "The build runs its own SQL: what goes in and what comes out is known, not which column feeds which. ");
    } else {
        html.raw("<span class=\"l-solid\">never null</span> <span class=\"l-dash\">may be null</span> ");
        if (!lineage.exploded.empty()) {
            html.raw("<span class=\"l-element\">once for each element</span> ");
        }
    }
    html.raw("<span>type<b>?</b> optional</span></p>\n");
}

} // namespace

void write_lineage(Html& html, const Veil& veil, const Lineage& lineage, const PreviewLimits& limits,
                   std::size_t number) {
    Picture(html, veil, lineage, limits, number).write();
    write_legend(html, lineage);
    write_table(html, veil, lineage, limits.listed_columns);
}

bool write_lineages(Html& html, const PageContext& context) {
    constexpr std::size_t kMostBuilds = 20;
    const std::vector<BuildPair> builds = builds_of(context);
    if (builds.empty()) {
        return false;
    }
    html.raw("<section id=\"lineage\">\n<h2>Lineage</h2>\n");
    std::size_t number = 0;
    for (const BuildPair& pair : builds) {
        if (number == kMostBuilds) {
            html.raw("<p class=\"cut\">").raw(counted(builds.size() - number, "more build", "more builds"));
            html.raw(" not on this page</p>\n");
            break;
        }
        Lineage lineage =
            pair.head != nullptr ? lineage_of(*context.head(), *pair.head) : lineage_of(*context.base(), *pair.base);
        html.raw("<h3>Build <code>").text(context.veil.text(clipped(lineage.build, 100))).raw("</code>");
        if (pair.head == nullptr) {
            html.raw(" <small>as it was before</small>");
        }
        html.raw("</h3>\n");
        if (pair.head != nullptr && pair.base != nullptr) {
            mark_changes(lineage, lineage_of(*context.base(), *pair.base));
        }
        write_lineage(html, context.veil, lineage, context.limits, number++);
    }
    html.raw("</section>\n");
    return true;
}

} // namespace weir
