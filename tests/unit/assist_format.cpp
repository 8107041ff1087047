#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "weir/format.h"

using weir::format;
using weir::Formatted;

namespace {

struct Case {
    const char* what;
    const char* given;
    const char* wanted;
};

std::string without_blanks(const std::string& text) {
    std::string out;
    std::copy_if(text.begin(), text.end(), std::back_inserter(out),
                 [](char c) { return c != ' ' && c != '\t' && c != '\n' && c != '\r'; });
    return out;
}

void check_good(const std::string& name, const std::string& text) {
    const Formatted once = format(name, text);
    if (!once.refusal.empty()) {
        CHECK(once.text == text);
        return;
    }
    CHECK(without_blanks(once.text) == without_blanks(text));
    const Formatted twice = format(name, once.text);
    CHECK(twice.refusal.empty());
    CHECK(twice.text == once.text);
}

std::vector<std::filesystem::path> texts_below(const char* folder) {
    std::vector<std::filesystem::path> out;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::string(WEIR_SOURCE_DIR) + "/" + folder)) {
        const std::string suffix = entry.path().extension().string();
        if (entry.path().filename() == "compose.yaml") {
            continue; // for Docker: no contract
        }
        if (suffix == ".yaml" || suffix == ".yml" || suffix == ".json") {
            out.push_back(entry.path());
        }
    }
    return out;
}

std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

TEST_CASE("a text is laid out with two blanks a level, and lists below their keys") {
    const Case cases[] = {
        {"indentation", "a:\n    b: 1\n    c:\n        d: 2\n", "a:\n  b: 1\n  c:\n    d: 2\n"},
        {"a list beside its key", "a:\n- b\n- c\nd: 1\n", "a:\n  - b\n  - c\nd: 1\n"},
        {"mappings in a list", "a:\n-   b: 1\n    c: 2\n-   d\n", "a:\n  - b: 1\n    c: 2\n  - d\n"},
        {"lists in a list", "a:\n- - 1\n  - 2\n-   - 3\n", "a:\n  - - 1\n    - 2\n  - - 3\n"},
        {"an item on the next line", "a:\n-\n    b: 1\n    c: 2\n", "a:\n  -\n    b: 1\n    c: 2\n"},
        {"blanks at the ends of lines, and line ends", "a: 1  \r\nb:\t\r\n   - 2 \r\n\r\n\r\n", "a: 1\nb:\n  - 2\n"},
        {"no line end", "a: 1", "a: 1\n"},
        {"a root that is moved in", "  a: 1\n  b:\n   - 2\n", "a: 1\nb:\n  - 2\n"},
        {"empty lines stay", "a: 1\n\n\nb: 2\n", "a: 1\n\n\nb: 2\n"},
        {"words, quotes and the blanks behind a colon stay", "a:   'x'   # c\nb: \"y\"\n",
         "a:   'x'   # c\nb: \"y\"\n"},
        {"a comment stands where what follows stands", "a:\n# one\n    # two\n    b: 1\n",
         "a:\n  # one\n  # two\n  b: 1\n"},
        {"a comment that ends a level", "a:\n    b: 1\n    # of a\nc: 2\n# last\n",
         "a:\n  b: 1\n  # of a\nc: 2\n# last\n"},
        {"comments of a list", "a:\n# x\n- 1\n# y\n- 2\n", "a:\n  # x\n  - 1\n  # y\n  - 2\n"},
        {"a block scalar moves with its key", "a:\n    b: |\n        x\n          y\n\n        z\n    c: >-\n      t\n",
         "a:\n  b: |\n      x\n        y\n\n      z\n  c: >-\n    t\n"},
        {"a block scalar that tells its indentation", "a:\n    b: |2\n         x\n        y\n",
         "a:\n  b: |2\n       x\n      y\n"},
        {"a block scalar in a list", "a:\n- |\n  x\n   y\n- z\n", "a:\n  - |\n    x\n     y\n  - z\n"},
        {"line ends that a block scalar keeps", "a: |+\n  x\n\n\n", "a: |+\n  x\n\n\n"},
        {"a block scalar without a line end", "a: |\n  x", "a: |\n  x"},
        {"a quoted text over lines", "a:\n    b: \"x\n      y\"\n    c: 1\n", "a:\n  b: \"x\n    y\"\n  c: 1\n"},
        {"a plain text over lines", "a:\n    b: x\n       y\n    c: 1\n", "a:\n  b: x\n     y\n  c: 1\n"},
        {"brackets over lines", "a: [\n1,\n      2\n  ]\nb: {c: [\n  3], d: 4}\n",
         "a: [\n  1,\n  2\n]\nb: {c: [\n  3], d: 4}\n"},
        {"brackets opened together", "a: [{\n b: 1\n }, {\n b: 2 }]\n", "a: [{\n  b: 1\n}, {\n  b: 2 }]\n"},
        {"a reference in brackets", "a: {\n    $ref: ./x.yaml\n    }\n", "a: {\n  $ref: ./x.yaml\n}\n"},
        {"a reference", "a:\n    $ref: ./x.yaml\n", "a:\n  $ref: ./x.yaml\n"},
        {"a document's beginning", "---\na:\n    b: 1\n", "---\na:\n  b: 1\n"},
        {"anchors and merge keys", "a: &x\n    b: 1\nc:\n    <<: *x\n    d: *x\n",
         "a: &x\n  b: 1\nc:\n  <<: *x\n  d: *x\n"},
        {"a fragment that is a list", "-   a: 1\n    b: 2\n- a: 3\n", "- a: 1\n  b: 2\n- a: 3\n"},
    };
    for (const Case& one : cases) {
        CAPTURE(one.what);
        const Formatted formatted = format("a.yaml", one.given);
        CHECK(formatted.refusal == "");
        CHECK(formatted.text == one.wanted);
        check_good("a.yaml", one.given);
    }
}

TEST_CASE("JSON is laid out by its brackets") {
    const std::string given = "{\"a\": {\n\"b\": [\n1,\n    2],\n      \"c\": {\"$ref\": \"x.json\"}\n}, \"d\": []}  ";
    CHECK(format("a.json", given).text ==
          "{\"a\": {\n  \"b\": [\n    1,\n    2],\n  \"c\": {\"$ref\": \"x.json\"}\n}, \"d\": []}\n");
    check_good("a.json", given);
}

TEST_CASE("a text that cannot be read, or not be understood, stays as it is and says so") {
    for (const char* text : {"a: [1\n", "", "a: 1\na: 2\n", "\ta: 1\n", "? [a]\n: 1\n"}) {
        const Formatted formatted = format("a.yaml", text);
        CAPTURE(text);
        CHECK(formatted.text == text);
        CHECK(formatted.refusal != "");
    }
}

TEST_CASE("every contract and fragment at hand keeps its words and is laid out once and for all") {
    std::size_t count = 0;
    std::size_t refused = 0;
    for (const char* folder :
         {"examples", "tests/corpus", "tests/codes", "tests/mutants", "tests/changes", "tests/schema"}) {
        for (const std::filesystem::path& path : texts_below(folder)) {
            CAPTURE(path.string());
            const std::string text = read(path);
            check_good(path.filename().string(), text);
            refused += format(path.filename().string(), text).refusal.empty() ? 0 : 1;
            ++count;
        }
    }
    INFO(refused << " of " << count << " refused");
    CHECK(count > 120);
    CHECK(refused * 10 < count);
}

TEST_CASE("the examples are laid out already") {
    for (const std::filesystem::path& path : texts_below("examples")) {
        CAPTURE(path.string());
        CHECK(format(path.filename().string(), read(path)).text == read(path));
    }
}

TEST_CASE("other layouts of the examples are laid out the same") {
    for (const std::filesystem::path& path : texts_below("examples")) {
        const std::string text = read(path);
        CAPTURE(path.string());
        std::string wide;    // four blanks a level
        std::string windows; // blanks and CRLF at the ends
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            windows += line + "  \r\n";
            const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
            wide += std::string(2 * blanks, ' ');
            line.erase(0, blanks);
            while (line.starts_with("- ")) {
                wide += "-   ";
                line.erase(0, 2);
            }
            wide += line + "\n";
        }
        CHECK(format(path.filename().string(), windows).text == text);
        CHECK(format(path.filename().string(), wide).text == text);
    }
}
