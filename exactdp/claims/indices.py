"""Symbolic integer indices: ordinary functions of i, k and n, run once for each case that their comparisons make.

A proof script writes matrices as plain Python functions of indices, with `if i < k` and `abs(i - k)` in them. Run on
symbolic indices, a comparison that the hypotheses leave open splits the case at hand into two, the comparison and its
negation, and the function is run again in each. So the cases cover the domain by construction; that every instance up
to some size lies in exactly one of them is checked besides.

Most hypotheses and comparisons are bounds x - y ≤ c on one index or on the difference of two. Over the integers such
bounds can all be met unless a cycle of them has a negative sum, so what follows from them is decided completely. What
follows once longer sums come in, as in 2i ≤ n, is sought by eliminating one index after another: all that is found so
does follow. What isn't found splits the case, and one half of it may then be empty, which costs time and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import product
from math import gcd
from typing import TypeAlias, TypeVar

from exactdp.arithmetic.exact import InputError

Result = TypeVar("Result")

Linear: TypeAlias = tuple[tuple[tuple[str, int], ...], int]
"""An index as a value that can be a key: its coefficients by name, and its constant."""


@dataclass(frozen=True, eq=False)
class Index:
    """An integer that depends linearly on named indices; comparing it asks the case at hand.

    Raises: `InputError` for a comparison outside of a case.

    >>> i = Index.named("i")
    >>> str(2 * i - i + 1), (i + 1 - i).constant
    ('i+1', 1)
    """

    coefficients: tuple[tuple[str, int], ...]
    constant: int = 0

    @staticmethod
    def named(name: str) -> Index:
        """Return the index of that name."""
        return Index(((name, 1),))

    @property
    def linear(self) -> Linear:
        """The index as a key."""
        return self.coefficients, self.constant

    def at(self, values: Mapping[str, int]) -> int:
        """Return the index's value where the named ones have these. Raises: KeyError for a name without one."""
        return sum(coefficient * values[name] for name, coefficient in self.coefficients) + self.constant

    def __add__(self, other: Index | int) -> Index:
        if isinstance(other, int):
            return Index(self.coefficients, self.constant + other)
        if not isinstance(other, Index):
            return NotImplemented
        total = dict(self.coefficients)
        for name, coefficient in other.coefficients:
            total[name] = total.get(name, 0) + coefficient
        kept = tuple(sorted((name, coefficient) for name, coefficient in total.items() if coefficient))
        return Index(kept, self.constant + other.constant)

    __radd__ = __add__

    def __mul__(self, factor: int) -> Index:
        # The negation of x ≤ c is x ≥ c + 1 for integers only.
        if not isinstance(factor, int):
            return NotImplemented
        if factor == 0:
            return Index(())
        return Index(tuple((name, factor * c) for name, c in self.coefficients), factor * self.constant)

    __rmul__ = __mul__

    def __neg__(self) -> Index:
        return -1 * self

    def __sub__(self, other: Index | int) -> Index:
        return self + -1 * other

    def __rsub__(self, other: int) -> Index:
        return -self + other

    def __le__(self, other: Index | int) -> bool:
        return _at_hand().decide(self - other)

    def __lt__(self, other: Index | int) -> bool:
        return self + 1 <= other

    def __ge__(self, other: Index | int) -> bool:
        return -self <= -1 * other

    def __gt__(self, other: Index | int) -> bool:
        return self - 1 >= other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Index | int):
            raise TypeError(f"an index is compared with {other!r}: write an index or a whole number")
        return self <= other and self >= other

    # Two indices may be equal in one case and not in another, so they cannot be keys; `linear` can.
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return self != 0

    def __abs__(self) -> Index:
        return self if self >= 0 else -self

    def __str__(self) -> str:
        words = "".join(f"{c:+d}·{name}".replace("1·", "") for name, c in self.coefficients)
        return (words + (f"{self.constant:+d}" if self.constant or not words else "")).removeprefix("+")


class _Bounds:
    """What is known in one case, and the decisions that led to it."""

    def __init__(self, hypotheses: list[Index | int], decisions: list[tuple[Index, bool]]) -> None:
        self.known: dict[tuple[str, str], int] = {}
        self.longer: list[Index] = []
        self.decisions = decisions
        self.taken = 0
        self.written: dict[Linear, Linear] = {}
        for at_least_zero in hypotheses:
            self.assume(Index((), 0) - at_least_zero)

    def assume(self, at_most_zero: Index) -> None:
        bound = _difference(at_most_zero)
        if bound is None:
            self.longer.append(at_most_zero)
        else:
            x, y, c = bound
            self.known[x, y] = min(c, self.known.get((x, y), c))

    def decide(self, at_most_zero: Index) -> bool:
        if self.follows(at_most_zero):
            return True
        if self.follows(1 - at_most_zero):
            return False
        if self.taken == len(self.decisions):
            self.decisions.append((at_most_zero, True))
        asked, answer = self.decisions[self.taken]
        if asked.linear != at_most_zero.linear:
            raise InputError(_ANOTHER_RUN)
        self.taken += 1
        self.assume(at_most_zero if answer else 1 - at_most_zero)
        return answer

    def follows(self, at_most_zero: Index) -> bool:
        bound = _difference(at_most_zero)
        if bound is not None:
            x, y, c = bound
            least = self.least(x, y)
            if least is not None and least <= c:
                return True
        if bound is not None and not self.longer:
            return False
        return _contradictory([*self.all(), 1 - at_most_zero])

    def all(self) -> Iterator[Index]:
        """Yield everything known; each is ≤ 0."""
        for (x, y), c in self.known.items():
            yield (Index.named(x) if x else Index(())) - (Index.named(y) if y else 0) - c
        yield from self.longer

    def least(self, x: str, y: str) -> int | None:
        """Return the least c for which x - y ≤ c follows, by the shortest path of bounds from x to y."""
        reached = {x: 0}
        for _ in range(len(self.known) + 1):
            for (u, v), c in self.known.items():
                if u in reached and reached[u] + c < reached.get(v, reached[u] + c + 1):
                    reached[v] = reached[u] + c
        return reached.get(y)


_case: ContextVar[_Bounds] = ContextVar("case")

_ANOTHER_RUN = "a function of indices compares others when it is run again: let it depend on its arguments only"


def _at_hand() -> _Bounds:
    bounds = _case.get(None)
    if bounds is None:
        raise InputError("indices are compared where no case is at hand: for n ≥ 1 in a domain, write n - 1")
    return bounds


def _difference(at_most_zero: Index) -> tuple[str, str, int] | None:
    """Return x, y, c such that the index is ≤ 0 exactly where x - y ≤ c; the empty name is the number 0."""
    ends = {coefficient: name for name, coefficient in at_most_zero.coefficients}
    if len(ends) != len(at_most_zero.coefficients) or not ends.keys() <= {1, -1}:
        return None
    return ends.get(1, ""), ends.get(-1, ""), -at_most_zero.constant


def _contradictory(at_most_zero: Iterable[Index]) -> bool:
    """Say whether eliminating all names, by Fourier's and Motzkin's method, leaves a number > 0 that should be ≤ 0."""
    forms = _tightest(at_most_zero)
    while forms and () not in forms:
        names = {name for form in forms for name, _ in form}
        sides = {
            name: tuple([form for form in forms if dict(form).get(name, 0) * sign > 0] for sign in (1, -1))
            for name in names
        }
        # The name that leaves the fewest bounds.
        name = min(sides, key=lambda each: (len(sides[each][0]) * len(sides[each][1]), each))
        above, below = ([Index(form, forms[form]) for form in side] for side in sides[name])
        kept = [Index(form, constant) for form, constant in forms.items() if name not in dict(form)]
        combined = (-dict(y.coefficients)[name] * x + dict(x.coefficients)[name] * y for x in above for y in below)
        forms = _tightest([*kept, *combined])
    return () in forms


def _tightest(at_most_zero: Iterable[Index]) -> dict[tuple[tuple[str, int], ...], int]:
    """Return the largest constant by coefficients, each form divided as the integers allow; true numbers left out."""
    forms: dict[tuple[tuple[str, int], ...], int] = {}
    for each in at_most_zero:
        divisor = gcd(*(c for _, c in each.coefficients)) or 1
        form = tuple((name, c // divisor) for name, c in each.coefficients)
        constant = -(-each.constant // divisor)
        if form or constant > 0:
            forms[form] = max(constant, forms.get(form, constant))
    return forms


def entailed(at_least_zero: Index | int) -> bool:
    """Say whether an index is shown to be at least 0 all through the case at hand, which is not split.

    Where all that is known are bounds on one index or on the difference of two, and this is another, False means that
    it does not follow; otherwise, that nothing was shown.
    Raises: `InputError` for an index outside of a case.

    >>> [(_, shown)] = Domain("n i", lambda n, i: [i, n - i]).cases(lambda n, i: (entailed(n), entailed(i - 1)))
    >>> shown
    (True, False)
    """
    if isinstance(at_least_zero, int):
        return at_least_zero >= 0
    return _at_hand().follows(-at_least_zero)


def canonical(linear: Linear) -> Linear:
    """Return the index with names that the case at hand makes equal, up to a number, written as the first of them.

    Where a longer equation holds in the case, as 2i = n does, a name that it has once is written by the others.
    Raises: `InputError` outside of a case.

    >>> [(_, found)] = Domain("i j", lambda i, j: [j - i - 2, i + 2 - j]).cases(lambda i, j: canonical(j.linear))
    >>> str(Index(*found))
    'i+2'
    """
    coefficients, _ = linear
    if not coefficients:
        return linear
    bounds = _at_hand()
    total = _by_first_names(Index(*linear), bounds)
    solved: list[tuple[str, Index]] = []
    for each in bounds.longer:
        if bounds.follows(-each):
            zero = _without(_by_first_names(each, bounds), solved)
            once = [(name, c) for name, c in zero.coefficients if abs(c) == 1]
            if once:
                name, c = once[-1]
                solved = [(other, _without(form, [(name, c * zero)])) for other, form in solved] + [(name, c * zero)]
    found = _without(total, solved).linear
    # A later decision may make more names equal.
    bounds.written.setdefault(linear, found)
    return found


def _by_first_names(index: Index, bounds: _Bounds) -> Index:
    names = sorted({"", *(name for pair in bounds.known for name in pair), *dict(index.coefficients)})
    total = Index((), index.constant)
    for name, coefficient in index.coefficients:
        for first in names:
            above, below = bounds.least(name, first), bounds.least(first, name)
            if above is not None and below is not None and above == -below:
                total += coefficient * (Index(((first, 1),), above) if first else Index((), above))
                break
    return total


def _without(index: Index, solved: Iterable[tuple[str, Index]]) -> Index:
    """Return the index without the names that have a form, equal to 0, in which they come once."""
    for name, zero in solved:
        index -= dict(index.coefficients).get(name, 0) * zero
    return index


@dataclass(frozen=True)
class Case:
    """One case of a domain: the comparisons that were open, and how each was answered there.

    >>> inside = Domain("n i", lambda n, i: [i, n - i])
    >>> [(str(case), case.holds_at({"n": 2, "i": 2})) for case, _ in inside.cases(lambda n, i: i < n)]
    [('i-n+1 ≤ 0', False), ('-i+n ≤ 0', True)]
    """

    taken: tuple[tuple[Index, bool], ...]

    def holds_at(self, values: Mapping[str, int]) -> bool:
        """Say whether the case holds where the named indices have these values. Raises: KeyError for one without."""
        return all((at_most_zero.at(values) <= 0) == answer for at_most_zero, answer in self.taken)

    def __str__(self) -> str:
        return " and ".join(f"{each if a else 1 - each} ≤ 0" for each, a in self.taken) or "always"


@dataclass(frozen=True)
class Domain:
    """Named integer indices and what is known of them: each of the hypotheses is at least 0.

    Raises: `InputError` for a name given twice.

    >>> inside = Domain("n i", lambda n, i: [n - 1, i, n - i])
    >>> [(str(case), first) for case, first in inside.cases(lambda n, i: i == 0)]
    [('i ≤ 0', True), ('-i+1 ≤ 0', False)]
    """

    names: str = ""
    hypotheses: Callable[..., list[Index | int]] = lambda: []

    def __post_init__(self) -> None:
        if len(set(self.names.split())) != len(self.names.split()):
            raise InputError(f"the indices {self.names!r} name one twice: write a different name for each")

    def cases(self, body: Callable[..., Result]) -> Iterator[tuple[Case, Result]]:
        """Run the body on symbolic indices in every case, and yield the case and the result.

        Raises: `InputError` for a body that runs otherwise the second time, and inside of another's case; as the body.
        """
        if _case.get(None) is not None:
            raise InputError("there is a case at hand, whose indices another domain does not know: prove it before")
        indices = [Index.named(name) for name in self.names.split()]
        hypotheses = self.hypotheses(*indices)
        decisions: list[tuple[Index, bool]] = []

        def run(known: list[Index | int], asked: bool) -> tuple[Result, bool]:
            bounds = _Bounds(known, decisions)
            token = _case.set(bounds)
            try:
                result = body(*indices)
                lasting = all(canonical(each) == found for each, found in list(bounds.written.items()))
            finally:
                _case.reset(token)
            if bounds.taken != (len(decisions) if asked else 0):
                raise InputError(_ANOTHER_RUN)
            return result, lasting

        while True:
            result, lasting = run(hypotheses, asked=True)
            if not lasting:
                # Once more with all that the case decides, so that what is equal there is so from the beginning.
                decided = [-each if answer else each - 1 for each, answer in decisions]
                result, _ = run([*hypotheses, *decided], asked=False)
            yield Case(tuple(decisions)), result
            while decisions and not decisions[-1][1]:
                decisions.pop()
            if not decisions:
                return
            decisions[-1] = decisions[-1][0], False

    def instances(self, largest: int) -> Iterator[dict[str, int]]:
        """Yield the integer points of the domain with every index from 0 to `largest`.

        >>> list(Domain("n i", lambda n, i: [i, n - i]).instances(1))
        [{'n': 0, 'i': 0}, {'n': 1, 'i': 0}, {'n': 1, 'i': 1}]
        """
        names = self.names.split()
        for values in product(range(largest + 1), repeat=len(names)):
            if all(each >= 0 for each in self.hypotheses(*values)):
                yield dict(zip(names, values, strict=True))
