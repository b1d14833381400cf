"""The proof of Theorem 3.5: the indices of inputs and outputs.

With k inputs x_0, …, x_(k-1) there are k outputs y_1, …, y_k, and the one for x_i is y_(i+1), given y_1, …, y_i. As
printed there are k-1 outputs, y_1 is the output for both x_0 and x_1, and the products are not probabilities of
outputs. Here z is the number of a sequence of j outputs, and P[j,z,r] the chance that the next one is r. Which input
this is may depend on the sequence. Over the next outputs these chances sum to 1, and so do all products, one output
after another.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.lemmas.dataset import outputs_sum_to_1, power_at_least_one, quotient
from exactdp.claims.lemmas.neighbour import one_more_factor
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.dataset import conditional, outputs, powers

claim = Claim(
    "lecture.theorem-3.5.proof",
    "the proof of adaptive composition",
    section="3.1",
    position=40,
    printed=(
        "k outputs y = (y_1, …, y_{k-1}); factors Pr[M(x_0) = y_1] and Pr[M(x_i) = y_i | y_1, …, y_{i-1}], i ≥ 1; one "
        "ε for the theorem's ε_1, …, ε_k; and a second inequality, where there is one"
    ),
    slip="proof",
    weight="misprint",
    kept={
        **KEPT,
        "0 ≤ m": "the outputs",
        "0 ≤ k": "the number of inputs",
        "0 ≤ z": "a sequence",
        "z ≤ s[k]-1": "a sequence",
    },
)

j, k, m, r, y, z = indices("j k m r y z")
a, b = numbers("α β")
[e] = vectors("e")
V, W = matrices("V W")
s = variable("s", INDEX_MAP)
P, Q = (variable(name, Function(3, NUMBER)) for name in "PQ")
sequences = (0 <= k, 0 <= m, powers(s, m + 1, k))
# As printed, for k = 2 and one output y_1, which is that for both inputs
response = randomized_response(a)
claim.printed_as("sum", 0 <= a, a <= 1, Sum(y, 0, 1, response[0, y] * response[0, y]) == 1, at={"α": "1/2"})

claim.clause("sum", *sequences, outputs(W, P, s, m, k), conditional(P, s, m, k), Sum(z, 0, s[k] - 1, W[k, z]) == 1)(
    lambda proof: proof.use(outputs_sum_to_1(), j=k)
)

near_outputs = explained(
    "{1} is at least {2} times {0} ({3},{4},{5})",
    (P, Q, e, s, m, k),
    Every(
        (j, 0, k - 1), (z, 0, s[j] - 1), (r, 0, m), both(0 <= e[j], 0 <= P[j, z, r], e[j] * P[j, z, r] <= Q[j, z, r])
    ),
)
"""The level e[j] of the j-th output bounds its chances on the two data, whatever the outputs before it were."""


@generator(near_outputs)
def some_near(rng, turn, Q, e, *others):
    """Draw chances that the level allows, given those on the other data."""
    return lambda j, z, r: Fraction(entry(Q, (j, z, r)), 1 + (j + z + r + turn) % 2)


def level(k):
    return Product(j, 0, k - 1, e[j])


@claim.clause(
    "ratio",
    *sequences,
    outputs(V, P, s, m, k),
    outputs(W, Q, s, m, k),
    near_outputs(P, Q, e, s, m, k),
    All(z, between(0, z, s[k] - 1), level(k) * V[k, z] <= W[k, z]),
)
def ratio(proof):
    def at(j, last):
        return All(z, between(0, z, last - 1), both(0 <= V[j, z], 0 <= level(j), level(j) * V[j, z] <= W[j, z]))

    first = proof.parts(powers(s, m + 1, k))[-2]

    one = proof.inside(at(as_index(0), s[0]))
    zero = one.have(as_index(0) == z, first)
    begun = one.closed(one.replace(zero, lambda v: both(0 <= V[0, v], 0 <= level(0), level(0) * V[0, v] <= W[0, v])))
    later, before = proof.inductive(at(j, s[j]), j, 0, [begun], up_to=k)
    size, earlier = later.have(s[j + 1] == s[j] * (m + 1)), before

    def sequence(known):
        known.let(known.detach(known.use(quotient(), y=z, w=s[j], q=m + 1)), r)
        start = z - s[j] * r
        facts = [*earlier(start).parts(), *known.know(near_outputs(P, Q, e, s, m, k))(j, start, r).parts()]
        ends = [known.parts(outputs(of, to, s, m, k))[-1](j, r, start) for of, to in ((V, P), (W, Q))]
        terms = dict(zip("uwac", (level(j), V[j, start], e[j], P[j, start, r]), strict=True))
        more = known.use(one_more_factor(), *facts, v=W[j, start], b=Q[j, start, r], **terms)
        return known.have(known.goal, *more.parts(), *ends, known.split(level(j + 1), j - 1))

    every = later.closed(later.knowing(size, lambda known: known.for_all(at(j + 1, s[j + 1]), sequence)))
    return proof.for_all(proof.goal, lambda one: every(z).parts()[-1])


answers = [function(j, z, r, response[data, r]) for data in (0, 1)]


# Where all outputs are 0, for the data 1 and 0
@claim.clause(
    "attained",
    0 < a,
    a <= 1,
    0 <= k,
    powers(s, 2, k),
    outputs(V, answers[0], s, 1, k),
    outputs(W, answers[1], s, 1, k),
    b * V[k, 0] <= W[k, 0],
    b <= a**k,
)
def attained(proof):
    def at(j):
        return both(0 < V[j, 0], W[j, 0] == a**j * V[j, 0])

    def step(later, before):
        size = later.use(power_at_least_one(), q=2, n=k)
        positive, same = before.parts()

        def next_output(known):
            ends = [known.parts(outputs(of, to, s, 1, k))[-1](j, 0, 0) for of, to in zip((V, W), answers, strict=True)]
            more = known.product(positive, known.have(0 < response[0, 0]))
            same_next = known.have(
                W[j + 1, 0] == a ** (j + 1) * V[j + 1, 0],
                ends[1],
                lemmas.scaled(known, response[1, 0], same),
                lemmas.scaled(known, a ** (j + 1), ends[0]),
            )
            return known.both(known.have(0 < V[j + 1, 0], ends[0], more), same_next)

        return later.knowing(size, next_output)

    starts = [proof.parts(outputs(of, to, s, 1, k))[-2] for of, to in zip((V, W), answers, strict=True)]
    positive, same = proof.induction(at(j), j, 0, starts, step, up_to=k).parts()
    less = proof.have(b * V[k, 0] <= a**k * V[k, 0], same)
    return proof.use(lemmas.quotient_order(), less, positive, t=V[k, 0], α=b, β=a**k)


claim.clause("as-printed", 0 <= a, a <= 1, Sum(y, 0, 1, response[0, y] * response[0, y]) == (1 + a**2) / (1 + a) ** 2)(
    by_arithmetic
)
