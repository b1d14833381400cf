"""Section 2.2: the losses named there are losses as defined: ≥ 0, and nondecreasing in |i-r|.

The loss |i-r|^(u/v) is the number t ≥ 0 with t^v = |i-r|^u, for whole u, v ≥ 1: larger numbers have larger powers. It
is |i-r| for u = v = 1. All of these losses rise strictly with the distance, except l_bin, which is 1 at every distance
from 1 on.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.notation import text

claim = Claim("ghosh2009.section-2-2.losses", "monotone losses", section="2.2", position=1)

i, k, r, u, v = indices("i k r u v")
a, b, s, t = numbers("α β s t")

nearer, strictly = abs(i - r) <= abs(i - k), abs(i - r) < abs(i - k)
near, far = as_number(abs(i - r)), as_number(abs(i - k))


def in_order(proof, given):
    lemma = lemmas.index_order if given is nearer else lemmas.index_order_strictly
    order = proof.use(lemma(), j=abs(i - r), k=abs(i - k))
    return order, proof.use(lemmas.distance_nonnegative(), k=i - r)


claim.clause("absolute", nearer, (0 <= near) & (near <= far))(lambda proof: proof.qed(*in_order(proof, nearer)))


@claim.clause("squared", nearer, (0 <= near**2) & (near**2 <= far**2))
def squared(proof):
    order, sign = in_order(proof, nearer)
    numbers = Proof([0 <= a, a <= b], (0 <= a**2) & (a**2 <= b**2)).qed()
    return proof.use(numbers, order, sign, α=near, β=far)


@claim.clause("squared-strictly", strictly, near**2 < far**2)
def squared_strictly(proof):
    order, sign = in_order(proof, strictly)
    return proof.use(Proof([0 <= a, a < b], a**2 < b**2).qed(), order, sign, α=near, β=far)


claim.clause("binary", nearer, (0 <= zero_one[i, r]) & (zero_one[i, r] <= zero_one[i, k]))(by_arithmetic)
claim.clause("binary-beyond-0", i != r, zero_one[i, r] == 1)(
    lambda proof: proof.either(proof.know(i != r), *[lambda case: case.have(proof.goal)] * 2)
)

exponents = (1 <= u, 1 <= v, 0 <= s, 0 <= t)


@claim.clause("powers", *exponents, s**v == near**u, t**v == far**u, nearer, s <= t)
def powers(proof):
    goal, roots = s <= t, (s**v == a**u, t**v == b**u)
    inner = Proof([*exponents, *roots, 0 <= a, a <= b])
    case = inner.otherwise(goal)
    powers = case.use(lemmas.powers_rise(), k=u), case.use(lemmas.powers_rise_strictly(), α=t, β=s, k=v)
    return proof.use(case.absurd(*powers, *map(case.know, roots)).theorem, *in_order(proof, nearer), α=near, β=far)


@claim.clause(
    "powers-strictly",
    *(*exponents, s**v == near**u, t**v == far**u, strictly),
    s < t,
    kept={text(s**v == near**u): "otherwise s is any number"},
)
def powers_strictly(proof):
    goal, roots = s < t, (s**v == a**u, t**v == b**u)
    inner = Proof([*exponents, *roots, 0 <= a, a < b])
    case = inner.otherwise(goal)
    powers = case.use(lemmas.powers_rise_strictly(), k=u), case.use(lemmas.powers_rise(), α=t, β=s, k=v)
    return proof.use(case.absurd(*powers, *map(case.know, roots)).theorem, *in_order(proof, strictly), α=near, β=far)


root = (*exponents[:3], s**v == near**u)

claim.clause("zero", *root, 0 < s, i != r, kept={"1 ≤ v": "a root; it also holds for v ≤ 0"})(
    lambda proof: proof.indirect(i != r, proof.use(lemmas.power_positive(), α=s, k=v))
)


@claim.clause("above-0", *root, i != r, 0 < s, kept={"1 ≤ u": "a power; it also holds for u ≤ 0"})
def above_0(proof):
    inner = Proof([*exponents[:3], 0 < a, s**v == a**u])

    def otherwise(case):
        powers = case.use(lemmas.power_positive(), k=u), case.use(lemmas.power_nonnegative(), α=s, k=v - 1)
        return case.contradiction(0 < s, *powers)

    lemma = inner.by_contradiction(0 < s, otherwise).theorem

    def here(case):
        return case.use(lemma, case.have(0 < near, case.given[-1]), α=near)

    return proof.either(proof.know(i != r), here, here)
