"""Misère quotients: who loses any sum of heaps when the last move loses (Plambeck and Siegel 2008).

>>> from grundy.games import kayles
>>> quotient = kayles.quotient()
>>> quotient.order, quotient.p_portion, quotient.periods
(40, 9, [Period(preperiod=71, period=12)])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from grundy import limit as _limits
from grundy.errors import Declined, Diagnostic

if TYPE_CHECKING:
    from grundy.session import Session

__all__ = ["Period", "Quotient"]


class Period(NamedTuple):
    """The elements of heaps n and n + period are equal for all n ≥ preperiod."""

    preperiod: int
    period: int


class Quotient:
    """A finite commutative monoid; the elements of lost sums are its subset P. It is true where it
    is proved for ever."""

    def __init__(self, data: dict[str, Any], certificate: Optional[str]) -> None:
        self._data = data
        self._certificate = certificate
        #: As it is written: ``"kayles"``, ``"kayles + octal[0.123]"``.
        self.game: str = data["game"]
        #: How many elements it has, and how many of them are in P.
        self.order: int = data["order"]
        self.p_portion: int = data["p_portion"]
        #: Whether it is like that of nim heaps.
        self.tame: bool = data["tame"]
        #: Of each game, where the quotient is proved of all heaps; else none.
        self.periods: list[Period] = [Period(*one) for one in data["periods"]]
        #: Those of heaps 0, 1, … of the first game, as words in the generators.
        self.elements: list[str] = data["elements"]

    @property
    def status(self) -> str:
        """"proved" of all heaps, or "partial" of heaps up to a bound."""
        return "proved" if self._data["for_ever"] else "partial"

    @property
    def text(self) -> str:
        return str(self._data["text"]).rstrip("\n")

    @property
    def latex(self) -> str:
        """For a paper, with amsmath and amsthm."""
        return str(self._data["latex"])

    @property
    def json(self) -> str:
        return str(self._data["json"])

    @property
    def certificate(self) -> str:
        """A certificate of one game's quotient for ever, which `grundy.check` takes."""
        if self._certificate is None:
            reason = "a certificate is of the quotient of one game for ever"
            raise Declined(f"declined: {reason}", [Diagnostic(reason)])
        return self._certificate

    def __bool__(self) -> bool:
        return self.status == "proved"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Quotient of {self.game}: order {self.order}, {self.p_portion} in P, {self.status}>"

    def _repr_svg_(self) -> str:
        return str(self._data["svg"])


def quotient(session: Session, what: str, upto: Optional[int], packed: _limits.Packed) -> Quotient:
    found = session.core.quotient(what, upto, packed)
    try:
        certificate: Optional[str] = session.core.quotient_certificate(found, packed)
    except (Declined, ValueError):
        certificate = None
    return Quotient(found.data(), certificate)
