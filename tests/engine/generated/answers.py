"""What Weir says of contracts: weir_call, through one process that takes a request on a line."""

import json
import subprocess


class Weir:
    def __init__(self, requests):
        self._process = subprocess.Popen([requests], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def ask(self, request):
        """The result of a request."""
        self._process.stdin.write(json.dumps(request, ensure_ascii=False) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if not answer["ok"]:
            raise RuntimeError(f"weir_call: {json.dumps(answer)[:1000]}")
        return answer["result"]

    def changes(self, base, head):
        """The changes from one {name: text} to another; the first name of each is the contract's."""
        # Fragments of the two sides may have the same names.
        files = {f"base/{name}": text for name, text in base.items()}
        files.update({f"head/{name}": text for name, text in head.items()})
        options = {"refRoot": "head", "baselineRefRoot": "base"}
        file, baseline = f"head/{next(iter(head))}", f"base/{next(iter(base))}"
        return self.ask({"op": "diff", "file": file, "baseline": baseline, "files": files, "options": options})["changes"]

    def compile(self, contract):
        """The result of `compile` for a contract; `codes` are those of its errors."""
        file = "contract.fluid.json"
        text = json.dumps(contract, ensure_ascii=False)
        request = {"op": "compile", "file": file, "files": {file: text}}
        result = self.ask(request)
        result["codes"] = [finding["code"] for finding in result["findings"] if finding["severity"] == "error"]
        return result

    def close(self):
        self._process.stdin.close()
        self._process.wait()
