// Colours of lines: what is a key, a string, a comment.

#include <catch2/catch.hpp>

#include <string>

#include "preview/ink.h"

using namespace weir;

namespace {

/// `k:kind s:"x"`, one for each inked part.
std::string inked(Language language, std::string_view line) {
    std::string text;
    std::size_t at = 0;
    for (const Inked& part : ink(language, line)) {
        REQUIRE(part.begin >= at);
        REQUIRE(part.end > part.begin);
        REQUIRE(part.end <= line.size());
        at = part.end;
        text += std::string(part.kind) + ":" + std::string(line.substr(part.begin, part.end - part.begin)) + " ";
    }
    return text;
}

} // namespace

TEST_CASE("lines of YAML have keys, strings and comments") {
    CHECK(inked(Language::Yaml, "kind: kafka # why") == "k:kind m:# why ");
    CHECK(inked(Language::Yaml, "  - name: \"a # b\"") == "k:name s:\"a # b\" ");
    CHECK(inked(Language::Yaml, "- - s3.endpoint:") == "k:s3.endpoint ");
    CHECK(inked(Language::Yaml, "a:b") == "");
    CHECK(inked(Language::Yaml, "it's: no # string") == "m:# string ");
    CHECK(inked(Language::Yaml, "# all") == "m:# all ");
    CHECK(inked(Language::Yaml, "x: 'open") == "k:x s:'open ");
    CHECK(inked(Language::Yaml, "- ").empty());
    CHECK(inked(Language::Yaml, "   ").empty());
    CHECK(inked(Language::Yaml, "").empty());
}

TEST_CASE("lines of SQL have keywords, strings and comments") {
    CHECK(inked(Language::Sql, "SELECT `FROM`, 'a -- b' FROM t -- end") == "k:SELECT s:'a -- b' k:FROM m:-- end ");
    CHECK(inked(Language::Sql, "SET 'k' = 'v") == "k:SET s:'k' s:'v ");
    CHECK(inked(Language::Sql, "A1 X x_Y") == "");
    CHECK(inked(Language::Sql, "`open").empty());
}
