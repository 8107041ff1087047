#include <catch2/catch.hpp>

#include "../../core/text/secrecy.h"

using namespace weir;

TEST_CASE("texts that read like secrets are found") {
    for (const char* text : {"Zq7Kx9Wm2Vt5Rb8Nc3Jh6Lp", "ghp_abcdefghij1234567890", "AKIAIOSFODNN7EXAMPLE",
                             "x=9f86d081884c7d659a2f", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi", "https://me:pw@host/x",
                             "s3://key@bucket", "https://host/x?sig=1", "-----BEGIN PRIVATE KEY-----"}) {
        INFO(text);
        CHECK(find_secret(text));
        CHECK(without_secrets(text).find("********") != std::string::npos);
    }
    CHECK(without_secrets("the host https://me:pw@host/x is wrong") == "the host https://********@host/x is wrong");
    CHECK(without_secrets("a Zq7Kx9Wm2Vt5Rb8Nc3Jh6Lp, b") == "a ********, b");
}

TEST_CASE("what others assign to names of credentials is masked") {
    CHECK(without_assigned_secrets("s3.secret-key=hunter2, url x") == "s3.secret-key=********, url x");
    CHECK(without_assigned_secrets(R"({"API_KEY": "a b", "name": "c"})") == R"({"API_KEY": "********", "name": "c"})");
    CHECK(without_assigned_secrets("sasl.jaas.config: x y") == "sasl.jaas.config: ******** y");
    CHECK(without_assigned_secrets("DB_PASS=p;MYSQL_PWD='q r'") == "DB_PASS=********;MYSQL_PWD='********'");
    CHECK(without_assigned_secrets("keyStorePassword=p -Da=b") == "keyStorePassword=******** -Da=b");
    CHECK(without_assigned_secrets("parallelism=2: secrets is forbidden") == "parallelism=2: secrets is forbidden");
}

TEST_CASE("names, digests and addresses read like none") {
    for (const char* text :
         {"orderLineItem2QuantityTotal", "customer_address_2024_01", "timestamp_ltz(3)", "commerce.nested-events",
          "registry.example.com/flink@sha256:6b4f5e26abd757c270a13f10ec27b779f3ba2b81e5e2239856e0facc4cad11c9",
          "https://catalog.example.com/iceberg", "http:// or https://, a host, and at most a port",
          "s3://lake/warehouse", "team@example.com", "SELECT '?' FROM t", "00000000000000000000", "20240101T000000Z",
          "risk-adjusted-value1"}) {
        INFO(text);
        CHECK_FALSE(find_secret(text));
        CHECK(without_secrets(text) == text);
    }
}

TEST_CASE("keys tell what their values are") {
    CHECK(holds_credential("password"));
    CHECK(holds_credential("clientSecret"));
    for (const char* key : {"API_KEY", "access_key", "DB_PASS", "MYSQL_PWD", "CLIENT_AUTH", "fs.azure.account.key.x"}) {
        INFO(key);
        CHECK(names_credential(key));
    }
    CHECK_FALSE(holds_credential("tokenEnv"));
    CHECK_FALSE(holds_credential("secretRefs"));
    CHECK_FALSE(holds_credential("token-refresh-enabled"));
    CHECK_FALSE(holds_credential("topic"));
    CHECK(holds_address("oauth2ServerUri"));
    CHECK_FALSE(holds_address("topic"));
}

TEST_CASE("a line of a text that could not be read hides values by their keys") {
    const std::string text = "a: b\npassword: x\n  y\nc: {token: z}\nuri: u\nlist:\n  - k\n\tt\nd: e";
    const auto hidden = [&](std::string_view line) -> std::string {
        const std::size_t at = text.find(line);
        const auto from = find_secret_in_line(text, at);
        return from ? text.substr(*from, at + line.size() - *from) : "";
    };
    CHECK(hidden("a: b") == "");
    CHECK(hidden("password: x") == "x");
    CHECK(hidden("  y") == "y"); // continues the password
    CHECK(hidden("c: {token: z}") == "z}");
    CHECK(hidden("uri: u") == "u");
    CHECK(hidden("  - k") == "");
    CHECK(hidden("d: e") == "");
}

TEST_CASE("texts that may carry a credential are known") {
    CHECK(may_hold_credential("https://me:pw@host/x"));
    CHECK(may_hold_credential("https://host/x?token=1"));
    CHECK(may_hold_credential("me:pw@kafka:9092"));
    CHECK_FALSE(may_hold_credential("https://host/x"));
    CHECK_FALSE(may_hold_credential("registry.example.com:5000/weir-flink:1.2@sha256:00ff"));
    CHECK_FALSE(may_hold_credential("team@example.com"));
    CHECK_FALSE(may_hold_credential("SELECT '?' FROM t"));
}
