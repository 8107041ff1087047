#!/usr/bin/env python3
"""Bundles: the same bytes everywhere, and archives of strangers refused. usage: bundles.py WEIR"""

import gzip
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile

import world
from world import FILE, expect, weir

MANIFEST = "MANIFEST.json"
CONTRACT = "sources/" + FILE


def made(folder):
    """(members by name, path) of the bundle of the example."""
    where = world.examples(folder / "made")
    weir("bundle", FILE, "--out", folder / "b.tgz", cwd=where)
    with tarfile.open(folder / "b.tgz") as archive:
        return {entry.name: archive.extractfile(entry).read() for entry in archive}, folder / "b.tgz"


def entry(name, text=b"", **more):
    info = tarfile.TarInfo(name)
    info.size = len(text)
    for key, value in more.items():
        setattr(info, key, value)
    return info, text


def archive(path, entries, format=tarfile.USTAR_FORMAT, tail=b"", zipped=True):
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=format) as tar:
        for info, text in entries:
            tar.addfile(info, io.BytesIO(text) if text else None)
    path.write_bytes(gzip.compress(raw.getvalue() + tail, mtime=0) if zipped else raw.getvalue())
    return path


def entries_of(members):
    return [entry(name, text) for name, text in members.items()]


def refused(folder, path, *words, code=None):
    """weir plan refuses the bundle, names what is at fault, and writes nothing."""
    run = weir("plan", path, "--mode", "amend", "--out", "plan.json", "--format", "json", cwd=folder, exit_code=1)
    expect(not (folder / "plan.json").exists(), "a plan was written")
    answer = json.loads(run.out)
    for word in words:
        expect(any(word in problem["path"] + problem["message"] for problem in answer["problems"]), f"no {word!r} in {run.out}")
        expect(word in run.err, f"no {word!r} in {run.err}")
    expect(code is None or answer["error"]["code"] == code, f"not {code}: {run.out}")


def same_bytes_everywhere(folder):
    """Another path, name of the folder, time, time zone, locale, umask, way to write the name."""
    first = world.examples(folder / "a")
    second = world.examples(folder / "deep" / "ünder" / "b c")
    for number, file in enumerate(sorted(second.rglob("*"))):
        os.utime(file, (1_000_000_000 + number, 1_000_000_000 + number))
        os.chmod(file, 0o700 if file.is_dir() else 0o600)
    weir("bundle", FILE, "--out", folder / "1.tgz", cwd=first)
    environment = {"PATH": "/usr/bin:/bin", "TZ": "Asia/Kolkata", "LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8",
                   "SOURCE_DATE_EPOCH": "12345", "HOME": "/nonexistent"}
    weir("bundle", "contract.fluid.yaml", "--out", folder / "2.tgz", cwd=second / "nested", environment=environment,
         preexec=lambda: os.umask(0o077))
    weir("bundle", second / "rebuilt" / ".." / FILE, "--out", folder / "3.tgz", cwd="/", environment=environment)
    bytes_of = [(folder / f"{number}.tgz").read_bytes() for number in (1, 2, 3)]
    expect(bytes_of[0] == bytes_of[1] == bytes_of[2], [hashlib.sha256(raw).hexdigest() for raw in bytes_of])


def nothing_of_the_machine_in_it(folder):
    members, path = made(folder)
    raw = gzip.decompress(path.read_bytes())
    expect(str(folder).encode() not in raw and b"weir-deploy-" not in raw, "a path of this machine")
    expect(path.read_bytes()[4:8] == b"\0\0\0\0" and path.read_bytes()[3] == 0, "gzip holds a time or a name")
    with tarfile.open(path) as tar:
        for info in tar:
            expect((info.mtime, info.uid, info.gid, info.uname, info.gname, info.mode) == (0, 0, 0, "", "", 0o644), info.get_info())
    expect(list(members) == [MANIFEST, *sorted(name for name in members if name != MANIFEST)], list(members))
    expect(members[CONTRACT] == (world.EXAMPLES / FILE).read_bytes(), "the contract was changed")


def digests_are_what_the_manual_says(folder):
    """docs/deploy.md's recipe, in another language."""
    members, _ = made(folder)
    manifest = json.loads(members[MANIFEST])
    listed = [{"path": name, "sha256": "sha256:" + hashlib.sha256(text).hexdigest()} for name, text in sorted(members.items())
              if name != MANIFEST]
    canonical = json.dumps(listed, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    expect(manifest["bundleDigest"] == "sha256:" + hashlib.sha256(canonical).hexdigest(), manifest)
    expect([{key: file[key] for key in ("path", "sha256")} for file in manifest["files"]] == listed, manifest)
    expect(all(file["size"] == len(members[file["path"]]) for file in manifest["files"]), manifest)


def an_unpacked_bundle_generates_the_very_same_job(folder):
    where = world.examples(folder / "files")
    weir("bundle", FILE, "--out", folder / "b.tgz", cwd=where)
    with tarfile.open(folder / "b.tgz") as tar:
        tar.extractall(folder / "out", filter="data") if hasattr(tarfile, "data_filter") else tar.extractall(folder / "out")
    weir("generate", "flink", FILE, "--out", folder / "g1", cwd=where)
    weir("generate", "flink", "sources/" + FILE, "--out", folder / "g2", cwd=folder / "out")
    weir("generate", "flink", "contract.resolved.json", "--out", folder / "g3", cwd=folder / "out")
    for name in ("job.json", "job.sql", "resources.yaml"):
        wanted = (folder / "g1/ingest-orders" / name).read_bytes()
        expect((folder / "g2/ingest-orders" / name).read_bytes() == wanted, f"{name} of the sources differs")
        expect((folder / "g3/ingest-orders" / name).read_bytes() == wanted, f"{name} of the resolved contract differs")


def every_example_and_contract_of_the_corpus_bundles_to_its_own_job(folder):
    """Whatever is valid: its bundle can be planned, and gives the resources that its files give."""
    found = 0
    contracts = sorted([*world.EXAMPLES.glob("*/*.fluid.yaml"), *(world.TOP / "tests/runner/contracts").glob("*.yaml"),
                        *(world.TOP / "tests/corpus/contracts").glob("**/*.fluid.yaml")])
    for number, file in enumerate(contracts):
        out = folder / str(number)
        out.mkdir()
        made_bundle = subprocess.run([sys.argv[1], "bundle", str(file), "--out", str(out / "b.tgz")], capture_output=True, timeout=60)
        if made_bundle.returncode != 0:
            continue
        weir("plan", file, "--mode", "amend", "--out", out / "file.json", cwd=out)
        weir("plan", out / "b.tgz", "--mode", "amend", "--out", out / "bundle.json", cwd=out)
        plans = [json.loads((out / name).read_text()) for name in ("file.json", "bundle.json")]
        expect(plans[0]["builds"] == plans[1]["builds"], f"{file}: other resources")
        expect(plans[0]["sourcesDigest"] == plans[1]["sourcesDigest"], f"{file}: other sources")
        found += 1
    expect(found >= 10, f"only {found} contracts were bundled")


def altered_missing_and_extra_members(folder):
    members, _ = made(folder)
    changed = {**members, CONTRACT: members[CONTRACT].replace(b"production", b"x") + b"# more\n"}
    refused(folder, archive(folder / "altered.tgz", entries_of(changed)), CONTRACT, code="bundle-member-altered")
    missing = {name: text for name, text in members.items() if name != CONTRACT}
    refused(folder, archive(folder / "missing.tgz", entries_of(missing)), CONTRACT, code="bundle-member-missing")
    extra = {**members, "sources/extra.yaml": b"a: 1\n"}
    refused(folder, archive(folder / "extra.tgz", entries_of(extra)), "sources/extra.yaml", code="bundle-member-extra")
    no_manifest = {name: text for name, text in members.items() if name != MANIFEST}
    refused(folder, archive(folder / "bare.tgz", entries_of(no_manifest)), MANIFEST, code="bundle-member-missing")
    twice = [*entries_of(members), entry(CONTRACT, members[CONTRACT])]
    refused(folder, archive(folder / "twice.tgz", twice), CONTRACT, code="bundle-member-repeated")
    clash = {**members, CONTRACT.upper().replace("SOURCES", "sources").replace(".YAML", ".yaml"): b"a: 1\n"}
    refused(folder, archive(folder / "case.tgz", entries_of(clash)), "only by case", code="bundle-member-repeated")


def names_that_lead_elsewhere(folder):
    members, _ = made(folder)
    for number, name in enumerate(["../evil.yaml", "/etc/evil.yaml", "sources/../../evil.yaml", "sources/./x.yaml", "sources//x.yaml",
                                   "sources/.env.yaml", "sources/x\\y.yaml", "sources/run.sh", "evil.yaml",
                                   "sources/" + "x/" * 60 + "x.yaml"]):
        path = archive(folder / f"{number}.tgz", [*entries_of(members), entry(name, b"a: 1\n")])
        refused(folder, path, name if number < 9 else "sources/x/x")
    path = archive(folder / "escape.tgz", [*entries_of(members), entry("sources/\x1b[2J.yaml", b"a: 1\n")])
    run = weir("plan", path, "--mode", "amend", "--out", folder / "p.json", cwd=folder, exit_code=1)
    expect("\x1b" not in run.err + run.out, "a name steers the terminal")
    expect(not any(folder.rglob("evil*")), "something was unpacked")


def links_folders_and_devices(folder):
    members, _ = made(folder)
    kinds = {"symlink": tarfile.SYMTYPE, "hardlink": tarfile.LNKTYPE, "device": tarfile.CHRTYPE, "block": tarfile.BLKTYPE,
             "fifo": tarfile.FIFOTYPE, "folder": tarfile.DIRTYPE}
    for name, kind in kinds.items():
        odd = entry(f"sources/{name}.yaml", b"", type=kind, linkname=CONTRACT if "link" in name else "")
        refused(folder, archive(folder / f"{name}.tgz", [*entries_of(members), odd]), f"sources/{name}.yaml")


def bombs(folder):
    members, _ = made(folder)
    big = bytes(70 * 1024 * 1024)
    refused(folder, archive(folder / "member.tgz", [*entries_of(members), entry("sources/big.yaml", big)]), "sources/big.yaml")
    refused(folder, archive(folder / "many.tgz", [entry(f"sources/{i}.yaml", b"a") for i in range(1200)]), "1100")
    liar = entry("sources/liar.yaml", b"a: 1\n")
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        tar.addfile(liar[0], io.BytesIO(liar[1]))
    header = bytearray(raw.getvalue()[:1024])
    header[124:136] = b"77777777777\0"
    header[148:156] = b"%06o\0 " % (sum(header[:148]) + 8 * 32 + sum(header[156:512]))
    (folder / "liar.tgz").write_bytes(gzip.compress(bytes(header)))
    refused(folder, folder / "liar.tgz", "sources/liar.yaml")
    (folder / "zeros.tgz").write_bytes(gzip.compress(bytes(400 * 1024 * 1024), 1))
    refused(folder, folder / "zeros.tgz", "unpack to more than")
    (folder / "layers.tgz").write_bytes(gzip.compress(gzip.compress(b"x" * 1000)))
    refused(folder, folder / "layers.tgz", "layer of gzip")


def what_is_no_bundle(folder):
    members, path = made(folder)
    whole = path.read_bytes()
    for name, raw in {"empty": b"", "text": b"hello", "cut": whole[: len(whole) // 2], "noise": os.urandom(5000),
                      "flipped": whole[:200] + bytes([whole[200] ^ 0xFF]) + whole[201:],
                      "tar": gzip.decompress(whole), "zip": gzip.compress(b"PK\3\4 not a tar" * 100)}.items():
        (folder / f"{name}.tgz").write_bytes(raw)
        run = weir("plan", folder / f"{name}.tgz", "--mode", "amend", "--out", folder / "p.json", cwd=folder, exit_code=1)
        expect(f"{name}.tgz" in run.err, run.err)
    refused(folder, archive(folder / "pax.tgz", entries_of(members), format=tarfile.PAX_FORMAT, tail=b"\1" * 512), "behind the end")
    pax = [entry(name, text, pax_headers={"comment": "x"}) for name, text in members.items()]
    refused(folder, archive(folder / "pax2.tgz", pax, format=tarfile.PAX_FORMAT), "USTAR")
    weir("plan", folder / "absent.tgz", "--mode", "amend", cwd=folder, exit_code=2)
    (folder / "link.tgz").symlink_to(path)
    weir("plan", folder / "link.tgz", "--mode", "amend", "--out", folder / "p.json", cwd=folder)
    os.mkfifo(folder / "pipe.tgz")
    weir("plan", folder / "pipe.tgz", "--mode", "amend", "--out", folder / "p.json", cwd=folder, exit_code=2)


def repacked_by_hand_it_is_the_same_bundle(folder):
    """The digest covers what stands in it, not the bytes of the archive."""
    members, path = made(folder)
    again = archive(folder / "again.tgz", [entry(name, text, mtime=12345, mode=0o600) for name, text in reversed(members.items())])
    expect(again.read_bytes() != path.read_bytes(), "the archives do not differ")
    for number, bundle in enumerate((path, again)):
        weir("plan", bundle, "--mode", "amend", "--out", folder / f"{number}.json", cwd=folder)
    expect((folder / "0.json").read_bytes() == (folder / "1.json").read_bytes(), "the plans differ")


def an_invalid_contract_makes_no_bundle(folder):
    where = world.examples(folder / "x")
    contract = where / FILE
    contract.write_text(contract.read_text().replace("table: orders", "tabel: orders"))
    run = weir("bundle", FILE, "--out", folder / "b.tgz", cwd=where, exit_code=1)
    expect("tabel" in run.err and not (folder / "b.tgz").exists(), run.err)
    weir("bundle", "absent.fluid.yaml", "--out", folder / "b.tgz", cwd=where, exit_code=2)
    run = weir("bundle", FILE, "--out", FILE, cwd=where, exit_code=2)
    expect("tabel" in contract.read_text(), "the contract was overwritten")


def main():
    tally = world.Tally()
    tally.run([same_bytes_everywhere, nothing_of_the_machine_in_it, digests_are_what_the_manual_says,
               an_unpacked_bundle_generates_the_very_same_job, every_example_and_contract_of_the_corpus_bundles_to_its_own_job,
               altered_missing_and_extra_members, names_that_lead_elsewhere, links_folders_and_devices, bombs, what_is_no_bundle,
               repacked_by_hand_it_is_the_same_bundle, an_invalid_contract_makes_no_bundle])
    tally.end()


if __name__ == "__main__":
    main()
