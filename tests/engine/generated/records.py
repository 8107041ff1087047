"""Records for a stream, made at random: nulls and empty containers at every level, extremes of every type. They are
written as JSON with the stream's timestamp format, and rows are brought into the form that the engine prints."""

import base64
import datetime
import decimal
import json
import struct

from generated import types

EPOCH = datetime.datetime(1970, 1, 1)
TEXTS = ["", "a", "null", "NULL", "it's", '"', "\\", "å日本", "😀", "\u0000", "\n\t", "{}", "0", " x ", "`--;/*"]


def scalar(chance, text):
    kind, precision, scale = types.head(text)
    if kind == "string":
        return chance.pick(TEXTS)
    if kind == "boolean":
        return chance.often(0.5)
    if kind == "int":
        return chance.pick([0, 1, -1, 2**31 - 1, -(2**31), chance.between(-1000, 1000)])
    if kind == "long":
        return chance.pick([0, 1, -1, 2**63 - 1, -(2**63), 2**53 + 1, chance.between(-(10**12), 10**12)])
    if kind == "float":
        bits = chance.pick([0, 1, 0x7F7FFFFF, 0xFF7FFFFF, 0x00800000, 0x3DCCCCCD, chance.between(0, 0x7F7FFFFF)])
        return struct.unpack(">f", struct.pack(">I", bits))[0]
    if kind == "double":
        return chance.pick([0.0, 0.1, 5e-324, 1.7976931348623157e308, -2.2250738585072014e-308, chance.between(0, 10**9) / 7])
    if kind == "decimal":
        most = 10**precision - 1
        unscaled = chance.pick([0, 1, -1, most, -most, chance.between(-most, most)])
        return decimal.Decimal((int(unscaled < 0), tuple(int(d) for d in str(abs(unscaled))), -scale))
    if kind == "date":
        return chance.pick([datetime.date(1, 1, 1), datetime.date(9999, 12, 31), datetime.date(1970, 1, 1),
                            datetime.date(1969, 12, 31), datetime.date(1582, 10, 10), datetime.date(2024, 2, 29)])  # fmt: skip
    if kind == "binary":
        return chance.pick([b"", b"a", "å日😀".encode(), b"\x00", b"\xff\xfe", bytes(range(40))])
    moment = chance.pick([
        datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31, 23, 59, 59, 999999), EPOCH,
        datetime.datetime(1969, 12, 31, 23, 59, 59, 999999), datetime.datetime(1582, 10, 10, 1, 2, 3, 456789),
        datetime.datetime(2024, 2, 29, 3, 4, 5, 678901),
    ])  # fmt: skip
    unit = 10 ** (6 - precision)
    return moment.replace(microsecond=moment.microsecond // unit * unit)


# Maps within maps would multiply: so many values of one column are enough, however deep its containers nest.
MOST_COPIES = 64


def value(chance, column, copies=1):
    """A value of the column, null only where it is optional; one of so many `copies` in its record."""
    if not column.get("required", False) and chance.often(0.25):
        return None
    kind, room = types.kind_of(column), max(1, MOST_COPIES // copies)
    if kind == "struct":
        return {child["name"]: value(chance, child, copies) for child in column["fields"]}
    if kind == "array":
        count = min(room, chance.pick([0, 1, 2, 3]))
        return [value(chance, column["element"], copies * max(1, count)) for _ in range(count)]
    if kind == "map":
        names = chance.shuffled(chance.some(types.MAP_KEYS))[:room] if chance.often(0.8) else []
        return {name: value(chance, column["value"], copies * max(1, len(names))) for name in names}
    return scalar(chance, column["type"])


class Writer:
    """Values as a producer writes them in JSON. Where a value is null, the field is left out at times."""

    def __init__(self, chance, sql_timestamps):
        self.chance, self.sql_timestamps = chance, sql_timestamps

    def text(self, columns, values):
        fields = []
        for column in self.chance.shuffled(columns):
            content = values[column["name"]]
            if content is None and self.chance.often(0.5):
                continue
            fields.append(f"{self._string(column['name'])}: {self._json(column, content)}")
        return "{" + ", ".join(fields) + "}"

    def _string(self, text):
        return json.dumps(text, ensure_ascii=self.chance.often(0.3))

    def _json(self, column, content):
        kind, precision, _ = types.head(column["type"])
        if content is None:
            return "null"
        if kind == "struct":
            return self.text(column["fields"], content)
        if kind == "array":
            return "[" + ", ".join(self._json(column["element"], item) for item in content) + "]"
        if kind == "map":
            entries = (f"{self._string(name)}: {self._json(column['value'], item)}" for name, item in content.items())
            return "{" + ", ".join(entries) + "}"
        if kind == "decimal":
            plain = format(content, "f")
            return json.dumps(plain) if self.chance.often(0.3) else plain
        if kind == "binary":
            return json.dumps(base64.b64encode(content).decode())
        if kind == "date":
            return json.dumps(content.isoformat())
        if kind in ("timestamp", "timestamp_ltz"):
            return json.dumps(self._moment(content, precision, kind == "timestamp_ltz"))
        return self._string(content) if kind == "string" else json.dumps(content)

    def _moment(self, content, precision, zoned):
        text = f"{content.year:04}-{content:%m-%d}{' ' if self.sql_timestamps else 'T'}{content:%H:%M:%S}"
        if precision > 0:
            text += f".{content.microsecond:06}"[: precision + 1]
        return text + ("Z" if zoned else "")


def plain(column, content):
    """A value as weir.engine.GeneratedValues prints it: exact, whatever the type."""
    if content is None:
        return None
    kind, _, scale = types.head(column["type"])
    if kind == "struct":
        return {child["name"]: plain(child, content[child["name"]]) for child in column["fields"]}
    if kind == "array":
        return [plain(column["element"], item) for item in content]
    if kind == "map":
        return {name: plain(column["value"], item) for name, item in content.items()}
    if kind == "float":
        return struct.unpack(">i", struct.pack(">f", content))[0]
    if kind == "double":
        return struct.unpack(">q", struct.pack(">d", content))[0]
    if kind == "decimal":
        return format(content.quantize(decimal.Decimal((0, (1,), -scale)), context=decimal.Context(prec=60)), "f")
    if kind == "date":
        return (content - EPOCH.date()).days
    if kind == "binary":
        return base64.b64encode(content).decode()
    if kind in ("timestamp", "timestamp_ltz"):
        return (content - EPOCH) // datetime.timedelta(microseconds=1)
    return content


class Records:
    """Records of a contract's topic, and the value that each stream column then has."""

    def __init__(self, contract, chance):
        stream = contract["builds"][0]["properties"]["stream"]
        self.chance = chance
        self.schema, self.key, self.metadata = stream["schema"], stream.get("key"), stream.get("metadata", [])
        self.writer = Writer(chance, stream.get("timestampFormat") == "sql")

    def make(self, count):
        """[(record as the engine's test case has it, {stream column: value})]"""
        return [self._one(offset) for offset in range(count)]

    def _one(self, offset):
        values = {column["name"]: value(self.chance, column) for column in self.schema}
        record = {"value": self.writer.text(self.schema, values)}
        if self.key:
            values.update(self._key(record))
        headers = {name: self.chance.pick(["", "å", "v", None]) for name in self.chance.some(types.MAP_KEYS)}
        if self.chance.often(0.2):
            headers = {}
        record["headers"] = headers
        record["timestamp"] = self.chance.pick([0, 1, 1709175845678, 253402300799999])
        for entry in self.metadata:
            values[entry["name"]] = self._metadata(entry["from"], record, offset)
        return record, values

    def _key(self, record):
        """Puts a key into the record, or none; its columns, null where there is none."""
        prefix, schema = self.key.get("prefix", ""), self.key["schema"]
        content = None
        if self.chance.often(0.75):
            content = {column["name"]: value(self.chance, {**column, "required": False}) for column in schema}
            if self.key["format"] == "raw":
                # A raw key has no way to say null but to be none.
                name = schema[0]["name"]
                content[name] = self.chance.pick([text for text in TEXTS]) if types.kind_of(schema[0]) == "string" else self.chance.pick(["", "å"]).encode()
                record["key"] = content[name] if isinstance(content[name], str) else content[name].decode()
            else:
                record["key"] = self.writer.text(schema, content)
        return {prefix + column["name"]: content and content[column["name"]] for column in schema}

    @staticmethod
    def _metadata(key, record, offset):
        if key == "headers":
            return {name: None if text is None else text.encode() for name, text in record["headers"].items()}
        moment = EPOCH + datetime.timedelta(milliseconds=record["timestamp"])
        return {"topic": "orders", "partition": 3, "offset": offset, "timestamp": moment, "timestamp-type": "CreateTime", "leader-epoch": None}[key]
