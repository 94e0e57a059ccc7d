"""Positions and sums: immutable, picklable, compared and hashed by their parts in any order.

>>> from grundy.games import kayles, nim
>>> position = kayles(10) + nim(3)
>>> position.value, position.outcome
(1, 'N')
>>> for move in position.winning_moves(): print(move)
kayles(10) → kayles(7) + kayles(1)   value 2 → 3
nim(3) → nim(2)   value 3 → 2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator, Literal, Optional, Protocol, Sequence, SupportsIndex

from grundy import limit as _limits
from grundy.errors import Declined, Diagnostic, InputError
from grundy.limit import Memory, Progress, Time
from grundy.values import Value, add, outcome_of

if TYPE_CHECKING:
    from grundy.solution import Comparison, Moves, Reply, Solution
    from grundy.theorem import BoardTheorem

MOST_PARTS = 10**7

Play = Literal["normal", "misere"]


def misere(play: str) -> bool:
    """Whether the last move loses, or the error."""
    if play not in ("normal", "misere"):
        raise InputError(f"play is 'normal' or 'misere', not {play!r}")
    return play == "misere"


class World(Protocol):
    """Where positions live: a session, a graph, a Python function."""

    def values_of(self, positions: Sequence[Position], packed: _limits.Packed) -> list[Value]: ...

    def options_of(
        self, position: Position, limit: int, packed: _limits.Packed
    ) -> tuple[list[tuple[Sum, str]], bool, str]: ...


class Sum:
    """Positions that are played together: a player moves in one of them."""

    __slots__ = ("_parts", "_handle")
    _parts: tuple[Position, ...]
    _handle: Any

    def __init__(self, parts: Iterable[Sum] = ()) -> None:
        flat: list[Position] = []
        for part in parts:
            if not isinstance(part, Sum):
                raise TypeError(f"a sum has positions as parts, not {type(part).__name__}")
            flat.extend(part.parts)
        object.__setattr__(self, "_parts", tuple(flat))
        object.__setattr__(self, "_handle", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change")

    @property
    def parts(self) -> tuple[Position, ...]:
        """The positions, in the order in which they are written."""
        return self._parts

    @property
    def text(self) -> str:
        return " + ".join(part.text for part in self.parts) or "0"

    @property
    def value(self) -> Value:
        """The Grundy value: an int, an Ordinal, a Loopy where play can go round, or Loony."""
        return self._value(_limits.packed())

    def _value(self, packed: _limits.Packed) -> Value:
        total: Value = 0
        for world, parts in by_world(self.parts):
            for value in world.values_of(parts, packed):
                total = add(total, value)
        return total

    @property
    def outcome(self) -> str:
        """Who wins in normal play: "N", the player to move; "P", the other one; "D", neither."""
        try:
            return outcome_of(self.value)
        except Declined:
            return self.solve(moves=1).outcome

    def options(
        self,
        limit: int = 1000,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Moves:
        """At most so many moves, whether they win or not."""
        from grundy.solution import Move, Moves

        packed = _limits.packed(time, memory, threads, progress)
        limit = counted(limit, "limit")
        found: list[Move] = []
        every, words = True, []
        for i, part in enumerate(self.parts):
            listed, whole, in_words = part._world.options_of(part, max(limit - len(found), 0), packed)
            every = every and whole
            if in_words:
                words.append(in_words)
            found.extend(Move(i, part, to, in_words=said) for to, said in listed)
        return Moves(found, every, "; ".join(words), whole=self)

    def winning_moves(
        self,
        limit: int = 16,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Moves:
        """At most so many moves that win in normal play, at least one where there is one."""
        return self.solve(moves=limit, time=time, memory=memory, threads=threads, progress=progress).winning_moves

    def solve(
        self,
        play: Play = "normal",
        moves: int = 16,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Solution:
        """Who wins, the values of the parts, and the winning moves."""
        from grundy.solution import solve

        return solve(self, play, moves, _limits.packed(time, memory, threads, progress))

    def equal(
        self,
        other: Sum,
        play: Play = "normal",
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Comparison:
        """Whether the values are equal; when not, a nim heap that tells the sums apart. In misère
        play: whether a sum of the
        same games tells them apart."""
        from grundy.solution import compare, compare_in_misere

        packed = _limits.packed(time, memory, threads, progress)
        return compare_in_misere(self, other, packed) if misere(play) else compare(self, other, packed)

    def replies(
        self,
        play: Play = "normal",
        limit: int = 1000,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> list[Reply]:
        """Of a lost sum: each move with one that answers it.

        >>> import grundy
        >>> for move, answer in grundy.parse("nim(1) + nim(2) + nim(3)").replies()[:2]: print(move, "/", answer.text)
        nim(1) → nim(0) / nim(3) → nim(2)
        nim(2) → nim(0) / nim(3) → nim(1)
        """
        from grundy.solution import replies

        return replies(self, play, counted(limit, "limit"), _limits.packed(time, memory, threads, progress))

    def prove(
        self,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> BoardTheorem:
        """The value of one position, with a proof and a certificate.

        >>> import grundy
        >>> theorem = grundy.parse("cram(4x4)").prove()
        >>> theorem.value, grundy.check(theorem.certificate).accepted
        (0, True)
        """
        from grundy.session import only_session

        return only_session(self).prove(self, time=time, memory=memory, threads=threads, progress=progress)

    def _repr_svg_(self) -> Optional[str]:
        from grundy.notebook import sum_svg

        return sum_svg(self)

    def remoteness(
        self,
        play: Play = "normal",
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Optional[int]:
        """How many moves play lasts when the winner hurries and the loser delays; None for draws,
        and where play is too long to be looked through.

        >>> from grundy import parse
        >>> parse("nim(3) + nim(2)").remoteness()
        5
        """
        from grundy.session import only_session

        session = only_session(self)
        packed = _limits.packed(time, memory, threads, progress)
        found: Optional[int] = session.core.remoteness(session.handle(self, packed), misere(play), packed)
        return found

    def explain(
        self,
        play: Play = "normal",
        moves: int = 16,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> str:
        """Who wins and why, in words and small tables."""
        from grundy.solution import explain

        return explain(self, play, moves, _limits.packed(time, memory, threads, progress))

    def graph(
        self,
        limit: int = 1000,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Any:
        """All that play can lead to, as a networkx.DiGraph; each node has its ``value``.

        Sums are the same in any order of their parts, and parts in which no move is left are left
        out.

        >>> from grundy.games import kayles
        >>> len(kayles(10).graph())
        56
        """
        import networkx

        packed = _limits.packed(time, memory, threads, progress)
        limit = counted(limit, "limit")
        options: dict[Position, list[Sum]] = {}

        def too_many() -> Declined:
            reason = f"play leads to more than {limit} positions; ask for more by limit="
            return Declined(f"declined: {reason}", [Diagnostic(reason)])

        def options_of(part: Position) -> list[Sum]:
            if part not in options:
                listed, every, _ = part._world.options_of(part, limit + 1, packed)
                if not every:
                    raise too_many()
                options[part] = [to for to, _ in listed]
            return options[part]

        def played(parts: Iterable[Position]) -> Sum:
            going = sorted((part for part in parts if options_of(part)), key=Position._key)
            return going[0] if len(going) == 1 else Sum(going)

        result = networkx.DiGraph()
        first = self if len(self.parts) == 1 else played(self.parts)
        result.add_node(first, value=first._value(packed))
        waiting = [first]
        while waiting:
            here = waiting.pop()
            parts = here.parts
            for i, part in enumerate(parts):
                for to in options_of(part):
                    there = played((*parts[:i], *to.parts, *parts[i + 1 :]))
                    if there not in result:
                        if len(result) >= limit:
                            raise too_many()
                        result.add_node(there, value=there._value(packed))
                        waiting.append(there)
                    result.add_edge(here, there)
        return result

    def genus(
        self,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> str:
        """The genus of the sum, "2^20": the value, and what misère play makes of it beside heaps of
        two."""
        from grundy.session import only_session

        session, packed = only_session(self), _limits.packed(time, memory, threads, progress)
        return session.core.genus(session.handle(self, packed), packed)

    def __add__(self, other: Sum) -> Sum:
        return Sum((self, other)) if isinstance(other, Sum) else NotImplemented

    def __radd__(self, other: object) -> Sum:
        if isinstance(other, int) and other == 0:  # so that sum([…]) adds positions
            return self
        return NotImplemented

    def __mul__(self, times: SupportsIndex) -> Sum:
        if not hasattr(times, "__index__") or isinstance(times, bool):
            return NotImplemented
        count = times.__index__()
        if count < 0:
            raise InputError(f"{count} is no number of positions")
        if count * len(self.parts) > MOST_PARTS:
            reason = f"a sum of more than {MOST_PARTS} parts"
            raise Declined(f"declined: {reason}", [Diagnostic(reason)])
        return Sum([self] * count)

    __rmul__ = __mul__

    def __len__(self) -> int:
        return len(self.parts)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Position]:
        return iter(self.parts)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _key(self) -> tuple[Any, ...]:
        return tuple(sorted(part._key() for part in self.parts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and (self is other or self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return (Sum, (self.parts,))


class Position(Sum):
    """A game and where it stands: a Sum of one part."""

    __slots__ = ("_world", "_text", "_place", "_memo")
    _world: World
    _text: Optional[str]
    _place: Any
    _memo: Optional[dict[Any, Value]]

    def __init__(
        self, world: World, text: Optional[str], place: Any = None, memo: Optional[dict[Any, Value]] = None
    ) -> None:
        put = object.__setattr__
        put(self, "_world", world)
        put(self, "_text", text)
        put(self, "_place", place)
        put(self, "_memo", memo)
        put(self, "_handle", None)

    @property
    def parts(self) -> tuple[Position, ...]:
        return (self,)

    @property
    def text(self) -> str:
        """In the notation of sums: ``"kayles(7)"``."""
        if self._text is None:
            object.__setattr__(self, "_text", self._place[0].write(self._place[1]))
        return str(self._text)

    @property
    def value(self) -> Value:
        """The Grundy value: an int, an Ordinal, a Loopy where play can go round, or Loony."""
        memo = self._memo
        if memo is None:
            return self._world.values_of((self,), _limits.packed())[0]
        try:
            return memo[self._place[1]]
        except KeyError:
            value = self._world.values_of((self,), _limits.packed())[0]
            if len(memo) >= 2**16:
                memo.clear()
            memo[self._place[1]] = value
            return value

    def _key(self) -> tuple[Any, ...]:
        place = getattr(self._world, "_values", None) is not None and self._place is not None
        return (id(self._world), self.text, hash(self._place[1]) if place else 0)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            return self._world is other._world and self._key() == other._key()
        return isinstance(other, Sum) and len(other.parts) == 1 and self == other.parts[0]

    def __hash__(self) -> int:
        return hash((self._key(),))

    def __reduce__(self) -> tuple[Any, ...]:
        return self._world.reduce_position(self)  # type: ignore[attr-defined, no-any-return]


def by_world(parts: Sequence[Position]) -> list[tuple[World, list[Position]]]:
    """The parts of each world, in the order of the worlds' first parts."""
    found: dict[int, tuple[World, list[Position]]] = {}
    for part in parts:
        found.setdefault(id(part._world), (part._world, []))[1].append(part)
    return list(found.values())


def counted(number: SupportsIndex, name: str) -> int:
    """A natural number, or the error."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{name} is a number, not {type(number).__name__}")
    count = number.__index__()
    if not 0 <= count < 2**63:
        raise InputError(f"{name} is a natural number below 2^63, not {count}")
    return count
