"""Definition 3.4, local privacy: which parameters the algorithm has, and which its calls.

As printed, the algorithm has the parameters (ε_{v,i}, δ_{v,i}) of a single call, and the condition is about (ε, δ),
which is given nowhere. The condition makes sense with (ε, δ) in both places: for every person v, all calls to
randomizers on v's data are together (ε, δ)-DP. By Lemma 3.3 the ε of the calls of one person add up: levels multiply,
and the algorithm has the least of these products. If all calls are fixed beforehand, they are independent, and the data
of v change only the factors of v's calls (#fixed-beforehand).
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import one_part_compares, products_compare

claim = Claim(
    "lecture.definition-3.4",
    "local differential privacy",
    section="3",
    position=80,
    printed="the algorithm is (ε_{v,i}, δ_{v,i})-locally private if all calls of each v are together (ε, δ)-DP",
    slip="print",
    kept={
        **KEPT,
        **dict.fromkeys(("0 ≤ r", "r ≤ 1", "0 ≤ s", "s ≤ 1"), "the responses are {0, 1}"),
        "0 ≤ k": "k is the number of calls",
        "1 ≤ v": "for v < 1 and β > 1 it is false",
    },
)

i, k, n, u, v, r, s = indices("i k n u v r s")
a, b, c = numbers("α β γ")
p, q = vectors("p q")
e, P, Q = matrices("e P Q")

response = randomized_response(a)
levels = (0 <= a, a <= 1)
two_calls = [response[at, r] * response[at, s] for at in (0, 1)]
claim.printed_as(
    "single-calls",
    *levels,
    between(0, r, 1),
    between(0, s, 1),
    a * two_calls[0] <= two_calls[1],
    instead=("two-calls", "calls-of-a-person"),
)

claim.clause("two-calls", *levels, between(0, r, 1), between(0, s, 1), a**2 * two_calls[0] <= two_calls[1])(
    lambda proof: proof.qed(factors=4)
)

at_0 = [response[at, 0] * response[at, 0] for at in (0, 1)]

claim.clause("no-larger-level", *levels, c * at_0[0] <= at_0[1], c <= a**2)(lambda proof: proof.qed(factors=3))

calls = All(
    v,
    between(1, v, n),
    (b <= Product(i, 1, k, e[v, i]))
    & All(i, between(1, i, k), both(0 <= e[v, i], 0 <= Q[v, i], e[v, i] * Q[v, i] <= P[v, i])),
)
of_person = [Product(i, 1, k, of[v, i]) for of in (P, Q)]


@claim.clause("calls-of-a-person", 0 <= k, calls, between(1, v, n), b * of_person[1] <= of_person[0])
def calls_of_a_person(proof):
    least, steps = proof.know(calls)(v).parts()
    rows = {"e": lambda w: e[v, w], "f": lambda w: P[v, w], "g": lambda w: Q[v, w]}
    _, sign, less = proof.use(products_compare(), steps, **rows).parts()
    more = proof.product(proof.have(0 <= Product(i, 1, k, e[v, i]) - b, least), proof.have(0 <= of_person[1], sign))
    return proof.qed(less, more)


others = All(u, between(1, u, n), (0 <= q[u]) & ((u != v) >> (p[u] == q[u])))
together = [Product(u, 1, n, of[u]) for of in (p, q)]

claim.clause("fixed-beforehand", 0 <= b, between(1, v, n), others, b * q[v] <= p[v], b * together[1] <= together[0])(
    lambda proof: proof.use(one_part_compares(), i=v, k=n, f=p, g=q, α=b)
)
