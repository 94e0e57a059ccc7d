"""Limits of time, memory and threads, and who is told how far the work is.

>>> import grundy
>>> with grundy.limits(time=10, memory="2GiB"):
...     grundy.value("kayles(1000)")
1
"""

from __future__ import annotations

import contextlib
import contextvars
import re
import sys
from types import TracebackType
from typing import Any, Callable, Iterator, Optional, Union

from grundy.errors import InputError

__all__ = ["limits"]

Time = Union[None, float, str]
Memory = Union[None, int, str]
Progress = Union[None, bool, Callable[[str, int, int], object]]
Packed = tuple[float, int, int, Any]

NAMES = ("time", "memory", "threads", "progress")

_NONE: Packed = (0.0, 0, 0, None)
_current: contextvars.ContextVar[Packed] = contextvars.ContextVar("grundy.limits", default=_NONE)
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def _seconds(time: Union[float, str]) -> float:
    if isinstance(time, str):
        match = re.fullmatch(r"([0-9.]+)\s*([smh]?)", time.strip())
        if not match:
            raise InputError(f"a time is written 10, '30m' or '2h', not {time!r}")
        time = float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]]
    if isinstance(time, bool) or not isinstance(time, (int, float)):
        raise TypeError(f"a time limit is a number of seconds, not {time!r}")
    if not time > 0:
        raise InputError(f"a time limit is positive, not {time}")
    return float(time)


def _bytes(memory: Union[int, str]) -> int:
    if isinstance(memory, str):
        match = re.fullmatch(r"([0-9.]+)\s*([KMGT]?)(i?B)?", memory.strip())
        if not match:
            raise InputError(f"a size is written 10**9, '500MB' or '2GiB', not {memory!r}")
        memory = int(float(match[1]) * _UNITS[match[2]])
    if isinstance(memory, bool) or not isinstance(memory, int):
        raise TypeError(f"a memory limit is a number of bytes, not {memory!r}")
    if not 0 < memory < 2**63:
        raise InputError(f"a memory limit is positive, not {memory}")
    return memory


class _Lines:
    """Progress on standard error, for those who have no tqdm."""

    def __call__(self, what: str, done: int, total: int) -> None:
        print(f"{done}{f' of {total}' if total else ''} {what}", file=sys.stderr)


class _Bar:
    """Progress as a bar of tqdm's, one for each thing that is counted."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._what = ""

    def __call__(self, what: str, done: int, total: int) -> None:
        from tqdm.auto import tqdm

        if self._bar is None or what != self._what:
            self._bar, self._what = tqdm(total=total or None, unit=" " + what), what
        self._bar.total = total or None
        self._bar.n = done
        self._bar.refresh()
        if total and done >= total:
            self._bar.close()
            self._bar = None


def _teller(progress: Progress) -> Any:
    if progress is None or progress is False:
        return None
    if progress is True:
        try:
            import tqdm  # noqa: F401
        except ImportError:
            return _Lines()
        return _Bar()
    if not callable(progress):
        raise TypeError("progress is True, or a function of (what, done, total)")
    return progress


def packed(
    time: Time = None,
    memory: Memory = None,
    threads: Optional[int] = None,
    progress: Progress = None,
) -> Packed:
    """The limits that count here, with these in the place of those around."""
    if time is None and memory is None and threads is None and progress is None:
        return _current.get()
    around = _current.get()
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int)):
        raise TypeError(f"threads is a number, not {threads!r}")
    if threads is not None and not 0 < threads < 10**6:
        raise InputError(f"threads is a positive number, not {threads}")
    return (
        around[0] if time is None else _seconds(time),
        around[1] if memory is None else _bytes(memory),
        around[2] if threads is None else threads,
        around[3] if progress is None else _teller(progress),
    )


@contextlib.contextmanager
def within(limits: Packed) -> Iterator[None]:
    """All that is asked here has these limits."""
    token = _current.set(limits)
    try:
        yield
    finally:
        _current.reset(token)


class limits:
    """Bounds all that is asked within, also in asyncio tasks that begin there.

    ``time`` is in seconds for each call, or "30m"; ``memory`` in bytes, or "2GiB"; ``progress`` is
    True for a bar, or a function of (what, done, total) that is called at most ten times a second
    on the calling thread.
    """

    def __init__(
        self,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> None:
        self._wanted = (time, memory, threads, progress)
        packed(*self._wanted)
        self._tokens: list[contextvars.Token[Packed]] = []

    def __enter__(self) -> limits:
        self._tokens.append(_current.set(packed(*self._wanted)))
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        _current.reset(self._tokens.pop())
