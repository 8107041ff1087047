// The look ahead at brackets against yaml-cpp itself: over random texts made of what makes brackets hard to
// tell, the two see the same depth, and no text that yaml-cpp takes within the limit is refused.
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "../../core/document/flow.h"
#include "document_support.h"

using namespace weir;
using namespace weir_test;

namespace {

/// How deep brackets, and lists and mappings of any kind, nest in what yaml-cpp reads.
class Depths : public YAML::EventHandler {
  public:
    explicit Depths(std::string_view text) : text_(text) {}

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                         YAML::EmitterStyle::value style) override {
        enter(mark, style);
    }
    void OnSequenceEnd() override { leave(); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                    YAML::EmitterStyle::value style) override {
        enter(mark, style);
    }
    void OnMapEnd() override { leave(); }

    std::uint32_t brackets = 0;
    std::uint32_t levels = 0;

  private:
    void enter(const YAML::Mark& mark, YAML::EmitterStyle::value style) {
        // The place of a collection is that of its anchor or tag, where it has one. `[a: b]` holds a
        // mapping without brackets.
        auto at = static_cast<std::size_t>(mark.pos);
        while (at < text_.size() && (text_[at] == '&' || text_[at] == '!')) {
            at = text_.find_first_of(" \t\r\n", at);
            at = std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
            while (at < text_.size() && text_[at] == '#') {
                at = std::min(text_.find('\n', at), text_.size());
                at = std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
            }
        }
        const char c = at < text_.size() ? text_[at] : '\0';
        open_.push_back(style != YAML::EmitterStyle::Block && (c == '[' || c == '{'));
        levels = std::max(levels, static_cast<std::uint32_t>(open_.size()));
        brackets = std::max(brackets, static_cast<std::uint32_t>(std::count(open_.begin(), open_.end(), true)));
    }
    void leave() { open_.pop_back(); }

    std::string_view text_;
    std::vector<bool> open_;
};

/// Whether yaml-cpp takes the whole text.
bool parses(const std::string& text, Depths& depths) {
    std::istringstream stream(text);
    try {
        YAML::Parser parser(stream);
        // A stray comma makes yaml-cpp return documents without end.
        return !parser.HandleNextDocument(depths) || !parser.HandleNextDocument(depths) ||
               !parser.HandleNextDocument(depths);
    } catch (const YAML::Exception&) {
        return false;
    }
}

/// The depth that the look ahead sees, up to 8.
std::uint32_t depth_seen(std::string_view text) {
    std::uint32_t depth = 0;
    while (depth < 8 && find_flow_excess(text, FlowLimits{depth, 1'000'000})) {
        ++depth;
    }
    return depth;
}

const std::vector<std::string>& pieces() {
    static const std::vector<std::string> all = {
        "[",           "]",
        "{",           "}",
        "[",           "]",
        "{",           "}",
        ", ",          ",",
        "a",           "b: ",
        "c:",          ":",
        " ",           "\n",
        "\n ",         "\n  ",
        "\n- ",        "- ",
        "? ",          "?",
        "'[ '",        "\"{\"",
        "'it''s['",    "\"\\\"[\"",
        "#",           " # [[\n",
        "a#[",         "a'[",
        "x\"",         "|\n  [[\n",
        "|\n",         ">\n [\n",
        "|-\n  {\n\n", "k: |\n    [x\n",
        "k:\n",        "- k: |2\n    [\n",
        "&a ",         "*a",
        "!t ",         "!!str ",
        "&a\n",        "http://[",
        "a [b] c",     "\n---\n",
        "\n...\n",     "%A\n---\n",
        "\t",          "-",
        "~",           "\r\n",
        "- - ",        "[]",
        "{}",          "@",
        "-[",          "k: {",
    };
    return all;
}

std::string random_text(std::mt19937& random) {
    std::string text;
    const std::size_t count = 1 + random() % 14;
    for (std::size_t i = 0; i < count; ++i) {
        text += pieces()[random() % pieces().size()];
    }
    return text;
}

/// A text that is likely to be taken: lines of block style, with values in brackets.
std::string likely_text(std::mt19937& random) {
    const std::vector<std::string> values = {
        "[a, {b: [c]}]",      "|\n%[[\n%  {\n", "'[[['",    "\"{{\"",      "x [ y",    "a\n%[ b",
        "[a,\n%{b: c}]",      "# [[[\n%[]",     "!t [a]",   "&x {a: [b]}", ">-\n%{{{", "",
        "{a: '[', b: \"]\"}", "[[[a]]]",        "[a: [b]]", "{? [a] : b}", "[a#[b]]",  "[a, #[\n%b]"};
    std::string text;
    std::size_t indent = 0;
    for (std::size_t line = 0; line < 2 + random() % 5; ++line) {
        const std::string blanks(indent, ' ');
        const bool item = random() % 3 == 0;
        text += blanks + (item ? "- " : "") + "k" + std::to_string(line) + ":";
        if (random() % 4 == 0) {
            indent += 2 + (item ? 2 : 0);
            text += "\n";
            continue;
        }
        std::string value = values[random() % values.size()];
        for (std::size_t at = value.find('%'); at != std::string::npos; at = value.find('%')) {
            value.replace(at, 1, std::string(indent + (item ? 3 : 1) + random() % 2, ' '));
        }
        text += " " + value + "\n";
        indent = item ? indent + 2 : indent;
        indent = random() % 4 == 0 && indent >= 2 ? indent - 2 : indent;
    }
    return text;
}

void compare(const std::string& text, std::size_t& taken) {
    INFO("text: <" << text << ">");
    Depths depths(text);
    const bool good = parses(text, depths);
    if (good) {
        ++taken;
        CHECK(depth_seen(text) == depths.brackets);
    }
    for (const std::uint32_t limit : {1U, 2U, 3U}) {
        DocumentLimits limits;
        limits.depth = limit;
        const ReadDocument read = read_yaml_text(text, limits);
        const bool deep = std::any_of(read.findings.begin(), read.findings.end(),
                                      [](const Finding& finding) { return finding.code == Code::yaml_too_deep; });
        if (good && depths.levels <= limit) {
            CHECK_FALSE(deep);
        }
    }
}

} // namespace

TEST_CASE("brackets are seen as yaml-cpp sees them", "[document][flow]") {
    std::mt19937 random(20240907);
    std::size_t taken = 0;
    for (int i = 0; i < 20'000; ++i) {
        compare(random_text(random), taken);
        compare(likely_text(random), taken);
    }
    CHECK(taken > 5'000);
}
