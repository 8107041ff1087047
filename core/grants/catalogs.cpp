// Rights in a catalog, by its kind: the commands and requests of the products' own documentation, which docs/grants.md
// names.

#include <initializer_list>

#include <fmt/format.h>

#include "grants/parts.h"
#include "report/json_writer.h"
#include "weir/catalogs.h"

namespace weir::grants {

namespace {

using Words = std::initializer_list<std::string_view>;

/// `uri` without the path of the Iceberg API: where the product's other APIs lie.
std::string server_of(const Location& location) {
    std::string_view uri = location.uri.value;
    const std::size_t host = uri.find("://");
    const std::size_t path = host == std::string_view::npos ? std::string_view::npos : uri.find('/', host + 3);
    return std::string(uri.substr(0, path));
}

/// The variable that takes the job's credential, when the contract says one.
std::string_view variable_of(const Location& location) {
    const auto& auth = location.catalog_auth;
    return auth && auth->credential_env.present() ? auth->credential_env.value : std::string_view();
}

/// `: "${NAME:?why}"` stops the script when the variable is not set.
std::string demand(std::string_view name, std::string_view why) {
    return fmt::format(": \"${{{}:?{}}}\"\n", name, why);
}

/// What stands in a path or in JSON as it is; anything else stops the script.
std::string check(std::string_view name) {
    return fmt::format(
        "case ${} in *[!A-Za-z0-9._@~-]*) echo {} 'holds a character that is not for a path' >&2; exit 1;; esac\n",
        name, word(name));
}

class Json {
  public:
    explicit Json(char bracket) { bracket == '{' ? json_.begin_object() : json_.begin_array(); }
    JsonWriter& operator*() { return json_; }
    JsonWriter* operator->() { return &json_; }

  private:
    JsonWriter json_;
};

// ---- Polaris: its command line ----

std::string polaris(const Job& job) {
    const Location& location = job.location;
    const std::string who = job.identity();
    const std::string role = who + ".writer";
    const std::string catalog = "--catalog=" + word(location.warehouse.value);
    const std::string there = " >/dev/null 2>&1 ||\n  ";
    const std::string command = "polaris --base-url=" + word(server_of(location)) + " ";
    std::string out;
    const auto make = [&](std::string_view what, const std::string& name, const std::string& more) {
        out += fmt::format("{0}{1} get {2}{3}{4}{0}{1} create {2}{3}\n", command, what, more, word(name), there);
    };
    const auto grant = [&](std::string_view level, const std::string& more, std::string_view privilege) {
        out += fmt::format("{}privileges {} grant {} --catalog-role={} --namespace={}{} {}\n", command, level, catalog,
                           word(role), word(location.name_space.value), more, privilege);
    };
    out += comment("The polaris command takes CLIENT_ID and CLIENT_SECRET of somebody who manages this catalog.");
    out +=
        comment(fmt::format("A new principal's clientId and clientSecret are printed once, here: clientId:clientSecret "
                            "belongs into the Secret{}{}.",
                            variable_of(location).empty() ? "" : " as ", variable_of(location)));
    make("principals", who, "");
    make("principal-roles", role, "");
    out += fmt::format("{}principal-roles grant --principal={} {}\n", command, word(who), word(role));
    make("catalog-roles", role, catalog + " ");
    grant("namespace", "", "NAMESPACE_READ_PROPERTIES");
    if (job.existing_table) {
        out += comment("Without TABLE_CREATE: the table is there, and a job that restarts must not make it anew.");
        grant("table", " --table=" + word(location.table.value), "TABLE_WRITE_DATA");
    } else {
        out +=
            comment("A table that is not there yet can be granted nothing, so these hold for the namespace. Once the "
                    "table is there, revoke both and run what weir grants --existing-table prints.");
        grant("namespace", "", "TABLE_CREATE");
        grant("namespace", "", "TABLE_WRITE_DATA");
    }
    out += fmt::format("{}catalog-roles grant {} --principal-role={} {}\n", command, catalog, word(role), word(role));
    return out;
}

// ---- Gravitino: its REST API ----

void securable(JsonWriter& json, const std::string& name, std::string_view type, Words privileges) {
    json.begin_object();
    json.member("fullName", name);
    json.member("type", type);
    json.key("privileges");
    json.begin_array();
    for (const std::string_view privilege : privileges) {
        json.begin_object();
        json.member("name", privilege);
        json.member("condition", "ALLOW");
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

void securables(JsonWriter& json, const Job& job) {
    const std::string catalog(job.location.warehouse.value);
    const std::string schema = fmt::format("{}.{}", catalog, job.location.name_space.value);
    json.begin_array();
    securable(json, catalog, "CATALOG", {"USE_CATALOG"});
    if (job.existing_table) {
        securable(json, schema, "SCHEMA", {"USE_SCHEMA"});
        securable(json, fmt::format("{}.{}", schema, job.location.table.value), "TABLE", {"MODIFY_TABLE"});
    } else {
        securable(json, schema, "SCHEMA", {"USE_SCHEMA", "CREATE_TABLE"});
    }
    json.end_array();
}

std::string gravitino(const Job& job) {
    const std::string role = job.identity() + ".writer";
    Json made('{');
    made->member("name", role);
    made->key("securableObjects");
    securables(*made, job);
    made->end_object();
    Json changed('{');
    changed->key("overrides");
    securables(*changed, job);
    changed->end_object();
    Json given('{');
    given->key("roleNames");
    given->begin_array();
    given->string(role);
    given->end_array();
    given->end_object();

    std::string out;
    out += demand("GRAVITINO_URL", "the Gravitino server, not its Iceberg REST service");
    out += demand("GRAVITINO_METALAKE", "the metalake that holds the catalog");
    out += demand("GRAVITINO_USER", "who the job signs in as, by the principal claim of its token");
    out += demand("GRAVITINO_TOKEN", "a token of somebody who manages the metalake");
    out += check("GRAVITINO_METALAKE") + check("GRAVITINO_USER");
    out += comment("METHOD PATH [BODY]; the token is in no argument, which others on the machine could read.");
    out += "gravitino() {\n"
           "  printf 'header = \"Authorization: Bearer %s\"\\n' \"$GRAVITINO_TOKEN\" |\n"
           "    curl --fail --silent --show-error --config - --request \"$1\" --header 'Accept: "
           "application/vnd.gravitino.v1+json' \\\n"
           "      --header 'Content-Type: application/json' ${3:+--data \"$3\"} "
           "\"$GRAVITINO_URL/api/metalakes/$GRAVITINO_METALAKE$2\"\n"
           "}\n";
    out += "gravitino GET \"/users/$GRAVITINO_USER\" >/dev/null 2>&1 ||\n"
           "  gravitino POST /users \"{\\\"name\\\": \\\"$GRAVITINO_USER\\\"}\"\n";
    out += comment(job.existing_table
                       ? "Without CREATE_TABLE: the table is there, and a job that restarts must not make it anew."
                       : "Who makes a table owns it, so nothing of the table has to be granted. Once it is there, run "
                         "what weir grants --existing-table prints.");
    out += fmt::format("if gravitino GET {0} >/dev/null 2>&1; then\n  gravitino PUT {1} {2}\nelse\n  gravitino POST "
                       "/roles {3}\nfi\n",
                       word("/roles/" + role), word("/permissions/roles/" + role + "/"), word((*changed).take()),
                       word((*made).take()));
    out += fmt::format("gravitino PUT \"/permissions/users/$GRAVITINO_USER/grant\" {}\n", word((*given).take()));
    return out;
}

// ---- Lakekeeper: its management API ----

/// Parts of a namespace are separated by the unit separator in a path.
std::string in_path(std::string_view dotted) {
    std::string out;
    for (const char c : dotted) {
        out += c == '.' ? std::string("%1F") : std::string(1, c);
    }
    return out;
}

std::string lakekeeper(const Job& job) {
    const Location& location = job.location;
    // `PROJECT/NAME`, or the name alone in the default project.
    const std::string_view whole = location.warehouse.value;
    const std::size_t slash = whole.rfind('/');
    const bool in_project = slash != std::string_view::npos;
    const std::string project =
        in_project ? " --header " + word(fmt::format("x-project-id: {}", whole.substr(0, slash))) : "";
    const std::string table = "/tables/" + std::string(location.table.value);
    std::string out;
    out += demand("LAKEKEEPER_USER", "who the job signs in as: oidc~ and the subject of its token");
    out += demand("LAKEKEEPER_TOKEN", "a token of somebody who manages grants there");
    out += check("LAKEKEEPER_USER");
    out += comment("METHOD PATH [BODY]; the token is in no argument, which others on the machine could read.");
    out += fmt::format("lakekeeper() {{\n"
                       "  printf 'header = \"Authorization: Bearer %s\"\\n' \"$LAKEKEEPER_TOKEN\" |\n"
                       "    curl --fail --silent --show-error --config - --request \"$1\" --header 'Content-Type: "
                       "application/json'{} \\\n"
                       "      ${{3:+--data \"$3\"}} {}\"$2\"\n"
                       "}}\n",
                       project, word(server_of(location)));
    out += comment("Grants go by ids.");
    out += fmt::format("warehouse=$(lakekeeper GET /management/v1/warehouse |\n  jq -er --arg name {} '.warehouses[] | "
                       "select(.name == $name) | .id')\n",
                       word(in_project ? whole.substr(slash + 1) : whole));
    const std::string space =
        fmt::format("\"/catalog/v1/$warehouse\"{}", word("/namespaces/" + in_path(location.name_space.value)));
    const auto assign = [&](std::string_view path, std::string_view what) {
        out += fmt::format("lakekeeper POST \"/management/v1/permissions/{}/assignments\" \\\n"
                           "  \"{{\\\"writes\\\": [{{\\\"type\\\": \\\"{}\\\", \\\"user\\\": "
                           "\\\"$LAKEKEEPER_USER\\\"}}], \\\"deletes\\\": []}}\"\n",
                           path, what);
    };
    if (job.existing_table) {
        out += comment("Without create: the table is there, and a job that restarts must not make it anew.");
        out += fmt::format("table=$(lakekeeper GET {}{} | jq -er '.metadata[\"table-uuid\"]')\n", space, word(table));
        assign("warehouse/$warehouse/table/$table", "modify");
    } else {
        out += comment("Who makes a table owns it, so nothing of the table has to be granted. Once it is there, delete "
                       "this assignment and run what weir grants --existing-table prints.");
        out += fmt::format("namespace=$(lakekeeper GET {} | jq -er '.properties.namespace_id')\n", space);
        assign("namespace/$namespace", "create");
    }
    return out;
}

// ---- Unity Catalog: Databricks's command line ----

std::string unity(const Job& job) {
    const std::string catalog(job.location.warehouse.value);
    const std::string schema = fmt::format("{}.{}", catalog, job.location.name_space.value);
    std::string out;
    out += demand("UNITY_PRINCIPAL", "the service principal that the job signs in as, by its application id");
    out += check("UNITY_PRINCIPAL");
    out +=
        comment("EXTERNAL USE SCHEMA is granted by the catalog's owner alone, and the metastore has to allow external "
                "data access. The open-source server's Iceberg API only reads: no job can write through it.");
    const auto update = [&](std::string_view level, const std::string& name, Words privileges) {
        std::string list;
        for (const std::string_view privilege : privileges) {
            list += fmt::format("{}\\\"{}\\\"", list.empty() ? "" : ", ", privilege);
        }
        out += fmt::format("databricks grants update {} {} --json \\\n  \"{{\\\"changes\\\": [{{\\\"principal\\\": "
                           "\\\"$UNITY_PRINCIPAL\\\", \\\"add\\\": [{}]}}]}}\"\n",
                           level, word(name), list);
    };
    update("catalog", catalog, {"USE_CATALOG"});
    if (job.existing_table) {
        out += comment("Without CREATE TABLE: the table is there, and a job that restarts must not make it anew.");
        update("schema", schema, {"USE_SCHEMA", "EXTERNAL_USE_SCHEMA"});
        update("table", fmt::format("{}.{}", schema, job.location.table.value), {"SELECT", "MODIFY"});
    } else {
        out +=
            comment("Who makes a table owns it, so nothing of the table has to be granted. Once it is there, run what "
                    "weir grants --existing-table prints.");
        update("schema", schema, {"USE_SCHEMA", "EXTERNAL_USE_SCHEMA", "CREATE_TABLE"});
    }
    return out;
}

// ---- where nothing can be run ----

/// Nessie's rules stand in the server's configuration.
std::string nessie(const Job& job) {
    const std::string rule = fmt::format("nessie.server.authorization.rules.{}_{}", job.deployment.name_space.value,
                                         job.deployment.name.value);
    std::string out;
    out += comment("Nessie has no API for grants: its server reads rules from its configuration, with "
                   "nessie.server.authorization.enabled=true. ROLE is who the job signs in as, main its branch:");
    out += comment(fmt::format("{}_branch=op in ['VIEW_REFERENCE','READ_ENTRIES','COMMIT_CHANGE_AGAINST_REFERENCE'] && "
                               "role=='ROLE' && ref=='main'",
                               rule));
    out +=
        comment(fmt::format("{}_table=op in ['READ_CONTENT_KEY','READ_ENTITY_VALUE','UPDATE_ENTITY'{}] && role=='ROLE' "
                            "&& path=='{}'",
                            rule, job.existing_table ? "" : ",'CREATE_ENTITY'", job.table()));
    return out;
}

std::string rest(const Job& job) {
    std::string out;
    out +=
        comment("The REST catalog's specification knows no grants. By whatever way this catalog has, the job needs:");
    out += comment("to read the catalog's configuration, and to see its namespace;");
    if (job.existing_table) {
        out += comment("to load the table and to commit to it, and nothing that makes, drops or renames tables.");
    } else {
        out += comment("to make the table, to load it and to commit to it, and nothing that drops or renames tables. "
                       "Once the table is there, take the first of these away.");
    }
    return out;
}

} // namespace

CatalogGrants catalog_grants(const Job& job) {
    const CatalogPreset& preset = catalog_preset(job.location);
    CatalogGrants out;
    out.build = job.build.id.value;
    out.kind = preset.name;
    out.runs = preset.kind != CatalogKind::Rest && preset.kind != CatalogKind::Nessie;
    out.script = comment(fmt::format("Build {} writes {}{}. Its catalog is {}, its warehouse {}.", job.build.id.value,
                                     job.table(), job.existing_table ? ", which is there" : "", preset.product,
                                     job.location.warehouse.value));
    switch (preset.kind) {
    case CatalogKind::Rest:
        out.script += rest(job);
        break;
    case CatalogKind::Polaris:
        out.script += polaris(job);
        break;
    case CatalogKind::Gravitino:
        out.script += gravitino(job);
        break;
    case CatalogKind::Lakekeeper:
        out.script += lakekeeper(job);
        break;
    case CatalogKind::Nessie:
        out.script += nessie(job);
        break;
    case CatalogKind::Unity:
        out.script += unity(job);
        break;
    }
    return out;
}

} // namespace weir::grants
