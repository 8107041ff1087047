"""Columns as a contract writes them ({"name", "type", "required", …}): made at random, read, widened, relaxed,
and written as Flink types. The rules are those of the contract language, not Weir's code."""

import re

SCALARS = ["string", "boolean", "int", "long", "float", "double", "decimal", "date", "timestamp", "timestamp_ltz", "binary"]

# Other spellings that mean the same.
ALIASES = {
    "string": ["text", "STRING"],
    "boolean": ["bool"],
    "int": ["integer", "int32"],
    "long": ["bigint", "int64"],
    "float": ["real", "float32"],
    "double": ["float64", "double precision"],
    "decimal": ["numeric", "Decimal"],
    "date": ["DATE"],
    "timestamp": ["timestamp_ntz", "datetime"],
    "timestamp_ltz": ["timestamptz", "timestamp_tz"],
    "binary": ["bytes", "varbinary"],
    "struct": ["row", "record"],
    "array": ["Array"],
    "map": ["MAP"],
}
CANONICAL = {alias.lower(): name for name, aliases in ALIASES.items() for alias in [name, *aliases]}

# Words that SQL, Flink or Weir itself uses, and plain ones.
WORDS = (
    "select from value values order group row end key element table user timestamp date map array interval e x t r "
    "source_events weir_k weir_key weir_source EXPR_0 f0 _ __a A1 id name total zip country amount note state "
    "customer address lines item price code kind level flag score created window offset topic".split()
)
MAP_KEYS = ["channel", "a.b", "it's", "å日", "", " ", "]", "`", '"', "--", ";", "/*", "x']['y", "\\", "😀", "null"]


def head(text):
    """(kind, precision, scale) of a type text."""
    name, _, rest = text.partition("(")
    kind = CANONICAL[name.strip().lower()]
    numbers = [int(n) for n in re.findall(r"\d+", rest)]
    if kind in ("timestamp", "timestamp_ltz"):
        return kind, numbers[0] if numbers else 6, 0
    return kind, numbers[0] if numbers else 0, numbers[1] if len(numbers) > 1 else 0


def kind_of(column):
    return head(column["type"])[0]


def written(kind, precision, scale):
    if kind == "decimal":
        return f"decimal({precision},{scale})"
    return f"{kind}({precision})" if kind in ("timestamp", "timestamp_ltz") else kind


def children(column):
    """The columns inside a column, by what the contract calls them."""
    kind = kind_of(column)
    if kind == "struct":
        return column["fields"]
    if kind == "array":
        return [column["element"]]
    return [column["key"], column["value"]] if kind == "map" else []


def is_scalar(column):
    return not children(column)


def holds(column, kind):
    return kind_of(column) == kind or any(holds(child, kind) for child in children(column))


def binary_array(column):
    """An array of binary is there."""
    return (kind_of(column) == "array" and kind_of(column["element"]) == "binary") or any(
        binary_array(child) for child in children(column)
    )


def short_timestamp(column):
    kind, precision, _ = head(column["type"])
    if kind in ("timestamp", "timestamp_ltz"):
        return precision < 6
    return any(short_timestamp(child) for child in children(column))


def fractional(column):
    """A timestamp with a fraction is there."""
    kind, precision, _ = head(column["type"])
    if kind in ("timestamp", "timestamp_ltz"):
        return precision > 0
    return any(fractional(child) for child in children(column))


def unwritable(column):
    """An array or map with an array of binary and a timestamp of fewer than six digits in it."""
    if kind_of(column) == "struct":
        return any(unwritable(child) for child in column["fields"])
    return binary_array(column) and short_timestamp(column)


def field(column, name):
    return next((child for child in column["fields"] if child["name"] == name), None)


# ---- at random ----


def scalar_type(chance, avro, collection, kind=None):
    """Avro knows no timestamp finer than a millisecond, and none with a zone inside arrays and maps."""
    kinds = [k for k in SCALARS if not (avro and collection and k == "timestamp_ltz")]
    kind = kind if kind in kinds else chance.pick(kinds)
    if kind == "decimal":
        precision = chance.pick([1, 2, 5, 9, 10, 18, 19, 37, 38])
        return written(kind, precision, chance.pick([0, precision, chance.between(0, precision)]))
    if kind in ("timestamp", "timestamp_ltz"):
        return written(kind, chance.between(0, 3 if avro else 6), 0)
    return kind


class Names:
    """Names for siblings: no two differ by case only."""

    def __init__(self, taken=()):
        self.taken = {name.lower() for name in taken}

    def fresh(self, chance, wanted=None):
        name = wanted or chance.pick(WORDS)
        while name.lower() in self.taken:
            name = f"{chance.pick(WORDS)}_{chance.below(1000)}"
        self.taken.add(name.lower())
        return name


def random_column(chance, depth, avro, collection=False, required=None, kind=None):
    """A column without a name, nested at most `depth` times."""
    nested = kind or (chance.pick(["struct", "array", "map"]) if depth > 1 and chance.often(0.45) else None)
    column = {"required": chance.often(0.5) if required is None else required}
    if nested == "struct":
        names = Names()
        column["type"] = "struct"
        column["fields"] = []
        for _ in range(chance.between(1, 3)):
            inner = random_column(chance, depth - 1, avro, collection)
            column["fields"].append({"name": names.fresh(chance), **inner})
    elif nested == "array":
        column["type"] = "array"
        column["element"] = random_column(chance, depth - 1, avro, True)
    elif nested == "map":
        column["type"] = "map"
        column["key"] = {"type": "string", "required": True}
        column["value"] = random_column(chance, depth - 1, avro, True)
    else:
        column["type"] = scalar_type(chance, avro, collection, nested)
    return column


def widened(chance, text):
    """A wider type, or the same where none is."""
    kind, precision, scale = head(text)
    if kind == "int":
        return "long"
    if kind == "float":
        return "double"
    if kind == "decimal" and precision < 38:
        return written(kind, chance.pick([precision + 1, 38, chance.between(precision + 1, 38)]), scale)
    if kind in ("timestamp", "timestamp_ltz") and precision < 6:
        return written(kind, chance.between(precision + 1, 6), 0)
    return text


def relaxed(chance, column, name=None, probability=0.3):
    """The column as an output may declare it: the same type, some of what is required made optional."""
    out = {key: column[key] for key in ("type", "required")}
    out["required"] = column["required"] and not chance.often(probability)
    if name is not None or "name" in column:
        out["name"] = name if name is not None else column["name"]
    kind = kind_of(column)
    if kind == "struct":
        out["fields"] = [relaxed(chance, child, probability=probability) for child in column["fields"]]
    elif kind == "array":
        out["element"] = relaxed(chance, column["element"], probability=probability)
    elif kind == "map":
        out["key"] = dict(column["key"])
        out["value"] = {**relaxed(chance, column["value"], probability=probability), "required": False}
    return out


def widened_struct(chance, column, name=None):
    """The struct with the same fields in the same order, some scalars wider."""
    out = relaxed(chance, column, name)
    for child, source in zip(out["fields"], column["fields"]):
        if kind_of(source) == "struct":
            child.update(widened_struct(chance, source, child["name"]))
        elif is_scalar(source) and chance.often(0.7):
            child["type"] = widened(chance, source["type"])
    return out


def reshaped(chance, column, name=None, rebuilds=8):
    """The struct with some of its fields in any order, scalars wider, structs inside reshaped too."""
    out = relaxed(chance, column, name)
    fields = []
    for source in chance.shuffled(chance.some(column["fields"])):
        if kind_of(source) == "struct" and rebuilds > 1 and chance.often(0.7):
            fields.append(reshaped(chance, source, source["name"], rebuilds - 1))
        else:
            child = relaxed(chance, source)
            if is_scalar(source) and chance.often(0.5):
                child["type"] = widened(chance, source["type"])
            fields.append(child)
    out["fields"] = fields
    return out


def spelled(chance, column):
    """The column as it goes into a contract: other spellings of types, `required: false` left out at times."""
    kind, precision, scale = head(column["type"])
    out = {**({"name": column["name"]} if "name" in column else {})}
    text = column["type"]
    if chance.often(0.15):
        name = chance.pick(ALIASES[kind])
        if kind == "decimal":
            text = f"{name}( {precision} , {scale} )"
        elif kind in ("timestamp", "timestamp_ltz"):
            text = f"{name}({precision})"
        else:
            text = name
    elif kind in ("timestamp", "timestamp_ltz") and precision == 6 and chance.often(0.5):
        text = kind
    out["type"] = text
    if column["required"] or chance.often(0.3):
        out["required"] = column["required"]
    for part in ("element", "key", "value"):
        if part in column:
            out[part] = spelled(chance, column[part])
    if "fields" in column:
        out["fields"] = [spelled(chance, child) for child in column["fields"]]
    return out


# ---- as Flink writes them ----

_FLINK = {
    "string": "STRING",
    "boolean": "BOOLEAN",
    "int": "INT",
    "long": "BIGINT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "date": "DATE",
    "binary": "BYTES",
}


def flink_scalar(text):
    kind, precision, scale = head(text)
    if kind == "decimal":
        return f"DECIMAL({precision}, {scale})"
    if kind == "timestamp":
        return f"TIMESTAMP({precision})"
    return f"TIMESTAMP_LTZ({precision})" if kind == "timestamp_ltz" else _FLINK[kind]


def flink(column, required=None):
    """The Flink type with NOT NULL wherever the contract says required."""
    kind = kind_of(column)
    if kind == "struct":
        text = "ROW<" + ", ".join(f"`{child['name']}` {flink(child)}" for child in column["fields"]) + ">"
    elif kind == "array":
        text = f"ARRAY<{flink(column['element'])}>"
    elif kind == "map":
        text = f"MAP<STRING NOT NULL, {flink(column['value'])}>"
    else:
        text = flink_scalar(column["type"])
    needed = column.get("required", False) if required is None else required
    return text + (" NOT NULL" if needed else "")


def flink_of_text(text):
    """The Flink type of a type in Weir's answers: `struct<id: string, tags: array<string>>`."""
    parsed, rest = _from_text(text)
    if rest:
        raise ValueError(f"not a type: {text}")
    return parsed


def _from_text(text):
    match = re.match(r"(struct|array|map)<", text)
    if not match:
        scalar = re.match(r"[a-z_]+(\([0-9, ]+\))?", text).group()
        return flink_scalar(scalar), text[len(scalar) :]
    rest = text[match.end() :]
    if match.group(1) == "array":
        element, rest = _from_text(rest)
        return f"ARRAY<{element}>", rest.removeprefix(">")
    if match.group(1) == "map":
        _, rest = _from_text(rest)
        value, rest = _from_text(re.sub(r"^, *", "", rest))
        return f"MAP<STRING NOT NULL, {value}>", rest.removeprefix(">")
    fields = []
    while not rest.startswith(">"):
        name, _, rest = re.sub(r"^, *", "", rest).partition(":")
        inner, rest = _from_text(rest.lstrip())
        fields.append(f"`{name}` {inner}")
    return "ROW<" + ", ".join(fields) + ">", rest[1:]
