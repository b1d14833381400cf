"""Section 2.4.3: the entries of T must be ≥ 0, and need not be positive.

Let n = 1, S = {0, 1}, the loss |i-r|, and let G_{1,α} be deployed. With t = T_01 and u = T_10, (1+α)·(e_0 + e_1) = 2α +
(1-α)·(t+u). So for α < 1 the larger of e_0 and e_1 is above α/(1+α) unless t = u = 0, where it is attained.
"""

from fractions import Fraction

from exactdp.claims.language import *

identity = unit_matrix()
claim = Claim(
    "gupte2010.section-2-4-3.positive",
    "entries of T that are 0",
    section="2.4.3",
    position=20,
    printed="all entries of T are positive",
    slip="print",
    kept=KEPT | {"β < 1": "for β > 1 a large T[z,r] is a counterexample"},
)

n, m, i, r, z = indices("n m i r z")
a, b, c, t = numbers("α b c β")
x, T, U, loss = matrices("x T U l")
S = variable("S", SET)
G = geometric_mechanism(1, a)


def losses(remap):
    """Return both expected losses of G with this remap."""
    return [expected_loss(absolute_loss, product(G, remap, 1), 1, row) for row in (0, 1)]


first, second = losses(T)
remap = stochastic(T, 1, 1)


def rows(proof):
    ones = proof.parts(remap)[-1]
    return ones(0), ones(1)


claim.printed_as(
    "positive-optimum",
    stochastic(T, 1, 1),
    *(each <= a / (1 + a) for each in (first, second)),
    0 < T[0, 1],
    at={"α": Fraction(1, 2), "T": ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))},
    instead=("above", "close"),
)

claim.clause("sum", 0 <= a, remap, (1 + a) * (first + second) == 2 * a + (1 - a) * (T[0, 1] + T[1, 0]))(
    lambda proof: proof.qed(*rows(proof))
)

least = a / (1 + a)


@claim.clause("above", 0 <= a, a < 1, remap, 0 < T[0, 1] + T[1, 0], (least < first) | (least < second))
def above(proof):
    more = proof.product(a < 1, 0 < T[0, 1] + T[1, 0])
    both = proof.have(2 * a < (1 + a) * (first + second), more, proof.cite("gupte2010.section-2-4-3.positive#sum"))

    second_loss = Proof([0 <= a, 2 * a < (1 + a) * (b + c), b <= least], least < c)
    positive = second_loss.have(0 < 1 + a)
    second_loss = second_loss.qed(positive, second_loss.have((1 + a) * b <= a, positive))

    def other(case):
        return case.have(proof.goal, case.use(second_loss, both, b=first, c=second))

    return proof.cases(proof.goal, (least < first, lambda case: case.have(proof.goal)), (TRUE, other))


claim.clause("attained", 0 <= a, (losses(identity)[0] == a / (1 + a)) & (losses(identity)[1] == a / (1 + a)))(
    by_arithmetic
)

alike = (remap, T[0, 1] == t, T[1, 0] == t)


def diagonal(proof):
    """Return T_00 = 1 - t and T_11 = 1 - t."""
    _zero, one = rows(proof)
    return proof.have(T[0, 0] == 1 - t), proof.have(T[1, 1] == 1 - t, one)


@claim.clause("close", 0 <= a, *alike, both(*(each == (a + (1 - a) * t) / (1 + a) for each in losses(T))))
def close(proof):
    def loss(e, out, stay):
        """Return a loss in the place of whose entries t and 1 - t are put."""
        found = proof.have(e == (out + a * stay.says.args[0]) / (1 + a))
        found = proof.replace(stay, lambda v: e == (out + a * v) / (1 + a))
        return proof.replace(proof.know(out == t), lambda v: e == (v + a * (1 - t)) / (1 + a), found)

    zero, one = diagonal(proof)
    return proof.qed(loss(first, T[0, 1], one), loss(second, T[1, 0], zero))


half = [expected_loss(absolute_loss, product(geometric_mechanism(1, 1), T, 1), 1, row) == "1/2" for row in (0, 1)]

claim.clause("level-one", *alike, both(*half))(lambda proof: proof.qed(*diagonal(proof)))

mixed = mixed_matrices(T, U, t)


def bounds(value, remap):
    return bounds_loss(value, loss, product(x, remap, m), S, n, m)


@claim.clause("infimum", 0 <= t, t <= 1, bounds(b, T), bounds(c, U), bounds((1 - t) * b + t * c, mixed))
def infimum(proof):
    inner = proof.inside()
    return inner.closed(inner.have(inner.goal))


claim.clause(
    "mixture-positive",
    0 < t,
    t < 1,
    stochastic(T, m, m),
    between(0, z, m),
    between(0, r, m),
    0 < U[z, r],
    0 < mixed[z, r],
)(by_arithmetic)
