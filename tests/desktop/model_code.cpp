#include <catch2/catch.hpp>

#include <string>

#include "model/code_text.h"
#include "model/palette.h"

using namespace weir;
using namespace weir::app;

namespace {

/// The ink of each stretch with its text: `key=a string=b`.
std::string inks(const CodeLine& line) {
    static const char* const kNames[] = {"plain",   "key",         "string",  "number", "literal",
                                         "comment", "punctuation", "keyword", "type",   "identifier"};
    std::string text;
    for (const Stretch& stretch : line.inks) {
        text += text.empty() ? "" : " ";
        text += kNames[static_cast<int>(stretch.ink)];
        text += "=" + line.text.substr(stretch.begin, stretch.end - stretch.begin);
    }
    return text;
}

CodeText yaml(const std::string& text) {
    return make_code_text(SourceText("a.yaml", text), Language::Yaml);
}
CodeText sql(const std::string& text) {
    return make_code_text(SourceText("job.sql", text), Language::Sql);
}

} // namespace

TEST_CASE("YAML lines are inked by what they hold") {
    CHECK(inks(yaml("key: value # why").lines[0]) == "key=key punctuation=: string=value comment=# why");
    CHECK(inks(yaml("n: 12").lines[0]) == "key=n punctuation=: number=12");
    CHECK(inks(yaml("b: true").lines[0]) == "key=b punctuation=: literal=true");
    CHECK(
        inks(yaml("- {a: \"x: y\", 'b': c}").lines[0]) ==
        "punctuation=- punctuation={ key=a punctuation=: string=\"x: y\" punctuation=, key='b' punctuation=: string=c "
        "punctuation=}");
    CHECK(inks(yaml("url: http://a#b").lines[0]) == "key=url punctuation=: string=http://a#b");
    CHECK(inks(yaml("ref: *name").lines[0]) == "key=ref punctuation=: type=*name");
}

TEST_CASE("a block scalar lasts while it is indented") {
    const CodeText code = yaml("sql: |\n  SELECT 1 # no comment\n\n  : x\nnext: 1");
    CHECK(inks(code.lines[1]) == "string=  SELECT 1 # no comment");
    CHECK(inks(code.lines[3]) == "string=  : x");
    CHECK(inks(code.lines[4]) == "key=next punctuation=: number=1");
}

TEST_CASE("a quoted scalar goes on over lines") {
    const CodeText code = yaml("a: \"one\n  two\" # end");
    CHECK(inks(code.lines[0]) == "key=a punctuation=: string=\"one");
    CHECK(inks(code.lines[1]) == "string=  two\" comment=# end");
}

TEST_CASE("SQL lines are inked by what they hold") {
    CHECK(inks(sql("INSERT `a``b` 'it''s' 3 -- x").lines[0]) ==
          "keyword=INSERT plain=  identifier=`a``b` plain=  string='it''s' plain=  number=3 plain=  comment=-- x");
    const CodeText code = sql("/* one\ntwo */ BIGINT");
    CHECK(inks(code.lines[0]) == "comment=/* one");
    CHECK(inks(code.lines[1]) == "comment=two */ plain=  type=BIGINT");
}

TEST_CASE("any bytes are inked to the end of their line") {
    for (int byte = 1; byte < 256; ++byte) {
        std::string text = "a: ";
        text += static_cast<char>(byte);
        text += static_cast<char>(byte);
        text += " b";
        for (const Language language : {Language::Yaml, Language::Sql}) {
            const CodeText code = make_code_text(SourceText("a", text), language);
            for (const CodeLine& line : code.lines) {
                std::uint32_t at = 0;
                for (const Stretch& stretch : line.inks) {
                    CHECK(stretch.begin >= at);
                    CHECK(stretch.end > stretch.begin);
                    CHECK(stretch.end <= line.text.size());
                    at = stretch.end;
                }
            }
        }
    }
}

TEST_CASE("a long line is cut between code points") {
    std::string text(kLineBytes - 1, 'x');
    text += "\xC3\xA9 and more";
    const CodeText code = yaml(text);
    CHECK(code.lines[0].clipped);
    CHECK(code.lines[0].text.size() == kLineBytes - 1);
}

TEST_CASE("a mark covers the bytes of its finding") {
    const SourceText source("a.yaml", "a: 1\nk\xC3\xA9y: wrong\n");
    CodeText code = make_code_text(source, Language::Yaml);
    const std::uint32_t begin = source.offset({2, 6});
    mark(code, source, {0, begin, begin + 5}, Severity::Warning, 7);
    REQUIRE(code.lines[1].marks.size() == 1);
    const Mark& made = code.lines[1].marks[0];
    CHECK(code.lines[1].text.substr(made.begin, made.end - made.begin) == "wrong");
    CHECK(made.finding == 7);
    CHECK(made.severity == Severity::Warning);
    CHECK(code.lines[0].marks.empty());
}

TEST_CASE("a mask hides the secret, the rest of its line, and their length") {
    const std::string secret = "hunter2";
    const SourceText source("a.yaml", "a: 1\npassword: " + secret + " # " + secret + "\nb: 2\n");
    CodeText code = make_code_text(source, Language::Yaml);
    const std::uint32_t begin = source.offset({2, 11});
    mask(code, source, {0, begin, begin + 7});
    CHECK(code.lines[1].text == "password: ********");
    for (const Stretch& stretch : code.lines[1].inks) {
        CHECK(stretch.end <= code.lines[1].text.size());
    }
    CHECK(code.lines[0].text == "a: 1");
    CHECK(code.lines[2].text == "b: 2");
}

TEST_CASE("a mask over lines hides all of them") {
    const SourceText source("a.yaml", "k: |\n  one\n  two\nb: 2\n");
    CodeText code = make_code_text(source, Language::Yaml);
    mask(code, source, {0, source.offset({1, 4}), source.offset({3, 6})});
    CHECK(code.lines[0].text == "k: ********");
    CHECK(code.lines[1].text == "********");
    CHECK(code.lines[2].text == "********");
    CHECK(code.lines[3].text == "b: 2");
}

TEST_CASE("every text of both themes can be read") {
    constexpr double kText = 4.5; // WCAG 2.1, AA
    constexpr double kSign = 3.0; // the same, for signs
    for (const ThemeName name : {ThemeName::Light, ThemeName::Dark}) {
        const Palette& p = palette(name);
        for (const Rgb back : {p.chrome, p.surface, p.raised, p.hover, p.selected}) {
            CHECK(contrast(p.text, back) >= kText);
            CHECK(contrast(p.muted, back) >= kText);
            for (const Rgb ink : {p.error, p.warning, p.ok, p.info, p.accent}) {
                CHECK(contrast(ink, back) >= kText);
            }
        }
        for (const Rgb ink :
             {p.key, p.string, p.number, p.literal, p.comment, p.punctuation, p.keyword, p.type, p.identifier}) {
            for (const Rgb back : {p.surface, p.error_wash, p.warning_wash}) {
                CHECK(contrast(ink, back) >= kText);
            }
        }
        CHECK(contrast(p.text, p.error_wash) >= kText);
        CHECK(contrast(p.text, p.ok_wash) >= kText);
        CHECK(contrast(p.on_accent, p.accent) >= kText);
        CHECK(contrast(p.faint, p.surface) >= kSign);
    }
}
