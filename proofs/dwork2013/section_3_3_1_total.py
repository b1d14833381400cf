"""Section 3.3.1: the promise of all of DP-WHERE, by the ledger of its stages.

The text names the stages and, in the experiments, one total ε. With one base level for every stage, each by its
sensitivity, the total is that base to the sum of the sensitivities; the hourly calls are nearly all of it, so that
equal noise per call and per person spends nearly the whole of ε on them.
"""

from exactdp.claims import Claim
from exactdp.claims.determinant_lemmas import constant_product
from exactdp.claims.formulas import All, Product, Sum, between, both, indices, matrices, numbers, vectors
from exactdp.claims.neighbour_words import in_a_row, near_in_a_row
from exactdp.claims.vocabulary import KEPT
from exactdp.commands.cli import main

claim = Claim(
    "dwork2013.section-3-3-1.total",
    "the promise of all of DP-WHERE",
    section="3.3.1",
    position=90,
    kept={**KEPT, "1 ≤ T": "a pattern is found by one round at least", "1 ≤ D": "there is a day"},
)

h, j, k, s, z, D, T = indices("h j k s z D T")
a, b = numbers("α β")
e, f = vectors("e f")
p, q = matrices("P Q")
rounds = (1 <= T, 1 <= D, 0 < a, a < 1)
homes, works, medians, commutes, pairs, sizes = a, a, a**2, a, a, a
stages = homes * works * medians * commutes * pairs * Product(h, 1, T, a) * sizes * Product(h, 1, 24, a ** (120 * D))


@claim.clause("one-person-more", *rounds, stages == a ** (7 + T + 24 * 120 * D))
def one_person_more(proof):
    hours = proof.use(constant_product(), low=1, k=24, t=a ** (120 * D))
    return proof.qed(proof.use(constant_product(), low=1, k=T, t=a), hours)


@claim.clause("one-replaced", *rounds, stages**2 == a ** (2 * (7 + T + 24 * 120 * D)))
def one_replaced(proof):
    total = proof.cite("#one-person-more")
    return proof.opaque(
        proof.goal,
        *[total, proof.have(total.says.args[1] ** 2 == proof.goal.args[1])],
        terms=[stages, total.says.args[1], proof.goal.args[1]],
    )


claim.clause("hours", 7 + T + 24 * 120 * 91 == 262087 + T)(lambda proof: proof.qed())
chain = All(j, between(0, j, k - 1), both(b * f[j + 1] <= f[j], b * f[j] <= f[j + 1]))
claim.clause("part-for-a-stage", 0 <= b, b <= 1, 0 <= k, a == b**k, chain, both(a * f[k] <= f[0], a * f[0] <= f[k]))(
    lambda proof: proof.qed(proof.cite("lecture.section-3-1.group-privacy#group", α=b, P=f))
)
totals = [Sum(z, 1, s, in_a_row(of, z, k)) for of in (p, q)]
claim.clause(
    "parts-add-up",
    0 <= k,
    near_in_a_row(p, q, e, k, s),
    a == Product(j, 1, k, e[j]),
    both(a * totals[0] <= totals[1], a * totals[1] <= totals[0]),
)(lambda proof: proof.cite("dwork2013.section-2-2.many-computations#unequal-parts"))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
