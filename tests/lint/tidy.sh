#!/bin/sh
# clang-tidy over the product's sources, warnings as errors. usage: tidy.sh ROOT BUILD
# BUILD is a configured build folder of the asan preset, whose compiler is clang.
cd "$1" || exit 2
run-clang-tidy-14 -quiet -p "$2" -j "$(nproc)" "$1/(core|wasm|desktop)/.*\.cpp$" >"$2/tidy.log" 2>&1
status=$?
grep -E '(warning|error):' "$2/tidy.log" | sort -u
if [ "$status" = 0 ]; then echo "1 passed, 0 failed"; else tail -n 40 "$2/tidy.log"; echo "0 passed, 1 failed"; fi
exit "$status"
