// What holds for every script: bare statements, the source map, comments that cannot be left, limits.

#include <algorithm>
#include <map>

#include <catch2/catch.hpp>

#include "sql_plan.h"

namespace weir::test {

namespace {

/// `sql` without `--` comments, runs of blanks as one, none at the ends or before a line's end.
std::string bare(std::string_view sql) {
    std::string out;
    char quote = '\0';
    for (std::size_t i = 0; i < sql.size(); ++i) {
        const char c = sql[i];
        if (quote == '\0' && sql.substr(i, 2) == "--") {
            i = std::min(sql.find('\n', i), sql.size()) - 1;
            continue;
        }
        if (c == quote) {
            quote = '\0';
        } else if (quote == '\0' && (c == '\'' || c == '`')) {
            quote = c;
        }
        const bool blank = quote == '\0' && (c == ' ' || c == '\n');
        if (!blank || (!out.empty() && out.back() != ' ')) {
            out += blank ? ' ' : c;
        }
    }
    while (!out.empty() && out.back() == ' ') {
        out.pop_back();
    }
    return out;
}

PlanMaker sample() {
    PlanMaker maker;
    maker
        .value(
            "event_id string!, customer struct<id string, zip string>, items array<struct<sku string>>, payload binary")
        .metadata("kafka_offset", MetadataKey::Offset)
        .explode("items", "item")
        .output("event_id string!, customer_id string, sku string, customer struct<zip string>, built struct<o long>")
        .map("customer_id", "customer.id")
        .map("sku", "item.sku")
        .map("built.o", "kafka_offset");
    return maker;
}

/// The texts that came from a place.
std::vector<std::string> texts_from(const Script& script, Place place) {
    std::vector<std::string> texts;
    for (const SqlSource& source : script.sources) {
        if (source.place.node == place.node) {
            texts.push_back(script.text.substr(source.begin, source.end - source.begin));
        }
    }
    return texts;
}

} // namespace

TEST_CASE("statements are the text without comments and semicolons") {
    const MadePlan made = sample().make();
    const Script script = compile(made.contract, made.plan);
    std::string all;
    for (const Statement& statement : script.statements) {
        CHECK(statement.text == std::string(statement.text.data(), statement.text.size()));
        CHECK(statement.text.find("--") == std::string::npos);
        CHECK(statement.text.back() != ';');
        all += bare(statement.text) + "; ";
    }
    all.pop_back();
    CHECK(all == bare(script.text));
    CHECK(script.text.substr(script.text.size() - 2) == ";\n");
}

TEST_CASE("statements come in the order that the script needs") {
    const MadePlan made = sample().make();
    std::vector<StatementKind> kinds;
    for (const Statement& statement : compile(made.contract, made.plan).statements) {
        kinds.push_back(statement.kind);
    }
    using Kind = StatementKind;
    CHECK(kinds == std::vector<Kind>{Kind::Set, Kind::Set, Kind::Set, Kind::Set, Kind::Set, Kind::Set,
                                     Kind::CreateTable, Kind::CreateCatalog, Kind::CreateDatabase, Kind::CreateTable,
                                     Kind::Insert});
}

TEST_CASE("own SQL keeps its comments in the statement") {
    const MadePlan made =
        PlanMaker().value("a int").output("a int").sql("SELECT a -- not ours\r\nFROM source_events -- the end").make();
    const Script script = compile(made.contract, made.plan);
    CHECK(script.statements.back().text.find("(\nSELECT a -- not ours\r\nFROM source_events -- the end\n) AS `t`") !=
          std::string::npos);
    CHECK(texts_from(script, made.contract.builds[0].sql.at) ==
          std::vector<std::string>{"SELECT a -- not ours\r\nFROM source_events -- the end"});
}

TEST_CASE("the source map is sorted and its ranges nest") {
    const MadePlan made = sample().make();
    const Script script = compile(made.contract, made.plan);
    REQUIRE(!script.sources.empty());
    std::vector<SqlSource> open;
    for (std::size_t i = 0; i < script.sources.size(); ++i) {
        const SqlSource& source = script.sources[i];
        CHECK(source.begin < source.end);
        CHECK(source.end <= script.text.size());
        CHECK(source.place.known());
        if (i > 0) {
            const SqlSource& before = script.sources[i - 1];
            CHECK((before.begin < source.begin || (before.begin == source.begin && before.end >= source.end)));
        }
        while (!open.empty() && open.back().end <= source.begin) {
            open.pop_back();
        }
        CHECK((open.empty() || source.end <= open.back().end));
        open.push_back(source);
    }
}

TEST_CASE("the source map links columns, mapping entries and the places of the source and the table") {
    const MadePlan made = sample().make();
    const Script script = compile(made.contract, made.plan);
    const Contract& contract = made.contract;
    const Build& build = contract.builds[0];
    const Column& customer_id = contract.columns[contract.exposes[0].schema.first + 1];
    CHECK(texts_from(script, customer_id.at) ==
          std::vector<std::string>{"`customer_id` STRING,", "`customer_id`,",
                                   "`e`.`customer`.`id` AS `customer_id`, -- customer_id: from customer.id"});
    CHECK(texts_from(script, made.plan.sources[3].at) == std::vector<std::string>{"`payload` BYTES"});
    CHECK(texts_from(script, made.plan.sources[4].at) ==
          std::vector<std::string>{"`kafka_offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL"});
    CHECK(texts_from(script, build.stream->topic.at) == std::vector<std::string>{"'topic' = 'orders'"});
    CHECK(texts_from(script, build.id.at) ==
          std::vector<std::string>{"SET 'pipeline.name' = 'commerce.orders/ingest';\n"});
    const Location& location = *contract.exposes[0].binding->location;
    CHECK(texts_from(script, location.table.at) == std::vector<std::string>{"`orders`", "`orders`"});
    CHECK(texts_from(script, location.warehouse.at) == std::vector<std::string>{"'warehouse' = 's3://lake/warehouse'"});
    const Column& built = contract.columns[contract.exposes[0].schema.first + 4];
    CHECK(texts_from(script, contract.columns[built.first].at) ==
          std::vector<std::string>{"`e`.`kafka_offset` -- built.o: from kafka_offset"});
}

TEST_CASE("a kind of catalog, and how a job signs in, are options of its catalog") {
    Location location;
    const auto text = [](std::string_view value) { return Text{value, Place{1, 0}}; };
    const auto options = [&] {
        std::vector<std::string> out;
        for (const SqlOption& option : catalog_options(location)) {
            out.push_back(option.key + "=" + option.value);
        }
        return std::vector<std::string>(out.begin() + 5,
                                        out.end()); // behind type, catalog-type, uri, warehouse, io-impl
    };
    location.uri = text("https://catalog.example.com/iceberg");
    location.warehouse = text("lake");
    location.name_space = text("shop");
    location.catalog = text("gravitino");
    location.credential_vending = Flag{true, Place{1, 0}};
    const std::string vended = "header.x-iceberg-access-delegation=vended-credentials";
    CHECK(options() == std::vector<std::string>{vended});
    location.catalog_auth.emplace();
    CatalogAuth& auth = *location.catalog_auth;
    auth.type = {CatalogAuthType::Basic, Place{1, 0}};
    auth.username_env = text("LAKE_USER");
    auth.password_env = text("LAKE_PASSWORD");
    CHECK(options() == std::vector<std::string>{vended, "rest.auth.type=basic",
                                                "rest.auth.basic.username=env:LAKE_USER",
                                                "rest.auth.basic.password=env:LAKE_PASSWORD"});
    auth.type.value = CatalogAuthType::OAuth2;
    auth.credential_env = text("C");
    const std::vector<std::string> oauth = {vended, "token-exchange-enabled=false", "rest.auth.type=oauth2",
                                            "credential=env:C"};
    CHECK(options() == oauth);
    // What the contract says goes before what the kind of catalog means.
    auth.token_exchange = Flag{true, Place{1, 0}};
    CHECK(options()[1] == "token-exchange-enabled=true");
    auth.token_exchange = {};
    location.catalog_properties = {{text("token-exchange-enabled"), text("true")}};
    CHECK(options()[0] == "token-exchange-enabled=true");
    CHECK(options().size() == oauth.size());
    location.catalog_properties.clear();
    location.credential_vending.value = false;
    location.catalog = text("rest");
    CHECK(options() == std::vector<std::string>{"rest.auth.type=oauth2", "credential=env:C"});
    auth.token_refresh = Flag{false, Place{1, 0}};
    CHECK(options()[0] == "token-refresh-enabled=false");
}

TEST_CASE("nothing of a contract leaves its comment") {
    for (const std::string_view hostile : {"a\nSELECT 1;", "a\rSELECT 1;", "a\r\nSELECT 1;", "a\u2028SELECT",
                                           "a\u2029SELECT", "a\u0085SELECT", "\x1b[31mred", "\u202Eright to left",
                                           "\u200Binvisible\uFEFF", "\x7f\x01\x1f", "cut short\xE2\x80", "\xff\xfe"}) {
        PlanMaker maker;
        maker.value("a int").output("a int");
        maker.contract().name.value = hostile;
        const MadePlan made = maker.make();
        const Script script = compile(made.contract, made.plan);
        const std::string header = script.text.substr(0, script.text.find("\n\n"));
        CHECK(std::count(header.begin(), header.end(), '\n') == 3);
        for (const std::string_view bad :
             {"\x1b", "\r", "\u2028", "\u2029", "\u0085", "\u202E", "\u200B", "\uFEFF", "\x7f"}) {
            CHECK(header.find(bad) == std::string::npos);
        }
    }
}

TEST_CASE("a comment is cut at a whole character") {
    PlanMaker maker;
    maker.value("a int").output("a int");
    std::string name;
    for (int i = 0; i < 300; ++i) {
        name += "é";
    }
    maker.contract().name.value = name;
    const MadePlan made = maker.make();
    const Script script = compile(made.contract, made.plan);
    const std::size_t begin = script.text.find("-- Product: ");
    const std::string line = script.text.substr(begin, script.text.find('\n', begin) - begin);
    CHECK(line.size() < 220);
    CHECK(line.substr(line.size() - 5) == "é…");
}

TEST_CASE("identifiers and literals are quoted whole") {
    CHECK(quote_identifier("a") == "`a`");
    CHECK(quote_identifier("a`b``") == "`a``b`````");
    CHECK(quote_identifier("") == "``");
    CHECK(quote_literal("it's '' -- ;\n") == "'it''s '''' -- ;\n'");
    CHECK(quote_literal("\\'") == "'\\'''");
}

TEST_CASE("every value of a contract is quoted") {
    PlanMaker maker;
    maker.value("a int").output("a int");
    Build& build = maker.build();
    build.id.value = "i'd";
    build.stream->topic.value = "t'";
    build.source->bootstrap_servers.value = "b'";
    build.source->group_id.value = "g'";
    Location& location = *maker.expose().binding->location;
    location.uri.value = "u'";
    location.warehouse.value = "w'";
    location.name_space.value = "n`";
    location.table.value = "t`";
    const MadePlan made = maker.make();
    const Script script = compile(made.contract, made.plan);
    for (const std::string_view quoted : {"/i''d'", "'t'''", "'b'''", "'g'''", "'u'''", "'w'''", "`n```", "`t```"}) {
        CHECK(script.text.find(quoted) != std::string::npos);
    }
}

TEST_CASE("an incomplete plan has no SQL") {
    MadePlan made = sample().make();
    made.plan.complete = false;
    CHECK(compile(made.contract, made.plan).text.empty());
}

TEST_CASE("a script that no job could carry is not written") {
    const std::string name(40'000, 'a');
    std::string fields = "b int";
    for (int i = 0; i < 600; ++i) {
        fields += ", c" + std::to_string(i) + " int";
    }
    const std::string value = name + " struct<" + fields + ", last int>";
    const MadePlan made = PlanMaker().value(value).output(name + " struct<" + fields + ">").make();
    const Script script = compile(made.contract, made.plan);
    CHECK(script.too_large);
    CHECK(script.text.empty());
    CHECK(script.statements.empty());
}

} // namespace weir::test
