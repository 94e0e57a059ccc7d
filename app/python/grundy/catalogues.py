"""The catalogue of take-and-break games: an SQLite file that `grundy catalogue run` or
`grundy.sweep` fills.

    c = grundy.catalogue("octal3.sqlite")
    c["0.137"].period
    c.to_frame()
"""

from __future__ import annotations

import os
import re
import sqlite3
from typing import Any, Iterator, Mapping, NamedTuple, Optional, Union
from urllib.parse import quote

from grundy import _core
from grundy.errors import InputError
from grundy.rule_game import Game

__all__ = ["Catalogue", "Entry", "catalogue"]

_ID = 0x67726E64
_COLUMNS = (
    "code same_as status preperiod period saltus repeats rulers exceptions last_exception largest largest_at rares "
    "last_rare upto kernel seconds certificate"
).split()


class Entry(NamedTuple):
    """What is known of one game; the columns are those of doc/catalogue.md."""

    code: str
    same_as: Optional[str]
    status: str
    preperiod: Optional[int]
    period: Optional[int]
    saltus: Optional[int]
    repeats: Optional[str]
    rulers: Optional[str]
    exceptions: Optional[int]
    last_exception: Optional[int]
    largest: int
    largest_at: int
    rares: Optional[int]
    last_rare: Optional[int]
    upto: int
    kernel: str
    seconds: float
    certificate: Optional[str]


class Catalogue(Mapping[str, Entry]):
    """The games of a file, by code, or as ``catalogue[grundy.subtract({1, 2})]``."""

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        self.path = os.fspath(path)
        if not os.path.exists(self.path):
            raise InputError(f"there is no file {self.path!r}")
        try:
            if self._one("PRAGMA application_id")[0] != _ID:
                raise InputError(f"{self.path!r} is no catalogue")
            version = self._one("PRAGMA user_version")[0]
        except sqlite3.DatabaseError:
            raise InputError(f"{self.path!r} is no catalogue") from None
        if version != 2:
            raise InputError(f"{self.path!r} is of version {version}; `grundy catalogue show` brings it to version 2")

    def _all(self, query: str, *values: Any) -> list[Any]:
        connection = sqlite3.connect(f"file:{quote(self.path)}?mode=ro", uri=True)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def _one(self, query: str, *values: Any) -> Any:
        rows = self._all(query, *values)
        return rows[0] if rows else None

    def __getitem__(self, code: Union[str, Game]) -> Entry:
        from grundy.session import code as game

        code = _code_of(code)
        row = self._one(f"SELECT {', '.join(_COLUMNS)} FROM games WHERE code = ?", code)
        if row is None:
            normal = game(code).normal
            row = self._one(f"SELECT {', '.join(_COLUMNS)} FROM games WHERE code = ?", normal)
        if row is None:
            raise KeyError(code)
        return Entry(*row)

    def __iter__(self) -> Iterator[str]:
        return (row[0] for row in self._all("SELECT code FROM games ORDER BY code"))

    def __len__(self) -> int:
        return int(self._one("SELECT count(*) FROM games")[0])

    def certificate(self, code: Union[str, Game]) -> Optional[str]:
        """The certificate of the game's period, if there is one."""
        return self[code].certificate

    def to_frame(self) -> Any:
        """A pandas.DataFrame, a row for each game."""
        import pandas

        names = _COLUMNS[:-1]
        rows = self._all(f"SELECT {', '.join(names)} FROM games ORDER BY code")
        return pandas.DataFrame(rows, columns=names).set_index("code").convert_dtypes()

    def __repr__(self) -> str:
        return f"<Catalogue {self.path!r}: {len(self)} games>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Catalogue, (self.path,))


def _code_of(game: Union[str, Game]) -> str:
    """A code as it is, that of ``octal[0.7]``, that of a subtraction game."""
    written = game if isinstance(game, str) else game.name
    named = re.fullmatch(r"(\w+)\[(.*)\]", written, re.DOTALL)
    if named is None or named[1] in ("octal", "code"):
        return written if named is None else named[2]
    return _core.family_of(f"{written} for k in 1..1")[1][0][1]  # a family of one


def catalogue(path: Union[str, os.PathLike[str]]) -> Catalogue:
    """Opens a catalogue to read."""
    return Catalogue(path)
