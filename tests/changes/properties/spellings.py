"""The same contract in other words: keys in another order, YAML in many styles, parts moved into fragments."""

import json
import re

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*\Z")
# Plain words that mean something else than text, in YAML 1.2 or to tools that read 1.1.
WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"}
BLOCK_TEXT = re.compile(r"(?:[^\s\x00-\x1f][^\x00-\x1f]*\n)+[^\s\x00-\x1f][^\x00-\x1f]*\Z")


def lined(value):
    """The value as JSON with one entry or item a line, and the first and last line of each part, by pointer."""
    lines, where = [""], {}

    def write(part, pointer, indent):
        first = len(lines)
        if isinstance(part, (dict, list)) and part:
            is_map = isinstance(part, dict)
            lines[-1] += "{" if is_map else "["
            for at, key in enumerate(part if is_map else range(len(part))):
                lines.append(" " * (indent + 1) + (json.dumps(key, ensure_ascii=False) + ": " if is_map else ""))
                write(part[key], (*pointer, key), indent + 1)
                lines[-1] += "," if at + 1 < len(part) else ""
            lines.append(" " * indent + ("}" if is_map else "]"))
        else:
            lines[-1] += json.dumps(part, ensure_ascii=False)
        where[pointer] = (first, len(lines))

    write(value, (), 0)
    return "\n".join(lines) + "\n", where


def reordered(chance, value, pointer=()):
    """The same with the keys of every mapping, the builds, the exposes and the mapping's entries in another order."""
    if isinstance(value, dict):
        return {key: reordered(chance, value[key], (*pointer, key)) for key in chance.shuffled(value)}
    if not isinstance(value, list):
        return value
    items = [reordered(chance, item, (*pointer, at)) for at, item in enumerate(value)]
    unordered = pointer in (("builds",), ("exposes",)) or pointer[-2:] == ("mapping", "columns") or pointer[-1:] == ("tags",)
    return chance.shuffled(items) if unordered else items


class Yaml:
    """Writes a value as YAML: block and flow, all kinds of quotes, comments, anchors for what repeats."""

    def __init__(self, chance):
        self.chance = chance
        self.anchors = {}  # canonical text → name

    def text(self, value):
        return self._block(value, 0).lstrip("\n") + "\n"

    def _comment(self):
        return self.chance.pick(["", "", "", "", "", "  # so", " # 'it''s' {x: [", "  #"])

    def _scalar(self, value, flow):
        if value is None:
            return self.chance.pick(["null", "~", "Null"])
        if isinstance(value, bool):
            return self.chance.pick([str(value).lower(), str(value)])
        if isinstance(value, int):
            return self.chance.pick([str(value), str(value), hex(value), oct(value)] if value >= 0 else [str(value)])
        forms = [json.dumps(value, ensure_ascii=self.chance.often(0.5))]
        # JSON's surrogate pairs are not YAML's.
        if any(ord(c) > 0xFFFF for c in value):
            forms = [json.dumps(value, ensure_ascii=False)]
        if not any(c in "\n\r\t" or ord(c) < 0x20 for c in value):
            forms.append("'" + value.replace("'", "''") + "'")
        if PLAIN.match(value) and value.lower() not in WORDS and not (flow and value.endswith("/")):
            forms += [value, value]
        return self.chance.pick(forms)

    def _key(self, key, flow):
        return self._scalar(key, flow)

    def _flow(self, value):
        if isinstance(value, dict) and value:
            return "{" + ", ".join(f"{self._key(k, True)}: {self._flow(v)}" for k, v in value.items()) + self.chance.pick(["}", ",}"])
        if isinstance(value, list) and value:
            return "[" + ", ".join(map(self._flow, value)) + self.chance.pick(["]", " ]"])
        return "{}" if value == {} else "[]" if value == [] else self._scalar(value, True)

    def _block(self, value, indent):
        """What follows a key or a dash: ` value`, or lines of their own."""
        if not isinstance(value, (dict, list)):
            if isinstance(value, str) and BLOCK_TEXT.match(value) and self.chance.often(0.6):
                pad = "\n" + " " * (indent + 1)
                return " |-" + pad + value.replace("\n", pad)
            return " " + self._scalar(value, False) + self._comment()
        canonical = json.dumps(value, sort_keys=True)
        if canonical in self.anchors and self.chance.often(0.5):
            return f" *{self.anchors[canonical]}{self._comment()}"
        anchor = ""
        if value and canonical not in self.anchors and self.chance.often(0.1):
            # Named when it is complete: an alias may not stand inside what it names.
            anchor = f" &a{len(self.anchors)}"
            self.anchors[canonical] = anchor[2:]
        if not value or self.chance.often(0.2):
            return f"{anchor} {self._flow(value)}{self._comment()}"
        pad = "\n" + " " * indent
        if isinstance(value, list):
            deeper = indent + self.chance.between(1, 4)
            return anchor + "".join(f"{pad}-{self._block(item, deeper)}" for item in value)
        deeper = indent + self.chance.between(1, 4)
        return anchor + self._comment() + "".join(f"{pad}{self._key(k, False)}:{self._block(v, deeper)}" for k, v in value.items())


def split(chance, value, files, parts, top=True):
    """The same with up to `parts` mappings and lists moved into fragments; their texts go into `files`."""
    if not isinstance(value, (dict, list)) or not value:
        return value
    rest = value.items() if isinstance(value, dict) else enumerate(value)
    inner = {key: split(chance, part, files, parts, False) for key, part in rest}
    inner = inner if isinstance(value, dict) else list(inner.values())
    if top or len(files) >= parts or not chance.often(0.12) or "$ref" in json.dumps(inner):
        return inner
    name = f"part-{len(files)}.{chance.pick(['yaml', 'yml', 'json'])}"
    below, pointer = inner, ""
    if chance.often(0.4):
        below, pointer = {"other": 1, "a/b": [inner]}, "#/a~1b/0"
    files[name] = json.dumps(below) if name.endswith("json") else Yaml(chance).text(below)
    return {"$ref": name + pointer}


def respelled(chance, contract):
    """{name: text} of the contract in other words; the first is the contract's own file."""
    fragments = {}
    value = reordered(chance, contract)
    if chance.often(0.6):
        value = split(chance, value, fragments, 4)
    return {"other.fluid.yaml": Yaml(chance).text(value), **fragments}
