"""A match in a notebook: the position drawn, its moves to choose from, the machine's answers."""

from __future__ import annotations

from html import escape
from typing import Any

from grundy.errors import Declined, InputError
from grundy.match import Match

_SHOWN = 200  # moves in the list


class Board:
    """What a match looks like in a notebook. ``box`` is the ipywidgets box; ``moves`` the list,
    ``play``, ``undo`` and
    ``hint`` the buttons."""

    def __init__(self, match: Match, machine: bool) -> None:
        import ipywidgets

        self.match = match
        self.machine = machine
        self.picture = ipywidgets.HTML()
        self.moves = ipywidgets.Dropdown(description="Move", options=[("", None)])
        self.play = ipywidgets.Button(description="Play")
        self.undo = ipywidgets.Button(description="Undo")
        self.hint = ipywidgets.Button(description="Hint")
        self.said = ipywidgets.HTML()
        self.play.on_click(self._play)
        self.undo.on_click(self._undo)
        self.hint.on_click(self._hint)
        buttons = ipywidgets.HBox([self.moves, self.play, self.undo, self.hint])
        self.box = ipywidgets.VBox([self.picture, buttons, self.said])
        self._show("")

    def _show(self, said: str) -> None:
        match = self.match
        self.picture.value = match._repr_svg_() or f"<code>{escape(str(match.sum))}</code>"
        over = match.is_over()
        moves = [] if over else list(match.legal_moves)[:_SHOWN]
        self.moves.options = [(move.text, move) for move in moves] or [("", None)]
        self.play.disabled = self.hint.disabled = over
        self.undo.disabled = not match.stack
        if over:
            who = "the machine" if self.machine and match.winner == 1 else f"player {(match.winner or 0) + 1}"
            said = " ".join([said, "You win." if self.machine and match.winner == 0 else f"The game is over: {who} wins."])
        self.said.value = escape(said.strip())

    def _play(self, _: Any) -> None:
        move = self.moves.value
        if move is None:
            return
        said = ""
        try:
            self.match.push(move)
            if self.machine and not self.match.is_over():
                answer = self.match.best()
                self.match.push(answer)
                said = f"The machine: {answer.text}."
        except (InputError, Declined) as error:
            said = str(error)
        self._show(said)

    def _undo(self, _: Any) -> None:
        for _ in range(2 if self.machine and len(self.match.stack) % 2 == 0 else 1):
            if self.match.stack:
                self.match.pop()
        self._show("")

    def _hint(self, _: Any) -> None:
        try:
            self._show(f"{self.match.hint()}. {self.match.why()}")
        except Declined as error:
            self._show(str(error))
