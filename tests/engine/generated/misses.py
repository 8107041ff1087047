"""Contracts that are right but for one thing, and the code that Weir must refuse them with."""

import copy

from generated import contracts, types
from generated.chance import Chance
from generated.oracle import steps


class Near:
    """A contract to spoil, with the parts that the spoiling needs."""

    def __init__(self, contract, result):
        self.contract = copy.deepcopy(contract)
        self.properties = self.contract["builds"][0]["properties"]
        self.stream = self.properties["stream"]
        self.mapping = self.properties.setdefault("mapping", {}) if "sql" not in self.properties else {}
        self.entries = self.mapping.get("columns", [])
        self.outputs = self.contract["exposes"][0]["contract"]["schema"]
        self.planned = {output["name"]: output for output in result["builds"][0]["outputs"]}
        self.roots = {column["name"]: column for column in self.stream["schema"]}
        key = self.stream.get("key", {"schema": []})
        self.roots.update({key.get("prefix", "") + column["name"]: column for column in key["schema"]})
        self.roots.update({entry["name"]: contracts.metadata_column(entry["from"]) for entry in self.stream.get("metadata", [])})
        explode = self.mapping.get("explode")
        if explode:
            self.roots[explode["as"]] = self.at(explode["path"])["element"]

    def at(self, path):
        """The column that a path ends at."""
        walk = steps(path)
        column = self.roots[walk[0][0]]
        for name, is_key in walk[1:]:
            column = column["value"] if is_key else types.field(column, name)
        return column

    def entries_at(self, kind=None):
        """Mapping entries without a cast, that end at this kind of column."""
        return [e for e in self.entries if "cast" not in e and (kind is None or types.kind_of(self.at(e["from"])) == kind)]

    def output(self, name):
        return next((column for column in self.outputs if column["name"] == name), None)

    def mapped(self, test):
        """Output columns that an entry feeds as a whole, with what they are read from, that pass the test."""
        pairs = [(self.output(e["name"]), self.at(e["from"])) for e in self.entries_at()]
        return [(out, source) for out, source in pairs if out is not None and test(out, source)]


def _edit_path(kind, suffix, code):
    def spoil(near, chance):
        found = near.entries_at(kind)
        if not found:
            return None
        entry = chance.pick(found)
        entry["from"] += suffix
        return code

    return spoil


def _scalar_step(near, chance):
    found = [e for e in near.entries_at() if types.is_scalar(near.at(e["from"]))]
    if not found:
        return None
    chance.pick(found)["from"] += ".more"
    return "mapping-path-into-scalar"


def _change_type(test, change, code):
    def spoil(near, chance):
        found = near.mapped(test)
        if not found:
            return None
        out, source = chance.pick(found)
        change(out, source)
        return code

    return spoil


def _other_type(out, source):
    out["type"] = "date" if types.kind_of(source) != "date" else "string"


def _narrower(out, source):
    narrow = {"long": "int", "double": "float"}.get(types.kind_of(source))
    kind, precision, scale = types.head(source["type"])
    if kind == "decimal":
        narrow = types.written(kind, precision - 1, min(scale, precision - 1)) if scale < precision else f"decimal({precision},{scale - 1})"
    elif kind in ("timestamp", "timestamp_ltz"):
        narrow = types.written(kind, precision - 1, 0)
    out["type"] = narrow


def _can_narrow(_, source):
    kind, precision, _ = types.head(source["type"])
    return kind in ("long", "double") or (kind == "decimal" and precision > 1) or (kind.startswith("timestamp") and precision > 0)


def _wide_element(out, source):
    out["element"]["type"] = {"int": "long", "float": "double"}[types.kind_of(source["element"])]


def _required_element(out, _):
    out["element"]["required"] = True


def _required_map_value(out, _):
    out["value"]["required"] = True


def _more_fields(out, _):
    out["fields"].append({"name": "not_there_1", "type": "string"})


def _array_of(kinds):
    return lambda out, source: types.kind_of(source) == "array" and types.kind_of(source["element"]) in kinds


def _required_null(near, chance):
    found = [out for out in near.outputs if near.planned.get(out["name"], {}).get("nullable") and not out.get("required")]
    if not found:
        return None
    chance.pick(found)["required"] = True
    return "output-required"


def _cast_of_text(near, chance):
    found = [e for e in near.entries_at() if types.kind_of(near.at(e["from"])) != "binary" and near.output(e["name"])]
    if not found:
        return None
    chance.pick(found)["cast"] = "string"
    return "mapping-cast-source"


def _unknown_column(near, chance):
    if not near.entries:
        return None
    chance.pick(near.entries)["from"] = "not_there_1"
    return "mapping-path-unknown"


def _unmapped(near, _):
    near.outputs.append({"name": "not_there_1", "type": "string"})
    return None if "sql" in near.properties else "output-unmapped"


def _twice(near, chance):
    if not near.entries:
        return None
    near.entries.append(dict(chance.pick(near.entries)))
    return "mapping-name-repeated"


def _and_field(near, chance):
    found = [e for e in near.entries if near.output(e["name"]) and types.kind_of(near.output(e["name"])) == "struct"]
    if not found:
        return None
    entry = chance.pick(found)
    field = chance.pick(near.output(entry["name"])["fields"])["name"]
    near.entries.append({"name": f"{entry['name']}.{field}", "from": entry["from"]})
    return "mapping-name-and-field"


def _alias_taken(near, chance):
    if "explode" not in near.mapping:
        return None
    near.mapping["explode"]["as"] = chance.pick(near.stream["schema"])["name"].swapcase()
    return "explode-alias-taken"


def _explode_no_array(near, chance):
    found = [c["name"] for c in near.stream["schema"] if types.kind_of(c) not in ("array",)]
    if "explode" not in near.mapping or not found:
        return None
    near.mapping["explode"]["path"] = chance.pick(found)
    return "explode-not-array"


def _name_clash(near, chance):
    name = chance.pick(near.stream["schema"])["name"]
    near.stream.setdefault("metadata", []).append({"name": name.swapcase(), "from": "offset"})
    return "stream-name-clash"


def _event_time(near, chance):
    found = [c["name"] for c in near.stream["schema"] if not types.kind_of(c).startswith("timestamp")]
    if not found:
        return None
    event_time = {"column": chance.pick(found), "delaySeconds": 1}
    near.properties["parameters"]["flink"]["eventTime"] = event_time
    return "event-time-type"


def _with_sql(near, _):
    if not near.mapping:
        return None
    near.properties["sql"] = "SELECT * FROM source_events"
    return "mapping-with-sql"


def _raw_key(near, _):
    near.stream["key"] = {"format": "raw", "prefix": "not_there_", "schema": [{"name": "k", "type": "long"}]}
    return "key-raw-type"


SPOILED = {
    "unknown-field": _edit_path("struct", ".not_there_1", "mapping-path-unknown"),
    "unknown-column": _unknown_column,
    "into-scalar": _scalar_step,
    "into-array": _edit_path("array", ".more", "mapping-path-into-array"),
    "map-by-name": _edit_path("map", ".more", "mapping-path-map-step"),
    "struct-by-key": _edit_path("struct", "['more']", "mapping-path-struct-step"),
    "other-type": _change_type(lambda out, source: types.is_scalar(source), _other_type, "output-type"),
    "narrower": _change_type(_can_narrow, _narrower, "output-type"),
    "wide-element": _change_type(_array_of(["int", "float"]), _wide_element, "output-collection-type"),
    "required-element": _change_type(
        lambda out, source: types.kind_of(source) == "array" and not source["element"].get("required"),
        _required_element, "output-collection-required",
    ),
    "required-map-value": _change_type(
        lambda out, source: types.kind_of(source) == "map", _required_map_value, "output-map-value-required"
    ),
    "more-fields": _change_type(lambda out, source: types.kind_of(out) == "struct", _more_fields, "output-field-missing"),
    "required-null": _required_null,
    "cast-of-text": _cast_of_text,
    "unmapped": _unmapped,
    "mapped-twice": _twice,
    "name-and-field": _and_field,
    "alias-taken": _alias_taken,
    "explode-no-array": _explode_no_array,
    "name-clash": _name_clash,
    "event-time": _event_time,
    "with-sql": _with_sql,
    "raw-key": _raw_key,
}  # fmt: skip


def spoiled(seed, number, contract, result):
    """One thing made wrong in a contract that Weir takes: (what, contract, code), or None if it does not fit."""
    names = list(SPOILED)
    name = names[number % len(names)]
    near = Near(contract, result)
    code = SPOILED[name](near, Chance(f"miss {seed}/{number}"))
    return None if code is None else (name, near.contract, code)
