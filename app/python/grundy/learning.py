"""Ground truth for programs that learn: data sets of positions, and an environment in the style of
Gymnasium.

>>> import grundy
>>> for line in grundy.dataset("nim", count=2, upto=3, parts=2, seed=5): print(line["position"], line["value"], line["winning"])
nim(1) 1 [0]
nim(3) + nim(3) 0 []
"""

from __future__ import annotations

import json
import os
import random
import tempfile
from typing import TYPE_CHECKING, Any, Callable, Iterator, Literal, Optional, Sequence, Union

from grundy.errors import Declined, Diagnostic, InputError
from grundy.limit import Memory, Progress, Time
from grundy.position import Play, Position, Sum, misere
from grundy.rule_game import Game
from grundy.session import Session, default_session
from grundy.solution import Move, solve
from grundy import limit as _limits

if TYPE_CHECKING:
    import numpy

__all__ = ["Environment", "dataset"]


def dataset(
    games: Union[str, Game, Position, Sequence[Union[str, Game, Position]]],
    count: int = 1000,
    seed: int = 1,
    upto: Optional[int] = None,
    parts: int = 6,
    *,
    time: Time = None,
    memory: Memory = None,
    threads: Optional[int] = None,
    progress: Progress = None,
) -> Iterator[dict[str, Any]]:
    """Random positions, half of them lost, none twice: dicts with game, position, value, outcome,
    moves, winning (numbers of moves) and distance, how many moves play lasts when the winner
    hurries and the loser delays. The same seed gives the same positions. ``games`` are games, or
    positions from which play begins, ``"cram(3x4)"``.
    """
    several = [games] if isinstance(games, (str, Game, Position)) else list(games)
    worlds: list[Session] = []
    names = []
    for one in several:
        if not isinstance(one, (str, Game, Position)) or isinstance(one, Position) and not isinstance(one._world, Session):
            raise TypeError(f"a data set is of games with rules and their positions, not of {one!r}")
        names.append(one if isinstance(one, str) else one.name if isinstance(one, Game) else one.text)
        if not isinstance(one, str):
            worlds.append(one._session if isinstance(one, Game) else one._world)  # type: ignore[arg-type]
    if any(world is not worlds[0] for world in worlds):
        raise InputError("the games are of different sessions")
    session = worlds[0] if worlds else default_session
    words = ["dataset", "--games", ", ".join(names), "--count", str(count), "--seed", str(seed), "--parts", str(parts)]
    words += [] if upto is None else ["--upto", str(upto)]

    def lines() -> Iterator[dict[str, Any]]:
        with tempfile.TemporaryDirectory(prefix="grundy-") as folder:
            file = os.path.join(folder, "lines.jsonl")
            session.command(
                [*words, "--out", file], False, time=time, memory=memory, threads=threads, progress=progress
            )
            with open(file, encoding="utf-8") as text:
                for line in text:
                    yield json.loads(line)

    return lines()


Opponent = Literal["best", "random"]


class Environment:
    """A game as an environment: ``reset``, ``step``, and masks of the actions that are legal, and
    of those that are best.

    ``start`` is a sum or several, of which ``reset`` takes one. An action is the number of a legal
    move; there are ``max_actions`` numbers. An observation is the Sum, or what ``encode`` makes of
    it. Whoever wins gets 1, whoever loses -1. With an ``opponent`` each step is a move and its
    answer; without one, the players are yours in turn.

    >>> import grundy
    >>> env = grundy.Environment("nim(1) + nim(2)", seed=1)
    >>> here, info = env.reset()
    >>> here, info["action_mask"].tolist(), info["optimal_mask"].tolist()
    (nim(1) + nim(2), [True, True, True], [False, False, True])
    >>> here, reward, terminated, truncated, info = env.step(2)     # to nim(1) + nim(1), and the opponent takes a heap
    >>> reward, terminated, len(info["moves"])
    (0.0, False, 1)
    >>> env.step(0)[1:3]
    (1.0, True)
    """

    def __init__(
        self,
        start: Union[str, Sum, Sequence[Union[str, Sum]]],
        play: Play = "normal",
        opponent: Optional[Opponent] = "best",
        encode: Optional[Callable[[Sum], Any]] = None,
        max_actions: Optional[int] = None,
        seed: Optional[int] = None,
    ) -> None:
        several = [start] if isinstance(start, (str, Sum)) else list(start)
        if not several:
            raise InputError("an environment begins with a sum, or with one of several")
        self.starts: list[Sum] = [default_session.parse(one) if isinstance(one, str) else one for one in several]
        misere(play)
        if opponent not in ("best", "random", None):
            raise InputError(f"the opponent is 'best', 'random' or None, not {opponent!r}")
        if encode is not None and not callable(encode):
            raise TypeError(f"encode is a function, not {type(encode).__name__}")
        self.play = play
        self.opponent = opponent
        self._encode = encode
        self._random = random.Random(seed)
        self._moves: dict[Sum, tuple[list[Move], list[bool]]] = {}
        most = max(len(self._known(one)[0]) for one in self.starts)
        #: How many numbers actions have; a position has at most so many legal moves.
        self.max_actions: int = most if max_actions is None else max_actions
        self._here: Optional[Sum] = None

    def _known(self, here: Sum) -> tuple[list[Move], list[bool]]:
        """The legal moves, and which of them win; where none wins, all are as good."""
        if here not in self._moves:
            listed = here.options(10**6)
            if not listed.all:
                reason = f"{here} has too many moves for an environment"
                raise Declined(f"declined: {reason}", [Diagnostic(reason)])
            moves = list(listed)
            wins = [self._is_lost(move.result(here)) for move in moves]
            self._moves[here] = (moves, wins if any(wins) else [True] * len(moves))
        return self._moves[here]

    def _is_lost(self, whole: Sum) -> bool:
        if self.play == "normal":
            return whole.outcome == "P"
        return solve(whole, self.play, 1, _limits.packed()).outcome == "P"

    def _told(self) -> tuple[Any, dict[str, Any]]:
        import numpy

        here = self._here
        assert here is not None
        moves, wins = self._known(here)
        if len(moves) > self.max_actions:
            reason = f"{here} has {len(moves)} moves, more than max_actions={self.max_actions}"
            raise Declined(f"declined: {reason}", [Diagnostic(reason)])
        legal: numpy.ndarray[Any, Any] = numpy.zeros(self.max_actions, bool)
        best: numpy.ndarray[Any, Any] = numpy.zeros(self.max_actions, bool)
        legal[: len(moves)] = True
        best[: len(moves)] = wins
        shown = here if self._encode is None else self._encode(here)
        return shown, {"action_mask": legal, "optimal_mask": best, "moves": moves}

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[Any, dict[str, Any]]:
        """A new game: the observation, and info with ``action_mask``, ``optimal_mask`` and
        ``moves``. ``options`` may have
        a ``start``."""
        if seed is not None:
            self._random.seed(seed)
        start = (options or {}).get("start")
        if start is None:
            start = self._random.choice(self.starts)
        if not isinstance(start, (str, Sum)):
            raise TypeError(f"an environment begins with a sum, not with {type(start).__name__}")
        self._here = default_session.parse(start) if isinstance(start, str) else start
        return self._told()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """A move, and the opponent's: observation, reward, terminated, truncated (never), info."""
        if self._here is None:
            raise InputError("reset() begins a game")
        moves, _ = self._known(self._here)
        number = int(action)
        if not 0 <= number < len(moves):
            raise InputError(f"{action!r} is no legal action: there are {len(moves)} moves, see info['action_mask']")
        self._here = moves[number].result(self._here)
        mine = 1.0 if self.play == "normal" else -1.0
        if not self._known(self._here)[0]:
            return self._ended(mine)
        if self.opponent is not None:
            moves, wins = self._known(self._here)
            choice = moves
            if self.opponent == "best":
                choice = [move for move, win in zip(moves, wins) if win]
            self._here = self._random.choice(choice).result(self._here)
            if not self._known(self._here)[0]:
                return self._ended(-mine)
        shown, info = self._told()
        return shown, 0.0, False, False, info

    def _ended(self, reward: float) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        shown, info = self._told()
        self._here = None
        return shown, reward, True, False, info

    def __repr__(self) -> str:
        return f"<Environment, {self.play} play: {len(self.starts)} start{'' if len(self.starts) == 1 else 's'}>"
