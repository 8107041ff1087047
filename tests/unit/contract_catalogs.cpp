// Kinds of catalogs: what warehouse is to each, how a job signs in, and settings with two spellings.
#include "contract_support.h"

#include <fmt/format.h>

#include "weir/catalogs.h"
#include "weir/grammar.h"
#include "weir/runtimes.h"

using namespace weir;
using namespace weir::test;

namespace {

const std::string kLocation = "exposes[0].binding.location";
const std::string kAuth = kLocation + ".catalogAuth";

std::string of_kind(std::string_view kind, std::string_view warehouse) {
    return replaced(edited("catalog: rest", fmt::format("catalog: {}", kind)), "s3://lake/warehouse", warehouse);
}

/// catalogAuth with other lines.
std::string signed_in(const std::string& text, const std::string& lines) {
    return replaced(text,
                    "        type: oauth2\n        credentialEnv: ICEBERG_CREDENTIAL\n"
                    "        oauth2ServerUri: https://identity.example.com/token\n        scope: catalog\n"
                    "        audience: lake\n",
                    lines);
}

const std::string kBasic = "        type: basic\n        usernameEnv: LAKE_USER\n        passwordEnv: LAKE_PASSWORD\n";

const Location& location_of(const Result& result) {
    return *result.read.contract.exposes[0].binding->location;
}

} // namespace

TEST_CASE("Each kind of catalog has one row") {
    REQUIRE(catalog_presets().size() == catalog_names().size());
    for (std::size_t i = 0; i < catalog_presets().size(); ++i) {
        const CatalogPreset& preset = catalog_presets()[i];
        CHECK(preset.name == catalog_names()[i]);
        CHECK(static_cast<std::size_t>(preset.kind) == i);
        const Result result = read(
            of_kind(preset.name, preset.warehouse == WarehouseForm::Location ? "s3://lake/warehouse" : "analytics"));
        INFO(preset.name << "\n" << result.all());
        CHECK(result.read.findings.empty());
        CHECK(catalog_preset(location_of(result)).kind == preset.kind);
    }
    CHECK(std::vector<std::string_view>(catalog_names().begin(), catalog_names().end()) ==
          std::vector<std::string_view>(find_key(object_rule(ObjectId::kLaneLocation), "catalog")->values.begin(),
                                        find_key(object_rule(ObjectId::kLaneLocation), "catalog")->values.end()));
}

TEST_CASE("A warehouse is a location to some kinds and a name to others") {
    const std::string at = kLocation + ".warehouse";
    for (const std::string kind : {"polaris", "gravitino", "lakekeeper", "unity"}) {
        const Finding finding =
            only(of_kind(kind, "s3://lake/warehouse"), {Code::warehouse_name, at, "s3://lake/warehouse"});
        CHECK(finding.secret);
        CHECK(finding.help.find("Write the name of the") == 0);
    }
    CHECK(read(of_kind("nessie", "s3://lake/warehouse")).read.findings.empty());
    CHECK(read(of_kind("nessie", "lake")).read.findings.empty());
    CHECK(read(of_kind("lakekeeper", "project-1/lake")).read.findings.empty());
    const Finding bare = only(of_kind("rest", "lake"), {Code::warehouse_form, at, "lake"});
    CHECK(bare.help.find("catalog: polaris") != std::string::npos);
    for (const std::string bad : {"\"a b\"", "-lake", "a/b/c", "lake/", "la?ke", "\"\"", "user@lake"}) {
        const Result result = read(of_kind("polaris", bad));
        INFO(bad << result.all());
        REQUIRE(result.read.findings.size() == 1);
        CHECK(result.read.findings[0].code == Code::warehouse_name);
        CHECK_FALSE(location_of(result).warehouse.present());
    }
    // A kind that is none may have meant either; its warehouse is not told too.
    only(of_kind("polarys", "analytics"), {Code::value_unknown, kLocation + ".catalog", "polarys"});
}

TEST_CASE("Basic authentication has a user and a password, where the catalog has it") {
    const Result result = read(signed_in(of_kind("gravitino", "lake"), kBasic));
    INFO(result.all());
    REQUIRE(result.read.findings.empty());
    const CatalogAuth& auth = *location_of(result).catalog_auth;
    CHECK(auth.type.value == CatalogAuthType::Basic);
    CHECK(auth.username_env.value == "LAKE_USER");
    CHECK(auth.password_env.value == "LAKE_PASSWORD");
    CHECK(read(signed_in(full_contract(), kBasic)).read.findings.empty());
    for (const std::string kind : {"polaris", "lakekeeper", "nessie", "unity"}) {
        const Finding finding =
            only(signed_in(of_kind(kind, "lake"), kBasic), {Code::catalog_auth_type, kAuth + ".type", "basic"});
        CHECK(finding.related.size() == 1);
    }
    only(signed_in(full_contract(), "        type: basic\n        usernameEnv: U\n"),
         {Code::key_missing, kAuth, "type"});
    for (const std::string key : {"tokenEnv: T", "credentialEnv: C", "scope: s", "tokenExchange: false"}) {
        const Finding finding =
            only(signed_in(full_contract(), kBasic + "        " + key + "\n"),
                 {Code::auth_key_mismatch, kAuth + "." + key.substr(0, key.find(':')), key.substr(0, key.find(':'))});
        CHECK(finding.fix);
    }
    only(edited("        audience: lake\n", "        audience: lake\n        usernameEnv: U\n"),
         {Code::auth_key_mismatch, kAuth + ".usernameEnv", "usernameEnv"});
    const std::string canary = "k3yk3yk3yk3yk3yk3yk3y";
    const Result secret = read(signed_in(full_contract(), "        type: basic\n        usernameEnv: U\n"
                                                          "        passwordEnv: " +
                                                              canary + "\n"));
    REQUIRE(secret.read.findings.size() == 1);
    CHECK(secret.read.findings[0].code == Code::env_name_form);
    CHECK(secret.said().find(canary) == std::string::npos);
}

TEST_CASE("A setting has one value, however it is spelled") {
    const std::string old = "        s3.write.tags.team: data\n";
    for (const CatalogSetting& setting : kCatalogSettings) {
        const auto with = [&](const std::string& flag, const std::string& value) {
            std::string text = full_contract();
            if (!flag.empty()) {
                const std::string_view before = setting.in_auth ? "        audience: lake\n" : "      table: orders\n";
                text = replaced(
                    text, before,
                    fmt::format("{}{}{}: {}\n", before, setting.in_auth ? "        " : "      ", setting.key, flag));
            }
            return value.empty() ? text
                                 : replaced(text, old, fmt::format("        {}: \"{}\"\n", setting.property, value));
        };
        const std::string on(setting.on);
        const std::string at = kLocation + (setting.in_auth ? ".catalogAuth." : ".") + std::string(setting.key);
        INFO(setting.key);
        for (const auto& [flag, value] : {std::pair<std::string, std::string>{"true", on}, {"true", ""}, {"", on}}) {
            const Result result = read(with(flag, value));
            INFO(result.all());
            CHECK(result.read.findings.empty());
            CHECK(value_of(location_of(result), setting).value == on);
        }
        CHECK_FALSE(value_of(location_of(read(full_contract())), setting).present());
        const Text off = value_of(location_of(read(with("false", ""))), setting);
        CHECK(off.value == (setting.in_auth ? "false" : ""));
        const Finding finding = only(with("false", on), {Code::catalog_setting_conflict, at, "false"});
        CHECK(finding.related.size() == 1);
        CHECK(finding.fix);
        only(with("true", setting.in_auth ? "false" : "remote-signing"), {Code::catalog_setting_conflict, at, "true"});
    }
}

TEST_CASE("Tokens come from Polaris itself, or from an identity provider") {
    const std::string polaris = replaced(of_kind("polaris", "lake"), "https://catalog.example.com/iceberg",
                                         "https://polaris.example.com/api/catalog/");
    CHECK_FALSE(signs_in_at_catalog(location_of(read(polaris))));
    const std::string own = replaced(polaris, "https://identity.example.com/token",
                                     "https://polaris.example.com/api/catalog/v1/oauth/tokens");
    CHECK(signs_in_at_catalog(location_of(read(own))));
    CHECK_FALSE(signs_in_at_catalog(location_of(read(full_contract()))));
}

TEST_CASE("A deployment runs on a version of Flink from one table") {
    const auto deployed = [](const std::string& line) {
        return read(edited("          state: suspended\n", line + "          state: suspended\n"));
    };
    const Result plain = deployed("");
    CHECK(flink_runtime(*plain.read.contract.builds[0].deployment).version == kDefaultFlinkVersion);
    REQUIRE(flink_runtimes().size() == flink_versions().size());
    for (const FlinkRuntime& runtime : flink_runtimes()) {
        const Result result = deployed(fmt::format("          flinkVersion: {}\n", runtime.version));
        INFO(result.all());
        CHECK(result.read.findings.empty());
        CHECK(flink_runtime(*result.read.contract.builds[0].deployment).flink == runtime.flink);
    }
    only(edited("          state: suspended\n", "          flinkVersion: v1_18\n          state: suspended\n"),
         {Code::value_unknown, "builds[0].properties.parameters.flink.deployment.flinkVersion", "v1_18"});
    const KeyRule* rule = find_key(object_rule(ObjectId::kFlinkDeployment), "flinkVersion");
    CHECK(std::equal(rule->values.begin(), rule->values.end(), flink_versions().begin(), flink_versions().end()));
}
