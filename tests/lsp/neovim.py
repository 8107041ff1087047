#!/usr/bin/env python3
"""Neovim, without a screen, edits an example with the language server. usage: neovim.py WEIR TREE

Prints what neovim.lua prints: each miss, then 'N passed, N failed'.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

WEIR, TREE = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()


def main():
    editor = shutil.which("nvim")
    if editor is None:
        print("MISS: there is no nvim; ./dev setup installs it")
        return 2
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(TREE / "examples", pathlib.Path(name) / "examples")
        environment = {**os.environ, "WEIR": WEIR, "HOME": name, "XDG_CONFIG_HOME": name, "XDG_DATA_HOME": name,
                       "XDG_STATE_HOME": name, "XDG_CACHE_HOME": name, "NVIM_LOG_FILE": name + "/log", "LC_ALL": "C.UTF-8"}
        done = subprocess.run([editor, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", str(TREE / "tests/lsp/neovim.lua")],
                              cwd=name, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
    text = done.stdout.decode(errors="replace").replace("\r", "")
    print(text)
    return 0 if done.returncode == 0 and " passed, 0 failed" in text else 1


if __name__ == "__main__":
    sys.exit(main())
