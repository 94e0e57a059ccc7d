#!/usr/bin/env bash
# Writes the large files of the hard questions into the present folder.
set -euo pipefail

zeros() { head -c "$1" /dev/zero | tr '\0' '.'; }

yes 'nim(5)' | head -n 100000 >equal_lines.txt || true # yes ends by a signal
seq -f 'kayles(%.0f) + nim(3)' 1000000 1100000 >far_lines.txt
seq -f 'cram(7x%.0f)' 7 60 >board_lines.txt
seq -f '20000*nim(%.0f) + nim(1)' 1 2000 >long_lines.txt
seq 1000000 1020000 | awk '{ print "wythoff(" $1 ", 7) = nim(" $1 ")" }' >equal_pairs.txt
seq -f 'g[@set.txt](%.0f)' 1000 1060 >set_lines.txt
{ printf 'cram('; zeros 1000000; echo ')'; } >cram_line.txt
{ printf 'kayles_row('; zeros 1000000; echo ')'; } >row_line.txt
{ echo 'game g(n)'; yes '  -> g(n - 1)' | head -n 100000 || true; } >equal_rules.game
{ echo 'game g(n)'; seq -f '  -> g(n - %.0f)' 1 100000; } >many_rules.game
{ echo 'game g(n)'; seq 2 3 120001 | awk '{ print "  -> g(n - " $1 ") if n % " $1 + 3 " = 3" }'; } >many_conditions.game
zeros 1000000 >row.txt
seq 1 100000 >heaps.txt
seq 1 3000000 >many_heaps.txt
seq 1 3 300000 >set.txt
{ seq 1 9999 | awk '{ print $1 "-" $1 + 1 }'; echo '1=G'; } >path.txt
seq 1 100000 | awk '{ if ($1 % 300) print $1 "-" $1 + 1; print $1 "-" $1 + 300 }' >graph.txt
seq 1 300000 | awk '{ print $1, $1 + 1; print $1, int($1 * 1.5) + 2 }' >arcs.txt
for i in 1 2 3 4 5 6 7 8; do seq -s ' ' "$i" "$((i + 200000))"; done >matrix.txt
{ printf '3 300000\n'; seq -s ' ' 1 300000; } >moore_input.txt
{ printf '2 300000\n'; seq 1 300000 | awk '{ print $1, 7 * $1 }'; } >stones_input.txt
{ echo '300000 299999'; seq -s ' ' 1 300000; seq 1 299999 | awk '{ print $1, $1 + 1 }'; } >election_input.txt
{ echo 1; echo '1000 1000'; for i in $(seq 1 1000); do seq -s ' ' "$i" "$((i + 999))"; done; } >nullify_input.txt
printf 'hint\nhint\nq\n' >hints.txt
