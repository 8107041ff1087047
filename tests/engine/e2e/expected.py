"""What a contract says of the rows of a record: an oracle written from the contract language, knowing nothing of SQL."""

import collections
import datetime
import decimal
import re

STEP = re.compile(r"\.?([^.\[\]']+)|\['((?:[^']|'')*)'\]")


def look_up(env, path):
    """The value at a path; null wherever a step finds nothing."""
    content = env
    for name, key in STEP.findall(path):
        if content is None:
            return None
        content = content.get(key.replace("''", "'") if key or not name else name)
    return content


def shaped(column, content):
    """`content` with the fields that the output column has."""
    if content is None:
        return None
    if column["type"] == "struct":
        return {field["name"]: shaped(field, content.get(field["name"])) for field in column["fields"]}
    if column["type"] == "array":
        return [shaped(column["element"], element) for element in content]
    if column["type"] == "map":
        return {key: shaped(column["value"], entry) for key, entry in content.items()}
    return content


def output(column, name, mapped, env):
    if name in mapped:
        entry = mapped[name]
        content = look_up(env, entry["from"])
        if entry.get("cast") == "string" and content is not None:
            content = content.decode()
        return shaped(column, content)
    if any(other.startswith(name + ".") for other in mapped):
        return {field["name"]: output(field, f"{name}.{field['name']}", mapped, env) for field in column["fields"]}
    return shaped(column, look_up(env, name))


def rows(contract, env):
    """The rows that the first build of `contract` makes of a record; `env` holds every stream column by its name."""
    mapping = contract["builds"][0]["properties"].get("mapping", {})
    mapped = {entry["name"]: entry for entry in mapping.get("columns", [])}
    columns = contract["exposes"][0]["contract"]["schema"]
    envs = [env]
    if "explode" in mapping:
        elements = look_up(env, mapping["explode"]["path"]) or []
        envs = [{**env, mapping["explode"]["as"]: element} for element in elements]
    return [{column["name"]: output(column, column["name"], mapped, each) for column in columns} for each in envs]


def canonical(column, content):
    """One text for one value, whichever library read it."""
    if content is None:
        return "null"
    kind = column["type"].partition("(")[0]
    if kind == "struct":
        return "{%s}" % ", ".join(f"{f['name']}: {canonical(f, content[f['name']])}" for f in column["fields"])
    if kind == "array":
        return "[%s]" % ", ".join(canonical(column["element"], element) for element in content)
    if kind == "map":
        entries = content.items() if isinstance(content, dict) else content
        texts = [f"{key!r}: {canonical(column['value'], entry)}" for key, entry in entries]
        assert len({key for key, _ in entries}) == len(texts), f"a key twice: {texts}"
        return "{%s}" % ", ".join(sorted(texts))
    if kind == "decimal":
        return format(decimal.Decimal(content).normalize(), "f")
    if kind in ("float", "double"):
        return repr(float(content))
    if kind == "timestamp_ltz":
        return content.astimezone(datetime.timezone.utc).isoformat()
    if kind == "binary":
        return bytes(content).hex()
    return repr(content)


def compare(contract, wanted, got):
    """AssertionError with the first differences unless both are the same rows, each as often."""
    columns = contract["exposes"][0]["contract"]["schema"]

    def texts(some):
        return collections.Counter(
            "; ".join(f"{column['name']}={canonical(column, row[column['name']])}" for column in columns) for row in some
        )

    wanted_texts, got_texts = texts(wanted), texts(got)
    missing, extra = wanted_texts - got_texts, got_texts - wanted_texts
    if missing or extra:
        show = lambda some: "\n    ".join(text[:1500] for text in sorted(some)[:2])
        raise AssertionError(
            f"{sum(missing.values())} rows are missing, {sum(extra.values())} should not be there\n"
            f"  missing:\n    {show(missing)}\n  instead:\n    {show(extra)}"
        )
