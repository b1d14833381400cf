"""Figure 5: what x must be on four databases, if it gives x_1 by y_1 and x_2 by y_2; the proof calls it Figure 6.2.

On a database where x_1 answers 1 with probability p and x_2 with q, the four responses have l+n = p, l+o = q and the
sum 1. So all four are determined by o, or by n: l = q-o, n = p-q+o, m = 1-p-o. With δ = 12o, 12n, 6o or 6n, whichever
may be 0, these are the printed rows, and no entry is negative exactly if 0 ≤ δ ≤ 1.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    accepted,
    determinant,
    identity,
    number,
    positive_number,
    require,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.neighbours import hypercube
from exactdp.model.users import BayesianUser
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.figure-5",
    title="the rows of a mechanism for both users",
    section="6.2",
    position=60,
    statement=(
        "A row (l, m, n, o) of probabilities is sent to x_1's row on {1}, {2}, {1,3} or {2,3} by y_1 and to x_2's row "
        "there by y_2 exactly if it is the printed row of that database for one δ in [0, 1]. The parameters δ_3 and "
        "δ_4 belong to {1,3} and {2,3}."
    ),
    latex=r"l + n = x_1(d, 1), \quad l + o = x_2(d, 1), \quad l + m + n + o = 1",
    domain="the four databases, all δ",
    verdict="proved",
    scope="all rows of four probabilities",
    uses=("ghosh2009.figure-4", "ghosh2009.lemma-6.4"),
)

X_1 = {"1": "11/12", "2": "2/3", "13": "5/6", "23": "1/3"}
"""The probability of response 1, from Figure 4."""
PRINTED = {
    "1": ("1/12", (8, -1), (1, -1), (3, 1), (0, 1)),
    "2": ("1/12", (8, -1), (1, -1), (0, 1), (3, 1)),
    "13": ("1/6", (2, -1), (1, -1), (3, 1), (0, 1)),
    "23": ("1/6", (2, -1), (1, -1), (0, 1), (3, 1)),
}
"""A factor, and for l, m, n, o the constant and the coefficient of δ."""
EIGHT = {**PRINTED, "13": ("1/6", (8, -1), (1, -1), (3, 1), (0, 1))}
TURNED = {**PRINTED, "2": ("1/12", (8, -1), (1, -1), (3, 1), (0, 1))}
MORE = {**PRINTED, "23": ("1/6", (2, -1), (1, -1), (0, 1), (3, -1))}

Y_1, Y_2 = (1, 2, 1, 2), (1, 2, 2, 1)


def exchanged(key):
    """The database with the rows 1 and 2 exchanged."""
    return "".join(sorted({"1": "2", "2": "1", "3": "3"}[row] for row in key))


@claim.proof(
    "the printed rows have l+n = p, l+o = q and the sum 1, with p of x_1 and q of x_1 where 1 and 2 are exchanged, "
    "whatever δ is",
    mutants={
        "8-δ_3 in the row {1,3}": {"rows": EIGHT},
        "n and o exchanged in the row {2}": {"rows": TURNED},
        "3-δ_4 for 3+δ_4": {"rows": MORE},
        "y_2 as y_1": {"second": Y_1},
    },
)
def sums(rows=PRINTED, second=Y_2):
    for key, (factor, *entries) in rows.items():

        def pairs(d, factor=factor, entries=entries, key=key):
            row = [Fraction(factor) * (constant + slope * d) for constant, slope in entries]
            for sends, database in ((Y_1, key), (second, exchanged(key))):
                yield (
                    sum((v for v, answer in zip(row, sends, strict=True) if answer == 1), number(0)),
                    number(Fraction(X_1[database])),
                )
            yield sum(row, number(0)), number(1)

        identity("d", pairs)


@claim.proof(
    "no row has the same sums but for these: the three equations and a value of o, or of n, have the determinant ±1",
    mutants={"a value of l+n": {"values": ((1, 0, 1, 0),)}, "y_2 as y_1": {"second": Y_1}},
)
def no_other(values=((0, 0, 0, 1), (0, 0, 1, 0)), second=Y_2):
    for last in values:
        rows = [[int(answer == 1) for answer in Y_1], [int(answer == 1) for answer in second], [1] * 4, last]
        identity("", lambda rows=rows: [(determinant([[number(v) for v in row] for row in rows]) ** 2, number(1))])


@claim.proof(
    "with s the factor, one entry is sδ and m is s(1-δ), so that δ is in [0, 1]; then l is at least s(1-δ) and the "
    "other entry s(3+δ) > 0",
    mutants={
        "m with 1-2δ": {"rows": {**PRINTED, "1": ("1/12", (8, -1), (1, -2), (3, 1), (0, 1))}},
        "n with 3+2δ": {"rows": {**PRINTED, "13": ("1/6", (2, -1), (1, -1), (3, 2), (0, 1))}},
        "o with 1+δ": {"rows": {**PRINTED, "1": ("1/12", (8, -1), (1, -1), (3, 1), (1, 1))}},
    },
)
def unit_interval(rows=PRINTED):
    unit = Assumed("d", lambda d: {}, lambda d: {"δ": d, "1-δ": 1 - d}, witness=[Fraction(1, 2)])
    for factor, *entries in rows.values():
        s = Fraction(factor)
        require(entries[1] == (1, -1) and (0, 1) in entries, f"δ may leave [0, 1] in the row {entries}")

        def pairs(given, d, s=s, entries=entries):
            for constant, slope in entries:
                least = given["δ"] * s if slope > 0 else given["1-δ"] * s
                above = constant if slope > 0 else constant - 1
                yield s * (constant + slope * d), least + positive_number(above * s) if above else least

        signs(unit, pairs, strict=False)


def problem(epsilon, *, second=False):
    """What a user wants, with |i-r| for the loss."""
    weights = {"1": Fraction(1, 4), "2": Fraction(1, 4), "23": Fraction(1, 2) - epsilon, "13": epsilon}
    if second:
        weights = {exchanged(key): weight for key, weight in weights.items()}
    databases = ["".join(row for bit, row in enumerate("123") if number >> bit & 1) for number in range(8)]
    rows = [[abs(len(key) - r) for r in range(4)] for key in databases]
    user = BayesianUser(table(rows), [weights.get(key, 0) for key in databases])
    return Problem(user, "1/2", hypercube(inputs=range(8)), responses=range(4)), databases


@claim.instances(
    "for δ = 0, 1/3 and 1 the printed rows are distributions, and y_1, y_2 make of them the rows of the two certified "
    "optima for ε = 1/10",
    mutants={
        "n and o exchanged in the row {2}": {"rows": TURNED},
        "δ = 2": {"values": ("2",)},
        "the first user twice": {"users": (False, False)},
    },
)
def of_the_optima(rows=PRINTED, values=("0", "1/3", "1"), users=(False, True)):
    for second, sends in zip(users, (Y_1, Y_2), strict=True):
        asked, databases = problem(Fraction(1, 10), second=second)
        best = solve_polytope(asked)
        accepted(best)
        for delta in map(Fraction, values):
            listed = [[Fraction(s) * (c + slope * delta) for c, slope in entries] for s, *entries in rows.values()]
            require(min(map(min, listed)) >= 0, f"an entry is negative at δ = {delta}")
            made = Mechanism(listed) @ deterministic(sends, responses=range(4))
            for key, row in zip(rows, made.rows, strict=True):
                wanted = best.mechanism.rows[databases.index(key)]
                require(row == wanted, f"{{{key}}}: {row} and not {wanted}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
