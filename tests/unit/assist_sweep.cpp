// Every position of every example, whole and cut short.

#include <catch2/catch.hpp>

#include <algorithm>

#include "assist_support.h"

using weir_test::Editor;

namespace {

const std::vector<std::string> kExamples = {"flattened", "nested", "rebuilt"};
const std::string kFolder = "examples/fragments/streams/";

bool is_boundary(const std::string& text, std::size_t at) {
    return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
}

/// A finding about the key or the value that an item put there.
bool refuses(const weir::Finding& finding, const weir::SourceText& source, std::uint32_t begin, std::uint32_t end) {
    const bool here = finding.at.known() && finding.at.file == 0 && finding.at.begin < end && begin < finding.at.end;
    if (!here || source.text().empty()) {
        return false;
    }
    switch (finding.code) {
    case weir::Code::key_unknown:
    case weir::Code::yaml_duplicate_key:
    case weir::Code::value_unknown:
    case weir::Code::not_enforced:
    case weir::Code::expose_id_key:
    case weir::Code::column_type:
    case weir::Code::catalog_property_refused:
        return true;
    default:
        return false;
    }
}

void check_item(Editor& editor, const weir::Completion& item, weir::Position at) {
    REQUIRE(item.replace.start.line == at.line);
    REQUIRE(item.replace.end.line == at.line);
    REQUIRE(item.replace.start.column <= at.column);
    REQUIRE(item.replace.end.column >= at.column);
    REQUIRE_FALSE(item.label.empty());
    const std::string text = editor.with(item);
    const weir::SourceText source({}, text);
    const std::uint32_t begin = source.offset(item.replace.start);
    for (const weir::Finding& finding : editor.findings_of(text)) {
        if (refuses(finding, source, begin, begin + static_cast<std::uint32_t>(item.text.size()))) {
            FAIL(editor.file() << ":" << at.line << ":" << at.column << " " << item.text << ": " << finding.message);
        }
    }
}

} // namespace

TEST_CASE("every position of the examples has an answer, and what is offered is accepted", "[sweep]") {
    std::size_t offered = 0;
    std::size_t hovers = 0;
    std::size_t definitions = 0;
    for (const std::string& name : kExamples) {
        Editor editor(name);
        const std::string text = editor.text();
        const weir::SourceText source({}, text);
        std::uint32_t last = 0xFFFFFFFFU;
        for (std::size_t at = 0; at <= text.size(); ++at) {
            if (!is_boundary(text, at)) {
                continue;
            }
            const weir::Position position = source.position(static_cast<std::uint32_t>(at));
            editor.place(position);
            hovers += editor.hover() ? 1 : 0;
            definitions += editor.definition() ? 1 : 0;
            const auto items = editor.complete();
            // Within one token the items are the same; checking them once is enough.
            if (items.empty() || items.front().replace.start.line * 1000 + items.front().replace.start.column == last) {
                continue;
            }
            last = items.front().replace.start.line * 1000 + items.front().replace.start.column;
            for (const weir::Completion& item : items) {
                check_item(editor, item, position);
                ++offered;
            }
        }
    }
    CHECK(offered > 1000);
    CHECK(hovers > 3000);
    CHECK(definitions > 300);
}

TEST_CASE("texts cut short anywhere are completed, and what is offered is accepted", "[sweep]") {
    std::size_t offered = 0;
    for (const std::string& name : kExamples) {
        const std::string text = Editor(name).text();
        for (std::size_t cut = 0; cut <= text.size(); cut += 7) {
            if (!is_boundary(text, cut)) {
                continue;
            }
            Editor editor(name);
            editor.set_text(text.substr(0, cut));
            const weir::Position at = weir::SourceText({}, editor.text()).position(static_cast<std::uint32_t>(cut));
            editor.place(at);
            (void)editor.hover();
            (void)editor.definition();
            for (const weir::Completion& item : editor.complete()) {
                check_item(editor, item, at);
                ++offered;
            }
        }
    }
    CHECK(offered > 1500);
}

TEST_CASE("every position of the fragments has an answer", "[sweep]") {
    for (const std::string& file : {kFolder + "orders.yaml", kFolder + "orders.value.yaml"}) {
        Editor editor("flattened");
        const std::string text = editor.text(file);
        std::size_t hovers = 0;
        for (std::size_t at = 0; at <= text.size(); ++at) {
            editor.place(weir::SourceText({}, text).position(static_cast<std::uint32_t>(at)), file);
            hovers += editor.hover() ? 1 : 0;
            (void)editor.complete();
            (void)editor.definition();
        }
        CHECK(hovers > text.size() / 3);
    }
}

TEST_CASE("lines without their ends, brackets or quotes are taken as they come", "[sweep]") {
    const std::string text = Editor("rebuilt").text();
    for (std::size_t drop = 0; drop < text.size(); ++drop) {
        const char c = text[drop];
        if (std::string("{}[]:\"'-\n").find(c) == std::string::npos) {
            continue;
        }
        Editor editor("rebuilt");
        std::string broken = text;
        broken.erase(drop, 1);
        editor.set_text(broken);
        for (const std::size_t at : {drop, drop + 1, drop + 7}) {
            editor.place(weir::SourceText({}, broken).position(static_cast<std::uint32_t>(at)));
            (void)editor.complete();
            (void)editor.hover();
            (void)editor.definition();
        }
    }
    SUCCEED();
}
