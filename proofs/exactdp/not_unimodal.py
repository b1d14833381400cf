"""A loss that isn't unimodal: one entry of the 0-1 loss on three inputs is changed, and then G is not optimal.

Let the response 0 cost nothing on input 2. Then the response 2 is never better than 0. The responses 0 and 1 remain,
with the modes 0, 1, 0, which go back and forth. Fewer inputs or responses are not enough: on {0,1} every private
mechanism is derivable, and a row of two losses is always unimodal.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary import listed
from exactdp.claims.vocabulary.concentration import unimodal

claim = Claim(
    "exactdp.not-unimodal",
    "the smallest loss that is not unimodal and for which G fails",
    section="3",
    position=60,
    kept={
        **dict.fromkeys(("0 ≤ α", "α ≤ 1"), "the papers' levels"),
        "x is α-private on {0..1} with responses {0..m}": "instances are decided only for mechanisms",
    },
)

i, k, m, n, r = indices("i k m n r")
a = number("α")
x, T, l = matrices("x T l")  # noqa: E741 (the papers' letter for a loss)
u = variable("μ", INDEX_MAP)
G = geometric_mechanism(2, a)
p = listed(["1/4", "1/2", "1/4"])
least, of_geometric = a / (1 + a), a * (3 - a) / (2 * (1 + a))
level = (0 <= a, a <= 1)
best = randomized_response(a)
turned = function(i, r, best[2 - i, 2 - r])

claim.clause("two-inputs", *level, private(x, a, 1, m), derivable(x, a, 1, m))(
    lambda proof: proof.cite("gupte2010.theorem-1.equation-2#two-inputs")
)

smaller = function(i, If(l[i, 0] <= l[i, 1], as_index(0), 1))


@claim.clause("two-responses", Some(u, unimodal(l, u, n, 1)), witnesses={"μ": smaller})
def two_responses(proof):
    v, _, row = unfold(unimodal(l, function(i, k), n, 1)).args
    some = Some(k, substitute(row, {v.args[0]: i}))
    each = proof.assuming(between(0, i, n))

    def at(mode):
        return lambda case: case.witness(some, mode)

    found = each.cases(some, (l[i, 0] <= l[i, 1], at(0)), (TRUE, at(1)))
    return core.restate(core.choose(proof.all(found, i, between(0, i, n)).theorem, "μ"), proof.goal)


claim.clause("more", 0 < a, a < 1, least < of_geometric)(by_arithmetic)


def fails(name, loss, row, mechanism, reading):
    """Add that a loss is not unimodal, the least loss of its user, and the least loss with G."""

    @claim.clause(f"{name}-not-unimodal", ~unimodal(loss, u, 2, 2))
    def not_unimodal(proof):
        inner = proof.otherwise()
        shape = inner.know(unimodal(loss, u, 2, 2))
        rises, falls = shape(row, 0).parts()[1], shape(row, 1).parts()[0]

        def late(case):
            return case.contradiction(proof.goal, case.detach(rises))

        def early(case):
            return case.contradiction(proof.goal, case.detach(falls))

        return inner.closed(inner.cases(proof.goal, (0 < u[row], late), (u[row] <= 1, early)))

    def lost(mechanism):
        return bayesian_loss(p, loss, mechanism, 2, 2)

    @claim.clause(f"{name}-no-less", 0 <= a, private(x, a, 2, 2), least <= lost(x))
    def no_less(proof):
        nonneg, ones, near = proof.parts(private(x, a, 2, 2))[-3:]
        entries = [nonneg(i, r) for i in range(3) for r in range(3)]
        steps = [near(i, r) for i in range(2) for r in range(3)]
        return proof.qed(*entries, *map(ones, range(3)), *steps, 0 < 1 + a)

    def attained(proof):
        return proof.qed()

    claim.clause(f"{name}-private", *level, private(mechanism, a, 2, 2))(attained)
    claim.clause(f"{name}-attained", 0 <= a, lost(mechanism) == least)(attained)

    @claim.clause(f"{name}-remap", *level, stochastic(T, 2, 2), of_geometric <= lost(product(G, T, 2)))
    def remap(proof):
        nonneg, ones = proof.parts(stochastic(T, 2, 2))[-2:]
        entries = [nonneg(k, r) for k in range(3) for r in range(3)]
        return proof.qed(*entries, *map(ones, range(3)), 0 < 1 + a, factors=3)

    claim.clause(f"{name}-remap-attains", *level, lost(product(G, reading, 2)) == of_geometric)(attained)


LOSS = table([[0, 1, 1], [1, 0, 1], [0, 1, 0]])
fails("changed", LOSS, 2, best, table([[1, 0, 0], [0, 1, 0], [1, 0, 0]]))
fails("mirrored", table([[0, 1, 0], [1, 0, 1], [1, 1, 0]]), 0, turned, table([[0, 0, 1], [0, 1, 0], [0, 0, 1]]))
claim.clause("other-rows", unimodal(LOSS, function(i, i), 1, 2))(by_arithmetic)
claim.clause("unchanged", unimodal(table([[0, 1, 1], [1, 0, 1], [1, 1, 0]]), function(i, i), 2, 2))(by_arithmetic)
