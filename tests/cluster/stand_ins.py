"""What stands before and beside the real servers in the tests of `weir verify`: a front in TLS before the catalog, which
can misbehave, and Flink's REST API as far as evidence needs it."""

import http.client
import http.server
import json
import ssl
import threading
import time
import urllib.parse


class Server:
    """A server on its own thread that answers with `answer(handler)`; `requests` keeps (method, path, authorization, body)."""

    def __init__(self, answer, address="127.0.0.1", port=0, certificate=None):
        self.requests = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                outer.requests.append((self.command, self.path, self.headers.get("Authorization", ""), body))
                self.body = body
                answer(self)

            def reply(self, status, body, headers=()):
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = handle_one

            def log_message(self, *_):
                pass

        class Quiet(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):  # a client that hangs up, or trusts nobody
                pass

            def finish_request(self, request, client_address):
                # The handshake belongs to the connection's own thread.
                super().finish_request(context.wrap_socket(request, server_side=True) if certificate else request, client_address)

        context = None
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
        self.server = Quiet((address, port), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Front:
    """TLS before a catalog. A bearer token is wanted; POST /oauth/token gives `minted` to who has `client`.

    `mood` makes it misbehave: (how a path begins, what to do); what to do is called with the handler.
    """

    def __init__(self, port, certificate, token, minted, client):
        self.catalog_port, self.token, self.minted, self.client = port, token, minted, client
        self.mood = None
        self.account = None  # of Basic authentication: what is sent for it
        self.server = Server(self._answer, certificate=certificate)
        self.port, self.requests = self.server.port, self.server.requests

    def _answer(self, handler):
        if self.mood and handler.path.startswith(self.mood[0]):
            return self.mood[1](handler)
        if handler.path == "/oauth/token":
            return self._mint(handler)
        sent = handler.headers.get("Authorization", "")
        if sent not in (f"Bearer {self.token}", f"Bearer {self.minted}", self.account):
            return refusal(401, "NotAuthorizedException")(handler)
        onward = http.client.HTTPConnection("127.0.0.1", self.catalog_port, timeout=60)
        onward.request(handler.command, handler.path, headers={"Accept": "application/json"})
        answer = onward.getresponse()
        handler.reply(answer.status, answer.read())
        onward.close()

    def _mint(self, handler):
        form = dict(urllib.parse.parse_qsl(handler.body))
        if (form.get("client_id"), form.get("client_secret")) != self.client or form.get("grant_type") != "client_credentials":
            return handler.reply(401, json.dumps({"error": "invalid_client", "error_description": f"not {form}"}).encode())
        handler.reply(200, json.dumps({"access_token": self.minted, "token_type": "bearer", "expires_in": 3600}).encode())


def refusal(status, kind):
    """Answers as Iceberg's REST specification writes errors, and repeats the credential as a careless server would."""
    def answer(handler):
        message = f"no: {handler.headers.get('Authorization', '')}\x1b[2J"
        handler.reply(status, json.dumps({"error": {"message": message, "type": kind, "code": status}}).encode())
    return answer


def redirection(url):
    return lambda handler: handler.reply(302, b"", [("Location", url)])


def answer_of(value):
    return lambda handler: handler.reply(200, json.dumps(value).encode() if not isinstance(value, bytes) else value)


def slowness(seconds):
    def answer(handler):
        time.sleep(seconds)
        handler.reply(200, b"{}")
    return answer


class Flink:
    """The checkpoints of one job, the newest `age` seconds old."""

    def __init__(self, address, job):
        self.job, self.age, self.failed, self.other = job, 0, 0, None
        self.server = Server(self._answer, address=address, port=8081)

    def _answer(self, handler):
        # kubectl adds its own `?timeout=` for the API server, which passes it on.
        if handler.path.split("?")[0] != f"/jobs/{self.job}/checkpoints":
            return handler.reply(404, json.dumps({"errors": ["not found"]}).encode())
        if self.other is not None:
            return handler.reply(200, self.other)
        completed = None if self.age is None else {
            "id": 3, "status": "COMPLETED", "is_savepoint": False, "latest_ack_timestamp": int((time.time() - self.age) * 1000)}
        counts = {"restored": 0, "total": 3, "in_progress": 0, "completed": 3, "failed": self.failed}
        handler.reply(200, json.dumps({"counts": counts, "latest": {"completed": completed}}).encode())
