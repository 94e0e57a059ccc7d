"""Notebooks: tables of nim-sum bits, and the cell magic ``%%grundy``, whose cell is a rule file.

A lost or winning bit is told by weight and frame, not by colour alone, so that prints in grey say
the same.
"""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, Any, Optional

from grundy import limit as _limits
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.graph_game import GraphGame
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


def sum_svg(whole: Sum) -> Optional[str]:
    """The sum drawn: by the engine, or a graph's small surroundings; nothing where parts live in
    different worlds."""
    from grundy.graph_game import GraphGame
    from grundy.solution import single

    session = single(whole)
    if session is not None:
        return session.handle(whole, _limits.packed()).svg()  # type: ignore[no-any-return]
    worlds = {id(part._world): part._world for part in whole.parts}
    (world, *others) = worlds.values()
    if others or not isinstance(world, GraphGame):
        return None
    return graph_svg(world, [part._place[1] for part in whole.parts])


_MOST_NODES = 30


def graph_svg(game: GraphGame, tokens: list[int]) -> Optional[str]:
    """What can be reached from the tokens, on a circle, at most 30 nodes; nodes with a token are
    filled."""
    nodes = list(dict.fromkeys(tokens))
    for v in nodes:
        nodes.extend(dict.fromkeys(to for to in game.targets(v) if to not in nodes))
        if len(nodes) > _MOST_NODES:
            return None
    radius = max(60.0, 14.0 * len(nodes))
    middle = radius + 50
    at = {}
    for i, v in enumerate(nodes):
        angle = 2 * math.pi * i / len(nodes)
        at[v] = (middle + radius * math.sin(angle), middle - radius * math.cos(angle))
    drawn = []
    for v in nodes:
        for to in game.targets(v):
            (x, y), (u, w) = at[v], at[to]
            length = math.hypot(u - x, w - y) or 1
            u, w = u - (u - x) * 18 / length, w - (w - y) * 18 / length
            drawn.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{w:.1f}" stroke="#888" marker-end="url(#tip)"/>')
    for v in nodes:
        x, y = at[v]
        fill, ink = ("#345", "#fff") if v in tokens else ("#fff", "#222")
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="15" fill="{fill}" stroke="#222"/>')
        name = escape("".join(letter if letter.isprintable() else "?" for letter in str(game._node(v))))
        drawn.append(
            f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="12" text-anchor="middle" fill="{ink}">{name}</text>'
        )
    size = f"{2 * middle:.0f}"
    tip = (
        '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="4" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" fill="#888"/></marker></defs>'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}"'
    return "\n".join([head + ' font-family="Helvetica, Arial, sans-serif">', tip, *drawn, "</svg>"])


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


