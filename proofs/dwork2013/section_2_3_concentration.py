"""Section 2.3: Gaussian noise against Laplace noise of the same variance.

With variance 1 the densities of the sizes have the ratio e^(√2·x - x²/2)/√π. Its exponent is concave, so the ratio is
at least 1 on an interval only. So the tails, which are equal at 0 and at ∞, cross once. If the Gaussian tail is larger
at some point, it is larger at all smaller points. If it is smaller at some point, it stays smaller. Ball arithmetic
shows that it is larger at 3/2 and smaller at 2. Beyond 2√2 it is at most e^(-x²/2), which is below e^(-√2·x).
"""

from fractions import Fraction
from functools import cache

from flint import arb, ctx

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import to_arb
from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.statements.terms import conjuncts
from exactdp.claims.vocabulary import KEPT

claim = Claim(
    "dwork2013.section-2-3.concentration",
    "how concentrated Gaussian noise is",
    section="2.3",
    position=80,
    kept={
        **KEPT,
        "0 ≤ s": "how far out",
        "b ≤ n": "the points are in order",
        "f falls less than g up to a, no less up to b, and less up to n": "otherwise f can be below g, then above",
        "f[0] = g[0]": "tails begin with 1",
        "1 ≤ i": "the tails are equal at 0",
    },
)

a, b, i, j, k, m, n = indices("a b i j k m n")
c, r, s, t, u, x, pi = numbers("c r s t u x π")
f, g, h = vectors("f g h")


def _tails(at):
    """Return the tails of a Gaussian and of a Laplace number of variance 1, both sides."""
    size = to_arb(Fraction(at))
    return (size / arb(2).sqrt()).erfc(), (-arb(2).sqrt() * size).exp()


def _is_smaller(at):
    with ctx.workprec(128):
        gaussian, laplace = _tails(at)
        if not (gaussian < laplace or laplace < gaussian):
            raise InputError("the enclosures do not decide which tail is smaller")
        return bool(gaussian < laplace)


smaller = computed(
    Definition("{0} is exceeded less often by normal noise than by Laplace noise", (t,), None, decide=_is_smaller),
    "for both tails at variance 1, decided by enclosures of both sides of 2Φ(-t) < exp(-√2·t)",
)
claim.clause("at-2", smaller(2))(by_evaluation)
claim.clause("at-three-halves", ~smaller("3/2"))(by_evaluation)


def exponent(at):
    return r * at - at**2 / 2


@claim.clause("ratio", s <= t, t <= u, c <= exponent(s), c <= exponent(u), c <= exponent(t))
def ratio(proof):
    first, second = proof.have(0 <= t - s), proof.have(0 <= u - t)
    ends = proof.product(first, proof.know(c <= exponent(u))), proof.product(second, proof.know(c <= exponent(s)))
    scaled = proof.have(
        c * (u - s) <= exponent(t) * (u - s), *ends, proof.product(first, second, proof.have(0 <= u - s))
    )

    def apart(case):
        return case.use(lemmas.quotient_order(), scaled, t=u - s, α=c, β=exponent(t))

    def same(case):
        equal = case.use(lemmas.between_each_other(), α=s, β=t)
        return case.replace(equal, lambda at: c <= exponent(at))

    return proof.cases(proof.goal, (s < u, apart), (TRUE, same))


claim.clause("far-out", 0 <= r, 0 <= s, 2 * r + s <= t, r * t + s * t / 2 <= t**2 / 2)(
    lambda proof: proof.qed(proof.have(0 <= t))
)


@claim.clause("at-0", 0 < x, 1 < pi, u == 2 * x**2, 1 / (2 * pi * u) < (1 / (2 * x)) ** 2)
def at_0(proof):
    """These are the squares of the densities at 0 of Gaussian noise of the variance u, and of Lap(x)."""
    part, whole = 1 / (2 * pi * u), (1 / (2 * x)) ** 2
    positive = proof.have(0 < part)
    same = proof.have(pi * part == 1 / (2 * u))
    other = proof.have(whole == 1 / (2 * u))
    more = proof.product(positive, proof.have(0 < pi - 1))
    return proof.opaque(proof.goal, same, other, more, terms=[part, whole, 1 / (2 * u)])


masses = explained(
    "{0} falls less than {1} up to {2}, no less up to {3}, and less up to {4}",
    (f, g, a, b, n),
    both(
        All(k, between(0, k, a - 1), f[k] - f[k + 1] < g[k] - g[k + 1]),
        All(k, between(a, k, b - 1), g[k] - g[k + 1] <= f[k] - f[k + 1]),
        All(k, between(b, k, n - 1), f[k] - f[k + 1] < g[k] - g[k + 1]),
    ),
)
"""The tails f and g at points 0..n, where n stands for ∞, by the masses of the intervals between the points."""


@generator(masses)
def some_masses(rng, turn, other, *points):
    """Draw the tail that differs from the other by what rises from 0 up to a, falls up to b, and rises to 0 at n."""
    rise, fall, last = points
    if not 0 <= rise < fall <= last or last > 8:
        return None
    peak, end = Fraction(rise * rng.randrange(1, 3)), Fraction((fall - last) * rng.randrange(1, 3), 2)
    found = []
    for at in range(last + 1):
        if at <= rise:
            apart = peak * at / rise if rise else Fraction(0)
        elif at <= fall:
            apart = peak + (end - peak) * (at - rise) / (fall - rise)
        else:
            apart = end * (last - at) / (last - fall)
        found.append(entry(other, (at,)) + apart)
    return tuple(found)


tails = (0 <= a, a <= b, b <= n, masses(f, g, a, b, n), f[0] == g[0], f[n] == g[n])


@cache
def rises(strictly):
    """From h(k) ≤ h(k+1), or <, for j ≤ k < i: h(j) ≤ h(i), or < if j < i."""
    relation = (lambda low, high: low < high) if strictly else (lambda low, high: low <= high)
    steps = All(k, between(j, k, i - 1), relation(h[k], h[k + 1]))
    proof = Proof([steps])
    least = j + 1 if strictly else j

    def step(inner, before):
        later = inner.assuming(m + 1 <= i)
        return inner.imply(m + 1 <= i, later.have(relation(h[j], h[m + 1]), later.detach(before), later.know(steps)(m)))

    goal = (m <= i) >> relation(h[j], h[m])
    first = proof.assuming(j + 1 <= i)
    begun = proof.imply(j + 1 <= i, first.have(relation(h[j], h[j + 1]), first.know(steps)(j)))
    return proof.induction(goal, m, least, [begun] if strictly else [], step).with_(m=i).theorem


difference, other = function(k, f[k] - g[k]), function(k, g[k] - f[k])


def moves(proof, part, of, ends, strictly=False):
    """Return how the difference of the tails moves from one point to another of the same part of the points."""
    low, high = ends
    inner = proof.assuming(between(low, k, high - 1))
    known = inner.parts(masses(f, g, a, b, n))[-3:][part](k)
    step = of[k] < of[k + 1] if strictly else of[k] <= of[k + 1]
    each = proof.all(inner.have(step, known), k, between(low, k, high - 1))
    found = proof.use(rises(strictly), each, i=high, j=low, h=of)
    return proof.detach(found) if found.says.op == "implies" else found


@claim.clause("stays-smaller", *tails, between(0, j, i), i < n, f[j] < g[j], f[i] < g[i])
def stays_smaller(proof):
    def before(case):
        """The tails move apart up to a."""
        return case.contradiction(proof.goal, moves(case, 0, difference, (0, j)))

    def between_them(case):
        return case.have(proof.goal, moves(case, 1, other, (j, i)))

    def after(case):
        return case.have(proof.goal, moves(case, 2, difference, (i, n), strictly=True))

    return proof.cases(proof.goal, (j <= a, before), (b <= i, after), (TRUE, between_them))


@claim.clause("was-larger", *tails, between(1, i, j), j <= n, g[j] < f[j], g[i] < f[i])
def was_larger(proof):
    def early(case):
        return case.have(proof.goal, moves(case, 0, difference, (0, i), strictly=True))

    def late(case):
        return case.contradiction(proof.goal, moves(case, 2, difference, (j, n)))

    def between_them(case):
        return case.have(proof.goal, moves(case, 1, other, (i, j)))

    return proof.cases(proof.goal, (i <= a, early), (b <= j, late), (TRUE, between_them))


IN_WORDS = (
    "let f and g be the tails of Gaussian and Laplace noise at rising points, the first 0 and the last ∞, with s and t "
    "among them. The logarithm of the ratio of the densities at u is r·u - u²/2 - c. So by #ratio it is at least 0 "
    "between two points only, which can be among the points; it is less at 0 by #at-0, and far out by #far-out. The "
    "fall of a tail between two points is the integral of its density"
)
at_points = both(
    *(i < n, masses(f, g, a, b, n), f[0] == g[0], f[n] == g[n]),
    *(smaller(s) >> (f[j] < g[j]), (g[j] <= f[j]) >> ~smaller(s)),
    *((f[i] < g[i]) >> smaller(t), ~smaller(t) >> (g[i] <= f[i])),
)
"""The tails at the points, where point j is s and point i is t."""
choices = (f, TRUE), (g, TRUE), (a, 0 <= a), (b, a <= b), (n, b <= n), (j, 0 <= j), (i, j <= i)


def some_points(left):
    if not left:
        return at_points
    (variable_, guard), *others = left
    return Some(variable_, guard, some_points(others))


def from_points(proof, found, left, step):
    """Return what the step shows from the points that exist."""
    if not left:
        return step(proof)
    (variable_, _), *others = left
    return proof.obtain(found, variable_, lambda inner, fact: from_points(inner, fact.parts()[-1], others, step))


def at_two_points(proof, first, last, step):
    """Return what the step shows from the tails at two points, the first at most the last. Words give the points."""
    by = {"s": first, "t": last}
    points = proof.because(IN_WORDS, substitute(both(0 < s, s <= t) >> some_points(choices), by))

    def from_tails(inner):
        return step(inner, *(inner.know(substitute(each, by)) for each in conjuncts(at_points)[-4:]))

    return from_points(proof, proof.detach(points), choices, from_tails)


@claim.clause("smaller-from-2", 0 <= x, smaller(2 + x))
def smaller_from_2(proof):
    def step(inner, first_is_smaller, _, last_is_smaller, __):
        return inner.detach(last_is_smaller, inner.cite("#stays-smaller", inner.detach(first_is_smaller)))

    found = at_two_points(proof.assuming(smaller(2)), as_number(2), 2 + x, step)
    return proof.fact(core.cut(found.theorem, proof.cite("#at-2").theorem))


@claim.clause("larger-up-to-3-halves", 0 < t, t <= "3/2", ~smaller(t))
def larger_up_to_3_halves(proof):
    last = term(Fraction(3, 2))

    def step(inner, _, first_is_not, __, last_is_not):
        end = inner.detach(last_is_not)

        def smaller_before(case):
            return case.contradiction(proof.goal, case.cite("#stays-smaller"), case.fact(end.theorem))

        return inner.cases(
            proof.goal, (f[j] < g[j], smaller_before), (TRUE, lambda case: case.detach(case.fact(first_is_not.theorem)))
        )

    found = at_two_points(proof.assuming(~smaller(last)), t, last, step)
    return proof.fact(core.cut(found.theorem, proof.cite("#at-three-halves").theorem))
