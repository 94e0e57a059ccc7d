"""The built-in games by name: ``from grundy.games import kayles, nim``.

>>> from grundy import games
>>> games.wythoff(1, 2).value
0
"""

from __future__ import annotations

from grundy.rule_game import Game
from grundy.session import default_session as _session


def __getattr__(name: str) -> Game:
    from grundy.errors import InputError

    if name == "__all__":  # from grundy.games import *
        return __dir__()  # type: ignore[return-value]
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        game = _session.game(name)
    except InputError as error:
        raise AttributeError(error.diagnostics[0].message) from None
    globals()[name] = game
    return game


def __dir__() -> list[str]:
    return sorted(_session.game_names())
