#include "facade/secrecy.h"

#include <algorithm>
#include <unordered_set>

#include "text/secrecy.h"
#include "text/secret_values.h"

namespace weir {

namespace {

std::uint64_t place_of(Span span) {
    return (std::uint64_t{span.file} << 32U) | span.begin;
}

bool is_about_text(Code code) {
    return code <= Code::yaml_unknown_tag && code != Code::control_character && code != Code::file_unreadable;
}

/// The finding stands at a byte inside a value or behind it.
bool is_about_bytes(Code code) {
    return code == Code::yaml_control_character || code == Code::yaml_encoding || code == Code::yaml_lone_cr;
}

bool tells_something(const Node& value) {
    return value.kind == NodeKind::String && !value.text.empty() && value.text != "true" && value.text != "false";
}

/// The key is a known one misspelt, whose value is no secret.
bool is_innocent(const Finding& unknown_key) {
    if (!unknown_key.fix || unknown_key.fix->edits.size() != 1) {
        return false;
    }
    const std::string_view meant = unknown_key.fix->edits.front().text;
    return !names_credential(meant) && !holds_address(meant);
}

class Seal {
  public:
    /// \param unknown_too  remember what stands under unknown keys: no finding repeats it, a change may
    Seal(const Checked& checked, bool unknown_too)
        : checked_(checked), unknown_too_(unknown_too), hides_sql_(!checked.valid()) {
        if (checked_.document != nullptr) {
            gather();
            look_at_nodes();
            std::sort(hidden_.begin(), hidden_.end(), [](const Span& a, const Span& b) {
                return place_of(a) != place_of(b) ? place_of(a) < place_of(b) : a.end < b.end;
            });
        }
    }

    [[nodiscard]] std::vector<Span> take_hidden() { return std::move(hidden_); }
    [[nodiscard]] const SecretValues& values() const { return values_; }

  private:
    void hide(Span span) { hidden_.push_back(span); }

    /// What the findings themselves say of places.
    void gather() {
        for (const Finding& finding : checked_.findings) {
            if (!finding.at.known()) {
                continue;
            }
            if (finding.secret) {
                hide(finding.at);
                if (finding.at.file != 0 && is_about_text(finding.code)) {
                    // The fragment may be a file that is nobody's business.
                    const std::string_view text = checked_.document->sources()[finding.at.file].text();
                    hide({finding.at.file, 0, static_cast<std::uint32_t>(text.size())});
                }
                secrets_.insert(place_of(finding.at));
            }
            if (finding.code == Code::key_unknown && !is_innocent(finding)) {
                unknown_.insert(place_of(finding.at));
            }
            if (is_about_text(finding.code)) {
                look_at_line(finding.at, finding.code);
                for (const Related& related : finding.related) {
                    look_at_line(related.at, finding.code);
                }
            }
        }
    }

    /// What a line says of its values.
    struct Line {
        std::uint32_t file = 0;
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t value = std::string_view::npos; ///< where the first value starts, behind `: `
        std::optional<std::size_t> secret;          ///< where what may be a secret starts
    };

    /// The line around `at`. Findings come in the order of their places: many on one line look at it once.
    const Line& line_at(std::uint32_t file, std::string_view text, std::size_t at) {
        const bool same = line_ && line_->file == file && line_->begin <= at && at <= line_->end;
        if (!same) {
            const std::size_t before = at == 0 ? std::string_view::npos : text.find_last_of("\r\n", at - 1);
            Line line{file, before == std::string_view::npos ? 0 : before + 1, 0, std::string_view::npos, std::nullopt};
            line.end = std::min(text.find_first_of("\r\n", line.begin), text.size());
            const std::size_t colon = text.substr(line.begin, line.end - line.begin).find(": ");
            if (colon != std::string_view::npos) {
                line.value = line.begin + colon + 2;
            }
            line.secret = find_secret_in_line(text, line.begin);
            line_ = line;
        }
        return *line_;
    }

    /// Near an error of a text nothing is known of values but what their line says.
    void look_at_line(Span at, Code code) {
        const Sources& sources = checked_.document->sources();
        if (!at.known() || at.file >= sources.size()) {
            return;
        }
        const std::string_view text = sources[at.file].text();
        const std::size_t begin = std::min<std::size_t>(at.begin, text.size());
        const Line& looked = line_at(at.file, text, begin);
        const std::size_t line = looked.begin;
        std::optional<std::size_t> from = looked.secret;
        // A value that starts so was meant as a text: a password more often than an alias or a tag.
        constexpr std::string_view kStarts = "*&!@`%\"'\\";
        const bool value = begin < text.size() && kStarts.find(text[begin]) != std::string_view::npos;
        if ((value && code != Code::yaml_duplicate_key) || is_about_bytes(code)) {
            const std::size_t alone = is_about_bytes(code) ? line : begin;
            const std::size_t starts = looked.value <= begin ? looked.value : alone;
            from = std::min(from.value_or(starts), starts);
        }
        if (from) {
            hide({at.file, static_cast<std::uint32_t>(*from),
                  static_cast<std::uint32_t>(std::max(looked.end, *from + 1))});
        }
    }

    void look_at_nodes() {
        const Document& document = *checked_.document;
        std::vector<bool> keys(document.node_count());
        for (NodeId id = 0; id < document.node_count(); ++id) {
            for (const Entry& entry : document.entries(id)) {
                keys[entry.key] = true;
                look_at_entry(document, entry);
            }
        }
        for (NodeId id = 0; id < document.node_count(); ++id) {
            if (document.node(id).kind == NodeKind::String) {
                look_at_text(document.node(id), keys[id]);
            }
        }
    }

    void look_at_entry(const Document& document, const Entry& entry) {
        const Node& key = document.node(entry.key);
        const Node& value = document.node(entry.value);
        if (secrets_.count(place_of(key.span)) > 0 || holds_credential(key.text)) {
            hide_below(document, entry.value, true, 0);
        } else if (hides_sql_ && key.text == "sql" && tells_something(value)) {
            hide(value.span); // its literals and comments may be anything
        } else if (unknown_.count(place_of(key.span)) > 0 && (tells_something(value) || !value.is_scalar())) {
            hide_below(document, entry.value, unknown_too_, 0);
        }
    }

    /// Hides a value with everything in it. Depth is bounded by the document's limit, but an alias may lead
    /// to the same nodes again and again, so only what stands at one place is followed.
    void hide_below(const Document& document, NodeId id, bool remember, int depth) {
        constexpr int kDeepest = 8;
        const Node& node = document.node(id);
        if (tells_something(node)) {
            hide(node.span);
            if (remember) {
                values_.add(node.text);
            }
        } else if (!node.is_scalar() && depth < kDeepest && hidden_below_.insert(id).second) {
            if (node.style == NodeStyle::Flow) {
                hide(node.span);
            }
            for (const NodeId item : document.items(id)) {
                hide_below(document, item, remember, depth + 1);
            }
            for (const Entry& entry : document.entries(id)) {
                hide_below(document, entry.value, remember, depth + 1);
            }
        }
    }

    /// The key of a secret is named by the finding; its value is what may not be told.
    void look_at_text(const Node& node, bool key) {
        const bool told = !key && secrets_.count(place_of(node.span)) > 0;
        const bool reads = !told && find_secret(node.text);
        if (told || reads) {
            hide(node.span);
            values_.add(node.text);
        }
    }

    const Checked& checked_;
    bool unknown_too_;
    bool hides_sql_; ///< the contract is refused, its SQL perhaps
    std::vector<Span> hidden_;
    std::unordered_set<std::uint64_t> secrets_; ///< where secret findings stand
    std::unordered_set<std::uint64_t> unknown_; ///< where unknown keys stand
    std::optional<Line> line_;                  ///< the line that was looked at last
    std::unordered_set<NodeId> hidden_below_;
    SecretValues values_;
};

/// Masks what the text tells; false when it tells nothing.
bool replace(std::string& text, const SecretValues& values) {
    std::string masked = values.masked(text);
    const bool told = masked != text;
    if (told) {
        text = std::move(masked);
    }
    return told;
}

void mask(Finding& finding, const SecretValues& values) {
    replace(finding.message, values);
    replace(finding.path, values);
    replace(finding.help, values);
    for (Related& related : finding.related) {
        replace(related.message, values);
    }
    if (finding.fix) {
        bool tells = replace(finding.fix->title, values);
        for (Edit& edit : finding.fix->edits) {
            tells = replace(edit.text, values) || tells;
        }
        if (tells) {
            finding.fix.reset();
        }
    }
}

} // namespace

void seal(Checked& checked) {
    Seal found(checked, false);
    for (Finding& finding : checked.findings) {
        mask(finding, found.values());
    }
    checked.hidden = found.take_hidden();
}

void seal(std::vector<Change>& changes, const Checked& base, const Checked& head) {
    const Seal old_side(base, true);
    const Seal new_side(head, true);
    for (Change& change : changes) {
        for (const SecretValues* values : {&old_side.values(), &new_side.values()}) {
            replace(change.path, *values);
            for (std::string* text : {&change.message, &change.what, &change.affected, &change.action, &change.before,
                                      &change.after, &change.migration.note}) {
                replace(*text, *values);
            }
            const auto told = [&](std::string& statement) { return replace(statement, *values); };
            if (std::erase_if(change.migration.spark, told) + std::erase_if(change.migration.trino, told) > 0) {
                change.migration.note += " A statement may tell a secret and is not shown.";
            }
        }
    }
}

} // namespace weir
