#!/usr/bin/env python3
"""Lines of the core that tests run, by room. usage: report.py SUMMARY.json [--files]
Exits 1 when fewer than 95 in a hundred are."""
import collections
import json
import os
import re
import sys

WANTED = 95.0


def main():
    files = json.load(open(sys.argv[1], encoding="utf-8"))["data"][0]["files"]
    rooms = collections.defaultdict(lambda: [0, 0])
    single = []
    for file in files:
        # Names are as the compiler was told them: some from the folder of the build.
        name = os.path.normpath(file["filename"])
        place = re.search(r"/core/(?:include/)?(\w+)/(.+)$", name)
        if not place or "/build/" in name:
            continue
        lines = file["summary"]["lines"]
        for name in (place.group(1), "all"):
            rooms[name][0] += lines["covered"]
            rooms[name][1] += lines["count"]
        single.append((lines["count"] - lines["covered"], lines["percent"], f"{place.group(1)}/{place.group(2)}"))
    for name, (covered, count) in sorted(rooms.items()):
        print(f"{name:12} {covered:6} of {count:6} lines  {100 * covered / count:5.1f} %")
    if "--files" in sys.argv:
        for missing, percent, name in sorted(single, reverse=True)[:40]:
            print(f"{missing:5} not run  {percent:5.1f} %  {name}")
    covered, count = rooms["all"]
    return 0 if 100 * covered / count >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
