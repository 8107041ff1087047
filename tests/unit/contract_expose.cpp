#include "contract_support.h"

#include <fmt/format.h>

#include "weir/grammar.h"

using namespace weir;
using namespace weir::test;

namespace {

const std::string kBinding = "exposes[0].binding";
const std::string kLocation = kBinding + ".location";
const std::string kProperties = kLocation + ".catalogProperties";
/// Stands wherever a secret could: in no message, help, repair or shown text.
const std::string kCanary = "canary77";

std::string with_property(const std::string& line) {
    return edited("        s3.write.tags.team: data\n", "        " + line + "\n");
}

void check_silent(const std::string& text, Code code) {
    const Result result = read(text);
    INFO(result.all());
    REQUIRE_FALSE(result.read.findings.empty());
    CHECK(result.read.findings.front().code == code);
    CHECK(result.said().find(kCanary) == std::string::npos);
}

} // namespace

TEST_CASE("A managed table has a catalog, a warehouse, a namespace and a name") {
    for (const std::string key : {"uri", "warehouse", "table"}) {
        const std::string text = full_contract();
        const std::size_t location = text.find("    location:");
        const std::size_t begin = text.find("      " + key + ": ", location);
        only(text.substr(0, begin) + text.substr(text.find('\n', begin) + 1),
             {Code::key_missing, kLocation, "catalog"});
    }
    only(edited("      namespace: commerce.sales\n", ""), {Code::key_missing, kLocation, "catalog"});
    CHECK(read(edited("      catalog: rest\n", "")).read.findings.empty());
    only(edited("format: iceberg", "format: parquet"), {Code::value_unknown, kBinding + ".format", "parquet"});
    only(edited("table: orders", "table: or-ders"), {Code::table_form, kLocation + ".table", "or-ders"});
    only(edited("namespace: commerce.sales", "namespace: commerce..sales"),
         {Code::catalog_namespace_form, kLocation + ".namespace", "commerce..sales"});
    only(edited("table: orders", "table: orders\n      bucket: b"),
         {Code::key_unknown, kLocation + ".bucket", "bucket"});
}

TEST_CASE("namespace and its alias do not differ") {
    const Finding finding = only(edited("namespace: commerce.sales", "namespace: commerce.sales\n      database: x"),
                                 {Code::namespace_conflict, kLocation + ".database", "x"});
    REQUIRE(finding.related.size() == 1);
    CHECK(read(edited("namespace: commerce.sales", "namespace: commerce\n      database: commerce"))
              .read.findings.empty());
}

TEST_CASE("URLs are plain") {
    for (const std::string bad :
         {"ftp://catalog.example.com", "https://", "https://a b", "https://h/x?y=1", "https://h#f", "https://h:0",
          "https://h:99999", "https://ex\xc3\xa4mple.com", "https://h\\\\x", "catalog.example.com"}) {
        const std::string written = "\"" + bad + "\"";
        const Result result = read(edited("https://catalog.example.com/iceberg", written));
        INFO(bad << "\n" << result.all());
        REQUIRE(result.read.findings.size() == 1);
        CHECK(result.read.findings[0].code == Code::url_form);
        CHECK(result.read.findings[0].path == kLocation + ".uri");
    }
    for (const std::string good : {"https://h", "https://10.0.0.1:8181/a/b", "https://[::1]:8181/x", "https://h/a@b"}) {
        CHECK(read(edited("https://catalog.example.com/iceberg", good)).read.findings.empty());
    }
}

TEST_CASE("A warehouse is a bucket or a prefix in one") {
    CHECK(read(edited("s3://lake/warehouse", "s3://lake")).read.findings.empty());
    CHECK(read(edited("s3://lake/warehouse", "s3://lake/")).read.findings.empty());
    const Finding finding =
        only(edited("s3://lake/warehouse", "lake"), {Code::warehouse_form, kLocation + ".warehouse", "lake"});
    CHECK(finding.message.find("bare name") != std::string::npos);
    only(edited("s3://lake/warehouse", "s3://lake//x"),
         {Code::warehouse_form, kLocation + ".warehouse", "s3://lake//x"});
}

TEST_CASE("Credentials travel over https") {
    const Finding finding = only(edited("https://catalog.example.com/iceberg", "http://catalog.example.com"),
                                 {Code::auth_https, kLocation + ".uri", "http://catalog.example.com"});
    REQUIRE(finding.related.size() == 1);
    only(edited("https://identity.example.com/token", "http://identity.example.com"),
         {Code::auth_https, kLocation + ".catalogAuth.oauth2ServerUri", "http://identity.example.com"});
}

TEST_CASE("catalogAuth has the keys of its type") {
    only(edited("        scope: catalog\n", ""), {Code::key_missing, kLocation + ".catalogAuth", "type"});
    only(edited("scope: catalog", "scope: catalog\n        tokenEnv: T"),
         {Code::auth_key_mismatch, kLocation + ".catalogAuth.tokenEnv", "tokenEnv"});
    const std::string bearer = edited("        type: oauth2\n        credentialEnv: ICEBERG_CREDENTIAL\n        "
                                      "oauth2ServerUri: https://identity.example.com/token\n        scope: catalog\n  "
                                      "      audience: lake\n",
                                      "        type: bearer\n        tokenEnv: ICEBERG_TOKEN\n");
    CHECK(read(bearer).read.findings.empty());
    only(replaced(bearer, "        tokenEnv: ICEBERG_TOKEN\n", ""),
         {Code::key_missing, kLocation + ".catalogAuth", "type"});
    only(edited("type: oauth2", "type: digest"), {Code::value_unknown, kLocation + ".catalogAuth.type", "digest"});
}

TEST_CASE("A variable's name is a name, and not the secret") {
    const std::string path = kLocation + ".catalogAuth.credentialEnv";
    only(edited("ICEBERG_CREDENTIAL", "ICEBERG-CREDENTIAL"), {Code::env_name_form, path, "ICEBERG-CREDENTIAL"});
    const Finding finding = only(edited("ICEBERG_CREDENTIAL", "tok_9f8e7d6c5b4a39281706"),
                                 {Code::env_name_form, path, "tok_9f8e7d6c5b4a39281706"});
    CHECK(finding.secret);
    CHECK(finding.message.find("9f8e") == std::string::npos);
    CHECK(read(edited("ICEBERG_CREDENTIAL", "A_VERYLONGNAMEWITHOUTANYDIGITS")).read.findings.empty());
    CHECK(read(edited("ICEBERG_CREDENTIAL", "A_NAME_WITH_DIGIT_1234567890")).read.findings.empty());
}

TEST_CASE("Catalog properties come from one list") {
    for (const std::string key :
         {"s3.signer.uri", "client.refresh-credentials-endpoint", "client.credentials-provider", "io-impl",
          "table-override.x", "s3.secret-access-key", "uri", "warehouse", "credential", "token", "header.x-other",
          "http-client.proxy-endpoint", "no-such-key", "s3.multipart.", "s3.write.tags."}) {
        const Finding finding =
            only(with_property("\"" + key + "\": v"),
                 {Code::catalog_property_refused,
                  fmt::format("{}{}", kProperties,
                              key.find_first_of(".") == std::string::npos ? "." + key : "['" + key + "']"),
                  "\"" + key + "\""});
        CHECK(finding.secret);
    }
    for (const std::string_view key : catalog_property_keys()) {
        if (key == "s3.endpoint") {
            continue;
        }
        const std::string name = std::string(key) + (key.back() == '.' ? "x" : "");
        INFO(name);
        // Each is a word, a switch or a number, and is passed on when its value is one.
        const auto taken = [&](const std::string& value) {
            return read(with_property("\"" + name + "\": \"" + value + "\"")).read.findings.empty();
        };
        CHECK((taken("v") || taken("true") || taken("1")));
    }
    const Finding finding = only(with_property("client.regoin: eu"),
                                 {Code::catalog_property_refused, kProperties + "['client.regoin']", "client.regoin"});
    CHECK(finding.help == "Did you mean client.region?");
    only(with_property("s3.endpoint: https://h"),
         {Code::catalog_property_repeated, kProperties + "['s3.endpoint']", "s3.endpoint"});
}

TEST_CASE("Values of properties are plain texts") {
    const std::string path = kProperties + "['client.region']";
    for (const std::string bad : {"\"env:X\"", "\"a${b}\""}) {
        const Finding finding = only(with_property("client.region: " + bad), {Code::property_value_form, path, bad});
        CHECK(finding.secret);
    }
    const Finding number = only(with_property("client.region: 12345"), {Code::value_kind, path, "12345"});
    CHECK(number.secret);
    CHECK_FALSE(number.fix);
    const Finding flag = only(with_property("client.region: true"), {Code::value_kind, path, "true"});
    CHECK_FALSE(flag.secret);
    CHECK(flag.fix);
    only(edited("S3.Endpoint: https://minio.example.com", "S3.Endpoint: minio.example.com"),
         {Code::url_form, kProperties + "['S3.Endpoint']", "minio.example.com"});
    only(edited("snapshots-to-keep: \"5\"", "snapshots-to-keep: 5"),
         {Code::value_kind, kBinding + ".icebergConfig.properties['history.expire.min-snapshots-to-keep']", "5"});
}

TEST_CASE("A property that Iceberg reads as a number or a switch is one") {
    const auto refused = [](const std::string& property) {
        const std::string key = property.substr(0, property.find(':'));
        const std::string value = property.substr(property.find(": ") + 2);
        const std::string last = key.find('.') == std::string::npos ? "." + key : "['" + key + "']";
        CHECK(only(with_property(property), {Code::property_value_form, kProperties + last, value}).secret);
    };
    for (const std::string bad : {"\"yes\"", "\"\"", "\"true \"", "\"1\""}) {
        refused("cache-enabled: " + bad);
    }
    for (const std::string bad : {"\"30s\"", "\"\"", "\"1.5\"", "\"0x10\"", "\"-\"", "\"99999999999999999999\""}) {
        refused("rest.client.socket-timeout-ms: " + bad);
    }
    for (const std::string bad : {"\"\"", "\" eu\"", "\"eu \""}) {
        refused("client.region: " + bad);
    }
    for (const std::string good : {"cache-enabled: \"FALSE\"", "cache.expiration-interval-ms: \"-1\""}) {
        CHECK(read(with_property(good)).read.findings.empty());
    }
    only(edited("snapshots-to-keep: \"5\"", "snapshots-to-keep: \"five\""),
         {Code::property_value_form, kBinding + ".icebergConfig.properties['history.expire.min-snapshots-to-keep']",
          "\"five\""});
    CHECK(read(edited("snapshots-to-keep: \"5\"", "my.own: \"five\"")).read.findings.empty());
}

TEST_CASE("A format version that fits no number is refused") {
    only(edited("writeVersion: 2", "writeVersion: 99999999999999999999"),
         {Code::value_range, kBinding + ".icebergConfig.writeVersion", "99999999999999999999"});
}

TEST_CASE("catalogProperties and catalogAuth stand in binding.location") {
    only(edited("format: iceberg", "format: iceberg\n    catalogProperties: {a: b}"),
         {Code::catalog_key_misplaced, kBinding + ".catalogProperties", "catalogProperties"});
    only(edited("format: iceberg", "format: iceberg\n    properties: {catalogAuth: {}}"),
         {Code::catalog_key_misplaced, kBinding + ".properties.catalogAuth", "catalogAuth"});
    only(edited("writeVersion: 2", "writeVersion: 2\n      catalogProperties: {a: b}"),
         {Code::catalog_key_misplaced, kBinding + ".icebergConfig.catalogProperties", "catalogProperties"});
}

TEST_CASE("The table is format version 2 without a sort order") {
    const std::string path = kBinding + ".icebergConfig";
    const Finding finding =
        only(edited("writeVersion: 2", "writeVersion: 1"), {Code::iceberg_write_version, path + ".writeVersion", "1"});
    REQUIRE(finding.fix);
    only(edited("writeVersion: 2", "writeVersion: 2\n      sortOrder: []"),
         {Code::sort_order, path + ".sortOrder", "sortOrder"});
    for (const std::string key : {"format-version", "write.format.default", "write.upsert.enabled", "write.data.path",
                                  "write.metadata.path", "write.object-storage.path", "write.folder-storage.path"}) {
        const Result result = read(edited("history.expire.min-snapshots-to-keep: \"5\"", key + ": v"));
        INFO(result.all());
        REQUIRE(result.read.findings.size() == 1);
        CHECK(result.read.findings[0].code == Code::table_property_refused);
    }
}

TEST_CASE("Partitions are identities of scalar columns") {
    const std::string path = kBinding + ".icebergConfig.partitionSpec[0]";
    Finding finding = only(edited("transform: identity", "transform: bucket\n        numBuckets: 8"),
                           {Code::partition_transform, path + ".transform", "bucket"});
    CHECK(finding.help.find("leave partitionSpec out") != std::string::npos);
    only(edited("transform: identity", "transform: identity\n        width: 8"),
         {Code::partition_parameter, path + ".width", "width"});
    finding = only(edited("sourceColumn: event_id", "sourceColumn: evnt_id"),
                   {Code::partition_column_unknown, path + ".sourceColumn", "evnt_id"});
    CHECK(finding.help == "Did you mean event_id?");
    finding = only(edited("sourceColumn: event_id", "sourceColumn: zzzzzz"),
                   {Code::partition_column_unknown, path + ".sourceColumn", "zzzzzz"});
    CHECK(finding.help == "The columns are event_id and tier.");
    only(edited("transform: identity",
                "transform: identity\n      - sourceColumn: event_id\n        transform: identity"),
         {Code::partition_column_repeated, kBinding + ".icebergConfig.partitionSpec[1].sourceColumn", "event_id"});
    only(replaced(edited("type: integer", "type: array\n      element: {type: int}"), "sourceColumn: event_id",
                  "sourceColumn: tier"),
         {Code::partition_column_type, path + ".sourceColumn", "tier"});
}

TEST_CASE("An ORC table is not exact for a timestamp with a fraction") {
    const std::string path = kBinding + ".icebergConfig.fileFormat";
    for (const std::string_view type :
         {"timestamp", "timestamp_ltz(1)", "array\n      element: {type: timestamp(3)}",
          "struct\n      fields: [{name: at, type: timestamp_ltz}]",
          "map\n      key: {type: string, required: true}\n      value: {type: timestamp(6)}"}) {
        INFO(type);
        const std::string text = edited("type: integer", fmt::format("type: {}", type));
        const Finding finding = only(text, {Code::orc_timestamp, path, "orc"});
        REQUIRE(finding.fix);
        CHECK(finding.fix->edits.at(0).text == "parquet");
        CHECK(read(replaced(text, "fileFormat: orc", "fileFormat: parquet")).read.findings.empty());
        CHECK(read(replaced(text, "fileFormat: orc", "fileFormat: avro")).read.findings.empty());
    }
    CHECK(read(edited("type: integer", "type: timestamp(0)")).read.findings.empty());
    CHECK(read(edited("type: integer", "type: date")).read.findings.empty());
}

TEST_CASE("id in an expose is answered with exposeId") {
    Finding finding = only(edited("- exposeId: orders", "- id: orders"), {Code::expose_id_key, "exposes[0].id", "id"});
    REQUIRE(finding.fix);
    CHECK(finding.fix->edits.at(0).text == "exposeId");
    finding = only(edited("  title: Orders", "  id: x"), {Code::expose_id_key, "exposes[0].id", "id"});
    CHECK_FALSE(finding.fix);
}

TEST_CASE("Nothing that may be secret is echoed") {
    check_silent(edited("https://catalog.example.com/iceberg", "https://u:" + kCanary + "@h"), Code::url_form);
    check_silent(edited("https://catalog.example.com/iceberg", "https://u:" + kCanary), Code::url_form);
    check_silent(edited("https://catalog.example.com/iceberg", "https://h/?k=" + kCanary), Code::url_form);
    check_silent(edited("https://catalog.example.com/iceberg", "https://h/#" + kCanary), Code::url_form);
    check_silent(edited("https://minio.example.com:9000", "https://u:" + kCanary + "@h"), Code::url_form);
    check_silent(edited("https://identity.example.com/token", "https://u:" + kCanary + "@h"), Code::url_form);
    check_silent(edited("https://minio.example.com\n", "https://u:" + kCanary + "@h\n"), Code::url_form);
    check_silent(edited("kafka-1:9092,kafka-2:9092", "u:" + kCanary + "@kafka:9092"), Code::bootstrap_servers_form);
    check_silent(edited("s3://lake/warehouse", "s3://u:" + kCanary + "@lake/x"), Code::warehouse_form);
    check_silent(edited("s3://lake/warehouse", "s3://u:" + kCanary + "/x"), Code::warehouse_form);
    check_silent(edited("s3://flink-state/orders/ha", "s3://u:" + kCanary + "@lake/x"), Code::state_uri_form);
    check_silent(edited("ICEBERG_CREDENTIAL", "0" + kCanary), Code::env_name_form);
    check_silent(edited("ICEBERG_CREDENTIAL", kCanary + "abcdefghijklmnop"), Code::env_name_form);
    check_silent(with_property("s3.secret-access-key: " + kCanary), Code::catalog_property_refused);
    check_silent(with_property("client.region: \"env:" + kCanary + "\""), Code::property_value_form);
    check_silent(with_property("client.region: \"${" + kCanary + "}\""), Code::property_value_form);
    check_silent(edited("snapshots-to-keep: \"5\"", "snapshots-to-keep: \"env:" + kCanary + "\""),
                 Code::property_value_form);
    check_silent(edited("scope: catalog", "scope: catalog\n        tokenEnv: " + kCanary), Code::auth_key_mismatch);
    check_silent(edited("format: iceberg", "format: iceberg\n    catalogProperties: {a: " + kCanary + "}"),
                 Code::catalog_key_misplaced);
    check_silent(edited("scope: catalog", "scope: catalog\n        token: " + kCanary), Code::key_unknown);
}

TEST_CASE("A secret in a value of the wrong kind, or with a control character, is not echoed") {
    for (const std::string place : {"ICEBERG_CREDENTIAL", "https://catalog.example.com/iceberg", "s3://lake/warehouse",
                                    "s3://flink-state/orders/ha"}) {
        check_silent(edited(place, "{" + kCanary + ": " + kCanary + "}"), Code::value_kind);
        check_silent(edited(place, "[" + kCanary + "]"), Code::value_kind);
        check_silent(edited(place, "\"https://u:" + kCanary + "\\u001b@h\""), Code::control_character);
    }
    check_silent(with_property("client.region: \"" + kCanary + "\\u001b\""), Code::control_character);
    check_silent(edited("format: iceberg", "format: iceberg\n    zzz: \"" + kCanary + "\\u001b\""), Code::key_unknown);
    check_silent(edited("type: oauth2", "type: " + kCanary), Code::value_unknown);
    const std::string bare = full_contract();
    const std::size_t properties = bare.find("      catalogProperties:\n");
    const std::size_t auth = bare.find("      catalogAuth:\n");
    const std::size_t after = bare.find("  contract:\n    schema:");
    REQUIRE(properties < auth);
    REQUIRE(auth < after);
    check_silent(bare.substr(0, auth) + "      catalogAuth: " + kCanary + "\n" + bare.substr(after), Code::value_kind);
    check_silent(bare.substr(0, properties) + "      catalogProperties: " + kCanary + "\n" + bare.substr(auth),
                 Code::value_kind);
}
