"""Theorems about several results on the same data: Algorithm 1 (Gupte & Sundararajan 2010), and products of levels."""

from collections.abc import Callable
from functools import cache

from exactdp.claims.lemmas.power import power_falls, power_nonnegative
from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.geometric import two_sided

i, k, m, n, r, s, z, high = indices("i k m n r s z high")
a, b = numbers("α β")
f, g = vectors("f g")
h = variable("h", INDEX_MAP)
chances, remaps = (variable(name, Function(3, NUMBER)) for name in ("W", "T"))
seen, results = variable("S", SET), variable("ρ", INDEX_MAP)
(first,) = indices("f")


def _chance(s: Term, i: Term, z: Term) -> Formula:
    total = Sum(r, 0, n, chances[s, i, r] * remaps[s, r, z])
    formula: Formula = chances[s + 1, i, z] == If(~seen[s + 1] | (z == results[s + 1]), total, 0)
    return formula


@cache
def list_keeps_order() -> Theorem:
    """If α times the probability of the first result is ≤ β times that on another input, the same holds for a list."""
    following = Every((s, first, k - 1), (i, 0, n), (z, 0, n), _chance(s, i, z))
    positive = Every((s, first, k - 1), (r, 0, n), (z, 0, n), remaps[s, r, z] >= 0)
    (h,) = indices("h")

    def ordered(stage: Term) -> Formula:
        return All(z, between(0, z, n), a * chances[stage, i, z] <= b * chances[stage, h, z])

    given = [first <= s, s <= k, between(0, i, n), between(0, h, n), ordered(first), following, positive]
    proof = Proof(given, ordered(s))
    nexts, entries = proof.know(following), proof.know(positive)

    begun = [proof.know(ordered(first))(z)]
    later, here = proof.inductive(ordered(m), m, first, begun, up_to=s)
    cell = later.inside(ordered(m + 1))
    term = cell.assuming(between(0, r, n))
    less = term.have(
        a * chances[m, i, r] * remaps[m, r, z] <= b * chances[m, h, r] * remaps[m, r, z],
        here(r),
        entries(m, r, z),
    )
    total = cell.termwise(r, 0, n, less.says, less)
    return later.closed(cell.closed(cell.have(cell.goal, total, nexts(m, i, z), nexts(m, h, z)))).theorem


@cache
def levels_multiply() -> Theorem:
    """If g(k) ≥ α^d(k)·f(k) ≥ 0 for 1 ≤ k ≤ n, and α ≥ 0: the product of g is at least α^Σd times the product of f.

    f(k) and g(k) are the probabilities of the k-th response, given the earlier ones, on two neighbouring inputs. h(k)
    is the sum of d up to k.
    """
    d = variable("d", INDEX_MAP)
    each = All(k, between(1, k, n), both(0 <= f[k], a ** d[k] * f[k] <= g[k], h[k - 1] + d[k] == h[k], 0 <= d[k]))

    def product_of(by: Term) -> Callable[[Term | int], Term]:
        return lambda high: Product(k, 1, high, by[k])

    left, right = product_of(f), product_of(g)
    proof = Proof([0 <= a, 0 <= n, h[0] == 0, each])
    goal = both(0 <= h[m], 0 <= left(m), a ** h[m] * left(m) <= right(m))

    def step(later: Proof, before: Fact) -> Fact:
        total, size, less = before.parts()
        ends = [later.fact(core.split_range(whole(m + 1), m)) for whole in (left, right)]
        sign, next_, sum_, exponent = later.know(each)(m + 1).parts()
        more = later.assuming(total.says, exponent.says)
        positive = more.have(0 <= left(m + 1), ends[0], more.product(size, sign))
        powers = [more.use(power_nonnegative(), k=at) for at in (h[m], d[m + 1])]
        rest = [more.product(powers[1], sign), more.product(powers[0], size)]
        less = more.have(a ** h[m] * left(m) * (a ** d[m + 1] * f[m + 1]) <= right(m) * g[m + 1], *rest, less, next_)
        less = more.have(a ** (h[m] + d[m + 1]) * left(m + 1) <= right(m + 1), *ends, less)
        less = more.replace(sum_, lambda v: a**v * left(m + 1) <= right(m + 1), less)
        found = more.both(more.have(0 <= h[m + 1], sum_), positive, less)
        return later.fact(found, total, exponent)

    ends = proof.have(0 <= h[0]), proof.have(as_number(0) <= left(0))
    begun = proof.replace(
        proof.have(as_index(0) == h[0]), lambda v: a**v * left(0) <= right(0), a**0 * left(0) <= right(0)
    )
    return proof.induction(goal, m, 0, [*ends, begun], step, up_to=n).theorem


@cache
def noise_on_counts() -> Theorem:
    """Geometric noise of level α on each of n counts is α^Σ|u-v|-private: h(k) is the sum of |u-v| up to k."""
    u, v, answers = (variable(name, INDEX_MAP) for name in ("u", "v", "r"))
    each = All(k, between(1, k, n), h[k - 1] + abs(u[k] - v[k]) == h[k])
    noise = [function(k, two_sided(a, answers[k] - counts[k])) for counts in (u, v)]
    whole = [Product(k, 1, n, mass[k]) for mass in noise]
    proof = Proof([0 <= a, a <= 1, 0 <= n, h[0] == 0, each], a ** h[n] * whole[0] <= whole[1])
    inner = proof.assuming(between(1, k, n))
    here, there, steps = abs(answers[k] - u[k]), abs(answers[k] - v[k]), abs(u[k] - v[k])
    falls = inner.use(power_falls(), there <= here + steps, 0 <= there, i=there, k=here + steps)
    factor = inner.have(0 <= (1 - a) / (1 + a))
    sign = inner.have(0 <= noise[0][k], inner.product(factor, inner.use(power_nonnegative(), 0 <= here, k=here)))
    less = inner.have(a**steps * noise[0][k] <= noise[1][k], inner.product(factor, falls))
    facts = inner.both(sign, less, inner.know(each)(k), inner.have(0 <= steps))
    found = proof.all(facts, k, between(1, k, n))
    return (
        proof.use(levels_multiply(), found, f=noise[0], g=noise[1], d=function(k, abs(u[k] - v[k]))).parts()[-1].theorem
    )
