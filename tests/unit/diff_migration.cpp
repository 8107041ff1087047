// The statements that an existing table would need.
#include <catch2/catch.hpp>

#include "diff_support.h"

using diff_test::changes;
using diff_test::contract_text;
using diff_test::edited;
using diff_test::Lines;

namespace {

const std::string kAuto =
    "Nothing is migrated automatically: the job refuses to start until the existing table matches.";

/// A contract whose table has these columns, each written in flow style.
std::string table_of(const std::string& columns, const std::string& table = "table: orders\n") {
    const std::string& text = contract_text();
    const std::string head = text.substr(0, text.rfind("      schema:\n"));
    return edited(head, "table: orders\n", table) + "      schema:\n" + columns;
}

/// The one change between two tables.
weir::Change change_of(const std::string& base, const std::string& head) {
    const auto list = changes(table_of(base), table_of(head));
    REQUIRE(list.size() == 1);
    return list[0];
}

const std::string kId = "        - {name: id, type: string}\n";
const std::string kName = "        - {name: name, type: string}\n";

std::string people(const std::string& fields, const std::string& type = "array") {
    return "        - {name: people, type: " + type + ", " +
           (type == "map" ? "key: {type: string}, value" : "element") + ": {type: struct, fields: [" + fields + "]}}\n";
}

} // namespace

TEST_CASE("a new column is added where it stands") {
    const weir::Change last = change_of(kId, kId + kName);
    CHECK(last.rule == "column-added");
    CHECK(last.migration.note == kAuto);
    CHECK(last.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ADD COLUMN `name` STRING"});
    CHECK(last.migration.trino == Lines{"ALTER TABLE \"commerce\".\"orders\" ADD COLUMN \"name\" varchar"});
    const weir::Change first = change_of(kName, kId + kName);
    CHECK(first.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ADD COLUMN `id` STRING FIRST"});
    CHECK(first.migration.trino == Lines{"ALTER TABLE \"commerce\".\"orders\" ADD COLUMN \"id\" varchar FIRST"});
    const std::string between = "        - {name: at, type: timestamp(3)}\n";
    const weir::Change middle = change_of(kId + kName, kId + between + kName);
    CHECK(middle.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ADD COLUMN `at` TIMESTAMP_NTZ AFTER `id`"});
    CHECK(middle.migration.trino ==
          Lines{"ALTER TABLE \"commerce\".\"orders\" ADD COLUMN \"at\" timestamp(6) AFTER \"id\""});
}

TEST_CASE("every type has its name in both engines") {
    const std::vector<std::vector<std::string>> types = {
        {"boolean", "BOOLEAN", "boolean"},
        {"int", "INT", "integer"},
        {"long", "BIGINT", "bigint"},
        {"float", "FLOAT", "real"},
        {"double", "DOUBLE", "double"},
        {"decimal(18,2)", "DECIMAL(18,2)", "decimal(18,2)"},
        {"date", "DATE", "date"},
        {"timestamp(6)", "TIMESTAMP_NTZ", "timestamp(6)"},
        {"timestamp_ltz(6)", "TIMESTAMP", "timestamp(6) with time zone"},
        {"binary", "BINARY", "varbinary"},
        {"array, element: {type: int}", "ARRAY<INT>", "array(integer)"},
        {"map, key: {type: string}, value: {type: date}", "MAP<STRING, DATE>", "map(varchar, date)"},
        {"struct, fields: [{name: order, type: int}, {name: c, type: string}]", "STRUCT<`order`: INT, `c`: STRING>",
         "row(\"order\" integer, \"c\" varchar)"},
    };
    for (const auto& type : types) {
        INFO(type[0]);
        const weir::Change change = change_of(
            kId, kId + "        - {name: x, type: \"" + type[0].substr(0, type[0].find(", ")) + "\"" +
                     (type[0].find(", ") == std::string::npos ? "" : type[0].substr(type[0].find(", "))) + "}\n");
        CHECK(change.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ADD COLUMN `x` " + type[1]});
        CHECK(change.migration.trino == Lines{"ALTER TABLE \"commerce\".\"orders\" ADD COLUMN \"x\" " + type[2]});
    }
}

TEST_CASE("a name that is refused stands in no statement") {
    const weir::Change change = change_of(kId, kId + "        - {name: \"a`b\\\"c\", type: int}\n");
    CHECK(change.rule == "column-added");
    CHECK(change.migration.spark.empty());
    CHECK(change.migration.trino.empty());
    CHECK(change.migration.note.find("could not be read") != std::string::npos);
}

TEST_CASE("a namespace of several parts is several names in Spark and one schema in Trino") {
    const auto with = [](const std::string& columns) {
        return edited(table_of(columns), "namespace: commerce\n", "namespace: commerce.eu\n");
    };
    const auto list = changes(with(kId), with(kId + kName));
    REQUIRE(list.size() == 1);
    CHECK(list[0].migration.spark == Lines{"ALTER TABLE `commerce`.`eu`.`orders` ADD COLUMN `name` STRING"});
    CHECK(list[0].migration.trino == Lines{"ALTER TABLE \"commerce.eu\".\"orders\" ADD COLUMN \"name\" varchar"});
}

TEST_CASE("what stands in an array is reached by element, in a map by value") {
    const std::string a = "{name: a, type: int}";
    const weir::Change array = change_of(people(a), people(a + ", {name: b, type: int}"));
    CHECK(array.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ADD COLUMN `people`.`element`.`b` INT"});
    CHECK(array.migration.trino ==
          Lines{"ALTER TABLE \"commerce\".\"orders\" ADD COLUMN \"people\".\"element\".\"b\" integer"});
    const weir::Change map = change_of(people(a, "map"), people(a + ", {name: b, type: int}", "map"));
    CHECK(map.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ADD COLUMN `people`.`value`.`b` INT"});
    CHECK(map.migration.trino.empty());
    CHECK(map.migration.note == kAuto + " Trino has no statement that reaches into a map.");
    const weir::Change wider = change_of(people(a), people("{name: a, type: long}"));
    CHECK(wider.rule == "column-type-widened");
    CHECK(wider.migration.spark ==
          Lines{"ALTER TABLE `commerce`.`orders` ALTER COLUMN `people`.`element`.`a` TYPE BIGINT"});
    CHECK(wider.migration.trino ==
          Lines{"ALTER TABLE \"commerce\".\"orders\" ALTER COLUMN \"people\".\"element\".\"a\" SET DATA TYPE bigint"});
    const weir::Change gone = change_of(people(a + ", {name: b, type: int}"), people(a));
    CHECK(gone.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` DROP COLUMN `people`.`element`.`b`"});
    CHECK(gone.migration.trino ==
          Lines{"ALTER TABLE \"commerce\".\"orders\" DROP COLUMN \"people\".\"element\".\"b\""});
}

TEST_CASE("a field that is called like a part of a map is none") {
    const std::string base = "        - {name: s, type: struct, fields: [{name: key, type: int}]}\n";
    const weir::Change change = change_of(base, edited(base, "type: int", "type: long"));
    CHECK(change.rule == "column-type-widened");
    CHECK(change.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ALTER COLUMN `s`.`key` TYPE BIGINT"});
}

TEST_CASE("no key of a map is altered") {
    const std::string base = "        - {name: m, type: map, key: {type: int}, value: {type: int}}\n";
    const weir::Change key = change_of(base, edited(base, "key: {type: int}", "key: {type: long}"));
    CHECK(key.rule == "column-type-changed");
    CHECK(key.migration.spark.empty());
    CHECK(key.migration.note == kAuto + " Iceberg alters no key of a map.");
    const weir::Change value = change_of(base, edited(base, "value: {type: int}", "value: {type: long}"));
    CHECK(value.rule == "column-type-widened");
    CHECK(value.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ALTER COLUMN `m`.`value` TYPE BIGINT"});
}

TEST_CASE("a field in the middle of a struct needs Trino's whole type") {
    const std::string base =
        "        - {name: s, type: struct, fields: [{name: a, type: int}, {name: c, type: int}]}\n";
    const weir::Change change = change_of(base, edited(base, "{name: c", "{name: b, type: int}, {name: c"));
    CHECK(change.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ADD COLUMN `s`.`b` INT AFTER `a`"});
    CHECK(
        change.migration.trino ==
        Lines{"ALTER TABLE \"commerce\".\"orders\" ADD COLUMN \"s\".\"b\" integer",
              "ALTER TABLE \"commerce\".\"orders\" ALTER COLUMN \"s\" SET DATA TYPE row(\"a\" integer, \"b\" integer, "
              "\"c\" integer)"});
}

TEST_CASE("what an engine cannot say is said instead") {
    const std::string field =
        kId + "        - {name: s, type: struct, fields: [{name: a, type: int, required: true}]}\n";
    const weir::Change inner = change_of(kId, field);
    CHECK(inner.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ADD COLUMN `s` STRUCT<`a`: INT NOT NULL>"});
    CHECK(inner.migration.trino.empty());
    CHECK(inner.migration.note == kAuto + " Trino cannot say that something inside a type is required.");
    const std::string item = kId + "        - {name: t, type: array, element: {type: int, required: true}}\n";
    const weir::Change element = change_of(kId, item);
    CHECK(element.migration.spark.empty());
    CHECK(element.migration.trino.empty());
    CHECK(element.migration.note.find("Spark cannot say that elements") != std::string::npos);
    const weir::Change upper = change_of(kId, kId + "        - {name: customerId, type: int}\n");
    CHECK(upper.migration.spark.size() == 1);
    CHECK(upper.migration.trino.empty());
    CHECK(upper.migration.note.find("lower case") != std::string::npos);
    const weir::Change unknown = change_of(kId, kId + "        - {name: x, type: uuid}\n");
    CHECK(unknown.migration.spark.empty());
    CHECK(unknown.migration.note.find("could not be read") != std::string::npos);
}

TEST_CASE("NOT NULL is dropped, and never added") {
    const std::string required = "        - {name: id, type: string, required: true}\n";
    const weir::Change optional = change_of(required, kId);
    CHECK(optional.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ALTER COLUMN `id` DROP NOT NULL"});
    CHECK(optional.migration.trino == Lines{"ALTER TABLE \"commerce\".\"orders\" ALTER COLUMN \"id\" DROP NOT NULL"});
    const weir::Change tight = change_of(kId, required);
    CHECK(tight.rule == "column-became-required");
    CHECK(tight.migration.spark.empty());
    CHECK(tight.migration.note == kAuto + " Iceberg does not tighten a column in place.");
    const weir::Change added = change_of(kName, kName + required);
    CHECK(added.rule == "column-required-added");
    CHECK(added.migration.spark.empty());
    const std::string nested = "        - {name: s, type: struct, fields: [{name: a, type: int, required: true}]}\n";
    const weir::Change inner = change_of(nested, edited(nested, ", required: true", ""));
    CHECK(inner.migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ALTER COLUMN `s`.`a` DROP NOT NULL"});
    CHECK(inner.migration.trino.empty());
}

TEST_CASE("as few columns move as have to") {
    const auto columns = [](const std::string& names) {
        std::string out;
        for (const char name : names) {
            out += std::string("        - {name: ") + name + ", type: int}\n";
        }
        return out;
    };
    // A table as ALTER TABLE leaves it.
    const auto moved = [](std::string order, const Lines& statements) {
        for (const std::string& statement : statements) {
            const std::size_t at = statement.find("ALTER COLUMN `");
            REQUIRE(at != std::string::npos);
            const char name = statement[at + 14];
            order.erase(order.find(name), 1);
            const std::size_t after = statement.find(" AFTER `");
            order.insert(after == std::string::npos ? 0 : order.find(statement[after + 8]) + 1, 1, name);
        }
        return order;
    };
    const std::vector<std::pair<std::string, std::size_t>> orders = {{"bacdef", 1}, {"fabcde", 1}, {"bcdefa", 1},
                                                                     {"fedcba", 5}, {"badcfe", 3}, {"defabc", 3}};
    for (const auto& [order, count] : orders) {
        const weir::Change change = change_of(columns("abcdef"), columns(order));
        INFO(order);
        CHECK(change.rule == "column-order-changed");
        CHECK(change.migration.spark.size() == count);
        CHECK(moved("abcdef", change.migration.spark) == order);
        CHECK(change.migration.trino.empty());
        CHECK(change.migration.note == kAuto + " Trino has no statement that moves a column.");
    }
    std::string many;
    std::string turned;
    for (int i = 0; i < 200; ++i) {
        const std::string column = "        - {name: c" + std::to_string(i) + ", type: int}\n";
        many += column;
        turned = column + turned;
    }
    const weir::Change change = change_of(many, turned);
    CHECK(change.migration.spark.empty());
    CHECK(change.migration.note.find("199 columns have to move") != std::string::npos);
}

TEST_CASE("a column that is added behind one that moves goes with it") {
    const std::string a = "        - {name: a, type: int}\n";
    const std::string b = "        - {name: b, type: int}\n";
    const std::string c = "        - {name: c, type: int}\n";
    const std::string x = "        - {name: x, type: int}\n";
    const auto list = changes(table_of(a + b + c), table_of(c + x + a + b));
    REQUIRE(list.size() == 2);
    CHECK(list[0].migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ALTER COLUMN `c` FIRST",
                                           "ALTER TABLE `commerce`.`orders` ALTER COLUMN `x` AFTER `c`"});
    CHECK(list[1].migration.spark == Lines{"ALTER TABLE `commerce`.`orders` ADD COLUMN `x` INT AFTER `c`"});
    const auto two = changes(table_of(a), table_of(a + b + c));
    REQUIRE(two.size() == 2);
    CHECK(two[0].migration.note == kAuto);
    CHECK(two[1].migration.note == kAuto + " The column before it is new too and has to be added first.");
}

TEST_CASE("where the contract names no table there is no statement") {
    const std::string base = table_of(kId, "catalog: rest\n");
    const auto list = changes(base, edited(base, kId, kId + kName));
    REQUIRE(list.size() == 1);
    CHECK(list[0].migration.note == kAuto);
    CHECK(list[0].migration.spark.empty());
}

TEST_CASE("a statement that is too long is not printed") {
    std::string fields;
    for (int i = 0; i < 1000; ++i) {
        fields += (fields.empty() ? "" : ", ") + std::string("{name: f") + std::to_string(i) + ", type: string}";
    }
    const weir::Change change = change_of(kId, kId + "        - {name: s, type: struct, fields: [" + fields + "]}\n");
    CHECK(change.migration.spark.empty());
    CHECK(change.migration.note.find("too long") != std::string::npos);
}

TEST_CASE("only changes of a table's schema ask for a migration") {
    const std::string head =
        edited(edited(contract_text(), "table: orders\n", "table: other\n"), "topic: orders", "topic: o");
    for (const weir::Change& change : changes(contract_text(), head)) {
        CHECK_FALSE(change.migration.needed());
    }
}
