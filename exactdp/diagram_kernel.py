"""The trusted checker of phase diagrams: what the best remap of G_{n,α} loses, for every real α between 0 and 1.

    python -m exactdp.diagram_kernel [--short] FILE

prints a verdict and ends as `exactdp.kernel` does, whose reader and command are all that it uses of the package.

What depends on α is a polynomial with integer coefficients, or a quotient of two. A phase lies between two ends: 0, 1,
or a root that a polynomial has between two rational bounds. All that has to be shown of a phase is that certain
polynomials are nowhere negative on it, and integers decide that.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby, pairwise, zip_longest
from math import gcd, lcm

from exactdp.kernel import Accepted, Loss, Malformed, Reader, Rejected, Row, main, quoted, sign, spell

__all__ = ["Accepted", "Malformed", "Rejected", "check", "main"]

LARGEST = 200  # the largest n
HALVINGS = 200  # how often an interval is cut in half before a sign counts as undecided

Polynomial = tuple[int, ...]
"""The coefficients, the constant term first; the last one is not 0, and the polynomial 0 has none."""

Quotients = tuple[Polynomial, tuple[Polynomial, ...]]
"""A denominator, and the numerators over it."""


# Polynomials


def total(polynomials: Iterable[Polynomial]) -> Polynomial:
    found = [sum(each) for each in zip_longest(*polynomials, fillvalue=0)]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def times(p: Polynomial, factor: int) -> Polynomial:
    return tuple(c * factor for c in p)


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    return total((*(0,) * k, *times(p, c)) for k, c in enumerate(q))


def difference(p: Polynomial, q: Polynomial) -> Polynomial:
    return total([p, times(q, -1)])


def quotient(p: Polynomial, q: Polynomial) -> Polynomial | None:
    """Return p/q if it has integer coefficients; by Gauss it has them if q divides p and is primitive."""
    rest, found = list(p), list[int]()
    while len(rest) >= len(q):
        factor, remainder = divmod(rest.pop(), q[-1])
        if remainder:
            return None
        for k, c in enumerate(q[:-1], start=len(rest) - len(q) + 1):
            rest[k] -= factor * c
        found.append(factor)
    return None if any(rest) else tuple(reversed(found))


def value(p: Polynomial, at: Fraction) -> int:
    """Return an integer of the sign of p(at)."""
    found, power = 0, 1
    for c in reversed(p):
        found, power = found * at.numerator + c * power, power * at.denominator
    return found


def shifted(p: Sequence[int], by: int = 1) -> list[int]:
    """Return the coefficients of p(by + x): the remainders of dividing by x - by, again and again."""
    rest, found = list(reversed(p)), []
    while rest:
        rest = list(accumulate(rest, lambda carried, c: carried * by + c))
        found.append(rest.pop())
    return found


def is_positive(p: Polynomial, low: Fraction, high: Fraction) -> bool:
    """Say whether p > 0 on [low, high]; a no may also mean that so many halvings do not show it."""
    common, degree = lcm(low.denominator, high.denominator), len(p) - 1
    whole = [c * common ** (degree - k) for k, c in enumerate(p)]
    width = int((high - low) * common)
    # Positive multiples of p(low + (high - low)·x) on [0, 1], then on both halves where that is not decided.
    waiting = [([c * width**k for k, c in enumerate(shifted(whole, int(low * common)))], 0)]
    while waiting:
        here, depth = waiting.pop()
        # The coefficients of (1 + x)^degree·here(1/(1 + x)), x ≥ 0, of which the first is here(1) and the last here(0).
        bernstein = shifted(here[::-1])
        if bernstein[0] <= 0 or bernstein[-1] <= 0 or depth > HALVINGS:
            return False
        if min(bernstein) < 0:
            half = [c << (degree - k) for k, c in enumerate(here)]
            waiting += [(half, depth + 1), (shifted(half), depth + 1)]
    return True


# Intervals of levels


@dataclass(frozen=True)
class End:
    """The one root from `low` to `high` of a primitive polynomial, whose last coefficient is positive."""

    polynomial: Polynomial
    low: Fraction
    high: Fraction

    def check(self) -> None:
        p, low, high = self.polynomial, self.low, self.high
        if low == high:
            is_root = len(p) == 2 and value(p, low) == 0
        else:
            slope = tuple(k * c for k, c in enumerate(p))[1:]
            rising = times(slope, -value(p, low))
            is_root = value(p, low) * value(p, high) < 0 and is_positive(rising, low, high)
        if not is_root:
            raise Rejected(
                f"this breakpoint is not the single root of its polynomial from {spell(low)} to {spell(high)}"
            )


NOUGHT, FULL = End((0, 1), Fraction(0), Fraction(0)), End((-1, 1), Fraction(1), Fraction(1))


@dataclass(frozen=True)
class Interval:
    """The levels between two ends, and polynomials whose squares may be divided out, as they change no sign."""

    first: End
    last: End
    touches: Sequence[Polynomial]

    def __str__(self) -> str:
        return f"from {spell(self.first.low)} to {spell(self.last.high)}"

    def check(self, p: Polynomial, words: str) -> None:
        """Check that p is nowhere negative inside."""
        sign = 1
        for touch in self.touches:
            while p and (rest := quotient(p, product(touch, touch))) is not None:
                p = rest
        for end in (self.first, self.last):
            while p and (rest := quotient(p, end.polynomial)) is not None:
                p, sign = rest, sign * self._of_end(end)
        if p and self._throughout(p, self.first.low, self.last.high) != sign:
            raise Rejected(f"{self} {words}")

    def _of_end(self, end: End) -> int:
        """Return the sign that the polynomial of one end has everywhere inside."""
        p = end.polynomial
        if len(p) == 2:
            return 1 if end is self.first else -1
        # Within the bounds of its one root there it is monotone. It is to have none beyond them, up to the other end.
        # Where both ends are roots of it, it is divided out for the first of them.
        if end is self.first:
            return self._throughout(p, end.high, self.last.low if self.last.polynomial == p else self.last.high)
        return self._throughout(p, self.first.low, end.low)

    def _throughout(self, p: Polynomial, low: Fraction, high: Fraction) -> int:
        found = 1 if value(p, low) > 0 else -1
        if not is_positive(times(p, found), low, high):
            raise Rejected(f"{self} a sign is not shown to stay the same")
        return found

    def check_denominator(self, p: Polynomial) -> None:
        """Check that p is positive inside and at the ends, other than 0 and 1."""
        for end in (self.first, self.last):
            while p and end in {NOUGHT, FULL} and (rest := quotient(p, end.polynomial)) is not None:
                p = times(rest, self._of_end(end))
        if not p or not is_positive(p, self.first.low, self.last.high):
            raise Rejected(f"{self} a denominator is not shown to be positive")


# Reading


@dataclass(frozen=True)
class User:
    """A user with a prior, or with side information (the `inputs`)."""

    loss: Loss
    prior: Row | None
    inputs: list[int]


@dataclass(frozen=True)
class Phase:
    """What is said of the levels between two ends: the least loss, and the remap T that has it.

    Row k of T has its entries with their responses, over the common denominator. The entries not listed are 0.
    """

    value: Quotients
    common: Polynomial
    remap: list[list[tuple[int, Polynomial]]]

    def first(self, k: int) -> int:
        """Return the first response as which T reads k; a row without one is rejected before."""
        return self.remap[k][0][0]


class DiagramReader(Reader):
    """The lines of a certificate of a phase diagram, which docs/phases.md describes."""

    def polynomial(self, word: bytes) -> Polynomial:
        found = tuple(self.integer(each) for each in word.split(b","))
        self.require(found[-1] != 0 or found == (0,), f"{quoted(word)} ends in a coefficient 0")
        return found if found[-1] else ()

    def quotients(self, keyword: str, count: int) -> Quotients:
        denominator, *numerators = (self.polynomial(word) for word in self.words(keyword, count + 1))
        return denominator, tuple(numerators)

    def rational_user(self, size: int) -> User:
        found = User(*self.user(size, size))
        self.require(len(found.loss.radicands) == 1, "the loss is irrational")
        return found

    def breakpoint(self) -> End:
        word, first, second = self.words("breakpoint", 3)
        p, low, high = self.polynomial(word), self.fraction(first), self.fraction(second)
        primitive = len(p) > 1 and p[-1] > 0 and gcd(*p) == 1
        self.require(primitive, f"{quoted(word)} is constant, or not primitive with a positive last coefficient")
        self.require(low <= high, "the bounds of the breakpoint are not in order")
        return End(p, low, high)

    def touch(self) -> Polynomial:
        (word,) = self.words("touch", 1)
        p = self.polynomial(word)
        self.require(len(p) > 1, f"{quoted(word)} is constant")
        return p

    def phase(self, size: int) -> Phase:
        value = self.quotients("value", 1)
        word, entries = self.words("remap", 2)
        remap: list[list[tuple[int, Polynomial]]] = [[] for _ in range(size)]
        last = (-1, size)
        for _ in range(self.index(entries, size * size + 1)):
            first, second, entry = self.words("entry", 3)
            place, t = (self.index(first, size), self.index(second, size)), self.polynomial(entry)
            self.require(last < place, "the entries are not in increasing order")
            self.require(t != (), "an entry of the remap is 0")
            remap[place[0]].append((place[1], t))
            last = place
        return Phase(value, self.polynomial(word), remap)


# Phases
#
# Row i of G_{n,α} has s_k·α^|i-k| in column k, where s_k is 1/(1+α) for k = 0 and n, and (1-α)/(1+α) for the others.
# Under the prior p, reading the response k of G as r costs c_kr = Σ_i p_i·l(i, r)·α^|i-k|, times s_k.
# Theorem. If c_kr ≥ c_k for all k and r, no remap of G has an expected loss below Σ_k s_k·c_k under p, nor a worst
# expected loss below it on inputs of which p is a prior.
# Proof. The expected loss of T is Σ_k s_k·Σ_r T_kr·c_kr, where s_k ≥ 0, T_kr ≥ 0 and Σ_r T_kr = 1. The worst of some
# losses is at least their mean.
# What holds inside a phase but for finitely many levels holds there and at its ends, 0 and 1 aside: the denominators
# are positive, so both sides of each inequality are continuous.
# Theorem. If l(i, r) never rises in r up to i and never falls from there on, for every i, then some remap of G_{n,α}
# loses, on each input, no more than the α-private mechanism x on {0..n}. So none is better than the best remap.
# Proof. `one_remap_for_all_losses` in proofs/coq/Main.v, over the real numbers, with the mode i of each input i.


def check(data: bytes) -> Accepted:
    """Return what the certificate proves, or raise `Malformed` or `Rejected`."""
    text = DiagramReader(data)
    if text.words("exactdp", 2) != [b"diagram", b"1"]:
        raise text.malformed("expected 'exactdp diagram 1'")
    (kind,) = text.words("statement", 1)
    text.require(kind in (b"interaction", b"optimal"), "expected 'statement interaction' or 'statement optimal'")
    size = text.count("geometric", LARGEST) + 1
    text.require(size > 1, "n is below 1")
    user = text.rational_user(size)
    count = text.count("phases")
    text.require(count > 0, "there is no phase")
    phases, ends = [text.phase(size)], [NOUGHT]
    for _ in range(count - 1):
        ends.append(text.breakpoint())
        phases.append(text.phase(size))
    ends.append(FULL)
    text.proof()
    touches = [text.touch() for _ in range(text.count("touches"))]
    priors = [text.quotients("prior", size) if user.prior is None else own(user.prior) for _ in phases]
    text.end()
    if kind == b"optimal":
        check_unimodal(user.loss, size)
    for end in ends:
        end.check()
    for before, after in pairwise(ends):
        if before.high >= after.low:
            raise Rejected(f"the ends {spell(before.high)} and {spell(after.low)} of a phase are not in order")
    costs = {prior: costs_of_readings(user.loss, prior) for prior in priors}
    for phase, prior, (first, last) in zip(phases, priors, pairwise(ends), strict=True):
        interval = Interval(first, last, touches)
        check_prior(prior, user, interval)
        check_remap(phase, interval)
        check_value(phase, user, (prior, costs[prior]), interval)
    for k in range(size):
        # While neither the prior nor the first reading changes there is one inequality for each other reading.
        readings = [(prior, phase.first(k)) for phase, prior in zip(phases, priors, strict=True)]
        start = 0
        for (prior, chosen), run in groupby(readings):
            stop = start + len(list(run))
            for r, cost in enumerate(costs[prior][k]):
                more = difference(cost, costs[prior][k][chosen])
                Interval(ends[start], ends[stop], touches).check(
                    more, f"reading {k} as {r} costs less than as {chosen}"
                )
            start = stop
    return Accepted(kind.decode(), None, text.statement)


def own(prior: Row) -> Quotients:
    denominator, numerators = prior
    return (denominator,), tuple(total([(p,)]) for p in numerators)


def check_unimodal(loss: Loss, size: int) -> None:
    for i in range(size):
        for r in range(size - 1):
            rise = sign(loss.of(i, r + 1)) - sign(loss.of(i, r))  # they are integers
            if (rise < 0) if r >= i else (rise > 0):
                raise Rejected(f"the loss on input {i} is not unimodal: {r} and {r + 1}")


def costs_of_readings(loss: Loss, prior: Quotients) -> list[list[Polynomial]]:
    """Return c_kr, times the denominators of the prior and of the loss."""
    _, numerators = prior
    found, size = [], len(numerators)
    for k in range(size):
        posterior = [(i, (*(0,) * abs(i - k), *p)) for i, p in enumerate(numerators) if p]
        found.append([total(times(p, sign(loss.of(i, r))) for i, p in posterior) for r in range(size)])
    return found


def check_prior(prior: Quotients, user: User, interval: Interval) -> None:
    denominator, numerators = prior
    interval.check_denominator(denominator)
    for i, p in enumerate(numerators):
        interval.check(p, f"the prior of {i} is negative")
        if p and i not in user.inputs:
            raise Rejected(f"a prior is positive on input {i}, outside the side information")
    if total(numerators) != denominator:
        raise Rejected("a prior does not sum to 1")


def check_remap(phase: Phase, interval: Interval) -> None:
    interval.check_denominator(phase.common)
    for k, row in enumerate(phase.remap):
        for r, t in row:
            interval.check(t, f"the probability of reading {k} as {r} is negative")
        if total(t for _, t in row) != phase.common:
            raise Rejected(f"row {k} of a remap does not sum to 1")


def check_value(phase: Phase, user: User, prices: tuple[Quotients, list[list[Polynomial]]], interval: Interval) -> None:
    """Check that the remap loses at most the value, and that the first readings cost at least as much."""
    ((whole, _), costs), (denominator, (numerator,)) = prices, phase.value
    interval.check_denominator(denominator)
    # The value times 1 + α and the denominators of the loss, then those of what it is compared with.
    value = times(product(numerator, (1, 1)), user.loss.denominator)
    least = mixed([costs[k][phase.first(k)] for k in range(len(costs))])
    more = difference(product(least, denominator), product(value, whole))
    interval.check(more, "some remap may lose less than the value")
    value = product(value, phase.common)
    if user.prior is None:
        found = [mixed(losses(phase, user.loss, i)) for i in user.inputs]
    else:
        value = product(value, whole)
        found = [mixed([total(product(t, costs[k][r]) for r, t in row) for k, row in enumerate(phase.remap)])]
    for each in found:
        interval.check(difference(value, product(each, denominator)), "the remap loses more than the value")


def losses(phase: Phase, loss: Loss, i: int) -> list[Polynomial]:
    """Return α^|i-k|·Σ_r T_kr·l(i, r) for every k, times the denominators of T and of the loss."""
    read = (total(times(t, sign(loss.of(i, r))) for r, t in row) for row in phase.remap)
    return [(*(0,) * abs(i - k), *each) for k, each in enumerate(read)]


def mixed(values: list[Polynomial]) -> Polynomial:
    """Return (1 + α)·Σ_k s_k·values[k]."""
    inner = total(values[1:-1])
    return total([values[0], values[-1], inner, (0, *times(inner, -1))])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], check, "-m exactdp.diagram_kernel"))
