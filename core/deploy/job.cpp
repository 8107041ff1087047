#include "weir/job.h"

#include <algorithm>

#include <fmt/format.h>

#include "deploy/iceberg.h"
#include "deploy/lines.h"
#include "weir/sha256.h"

namespace weir {

namespace {

constexpr std::uint64_t kJobVersion = 1;

std::string text(std::string_view value) {
    JsonWriter json;
    json.string(value);
    return json.take();
}

/// Of the SQL alone: another comment or layout of the contract is no other job, and does not restart it.
std::string digests(const Script& script) {
    JsonWriter json;
    json.begin_object();
    json.member("sql", "sha256:" + sha256_hex(script.text));
    json.end_object();
    return json.take();
}

std::string statements(const Script& script) {
    std::vector<std::string> items;
    for (const Statement& statement : script.statements) {
        JsonWriter json;
        json.begin_object();
        json.member("kind", kind_name(statement.kind));
        json.member("text", statement.text);
        json.end_object();
        items.push_back(json.take());
    }
    return lines("[", items, "]");
}

std::string options(const std::vector<SqlOption>& options) {
    JsonWriter json;
    json.begin_object();
    for (const SqlOption& option : options) {
        json.member(option.key, option.value);
    }
    json.end_object();
    return json.take();
}

std::string name_space(std::string_view name) {
    JsonWriter json;
    json.begin_array();
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        json.string(name.substr(begin, end - begin));
        begin = end + 1;
    }
    json.end_array();
    return json.take();
}

std::string table(const Contract& contract, const Expose& expose) {
    IcebergSchemaWriter writer(contract, expose.schema);
    return fmt::format(R"({{"name":{},
"schema":{},
"partition-spec":{},
"properties":{}}})",
                       text(expose.binding->location->table.value), writer.schema(),
                       writer.partition_spec(expose.binding->iceberg), options(table_options(*expose.binding)));
}

} // namespace

std::string job_json(const Contract& contract, const BuildPlan& plan, const Script& script) {
    const Expose& expose = contract.exposes[plan.expose];
    const Location& location = *expose.binding->location;
    const std::vector<std::string> members = {
        fmt::format(R"("version":{})", kJobVersion),
        fmt::format(R"("product":{})", text(contract.id.value)),
        fmt::format(R"("build":{})", text(contract.builds[plan.build].id.value)),
        fmt::format(R"("expose":{})", text(expose.expose_id.value)),
        fmt::format(R"("digests":{})", digests(script)),
        fmt::format(R"("statements":{})", statements(script)),
        fmt::format(R"("catalog":{{"name":{},"properties":{}}})", text(kCatalogName),
                    options(catalog_options(location))),
        fmt::format(R"("namespace":{})", name_space(location.name_space.value)),
        fmt::format(R"("table":{})", table(contract, expose)),
    };
    return lines("{", members, "\n}\n");
}

} // namespace weir
