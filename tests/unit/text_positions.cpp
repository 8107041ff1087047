#include <catch2/catch.hpp>

#include <string>

#include "weir/finding.h"
#include "weir/text.h"

using namespace weir;

namespace {

bool lead(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

/// Line and column by walking the whole text.
Position walked(std::string_view text, std::uint32_t offset) {
    Position at{1, 1};
    for (std::uint32_t i = 0; i < offset && i < text.size(); ++i) {
        const bool crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (text[i] == '\n' || (text[i] == '\r' && !crlf)) {
            ++at.line;
            at.column = 1;
        } else {
            at.column += lead(text[i]) ? 1 : 0;
        }
    }
    return at;
}

bool same(Position a, Position b) {
    return a.line == b.line && a.column == b.column;
}

} // namespace

TEST_CASE("lines end with LF, CRLF and a lone CR", "[text]") {
    const SourceText text("a", "one\ntwo\r\nthree\rfour\n");
    CHECK(text.line_count() == 5);
    CHECK(text.line(1) == "one");
    CHECK(text.line(2) == "two");
    CHECK(text.line(3) == "three");
    CHECK(text.line(4) == "four");
    CHECK(text.line(5).empty());
    CHECK(text.line(0).empty());
    CHECK(text.line(6).empty());
}

TEST_CASE("a byte order mark counts for nothing", "[text]") {
    const SourceText text("a", "\xEF\xBB\xBFkey: 1");
    CHECK(text.text() == "key: 1");
    CHECK(text.position(0).column == 1);
    CHECK(text.position(5).column == 6);
}

TEST_CASE("columns count code points", "[text]") {
    const SourceText text("a", "é: 😀x\n日本");
    CHECK(same(text.position(0), {1, 1}));
    CHECK(same(text.position(2), {1, 2}));
    CHECK(same(text.position(4), {1, 4}));
    CHECK(same(text.position(8), {1, 5}));
    CHECK(same(text.position(10), {2, 1}));
    CHECK(same(text.position(13), {2, 2}));
    CHECK(same(text.position(1000), {2, 3}));
    CHECK(text.offset({2, 2}) == 13);
    CHECK(text.offset({1, 5}) == 8);
    CHECK(text.offset({1, 99}) == 9);
    CHECK(text.offset({9, 1}) == 16);
    CHECK(text.offset({0, 0}) == 0);
}

TEST_CASE("positions agree with walking the text, and offset() is the way back", "[text]") {
    // Long lines of mixed width, so that code points straddle the blocks of the index.
    std::string source;
    const std::string_view pieces[] = {"a", "é", "語", "😀", "bc", "\n", "\r\n", "\r"};
    std::uint32_t state = 7;
    for (int i = 0; i < 9000; ++i) {
        state = state * 1664525U + 1013904223U;
        const std::uint32_t pick = (state >> 16U) % 400U;
        source += pieces[pick < 3 ? 5 + pick : pick % 5];
    }
    const SourceText text("a", source);
    bool agree = true;
    bool back = true;
    for (std::uint32_t offset = 0; offset <= source.size(); offset += 37) {
        std::uint32_t at = offset;
        while (at < source.size() && !lead(source[at])) {
            ++at;
        }
        const Position position = text.position(at);
        agree = agree && same(position, walked(source, at));
        const bool inside_crlf = at > 0 && at < source.size() && source[at - 1] == '\r' && source[at] == '\n';
        back = back && (inside_crlf || text.offset(position) == at);
    }
    CHECK(agree);
    CHECK(back);
}

TEST_CASE("thousands of places on one very long line are found", "[text]") {
    std::string source;
    for (int i = 0; i < 700'000; ++i) {
        source += "é, b ";
    }
    const SourceText text("a", source);
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        sum += text.position(i * 200).column + text.offset({1, i * 150});
    }
    CHECK(sum > 0);
    // By walking the line this takes minutes, and runs into the limit on a test.
}

TEST_CASE("ranges and slices of spans", "[text]") {
    Sources sources;
    const FileId file = sources.add("a", "key: välue\n");
    const Span span{file, 5, 11};
    CHECK(sources.slice(span) == "välue");
    CHECK(same(sources.range(span).start, {1, 6}));
    CHECK(same(sources.range(span).end, {1, 11}));
    CHECK(sources.slice(Span{}).empty());
    CHECK(sources.range(Span{}).start.line == 0);
    CHECK(sources.slice(Span{file, 8, 400}) == "lue\n");
    CHECK(sources.slice(Span{file, 9, 3}).empty());
}

TEST_CASE("every code is found by its slug, and slugs are unique kebab-case", "[text]") {
    for (const CodeInfo& info : all_codes()) {
        INFO(info.slug);
        REQUIRE(code_from_slug(info.slug).has_value());
        CHECK(*code_from_slug(info.slug) == info.code);
        CHECK(&code_info(info.code) == &info);
        CHECK(info.slug.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-.") == std::string_view::npos);
        CHECK_FALSE(info.meaning.empty());
        CHECK(info.meaning.back() != '.');
    }
    CHECK_FALSE(code_from_slug("no-such-code").has_value());
}
