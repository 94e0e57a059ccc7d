"""Sweeps: many take-and-break games worked out, here on threads or on a cluster by Dask, into one catalogue.

    grundy.sweep("octal<=3", file="octal3.sqlite", budget="10m")
    grundy.sweep("octal<=4", file="octal4.sqlite", client=dask.distributed.Client(...))

The next task is always the game on which the least time was spent, four times as far as it is known. A result comes
back as a small catalogue and is merged, which checks its certificates and first values: a worker that is wrong is
refused, and the task is done anew. Ctrl-C keeps what is known, and the same call goes on.
"""

from __future__ import annotations

import concurrent.futures
import os
import sqlite3
import tempfile
import time as _time
import warnings
from typing import Any, Optional, Union

from grundy import _core
from grundy import limit as _limits
from grundy.catalogues import Catalogue
from grundy.errors import Declined, InputError, RuleWarning
from grundy.position import counted
from grundy.session import default_session

__all__ = ["sweep"]

FIRST = 2**12  # values of a game that is not known yet
FURTHER = 4
MOST = 2**40
TRIES = 3


def work_out(code: str, values: int) -> bytes:
    """The task: a catalogue of one game, worked out so far. What it says depends on its arguments alone, but for the
    time that it took."""
    with tempfile.TemporaryDirectory(prefix="grundy-") as folder:
        file = os.path.join(folder, "part.sqlite")
        words = ["catalogue", "run", "--codes", code, "--upto", str(values - 1), "--file", file]
        default_session.command(words, threads=1)
        with open(file, "rb") as part:
            return part.read()


class _Game:
    __slots__ = ("code", "seconds", "values", "done", "tries")

    def __init__(self, code: str) -> None:
        self.code = code
        self.seconds = 0.0
        self.values = FIRST
        self.done = False
        self.tries = 0


class _Sweep:
    def __init__(self, codes: str, file: str, upto: Optional[int], check: str) -> None:
        self.codes = codes
        self.file = file
        self.upto = upto
        self.check = check
        simplest = dict.fromkeys(_core.codes_of(codes).values())
        self.games = {code: _Game(code) for code in simplest}
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

    def next(self, taken: set[str]) -> Optional[_Game]:
        waiting = [game for game in self.games.values() if not game.done and game.code not in taken]
        return min(waiting, key=lambda game: game.seconds) if waiting else None

    def merge(self, game: _Game, part: bytes) -> None:
        with tempfile.TemporaryDirectory(prefix="grundy-") as folder:
            path = os.path.join(folder, "part.sqlite")
            with open(path, "wb") as file:
                file.write(part)
            words = ["catalogue", "merge", path, "--file", self.file, "--check", self.check]
            default_session.command(words)
        self.note([game.code])

    def failed(self, game: _Game, error: BaseException) -> None:
        """A task is tried again; a game that fails again and again ends the sweep, or is too large."""
        game.tries += 1
        if isinstance(error, Declined) and "memory" in error.reason:
            game.done = True
            return
        warnings.warn(RuleWarning(f"{game.code} is worked out anew: {error}"), stacklevel=4)
        if game.tries >= TRIES:
            raise error


def sweep(
    codes: str,
    file: Union[str, os.PathLike[str]],
    client: Any = None,
    upto: Optional[int] = None,
    budget: Union[None, float, str] = None,
    threads: Optional[int] = None,
    check: str = "all",
    progress: _limits.Progress = None,
) -> Catalogue:
    """Works out the games of ``codes`` (codes and families, as `grundy catalogue run --codes` takes them) until each is
    periodic or known up to ``upto``, or for the time ``budget``; keeps all in ``file``, and gives the catalogue.

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
    tell = _limits.packed(progress=progress)[3]
    state = _Sweep(codes, os.fspath(file), upto, check)
    count = threads or (os.cpu_count() or 1)
    if client is not None:
        count = max(1, sum(client.nthreads().values()))
        executor: Any = client.get_executor(pure=False)
    else:
        executor = concurrent.futures.ThreadPoolExecutor(count)
    running: dict[Any, _Game] = {}
    try:
        while True:
            over = end is not None and _time.monotonic() >= end
            while not over and len(running) < count + (count if client is not None else 0):
                game = state.next({game.code for game in running.values()})
                if game is None:
                    break
                running[executor.submit(work_out, game.code, game.values)] = game
            if not running:
                break
            patience = 0.2 if end is None or not over else 0
            done, _ = concurrent.futures.wait(running, patience, concurrent.futures.FIRST_COMPLETED)
            for future in done:
                game = running.pop(future)
                try:
                    state.merge(game, future.result())
                    game.tries = 0
                except Exception as error:  # of the worker, of the merge, or a worker that was lost too often
                    state.failed(game, error)
            if tell is not None:
                tell("games", sum(game.done for game in state.games.values()), len(state.games))
            if over and not done:
                break
    finally:
        for future in running:
            future.cancel()
        executor.shutdown(wait=client is None)
    # The codes that have the same values as one that is known.
    left = max(1.0, end - _time.monotonic()) if end is not None else None
    words = ["catalogue", "run", "--codes", codes, "--upto", "1", "--file", state.file]
    default_session.command(words + ([] if left is None else ["--budget", f"{left:.0f}s"]))
    return Catalogue(state.file)
