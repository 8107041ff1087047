#!/usr/bin/env python3
"""What bash, zsh and fish offer once they have read `weir completion SHELL`. usage: completion.py WEIR

Each shell itself evaluates its script and completes; zsh's own helpers are replaced by ones that print, because its line
editor needs a terminal. Ends with `N passed, N failed`.
"""
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

WEIR = pathlib.Path(sys.argv[1]).resolve()

# (words typed, the last of them being completed; some that must be offered; some that must not)
CASES = [
    ([""], ["validate", "diff", "generate", "completion"], ["--strict", "flink"]),
    (["val"], ["validate"], []),
    (["generate", ""], ["flink"], ["validate"]),
    (["generate", "flink", "--"], ["--out", "--print"], ["--baseline"]),
    (["validate", "--format", ""], ["text", "json", "sarif", "junit", "github"], ["markdown", "validate"]),
    (["diff", "x", "--fail-on", "n"], ["non-breaking", "none"], ["breaking"]),
    (["diff", "--b"], ["--baseline"], ["--strict"]),
    (["explain", "mapping-path-u"], ["mapping-path-unknown"], ["yaml-syntax"]),
    (["completion", ""], ["bash", "zsh", "fish"], []),
    (["validate", "contr"], ["contract one.fluid.yaml"], ["validate"]),
    (["serve", "--dir", "fol"], ["folder"], ["contract one.fluid.yaml"]),
]


def run(arguments, folder, text=""):
    environment = dict(os.environ, PATH=f"{WEIR.parent}:{os.environ['PATH']}", HOME=folder)
    result = subprocess.run(arguments, input=text, capture_output=True, text=True, cwd=folder, env=environment, timeout=60)
    if result.returncode or result.stderr:
        raise RuntimeError(f"{arguments[0]}: exit {result.returncode}: {result.stderr[:400]}")
    return result.stdout


def bash(script, words, folder):
    line = " ".join(shlex.quote(word) for word in ["weir", *words])
    program = f"""
compopt() {{ :; }}
{script}
COMP_WORDS=({line}); COMP_CWORD={len(words)}
_weir; printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    return run(["bash", "--norc", "-c", program], folder).splitlines()


def zsh(script, words, folder):
    line = " ".join(shlex.quote(word) for word in ["weir", *words])
    program = f"""
compdef() {{ :; }}
compset() {{ return 1; }}
compadd() {{ shift; print -rl -- "$@"; }}
_message() {{ :; }}
_files() {{ if [[ $1 == -/ ]]; then print -rl -- *(N/); else print -rl -- *(N); fi; }}
_describe() {{ local item; for item in "${{(@P)argv[-1]}}"; do print -r -- "${{item%%:*}}"; done; }}
{script}
words=({line}); CURRENT={len(words) + 1}; PREFIX=$words[CURRENT]
_weir
"""
    return [word for word in run(["zsh", "-f", "-c", program], folder).splitlines() if word.startswith(words[-1])]


def fish(script, words, folder):
    line = "weir " + " ".join(words)
    program = f"{script}\ncomplete -C {shlex.quote(line)}\n"
    lines = run(["fish", "--no-config", "-c", program], folder).splitlines()
    # A file's name is offered as it has to be typed.
    return [found.split("\t")[0].replace("\\ ", " ").rstrip("/") for found in lines]


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "contract one.fluid.yaml").write_text("")
        (pathlib.Path(folder) / "folder").mkdir()
        for name, shell in (("bash", bash), ("zsh", zsh), ("fish", fish)):
            script = run([str(WEIR), "completion", name], folder)
            for words, wanted, unwanted in CASES:
                offered = shell(script, words, folder)
                missing = [word for word in wanted if word not in offered]
                extra = [word for word in unwanted if word in offered]
                if missing or extra:
                    print(f"FAIL {name} {words}: missing {missing}, not to be offered {extra}; offered {offered[:20]}")
                failed += bool(missing or extra)
                passed += not (missing or extra)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
