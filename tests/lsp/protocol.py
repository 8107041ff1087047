#!/usr/bin/env python3
"""The protocol and its edges, spoken by hand. usage: protocol.py WEIR TREE

Prints each miss, then 'N passed, N failed'.
"""
import json
import pathlib
import shutil
import sys
import tempfile
import traceback

from client import Server, place, uri

WEIR, TREE = sys.argv[1], pathlib.Path(sys.argv[2])
CASES = []


def case(function):
    CASES.append(function)
    return function


def examples(folder):
    shutil.copytree(TREE / "examples", folder / "examples")
    return folder / "examples"


def same(found, wanted):
    assert found == wanted, f"{found!r} is not {wanted!r}"


@case
def greets_and_leaves(folder):
    server = Server(WEIR)
    result = server.start()
    same(result["capabilities"]["positionEncoding"], "utf-16")
    same(result["serverInfo"]["name"], "weir")
    same(server.stop(), 0)


@case
def exit_without_shutdown_is_1(folder):
    server = Server(WEIR)
    server.start()
    server.notify("exit")
    same(server.end(), 1)
    lost = Server(WEIR)
    lost.start()
    same(lost.end(), 1)  # the client has gone
    early = Server(WEIR)
    early.notify("exit")
    same(early.end(), 1)


@case
def nothing_before_initialize(folder):
    server = Server(WEIR)
    same(server.ask("textDocument/hover")["error"]["code"], -32002)
    server.open("untitled:a", "fluidVersion: 1\n")  # dropped
    server.start()
    same(server.ask("initialize", capabilities={})["error"]["code"], -32600)
    same(server.ask("textDocument/hover", textDocument={"uri": "untitled:a"})["error"]["code"], -32602)
    server.result("shutdown")
    same(server.ask("textDocument/hover")["error"]["code"], -32600)
    server.notify("exit")
    same(server.end(), 0)


@case
def wrong_messages_are_answered(folder):
    server = Server(WEIR)
    server.start()

    def told(body):
        server.send_bytes(Server.frame(body))
        return server.next()

    for body in (b"{", b"", b"\xff\xfe", b'{"a": "\xc3"}', b"[1"):
        answer = told(body)
        same((answer["id"], answer["error"]["code"]), (None, -32700))
    for body in (b"[]", b"1", b"null", b'{"id": 1, "method": "shutdown"}', b'{"jsonrpc": "2.0", "id": {}, "method": "a"}',
                 b'{"jsonrpc": "2.0"}', b'[{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]'):
        answer = told(body)
        same((answer["id"], answer["error"]["code"]), (None, -32600))
    same(server.ask("textDocument/nothing")["error"]["code"], -32601)
    same(server.ask("$/unknown")["error"]["code"], -32601)
    server.notify("$/unknown")
    server.notify("textDocument/unknown")
    server.send({"jsonrpc": "2.0", "id": 77, "result": None})  # an answer to nothing
    for method in ("completion", "hover", "definition", "codeAction", "documentSymbol", "rename", "prepareRename", "formatting"):
        same(server.ask("textDocument/" + method)["error"]["code"], -32602)
    server.open("untitled:a", "fluidVersion: 1\n")
    for position in (None, {}, {"line": "a", "character": 0}, {"line": 0}, []):
        same(server.ask("textDocument/hover", textDocument={"uri": "untitled:a"}, position=position)["error"]["code"], -32602)
    server.notify("textDocument/didChange", textDocument={"uri": "untitled:a"}, contentChanges=[{"range": 1, "text": "x"}])
    server.notify("textDocument/didChange", textDocument={"uri": "untitled:b"}, contentChanges=[{"text": "x"}])
    server.notify("textDocument/didOpen")
    server.notify("textDocument/didClose", textDocument=7)
    deep = b'{"jsonrpc": "2.0", "id": 9, "method": "textDocument/hover", "params": ' + b"[" * 100000 + b"]" * 100000 + b"}"
    server.send_bytes(Server.frame(deep))
    same(server.until(lambda message: message.get("id") == 9)["error"]["code"], -32602)
    same(server.stop(), 0)


@case
def frames_come_in_pieces_and_with_other_headers(folder):
    server = Server(WEIR)
    body = json.dumps({"jsonrpc": "2.0", "id": "x", "method": "initialize", "params": {"capabilities": {}}}).encode()
    data = b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-LENGTH:  %d \r\n\r\n" % len(body) + body
    for byte in data:
        server.send_bytes(bytes([byte]))
    same(server.next()["id"], "x")
    same(server.stop(), 0)


@case
def frames_that_cannot_be_read_end_the_server(folder):
    for data in (b"Content-Length: -1\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n",
                 b"Content-Length: 70000000\r\n\r\n", b"Content-Type: x\r\n\r\n{}", b"a: b\r\n" * 3000,
                 b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", b"x" * 10000):
        server = Server(WEIR)
        server.send_bytes(data)
        same(server.next()["error"]["code"], -32700)
        same(server.end(), 1)


@case
def findings_have_their_code_help_page_and_related_places(folder):
    contract = examples(folder) / "flattened/contract.fluid.yaml"
    text = contract.read_text().replace("from: customer.id}", "from: customer.idd}")
    server = Server(WEIR)
    server.start()
    server.open(uri(contract), text)
    [found] = server.diagnostics(uri(contract), 1)
    line, character = place(text, "from: customer.idd")
    same(found["range"], {"start": {"line": line, "character": character - len("customer.idd")},
                          "end": {"line": line, "character": character}})
    same((found["severity"], found["code"], found["source"]), (1, "mapping-path-unknown", "weir"))
    assert "customer has no field idd" in found["message"] and "Did you mean id?" in found["message"], found
    assert found["codeDescription"]["href"].endswith("docs/codes/mapping-path-unknown.md"), found
    [related] = found["relatedInformation"]
    same(related["location"]["uri"], uri(folder / "examples/fragments/streams/orders.value.yaml"))
    # A quick fix mends it, in the place that was asked about only.
    fixes = server.result("textDocument/codeAction", textDocument={"uri": uri(contract)}, range=found["range"],
                          context={"diagnostics": [found]})
    same([fix["title"] for fix in fixes], ["Replace idd by id"])
    same(fixes[0]["diagnostics"], [found])
    same(fixes[0]["edit"]["changes"], {uri(contract): [{"range": found["range"], "newText": "customer.id"}]})
    elsewhere = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
    same(server.result("textDocument/codeAction", textDocument={"uri": uri(contract)}, range=elsewhere, context={"diagnostics": []}), [])
    same(server.result("textDocument/codeAction", textDocument={"uri": uri(contract)}, range=found["range"],
                       context={"diagnostics": [], "only": ["refactor"]}), [])
    server.change(uri(contract), 2, {"range": fixes[0]["edit"]["changes"][uri(contract)][0]["range"], "text": "customer.id"})
    same(server.diagnostics(uri(contract), 2), [])
    same(server.stop(), 0)


@case
def findings_in_a_fragment_go_to_its_file_and_are_cleared(folder):
    contract = examples(folder) / "flattened/contract.fluid.yaml"
    stream = folder / "examples/fragments/streams/orders.yaml"
    server = Server(WEIR)
    server.start()
    server.open(uri(contract), contract.read_text())
    same(server.diagnostics(uri(contract)), [])
    # The open text counts, not the one on disk.
    server.open(uri(stream), stream.read_text().replace("format: json", "format: jsn"))
    [found] = server.diagnostics(uri(stream))
    same((found["code"], found["range"]["start"]), ("value-unknown", {"line": 3, "character": 8}))
    [fix] = server.result("textDocument/codeAction", textDocument={"uri": uri(stream)}, range=found["range"], context={"diagnostics": []})
    same(list(fix["edit"]["changes"]), [uri(stream)])
    server.notify("textDocument/didClose", textDocument={"uri": uri(stream)})
    same(server.diagnostics(uri(stream)), [])
    # On disk, too, once the client says that something has changed.
    stream.write_text(stream.read_text().replace("format: json", "format: jsn"))
    server.notify("workspace/didChangeWatchedFiles", changes=[])
    same([one["code"] for one in server.diagnostics(uri(stream))], ["value-unknown"])
    server.notify("textDocument/didClose", textDocument={"uri": uri(contract)})
    same(server.diagnostics(uri(stream)), [])
    same(server.stop(), 0)


@case
def answers_follow_the_ref(folder):
    contract = examples(folder) / "flattened/contract.fluid.yaml"
    value = folder / "examples/fragments/streams/orders.value.yaml"
    text = contract.read_text()
    server = Server(WEIR)
    server.start(textDocument={"hover": {"contentFormat": ["markdown"]}})
    server.open(uri(contract), text)
    found = server.at("definition", uri(contract), *place(text, "from: customer.address.cou"))
    same((found["uri"], found["range"]["start"]), (uri(value), {"line": 12, "character": 16}))
    found = server.at("definition", uri(contract), *place(text, "$ref: ../fragm"))
    same((found["uri"], found["range"]["start"]), (uri(folder / "examples/fragments/streams/orders.yaml"), {"line": 1, "character": 0}))
    hover = server.at("hover", uri(contract), *place(text, "from: customer.address.cou"))["contents"]
    same(hover["kind"], "markdown")
    assert hover["value"].startswith("```\ncustomer.address.country: string\n```\n\nMay be null: customer is optional"), hover
    broken = text.replace("from: customer.id}", "from: customer.")
    server.change(uri(contract), 2, {"text": broken})
    items = server.at("completion", uri(contract), *place(broken, "{name: customer_id, from: customer."))["items"]
    same([item["label"] for item in items][:2], ["customer.id", "customer.address"])
    same(items[0]["textEdit"]["newText"], "customer.id")
    symbols = server.result("textDocument/documentSymbol", textDocument={"uri": uri(contract)})
    same(symbols, [])  # the text cannot be read
    server.change(uri(contract), 3, {"text": text})
    symbols = server.result("textDocument/documentSymbol", textDocument={"uri": uri(contract)})
    same([(one["name"], len(one.get("children", []))) for one in symbols], [("flatten-orders", 0), ("order_items", 7)])
    same(server.at("hover", uri(contract), 100000, 5), None)
    same(server.stop(), 0)


@case
def columns_are_renamed_and_texts_laid_out(folder):
    contract = examples(folder) / "flattened/contract.fluid.yaml"
    value = folder / "examples/fragments/streams/orders.value.yaml"
    text = contract.read_text()
    server = Server(WEIR)
    capabilities = server.start()["capabilities"]
    same((capabilities["renameProvider"], capabilities["documentFormattingProvider"]), ({"prepareProvider": True}, True))
    server.open(uri(contract), text)
    line, character = place(text, "from: customer.address.cou")
    at = {"textDocument": {"uri": uri(contract)}, "position": {"line": line, "character": character - 8}}
    asked = server.result("textDocument/prepareRename", **at)
    same((asked["placeholder"], asked["range"]["start"]["line"]), ("address", line))
    changes = server.result("textDocument/rename", **at, newName="place")["changes"]
    same(sorted(changes), sorted([uri(contract), uri(value)]))
    same([one["newText"] for one in changes[uri(contract)]], ["customer.place.country"])
    same([(one["newText"], one["range"]["start"]["line"]) for one in changes[uri(value)]], [("place", 9)])
    refused = server.ask("textDocument/rename", **at, newName="id")["error"]
    same(refused["code"], -32803)
    same(server.ask("textDocument/rename", **at, newName="a b")["error"]["code"], -32803)
    same(server.ask("textDocument/rename", **at)["error"]["code"], -32602)
    nowhere = {**at, "position": {"line": 0, "character": 0}}
    same(server.result("textDocument/prepareRename", **nowhere), None)
    same(server.ask("textDocument/rename", **nowhere, newName="x")["error"]["code"], -32803)
    options = {"textDocument": {"uri": uri(contract)}, "options": {"tabSize": 2, "insertSpaces": True}}
    same(server.result("textDocument/formatting", **options), [])
    server.change(uri(contract), 2, {"text": text.replace("\n", "  \n")})
    [edit] = server.result("textDocument/formatting", **options)
    same((edit["range"]["start"], edit["newText"]), ({"line": 0, "character": 0}, text))
    same(server.stop(), 0)


@case
def columns_count_in_what_was_agreed(folder):
    text = 'fluidVersion: "0.7.7"\nmetadata: {owner: {team: "𝄞é"}, nam: a}\n'
    for offered, chosen in ((["utf-32", "utf-16"], "utf-32"), (["utf-8", "utf-16"], "utf-8"), ([], "utf-16"),
                            (["utf-7", "utf-16"], "utf-16")):
        server = Server(WEIR)
        same(server.start(general={"positionEncodings": offered})["capabilities"]["positionEncoding"], chosen)
        server.open("untitled:a", text)
        found = [one for one in server.diagnostics("untitled:a") if one["code"] == "key-unknown"]
        line, character = place(text, "}, nam", chosen)
        same(found[0]["range"], {"start": {"line": line, "character": character - 3}, "end": {"line": line, "character": character}})
        # An edit in the middle of the line, counted likewise.
        line, character = place(text, '"𝄞', chosen)
        server.change("untitled:a", 2, {"range": {"start": {"line": line, "character": character},
                                                  "end": {"line": line, "character": character}}, "text": "ö"})
        changed = text.replace("𝄞", "𝄞ö")
        found = [one for one in server.diagnostics("untitled:a", 2) if one["code"] == "key-unknown"]
        same(found[0]["range"]["end"]["character"], place(changed, "}, nam", chosen)[1])
        same(server.stop(), 0)


@case
def changes_build_on_each_other(folder):
    server = Server(WEIR)
    server.start()
    server.open("untitled:a", "fluidVersion: x\r\nkind: y\r\n")
    server.change("untitled:a", 2,
                  {"range": {"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 7}}, "text": "DataProduct\nid: a"},
                  {"range": {"start": {"line": 0, "character": 14}, "end": {"line": 0, "character": 15}}, "text": '"0.7.7"'},
                  {"range": {"start": {"line": 3, "character": 0}, "end": {"line": 99, "character": 0}}, "text": "nam: a\n"})
    found = [one for one in server.diagnostics("untitled:a", 2) if one["code"] == "key-unknown"]
    same([one["range"]["start"] for one in found], [{"line": 3, "character": 0}])
    same(server.stop(), 0)


@case
def many_quick_changes_are_answered_once(folder):
    server = Server(WEIR)
    server.start()
    server.open("untitled:a", "fluidVersion: \"0.7.7\"\n")
    data = b"".join(Server.frame(json.dumps(
        {"jsonrpc": "2.0", "method": "textDocument/didChange",
         "params": {"textDocument": {"uri": "untitled:a", "version": version},
                    "contentChanges": [{"text": f"fluidVersion: \"0.7.7\"\nkey{version}: a\n"}]}}).encode()) for version in range(2, 502))
    server.send_bytes(data)
    found = server.diagnostics("untitled:a", 501)
    assert any(one["code"] == "key-unknown" and "key501" in one["message"] for one in found), found
    told = [one for one in server.seen if one.get("method") == "textDocument/publishDiagnostics"]
    assert len(told) < 50, f"{len(told)} times"
    same(server.stop(), 0)


@case
def a_cancelled_request_is_answered_as_such(folder):
    server = Server(WEIR)
    server.start()
    server.open("untitled:a", "fluidVersion: \"0.7.7\"\n")
    ask = {"jsonrpc": "2.0", "id": "slow", "method": "textDocument/completion",
           "params": {"textDocument": {"uri": "untitled:a"}, "position": {"line": 1, "character": 0}}}
    cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "slow"}}
    server.send_bytes(Server.frame(json.dumps(ask).encode()) + Server.frame(json.dumps(cancel).encode()))
    same(server.until(lambda message: message.get("id") == "slow")["error"]["code"], -32800)
    server.send(cancel)  # too late, and of no effect on the next one
    server.send(ask)
    assert server.until(lambda message: message.get("id") == "slow")["result"]["items"]
    same(server.stop(), 0)


@case
def texts_that_are_no_contracts_are_left_in_peace(folder):
    server = Server(WEIR)
    server.start()
    server.open("untitled:compose", "services:\n  a: {image: b}\n")
    server.open("untitled:a", "fluidVersion: \"0.7.7\"\nbuilds: {$ref: other.yaml}\n")
    codes = [one["code"] for one in server.diagnostics("untitled:a")]
    assert any(code.startswith("ref-") for code in codes), codes
    same([one for one in server.seen if one.get("params", {}).get("uri") == "untitled:compose"], [])
    same(server.at("hover", "untitled:compose", 0, 2), None)
    server.open("http://example.com/a.fluid.yaml", "kind: x\n")
    assert server.diagnostics("http://example.com/a.fluid.yaml")
    same(server.stop(), 0)


@case
def names_with_odd_characters_are_found(folder):
    odd = folder / "späte %20 # & 100%"
    odd.mkdir()
    contract = examples(odd) / "flattened/contract.fluid.yaml"
    server = Server(WEIR)
    server.start()
    server.open(uri(contract), contract.read_text())
    same(server.diagnostics(uri(contract)), [])
    text = contract.read_text()
    found = server.at("definition", uri(contract), *place(text, "$ref: ../fragm"))
    same(found["uri"], uri(odd / "examples/fragments/streams/orders.yaml"))
    for wrong in ("file:///%zz", "file:///%", "file://elsewhere/a.fluid.yaml", "file:///a%00b.fluid.yaml", "file:relative.fluid.yaml"):
        server.open(wrong, "fluidVersion: \"0.7.7\"\n")
        assert server.diagnostics(wrong)
    same(server.stop(), 0)


@case
def secrets_are_told_nowhere(folder):
    secret = "AKIA9Q8W7E6R5T4Y3U2I1"
    contract = examples(folder) / "flattened/contract.fluid.yaml"
    text = contract.read_text().replace("credentialEnv: ICEBERG_CREDENTIAL", f"credentialEnv: {secret}").replace(
        "client.region: eu-central-1", f"s3.secret-access-key: {secret}").replace("uri: https://", f"uri: https://a:{secret}@")
    server = Server(WEIR)
    server.start()
    server.open(uri(contract), text)
    found = server.diagnostics(uri(contract))
    assert len(found) >= 3, found
    for one in found:
        start = one["range"]["start"]
        server.at("hover", uri(contract), start["line"], start["character"] + 1)
        server.at("completion", uri(contract), start["line"], start["character"] + 1)
        server.result("textDocument/codeAction", textDocument={"uri": uri(contract)}, range=one["range"], context={"diagnostics": [one]})
    for line in range(text.count("\n")):
        for character in (12, 20, 28):
            server.at("hover", uri(contract), line, character)
    same(server.stop(), 0)
    assert secret not in json.dumps(server.seen)


def main():
    passed = failed = 0
    for function in CASES:
        with tempfile.TemporaryDirectory() as name:
            try:
                function(pathlib.Path(name).resolve())
                passed += 1
            except Exception:  # noqa: BLE001: each case is told by its name
                failed += 1
                print(f"MISS {function.__name__}")
                traceback.print_exc(file=sys.stdout)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
