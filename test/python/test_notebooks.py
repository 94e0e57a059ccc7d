"""The notebooks are executed, and what they show is compared; the magic and the pictures of a notebook."""

import os
import re

import pytest

import grundy
from conftest import ROOT
from grundy.games import kayles, nim, wythoff

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")


def shown(cell):
    """The outputs as text, without what differs from run to run."""
    found = []
    for output in cell.get("outputs", []):
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        found.append(re.sub(r"'/[^']*/", "'…/", "".join(text)))
    return found


@pytest.mark.parametrize("name", ["contestant", "teacher", "researcher", "families", "functions"])
def test_notebook(name):
    path = ROOT / "example" / "python" / f"{name}.ipynb"
    kept = nbformat.read(path, 4)
    again = nbformat.read(path, 4)
    nbclient.NotebookClient(again, timeout=300, kernel_name="python3").execute()
    if os.environ.get("GRUNDY_KEEP_OUTPUTS"):
        nbformat.write(again, path)
    code = [cell for cell in kept.cells if cell.cell_type == "code"]
    assert sum(bool(shown(cell)) for cell in code) >= 3
    for old, new in zip(kept.cells, again.cells):
        assert shown(old) == shown(new), old.source


def test_pictures():
    assert wythoff.table(upto=5)._repr_svg_().lstrip().startswith("<svg")
    assert wythoff.table(upto=5)._repr_html_() is None
    large = wythoff.table(a=range(1100), b=range(1000))
    assert large._repr_svg_() is None and "<pre>" in large._repr_html_()
    html = (kayles(10) + nim(3)).solve()._repr_html_()
    assert "<b>1</b>" in html and "kayles(7)" in html
    assert "<script" not in grundy.parse("nim(3)").options()._repr_html_()
    assert grundy.Ordinal("w^2*3 + 5")._repr_latex_() == r"$\omega^{2} \cdot 3 + 5$"
    assert r"\begin{cases}" in grundy.games.forced.prove()._repr_latex_()


def test_the_magic(capsys):
    interactive = pytest.importorskip("IPython.core.interactiveshell")
    shell = interactive.InteractiveShell.instance()
    shell.run_line_magic("load_ext", "grundy")
    shell.run_cell_magic("grundy", "", "game in_a_cell(n)\n  -> in_a_cell(n - k) for k in {1, 2}")
    assert shell.user_ns["in_a_cell"](5).value == 2
    shell.run_cell_magic("grundy", "", "game in_a_cell(n)\n  -> wrong(")
    assert "^" in capsys.readouterr().out
