// Changes as a comment on a pull request.
#include <catch2/catch.hpp>

#include "../../core/report/markdown.h"
#include "weir/report.h"

using weir::html_text;
using weir::markdown_code;
using weir::markdown_text;

namespace {

struct Many {
    std::vector<weir::Change> changes;
    std::vector<weir::Finding> findings;

    explicit Many(std::size_t count, const std::string& what = "topic changes") {
        for (std::size_t i = 0; i < count; ++i) {
            weir::Change change;
            change.rule = i % 2 == 0 ? "stream-topic-changed" : "field-added";
            change.severity = i % 2 == 0 ? weir::ChangeSeverity::Breaking : weir::ChangeSeverity::NonBreaking;
            change.path = "builds[b].properties.stream.topic";
            change.what = what;
            change.message = what;
            change.affected = "Readers get other rows.";
            change.action = "Tell them.";
            change.before = "\"a\"";
            change.fingerprint = "0123456789abcdef";
            changes.push_back(change);
        }
    }

    [[nodiscard]] weir::ChangesReport report() const {
        weir::ChangesReport made;
        made.changes = &changes;
        made.head_report.file = "new.fluid.yaml";
        made.head_report.valid = true;
        made.head_report.findings = &findings;
        return made;
    }
};

std::size_t count_of(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

} // namespace

TEST_CASE("a text of a contract is no markup") {
    CHECK(markdown_text("a *b* _c_ `d` [e](f) |g| ~h~") ==
          "a \\*&#8203;b\\* \\_c\\_ \\`d\\` \\[e\\](f) \\|g\\| \\~&#8203;h\\~");
    CHECK(markdown_text("<img src=x onerror=alert(1)> & &amp;").find('<') == std::string::npos);
    CHECK(markdown_text("a\nb\r\n# c").find('\n') == std::string::npos);
    CHECK(markdown_text("\xe2\x80\xae").find("\xe2\x80\xae") == std::string::npos);
}

TEST_CASE("a text of a contract mentions nobody and links nowhere") {
    CHECK(markdown_text("@team").find("@team") == std::string::npos);
    CHECK(markdown_text("a@example.com").find("@example") == std::string::npos);
    CHECK(markdown_text("#12 GH-12 !7 o/r#3 ABC-9") == "#&#8203;12 GH-&#8203;12 !&#8203;7 o/r#&#8203;3 ABC-&#8203;9");
    CHECK(markdown_text("AB2-12 A1B2-3") == "AB2-&#8203;12 A1B2-&#8203;3");
    CHECK(markdown_text("deadbee1 (DEADBEE) 1234567") == "d&#8203;eadbee1 (D&#8203;EADBEE) 1&#8203;234567");
    CHECK(markdown_text("x/y=0123456789abcdef0123456789abcdef01234567") ==
          "x/y=0&#8203;123456789abcdef0123456789abcdef01234567");
    CHECK(markdown_text("decade added 123456 feedback deadbee1x") == "decade added 123456 feedback deadbee1x");
    CHECK(markdown_text("https://evil.example") == "https:&#8203;//evil.example");
    CHECK(markdown_text("www.evil.example").find("www.e") == std::string::npos);
    CHECK(markdown_text("WWW.evil.example").find("WWW.e") == std::string::npos);
    CHECK(markdown_text("customer.address.id ends. Next") == "customer.address.id ends. Next");
    CHECK(markdown_text("until 2027-01-31") == "until 2027-01-31");
    CHECK(html_text("<b>@x</b>") == "&lt;b&gt;@&#8203;x&lt;/b&gt;");
}

TEST_CASE("code has as many backquotes around it as it needs") {
    CHECK(markdown_code("a") == "`a`");
    CHECK(markdown_code("a`b") == "``a`b``");
    CHECK(markdown_code("`a``b`") == "``` `a``b` ```");
    CHECK(markdown_code("") == "(blank)");
    CHECK(markdown_code("  ") == "(blank)");
    CHECK(markdown_code("a\n```\n<b>") == "````a\\u{a}```\\u{a}<b>````");
}

TEST_CASE("a comment says everything while it fits") {
    const Many few(2);
    const std::string text = weir::changes_markdown(few.report());
    CHECK(text.find("### Weir: changes of `new.fluid.yaml`\n\n**1 breaking**, 1 non-breaking, 0 info.\n") == 0);
    CHECK(text.find("#### Breaking (1)\n\n- `stream-topic-changed` topic changes\n") != std::string::npos);
    CHECK(text.find("  - Affected: Readers get other rows.\n  - Do: Tell them.\n") != std::string::npos);
    CHECK(text.find("<details><summary><b>Non-breaking</b> (1)</summary>\n\n") != std::string::npos);
    CHECK(weir::changes_markdown(Many(0).report()).find("No changes.") != std::string::npos);
}

TEST_CASE("a comment folds, then lists, then counts, and is never cut") {
    for (const std::size_t number : {3U, 100U, 200U, 250U, 300U, 500U, 1000U, 2000U, 10'000U}) {
        const Many many(number);
        const std::string text = weir::changes_markdown(many.report());
        INFO(number);
        CHECK(text.size() < weir::kMostMarkdown);
        CHECK(text.back() == '\n');
        CHECK(count_of(text, "<details>") == count_of(text, "</details>"));
        // Each change is told, or counted.
        const std::size_t told = count_of(text, "stream-topic-changed");
        const std::size_t breaking = (number + 1) / 2;
        CHECK((told == breaking ||
               text.find("- " + std::to_string(breaking) + " × `stream-topic-changed`") != std::string::npos));
    }
    const Many long_texts(4, std::string(100'000, 'x'));
    CHECK(weir::changes_markdown(long_texts.report()).size() < weir::kMostMarkdown);
    Many warned(1);
    weir::ChangesReport report = warned.report();
    report.warnings.assign(5000, {"waiver-unmatched", std::string(400, 'w')});
    const std::string text = weir::changes_markdown(report);
    CHECK(text.size() < weir::kMostMarkdown);
    CHECK(text.find("4980 more warnings") != std::string::npos);
    report.error = {"baseline-unreadable", std::string(100'000, 'e')};
    CHECK(weir::changes_markdown(report).size() < weir::kMostMarkdown);
}

TEST_CASE("a waived change is told as waived in every format") {
    Many one(1);
    one.changes[0].waived = weir::WaivedBy{"agreed with <all>", "team", "2027-01-31"};
    const weir::ChangesReport report = one.report();
    CHECK(weir::count(report).breaking == 0);
    CHECK(weir::count(report).waived == 1);
    CHECK_FALSE(weir::fails(weir::count(report), weir::FailOn::Info));
    CHECK(weir::changes_markdown(report).find("Waived until 2027-01-31 by team: agreed with &lt;all&gt;") !=
          std::string::npos);
    CHECK(weir::changes_text(report, {}).find("= waived: until 2027-01-31 by team: agreed with <all>") !=
          std::string::npos);
    CHECK(weir::changes_text(report, {}).find("0 breaking, 0 non-breaking, 0 info, 1 waived") != std::string::npos);
    CHECK(weir::changes_json(report).find(
              R"("waived":{"reason":"agreed with <all>","owner":"team","expires":"2027-01-31"})") != std::string::npos);
    CHECK(weir::changes_junit(report, weir::FailOn::Breaking).find("failures=\"0\" errors=\"0\" skipped=\"1\"") !=
          std::string::npos);
    CHECK(weir::changes_github(report, false)
              .find("::notice file=new.fluid.yaml,title=breaking%3A stream-topic-changed::") == 0);
    CHECK(weir::changes_sarif(report, "1.2.3").find("\"suppressions\":[{\"kind\":\"external\"") != std::string::npos);
}

TEST_CASE("what each --fail-on fails by") {
    weir::ChangeCounts counts;
    CHECK_FALSE(weir::fails(counts, weir::FailOn::Info));
    counts.info = 1;
    CHECK(weir::fails(counts, weir::FailOn::Info));
    CHECK_FALSE(weir::fails(counts, weir::FailOn::NonBreaking));
    counts.non_breaking = 1;
    CHECK(weir::fails(counts, weir::FailOn::NonBreaking));
    CHECK_FALSE(weir::fails(counts, weir::FailOn::Breaking));
    counts.breaking = 1;
    CHECK(weir::fails(counts, weir::FailOn::Breaking));
    CHECK_FALSE(weir::fails(counts, weir::FailOn::None));
}
