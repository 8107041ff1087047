// The answers about a place in a text.

#include <fmt/format.h>

#include "lsp/server.h"
#include "weir/format.h"

namespace weir::lsp {

namespace {

using nlohmann::json;

// Numbers of the protocol.
constexpr int kInvalidParams = -32602;
constexpr int kRequestFailed = -32803;

int kind_number(CompletionKind kind) {
    switch (kind) {
    case CompletionKind::Key:
        return 10; // Property
    case CompletionKind::Value:
        return 12; // Value
    case CompletionKind::Type:
        return 25; // TypeParameter
    case CompletionKind::Column:
        return 5; // Field
    case CompletionKind::Output:
        return 18; // Reference
    case CompletionKind::File:
        break;
    }
    return 17; // File
}

/// Text that Markdown shows as it is.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*_{}[]()<>#+-.!|~&").find(c) != std::string_view::npos) {
            out += '\\';
        }
        out += c;
    }
    return out;
}

/// A block of code that no text can leave.
std::string fenced(std::string_view text) {
    std::string fence = "```";
    while (text.find(fence) != std::string_view::npos) {
        fence += '`';
    }
    return fence + "\n" + std::string(text) + "\n" + fence;
}

json contents(const Hover& hover, bool markdown) {
    std::string text;
    if (!hover.title.empty()) {
        text = markdown ? fenced(hover.title) : hover.title;
    }
    for (const std::string& line : hover.lines) {
        text += text.empty() ? "" : markdown ? "\n\n" : "\n";
        text += markdown ? escaped(line) : line;
    }
    return {{"kind", markdown ? "markdown" : "plaintext"}, {"value", std::move(text)}};
}

bool overlaps(const json& a, const json& b) {
    const auto before = [](const json& x, const json& y) {
        return std::pair(x.at("line").get<std::uint64_t>(), x.at("character").get<std::uint64_t>()) <
               std::pair(y.at("line").get<std::uint64_t>(), y.at("character").get<std::uint64_t>());
    };
    return !before(a.at("end"), b.at("start")) && !before(b.at("end"), a.at("start"));
}

bool wants_quick_fixes(const json& params) {
    const json context = params.value("context", json::object());
    const json only = context.is_object() ? context.value("only", json()) : json();
    if (!only.is_array()) {
        return true;
    }
    for (const json& kind : only) {
        const auto* word = kind.get_ptr<const json::string_t*>();
        if (word != nullptr && (word->empty() || *word == "quickfix")) {
            return true;
        }
    }
    return false;
}

} // namespace

json Server::completion(const json& params) {
    json items = json::array();
    ask(params, [&](const Buffer& buffer, const Question& question) {
        std::size_t number = 0;
        for (const Completion& item : complete(question)) {
            const std::string_view text = buffer.text->text();
            const std::uint32_t begin = buffer.text->offset(item.replace.start);
            const bool in_quotes = begin < text.size() && (text[begin] == '"' || text[begin] == '\'');
            json one = {{"label", item.label},
                        {"kind", kind_number(item.kind)},
                        {"sortText", fmt::format("{:05}", number++)},
                        {"filterText", in_quotes ? item.text : item.label},
                        {"textEdit",
                         {{"range", range_to_client(*buffer.text, item.replace, workspace_.encoding())},
                          {"newText", item.text}}}};
            if (!item.detail.empty()) {
                one["detail"] = item.detail;
            }
            if (!item.doc.empty()) {
                one["documentation"] = item.doc;
            }
            items.push_back(std::move(one));
        }
    });
    return {{"isIncomplete", false}, {"items", std::move(items)}};
}

json Server::hover(const json& params) {
    json result;
    ask(params, [&](const Buffer& buffer, const Question& question) {
        if (const auto found = weir::hover(question)) {
            result = {{"contents", contents(*found, markdown_)},
                      {"range", range_to_client(*buffer.text, found->range, workspace_.encoding())}};
        }
    });
    return result;
}

json Server::definition(const json& params) {
    json result;
    ask(params, [&](const Buffer& /*buffer*/, const Question& question) {
        if (const auto found = weir::definition(question)) {
            result = workspace_.location(found->file, found->range, question);
        }
    });
    return result;
}

json Server::prepare_rename(const json& params) {
    const Buffer& buffer = buffer_of(params);
    const Position at = position_of(buffer, params);
    workspace_.refresh();
    const std::optional<Renamed> found = workspace_.rename(buffer, at, {});
    if (!found || !found->renaming) {
        return nullptr;
    }
    const Renaming& renaming = *found->renaming;
    if (!renaming.obstacle.empty()) {
        throw Problem{kRequestFailed, renaming.obstacle};
    }
    const Range range = found->checked.document->sources().range(renaming.at);
    return {{"range", range_to_client(*buffer.text, range, workspace_.encoding())}, {"placeholder", renaming.name}};
}

json Server::rename(const json& params) {
    const Buffer& buffer = buffer_of(params);
    const Position at = position_of(buffer, params);
    const json name = params.value("newName", json());
    if (!name.is_string() || name.get_ref<const std::string&>().empty()) {
        throw Problem{kInvalidParams, "newName is none"};
    }
    workspace_.refresh();
    const std::optional<Renamed> found = workspace_.rename(buffer, at, name.get_ref<const std::string&>());
    if (!found || !found->renaming) {
        throw Problem{kRequestFailed, "no column is named here, or the text cannot be read"};
    }
    if (!found->renaming->obstacle.empty()) {
        throw Problem{kRequestFailed, found->renaming->obstacle};
    }
    return {{"changes", workspace_.edits_of(*found)}};
}

json Server::formatting(const json& params) {
    const Buffer& buffer = buffer_of(params);
    const std::string_view text = buffer.text->text();
    const Formatted formatted = format(buffer.name(), text);
    json edits = json::array();
    if (formatted.refusal.empty() && formatted.text != text) {
        const Range all{{1, 1}, buffer.text->position(static_cast<std::uint32_t>(text.size()))};
        edits.push_back(
            {{"range", range_to_client(*buffer.text, all, workspace_.encoding())}, {"newText", formatted.text}});
    }
    return edits;
}

json Server::code_action(const json& params) {
    const Buffer& buffer = buffer_of(params);
    const json range = params.value("range", json());
    Position ignored;
    const auto is_position = [&](const char* name) {
        return range.is_object() && range.contains(name) &&
               position_from_client(*buffer.text, range.at(name), workspace_.encoding(), ignored);
    };
    if (!is_position("start") || !is_position("end")) {
        throw Problem{kInvalidParams, "range is none"};
    }
    json actions = json::array();
    if (!wants_quick_fixes(params)) {
        return actions;
    }
    workspace_.refresh();
    const Diagnostics all = workspace_.diagnostics();
    const auto found = all.find(buffer.uri);
    for (const Diagnostic& diagnostic : found == all.end() ? std::vector<Diagnostic>{} : found->second) {
        if (!diagnostic.title.empty() && overlaps(diagnostic.body.at("range"), range)) {
            actions.push_back({{"title", diagnostic.title},
                               {"kind", "quickfix"},
                               {"diagnostics", {diagnostic.body}},
                               {"isPreferred", true},
                               {"edit", {{"changes", diagnostic.edits}}}});
        }
    }
    return actions;
}

namespace {

/// Symbols of one text: what an expose or a build holds that stands in it.
class Symbols {
  public:
    Symbols(const Contract& contract, const Buffer& buffer, Encoding encoding)
        : contract_(contract), buffer_(buffer), encoding_(encoding) {}

    [[nodiscard]] json all() const {
        constexpr int kModule = 2;
        constexpr int kStruct = 23;
        json symbols = json::array();
        for (const Build& build : contract_.builds) {
            add(symbols, build.id.value, kModule, build.at, build.id.at);
        }
        for (const Expose& expose : contract_.exposes) {
            if (add(symbols, expose.expose_id.value, kStruct, expose.at, expose.expose_id.at)) {
                columns(symbols.back(), expose.schema.first, expose.schema.count);
            }
        }
        return symbols;
    }

  private:
    bool add(json& list, std::string_view name, int kind, Place place, Place named) const {
        if (name.empty() || !place.known() || !named.known()) {
            return false;
        }
        const Span whole = contract_.document->node(place.node).span;
        const Span word = contract_.document->node(named.node).span;
        if (whole.file != 0 || word.file != 0 || word.begin < whole.begin || word.end > whole.end) {
            return false;
        }
        const auto range = [&](Span span) {
            return range_to_client(*buffer_.text, contract_.document->sources().range(span), encoding_);
        };
        list.push_back({{"name", name}, {"kind", kind}, {"range", range(whole)}, {"selectionRange", range(word)}});
        return true;
    }

    void columns(json& parent, ColumnId first, std::uint32_t count) const {
        constexpr int kField = 8;
        json children = json::array();
        for (ColumnId id = first; id < first + count; ++id) {
            const Column& column = contract_.columns[id];
            if (add(children, column.name, kField, column.at, column.name_at)) {
                children.back()["detail"] = brief_type(contract_.columns, column);
            }
        }
        parent["children"] = std::move(children);
    }

    const Contract& contract_;
    const Buffer& buffer_;
    Encoding encoding_;
};

} // namespace

json Server::document_symbol(const json& params) {
    const Buffer& buffer = buffer_of(params);
    workspace_.refresh();
    const Contract* contract = workspace_.contract_of(buffer);
    return contract == nullptr ? json::array() : Symbols(*contract, buffer, workspace_.encoding()).all();
}

} // namespace weir::lsp
