"""ODCS documents as other programs read them: the standard's own JSON Schema takes every one, and datacontract-cli reads
the examples back with the same columns. usage: run.py WEIR TOOLS     (with the Python of TOOLS)"""

import difflib
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema
import yaml

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "formats"))
from checks import Checks  # noqa: E402

# Deeper nesting takes Python's validator exponential time; such documents are judged in pieces.
DEEPEST_WHOLE = 6
AVRO = {"string": "string", "binary": "bytes", "boolean": "boolean", "int": "int", "long": "long", "float": "float", "double": "double",
        "date": {"type": "int", "logicalType": "date"}}


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120)


def depth(node):
    inner = [*node.get("properties", []), *([node["items"]] if "items" in node else [])]
    return 1 + max(map(depth, inner), default=0)


def shallow(node):
    """The node with what is nested two levels below it left out, and the nested nodes themselves."""
    for key in ("properties", "items"):
        inner = node.get(key, [])
        for child in inner if isinstance(inner, list) else [inner]:
            yield from shallow({"name": "element", **child})
    yield {key: value for key, value in node.items() if key not in ("properties", "items")}


def pieces(document):
    table = document["schema"][0]
    if depth(table) <= DEEPEST_WHOLE:
        yield document
        return
    for column in table["properties"]:
        for node in shallow(column):
            yield {**document, "schema": [{**table, "properties": [node]}]}


def export(weir, contract, *options):
    return run(weir, "export", "odcs", contract, "--format", "json", *options)


def check_valid(weir, validator, checks):
    folders = ["examples/*/contract.fluid.yaml", "tests/corpus/contracts/*.fluid.yaml", "tests/runner/contracts/*.fluid.yaml", "tests/golden/contracts/*.fluid.yaml"]
    seen = 0
    for contract in sorted(file for folder in folders for file in TOP.glob(folder)):
        valid = run(weir, "validate", contract, "-q").returncode == 0
        done = export(weir, contract)
        checks.that(f"{contract.name}: exported when it is valid", (done.returncode == 0) == valid, f"exit {done.returncode}: {done.stderr}")
        if not valid or done.returncode != 0:
            continue
        for document in json.loads(done.stdout)["documents"]:
            seen += 1
            wrong = [f"{list(error.path)}: {error.message}"[:300] for piece in pieces(document["odcs"]) for error in validator.iter_errors(piece)]
            checks.that(f"{contract.name}: {document['expose']} is valid under the standard's schema", not wrong, "\n".join(wrong[:5]))
    checks.that("there were documents to judge", seen >= 20, seen)


def check_schema_refuses(validator, good, checks):
    """The schema that is asked does refuse."""
    for change in ({"kind": "Nonsense"}, {"secret": 1}, {"schema": [{"name": "x", "properties": [{"name": "a", "logicalType": "map"}]}]}):
        checks.that(f"the schema refuses {change}", any(validator.iter_errors({**good, **change})), "it takes it")


def avro_type(prop):
    """What datacontract-cli makes of a scalar in Avro, by the contract's own type."""
    (own,) = [custom["value"] for custom in prop["customProperties"] if custom["property"] == "fluid.type"]
    if own.startswith("decimal"):
        return "bytes"  # it leaves out precision and scale of an optional one
    return AVRO.get(own)


def check_columns(where, properties, fields, checks):
    checks.that(f"{where}: the same columns in the same order", [p["name"] for p in properties] == [f["name"] for f in fields], f"{properties}\n{fields}")
    for prop, field in zip(properties, fields):
        kind = field["type"]
        optional = isinstance(kind, list) and "null" in kind
        checks.that(f"{where}.{prop['name']}: optional as declared", optional != prop["required"], field)
        kind = next(part for part in kind if part != "null") if isinstance(kind, list) else kind
        if prop["physicalType"] == "struct":
            check_columns(f"{where}.{prop['name']}", prop["properties"], kind["fields"], checks)
        elif prop["physicalType"] == "list":
            checks.that(f"{where}.{prop['name']}: an array", kind["type"] == "array", field)
        elif "items" not in prop and prop["physicalType"] != "map" and avro_type(prop) is not None:
            wanted = avro_type(prop)
            same = {key: kind.get(key) for key in wanted} == wanted if isinstance(wanted, dict) and isinstance(kind, dict) else kind == wanted
            checks.that(f"{where}.{prop['name']}: the same type", same, f"{kind} is not {wanted}")


def check_read_back(weir, tools, checks):
    with tempfile.TemporaryDirectory() as folder:
        for example in ("flattened", "nested", "rebuilt"):
            contract = TOP / "examples" / example / "contract.fluid.yaml"
            done = export(weir, contract, "--out", folder)
            checks.that(f"{example}: written", done.returncode == 0, done.stderr)
            (written,) = json.loads(done.stdout)["written"]
            (document,) = json.loads(export(weir, contract).stdout)["documents"]
            checks.that(f"{example}: the file says the same as JSON", yaml.safe_load(pathlib.Path(written["file"]).read_text()) == document["odcs"], written)
            lint = run(tools / "bin" / "datacontract", "lint", written["file"])
            checks.that(f"{example}: datacontract-cli takes it", lint.returncode == 0 and "valid against ODCS v3.1.0" in lint.stdout, lint.stdout + lint.stderr)
            avro = run(tools / "bin" / "datacontract", "export", "avro", written["file"])
            checks.that(f"{example}: datacontract-cli exports it", avro.returncode == 0, avro.stdout + avro.stderr)
            check_columns(example, document["odcs"]["schema"][0]["properties"], json.loads(avro.stdout)["fields"], checks)


def columns_of(columns):
    """Names, types and nullability of columns as a contract writes them, children included."""
    return [(one.get("name"), one["type"].replace(" ", ""), bool(one.get("required")), columns_of(one.get("fields", [])),
             *(columns_of([one[key]]) if key in one else None for key in ("element", "key", "value"))) for one in columns]


def check_round_trip(weir, checks):
    """export → import → export gives the same bytes, and the columns are those of the contract."""
    folders = ["examples/*/contract.fluid.yaml", "tests/corpus/contracts/*.fluid.yaml", "tests/runner/contracts/*.fluid.yaml", "tests/golden/contracts/*.fluid.yaml"]
    seen = compared = 0
    for contract in sorted(file for folder in folders for file in TOP.glob(folder)):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            done = export(weir, contract, "--out", place / "once")
            if done.returncode != 0:
                continue  # not valid: check_valid() holds that it is told
            for number, written in enumerate(json.loads(done.stdout)["written"]):
                seen += 1
                name = f"{contract.name}: {written['expose']}"
                first = pathlib.Path(written["file"])
                made = place / f"{number}.fluid.yaml"
                done = run(weir, "import", "odcs", first, "--out", made)
                checks.that(f"{name} comes back", done.returncode == 0, done.stdout + done.stderr)
                if done.returncode != 0:
                    continue
                checks.that(f"{name} is valid then", run(weir, "validate", "-q", made).returncode == 0, made.read_text())
                again = json.loads(export(weir, made, "--out", place / f"twice{number}").stdout)["written"]
                checks.that(f"{name} is exported as one document", len(again) == 1, again)
                second = pathlib.Path(again[0]["file"]).read_bytes()
                checks.that(f"{name} gives the same bytes again", second == first.read_bytes(), "\n".join(difflib.unified_diff(
                    first.read_text().splitlines(), second.decode().splitlines(), lineterm="")))
                compared += check_columns_again(weir, contract, written["expose"], first, checks)
    checks.that("there were documents to bring back", seen >= 20 and compared >= 10, (seen, compared))


def check_columns_again(weir, contract, expose, document, checks):
    """The columns that import makes for a managed contract; 0 when the contract has them elsewhere or is not managed."""
    tree = yaml.safe_load(contract.read_text())
    (own,) = [one for one in tree["exposes"] if one.get("exposeId") == expose] or [{}]
    schema = own.get("contract", {}).get("schema")
    if not isinstance(schema, list) or str(tree["fluidVersion"]) != "0.7.7" or not all(isinstance(one, dict) and "type" in one for one in schema):
        return 0
    done = run(weir, "import", "odcs", "--columns", document)
    if own.get("binding", {}).get("format") != "iceberg":
        return 0
    checks.that(f"{contract.name}: {expose} as columns", done.returncode == 0, done.stderr)
    if done.returncode != 0:
        return 0
    made = columns_of(yaml.safe_load(done.stdout))
    checks.that(f"{contract.name}: {expose} has the same columns", made == columns_of(schema), f"{made}\n{columns_of(schema)}")
    return 1


def check_import(weir, checks):
    with tempfile.TemporaryDirectory() as folder:
        bad = pathlib.Path(folder) / "bad.odcs.yaml"
        bad.write_text("apiVersion: v3.1.0\nkind: DataContract\nid: a\nschema:\n  - name: a\n    properties:\n      - {name: b, logicalType: money}\n")
        out = pathlib.Path(folder) / "made.fluid.yaml"
        done = run(weir, "import", "odcs", bad, "--out", out)
        checks.that("a type of no contract is refused with its place", done.returncode == 1 and f"{bad}:7:32" in done.stderr and "odcs-type" in done.stderr, done.stderr)
        checks.that("and nothing is written", not out.exists(), "")
        done = run(weir, "import", "odcs", "--format", "json", bad)
        answer = json.loads(done.stdout)
        checks.that("the same as JSON", done.returncode == 1 and not answer["valid"] and answer["findings"][0]["code"] == "odcs-type" and not answer["contract"], done.stdout)
        checks.that("no file, no contract", run(weir, "import", "odcs", pathlib.Path(folder) / "none.yaml").returncode == 2, "")
        done = run(weir, "import", "odcs", bad, "--out", bad)
        checks.that("a document is not overwritten", done.returncode == 2 and "money" in bad.read_text(), done.stderr)


def check_command(weir, checks):
    example = TOP / "examples" / "flattened" / "contract.fluid.yaml"
    for options, code in (([], 0), (["--expose", "order_items"], 0), (["--expose", "nothing"], 2)):
        done = export(weir, example, *options)
        checks.that(f"{options}: exit {code}", done.returncode == code and done.stdout.count("\n") == 1, f"{done.returncode}: {done.stdout}{done.stderr}")
    with tempfile.TemporaryDirectory() as folder:
        bad = TOP / "tests" / "corpus" / "contracts" / "mapping-and-sql.fluid.yaml"
        done = run(weir, "export", "odcs", bad, "--out", folder)
        checks.that("an invalid contract writes nothing", done.returncode == 1 and not list(pathlib.Path(folder).iterdir()), f"{done.returncode}: {done.stderr}")
    checks.that("an absent file is not known", run(weir, "export", "odcs", "nowhere.fluid.yaml").returncode == 2, "")


def main():
    weir, tools = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    schema = json.loads((tools / "schema" / "open_data_contract_standard" / "schema.json").read_text())
    validator = jsonschema.Draft201909Validator(schema)
    checks = Checks()
    good = json.loads(export(weir, TOP / "examples" / "flattened" / "contract.fluid.yaml").stdout)["documents"][0]["odcs"]
    check_schema_refuses(validator, good, checks)
    check_valid(weir, validator, checks)
    check_read_back(weir, tools, checks)
    check_command(weir, checks)
    check_round_trip(weir, checks)
    check_import(weir, checks)
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
