"""Tables and sequences of values as numpy arrays.

>>> from grundy.games import wythoff
>>> table = wythoff.table(a=range(0, 3), b=range(0, 4))
>>> table.values
array([[0, 1, 2, 3],
       [1, 2, 0, 4],
       [2, 0, 1, 5]], dtype=uint8)
>>> table[2, 3]
5
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Literal, Mapping, Optional, Union

import numpy

from grundy import _core
from grundy import limit as _limits
from grundy.errors import Declined, InputError, TimeLimitError
from grundy.limit import Memory, Progress, Time
from grundy.position import counted
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.rule_game import Game

__all__ = ["Sequence", "Table", "open_table"]

Format = Literal["text", "csv", "json", "latex", "svg", "bfile"]
FileFormat = Literal["packed", "npy"]
Cells = Literal["value", "outcome", "genus", "remoteness", "suspense"]
_CELLS: tuple[str, ...] = ("value", "outcome", "genus", "remoteness", "suspense")
_TEXTS: tuple[str, ...] = ("text", "csv", "json", "latex", "svg", "bfile")
_MOST_DRAWN = 10**6
_MOST_READ = 10**5


class Table:
    """The values of a box. ``values`` is an array with an axis for each coordinate, the narrowest
    of uint8, uint16 and uint32; an array of objects where a value is infinite. ``kind`` is "value",
    "outcome", "genus", "remoteness" or "suspense", and ``play`` "normal" or "misere". Outcomes are
    letters: "P" and "N", "D" for a draw, and "L" or "R" where Left
    or Right wins whoever begins."""

    def __init__(
        self,
        game: Any,
        name: str,
        axes: Mapping[str, range],
        values: Any,
        found: Any = None,
        kind: str = "value",
        play: str = "normal",
    ) -> None:
        self.game = game
        self.name = name
        #: The range of each coordinate, by name.
        self.axes: dict[str, range] = dict(axes)
        self.values: numpy.ndarray[Any, Any] = values
        self.kind = kind
        self.play = play
        self._found: Optional[_core.Table] = found

    @property
    def engine(self) -> str:
        """What found the values."""
        return "" if self._found is None else self._found.engine

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        return numpy.asarray(self.values, dtype)

    def __getitem__(self, at: Any) -> Any:
        """The value at these coordinates; with slices of coordinates, the table of that part.

        >>> from grundy.games import wythoff
        >>> table = wythoff.table(upto=5)
        >>> table[3, 5], table[1:3, 4].values, table[2].axes
        (0, array([5, 3], dtype=uint8), {'b': range(0, 6)})
        """
        place = at if isinstance(at, tuple) else (at,)
        if len(place) > len(self.axes):
            raise TypeError(f"{self.name} has {len(self.axes)} coordinates, and {len(place)} came")
        index: list[Any] = []
        axes: dict[str, range] = {}
        for i, (name, axis) in enumerate(self.axes.items()):
            one = place[i] if i < len(place) else slice(None)
            if isinstance(one, slice):
                axes[name] = _part(axis, one, name)
                index.append(slice(axes[name].start - axis.start, axes[name].stop - axis.start))
                continue
            number = counted(one, name)
            if number not in axis:
                raise IndexError(f"{name} = {number} is outside of the table: {axis.start}..{axis.stop - 1}")
            index.append(number - axis.start)
        value = self.values[tuple(index)]
        if axes:
            game = None if len(axes) < len(self.axes) else self.game
            return Table(game, self.name, axes, value, None, self.kind, self.play)
        return _plain(value)

    def where(
        self,
        condition: str,
        up_to_symmetry: bool = False,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> list[tuple[int, ...]]:
        """The positions of the table for which a condition holds, on value or outcome and
        coordinates.

        >>> from grundy.games import wythoff
        >>> wythoff.table(upto=10).where("value = 0 and a <= b")
        [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
        """
        if not isinstance(condition, str):
            raise TypeError(f"a condition is a text such as 'value = 0', not {type(condition).__name__}")
        packed = _limits.packed(time, memory, threads, progress)
        table = self._engine_table(packed) if self.kind in ("value", "outcome") else None
        if table is None:
            raise InputError("where() is for values or outcomes of a game with rules")
        found: list[tuple[int, ...]] = self.game._session.core.positions_where(table, condition, up_to_symmetry, packed)
        return found

    def __len__(self) -> int:
        return len(self.values)

    @property
    def box(self) -> str:
        """As the program writes it: ``"a=0..5,b=0..20"``."""
        return ",".join(f"{name}={axis.start}..{axis.stop - 1}" for name, axis in self.axes.items())

    def to_frame(self) -> Any:
        """A pandas.DataFrame: two coordinates as index and columns, else a row for each position."""
        import pandas

        names = list(self.axes)
        if len(names) == 2:
            rows, columns = (pandas.Index(self.axes[name], name=name) for name in names)
            return pandas.DataFrame(self.values, index=rows, columns=columns)
        if len(names) == 1:
            return pandas.DataFrame({self.kind: self.values}, index=pandas.Index(self.axes[names[0]], name=names[0]))
        index = pandas.MultiIndex.from_product([self.axes[name] for name in names], names=names)
        return pandas.DataFrame({self.kind: self.values.reshape(-1)}, index=index)

    def text(
        self,
        format: Format = "text",
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> str:
        """As `grundy table --format` writes it: text, csv, json, latex, svg or bfile."""
        if format not in _TEXTS:
            raise InputError(f"a table is written as {', '.join(_TEXTS)}, not {format!r}")
        table = self._engine_table(_limits.packed(time, memory, threads, progress))
        if table is not None:
            return str(table.written(format))
        rows = zip(numpy.ndindex(self.values.shape), self.values.reshape(-1))
        places = [([axis.start + i for axis, i in zip(self.axes.values(), index)], value) for index, value in rows]
        if format == "csv":
            lines = [",".join([*self.axes, self.kind])] + [",".join(map(str, [*place, value])) for place, value in places]
        elif format == "bfile" and len(self.axes) == 1:
            lines = [f"{place[0]} {value}" for place, value in places]
        elif format == "text":
            lines = [repr(self), str(self.values)]
        else:
            raise InputError(f"a table without rules of its game is written as text, csv or bfile, not {format}")
        return "\n".join(lines) + "\n"

    def _engine_table(self, packed: _limits.Packed) -> Optional[_core.Table]:
        """The table as the engine has it; none of a game without an engine."""
        if self._found is None and self.game is not None and hasattr(self.game, "_session"):
            self._found = _ask(self.game, self.axes, self.kind, self.play, packed)
        return self._found

    def save(
        self,
        path: Union[str, os.PathLike[str]],
        format: Union[None, Format, FileFormat] = None,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> None:
        """Writes a file. The format is told by the file's name unless it is given: ``.table`` is
        packed, which has all
        positions from 0 on, and a name such as ``b002186.txt`` is a b-file of the OEIS."""
        path = os.fspath(path)
        kinds = {"txt": "text", "tex": "latex", "b": "bfile", "table": "packed"}
        ending = path.rsplit(".", 1)[-1]
        told = "bfile" if re.fullmatch(r"b\d{6}\.txt", os.path.basename(path)) else kinds.get(ending, ending)
        wanted = format or told
        if wanted not in (*_TEXTS, "packed", "npy"):
            raise InputError(f"a table is saved as {', '.join(_TEXTS)}, packed or npy, not {wanted!r}")
        if wanted == "npy":
            numpy.save(path, self.values, allow_pickle=False)
        elif wanted == "packed":
            if self.kind != "value":
                raise InputError("a packed table has values of normal play; save this one as csv or npy")
            packed = _limits.packed(time, memory, threads, progress)
            self.game._session.core.table_to_file(self.name, _ends_of(self.axes), path, packed)
        else:
            text = self.text(wanted, time=time, memory=memory, threads=threads, progress=progress)  # type: ignore[arg-type]
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def _repr_svg_(self) -> Optional[str]:
        shown = [name for name, axis in self.axes.items() if len(axis) > 1]
        if self.values.size > _MOST_DRAWN or len(shown) > 2 or self.kind == "genus":
            return None
        return None if self._engine_table(_limits.packed()) is None else self.text("svg")

    def _repr_html_(self) -> Optional[str]:
        if self._repr_svg_() is not None:
            return None
        corner = self.values[tuple(slice(0, 10) for _ in self.axes)]
        shown = "the corner:" if self.values.size > corner.size else ""
        return f"<p>{self.name}, {self.values.size} positions{'; ' * bool(shown)}{shown}</p><pre>{corner}</pre>"

    def __str__(self) -> str:
        """As the program writes it, where it is not too large to be read."""
        return self.text().rstrip("\n") if self.values.size <= _MOST_READ else f"{self!r}\n{self.values}"

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_found": None}

    def __repr__(self) -> str:
        return f"<Table of {self.name}: {self.box}>"


def axes_of(game: Game, upto: Optional[int], given: dict[str, Any]) -> dict[str, range]:
    """A range for each coordinate; takes what is given out of the dict, but for limits."""
    coordinates = game.coordinates
    if not coordinates:
        raise InputError(f"positions of {game.name} are no numbers, so that there is no table of them")
    for name in given:
        if name not in coordinates and name not in _limits.NAMES:
            raise TypeError(f"{game.name} has no coordinate {name!r}; it has {', '.join(coordinates)}")
    axes: dict[str, range] = {}
    for name in coordinates:
        if name in given:
            axes[name] = _axis(name, given.pop(name))
        elif upto is not None:
            axes[name] = range(counted(upto, "upto") + 1)
        else:
            raise TypeError(f"the range of {name} is missing: upto=20, or {name}=range(0, 21)")
    return axes


def box_of(game: Game, upto: Optional[int], given: dict[str, Any]) -> tuple[list[tuple[int, int]], _limits.Packed]:
    """The first and the last number of each coordinate, and the limits."""
    axes = axes_of(game, upto, given)
    return _ends_of(axes), _limits.packed(**given)


def _ends_of(axes: Mapping[str, range]) -> list[tuple[int, int]]:
    return [(axis.start, axis.stop - 1) for axis in axes.values()]


def _ask(game: Game, axes: Mapping[str, range], kind: str, play: str, packed: _limits.Packed) -> _core.Table:
    """The engine's table of this kind."""
    return game._session.core.table(game.name, _ends_of(axes), kind, play == "misere", packed)


def _plain(value: Any) -> Any:
    """A number or a text of numpy's as Python's own."""
    return value.item() if isinstance(value, numpy.generic) else value


def table_of(
    game: Game, upto: Optional[int], given: dict[str, Any], play: str = "normal", what: Cells = "value"
) -> Table:
    if what not in _CELLS:
        raise InputError(f"a table has {', '.join(_CELLS)}, not {what!r}")
    axes = axes_of(game, upto, given)
    table = _ask(game, axes, what, play, _limits.packed(**given))
    cells = numpy.array(table.cells()) if table.what in ("outcome", "genus") else table.values()
    return Table(game, game.name, axes, cells.reshape([len(axis) for axis in axes.values()]), table, table.what, play)


def _part(axis: range, part: slice, name: str) -> range:
    """The coordinates of a slice, which is of coordinates, not of places."""
    if part.step not in (None, 1):
        raise InputError(f"a part of a table has each {name}, without steps")
    first = axis.start if part.start is None else max(counted(part.start, name), axis.start)
    stop = axis.stop if part.stop is None else min(counted(part.stop, name), axis.stop)
    if first >= stop:
        raise IndexError(f"no {name} of {axis.start}..{axis.stop - 1} is in {part.start}:{part.stop}")
    return range(first, stop)


def _axis(name: str, given: Any) -> range:
    if isinstance(given, tuple) and len(given) == 2:
        given = range(counted(given[0], name), counted(given[1], name) + 1)
    if not isinstance(given, range):
        return range(counted(given, name), counted(given, name) + 1)
    if given.step != 1 or not given or given.start < 0:
        raise InputError(f"the range of {name} has natural numbers, each one more than the last, not {given}")
    return given


def values_of_points(game: Game, points: Any, packed: _limits.Packed) -> Any:
    array = numpy.asarray(points)
    arity = len(game.coordinates)
    if arity == 0:
        raise InputError(f"positions of {game.name} are no numbers")
    if array.dtype == object:
        flat = [game(*(row if isinstance(row, (tuple, list, numpy.ndarray)) else (row,))) for row in points]
        return _narrowest([position._value(packed) for position in flat])
    if array.size == 0:
        return numpy.zeros(0, numpy.uint8)
    if not numpy.issubdtype(array.dtype, numpy.integer):
        raise TypeError(f"coordinates are natural numbers, not {array.dtype}")
    if array.ndim == 1 and arity == 1:
        array = array.reshape(-1, 1)
    if array.ndim != 2 or array.shape[1] != arity:
        raise TypeError(f"{game.name} has {arity} coordinates, and an array of shape {array.shape} came")
    low, high = array.min(axis=0), array.max(axis=0)
    if low.min() < 0:
        raise InputError("a coordinate is negative")
    sizes = [int(last) - int(first) + 1 for first, last in zip(low, high)]
    cells = 1
    for size in sizes:
        cells *= size
    if cells <= max(4 * len(array), 10_000):
        box = [(int(first), int(last)) for first, last in zip(low, high)]
        values = game._session.core.table(game.name, box, "value", False, packed).values().reshape(sizes)
        return values[tuple((array - low).T)]
    try:
        return game._session.core.values(game.name, numpy.ascontiguousarray(array, numpy.uint64), packed)
    except Declined as error:  # together they are too much; by themselves some engine may know each
        if isinstance(error, TimeLimitError):
            raise
        return _narrowest([game(*point)._value(packed) for point in array.tolist()])


def _narrowest(values: list[Value]) -> Any:
    if all(isinstance(value, int) and value < 2**32 for value in values):
        largest = max(values, default=0)  # type: ignore[type-var]
        kind = numpy.uint8 if largest < 2**8 else numpy.uint16 if largest < 2**16 else numpy.uint32  # type: ignore
        return numpy.array(values, kind)
    result = numpy.empty(len(values), object)
    for i, value in enumerate(values):
        result[i] = value
    return result


class Sequence:
    """The values of positions 0, 1, …, and the period that is proved, if there is one.

    g(n + period) = g(n) + saltus for n ≥ preperiod; ``exceptions`` are the (n, g(n)) before at
    which that fails backwards.
    """

    def __init__(self, table: Table, law: Optional[tuple[Any, ...]]) -> None:
        self._table = table
        self.game = table.game
        self.values: numpy.ndarray[Any, Any] = table.values
        self.preperiod: Optional[int] = None if law is None else law[0]
        self.period: Optional[int] = None if law is None else law[1]
        self.saltus: Optional[int] = None if law is None else law[2]
        self.exceptions: list[tuple[int, int]] = [] if law is None else [(n, value) for n, value in law[4]]

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        return numpy.asarray(self.values, dtype)

    def __getitem__(self, n: Any) -> Any:
        return _plain(self.values[n])

    def __len__(self) -> int:
        return len(self.values)

    def to_frame(self) -> Any:
        """A pandas.DataFrame with a row for each position."""
        return self._table.to_frame()

    def save(
        self,
        path: Union[str, os.PathLike[str]],
        format: Union[None, Format, FileFormat] = None,
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> None:
        """Writes a file, as Table.save does: ``b002186.txt`` is a b-file of the OEIS."""
        self._table.save(path, format, time=time, memory=memory, threads=threads, progress=progress)

    def _repr_svg_(self) -> Optional[str]:
        return self._table._repr_svg_()

    def __str__(self) -> str:
        return f"{self!r}\n{self._table}"

    def __repr__(self) -> str:
        law = "" if self.period is None else f", period {self.period} from {self.preperiod} on"
        return f"<Sequence of {self._table.name}: {len(self)} values{law}>"


def sequence_of(game: Game, upto: int, checkpoint: Optional[str], packed: _limits.Packed) -> Sequence:
    if len(game.coordinates) != 1:
        raise InputError(f"a sequence is of a game with one coordinate, and {game.name} has {len(game.coordinates)}")
    with _limits.within(packed):
        if checkpoint is not None:
            game._session.command(["sequence", game.name, "--upto", str(upto), "--checkpoint", checkpoint])
        table = table_of(game, upto, {})
    theorem = game._session.core.prove(game.name, upto, None, "", None, None, 1, packed).data()
    proved = theorem["status"] == "proved" and theorem["period"] is not None
    return Sequence(table, theorem["period"] if proved else None)


def open_table(path: Union[str, os.PathLike[str]]) -> Table:
    """Maps a packed table (`grundy table --format packed`, doc/tables.md) without reading it."""
    path = os.fspath(path)
    with open(path, "rb") as file:
        text = file.read(4096).split(b"\0")[0]
    try:
        lines = text.decode().splitlines()
        if lines[0] != "grundy-table 1":
            raise ValueError("another kind of file")
        head = dict(line.split(" ", 1) for line in lines)
        ranges = [part.strip().split("=") for part in head["box"].split(",")]
        axes = {name: _ends(both) for name, both in ranges}
        strides = [int(one) for one in head["stride"].split()]
        first, width = int(head["first"]), int(head["width"])
        cells = numpy.memmap(path, f"<u{width}", "r", int(head["head"]), (int(head["cells"]),))
    except (IndexError, KeyError, UnicodeDecodeError, ValueError) as error:
        raise InputError(f"{path!r} is no packed table: {error}") from None
    if int(head.get("kept", head["cells"])) != int(head["cells"]):
        raise InputError(f"{path!r} is not finished")
    begin = first + sum(stride * axis.start for stride, axis in zip(strides, axes.values()))
    shape = tuple(len(axis) for axis in axes.values())
    values = numpy.lib.stride_tricks.as_strided(
        cells[begin:], shape, tuple(stride * width for stride in strides), writeable=False
    )
    from grundy.session import default_session

    try:
        game: Any = default_session.game(head["game"])
    except InputError:
        game = None
    return Table(game, head["game"], axes, values)


def _ends(both: str) -> range:
    first, _, last = both.partition("..")
    return range(int(first), int(last or first) + 1)


