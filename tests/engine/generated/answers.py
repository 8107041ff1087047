"""What Weir says of contracts: `compile` of weir_call, through one process that takes a request on a line."""

import json
import subprocess


class Weir:
    def __init__(self, requests):
        self._process = subprocess.Popen([requests], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def compile(self, contract):
        """The result of `compile` for a contract; `codes` are those of its errors."""
        file = "contract.fluid.json"
        text = json.dumps(contract, ensure_ascii=False)
        request = {"op": "compile", "file": file, "files": {file: text}}
        self._process.stdin.write(json.dumps(request, ensure_ascii=False) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if not answer["ok"]:
            raise RuntimeError(f"weir_call: {answer}")
        result = answer["result"]
        result["codes"] = [finding["code"] for finding in result["findings"] if finding["severity"] == "error"]
        return result

    def close(self):
        self._process.stdin.close()
        self._process.wait()
