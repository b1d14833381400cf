"""If the modes of a unimodal loss go back and forth, G is not optimal. Three inputs and two responses are enough.

Let the right responses to 0, 1, 2 be 0, 1, 0 (`modes-unimodal`, `modes-never-in-order`). If two neighbours get wrong
answers with probability v and w, then v ≥ α·(1-w) and w ≥ α·(1-v), so v+w ≥ 2α/(1+α). A mechanism that is right with
probability 1/(1+α) attains this bound. The best remap of G reads its responses 0 and 2 as 0, and 1 as 1. It loses more,
however it reads the others. Two inputs are not enough (`two-inputs`). All this also holds for three responses and the
loss that is 1 if i-r is odd. This loss is not unimodal (`parity-not-unimodal`).
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary import listed
from exactdp.claims.vocabulary.concentration import rising_unimodal, unimodal

claim = Claim(
    "exactdp.modes-back-and-forth",
    "G is not optimal for a unimodal loss whose modes go back and forth",
    section="3",
    position=40,
    kept={
        **dict.fromkeys(("0 ≤ α", "α ≤ 1"), "the papers' levels"),
        "x is α-private on {0..1} with responses {0..m}": "instances are decided only for mechanisms",
    },
)

i, k, m = indices("i k m")
a, b = number("α"), number("b")
x, T = matrices("x T")
u = variable("μ", INDEX_MAP)
G = geometric_mechanism(2, a)
p = listed(["1/4", "1/2", "1/4"])
least, of_geometric = a / (1 + a), a * (3 - a) / (2 * (1 + a))
level = (0 <= a, a <= 1)
truthful = randomized_response(a)

claim.clause("two-inputs", *level, private(x, a, 1, m), derivable(x, a, 1, m))(
    lambda proof: proof.cite("gupte2010.theorem-1.equation-2#two-inputs")
)
claim.clause("prior", prior(p, 2))(by_arithmetic)
claim.clause("more", 0 < a, a < 1, least < of_geometric)(by_arithmetic)


def values(name, loss, m):
    """Add the least losses of a user and a consumer with this loss and the responses 0..m, in all and with G."""

    def lost(mechanism):
        return bayesian_loss(p, loss, mechanism, 2, m)

    @claim.clause(f"{name}-no-less", 0 <= a, private(x, a, 2, m), least <= lost(x))
    def no_less(proof):
        nonneg, ones, near = proof.parts(private(x, a, 2, m))[-3:]
        entries = [nonneg(i, r) for i in range(3) for r in range(m + 1)]
        steps = [near(i, r) for i in range(2) for r in range(m + 1)]
        return proof.qed(*entries, *map(ones, range(3)), *steps, 0 < 1 + a)

    claim.clause(f"{name}-private", *level, private(truthful, a, 2, m))(by_arithmetic)
    claim.clause(f"{name}-attained", 0 <= a, All(i, between(0, i, 2), expected_loss(loss, truthful, m, i) == least))(
        by_arithmetic
    )

    @claim.clause(f"{name}-remap", *level, stochastic(T, 2, m), of_geometric <= lost(product(G, T, 2)))
    def remap(proof):
        nonneg, ones = proof.parts(stochastic(T, 2, m))[-2:]
        entries = [nonneg(k, r) for k in range(3) for r in range(m + 1)]
        return proof.qed(*entries, *map(ones, range(3)), 0 < 1 + a, factors=3)

    reading = table([[1, 0, 0][: m + 1], [0, 1, 0][: m + 1], [1, 0, 0][: m + 1]])
    claim.clause(f"{name}-remap-attains", *level, lost(product(G, reading, 2)) == of_geometric)(by_arithmetic)

    for mechanism, known, clause, value in (
        (x, private(x, a, 2, m), "no-less", least),
        (product(G, T, 2), stochastic(T, 2, m), "remap", of_geometric),
    ):
        bounded = All(i, between(0, i, 2), expected_loss(loss, mechanism, m, i) <= b)

        def consumer(proof, bounded=bounded, clause=clause):
            average = proof.cite(f"exactdp.modes-back-and-forth#{name}-{clause}")
            return proof.qed(average, *map(proof.know(bounded), range(3)))

        claim.clause(f"{name}-consumer-{clause}", *level, known, bounded, value <= b)(consumer)


back, odd = table([[0, 1], [1, 0], [0, 1]]), table([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
values("modes", back, 1)
values("parity", odd, 2)


def contradicts(proof, steps):
    """Return the goal, as one of the steps of a row has the wrong sign for every mode."""

    def wrong(step):
        return lambda case: case.contradiction(proof.goal, case.detach(step))

    return [(step.says.args[0], wrong(step)) for step in steps]


claim.clause("modes-unimodal", unimodal(back, function(i, If(i == 1, as_index(1), 0)), 2, 1))(by_arithmetic)


@claim.clause("modes-never-in-order", ~rising_unimodal(back, u, 2, 1))
def never_in_order(proof):
    """The mode of 1 is at least 1, and that of 2 is at most 0."""
    inner = proof.otherwise()
    shape, order = inner.parts(rising_unimodal(back, u, 2, 1))[-2:]
    rises, falls = shape(1, 0).parts()[0], shape(2, 0).parts()[1]
    in_order = inner.fact(order(1, 2))

    def neither(case):
        less = case.knowing(in_order, lambda known: known.have(as_index(0) < as_index(0)))
        return case.fact(core.absurd(less.theorem, proof.goal))

    return inner.closed(inner.cases(proof.goal, *contradicts(proof, [rises, falls]), (TRUE, neither)))


@claim.clause("parity-not-unimodal", ~unimodal(odd, u, 2, 2))
def odd_is_not_unimodal(proof):
    """On the input 0, the loss rises from 0 to 1 and falls from 1 to 2."""
    inner = proof.otherwise()
    shape = inner.know(unimodal(odd, u, 2, 2))
    return inner.closed(inner.cases(proof.goal, *contradicts(proof, [shape(0, 0).parts()[1], shape(0, 1).parts()[0]])))
