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
from typing import TYPE_CHECKING, Any, Mapping, Optional, Union

import numpy

from grundy import limit as _limits
from grundy.errors import Declined, InputError, TimeLimitError
from grundy.position import counted
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.rule_game import Game

__all__ = ["Sequence", "Table", "open_table"]

_FORMATS = ("text", "csv", "json", "latex", "svg", "bfile", "packed", "npy")
_MOST_DRAWN = 10**6


class Table:
    """The values of a box. ``values`` is an array with an axis for each coordinate, the narrowest of uint8, uint16 and
    uint32; an array of objects where a value is infinite."""

    def __init__(self, game: Any, name: str, axes: Mapping[str, range], values: Any, engine: str = "") -> None:
        self.game = game
        self.name = name
        #: The range of each coordinate, by name.
        self.axes: dict[str, range] = dict(axes)
        self.values: numpy.ndarray[Any, Any] = values
        self.engine = engine

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        return numpy.asarray(self.values, dtype)

    def __getitem__(self, at: Any) -> Any:
        """The value at these coordinates."""
        place = at if isinstance(at, tuple) else (at,)
        if len(place) != len(self.axes):
            raise TypeError(f"{self.name} has {len(self.axes)} coordinates, and {len(place)} came")
        index = []
        for coordinate, (name, axis) in zip(place, self.axes.items()):
            number = counted(coordinate, name)
            if number not in axis:
                raise IndexError(f"{name} = {number} is outside of the table: {axis.start}..{axis.stop - 1}")
            index.append(number - axis.start)
        value = self.values[tuple(index)]
        return int(value) if isinstance(value, numpy.integer) else value

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
            return pandas.DataFrame({"value": self.values}, index=pandas.Index(self.axes[names[0]], name=names[0]))
        index = pandas.MultiIndex.from_product([self.axes[name] for name in names], names=names)
        return pandas.DataFrame({"value": self.values.reshape(-1)}, index=index)

    def text(self, format: str = "text", **limits: Any) -> str:
        """As `grundy table --format` writes it: text, csv, json, latex, svg or bfile."""
        if format not in _FORMATS[:6]:
            raise InputError(f"a table is written as {', '.join(_FORMATS[:6])}, not {format!r}")
        words = ["table", self.name, "--box", self.box, "--format", format]
        return str(self.game._session.command(words, as_json=False, **limits))

    def save(self, path: Union[str, os.PathLike[str]], format: Optional[str] = None, **limits: Any) -> None:
        """Writes a file; the format is told by the file's name unless it is given, ``packed`` for ``.table``."""
        path = os.fspath(path)
        kinds = {"txt": "text", "tex": "latex", "b": "bfile", "table": "packed"}
        ending = path.rsplit(".", 1)[-1]
        format = format or kinds.get(ending, ending)
        if format not in _FORMATS:
            raise InputError(f"a table is saved as {', '.join(_FORMATS)}, not {format!r}")
        if format == "npy":
            numpy.save(path, self.values, allow_pickle=False)
        elif format == "packed":
            box = [(axis.start, axis.stop - 1) for axis in self.axes.values()]
            self.game._session.core.table_to_file(self.name, box, path, _limits.packed(**limits))
        else:
            text = self.text(format, **limits)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def _repr_svg_(self) -> Optional[str]:
        shown = [name for name, axis in self.axes.items() if len(axis) > 1]
        if self.values.size > _MOST_DRAWN or len(shown) > 2:
            return None
        return self.text("svg")

    def _repr_html_(self) -> Optional[str]:
        if self.values.size <= _MOST_DRAWN and self._repr_svg_() is not None:
            return None
        corner = self.values[tuple(slice(0, 10) for _ in self.axes)]
        return f"<p>{self.name}, {self.values.size} positions; the corner:</p><pre>{corner}</pre>"

    def __repr__(self) -> str:
        return f"<Table of {self.name}: {self.box}>"


def table_of(game: Game, upto: Optional[int], given: dict[str, Any]) -> Table:
    coordinates = game.coordinates
    limits = {name: given.pop(name) for name in ("time", "memory", "threads", "progress")
              if name in given and name not in coordinates}
    packed = _limits.packed(**limits)
    if not coordinates:
        raise InputError(f"positions of {game.name} are no numbers, so that there is no table of them")
    for name in given:
        if name not in coordinates:
            raise TypeError(f"{game.name} has no coordinate {name!r}; it has {', '.join(coordinates)}")
    axes: dict[str, range] = {}
    for name in coordinates:
        if name in given:
            axes[name] = _axis(name, given[name])
        elif upto is not None:
            axes[name] = range(counted(upto, "upto") + 1)
        else:
            raise TypeError(f"the range of {name} is missing: upto=20, or {name}=range(0, 21)")
    box = [(axis.start, axis.stop - 1) for axis in axes.values()]
    table = game._session.core.table(game.name, box, packed)
    values = table.values().reshape([len(axis) for axis in axes.values()])
    return Table(game, game.name, axes, values, table.engine)


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
        values = game._session.core.table(game.name, box, packed).values().reshape(sizes)
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

    g(n + period) = g(n) + saltus for n ≥ preperiod; ``exceptions`` are the (n, g(n)) before at which that fails
    backwards.
    """

    def __init__(self, game: Any, values: Any, law: Optional[tuple[Any, ...]]) -> None:
        self.game = game
        self.values: numpy.ndarray[Any, Any] = values
        self.preperiod: Optional[int] = None if law is None else law[0]
        self.period: Optional[int] = None if law is None else law[1]
        self.saltus: Optional[int] = None if law is None else law[2]
        self.exceptions: list[tuple[int, int]] = [] if law is None else [(n, value) for n, value in law[4]]

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        return numpy.asarray(self.values, dtype)

    def __getitem__(self, n: Any) -> Any:
        value = self.values[n]
        return int(value) if isinstance(value, numpy.integer) else value

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        law = "" if self.period is None else f", period {self.period} from {self.preperiod} on"
        return f"<Sequence of {self.game.name}: {len(self)} values{law}>"


def sequence_of(game: Game, upto: int, checkpoint: Optional[str], packed: _limits.Packed) -> Sequence:
    if len(game.coordinates) != 1:
        raise InputError(f"a sequence is of a game with one coordinate, and {game.name} has {len(game.coordinates)}")
    token = _limits._current.set(packed)
    try:
        if checkpoint is not None:
            game._session.command(["sequence", game.name, "--upto", str(upto), "--checkpoint", checkpoint])
        values = table_of(game, upto, {}).values
    finally:
        _limits._current.reset(token)
    theorem = game._session.core.prove(game.name, upto, None, "", packed).data()
    proved = theorem["status"] == "proved" and theorem["period"] is not None
    return Sequence(game, values, theorem["period"] if proved else None)


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
    return Table(game, head["game"], axes, values, "a file")


def _ends(both: str) -> range:
    first, _, last = both.partition("..")
    return range(int(first), int(last or first) + 1)


