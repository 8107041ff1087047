// Pages of contracts that were checked: bounds, hostile texts, links that lead somewhere.

#include <catch2/catch.hpp>

#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "preview/html.h"
#include "preview/lineage.h"
#include "weir/facade.h"
#include "weir/preview.h"

using namespace weir;

namespace {

std::string tree(const std::string& name) {
    std::ifstream file(std::string(WEIR_SOURCE_DIR) + "/" + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string replaced(std::string text, const std::string& old, const std::string& now) {
    const std::size_t at = text.find(old);
    REQUIRE(at != std::string::npos);
    return text.replace(at, old.size(), now);
}

Checked checked(const std::string& text) {
    FileSet files;
    files["a.fluid.yaml"].text = text;
    return check(files, "a.fluid.yaml");
}

PreviewSide side_of(const Checked& checked) {
    PreviewSide side;
    side.report = report_of(checked);
    if (checked.readable()) {
        side.contract = &checked.contract;
        side.plan = &checked.plan;
    }
    return side;
}

std::string page(const std::string& base, const std::string& head, const PreviewLimits& limits = {}) {
    const Checked base_checked = checked(base);
    const Checked head_checked = checked(head);
    const PreviewSide base_side = side_of(base_checked);
    const PreviewSide head_side = side_of(head_checked);
    std::vector<Change> changes;
    const ChangesReport report = compare(base_checked, head_checked, false, changes);
    const PreviewPair pair{&base_side, &head_side, &report};
    return preview_page(pair, preview_entry(pair), {"0", "../index.html"}, limits);
}

std::string base_contract() {
    return tree("tests/codes/base.fluid.yaml");
}

/// A valid contract whose stream and table have so many columns.
std::string wide(std::size_t columns, const std::string& type) {
    std::string text = base_contract();
    std::string stream;
    std::string table;
    for (std::size_t i = 0; i < columns; ++i) {
        stream += fmt::format("          - {{name: wide_{}, type: int}}\n", i);
        table += fmt::format("        - {{name: wide_{}, type: {}}}\n", i, type);
    }
    text = replaced(text, "        key:\n          format: raw", stream + "        key:\n          format: raw");
    const std::size_t schema = text.find("      schema:\n", text.find("exposes:"));
    REQUIRE(schema != std::string::npos);
    return text.insert(schema + std::string("      schema:\n").size(), table);
}

std::size_t times(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

} // namespace

TEST_CASE("text is escaped, and what hides is shown") {
    CHECK(Html().text("<a href='x'>&\"").take() == "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
    CHECK(Html().text("a\u202eb\tc\x01").take() == "a<b class=\"u\">\\u{202e}</b>b\tc<b class=\"u\">\\u{1}</b>");
    CHECK(Html().attribute("\"\u200b").take() == "&quot;\\u{200b}");
    CHECK(Html().text("\xff\xc3").take() == "<b class=\"u\">\uFFFD</b><b class=\"u\">\uFFFD</b>");
    CHECK(grouped(0) == "0");
    CHECK(grouped(1'234'567) == "1,234,567");
    CHECK(clipped("äää", 3) == "ä…");
}

TEST_CASE("every link of a page leads to a place on it") {
    const std::string text = page(base_contract(), replaced(replaced(base_contract(), "topic: orders", "topic: other"),
                                                            "parallelism: 1", "parallelism: 2"));
    std::size_t links = 0;
    for (std::size_t at = text.find("href=\"#"); at != std::string::npos; at = text.find("href=\"#", at + 1)) {
        const std::size_t begin = at + 7;
        const std::string id = text.substr(begin, text.find('"', begin) - begin);
        INFO(id);
        CHECK(times(text, "id=\"" + id + "\"") == 1);
        ++links;
    }
    CHECK(links >= 9); // five sections, both places of two changes
}

TEST_CASE("no page has a script, a style attribute or anything to load") {
    const std::string text = page(base_contract(), wide(10, "long"));
    for (const char* part :
         {"<script", " style=", " src=", "http-equiv=\"refresh", "url(", "@import", "<iframe", "<object"}) {
        INFO(part);
        CHECK(text.find(part) == std::string::npos);
    }
    CHECK(times(text, "<style>") == 1);
}

TEST_CASE("thousands of changes give a page of bounded size that says what it leaves out") {
    const std::string text = page(wide(5'000, "int"), wide(5'000, "long"));
    CHECK(text.size() < 5'000'000);
    CHECK(times(text, "<article class=\"change ") == PreviewLimits{}.changes);
    CHECK(text.find("more changes of this severity not on this page") != std::string::npos);
    CHECK(text.find("table columns and") != std::string::npos);
    CHECK(text.find("not drawn") != std::string::npos);
    PreviewLimits tight;
    tight.changes = 1;
    tight.text_bytes = 1'000;
    tight.sql_bytes = 1'000;
    tight.drawn_columns = 2;
    tight.listed_columns = 2;
    const std::string small = page(wide(50, "int"), wide(50, "long"), tight);
    CHECK(times(small, "<article class=\"change ") == 1);
    CHECK(times(small, "not on this page: it would be too large") >= 2);
    CHECK(small.find("more columns not in this table") != std::string::npos);
    CHECK(small.size() < 50'000);
}

TEST_CASE("one very long line is clipped around what changed") {
    const std::string start =
        replaced(base_contract(), "name: Orders", "name: Orders\ndescription: " + std::string(200'000, 'x') + " one");
    const std::string end =
        replaced(base_contract(), "name: Orders", "name: Orders\ndescription: " + std::string(200'000, 'x') + " two");
    const std::string text = page(start, end);
    CHECK(text.size() < 200'000);
    CHECK(text.find("<b>one</b>") != std::string::npos);
    CHECK(text.find("<b>two</b>") != std::string::npos);
    CHECK(text.find("bytes not shown") != std::string::npos);
}

TEST_CASE("names of pages are plain, stable and different") {
    CHECK(preview_page_name("a/b.fluid.yaml").starts_with("contracts/a-b-"));
    CHECK(preview_page_name("../../etc/passwd").starts_with("contracts/etc-passwd-"));
    CHECK(preview_page_name("").starts_with("contracts/contract-"));
    CHECK(preview_page_name(std::string(5'000, 'a')).size() < 100);
    std::set<std::string> names;
    for (const char* file : {"a/b.fluid.yaml", "a-b.fluid.yaml", "A-b.fluid.yaml", "a/b.fluid.yml", "a b.fluid.yaml",
                             "ä.fluid.yaml", "ö.fluid.yaml"}) {
        names.insert(preview_page_name(file));
    }
    CHECK(names.size() == 7);
}

TEST_CASE("a secret of either side is masked wherever the page would repeat it") {
    const std::string secret = "plumVelvetSwordfish77";
    const std::string head = replaced(base_contract(), "  - id: ingest", "  - id: ingest\n    password: " + secret);
    for (const std::string& other :
         {base_contract(), replaced(base_contract(), "topic: orders", "topic: " + secret),
          replaced(base_contract(), "name: Orders", "name: " + secret + " # token: " + secret)}) {
        CHECK(page(other, head).find(secret) == std::string::npos);
        CHECK(page(head, other).find(secret) == std::string::npos);
    }
    const std::string commented = replaced(base_contract(), "name: Orders", "name: Orders # password: hunter-two");
    CHECK(page(base_contract(), commented).find("hunter-two") == std::string::npos);
    // Commented out below a key of credentials, below one that is commented out too, deeper, in a list.
    for (const char* lines : {"x-password:\n  # hunter-two\n  new", "x-password: # is\n    #hunter-two\n  new",
                              "x-more: 1\n# password:\n#   hunter-two", "x-more: 1\n#password:\n#  # hunter-two",
                              "x-more: 1\n# secrets:\n#   here:\n#     - hunter-two",
                              "x-more: 1\n# a:\n#   token: >\n#     hunter-two\n#     goes on"}) {
        INFO(lines);
        const std::string below = replaced(base_contract(), "name: Orders", std::string("name: Orders\n") + lines);
        CHECK(page(base_contract(), below).find("hunter-two") == std::string::npos);
        CHECK(page(below, base_contract()).find("hunter-two") == std::string::npos);
    }
    const std::string plain = "x-password: new\n# said beside it\n# description:\n#   said below it";
    const std::string beside =
        page(base_contract(), replaced(base_contract(), "name: Orders", "name: Orders\n" + plain));
    CHECK(beside.find("said beside it") != std::string::npos);
    CHECK(beside.find("said below it") != std::string::npos);
    const std::string number = replaced(base_contract(), "name: Orders", "name: Orders\nx-password:\n  12345678");
    CHECK(page(base_contract(), number).find("12345678") == std::string::npos);
    // The page is otherwise whole.
    CHECK(page(base_contract(), commented).find("event_time") != std::string::npos);
}

TEST_CASE("lineage says what feeds each output, and what changed") {
    const Checked base = checked(base_contract());
    const Checked head = checked(replaced(base_contract(), "from: item.sku", "from: customer.id"));
    REQUIRE(head.valid());
    Lineage lineage = lineage_of(head.contract, head.plan.builds.front());
    mark_changes(lineage, lineage_of(base.contract, base.plan.builds.front()));
    const auto target = [&](const std::string& name) {
        for (const LineageTarget& found : lineage.targets) {
            if (found.name == name) {
                return found;
            }
        }
        FAIL("no output " << name);
        return LineageTarget{};
    };
    CHECK(target("sku").from == "customer.id");
    CHECK(target("sku").mark == LineageMark::Changed);
    CHECK(target("sku").was.find("item.sku") != std::string::npos);
    CHECK(lineage.sources[target("sku").source].name == "id");
    CHECK(target("trace").how == "decoded as UTF-8");
    CHECK(target("country").mark == LineageMark::Same);
    CHECK(target("country").nullable);
    CHECK(lineage.exploded == "items");
}

TEST_CASE("the index puts first what needs a look") {
    PreviewSummary summary;
    const auto add = [&](const std::string& file, PreviewStatus status, std::size_t breaking, bool valid) {
        PreviewEntry entry;
        entry.file = file;
        entry.id = "id-of-" + file;
        entry.page = preview_page_name(file);
        entry.status = status;
        entry.counts.breaking = breaking;
        entry.valid = valid;
        summary.entries.push_back(entry);
    };
    add("a-same", PreviewStatus::Changed, 0, true);
    add("b-breaks", PreviewStatus::Changed, 1, true);
    add("c-gone", PreviewStatus::Removed, 0, true);
    add("d-wrong", PreviewStatus::Added, 0, false);
    summary.unchanged = {"e<i>"};
    const std::string index = preview_index(summary, {"0", {}});
    CHECK(index.find("3 contracts need a look") != std::string::npos);
    CHECK(index.find("id-of-b") < index.find("id-of-c"));
    CHECK(index.find("id-of-c") < index.find("id-of-d"));
    CHECK(index.find("id-of-d") < index.find("id-of-a"));
    CHECK(index.find("e&lt;i&gt;") != std::string::npos);

    const std::string comment = preview_comment(summary);
    CHECK(comment.starts_with("### Contract changes: 3 contracts need a look"));
    CHECK(comment.find("id-of-b") < comment.find("id-of-a"));
    summary.entries[0].id = "</code>@everyone | #1\n\n# ![x](y)";
    CHECK(preview_comment(summary).find("<code>&lt;/code&gt;@everyone | #1<b class=\"u\">\\u{a}</b>") !=
          std::string::npos);

    PreviewSummary many;
    for (int i = 0; i < 12'000; ++i) {
        PreviewEntry entry;
        entry.file = std::to_string(i);
        entry.valid = true;
        many.entries.push_back(entry);
        many.unchanged.push_back(std::to_string(i));
    }
    const std::string large = preview_index(many, {"0", {}});
    CHECK(times(large, "<tr><td>") == PreviewLimits{}.rows);
    CHECK(large.find("2,000 more contracts not listed here") != std::string::npos);
    CHECK(large.find("11,000 more not listed here") != std::string::npos);
    CHECK(large.size() < 10'000'000);
    CHECK(preview_comment(many).size() <= 30'000);
    CHECK(preview_comment(many).find("more contracts differ") != std::string::npos);
}
