"""Columns of a stream or of a table, one node of them changed. `form` says which: `field` or `column`, as rules are named.

A mutation returns (pointer of what holds the node, [(rule, path)]), or None where there is nothing to change.
"""

from generated import types

def _promotes(old, new):
    """Iceberg's own promotions; `None` for a precision, which it does not tell apart."""
    kind, precision, scale = types.head(old)
    other, more, same = types.head(new)
    if (kind, other) in (("int", "long"), ("float", "double")):
        return True
    if kind == other and kind in ("timestamp", "timestamp_ltz"):
        return None
    return kind == other == "decimal" and more > precision and same == scale


def _widens(old, new):
    kind, precision, _ = types.head(old)
    other, more, _ = types.head(new)
    return _promotes(old, new) or (kind == other and kind in ("timestamp", "timestamp_ltz") and more > precision)


def _other_type(chance, text):
    kind, precision, scale = types.head(text)
    wider = types.widened(chance, text)
    if wider != text and chance.often(0.5) and types.head(wider) != types.head(text):
        return wider
    return chance.pick([t for t in ["string", "int", "double", "decimal(7,3)", "date", "timestamp(2)", "timestamp_ltz(1)", "binary"]
                        if types.head(t) != (kind, precision, scale)])  # fmt: skip


def change_type(form):
    def mutate(near, chance):
        scalars = [found for found in near.columns(form) if types.is_scalar(found[0])]
        if not scalars:
            return None
        column, _, pointer, path = chance.pick(scalars)
        old = column["type"]
        column["type"] = new = _other_type(chance, old)
        if form == "field":
            return pointer, [("field-type-widened" if _widens(old, new) else "field-type-changed", path)]
        promotes = _promotes(old, new)
        rule = "column-precision-changed" if promotes is None else "column-type-widened" if promotes else "column-type-changed"
        return pointer, [(rule, path)]

    return mutate


def change_kind(form):
    """A struct, array or map becomes a scalar; what was inside goes with it."""

    def mutate(near, chance):
        nested = [found for found in near.columns(form) if not types.is_scalar(found[0])]
        if not nested:
            return None
        column, _, pointer, path = chance.pick(nested)
        for part in ("fields", "element", "key", "value"):
            column.pop(part, None)
        column["type"] = "string"
        return pointer, [(f"{form}-type-changed", path)]

    return mutate


def flip_required(form):
    def mutate(near, chance):
        column, _, pointer, path = chance.pick(list(near.columns(form)))
        column["required"] = not column.get("required", False)
        return pointer, [(f"{form}-became-{'required' if column['required'] else 'optional'}", path)]

    return mutate


def spell_out(form):
    """A default written, or left out: no change at all."""

    def mutate(near, chance):
        optional = [found for found in near.columns(form) if not found[0].get("required", False)]
        if not optional:
            return None
        column, _, pointer, _ = chance.pick(optional)
        if "required" in column:
            del column["required"]
        else:
            column["required"] = False
        return pointer, []

    return mutate


def _new_name(chance, siblings):
    return types.Names(column["name"] for column in siblings).fresh(chance, f"new_{chance.below(100)}")


def add_column(form):
    def mutate(near, chance):
        columns, pointer, path = chance.pick(list(near.column_lists(form)))
        name = _new_name(chance, columns)
        required = chance.often(0.4)
        new = {"name": name, **types.spelled(chance, types.random_column(chance, 2, True, True, required=required))}
        columns.insert(chance.below(len(columns) + 1), new)
        return pointer, [(f"{form}-required-added" if required else f"{form}-added", f"{path}.{name}")]

    return mutate


def remove_column(form):
    def mutate(near, chance):
        found = [lists for lists in near.column_lists(form) if len(lists[0]) > 1]
        if not found:
            return None
        columns, pointer, path = chance.pick(found)
        name = columns.pop(chance.below(len(columns)))["name"]
        return pointer, [("field-dropped" if form == "field" else "column-removed", f"{path}.{name}")]

    return mutate


def rename_column(form):
    def mutate(near, chance):
        columns, pointer, path = chance.pick(list(near.column_lists(form)))
        column = chance.pick(columns)
        old, new = column["name"], _new_name(chance, columns)
        column["name"] = new
        added = f"{form}-required-added" if column.get("required") else f"{form}-added"
        return pointer, [("field-dropped" if form == "field" else "column-removed", f"{path}.{old}"), (added, f"{path}.{new}")]

    return mutate


def swap_columns(form):
    def mutate(near, chance):
        found = [lists for lists in near.column_lists(form) if len(lists[0]) > 1]
        if not found:
            return None
        columns, pointer, path = chance.pick(found)
        at = chance.below(len(columns) - 1)
        columns[at], columns[at + 1] = columns[at + 1], columns[at]
        # The fields of a struct: the struct itself is pointed at.
        around = pointer[:-1] if pointer[-1] == "fields" else pointer
        return around, [("other-changed" if form == "field" else "column-order-changed", path)]

    return mutate


def describe_column(form):
    def mutate(near, chance):
        column, _, pointer, path = chance.pick(list(near.columns(form)))
        key = chance.pick(["description", "sensitivity", "businessName"])
        column[key] = "internal"
        return pointer, [("documentation-changed", f"{path}.{key}")]

    return mutate


ALL = [change_type, change_kind, flip_required, spell_out, add_column, remove_column, rename_column, swap_columns, describe_column]
