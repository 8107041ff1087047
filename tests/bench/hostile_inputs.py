"""Contracts made to cost much: each function takes a size in bytes and gives the files of one case by name.

`c.fluid.yaml` is the contract; a case with `old.fluid.yaml` is a diff. Sizes are aimed at, not hit.
"""

HEAD = 'fluidVersion: "0.7.7"\nkind: DataProduct\nid: shop.orders\nname: Orders\n'
OWNER = "metadata: {owner: {team: shop}}\n"
COLUMN = "{name: a, type: string}"


def build(stream=COLUMN, properties="", name="b", output="e", state="s3://state/b", extra=""):
    return f"""  - id: {name}
    engine: flink
    pattern: embedded-logic
    outputs: [{output}]
    execution: {{trigger: {{type: continuous}}, runtime: {{platform: kubernetes}}}}
{extra}    properties:
      language: flink_sql
      stream:
        kind: kafka
        topic: orders
        format: json
        schema: [{stream}]
{properties}      parameters:
        flink:
          management: operator
          source: {{bootstrapServers: "kafka:9092", groupId: g}}
          deployment: {{name: {name}, namespace: n, context: c, serviceAccount: s, image: "r@sha256:{'6b4f' * 16}",
            checkpointUri: "{state}/c", savepointUri: "{state}/s", haUri: "{state}/h"}}
"""


def expose(columns=COLUMN, name="e", iceberg="", extra=""):
    return f"""  - exposeId: {name}
    kind: table
{extra}    binding:
      platform: other
      format: iceberg
      location: {{catalog: rest, uri: "https://c.example.com", warehouse: "s3://lake/w", namespace: n, table: {name}}}
{iceberg}    contract:
      schema: [{columns}]
"""


def contract(builds=None, exposes=None, root=OWNER):
    return {"c.fluid.yaml": HEAD + root + "builds:\n" + (builds or build()) + "exposes:\n" + (exposes or expose())}


def plain(text):
    return {"c.fluid.yaml": HEAD + OWNER + text}


def many(form, size, separator=""):
    """`form` with the numbers from 0, as often as makes `size` bytes."""
    count = max(1, size // (len(form.format(100000)) + len(separator)))
    return separator.join(form.format(i) for i in range(count))


def columns(size, form="\n{{name: c{0}, type: string}}"):
    return many(form, size, ",")


def mapping(entries, explode=""):
    return f"      mapping:\n{explode}        columns: [{entries}]\n"


# ---- The text ----

def nested_blocks(size):
    depth = int((2 * size) ** 0.5)
    return plain("x:\n" + "".join(" " * i + "k:\n" for i in range(1, depth)))


def merges(size):
    keys = "".join(f"  k{i}: 1\n" for i in range(1500))
    return plain("base: &b\n" + keys + f"x: {{<<: [{', '.join(['*b'] * 40)}]}}\ny:\n"
                 + many("- {{<<: {{a: {0}}}}}\n", max(0, size - len(keys))))


def merge_list(size):
    """One merge key with a list of very many mappings."""
    return plain("x:\n  <<: [" + many("{{a{0}: 1}}", size, ",\n") + "]\n")


TEXT = {
    "brackets [": lambda n: {"c.fluid.yaml": "[" * n},
    "brackets {": lambda n: {"c.fluid.yaml": "{" * n},
    "brackets in a value": lambda n: plain("x: " + "[" * n),
    "brackets in pairs": lambda n: plain("x: " + "[" * (n // 2) + "]" * (n // 2)),
    "brackets, a line each": lambda n: plain("x:\n" + " [\n" * (n // 3)),
    "brackets {a: {a:": lambda n: plain("x: " + "{a: " * (n // 4)),
    "brackets [{[{": lambda n: plain("x: " + "[{" * (n // 2)),
    "items behind two brackets": lambda n: plain("x: [[" + "1," * (n // 2) + "1]]\n"),
    "pairs behind two brackets": lambda n: plain("x: [[" + "[]," * (n // 3) + "1]]\n"),
    "missing items behind two brackets": lambda n: plain("x: [{" + "," * n + "}]\n"),
    "brackets in JSON": lambda n: {"c.json": "[" * n},
    "dashes - - -": lambda n: plain("x:\n  " + "- " * (n // 2)),
    "questions ? ? ?": lambda n: plain("x:\n  " + "? " * (n // 2)),
    "colons : : :": lambda n: plain("x:\n  " + ": " * (n // 2)),
    "keys a: a: a:": lambda n: plain("x:\n  " + "a: " * (n // 3)),
    "nested blocks": nested_blocks,
    "aliases": lambda n: plain("x: &a 1\ny: [" + "*a, " * (n // 4) + "1]\n"),
    "anchors": lambda n: plain("x: [" + many("&a{0} 1", n, ", ") + "]\n"),
    "anchors on one value": lambda n: plain("x: " + many("&a{0} ", n) + "1\n"),
    "tags on one value": lambda n: plain("x: " + "!!str " * (n // 6) + "1\n"),
    "unknown tags": lambda n: plain("x: [" + "!a 1, " * (n // 6) + "1]\n"),
    "aliases of a large list": lambda n: plain("x: &a [" + "1," * (n // 2) + "1]\ny: [" + "*a, " * 40 + "1]\n"),
    "merges": merges,
    "merge of a list": merge_list,
    "documents": lambda n: plain("---\na: 1\n" * (n // 9)),
    "document ends": lambda n: plain("...\n" * (n // 4)),
    "directives": lambda n: {"c.fluid.yaml": "%A b\n" * (n // 5) + "---\na: 1\n"},
    "TAG directives": lambda n: {"c.fluid.yaml": many("%TAG !a{0}! b\n", n) + "---\na: 1\n"},
    "one long key": lambda n: plain("x" * n + ": 1\n"),
    "one long quoted key": lambda n: plain('"' + "x" * n + '": 1\n'),
    "one long plain value": lambda n: plain("x: " + "y" * n + "\n"),
    "one long quoted value": lambda n: plain('x: "' + "y" * n + '"\n'),
    "escapes": lambda n: plain('x: "' + "\\n" * (n // 2) + '"\n'),
    "a plain value of many lines": lambda n: plain("x: a\n" + "  b\n" * (n // 4)),
    "a quoted value of many lines": lambda n: plain('x: "a\n' + "  b\n" * (n // 4) + '"\n'),
    "a block text": lambda n: plain("x: |\n" + "  b\n" * (n // 4)),
    "block texts": lambda n: plain("x:\n" + "- |\n   b\n" * (n // 9)),
    "empty block texts": lambda n: plain("x:\n" + "- |\n" * (n // 4)),
    "block texts behind blank lines": lambda n: plain("x:\n" + ("- |\n" + "\n" * 400) * (n // 404)),
    "blank lines": lambda n: plain("x:\n" + "\n" * n),
    "comments": lambda n: plain("x:\n" + "#\n" * (n // 2)),
    "comment lines between items": lambda n: plain("x:\n" + "- \n#\n" * (n // 5)),
    "missing values": lambda n: plain("x:\n" + "- \n" * (n // 3)),
    "missing values on one line": lambda n: plain("x: {" + many("k{0}: ,", n) + "}\n"),
    "blanks": lambda n: plain("x: " + " " * n + "1\n"),
    "tabs": lambda n: plain("x:\n" + "\t- 1\n" * (n // 5)),
    "tabs on one line": lambda n: plain("x:\n" + "\t" * n + "1\n"),
    "single quotes unclosed": lambda n: plain("x: " + "' " * (n // 2)),
    "quotes unclosed by lines": lambda n: plain("x:\n" + "- \"a\n" * (n // 5)),
    "empty items": lambda n: plain("x: [" + "," * n + "]\n"),
    "flow on one line": lambda n: plain("x: [" + "1, " * (n // 3) + "1]\n"),
    "flow mappings on one line": lambda n: plain("x: [" + "{a: 1}, " * (n // 8) + "1]\n"),
    "nulls on one line": lambda n: plain("x: [" + "null, " * (n // 6) + "~]\n"),
    "control characters": lambda n: plain("x: " + "\x01" * n + "\n"),
    "bad UTF-8": lambda n: {"c.fluid.yaml": b"\xff" * n},
    "escaped control characters": lambda n: plain("x:\n" + '- "\\x01"\n' * (n // 9)),
    "duplicate keys": lambda n: plain("x:\n" + "  a: 1\n" * (n // 7)),
    "yaml 1.1 words": lambda n: plain("x: [" + "yes, " * (n // 5) + "1]\n"),
    "lists as keys": lambda n: plain("x:\n" + "  [a]: 1\n" * (n // 9)),
}

# ---- References ----


def ref_levels(levels, width):
    def make(_):
        files = plain("x: {$ref: f0.yaml}\n")
        for i in range(levels):
            files[f"f{i}.yaml"] = "".join(f"k{j}: {{$ref: f{i + 1}.yaml}}\n" for j in range(width))
        files[f"f{levels}.yaml"] = "a: 1\n"
        return files
    return make


def ref_files(size):
    count = min(size // 3000, 1200)
    files = plain("x:\n" + "".join(f"- $ref: f{i}.yaml\n" for i in range(count)))
    for i in range(count):
        files[f"f{i}.yaml"] = "a: 1\n"
    return files


def ref_chain(size):
    """Each pointer leads to the next pointer of the same document."""
    count = size // 30
    return plain("x:\n" + "".join(f"  k{i}: {{$ref: '#/x/k{i + 1}'}}\n" for i in range(count)) + f"  k{count}: 1\n")


REFS = {
    "one fragment, many times": lambda n: {**plain("x:\n" + "- $ref: f.yaml\n" * (n // 15)), "f.yaml": "a: 1\n"},
    "one large fragment, many times": lambda n: {**plain("x:\n" + "- $ref: f.yaml\n" * (n // 150)),
                                                 "f.yaml": "x:\n" + "- 1\n" * (n // 40)},
    "pointers into one fragment": lambda n: {
        **plain("x:\n" + many("- $ref: f.yaml#/k{0}\n", n // 2)), "f.yaml": many("k{0}: 1\n", n // 4)},
    "pointers to one deep place": lambda n: plain("a: " + "{a: " * 60 + "1" + "}" * 60 + "\nx:\n" + (
        "- $ref: '#/" + "a/" * 59 + "a'\n") * (n // 140)),
    "many fragments": ref_files,
    "21 levels": ref_levels(21, 1),
    "fan-out of 10 on 18 levels": ref_levels(18, 10),
    "a chain in one document": ref_chain,
    "a cycle": lambda n: plain("x:\n" + "- $ref: '#/x'\n" * (n // 14)),
    "missing fragments": lambda n: plain("x:\n" + many("- $ref: f{0}.yaml\n", n)),
    "unknown pointers": lambda n: plain("x:\n" + many("- $ref: '#/k{0}'\n", n)),
    "a long $ref": lambda n: plain("x:\n- $ref: f.yaml#" + "/a" * (n // 2) + "\n"),
    "a long $ref path": lambda n: plain("x:\n- $ref: " + "a/../" * (n // 5) + "f.yaml\n"),
    "$ref with siblings": lambda n: plain("x:\n" + "- {$ref: f.yaml, a: 1}\n" * (n // 24)),
    "ref fragments of errors": lambda n: {**plain("builds:\n" + "- $ref: f.yaml\n" * (n // 150)),
                                          "f.yaml": many("k{0}: 1\n", n // 100)},
}

# ---- The contract ----


def mapped(size):
    count = max(1, size // 120)
    cols = ",\n".join(f"{{name: c{i}, type: string}}" for i in range(count))
    outs = ",\n".join(f"{{name: o{i}, type: string}}" for i in range(count))
    maps = ",\n".join(f"{{name: o{i}, from: c{i}}}" for i in range(count))
    return contract(build(cols, mapping(maps)), expose(outs))


def wide_struct(size):
    fields = columns(size // 2)
    return contract(build(f"{{name: s, type: struct, fields: [{fields}]}}"),
                    expose(f"{{name: s, type: struct, fields: [{fields}]}}"))


def builds_many(size):
    count = max(1, size // 1100)
    builds = "".join(build(name=f"b{i}", output=f"e{i}", state=f"s3://state/b{i}x") for i in range(count))
    return contract(builds, "".join(expose(name=f"e{i}") for i in range(count)))


def builds_same(size):
    return contract(build() * max(1, size // 800))


def nested_states(size):
    return contract("".join(build(name=f"b{i}", output="e", state="s3://state/x" + "/x" * (i % 40))
                            for i in range(max(1, size // 800))))


def path_steps(size):
    cols = "{name: m, type: map, key: {type: string, required: true}, value: {type: string}}"
    return contract(build(cols, mapping("{name: a, from: \"m" + "['k']" * (size // 5) + "\"}")))


def deep_paths(size):
    depth = 30
    column = "{name: a, type: struct, fields: [" * depth + "{name: a, type: string}" + "]}" * depth
    form = "{{name: o{0}, from: " + ".".join(["a"] * (depth + 1)) + "}}"
    outs = columns(size // 2, "\n{{name: o{0}, type: string}}")
    return contract(build(column, mapping(many(form, size // 2, ",\n"))), expose(outs))


def struct_built(size):
    """An output struct whose fields are each mapped by a dotted name."""
    fields = columns(size // 3)
    entries = many("{{name: s.c{0}, from: a}}", size // 2, ",\n")
    return contract(build(properties=mapping(entries)), expose(f"{{name: s, type: struct, fields: [{fields}]}}"))


def mapping_names(size):
    return contract(build(properties=mapping(many("{{name: zz{0}, from: yy{0}}}", size // 2, ",\n"))),
                    expose(columns(size // 2)))


def unknown_sources(size):
    return contract(build(columns(size // 3, "\n{{name: x{0:06}, type: string}}"),
                          mapping(many("{{name: o{0}, from: x{0:06}y}}", size // 3, ",\n"))),
                    expose(columns(size // 3, "\n{{name: o{0}, type: string}}")))


def unmapped(size):
    return contract(build(columns(size // 2, "\n{{name: column_{0}, type: string}}")),
                    expose(columns(size // 2, "\n{{name: colum_{0}, type: string}}")))


def sql(text):
    return contract(build(properties="      sql: |\n        " + text + "\n"))


TYPED = "\n{{name: c{0}, type: strng}}"

CONTRACT = {
    "unknown root keys": lambda n: plain(many("key{0}: 1\n", n)),
    "unknown keys like known ones": lambda n: plain(many("descriptio{0}: 1\n", n)),
    "unknown long keys": lambda n: plain(many("k" * 900 + "{0}: 1\n", n)),
    "unknown keys in columns": lambda n: contract(exposes=expose(columns(n, "\n{{nam{0}: c, tipe: s}}"))),
    "stream columns": lambda n: contract(build(columns(n))),
    "columns on both sides": lambda n: contract(build(columns(n // 2)), expose(columns(n // 2))),
    "bad column types": lambda n: contract(build(columns(n, TYPED))),
    "bad column names": lambda n: contract(build(columns(n, "\n{{name: c-{0}, type: string}}"))),
    "same-name columns": lambda n: contract(build(columns(n, "\n{{name: a, type: string}}"))),
    "same-name columns by case": lambda n: contract(build(columns(n, "\n{{name: aB, type: string}},{{name: Ab, type: int}}"))),
    "long column names": lambda n: contract(build(columns(n, "\n{{name: " + "c" * 900 + "{0}, type: string}}"))),
    "long type": lambda n: contract(build("{name: a, type: " + "x" * n + "}")),
    "wide struct on both sides": wide_struct,
    "mapped columns": mapped,
    "unmapped columns": unmapped,
    "mapping of unknown names": mapping_names,
    "mapping from unknown columns": unknown_sources,
    "deep paths": deep_paths,
    "a path of many steps": path_steps,
    "a malformed path": lambda n: contract(build(properties=mapping("{name: a, from: \"" + "." * n + "\"}"))),
    "a struct built of many fields": struct_built,
    "same mapping name": lambda n: contract(build(properties=mapping(many("{{name: a, from: a}}", n, ",\n")))),
    "many explodes": lambda n: contract(build(properties=mapping("", "        explode: [" + many(
        "{{path: a, as: x{0}}}", n, ", ") + "]\n"))),
    "metadata columns": lambda n: contract(build(properties="").replace(
        "        schema:", "        metadata: [" + many("{{name: m{0}, from: offset}}", n, ",\n") + "]\n        schema:")),
    "builds": builds_many,
    "builds with the same id": builds_same,
    "empty builds": lambda n: contract("  - {}\n" * (n // 7)),
    "nested state URIs": nested_states,
    "exposes": lambda n: contract(None, "".join(expose(name=f"e{i}") for i in range(max(1, n // 300)))),
    "empty exposes": lambda n: contract(None, "  - {}\n" * (n // 7)),
    "exposes with the same id": lambda n: contract(None, "  - {exposeId: e}\n" * (n // 18)),
    "outputs of one build": lambda n: contract(build(output=many("e{0}", n, ", "))),
    "partitions": lambda n: contract(None, expose(iceberg="      icebergConfig:\n        partitionSpec: [" + many(
        "{{sourceColumn: a, transform: identity}}", n, ",\n") + "]\n")),
    "partitions of unknown columns": lambda n: contract(None, expose(
        columns(n // 2), iceberg="      icebergConfig:\n        partitionSpec: [" + many(
            "{{sourceColumn: d{0}, transform: identity}}", n // 2, ",\n") + "]\n")),
    "catalog properties": lambda n: contract(None, expose().replace("table: e}", "table: e, catalogProperties: {" + many(
        "s3.foo{0}: a", n, ",\n") + "}}")),
    "table properties": lambda n: contract(None, expose(iceberg="      icebergConfig:\n        properties: {" + many(
        "p{0}: a", n, ",\n") + "}\n")),
    "secretRefs": lambda n: contract(build().replace("serviceAccount", "secretRefs: [" + many(
        "s{0}", n, ", ") + "], serviceAccount")),
    "same secretRefs": lambda n: contract(build().replace("serviceAccount", "secretRefs: [" + many(
        "s", n, ", ") + "], serviceAccount")),
    "bootstrap servers": lambda n: contract(build().replace("kafka:9092", many("k{0}:9092", n, ","))),
    "tags": lambda n: plain("tags: [" + many("t{0}", n, ", ") + "]\n"),
    "same tags": lambda n: plain("tags: [" + many("t", n, ", ") + "]\n"),
    "a long description": lambda n: plain("description: " + "word " * (n // 5) + "\n"),
    "a long id": lambda n: {"c.fluid.yaml": HEAD.replace("shop.orders", "x" * n) + OWNER},
    "a long topic": lambda n: contract(build().replace("topic: orders", "topic: " + "x" * n)),
    "a long URL": lambda n: contract(None, expose().replace("c.example.com", "c." * (n // 2) + "com")),
    "a long warehouse": lambda n: contract(None, expose().replace("s3://lake/w", "s3://lake" + "/w" * (n // 2))),
    "own SQL": lambda n: sql("SELECT a FROM source_events WHERE a = 'x'" + " OR a = 'x'" * (n // 11)),
    "own SQL (((": lambda n: sql("SELECT " + "(" * n),
    "own SQL )))": lambda n: sql("SELECT " + ")" * n),
    "own SQL ;;;": lambda n: sql("SELECT a FROM source_events " + ";" * n),
    "own SQL \"\"\"": lambda n: sql("SELECT a FROM source_events " + '"' * n),
    "own SQL comments": lambda n: sql("SELECT a FROM source_events " + "/**/" * (n // 4)),
    "own SQL hints": lambda n: sql("SELECT a FROM source_events " + "/*+ a */" * (n // 8)),
    "own SQL unclosed comments": lambda n: sql("SELECT a FROM source_events " + "/* " * (n // 3)),
    "own SQL strings": lambda n: sql("SELECT a FROM source_events WHERE a = " + "''" * (n // 2)),
    "own SQL in double quotes": lambda n: contract(build(properties='      sql: "SELECT a FROM source_events ' + (
        "\\x3b" * (n // 4)) + '"\n')),
    "own SQL of many lines": lambda n: sql("SELECT a FROM source_events" + "\n        ;" * (n // 10)),
}

# ---- Two contracts ----


def two(old, new):
    return {"c.fluid.yaml": new["c.fluid.yaml"], "old.fluid.yaml": old["c.fluid.yaml"]}


def both(form, size):
    cols = columns(size // 2, form)
    return contract(build(cols), expose(cols))


DIFF = {
    "diff: the same": lambda n: two(mapped(n), mapped(n)),
    "diff: other columns": lambda n: two(both("\n{{name: c{0}, type: string}}", n), both("\n{{name: d{0}, type: string}}", n)),
    "diff: other types": lambda n: two(both("\n{{name: c{0}, type: int}}", n), both("\n{{name: c{0}, type: string}}", n)),
    "diff: columns turned round": lambda n: two(
        both("\n{{name: c{0}, type: int}}", n),
        contract(build(",".join(reversed(columns(n // 2, "\n{{name: c{0}, type: int}}").split(",\n{")))), expose())),
    "diff: other builds": lambda n: two(builds_many(n), {"c.fluid.yaml": builds_many(n)["c.fluid.yaml"].replace("id: b", "id: x")}),
    "diff: builds against one": lambda n: two(builds_many(n), contract()),
    "diff: builds with the same id": lambda n: two(builds_same(n), builds_same(n)),
    "diff: empty exposes": lambda n: two(contract(None, "  - {}\n" * (n // 7)), contract(None, "  - {}\n" * (n // 7))),
    "diff: other descriptive keys": lambda n: two(plain("labels: {" + many("a{0}: b", n, ", ") + "}\n"),
                                                  plain("labels: {" + many("c{0}: b", n, ", ") + "}\n")),
    "diff: other tags": lambda n: two(plain("tags: [" + many("a{0}", n, ", ") + "]\n"), plain("tags: [" + many("c{0}", n, ", ") + "]\n")),
    "diff: long descriptions": lambda n: two(plain("description: " + "old " * (n // 4) + "\n"),
                                             plain("description: " + "new " * (n // 4) + "\n")),
    "diff: own SQL": lambda n: two(sql("SELECT a FROM source_events" + " OR a" * (n // 5)), sql("SELECT a FROM source_events" + " OR b" * (n // 5))),
    "diff: unknown keys": lambda n: two(plain(many("key{0}: 1\n", n)), plain(many("kez{0}: 1\n", n))),
}

CASES = {**TEXT, **REFS, **CONTRACT, **DIFF}
