"""The three-term value D_ir = (1+α²)·x_ir - α·(x_(i-1)r + x_(i+1)r), where a constraint is tight above or below row i.

Two of the four kinds of tight constraint make D_ir ≥ 0 by privacy on the other side, and the other two make it ≤ 0. All
values of a row sum to (1-α)². So a row can have a negative value only where a positive one makes up for it.
"""

from exactdp.claims.language import *

claim = Claim(
    "exactdp.middle-value",
    "the sign of the three-term value beside a tight constraint",
    section="2",
    position=10,
    kept={"1 ≤ i": "i-1 is a row"},
)

n, m, i, k, r = indices("n m i k r")
a, x = number("α"), matrix("x")
row = (private(x, a, n, m), 1 <= i, i < n)
entry = (*row, 0 <= r, r <= m)
before, here, after = (x[i + d, r] for d in (-1, 0, 1))


def middle(at):
    return three_entries(x, a, i, at)


def by_privacy(proof):
    near = proof.parts(private(x, a, n, m))[-1]
    return proof.qed(near(i, r), near(i - 1, r))


for name, tight, value in (
    ("rises-above", before == a * here, here - a * after),
    ("falls-below", after == a * here, here - a * before),
):
    claim.clause(name, *entry, tight, (middle(r) == value) & (0 <= middle(r)))(by_privacy)

for name, tight, value in (
    ("falls-above", here == a * before, -a * (after - a * here)),
    ("rises-below", here == a * after, -a * (before - a * here)),
):
    claim.clause(name, 0 < a, *entry, tight, (middle(r) == value) & (middle(r) <= 0))(by_privacy)

both_tight = (here == a * before, here == a * after)
claim.clause("falls-then-rises", *both_tight, middle(r) == -(1 - a * a) * here)(by_arithmetic)
claim.clause("zero-column", before == 0, here == 0, after == 0, middle(r) == 0)(by_arithmetic)
claim.clause("sum", *row, Sum(r, 0, m, middle(r)) == (1 - a) * (1 - a))(by_arithmetic)

others = All(k, between(0, k, m) & ((k < r) | (r < k)), middle(k) <= 0)


@claim.clause("remaining", *entry, others, (1 - a) * (1 - a) <= middle(r))
def remaining(proof):
    whole = Sum(k, 0, m, middle(k))

    def part(low, high):
        inner = proof.assuming(between(low, k, high))
        inner.remember(inner.have((k < r) | (r < k)))
        return proof.termwise(k, low, high, middle(k) <= 0, inner.know(others)(k))

    total = proof.cite("exactdp.middle-value#sum")
    return proof.qed(
        total, proof.split(whole, r - 1), proof.split(Sum(k, r, m, middle(k)), r), part(0, r - 1), part(r + 1, m)
    )
