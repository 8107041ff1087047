"""Random values of a contract's types, and how a producer writes them as JSON.

A column is the contract's own mapping (`name`, `type`, `required`, and children); a value is plain Python: None, bool, int,
float, Decimal, str, bytes, date, datetime, list, dict (structs by field name, maps by key)."""

import base64
import datetime
import decimal
import json
import struct

decimal.getcontext().prec = 60
UTC = datetime.timezone.utc

TEXTS = ["", " ", "null", "åß日本語", "it's", 'a "quoted" text', "line\nbreak", "\\", "𝄞 clef", "x" * 300, "-- no comment", "{{ no }} ${no}"]
KEYS = ["it's", "å日", "red", "", "a.b", "null", "k1"]
INSTANTS = ["1969-12-31T23:59:59.999999", "1970-01-01T00:00:00", "2024-02-29T12:34:56.123456", "2038-01-19T03:14:08.000001", "1900-01-01T00:00:00.5", "2262-01-01T00:00:00.000001"]


def kind(column):
    """The type without its parameters, and those."""
    name, _, rest = column["type"].partition("(")
    return name, [int(part) for part in rest.rstrip(")").split(",")] if rest else []


def one_of(rng, special, common):
    return rng.choice(special) if rng.random() < 0.4 else common()


def scalar(column, rng):
    name, parameters = kind(column)
    if name == "string":
        return one_of(rng, TEXTS, lambda: "".join(rng.choice("abc é€日𝄞") for _ in range(rng.randint(1, 12))))
    if name == "boolean":
        return rng.random() < 0.5
    if name in ("int", "long"):
        top = 2 ** (31 if name == "int" else 63)
        return one_of(rng, [-top, top - 1, 0, -1, 9007199254740993 % top], lambda: rng.randint(-top, top - 1))
    if name == "float":
        return struct.unpack("f", struct.pack("f", one_of(rng, [0.0, 1.5, 3.4028234e38, -1.1754944e-38], lambda: rng.uniform(-1e6, 1e6))))[0]
    if name == "double":
        return one_of(rng, [0.0, 1.7976931348623157e308, 2.2250738585072014e-308, -0.1], lambda: rng.uniform(-1e12, 1e12))
    if name == "decimal":
        digits, scale = parameters
        top = 10**digits - 1
        return decimal.Decimal(one_of(rng, [top, -top, 0, 1, -1], lambda: rng.randint(-top, top))).scaleb(-scale)
    if name == "date":
        return one_of(rng, [datetime.date(1970, 1, 1), datetime.date(1969, 12, 31), datetime.date(2024, 2, 29), datetime.date(9999, 12, 31)],
                      lambda: datetime.date(1900, 1, 1) + datetime.timedelta(rng.randint(0, 100000)))
    if name in ("timestamp", "timestamp_ltz"):
        digits = parameters[0] if parameters else 6
        at = datetime.datetime.fromisoformat(one_of(rng, INSTANTS, lambda: f"20{rng.randint(10, 60)}-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}T0{rng.randint(0, 9)}:00:00.{rng.randint(0, 999999):06d}"))
        unit = 10 ** (6 - digits)
        at = at.replace(microsecond=at.microsecond // unit * unit)
        return at.replace(tzinfo=UTC) if name == "timestamp_ltz" else at
    assert name == "binary", name
    return one_of(rng, [b"", b"\x00\xff", "påy".encode()], lambda: rng.randbytes(rng.randint(1, 40)))


def value(column, rng):
    """A random value; None (unless required), empty containers and None elements come often."""
    if not column.get("required") and rng.random() < 0.2:
        return None
    name = column["type"]
    if name == "struct":
        return {field["name"]: value(field, rng) for field in column["fields"]}
    if name == "array":
        return [value(column["element"], rng) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
    if name == "map":
        return {key: value(column["value"], rng) for key in rng.sample(KEYS, rng.choice([0, 1, 2, 3, len(KEYS)]))}
    return scalar(column, rng)


def to_json(column, content, rng):
    """The JSON text of a value. A field without a value is written as null, or left out."""
    if content is None:
        return "null"
    name = kind(column)[0]
    if name == "struct":
        fields = [f for f in column["fields"] if content[f["name"]] is not None or rng.random() < 0.5]
        rng.shuffle(fields)
        return "{%s}" % ",".join(f"{json.dumps(f['name'])}:{to_json(f, content[f['name']], rng)}" for f in fields)
    if name == "array":
        return "[%s]" % ",".join(to_json(column["element"], element, rng) for element in content)
    if name == "map":
        return "{%s}" % ",".join(f"{json.dumps(key)}:{to_json(column['value'], entry, rng)}" for key, entry in content.items())
    if name == "decimal":
        return format(content, "f")
    if name == "binary":
        return json.dumps(base64.b64encode(content).decode())
    if name == "date":
        return json.dumps(content.isoformat())
    if name == "timestamp":
        return json.dumps(content.isoformat())
    if name == "timestamp_ltz":
        return json.dumps(content.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z")
    return json.dumps(content, ensure_ascii=rng.random() < 0.5)
