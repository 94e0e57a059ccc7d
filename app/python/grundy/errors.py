"""What goes wrong, as exceptions.

>>> import grundy
>>> try:
...     grundy.value("kayles(10) + nym(3)")
... except grundy.InputError as error:
...     print(error)
sum:1:14: error: unknown game 'nym'; did you mean 'nim'?
  kayles(10) + nym(3)
               ^~~
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Optional, Sequence

__all__ = [
    "Declined",
    "Diagnostic",
    "Error",
    "InputError",
    "InternalError",
    "LimitError",
    "LoopError",
    "MemoryLimitError",
    "RuleWarning",
    "StoreWarning",
    "TimeLimitError",
]


class Diagnostic(NamedTuple):
    """One message about one place of a text; lines and columns count from 1, and line 0 is no
    place."""

    message: str
    source: str = ""
    line: int = 0
    column: int = 0
    excerpt: str = ""
    caret: int = 0
    length: int = 1
    severity: str = "error"


class Error(Exception):
    """Why there is no answer; ``str()`` is what the program prints."""

    diagnostics: tuple[Diagnostic, ...] = ()

    def __init__(self, text: str = "", diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(text)
        self.diagnostics = tuple(diagnostics) or (Diagnostic(text),)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self.diagnostics), dict(self.__dict__))


class InputError(Error, ValueError):
    """A sum, a rule, a formula, a file or a call is wrong."""


class Declined(Error):
    """Understood, but not answered: ``reason`` says why."""

    @property
    def reason(self) -> str:
        return self.diagnostics[0].message


class LimitError(Declined):
    """A limit of time or memory ended the work; ``kept`` tells what a checkpoint holds."""

    kept: Optional[str] = None


class TimeLimitError(LimitError, TimeoutError):
    """A time limit ended the work."""


class MemoryLimitError(LimitError, MemoryError):
    """A memory limit ended the work."""


class LoopError(Declined):
    """Play can return to a position: ``cycle`` has the positions of one round."""

    def __init__(self, text: str = "", diagnostics: Sequence[Diagnostic] = (), cycle: Sequence[Any] = ()) -> None:
        super().__init__(text, diagnostics)
        self.cycle: list[Any] = list(cycle)


class InternalError(Error):
    """A fault of grundy's own."""


class RuleWarning(UserWarning):
    """A line of a rule file is legal, and surely a slip."""


class StoreWarning(UserWarning):
    """A store of values is damaged, in use by another process, or can't be written; answers are
    right all the same."""


_ARGUMENTS = {"memory-limit": "memory", "time-limit": "time", "for": "for_", "box": "a=range(…)"}


def in_python(text: str) -> str:
    """The program's options as the arguments that they are here."""

    def argument(option: re.Match[str]) -> str:
        name = _ARGUMENTS.get(option[1], option[1].replace("-", "_"))
        return name if "=" in name else name + "="

    return re.sub(r"(?<![\w-])--([a-z][a-z-]*)", argument, text)


def make(kind: str, ended: bool, messages: Sequence[tuple[Any, ...]], text: str) -> Error:
    """The exception for an error of the compiled part."""
    diagnostics = [Diagnostic(in_python(message[0]), *message[1:]) for message in messages]
    text = in_python(text.rstrip("\n"))
    if kind == "input":
        return InputError(text, diagnostics)
    if kind == "internal":
        return InternalError(text, diagnostics)
    reason = diagnostics[0].message
    if "memory" in reason and ("limit" in reason or "left" in reason):
        return MemoryLimitError(text, diagnostics)
    if ended:
        error = TimeLimitError(text, diagnostics)
        if "kept" in reason:
            error.kept = reason.split(";")[-1].strip()
        return error
    return Declined(text, diagnostics)
