"""The examples of all docstrings and documents."""

import doctest
import importlib
import pathlib
import pkgutil

import pytest

import grundy
from conftest import ROOT, document_examples

NAMES = ["grundy"] + [
    "grundy." + found.name for found in pkgutil.iter_modules(grundy.__path__) if found.name != "_core"
]


@pytest.mark.parametrize("name", NAMES)
def test_docstrings(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    found = sum(len(test.examples) for name in NAMES for test in doctest.DocTestFinder().find(importlib.import_module(name)))
    assert found > 30


@pytest.mark.parametrize("name", ["doc/python.md", "doc/dataset.md", "README.md"])
def test_document(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    test = document_examples(pathlib.Path(ROOT, name))
    assert len(test.examples) >= {"doc/python.md": 60, "doc/dataset.md": 8, "README.md": 4}[name]
    assert doctest.DocTestRunner().run(test).failed == 0
