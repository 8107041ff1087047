"""Contracts whose types have grown: every scalar of the stream and of the table as wide as it gets."""

import copy

from generated import types

WIDEST = {"int": "long", "float": "double"}


def widest(text):
    kind, _, scale = types.head(text)
    if kind == "decimal":
        return types.written(kind, 38, scale)
    if kind in ("timestamp", "timestamp_ltz"):
        return types.written(kind, 6, 0)
    return WIDEST.get(kind, text)


def widen(column, kept=""):
    """Widens the column in place, at any depth, unless it is the one that is kept."""
    if column.get("name") == kept:
        return
    if types.is_scalar(column):
        column["type"] = widest(column["type"])
    for child in types.children(column):
        widen(child)


def grown(contract):
    """The contract with wider types, the same otherwise. The event time stays: a watermark takes three digits at most."""
    contract = copy.deepcopy(contract)
    properties = contract["builds"][0]["properties"]
    stream = properties["stream"]
    event_time = properties["parameters"]["flink"].get("eventTime", {}).get("column")
    for column in stream["schema"]:
        widen(column, event_time)
    for column in stream.get("key", {"schema": []})["schema"]:
        widen(column)
    for column in contract["exposes"][0]["contract"]["schema"]:
        widen(column)
    # What is then a timestamp with a fraction, ORC does not hold exactly before 1970.
    contract["exposes"][0]["binding"].get("icebergConfig", {}).pop("fileFormat", None)
    return contract
