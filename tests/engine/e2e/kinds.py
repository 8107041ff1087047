"""Iceberg's REST catalog behind a front that stands for each kind of catalog in turn: its paths, its way of signing in, tokens
that expire, its names of warehouses, and credentials of the storage for whoever asks for them. In front of the object store
stands a witness of whose keys wrote what.

The front answers as the products document: 401, or 419 from Gravitino, for a token that has expired; `unsupported_grant_type`
from an identity provider that exchanges no tokens; a prefix in the configuration; 404 beside its own paths.
"""

import base64
import contextlib
import dataclasses
import http.client
import http.server
import json
import re
import threading
import time
import urllib.parse

EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
LIFETIME = 8  # of a token, in seconds; Iceberg renews it a tenth of that before its end


@dataclasses.dataclass
class Kind:
    """One contract of catalogs/, and what the front demands of its job. Values that a job sends are canaries."""

    name: str
    base: str  # where the Iceberg API begins
    warehouse: str
    prefix: str  # that the configuration gives
    tokens: str = ""  # the path of the token endpoint
    scope: str = ""
    exchanges: bool = False
    vends: bool = True
    expired: int = 401
    variables: dict = dataclasses.field(default_factory=dict)
    authorization: str = ""  # demanded word for word, where no token endpoint gives one
    minted: dict = dataclasses.field(default_factory=dict)  # token: when it expires
    grants: list = dataclasses.field(default_factory=list)
    refusals: list = dataclasses.field(default_factory=list)  # (status, method, path, why)
    delegated: list = dataclasses.field(default_factory=list)  # the delegation header of each load and create
    commits: list = dataclasses.field(default_factory=list)  # when one was taken
    operations: set = dataclasses.field(default_factory=set)  # that were asked for, by Polaris's names

    @property
    def client(self):
        return f"{self.name}-client", f"canary/{self.name}+secret"

    @property
    def key(self):
        """Of the storage."""
        return f"vended-{self.name}" if self.vends else "static-key"


IDP = "/realms/lake/protocol/openid-connect/token"


def kinds():
    basic = base64.b64encode(b"ingest:canary:word").decode()
    every = [
        Kind("rest", "/iceberg", "s3://lake/warehouse", "", "/token", "catalog", exchanges=True, vends=False),
        Kind("polaris", "/api/catalog", "analytics", "analytics", "/api/catalog/v1/oauth/tokens", "PRINCIPAL_ROLE:ALL", exchanges=True),
        Kind("gravitino", "/iceberg", "sales_lake", "sales_lake", IDP, "gravitino", expired=419),
        Kind("gravitino-basic", "/iceberg", "sales_lake", "sales_lake", authorization=f"Basic {basic}",
             variables={"GRAVITINO_USER": "ingest", "GRAVITINO_PASSWORD": "canary:word"}),
        Kind("lakekeeper", "/catalog", "retail/orders", "0198-4a", IDP, "lakekeeper"),
        Kind("nessie", "/iceberg/main", "lake", "main%7Clake", IDP, "nessie"),
        Kind("unity", "/api/2.1/unity-catalog/iceberg-rest", "main", "catalogs/main", "/oidc/v1/token", "all-apis"),
        Kind("unity-bearer", "/api/2.1/unity-catalog/iceberg-rest", "main", "catalogs/main",
             authorization="Bearer canary-token", variables={"UNITY_TOKEN": "canary-token"}),
    ]
    for kind in every:
        if kind.tokens:
            kind.variables = {f"{kind.name.upper()}_CREDENTIAL": ":".join(kind.client)}
    return every


def operation(method, path, delegated):
    """What Polaris takes a request for: its handler of Iceberg's API asks its authorizer for that."""
    parts = path.partition("?")[0].split("/")[2:]  # behind v1
    if len(parts) == 1:
        return {"POST": "CREATE_NAMESPACE@catalog"}.get(method, "LIST_NAMESPACES@catalog")
    if len(parts) == 2:
        return {"GET": "LOAD_NAMESPACE_METADATA@namespace", "HEAD": "NAMESPACE_EXISTS@namespace"}.get(method, f"{method}@namespace")
    delegation = "_WITH_WRITE_DELEGATION" if delegated else ""
    if len(parts) == 3:
        return f"CREATE_TABLE_DIRECT{delegation}@namespace" if method == "POST" else "LIST_TABLES@namespace"
    if parts[4:] == ["metrics"]:
        return "REPORT_WRITE_METRICS@table"
    return {"GET": f"LOAD_TABLE{delegation}@table", "HEAD": "TABLE_EXISTS@table", "POST": "UPDATE_TABLE@table"}.get(method, f"{method}@table")


class Server:
    """A server on a thread of its own; `answer(handler, body)` answers."""

    def __init__(self, answer):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def take(self):
                answer(self, self.rfile.read(int(self.headers.get("Content-Length") or 0)))

            def reply(self, status, body, headers=(("Content-Type", "application/json"),)):
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                if "Content-Length" not in dict(headers):
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            def tell(self, status, value):
                self.reply(status, json.dumps(value).encode())

            do_GET = do_POST = do_HEAD = do_DELETE = do_PUT = take

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def onward(address, handler, body, path):
    skipped = ("host", "connection", "accept-encoding", "authorization", "content-length")
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request(handler.command, path, body or None, {name: value for name, value in handler.headers.items() if name.lower() not in skipped})
    answer = connection.getresponse()
    return answer, answer.read()


class Front:
    """All kinds under one address, each below a folder of its name."""

    def __init__(self, every, catalog, storage):
        self.kinds = {kind.name: kind for kind in every}
        self.catalog = urllib.parse.urlsplit(catalog).netloc
        self.storage = storage
        self.lock = threading.Lock()
        self.writing = threading.Lock()  # the fixture's SQLite takes one writer at a time
        self.server = Server(self.answer)
        self.url = self.server.url

    def answer(self, handler, body):
        split = urllib.parse.urlsplit(handler.path)
        name, _, rest = split.path.lstrip("/").partition("/")
        kind, path = self.kinds[name], "/" + rest
        with self.lock:
            if path == kind.tokens and handler.command == "POST":
                return self.mint(kind, handler, dict(urllib.parse.parse_qsl(body.decode())))
            if not path.startswith(kind.base + "/v1/"):
                return self.refuse(kind, handler, 404, "NotFoundException", "not a path of this catalog")
            status = self.judge(kind, handler.headers.get("Authorization", ""))
        if status != 200:
            return self.refuse(kind, handler, status, "NotAuthorizedException", "no credential, or one that has expired")
        path = path.removeprefix(kind.base + "/v1/")
        if path == "config":
            asked = dict(urllib.parse.parse_qsl(split.query)).get("warehouse")
            if asked != kind.warehouse:
                return self.refuse(kind, handler, 400, "BadRequestException", f"no warehouse {asked}")
            return handler.tell(200, {"defaults": {}, "overrides": {"prefix": kind.prefix} if kind.prefix else {}})
        if kind.prefix and not path.startswith(kind.prefix + "/"):
            return self.refuse(kind, handler, 404, "NotFoundException", "not below the prefix")
        path = path.removeprefix(kind.prefix + "/") if kind.prefix else path
        return self.pass_on(kind, handler, body, f"/v1/{path}" + (f"?{split.query}" if split.query else ""))

    def pass_on(self, kind, handler, body, path):
        with self.lock:
            kind.operations.add(operation(handler.command, path, handler.headers.get("X-Iceberg-Access-Delegation")))
        table = re.fullmatch(r"/v1/namespaces/[^/]+/tables(/[^/?]+)?(\?.*)?", path)
        with contextlib.nullcontext() if handler.command == "GET" else self.writing:
            answer, text = onward(self.catalog, handler, body, path)
        if table and handler.command in ("GET", "POST") and answer.status == 200:
            commit = handler.command == "POST" and table[1]
            with self.lock:
                (kind.commits if commit else kind.delegated).append(time.monotonic() if commit else handler.headers.get("X-Iceberg-Access-Delegation"))
            if not commit and handler.headers.get("X-Iceberg-Access-Delegation") == "vended-credentials" and kind.vends:
                loaded = json.loads(text)
                loaded["config"] = {
                    **loaded.get("config", {}), "s3.access-key-id": kind.key, "s3.secret-access-key": "canary-vended", "s3.session-token": "canary-session",
                    "s3.endpoint": self.storage, "s3.path-style-access": "true",
                }
                text = json.dumps(loaded).encode()
        handler.reply(answer.status, text)

    def judge(self, kind, authorization):
        if not kind.tokens:
            return 200 if authorization == kind.authorization else 401
        expires = kind.minted.get(authorization.removeprefix("Bearer "))
        return 401 if expires is None else 200 if time.monotonic() < expires else kind.expired

    def refuse(self, kind, handler, status, type_, why):
        kind.refusals.append((status, handler.command, handler.path, why))
        handler.tell(status, {"error": {"message": why, "type": type_, "code": status}})

    def mint(self, kind, handler, form):
        grant = form.get("grant_type")
        kind.grants.append(grant)
        wrong = None
        if grant == EXCHANGE:
            if not kind.exchanges:
                wrong = 400, "unsupported_grant_type"
            elif kind.minted.get(form.get("subject_token"), 0) < time.monotonic():
                wrong = 400, "invalid_grant"
        elif grant != "client_credentials":
            wrong = 400, "unsupported_grant_type"
        elif (form.get("client_id"), form.get("client_secret")) != kind.client:
            wrong = 401, "invalid_client"
        if not wrong and form.get("scope") != kind.scope:
            wrong = 400, "invalid_scope"
        if wrong:
            kind.refusals.append((wrong[0], handler.command, handler.path, wrong[1]))
            return handler.tell(wrong[0], {"error": wrong[1]})
        token = f"canary-{kind.name}-{len(kind.minted)}"
        kind.minted[token] = time.monotonic() + LIFETIME
        handler.tell(200, {"access_token": token, "token_type": "bearer", "expires_in": LIFETIME,
                           "issued_token_type": "urn:ietf:params:oauth:token-type:access_token"})


class Witness:
    """Passes requests on to the object store, and keeps (access key, path) of each object that is put."""

    def __init__(self, endpoint):
        self.endpoint = urllib.parse.urlsplit(endpoint).netloc
        self.puts = []
        self.url = Server(self.answer).url

    def answer(self, handler, body):
        key = re.search(r"Credential=([^/]+)/", handler.headers.get("Authorization", ""))
        connection = http.client.HTTPConnection(self.endpoint, timeout=60)
        headers = {name: value for name, value in handler.headers.items() if name.lower() not in ("connection",)}
        connection.request(handler.command, handler.path, body or None, headers)
        answer = connection.getresponse()
        text = answer.read()
        if handler.command == "PUT":
            self.puts.append((key[1] if key else None, handler.path))
        kept = [(name, value) for name, value in answer.getheaders() if name.lower() not in ("connection", "transfer-encoding", "date", "server")]
        handler.reply(answer.status, text, kept)
