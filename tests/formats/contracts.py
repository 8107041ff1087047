"""Contracts that the format tests let weir judge, and what weir says of them as JSON."""

import json
import pathlib
import re
import subprocess

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
SECONDS = 60

# What a contract might hold to break out of the place it is printed in.
HOSTILE = [
    "a::error file=x.yaml,line=1::smuggled",
    "line one\n::warning::line two",
    "carriage\r\n##[error]return",
    "%0A::error::already escaped %3A %2C %25",
    "<![CDATA[ ]]> <b>&amp;\"'</b> <!-- -->",
    "comma, colon: percent % semicolon;",
    "\u202egnp.exe\u2066\u200b\ufeff",
    "漢字 e\u0301 \U0001f469\u200d\U0001f680",
    "\\u0000 \\ud800 \\\" ${HOME} $(id) `id`",
    "@here [link](javascript:alert(1)) | cell | <script>",
    "\uffff\ufffe\U0010fffe",
]
ODD_NAME = "od,d: na%me::x,.fluid.yaml"


def quoted(text):
    """A double-quoted YAML scalar, invisible characters and those beyond U+FFFF escaped."""
    out = ""
    for character in text:
        point = ord(character)
        if character in "\"\\":
            out += "\\" + character
        elif point > 0xFFFF:
            out += f"\\U{point:08x}"
        elif point < 0x20 or 0x7E < point < 0xA0 or not character.isprintable():
            out += f"\\u{point:04x}"
        else:
            out += character
    return f'"{out}"'


def write_hostile(folder):
    """A contract full of hostile keys and values, and one with a hostile name; returns their names."""
    base = (TOP / "tests/codes/base.fluid.yaml").read_text(encoding="utf-8")
    keys = "".join(f"{quoted(text)}: 1\n" for text in HOSTILE)
    values = "".join(f"  - {{name: x, from: {quoted(text)}}}\n" for text in HOSTILE)
    values = values.replace("\n  ", "\n          ")
    text = base.replace("        columns:\n", "        columns:\n        " + values.rstrip() + "\n", 1)
    text = text.replace("kind: DataProduct", f"kind: {quoted(HOSTILE[3])}", 1)
    text = text.replace("language: flink_sql", f"language: {quoted(HOSTILE[4])}", 1)
    (folder / "hostile.fluid.yaml").write_text(text + keys, encoding="utf-8")
    (folder / ODD_NAME).write_text(base.replace("format: iceberg", "format: icebrg"), encoding="utf-8")
    (folder / "fine.fluid.yaml").write_text(base, encoding="utf-8")
    (folder / "broken.fluid.yaml").write_text("a: [1, 2\nb: 'x\n", encoding="utf-8")
    (folder / "empty.fluid.yaml").write_text("", encoding="utf-8")
    warned = re.sub("sha256:[0-9a-f]{64}", "sha256:" + "0" * 64, base)
    (folder / "warned.fluid.yaml").write_text(warned, encoding="utf-8")
    return ["hostile.fluid.yaml", ODD_NAME, "fine.fluid.yaml", "broken.fluid.yaml", "empty.fluid.yaml",
            "warned.fluid.yaml", "not-there.fluid.yaml"]


def meant(printed):
    """A printed text with the characters that weir writes out as \\u{…}, because nobody would see them."""
    return re.sub(r"\\u\{([0-9a-f]+)\}", lambda found: chr(int(found[1], 16)), printed)


def run(weir, folder, arguments):
    """Exit code, standard output as bytes, and standard error."""
    done = subprocess.run([weir, *arguments], cwd=folder, capture_output=True, timeout=SECONDS, check=False)
    return done.returncode, done.stdout, done.stderr


def findings_of(weir, folder, names, *more):
    """Every finding of the contracts, in order, by the JSON form."""
    _, out, _ = run(weir, folder, ["validate", *names, "--format", "json", *more])
    return [(contract, finding) for contract in json.loads(out)["contracts"] for finding in contract["findings"]]
