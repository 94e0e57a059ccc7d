"""Laws for all positions of a game, and how they stand.

>>> import grundy
>>> theorem = grundy.subtract({1, 3, 4}).prove()
>>> theorem.status, theorem.law.period, theorem.law(10**30)
('proved', 7, 1)
>>> grundy.check(theorem.certificate)
Verdict(accepted=True, count=1, reasons=[])
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

from grundy import _core
from grundy import limit as _limits
from grundy.errors import Declined, Diagnostic, InputError
from grundy.position import Sum
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.position import Position
    from grundy.rule_game import Game

__all__ = ["Counterexample", "Law", "Refutation", "Theorem", "Verdict", "check"]


class Law:
    """What a theorem says of the values. Called with coordinates it gives the value there.

    ``preperiod``, ``period``, ``saltus`` and ``exceptions`` are those of a period, else None.
    """

    def __init__(self, theorem: Theorem) -> None:
        self._theorem = theorem
        period = theorem._data["period"]
        self.preperiod: Optional[int] = period and period[0]
        self.period: Optional[int] = period and period[1]
        self.saltus: Optional[int] = period and period[2]
        self.exceptions: Optional[list[tuple[int, int]]] = period and [tuple(one) for one in period[4]]

    @property
    def cases(self) -> list[tuple[str, str]]:
        """(condition, value), of which the first that applies counts; the condition "" always does."""
        return list(self._theorem._data["cases"])

    @property
    def text(self) -> str:
        cases = self.cases
        if cases:
            stated = [(condition, _grouped(value)) for condition, value in cases]
            return "; ".join(f"{value} if {condition}" if condition else value for condition, value in stated)
        return self._theorem.statement

    def __call__(self, *coordinates: int) -> Value:
        theorem = self._theorem
        position: Sum = theorem.game(*coordinates)
        period = theorem._data["period"]
        if period is not None and period[3]:
            (n,) = coordinates
            if n < len(period[3]):
                return int(period[3][n])
            rounds, rest = divmod(n - period[0], period[1])
            return int(period[3][period[0] + rest] + rounds * period[2])
        if theorem._core is not None:
            value: Optional[Value] = theorem._core.at(list(coordinates))
            if value is not None:
                return value
        if theorem.status == "proved":
            return position.value
        reason = "the law is not proved, and is not known in a form that can be evaluated here"
        raise Declined(f"declined: {reason}", [Diagnostic(reason)])

    def __repr__(self) -> str:
        return f"Law({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def _repr_latex_(self) -> Optional[str]:
        cases = self.cases
        if not cases and self.period:
            more = f" + {self.saltus}" if self.saltus else ""
            return rf"$g(n + {self.period}) = g(n){more} \quad \text{{for all }} n \ge {self.preperiod}$"
        if not cases:
            return None
        rows = [rf"{_latex(value)} & {_condition(condition)}" for condition, value in cases]
        return r"$\begin{cases}" + r" \\ ".join(rows) + r"\end{cases}$"


def _grouped(value: str) -> str:
    """ "ω + m - n - 1" as "ω + (m - 1 - n)": sums of ordinals do not commute, and brackets show what is finite."""
    if "ω" not in value or "(" in value:
        return value
    terms = re.findall(r"(?:^|([+-]) )([^ ]+(?: [^+ -][^ ]*)*)", value)
    infinite = [term for sign, term in terms if "ω" in term]
    finite = [(sign or "+", term) for sign, term in terms if "ω" not in term]
    if len(finite) < 2 or any(sign == "-" and "ω" in term for sign, term in terms):
        return value
    finite.sort(key=lambda one: 1 if one[1].isdigit() else 0 if one[0] == "+" else 2)
    text = " ".join(f"{sign} {term}" for sign, term in finite)
    return " + ".join([*infinite, f"({text[2:]})"]) if text.startswith("+ ") else value


def _latex(text: str) -> str:
    replaced = text.replace("ω", r"\omega ").replace("·", r" \cdot ").replace("*", r" \cdot ").replace("%", r" \bmod ")
    return replaced.replace(">=", r"\ge ").replace("<=", r"\le ")


def _condition(text: str) -> str:
    words = re.split(r"\b(and|or)\b", text)
    return r"\text{if } " + "".join(rf"\text{{ {w} }}" if w in ("and", "or") else _latex(w) for w in words) if text else r"\text{otherwise}"


class Refutation(NamedTuple):
    """Where a formula fails: the formula's value and the true one, as text."""

    position: tuple[int, ...]
    claimed: str
    value: str
    flaw: str


class Counterexample(NamedTuple):
    """A position at which a formula fails, with its value and what the formula claims, as text."""

    position: Position
    value: str
    claim: str


class Theorem:
    """A statement about the values of all positions of a game. ``status`` is "proved", "refuted", "conjectured" or
    "unknown"; it is true as a condition when it is proved."""

    def __init__(self, game: Game, handle: Optional[_core.Theorem], data: dict[str, Any]) -> None:
        self.game = game
        self._core = handle
        self._data = data
        self._certificate: Optional[str] = None

    @property
    def status(self) -> str:
        return str(self._data["status"])

    @property
    def kind(self) -> str:
        """"cases", "period", "automatic", "regularity", "outcomes" or "none"."""
        return str(self._data["kind"])

    def __bool__(self) -> bool:
        """Whether it is proved."""
        return self.status == "proved"

    @property
    def law(self) -> Optional[Law]:
        """What is proved or conjectured of the values; None where nothing is known, or a formula was refuted."""
        return None if self.kind == "none" or self.status in ("unknown", "refuted") else Law(self)

    @property
    def statement(self) -> str:
        return str(self._data["statement"])

    @property
    def text(self) -> str:
        """The statement with its proof, or what is known."""
        return str(self._data["text"]).rstrip("\n")

    @property
    def latex(self) -> str:
        """A proved theorem with its proof, for amsmath and amsthm; else empty."""
        return str(self._data["latex"])

    @property
    def reason(self) -> str:
        """Why it is not proved."""
        return str(self._data["reason"])

    @property
    def json(self) -> str:
        return str(self._data["json"])

    @property
    def certificate(self) -> str:
        """A certificate of a proved theorem, which `grundy.check` takes."""
        if self.status != "proved":
            raise InputError(f"a certificate is of a proved theorem; this one is {self.status}")
        if self._certificate is None:
            session = self.game._session
            handle = self._core
            if handle is None:
                handle = session.core.prove(self.game.name, None, None, "", _limits.packed())
            self._certificate = session.core.certificate(handle, _limits.packed())
        return self._certificate

    @property
    def refutation(self) -> Optional[Refutation]:
        found = self._data["refutation"]
        return None if found is None else Refutation(tuple(found[0]), *found[1:])

    @property
    def counterexample(self) -> Optional[Counterexample]:
        """The least position at which a refuted formula fails, if it fails at one."""
        found = self.refutation
        if found is None or not found.value:
            return None
        return Counterexample(self.game(*found.position), found.value, found.claimed)

    @property
    def tested(self) -> tuple[int, ...]:
        """Of a conjecture: it holds where coordinate i is below tested[i]."""
        return tuple(self._data["tested"])

    def __repr__(self) -> str:
        found = self.counterexample
        if found is not None:
            return f"False. At {found.position} the value is {found.value}, not {found.claim}."
        return f"<Theorem about {self.game.name}: {self.status}>"

    def __str__(self) -> str:
        return self.text

    def _repr_latex_(self) -> Optional[str]:
        law = self.law
        return None if law is None else law._repr_latex_()

    def __reduce__(self) -> tuple[Any, ...]:
        if self.status == "proved" and self._certificate is None:
            try:
                self.certificate
            except Declined:
                pass
        return (_restored, (self.game, self._data, self._certificate))


def _restored(game: Game, data: dict[str, Any], certificate: Optional[str]) -> Theorem:
    theorem = Theorem(game, None, data)
    theorem._certificate = certificate
    return theorem


def prove(
    game: Game, upto: Optional[int], formula: Optional[str], checkpoint: Optional[str], packed: _limits.Packed
) -> Theorem:
    handle = game._session.core.prove(game.name, upto, formula, checkpoint or "", packed)
    return Theorem(game, handle, handle.data())


@dataclass(frozen=True)
class Verdict:
    """What the checker says: whether all certificates of the text are accepted, how many there are, why not."""

    accepted: bool
    count: int
    reasons: list[str]

    def __bool__(self) -> bool:
        return self.accepted


def check(certificate: Union[str, os.PathLike[str]], solver: Optional[str] = None, **limits: Any) -> Verdict:
    """Re-checks certificates, given as a text or a file, without trusting what found them."""
    from grundy.session import default_session

    if solver is not None and solver not in ("z3", "cvc5"):
        raise InputError(f"a certificate is checked with z3 or cvc5, not {solver!r}")
    if isinstance(certificate, os.PathLike) or isinstance(certificate, str) and "\n" not in certificate:
        with open(certificate, encoding="utf-8") as file:
            certificate = file.read()
    if not isinstance(certificate, str):
        raise TypeError(f"a certificate is a text or a path, not {type(certificate).__name__}")
    packed = _limits.packed(**limits)
    accepted, decided, line, reason, count = default_session.core.check(certificate, solver or "", packed)
    reasons = [] if accepted else [f"line {line}: {reason}" + ("" if decided else " (undecided)")]
    return Verdict(accepted, count, reasons)
