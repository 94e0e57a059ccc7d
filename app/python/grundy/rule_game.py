"""Games: called with coordinates they give positions, with parameters other games.

>>> from grundy.games import stones, wythoff
>>> wythoff(3, 5).value, stones(4, 7, K=2).value
(0, Ordinal('ω+3'))
>>> stones.coordinates, stones.parameters
(('b', 's'), ('K',))
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional

from grundy import limit as _limits
from grundy.errors import InputError
from grundy.position import Position, counted
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.session import Session
    from grundy.table import Sequence, Table
    from grundy.theorem import Theorem

__all__ = ["CodeGame", "Digit", "Game"]

_HEAD = re.compile(r"game\s+(\w+)\s*(\[[^]]*\])?\s*\(([^)]*)\)([^\n]*)")


class Game:
    """A game of a session. ``g(3, 4)`` is a position, ``g(K=2)`` the game with that parameter."""

    __slots__ = ("_session", "name", "coordinates", "parameters", "doc", "source", "_arity", "_memo")

    def __init__(
        self,
        session: Session,
        name: str,
        coordinates: Optional[tuple[str, ...]],
        parameters: tuple[str, ...],
        doc: str,
        source: str,
    ) -> None:
        self._session = session
        self.name = name
        #: The names of its coordinates; empty for games of lists, boards, sets and graphs.
        self.coordinates: tuple[str, ...] = coordinates or ()
        self.parameters = parameters
        self.doc = doc
        self.source = source
        self._arity = None if coordinates is None else len(coordinates)
        self._memo: dict[Any, Value] = {}

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return self.doc

    def __call__(self, *coordinates: Any, **parameters: Any) -> Any:
        """The position with these coordinates; without any, the game with these parameters."""
        if parameters:
            filled = self._filled(parameters)
            return filled(*coordinates) if coordinates else filled
        for c in coordinates:
            if type(c) is not int or c < 0:
                coordinates = tuple(self._coordinate(one) for one in coordinates)
                break
        if self._arity is not None and len(coordinates) != self._arity:
            count = f"{self._arity} coordinate{'' if self._arity == 1 else 's'} ({', '.join(self.coordinates)})"
            raise TypeError(f"{self.name} has {count}, and {len(coordinates)} came")
        return Position(self._session, None, (self, coordinates), self._memo)

    def _coordinate(self, one: Any) -> Any:
        if isinstance(one, bool):
            raise TypeError(f"a coordinate of {self.name} is a natural number, not {one!r}")
        if hasattr(one, "__index__"):
            number = one.__index__()
            if number < 0:
                raise InputError(f"a coordinate of {self.name} is a natural number, not {number}")
            return number
        if self._arity is None and isinstance(one, (str, list, tuple, set, frozenset, range)):
            return written(one)
        raise TypeError(f"a coordinate of {self.name} is a natural number, not {type(one).__name__}")

    def write(self, coordinates: tuple[Any, ...]) -> str:
        """The position's text."""
        return f"{self.name}({', '.join(map(str, coordinates))})"

    def _filled(self, parameters: Mapping[str, Any]) -> Game:
        for name in parameters:
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                raise TypeError(f"{self.name} has no parameter {name!r} (its parameters: {known})")
        text = ", ".join(f"{name}={written(value)}" for name, value in parameters.items())
        name = f"{self.name.split('[', 1)[0]}[{text}]"
        made = self._session.filled.get(name)
        if made is not None:
            return made
        plain = name
        if self._arity is not None:  # as the program writes it
            zeros = ", ".join("0" for _ in self.coordinates)
            plain = self._session.core.read(f"{name}({zeros})", _limits.packed()).games()[0]
        coordinates = None if self._arity is None else self.coordinates
        game = Game(self._session, plain, coordinates, self.parameters, self.doc, self.source)
        self._session.filled[name] = game
        return game

    def values(self, points: Any, **limits: Any) -> Any:
        """The values of many positions: a k × arity array-like gives an array of k, the narrowest that holds them.

        >>> from grundy.games import kayles
        >>> kayles.values([10, 3, 7])
        array([2, 3, 2], dtype=uint8)
        """
        from grundy.table import values_of_points

        return values_of_points(self, points, _limits.packed(**limits))

    def table(self, upto: Optional[int] = None, **ranges: Any) -> Table:
        """The values of a box: ``upto=N``, or a range for each coordinate, ``a=range(0, 6), b=3``.

        >>> from grundy.games import kayles
        >>> kayles.table(upto=10).values
        array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2], dtype=uint8)
        """
        from grundy.table import table_of

        return table_of(self, upto, ranges)

    def sequence(self, upto: int, checkpoint: Optional[str] = None, **limits: Any) -> Sequence:
        """The values of positions 0 … upto, with the period that they are proved to have.

        >>> import grundy
        >>> octal = grundy.octal("0.15").sequence(40)
        >>> octal.period, octal.preperiod, octal.values[:8].tolist()
        (10, 1, [0, 1, 1, 0, 1, 1, 2, 2])
        """
        from grundy.table import sequence_of

        return sequence_of(self, counted(upto, "upto"), checkpoint, _limits.packed(**limits))

    def prove(
        self,
        upto: Optional[int] = None,
        formula: Optional[str] = None,
        checkpoint: Optional[str] = None,
        **limits: Any,
    ) -> Theorem:
        """The strongest law that is found and proved; with a formula, whether that is one."""
        from grundy.theorem import prove

        upto = None if upto is None else counted(upto, "upto")
        return prove(self, upto, formula, checkpoint, _limits.packed(**limits))

    def quotient(self, upto: Optional[int] = None, **limits: Any) -> Any:
        """The misère quotient, as the program's JSON object."""
        words = [] if upto is None else ["--upto", str(counted(upto, "upto"))]
        return self._session.command(["quotient", self.name, *words], **limits)

    def count(self, *words: str, **limits: Any) -> Any:
        """How many positions have a value: ``wythoff.count("--upto", "100", "--where", "value = 0")``."""
        return self._session.command(["count", self.name, *words], **limits)

    @property
    def signature(self) -> str:
        inner = ", ".join(self.coordinates) if self._arity is not None else "…"
        return f"{self.name}({inner})"

    def __repr__(self) -> str:
        return f"<Game {self.signature}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._session is other._session and self.name == other.name

    def __hash__(self) -> int:
        return hash((id(self._session), self.name))

    def __reduce__(self) -> tuple[Any, ...]:
        from grundy.session import restored_game

        return (restored_game, (self._session.source_of(self.name), self.name))


class Digit(NamedTuple):
    """A digit of a take-and-break code: so many tokens are taken, with what is left as ``words`` say."""

    digit: str
    taken: int
    words: str


class CodeGame(Game):
    """A take-and-break game by its code."""

    __slots__ = ("code", "_data")

    def __init__(self, session: Session, name: str, code: str) -> None:
        self._data = session.command(["code", code])
        #: The code as it was written.
        self.code = code
        super().__init__(session, name, ("n",), (), f"The take-and-break game {self._data['code']}.", "")

    @property
    def normal(self) -> str:
        """The code in standard form."""
        return str(self._data["code"])

    @property
    def digits(self) -> list[Digit]:
        return [Digit(one["digit"], one["taken"], one["words"]) for one in self._data["digits"]]

    def moves(self, heap: int, limit: int = 1000) -> list[tuple[int, ...]]:
        """What a heap can become, as heap sizes.

        >>> import grundy
        >>> grundy.code("0.137").moves(6)
        [(4,), (3,), (1, 2)]
        """
        words = ["code", self.code, "--heap", str(counted(heap, "heap")), "--moves", str(counted(limit, "limit"))]
        return [tuple(heaps) for heaps in self._session.command(words)["moves"]]

    def __reduce__(self) -> tuple[Any, ...]:
        from grundy.session import restored_code

        return (restored_code, (self.name, self.code))


def written(value: Any) -> str:
    """A parameter or an argument in the notation of rules: a number, a list, a set, or a text as it is."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        raise TypeError("a parameter is a number, a set or a text, not a bool")
    if hasattr(value, "__index__"):
        return str(value.__index__())
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(map(written, sorted(value))) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(written, value)) + ")"
    if isinstance(value, (list, range)):
        return "[" + ", ".join(map(written, value)) + "]"
    raise TypeError(f"a parameter is a number, a set or a text, not {type(value).__name__}")


def shape_of(name: str, signature: str, rules: str) -> tuple[Optional[tuple[str, ...]], tuple[str, ...]]:
    """The names of the coordinates (None where they are no numbers), and of the parameters."""
    for head in _HEAD.finditer(rules):
        if head[1] != name:
            continue
        parameters = tuple(re.findall(r"(\w+)\s*(?:=[^,\]]*)?(?:,|\])", head[2] or ""))
        inner = [part.strip() for part in head[3].split(",")]
        if all(re.fullmatch(r"\w+", part) for part in inner) and not re.match(r"\s*on\b", head[4]):
            return tuple(inner), parameters
        return None, parameters
    brackets = re.match(r"\w+\[([^]]*)\]", signature)
    names = brackets[1].split(",") if brackets else []
    return None, tuple(part.split("=")[0].strip() for part in names)


