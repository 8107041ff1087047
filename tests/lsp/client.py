"""A small client of the Language Server Protocol: enough to say what editors say, and what they should not."""
import json
import pathlib
import queue
import subprocess
import threading
import urllib.parse


def uri(path):
    return "file://" + urllib.parse.quote(str(pathlib.Path(path).resolve()))


class Server:
    def __init__(self, weir, cwd=None):
        self.process = subprocess.Popen([weir, "lsp", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=cwd)
        self.messages = queue.Queue()
        self.seen = []  # everything that came, for a last look
        self.number = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while True:
                line = out.readline()
                if not line:
                    self.messages.put(None)
                    return
                if line == b"\r\n":
                    break
                name, _, value = line.decode("ascii").partition(":")
                if name.lower() == "content-length":
                    length = int(value)
            self.messages.put(json.loads(out.read(length)))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    @staticmethod
    def frame(body):
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    def send(self, message):
        self.send_bytes(self.frame(json.dumps(message).encode()))

    def notify(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def next(self, timeout=60):
        message = self.messages.get(timeout=timeout)
        if message is not None:
            self.seen.append(message)
        return message

    def until(self, wanted, timeout=60):
        while True:
            message = self.next(timeout)
            if message is None:
                raise EOFError("the server has gone")
            if wanted(message):
                return message

    def ask(self, method, **params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        number = self.number
        return self.until(lambda message: message.get("id") == number)

    def result(self, method, **params):
        answer = self.ask(method, **params)
        if "result" not in answer:
            raise AssertionError(f"{method}: {answer}")
        return answer["result"]

    def start(self, **capabilities):
        result = self.result("initialize", processId=None, rootUri=None, capabilities=capabilities)
        self.notify("initialized")
        return result

    def open(self, document, text, version=1):
        self.notify("textDocument/didOpen",
                    textDocument={"uri": document, "languageId": "yaml", "version": version, "text": text})

    def change(self, document, version, *changes):
        self.notify("textDocument/didChange", textDocument={"uri": document, "version": version},
                    contentChanges=list(changes))

    def diagnostics(self, document, version=None):
        """The next findings of a document, of this version when one is given."""
        return self.until(lambda message: message.get("method") == "textDocument/publishDiagnostics"
                          and message["params"]["uri"] == document
                          and (version is None or message["params"].get("version") == version))["params"]["diagnostics"]

    def at(self, method, document, line, character):
        return self.result("textDocument/" + method, textDocument={"uri": document},
                           position={"line": line, "character": character})

    def stop(self):
        self.result("shutdown")
        self.notify("exit")
        return self.end()

    def end(self):
        self.process.stdin.close()
        code = self.process.wait(60)
        error = self.process.stderr.read()
        assert not error, error
        return code


def place(text, before, units="utf-16"):
    """Line and character behind `before`, as the protocol counts them."""
    head = text[:text.index(before) + len(before)]
    line = head.rpartition("\n")[2]
    size = {"utf-8": lambda: len(line.encode()), "utf-16": lambda: len(line.encode("utf-16-le")) // 2,
            "utf-32": lambda: len(line)}[units]()
    return head.count("\n"), size
