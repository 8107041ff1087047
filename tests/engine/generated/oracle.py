"""What a contract means, said again: the rows that its records become. Written from the contract language, as an
interpreter of the mapping over plain Python values; it knows nothing of SQL.

Values: None, bool, int, float, Decimal, str, bytes, date, datetime; a dict for a struct or a map, a list for an array.
"""

import re

from generated import types

_STEP = re.compile(r"\.?([A-Za-z_][A-Za-z0-9_]*)|\['((?:[^']|'')*)'\]")


def steps(path):
    """[(name, is a map key)] of a path."""
    found, at = [], 0
    while at < len(path):
        match = _STEP.match(path, at)
        name, key = match.groups()
        found.append((name, False) if key is None else (key.replace("''", "'"), True))
        at = match.end()
    return found


class Meaning:
    def __init__(self, contract):
        properties = contract["builds"][0]["properties"]
        mapping = properties.get("mapping", {})
        stream = properties["stream"]
        self.schema = contract["exposes"][0]["contract"]["schema"]
        self.explode = mapping.get("explode")
        self.entries = {entry["name"]: entry for entry in mapping.get("columns", [])}
        self.columns = {column["name"]: column for column in stream["schema"]}
        key = stream.get("key", {"schema": []})
        self.columns.update({key.get("prefix", "") + column["name"]: column for column in key["schema"]})

    def rows(self, record):
        """The rows of one record: {name of a stream column: value}."""
        if not self.explode:
            return [self._row(record)]
        array = self._walk(record, steps(self.explode["path"]))
        return [self._row({**record, self.explode["as"]: element}) for element in array or []]

    def _row(self, scope):
        return {column["name"]: self._output(scope, column, [column["name"]]) for column in self.schema}

    def _output(self, scope, column, trail):
        name = ".".join(trail)
        if name in self.entries:
            value = self._walk(scope, steps(self.entries[name]["from"]))
            if "cast" in self.entries[name]:
                return None if value is None else value.decode("utf-8", errors="replace")
            return self._fit(column, value)
        if any(other.startswith(name + ".") for other in self.entries):
            return {child["name"]: self._output(scope, child, [*trail, child["name"]]) for child in column["fields"]}
        return self._fit(column, self._walk(scope, [(step, False) for step in trail]))

    @staticmethod
    def _walk(scope, path):
        value = scope[path[0][0]]
        for name, _ in path[1:]:
            value = None if value is None else value.get(name)
        return value

    def _fit(self, column, value):
        """Structs by the names of their fields; all else as it is: wider types hold the same values."""
        if value is None or types.kind_of(column) != "struct":
            return value
        return {child["name"]: self._fit(child, value.get(child["name"])) for child in column["fields"]}
