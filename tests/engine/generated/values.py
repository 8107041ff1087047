"""Which values the SQL of generated contracts lands: records through a MiniCluster, against the oracle."""

import copy
import json

import engine
from generated import contracts, records
from generated.chance import Chance
from generated.oracle import Meaning

RECORDS, IN_ONE_JOB = 12, 20


def suitable(contract):
    """A json stream and a mapping: what the oracle knows, and records that the test can write."""
    properties = contract["builds"][0]["properties"]
    stream = properties["stream"]
    avro = "avro-confluent" in (stream["format"], stream.get("key", {}).get("format"))
    return not avro and "sql" not in properties


def chosen(seed, count, deep):
    """The first `count` suitable contracts of a seed: [(name, contract)]."""
    found, number = [], 0
    while len(found) < count:
        contract = contracts.make(seed, number, deep)
        if suitable(contract):
            found.append((f"{seed}/{number}", contract))
        number += 1
    return found


def landed(contract, table):
    """The contract with a table of its own in the one catalog that a job has."""
    contract = copy.deepcopy(contract)
    contract["exposes"][0]["binding"]["location"].update({"namespace": "commerce", "table": table})
    return contract


def large_array(count):
    """A contract that explodes an array, and one record whose array has so many elements, some of them null."""
    contract = contracts.shaped(
        [
            {"name": "id", "type": "string", "required": True},
            {"name": "items", "type": "array", "element": {
                "type": "struct", "fields": [{"name": "sku", "type": "string"}, {"name": "n", "type": "int"}],
            }},
        ],
        [{"name": "id", "type": "string"}, {"name": "sku", "type": "string"}, {"name": "n", "type": "long"}],
        {
            "explode": {"path": "items", "as": "item"},
            "columns": [{"name": "sku", "from": "item.sku"}, {"name": "n", "from": "item.n"}],
        },
    )  # fmt: skip
    items = [None if i % 10 == 9 else {"sku": f"sku {i}", "n": i} for i in range(count)]
    record = {"id": "r", "items": items}
    return contract, [({"value": json.dumps(record)}, record)]


def expected(contract, made):
    meaning = Meaning(contract)
    wanted = []
    for _, values in made:
        for row in meaning.rows(values):
            wanted.append({column["name"]: records.plain(column, row[column["name"]]) for column in meaning.schema})
    return wanted


def canonical(rows):
    return sorted(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows)


def difference(wanted, got):
    """What is wrong with the rows of a case, or None. One row of each side is shown."""
    wanted, got = canonical(wanted), canonical(got)
    if wanted == got:
        return None
    missing, extra = [row for row in wanted if row not in got], [row for row in got if row not in wanted]
    return f"{len(got)} rows, {len(wanted)} wanted; missing: {missing[:1]}; instead: {extra[:1]}"


def prepare(weir, folder, number, name, contract, made=None):
    """Writes a case, with records at random if none are given; returns (line for the engine, expected rows)."""
    contract = landed(contract, f"t{number}")
    result = weir.compile(contract)
    if result["codes"]:
        return None, result["codes"]
    (folder / f"{number}.sql").write_text(result["builds"][0]["sql"])
    made = made or records.Records(contract, Chance(f"records of {name}")).make(RECORDS)
    wanted = expected(contract, made)
    file = folder / f"{number}.json"
    file.write_text(json.dumps({
        "script": str(folder / f"{number}.sql"), "name": name, "contract": contract,
        "records": [record for record, _ in made], "wanted": wanted,
    }, ensure_ascii=False))  # fmt: skip
    return {"case": name, "file": str(file), "database": "commerce", "table": f"t{number}"}, wanted


def run(class_path, weir, folder, pairs):
    """Runs contracts [(name, contract[, records])]; returns (how many passed, [(name, what is wrong)], rows compared)."""
    folder.mkdir(parents=True)
    wanted, lines, failures = {}, [], []
    for number, (name, *case) in enumerate(pairs):
        line, rows = prepare(weir, folder, number, name, *case)
        if line is None:
            failures.append((name, f"Weir refuses it: {rows}"))
        else:
            lines.append(line)
            wanted[name] = rows
    file = folder / "cases.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    passed, seen = 0, set()
    arguments = [folder, file, IN_ONE_JOB]
    for line in engine.java(class_path, "weir.engine.GeneratedValues", arguments, many=True):
        name = line["case"]
        seen.add(name)
        wrong = line["error"] if "error" in line else difference(wanted[name], [json.loads(row) for row in line["rows"]])
        if wrong:
            failures.append((f"values of {name}", wrong))
        else:
            passed += 1
    failures += [(f"values of {name}", "was not run") for name in wanted if name not in seen]
    return passed, failures, sum(len(rows) for rows in wanted.values())
