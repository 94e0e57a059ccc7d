"""Wrong calls and wrong input: each kind of error, at once and with its place."""

import pickle
import warnings

import numpy
import pytest

import grundy
from grundy.games import kayles, moore, nim, stones, wythoff


def test_the_caret_stands_under_the_place():
    with pytest.raises(grundy.InputError) as caught:
        grundy.parse("kayles(10) + nym(3)")
    error = caught.value
    assert isinstance(error, ValueError)
    first = error.diagnostics[0]
    assert (first.source, first.line, first.column, first.length) == ("sum", 1, 14, 3)
    assert "did you mean 'nim'" in first.message
    assert str(error).splitlines()[1:] == ["  kayles(10) + nym(3)", "               ^~~"]


@pytest.mark.parametrize("wrong", [(), (1, 2), ("3",), (1.5,), (None,), (True,), ([1],)])
def test_coordinates_of_a_wrong_number_or_type(wrong):
    with pytest.raises(TypeError):
        nim(*wrong) if wrong else wythoff(1)


def test_negative_coordinates():
    for wrong in (-1, numpy.int64(-3), -(10**30)):
        with pytest.raises(ValueError):
            nim(wrong)


def test_numpy_integers_are_numbers():
    assert nim(numpy.int32(3)) == nim(3)
    assert wythoff(numpy.uint8(3), 5).value == 0


def test_huge_coordinates():
    assert nim(10**40).value == 10**40
    assert (nim(10**40) + nim(1)).value == 10**40 + 1


def test_unknown_parameters():
    with pytest.raises(TypeError, match="no parameter"):
        stones(4, 7, L=2)
    with pytest.raises(grundy.InputError):
        stones(K=-2)
    assert stones(K=2) == stones(K=2) and grundy.subtract({3, 1})(5) == grundy.parse("subtract[{1, 3}](5)")
    assert sum([nim(1), nim(2)]) == nim(1) + nim(2)
    assert moore([3, 5, 7], k=2).value is not None


def test_rules_that_are_wrong():
    with pytest.raises(grundy.InputError) as caught:
        grundy.rules("game broken(n)\n  -> broken(n - ) for k in {1}", name="lesson")
    assert caught.value.diagnostics[0].source == "lesson"
    with pytest.raises(TypeError):
        grundy.rules(3)


def test_rules_that_are_surely_a_slip():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        grundy.rules("game slip_here(n)\n  -> slip_here(n - k) for k in {1, 2}, j in {1, 2}", name="slip")
    assert any(issubclass(one.category, grundy.RuleWarning) for one in caught)


def test_limits():
    with pytest.raises(grundy.LimitError) as caught:
        grundy.octal("0.106").table(upto=10**9, memory=10**6)
    assert isinstance(caught.value, MemoryError)
    with pytest.raises(grundy.LimitError) as caught:
        grundy.octal("0.106").table(upto=10**8, time=0.05)
    assert isinstance(caught.value, TimeoutError)
    for wrong in ({"time": -1}, {"time": "soon"}, {"memory": 0}, {"threads": 0}):
        with pytest.raises(ValueError):
            grundy.value("nim(3)", **wrong)
    for wrong in ({"time": True}, {"memory": 2.5}, {"threads": "2"}, {"progress": 3}):
        with pytest.raises(TypeError):
            grundy.value("nim(3)", **wrong)


def test_limits_are_those_of_the_innermost_block():
    from grundy.limit import packed

    with grundy.limits(time=5):
        with grundy.limits(memory="1GiB"):
            assert packed()[:2] == (5.0, 2**30)
        assert packed()[:2] == (5.0, 0)
    assert packed()[:2] == (0.0, 0)


def test_tables_of_wrong_boxes():
    for wrong in ({}, {"a": range(3)}, {"a": 1, "b": 2, "c": 3}):
        with pytest.raises(TypeError):
            wythoff.table(**wrong)
    for wrong in (range(0), range(-1, 3), range(0, 9, 2)):
        with pytest.raises(ValueError):
            wythoff.table(a=wrong, b=3)
    with pytest.raises(IndexError):
        wythoff.table(upto=3)[4, 0]


def test_points_of_wrong_shapes():
    with pytest.raises(TypeError):
        wythoff.values([1, 2, 3])
    with pytest.raises(TypeError):
        kayles.values([1.5])
    with pytest.raises(ValueError):
        kayles.values([-1])
    assert kayles.values([]).shape == (0,)


def test_graphs_that_are_none():
    with pytest.raises(ValueError):
        grundy.graph([[0, -1]])
    with pytest.raises(TypeError):
        grundy.graph([1, 2, 3])


def test_functions_that_misbehave():
    @grundy.game
    def unhashable(n):
        yield [n]

    with pytest.raises(TypeError, match=r"\[3\] is not hashable"):
        unhashable(3).value

    @grundy.game
    def failing(n):
        if n == 2:
            raise KeyError("mine")
        yield n - 1

    with pytest.raises(KeyError, match="mine"):
        failing(7).value

    @grundy.game
    def take(n):
        [n - 1]

    with pytest.raises(TypeError, match=r"take\(3\) returned None: did you forget yield\?"):
        take(3).value

    @grundy.game
    def number(n):
        return n - 1

    with pytest.raises(TypeError, match=r"number\(3\) returned 2, .* yield"):
        number(3).value

    @grundy.game
    def two(a, b):
        yield a

    with pytest.raises(TypeError, match=r"is \(a, b\), a tuple of 2, not 3"):
        two(3, 4).value
    with pytest.raises(TypeError, match=r"a tuple of 2, not \(1, 2, 3\)"):
        two(1, 2, 3)


def test_growth_without_end():
    @grundy.game
    def up(n):
        yield n + 1

    with pytest.raises(grundy.TimeLimitError, match=r"from up\(0\) play has come to up\(\d+\)"):
        grundy.value(up(0), time=0.2)
    with pytest.raises(grundy.MemoryLimitError, match=r"from up\(0\) play has come to up\(\d+\)"):
        grundy.value(up(0), memory=10**7)

    @grundy.game
    def wide(n):
        while True:
            yield n + 1 if n < 3 else 4

    with pytest.raises(grundy.TimeLimitError):
        grundy.value(wide(0), time=0.2)

    @grundy.game
    def round_and_up(n):
        yield n + 1
        yield n // 2

    with pytest.raises(grundy.TimeLimitError):
        grundy.value(round_and_up(1), time=0.2)


def test_exceptions_pickle():
    for error in (grundy.InputError("wrong"), grundy.LoopError("round", (), [1, 2]), grundy.TimeLimitError("late")):
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error) and str(copy) == str(error)
    assert pickle.loads(pickle.dumps(grundy.LoopError("round", (), [1, 2]))).cycle == [1, 2]


def test_matches():
    match = grundy.Match("nim(2)")
    with pytest.raises(grundy.InputError):
        match.push("nim(5)")
    with pytest.raises(IndexError):
        match.pop()
    match.push("nim(0)")
    with pytest.raises(grundy.InputError):
        match.push("nim(0)")
    with pytest.raises(TypeError):
        pickle.dumps(match)


def test_progress_that_fails_ends_the_work():
    def fail(what, done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        grundy.octal("0.106").table(upto=10**8, progress=fail)
    assert nim(3).value == 3


def test_codes_are_read_at_once():
    with pytest.raises(grundy.InputError, match="'8' is no digit"):
        grundy.octal("0.8")
    with pytest.raises(grundy.InputError):
        grundy.code("hello")
    with pytest.raises(TypeError):
        grundy.octal(0.77)


def test_a_limit_is_named_as_python_has_it():
    with pytest.raises(grundy.LimitError, match="with memory=$") as caught:
        nim.table(upto=10**9, memory="16MiB")
    assert "--" not in caught.value.reason
