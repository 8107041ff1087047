#include <catch2/catch.hpp>

#include "weir/report.h"

namespace {

constexpr const char* kContract = "kind: DataProduct\n"
                                  "id: commerce.orders\n"
                                  "builds:\n"
                                  "  - from: customer.adress\n"
                                  "\tnote: x\n";

weir::Span span_of(const weir::Sources& sources, std::string_view word) {
    const auto begin = static_cast<std::uint32_t>(sources[0].text().find(word));
    return {0, begin, begin + static_cast<std::uint32_t>(word.size())};
}

weir::Finding finding(weir::Span at, std::string message) {
    weir::Finding made;
    made.code = weir::Code::yaml_syntax;
    made.at = at;
    made.message = std::move(message);
    return made;
}

std::string text_of(const weir::Sources& sources, const std::vector<weir::Finding>& findings,
                    std::uint32_t width = 80) {
    weir::ContractReport report;
    report.file = "a.fluid.yaml";
    report.sources = &sources;
    report.findings = &findings;
    weir::TextStyle style;
    style.width = width;
    style.summary = false;
    return weir::findings_text({report}, style);
}

} // namespace

TEST_CASE("a finding shows its line, its marks, its help and related places") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", kContract);
    weir::Finding found = finding(span_of(sources, "customer.adress"), "customer has no field adress");
    found.help = "customer has: id, address. Did you mean address?";
    found.related.push_back({"the product", span_of(sources, "commerce.orders")});
    CHECK(text_of(sources, {found}) == "error[yaml-syntax]: customer has no field adress\n"
                                       " --> a.fluid.yaml:4:11\n"
                                       "  |\n"
                                       "4 |   - from: customer.adress\n"
                                       "  |           ^^^^^^^^^^^^^^^\n"
                                       " ::: a.fluid.yaml:2:5\n"
                                       "  |\n"
                                       "2 | id: commerce.orders\n"
                                       "  |     --------------- the product\n"
                                       "  = help: customer has: id, address. Did you mean address?\n"
                                       "\n");
}

TEST_CASE("a finding without a place names its file") {
    weir::Sources sources;
    CHECK(text_of(sources, {finding({}, "no such file")}) == "error[yaml-syntax]: no such file\n"
                                                             " --> a.fluid.yaml\n"
                                                             "\n");
}

TEST_CASE("a tab takes four cells and wide characters two") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", "\tname: \u65e5\u672c here\n");
    const std::string text = text_of(sources, {finding(span_of(sources, "here"), "m")});
    CHECK(text.find("1 |     name: \u65e5\u672c here\n  |                ^^^^\n") != std::string::npos);
}

TEST_CASE("a long line is clipped around its marks") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", std::string(300, 'a') + "MARK" + std::string(300, 'b') + "\n");
    const std::string text = text_of(sources, {finding(span_of(sources, "MARK"), "m")}, 60);
    CHECK(text.find("...aaa") != std::string::npos);
    CHECK(text.find("bbb...\n") != std::string::npos);
    std::size_t line_begin = 0;
    while (line_begin < text.size()) {
        const std::size_t line_end = text.find('\n', line_begin);
        CHECK(line_end - line_begin <= 60);
        line_begin = line_end + 1;
    }
    const std::size_t shown = text.find("MARK");
    const std::size_t marks = text.find("^^^^");
    const auto column = [&](std::size_t at) { return at - text.rfind('\n', at); };
    CHECK(column(shown) == column(marks));
}

TEST_CASE("marks longer than the terminal are cut with the line") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", "key: " + std::string(500, 'v'));
    const std::string text = text_of(sources, {finding({0, 5, 505}, "m")}, 40);
    const std::size_t first = text.find('^');
    CHECK(text.find_last_of('^') - first < 40);
}

TEST_CASE("help is wrapped under itself, the message is not wrapped") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", kContract);
    weir::Finding found = finding(span_of(sources, "builds"), std::string(70, 'm') + " " + std::string(70, 'n'));
    found.help = "one two three four five six seven";
    const std::string text = text_of(sources, {found}, 30);
    CHECK(text.find(std::string(70, 'm') + " " + std::string(70, 'n')) != std::string::npos);
    CHECK(text.find("  = help: one two three four\n          five six seven\n") != std::string::npos);
}

TEST_CASE("a secret finding shows nothing of its line from the secret on") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", "token: HUSHHUSHHUSH # HUSH\nid: x\n");
    weir::Finding secret = finding(span_of(sources, "token"), "not here");
    secret.secret = true;
    const std::string alone = text_of(sources, {secret});
    CHECK(alone.find("HUSH") == std::string::npos);
    CHECK(alone.find("token") == std::string::npos);
    CHECK(alone.find("1 | ********\n  | ^^^^^^^^\n") != std::string::npos);

    SECTION("nor does another finding on that line, or one that is related to it") {
        weir::Finding other = finding(span_of(sources, "HUSHHUSHHUSH"), "other");
        weir::Finding third = finding(span_of(sources, "id"), "third");
        third.related.push_back({"there", span_of(sources, "HUSHHUSHHUSH")});
        CHECK(text_of(sources, {secret, other, third}).find("HUSH") == std::string::npos);
    }
    SECTION("text before the secret stays") {
        weir::Finding value = finding(span_of(sources, "HUSHHUSHHUSH"), "not here");
        value.secret = true;
        const std::string text = text_of(sources, {value});
        CHECK(text.find("1 | token: ********\n  |        ^^^^^^^^\n") != std::string::npos);
    }
}

TEST_CASE("a secret of several lines hides all of them") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", "key: |\n  HUSH1\n  HUSH2\nid: x\n");
    weir::Finding secret = finding({0, 5, 22}, "not here");
    secret.secret = true;
    const std::string text = text_of(sources, {secret, finding(span_of(sources, "HUSH2"), "other")});
    CHECK(text.find("HUSH") == std::string::npos);
}

TEST_CASE("nothing of a contract reaches the terminal raw") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", "name: \x1b[31mred\u202e ##[add-mask]x\n");
    const std::string text = text_of(sources, {finding({0, 6, 12}, "bad \x1b]0;title\x07\u2066\n::error::x")});
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("\u202e") == std::string::npos);
    CHECK(text.find("##[") == std::string::npos);
    CHECK(text.find("\n::") == std::string::npos);
    CHECK(text.find("\\u{1b}[31m") != std::string::npos);
    CHECK(weir::terminal_safe("a\u200bb\xff\t\x85") == "a\\u{200b}b\ufffd\\u{9}\ufffd");
}

TEST_CASE("bad UTF-8 is shown as replacement characters") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", "id: \xc3\x28\xff\n");
    const std::string text = text_of(sources, {finding({0, 6, 7}, "m")});
    CHECK(text.find("1 | id: \ufffd(\ufffd\n  |       ^\n") != std::string::npos);
}

TEST_CASE("colour only when asked for") {
    weir::Sources sources;
    sources.add("a.fluid.yaml", kContract);
    const std::vector<weir::Finding> findings = {finding(span_of(sources, "builds"), "m")};
    weir::ContractReport report;
    report.file = "a.fluid.yaml";
    report.sources = &sources;
    report.findings = &findings;
    weir::TextStyle style;
    CHECK(weir::findings_text({report}, style).find('\x1b') == std::string::npos);
    style.colour = true;
    CHECK(weir::findings_text({report}, style).find("\x1b[1;31merror[yaml-syntax]\x1b[0m") == 0);
}

TEST_CASE("the summary counts") {
    weir::Tally tally;
    tally.contracts = 1;
    tally.valid = 1;
    CHECK(weir::summary_text(tally, {}) == "1 contract: valid; 0 errors, 0 warnings\n");
    weir::Tally other;
    other.contracts = 1;
    other.errors = 1;
    other.infos = 2;
    tally.add(other);
    CHECK(weir::summary_text(tally, {}) == "2 contracts: 1 valid, 1 invalid; 1 error, 0 warnings, 2 notes "
                                           "(told by --notes)\n");
}
