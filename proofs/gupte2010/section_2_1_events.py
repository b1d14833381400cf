"""Section 2.1: the definition compares single outputs; the one it is taken from compares events.

An event's probability is a sum over its outputs, so the inequalities add up. A single output is an event. With d1 and
d2 exchanged the definition says the same, so it is one condition for each pair of neighbours. For a countable range the
clauses are about partial sums.

A mechanism is introduced as the masses m_{d,r}, and its privacy is then defined by masses x_{d,r}, which are not. They
are the same: word for word, the definition would ask nothing of the mechanism M that it defines as private.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-2-1.events",
    "outputs and events",
    section="2.1",
    position=35,
    printed="a mechanism M with the masses m_{d,r} is private if x_{d_2,r} ≥ α·x_{d_1,r} and x_{d_1,r} ≥ α·x_{d_2,r}",
    slip="print",
)

m, k, r = indices("m k r")
a = number("α")
x, y, u, v = vectors("x y u v")
E = variable("E", SET)


def chance(x):
    return Sum(r, 0, m, If(E[r], x[r], 0))


outputs = All(r, between(0, r, m), a * x[r] <= y[r])


# u and v are the masses of M on the two databases.
claim.printed_as(
    "masses-of-m",
    *(0 <= m, 0 < a, a <= 1, outputs, All(r, between(0, r, m), a * y[r] <= x[r])),
    All(r, between(0, r, m), a * u[r] <= v[r]),
    at={"m": 1, "α": "1/2", "x": (1, 0), "y": (1, 0), "u": (1, 0), "v": (0, 1)},
    instead=("events", "outputs"),
)


@claim.clause("events", outputs, a * chance(x) <= chance(y))
def events(proof):
    goal = a * If(E[r], x[r], 0) <= If(E[r], y[r], 0)
    factor = proof.use(lemmas.scaled_sum(), low=0, high=m, t=a, f=function(r, If(E[r], x[r], 0)))
    return proof.qed(proof.termwise(r, 0, m, goal), factor)


claim.clause("upper", All(r, between(0, r, m), a * y[r] <= x[r]), a * chance(y) <= chance(x))(
    lambda proof: proof.cite("gupte2010.section-2-1.events#events", x=y, y=x)
)

alone = All(r, between(0, r, m), r != k, ~E[r])


@claim.clause("outputs", between(0, k, m), E[k], alone, a * chance(x) <= chance(y), a * x[k] <= y[k])
def one_output(proof):
    sums = []
    for v in (x, y):
        goal = If(E[r], v[r], 0) == If(r == k, v[r], 0)

        def other(side, goal=goal):
            def step(p):
                p.remember(p.alternative(r != k, p.know(side)))
                return p.knowing(p.know(alone)(r), lambda q: q.have(goal))

            return step

        def here(p, goal=goal):
            return p.have(goal, p.use(lemmas.equal_values(), i=r, j=k, S=E))

        row = proof.assuming(between(0, r, m))
        each = row.cases(goal, (r == k, here), (r < k, other(r < k)), (k < r, other(k < r)))
        one = proof.use(lemmas.one_term(), low=0, high=m, j=k, f=v)
        sums += [proof.termwise(r, 0, m, goal, each), one]
    return proof.qed(*sums)


claim.clause(
    "printed", 0 < a, ((y[k] <= 1 / a * x[k]) >> (a * y[k] <= x[k])) & ((a * y[k] <= x[k]) >> (y[k] <= 1 / a * x[k]))
)(by_arithmetic)
claim.clause("same-output", 0 <= x[k], a <= 1, a * x[k] <= x[k])(by_arithmetic)
