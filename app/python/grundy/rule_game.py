"""Games: called with coordinates they give positions, with parameters other games.

>>> from grundy.games import stones, wythoff
>>> wythoff(3, 5).value, stones(4, 7, K=2).value
(0, Ordinal('ω+3'))
>>> stones.coordinates, stones.parameters
(('b', 's'), ('K',))
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any, Iterable, Literal, Mapping, NamedTuple, Optional, Union, overload

from grundy import limit as _limits
from grundy.errors import InputError
from grundy.limit import Memory, Progress, Time
from grundy.position import Play, Position, counted, misere
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.quotient import Quotient
    from grundy.session import Session
    from grundy.table import Cells, Sequence, Table
    from grundy.theorem import Claim, Theorem

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
        if self._arity is None and (hasattr(one, "is_directed") or isinstance(one, Mapping)):
            return graph_text(one, self.source)
        if self._arity is None and isinstance(one, (str, list, tuple, set, frozenset, range)):
            return checked(written(one), self.name)
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

    def values(
        self,
        points: Any,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Any:
        """The values of many positions: a k × arity array-like gives an array of k, the narrowest
        that holds them.

        >>> from grundy.games import kayles
        >>> kayles.values([10, 3, 7])
        array([2, 3, 2], dtype=uint8)
        """
        from grundy.table import values_of_points

        return values_of_points(self, points, _limits.packed(time, memory, threads, progress))

    def table(
        self,
        upto: Optional[int] = None,
        *,
        play: Play = "normal",
        what: Cells = "value",
        genus: bool = False,
        **ranges: Any,
    ) -> Table:
        """The values of a box: ``upto=N``, or a range for each coordinate, ``a=range(0, 6), b=3``.

        In misère play, and where a game has no values: who wins, "P" or "N", which
        ``what="outcome"`` asks for elsewhere. ``genus=True`` asks for the genera of misère play,
        and ``what="remoteness"`` or ``"suspense"`` how many moves play lasts.

        >>> from grundy.games import kayles
        >>> kayles.table(upto=10).values
        array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2], dtype=uint8)
        >>> kayles.table(upto=5, play="misere").values
        array(['N', 'P', 'N', 'N', 'P', 'N'], dtype='<U1')
        """
        from grundy.table import table_of

        if genus and not misere(play):
            raise InputError("genus=True goes with play='misere'")
        return table_of(self, upto, ranges, "misere" if misere(play) else "normal", "genus" if genus else what)

    def sequence(
        self,
        upto: int,
        checkpoint: Optional[str] = None,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Sequence:
        """The values of positions 0 … upto, with the period that they are proved to have.

        >>> import grundy
        >>> octal = grundy.octal("0.15").sequence(40)
        >>> octal.period, octal.preperiod, octal.values[:8].tolist()
        (10, 1, [0, 1, 1, 0, 1, 1, 2, 2])
        """
        from grundy.table import sequence_of

        return sequence_of(self, counted(upto, "upto"), checkpoint, _limits.packed(time, memory, threads, progress))

    @overload
    def prove(
        self,
        upto: Optional[int] = None,
        formula: Optional[str] = None,
        checkpoint: Optional[str] = None,
        *,
        play: Literal["normal"] = "normal",
        for_: Union[None, str, Iterable[str]] = None,
        where: Optional[str] = None,
        effort: Optional[int] = None,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Theorem: ...

    @overload
    def prove(
        self,
        upto: Optional[int] = None,
        *,
        play: Literal["misere"],
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Quotient: ...

    def prove(
        self,
        upto: Optional[int] = None,
        formula: Optional[str] = None,
        checkpoint: Optional[str] = None,
        *,
        play: str = "normal",
        for_: Union[None, str, Iterable[str]] = None,
        where: Optional[str] = None,
        effort: Optional[int] = None,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Union[Theorem, Quotient]:
        """The strongest law that is found and proved; with a formula, whether that is one.

        ``for_`` names parameters for all of whose values it is to hold, ``where`` is a condition on
        the coordinates or on those parameters. ``effort=10`` takes ten times the usual steps before
        the search gives up; without it, a limit of time is used up by ever more of them. In misère
        play the law is the misère quotient.

        >>> from grundy.games import kayles
        >>> kayles.prove().law.period
        12
        >>> kayles.prove(play="misere")
        <Quotient of kayles: order 40, 9 in P, proved>
        """
        from grundy.theorem import prove

        for name, text in (("formula", formula), ("where", where), ("checkpoint", checkpoint)):
            if text is not None and not isinstance(text, str):
                raise TypeError(f"{name} is a text, not {type(text).__name__}")
        if misere(play):
            if any(one is not None for one in (formula, for_, where, checkpoint, effort)):
                raise InputError("a misère quotient goes without formula=, for_=, where=, checkpoint= and effort=")
            return self.quotient(upto, time=time, memory=memory, threads=threads, progress=progress)
        upto = None if upto is None else counted(upto, "upto")
        effort = 0 if effort is None else counted(effort, "effort")
        return prove(self._session, self.name, upto, formula, checkpoint, for_, where, effort, _limits.packed(time, memory, threads, progress))

    def claim(
        self,
        claim: str,
        upto: Optional[int] = None,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Claim:
        """Whether what you say of the values g is true; without a law that settles it, it is tested
        for variables up to ``upto``.

        >>> from grundy.games import kayles
        >>> kayles.claim("g(n + 12) = g(n) for n >= 71")
        <Claim: proved>
        >>> kayles.claim("g(n + 12) = g(n) for n >= 60").counterexample
        {'n': 70}
        """
        from grundy.theorem import judge_claim

        if not isinstance(claim, str):
            raise TypeError(f"claim is a text, not {type(claim).__name__}")
        upto = None if upto is None else counted(upto, "upto")
        return judge_claim(self._session, self.name, claim, upto,
                           _limits.packed(time, memory, threads, progress))

    def quotient(
        self,
        upto: Optional[int] = None,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Quotient:
        """The misère quotient of all heaps, or of heaps up to a bound."""
        from grundy.quotient import quotient

        upto = None if upto is None else counted(upto, "upto")
        return quotient(self._session, self.name, upto, _limits.packed(time, memory, threads, progress))

    def count(
        self,
        upto: Optional[int] = None,
        where: Optional[str] = None,
        *,
        tuples: Optional[int] = None,
        nim_sum: int = 0,
        mod: Optional[int] = None,
        weight: Optional[str] = None,
        **ranges: Any,
    ) -> int:
        """How many positions there are, or meet a condition; with ``tuples=k``: how many tuples of
        k have a nim-sum. With ``weight=``, a term, each position counts as often as it says.

        >>> from grundy.games import kayles, wythoff
        >>> wythoff.count(upto=100, where="value = 0 and a <= b")
        39
        >>> kayles.count(n=range(1, 1001), tuples=5, mod=10**9 + 7)
        466364627
        >>> kayles.count(n=range(1, 101), where="value = 0", weight="100 - n")
        0
        """
        from grundy.table import box_of

        box, packed = box_of(self, upto, ranges)
        if tuples is None and nim_sum != 0:
            raise InputError("nim_sum= goes with tuples=; where='value = 3' counts positions of a value")
        for name, number in (("tuples", tuples), ("nim_sum", nim_sum), ("mod", mod)):
            if number is not None:
                counted(number, name)
        if tuples is None:
            counts = self._session.core.count(self.name, box, where or "", weight or "", packed)
            total: int = sum(counts.values())
            return total if mod is None else total % mod
        found: int = self._session.core.count_tuples(
            self.name, box, where or "", weight or "", tuples, nim_sum, mod, packed
        )
        return found

    def pieces(self, upto: Optional[int] = None, **ranges: Any) -> list[tuple[int, int, Value]]:
        """Where the value of a game of one coordinate is constant: the first position, the last
        one, and the value.

        >>> from grundy.games import kayles
        >>> kayles.pieces(n=range(9, 12))
        [(9, 9, 4), (10, 10, 2), (11, 11, 6)]
        """
        from grundy.table import box_of

        box, packed = box_of(self, upto, ranges)
        if len(box) != 1:
            raise InputError(f"pieces are those of one coordinate, and {self.name} has {len(box)}")
        found: list[tuple[int, int, Value]] = self._session.core.pieces(self.name, box, packed)
        return found

    def histogram(self, upto: Optional[int] = None, where: Optional[str] = None, **ranges: Any) -> dict[Value, int]:
        """How many positions have each value.

        >>> from grundy.games import kayles
        >>> kayles.histogram(upto=10)
        {0: 1, 1: 3, 2: 3, 3: 2, 4: 2}
        """
        from grundy.table import box_of

        box, packed = box_of(self, upto, ranges)
        found: dict[Value, int] = self._session.core.count(self.name, box, where or "", "", packed)
        return found

    @property
    def signature(self) -> str:
        inner = ", ".join(self.coordinates) if self._arity is not None else "…"
        return f"{self.name}({inner})"

    def __repr__(self) -> str:
        return f"<Game {self.signature}>"

    def __str__(self) -> str:
        """What it is, and its rules."""
        return "\n\n".join(part.rstrip("\n") for part in (self.signature, self.doc, self.source) if part)

    def _repr_html_(self) -> str:
        rules = f"<pre>{escape(self.source)}</pre>" if self.source else ""
        return f"<p><b>{escape(self.signature)}</b></p><p>{escape(self.doc)}</p>{rules}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._session is other._session and self.name == other.name

    def __hash__(self) -> int:
        return hash((id(self._session), self.name))

    def __reduce__(self) -> tuple[Any, ...]:
        from grundy.session import restored_game

        return (restored_game, (self._session.source_of(self.name), self.name))


class Digit(NamedTuple):
    """A digit of a take-and-break code: so many tokens are taken, with what is left as ``words``
    say."""

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


def checked(text: str, name: str) -> str:
    """A board or a list as text, which ends within its brackets."""
    depth = 0
    quoted = False
    for letter in text:
        quoted ^= letter == '"'
        if not quoted:
            depth += (letter in "([{") - (letter in ")]}")
        if depth < 0:
            break
    if depth != 0:
        raise InputError(f"a coordinate of {name} is one board or one list, and the brackets of {text!r} do not match")
    return text


def written(value: Any) -> str:
    """A parameter or an argument in the notation of rules: a number, a list, a set, or a text as it
    is."""
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


def graph_text(graph: Any, source: str) -> str:
    """A networkx graph, or a dict of node → nodes, in the notation of boards: ``"{1-2, 2-3;
    1=T}"``, for a game with these rules.

    Nodes that are no positive numbers are numbered from 1. The attribute ``letter`` of a node or an
    edge is its letter.

    >>> from grundy.games import node_kayles
    >>> node_kayles({"a": ["b"], "b": ["c"], "c": []})
    node_kayles({1-2, 2-3})
    """
    arcs = re.search(r"\bon\s+arcs\b", source) is not None
    letters: dict[Any, Any] = {}
    edges: list[tuple[Any, Any, Any]] = []
    if isinstance(graph, Mapping):
        nodes = list(dict.fromkeys([*graph, *(to for targets in graph.values() for to in targets)]))
        edges = [(node, to, None) for node, targets in graph.items() for to in targets]
        if not arcs:  # that of both ends is one edge
            pairs = {frozenset(edge[:2]): edge for edge in reversed(edges)}
            edges = [edge for edge in edges if pairs[frozenset(edge[:2])] is edge]
    else:
        nodes = list(graph.nodes)
        edges = [(a, b, data.get("letter")) for a, b, data in graph.edges(data=True)]
        if graph.is_multigraph() and "with edges" not in source:  # a second edge changes nothing
            edges = list({(a, b): (a, b, letter) for a, b, letter in edges}.values())
        letters = {node: data["letter"] for node, data in graph.nodes(data=True) if "letter" in data}
    numbered = all(type(node) is int and node > 0 for node in nodes)
    number = {node: node if numbered else i + 1 for i, node in enumerate(nodes)}
    joint = ">" if arcs else "-"
    entries = [
        f"{number[a]}{joint}{number[b]}" + ("" if letter is None else f"={letter}") for a, b, letter in edges
    ]
    ends = {end for a, b, _ in edges for end in (a, b)}
    entries += [str(number[node]) for node in nodes if node not in ends]
    marks = [f"{number[node]}={letter}" for node, letter in letters.items()]
    return "{" + ", ".join(entries) + ("; " + ", ".join(marks) if marks else "") + "}"


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


