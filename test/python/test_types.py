"""The package is typed: mypy --strict, and the stub of the compiled part is like it."""

import subprocess
import sys

import pytest

import grundy
from conftest import ROOT

pytest.importorskip("mypy")


def test_mypy():
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "-p", "grundy"]
    words += ["--config-file", str(ROOT / "pyproject.toml")]
    run = subprocess.run(words, capture_output=True, text=True, cwd=ROOT / "app" / "python")
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_stub_has_what_the_module_has():
    stub = (ROOT / "app" / "python" / "grundy" / "_core.pyi").read_text()
    for name in dir(grundy._core):
        assert name.startswith("__") or name in stub, name
    for name in dir(grundy._core.Engine):
        assert name.startswith("_") or f"def {name}(" in stub, name
