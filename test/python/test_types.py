"""The package is typed: mypy --strict, and the stub of the compiled part is like it."""

import os
import pickle
import subprocess
import sys

import pytest

import grundy
from conftest import ROOT

SOURCES = str(ROOT / "app" / "python")

pytest.importorskip("mypy")


def test_mypy():
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "-p", "grundy"]
    words += ["--config-file", str(ROOT / "pyproject.toml")]
    run = subprocess.run(words, capture_output=True, text=True, cwd=ROOT / "app" / "python")
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_stub_is_like_the_module(tmp_path):
    # Classes of pybind11 have a metaclass of their own, and an __init__ for any arguments where
    # none makes them.
    allowed = tmp_path / "allowed"
    allowed.write_text("grundy\\._core\\.[A-Z]\\w*(\\.__init__)?\n")
    words = [sys.executable, "-m", "mypy.stubtest", "grundy._core", "--concise"]
    words += ["--allowlist", str(allowed), "--mypy-config-file", str(ROOT / "pyproject.toml")]
    run = subprocess.run(words, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


MISTAKES = [
    "wythoff(3)  # two coordinates",
    "kayles(\"ten\")  # no number",
    "grundy.value(10)  # no sum",
    "grundy.solve(\"kayles(10)\", play=\"mise\")  # misere",
    "grundy.value(\"kayles(10)\", tme=3)  # time",
    "kayles(10).valu  # value",
    "kayles.prove().law.period  # there may be no law",
    "stones(4, 7, L=2)  # its parameter is K",
    "kayles.table(upto=10).save(\"x\", format=\"pdf\")  # no format",
    "number: str = nim(3).outcome.count(\"N\")  # an int",
]


def test_planted_mistakes_are_found(tmp_path):
    head = ["import grundy", "from grundy.games import kayles, nim, stones, wythoff", ""]
    (tmp_path / "wrong.py").write_text("\n".join([*head, *MISTAKES, ""]))
    right = ["wythoff(3, 5).value", "kayles.table(upto=10, time=5)[3]", "stones(4, 7, K=2)", "grundy.solve(\"nim{1}\", time=1)"]
    (tmp_path / "right.py").write_text("\n".join([*head, *right, "stones(K=2).prove()", ""]))
    for name, wanted in (("wrong.py", range(4, 4 + len(MISTAKES))), ("right.py", [])):
        words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache")]
        words += ["--config-file", str(ROOT / "pyproject.toml"), name]
        run = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "MYPYPATH": SOURCES})
        found = [int(line.split(":")[1]) for line in run.stdout.splitlines() if ": error:" in line]
        assert found == list(wanted), run.stdout + run.stderr


def test_only_public_names_are_shown():
    assert dir(grundy) == sorted({*grundy.__all__, "__version__"})
    assert all(getattr(grundy, name) is not None for name in dir(grundy))
    star = {}
    exec("from grundy import *", star)
    assert set(grundy.__all__) <= set(star)


def test_stub_and_reference_are_up_to_date():
    run = subprocess.run([sys.executable, str(ROOT / "tools" / "python_texts"), "--check"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    text = (ROOT / "doc" / "python_reference.md").read_text()
    assert all(f"\n### {name}\n" in text for name in grundy.__all__)


def test_functions_are_pickled():
    for name in ("value", "solve", "equal", "prove", "parse", "command", "rules", "load", "octal", "code", "subtract", "star"):
        assert pickle.loads(pickle.dumps(getattr(grundy, name))) is getattr(grundy, name)
