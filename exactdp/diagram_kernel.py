"""The trusted checker of certificates about every real α between 0 and 1, phase by phase.

    python diagram_kernel.py [--short] FILE

prints a verdict and ends with the same codes as `kernel.py`, which must be in the same folder. Of `kernel.py` it uses
only the reader, the checks of a table of numbers, the equations of uniqueness, the elimination and the command.

A certificate states the loss of the best remap of G_{n,α} or of the best α-private mechanism, the α at which a
mechanism is α-private or derivable from G_{n,α}, that α is its exact level, or the least δ at each α. Every function of
α in it is a polynomial with integer coefficients, or a quotient of two. A phase lies between two ends: 0, 1, or a root
that a polynomial has between two rational bounds. To check a phase, this module shows that certain polynomials are
nowhere negative on it, or positive, with integer arithmetic. The phases cover all levels, or an interval of levels,
which may be stated to contain e^-ε.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from importlib.machinery import SourceFileLoader
from itertools import accumulate, chain, groupby, pairwise, zip_longest
from math import ceil, gcd, lcm
from pathlib import Path
from types import ModuleType
from typing import TypeVar, cast

if __name__ == "__main__" and not __package__:
    # Run as a file: the kernel is the file beside this one, even if another one is installed.
    sys.modules["exactdp.kernel"] = kernel = ModuleType("exactdp.kernel")
    SourceFileLoader("exactdp.kernel", str(Path(__file__).with_name("kernel.py"))).exec_module(kernel)

from exactdp.kernel import (
    DECIMAL,
    Accepted,
    Dual,
    Face,
    Loss,
    Malformed,
    Mechanism,
    Pair,
    Problem,
    Reader,
    Rejected,
    Row,
    check_alone,
    check_stochastic,
    ensure,
    equations_of_optima,
    excess,
    forms,
    lowest,
    main,
)

__all__ = ["Accepted", "Malformed", "Rejected", "check", "main"]

LARGEST = 200  # the largest n
HALVINGS = 200  # how often an interval is halved before a sign counts as undecided

Polynomial = tuple[int, ...]
"""The coefficients, the constant term first. The last coefficient is not 0; the polynomial 0 has no coefficients."""

Quotients = tuple[Polynomial, tuple[Polynomial, ...]]
"""A denominator, and the numerators over it."""

Read = TypeVar("Read")


def spell(value: int | Fraction) -> str:
    """Return a number as a certificate writes it, without the middle part of a long number."""
    if value.denominator != 1:
        return f"{spell(value.numerator)}/{spell(value.denominator)}"
    text = str(value.numerator) if abs(value.numerator) < DECIMAL else hex(value.numerator)
    return text if len(text) <= 60 else f"{text[:24]}...{text[-24:]} ({len(text)} characters)"


def integers(loss: Loss) -> list[list[int]]:
    """Return the table of a loss without roots, times its denominator."""
    return cast("list[list[int]]", loss.table)


# Polynomials


def total(polynomials: Iterable[Polynomial]) -> Polynomial:
    found = [sum(each) for each in zip_longest(*polynomials, fillvalue=0)]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def times(p: Polynomial, factor: int) -> Polynomial:
    return tuple(c * factor for c in p)


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    return total((*(0,) * k, *times(p, c)) for k, c in enumerate(q) if c)


def difference(p: Polynomial, q: Polynomial) -> Polynomial:
    return total([p, times(q, -1)])


def quotient(p: Polynomial, q: Polynomial) -> Polynomial | None:
    """Return p/q if its coefficients are integers. By Gauss's lemma they are, if q divides p and is primitive."""
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
    """Return an integer with the sign of p(at)."""
    found, power = 0, 1
    for c in reversed(p):
        found, power = found * at.numerator + c * power, power * at.denominator
    return found


def shifted(p: Sequence[int], by: int = 1) -> list[int]:
    """Return the coefficients of p(by + x): the remainders of repeated division by x - by."""
    rest, found = list(reversed(p)), []
    while rest:
        rest = list(accumulate(rest, lambda carried, c: carried * by + c))
        found.append(rest.pop())
    return found


def is_positive(p: Polynomial, low: Fraction, high: Fraction) -> bool:
    """Return whether p > 0 from low to high, both ≥ 0. False may also mean that `HALVINGS` halvings do not prove it."""
    return where_not_positive(p, low, high) is None


def where_not_positive(p: Polynomial, low: Fraction, high: Fraction) -> Fraction | None:
    """Return a level with p ≤ 0, or one near to which `HALVINGS` halvings do not prove p > 0; None if p > 0."""
    common, degree = lcm(low.denominator, high.denominator), len(p) - 1
    start, stop = sorted([int(low * common), int(high * common)])
    # Horner's rule with a lower bound, times a power of `common`: α·q ≥ α·c if q ≥ c.
    least, power = 0, 1
    for c in reversed(p):
        least, power = least * (start if least > 0 else stop) + c * power, power * common
    if least > 0:
        return None
    whole = [c * common ** (degree - k) for k, c in enumerate(p)]
    # Positive multiples of p(low + (high - low)·x) on [0, 1], then on each half of an undecided interval.
    waiting = [([c * (stop - start) ** k for k, c in enumerate(shifted(whole, start))], 0, 0)]
    while waiting:
        here, left, depth = waiting.pop()
        # The coefficients of (1 + x)^degree·here(1/(1 + x)), x ≥ 0: the first is here(1) and the last is here(0).
        bernstein = shifted(here[::-1])
        if bernstein[0] <= 0 or bernstein[-1] <= 0 or depth > HALVINGS:
            return Fraction((left + (bernstein[-1] > 0)) * (stop - start) + (start << depth), common << depth)
        if min(bernstein) < 0:
            half = [c << (degree - k) for k, c in enumerate(here)]
            waiting += [(half, 2 * left, depth + 1), (shifted(half), 2 * left + 1, depth + 1)]
    return None


# Intervals of levels


@dataclass(frozen=True)
class End:
    """The only root from `low` to `high` of a primitive polynomial with a positive last coefficient."""

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
        between = f"from {spell(low)} to {spell(high)}"
        ensure(is_root, f"this breakpoint is not the single root of its polynomial {between}")


NOUGHT, FULL = End((0, 1), Fraction(0), Fraction(0)), End((-1, 1), Fraction(1), Fraction(1))


@dataclass(frozen=True)
class Interval:
    """The levels between two ends, and polynomials whose squares may be divided out, because squares change no sign."""

    first: End
    last: End
    touches: Sequence[Polynomial]

    def __str__(self) -> str:
        return f"from {spell(self.first.low)} to {spell(self.last.high)}"

    def check(self, p: Polynomial, words: str) -> None:
        """Check that p is nowhere negative inside, and so at the ends. If both ends are one level, check it there."""
        if self.first == self.last:
            if quotient(p, self.first.polynomial) is None and not is_positive(p, self.first.low, self.first.high):
                raise Rejected(f"{self} {words}")
            return
        for touch in self.touches:
            while p and (rest := quotient(p, product(touch, touch))) is not None:
                p = rest
        if p and not self._is_positive_inside(p):
            raise Rejected(f"{self} {words}")

    def check_positive(self, p: Polynomial, words: str, apart: Sequence[End]) -> None:
        """Check that p is positive inside, and at the ends that are not among these."""
        closed = [end for end in (self.first, self.last) if end not in apart]
        inside = p and self._is_positive_inside(p)
        if not inside or not all(is_positive(p, end.low, end.high) for end in closed):
            raise Rejected(f"{self} {words}")

    def _is_positive_inside(self, p: Polynomial) -> bool:
        p = p[next(k for k, c in enumerate(p) if c) :]  # α is positive inside
        sign = 1
        for end in (self.first, self.last):
            while (rest := quotient(p, end.polynomial)) is not None:
                p, sign = rest, sign * self._of_end(end)
        return self._throughout(p, self.first.low, self.last.high) == sign

    def _of_end(self, end: End) -> int:
        """Return the sign that the polynomial of one end has everywhere inside."""
        p = end.polynomial
        if len(p) == 2:
            return 1 if end is self.first else -1
        # Within the bounds of its only root there p is monotone. It must have no root beyond them, up to the other end.
        # If both ends are roots of p, only the first end divides p out.
        if end is self.first:
            return self._throughout(p, end.high, self.last.low if self.last.polynomial == p else self.last.high)
        return self._throughout(p, self.first.low, end.low)

    def _throughout(self, p: Polynomial, low: Fraction, high: Fraction) -> int:
        found = 1 if value(p, low) > 0 else -1
        at = where_not_positive(times(p, found), low, high)
        if at is not None:
            for _ in range(20):
                middle = (low + at) / 2
                low, at = (middle, at) if value(p, middle) * found > 0 else (low, middle)
            raise Rejected(f"{self} a sign is not shown to stay the same near {spell(at.limit_denominator(1000))}")
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
    """A user with a constant prior, or with side information (the `inputs`), and losses over a denominator."""

    losses: list[list[int]]
    denominator: int
    prior: Quotients | None
    inputs: list[int]


@dataclass(frozen=True)
class Phase:
    """The claim about the levels between two ends: the least loss; a remap T that attains it; whether no other does.

    Row k of T has its entries with their responses, over the common denominator. The entries not listed are 0.
    """

    value: Quotients
    common: Polynomial
    remap: list[list[tuple[int, Polynomial]]]
    only: bool

    def first(self, k: int) -> int:
        """Return the first response r with T_kr > 0. The reader rejects a row without one."""
        return self.remap[k][0][0]


@dataclass(frozen=True)
class Best:
    """The claim about the levels between two ends: the least loss; a mechanism that attains it, over a denominator."""

    value: Quotients
    common: Polynomial
    rows: list[list[Polynomial]]


@dataclass(frozen=True)
class Prices:
    """The dual of `exactdp.kernel`, with polynomials for its numbers. A prior is over the denominator as well."""

    denominator: Polynomial
    prior: list[Polynomial]
    weights: list[Polynomial]
    multipliers: list[Polynomial]
    flows: list[list[tuple[int, int, Polynomial]]]


class DiagramReader(Reader):
    """The lines of a certificate about all levels, which CERTIFICATES.md describes."""

    def level(self, keyword: str) -> Fraction:
        """Read nothing: this certificate is about all levels, so it has no line for its level."""
        return Fraction(0)

    def polynomial(self, word: bytes) -> Polynomial:
        found = tuple(self.integer(each) for each in word.split(b","))
        self.require(found[-1] != 0 or found == (0,), "this ends in a coefficient 0", word)
        return found if found[-1] else ()

    def polynomials(self, keyword: str, count: int) -> list[Polynomial]:
        return [self.polynomial(word) for word in self.words(keyword, count)]

    def quotients(self, keyword: str, count: int) -> Quotients:
        denominator, *numerators = self.polynomials(keyword, count + 1)
        return denominator, tuple(numerators)

    def rational_user(self, size: int) -> User:
        loss, row, inputs = self.user(size, size)
        self.require(len(loss.bounds) == 1, "the loss is irrational")
        prior = None if row is None else ((row[0],), tuple(total([(p,)]) for p in row[1]))
        return User(integers(loss), loss.denominator, prior, inputs)

    def breakpoint(self) -> End:
        word, first, second = self.words("breakpoint", 3)
        p, low, high = self.polynomial(word), self.fraction(first), self.fraction(second)
        primitive = len(p) > 1 and p[-1] > 0 and gcd(*p) == 1
        self.require(primitive, "this is constant, or not primitive with a positive last coefficient", word)
        self.require(low <= high, "the bounds of the breakpoint are not in order")
        return End(p, low, high)

    def touches(self) -> list[Polynomial]:
        found = list[Polynomial]()
        for _ in range(self.count("touches")):
            (word,) = self.words("touch", 1)
            found.append(self.polynomial(word))
            self.require(len(found[-1]) > 1, "this is constant", word)
        return found

    def phases(self, phase: Callable[[], Read]) -> tuple[list[Read], list[End]]:
        """Read the phases and their ends: without a breakpoint, the first end is 0 and the last end is 1."""
        count = self.count("phases")
        self.require(count > 0, "there is no phase")
        found, ends = list[Read](), [self.breakpoint() if self.begins("breakpoint") else NOUGHT]
        for at in range(count):
            found.append(phase())
            ends.append(self.breakpoint() if at < count - 1 or self.begins("breakpoint") else FULL)
        return found, ends

    def holds(self) -> bool:
        (word,) = self.words("phase", 1)
        self.require(word in (b"yes", b"no"), "expected 'phase yes' or 'phase no'")
        return word == b"yes"

    def source_rows(self, size: int) -> list[Quotients]:
        """Read a mechanism with as many responses as inputs, row by row. The geometric one has no rows to read."""
        form, count = self.words("from", 2)
        right = [(b"geometric", size - 1), (b"matrix", size)]
        self.require(
            (form, self.integer(count)) in right, f"expected 'from geometric {size - 1}' or 'from matrix {size}'"
        )
        return [self.quotients("row", size) for _ in range(size) if form == b"matrix"]

    def rows(self) -> list[Quotients]:
        form, first, second = self.words("mechanism", 3)
        self.require(form == b"matrix", "expected 'mechanism matrix'")
        height, width = self.size(first, second)
        return [self.quotients("row", width) for _ in range(height)]

    def phase(self, size: int) -> Phase:
        value = self.quotients("value", 1)
        word, entries = self.words("remap", 2)
        remap: list[list[tuple[int, Polynomial]]] = [[] for _ in range(size)]
        for (k, r), (entry,) in self.entries("entry", self.index(entries, size * size + 1), size, size):
            t = self.polynomial(entry)
            self.require(t != (), "an entry of the remap is 0")
            remap[k].append((r, t))
        return Phase(value, self.polynomial(word), remap, self.optional("only", 0) is not None)

    def best_of(self, height: int, width: int) -> Best:
        value, (common,) = self.quotients("value", 1), self.polynomials("common", 1)
        return Best(value, common, [self.polynomials("row", width) for _ in range(height)])

    def prices(self, problem: Problem) -> Prices:
        (whole,) = self.polynomials("dual", 1)
        own = [total([times(whole, p)]) for p in problem.prior[1]] if problem.prior else []
        prior = own or self.polynomials("prior", problem.height)
        weights = self.polynomials("weights", problem.height)
        multipliers = self.polynomials("multipliers", len(problem.constraints))
        flows: list[list[tuple[int, int, Polynomial]]] = [[] for _ in range(problem.width)]
        for _ in range(self.count("flows")):
            response, first, second, price = self.words("flow", 4)
            i, k = self.index(first, problem.height), self.index(second, problem.height)
            self.require((i, k) in problem.privacy.both_ways, "a flow is between neighbours")
            flows[self.index(response, problem.width)].append((i, k, self.polynomial(price)))
        return Prices(whole, prior, weights, multipliers, flows)

    def begins(self, keyword: str) -> bool:
        return self.data.startswith(keyword.encode(), self.start)

    def optional(self, keyword: str, count: int) -> list[int] | None:
        return self.integers(keyword, count) if self.begins(keyword) else None

    def epsilon(self) -> list[int] | None:
        found = self.optional("epsilon", 2)
        self.require(not found or (min(found) > 0 and gcd(*found) == 1), "this is not a fraction in lowest terms")
        return found

    def series(self, epsilon: list[int] | None) -> list[int]:
        found = self.integers("series", 2) if epsilon else []
        self.require(not epsilon or (found[0] > 1 and found[1] >= 0), "below 2 terms, or below 0 binary places")
        return found

    def bound(self) -> list[int] | None:
        """Read D, N and K, if they are there: the least loss is at most N/D in the first K phases, and in no other."""
        found = self.optional("at-most", 3)
        lowest_terms = found is None or (found[0] >= 1 and gcd(*found[:2]) == 1 and found[2] >= 0)
        self.require(lowest_terms, "the bound is not a fraction in lowest terms and a number of phases")
        return found


# Phases
#
# Row i of G_{n,α} has s_k·α^|i-k| in column k, where s_k is 1/(1+α) for k = 0 and n, and (1-α)/(1+α) for the others.
# Under the prior p, reading response k of G as r costs s_k·c_kr, where c_kr = Σ_i p_i·l(i, r)·α^|i-k|.
# Theorem. If c_kr ≥ c_k for all k and r, no remap of G has an expected loss below Σ_k s_k·c_k under p. Its worst
# expected loss on a set of inputs is not below that bound either, if p is a prior on this set.
# Proof. The expected loss of T is Σ_k s_k·Σ_r T_kr·c_kr, where s_k ≥ 0, T_kr ≥ 0 and Σ_r T_kr = 1. The worst of some
# losses is at least their mean.
# An inequality that holds inside a phase, except at finitely many levels, holds everywhere there and at the ends other
# than 0 and 1: the denominators are positive, so both of its sides are continuous.
# Theorem. If l(i, r) never rises in r up to i and never falls from there on, for every i, then some remap of G_{n,α}
# loses, on each input, no more than the α-private mechanism x on {0..n}. So no x is better than the best remap.
# Proof. `one_remap_for_all_losses` in proofs/coq/Main.v, over the real numbers, with the mode i of each input i.
# Theorem. T is the only optimal remap at all but finitely many levels of a phase, if these equations have only the
# solution 0 modulo m, with an integer for α. The unknowns are the T_kr whose c_kr is c_k throughout the phase. Each row
# of unknowns sums to 0, and so does the loss on each input whose p_i is not 0 throughout. For a Bayesian user the rows
# alone must be enough. Then T is the only one wherever c_kr > c_k for all other r.
# Proof. Let T' be optimal. Under p it loses at most the value, so at most Σ_k s_k·c_k. So T'_kr = 0 where c_kr > c_k,
# and the inputs with p_i > 0 lose the value. T is optimal too, so T' - T solves the equations at α, if the c_kr - c_k
# and p_i that are not 0 throughout are not 0 at α. For the given integer, a minor of full size is not 0 modulo a prime
# factor of m. So it is not the polynomial 0, and T' - T = 0 except where it is 0. All these polynomials are 0 at
# finitely many levels only. If the rows alone are enough, each has one unknown, and T' = T wherever the others are 0.
# Theorem. If T is the only optimal remap at a level, p_0 > 0 and p_n > 0 there, the loss is unimodal as above, and
# l(0, r) always rises in r and l(n, r) always falls, then no other α-private mechanism on {0..n} is optimal there.
# Proof. `only_universally_optimal` in proofs/coq/UniqueOptimality.v, over the real numbers.
# All the exceptional levels are roots of polynomials with integer coefficients. So e^-ε is not one of them: for a
# rational ε ≠ 0 it is transcendental (Lindemann).


def diagram(text: DiagramReader, kind: bytes) -> None:
    size = text.count("geometric", LARGEST) + 1
    text.require(size > 1, "n is below 1")
    user = text.rational_user(size)
    bound = text.bound()
    phases, ends = text.phases(lambda: text.phase(size))
    epsilon = text.epsilon()
    text.require(bound is None or bound[2] <= len(phases), "the bound is about more phases than there are")
    text.proof()
    series = text.series(epsilon)
    touches = text.touches()
    priors = [user.prior or text.quotients("prior", size) for _ in phases]
    only = any(phase.only for phase in phases)
    elimination = text.integers("modulus", 2) if only else []
    text.require(not only or not touches or user.prior is None, "the phases are 'only' inside, but for the touches")
    text.end()
    if kind != b"interaction":
        check_unimodal(user.losses, [0, size - 1] if kind == b"only-optimal" else [])
    check_ends(ends, [False for _ in phases])
    if epsilon:
        check_exponential(Fraction(*epsilon), ends[0].high, ends[-1].low, *series)
    costs = {prior: costs_of_readings(user.losses, prior) for prior in set(priors)}
    for phase, prior, (first, last) in zip(phases, priors, pairwise(ends), strict=True):
        interval = Interval(first, last, touches)
        check_prior(prior, user.inputs, interval)
        if kind == b"only-optimal" and not (phase.only and prior[1][0] and prior[1][-1]):
            raise Rejected(f"{interval} other mechanisms may be optimal")
        check_remap(phase, interval)
        check_value(phase, user, (prior, costs[prior]), interval)
        if phase.only:
            modulus, at = elimination
            support = [i for i in user.inputs if prior[1][i] and user.prior is None]
            check_alone(modulus, *equations_of_remaps(phase, user.losses, (costs[prior], support), at))
    if bound is not None:
        check_bound(phases, ends, touches, bound)
    for k in range(size):
        # While neither the prior nor the first reading changes, there is one inequality for each other reading.
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


def check_ends(ends: Sequence[End], points: Sequence[bool]) -> None:
    """Check that the ends are single roots in increasing order; a phase of these `points` may be one level."""
    for end in ends:
        end.check()
    for (before, after), point in zip(pairwise(ends), points, strict=True):
        if before.high >= after.low and not (point and before == after):
            raise Rejected(f"the ends {spell(before.high)} and {spell(after.low)} of a phase are not in order")


def check_exponential(epsilon: Fraction, low: Fraction, high: Fraction, terms: int, places: int) -> None:
    """Check low < e^-ε < high. For 0 < y ≤ 1, e^-y lies strictly between consecutive sums of Σ_j (-y)^j/j!."""
    whole, unit = ceil(epsilon), 2**places
    p, q = (epsilon / whole).as_integer_ratio()
    last, term, common = 1, 1, 1  # a sum and its last term, over the common denominator q^j·j!
    for j in range(1, terms):
        term, common, before = term * -p, common * q * j, last * q * j
        last = before + term
    below, above = sorted([before * unit, last * unit])
    if low > Fraction(below // common, unit) ** whole or high < Fraction(-(-above // common), unit) ** whole:
        raise Rejected(f"e^-({spell(epsilon)}) is not shown to be between {spell(low)} and {spell(high)}")


def check_unimodal(table: list[list[int]], strictly: Sequence[int]) -> None:
    for i, row in enumerate(table):
        for r, (loss, following) in enumerate(pairwise(row)):
            rise = following - loss if r >= i else loss - following
            strict = i in strictly
            ensure(rise >= strict, f"the loss on input {i} is not {'strictly ' * strict}unimodal: {r} and {r + 1}")


def costs_of_readings(table: list[list[int]], prior: Quotients) -> list[list[Polynomial]]:
    """Return c_kr, times the denominators of the prior and of the loss."""
    columns = []
    for losses in zip(*table, strict=True):
        lost = list(map(times, prior[1], losses))
        before, after = (accumulate(each, lambda p, q: total([(0, *p), q])) for each in (lost, reversed(lost)))
        sides = zip(before, reversed([*after]), lost, strict=True)  # the inputs up to k, and those from k on
        columns.append([total([up, down, times(twice, -1)]) for up, down, twice in sides])
    return [list(row) for row in zip(*columns, strict=True)]


def check_prior(prior: Quotients, inputs: Sequence[int], interval: Interval) -> None:
    denominator, numerators = prior
    interval.check_denominator(denominator)
    for i, p in enumerate(numerators):
        interval.check(p, f"the prior of {i} is negative")
        ensure(p == () or i in inputs, f"a prior is positive on input {i}, outside the side information")
    ensure(total(numerators) == denominator, "a prior does not sum to 1")


def check_remap(phase: Phase, interval: Interval) -> None:
    interval.check_denominator(phase.common)
    for k, row in enumerate(phase.remap):
        for r, t in row:
            interval.check(t, f"the probability of reading {k} as {r} is negative")
        ensure(total(t for _, t in row) == phase.common, f"row {k} of a remap does not sum to 1")


def check_value(phase: Phase, user: User, prices: tuple[Quotients, list[list[Polynomial]]], interval: Interval) -> None:
    """Check that the remap loses at most the value, and that the first readings cost at least as much."""
    ((whole, _), costs), (denominator, (numerator,)) = prices, phase.value
    interval.check_denominator(denominator)
    # The value times 1 + α and the denominators of the loss, then the denominators of the other side.
    value = times(product(numerator, (1, 1)), user.denominator)
    least = mixed([costs[k][phase.first(k)] for k in range(len(costs))])
    more = difference(product(least, denominator), product(value, whole))
    interval.check(more, "some remap may lose less than the value")
    value = product(value, phase.common)
    if user.prior is None:
        found = [mixed(losses(phase, user.losses[i], i)) for i in user.inputs]
    else:
        value = product(value, whole)
        found = [mixed([total(product(t, costs[k][r]) for r, t in row) for k, row in enumerate(phase.remap)])]
    for each in found:
        interval.check(difference(value, product(each, denominator)), "the remap loses more than the value")


def check_bound(phases: Sequence[Phase], ends: Sequence[End], touches: Sequence[Polynomial], bound: list[int]) -> None:
    denominator, numerator, count = bound
    for k, phase in enumerate(phases):
        interval, (whole, (value,)) = Interval(ends[k], ends[k + 1], touches), phase.value
        more = difference(times(value, denominator), times(whole, numerator))
        if k < count:
            interval.check(times(more, -1), "the value may be above the bound")
        else:
            interval.check_positive(more, "the value may be within the bound", [ends[count]])


def equations_of_remaps(
    phase: Phase, table: list[list[int]], prices: tuple[list[list[Polynomial]], list[int]], at: int
) -> tuple[int, list[dict[int, int]]]:
    """Return the number of unknown T_kr, and their coefficients in the sum of each row and in each loss times 1 + α."""
    costs, support = prices
    cells = [(k, r) for k, row in enumerate(costs) for r, cost in enumerate(row) if cost == row[phase.first(k)]]
    sums = [{t: 1 for t, (k, _) in enumerate(cells) if k == each} for each in range(len(costs))]
    scales = [1 if k in (0, len(costs) - 1) else 1 - at for k in range(len(costs))]
    lost = ({t: scales[k] * at ** abs(i - k) * table[i][r] for t, (k, r) in enumerate(cells)} for i in support)
    return len(cells), [*sums, *lost]


def losses(phase: Phase, of_responses: list[int], i: int) -> list[Polynomial]:
    """Return α^|i-k|·Σ_r T_kr·l(i, r) for every k, times the denominators of T and of the loss."""
    read = (total(times(t, of_responses[r]) for r, t in row) for row in phase.remap)
    return [(*(0,) * abs(i - k), *each) for k, each in enumerate(read)]


def mixed(values: list[Polynomial]) -> Polynomial:
    """Return (1 + α)·Σ_k s_k·values[k]."""
    inner = total(values[1:-1])
    return total([values[0], values[-1], inner, (0, *times(inner, -1))])


# Optima among all mechanisms
#
# For any neighbours, constraints and rational loss, a phase states a mechanism x and its loss as functions of α. Its
# proof is a dual, whose prices are functions of α.
# Theorem. At each α of a phase, no α-private mechanism that satisfies the constraints loses less than x.
# Proof. Weak duality: "Optima" in `exactdp.kernel`. Inside the phase, each condition that it checks of numbers holds
# for the values of these functions. So it holds at the ends other than 0 and 1 too, by continuity as above.
# Theorem. x is the only optimum at all but finitely many levels of a phase, if the equations of uniqueness of that file
# have only the solution 0 modulo m, with an integer for α. Ties are the pairs with a flow that is not 0 throughout, and
# zeros the inputs with such a rest. The losses and constraints have a prior or a multiplier that is not 0 throughout.
# Proof. All these functions are positive at all but finitely many levels, so each optimum x' satisfies the equations
# there. On each class x is not 0 at the integer, so it is not 0 throughout. The coefficients are polynomials in α. So
# a minor of full size is not the polynomial 0, as above, and x' = x except where it is 0.
# Theorem. If another mechanism is optimal by the same dual, and not everywhere equal to x, x is not the only optimum at
# all but finitely many levels of a phase. Proof. Two different quotients of polynomials are equal at finitely many.


def optimal(text: DiagramReader, kind: bytes) -> None:
    if text.begins("mechanisms"):
        optima(text, kind)
    else:
        diagram(text, kind)


def optima(text: DiagramReader, kind: bytes) -> None:
    height, width = text.size(*text.words("mechanisms", 2))
    problem = text.problem(height, width, "not-optimal")  # whose value is not stated here
    text.require(len(problem.loss.bounds) == 1, "the loss is irrational")
    phases, ends = text.phases(lambda: text.best_of(height, width))
    epsilon = text.epsilon()
    text.proof()
    series, touches = text.series(epsilon), text.touches()
    duals = [text.prices(problem) for _ in phases]
    elimination = [text.integers("modulus", 2)] if kind == b"only-optimal" else []
    others = [text.best_of(height, width) for _ in phases if kind == b"not-only-optimal"]
    text.end()
    check_ends(ends, [False for _ in phases])
    if epsilon:
        check_exponential(Fraction(*epsilon), ends[0].high, ends[-1].low, *series)
    intervals = [Interval(first, last, touches) for first, last in pairwise(ends)]
    for phase, prices, interval in zip(phases, duals, intervals, strict=True):
        check_feasible(phase, problem, interval)
        check_losses(phase, problem, prices, interval)
        faces = check_prices(problem, prices, interval)
        for modulus, at in elimination:
            check_alone(modulus, *equations_at(at, phase, problem, prices, faces))
    for k, other in enumerate(others):
        check_feasible(other, problem, intervals[k])
        check_losses(other, problem, duals[k], intervals[k])
        pairs = zip(chain(*phases[k].rows), chain(*other.rows), strict=True)
        if all(product(x, other.common) == product(y, phases[k].common) for x, y in pairs):
            raise Rejected(f"{intervals[k]} the other mechanism is the mechanism itself")


def check_feasible(phase: Best, problem: Problem, interval: Interval) -> None:
    """Check that the mechanism is one, is α-private, and satisfies the constraints."""
    interval.check_denominator(phase.common)
    x: list[Quotients] = [((1,), tuple(row)) for row in phase.rows]
    for i, row in enumerate(phase.rows):
        ensure(total(row) == phase.common, f"row {i} does not sum to 1")
    for (i, _, r), entry in of_entries(x):
        interval.check(entry, f"the probability of response {r} on input {i} is negative")
    for (i, k, r), entry in of_privacy(x, problem.privacy.both_ways):
        interval.check(entry, f"response {r} is not alpha-private on inputs {i} and {k}")
    for c, constraint in enumerate(problem.constraints):
        left = total(times(phase.rows[i][r], a) for (i, r), a in constraint.entries.items())
        more = difference(left, times(phase.common, constraint.right))
        interval.check(more, f"the mechanism does not satisfy constraint {c}")
        ensure(more == () or not constraint.exact, f"the mechanism does not satisfy constraint {c} exactly")


def check_losses(phase: Best, problem: Problem, prices: Prices, interval: Interval) -> None:
    """Check that the mechanism loses at most the value, and that the prices show that none loses less."""
    denominator, (numerator,) = phase.value
    interval.check_denominator(denominator)
    lost = [total(map(times, row, table)) for row, table in zip(phase.rows, integers(problem.loss), strict=True)]
    found = [lost[i] for i in problem.inputs]
    if problem.prior:
        found = [total(map(times, lost, problem.prior[1]))]
    most = product(times(numerator, scale_of(problem)), phase.common)
    for each in found:
        interval.check(difference(most, product(each, denominator)), "the mechanism loses more than the value")
    paid = (times(y, c.right) for y, c in zip(prices.multipliers, problem.constraints, strict=True))
    bound = total([*prices.weights, *paid])
    more = difference(product(bound, denominator), product(numerator, prices.denominator))
    interval.check(more, "some mechanism may lose less than the value")


def scale_of(problem: Problem) -> int:
    """Return the denominator of the loss, times that of a Bayesian user's prior."""
    return problem.loss.denominator * (problem.prior[0] if problem.prior else 1)


def check_prices(problem: Problem, prices: Prices, interval: Interval) -> list[Face]:
    """Check that no column of the cone costs less than its weights, for every r; return the faces with prices."""
    scale = scale_of(problem)
    whole = times(prices.denominator, problem.prior[0] if problem.prior else 1)
    check_prior((whole, tuple(prices.prior)), problem.inputs, interval)
    # Costs are over the denominators of the prices, the prior and the loss.
    columns = [
        [[times(p, loss), times(w, -scale)] for p, loss, w in zip(prices.prior, losses, prices.weights, strict=True)]
        for losses in zip(*integers(problem.loss), strict=True)
    ]
    for constraint, y in zip(problem.constraints, prices.multipliers, strict=True):
        if not constraint.exact:
            interval.check(y, "a constraint's multiplier is negative")
        for (i, r), a in constraint.entries.items():
            columns[r][i].append(times(y, -a * scale))
    faces = []
    for r, (column, flows) in enumerate(zip(columns, prices.flows, strict=True)):
        for i, k, flow in flows:
            interval.check(flow, f"a flow from {i} to {k} is negative, for response {r}")
            column[k].append(times(flow, -scale))
            column[i].append((0, *times(flow, scale)))
        rests = [total(terms) for terms in column]
        for rest in rests:
            interval.check(rest, f"the weights are not covered by costs and flows, for response {r}")
        faces.append(([(i, k) for i, k, flow in flows if flow], [i for i, rest in enumerate(rests) if rest]))
    return faces


def equations_at(
    at: int, phase: Best, problem: Problem, prices: Prices, faces: list[Face]
) -> tuple[int, list[dict[int, int]]]:
    """Return the equations of uniqueness, with an integer for α."""
    x = [(1, [value(p, Fraction(at)) for p in row]) for row in phase.rows]
    # The equations depend only on whether a price is 0, and on whether the level is 0 or 1.
    prior = (1, [int(any(p)) for p in prices.prior])
    nonzero = Dual(1, prior, [], [int(any(y)) for y in prices.multipliers], [])
    between = replace(problem, privacy=replace(problem.privacy, alpha=Fraction(1, 2)))
    return equations_of_optima(Mechanism(problem.height, problem.width, x), between, nonzero, faces)


# Sets of levels
#
# x is a matrix whose entries are quotients of polynomials with positive denominators, and whose rows sum to 1. At each
# level it is α-private, or derivable from G_{n,α}, if and only if finitely many polynomials are not negative: the
# conditions. So a level is in the set if no condition is negative there, and outside if some condition is.
# Theorem. For 0 ≤ α ≤ 1, x is derivable from G_{n,α} if and only if x and A·x have no negative entry. A is the
# tridiagonal matrix with -α beside its diagonal, which is 1 at both ends and 1+α² elsewhere.
# Proof. For α < 1, A·(α^|i-k|) = (1-α²)·I, so G has an inverse, and row k of T = G⁻¹·x is row k of A·x, divided by
# s_k·(1-α²) > 0. The rows of T sum to 1, as those of G and x do; and G·T ≥ 0 for T ≥ 0. At α = 1 all rows of G are
# equal: x ≥ 0 is derivable if and only if its rows are equal too. Then A·x = 0. Conversely, if A·x ≥ 0, the steps
# x_(k+1) - x_k do not grow with k, the first is at most 0 and the last at least 0, so all are 0. With one input,
# A = (1) and G = (1).
# Theorem. Let A·y be diagonal, with d ≥ 0 on its diagonal, and y ≥ 0. If x is derivable from y, then x ≥ 0 and A·x ≥ 0.
# The converse holds if d > 0. And x is derivable at a limit of levels at which it is derivable.
# Proof. Row k of A·y·T is d_k·T_k, so A·x ≥ 0 if x = y·T for some T ≥ 0. If d > 0, T_k = (A·x)_k/d_k gives x = y·T, is
# not negative, and sums to 1, as d_k is the sum of row k of A·y, and so of A·x. The stochastic T are a compact set, so
# some T at levels near a limit have a limit T, and x = y·T there, as x and y are continuous.
# Theorem. If x is α-private, x_kr = α·x_ir for neighbours i and k, and x_ir > 0 or α = 1, then α is its exact level.
# Proof. A level a > α would need x_kr ≥ a·x_ir > α·x_ir. No level is above 1.
# The conditions are continuous, so those that hold inside a phase of the set hold at its ends as well. In a phase
# outside the set, a condition is shown to be negative also at the ends, except those that belong to the set.

Condition = tuple[tuple[int, ...], Polynomial]
"""The inputs and the response, and the polynomial that must not be negative, times positive denominators."""


def levels(text: DiagramReader, kind: bytes) -> Mechanism | None:
    x = text.rows()
    source = text.source_rows(len(x)) if kind == b"derivable" else []
    pairs = [] if kind == b"derivable" else [*text.privacy(len(x)).both_ways]
    inside, ends = text.phases(text.holds)
    text.require(kind != b"level" or all(inside), "a phase is 'no', which the kind 'level' does not have")
    text.proof()
    touches = text.touches()
    numbers = 2 if kind == b"derivable" else 3
    inverse = [[text.polynomial(word) for word in text.words("inverse", len(x))] for _ in source]
    attained = [text.integers("attained", 3) for _ in inside if kind == b"level"]
    witnesses = [() if each else tuple(text.integers("below", numbers)) for each in inside]
    text.end()
    check_ends(ends, inside)
    check_rows(x)
    check_rows(source)
    diagonal = check_inverse(inverse, source, Interval(NOUGHT, FULL, touches))
    more = of_derivability(inverse or tridiagonal(len(x)), x) if kind == b"derivable" else of_privacy(x, pairs)
    conditions = dict(chain(of_entries(x), more))
    for k, (each, witness) in enumerate(zip(inside, witnesses, strict=True)):
        interval = Interval(ends[k], ends[k + 1], touches)
        if each:
            within = [] if interval.first == interval.last else [interval.first, interval.last]
            for d in diagonal:
                interval.check_positive(d, "the source is not shown to have an inverse", within)
            for place, condition in conditions.items():
                interval.check(condition, f"the condition {' '.join(map(str, place))} does not hold")
            continue
        if witness not in conditions:
            raise Rejected(f"there is no condition {' '.join(map(spell, witness))}")
        # An end belongs to the set if the phase beyond it does.
        beside = [(k - 1, ends[k]), (k + 1, ends[k + 1])]
        apart = [end for j, end in beside if 0 <= j < len(inside) and inside[j]]
        interval.check_positive(times(conditions[witness], -1), "the condition may hold", apart)
    for k, (i, neighbour, r) in enumerate(attained):
        if conditions.get((i, neighbour, r)) != ():
            raise Rejected(f"the level is not attained at {spell(i)} {spell(neighbour)} {spell(r)}")
        interval = Interval(ends[k], ends[k + 1], touches)
        interval.check_positive(conditions[i, i, r], "the probability that attains the level may be 0", [FULL])
    return constant(x)


def check_rows(x: Sequence[Quotients]) -> None:
    for i, (denominator, numerators) in enumerate(x):
        if not denominator or not is_positive(denominator, Fraction(0), Fraction(1)):
            raise Rejected(f"the denominator of row {i} is not shown to be positive from 0 to 1")
        ensure(total(numerators) == denominator, f"row {i} does not sum to 1")


def check_inverse(
    inverse: Sequence[Sequence[Polynomial]], source: Sequence[Quotients], everywhere: Interval
) -> list[Polynomial]:
    """Check that y is a mechanism and the diagonal of A·y is not negative; return it, times positive denominators."""
    diagonal = []
    for k, row in enumerate(inverse):
        ensure(any(row), f"row {k} of the inverse is 0")
        for y in source[k][1]:
            everywhere.check(y, f"an entry in row {k} of the source is negative")
        entries = combination(zip(row, source, strict=True))
        if any(entry for i, entry in enumerate(entries) if i != k):
            raise Rejected(f"row {k} of the inverse, times the source, is not 0 beside the diagonal")
        everywhere.check(entries[k], f"row {k} of the inverse, times the source, is negative on the diagonal")
        diagonal.append(entries[k])
    return diagonal


def tridiagonal(size: int) -> list[list[Polynomial]]:
    """Return the A of the geometric mechanism."""
    ends = (0, size - 1)
    return [
        [((1,) if k in ends else (1, 0, 1)) if i == k else (0, -1) if abs(i - k) == 1 else () for i in range(size)]
        for k in range(size)
    ]


def of_entries(x: Sequence[Quotients]) -> Iterator[Condition]:
    """Yield x_kr for (k, k, r)."""
    for k, (_, row) in enumerate(x):
        yield from (((k, k, r), entry) for r, entry in enumerate(row))


def of_derivability(a: Sequence[Sequence[Polynomial]], x: Sequence[Quotients]) -> Iterator[Condition]:
    """Yield the entries (k, r) of A·x."""
    for k, row in enumerate(a):
        yield from (((k, r), entry) for r, entry in enumerate(combination(zip(row, x, strict=True))))


def of_privacy(x: Sequence[Quotients], pairs: Iterable[Pair]) -> Iterator[Condition]:
    """Yield x_kr - α·x_ir for (i, k, r), where i and k are neighbours."""
    for i, k in pairs:
        excess = combination([((1,), x[k]), ((0, -1), x[i])])
        yield from (((i, k, r), entry) for r, entry in enumerate(excess))


def combination(products: Iterable[tuple[Polynomial, Quotients]]) -> list[Polynomial]:
    """Return the sum of rows, each times a polynomial, all times the denominators of those with nonzero factors."""
    terms = [(factor, row) for factor, row in products if factor]
    denominators = [denominator for _, (denominator, _) in terms]
    multipliers = [
        reduce(product, denominators[:at] + denominators[at + 1 :], factor) for at, (factor, _) in enumerate(terms)
    ]
    columns = zip(*(numerators for _, (_, numerators) in terms), strict=True)
    return [total(map(product, multipliers, column)) for column in columns]


def constant(x: Sequence[Quotients]) -> Mechanism | None:
    """Return the matrix if it is the same at all levels. Its rows sum to 1, so the denominators are then constant."""
    if any(len(p) > 1 for _, numerators in x for p in numerators):
        return None
    rows = [lowest(sum(denominator), [sum(p) for p in numerators]) for denominator, numerators in x]
    return Mechanism(len(rows), len(rows[0][1]), rows)


# Privacy curves
#
# P and Q are the rows of neighbours i and k. With t = 1/α, x is (α, δ)-private if P(S) - t·Q(S) ≤ δ for all sets S of
# responses and all such P and Q. The best S has the responses with P_r > t·Q_r, so the least δ is the largest of all
# f(t) = Σ_r max(0, P_r - t·Q_r). A phase states two numbers P(S) and Q(S), and so the value v(t) = P(S) - t·Q(S).
# Theorem. If no f is above v at the ends of a phase, v is the least δ at each α in it. Where the phase begins at α = 0,
# its other end is enough if Q(S) = 0.
# Proof. S shows that no smaller δ is enough. Each f is convex in t, as a sum of largest values of linear functions, and
# v is linear in t. So f ≤ v at both ends, t = 1/α, makes f ≤ v between them. Each f falls or stays the same as t grows.
# So if v is constant and f ≤ v at the least t, then f ≤ v at all larger t, so down to α = 0.


def curve(text: DiagramReader, kind: bytes) -> Mechanism:
    x = text.mechanism("mechanism")
    privacy = text.privacy(x.height)
    values, ends = text.phases(lambda: text.row(2, "excess"))
    text.proof()
    witnesses = [[text.index(word, x.height) for word in text.words("between", 2)] for _ in values]
    text.end()
    check_ends(ends, [False for _ in values])
    check_stochastic(x, "the mechanism")
    ensure(all(end.low == end.high for end in ends), "a breakpoint is not a fraction")
    pairs, at = privacy.both_ways, [end.low for end in ends]
    least = [max((excess(x.rows, i, k, alpha) for i, k in pairs), default=Fraction(0)) for alpha in at]
    for (denominator, numerators), (i, k), *phase in zip(values, witnesses, pairwise(at), pairwise(least), strict=True):
        (low, high), needed = phase
        here, there = (Fraction(each, denominator) for each in numerators)
        ensure(i == k or (i, k) in pairs, f"inputs {i} and {k} are not neighbours")
        if (here, there) != probabilities(x.rows, i, k, (low + high) / 2):
            raise Rejected(f"from {spell(low)} to {spell(high)} these are not the probabilities of the best set")
        ensure(low > 0 or there == 0, f"from 0 to {spell(high)} the value is not constant")
        for alpha, least_there in zip((low, high), needed, strict=True):
            if alpha * here - there < least_there:
                raise Rejected(f"at {spell(alpha)} a delta of {spell(least_there / alpha)} is needed")
    return x


def probabilities(rows: list[Row], i: int, k: int, alpha: Fraction) -> tuple[Fraction, Fraction]:
    """Return P(S) and Q(S) for the set S of all responses with P_r > Q_r/α."""
    chosen = [r for r, form in enumerate(forms(rows, i, k, alpha)[1]) if form > 0]
    here, there = (Fraction(sum(row[r] for r in chosen), whole) for whole, row in (rows[i], rows[k]))
    return here, there


KINDS: dict[bytes, Callable[[DiagramReader, bytes], Mechanism | None]] = {
    b"interaction": diagram,
    b"optimal": optimal,
    b"only-optimal": optimal,
    b"not-only-optimal": optima,
    b"derivable": levels,
    b"private": levels,
    b"level": levels,
    b"least-delta": curve,
}


def check(data: bytes) -> Accepted:
    """Return what the certificate proves, or raise `Malformed` or `Rejected`."""
    text = DiagramReader(data)
    text.require(text.words("exactdp", 2) == [b"diagram", b"1"], "expected 'exactdp diagram 1'")
    (kind,) = text.words("statement", 1)
    text.require(kind in KINDS, "there is no such kind", kind)
    mechanism = KINDS[kind](text, kind)
    return Accepted(kind.decode(), mechanism, text.statement)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], check, "diagram_kernel.py"))
