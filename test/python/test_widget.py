"""A match played by clicks in a notebook's widget."""

import pytest

import grundy

pytest.importorskip("ipywidgets")
from grundy.widget import Board  # noqa: E402


def click(button):
    button._handle_button_msg(button, {"event": "click"}, [])


def test_a_match_is_won_by_hints():
    board = Board(grundy.Match("nim{1, 2, 4}"), machine=True)
    assert "<svg" in board.picture.value and len(board.moves.options) == 7 and board.undo.disabled
    while not board.play.disabled:
        click(board.hint)
        wanted = board.said.value.split(". ")[0]
        board.moves.value = next(move for text, move in board.moves.options if text == wanted.replace("&gt;", ">"))
        click(board.play)
    assert "You win." in board.said.value and board.match.winner == 0
    click(board.undo)
    assert not board.play.disabled and len(board.match.stack) % 2 == 0


def test_two_people_and_undo():
    match = grundy.Match(grundy.graph({1: [2, 3], 2: [3], 3: []})(1))
    board = Board(match, machine=False)
    click(board.play)
    assert len(match.stack) == 1 and str(match.sum) == "graph(2)"
    click(board.play)
    assert "player 2 wins" in board.said.value
    click(board.undo)
    click(board.undo)
    click(board.undo)
    assert not match.stack


def test_the_box_is_what_a_notebook_shows():
    box = grundy.Match("cram(2x2)").widget()
    assert "<svg" in box.children[0].value
