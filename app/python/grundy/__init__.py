"""grundy: who wins an impartial combinatorial game, and why.

>>> import grundy
>>> from grundy.games import kayles, nim
>>> position = kayles(10) + nim(3)
>>> position.value, position.outcome
(1, 'N')
>>> grundy.value("wythoff(3, 5) + *4")
4
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from grundy import _core
from grundy.errors import (
    Declined,
    Diagnostic,
    Error,
    InputError,
    InternalError,
    LimitError,
    LoopError,
    MemoryLimitError,
    RuleWarning,
    StoreWarning,
    TimeLimitError,
    make as _make,
)
from grundy.limit import limits
from grundy.values import Loony, Loopy, Ordinal, Value, mex, nim_sum, wrap as _wrap

_core.set_hooks(_wrap, _make)

from grundy.function_game import FunctionGame, game, parts  # noqa: E402
from grundy.position import Position, Sum  # noqa: E402
from grundy.rule_game import CodeGame, Game  # noqa: E402
from grundy.session import (  # noqa: E402
    Rules,
    Session,
    code,
    command,
    equal,
    load,
    octal,
    parse,
    prove,
    rules,
    solve,
    star,
    subtract,
    value,
)

if TYPE_CHECKING:
    from grundy import games
    from grundy.catalogues import Catalogue, Entry, catalogue
    from grundy.graph_game import GraphGame, graph
    from grundy.learning import Environment, dataset
    from grundy.match import Match
    from grundy.quotient import Quotient
    from grundy.solution import Comparison, Move, Moves, Reply, Solution
    from grundy.sweeping import Sweep, sweep
    from grundy.table import Sequence, Table, open_table
    from grundy.theorem import (
        BoardsTheorem,
        BoardTheorem,
        Claim,
        Counterexample,
        Law,
        Refutation,
        Theorem,
        Verdict,
        check,
    )

__version__: str = _core.version

#: How the compiled part was built: whether rules run as native code.
build: dict[str, bool] = {"native_code": _core.native_code}

# What is not needed at once is imported when it is asked for.
_LATER = {
    "Catalogue": "catalogues",
    "Entry": "catalogues",
    "catalogue": "catalogues",
    "GraphGame": "graph_game",
    "graph": "graph_game",
    "Comparison": "solution",
    "Environment": "learning",
    "dataset": "learning",
    "Match": "match",
    "Move": "solution",
    "Moves": "solution",
    "Reply": "solution",
    "Solution": "solution",
    "Sequence": "table",
    "Table": "table",
    "open_table": "table",
    "Quotient": "quotient",
    "BoardTheorem": "theorem",
    "Claim": "theorem",
    "BoardsTheorem": "theorem",
    "Law": "theorem",
    "Counterexample": "theorem",
    "Refutation": "theorem",
    "Theorem": "theorem",
    "Verdict": "theorem",
    "check": "theorem",
    "Sweep": "sweeping",
    "sweep": "sweeping",
}


__all__ = [
    "CodeGame",
    "Declined",
    "Diagnostic",
    "Error",
    "FunctionGame",
    "Game",
    "InputError",
    "InternalError",
    "LimitError",
    "LoopError",
    "Loony",
    "Loopy",
    "MemoryLimitError",
    "Ordinal",
    "Position",
    "RuleWarning",
    "Rules",
    "Session",
    "StoreWarning",
    "Sum",
    "TimeLimitError",
    "Value",
    "build",
    "code",
    "command",
    "equal",
    "game",
    "limits",
    "load",
    "mex",
    "nim_sum",
    "octal",
    "parse",
    "parts",
    "prove",
    "rules",
    "solve",
    "star",
    "subtract",
    "value",
    "games",
    *_LATER,
]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        found = getattr(importlib.import_module(f"grundy.{_LATER[name]}"), name)
    elif name == "games":
        found = importlib.import_module("grundy.games")
    else:
        raise AttributeError(f"module 'grundy' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def load_ipython_extension(ipython: Any) -> None:
    from grundy.notebook import load_magic

    load_magic(ipython)
