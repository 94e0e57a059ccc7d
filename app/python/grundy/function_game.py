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
import time as _time
from typing import Any, Callable, Hashable, Iterable, Iterator, Optional, Sequence, Union, overload

from grundy import limit as _limits
from grundy.errors import Diagnostic, InputError, TimeLimitError, loop_error
from grundy.position import Position, Sum, counted
from grundy.values import Value, add, mex

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
        self, options: Callable[..., Iterable[Any]], canonical: Optional[Callable[[Any], Any]], key: Callable[[Any], str]
    ) -> None:
        self._options = options
        self._canonical = canonical
        self._key = key
        self._values: dict[Key, Value] = {}
        functools.update_wrapper(self, options)
        self.name: str = getattr(options, "__name__", "game")
        self.doc: str = getattr(options, "__doc__", None) or ""
        self.source = ""
        self.coordinates: tuple[str, ...] = ()
        self.parameters: tuple[str, ...] = ()

    def _canon(self, position: Any) -> Key:
        if self._canonical is not None:
            position = self._canonical(position)
        try:
            hash(position)
        except TypeError:
            raise TypeError(
                f"{position!r} is not hashable, and positions of {self.name} have to be: use a tuple or a frozenset"
            ) from None
        return position  # type: ignore[no-any-return]

    def __call__(self, *position: Any) -> Position:
        if not position:
            raise TypeError(f"a position of {self.name} is missing")
        return self._at(self._canon(position[0] if len(position) == 1 else position))

    def _at(self, key: Key) -> Position:
        return Position(self, None, (self, key), self._values)

    def write(self, key: Key) -> str:
        return f"{self.name}({self._key(key)})"

    def _moves(self, key: Key) -> Iterator[tuple[Any, ...]]:
        """What the moves lead to: keys of this game, and sums of others."""
        for option in self._options(key):
            members = option if isinstance(option, Parts) else (option,)
            yield tuple(self._own(member) for member in members)

    def _own(self, member: Any) -> Any:
        if isinstance(member, Position) and member._world is self:
            return member._place[1]
        return member if isinstance(member, Sum) else self._canon(member)

    def _find(self, start: Key, packed: _limits.Packed) -> Value:
        """The value, by a walk with a stack of its own."""
        values = self._values
        if start in values:
            return values[start]
        seconds, _, _, progress = packed
        begun = told = _time.monotonic()
        open_keys: dict[Key, None] = {}
        stack: list[tuple[Key, list[tuple[Any, ...]], int, int]] = []

        def enter(key: Key) -> None:
            open_keys[key] = None
            stack.append((key, list(self._moves(key)), 0, 0))

        enter(start)
        steps = 0
        while stack:
            key, moves, i, j = stack.pop()
            missing: Any = None
            found = False
            while i < len(moves):
                option = moves[i]
                while j < len(option):
                    part = option[j]
                    if not isinstance(part, Sum) and part not in values:
                        missing, found = part, True
                        break
                    j += 1
                if found:
                    break
                i, j = i + 1, 0
            if found:
                if missing in open_keys:
                    around = list(open_keys)
                    cycle = around[around.index(missing) :]
                    raise loop_error([self.write(one) for one in cycle], cycle)
                stack.append((key, moves, i, j))
                enter(missing)
                steps += 1
                if steps % 256 == 0:
                    now = _time.monotonic()
                    if seconds and now - begun > seconds:
                        reason = f"not finished within the time limit of {seconds:g} s"
                        raise TimeLimitError(f"error: {reason}", [Diagnostic(reason)])
                    if progress is not None and now - told > 0.1:
                        told = now
                        progress("positions", len(values), 0)
                continue
            values[key] = self._worth(moves, packed)
            del open_keys[key]
        return values[start]

    def _worth(self, moves: list[tuple[Any, ...]], packed: _limits.Packed) -> Value:
        values = self._values
        seen: set[Value] = set()
        for option in moves:
            total: Value = 0
            for part in option:
                value = part._value(packed) if isinstance(part, Sum) else values[part]
                total = total ^ value if type(total) is int and type(value) is int else add(total, value)
            seen.add(total)
        least: Value = mex(seen)
        return least

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

    def table(self, upto: int, **limits: Any) -> Any:
        """The values of positions 0 … upto, of a game whose positions are integers."""
        from grundy.table import Table, _narrowest

        packed = _limits.packed(**limits)
        count = counted(upto, "upto") + 1
        try:
            values = [self._find(self._canon(n), packed) for n in range(count)]
        except TypeError as error:
            raise InputError(f"a table of {self.name} needs positions that are integers: {error}") from error
        return Table(self, self.name, {"n": range(count)}, _narrowest(values), "a function")

    def sequence(self, upto: int, **limits: Any) -> Any:
        """The values of positions 0 … upto; no period is proved of a function."""
        from grundy.table import Sequence as ValueSequence

        return ValueSequence(self, self.table(upto, **limits).values, None)

    def __repr__(self) -> str:
        return f"<FunctionGame {self.name}>"


def _position(game: FunctionGame, key: Key) -> Position:
    return game._at(key)


@overload
def game(options: Callable[..., Iterable[Any]]) -> FunctionGame: ...


@overload
def game(
    *, canonical: Optional[Callable[[Any], Any]] = None, key: Callable[[Any], str] = str
) -> Callable[[Callable[..., Iterable[Any]]], FunctionGame]: ...


def game(
    options: Optional[Callable[..., Iterable[Any]]] = None,
    *,
    canonical: Optional[Callable[[Any], Any]] = None,
    key: Callable[[Any], str] = str,
) -> Union[FunctionGame, Callable[[Callable[..., Iterable[Any]]], FunctionGame]]:
    """Makes a game of a function that takes a position, any hashable object, and yields what each move leads to.

    ``canonical`` merges positions that play alike; ``key`` names a position. Pure Python costs about 10^6 options a
    second.
    """
    if options is None:
        return lambda function: FunctionGame(function, canonical, key)
    if not callable(options):
        raise TypeError(f"a game is made of a function, not of {type(options).__name__}")
    return FunctionGame(options, canonical, key)
