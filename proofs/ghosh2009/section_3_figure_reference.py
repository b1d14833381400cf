"""Section 3: the factoring is drawn in Figure 1; the reference there is to Figure 3, one user's constraint matrix.

Figure 3 belongs to the user of Figure 2, shows no remap, and is needed in section 5 only. Figure 1 is about every user:
first x^G, and then a remap that differs from user to user. The proof compares two users with n = 5 and α = 1/2. The
user of Figure 2 reads 1 as 2, and gets the mechanism F. The other user has the loss |i-r| and the prior 1/2 on 0 and 5.
It reads all responses as 0 or 5, and gets x_ends. Figure 3 is the constraint matrix of F, and not that of x_ends, which
has four Z-columns.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.polytope import down, figure_2_mechanism, slack, up, zero
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import deterministic

claim = Claim(
    "ghosh2009.section-3.figure-reference",
    "the factoring is in Figure 1",
    section="3",
    position=20,
    printed="see Figure 3",
    slip="print",
)

i, k, r = indices("i k r")
x, y, l = matrices("x y l")  # noqa: E741 (the paper's name of a loss)
(p,) = vectors("p")
a = number("α")
half = Fraction(1, 2)
F, G = figure_2_mechanism(), geometric_mechanism(5, half)
ends = named("p_ends", function(i, If((i == 0) | (i == 5), half, 0)))
to_ends = function(k, If(k <= 2, 0, 5))


def induced(reading):
    return product(G, reads(reading), 5)


of_ends = named("x_ends", induced(to_ends))


def loss(mechanism):
    return bayesian_loss(ends, absolute_loss, mechanism, 5, 5)


claim.clause("user-of-figure-2", equal_matrices(induced(function(k, If(k == 1, 2, k))), F, 5, 5))(by_evaluation)
claim.clause("another-user-private", private(of_ends, half, 5, 5))(by_evaluation)


@claim.clause("another-user", private(y, half, 5, 5), loss(of_ends) <= loss(y))
def another_user(proof):
    known = [
        proof.fact(by_evaluation(Proof([], f)))
        for f in (
            prior(ends, 5),
            monotone(absolute_loss, 5, 5),
            best_readings(to_ends, weighed_loss(ends, absolute_loss, G, 5), 5, 5),
        )
    ]
    values = {"n": 5, "α": half, "p": ends, "l": absolute_loss, "f": to_ends, "x": y}
    return proof.restated(proof.cite("ghosh2009.theorem-3.1#deterministic", *known, **values))


claim.clause("figure-2-loses-more", loss(of_ends) < loss(F))(by_evaluation)

FIGURE_3 = ("↓Z↑↑↑↑", "↓ZS↑↑↑", "↓Z↓↑↑↑", "↓Z↓↓↑↑", "↓Z↓↓↓↑")
printed = named("Figure 3", table([["Z↓↑S".index(letter) for letter in row] for row in FIGURE_3]))
states = (zero(x, i, r), down(x, a, i, r), up(x, a, i, r), slack(x, a, i, r))
as_printed = both(*((printed[i, r] == letter) >> state for letter, state in enumerate(states)))
figure_3 = Definition(
    "Figure 3 is the constraint matrix of {0} at the level {1}",
    (x, a),
    Every((i, 0, 4), (r, 0, 5), as_printed),
)

claim.clause("figure-3", figure_3(F, half))(by_evaluation)
claim.clause("another-matrix", ~figure_3(of_ends, half))(by_evaluation)
claim.printed_as(
    "every-user",
    prior(p, 5),
    monotone(l, 5, 5),
    optimal(x, p, l, half, 5, 5),
    figure_3(x, half),
    at={
        "p": (half, 0, 0, 0, 0, half),
        "l": tuple(tuple(abs(row - to) for to in range(6)) for row in range(6)),
        "x": (geometric(n=5, alpha=half) @ deterministic([0, 0, 0, 5, 5, 5], responses=range(6))).rows,
    },
    instead=("figure-3", "another-matrix"),
)
