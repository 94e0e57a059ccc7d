"""Sweeps: many take-and-break games worked out, here on threads or on a cluster by Dask, into one
catalogue.

    grundy.sweep("octal<=3", file="octal3.sqlite", budget="10m")
    grundy.sweep("octal<=4", file="octal4.sqlite", client=dask.distributed.Client(...))

The next task is always the game on which the least time was spent, four times as far as it is
known. A result comes back as a small catalogue and is merged, which checks its certificates and
first values: a worker that is wrong is refused, and the task is done anew. Ctrl-C keeps what is
known, and the same call goes on.
"""

from __future__ import annotations

import concurrent.futures
import os
import sqlite3
import tempfile
import time as _time
import warnings
from typing import Any, Optional, Sequence, Union

from grundy import _core
from grundy import limit as _limits
from grundy.catalogues import Catalogue
from grundy.errors import Declined, InputError, RuleWarning
from grundy.position import counted
from grundy.session import default_session

__all__ = ["Sweep", "sweep"]

FIRST = 2**12  # values of a game that is not known yet
FURTHER = 4
MOST = 2**40
TRIES = 3


BATCH = 1.0  # seconds of work that are sent away together


def work_out(codes: Sequence[str], values: Sequence[int]) -> bytes:
    """The task: a catalogue of some games, each worked out so far. What it says depends on its
    arguments alone, but for
    the time that it took."""
    with tempfile.TemporaryDirectory(prefix="grundy-") as folder:
        file = os.path.join(folder, "part.sqlite")
        by_bound: dict[int, list[str]] = {}
        for code, count in zip(codes, values):
            by_bound.setdefault(count, []).append(code)
        for count, some in by_bound.items():
            words = ["catalogue", "run", "--codes", " ".join(some), "--upto", str(count - 1), "--file", file]
            default_session.command(words, threads=1)
        with open(file, "rb") as part:
            return part.read()


class Sweep(Catalogue):
    """The catalogue that a sweep filled, which knows the games that were asked for."""

    def __init__(self, path: str, codes: str) -> None:
        super().__init__(path)
        self._codes = codes
        #: The names of a family's numbers: a and b of ``subtract[{1, a, b}] for a in …``.
        self.names, self._games = _core.family_of(codes)

    def to_frame(self) -> Any:
        """A pandas.DataFrame with a row for each game that was asked for: the numbers of a family,
        the game, its period.

        The index of the frame is the code; of a family it counts the rows.
        """
        import pandas

        whole = super().to_frame()
        if not self.names:
            return whole.reindex([code for _, code, _, _ in self._games])
        columns = ["period", "preperiod", "saltus", "code", "status", "exceptions", "largest", "upto", "seconds"]
        found = whole.reindex([code for _, code, _, _ in self._games]).reset_index()[columns]
        for i, name in enumerate(self.names):
            found.insert(i, name, [numbers[i] for _, _, _, numbers in self._games])
        found.insert(len(self.names), "game", [game for game, _, _, _ in self._games])
        return pandas.DataFrame(found)

    def __repr__(self) -> str:
        return f"<Sweep {self._codes!r}: {len(self._games)} games in {self.path!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Sweep, (self.path, self._codes))


class _Game:
    __slots__ = ("code", "seconds", "values", "done", "tries")

    def __init__(self, code: str, values: int) -> None:
        self.code = code
        self.seconds = 0.0
        self.values = values
        self.done = False
        self.tries = 0


class _Sweep:
    def __init__(self, codes: str, file: str, upto: Optional[int], check: str) -> None:
        self.codes = codes
        self.file = file
        self.upto = upto
        self.check = check
        self.mean = BATCH / 64  # seconds of a task for one game, as far as is known
        simplest = dict.fromkeys(simplest for _, _, simplest, _ in _core.family_of(codes)[1])
        self.games = {code: _Game(code, FIRST if upto is None else min(FIRST, upto + 1)) for code in simplest}
        if os.path.exists(file):
            Catalogue(file)  # or the error
            self.note(list(self.games))

    def note(self, codes: list[str]) -> None:
        """Takes down what the file knows of these."""
        connection = sqlite3.connect(self.file)
        try:
            query = "SELECT upto, seconds, status, certificate IS NULL FROM games WHERE code = ?"
            for code in codes:
                row = connection.execute(query, (code,)).fetchone()
                if row is None:
                    continue
                game = self.games[code]
                upto, game.seconds, status, uncertified = row
                bound = MOST if self.upto is None else self.upto
                game.values = min((1 << (upto + 1).bit_length() - 1) * FURTHER, bound + 1)
                game.done = upto >= bound or status == "periodic" and not uncertified
        finally:
            connection.close()

    def next(self, taken: set[str]) -> list[_Game]:
        """The games on which the least time was spent, so many that they take about a second, as
        far as is known."""
        waiting = [game for game in self.games.values() if not game.done and game.code not in taken]
        waiting.sort(key=lambda game: game.seconds)
        batch: list[_Game] = []
        seconds = 0.0
        for game in waiting:
            # Four times as many values take about ten times as long; of a game not known yet the
            # mean is a guess.
            expected = 10 * game.seconds if game.seconds else self.mean
            if batch and seconds + expected > BATCH:
                break
            batch.append(game)
            seconds += expected
        return batch

    def merge(self, games: list[_Game], part: bytes) -> None:
        with tempfile.TemporaryDirectory(prefix="grundy-") as folder:
            path = os.path.join(folder, "part.sqlite")
            with open(path, "wb") as file:
                file.write(part)
            words = ["catalogue", "merge", path, "--file", self.file, "--check", self.check]
            default_session.command(words)
        self.note([game.code for game in games])
        known = [game.seconds for game in self.games.values() if game.seconds]
        self.mean = sum(known) / len(known) if known else self.mean

    def failed(self, games: list[_Game], error: BaseException) -> None:
        """A task is tried again; a game that fails again and again ends the sweep, or is too large."""
        for game in games:
            game.tries += 1
            if len(games) == 1 and isinstance(error, Declined) and "memory" in error.reason:
                game.done = True
                return
        shown = games[0].code + (f" and {len(games) - 1} more" if len(games) > 1 else "")
        warnings.warn(RuleWarning(f"{shown}: worked out anew: {error}"), stacklevel=4)
        if max(game.tries for game in games) >= TRIES:
            raise error
        self.mean = BATCH  # the next tasks are of single games


def sweep(
    codes: str,
    file: Union[str, os.PathLike[str]],
    client: Any = None,
    upto: Optional[int] = None,
    budget: Union[None, float, str] = None,
    threads: Optional[int] = None,
    check: str = "all",
    progress: _limits.Progress = None,
) -> Sweep:
    """Works out the games of ``codes`` (codes and families, as `grundy catalogue run --codes` takes
    them) until each is periodic or known up to ``upto``, or for the time ``budget``; keeps all in
    ``file``, and gives the catalogue, whose ``to_frame()`` has a row for each game.

    ``client`` is a dask.distributed.Client; without one the work is done here on ``threads``.
    """
    if not isinstance(codes, str):
        codes = " ".join(codes)
    if check not in ("all", "sample"):
        raise InputError(f"check is 'all' or 'sample', not {check!r}")
    upto = None if upto is None else counted(upto, "upto")
    if upto == 0:
        raise InputError("upto is at least 1 here")
    if upto is None and budget is None:
        raise InputError("a sweep has an end: say upto= or budget=")
    end = None if budget is None else _time.monotonic() + _limits.packed(time=budget)[0]
    path = os.fspath(file)
    if client is not None:
        _over_machines(_Sweep(codes, path, upto, check), client, end, _limits.packed(progress=progress)[3])
    # Here all that is left: the whole, or the codes that have the same values as one that is known.
    words = ["catalogue", "run", "--codes", codes, "--file", path]
    if client is not None or upto is not None:
        words += ["--upto", str(1 if client is not None else upto)]
    if end is not None:
        words += ["--budget", f"{max(1.0, end - _time.monotonic()):.0f}s"]
    default_session.command(words, threads=threads, progress=progress)
    return Sweep(path, codes)


def _over_machines(state: _Sweep, client: Any, end: Optional[float], tell: Any) -> None:
    """The tasks are sent to the workers of a dask.distributed.Client, and what comes back is
    merged."""
    count = max(1, sum(client.nthreads().values()))
    executor: Any = client.get_executor(pure=False)
    running: dict[Any, list[_Game]] = {}
    try:
        while True:
            over = end is not None and _time.monotonic() >= end
            while not over and len(running) < 2 * count:
                games = state.next({game.code for batch in running.values() for game in batch})
                if not games:
                    break
                values = [game.values for game in games]
                running[executor.submit(work_out, [game.code for game in games], values)] = games
            if not running:
                break
            patience = 0 if over else 0.2
            done, _ = concurrent.futures.wait(running, patience, concurrent.futures.FIRST_COMPLETED)
            for future in done:
                games = running.pop(future)
                try:
                    state.merge(games, future.result())
                    for game in games:
                        game.tries = 0
                # Of the worker, of the merge, or a worker that was lost too often.
                except Exception as error:
                    state.failed(games, error)
            if tell is not None:
                tell("games", sum(game.done for game in state.games.values()), len(state.games))
            if over and not done:
                break
    finally:
        for future in running:
            future.cancel()
        executor.shutdown(wait=False)
