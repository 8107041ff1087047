#!/usr/bin/env python3
"""The core needs text only. usage: core_headers.py ROOT

Every #include of core/ and wasm/ must be one of the project's own headers or stand in ALLOWED: a header that can reach a
file, clock, thread, locale or the environment is refused by not being listed.
Prints each miss, then 'N passed, N failed' (a file each).
"""
import pathlib
import re
import sys

ALLOWED = set("""
algorithm array bit cctype charconv climits compare concepts cstddef cstdint cstring deque functional
initializer_list iterator limits map memory numeric optional set span stdexcept string string_view tuple
type_traits unordered_map unordered_set utility variant vector exception
fmt/core.h fmt/format.h nlohmann/json.hpp nlohmann/json_fwd.hpp tl/expected.hpp
""".split())
# The adapter between a text and yaml-cpp, which reads from a stream.
YAML_ADAPTER = {"istream", "streambuf", "ios", "yaml-cpp/eventhandler.h", "yaml-cpp/parser.h", "yaml-cpp/exceptions.h",
                "yaml-cpp/mark.h", "yaml-cpp/anchor.h", "yaml-cpp/emitterstyle.h"}
ADAPTER_FILES = {"core/document/yaml.cpp", "core/document/yaml_probe.cpp", "core/document/view_buffer.h"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def misses(root, file):
    name = file.relative_to(root).as_posix()
    for kind, header in INCLUDE.findall(file.read_text(encoding="utf-8")):
        own = header.startswith("weir/") or (kind == '"' and ((file.parent / header).exists() or (root / "core" / header).exists()))
        if not own and header not in ALLOWED and not (name in ADAPTER_FILES and header in YAML_ADAPTER):
            yield f"{name}: includes {header}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    passed = failed = 0
    for file in sorted([*root.glob("core/**/*.h"), *root.glob("core/**/*.cpp")]):
        found = list(misses(root, file))
        for line in found:
            print("MISS", line)
        passed, failed = passed + (not found), failed + bool(found)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
