#include "lsp/workspace.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "live/paths.h"
#include "lsp/uri.h"
#include "weir/names.h"

namespace weir::lsp {

namespace {

using nlohmann::json;

int severity_number(const std::string& severity) {
    return severity == "error" ? 1 : severity == "warning" ? 2 : 3;
}

Range core_range(const json& range) {
    const auto position = [](const json& at) {
        return Position{at.at("line").get<std::uint32_t>(), at.at("column").get<std::uint32_t>()};
    };
    return {position(range.at("start")), position(range.at("end"))};
}

/// The text with this name among those that a contract was read from.
const SourceText* text_named(const Checked& checked, const std::string& name) {
    if (checked.document == nullptr) {
        return nullptr;
    }
    const Sources& sources = checked.document->sources();
    for (FileId file = 0; file < sources.size(); ++file) {
        if (sources[file].name() == name) {
            return &sources[file];
        }
    }
    return nullptr;
}

/// Findings about what stands there in vain.
bool is_unnecessary(const std::string& code) {
    return code == "management-ignored" || code == "registry-unused" || code == "timestamp-format-unused";
}

} // namespace

void Workspace::touch(const std::string& uri) {
    const Buffer* buffer = buffers_.find(uri);
    if (buffer != nullptr && buffer->is_contract()) {
        roots_[uri].stale = true;
    } else {
        roots_.erase(uri);
    }
    // As a fragment it may be part of any other.
    for (auto& [own, root] : roots_) {
        if (own != uri) {
            root.stale = true;
        }
    }
}

void Workspace::touch_all() {
    for (auto& [uri, root] : roots_) {
        root.stale = true;
    }
}

bool Workspace::stale() const {
    return std::any_of(roots_.begin(), roots_.end(), [](const auto& entry) { return entry.second.stale; });
}

void Workspace::refresh() {
    for (auto& [uri, root] : roots_) {
        const Buffer* buffer = root.stale ? buffers_.find(uri) : nullptr;
        if (buffer != nullptr) {
            check(*buffer, root);
        }
        root.stale = false;
    }
}

live::LoadedContract Workspace::load(const Buffer& buffer) const {
    if (!buffer.path.empty()) {
        return host_.load(buffer.path, [&](const std::string& real) -> std::optional<std::string> {
            const Buffer* open = real == buffer.real ? &buffer : buffers_.by_real_path(real);
            return open == nullptr ? std::nullopt : std::optional(std::string(open->text->text()));
        });
    }
    live::LoadedContract loaded;
    loaded.found = true;
    loaded.files[buffer.uri].text = std::string(buffer.text->text());
    loaded.checked = weir::check(loaded.files, buffer.uri);
    while (!loaded.checked.need.empty()) {
        for (const std::string& name : loaded.checked.need) {
            loaded.files[name].refusal = "a text that is not saved has no folder to look in";
        }
        loaded.checked = weir::check(loaded.files, buffer.uri);
    }
    return loaded;
}

void Workspace::check(const Buffer& buffer, Root& root) const {
    root.loaded = std::make_shared<live::LoadedContract>(load(buffer));
    root.names.clear();
    for (const auto& [name, answer] : root.loaded->files) {
        if (answer.refusal.empty() && name.starts_with('/')) {
            root.names.emplace(live::real_path(name).value_or(name), name);
        }
    }
    const auto broken = [&](const auto& entry) { return is_broken(root.loaded->checked, entry.second); };
    if (root.loaded->checked.readable() && std::none_of(root.names.begin(), root.names.end(), broken) &&
        !is_broken(root.loaded->checked, buffer.name())) {
        root.good = root.loaded;
    }
    collect(buffer, root);
}

std::string Workspace::uri_of(const std::string& name) const {
    if (!name.starts_with('/')) {
        return name; // a text without a file is named by its URI
    }
    const Buffer* open = buffers_.by_real_path(live::real_path(name).value_or(name));
    return open == nullptr ? uri_of_path(name) : open->uri;
}

json Workspace::range_in(const json& range, const std::string& name, const Checked& checked) const {
    const SourceText* text = text_named(checked, name);
    static const SourceText kNothing({}, {});
    return range_to_client(text == nullptr ? kNothing : *text, core_range(range), encoding_);
}

Diagnostic Workspace::diagnostic(const json& finding, const Checked& checked) const {
    const std::string code = finding.at("code").get<std::string>();
    const std::string file = finding.at("file").get<std::string>();
    std::string message = finding.at("message").get<std::string>();
    if (const std::string help = finding.at("help").get<std::string>(); !help.empty()) {
        message += "\n" + help;
    }
    Diagnostic diagnostic;
    diagnostic.body = {{"range", range_in(finding.at("range"), file, checked)},
                       {"severity", severity_number(finding.at("severity").get<std::string>())},
                       {"code", code},
                       {"source", "weir"},
                       {"message", std::move(message)}};
    const std::string page = host_.pages + "/" + code + ".md";
    std::error_code unknown;
    if (!host_.pages.empty() && std::filesystem::exists(page, unknown)) {
        diagnostic.body["codeDescription"] = {{"href", uri_of_path(page)}};
    }
    if (is_unnecessary(code)) {
        diagnostic.body["tags"] = {1};
    }
    json related = json::array();
    for (const json& one : finding.at("related")) {
        const std::string name = one.at("file").get<std::string>();
        related.push_back({{"location", {{"uri", uri_of(name)}, {"range", range_in(one.at("range"), name, checked)}}},
                           {"message", one.at("message")}});
    }
    if (!related.empty()) {
        diagnostic.body["relatedInformation"] = std::move(related);
    }
    if (const json& fix = finding.at("fix"); fix.is_object()) {
        diagnostic.title = fix.at("title").get<std::string>();
        for (const json& edit : fix.at("edits")) {
            const std::string name = edit.at("file").get<std::string>();
            diagnostic.edits[uri_of(name)].push_back(
                {{"range", range_in(edit.at("range"), name, checked)}, {"newText", edit.at("text")}});
        }
    }
    return diagnostic;
}

/// Findings go by way of the JSON report, which hides what no output shows.
void Workspace::collect(const Buffer& buffer, Root& root) const {
    root.found.clear();
    const Checked& checked = root.loaded->checked;
    const json report = json::parse(contract_json(report_of(checked)), nullptr, false);
    if (!report.is_object()) {
        return;
    }
    for (const json& finding : report.at("findings")) {
        // Notes are no fault: `weir validate --notes` tells them when somebody asks.
        if (finding.at("severity") == severity_name(Severity::Info)) {
            continue;
        }
        const std::string name = finding.at("file").get<std::string>();
        const std::string uri = name.empty() ? buffer.uri : uri_of(name);
        root.found[uri].push_back(diagnostic(finding, checked));
    }
}

Diagnostics Workspace::diagnostics() const {
    Diagnostics all;
    for (const auto& [own, root] : roots_) {
        for (const auto& [uri, found] : root.found) {
            std::vector<Diagnostic>& list = all[uri];
            for (const Diagnostic& diagnostic : found) {
                const bool there = roots_.size() > 1 &&
                                   std::any_of(list.begin(), list.end(),
                                               [&](const Diagnostic& one) { return one.body == diagnostic.body; });
                if (!there) {
                    list.push_back(diagnostic);
                }
            }
        }
    }
    return all;
}

const Workspace::Root* Workspace::root_of(const Buffer& buffer, std::string& name) const {
    name = buffer.name();
    if (const auto own = roots_.find(buffer.uri); own != roots_.end()) {
        return &own->second;
    }
    for (const auto& [uri, root] : roots_) {
        const auto found = root.names.find(buffer.real);
        if (!buffer.real.empty() && found != root.names.end()) {
            name = found->second;
            return &root;
        }
    }
    return nullptr;
}

void Workspace::ask(const Buffer& buffer, Position at, const std::function<void(const Question&)>& use) const {
    std::string name;
    const Root* root = root_of(buffer, name);
    Question question;
    question.file = name;
    question.text = buffer.text->text();
    question.at = at;
    if (root == nullptr) {
        use(question);
        return;
    }
    const Checked* checked = &root->loaded->checked;
    Checked mended;
    if (is_broken(*checked, name)) {
        mended =
            check_while_typing(root->loaded->files, root->loaded->checked.file, root->loaded->ref_root, name, at.line);
        const bool readable = mended.need.empty() && !is_broken(mended, name);
        checked = readable || root->good == nullptr ? &mended : &root->good->checked;
    }
    if (checked->readable()) {
        question.contract = &checked->contract;
        question.plan = &checked->plan;
        question.findings = &checked->findings;
    }
    for (const auto& [file, answer] : root->loaded->files) {
        if (answer.refusal.empty()) {
            question.files.push_back(file);
        }
    }
    use(question);
}

const Contract* Workspace::contract_of(const Buffer& buffer) const {
    const auto root = roots_.find(buffer.uri);
    if (root == roots_.end()) {
        return nullptr;
    }
    return root->second.loaded->checked.readable() ? &root->second.loaded->checked.contract : nullptr;
}

std::optional<Renamed> Workspace::rename(const Buffer& buffer, Position at, std::string_view name) const {
    std::string in;
    const Root* root = root_of(buffer, in);
    if (root == nullptr) {
        return std::nullopt;
    }
    return weir::rename(root->loaded->files, root->loaded->checked.file, root->loaded->ref_root, in, at, name);
}

json Workspace::edits_of(const Renamed& renamed) const {
    json changes = json::object();
    const Sources& sources = renamed.checked.document->sources();
    for (const NamePlace& place : renamed.renaming->places) {
        const SourceText& text = sources[place.at.file];
        changes[uri_of(text.name())].push_back(
            {{"range", range_to_client(text, sources.range(place.at), encoding_)}, {"newText", place.text}});
    }
    return changes;
}

json Workspace::location(const std::string& name, const Range& range, const Question& question) const {
    const Sources* sources = question.contract == nullptr || question.contract->document == nullptr
                                 ? nullptr
                                 : &question.contract->document->sources();
    for (FileId file = 0; sources != nullptr && file < sources->size(); ++file) {
        // The text under the cursor is newer than the contract's.
        if ((*sources)[file].name() == name && name != question.file) {
            return {{"uri", uri_of(name)}, {"range", range_to_client((*sources)[file], range, encoding_)}};
        }
    }
    const SourceText text(name, std::string(question.text));
    return {{"uri", uri_of(name)}, {"range", range_to_client(text, range, encoding_)}};
}

} // namespace weir::lsp
