#!/usr/bin/env bash
# install_and_example_test.sh CMAKE SOURCE BUILD COMPILER SANITIZERS: installs the build to an empty place, looks for
# what belongs there, builds example/cpp as an outside project against it, compares what it prints with
# example/cpp/expected.txt, and uninstalls the build.
set -euo pipefail
cmake=$1 source=$2 build=$3 compiler=$4 sanitizers=$5
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

"$cmake" --install "$build" --prefix "$place/installed" >"$place/install.log"
# Nothing goes elsewhere, and the Python module only where it is asked for.
if outside=$(grep -v "^$place/installed/" "$build/install_manifest.txt") || grep -q '/python' "$build/install_manifest.txt"; then
  echo "installed, too: ${outside:-the Python module}"
  exit 1
fi
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

# The package for Debian has the same program. As root, dpkg installs it in a root of its own, where all that is installed
# here counts as installed, so that what the package depends on is looked at, and takes it away again.
(cd "$build" && cpack -G DEB -B "$place/package" >"$place/cpack.log")
package=("$place"/package/grundy_*.deb)
dpkg-deb -f "${package[0]}" Depends | grep -q libc6
mkdir -p "$place/root"
if ((EUID == 0)) && [[ -r /var/lib/dpkg/status ]]; then
  mkdir -p "$place/dpkg/info" "$place/dpkg/updates" "$place/dpkg/triggers"
  cp /var/lib/dpkg/status "$place/dpkg/status"
  debian() { dpkg --admindir="$place/dpkg" --instdir="$place/root" --log="$place/dpkg.log" "$@" >>"$place/dpkg.out" 2>&1; }
  debian --install "${package[0]}" || { tail -5 "$place/dpkg.out"; exit 1; }
else
  debian() { :; }
  dpkg-deb -x "${package[0]}" "$place/root"
fi
[[ $("$place/root/usr/bin/grundy" value 'nim(3) + nim(5)') == 6 ]]
test -s "$place/root/usr/share/man/man1/grundy.1"
debian --purge grundy
if [[ -s $place/dpkg.log && -e $place/root/usr/bin/grundy ]]; then
  echo "dpkg has not taken the program away"
  exit 1
fi

# A copy, so that nothing but the installed files can be found. The sanitizers' libraries are needed to link what was built with them.
cp -r "$source/example/cpp" "$place/example"
"$cmake" -S "$place/example" -B "$place/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$place/installed" -DCMAKE_CXX_FLAGS="${sanitizers:+-fsanitize=$sanitizers}"
"$cmake" --build "$place/build"
"$place/build/example" >"$place/output.txt"
diff "$source/example/cpp/expected.txt" "$place/output.txt"

"$cmake" --install "$build" --prefix "$place/installed" >"$place/install.log"
"$cmake" --build "$build" --target uninstall >"$place/uninstall.log"
if left=$(find "$place/installed" -type f -o -type d -name grundy | grep .); then
  echo "uninstalled, and left: $left"
  exit 1
fi
