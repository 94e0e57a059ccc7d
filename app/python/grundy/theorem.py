"""Laws for all positions of a game, and how they stand.

>>> import grundy
>>> theorem = grundy.subtract({1, 3, 4}).prove()
>>> theorem.status, theorem.law.period, theorem.law(10**30)
('proved', 7, 1)
>>> grundy.check(theorem.certificate)
Verdict(accepted=True, count=1, reasons=[])
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterable, NamedTuple, Optional, Union

from grundy import _core
from grundy import limit as _limits
from grundy.errors import Declined, Diagnostic, InputError, in_python
from grundy.limit import Memory, Progress, Time
from grundy.position import Sum
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.position import Position
    from grundy.rule_game import Game
    from grundy.session import Session, Source

__all__ = [
    "BoardTheorem",
    "Claim",
    "BoardsTheorem",
    "Counterexample",
    "Law",
    "Refutation",
    "Theorem",
    "Verdict",
    "check",
]


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
        period = theorem._data["period"]
        position: Sum = theorem.at(*coordinates)
        if period is not None and period[3]:
            (n,) = coordinates
            if n < len(period[3]):
                return int(period[3][n])
            rounds, rest = divmod(n - period[0], period[1])
            return int(period[3][period[0] + rest] + rounds * period[2])
        if theorem._core is not None and not theorem.letters:
            value: Optional[Value] = theorem._core.at(list(coordinates))
            if value is not None:
                return value
        if theorem.status == "proved":
            return position.value
        reason = "the law is not proved, or not known in a form that can be evaluated here"
        raise Declined(f"declined: {reason}", [Diagnostic(reason)])

    def __repr__(self) -> str:
        return f"Law({self.text!r})"

    def __str__(self) -> str:
        return self.text

    @property
    def latex(self) -> str:
        """A formula in its cases or a recurrence, for LaTeX's mathematical mode with amsmath; empty
        for other laws."""
        return str(self._theorem._data["law_latex"]).strip()

    def _repr_latex_(self) -> Optional[str]:
        return f"${self.latex}$" if self.latex else None


def _grouped(value: str) -> str:
    """"ω + m - n - 1" as "ω + (m - 1 - n)": sums of ordinals do not commute, and brackets show what
    is finite."""
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
    """A statement about the values of all positions of a game. ``status`` is "proved", "refuted",
    "conjectured" or
    "unknown"; it is true as a condition when it is proved."""

    def __init__(
        self, session: Session, name: str, letters: tuple[str, ...], handle: Optional[_core.Theorem], data: dict[str, Any]
    ) -> None:
        self._session = session
        self._name = name
        #: The parameters for all of whose values it holds; they come before the coordinates.
        self.letters = letters
        self._core = handle
        self._data = data
        self._certificate: Optional[str] = None

    @property
    def game(self) -> Game:
        """Whose values it speaks of."""
        return self._session.game(self._name)

    def at(self, *numbers: int) -> Position:
        """The position with these coordinates, before which come the values of letters."""
        count = len(self.letters)
        if not count:
            return self.game(*numbers)  # type: ignore[no-any-return]
        name = self._name
        for letter, value in zip(self.letters, numbers):
            name = re.sub(rf"\b{letter}\b", str(value), name)
        return self._session.game(name)(*numbers[count:])  # type: ignore[no-any-return]

    @property
    def status(self) -> str:
        return str(self._data["status"])

    @property
    def kind(self) -> str:
        """"cases", "period", "automatic", "regularity", "outcomes", "words" or "none"."""
        return str(self._data["kind"])

    def __bool__(self) -> bool:
        """Whether it is proved."""
        return self.status == "proved"

    @property
    def law(self) -> Optional[Law]:
        """What is proved or conjectured of the values; None where nothing is known, or a formula
        was refuted."""
        return None if self.kind == "none" or self.status in ("unknown", "refuted") else Law(self)

    @property
    def statement(self) -> str:
        return str(self._data["statement"])

    @property
    def text(self) -> str:
        """The statement with its proof, or what is known."""
        return in_python(str(self._data["text"]).rstrip("\n"))

    @property
    def latex(self) -> str:
        """A proved theorem with its proof, for amsmath and amsthm; else empty."""
        return str(self._data["latex"])

    @property
    def reason(self) -> str:
        """Why it is not proved."""
        return in_python(str(self._data["reason"]))

    @property
    def json(self) -> str:
        return str(self._data["json"])

    @property
    def certificate(self) -> str:
        """A certificate of a proved theorem, which `grundy.check` takes."""
        if self.status != "proved":
            raise InputError(f"a certificate is of a proved theorem; this one is {self.status}")
        if self._certificate is None:
            handle = self._core
            if handle is None:
                raise Declined("declined: the certificate was not kept", [Diagnostic("the certificate was not kept")])
            self._certificate = self._session.core.certificate(handle, _limits.packed())
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
        return Counterexample(self.at(*found.position), found.value, found.claimed)

    @property
    def tested(self) -> tuple[int, ...]:
        """Of a conjecture: it holds where coordinate i is below tested[i]."""
        return tuple(self._data["tested"])

    def __repr__(self) -> str:
        found = self.counterexample
        if found is not None:
            return f"False. At {found.position} the value is {found.value}, not {found.claim}."
        return f"<Theorem about {self._name}: {self.status}>"

    def __str__(self) -> str:
        return self.text

    def _repr_latex_(self) -> Optional[str]:
        law = self.law
        return None if law is None else law._repr_latex_()

    def _repr_svg_(self) -> Optional[str]:
        """The automaton of a law by digits."""
        if "svg" not in self._data:
            self._data["svg"] = "" if self._core is None else self._core.svg()
        return str(self._data["svg"]) or None

    def __reduce__(self) -> tuple[Any, ...]:
        if self.status == "proved" and self._certificate is None:
            try:
                self.certificate
            except Declined:
                pass
        self._repr_svg_()  # the picture goes along
        source = self._session.source_of(self._name)
        return (_restored, (source, self._name, self.letters, self._data, self._certificate))


def _restored(
    source: Source, name: str, letters: tuple[str, ...], data: dict[str, Any], certificate: Optional[str]
) -> Theorem:
    from grundy.session import session_for

    theorem = Theorem(session_for(source), name, letters, None, data)
    theorem._certificate = certificate
    return theorem


def prove(
    session: Session,
    name: str,
    upto: Optional[int],
    formula: Optional[str],
    checkpoint: Optional[str],
    for_: Union[None, str, Iterable[str]],
    where: Optional[str],
    effort: int,
    packed: _limits.Packed,
) -> Theorem:
    letters: tuple[str, ...] = ()
    if for_ is not None:
        letters = tuple(one.strip() for one in (for_.split(",") if isinstance(for_, str) else for_))
    words = ", ".join(letters) or None
    handle = session.core.prove(name, upto, formula, checkpoint or "", words, where, effort, packed)
    return Theorem(session, name, letters, handle, handle.data())


class Claim(NamedTuple):
    """What is known of a claim about values: "proved" from a law of the game, "refuted" by the
    least counterexample, or "tested", without one."""

    status: str
    text: str
    counterexample: Optional[dict[str, int]]
    values: Optional[dict[str, int]]

    def __bool__(self) -> bool:
        """Whether it is proved."""
        return self.status == "proved"

    def __repr__(self) -> str:
        return f"<Claim: {self.status}>"

    def __str__(self) -> str:
        return self.text.rstrip("\n")


def judge_claim(
    session: Session, name: str, claim: str, upto: Optional[int], packed: _limits.Packed
) -> Claim:
    """Whether the claim about values of the game of this name is true."""
    text, data = session.core.judge_claim(name, claim, upto, packed)
    found = json.loads(data)
    return Claim(found["status"], text, found.get("counterexample"), found.get("values"))


class BoardTheorem(NamedTuple):
    """The value of one position, proved."""

    position: str
    value: Value
    statement: str
    text: str
    certificate: str
    json: str

    @property
    def status(self) -> str:
        return "proved"

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<BoardTheorem: {self.statement}>"

    def __str__(self) -> str:
        return self.text.rstrip("\n")


class BoardsTheorem(NamedTuple):
    """The values of boards of every length, proved: those of n and n + period are equal for all n ≥
    preperiod."""

    boards: str
    first: int
    preperiod: int
    period: int
    values: list[int]
    statement: str
    text: str
    certificate: str
    json: str

    @property
    def status(self) -> str:
        return "proved"

    def value(self, n: int) -> int:
        """The value of the board of length n.

        >>> import grundy
        >>> theorem = grundy.prove("cram(1xn)")
        >>> theorem.period, theorem.preperiod, theorem.value(10**30)
        (34, 53, 1)
        """
        if n < self.first:
            raise InputError(f"the least length is {self.first}, not {n}")
        if n >= self.preperiod:
            n = self.preperiod + (n - self.preperiod) % self.period
        return self.values[n - self.first]

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<BoardsTheorem: {self.statement}>"

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_latex_(self) -> str:
        return rf"$g(n + {self.period}) = g(n) \quad \text{{for all }} n \ge {self.preperiod}$"


@dataclass(frozen=True)
class Verdict:
    """What the checker says: whether all certificates of the text are accepted, how many there are,
    why not; and whether the checker that is proved in Coq accepts them, too."""

    accepted: bool
    count: int
    reasons: list[str]
    verified: bool = field(default=False, repr=False)

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        if not self.accepted:
            return "not accepted: " + "; ".join(self.reasons)
        return "accepted, also by grundy-verify, whose correctness is proved in Coq" if self.verified else "accepted"


def check(
    certificate: Union[str, os.PathLike[str]],
    solver: Optional[str] = None,
    *,
    verified: bool = False,
    time: Time = None,
    memory: Memory = None,
    threads: Optional[int] = None,
    progress: Progress = None,
) -> Verdict:
    """Re-checks certificates, given as a text or a file, without trusting what found them.

    `solver` decides, "z3" or "cvc5"; with `verified` the checker that is proved in Coq
    (`./dev formal` builds it) has to accept them as well.
    """
    from grundy.session import default_session

    if verified and solver is not None:
        raise InputError("verified=True takes no solver")

    if solver is not None and solver not in ("z3", "cvc5"):
        raise InputError(f"a certificate is checked with z3 or cvc5, not {solver!r}")
    if isinstance(certificate, os.PathLike) or isinstance(certificate, str) and "\n" not in certificate:
        with open(certificate, encoding="utf-8") as file:
            certificate = file.read()
    if not isinstance(certificate, str):
        raise TypeError(f"a certificate is a text or a path, not {type(certificate).__name__}")
    packed = _limits.packed(time, memory, threads, progress)
    asked = "grundy-verify" if verified else solver or ""
    accepted, decided, line, reason, count = default_session.core.check(certificate, asked, packed)
    reasons = [] if accepted else [f"line {line}: {reason}" + ("" if decided else " (undecided)")]
    return Verdict(accepted, count, reasons, accepted and verified)
