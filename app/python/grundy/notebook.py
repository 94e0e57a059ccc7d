"""Notebooks: tables of nim-sum bits, and the cell magic ``%%grundy``, whose cell is a rule file.

A lost or winning bit is told by weight and frame, not by colour alone, so that prints in grey say the same.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Optional

from grundy.values import Value

if TYPE_CHECKING:
    from grundy.position import Sum
    from grundy.solution import Moves, Solution

_CELL = "style='text-align:center;padding:2px 8px'"
_MOST_ROWS = 100


def _row(cells: list[str], tag: str = "td", style: str = "") -> str:
    return f"<tr{style}>" + "".join(f"<{tag} {_CELL}>{cell}</{tag}>" for cell in cells) + "</tr>"


def _bits(value: Optional[Value], width: int) -> list[str]:
    if not isinstance(value, int):
        return [""] * width
    return [("<b>1</b>" if value >> i & 1 else "0") for i in reversed(range(width))]


def solution_html(solution: Solution) -> str:
    """The table of nim-sum bits, and the winning moves."""
    numbers = [value for value in (*solution.values, solution.value) if isinstance(value, int)]
    width = max((number.bit_length() for number in numbers), default=0)
    width = width if width <= 24 else 0
    rows = [_row(["part", "value", *(str(2**i) for i in reversed(range(width)))], "th")]
    for part, value in list(zip(solution.sum.parts, solution.values))[:_MOST_ROWS]:
        rows.append(_row([f"<code>{escape(part.text)}</code>", _shown(value), *_bits(value, width)]))
    if len(solution.values) > _MOST_ROWS:
        rows.append(_row(["…"]))
    if solution.value is not None and len(solution.values) > 1:
        style = " style='border-top:2px solid'"
        rows.append(_row(["nim-sum", _shown(solution.value), *_bits(solution.value, width)], "td", style))
    who = {
        "N": "The player to move wins (N).",
        "P": "The player to move loses (P).",
        "D": "Neither player can force an end (D).",
    }
    moves = moves_html(solution.winning_moves, solution.sum) if len(solution.winning_moves) else ""
    return f"<p>{who[solution.outcome]}</p><table>{''.join(rows)}</table>{moves}"


def _shown(value: Optional[Value]) -> str:
    return "" if value is None else escape(str(value))


def moves_html(moves: Moves, whole: Optional[Sum]) -> str:
    """A row for each move."""
    rows = [_row(["move", "value", ""], "th")]
    for move in moves[:_MOST_ROWS]:
        change = "" if move.before is None or move.after is None else f"{_shown(move.before)} → {_shown(move.after)}"
        words = escape(move.condition or move.in_words)
        rows.append(_row([f"<code>{escape(move.text)}</code>", change, words]))
    if not moves.all or len(moves) > _MOST_ROWS:
        rows.append(_row(["…"]))
    return f"<table>{''.join(rows)}</table>"


def load_magic(ipython: Any) -> None:
    """``%load_ext grundy`` adds the cell magic ``%%grundy``."""
    from IPython.core.magic import needs_local_scope

    from grundy.errors import InputError
    from grundy.session import rules

    def magic(line: str, cell: str, local_ns: Any = None) -> None:
        """The cell is a rule file, and its games become variables."""
        try:
            made = rules(cell, line.strip() or "cell")
        except InputError as error:
            print(error)
            return
        ipython.push(dict(made))

    scoped: Any = needs_local_scope
    ipython.register_magic_function(scoped(magic), "cell", "grundy")


