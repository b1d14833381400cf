"""Appendix A: obliviousness costs nothing for a loss on results, and may cost for a loss on databases.

Two databases with the same result get the same row from an oblivious mechanism. Suppose that a loss wants the answer 0
for one of them and 1 for the other. An oblivious mechanism errs on one of the two with probability at least 1/2. A
mechanism that distinguishes them errs with probability α/(1+α). So the loss must be l(f(d), r), as it is in (5). That
some oblivious loss has a smaller optimum means nothing, because the loss 0 always has one.

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
        "for every consumer with a loss on databases there is an oblivious loss with no larger optimum: trivial for "
        "the loss 0, and false for the consumer's own loss"
    ),
    slip="statement",
    weight="remark",
)

d, e, r = indices("d e r")
a, x = number("α"), matrix("x")
least, half = a / (1 + a), as_number(1) / 2
levels = (0 <= a, a < 1)

# The databases are 0, 1 and 2; every two of them are neighbours.
near = Every((d, 0, 2), (e, 0, 2), (r, 0, 1), a * x[d, r] <= x[e, r])
on_databases = explained(
    "{0} is {1}-private on the databases {{0..2}} with responses {{0..1}}", (x, a), stochastic(x, 2, 1) & near
)(x, a)
oblivious = All(r, between(0, r, 1), x[1, r] == x[2, r])
loss = named("l", table([[0, 0], [0, 1], [1, 0]]))
first, second = (expected_loss(loss, x, 1, database) for database in (1, 2))

claim.clause("oblivious", stochastic(x, 2, 1), oblivious, first + second == 1)(
    lambda proof: proof.qed(proof.parts(stochastic(x, 2, 1))[-1](1), proof.know(oblivious)(0))
)
claim.clause("all", on_databases, a <= a * first + second)(
    lambda proof: proof.qed(proof.parts(stochastic(x, 2, 1))[-1](1), proof.know(near)(1, 2)(0))
)

apart = Definition(
    "the mechanism for {0}",
    (a,),
    function(d, r, If(d == 0, half, If((d == 1), If(r == 0, 1, a), If(r == 0, a, 1)) / (1 + a))),
)(a)


@claim.clause("attained", *levels, Some(x, on_databases, (first <= least) & (second <= least)), witnesses={"x": apart})
def attained(proof):
    square = proof.product(0 <= a, a < 1)
    return proof.witness(proof.goal, apart, 0 < 1 + a, square, proof.have(a * a <= 1, square))


claim.clause("less", -1 < a, a < 1, least < half)(lambda proof: proof.qed(0 < 1 + a))


# For the loss of the example, what the best oblivious mechanism loses would be no more than what this one loses.
claim.printed_as("any-loss", *levels, half <= least, at={"α": "1/2"}, instead=("oblivious", "attained"))
