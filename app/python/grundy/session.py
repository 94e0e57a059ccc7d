"""Sessions: engines with their memory. The functions of the module use one common session.

>>> import grundy
>>> session = grundy.Session("game thirds(n)\\n  -> thirds(n - k) for k in {1, 2}")
>>> session.parse("thirds(5) + nim(1)").value
3
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import inspect
import os
import re
import warnings
import weakref
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Optional, Sequence, TypeVar, Union, overload

from grundy import _core
from grundy import limit as _limits
from grundy.errors import Declined, Diagnostic, InputError, RuleWarning, StoreWarning
from grundy.limit import Memory, Progress, Time
from grundy.rule_game import CodeGame, Game, shape_of
from grundy.position import Play, Position, Sum
from grundy.values import Value
from grundy import values as _values

if TYPE_CHECKING:
    from grundy.quotient import Quotient
    from grundy.solution import Comparison, Solution
    from grundy.theorem import BoardTheorem, Theorem
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")

R = TypeVar("R")

Source = tuple[tuple[str, str], ...]
Path = Union[str, "os.PathLike[str]"]

_NAMES = re.compile(r"^[ \t]*(?:export[ \t]+)?game[ \t]+(\w+)", re.MULTILINE)


class Session:
    """Its own engine, memory and lock. ``rules`` is the text of a rule file that it knows from the
    beginning.

    ``store`` is a file that keeps what is found of parts of boards, and that what it has is taken
    from; it is made when there is none. Given with a question, it is used from then on. With
    ``conjectures=True`` answers may rest on laws that were tested and not proved, where no other
    way is quick: ``Solution.conjectures`` has them.
    """

    def __init__(self, rules: Optional[str] = None, store: Optional[Path] = None, conjectures: bool = False) -> None:
        self._engine: Optional[_core.Engine] = None
        self._store: Optional[str] = None
        self._conjectures = conjectures
        self._sources: list[tuple[str, str]] = []
        self._games: dict[str, Game] = {}
        self.filled: dict[str, Game] = {}  # with parameters, by name
        if rules is not None:
            self.rules(rules)
        if store is not None:
            self._use_store(store)

    @property
    def core(self) -> _core.Engine:
        """The compiled part; a new one in the child of a fork."""
        if self._engine is None:
            engine = _core.Engine()
            for name, text in self._sources:
                engine.load(name, text, _limits.packed())
            engine.warnings()
            if self._store is not None:
                engine.use_store(self._store, _limits.packed())
            if self._conjectures:
                engine.allow_conjectures()
            self._engine = engine
        return self._engine

    def _use_store(self, store: Path) -> None:
        path = os.path.abspath(os.fspath(store))
        if path == self._store:
            return
        self._store = None  # the one before is left, whatever comes
        self.core.use_store(path, _limits.packed())
        self._store = path
        _with_stores.add(self)
        self._tell_of_store()

    def _tell_of_store(self) -> None:
        """What the user ought to know of it, as warnings; what was found is in the file then."""
        if self._store is None or self._engine is None:
            return
        try:
            self._engine.save_store()
        except InputError as error:
            warnings.warn(StoreWarning(str(error)), stacklevel=4)
        for message, shown in self._engine.warnings():
            warnings.warn(StoreWarning(shown.rstrip("\n")), stacklevel=4)

    def _forked(self) -> None:
        _left.append(self._engine)
        self._engine = None

    # Rules and games.

    def rules(self, text: str, name: str = "rules") -> Rules:
        """The games of a rule file's text."""
        if not isinstance(text, str):
            raise TypeError(f"rules are a text, not {type(text).__name__}")
        core = self.core
        if (name, text) not in self._sources:
            core.load(name, text, _limits.packed())
            self._sources.append((name, text))
            self._games.clear()
            self.filled.clear()
        for message, shown in core.warnings():
            warnings.warn(RuleWarning(shown.rstrip("\n")), stacklevel=3)
        return Rules(self, name, text, [match[1] for match in _NAMES.finditer(text)])

    def load(self, path: Union[str, os.PathLike[str]]) -> Rules:
        """The games of a rule file."""
        with open(path, encoding="utf-8") as file:
            return self.rules(file.read(), os.fspath(path))

    def game(self, name: str) -> Game:
        """The game of this name; parameters may follow in brackets, as in ``"stones[K=2]"``."""
        if name in self._games:
            return self._games[name]
        base = name.split("[", 1)[0]
        if base in ("octal", "code") and "[" in name:
            return CodeGame(self, name, name[len(base) + 1 : -1])
        own, signature, documentation, source = self.core.game(base)
        coordinates, parameters = shape_of(own, signature, source)
        game = Game(self, name, coordinates, parameters, "\n".join(documentation), source)
        self._games[name] = game
        return game

    def game_names(self) -> list[str]:
        return [one[0] for one in self.core.games()]

    def source_of(self, name: str) -> Source:
        """The rule files that a game needs, if it comes with some."""
        base = name.split("[", 1)[0]
        if any(base in _NAMES.findall(text) for _, text in self._sources):
            return tuple(self._sources)
        return ()

    # Positions.

    def parse(self, text: str) -> Sum:
        """Reads a sum in the program's notation.

        >>> import grundy
        >>> grundy.parse("2*kayles(10) + nim(3)").parts
        (kayles(10), kayles(10), nim(3))
        """
        if not isinstance(text, str):
            raise TypeError(f"a sum is read from a text, not from {type(text).__name__}")
        handle = self.core.read(text, _limits.packed())
        return self.sum_of(handle, handle.texts())

    def position(self, text: str) -> Position:
        """The position that is written so; a sum is read by parse."""
        whole = self.parse(text)
        if len(whole) != 1:
            raise InputError(f"{text!r} is a sum of {len(whole)} positions, and not one position")
        return whole.parts[0]

    def written(self, text: str) -> Position:
        """The position that the engine writes so."""
        if text.startswith("*"):
            return Position(stars, text)
        return Position(self, text)

    def sum_of(self, handle: Optional[_core.Sum], texts: Sequence[str]) -> Sum:
        whole = self.written(texts[0]) if len(texts) == 1 else Sum([self.written(text) for text in texts])
        if handle is not None:
            object.__setattr__(whole, "_handle", (self._engine, handle))
        return whole

    def handle(self, whole: Sum, packed: _limits.Packed) -> _core.Sum:
        """The sum as the engine keeps it."""
        core = self.core
        kept = whole._handle
        if kept is not None and kept[0] is core:
            return kept[1]  # type: ignore[no-any-return]
        handle = core.read(whole.text, packed)
        object.__setattr__(whole, "_handle", (core, handle))
        return handle

    def values_of(self, positions: Sequence[Position], packed: _limits.Packed) -> list[Value]:
        if len(positions) == 1:
            return [self.core.value(self.handle(positions[0], packed), packed)]
        found: dict[str, Value] = {}
        for position in positions:
            if position.text not in found:
                found[position.text] = self.core.value(self.handle(position, packed), packed)
        return [found[position.text] for position in positions]

    def options_of(
        self, position: Position, limit: int, packed: _limits.Packed
    ) -> tuple[list[tuple[Sum, str]], bool, str]:
        listed, every, words = self.core.options(self.handle(position, packed), 0, limit, packed)
        return [(self.sum_of(to, texts), said) for _, _, to, texts, _, said in listed], every, words

    def reduce_position(self, position: Position) -> tuple[Any, ...]:
        game = position.text.split("(", 1)[0].split("{", 1)[0]
        return (restored_position, (self.source_of(game), position.text))

    # Questions on texts or sums.

    def _sum(self, sum: Union[str, Sum]) -> Sum:
        if isinstance(sum, Sum):
            return sum
        return self.parse(sum)

    def solve(
        self,
        sum: Union[str, Sum],
        play: Play = "normal",
        moves: int = 16,
        store: Optional[Path] = None,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Solution:
        """Who wins, the values and the winning moves.

        >>> import grundy
        >>> grundy.solve("nim{1, 2, 3}").outcome
        'P'
        """
        with _limits.limits(time, memory, threads, progress), self._keeping(store):
            return self._sum(sum).solve(play, moves)

    def value(
        self,
        sum: Union[str, Sum],
        store: Optional[Path] = None,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Value:
        """The Grundy value: an int, an Ordinal, a Loopy where play can go round, or Loony.

        >>> import grundy
        >>> grundy.value("kayles(10) + *5")
        7
        """
        with _limits.limits(time, memory, threads, progress), self._keeping(store):
            return self._sum(sum).value

    @contextlib.contextmanager
    def _keeping(self, store: Optional[Path]) -> Iterator[None]:
        """With this store, or with the one that is used; what was found is kept at the end, also
        after an error."""
        if store is not None:
            self._use_store(store)
        try:
            yield
        finally:
            self._tell_of_store()

    def equal(
        self,
        a: Union[str, Sum],
        b: Union[str, Sum],
        play: Play = "normal",
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Comparison:
        """Whether two sums have the same value; in misère play, whether a sum of the same games
        tells them apart.

        >>> import grundy
        >>> grundy.equal("kayles(3)", "nim(3)").equal
        True
        """
        with _limits.limits(time, memory, threads, progress):
            return self._sum(a).equal(self._sum(b), play)

    @overload
    def prove(self, what: Sum, **options: Any) -> BoardTheorem: ...

    @overload
    def prove(self, what: Game, **options: Any) -> Union[Theorem, Quotient]: ...

    @overload
    def prove(self, what: str, **options: Any) -> Any: ...

    def prove(self, what: Union[str, Game, Sum], **options: Any) -> Any:
        """A law with its proof: of a game, as Game.prove; of one position, ``"cram(4x4)"``; of
        boards of every length, ``"cram(1xn)"``.

        >>> import grundy
        >>> print(grundy.prove("cram(1xn)").statement)
        The values of cram(1xn) have the period 34 from n = 53 on.
        >>> grundy.prove("cram(4x4)").value
        0
        """
        from grundy.theorem import BoardTheorem, BoardsTheorem, prove

        if isinstance(what, Game):
            return what.prove(**options)
        if not isinstance(what, (str, Sum)):
            raise TypeError(f"a proof is of a game, a position or a text, not of {type(what).__name__}")
        kind = "board" if isinstance(what, Sum) else _core.subject_of(what)
        if kind in ("board", "boards") and not options.keys() <= set(_limits.NAMES):
            name = next(name for name in options if name not in _limits.NAMES)
            raise TypeError(f"prove() of {what} has no argument {name!r}: it is the value that is proved")
        if kind == "board":
            whole = self._sum(what)
            packed = _limits.packed(**options)
            return BoardTheorem(*self.core.prove_board(self.handle(whole, packed), packed))
        text = str(what)
        if kind == "boards":
            return BoardsTheorem(*self.core.prove_boards(text, _limits.packed(**options)))
        if kind == "lists":
            limits = {name: options.pop(name) for name in _limits.NAMES if name in options}
            asked = [options.pop(name, None) for name in ("upto", "formula", "checkpoint", "for_", "where", "effort")]
            if options:
                raise TypeError(f"prove() has no argument {next(iter(options))!r} for {text}")
            upto, formula, checkpoint, for_, where, effort = asked
            return prove(self, text, upto, formula, checkpoint, for_, where, effort or 0, _limits.packed(**limits))
        return self.game(text).prove(**options)

    def command(
        self,
        words: Sequence[str],
        as_json: bool = True,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> Any:
        """What the program answers to a command line: its JSON object, or its text.

        >>> import grundy
        >>> grundy.command(["value", "kayles(10)"])["value"]["text"]
        '2'
        """
        import json

        if isinstance(words, str) or not words or not all(isinstance(word, str) for word in words):
            raise TypeError("a command is a list of words, such as ['value', 'nim(3)']")
        packed = _limits.packed(time, memory, threads, progress)
        json_words = [words[0], "--json", *words[1:]] if as_json else list(words)
        status, out, said = _core.command(["--quiet", *json_words], list(self._sources), packed)
        if status == 0 or (status == 1 and out and '"error"' not in out[:12]):
            return json.loads(out) if as_json else out
        raise error_of(status, out, said)

    def __repr__(self) -> str:
        return f"<Session: {len(self._sources)} rule file{'' if len(self._sources) == 1 else 's'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a Session is not pickled; its positions, games and answers are")


def error_of(status: int, out: str, said: str) -> Exception:
    """The exception for what a command said."""
    import json

    from grundy import errors

    try:
        messages = [one if isinstance(one, str) else one.get("message", "") for one in json.loads(out)["error"]["messages"]]
    except (ValueError, KeyError, TypeError):
        messages = [said.strip() or out.strip() or "no answer"]
    kind = {1: "declined", 2: "input"}.get(status, "internal")
    text = said.strip() or ("declined: " if status == 1 else "error: ") + "; ".join(messages)
    ended = "not finished" in messages[0] or "stopped" in messages[0] or "time limit" in messages[0]
    return errors.make(kind, ended, [(message,) for message in messages], text)


class Rules(Mapping[str, Game]):
    """The games of a rule file: by name as a mapping, and as attributes.

    >>> import grundy
    >>> rules = grundy.rules("game two_or_three(n)\\n  -> two_or_three(n - k) for k in {2, 3}")
    >>> list(rules), rules.two_or_three(7).value
    (['two_or_three'], 1)
    """

    def __init__(self, session: Session, name: str, text: str, names: Sequence[str]) -> None:
        self._session = session
        self._name = name
        self._text = text
        self._names = list(names)

    @property
    def session(self) -> Session:
        return self._session

    def __getitem__(self, name: str) -> Game:
        if name not in self._names:
            raise KeyError(name)
        return self._session.game(name)

    def __getattr__(self, name: str) -> Game:
        if name.startswith("_") or name not in self._names:
            raise AttributeError(f"the rules have no game {name!r}; they have {', '.join(self._names)}")
        return self._session.game(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._names]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<Rules {self._name!r}: {', '.join(self._names)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (rules, (self._text, self._name))


class Stars:
    """Nim heaps *n, n any ordinal: a world of their own, at home in every session."""

    def values_of(self, positions: Sequence[Position], packed: _limits.Packed) -> list[Value]:
        return [star_value(position.text) for position in positions]

    def options_of(
        self, position: Position, limit: int, packed: _limits.Packed
    ) -> tuple[list[tuple[Sum, str]], bool, str]:
        value = star_value(position.text)
        if isinstance(value, int):
            return [(star(n), "") for n in range(min(value, limit))], value <= limit, ""
        return [(star(n), "") for n in range(limit)], False, f"*a with a < {value}"

    def reduce_position(self, position: Position) -> tuple[Any, ...]:
        return (restored_position, ((), position.text))


stars = Stars()


def star_value(text: str) -> Value:
    inner = text[1:].strip("()") or "1"
    return int(inner) if inner.isdigit() else _core.Value.parse(inner).python


def star(value: Value = 1) -> Position:
    """The nim heap of a value: ``star(5)`` is ``*5``.

    >>> import grundy
    >>> (grundy.star(5) + grundy.star(grundy.Ordinal("w"))).value
    Ordinal('ω+5')
    """
    if isinstance(value, bool) or not isinstance(value, (int, _values.Ordinal)):
        raise TypeError(f"a nim heap has a number or an Ordinal, not {type(value).__name__}")
    if isinstance(value, int) and value < 0:
        raise InputError(f"a nim heap has a natural number, not {value}")
    text = str(value) if isinstance(value, int) else f"({value.text.replace('ω', 'w').replace('·', '*')})"
    return Position(stars, "*" + text)


_with_stores: weakref.WeakSet[Session] = weakref.WeakSet()


def _save_stores() -> None:
    for session in list(_with_stores):
        session._tell_of_store()


atexit.register(_save_stores)

_left: list[Optional[_core.Engine]] = []  # of the parent of a fork: kept, and never used
default_session = Session()


def _after_fork() -> None:
    import gc

    for one in gc.get_objects():
        if isinstance(one, Session):
            one._forked()


os.register_at_fork(after_in_child=_after_fork)

_by_source: dict[Source, Session] = {}


def rules(text: str, name: str = "rules") -> Rules:
    """The games of a rule file's text. Names that the common session has already get a session of
    their own."""
    if not isinstance(text, str):
        raise TypeError(f"rules are a text, not {type(text).__name__}")
    source = (name, text)
    if source in default_session._sources:
        return default_session.rules(text, name)
    if (source,) in _by_source:
        return _by_source[(source,)].rules(text, name)
    names = set(_NAMES.findall(text))
    if names & set(default_session.game_names()) or "using" in text:
        session = Session()
        made = session.rules(text, name)
        _by_source[(source,)] = session
        return made
    return default_session.rules(text, name)


def load(path: Union[str, os.PathLike[str]]) -> Rules:
    """The games of a rule file."""
    with open(path, encoding="utf-8") as file:
        return rules(file.read(), os.fspath(path))


def session_for(source: Source) -> Session:
    """The session with these rule files: the common one where it has them."""
    if all(one in default_session._sources for one in source):
        return default_session
    if source in _by_source:
        return _by_source[source]
    names = {name for _, text in source for name in _NAMES.findall(text)}
    if not names & set(default_session.game_names()):
        for name, text in source:
            default_session.rules(text, name)
        return default_session
    session = Session()
    for name, text in source:
        session.rules(text, name)
    _by_source[source] = session
    return session


def restored_position(source: Source, text: str) -> Position:
    return session_for(source).written(text)


def restored_game(source: Source, name: str) -> Game:
    return session_for(source).game(name)


def restored_code(name: str, code: str) -> CodeGame:
    return CodeGame(default_session, name, code)


def only_session(whole: Sum) -> Session:
    """The session of all parts, or an error."""
    from grundy.solution import single

    session = single(whole)
    if session is None:
        reason = "the parts are of different sessions, graphs or functions"
        if len({id(part._world) for part in whole.parts}) == 1:
            reason = "that is asked of games with rules, not of a graph or a Python function"
        raise Declined(f"declined: {reason}", [Diagnostic(reason)])
    return session  # type: ignore[no-any-return]


# The functions of the module, which ask the common session. They are functions of their own, so
# that they can be pickled.


def _of_common_session(method: Callable[Concatenate[Session, P], R]) -> Callable[P, R]:
    """The method of the common session as a function."""

    @functools.wraps(method)
    def function(*arguments: P.args, **options: P.kwargs) -> R:
        return method(default_session, *arguments, **options)

    function.__qualname__ = method.__name__
    signature = inspect.signature(method)
    function.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=list(signature.parameters.values())[1:]
    )
    return function


parse = _of_common_session(Session.parse)
value = _of_common_session(Session.value)
solve = _of_common_session(Session.solve)
equal = _of_common_session(Session.equal)
command = _of_common_session(Session.command)


@overload
def prove(what: Sum, **options: Any) -> BoardTheorem: ...


@overload
def prove(what: Game, **options: Any) -> Union[Theorem, Quotient]: ...


@overload
def prove(what: str, **options: Any) -> Any: ...


def prove(what: Union[str, Game, Sum], **options: Any) -> Any:
    """A law with its proof: of a game, as Game.prove; of one position, ``"cram(4x4)"``; of boards
    of every length, ``"cram(1xn)"``.

    >>> import grundy
    >>> grundy.prove("subtract[{1..k}]", for_="k").law
    Law('n % (k + 1)')
    """
    return default_session.prove(what, **options)


def octal(digits: str) -> CodeGame:
    """The take-and-break game of an octal code.

    >>> import grundy
    >>> grundy.octal("0.137")(9).value
    3
    """
    return _code("octal", digits)


def code(digits: str) -> CodeGame:
    """The take-and-break game of any code, in CGSuite's notation.

    >>> import grundy
    >>> grundy.code("4!.0").digits
    [Digit(digit='4!', taken=0, words='take nothing, leave 2 heaps, all different')]
    """
    return _code("code", digits)


def _code(kind: str, digits: str) -> CodeGame:
    if not isinstance(digits, str):
        raise TypeError(f"a code is a text such as '0.137', not {type(digits).__name__}")
    default_session.core.read(f"{kind}[{digits}](0)", _limits.packed())  # or the error
    return CodeGame(default_session, f"{kind}[{digits}]", digits)


def subtract(numbers: Any) -> Game:
    """The subtraction game of a set.

    >>> import grundy
    >>> grundy.subtract({1, 3, 4}).table(upto=6).values
    array([0, 1, 0, 1, 2, 3, 2], dtype=uint8)
    """
    if not isinstance(numbers, (str, set, frozenset, list, tuple, range)):
        raise TypeError(f"a subtraction game has a set of numbers, not {type(numbers).__name__}")
    numbers = numbers if isinstance(numbers, str) else set(numbers)
    return default_session.game("subtract")._filled({"S": numbers})
