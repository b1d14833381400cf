"""Section 6.2: x_1 is in Figure 4 and the form of x in Figure 5; the text calls both Figure 6.2, which does not exist.

The references have the number of the section instead of the number of the figure. The two can't be one figure: a row of
x_1 has two responses, and a row of x, whatever its δ is, has at least three of positive probability. What the text
calls Lemma 6.2 is Proposition 6.2, and the mechanism that Figure 5 calls M is the x of the proof.
"""

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.section-6-2.figure-references",
    "x_1 is in Figure 4 and the form of x in Figure 5",
    section="6.2",
    position=47,
    printed=(
        "Figure 6.2, once for x_1 and once for the form of x, which Figure 5 calls M; Lemma 6.2; and without of "
        "generality"
    ),
    slip="print",
    kept={"0 ≤ δ": "the rows of Figure 5", "δ ≤ 1": "the rows of Figure 5"},
)

(t,) = numbers("δ")
ROWS = {
    "1": (12, (8 - t, 1 - t, 3 + t, t)),
    "2": (12, (8 - t, 1 - t, t, 3 + t)),
    "13": (6, (2 - t, 1 - t, 3 + t, t)),
    "23": (6, (2 - t, 1 - t, t, 3 + t)),
}
"""The rows (l, m, n, o) of Figure 5: the divisor, and the numbers that it divides."""

claim.printed_as(
    "two-responses",
    0 <= t,
    t <= 1,
    ((1 - t) / 12 == 0) & (t / 12 == 0),
    instead=("three-or-four-1", "three-or-four-2", "three-or-four-13", "three-or-four-23"),
)

for name, (by, (first, second, *others)) in ROWS.items():
    smaller, larger = others if name in {"2", "23"} else reversed(others)
    positive = (0 < first / by) & (0 < larger / by) & (0 < second / by + smaller / by)
    claim.clause(f"three-or-four-{name}", 0 <= t, t <= 1, positive)(by_arithmetic)
