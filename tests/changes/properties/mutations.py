"""One node of a contract changed, and the changes that must be told: those and no other.

What is expected is written from the table of severities, not from Weir's code. A change also has to stand at the mutated
node, inside it, or at what holds it directly: `Mutant.around` is the pointer that all places must lie within.
"""

import copy

from generated import types

import columns as column_mutations

INFO = set(
    "key-declared metadata-added explode-renamed stream-declared stream-dropped build-added build-renamed "
    "column-precision-changed file-format-changed documentation-changed image-changed parallelism-changed resources-changed "
    "checkpoint-interval-changed deployment-state-changed verification-changed execution-changed other-changed".split()
)
BREAKING = set(
    "stream-topic-changed stream-format-changed timestamp-format-changed key-format-changed key-prefix-changed "
    "metadata-source-changed field-required-added field-became-required field-type-changed explode-added explode-removed "
    "explode-moved own-sql-added own-sql-changed build-removed build-output-changed expose-removed column-removed "
    "column-type-changed column-became-optional column-became-required column-required-added column-order-changed "
    "table-changed table-namespace-changed catalog-uri-changed warehouse-changed partition-spec-changed product-id-changed "
    "deployment-context-changed deployment-namespace-changed deployment-name-changed".split()
)


def severity(rule):
    return "breaking" if rule in BREAKING else "info" if rule in INFO else "non-breaking"


class Near:
    """A contract to change, one of its builds and the expose that it writes, with the words that name them in a path."""

    def __init__(self, contract, number):
        self.contract = copy.deepcopy(contract)
        self.number = number
        self.build = self.contract["builds"][number]
        self.properties = self.build["properties"]
        self.stream = self.properties["stream"]
        self.flink = self.properties["parameters"]["flink"]
        self.expose = self.contract["exposes"][number]
        self.at_build = ("builds", number)
        self.at_expose = ("exposes", number)
        self.say_build = f"builds[{self.build['id']}]"
        self.say_expose = f"exposes[{self.expose['exposeId']}]"
        self.say_stream = f"{self.say_build}.properties.stream"
        self.say_flink = f"{self.say_build}.properties.parameters.flink"

    def lists(self):
        """(columns, pointer, path) of the stream, its key and the table; the last also says which rules speak."""
        yield self.stream["schema"], (*self.at_build, "properties", "stream", "schema"), f"{self.say_stream}.schema", "field"
        if "key" in self.stream:
            pointer = (*self.at_build, "properties", "stream", "key", "schema")
            yield self.stream["key"]["schema"], pointer, f"{self.say_stream}.key.schema", "field"
        yield self.expose["contract"]["schema"], (*self.at_expose, "contract", "schema"), f"{self.say_expose}.contract.schema", "column"

    def columns(self, form):
        """(column, the list it stands in or None, its pointer, its path) of every column but the keys of maps."""
        for columns, pointer, path, kind in self.lists():
            if kind == form:
                yield from _columns(columns, pointer, path)

    def column_lists(self, form):
        """(list of columns, its pointer, its path), the fields of structs included."""
        for columns, pointer, path, kind in self.lists():
            if kind == form:
                yield columns, pointer, path
                for column, _, inner, said in _columns(columns, pointer, path):
                    if types.kind_of(column) == "struct":
                        yield column["fields"], (*inner, "fields"), said


def _columns(columns, pointer, path):
    for at, column in enumerate(columns):
        yield from _below(column, columns, (*pointer, at), f"{path}.{column['name']}")


def _below(column, siblings, pointer, path):
    yield column, siblings, pointer, path
    kind = types.kind_of(column)
    if kind == "struct":
        yield from _columns(column["fields"], (*pointer, "fields"), path)
    elif kind == "array":
        yield from _below(column["element"], None, (*pointer, "element"), f"{path}.element")
    elif kind == "map":
        yield from _below(column["value"], None, (*pointer, "value"), f"{path}.value")


# ---- the stream ----


def _set(block, key, value, pointer, rule, path):
    block[key] = value
    return pointer, [(rule, f"{path}.{key}")]


def topic(near, _):
    return _set(near.stream, "topic", "another", (*near.at_build, "properties", "stream"), "stream-topic-changed", near.say_stream)


def value_format(near, _):
    other = "json" if near.stream["format"] == "avro-confluent" else "avro-confluent"
    return _set(near.stream, "format", other, (*near.at_build, "properties", "stream"), "stream-format-changed", near.say_stream)


def timestamp_format(near, _):
    other = "iso-8601" if near.stream.get("timestampFormat") == "sql" else "sql"
    pointer = (*near.at_build, "properties", "stream")
    return _set(near.stream, "timestampFormat", other, pointer, "timestamp-format-changed", near.say_stream)


def key_format(near, chance):
    if "key" not in near.stream:
        return None
    key = near.stream["key"]
    other = chance.pick([f for f in ("raw", "json", "avro-confluent") if f != key["format"]])
    pointer = (*near.at_build, "properties", "stream", "key")
    return _set(key, "format", other, pointer, "key-format-changed", f"{near.say_stream}.key")


def key_prefix(near, _):
    if "key" not in near.stream:
        return None
    pointer = (*near.at_build, "properties", "stream", "key")
    return _set(near.stream["key"], "prefix", "no_such_", pointer, "key-prefix-changed", f"{near.say_stream}.key")


def key_comes_or_goes(near, _):
    pointer = (*near.at_build, "properties", "stream")
    if near.stream.pop("key", None) is not None:
        return pointer, [("key-dropped", f"{near.say_stream}.key")]
    near.stream["key"] = {"format": "raw", "schema": [{"name": "no_such_key", "type": "string"}]}
    return pointer, [("key-declared", f"{near.say_stream}.key")]


def metadata_comes(near, chance):
    pointer = (*near.at_build, "properties", "stream")
    near.stream.setdefault("metadata", []).insert(0, {"name": "no_such_meta", "from": chance.pick(["offset", "partition"])})
    return pointer, [("metadata-added", f"{near.say_stream}.metadata[no_such_meta]")]


def metadata_goes(near, chance):
    if "metadata" not in near.stream:
        return None
    pointer = (*near.at_build, "properties", "stream")
    column = near.stream["metadata"].pop(chance.below(len(near.stream["metadata"])))
    if not near.stream["metadata"]:
        del near.stream["metadata"]
    return pointer, [("metadata-dropped", f"{near.say_stream}.metadata[{column['name']}]")]


def metadata_source(near, chance):
    if "metadata" not in near.stream:
        return None
    at = chance.below(len(near.stream["metadata"]))
    column = near.stream["metadata"][at]
    column["from"] = chance.pick([f for f in ("offset", "headers", "timestamp", "topic") if f != column["from"]])
    pointer = (*near.at_build, "properties", "stream", "metadata", at)
    return pointer, [("metadata-source-changed", f"{near.say_stream}.metadata[{column['name']}].from")]


# ---- the mapping, the build's own SQL ----


def entry_path(near, chance):
    entries = near.properties.get("mapping", {}).get("columns")
    if not entries:
        return None
    at = chance.below(len(entries))
    entries[at]["from"] += chance.pick([".not_there", "['not there']"])
    pointer = (*near.at_build, "properties", "mapping", "columns", at)
    return pointer, [("output-path-changed", f"{near.say_build}.properties.mapping.columns[{entries[at]['name']}]")]


def entry_swapped(near, _):
    entries = near.properties.get("mapping", {}).get("columns", [])
    if len(entries) < 2:
        return None
    entries[0], entries[1] = entries[1], entries[0]
    return (*near.at_build, "properties", "mapping", "columns"), []


def explode_alias(near, _):
    explode = near.properties.get("mapping", {}).get("explode")
    if not explode:
        return None
    pointer = (*near.at_build, "properties", "mapping", "explode")
    return _set(explode, "as", "no_such_alias", pointer, "explode-renamed", f"{near.say_build}.properties.mapping.explode")


def explode_path(near, _):
    explode = near.properties.get("mapping", {}).get("explode")
    if not explode:
        return None
    pointer = (*near.at_build, "properties", "mapping", "explode")
    path = f"{near.say_build}.properties.mapping.explode"
    return _set(explode, "path", "no_such_array", pointer, "explode-moved", path)


def explode_comes_or_goes(near, _):
    if "sql" in near.properties:
        return None
    mapping = near.properties.setdefault("mapping", {})
    gone = mapping.pop("explode", None)
    if gone is None:
        mapping["explode"] = {"path": "no_such_array", "as": "no_such_alias"}
    path = f"{near.say_build}.properties.mapping.explode"
    return (*near.at_build, "properties"), [("explode-removed" if gone else "explode-added", path)]


def own_sql(near, _):
    if "sql" not in near.properties:
        return None
    pointer = (*near.at_build, "properties")
    near.properties["sql"] += " -- and a remark"
    return pointer, [("own-sql-changed", f"{near.say_build}.properties.sql")]


def own_sql_goes(near, _):
    if near.properties.pop("sql", None) is None:
        return None
    return (*near.at_build, "properties"), [("own-sql-removed", f"{near.say_build}.properties.sql")]


# ---- the job ----

DEPLOYMENT = {
    "name": ("another", "deployment-name-changed"),
    "namespace": ("another", "deployment-namespace-changed"),
    "context": ("another", "deployment-context-changed"),
    "serviceAccount": ("another", "service-account-changed"),
    "image": ("registry.example.com/other@sha256:6b4f5e26abd757c270a13f10ec27b779f3ba2b81e5e2239856e0facc4cad11c9", "image-changed"),
    "checkpointUri": ("s3://flink-state/another/checkpoints", "checkpoint-uri-changed"),
    "savepointUri": ("s3://flink-state/another/savepoints", "savepoint-uri-changed"),
    "haUri": ("s3://flink-state/another/ha", "ha-uri-changed"),
    "stateEndpoint": ("https://s3.example.com", "state-endpoint-changed"),
    "statePathStyleAccess": (True, "state-endpoint-changed"),
    "state": ("suspended", "deployment-state-changed"),
    "parallelism": (7, "parallelism-changed"),
    "checkpointIntervalSeconds": (77, "checkpoint-interval-changed"),
    "secretRefs": (["another"], "secret-refs-changed"),
}
DEFAULTS = {"state": "running", "parallelism": 1, "checkpointIntervalSeconds": 60}


def deployment(near, chance):
    key = chance.pick(list(DEPLOYMENT))
    value, rule = DEPLOYMENT[key]
    pointer = (*near.at_build, "properties", "parameters", "flink", "deployment")
    return _set(near.flink["deployment"], key, value, pointer, rule, f"{near.say_flink}.deployment")


def deployment_default(near, chance):
    key = chance.pick([key for key in DEFAULTS if key not in near.flink["deployment"]])
    near.flink["deployment"][key] = DEFAULTS[key]
    return (*near.at_build, "properties", "parameters", "flink", "deployment"), []


def resources(near, chance):
    who = chance.pick(["jobManager", "taskManager"])
    key, value = chance.pick([("memory", "3g"), ("cpu", 1.5), ("cpu", 3)])
    near.flink["deployment"][who] = {key: value}
    pointer = (*near.at_build, "properties", "parameters", "flink", "deployment")
    return pointer, [("resources-changed", f"{near.say_flink}.deployment.{who}.{key}")]


def budgets(near, chance):
    key = chance.pick(["maxCheckpointAgeSeconds", "maxSnapshotAgeSeconds"])
    near.flink["verification"] = {key: 999}
    pointer = (*near.at_build, "properties", "parameters", "flink")
    return pointer, [("verification-changed", f"{near.say_flink}.verification.{key}")]


SOURCE = {
    "bootstrapServers": ("another:9092", "bootstrap-servers-changed"),
    "groupId": ("another", "group-id-changed"),
    "schemaRegistryUrl": ("http://another:8081", "schema-registry-changed"),
}


def source(near, chance):
    key = chance.pick(list(SOURCE))
    value, rule = SOURCE[key]
    pointer = (*near.at_build, "properties", "parameters", "flink", "source")
    return _set(near.flink["source"], key, value, pointer, rule, f"{near.say_flink}.source")


def startup(near, _):
    other = "group-offsets" if near.flink["source"].get("startupMode") == "earliest-offset" else "earliest-offset"
    pointer = (*near.at_build, "properties", "parameters", "flink", "source")
    return _set(near.flink["source"], "startupMode", other, pointer, "startup-mode-changed", f"{near.say_flink}.source")


def event_time(near, chance):
    pointer = (*near.at_build, "properties", "parameters", "flink")
    path = f"{near.say_flink}.eventTime"
    if "eventTime" not in near.flink:
        near.flink["eventTime"] = {"column": "no_such_time", "delaySeconds": 1}
        return pointer, [("event-time-added", path)]
    if chance.often(0.3):
        del near.flink["eventTime"]
        return pointer, [("event-time-removed", path)]
    key, value = chance.pick([("column", "no_such_time"), ("delaySeconds", 77)])
    return _set(near.flink["eventTime"], key, value, (*pointer, "eventTime"), "event-time-changed", path)


def build_id(near, _):
    old = near.build["id"]
    near.build["id"] = f"{old}-2"
    if "sql" in near.properties:
        return near.at_build, [("own-sql-added", f"builds[{old}-2].properties.sql")]
    return near.at_build, [("build-renamed", f"builds[{old}-2].id")]


def build_goes(near, _):
    if len(near.contract["builds"]) < 2:
        return None
    near.contract["builds"].pop(near.number)
    return ("builds",), [("build-removed", near.say_build)]


def execution(near, _):
    near.build["execution"]["runtime"]["platform"] = "another"
    pointer = (*near.at_build, "execution", "runtime")
    return pointer, [("execution-changed", f"{near.say_build}.execution.runtime.platform")]


# ---- the expose ----

LOCATION = {
    "uri": ("https://another.example.com/iceberg", "catalog-uri-changed"),
    "warehouse": ("s3://lake/another", "warehouse-changed"),
    "namespace": ("another", "table-namespace-changed"),
    "table": ("another", "table-changed"),
}


def location(near, chance):
    key = chance.pick(list(LOCATION))
    value, rule = LOCATION[key]
    pointer = (*near.at_expose, "binding", "location")
    return _set(near.expose["binding"]["location"], key, value, pointer, rule, f"{near.say_expose}.binding.location")


def catalog_property(near, _):
    pointer = (*near.at_expose, "binding", "location")
    near.expose["binding"]["location"].setdefault("catalogProperties", {})["client.region"] = "another"
    return pointer, [("catalog-properties-changed", f"{near.say_expose}.binding.location.catalogProperties['client.region']")]


def catalog_auth(near, _):
    location = near.expose["binding"]["location"]
    location["catalogAuth"] = {"type": "bearer", "tokenEnv": "ANOTHER_TOKEN"}
    return (*near.at_expose, "binding", "location"), [("catalog-auth-changed", f"{near.say_expose}.binding.location.catalogAuth")]


def table_property(near, _):
    config = near.expose["binding"].setdefault("icebergConfig", {})
    config.setdefault("properties", {})["commit.retry.num-retries"] = "77"
    path = f"{near.say_expose}.binding.icebergConfig.properties['commit.retry.num-retries']"
    return (*near.at_expose, "binding"), [("table-properties-changed", path)]


def partitions(near, _):
    config = near.expose["binding"].setdefault("icebergConfig", {})
    config.setdefault("partitionSpec", []).append({"sourceColumn": "no_such_column", "transform": "identity"})
    return (*near.at_expose, "binding"), [("partition-spec-changed", f"{near.say_expose}.binding.icebergConfig.partitionSpec")]


def file_format(near, _):
    config = near.expose["binding"].setdefault("icebergConfig", {})
    config["fileFormat"] = "parquet" if config.get("fileFormat", "parquet") != "parquet" else "avro"
    return (*near.at_expose, "binding"), [("file-format-changed", f"{near.say_expose}.binding.icebergConfig.fileFormat")]


def expose_default(near, chance):
    config = near.expose["binding"].setdefault("icebergConfig", {})
    if chance.often(0.5) and "fileFormat" not in config:
        config["fileFormat"] = "parquet"
    else:
        config["writeVersion"] = 2
    return (*near.at_expose, "binding"), []


def expose_id(near, _):
    old = near.expose["exposeId"]
    near.expose["exposeId"] = f"{old}_2"
    return near.at_expose, [("expose-removed", f"exposes[{old}]"), ("expose-added", f"exposes[{old}_2]")]


def expose_kind(near, _):
    return _set(near.expose, "kind", "view", near.at_expose, "other-changed", near.say_expose)


def expose_text(near, chance):
    key = chance.pick(["title", "description"])
    return _set(near.expose, key, "Another", near.at_expose, "documentation-changed", near.say_expose)


# ---- the product ----


def product_id(near, _):
    near.contract["id"] = "commerce.another"
    return (), [("product-id-changed", "id")]


def product_text(near, chance):
    key = chance.pick(["name", "description", "tags", "labels"])
    near.contract[key] = {"tags": ["another"], "labels": {"a": "b"}}.get(key, "Another")
    return (), [("documentation-changed", key)]


def product_rest(near, chance):
    key = chance.pick(["domain", "x-unheard-of"])
    near.contract[key] = {"some": ["thing"]}
    return (), [("other-changed", key)]


def owner(near, _):
    near.contract["metadata"]["owner"]["team"] = "another"
    return ("metadata", "owner"), [("documentation-changed", "metadata.owner.team")]


MUTATIONS = {
    **{f"{form} {what.__name__}": what(form) for form in ("field", "column") for what in column_mutations.ALL},
    **{what.__name__: what for what in (
        topic, value_format, timestamp_format, key_format, key_prefix, key_comes_or_goes, metadata_comes, metadata_goes,
        metadata_source, entry_path, entry_swapped, explode_alias, explode_path, explode_comes_or_goes, own_sql, own_sql_goes,
        deployment, deployment_default, resources, budgets, source, startup, event_time, build_id, build_goes, execution,
        location, catalog_property, catalog_auth, table_property, partitions, file_format, expose_default, expose_id,
        expose_kind, expose_text, product_id, product_text, product_rest, owner)},
}  # fmt: skip


def mutated(contract, number, name, chance):
    """(changed contract, pointer that holds the node, {(severity, rule, path)}), or None."""
    near = Near(contract, number)
    found = MUTATIONS[name](near, chance)
    if found is None:
        return None
    around, told = found
    return near.contract, around, {(severity(rule), rule, path) for rule, path in told}


def scalars(value, pointer=()):
    """Pointers of every scalar value."""
    if isinstance(value, (dict, list)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from scalars(part, (*pointer, key))
    else:
        yield pointer


def other_scalar(contract, pointer):
    """The contract with another value of the same kind there."""
    changed = copy.deepcopy(contract)
    holder = changed
    for step in pointer[:-1]:
        holder = holder[step]
    old = holder[pointer[-1]]
    holder[pointer[-1]] = not old if isinstance(old, bool) else old + 1 if isinstance(old, (int, float)) else f"zz{old}"
    return changed
