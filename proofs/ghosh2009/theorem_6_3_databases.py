"""The proof of Theorem 6.3: "{3}" and "{4}" stand for {1,3} and {2,3}, the databases that have δ_3 and δ_4.

Databases have three rows, so {4} does not occur; and Figure 5 lacks entries for {3}. On {3}, x_1 and x_2 agree, because
{3} does not change when rows 1 and 2 are exchanged. So the columns n and o are equal, anywhere from 0 to 1/3, and the
argument does not apply.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "ghosh2009.theorem-6.3.databases",
    "the databases that the similar argument is applied to",
    section="6.2",
    position=72,
    printed="the databases {3} and {4}",
    slip="print",
)

d, e, j = indices("d e j")
l, m, n, o, t, u = numbers("l m n o δ ε")  # noqa: E741 (the paper's names of the responses)

rows = named("row", table([[d_ >> bit & 1 for bit in range(4)] for d_ in range(8)]))
"""Of the databases {}, {1}, {2}, {1,2}, {3}, {1,3}, {2,3}, {1,2,3}: whether row j+1 is in them."""
distance = explained("distance({0},{1})", (d, e), Sum(j, 0, 2, abs(rows[d, j] - rows[e, j])))

claim.printed_as("row-4", Some(d, between(0, d, 7), rows[d, 3] == 1), instead=("argument-13-23", "row-of-3"))

for name, first, second, value in (("1-2", 1, 2, 2), ("13-23", 5, 6, 2), ("1-13", 1, 5, 1), ("3-13", 4, 5, 1)):
    claim.clause(f"distance-{name}", distance(first, second) == value)(by_evaluation)

for name, factor in (("1-2", 12), ("13-23", 6)):
    columns = ((3 + t) / factor <= 4 * (u / factor), (3 + u) / factor <= 4 * (t / factor))
    claim.clause(f"argument-{name}", t <= 1, u <= 1, *columns, (t == 1) & (u == 1))(
        lambda proof: proof.both(*(proof.indirect(each) for each in proof.goal.args))
    )

two_thirds = Fraction(2, 3)

claim.clause(
    "row-of-3",
    *(0 <= m, 0 <= n, m == 1 - l - n - o, l == two_thirds - n, o == two_thirds - l),
    Some(t, between(0, t, 4), (l == (8 - t) / 12) & (m == (4 - t) / 12) & (n == t / 12) & (o == t / 12)),
    witnesses={"δ": 12 * n},
)(lambda proof: proof.witness(proof.goal, 12 * n))
