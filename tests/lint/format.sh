#!/bin/sh
# Every C++ source is laid out as .clang-format says. usage: format.sh ROOT
cd "$1" || exit 2
passed=0 failed=0
for file in $(find core wasm desktop tests \( -name '*.cpp' -o -name '*.h' \) -not -path '*/node_modules/*' | sort); do
  if clang-format-14 --dry-run -Werror "$file" >/dev/null 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1)); echo "MISS $file: run ./dev format"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
