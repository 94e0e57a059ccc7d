"""Random rule files and random @game functions against a mex by definition, and against the
program.

A line of a rule is drawn as a pair: its text, and a function that lists its options.
"""

import itertools

import hypothesis
import numpy
from hypothesis import strategies as st

import grundy
from conftest import program

hypothesis.settings.register_profile("rules", max_examples=40, deadline=None, derandomize=True)
hypothesis.settings.load_profile("rules")


def mex(values):
    seen = set(values)
    return next(v for v in itertools.count() if v not in seen)


def table(lines, box):
    """The values of all positions of a box that no move leaves, by definition; coordinates ascend."""
    worth = {}

    def value(position):
        if position not in worth:
            found = set()
            for options in lines:
                for option in options(*position):
                    total = 0
                    for part in option:
                        total ^= value(part)
                    found.add(total)
            worth[position] = mex(found)
        return worth[position]

    return {position: value(position) for position in itertools.product(*map(range, box))}


@st.composite
def conditions(draw, *names):
    """Conditions of a line, none or one, and what they mean."""
    if draw(st.booleans()):
        return [], lambda *_: True
    i, modulus = draw(st.integers(0, len(names) - 1)), draw(st.integers(2, 4))
    rest = draw(st.integers(0, modulus - 1))
    if draw(st.booleans()):
        return [f"{names[i]} % {modulus} = {rest}"], lambda *p: p[i] % modulus == rest
    return [f"{names[i]} % {modulus} != {rest}"], lambda *p: p[i] % modulus != rest


def line(moves, all_conditions):
    return moves + (" if " + " and ".join(all_conditions) if all_conditions else "")


@st.composite
def heap_lines(draw):
    drawn, holds = draw(conditions("n"))
    c, d = draw(st.integers(1, 4)), draw(st.integers(2, 4))
    taken = sorted(draw(st.sets(st.integers(1, 6), min_size=1, max_size=3)))
    moves, own, options = draw(st.sampled_from([
        (f"g(n - k) for k in {{{', '.join(map(str, taken))}}}", [], lambda n: [(n - k,) for k in taken if k <= n]),
        (f"g(k) for k <= n - {c}", [], lambda n: [(k,) for k in range(n - c + 1)]),
        (f"g(n / {d})", ["n > 0"], lambda n: [(n // d,)] if n > 0 else []),
        (f"g(a) + g(n - {c} - a) for a in 0..n - {c}", [], lambda n: [(a, n - c - a) for a in range(n - c + 1)]),
        (f"g(n - k) for k in {c}..n / {d}", [], lambda n: [(n - k,) for k in range(c, n // d + 1)]),
        ("g(n - k) for k in 1..n", ["n % k = 0"], lambda n: [(n - k,) for k in range(1, n + 1) if n % k == 0]),
    ]))  # fmt: skip
    return line(moves, own + drawn), lambda n: [tuple((part,) for part in to) for to in options(n)] if holds(n) else []


@st.composite
def pair_lines(draw):
    drawn, holds = draw(conditions("a", "b"))
    c = draw(st.integers(1, 3))
    moves, options = draw(st.sampled_from([
        ("h(x, b) for x < a", lambda a, b: [((x, b),) for x in range(a)]),
        (f"h(a, y) for y in 0..b - {c}", lambda a, b: [((a, y),) for y in range(b - c + 1)]),
        ("h(a - k, b - k) for k in 1..min(a, b)", lambda a, b: [((a - k, b - k),) for k in range(1, min(a, b) + 1)]),
        (f"h(a - {c}, min(a, b))", lambda a, b: [((a - c, min(a, b)),)] if a >= c else []),
        (f"h(b - {c}, a)", lambda a, b: [((b - c, a),)] if b >= c else []),
        ("h(a - 1, b) + h(0, b - 1)", lambda a, b: [((a - 1, b), (0, b - 1))] if a and b else []),
    ]))  # fmt: skip
    return line(moves, drawn), lambda a, b: options(a, b) if holds(a, b) else []


def compare(name, coordinates, lines, box):
    text = f"game {name}({coordinates})\n" + "".join(f"  -> {rule}\n" for rule, _ in lines)
    expected = table([options for _, options in lines], box)
    game = grundy.rules(text)[name]
    values = game.table(**{c: range(size) for c, size in zip(coordinates.split(", "), box)}).values
    assert {position: int(values[position]) for position in expected} == expected, text
    points = numpy.array(list(expected))
    assert game.values(points).tolist() == list(expected.values()), text
    return text, expected


@hypothesis.given(st.lists(heap_lines(), min_size=1, max_size=3, unique_by=lambda drawn: drawn[0]))
def test_rules_of_one_coordinate(lines):
    text, expected = compare("g", "n", lines, (40,))

    @grundy.game
    def written(n):
        for _, options in lines:
            for option in options(n):
                yield grundy.parts(*(part for (part,) in option))

    assert [written(n).value for n in range(40)] == list(expected.values()), text


@hypothesis.given(st.lists(pair_lines(), min_size=1, max_size=3, unique_by=lambda drawn: drawn[0]))
def test_rules_of_two_coordinates(lines):
    compare("h", "a, b", lines, (9, 9))


@hypothesis.settings(max_examples=10)
@hypothesis.given(st.lists(heap_lines(), min_size=1, max_size=2, unique_by=lambda drawn: drawn[0]), st.integers(20, 60), st.integers(0, 9))
def test_answers_are_those_of_the_program(tmp_path_factory, lines, n, m):
    text = "game g(n)\n" + "".join(f"  -> {rule}\n" for rule, _ in lines)
    path = tmp_path_factory.mktemp("rules") / "g.game"
    path.write_text(text, encoding="utf-8")
    answer = program("solve", f"g({n}) + g({m}) + nim(2)", "--rules", str(path))
    g = grundy.load(str(path)).g
    position = g(n) + g(m) + grundy.star(2)
    assert (position.outcome, str(position.value)) == (answer["outcome"], answer["value"]["text"]), text
