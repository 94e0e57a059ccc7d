#!/usr/bin/env bash
# install_and_example_test.sh CMAKE SOURCE BUILD COMPILER SANITIZERS: installs the build to an empty place, looks for
# what belongs there, builds example/cpp as an outside project against it, and compares what it prints with
# example/cpp/expected.txt.
set -euo pipefail
cmake=$1 source=$2 build=$3 compiler=$4 sanitizers=$5
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

"$cmake" --install "$build" --prefix "$place/installed" >"$place/install.log"
answer=$("$place/installed/bin/grundy" value 'nim(3) + nim(5)')
if [[ $answer != 6 ]]; then
  echo "the installed program says that nim(3) + nim(5) has the value '$answer'"
  exit 1
fi

# The manual page and the completions are where their readers look for them.
share=$place/installed/share
grep -q '^\.TH GRUNDY 1' "$share/man/man1/grundy.1"
bash -n "$share/bash-completion/completions/grundy"
grep -q '^#compdef grundy' "$share/zsh/site-functions/_grundy"
grep -q '^complete -c grundy' "$share/fish/vendor_completions.d/grundy.fish"

# The package for Debian, put in place in a root of its own, has the same program.
(cd "$build" && cpack -G DEB -B "$place/package" >"$place/cpack.log")
mkdir -p "$place/root"
dpkg-deb -x "$place"/package/grundy_*.deb "$place/root"
dpkg-deb -f "$place"/package/grundy_*.deb Depends | grep -q libc6
[[ $("$place/root/usr/bin/grundy" value 'nim(3) + nim(5)') == 6 ]]
test -s "$place/root/usr/share/man/man1/grundy.1"

# A copy, so that nothing but the installed files can be found. The sanitizers' libraries are needed to link what was built with them.
cp -r "$source/example/cpp" "$place/example"
"$cmake" -S "$place/example" -B "$place/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$place/installed" -DCMAKE_CXX_FLAGS="${sanitizers:+-fsanitize=$sanitizers}"
"$cmake" --build "$place/build"
"$place/build/example" >"$place/output.txt"
diff "$source/example/cpp/expected.txt" "$place/output.txt"
