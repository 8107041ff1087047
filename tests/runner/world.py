"""What stands around the runner in its tests: its jar, an Iceberg REST catalog on a folder, a proxy that records."""

import atexit
import http.client
import http.server
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
RUNNER = TOP / "runner"
MAVEN = TOP / "tests" / "maven"
# Flink's serialisers reach into these packages of Java 17.
OPENED = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in ("java.lang", "java.util", "java.nio")]
QUICK = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]


def newest(*folders):
    files = [file for folder in folders for file in ([folder] if folder.is_file() else folder.rglob("*")) if file.is_file()]
    return max(file.stat().st_mtime for file in files)


def artifact(jar):
    return re.match(r"(.+?)-\d", jar).group(1)


def made(stamp, inputs, *command):
    """Runs a Maven command unless its stamp is newer than its inputs."""
    if not stamp.exists() or stamp.stat().st_mtime < newest(*inputs):
        if subprocess.run([str(MAVEN), *map(str, command)]).returncode != 0:
            sys.exit("Maven fails: " + " ".join(map(str, command)))
        stamp.touch()


def build_runner(work):
    """The shaded jar; its unit tests run on the way, into surefire-reports below the folder that is returned."""
    out = work / "maven"
    made(out / "built", [RUNNER / "pom.xml", RUNNER / "src", HERE / "jobs"],
         "-f", RUNNER / "pom.xml", f"-Drunner.build={out}", "package")
    return out


def class_path(work, profile, version="v1_20"):
    """The jars of a profile of pom.xml, `flink` or `catalog`, as Java takes them."""
    path = work / (f"{profile}.classpath" if version == "v1_20" else f"{profile}-{version}.classpath")
    other = [] if version == "v1_20" else [f"-Dflink.version={runtimes()[version]['flink']}"]
    made(path, [HERE / "pom.xml"], "-f", HERE / "pom.xml", f"-P{profile}", f"-Dtests.build={work / 'tests'}",
         f"-Dclasspath.file={path}", *other, "package")
    return path.read_text().strip()


def runtimes():
    """The rows of core/contract/runtimes.cpp, by their version such as `v1_20`."""
    rows = re.findall(r"\{(\.version = [^}]*)\}", (TOP / "core/contract/runtimes.cpp").read_text())
    return {row["version"]: row for row in (dict(re.findall(r'\.(\w+) = "([^"]*)"', row)) for row in rows)}


def manifest_of(version):
    return RUNNER / "image" / ("manifest.json" if version == "v1_20" else f"manifest-{version}.json")


def image_jars(work, version="v1_20"):
    """What the image of this version of Flink adds to Flink's own."""
    image = work / ("image" if version == "v1_20" else f"image-{version}")
    made(image.with_suffix(".built"), [RUNNER / "image" / "pom.xml"],
         "-f", RUNNER / "image" / "pom.xml", f"-P{version}", f"-Dimage.build={image}", "package")
    return sorted((image / "lib").glob("*.jar"))


class World:
    """Class paths: what the image adds, what Flink's own lib folder holds, and the catalog server's."""

    def __init__(self, work):
        self.work = work
        work.mkdir(parents=True, exist_ok=True)
        self.jar = build_runner(work) / "weir-runner.jar"
        self.catalog = class_path(work, "catalog")
        self.on("v1_20")

    def on(self, version):
        """From here on the runner runs with this version of Flink."""
        self.version = version
        self.image_jars = image_jars(self.work, version)
        # flink-dist.jar holds such libraries inside; as jars of their own they would be there twice.
        artifacts = {artifact(jar.name) for jar in self.image_jars}
        paths = class_path(self.work, "flink", version).split(os.pathsep)
        self.flink = os.pathsep.join(path for path in paths if artifact(pathlib.Path(path).name) not in artifacts)

    def run(self, job, *options, environment=None, more_jars=(), log=None):
        """Runs weir-runner as a pod would, Flink and Iceberg logging; returns (exit code, stdout, stderr)."""
        class_path = os.pathsep.join([str(self.jar), *map(str, self.image_jars), *map(str, more_jars), self.flink])
        log = log or self.work / "termination"
        command = ["java", *QUICK, "-Xmx768m", *OPENED, "-Dorg.apache.logging.log4j.level=INFO", "-cp", class_path, "weir.runner.Main", "--manifest",
                   str(manifest_of(self.version)), "--termination-log", str(log), *options, str(job)]
        log.unlink(missing_ok=True)
        known = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "JAVA_HOME") if name in os.environ}
        run = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**known, **(environment or {})})
        return run.returncode, run.stdout, run.stderr


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def catalog_server(class_path, folder, warehouse):
    """Iceberg's own REST catalog server, its SQLite file in `folder`: (command, environment, its port)."""
    port = free_port()
    environment = {
        "CATALOG_WAREHOUSE": warehouse, "CATALOG_URI": f"jdbc:sqlite:{folder}/catalog.db", "CATALOG_REST_PORT": str(port),
    }
    return ["java", *QUICK, "-Xmx256m", "-cp", class_path, "org.apache.iceberg.rest.RESTCatalogServer"], environment, port


class Catalog:
    """Iceberg's own REST server over SQLite and a folder."""

    def __init__(self, world):
        self.folder = world.work / "catalog"
        subprocess.run(["rm", "-rf", "--", str(self.folder)], check=True)
        self.folder.mkdir()
        command, environment, self.port = catalog_server(world.catalog, self.folder, f"file://{self.folder}/warehouse")
        self.process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.stop)

    def wait(self):
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/v1/config", timeout=5).read()
                return
            except OSError:
                if self.process.poll() is not None:
                    sys.exit("the catalog server ended")
                time.sleep(0.1)
        sys.exit("the catalog server does not answer")

    def ask(self, method, path, body=None):
        """One request past the proxy; returns the JSON answer, None when there is none."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/v1/{path}", method=method,
                                         data=json.dumps(body).encode() if body is not None else None,
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()


class Proxy:
    """Passes requests on to a port and keeps them: `requests` is a list of (method, path, authorization).

    `refuse` maps the beginning of `METHOD PATH` to (status, body) that is answered instead.
    """

    def __init__(self, port):
        proxy = self
        self.requests = []
        self.refuse = {}

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                proxy.requests.append((self.command, self.path, self.headers.get("Authorization", "")))
                for start, (status, text) in proxy.refuse.items():
                    if f"{self.command} {self.path}".startswith(start):
                        return self.reply(status, text.replace("AUTHORIZATION", self.headers.get("Authorization", "")).encode())
                onward = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                onward.request(self.command, self.path, body,
                               {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "accept-encoding")})
                answer = onward.getresponse()
                self.reply(answer.status, answer.read())
                onward.close()

            def reply(self, status, body):
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            do_GET = do_POST = do_HEAD = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def writes(self):
        """What was asked for that changes something in the catalog."""
        harmless = ("/metrics", "/oauth/tokens")
        return [(method, path) for method, path, _ in self.requests if method not in ("GET", "HEAD") and not path.endswith(harmless)]
