"""Section 1.1, smoking causes cancer: a survey also changes beliefs about people who are not in it.

Two hypotheses have the probabilities p and 1-p. Under them a smoker is ill with probability a or b, and a survey of
other smokers gives a response with probability f or h. An observer who learns something about the hypotheses changes
the belief about this smoker. After an answer that is computed from the exact answer, the belief is an average of the
beliefs after exact answers.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.binomial import binomial

claim = Claim(
    "dwork2013.section-1-1.smoking",
    "smoking causes cancer",
    section="1.1",
    position=130,
    kept={
        **dict.fromkeys(("0 ≤ p", "p ≤ 1"), "a probability"),
        "P(p; f, h) > 0": "Δ divides by P(p; f, h)",
        "x is stochastic on {0..n} × {0..m}": "false if x has negative entries",
        "n ≤ 3": "the sizes that were tried",
    },
)

i, m, n, r = indices("i m n r")
a, b, c, f, h, p = numbers("a b c f h p")
u, v = vectors("u v")
x = matrix("x")

chance = explained("P({0}; {1}, {2})", (p, f, h), p * f + (1 - p) * h)
change = explained(
    "Δ({0}; {1}, {2}; {3}, {4})",
    (p, a, b, f, h),
    (p * f * a + (1 - p) * h * b) / chance(p, f, h) - (p * a + (1 - p) * b),
)
"""How much a response changes the belief that a smoker is ill."""
open_question = (0 < p, p < 1)
possible = chance(p, f, h) > 0

claim.clause("change", possible, change(p, a, b, f, h) == p * (1 - p) * (a - b) * (f - h) / chance(p, f, h))(
    by_arithmetic
)
claim.clause("unchanged", possible, f == h, change(p, a, b, f, h) == 0)(by_arithmetic)


@cache
def differs_by_nothing():
    """From c = t·(a-b)·(f-h)/α, c = 0, α > 0, t > 0 and a ≠ b: f = h."""
    t, whole = numbers("t α")
    moved = t * (a - b) * (f - h)
    proof = Proof([c == moved / whole, c == 0, 0 < whole, 0 < t, a != b])
    nothing = proof.have(moved == 0).theorem

    def opposed(side):
        return side.contradiction(f == h, side.product(*(side.know(each) for each in side.given[1:] if each.op == "<")))

    flat = Proof([moved == 0, 0 < t])
    orders = [
        flat.assuming(each)
        .by_contradiction(f == h, lambda o: o.either(o.know(negation(f == h)), opposed, opposed))
        .theorem
        for each in (a < b, b < a)
    ]
    return core.cut(core.either(core.assume(a != b), *orders), nothing)


@claim.clause("teaches-nothing", *open_question, possible, a != b, change(p, a, b, f, h) == 0, f == h)
def teaches_nothing(proof):
    weight = proof.product(0 < p, p < 1)
    return proof.use(
        differs_by_nothing(), proof.cite("#change"), weight, c=change(p, a, b, f, h), t=p * (1 - p), α=chance(p, f, h)
    )


silent = All(r, between(0, r, m), x[1, r] + x[0, r] > 0, change(p, a, b, x[1, r], x[0, r]) == 0)


@claim.clause(
    "survey-teaches-nothing", *open_question, a != b, stochastic(x, 1, m), silent, between(0, r, m), x[1, r] == x[0, r]
)
def survey_teaches_nothing(proof):
    entries = proof.parts(stochastic(x, 1, m))[-2]
    none = proof.know(silent)

    def heard(case):
        some = case.product(*map(case.know, (0 < p, p < 1, x[1, r] + x[0, r] > 0)))
        positive = case.have(chance(p, x[1, r], x[0, r]) > 0, some, entries(1, r), entries(0, r), squares=[p, 1 - p])
        return case.cite("#teaches-nothing", positive, none(r), f=x[1, r], h=x[0, r])

    return proof.cases(
        proof.goal,
        (x[1, r] + x[0, r] > 0, heard),
        (TRUE, lambda case: case.indirect(proof.goal, entries(1, r), entries(0, r))),
    )


# An answer computed from the exact result i in {0..n}, whose chances are u and v under the hypotheses
of_answer = explained("answer_{2}({0}; {1}, {3})", (u, x, r, n), Sum(i, 0, n, u[i] * x[i, r]))
answer = [of_answer(each, x, r, n) for each in (u, v)]
size = c * chance(p, u[i], v[i])
moved = explained("M({0}; {1}, {2}; {3}, {4})", (p, a, b, f, h), p * (1 - p) * (a - b) * (f - h))(p, a, b, u[i], v[i])
exact = All(i, between(0, i, n), abs(moved) <= size)


@claim.clause(
    "at-most-exact",
    0 <= p,
    p <= 1,
    stochastic(x, n, m),
    exact,
    between(0, r, m),
    chance(p, *answer) > 0,
    abs(change(p, a, b, *answer)) <= c,
)
def at_most_exact(proof):
    entries = proof.parts(stochastic(x, n, m))[-2]
    inner = proof.assuming(between(0, i, n))
    below = [inner.use(Proof([abs(f) <= h], sign * f <= h).qed(), f=moved, h=size) for sign in (1, -1)]
    sides = [
        proof.termwise(i, 0, n, each.says.args[0] * x[i, r] <= size * x[i, r], each, entries(i, r)) for each in below
    ]
    return proof.qed(*sides)


ill = [function(i, binomial(n, i) * as_number(each) ** i * (1 - as_number(each)) ** (n - i)) for each in ("3/4", "1/4")]


def largest(x):
    chances = [Sum(i, 0, n, each[i] * x[i, r]) for each in ill]
    return Largest(r, 0, n, abs(change(as_number("1/3"), as_number("3/4"), as_number("1/4"), *chances)))


claim.clause(
    "private",
    All(
        n,
        between(1, n, 3),
        both(
            0 < largest(geometric_mechanism(n, "1/2")),
            largest(geometric_mechanism(n, "1/2")) < largest(function(i, r, If(i == r, as_number(1), 0))),
        ),
    ),
)(by_evaluation)
