"""Contracts made at random that keep every rule. Each output column is made of one kind of mapping, and the stream
gets whatever that kind reads. Seed and number name a contract: it is the same on every machine."""

from generated import types
from generated.chance import Chance

KINDS = [
    "same", "widen", "widen-struct", "lift", "lookup", "decode", "rebuild", "build", "partial",
    "element", "element-field", "element-rebuild", "key", "metadata", "headers", "event-time",
]  # fmt: skip
METADATA = {
    "topic": "string", "partition": "int", "offset": "long", "timestamp": "timestamp_ltz(3)",
    "timestamp-type": "string", "headers": None, "leader-epoch": "int",
}  # fmt: skip


def metadata_column(key):
    required = key != "leader-epoch"
    if key == "headers":
        value = {"type": "binary", "required": False}
        return {"type": "map", "required": required, "key": {"type": "string", "required": True}, "value": value}
    return {"type": METADATA[key], "required": required}


class Path:
    """A path and what is at its end; `nullable` by the rule: any optional step, a lookup, an optional start."""

    def __init__(self, text, column, nullable):
        self.text, self.column, self.nullable = text, column, nullable

    def field(self, name):
        child = types.field(self.column, name)
        return Path(f"{self.text}.{name}", child, self.nullable or not child["required"])

    def lookup(self, key):
        quoted = key.replace("'", "''")
        return Path(f"{self.text}['{quoted}']", self.column["value"], True)


class Maker:
    """Makes one contract. `deep` nests further and takes more outputs."""

    def __init__(self, seed, number, deep=False, kinds=None):
        self.chance = Chance(f"{seed}/{number}")
        self.name = f"{seed}-{number}"
        self.deep = deep
        self.avro = self.chance.often(0.3)
        self.value, self.key, self.metadata = [], None, []
        self.scope = types.Names()  # names of the stream
        self.names = types.Names()  # names of outputs
        self.outputs, self.entries, self.kinds = [], [], []
        self.explode = self.element = None
        self.event_time = None
        self.sql = None
        self.wanted = list(kinds or [])

    def make(self):
        chance = self.chance
        count = chance.between(4, 8) if self.deep else chance.between(1, 4)
        kinds = self.wanted + [chance.pick(KINDS) for _ in range(count - len(self.wanted))]
        if any(kind.startswith("element") for kind in kinds) or chance.often(0.15):
            self._start_explode(kinds)
        if "key" in kinds or chance.often(0.15):
            self._make_key()
        # The element is whole only when nothing more is read from it.
        for kind in sorted(kinds, key=lambda kind: kind == "element"):
            getattr(self, "_" + kind.replace("-", "_"))()
        if self.explode:
            self._end_explode()
        if not self.value:
            self._stream(types.random_column(chance, 2, self.avro))
        if chance.often(0.12):
            self._own_sql()
        return self._contract()

    # ---- the stream ----

    def _depth(self):
        return self.chance.between(3, 8) if self.deep else self.chance.between(1, 3)

    def _stream(self, column, wanted=None):
        name = self.scope.fresh(self.chance, wanted)
        named = {"name": name, **column}
        self.value.insert(self.chance.below(len(self.value) + 1), named)
        return Path(name, named, not named["required"])

    def _wrap(self, column, depth, lookups):
        """Nests the column; returns the outer one and the steps back to it."""
        steps = []
        chance = self.chance
        zoned = self.avro and types.holds(column, "timestamp_ltz")
        for _ in range(depth):
            required = chance.often(0.5)
            if lookups and not zoned and chance.often(0.5):
                key = {"type": "string", "required": True}
                column = {"type": "map", "required": required, "key": key, "value": column}
                steps.insert(0, (Path.lookup, chance.pick(types.MAP_KEYS)))
            else:
                names = types.Names()
                name = names.fresh(chance)
                fields = [{"name": name, **{k: v for k, v in column.items() if k != "name"}}]
                while chance.often(0.4):
                    sibling = types.random_column(chance, 1, self.avro, collection=True)
                    fields.append({"name": names.fresh(chance), **sibling})
                column = {"type": "struct", "required": required, "fields": chance.shuffled(fields)}
                steps.insert(0, (Path.field, name))
        return column, steps

    def _place(self, column, depth=None, lookups=False, hosts=True):
        """Puts the column somewhere into the stream, or into the element; returns the path to it."""
        chance = self.chance
        in_element = hosts and self.element is not None and types.kind_of(self.element) == "struct" and chance.often(0.4)
        if in_element and self.avro and types.holds(column, "timestamp_ltz"):
            in_element = False
        depth = depth if depth is not None else chance.below(self._depth() + 1)
        column, steps = self._wrap(column, depth, lookups)
        if in_element:
            name = self.element_names.fresh(chance)
            self.element["fields"].append({"name": name, **column})
            path = Path(self.explode["as"], self.element, not self.element["required"]).field(name)
        else:
            path = self._stream(column)
        for step, name in steps:
            path = step(path, name)
        return path

    def _leaf(self, depth=1, kind=None, collection=False):
        return types.random_column(self.chance, depth, self.avro, collection, kind=kind)

    def _struct(self, depth=None):
        depth = depth or (self.chance.between(2, 5) if self.deep else self.chance.between(2, 4))
        return self._leaf(depth, "struct")

    # ---- the outputs ----

    def _output(self, column, nullable, path=None, wanted=None, cast=False):
        """An output column, required only if what it is read from is never null."""
        column["required"] = not nullable and self.chance.often(0.6)
        column["name"] = self.names.fresh(self.chance, wanted)
        self.outputs.append(column)
        if path is not None:
            self.entries.append({"name": column["name"], "from": path, **({"cast": "string"} if cast else {})})
        return column

    def _read(self, path, shape=types.relaxed):
        """An output with what is at the end of the path, by way of the mapping."""
        out = shape(self.chance, path.column)
        self._output(out, path.nullable, path.text)

    def _same(self):
        # The names of the stream and of the outputs must be free at once.
        name = self.scope.fresh(self.chance)
        while name.lower() in self.names.taken:
            name = self.scope.fresh(self.chance)
        self.scope.taken.discard(name.lower())
        path = self._stream(self._leaf(self._depth()), name)
        shape = types.relaxed
        if types.kind_of(path.column) == "struct" and self.chance.often(0.5):
            shape = types.reshaped
        self._output(shape(self.chance, path.column), path.nullable, wanted=name)

    def _widen(self):
        kind = self.chance.pick(["int", "float", "decimal", "timestamp", "timestamp_ltz"])
        path = self._place(self._leaf(kind=kind), lookups=self.chance.often(0.4))
        out = types.relaxed(self.chance, path.column)
        out["type"] = types.widened(self.chance, out["type"])
        self._output(out, path.nullable, path.text)

    def _widen_struct(self):
        self._read(self._place(self._struct(), lookups=self.chance.often(0.3)), types.widened_struct)

    def _lift(self):
        self._read(self._place(self._leaf(self.chance.between(1, 3)), depth=self._depth()))

    def _lookup(self):
        column = self._leaf(self.chance.between(1, 3), collection=True)
        column, steps = self._wrap(column, self.chance.below(3), True)
        key = self.chance.pick(types.MAP_KEYS)
        required = self.chance.often(0.5)
        outer = {"type": "map", "required": required, "key": {"type": "string", "required": True}, "value": column}
        path = self._place(outer, depth=self.chance.below(3)).lookup(key)
        for step, name in steps:
            path = step(path, name)
        reshape = types.kind_of(path.column) == "struct" and self.chance.often(0.5)
        self._read(path, types.reshaped if reshape else types.relaxed)

    def _decode(self):
        path = self._place(self._leaf(kind="binary"), lookups=self.chance.often(0.3))
        self._output({"type": "string"}, path.nullable, path.text, cast=True)

    def _rebuild(self):
        self._read(self._place(self._struct(), lookups=self.chance.often(0.3)), types.reshaped)

    def _field_of_build(self, name, depth):
        """A field made of a path of its own, or of fields again; adds the mapping entries."""
        chance = self.chance
        if depth > 0 and chance.often(0.3):
            return self._built(name, depth - 1)
        cast = chance.often(0.15)
        column = self._leaf(kind="binary") if cast else self._leaf(chance.between(1, 3))
        path = self._place(column, lookups=chance.often(0.3))
        out = {"type": "string"} if cast else types.relaxed(chance, path.column)
        if not cast and types.is_scalar(out) and chance.often(0.4):
            out["type"] = types.widened(chance, out["type"])
        elif types.kind_of(out) == "struct":
            out = chance.pick([types.reshaped, types.widened_struct, types.relaxed])(chance, path.column)
        out["required"] = not path.nullable and chance.often(0.6)
        self.entries.append({"name": name, "from": path.text, **({"cast": "string"} if cast else {})})
        return out

    def _built(self, name, depth):
        names = types.Names()
        fields = []
        for _ in range(self.chance.between(1, 3)):
            field = names.fresh(self.chance)
            fields.append({**self._field_of_build(f"{name}.{field}", depth), "name": field})
        return {"type": "struct", "required": self.chance.often(0.6), "fields": fields}

    def _build(self):
        name = self.names.fresh(self.chance)
        out = self._built(name, 2)
        self.outputs.append({**out, "name": name})

    def _partial(self):
        """Some fields of the struct are mapped, the others come from the struct of the same name."""
        name = self.scope.fresh(self.chance)
        while name.lower() in self.names.taken:
            name = self.scope.fresh(self.chance)
        self.names.fresh(self.chance, name)
        self.scope.taken.discard(name.lower())
        source = self._stream(self._struct(2 if not self.deep else 4), name)
        self.outputs.append({**self._partly(name, source, 2), "name": name})

    def _partly(self, name, source, depth):
        chance = self.chance
        names = types.Names()
        fields = []
        for field in chance.some(source.column["fields"]):
            names.fresh(chance, field["name"])
            path = source.field(field["name"])
            if types.kind_of(field) == "struct" and depth > 0 and chance.often(0.5):
                fields.append({**self._partly(f"{name}.{field['name']}", path, depth - 1), "name": field["name"]})
                continue
            out = types.relaxed(chance, field)
            if types.is_scalar(field) and chance.often(0.3):
                out["type"] = types.widened(chance, out["type"])
            out["required"] = not path.nullable and chance.often(0.6)
            fields.append(out)
        new = names.fresh(chance)
        fields.append({**self._field_of_build(f"{name}.{new}", 1), "name": new})
        return {"type": "struct", "required": chance.often(0.6), "fields": chance.shuffled(fields)}

    # ---- explode ----

    def _start_explode(self, kinds):
        chance = self.chance
        kind = "struct" if "element-field" in kinds or "element-rebuild" in kinds else chance.pick(
            ["struct", "scalar", "array", "map"]
        )
        # Room for a scalar or a collection of any type, a struct to be filled by what reads it.
        element = self._leaf(2, None if kind == "scalar" else kind, collection=True)
        if kind == "scalar":
            element = self._leaf(1, collection=True)
        self.element = element
        self.element_names = types.Names(child["name"] for child in element.get("fields", []))
        self.explode = {"path": None, "as": self.scope.fresh(chance)}

    def _end_explode(self):
        array = {"type": "array", "required": self.chance.often(0.5), "element": self.element}
        if self.avro and types.holds(self.element, "timestamp_ltz"):
            raise AssertionError("an Avro element with a zone")
        self.explode["path"] = self._place(array, lookups=self.chance.often(0.4), hosts=False).text

    def _element_path(self):
        return Path(self.explode["as"], self.element, not self.element["required"])

    def _element(self):
        """The element as it is or reshaped, by its own name or by the mapping."""
        path = self._element_path()
        by_name = self.explode["as"].lower() not in self.names.taken and self.chance.often(0.5)
        wanted = self.explode["as"] if by_name else None
        if types.kind_of(self.element) == "struct" and self.chance.often(0.5):
            out = types.reshaped(self.chance, self.element)
        else:
            out = types.relaxed(self.chance, self.element)
            if types.is_scalar(out) and self.chance.often(0.5):
                out["type"] = types.widened(self.chance, out["type"])
        self._output(out, path.nullable, None if by_name else path.text, wanted)

    def _element_field(self):
        chance = self.chance
        column, steps = self._wrap(self._leaf(self.chance.between(1, 3), collection=True), chance.below(3), chance.often(0.4))
        name = self.element_names.fresh(chance)
        self.element["fields"].append({"name": name, **column})
        path = self._element_path().field(name)
        for step, inner in steps:
            path = step(path, inner)
        self._read(path)

    def _element_rebuild(self):
        self._read(self._element_path(), types.reshaped)

    # ---- key, metadata, event time ----

    def _make_key(self):
        chance = self.chance
        form = chance.pick(["raw", "json", "json", "avro-confluent"])
        prefix = chance.pick(["", "key_", "K", "_"])
        avro = form == "avro-confluent"
        if form == "raw":
            columns = [{"type": chance.pick(["string", "binary"]), "required": False}]
        else:
            nested = avro or chance.often(0.4)
            columns = [self._key_column(avro, nested) for _ in range(chance.between(1, 3))]
        schema = []
        for column in columns:
            full = self.scope.fresh(chance, self._prefixed(prefix))
            schema.append({"name": full[len(prefix) :], **column})
        self.key = {"format": form, **({"prefix": prefix} if prefix else {}), "schema": schema}
        self.key_prefix = prefix

    def _prefixed(self, prefix):
        names = types.Names(self.scope.taken)
        while True:
            name = prefix + self.chance.pick(types.WORDS)
            if name.lower() not in names.taken:
                return name
            name += f"_{self.chance.below(1000)}"
            if name.lower() not in names.taken:
                return name

    def _key_column(self, avro, nested):
        column = types.random_column(self.chance, 3 if nested else 1, avro, required=False)
        if not nested and types.kind_of(column) in ("decimal", "binary") and self.chance.often(0.7):
            column = types.random_column(self.chance, 1, avro, required=False, kind="string")
        return column

    def _key(self):
        column = self.chance.pick(self.key["schema"])
        path = Path(self.key_prefix + column["name"], column, True)
        while types.kind_of(path.column) == "struct" and self.chance.often(0.6):
            path = path.field(self.chance.pick(path.column["fields"])["name"])
        if types.kind_of(path.column) == "map" and self.chance.often(0.5):
            path = path.lookup(self.chance.pick(types.MAP_KEYS))
        if types.kind_of(path.column) == "binary" and self.chance.often(0.5):
            self._output({"type": "string"}, True, path.text, cast=True)
        else:
            self._read(path)

    def _metadata_path(self, key):
        name = self.scope.fresh(self.chance)
        self.metadata.append({"name": name, "from": key})
        column = metadata_column(key)
        return Path(name, column, not column["required"])

    def _metadata(self):
        path = self._metadata_path(self.chance.pick(list(METADATA)))
        out = types.relaxed(self.chance, path.column)
        if types.is_scalar(out):
            out["type"] = types.widened(self.chance, out["type"]) if self.chance.often(0.3) else out["type"]
        self._output(out, path.nullable, path.text)

    def _headers(self):
        path = self._metadata_path("headers").lookup(self.chance.pick(types.MAP_KEYS))
        if self.chance.often(0.7):
            self._output({"type": "string"}, True, path.text, cast=True)
        else:
            self._read(path)

    def _event_time(self):
        chance = self.chance
        if self.event_time is None and chance.often(0.3):
            path = self._metadata_path("timestamp")
        else:
            kind = chance.pick(["timestamp", "timestamp_ltz"])
            path = self._stream({"type": f"{kind}({chance.between(0, 3)})", "required": True})
        if self.event_time is None:
            delay = chance.pick([0, 1, 5, 99, 100, 3600, 86399, 86400, 8640000, 86399999])
            self.event_time = {"column": path.text, "delaySeconds": delay}
        out = types.relaxed(chance, path.column)
        out["type"] = types.widened(chance, out["type"]) if chance.often(0.5) else out["type"]
        self._output(out, path.nullable, path.text)

    # ---- own SQL ----

    def _own_sql(self):
        """The outputs become columns of the stream as they are, in a SELECT of the contract's own."""
        chance = self.chance
        stream = [(column["name"], column) for column in self.value]
        if self.key:
            stream += [(self.key_prefix + column["name"], column) for column in self.key["schema"]]
        stream += [(entry["name"], metadata_column(entry["from"])) for entry in self.metadata]
        self.explode, self.entries, self.outputs = None, [], []
        names, selected = types.Names(), []
        for name, column in chance.some(stream):
            out = types.relaxed(chance, column, names.fresh(chance))
            self.outputs.append({**out, "required": False})
            selected.append(f"`s`.`{name}` AS `{out['name']}`")
        columns = ",\n  ".join(selected)
        query = f"SELECT {columns}\nFROM source_events AS `s`"
        first = self.outputs[0]["name"]
        forms = [
            query,
            f"{query} -- all of it)",
            f"{query} /* ( */ WHERE `s`.`{stream[0][0]}` IS NOT NULL OR ';' = ')'",
            f"WITH `w` AS ({query}) SELECT * FROM `w`",
            f"SELECT `q`.* FROM ({query}) AS `q` WHERE (`q`.`{first}` IS NULL) // the rest goes",
            f"{query}\nUNION ALL\n{query}",
        ]
        self.sql = chance.pick(forms)

    # ---- the document ----

    def _location(self):
        chance = self.chance
        location = {
            "uri": "https://catalog.example.com/iceberg",
            "warehouse": "s3://lake/warehouse",
            "namespace": chance.pick(["commerce", "commerce", "a.b.c", "select", "lake.user"]),
            "table": chance.pick(["orders", "table", "ORDER_1", "t"]),
        }
        if chance.often(0.2):
            location["catalogProperties"] = {"client.region": "eu-central-1", "s3.path-style-access": "true"}
        if chance.often(0.2):
            location["catalogAuth"] = chance.pick([
                {"type": "bearer", "tokenEnv": "CATALOG_TOKEN"},
                {
                    "type": "oauth2", "credentialEnv": "ICEBERG_CREDENTIAL", "scope": "it's `catalog`",
                    "oauth2ServerUri": "https://identity.example.com/oauth2/token",
                },
            ])  # fmt: skip
        return location

    def _iceberg(self):
        chance = self.chance
        config = {}
        if chance.often(0.3):
            exact_in_orc = not any(types.fractional(column) for column in self.outputs)
            config["fileFormat"] = chance.pick(["parquet", "avro", *(["orc"] if exact_in_orc else [])])
        if chance.often(0.3):
            config["properties"] = {"history.expire.min-snapshots-to-keep": "10", "it's": "`;--"}
        scalars = [column["name"] for column in self.outputs if types.is_scalar(column)]
        if scalars and chance.often(0.3):
            config["partitionSpec"] = [
                {"sourceColumn": name, "transform": "identity"} for name in chance.shuffled(chance.some(scalars))[:3]
            ]
        return config

    def _mapping(self):
        if self.sql or not (self.entries or self.explode):
            return {}
        mapping = {"columns": self.chance.shuffled(self.entries)} if self.entries else {}
        if self.explode:
            mapping["explode"] = dict(self.explode)
        return {"mapping": mapping}

    def _contract(self):
        chance = self.chance
        spelled = lambda columns: [types.spelled(chance, column) for column in columns]
        key = {"key": {**self.key, "schema": spelled(self.key["schema"])}} if self.key else {}
        formats = [self.avro, bool(self.key) and self.key["format"] == "avro-confluent"]
        stream = {
            "kind": "kafka",
            "topic": "orders",
            "format": "avro-confluent" if self.avro else "json",
            "schema": spelled(self.value),
            **key,
            **({"metadata": self.metadata} if self.metadata else {}),
            **({"timestampFormat": chance.pick(["iso-8601", "sql"])} if not self.avro and chance.often(0.3) else {}),
        }
        source = {"bootstrapServers": "kafka:9092", "groupId": "orders-v1"}
        if chance.often(0.3):
            source["startupMode"] = chance.pick(["group-offsets", "earliest-offset"])
        if any(formats):
            source["schemaRegistryUrl"] = "http://registry:8081"
        flink = {"management": "operator", "source": source, "deployment": DEPLOYMENT}
        if self.event_time:
            flink["eventTime"] = self.event_time
        iceberg = self._iceberg()
        return {
            "fluidVersion": "0.7.7",
            "kind": "DataProduct",
            "id": "commerce.generated",
            "name": f"Generated {self.name}",
            "metadata": {"owner": {"team": "data-platform"}},
            "builds": [{
                "id": "ingest", "engine": "flink", "pattern": "embedded-logic", "outputs": ["orders"],
                "execution": {"trigger": {"type": "continuous"}, "runtime": {"platform": "kubernetes"}},
                "properties": {
                    "language": "flink_sql", "stream": stream, **self._mapping(),
                    **({"sql": self.sql} if self.sql else {}), "parameters": {"flink": flink},
                },
            }],
            "exposes": [{
                "exposeId": "orders", "kind": "table",
                "binding": {
                    "platform": "other", "format": "iceberg", "location": self._location(),
                    **({"icebergConfig": iceberg} if iceberg else {}),
                },
                "contract": {"schema": spelled(self.outputs)},
            }],
        }  # fmt: skip


DEPLOYMENT = {
    "name": "orders", "namespace": "data-products", "context": "development", "serviceAccount": "flink",
    "image": "registry.example.com/flink@sha256:6b4f5e26abd757c270a13f10ec27b779f3ba2b81e5e2239856e0facc4cad11c9",
    "checkpointUri": "s3://flink-state/orders/checkpoints", "savepointUri": "s3://flink-state/orders/savepoints",
    "haUri": "s3://flink-state/orders/ha",
}  # fmt: skip


def make(seed, number, deep=False):
    """A contract, with a kind of mapping that goes through all of them as the numbers do."""
    for attempt in range(100):
        contract = Maker(seed, f"{number}" if attempt == 0 else f"{number}.{attempt}", deep, [KINDS[number % len(KINDS)]]).make()
        if convertible(contract):
            return contract
    raise AssertionError("no contract was made")


def shaped(stream, outputs, mapping):
    """A plain contract with these columns."""
    contract = Maker("shaped", 0).make()
    properties = contract["builds"][0]["properties"]
    properties["stream"] = {"kind": "kafka", "topic": "orders", "format": "json", "schema": stream}
    properties["parameters"]["flink"].pop("eventTime", None)
    properties.pop("sql", None)
    properties["mapping"] = mapping
    expose = contract["exposes"][0]
    expose["contract"]["schema"] = outputs
    expose["binding"].pop("icebergConfig", None)
    return contract


def convertible(contract):
    """Not one of those that Weir refuses because Flink cannot convert an array of binary."""
    stream = contract["builds"][0]["properties"]["stream"]
    read = stream["schema"] if stream["format"] == "avro-confluent" else []
    if stream.get("key", {}).get("format") == "avro-confluent":
        read = read + stream["key"]["schema"]
    outputs = contract["exposes"][0]["contract"]["schema"]
    zoned = any(types.binary_array(column) and types.holds(column, "timestamp_ltz") for column in read)
    return not zoned and not any(types.unwritable(column) for column in outputs)
