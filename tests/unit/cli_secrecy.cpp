// What may be a secret is repeated by no output: a canary is planted in every place whose text no finding may
// tell, in every spelling, and looked for in everything that weir prints.

#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "cli_secrecy.h"
#include "cli_support.h"
#include "weir/facade.h"

using namespace secrecy_test;
using Json = nlohmann::ordered_json;

namespace {

const std::string kFlink = "/builds/0/properties/parameters/flink";
const std::string kDeployment = kFlink + "/deployment";
const std::string kLocation = "/exposes/0/binding/location";
const std::string kProperties = kLocation + "/catalogProperties";
const std::string kAuth = kLocation + "/catalogAuth";

std::vector<Plant> url_plants() {
    std::vector<Plant> plants;
    const std::vector<std::string> urls = {"https://me:{}@catalog.example.com/x",
                                           "https://{}@catalog.example.com/x",
                                           "https://catalog.example.com/x?key={}",
                                           "https://catalog.example.com/x#{}",
                                           "{}",
                                           "ftp://{}/x",
                                           "https://host {}"};
    const std::vector<std::pair<std::string, std::string>> places = {
        {"url-form", kLocation + "/uri"},
        {"url-form", kAuth + "/oauth2ServerUri"},
        {"url-form", kDeployment + "/stateEndpoint"},
        {"url-form", kFlink + "/source/schemaRegistryUrl"},
        {"url-form", kProperties + "/s3.endpoint"},
    };
    for (const auto& [code, pointer] : places) {
        for (const std::string& url : urls) {
            plants.push_back({code, pointer, url, ""});
        }
    }
    return plants;
}

std::vector<Plant> uri_plants() {
    std::vector<Plant> plants;
    for (const char* uri : {"s3://me:{}@bucket/x", "s3://bucket/x?key={}", "s3://bucket/x#{}", "{}", "hdfs://{}/x",
                            "s3://bucket/%41{}", "s3://bucket/../{}"}) {
        plants.push_back({"warehouse-form", kLocation + "/warehouse", uri, ""});
        for (const char* key : {"checkpointUri", "savepointUri", "haUri"}) {
            plants.push_back({"state-uri-form", kDeployment + "/" + key, uri, ""});
        }
    }
    for (const char* warehouse : {"s3://me:{}@bucket/x", "{} x", "lake/{}/y", "https://{}"}) {
        plants.push_back({"warehouse-name", kLocation,
                          Json({{"catalog", "polaris"},
                                {"uri", "https://catalog.example.com/api/catalog"},
                                {"warehouse", warehouse}}),
                          ""});
    }
    for (const char* servers : {"me:{}@kafka:9092", "{}", "kafka:9092, {}:1", "SASL://{}:9092"}) {
        plants.push_back({"bootstrap-servers-form", kFlink + "/source/bootstrapServers", servers, ""});
    }
    return plants;
}

std::vector<Plant> catalog_plants() {
    std::vector<Plant> plants;
    for (const char* key : {"credentialEnv", "tokenEnv"}) {
        for (const char* value : {"{} {}", "{}-x", "0{}", "${{}}"}) {
            plants.push_back({std::string_view(key) == "tokenEnv" ? "auth-key-mismatch" : "env-name-form",
                              kAuth + "/" + key, value, ""});
        }
    }
    plants.push_back({"value-unknown", kAuth + "/type", "{}", ""});
    plants.push_back({"key-unknown", kAuth, "{}", "password"});
    plants.push_back({"key-unknown", kAuth, "{}", "clientSecret"});
    for (const char* key : {"s3.secret-access-key", "token", "credential", "s3.signer.uri", "header.authorization",
                            "io-impl", "unheard-of", "type"}) {
        plants.push_back({"catalog-property-refused", kProperties, "{}", key});
        plants.push_back({"catalog-property-refused", kProperties, Json::array({"{}"}), key});
    }
    plants.push_back({"catalog-property-repeated", kProperties, "{}", "Client.Region"});
    for (const char* value : {"env:{}", "${{}}", "x${{}"}) {
        plants.push_back({"property-value-form", kProperties, value, "client.region"});
        plants.push_back({"property-value-form", "/exposes/0/binding/icebergConfig/properties", value, "comment"});
    }
    plants.push_back({"value-kind", kProperties, Json::array({"{}"}), "client.region"});
    plants.push_back(
        {"table-property-refused", "/exposes/0/binding/icebergConfig/properties", "{}", "write.data.path"});
    plants.push_back({"table-property-refused", "/exposes/0/binding/icebergConfig/properties", "{}", "x-impl"});
    for (const char* at : {"/exposes/0/binding", "/exposes/0", "/builds/0/properties/parameters/flink"}) {
        plants.push_back({"catalog-key-misplaced", at, Json({{"token", "{}"}}), "catalogProperties"});
        plants.push_back(
            {"catalog-key-misplaced", at, Json({{"type", "bearer"}, {"tokenEnv", "{} x"}}), "catalogAuth"});
        plants.push_back({"catalog-key-misplaced", at, "{}", "catalogAuth"});
    }
    return plants;
}

/// Values of the wrong kind, where the right kind would be hidden.
std::vector<Plant> kind_plants() {
    std::vector<Plant> plants;
    const std::vector<Json> kinds = {Json::array({"{}"}), Json({{"value", "{}"}}), Json::array({Json({{"a", "{}"}})})};
    for (const std::string& pointer :
         {kLocation + "/uri", kLocation + "/warehouse", kAuth + "/credentialEnv", kAuth + "/oauth2ServerUri",
          kDeployment + "/checkpointUri", kFlink + "/source/bootstrapServers", kAuth, kProperties}) {
        for (const Json& kind : kinds) {
            if (!(kind.is_object() && (pointer == kAuth || pointer == kProperties))) {
                plants.push_back({"value-kind", pointer, kind, ""});
            }
        }
    }
    plants.push_back({"value-kind", kAuth, "{}", ""});
    plants.push_back({"value-kind", kProperties, "{}", ""});
    return plants;
}

std::vector<Plant> other_plants() {
    std::vector<Plant> plants;
    for (const char* path : {"a[{}]", "{} {}", "a..{}", "'{}'", "{}']", "customer['{}"}) {
        plants.push_back({"mapping-path-malformed", "/builds/0/properties/mapping/columns/0/from", path, ""});
        plants.push_back({"mapping-path-malformed", "/builds/0/properties/mapping/explode/path", path, ""});
    }
    for (const char* at : {"", "/metadata", "/builds/0", kFlink.c_str(), kDeployment.c_str(), kLocation.c_str()}) {
        plants.push_back({"key-unknown", at, "{}", "passphrase"});
        plants.push_back({"key-unknown", at, Json::array({"{}"}), "passwords"});
        plants.push_back({"key-unknown", at, Json({{"x", "{}"}}), "unheardOf"});
    }
    plants.push_back({"key-unknown", kDeployment, "{}", "haUrl"});
    plants.push_back(
        {"ref-url", "/builds/0/properties/stream/schema", Json({{"$ref", "https://me:{}@host/x.yaml"}}), ""});
    plants.push_back({"ref-form", "/builds/0/properties/stream/schema", Json({{"$ref", Json::array({"{}"})}}), ""});
    const std::string sql = "/builds/0/properties";
    const std::vector<std::pair<std::string, std::string>> refused = {
        {"own-sql-semicolon", "SELECT '{}' FROM source_events; DROP TABLE x"},
        {"own-sql-hint", "SELECT '{}' /*+ OPTIONS('a'='b') */ FROM source_events"},
        {"own-sql-kind", "CREATE TABLE t (x STRING) WITH ('password' = '{}')"},
        {"own-sql-double-quote", "SELECT \"{}\" FROM source_events"},
        {"own-sql-parentheses", "SELECT '{}') x FROM source_events"},
        {"own-sql-unterminated", "SELECT '{} FROM source_events"},
        {"own-sql-unterminated", "SELECT 1 FROM source_events /* {}"},
        {"own-sql-comment-end", "SELECT 1 -- {}\n */ FROM source_events"},
        {"own-sql-comment-in-name", "SELECT '{}', 1--$$ FROM source_events"},
        {"own-sql-carriage-return", "SELECT '{}' -- x\r FROM source_events"},
    };
    for (const auto& [code, text] : refused) {
        plants.push_back({code, sql, text, "sql"});
    }
    plants.push_back({"control-character", kLocation + "/uri", "\x1b{}", ""});
    plants.push_back({"control-character", "/metadata", Json({{"x", "\x1b{}"}}), "unheardOf"});
    return plants;
}

std::vector<Plant> all_plants() {
    std::vector<Plant> plants;
    for (const auto& more : {url_plants(), uri_plants(), catalog_plants(), kind_plants(), other_plants()}) {
        plants.insert(plants.end(), more.begin(), more.end());
    }
    return plants;
}

/// What findings of a code may repeat of a contract.
enum class Repeats : std::uint8_t {
    NoValue, ///< the text that is refused is hidden, whatever it is: a plant holds that
    Names,   ///< names, kinds and words of the contract language; what reads like a secret is masked there too
    Nothing, ///< no text of the contract, or the errors of a text, which are tried one by one
};

const std::pair<const char*, Repeats> kClasses[] = {
    {"control-character", Repeats::NoValue},
    {"file-unreadable", Repeats::Nothing},
    {"findings-cut", Repeats::Nothing},
    {"yaml-1.1-spelling", Repeats::Names},
    {"yaml-alias-growth", Repeats::Nothing},
    {"yaml-alias-limit", Repeats::Nothing},
    {"yaml-control-character", Repeats::Nothing},
    {"yaml-duplicate-key", Repeats::Names},
    {"yaml-empty", Repeats::Nothing},
    {"yaml-encoding", Repeats::Nothing},
    {"yaml-key-kind", Repeats::Nothing},
    {"yaml-lone-cr", Repeats::Nothing},
    {"yaml-merge", Repeats::Nothing},
    {"yaml-recursive-alias", Repeats::Nothing},
    {"yaml-root-kind", Repeats::Nothing},
    {"yaml-second-document", Repeats::Nothing},
    {"yaml-syntax", Repeats::Nothing},
    {"yaml-tab", Repeats::Nothing},
    {"yaml-tag-mismatch", Repeats::Nothing},
    {"yaml-too-deep", Repeats::Nothing},
    {"yaml-too-large", Repeats::Nothing},
    {"yaml-too-many-nodes", Repeats::Nothing},
    {"yaml-unknown-tag", Repeats::Nothing},
    {"fragment-root-kind", Repeats::Nothing},
    {"fragment-total-size", Repeats::Nothing},
    {"ref-absolute", Repeats::Names},
    {"ref-cycle", Repeats::Nothing},
    {"ref-form", Repeats::NoValue},
    {"ref-hidden", Repeats::Names},
    {"ref-levels", Repeats::Nothing},
    {"ref-outside-root", Repeats::Names},
    {"ref-pointer-form", Repeats::Names},
    {"ref-pointer-unknown", Repeats::Names},
    {"ref-siblings", Repeats::Nothing},
    {"ref-suffix", Repeats::Names},
    {"ref-unreadable", Repeats::Names},
    {"ref-url", Repeats::NoValue},
    {"workspace-invalid", Repeats::Nothing},
    {"data-product-only", Repeats::Names},
    {"identifier-form", Repeats::Names},
    {"key-missing", Repeats::Names},
    {"key-unknown", Repeats::NoValue},
    {"lane-only", Repeats::Names},
    {"layer-mismatch", Repeats::Names},
    {"management-ignored", Repeats::Names},
    {"not-enforced", Repeats::Names},
    {"value-empty", Repeats::Names},
    {"value-form", Repeats::Names},
    {"value-kind", Repeats::Names},
    {"value-range", Repeats::Names},
    {"value-repeated", Repeats::Names},
    {"value-unknown", Repeats::Names},
    {"version-unknown", Repeats::Names},
    {"bootstrap-servers-form", Repeats::NoValue},
    {"build-id-repeated", Repeats::Names},
    {"build-singular", Repeats::Nothing},
    {"build-unmanaged", Repeats::Names},
    {"deployment-name-form", Repeats::Names},
    {"deployment-namespace-form", Repeats::Names},
    {"deployment-repeated", Repeats::Names},
    {"event-time-key", Repeats::Names},
    {"event-time-type", Repeats::Names},
    {"event-time-unknown", Repeats::Names},
    {"image-digest-placeholder", Repeats::Nothing},
    {"image-form", Repeats::Names},
    {"kube-context-form", Repeats::Names},
    {"mapping-with-sql", Repeats::Names},
    {"memory-form", Repeats::Names},
    {"output-count", Repeats::Names},
    {"output-shared", Repeats::Names},
    {"output-unknown", Repeats::Names},
    {"own-sql", Repeats::Nothing},
    {"registry-missing", Repeats::Nothing},
    {"registry-unused", Repeats::Nothing},
    {"secret-name-form", Repeats::Names},
    {"service-account-form", Repeats::Names},
    {"source-key-misplaced", Repeats::Names},
    {"state-uri-form", Repeats::NoValue},
    {"state-uri-overlap", Repeats::Names},
    {"trigger-conflict", Repeats::Names},
    {"url-form", Repeats::NoValue},
    {"avro-nested-timestamp-ltz", Repeats::Names},
    {"avro-timestamp-precision", Repeats::Names},
    {"key-prefix-form", Repeats::Names},
    {"key-raw-columns", Repeats::Nothing},
    {"key-raw-type", Repeats::Names},
    {"key-required", Repeats::Names},
    {"metadata-type-given", Repeats::Names},
    {"stream-name-clash", Repeats::Names},
    {"timestamp-format-unused", Repeats::Names},
    {"topic-form", Repeats::Names},
    {"auth-https", Repeats::Names},
    {"auth-key-mismatch", Repeats::NoValue},
    {"catalog-key-misplaced", Repeats::NoValue},
    {"catalog-namespace-form", Repeats::Names},
    {"catalog-auth-type", Repeats::Names},
    {"catalog-path", Repeats::Names},
    {"catalog-property-refused", Repeats::NoValue},
    {"catalog-property-repeated", Repeats::NoValue},
    {"catalog-setting-conflict", Repeats::Names},
    {"env-name-form", Repeats::NoValue},
    {"expose-id-key", Repeats::Names},
    {"expose-id-repeated", Repeats::Names},
    {"expose-unwritten", Repeats::Names},
    {"iceberg-write-version", Repeats::Nothing},
    {"namespace-conflict", Repeats::Names},
    {"partition-column-repeated", Repeats::Names},
    {"partition-column-type", Repeats::Names},
    {"partition-column-unknown", Repeats::Names},
    {"partition-parameter", Repeats::Names},
    {"partition-transform", Repeats::Names},
    {"property-value-form", Repeats::NoValue},
    {"sort-order", Repeats::Nothing},
    {"orc-timestamp", Repeats::Nothing},
    {"table-form", Repeats::Names},
    {"table-property-refused", Repeats::NoValue},
    {"table-shared", Repeats::Names},
    {"warehouse-form", Repeats::NoValue},
    {"warehouse-name", Repeats::NoValue},
    {"column-children-missing", Repeats::Names},
    {"column-children-unwanted", Repeats::Names},
    {"column-depth", Repeats::Nothing},
    {"column-fields-empty", Repeats::Names},
    {"column-name-form", Repeats::Names},
    {"column-repeated", Repeats::Names},
    {"column-type", Repeats::Names},
    {"column-type-children", Repeats::Names},
    {"column-type-parameters", Repeats::Names},
    {"map-key-type", Repeats::Names},
    {"explode-alias-form", Repeats::Names},
    {"explode-alias-taken", Repeats::Names},
    {"explode-not-array", Repeats::Names},
    {"mapping-cast-output", Repeats::Names},
    {"mapping-cast-source", Repeats::Names},
    {"mapping-cast-unknown", Repeats::Names},
    {"mapping-name-and-field", Repeats::Names},
    {"mapping-name-form", Repeats::Names},
    {"mapping-name-not-struct", Repeats::Names},
    {"mapping-name-repeated", Repeats::Names},
    {"mapping-name-unknown", Repeats::Names},
    {"mapping-path-into-array", Repeats::Names},
    {"mapping-path-into-scalar", Repeats::Names},
    {"mapping-path-malformed", Repeats::NoValue},
    {"mapping-path-map-step", Repeats::Names},
    {"mapping-path-struct-step", Repeats::Names},
    {"mapping-path-too-long", Repeats::Names},
    {"mapping-path-unknown", Repeats::Names},
    {"output-collection-required", Repeats::Names},
    {"output-collection-type", Repeats::Names},
    {"output-field-missing", Repeats::Names},
    {"output-map-value-required", Repeats::Names},
    {"output-required", Repeats::Names},
    {"output-too-large", Repeats::Nothing},
    {"output-type", Repeats::Names},
    {"output-unmapped", Repeats::Names},
    {"own-sql-carriage-return", Repeats::NoValue},
    {"own-sql-comment-end", Repeats::NoValue},
    {"own-sql-comment-in-name", Repeats::NoValue},
    {"own-sql-double-quote", Repeats::NoValue},
    {"own-sql-hint", Repeats::NoValue},
    {"own-sql-kind", Repeats::NoValue},
    {"own-sql-parentheses", Repeats::NoValue},
    {"own-sql-semicolon", Repeats::NoValue},
    {"own-sql-unterminated", Repeats::NoValue},
    {"avro-forward-compatible", Repeats::Names},
    {"avro-timestamp-millis", Repeats::Names},
    {"bearer-token-expires", Repeats::Names},
    {"commit-interval-short", Repeats::Names},
    {"deep-rebuild", Repeats::Names},
    {"event-time-nullable", Repeats::Names},
    {"group-id-shared", Repeats::Names},
    {"json-lossy-decoding", Repeats::Names},
    {"json-required-field", Repeats::Names},
    {"nested-required-failure", Repeats::Names},
    {"oauth2-token-endpoint", Repeats::Names},
    {"partition-high-cardinality", Repeats::Names},
    {"path-style-access", Repeats::Names},
    {"s3-property-misplaced", Repeats::Names},
    {"snapshot-expiry-missing", Repeats::Names},
    {"snapshot-expiry-short", Repeats::Names},
    {"state-under-warehouse", Repeats::Names},
    {"token-exchange", Repeats::Names},
    {"token-refresh-off", Repeats::Names},
    {"odcs-form", Repeats::Names},
    {"odcs-left-out", Repeats::Names},
    {"odcs-type", Repeats::Names},
    {"tombstones", Repeats::Names},
    {"topic-read-twice", Repeats::Names},
    {"vended-credentials", Repeats::Names},
};

void expect_silence(const Text& text, const Canary& canary, bool all) {
    for (const Text& output : outputs_of(text, all)) {
        if (output.name == "the language server") {
            const std::string code = "\"code\":\"" + codes_of(text).front() + "\"";
            INFO("it was not asked, or says nothing");
            CHECK(output.text.find(code) != std::string::npos);
        }
        const std::string echo = canary.echo_in(output.text);
        if (!echo.empty()) {
            UNSCOPED_INFO(text.name << "\n" << text.text.substr(0, 6000));
            UNSCOPED_INFO(output.name << " prints …" << echo);
        }
        CHECK(echo.empty());
    }
}

} // namespace

TEST_CASE("a canary that is printed is found, in every encoding that is looked for") {
    for (const Canary& canary : canaries()) {
        CHECK(canary.echo_in("before " + canary.text() + " behind") != "");
        CHECK(canary.echo_in("before " + canary.text().substr(3, 9) + " behind") != "");
        CHECK(canary.echo_in("before it behind") == "");
    }
    const Canary word("swordfishHunter");
    CHECK(word.echo_in("c3dvcmRmaXNoSHVudGVy") != "");
    CHECK(word.echo_in("73776f726466697368") != "");
    CHECK(Canary("päßwörtGeheim").echo_in("p%C3%A4%C3%9Fw") != "");
}

TEST_CASE("every code says what it may repeat of a contract") {
    std::map<std::string, Repeats> classes;
    for (const auto& [slug, repeats] : kClasses) {
        INFO(slug << " stands twice, or is no code");
        CHECK(weir::code_from_slug(slug).has_value());
        CHECK(classes.emplace(slug, repeats).second);
    }
    std::set<std::string> planted;
    for (const Plant& plant : all_plants()) {
        planted.insert(plant.code);
    }
    for (const weir::CodeInfo& info : weir::all_codes()) {
        INFO(info.slug << " has no class: decide in kClasses what its findings may repeat");
        REQUIRE(classes.count(std::string(info.slug)) == 1);
        INFO(info.slug << " repeats no value, and no plant shows it");
        CHECK((classes[std::string(info.slug)] != Repeats::NoValue || planted.count(std::string(info.slug)) == 1));
    }
}

TEST_CASE("no output repeats what a rule hides", "[secrecy]") {
    // Three spellings of each plant, with each canary once; the next plant takes the next three.
    std::size_t turn = 0;
    for (const Plant& plant : all_plants()) {
        const std::size_t count = spellings(plant, "x").size();
        for (const Canary& canary : canaries()) {
            const Text text = spellings(plant, canary.text())[turn++ % count];
            INFO(plant.code << " at " << plant.pointer << " " << plant.key << " " << plant.value);
            const std::vector<std::string> codes = codes_of(text);
            CHECK(std::find(codes.begin(), codes.end(), plant.code) != codes.end());
            expect_silence(text, canary, &canary == &canaries().back());
        }
    }
}

TEST_CASE("what reads like a secret is repeated from no place, whatever stands there", "[secrecy]") {
    const Canary& canary = canaries().front();
    const std::vector<Text> texts = with_everywhere(canary.text());
    REQUIRE(texts.size() > 150);
    for (const Text& text : texts) {
        for (const Text& output : outputs_of(text, false)) {
            const std::string echo = canary.echo_in(output.text);
            if (!echo.empty()) {
                UNSCOPED_INFO(output.name << " prints …" << echo);
            }
            CHECK(echo.empty());
        }
    }
}

TEST_CASE("an error of the text tells nothing of the values near it", "[secrecy]") {
    // Each replaces a line of the base contract; `{}` is the canary.
    const std::pair<const char*, const char*> kBroken[] = {
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: *{}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: &{} x\n          credentialEnv: *{}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: !{}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: !{} x"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: @{}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: `{}`"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: %{}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: \"{}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: '{}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: \"\\q{}\""},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: \"{}\" x"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: {{}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: [{}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: a: {}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: |1x {}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv:\n\t{}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv:\n           {}\n         x"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: {}\n          credentialEnv: {}"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: {}\x01"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: {}\xff"},
        {"credentialEnv: ICEBERG_CREDENTIAL", "credentialEnv: {}\rx: 1"},
        {"client.region: eu-central-1", "s3.secret-access-key: *{}"},
        {"client.region: eu-central-1", "client.region: *{}"},
        {"client.region: eu-central-1", "client.region: \"{}"},
        {"client.region: eu-central-1", "anything: {} x: y: z"},
        {"client.region: eu-central-1", "<<: {}"},
        {"client.region: eu-central-1", "? [{}]"},
        {"uri: https://catalog.example.com/iceberg", "uri: \"https://me:{}@x"},
        {"uri: https://catalog.example.com/iceberg", "uri: *{}"},
        {"warehouse: s3://lake/warehouse", "warehouse: !x {}"},
        {"bootstrapServers: kafka:9092", "bootstrapServers: *{}"},
        {"checkpointUri: s3://state/orders/checkpoints", "checkpointUri: !!int {}"},
        {"name: Orders", "name: *{}"},
        {"name: Orders", "name: !{} Orders"},
        {"name: Orders", "name: \"{}"},
        {"name: Orders", "name: Orders\npassword: {}: x"},
        {"name: Orders", "name: Orders\npassword: |\n  {}\n\t{}\n x"},
        {"name: Orders", "{name: Orders, password: {}: x"},
    };
    const std::string base = cli_test::tree("tests/codes/base.fluid.yaml");
    for (const auto& [line, broken] : kBroken) {
        for (const Canary& canary : canaries()) {
            std::string text = base;
            REQUIRE(text.find(line) != std::string::npos);
            text.replace(text.find(line), std::string(line).size(), broken);
            for (std::size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}")) {
                text.replace(at, 2, canary.text());
            }
            INFO(broken);
            CHECK_FALSE(codes_of({"a.yaml", text}).empty());
            expect_silence({"a.yaml", text}, canary, false);
        }
    }
}

TEST_CASE("a fragment that fails to load is not shown", "[secrecy]") {
    for (const Canary& canary : canaries()) {
        for (const std::string& fragment :
             {canary.text(), "a: [" + canary.text(), "- " + canary.text() + "\n- *" + canary.text(),
              "!" + canary.text() + " x", canary.text() + ": 1\n" + canary.text() + ": [2\n x", "\"" + canary.text()}) {
            const cli_test::Folder folder;
            REQUIRE_FALSE(folder.write("part.yaml", fragment).empty());
            std::string text = cli_test::tree("tests/codes/base.fluid.yaml");
            text.replace(text.find("name: Orders"), 12, "name: {$ref: part.yaml}");
            const std::string file = folder.write("a.fluid.yaml", text);
            for (const char* format : {"text", "json", "sarif", "junit", "github"}) {
                cli_test::TestIo io;
                io.width = 160;
                const weir::cli::Exit exit = weir::cli::run(io, {"validate", file, "--format", format});
                INFO(fragment << "\n" << io.result);
                CHECK(exit == weir::cli::Exit::No);
                CHECK(canary.echo_in(io.result + io.notes).empty());
            }
        }
    }
}
