// Any bytes make a document or findings, within the limits, and every place lies in its text.
//
// An input is one YAML text, or several texts that start with lines `=== <name>`; the first of them is
// the contract. A name that ends in .json makes that text JSON, which is compared with nlohmann's
// reader.
#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "require.h"
#include "weir/document.h"

namespace {

using namespace weir;

struct Texts {
    FileSet files;
    std::string main = "contract.yaml";
};

Texts split(std::string_view input) {
    constexpr std::string_view kMarker = "=== ";
    Texts texts;
    if (!input.starts_with(kMarker)) {
        texts.files[texts.main].text = std::string(input);
        return texts;
    }
    bool first = true;
    while (input.starts_with(kMarker)) {
        const std::size_t line = std::min(input.find('\n'), input.size());
        std::string name(input.substr(kMarker.size(), line - kMarker.size()));
        input.remove_prefix(std::min(line + 1, input.size()));
        std::size_t end = input.starts_with(kMarker) ? 0 : input.find("\n=== ");
        end = end == std::string_view::npos ? input.size() : end == 0 ? 0 : end + 1;
        FileAnswer& answer = texts.files[name];
        answer.text = std::string(input.substr(0, end));
        if (answer.text.starts_with("!refused")) {
            answer.refusal = "no such file";
        }
        input.remove_prefix(end);
        if (first) {
            texts.main = name;
            first = false;
        }
    }
    return texts;
}

void check_span(const Document& document, Span span) {
    if (!span.known()) {
        return;
    }
    require(span.file < document.sources().size(), "a span names a text");
    require(span.begin <= span.end, "a span does not end before it begins");
    require(span.end <= document.sources()[span.file].text().size(), "a span lies in its text");
}

/// Walks the whole tree once per use; returns the number of nodes.
std::uint64_t walk(const Document& document, NodeId id, std::uint32_t depth, const DocumentLimits& limits) {
    require(id < document.node_count(), "a node exists");
    const Node& node = document.node(id);
    require(node.span.known(), "a node has a place");
    check_span(document, node.span);
    check_span(document, node.used_at);
    if (node.is_scalar()) {
        require(node.count == 0, "a scalar has no children");
        return 1;
    }
    require(depth <= limits.depth, "the depth is limited");
    std::uint64_t size = 1;
    for (const Entry& entry : document.entries(id)) {
        require(document.node(entry.key).is_scalar(), "a key is a scalar");
        require(document.find_entry(id, document.node(entry.key).text) == &entry, "a key is unique");
        size += walk(document, entry.key, depth + 1, limits) + walk(document, entry.value, depth + 1, limits);
    }
    for (const NodeId item : document.items(id)) {
        size += walk(document, item, depth + 1, limits);
    }
    require(size == node.size, "a node knows its size");
    return size;
}

bool is_json_name(std::string_view name) {
    return name.ends_with(".json");
}

/// Codes that refuse what is good JSON all the same.
bool stricter_than_json(const ReadDocument& read) {
    for (const Finding& finding : read.findings) {
        if (finding.severity() == Severity::Error && finding.code != Code::yaml_syntax &&
            finding.code != Code::yaml_encoding && finding.code != Code::yaml_empty) {
            return true;
        }
    }
    return false;
}

/// A number that JSON allows and nlohmann refuses because no double holds it.
bool has_huge_number(std::string_view text) {
    std::size_t digits = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        digits = text[i] >= '0' && text[i] <= '9' ? digits + 1 : 0;
        const bool exponent = i + 1 > digits + 1 && digits >= 3 &&
                              std::string_view("eE+-").find(text[i - digits]) != std::string_view::npos;
        if (exponent || digits > 300) {
            return true;
        }
    }
    return false;
}

void compare_json(const std::string& text, const ReadDocument& read) {
    if (text.find('\0') != std::string::npos) {
        return; // nlohmann takes it as the end of the text
    }
    bool syntax = false;
    for (const Finding& finding : read.findings) {
        syntax = syntax || finding.code == Code::yaml_syntax || finding.code == Code::yaml_encoding ||
                 finding.code == Code::yaml_empty;
    }
    const bool accepted = nlohmann::json::accept(text);
    require(!(accepted && syntax), "what nlohmann reads is JSON");
    require(accepted || syntax || has_huge_number(text) || stricter_than_json(read),
            "what nlohmann refuses is not JSON");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Texts texts = split(std::string_view(reinterpret_cast<const char*>(data), size));
    DocumentLimits limits;
    limits.depth = 24;
    limits.aliases = 12;
    limits.alias_nodes = 500;
    limits.nodes = 5'000;
    const ReadDocument read = read_document(texts.files, texts.main, "", limits);
    require(read.document != nullptr, "there is a document");
    const Document& document = *read.document;
    for (const Finding& finding : read.findings) {
        check_span(document, finding.at);
        require(!finding.message.empty(), "a finding says something");
        for (const Related& related : finding.related) {
            check_span(document, related.at);
        }
        const Range range = document.sources().range(finding.at);
        require(!finding.at.known() || range.start.line >= 1, "a place has a line");
    }
    if (document.root() != kNoNode) {
        require(walk(document, document.root(), 1, limits) <= limits.nodes, "the size is limited");
        require(read.usable == (document.node(document.root()).kind == NodeKind::Mapping), "a mapping is usable");
    } else {
        require(!read.usable, "nothing is not usable");
        require(!read.findings.empty() || !read.need.empty(), "a refusal has a reason");
    }
    if (is_json_name(texts.main) && texts.files.size() == 1 && texts.files.begin()->second.refusal.empty()) {
        compare_json(texts.files.begin()->second.text, read);
    }
    return 0;
}
