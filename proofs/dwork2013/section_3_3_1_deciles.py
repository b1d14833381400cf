"""Section 3.3.1, commute distance: the rate from the median, and the bins from the deciles.

For η(x) = λe^(-λx) the share beyond x is e^(-λx). With λ = ln 2/μ that is 2^(-x/μ), so μ is the median and bin j begins
at μ·log₂(10/(10-j)). That a multiple p/q of μ is decile j says 2^p·(10-j)^q = 10^q. Then the powers of 10 - j and of 10
have the same largest odd divisor. So 10-j is 5 times a power of two, and j = 5.
"""

from fractions import Fraction
from functools import cache

from flint import arb, ctx

from exactdp.arithmetic.errors import InputError
from exactdp.claims.language import *

claim = Claim(
    "dwork2013.section-3-3-1.deciles",
    "the rate of commutes and the bins",
    section="3.3.1",
    position=40,
    kept={"0 ≤ x": "a distance", "1 ≤ j": "a decile", "0 ≤ p": "it also holds for p < 0"},
)

j, p, q = indices("j p q")
two, ten = as_number(2), as_number(10)
test = two**p * (ten - as_number(j)) ** q
x, m, u, s, w = indices("x m u s w")


def _bin(distance, median):
    """Return the bin of a distance for the median + 1/2, by an enclosure of 10·(1 - 2^(-x/μ))."""
    with ctx.workprec(200):
        share = 10 * (1 - arb(2) ** (-arb(2 * distance) / (2 * median + 1)))
        low, high = share.lower().floor().unique_fmpz(), share.upper().floor().unique_fmpz()
    if low != high:
        raise InputError("the enclosure does not decide the bin")
    return Fraction(int(low))


bin_of = computed(
    Definition("bin({0}; {1})", (x, m), None, NUMBER, decide=_bin),
    "the largest whole number up to 10·(1-2^-t) for t = x/(m+1/2), by ball arithmetic",
)

claim.clause("shares", (ten - as_number(j)) / 10 - (ten - as_number(j + 1)) / 10 == as_number("1/10"))(by_arithmetic)
claim.clause("median", j == 5, p == 1, q == 1, test == ten**q)(by_arithmetic)
at_or_beyond = ten ** (2 * m + 1) <= two ** (2 * x) * (ten - as_number(j)) ** (2 * m + 1)
claim.clause(
    "integers-decide",
    Every(
        (x, 0, 30), (m, 0, 9), (j, 1, 9), (at_or_beyond >> (j <= bin_of(x, m))) & ((j <= bin_of(x, m)) >> at_or_beyond)
    ),
)(by_evaluation)


def remainder(value):
    """Return that a number is an integer that 5 does not divide."""
    return Some(u, Some(s, between(1, s, 4), as_number(5 * u + s) == value))


def times(proof, before, value, factor):
    """Return that `factor` times a value is not a multiple of 5, if the value is not."""
    goal = remainder(value * factor)

    def of(case, at):
        def rest(number):
            def step(one):
                quotient, left = divmod(factor * number, 5)
                inner = substitute(goal.args[2], {"u": factor * u + quotient})
                return one.witness(goal, factor * u + quotient, one.witness(inner, left))

            return step

        return case.cases(goal, *((s == number, rest(number)) for number in (1, 2, 3)), (TRUE, rest(4)))

    return proof.obtain(before, u, lambda one, some: one.obtain(one.fact(some), s, of))


@cache
def no_multiple(c):
    """5 does not divide 2^p·c^q, where it does not divide c."""
    value = as_number(c)
    proof = Proof([])
    one = substitute(remainder(two**0 * value**0).args[2], {"u": as_index(0)})
    start = proof.witness(remainder(two**0 * value**0), 0, proof.witness(one, 1))

    def grow(inner, before, old, factor, new):
        found = times(inner, before, old, factor)
        return inner.replace(inner.have(old * factor == new), remainder, found)

    halves = proof.induction(
        remainder(two**p * value**0),
        p,
        0,
        [start],
        lambda inner, before: grow(inner, before, two**p * value**0, 2, two ** (p + 1) * value**0),
    )
    proof = Proof([0 <= p])
    return proof.induction(
        remainder(two**p * value**q),
        q,
        0,
        [proof.fact(halves)],
        lambda inner, before: grow(inner, before, two**p * value**q, c, two**p * value ** (q + 1)),
    ).theorem


@cache
def multiple():
    """For q ≥ 0: 10^(q+1) is 5 times an integer."""
    goal = Some(w, as_number(5 * w) == ten ** (q + 1))

    def step(inner, before):
        after = Some(w, as_number(5 * w) == ten ** (q + 2))
        return inner.obtain(before, w, lambda one, at: one.witness(after, 10 * w))

    return Proof([]).induction(goal, q, 0, [Proof([]).witness(substitute(goal, {"q": as_index(0)}), 2)], step).theorem


@claim.clause("only-the-fifth", between(1, j, 9), j != 5, 0 <= p, 1 <= q, test != ten**q)
def only_the_fifth(proof):
    def at(number):
        return lambda case: case.by_contradiction(proof.goal, lambda other: with_number(other, number))

    def with_number(case, number):
        none, some = case.use(no_multiple(10 - number)), case.use(multiple(), q=q - 1)

        def with_multiple(right):
            def step(three, whole):
                return three.cases(
                    proof.goal,
                    (u < w, lambda last: last.contradiction(proof.goal, 5 * u + s + 1 <= 5 * w)),
                    (TRUE, lambda last: last.contradiction(proof.goal, 5 * w + 1 <= 5 * u + s)),
                )

            return step

        left = case.let(none, u)
        return case.obtain(case.fact(left), s, lambda two_, right: two_.obtain(some, w, with_multiple(right)))

    others = [(j == number, at(number)) for number in (1, 2, 3, 4, 6, 7, 8)]
    fewer = proof.know(j != 5)
    return proof.either(fewer, *[lambda side: side.cases(proof.goal, *others, (TRUE, at(9)))] * 2)
