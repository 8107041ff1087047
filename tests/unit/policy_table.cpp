// The table of tests/policy, through weir_call.

#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "facade_support.h"
#include "weir/policy.h"

using nlohmann::json;
using weir_test::call;

namespace {

const json& table() {
    static const json read = json::parse(weir_test::read_tree("tests/policy/cases.json"));
    return read;
}

std::string contract_of(const json& row) {
    json contract = json::parse(weir_test::read_tree("tests/policy/base.fluid.json"));
    const json changes = row.value("set", json::object());
    for (const auto& [place, value] : changes.items()) {
        contract[json::json_pointer(table().at("places").at(place).get<std::string>())] = value;
    }
    return contract.dump();
}

json environment_of(const json& row) {
    json lists = table().at("allowed");
    lists.update(row.value("lists", json::object()));
    json environment = json::object();
    for (const auto& [name, value] : lists.items()) {
        if (!value.is_null()) {
            environment[table().at("lists").at(name).get<std::string>()] = value;
        }
    }
    return environment;
}

json judged(const json& row, const json& environment) {
    const json answer = call({{"op", "policy"},
                              {"file", "c.fluid.json"},
                              {"files", {{"c.fluid.json", contract_of(row)}}},
                              {"env", environment},
                              {"options", {{"for", row.value("for", "apply")}}}});
    REQUIRE(answer.at("ok") == true);
    REQUIRE_FALSE(answer.at("result").contains("contracts"));
    return answer.at("result");
}

json codes_and_entries(const json& refusals) {
    json all = json::array();
    for (const json& refusal : refusals) {
        all.push_back({refusal.at("code"), refusal.at("entry")});
    }
    return all;
}

json variable_of(const std::string& code) {
    const json& list = table().at("codes").at(code);
    return list.is_null() ? json() : table().at("lists").at(list.get<std::string>());
}

void check_refusal(const json& refusal) {
    CHECK(refusal.at("variable") == variable_of(refusal.at("code")));
    const std::string message = refusal.at("message");
    CHECK(message.find("Managed Flink: ") == 0);
    if (!refusal.at("variable").is_null()) {
        CHECK(message.find(refusal.at("variable").get<std::string>()) != std::string::npos);
    }
    if (!refusal.at("entry").is_null()) {
        CHECK(message.find("add " + refusal.at("entry").get<std::string>()) != std::string::npos);
    }
    CHECK(refusal.at("range").at("start").at("line").get<int>() >= 1);
}

/// With what the refusals say to add, only what no entry can allow is refused.
void check_additions(const json& row, json environment, const json& refusals) {
    json left = json::array();
    for (const json& refusal : refusals) {
        if (refusal.at("entry").is_null()) {
            left.push_back({refusal.at("code"), nullptr});
            continue;
        }
        const std::string variable = refusal.at("variable");
        environment[variable] = environment.value(variable, "") + "," + refusal.at("entry").get<std::string>();
    }
    CHECK(codes_and_entries(judged(row, environment).at("refusals")) == left);
}

} // namespace

TEST_CASE("every row of the table") {
    REQUIRE(table().at("cases").size() >= 120);
    std::set<std::string> reached;
    for (const json& row : table().at("cases")) {
        CAPTURE(row.at("name").get<std::string>());
        const json environment = environment_of(row);
        const json result = judged(row, environment);
        const json& refusals = result.at("refusals");
        CHECK(codes_and_entries(refusals) == row.at("refuses"));
        CHECK(result.at("allowed") == row.at("refuses").empty());
        CHECK(result.at("warnings").size() == row.value("warns", 0U));
        for (std::size_t i = 0; i < refusals.size(); ++i) {
            check_refusal(refusals.at(i));
            if (row.contains("paths")) {
                CHECK(refusals.at(i).at("path") == row.at("paths").at(i));
            }
            reached.insert(refusals.at(i).at("code").get<std::string>());
        }
        for (const json& warning : result.at("warnings")) {
            CHECK(warning.at("code") == "entry-ineffective");
        }
        check_additions(row, environment, refusals);
        CHECK(result.at("needs") == judged(row, json::object()).at("needs"));
    }
    CHECK(reached.size() == weir::refusal_codes().size());
}

TEST_CASE("what a contract needs is what allows it, and nothing that is more") {
    for (const json& row : table().at("cases")) {
        CAPTURE(row.at("name").get<std::string>());
        json environment = json::object();
        const json needs = judged(row, environment).at("needs");
        for (const json& need : needs) {
            std::string entries;
            for (const json& entry : need.at("entries")) {
                entries += (entries.empty() ? "" : ",") + entry.get<std::string>();
            }
            environment[need.at("variable").get<std::string>()] = entries;
        }
        const json admitted = judged(row, environment);
        for (const json& refusal : admitted.at("refusals")) {
            CHECK(refusal.at("entry").is_null());
        }
        for (const json& need : needs) {
            json less = environment;
            less.erase(need.at("variable").get<std::string>());
            CHECK_FALSE(judged(row, less).at("allowed").get<bool>());
        }
    }
}

TEST_CASE("every refusal has a section of its own in docs/policy.md, and no section lacks its refusal") {
    const std::string page = weir_test::read_tree("docs/policy.md");
    for (const weir::RefusalCode& refusal : weir::refusal_codes()) {
        CAPTURE(std::string(refusal.code));
        CHECK(page.find("\n### " + std::string(refusal.code) + "\n") != std::string::npos);
        CHECK(variable_of(std::string(refusal.code)) ==
              (refusal.variable.empty() ? json() : json(std::string(refusal.variable))));
        CHECK(refusal.meaning.size() > 10);
    }
    std::size_t sections = 0;
    for (std::size_t at = page.find("\n### "); at != std::string::npos; at = page.find("\n### ", at + 1)) {
        ++sections;
    }
    CHECK(sections == weir::refusal_codes().size());
}

TEST_CASE("the table of lists says who looks at what, and docs/policy.md has its rows") {
    // Every contract of the table without a list: what is refused then is what is looked at.
    std::map<std::string, std::set<std::string>> seen;
    for (json row : table().at("cases")) {
        for (const std::string_view command : weir::policy_command_names()) {
            row["for"] = command;
            const json result = judged(row, json::object());
            for (const json& refusal : result.at("refusals")) {
                if (!refusal.at("entry").is_null()) {
                    seen[refusal.at("variable").get<std::string>()].insert(std::string(command));
                }
            }
        }
    }
    const std::string page = weir_test::read_tree("docs/policy.md");
    REQUIRE(weir::allowlists().size() == weir::kAllowlists.size());
    for (std::size_t i = 0; i < weir::kAllowlists.size(); ++i) {
        const weir::AllowlistInfo& info = weir::allowlists()[i];
        CAPTURE(std::string(info.variable));
        CHECK(info.variable == weir::kAllowlists[i]);
        std::set<std::string> commands;
        for (const weir::PolicyCommand command : info.checked_by) {
            commands.emplace(weir::policy_command_names()[static_cast<std::size_t>(command)]);
        }
        CHECK(seen[std::string(info.variable)] == commands);
        const std::string row = "| `" + std::string(info.variable) + "` | " + std::string(info.entry) + " | apply";
        CHECK(page.find("\n" + row) != std::string::npos);
    }
}
