#!/usr/bin/env python3
"""The Debian packages and the tarball in a bare Debian root that mmdebstrap makes: they install, weir validates there, and
they go without a trace. usage: debian.py PACKAGES     (as root)"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "formats"))
from checks import Checks  # noqa: E402

CONTRACT = "/srv/examples/flattened/contract.fluid.yaml"


class Root:
    """A Debian root: its essential packages and apt."""

    def __init__(self, folder):
        self.folder = folder
        mirror = ["mmdebstrap", "--quiet", "--mode=root", "--variant=apt", "--skip=cleanup/apt/lists", "bookworm", str(folder)]
        subprocess.run(mirror, check=True, timeout=600)
        shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")

    def run(self, *command):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        # With a /proc of its own, which goes with the command.
        inside = ["unshare", "--mount", "--pid", "--fork", "sh", "-c", 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"', str(self.folder), *command]
        return subprocess.run(inside, capture_output=True, text=True, timeout=300, env=environment)

    def has(self, path):
        return os.path.lexists(self.folder / path)


def check_works(root, weir, where, checks):
    version = root.run(weir, "--version")
    checks.that(f"{where}: it starts", version.returncode == 0 and version.stdout.strip(), version.stderr)
    good = root.run(weir, "validate", CONTRACT)
    checks.that(f"{where}: a valid contract", good.returncode == 0, good.stdout + good.stderr)
    bad = root.run(weir, "validate", "/srv/bad.fluid.yaml")
    checks.that(f"{where}: an invalid one", bad.returncode == 1 and "error[mapping-path-unknown]" in bad.stdout + bad.stderr, bad.stdout + bad.stderr)
    sql = root.run(weir, "generate", "flink", CONTRACT, "--print", "sql")
    checks.that(f"{where}: its SQL", "INSERT INTO" in sql.stdout, sql.stderr)
    page = root.run(weir, "explain", "mapping-path-unknown")
    checks.that(f"{where}: the page of a code", "## What to write" in page.stdout, page.stdout + page.stderr)


def check_install(root, packages, checks):
    debs = sorted(packages.glob("*.deb"))
    checks.that("two packages", sorted(deb.name.split("_")[0] for deb in debs) == ["weir", "weir-desktop"], debs)
    for deb in debs:
        shutil.copy(deb, root.folder / "srv")
    checks.that("nothing of it is there before", not root.has("usr/bin/weir") and root.run("sh", "-c", "command -v cc").returncode != 0, "")
    done = root.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *(f"/srv/{deb.name}" for deb in debs))
    checks.that("apt installs them", done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:])
    check_works(root, "weir", "installed", checks)
    for file in ("usr/share/man/man1/weir.1", "usr/share/man/man1/weir-validate.1", "usr/share/man/man1/weir-desktop.1",
                 "usr/share/bash-completion/completions/weir", "usr/share/zsh/vendor-completions/_weir",
                 "usr/share/fish/vendor_completions.d/weir.fish", "usr/share/applications/weir-desktop.desktop",
                 "usr/share/icons/hicolor/scalable/apps/weir.svg", "usr/share/doc/weir/copyright", "usr/share/weir/console/index.html"):
        checks.that(f"there is {file}", root.has(file), "")
    desktop = root.run("weir-desktop", "--version")
    checks.that("weir-desktop starts", desktop.returncode == 0, desktop.stderr)
    intact = root.run("dpkg", "--verify", "weir", "weir-desktop")
    checks.that("files are as packed", intact.returncode == 0 and not intact.stdout, intact.stdout + intact.stderr)


def check_tarball(root, packages, checks):
    """Where its libraries are: it brings none of its own."""
    (tarball,) = packages.glob("*.tar.gz")
    subprocess.run(["tar", "-xzf", str(tarball), "-C", str(root.folder / "opt"), "--strip-components=1", "--one-top-level=weir"], check=True)
    check_works(root, "/opt/weir/bin/weir", "unpacked", checks)


def check_removed(root, checks):
    done = root.run("apt-get", "purge", "-y", "-qq", "weir", "weir-desktop")
    checks.that("apt removes them", done.returncode == 0, done.stderr)
    left = [path for path in ("usr/bin/weir", "usr/bin/weir-desktop", "usr/share/weir", "usr/share/doc/weir", "usr/share/applications/weir-desktop.desktop") if root.has(path)]
    checks.that("and nothing is left", not left, left)


def main():
    packages = pathlib.Path(sys.argv[1])
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="weir-debian-") as folder:
        root = Root(pathlib.Path(folder) / "root")
        shutil.copytree(TOP / "examples", root.folder / "srv/examples")
        flat = (TOP / "examples/flattened/contract.fluid.yaml").read_text().replace("../fragments", "examples/fragments")
        (root.folder / "srv/bad.fluid.yaml").write_text(flat.replace("from: customer.id", "from: customer.adress"))
        check_install(root, packages, checks)
        check_tarball(root, packages, checks)
        check_removed(root, checks)
    return checks.done()


if __name__ == "__main__":
    sys.exit(main())
