"""The package is typed: mypy --strict, and the stub of the compiled part is like it."""

import subprocess
import sys

import pytest

from conftest import ROOT

pytest.importorskip("mypy")


def test_mypy():
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "-p", "grundy"]
    words += ["--config-file", str(ROOT / "pyproject.toml")]
    run = subprocess.run(words, capture_output=True, text=True, cwd=ROOT / "app" / "python")
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_stub_is_like_the_module(tmp_path):
    # Classes of pybind11 have a metaclass of their own, and an __init__ for any arguments where none makes them.
    allowed = tmp_path / "allowed"
    allowed.write_text("grundy\\._core\\.[A-Z]\\w*(\\.__init__)?\n")
    words = [sys.executable, "-m", "mypy.stubtest", "grundy._core", "--concise"]
    words += ["--allowlist", str(allowed), "--mypy-config-file", str(ROOT / "pyproject.toml")]
    run = subprocess.run(words, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
