"""Appendix A: obliviousness costs nothing for a loss on results, and may cost for a loss on databases.

Two databases with the same result get the same row from an oblivious mechanism. Suppose that a loss wants the answer 0
for one of them and 1 for the other. An oblivious mechanism errs on one of the two with probability at least 1/2. A
mechanism that distinguishes them errs with probability α/(1+α). So the loss must be l(f(d), r), as it is in (5). The
appendix first promises only that some oblivious loss has no larger optimum, which is trivial for the loss 0.

The example has one row with the values 0, 1 and 2, and f counts the zeros. The loss is 1 for the answer 1 on (1) and
for the answer 0 on (2), and 0 otherwise.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "gupte2010.appendix-a.loss-on-databases",
    "losses for which obliviousness costs nothing",
    section="A",
    position=2,
    printed=(
        "for a consumer with a loss on databases, there always exists an oblivious mechanism whose loss is lower than "
        "or equal to the loss of the best non-oblivious mechanism"
    ),
    slip="statement",
    weight="remark",
)

d, e, r = indices("d e r")
a, b = numbers("α b")
x, y = matrices("x y")
least, half = a / (1 + a), as_number(1) / 2
levels = (0 <= a, a < 1)

# The databases are 0, 1 and 2; every two of them are neighbours.
near = Every((d, 0, 2), (e, 0, 2), (r, 0, 1), a * x[d, r] <= x[e, r])
on_databases = explained(
    "{0} is {1}-private on the databases {{0..2}} with responses {{0..1}}", (x, a), stochastic(x, 2, 1) & near
)
oblivious = All(r, between(0, r, 1), x[1, r] == x[2, r])
loss = named("l", table([[0, 0], [0, 1], [1, 0]]))
first, second = (expected_loss(loss, x, 1, database) for database in (1, 2))

claim.clause("oblivious", stochastic(x, 2, 1), oblivious, first + second == 1)(
    lambda proof: proof.qed(proof.parts(stochastic(x, 2, 1))[-1](1), proof.know(oblivious)(0))
)
claim.clause("all", on_databases(x, a), a <= a * first + second)(
    lambda proof: proof.qed(proof.parts(stochastic(x, 2, 1))[-1](1), proof.know(near)(1, 2)(0))
)

apart = Definition(
    "the mechanism for {0}",
    (a,),
    function(d, r, If(d == 0, half, If((d == 1), If(r == 0, 1, a), If(r == 0, a, 1)) / (1 + a))),
)(a)


@claim.clause(
    "attained", *levels, Some(x, on_databases(x, a), (first <= least) & (second <= least)), witnesses={"x": apart}
)
def attained(proof):
    square = proof.product(0 <= a, a < 1)
    return proof.witness(proof.goal, apart, 0 < 1 + a, square, proof.have(a * a <= 1, square))


claim.clause("less", -1 < a, a < 1, least < half)(lambda proof: proof.qed(0 < 1 + a))


def at_most_b(mechanism):
    return All(d, between(0, d, 2), expected_loss(loss, mechanism, 1, d) <= b)


# The paper's sentence, for one row, this loss and a consumer without side information.
of_oblivious = Some(y, on_databases(y, a), All(r, between(0, r, 1), y[1, r] == y[2, r]), at_most_b(y))
no_more = All(a, 0 <= a, a <= 1, All(x, on_databases(x, a), All(b, at_most_b(x), of_oblivious)))


@claim.printed_as("no-more", no_more, instead=("oblivious", "attained"))
def not_at_half(proof):
    """At α = 1/2, the mechanism that distinguishes 1 and 2 loses at most 1/3, and no oblivious one does."""
    best = table([["1/2", "1/2"], ["2/3", "1/3"], ["1/3", "2/3"]])
    values = {"α": half, "x": best, "b": as_number(1) / 3}

    def shown(goal, names):
        if not names:
            return oblivious_loses_more(goal)
        value = values[names[0]]
        rest = shown(substitute(goal.args[2], {names[0]: value}), names[1:])
        here = substitute(goal.args[1], {names[0]: value})
        return proof.witness(goal, value, rest, proof.fact(by_evaluation(Proof([], here))))

    def oblivious_loses_more(goal):
        inner = proof.inside(goal)
        total = inner.cite("#oblivious", x=y)
        first_loses = total.says.args[0].args[0] > values["b"]
        return inner.closed(
            inner.cases(
                inner.goal,
                (first_loses, lambda case: case.witness(inner.goal, 1)),
                (TRUE, lambda case: case.witness(inner.goal, 2, total)),
            )
        )

    return shown(proof.goal, list(values))
