#!/usr/bin/env bash
# latex_test.sh PROGRAM: what the program writes for papers compiles: theorems, conjectures, accepted certificates, tables.
# Ends with status 77, skipped, where pdflatex (texlive-latex-base) is not installed.
set -euo pipefail
program=$1
command -v pdflatex >/dev/null || exit 77
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

printf 'game heaps(a, b)\n  -> heaps(k, b) for k < a\n  -> heaps(a, k) for k < b\n' >heaps.game
printf 'game coins_left(last_taken, n)\n  -> coins_left(last_taken, k) for k < n\n' >names.game
{
  printf '%s\n' '\documentclass{article}' '\usepackage{amsmath,amsthm}' '\newtheorem{theorem}{Theorem}' \
    '\newtheorem{conjecture}{Conjecture}'
  # booktabs is in texlive-latex-recommended; where that is missing its three rules are lines.
  if kpsewhich booktabs.sty >/dev/null; then
    printf '%s\n' '\usepackage{booktabs}'
  else
    printf '%s\n' '\newcommand{\toprule}{\hline}' '\newcommand{\midrule}{\hline}' '\newcommand{\bottomrule}{\hline}'
  fi
  printf '%s\n' '\begin{document}'
  for game in forced 'bounded[K=3]' 'subtract[{2, 5}]' nim kayles 'code[0.28]' cascade2 wythoff; do
    "$program" prove --latex "$game"
  done
  "$program" prove --latex --rules names.game coins_left
  "$program" prove --latex --rules heaps.game heaps
  "$program" prove --latex 'code[4.3[3]]' || [[ $? == 1 ]]
  for game in forced 'bounded[K=3]' kayles wythoff; do
    "$program" prove --quiet --out one.cert "$game" >/dev/null
    "$program" check --latex one.cert
    "$program" check --bibtex one.cert >>games.bib
  done
  "$program" table --format latex wythoff --upto 6
  printf '\n'
  "$program" table --format latex forced --upto 3
  printf '\n'
  "$program" table --format latex --play misere wythoff --upto 4
  printf '\n'
  "$program" table --format latex wythoff --where 'value = 0' --up-to-symmetry --upto 12
  printf '%s\n' '\nocite{*}' '\bibliographystyle{plain}' '\bibliography{games}' '\end{document}'
} >paper.tex
compile() { pdflatex -interaction=nonstopmode -halt-on-error paper.tex >latex.log || { tail -20 latex.log; exit 1; }; }
compile
if command -v bibtex >/dev/null; then
  bibtex paper >bibtex.log || { cat bibtex.log; exit 1; }
  compile
fi
test -s paper.pdf
# Nothing stands in a paper with a misunderstood character.
! grep -E '^! |Missing character' latex.log paper.log
