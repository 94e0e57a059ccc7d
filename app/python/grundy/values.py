"""Values: natural numbers are ``int``; infinite ordinals and the values of play that goes round
have classes here.

>>> from grundy import Ordinal, nim_sum, mex
>>> Ordinal("w^2*3 + w + 5") > 10**100
True
>>> Ordinal("w + 2") ^ 3
Ordinal('ω+1')
>>> mex([0, 1, 3]), nim_sum(5, 6)
(2, 3)
"""

from __future__ import annotations

from typing import Any, Iterable, Optional, Union

from grundy import _core
from grundy.errors import InputError

__all__ = ["Loony", "Loopy", "Ordinal", "Value", "mex", "nim_sum"]


class Ordinal:
    """An infinite ordinal below ε₀. Finite values are plain ``int``.

    There is no ``+`` and no ``*``, whose meaning (Cantor's or Hessenberg's) would be guessed; ``^``
    is the nim-sum.
    """

    __slots__ = ("_value",)
    _value: _core.Value

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"an Ordinal is made of a text such as 'w^2*3 + 5', not of {type(text).__name__}")
        value = _core.Value.parse(text)
        if not value.terms or value.terms[0][0] == 0:
            raise InputError(f"{text!r} is finite: an int, not an Ordinal")
        object.__setattr__(self, "_value", value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an Ordinal does not change")

    @property
    def text(self) -> str:
        """As it is written: ``"ω^2·3+5"``."""
        return self._value.text

    @property
    def cnf(self) -> list[tuple[Value, int]]:
        """Cantor's normal form: (exponent, coefficient), the highest exponent first."""
        return self._value.terms

    def _repr_latex_(self) -> str:
        return f"${latex(self)}$"

    def __repr__(self) -> str:
        return f"Ordinal({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Ordinal, (self.text,))

    def __bool__(self) -> bool:
        return True

    def _compare(self, other: object) -> Optional[int]:
        if isinstance(other, Ordinal):
            return self._value.compare(other._value)
        if isinstance(other, int):
            return 1
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ordinal) and self._value.compare(other._value) == 0

    def __lt__(self, other: object) -> bool:
        order = self._compare(other)
        if order is None:
            return NotImplemented
        return order < 0

    def __le__(self, other: object) -> bool:
        order = self._compare(other)
        if order is None:
            return NotImplemented
        return order <= 0

    def __gt__(self, other: object) -> bool:
        order = self._compare(other)
        if order is None:
            return NotImplemented
        return order > 0

    def __ge__(self, other: object) -> bool:
        order = self._compare(other)
        if order is None:
            return NotImplemented
        return order >= 0

    def __xor__(self, other: Value) -> Value:
        if isinstance(other, (int, Ordinal, Loopy)):
            return _core.nim_sum(self, other)
        return NotImplemented

    __rxor__ = __xor__


class Loopy:
    """The value ∞(K) of a position from which play can go round; K are the exits (Smith 1966).

    >>> from grundy import Loopy
    >>> Loopy([2, 0]) ^ 1
    Loopy([1, 3])
    """

    __slots__ = ("_value",)
    _value: _core.Value

    def __init__(self, exits: Iterable[int] = ()) -> None:
        numbers = list(exits)
        if not all(isinstance(one, int) and 0 <= one < 2**64 for one in numbers):
            raise InputError(f"the exits of ∞ are natural numbers below 2^64, not {numbers!r}")
        object.__setattr__(self, "_value", _core.Value.loopy(numbers))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Loopy does not change")

    @property
    def exits(self) -> list[int]:
        return self._value.exits

    @property
    def text(self) -> str:
        """``"∞(0, 2)"``."""
        return self._value.text

    def __repr__(self) -> str:
        return f"Loopy({self.exits})"

    def __str__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Loopy, (self.exits,))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loopy) and self._value.compare(other._value) == 0

    def __xor__(self, other: Value) -> Value:
        if isinstance(other, (int, Ordinal, Loopy)):
            return _core.nim_sum(self, other)
        return NotImplemented

    __rxor__ = __xor__


class Loony(Loopy):
    """The value of a position that wins any sum for whoever moves: moves there bind the answer, or
    give another turn (Winning Ways, chapter 12).

    >>> from grundy import Loony, value
    >>> value("top_entails(3)")
    Loony()
    >>> Loony() ^ 5
    Loony()
    """

    __slots__ = ()

    def __init__(self) -> None:
        object.__setattr__(self, "_value", _core.Value.loony())

    def __repr__(self) -> str:
        return "Loony()"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Loony, ())


Value = Union[int, Ordinal, Loopy]


def wrap(value: _core.Value) -> Value:
    """The object for a value that is no number."""
    result: Value = Ordinal.__new__(Ordinal)
    if value.is_loony:
        result = Loony.__new__(Loony)
    elif value.is_loopy:
        result = Loopy.__new__(Loopy)
    object.__setattr__(result, "_value", value)
    return result


def outcome_of(value: Value) -> str:
    """Who wins a position of this value played alone: "P", "N" or "D"."""
    if isinstance(value, int):
        return "N" if value else "P"
    return value._value.outcome


def latex(value: Value) -> str:
    """The value for LaTeX's mathematical mode."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Loony):
        return r"\mathrm{loony}"
    if isinstance(value, Loopy):
        return r"\infty" + (f"({', '.join(map(str, value.exits))})" if value.exits else "")
    terms = []
    for exponent, coefficient in value.cnf:
        power = "" if exponent == 0 else r"\omega" if exponent == 1 else rf"\omega^{{{latex(exponent)}}}"
        factor = str(coefficient) if not power or coefficient != 1 else ""
        terms.append(power + (r" \cdot " if power and factor else "") + factor)
    return " + ".join(terms)


def add(a: Value, b: Value) -> Value:
    """The value of a sum of two positions with these values."""
    if isinstance(a, int) and isinstance(b, int):
        return a ^ b
    return _core.nim_sum(a, b)


def mex(values: Any) -> Any:
    """The least natural number that is not among the values; of an array, that of each row."""
    if hasattr(values, "ndim") and values.ndim > 1:
        import numpy

        rows = values.reshape(-1, values.shape[-1])
        return numpy.array([mex(row.tolist()) for row in rows]).reshape(values.shape[:-1])
    seen = set(values.tolist() if hasattr(values, "tolist") else values)
    for one in seen:
        if not isinstance(one, (int, Ordinal, Loopy)) or isinstance(one, int) and one < 0:
            raise InputError(f"{one!r} is no value")
    least = 0
    while least in seen:
        least += 1
    return least


def nim_sum(*values: Any) -> Any:
    """The nim-sum of ints, ordinals and ∞(K); of arrays element by element. Of one iterable: that
    of its members."""
    if len(values) == 1 and not isinstance(values[0], (int, Ordinal, Loopy)):
        values = tuple(values[0])
    result: Any = 0
    for value in values:
        if isinstance(value, (int, Ordinal, Loopy)) and isinstance(result, (int, Ordinal, Loopy)):
            if isinstance(value, int) and value < 0:
                raise InputError(f"{value} is no value")
            result = add(result, value)
        else:
            result = result ^ value
    return result
