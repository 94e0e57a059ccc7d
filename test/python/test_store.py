"""Values that outlive a session: store= for sessions and questions."""

import os
import subprocess
import sys
import warnings

import pytest

import grundy

BOARD, VALUE = "cram(4x7)", 3


@pytest.fixture
def file(tmp_path):
    return tmp_path / "boards.parts"


def test_what_is_found_is_in_the_file(file):
    assert grundy.Session().value(BOARD, store=file) == VALUE
    size = os.path.getsize(file)
    assert size > 100
    again = grundy.Session(store=str(file))
    assert again.value(BOARD) == VALUE
    assert os.path.getsize(file) < size + size / 8
    assert again.solve(BOARD).value == VALUE


def test_a_question_takes_its_store(file):
    session = grundy.Session()
    assert session.solve(BOARD, store=file).value == VALUE
    other = file.with_name("other.parts")
    assert session.value(BOARD, store=other) == VALUE
    assert os.path.getsize(other) > 100


def test_files_that_are_no_stores(tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("a letter")
    session = grundy.Session()
    with pytest.raises(grundy.InputError, match="is no store of values"):
        session.value(BOARD, store=letter)
    assert letter.read_text() == "a letter"
    assert session.value(BOARD) == VALUE
    with pytest.raises(grundy.InputError):
        grundy.Session(store=tmp_path)
    with pytest.raises(TypeError):
        grundy.Session(store=7)


def test_who_comes_second_is_told(file):
    first = grundy.Session(store=file)
    assert first.value(BOARD) == VALUE
    with pytest.warns(grundy.StoreWarning, match="is in use"):
        second = grundy.Session(store=file)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert second.value(BOARD) == VALUE


def test_damage_is_told_once(file):
    assert grundy.Session().value(BOARD, store=file) == VALUE
    damaged = bytearray(file.read_bytes())
    damaged[150] ^= 4
    file.write_bytes(damaged)
    with pytest.warns(grundy.StoreWarning, match="left out"):
        assert grundy.Session().value(BOARD, store=file) == VALUE
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert grundy.Session().value(BOARD, store=file) == VALUE


def test_what_was_asked_last_is_kept_at_the_end(file):
    program = f"import grundy; grundy.Session(store={str(file)!r}).parse({BOARD!r}).value"
    subprocess.run([sys.executable, "-c", program], check=True)
    assert os.path.getsize(file) > 100
