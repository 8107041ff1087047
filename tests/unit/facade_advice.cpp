// Advice: when it is given, when it is not, and the numbers in it. The pages of the codes hold an example of each.
#include <catch2/catch.hpp>

#include <algorithm>

#include "facade_support.h"

using namespace weir;

namespace {

struct Case {
    const char* what;
    Code code;
    const char* from; ///< found once in the contract
    const char* to;
    const char* message; ///< part of it; empty when the advice is not given
};

Checked checked_text(const std::string& text) {
    FileSet files;
    files["a.fluid.yaml"].text = text;
    return check(files, "a.fluid.yaml");
}

std::string edited(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    INFO("edit of: " << from);
    REQUIRE(at != std::string::npos);
    REQUIRE(text.find(from, at + 1) == std::string::npos);
    return text.replace(at, from.size(), to);
}

const Finding* found(const Checked& checked, Code code) {
    const auto at = std::find_if(checked.findings.begin(), checked.findings.end(),
                                 [code](const Finding& finding) { return finding.code == code; });
    return at == checked.findings.end() ? nullptr : &*at;
}

const char* const kInterval = "checkpointIntervalSeconds: 60";
const char* const kCountry = "sourceColumn: country";
const char* const kServer = "oauth2ServerUri: https://identity.example.com/token";
const char* const kUri = "uri: https://catalog.example.com/iceberg";
const char* const kRegion = "client.region: eu-central-1";
const char* const kTopic = "topic: orders\n";
const char* const kCheckpoints = "checkpointUri: s3://state/orders/checkpoints";
const char* const kExpiry = "history.expire.max-snapshot-age-ms: \"432000000\"";

const std::vector<Case> kCases = {
    {"a commit each ten seconds", Code::commit_interval_short, kInterval, "checkpointIntervalSeconds: 10",
     "a checkpoint every 10 s makes up to 8,640 commits a day, as many snapshots, and 8,640 data files, for each value "
     "of "
     "country"},
    {"a commit each 59 seconds", Code::commit_interval_short, kInterval, "checkpointIntervalSeconds: 59",
     "1,464 commits"},
    {"a commit a minute", Code::commit_interval_short, kInterval, "checkpointIntervalSeconds: 60", ""},
    {"a job that stands still", Code::commit_interval_short, kInterval,
     "checkpointIntervalSeconds: 1\n            state: suspended", ""},
    {"a partition for each event", Code::partition_high_cardinality, kCountry, "sourceColumn: event_id",
     "1,440 times a day"},
    {"a partition for each moment", Code::partition_high_cardinality, kCountry, "sourceColumn: event_time",
     "is a timestamp"},
    {"a partition for each country", Code::partition_high_cardinality, kCountry, "sourceColumn: channel", ""},
    {"no clean-up of metadata", Code::snapshot_expiry_missing, kInterval, "checkpointIntervalSeconds: 300",
     "up to 288 a day, with 864 metadata files"},
    {"clean-up of both", Code::snapshot_expiry_missing, kExpiry,
     "history.expire.max-snapshot-age-ms: \"1\"\n          write.metadata.delete-after-commit.enabled: \"true\"", ""},
    {"snapshots of an hour", Code::snapshot_expiry_short, kExpiry, "history.expire.max-snapshot-age-ms: \"5400000\"",
     "after 1 h"},
    {"snapshots of six hours less a second", Code::snapshot_expiry_short, kExpiry,
     "history.expire.max-snapshot-age-ms: \"21599000\"", "after 5 h"},
    {"snapshots of six hours", Code::snapshot_expiry_short, kExpiry, "history.expire.max-snapshot-age-ms: \"21600000\"",
     ""},
    {"snapshots of an hour, or as many as six hours make", Code::snapshot_expiry_short, kExpiry,
     "history.expire.max-snapshot-age-ms: \"1\"\n          history.expire.min-snapshots-to-keep: \"360\"", ""},
    {"few snapshots", Code::snapshot_expiry_short, kExpiry,
     "history.expire.max-snapshot-age-ms: \"1\"\n          history.expire.min-snapshots-to-keep: \"20\"",
     "after 20 min"},
    {"an age that is none", Code::snapshot_expiry_short, kExpiry, "history.expire.max-snapshot-age-ms: \"-1\"", ""},
    {"an issuer", Code::oauth2_token_endpoint, kServer, "oauth2ServerUri: https://identity.example.com", "an issuer"},
    {"an issuer of Entra", Code::oauth2_token_endpoint, kServer,
     "oauth2ServerUri: https://login.microsoftonline.com/t/v2.0", "an issuer"},
    {"a token end point of another form", Code::oauth2_token_endpoint, kServer,
     "oauth2ServerUri: https://identity.example.com/as/sign-in", ""},
    {"Polaris's management API", Code::oauth2_token_endpoint, kUri, "uri: https://p.example.com/api/management/v1",
     "management API"},
    {"Polaris without its path", Code::oauth2_token_endpoint, kUri, "uri: https://polaris.example.com:8181",
     "reads like Polaris"},
    {"Polaris", Code::oauth2_token_endpoint, kUri, "uri: https://polaris.example.com/api/catalog", ""},
    {"Polaris's own tokens without a role", Code::oauth2_token_endpoint, kServer,
     "oauth2ServerUri: https://p.example.com/api/catalog/v1/oauth/tokens", "names no principal role"},
    {"tokens of Entra", Code::token_exchange, kServer,
     "oauth2ServerUri: https://login.microsoftonline.com/t/oauth2/v2.0/token", "RFC 8693"},
    {"tokens of somebody", Code::token_exchange, kServer, "oauth2ServerUri: https://i.example.com/oauth2/token", ""},
    {"MinIO", Code::path_style_access, kRegion, "s3.endpoint: http://minio:9000", "asked as BUCKET.HOST"},
    {"MinIO, thought of", Code::path_style_access, kRegion,
     "s3.endpoint: http://minio:9000\n          s3.path-style-access: \"false\"", ""},
    {"Amazon", Code::path_style_access, kRegion, "s3.endpoint: https://s3.eu-central-1.amazonaws.com", ""},
    {"state in MinIO", Code::path_style_access, kInterval, "stateEndpoint: http://minio:9000",
     "no checkpoint is written"},
    {"credentials of MinIO", Code::vended_credentials, kRegion,
     "s3.endpoint: http://minio:9000\n          header.x-iceberg-access-delegation: vended-credentials", "STS"},
    {"credentials of Amazon", Code::vended_credentials, kRegion,
     "header.x-iceberg-access-delegation: vended-credentials", ""},
    {"a region of a table", Code::s3_property_misplaced, kExpiry, "client.region: eu-central-1", "ignored on a table"},
    {"state among tables", Code::state_under_warehouse, kCheckpoints, "checkpointUri: s3://lake/warehouse/state",
     "lies in the table's warehouse"},
    {"state beside tables", Code::state_under_warehouse, kCheckpoints, "checkpointUri: s3://lake/warehouse2/state", ""},
    {"tables among state", Code::state_under_warehouse, "warehouse: s3://lake/warehouse",
     "warehouse: s3://state/orders/ha/tables", "holds the table's warehouse"},
    {"a changelog", Code::tombstones, kTopic, "topic: shop.OrdersCDC.v1\n", "(cdc)"},
    {"a token that is never renewed", Code::token_refresh_off, "scope: catalog",
     "scope: catalog\n          tokenRefresh: false", "often after an hour"},
    {"a token that is never renewed, by property", Code::token_refresh_off, kRegion, "token-refresh-enabled: \"false\"",
     "often after an hour"},
    {"a token that is renewed", Code::token_refresh_off, "scope: catalog",
     "scope: catalog\n          tokenRefresh: true", ""},
    {"changes", Code::tombstones, kTopic, "topic: shop.orders-cdc.v1\n", "(cdc)"},
    {"a topic of its own", Code::tombstones, kTopic, "topic: compactor-events\n", ""},
    {"a decimal key", Code::topic_read_twice,
     "          format: raw\n          schema:\n            - name: order_key\n"
     "              type: string\n",
     "          format: json\n          schema:\n            - name: order_key\n              type: decimal(9,2)\n",
     "a second time"},
};

} // namespace

TEST_CASE("advice is given where it is due, with its numbers, and nowhere else") {
    const std::string base = weir_test::read_tree("tests/codes/base.fluid.yaml");
    for (const Case& one : kCases) {
        INFO(one.what);
        const Checked checked = checked_text(edited(base, one.from, one.to));
        CHECK(checked.valid());
        const Finding* finding = found(checked, one.code);
        const bool wanted = *one.message != '\0';
        CHECK((finding != nullptr) == wanted);
        if (finding != nullptr && wanted) {
            INFO(finding->message);
            CHECK(finding->message.find(one.message) != std::string::npos);
            CHECK(finding->message.find("Managed Flink: ") == 0);
            CHECK(finding->severity() != Severity::Error);
        }
    }
}

TEST_CASE("a kind of catalog is asked at its own address") {
    const std::string base = weir_test::read_tree("tests/codes/base.fluid.yaml");
    struct Kind {
        const char* name;
        const char* warehouse;
        Code code;
        std::vector<const char*> fine;
        std::vector<std::pair<const char*, const char*>> others; ///< path, part of the message
    };
    const std::vector<Kind> kinds = {
        {"polaris",
         "lake",
         Code::oauth2_token_endpoint,
         {"/api/catalog", "/api/catalog/", "/behind/api/catalog"},
         {{"/api/management/v1", "Polaris's management API"}, {"", "does not end in /api/catalog"}}},
        {"gravitino",
         "lake",
         Code::catalog_path,
         {"/iceberg", "/iceberg/"},
         {{"/api/metalakes", "Gravitino's own API"}, {"/catalog", "does not end in /iceberg"}}},
        {"lakekeeper",
         "lake",
         Code::catalog_path,
         {"/catalog"},
         {{"/management/v1", "Lakekeeper's management API"}, {"/iceberg", "does not end in /catalog"}}},
        {"nessie",
         "lake",
         Code::catalog_path,
         {"/iceberg", "/iceberg/main", "/iceberg/main/"},
         {{"/api/v2", "Nessie's own API"}, {"/api/v1", "Nessie's own API"}, {"", "does not end in /iceberg"}}},
        {"unity",
         "main",
         Code::catalog_path,
         {"/api/2.1/unity-catalog/iceberg-rest"},
         {{"/api/2.1/unity-catalog/iceberg", "which only reads"}, {"/iceberg-rest", "does not end in /api/2.1"}}},
        {"rest", "s3://lake/warehouse", Code::catalog_path, {"/iceberg", "/api/v2", ""}, {}},
    };
    for (const Kind& kind : kinds) {
        const auto checked = [&](const std::string& path) {
            std::string text = edited(base, "catalog: rest", std::string("catalog: ") + kind.name);
            text = edited(text, "warehouse: s3://lake/warehouse", std::string("warehouse: ") + kind.warehouse);
            return checked_text(edited(text, kUri, "uri: https://catalog.example.com" + path));
        };
        for (const char* path : kind.fine) {
            INFO(kind.name << " " << path);
            CHECK(checked(path).valid(true));
        }
        for (const auto& [path, message] : kind.others) {
            INFO(kind.name << " " << path);
            const Checked result = checked(path);
            CHECK(result.valid());
            const Finding* finding = found(result, kind.code);
            REQUIRE(finding != nullptr);
            CHECK(finding->message.find(message) != std::string::npos);
            CHECK(finding->help.find("Write https://HOST/") == 0);
        }
    }
}

TEST_CASE("a kind of catalog whose tokens an identity provider gives needs no word about exchange") {
    const std::string keycloak =
        edited(weir_test::read_tree("tests/codes/base.fluid.yaml"), kServer,
               "oauth2ServerUri: https://id.example.com/realms/x/protocol/openid-connect/token");
    CHECK(found(checked_text(keycloak), Code::token_exchange) != nullptr);
    const std::string gravitino = edited(edited(keycloak, "catalog: rest", "catalog: gravitino"),
                                         "warehouse: s3://lake/warehouse", "warehouse: lake");
    CHECK(found(checked_text(gravitino), Code::token_exchange) == nullptr);
    const std::string said = edited(keycloak, "scope: catalog", "scope: catalog\n          tokenExchange: true");
    CHECK(found(checked_text(said), Code::token_exchange) == nullptr);
}

TEST_CASE("credentials are asked for in either spelling") {
    const std::string base = edited(weir_test::read_tree("tests/codes/base.fluid.yaml"), kRegion,
                                    "s3.endpoint: https://minio.example.com\n          s3.path-style-access: \"true\"");
    CHECK(found(checked_text(base), Code::vended_credentials) == nullptr);
    const std::string asked =
        edited(base, "        catalog: rest\n", "        catalog: rest\n        credentialVending: true\n");
    CHECK(found(checked_text(asked), Code::vended_credentials) != nullptr);
    const std::string not_asked =
        edited(base, "        catalog: rest\n", "        catalog: rest\n        credentialVending: false\n");
    CHECK(found(checked_text(not_asked), Code::vended_credentials) == nullptr);
}

TEST_CASE("a plain contract gets no warning, and one that is refused no advice") {
    for (const char* name : {"tests/codes/base.fluid.yaml", "tests/codes/plain.fluid.yaml"}) {
        INFO(name);
        const Checked checked = checked_text(weir_test::read_tree(name));
        CHECK(checked.valid(true));
    }
    const std::string base = weir_test::read_tree("tests/codes/base.fluid.yaml");
    const Checked refused =
        checked_text(edited(edited(base, kTopic, "topic: \"\"\n"), kInterval, "checkpointIntervalSeconds: 1"));
    CHECK_FALSE(refused.valid());
    CHECK(found(refused, Code::commit_interval_short) == nullptr);
    CHECK(found(refused, Code::json_lossy_decoding) == nullptr);
}

TEST_CASE("what lets snapshots go is added wherever the contract has room for it") {
    const std::string base = weir_test::read_tree("tests/codes/base.fluid.yaml");
    const std::size_t config = base.find("      icebergConfig:\n");
    const std::size_t end = base.find("    contract:\n", config);
    const std::string without = base.substr(0, config) + base.substr(end);
    for (const std::string& text :
         {base, edited(base, std::string("        properties:\n          ") + kExpiry + "\n", ""), without,
          edited(base, std::string("        properties:\n          ") + kExpiry + "\n",
                 "        properties: {write.target-file-size-bytes: \"1000\"}\n")}) {
        const Checked checked = checked_text(text);
        const Finding* finding = found(checked, Code::snapshot_expiry_missing);
        REQUIRE(finding != nullptr);
        REQUIRE(finding->fix);
        REQUIRE(finding->fix->edits.size() == 1);
        const Edit& edit = finding->fix->edits.front();
        std::string mended = text;
        mended.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
        INFO(mended);
        const Checked after = checked_text(mended);
        CHECK(after.valid(true));
        CHECK(found(after, Code::snapshot_expiry_missing) == nullptr);
        CHECK(mended.find("write.metadata.previous-versions-max") != std::string::npos);
    }
}
