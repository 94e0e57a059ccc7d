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
{
  printf '%s\n' '\documentclass{article}' '\usepackage{amsmath,amsthm}' '\newtheorem{theorem}{Theorem}' \
    '\newtheorem{conjecture}{Conjecture}'
  # booktabs is not among the base packages: its three rules are lines here.
  printf '%s\n' '\newcommand{\toprule}{\hline}' '\newcommand{\midrule}{\hline}' '\newcommand{\bottomrule}{\hline}'
  printf '%s\n' '\begin{document}'
  "$program" prove --latex forced
  "$program" prove --latex 'bounded[K=3]'
  "$program" prove --latex kayles
  "$program" prove --latex --rules heaps.game heaps || [[ $? == 1 ]]
  "$program" prove --quiet --out forced.cert forced >/dev/null
  "$program" check --latex forced.cert
  "$program" table --format latex wythoff --upto 6
  printf '\n'
  "$program" table --format latex forced --upto 3
  printf '%s\n' '\end{document}'
} >paper.tex
pdflatex -interaction=nonstopmode -halt-on-error paper.tex >latex.log || { tail -20 latex.log; exit 1; }
test -s paper.pdf
