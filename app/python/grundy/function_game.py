"""Games written as Python functions.

>>> import grundy
>>> @grundy.game
... def pins(n):
...     for k in (1, 2):
...         for a in range((n - k) // 2 + 1):
...             yield grundy.parts(a, n - k - a)
>>> [pins(n).value for n in range(12)]
[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
"""

from __future__ import annotations

import functools
import inspect
from collections import Counter
from typing import Any, Callable, Hashable, Iterable, Iterator, Optional, Sequence, Union, overload

from grundy import _core
from grundy import limit as _limits
from grundy.errors import Declined, Diagnostic, InputError, MemoryLimitError, TimeLimitError
from grundy.limit import Memory, Progress, Time
from grundy.position import Position, Sum, counted
from grundy.values import Loopy, Value, add, mex

__all__ = ["FunctionGame", "game", "parts"]


class Parts(tuple[Any, ...]):
    """What one move leads to: several positions, of this game by their key, of others as they are."""

    __slots__ = ()


def parts(*positions: Any) -> Parts:
    """Several positions, or none, as one option of a function's game."""
    return Parts(positions)


Key = Hashable


class FunctionGame:
    """A game by the function that yields what the moves from a position lead to."""

    def __init__(
        self, options: Callable[..., Iterable[Any]], canonical: Optional[Callable[..., Any]], key: Callable[[Any], str]
    ) -> None:
        self._options = options
        self._canonical = canonical
        self._key = key
        self._values: dict[Key, Value] = {}
        functools.update_wrapper(self, options)
        self.name: str = getattr(options, "__name__", "game")
        self.doc: str = getattr(options, "__doc__", None) or ""
        self.source = ""
        names, takes_any = _arguments(options)
        self.coordinates: tuple[str, ...] = names if len(names) > 1 else ()
        self._arity = len(self.coordinates)  # 0: a position is one argument
        self._spread = self._arity > 0 or takes_any  # a position is a tuple of arguments
        self._canonical_takes = 1 if canonical is None else len(_arguments(canonical)[0])
        self.parameters: tuple[str, ...] = ()

    def _canon(self, position: Any) -> Key:
        if self._arity and not (isinstance(position, tuple) and len(position) == self._arity):
            wanted = ", ".join(self.coordinates)
            raise TypeError(f"a position of {self.name} is ({wanted}), a tuple of {self._arity}, not {position!r}")
        if self._canonical is not None:
            position = self._canonical(*position) if self._canonical_takes > 1 else self._canonical(position)
        self._check_hash(position)
        return position  # type: ignore[no-any-return]

    def _check_hash(self, position: Any) -> None:
        try:
            hash(position)
        except TypeError:
            raise TypeError(
                f"{position!r} is not hashable, and positions of {self.name} have to be: use a tuple or a frozenset"
            ) from None

    def __call__(self, *position: Any) -> Position:
        """The position that the function is called with."""
        if not position:
            raise TypeError(f"a position of {self.name} is missing")
        alone = len(position) == 1 and (self._arity > 0 or not self._spread or isinstance(position[0], tuple))
        return self._at(self._canon(position[0] if alone else position))

    def _at(self, key: Key) -> Position:
        return Position(self, None, (self, key), self._values)

    def write(self, key: Key) -> str:
        if self._arity and self._key is str and isinstance(key, tuple):
            return f"{self.name}({', '.join(map(str, key))})"
        return f"{self.name}({self._key(key)})"

    def _asked(self, key: Key) -> Iterator[Any]:
        """What the function yields for a position."""
        found = self._options(*key) if self._spread else self._options(key)  # type: ignore[misc]
        if found is None:
            raise TypeError(f"{self.write(key)} returned None: did you forget yield?")
        if not hasattr(found, "__iter__"):
            raise TypeError(f"{self.write(key)} returned {found!r}, and not what its moves lead to: yield each of them")
        return iter(found)

    def _moves(self, key: Key) -> Iterator[tuple[Any, ...]]:
        """What the moves lead to: keys of this game, and sums of others."""
        for option in self._asked(key):
            members = option.parts if isinstance(option, Sum) else option if isinstance(option, Parts) else (option,)
            yield tuple(self._own(member) for member in members)

    def _own(self, member: Any) -> Any:
        if isinstance(member, Position) and member._world is self:
            return member._place[1]
        return member if isinstance(member, Sum) else self._canon(member)

    def _find(self, start: Key, packed: _limits.Packed) -> Value:
        """The value, and those of all that play leads to."""
        if start not in self._values:
            with _limits.within(packed):  # for positions of other games
                if not _core.function_value(self, start, packed):
                    find_round(self, start, packed)
        return self._values[start]

    # What the compiled part asks when it walks (function_search.cc).

    _add = staticmethod(add)

    def _member(self, member: Any) -> tuple[Key, Optional[Value]]:
        """A position of this game and None, or any and its value."""
        own = self._own(member)
        return (None, own._value(_limits.packed())) if isinstance(own, Sum) else (own, None)

    def _mex(self, numbers: list[int], others: list[Value]) -> Value:
        """The value of a position with options of these values, of which some are no numbers."""
        rounds = [one for one in others if isinstance(one, Loopy)]
        least: int = mex(numbers)
        # From each ∞(K) the answer goes back to the value, or there is none.
        return least if all(least in one.exits for one in rounds) else Loopy(numbers)

    def _ended(self, what: str, limit: Any, count: int, start: Key, here: Key) -> None:
        """A limit was met: the error says how far play has come."""
        far = f"after {count:,} positions; from {_short(self.write(start))} play has come to {_short(self.write(here))}"
        if what == "time":
            reason = f"not finished within the time limit of {limit:g} s: {far}"
            raise TimeLimitError(f"error: {reason}", [Diagnostic(reason)])
        reason = f"more than the memory limit of {limit:,} bytes: {far}"
        raise MemoryLimitError(f"error: {reason}", [Diagnostic(reason)])

    def values_of(self, positions: Sequence[Position], packed: _limits.Packed) -> list[Value]:
        return [self._find(position._place[1], packed) for position in positions]

    def options_of(
        self, position: Position, limit: int, packed: _limits.Packed
    ) -> tuple[list[tuple[Sum, str]], bool, str]:
        found: dict[Sum, None] = {}
        for option in self._moves(position._place[1]):
            members = [member if isinstance(member, Sum) else self._at(member) for member in option]
            to = members[0] if len(members) == 1 else Sum(members)
            if to not in found:
                if len(found) >= limit:
                    return [(one, "") for one in found], False, ""
                found[to] = None
        return [(one, "") for one in found], True, ""

    def reduce_position(self, position: Position) -> tuple[Any, ...]:
        return (_position, (self, position._place[1]))

    def __reduce__(self) -> Any:
        # A decorated function is found by its name, as other functions are.
        import sys

        module = sys.modules.get(self.__module__)
        name: str = getattr(self, "__qualname__", "")
        if getattr(module, name, None) is self:
            return name
        return (FunctionGame, (self._options, self._canonical, self._key))

    def table(
        self,
        upto: int,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Any:
        """The values of positions with coordinates 0 … upto, of a game whose positions are
        integers."""
        import numpy

        from grundy.table import Table, _narrowest

        packed = _limits.packed(time, memory, threads, progress)
        count = counted(upto, "upto") + 1
        if self._arity:
            shape = (count,) * self._arity
            values = [self._find(self._canon(point), packed) for point in numpy.ndindex(shape)]
            return Table(self, self.name, dict.fromkeys(self.coordinates, range(count)), _narrowest(values).reshape(shape))
        try:
            values = [self._find(self._canon(n), packed) for n in range(count)]
        except TypeError as error:
            raise InputError(f"a table of {self.name} needs positions that are integers: {error}") from error
        return Table(self, self.name, {"n": range(count)}, _narrowest(values))

    def sequence(
        self,
        upto: int,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Any:
        """The values of positions 0 … upto; no period is proved of a function."""
        from grundy.table import Sequence as ValueSequence

        if self._arity:
            raise InputError(f"a sequence is of a game with one coordinate, and {self.name} has {self._arity}")
        return ValueSequence(self.table(upto, time=time, memory=memory, threads=threads, progress=progress), None)

    def __repr__(self) -> str:
        return f"<FunctionGame {self.name}>"


def _arguments(function: Callable[..., Any]) -> tuple[tuple[str, ...], bool]:
    """The names of the arguments that must be given by their places, and whether there is *args,
    which leaves no names."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return (), False
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return (), True
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(one.name for one in parameters if one.kind in by_place and one.default is one.empty), False


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


# A position where play can go round, as a vertex: how often it has each key without a number as its
# value, and the nim-sum of all its parts that have one. A part that is a number may be put in the
# place of its heap, beside ∞(K), too.
_Vertex = tuple[frozenset[tuple[Key, int]], int]


def find_round(game: FunctionGame, start: Key, packed: _limits.Packed) -> None:
    """The values of all that play leads to from a position from where it can go round: numbers and
    ∞(K) (Smith 1966)."""
    import numpy

    values = game._values
    watch = _core.Watch(game, start, packed)
    moves: dict[Key, list[tuple[Counter[Key], int]]] = {}

    def moves_of(key: Key) -> list[tuple[Counter[Key], int]]:
        if key not in moves:
            found = []
            for option in game._moves(key):
                watch.look(len(numbers), key)
                keys: Counter[Key] = Counter()
                nim = 0
                for member in option:
                    value = member._value(packed) if isinstance(member, Sum) else values.get(member)
                    if isinstance(value, int):
                        nim ^= value
                    elif isinstance(member, Sum):
                        reason = f"play of {game.name} can go round, and leads to {member}, whose value is {value}"
                        raise Declined(f"declined: {reason}", [Diagnostic(reason)])
                    else:
                        keys[member] += 1
                found.append((keys, nim))
            moves[key] = found
        return moves[key]

    def options_of(vertex: _Vertex) -> Iterator[_Vertex]:
        keys, nim = Counter(dict(vertex[0])), vertex[1]
        for key in list(keys):
            rest = keys - Counter([key])
            for more, value in moves_of(key):
                watch.look(len(numbers), key)
                yield frozenset((rest + more).items()), nim ^ value
        for value in range(nim):
            yield vertex[0], value

    first: _Vertex = (frozenset([(start, 1)]), 0)
    numbers: dict[_Vertex, int] = {first: 0}
    waiting = [first]
    arcs: list[tuple[int, int]] = []
    while waiting:
        vertex = waiting.pop()
        source = numbers[vertex]
        for option in options_of(vertex):
            if option not in numbers:
                numbers[option] = len(numbers)
                waiting.append(option)
            arcs.append((source, numbers[option]))
    found, infinite, _, _ = _core.graph_values(len(numbers), numpy.array(arcs, numpy.uint32).reshape(-1, 2), packed)
    for (keys, nim), number in numbers.items():
        if nim == 0 and len(keys) == 1:
            ((key, times),) = keys
            if times == 1:
                values[key] = infinite[number] if number in infinite else int(found[number])


def _position(game: FunctionGame, key: Key) -> Position:
    return game._at(key)


@overload
def game(options: Callable[..., Iterable[Any]]) -> FunctionGame: ...


@overload
def game(
    *, canonical: Optional[Callable[..., Any]] = None, key: Callable[[Any], str] = str
) -> Callable[[Callable[..., Iterable[Any]]], FunctionGame]: ...


def game(
    options: Optional[Callable[..., Iterable[Any]]] = None,
    *,
    canonical: Optional[Callable[..., Any]] = None,
    key: Callable[[Any], str] = str,
) -> Union[FunctionGame, Callable[[Callable[..., Iterable[Any]]], FunctionGame]]:
    """Makes a game of a function that takes a position, any hashable object, and yields what each
    move leads to.

    A function of several arguments has tuples as positions: ``def two(a, b)`` yields ``(a - 1,
    b)``. ``canonical`` merges positions that play alike; ``key`` names a position. Play may go
    round. Pure Python costs about 10^6 options a second.

    >>> import grundy
    >>> @grundy.game
    ... def two(a, b):
    ...     yield from ((k, b) for k in range(a))
    ...     yield from ((a, k) for k in range(b))
    >>> two(3, 5).value
    6
    """
    if options is None:
        return lambda function: FunctionGame(function, canonical, key)
    if canonical is not None and not callable(canonical):
        raise TypeError(f"canonical is a function, not {type(canonical).__name__}")
    if not callable(options):
        raise TypeError(f"a game is made of a function, not of {type(options).__name__}")
    return FunctionGame(options, canonical, key)
