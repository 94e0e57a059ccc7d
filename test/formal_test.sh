#!/usr/bin/env bash
# formal_test.sh ROOT GRUNDY: the checker that Coq verified, as GRUNDY asks it. Skipped (77) if `./dev formal` did not build it.
set -euo pipefail
root=$1 grundy=$2
verify=$root/build/formal/grundy-verify
if [[ ! -x $verify ]]; then exit 77; fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# Codes, rules in words, numbers that may be taken, and play that need not end.
cat >"$folder/some.game" <<'END'
game rows(n)
  -> rows(a) + rows(b)  for a <= n, b <= a  if a + b = n - 1 or a + b = n - 2
game apart(n)
  -> apart(a) + apart(n - 2 - a)  for a in 0..n/2 - 1
game take(n)
  -> take(n - k)  for k in {1, 3, 4}
game far(n)
  -> far(n - k)  for k in 1..n  if k not in {2, 5}
game walk(n)
  -> walk(n - 3)
  -> walk(n + 1)  if n >= 1
game stay(n)
  -> stay(n + 2)  if n % 4 = 1
  -> stay(n - 2)  if n % 4 = 3
  -> stay(n - 1)  if n % 2 = 0
  -> stay(n - 4)  if n % 4 = 2
END
for game in rows apart take far walk stay king forced 'octal[0.45]' 'code[0.B76]' 'code[0.8A]'; do
  "$grundy" prove --quiet --rules "$folder/some.game" "$game" --out "$folder/one.cert" >/dev/null
  "$grundy" check --quiet --verified "$folder/one.cert" >"$folder/answer" || fail "$game: $(<"$folder/answer")"
  grep -q 'proved in Coq' "$folder/answer" || fail "$game: the citation does not name the verified checker"
  cat "$folder/one.cert" >>"$folder/all.cert"
done
"$grundy" prove --quiet --play misere 'octal[0.77]' --out "$folder/one.cert" >/dev/null
"$verify" "$folder/one.cert" >"$folder/answer" || fail "the misère quotient of 0.77: $(<"$folder/answer")"
cat "$folder/one.cert" >>"$folder/all.cert"

# What is wrong is refused, and bad input is answered by a line.
sed 's/^period .*/period 24/' "$folder/all.cert" >"$folder/wrong.cert"
if "$verify" "$folder/wrong.cert" >"$folder/answer"; then fail "wrong periods are accepted"; fi
{
  printf 'grundy-certificate 1\nrule game g(n)\nrule   -> g(n - '
  printf '(%.0s' {1..20000}
  printf '1'
  printf ')%.0s' {1..20000}
  printf ')\ngame g\nkind heap\ncode 0.3\npreperiod 9999999999999\nperiod 99999999999999999999\ndigest 1 1\nend\n'
} >"$folder/deep.cert"
status=0
"$verify" "$folder/deep.cert" >"$folder/answer" || status=$?
if ((status != 3)); then fail "deep nesting ends with the status $status"; fi
grep -q 'not decided' "$folder/answer" || fail "deep nesting: $(<"$folder/answer")"

"$root/formal/test/forge.py" "$grundy" "$verify" 40 "$folder/all.cert"
