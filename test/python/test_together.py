"""Moves that bind the answer, compounds, and how long play lasts."""

import pickle

import pytest

import grundy


def test_loony_values():
    assert [grundy.value(f"top_entails({n})") for n in (0, 1, 2, 3, 6)] == [0, grundy.Loony(), 0, grundy.Loony(), 2]
    loony = grundy.value("top_entails(3) + nim(5)")
    assert loony == grundy.Loony() and isinstance(loony, grundy.Loopy) and str(loony) == "loony"
    assert grundy.Loopy([]) != grundy.Loony() and len({grundy.Loopy([]), grundy.Loony()}) == 2
    assert loony ^ 7 == loony and pickle.loads(pickle.dumps(loony)) == loony
    solution = grundy.solve("top_entails(3) + nim(5)")
    assert solution.outcome == "N" and solution.value == loony
    assert [str(move) for move in solution.winning_moves] == ["top_entails(3) → entailing top_entails(2)"]


def test_tables_have_loony_values():
    table = grundy.Session().game("top_entails").table(upto=6)
    assert list(table.values) == [0, grundy.Loony(), 0, grundy.Loony(), 1, 0, 2]


def test_a_turn_is_kept():
    match = grundy.Match("nimstring([[0, 1]]) + nim(1)")
    assert match.turn == 0
    match.push("1: again")
    assert match.turn == 0 and not match.is_over()
    match.push("0")
    assert match.turn == 1 and match.is_over() and match.winner == 0
    match.pop()
    match.pop()
    assert match.turn == 0 and str(match.sum) == "nimstring([[0, 1]]) + nim(1)"


def test_an_answer_is_bound():
    match = grundy.Match("top_entails(4) + nim(2)")
    match.push("1: entailing top_entails(3)")
    assert {move.part for move in match.legal_moves} == {0}
    with pytest.raises(grundy.InputError, match="must be answered in part 1"):
        match.push("2: nim(1)")


def test_compounds():
    assert grundy.solve("all(nim(3), kayles(4))").outcome == "N"
    assert grundy.solve("some(nim(5), grundys(7))").outcome == "N"
    assert grundy.value("(nim(2) : kayles(4)) + then(kayles(3), nim(2))") == 1
    assert grundy.parse("all[long](nim(1), grundys(5))").solve("misere").outcome in ("N", "P")
    with pytest.raises(grundy.InputError, match="two positions or more"):
        grundy.parse("all(nim(3))")


def test_remoteness():
    assert grundy.parse("nim(3)").remoteness() == 1
    assert grundy.parse("nim(1) + nim(1)").remoteness() == 2
    assert grundy.parse("windup[places=10, S={2, 3}](1)").remoteness() is None
    assert grundy.parse("kayles(1000)").remoteness() is None
