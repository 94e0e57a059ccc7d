"""Play: a user against a machine that does not err.

>>> import grundy
>>> match = grundy.Match("nim{1, 2}")
>>> match.hint()
'nim(2) → nim(1)'
>>> match.push("2: nim(1)")
>>> while not match.is_over(): match.push(match.best())
>>> match.winner
0
"""

from __future__ import annotations

from typing import Any, Optional, Union

from grundy import _core
from grundy import limit as _limits
from grundy.errors import InputError
from grundy.limit import Memory, Progress, Time
from grundy.position import Sum, misere as is_misere
from grundy.solution import Move, Moves, solve

__all__ = ["Match"]


class Match:
    """A match on a sum; players 0 and 1 move in turn, 0 first."""

    def __init__(
        self,
        sum: Union[str, Sum],
        play: str = "normal",
        *,
        time: Time = None,
        memory: Memory = None,
        threads: Optional[int] = None,
        progress: Progress = None,
    ) -> None:
        from grundy.session import default_session
        from grundy.solution import single

        self.play = play
        misere = is_misere(play)
        self._start = default_session.parse(sum) if isinstance(sum, str) else sum
        if not isinstance(self._start, Sum):
            raise TypeError(f"a match is on a sum, not on {type(sum).__name__}")
        self._session = single(self._start)
        self._packed = _limits.packed(time, memory, threads, progress)
        self._match: Optional[_core.Match] = None
        if self._session is not None:
            handle = self._session.handle(self._start, self._packed)
            self._match = self._session.core.play(handle, misere, self._packed)
        self._stack: list[tuple[Move, Sum]] = []  # each move, and the sum it was made in
        self._again: list[bool] = []  # whether each of them gave its player another turn
        self._here = self._position()

    def _position(self) -> Sum:
        if self._match is None or self._session is None:
            return self._start
        return Sum([self._session.written(text) for text in self._match.parts()])

    @property
    def sum(self) -> Sum:
        """The parts that still can be moved in."""
        return self._here

    @property
    def turn(self) -> int:
        """Whose turn it is: 0 or 1. A move that gives another turn does not pass it on."""
        return (len(self._stack) - sum(self._again)) % 2

    @property
    def stack(self) -> list[Move]:
        """The moves that were made."""
        return [move for move, _ in self._stack]

    @property
    def legal_moves(self) -> Moves:
        if self._match is None or self._session is None:
            return self._here.options()
        found: list[Move] = []
        every, words = True, []
        for part in range(len(self._here)):
            listed, whole, in_words = self._match.moves(part, 1000, self._packed)
            found.extend(self._made(one) for one in listed)
            every = every and whole
            words += [in_words] if in_words else []
        return Moves(found, every, "; ".join(words), self._here)

    def _made(self, data: tuple[Any, ...]) -> Move:
        part, text, handle, texts, condition, words = data
        assert self._session is not None
        return Move(part, self._session.written(text), self._session.sum_of(handle, texts), condition, words)

    def push(self, move: Union[Move, str]) -> None:
        """Makes a legal move: a Move, the whole new sum, what one part becomes, or "2: nim(1)"
        (parts from 1)."""
        before = self._here
        if self.is_over():
            raise InputError("the game is over")
        if self._match is None:
            self._stack.append((self._found(move), before))
            self._again.append(False)
            self._here = self._stack[-1][0].result(before)
            return
        if isinstance(move, Move):
            if move.part >= len(before) or before.parts[move.part] != move.position:
                raise InputError(f"the move is not of a part as it stands: {move.text}")
            text = f"{move.part + 1}: {move.to.text}"
        elif isinstance(move, str):
            text = move
        else:
            raise TypeError(f"a move is a Move or a text, not {type(move).__name__}")
        self._stack.append((self._made(self._match.make(text, self._packed)), before))
        self._again.append(self._match.moves_again())
        self._here = self._position()

    def _found(self, move: Union[Move, str]) -> Move:
        for one in self._here.options():
            if one == move or isinstance(move, str) and move in (one.text, one.to.text, one.result(self._here).text):
                return one
        raise InputError(f"that is no legal move: {move}")

    def pop(self) -> Move:
        """Takes the last move back."""
        if not self._stack:
            raise IndexError("there is no move to take back")
        move, before = self._stack.pop()
        self._again.pop()
        if self._match is not None:
            self._match.take_back()
        self._here = before
        return move

    def best(self) -> Move:
        """A winning move, or one that is hard to answer."""
        if self.is_over():
            raise InputError("the game is over")
        if self._match is not None:
            return self._made(self._match.advise(self._packed)[1])
        winning = solve(self._here, self.play, 1, self._packed).winning_moves
        return winning[0] if winning else self.legal_moves[0]

    def hint(self) -> str:
        """What to do, as text."""
        return self.best().text

    def why(self) -> str:
        """A sentence about the position."""
        if self._match is None:
            return str(solve(self._here, self.play, 1, self._packed))
        return str(self._match.advise(self._packed)[2])

    def is_over(self) -> bool:
        if self._match is not None:
            return self._match.over()
        return not self._here.options(limit=1)

    @property
    def winner(self) -> Optional[int]:
        """0 or 1 when the game is over, else None."""
        if not self.is_over():
            return None
        last = 1 - self.turn
        return last if self.play == "normal" else 1 - last

    def widget(self, machine: bool = True) -> Any:
        """The match to be played in a notebook, by the package ipywidgets; ``machine``: it answers
        each move."""
        from grundy.widget import Board

        return Board(self, machine).box

    def _repr_svg_(self) -> Optional[str]:
        return self.sum._repr_svg_()

    def __repr__(self) -> str:
        return f"<Match, {self.play} play: {self.sum}>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a Match is not pickled; its moves and sums are")
