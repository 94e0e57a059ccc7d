"""Answers about sums: moves, solutions, comparisons, and how they are found where parts live in different worlds."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple, Optional, Sequence, Union, overload

from grundy import limit as _limits
from grundy import notebook
from grundy.errors import Declined, Diagnostic, InputError, LoopError
from grundy.position import Position, Sum, by_world, counted, misere as is_misere
from grundy.values import Loopy, Value, add, outcome_of

__all__ = ["Comparison", "Move", "Moves", "Reply", "Solution"]


class Move:
    """One part becomes a sum: ``part`` is its number from 0, ``position`` what it was, ``to`` what
    it becomes."""

    __slots__ = ("part", "position", "to", "condition", "in_words", "before", "after")

    def __init__(
        self,
        part: int,
        position: Position,
        to: Sum,
        condition: str = "",
        in_words: str = "",
        before: Optional[Value] = None,
        after: Optional[Value] = None,
    ) -> None:
        self.part = part
        self.position = position
        self.to = to
        self.condition = condition
        self.in_words = in_words
        self.before = before
        self.after = after

    @property
    def text(self) -> str:
        return f"{self.position} → {self.to}"

    def result(self, whole: Sum) -> Sum:
        """The whole sum after the move; sums are the same in any order of their parts."""
        parts = whole.parts
        place = self.part
        if place >= len(parts) or parts[place] != self.position:
            if self.position not in parts:
                raise InputError(f"{self.text} is no move of {whole}")
            place = parts.index(self.position)
        return Sum((*parts[:place], self.to, *parts[place + 1 :]))

    def __str__(self) -> str:
        values = "" if self.before is None or self.after is None else f"   value {self.before} → {self.after}"
        condition = f"   ({self.condition})" if self.condition else ""
        return self.text + values + condition + (f"   {self.in_words}" if self.in_words else "")

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def _key(self) -> tuple[Any, ...]:
        return (self.part, self.position, self.to, self.condition)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


SHOWN = 4  # moves in a repr


class Moves(Sequence[Move]):
    """A list of moves. ``all``: none was left out; ``condition``: all of infinitely many in words,
    else empty."""

    def __init__(
        self, moves: Sequence[Move], all: bool = True, condition: str = "", whole: Optional[Sum] = None
    ) -> None:
        self._moves = list(moves)
        self.all = all
        self.condition = condition
        self._whole = whole

    @overload
    def __getitem__(self, i: int) -> Move: ...

    @overload
    def __getitem__(self, i: slice) -> list[Move]: ...

    def __getitem__(self, i: Union[int, slice]) -> Union[Move, list[Move]]:
        return self._moves[i]

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves) and self._moves == other._moves

    def __str__(self) -> str:
        return "\n".join(map(str, self._moves)) + ("" if self.all else "\n…")

    def __repr__(self) -> str:
        shown = [move.text for move in self._moves[:SHOWN]] + ["…"] * (len(self) > SHOWN)
        return f"<Moves: {len(self)}{'' if self.all else ' and more'}{': ' if shown else ''}{'; '.join(shown)}>"

    def _repr_html_(self) -> str:
        return notebook.moves_html(self, self._whole)


class Solution(NamedTuple):
    """Who wins a sum, and by which moves. ``value`` is None in misère play, and where only the
    outcome is known;
    ``conjectures`` are the laws, tested and not proved, on which the answer rests
    (Session(conjectures=True))."""

    sum: Sum
    play: str
    outcome: str
    value: Optional[Value]
    values: tuple[Optional[Value], ...]
    winning_moves: Moves
    engines: tuple[str, ...]
    json: Optional[str] = None
    conjectures: tuple[str, ...] = ()

    def __str__(self) -> str:
        who = {"N": "the player to move wins", "P": "the player to move loses", "D": "neither player can force an end"}
        value = "" if self.value is None else f", value {self.value}"
        return "\n".join([f"{self.sum}: {who[self.outcome]}{value}", *map(str, self.winning_moves)])

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value}"
        return f"<Solution of {self.sum}: {self.outcome}{value}>"

    def _repr_html_(self) -> str:
        return notebook.solution_html(self)


class Reply(NamedTuple):
    """A move of a sum that is lost, and a move that wins against it; None where that is not known."""

    move: Move
    answer: Optional[Move]


class Comparison(NamedTuple):
    """Whether two sums have the same value. When not: a ``separator``, and the ``outcomes`` of both
    sums with it.
    ``values`` is None in misère play."""

    equal: bool
    values: Optional[tuple[Value, Value]]
    separator: Optional[Sum]
    outcomes: Optional[tuple[str, str]]

    def __bool__(self) -> bool:
        return self.equal


def single(whole: Sum) -> Any:
    """The session in which all parts live, or None."""
    from grundy.session import Session, default_session, stars

    worlds = {id(world): world for world, _ in by_world(whole.parts) if world is not stars}
    if not worlds:
        return default_session
    (first, *others) = worlds.values()
    return first if not others and isinstance(first, Session) else None


def solve(whole: Sum, play: str, moves: int, packed: _limits.Packed) -> Solution:
    misere = is_misere(play)
    moves = counted(moves, "moves")
    session = single(whole)
    if session is not None:
        return solved_by(session, whole, misere, moves, packed)
    if misere:
        return played_out(whole, moves, packed)
    values: dict[int, Value] = {}
    for world, parts in by_world(whole.parts):
        values.update((id(part), value) for part, value in zip(parts, world.values_of(parts, packed)))
    each = tuple(values[id(part)] for part in whole.parts)
    total = total_of(each)
    outcome = outcome_of(total)
    found: list[Move] = []
    every = True
    if outcome == "N":
        for i, part in enumerate(whole.parts):
            wanted = total_of(each[:i] + each[i + 1 :]) if isinstance(total, Loopy) else add(total, each[i])
            if isinstance(wanted, Loopy):  # beside ∞(K) no move leads to 0
                continue
            listed, all_listed = moves_to(part, wanted, moves - len(found), packed)
            every = every and all_listed
            found.extend(Move(i, part, to, condition, words, each[i], wanted) for to, condition, words in listed)
    return Solution(whole, "normal", outcome, total, each, Moves(found, every, "", whole), ())


def total_of(values: Sequence[Value]) -> Value:
    """The value of a sum of parts with these values."""
    total: Value = 0
    for value in values:
        total = add(total, value)
    return total


def moves_to(
    part: Position, wanted: Value, most: int, packed: _limits.Packed
) -> tuple[list[tuple[Sum, str, str]], bool]:
    """Moves of one part to options of a value."""
    from grundy.session import Session, star

    world = part._world
    if isinstance(world, Session):
        # Beside a heap of that value exactly these moves win.
        beside = solved_by(world, Sum((part, star(wanted))), False, most + 1, packed)
        mine = [move for move in beside.winning_moves if move.part == 0]
        every = beside.winning_moves.all and len(mine) <= most
        return [(move.to, move.condition, move.in_words) for move in mine[: max(most, 0)]], every
    found = []
    listed, every, _ = world.options_of(part, 10**6, packed)
    for to, words in listed:
        if to._value(packed) == wanted:
            found.append((to, "", words))
    return found[: max(most, 0)], every and len(found) <= most


def solved_by(session: Any, whole: Sum, misere: bool, most: int, packed: _limits.Packed) -> Solution:
    """By the session in which all parts live."""
    data = session.core.solve(session.handle(whole, packed), misere, most, packed)
    total: Optional[Value] = data["value"]
    values = tuple(data["values"])
    found = []
    for part, text, handle, texts, condition, words in data["moves"]:
        before = values[part]
        after = None
        if total is not None and before is not None and not isinstance(total, Loopy) and not isinstance(before, Loopy):
            after = add(total, before)
        found.append(
            Move(part, session.written(text), session.sum_of(handle, texts), condition, words, before, after)
        )
    moves = Moves(found, data["all"], "; ".join(move.condition for move in found if move.condition), whole)
    play = "misere" if misere else "normal"
    return Solution(
        whole,
        play,
        data["outcome"],
        total,
        values,
        moves,
        tuple(data["engines"]),
        data["json"],
        tuple(data["conjectures"]),
    )


MOST_PLAYED = 200_000


def played_out(whole: Sum, most: int, packed: _limits.Packed) -> Solution:
    """Misère play of parts that live in different worlds, by looking at all that play can lead to."""
    lost: dict[frozenset[tuple[Position, int]], bool] = {}

    def place(total: Sum) -> frozenset[tuple[Position, int]]:
        counts: dict[Position, int] = {}
        for part in total.parts:
            counts[part] = counts.get(part, 0) + 1
        return frozenset(counts.items())

    def moves_of(total: Sum) -> list[Move]:
        found: list[Move] = []
        for i, part in enumerate(total.parts):
            listed, every, _ = part._world.options_of(part, MOST_PLAYED, packed)
            if not every:
                reason = f"too many moves to play out: {part}"
                raise Declined(f"declined: {reason}", [Diagnostic(reason)])
            found.extend(Move(i, part, to, "", words) for to, words in listed)
        return found

    open_places: set[frozenset[tuple[Position, int]]] = set()
    stack: list[tuple[Sum, Any, Optional[Iterator[Sum]]]] = [(whole, place(whole), None)]
    while stack:
        total, here, waiting = stack.pop()
        if here in lost:
            continue
        if waiting is None:
            if len(lost) > MOST_PLAYED:
                reason = f"misère play leads to more than {MOST_PLAYED} positions"
                raise Declined(f"declined: {reason}", [Diagnostic(reason)])
            results = [move.result(total) for move in moves_of(total)]
            if not results:
                lost[here] = False
                continue
            open_places.add(here)
            stack.append((total, here, iter(results)))
            for option in results:
                there = place(option)
                if there in open_places and there not in lost:
                    raise LoopError(f"play can return to {option}", (), [option])
                if there not in lost:
                    stack.append((option, there, None))
            continue
        lost[here] = not any(lost[place(option)] for option in waiting)
        open_places.discard(here)
    winning = [move for move in moves_of(whole) if lost[place(move.result(whole))]]
    outcome = "P" if lost[place(whole)] else "N"
    shown = Moves(winning[:most], len(winning) <= most, "", whole)
    return Solution(whole, "misere", outcome, None, (None,) * len(whole), shown, ())


def compare(a: Sum, b: Sum, packed: _limits.Packed) -> Comparison:
    from grundy.session import star

    if not isinstance(b, Sum):
        raise TypeError(f"a sum is compared with a sum, not {type(b).__name__}")
    values = (a._value(packed), b._value(packed))
    if values[0] == values[1]:
        return Comparison(True, values, None, None)
    session = single(Sum((a, b)))
    if session is not None:
        data = session.core.equal(session.handle(a, packed), session.handle(b, packed), packed)
        separator = None if data["witness"] is None else session.parse(data["witness"])
        return Comparison(data["equal"], values, separator, data["outcomes"])
    # One of the values, or an exit of one, tells them apart where any heap does.
    heaps: list[Value] = [value for value in values if not isinstance(value, Loopy)]
    heaps += sorted({heap for value in values if isinstance(value, Loopy) for heap in value.exits})
    for heap in heaps:
        outcomes = (outcome_of(add(values[0], heap)), outcome_of(add(values[1], heap)))
        if outcomes[0] != outcomes[1]:
            return Comparison(False, values, star(heap), outcomes)
    return Comparison(False, values, None, None)


def compare_in_misere(a: Sum, b: Sum, packed: _limits.Packed) -> Comparison:
    from grundy.session import only_session

    if not isinstance(b, Sum):
        raise TypeError(f"a sum is compared with a sum, not {type(b).__name__}")
    session = only_session(Sum((a, b)))
    found = session.core.equal_in_misere(session.handle(a, packed), session.handle(b, packed), packed)
    equal, witness, *outcomes = found
    separator = None if witness is None else session.parse(witness)
    return Comparison(equal, None, separator, None if equal else (outcomes[0], outcomes[1]))


def replies(whole: Sum, play: str, limit: int, packed: _limits.Packed) -> list[Reply]:
    solution = solve(whole, play, 1, packed)
    if solution.outcome != "P":
        raise InputError(f"replies are of a lost position, and the outcome of {whole} is {solution.outcome}")
    with _limits.within(packed):
        moves = whole.options(limit)
    found = []
    for move in moves:
        answers = solve(move.result(whole), play, 1, packed).winning_moves
        found.append(Reply(move, answers[0] if answers else None))
    return found


def explain(whole: Sum, play: str, moves: int, packed: _limits.Packed) -> str:
    misere = is_misere(play)
    session = single(whole)
    if session is not None:
        text: str = session.core.explain(session.handle(whole, packed), misere, counted(moves, "moves"), packed)
        return text
    return str(solve(whole, play, moves, packed))


