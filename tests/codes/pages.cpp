// docs/codes/<slug>.md: one page for every code, and its examples are run.
//
// A page has the sections `## Fails` and `## Passes`, each with at least one fenced block:
//   ```yaml at POINTER [base NAME]   replaces that value of tests/codes/NAME.fluid.yaml (default base)
//   ```yaml whole                    is the whole contract
//   ```yaml file NAME                is another file beside it, for $ref
//   ```text refusal NAME             is why the host does not supply that file
// The blocks of a section together make one contract; a block of comments only removes the value.
// The failing contract must give the page's code, the passing one must not, and is valid.
// A page of what no page can hold, such as a file of 5 MiB, says `<!-- shown by: FOLDER -->`: a test there names the
// code.

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "splice.h"
#include "weir/facade.h"

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = WEIR_SOURCE_DIR;

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Findings of one section's contract, as slugs.
struct Outcome {
    std::set<std::string> codes;
    std::set<std::string> errors;
    bool located = true;
};

Outcome judge(const weir::FileSet& files) {
    const weir::Checked checked = weir::check(files, "contract.fluid.yaml");
    REQUIRE(checked.need.empty());
    Outcome outcome;
    for (const weir::Finding& finding : checked.findings) {
        const std::string slug(weir::code_info(finding.code).slug);
        outcome.codes.insert(slug);
        if (finding.severity() == weir::Severity::Error) {
            outcome.errors.insert(slug);
        }
        outcome.located = outcome.located && finding.at.known();
    }
    return outcome;
}

/// The contract that the fenced blocks of a section make, with its files.
weir::FileSet contract_of(const std::string& page, const std::string& section) {
    const std::size_t start = page.find("\n## " + section + "\n");
    INFO("section " << section);
    REQUIRE(start != std::string::npos);
    const std::size_t end = std::min(page.find("\n## ", start + 4), page.size());
    weir::FileSet files;
    std::string contract;
    std::istringstream lines(page.substr(start, end - start));
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("```yaml", 0) != 0 && line.rfind("```text refusal", 0) != 0) {
            continue;
        }
        std::istringstream words(line);
        std::string word;
        std::string kind;
        std::string argument;
        std::string base = "base";
        words >> word >> kind;
        if (kind == "at" || kind == "file" || kind == "refusal") {
            words >> argument;
        }
        if (words >> word; word == "base") {
            words >> base;
        }
        std::string body;
        while (std::getline(lines, line) && line.rfind("```", 0) != 0) {
            body += line + "\n";
        }
        if (kind == "whole") {
            contract = body;
        } else if (kind == "file") {
            files[argument] = {body, ""};
        } else if (kind == "refusal") {
            files[argument] = {"", body.substr(0, body.find('\n'))};
        } else {
            REQUIRE(kind == "at");
            contract = contract.empty() ? read(kRoot / "tests/codes" / (base + ".fluid.yaml")) : contract;
            contract = weir::test::splice(contract, argument, body);
        }
    }
    files["contract.fluid.yaml"] = {contract, ""};
    return files;
}

/// What a section's contract is found to be, with its texts as the findings' places count them.
weir::Checked checked_section(const std::string& page, const std::string& section, weir::FileSet& files) {
    files = contract_of(page, section);
    return weir::check(files, "contract.fluid.yaml");
}

/// How often each code is found.
std::map<std::string, int> counted(const weir::Checked& checked) {
    std::map<std::string, int> codes;
    for (const weir::Finding& finding : checked.findings) {
        ++codes[std::string(weir::code_info(finding.code).slug)];
    }
    return codes;
}

/// The files with a finding's fix applied.
weir::FileSet mended(weir::FileSet files, const weir::Checked& checked, const weir::Fix& fix) {
    const weir::Sources& sources = checked.document->sources();
    std::vector<weir::Edit> edits = fix.edits;
    std::sort(edits.begin(), edits.end(),
              [](const weir::Edit& a, const weir::Edit& b) { return a.span.begin > b.span.begin; });
    std::set<weir::FileId> begun;
    for (const weir::Edit& edit : edits) {
        REQUIRE(edit.span.known());
        std::string& text = files[sources[edit.span.file].name()].text;
        if (begun.insert(edit.span.file).second) {
            text = std::string(sources[edit.span.file].text()); // without a byte order mark
        }
        REQUIRE(edit.span.end <= text.size());
        text.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
    }
    return files;
}

/// Some test below `folder` names the code.
bool named_by_a_test(const fs::path& folder, const std::string& slug) {
    std::string identifier = "Code::" + slug;
    std::replace_if(
        identifier.begin(), identifier.end(), [](char c) { return c == '-' || c == '.'; }, '_');
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            const std::string text = read(entry.path());
            if (text.find(identifier) != std::string::npos || text.find('"' + slug + '"') != std::string::npos ||
                text.find('"' + slug + ' ') != std::string::npos || text.find(' ' + slug + '"') != std::string::npos) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

TEST_CASE("every page belongs to a code") {
    for (const auto& entry : fs::directory_iterator(kRoot / "docs/codes")) {
        INFO(entry.path());
        CHECK((entry.path().filename() == "README.md" || weir::code_from_slug(entry.path().stem().string())));
    }
}

TEST_CASE("no two codes share a slug, and slugs are kebab-case") {
    std::set<std::string_view> slugs;
    for (const weir::CodeInfo& info : weir::all_codes()) {
        INFO(info.slug);
        CHECK(slugs.insert(info.slug).second);
        CHECK(info.slug.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-.") == std::string_view::npos);
    }
}

TEST_CASE("the bases are valid without a warning") {
    for (const auto& entry : fs::directory_iterator(kRoot / "tests/codes")) {
        if (entry.path().extension() == ".yaml") {
            INFO(entry.path());
            for (const std::string& code : judge({{"contract.fluid.yaml", {read(entry.path()), ""}}}).codes) {
                INFO(code); // notes are told of the best contract
                CHECK(weir::code_info(*weir::code_from_slug(code)).severity == weir::Severity::Info);
            }
        }
    }
}

TEST_CASE("what is found says what to write, in sentences") {
    for (const weir::CodeInfo& info : weir::all_codes()) {
        const std::string slug(info.slug);
        const std::string page = read(kRoot / "docs/codes" / (slug + ".md"));
        if (page.find("<!-- shown by: ") != std::string::npos) {
            continue;
        }
        DYNAMIC_SECTION(slug) {
            weir::FileSet files;
            for (const weir::Finding& finding : checked_section(page, "Fails", files).findings) {
                INFO(weir::code_info(finding.code).slug << ": " << finding.message << " | " << finding.help);
                REQUIRE(!finding.message.empty());
                CHECK(finding.message.back() != '.');
                REQUIRE(!finding.help.empty());
                CHECK((finding.help.back() == '.' || finding.help.back() == '?'));
                for (const weir::Related& related : finding.related) {
                    CHECK(related.at.known());
                    REQUIRE(!related.message.empty());
                    CHECK(related.message.back() != '.');
                }
            }
        }
    }
}

TEST_CASE("a fix mends its finding and breaks nothing") {
    int fixes = 0;
    for (const weir::CodeInfo& info : weir::all_codes()) {
        const std::string slug(info.slug);
        const std::string page = read(kRoot / "docs/codes" / (slug + ".md"));
        if (page.find("<!-- shown by: ") != std::string::npos) {
            continue;
        }
        weir::FileSet files;
        const weir::Checked before = checked_section(page, "Fails", files);
        for (const weir::Finding& finding : before.findings) {
            if (!finding.fix) {
                continue;
            }
            ++fixes;
            INFO(slug << ": " << weir::code_info(finding.code).slug << ": " << finding.message);
            INFO("fix: " << finding.fix->title);
            const weir::FileSet after_files = mended(files, before, *finding.fix);
            INFO(after_files.at("contract.fluid.yaml").text);
            const std::map<std::string, int> was = counted(before);
            const std::map<std::string, int> is = counted(weir::check(after_files, "contract.fluid.yaml"));
            const std::string own(weir::code_info(finding.code).slug);
            CHECK((is.count(own) == 0 || is.at(own) < was.at(own)));
            for (const auto& [code, times] : is) {
                INFO(code << " is found " << times << " times");
                if (weir::code_info(*weir::code_from_slug(code)).severity == weir::Severity::Info) {
                    continue; // advice on what is valid now
                }
                CHECK((was.count(code) != 0 && times <= was.at(code)));
            }
        }
    }
    CHECK(fixes > 15);
}

TEST_CASE("every code's page fails and passes as it says") {
    for (const weir::CodeInfo& info : weir::all_codes()) {
        const std::string slug(info.slug);
        DYNAMIC_SECTION(slug) {
            const std::string page = read(kRoot / "docs/codes" / (slug + ".md"));
            CHECK(page.rfind("# " + slug + "\n", 0) == 0);
            const std::string shown = "<!-- shown by: ";
            if (const std::size_t at = page.find(shown); at != std::string::npos) {
                const std::size_t folder = at + shown.size();
                CHECK(named_by_a_test(kRoot / page.substr(folder, page.find(" -->", at) - folder), slug));
                continue;
            }
            const Outcome fails = judge(contract_of(page, "Fails"));
            INFO("failing example gives " << Catch::rangeToString(fails.codes));
            CHECK(fails.codes.count(slug) == 1);
            CHECK(fails.located);
            const Outcome passes = judge(contract_of(page, "Passes"));
            INFO("passing example gives " << Catch::rangeToString(passes.codes));
            CHECK(passes.codes.count(slug) == 0);
            CHECK(passes.errors.empty());
        }
    }
}
