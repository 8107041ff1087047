#!/usr/bin/env python3
"""The documentation builds into a site without a warning, no link of the site leads nowhere, and the reference is whole.
usage: run.py WEIR TOOLS     (TOOLS has MkDocs from PyPI)"""

import html.parser
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "formats"))
from checks import Checks  # noqa: E402


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value and tag in ("a", "img", "link", "script"):
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def build(tools, source, out):
    return subprocess.run([tools / "bin/mkdocs", "build", "--strict", "-f", source / "mkdocs.yml", "-d", out], capture_output=True, text=True, timeout=300)


def check_links(site, checks):
    pages = {file: Links(file.read_text()) for file in site.rglob("*.html")}
    count = 0
    for file, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or link.startswith("//"):
                checks.that(f"{file.name}: {link} is a secure address", parts.scheme in ("https", "mailto"), "")
                continue
            count += 1
            if not parts.path and not parts.fragment:
                continue
            target = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
            if target.is_dir():
                target /= "index.html"
            missing = not target.exists() or (parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors)
            if missing and file.name != "404.html":
                checks.that(f"{file.relative_to(site)}: {link}", False, "leads nowhere")
    checks.that("links were followed", count > 2000 and len(pages) > 200, (count, len(pages)))


def check_reference(weir, site, checks):
    rows = json.loads(subprocess.run([weir, "rules", "--format", "json"], capture_output=True, text=True, check=True).stdout)
    for row in [*rows["codes"], *rows["rules"]]:
        checks.that(f"{row['page']} is on the site", (site / row["page"]).with_suffix(".html").exists(), "")
    lists = (site / "docs/reference/allowlists.html").read_text()
    for row in rows["allowlists"]:
        checks.that(f"{row['variable']} is in the reference", f"<code>{row['variable']}</code>" in lists, "")
    for row in rows["refusals"]:
        checks.that(f"{row['refusal']} is in the reference", f'policy.html#{row["refusal"]}"' in lists, "")
    commands = (site / "docs/reference/commands.html").read_text()
    for command in ("validate", "generate flink", "export odcs", "import odcs", "diff", "apply", "verify"):
        checks.that(f"weir {command} is in the reference", f"weir {command}</h2>" in commands, "")
    keys = (site / "docs/reference/keys.html").read_text()
    for key in ("checkpointIntervalSeconds", "explode", "partitionSpec"):
        checks.that(f"{key} is in the reference", f"<code>{key}</code>" in keys, "")


def main():
    weir, tools = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="weir-docs-") as folder:
        folder = pathlib.Path(folder)
        source, site = folder / "source", folder / "site"
        subprocess.run([sys.executable, TOP / "docs/site/make.py", weir, source], check=True)
        done = build(tools, source, site)
        checks.that("MkDocs builds it without a warning", done.returncode == 0, done.stdout + done.stderr)
        check_links(site, checks)
        check_reference(weir, site, checks)
        (source / "pages/README.md").write_text("[nowhere](docs/nowhere.md)\n")
        checks.that("a broken link would be told", build(tools, source, folder / "broken").returncode != 0, "MkDocs takes it")
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
