"""What the tests of the module share: the program, and the examples of a document."""

import doctest
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("GRUNDY_PROGRAM", str(ROOT / "build" / "release" / "grundy"))


def program(*words, check=True):
    """The JSON object that the program answers."""
    run = subprocess.run([PROGRAM, *words, "--json"], capture_output=True, text=True, cwd=ROOT)
    if check:
        assert run.returncode in (0, 1), run.stderr
    return json.loads(run.stdout)


def document_examples(path):
    """The `pycon` blocks of a document, as one doctest."""
    text = path.read_text(encoding="utf-8")
    blocks = [
        "\n" * text[: block.start(1)].count("\n") + block[1]
        for block in re.finditer(r"^```pycon\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    ]
    examples = []
    for block in blocks:
        examples.extend(doctest.DocTestParser().get_examples(block, str(path)))
    return doctest.DocTest(examples, {}, path.name, str(path), 0, None)
