"""Theorem 6.3: no mechanism on databases is optimal for both users, whatever they do with its responses.

By Lemma 6.4 and Figure 5 a common mechanism is given by δ_1, …, δ_4 in [0, 1]. Column o on {2,3} and {1,3} and column l
on {1} and {1,3} then ask 3+δ_4 ≤ 4δ_3 and 4δ_3 ≤ δ_1, and δ_1 ≤ 1: these three suffice. For ε in the middle the best
mechanism is oblivious, of the loss 1/3 for either user, so that one serves both. With rows 1, 2 exchanged ε is 1/2-ε.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, accepted, identity, number, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.neighbours import hypercube
from exactdp.model.users import BayesianUser
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.theorem-6.3",
    title="no mechanism is optimal for both users",
    section="6.2",
    position=70,
    statement=(
        "For the two users, no 1/2-private mechanism x has remaps y_1, y_2 with y_1∘x optimal for the first and y_2∘x "
        "for the second, exactly if 0 ≤ ε < 1/8 or 3/8 < ε ≤ 1/2; for 1/8 ≤ ε ≤ 3/8 both have the optimum 1/3, which "
        "y∘x^G attains. The exponent 1-δ of the loss may be any number ≥ 0. In the proof all four printed inequalities "
        "of columns n and o hold and make δ_1 = δ_2 = δ_3 = δ_4 = 1, and then 7/12 > 2·1/6."
    ),
    latex=r"3+\delta_1 \le 4\delta_2,\; 3+\delta_2 \le 4\delta_1,\; 3+\delta_3 \le 4\delta_4,\; 3+\delta_4 \le "
    r"4\delta_3 \implies \tfrac{8-\delta_1}{12} > 2 \cdot \tfrac{2-\delta_3}{6}",
    domain="α = 1/2, databases of {0,1}^3, 0 ≤ ε ≤ 1/2, δ ≤ 1, mechanisms with a countable range, all remaps",
    verdict="proved",
    scope="all ε, δ, mechanisms and remaps; randomized remaps by the claim on them",
    uses=(
        "ghosh2009.theorem-6.3.optimum",
        "ghosh2009.lemma-6.4",
        "ghosh2009.figure-5",
        "ghosh2009.theorem-6.3.randomized",
    ),
)

FIGURE_5 = {
    "1": lambda d: [(8 - d) / 12, (1 - d) / 12, (3 + d) / 12, d / 12],
    "2": lambda d: [(8 - d) / 12, (1 - d) / 12, d / 12, (3 + d) / 12],
    "13": lambda d: [(2 - d) / 6, (1 - d) / 6, (3 + d) / 6, d / 6],
    "23": lambda d: [(2 - d) / 6, (1 - d) / 6, d / 6, (3 + d) / 6],
}


def row(database, d):
    """A row of Figure 5, by its printed constants and coefficients, for an unknown δ as well."""
    at_0, at_1 = (FIGURE_5[database](Fraction(k)) for k in (0, 1))
    return dict(zip("lmno", (x + (y - x) * d for x, y in zip(at_0, at_1, strict=True)), strict=True))


@claim.proof(
    "columns n and o, by privacy at distance two, are the four inequalities; those of a pair add up to 6 ≤ 3(δ_1+δ_2) "
    "and 6 ≤ 3(δ_3+δ_4), and with δ_k ≤ 1 each δ_k ≥ 1",
    mutants={
        "a factor 2, as if they were neighbours": {"factor": 2},
        "columns n and m": {"columns": ("n", "m")},
        "6 ≤ 2(δ_1+δ_2)": {"three": 2},
    },
)
def printed_inequalities(factor=4, columns=("n", "o"), three=3):
    n, o = columns
    for first, second, scale in (("1", "2", 12), ("13", "23", 6)):
        rows = lambda d, e, first=first, second=second: (row(first, d), row(second, e))  # noqa: E731

        def hypotheses(d, e, rows=rows):
            x, y = rows(d, e)
            return {"n": factor * y[n] - x[n], "o": factor * x[o] - y[o], "1-δ": 1 - d, "1-δ'": 1 - e}

        def follows(given, d, e, scale=scale):
            both = (given["n"] + given["o"]) * scale
            yield 4 * e - 3 - d, given["n"] * scale
            yield 4 * d - 3 - e, given["o"] * scale
            yield three * (d + e) - 6, both
            yield d - 1, both * Fraction(1, 3) + given["1-δ'"]
            yield e - 1, both * Fraction(1, 3) + given["1-δ"]

        signs(Assumed("d e", lambda d, e: {}, hypotheses, witness=[1, 1]), follows, strict=False)


@claim.proof(
    "then column l is 7/12 on {1} and 1/6 on {1,3}, more than twice as much",
    mutants={"{1} and {2}": {"other": "2"}, "column n": {"column": "n"}},
)
def column_l(other="13", column="l"):
    identity("", lambda: [(number(row("1", 1)[column]), number(Fraction(7, 12)))])
    identity("", lambda: [(number(row(other, 1)[column]), number(Fraction(1, 6)))])
    require(row("1", 1)[column] > 2 * row(other, 1)[column], f"column {column} is private there")


@claim.proof(
    "a shorter way: x_l on {1} less twice x_l on {1,3} is (4δ_3-δ_1)/12, which is a twelfth of (1-δ_1) + (4δ_3-3-δ_4) "
    "+ δ_4 + 2 > 0, by column o alone",
    mutants={"column n": {"column": "n"}, "a factor 4 for column l": {"twice": 4}},
)
def shorter(column="o", twice=2):
    def hypotheses(*deltas):
        d1, d3, d4 = deltas
        third, fourth = row("13", d3), row("23", d4)
        # Column n bounds δ_4, column o bounds δ_3.
        bound = 4 * third["o"] - fourth["o"] if column == "o" else 4 * fourth["n"] - third["n"]
        return {"δ_4": d4, "1-δ_1": 1 - d1, "column": 6 * bound}

    assumed = Assumed("d1 d3 d4", lambda *deltas: {}, hypotheses, witness=[1, 1, 1])

    def violated(given, *deltas):
        d1, d3, _ = deltas
        parts = given["1-δ_1"] + given["column"] + given["δ_4"] + positive_number(2)
        yield row("1", d1)["l"] - twice * row("13", d3)["l"], parts * Fraction(1, 12)

    signs(assumed, violated)


@claim.proof(
    "for 1/8 ≤ ε ≤ 3/8 no mechanism loses less than 1/3: with A, B, C, D on {1}, {2}, {2,3}, {1,3}, the loss less 1/3 "
    "is 4(3/8-ε) times the sum of slacks at ε = 1/8, and 4(ε-1/8) times the same with A, B and C, D exchanged",
    mutants={
        "ε below 1/8": {"least": "1/9"},
        "nothing exchanged": {"exchanged": False},
        "more than 2/5": {"optimum": "2/5"},
    },
)
def middle(least="1/8", exchanged=True, optimum="1/3"):
    half = Fraction(1, 2)

    def slacks(A, B, C, D):
        yield from (("AD", half * (1 + D) - A), ("BC", 2 * C - B), ("BC'", half * (1 + C) - B))

    def hypotheses(e, *rows):
        A, B, C, D = rows
        mirrored = {f"{key} exchanged": value for key, value in slacks(B, A, D, C)}
        return dict(slacks(A, B, C, D)) | mirrored | {"ε-1/8": e - Fraction(least), "3/8-ε": Fraction(3, 8) - e}

    assumed = Assumed("e A B C D", lambda *all_of: {}, hypotheses, witness=["1/4", "2/3", "2/3", "1/3", "1/3"])

    def loss(given, e, *rows):
        A, B, C, D = rows

        def priced(suffix):
            weights = {"AD": Fraction(1, 4), "BC": Fraction(1, 6), "BC'": Fraction(1, 12)}
            terms = [given[key + suffix] * weight for key, weight in weights.items()]
            return terms[0] + terms[1] + terms[2]

        mixed = given["3/8-ε"] * priced("") + given["ε-1/8"] * priced(" exchanged" if exchanged else "")
        yield (1 - A + 1 - B) * Fraction(1, 4) + (half - e) * C + e * D - Fraction(optimum), mixed * 4

    signs(assumed, loss, strict=False)


DATABASES = tuple("".join(bit for k, bit in enumerate("123") if number >> k & 1) for number in range(8))
LABELS = {"l": (1, 1), "m": (2, 2), "n": (1, 2), "o": (2, 1)}


def prior(epsilon, user):
    """What the first user (0) or the second (1) holds of the eight databases."""
    weights = {"1": Fraction(1, 4), "2": Fraction(1, 4), "23": Fraction(1, 2) - epsilon, "13": epsilon}
    turned = {"1": "2", "2": "1", "23": "13", "13": "23"}
    return [{turned[k] if user else k: w for k, w in weights.items()}.get(key, Fraction(0)) for key in DATABASES]


def alone(epsilon, user):
    """The least loss of one user."""
    rows = [[abs(len(key) - r) for r in range(4)] for key in DATABASES]
    found = solve_polytope(
        Problem(BayesianUser(table(rows), prior(epsilon, user)), "1/2", hypercube(inputs=range(8)), responses=range(4))
    )
    accepted(found)
    return found.value


def together(epsilon, labels):
    """The least sum of both users' losses with the responses l, m, n, o, as a loss table for databases alike."""
    priors = [prior(epsilon, user) for user in (0, 1)]
    rows = [
        [8 * sum(priors[u][d] * abs(len(key) - label[u]) for u in (0, 1)) for label in labels.values()]
        for d, key in enumerate(DATABASES)
    ]
    user = BayesianUser(table(rows), [Fraction(1, 8)] * 8)
    found = solve_polytope(Problem(user, "1/2", hypercube(inputs=range(8)), responses=range(len(labels))))
    accepted(found)
    return found.value


@claim.instances(
    "certified least sums of both losses over mechanisms with the responses l, m, n, o: more than the two least losses "
    "for ε = 0, 1/100, 1/2, where n and o help, and for 1/10, 2/5, where they don't; the same for ε = 1/8, 1/4, 3/8",
    mutants={
        "1/9 in the middle": {"middle": ("1/9",)},
        "1/7 outside": {"outside": ("1/7",)},
        "responses that both users read alike": {"labels": {"l": (1, 1), "m": (2, 2), "n": (1, 1), "o": (2, 2)}},
    },
    outside=("0", "1/1000", "1/100", "1/20", "1/10", "124/1000", "376/1000", "2/5", "1/2"),
    middle=("1/8", "126/1000", "1/5", "1/4", "3/10", "3/8"),
)
def gap(outside=("0", "1/100", "1/10", "2/5", "1/2"), middle=("1/8", "1/4", "3/8"), labels=None):
    labels = LABELS if labels is None else labels
    alike = {name: label for name, label in LABELS.items() if label[0] == label[1]}
    for epsilon in map(Fraction, outside):
        least, common = alone(epsilon, 0) + alone(epsilon, 1), together(epsilon, labels)
        require(least < common, f"ε = {epsilon}: together {common}, one by one {least}")
        # On the values tried, the border is where the least sum of all four reaches 2/3.
        helps = common < together(epsilon, alike)
        require(helps == (not Fraction(1, 24) <= epsilon <= Fraction(11, 24)), f"ε = {epsilon}: n, o help is {helps}")
    for epsilon in map(Fraction, middle):
        least, common = alone(epsilon, 0) + alone(epsilon, 1), together(epsilon, labels)
        require(least == common, f"ε = {epsilon}: together {common}, one by one {least}")


@claim.instances(
    "x^G on {0..3} at level 1/2, with 0, 1 read as 1 and 2, 3 as 2, loses 1/3 for both users at ε = 1/8, 1/4, 3/8, and "
    "on databases it is 1/2-private",
    mutants={"3 read as 3": {"images": (1, 1, 2, 3)}, "1 read as 2": {"images": (1, 2, 2, 2)}},
)
def by_geometric(images=(1, 1, 2, 2)):
    x = geometric(n=3, alpha="1/2") @ deterministic(images, responses=range(4))
    on_databases = Mechanism([x.rows[len(key)] for key in DATABASES])
    found = private(on_databases, "1/2", hypercube(inputs=range(8)))
    require(bool(found), "it is not private")
    accepted(found)
    for epsilon in map(Fraction, ("1/8", "1/4", "3/8")):
        for user in (0, 1):
            loss = sum(
                p * sum(v * abs(len(key) - r) for r, v in enumerate(line))
                for p, key, line in zip(prior(epsilon, user), DATABASES, on_databases.rows, strict=True)
            )
            require(loss == alone(epsilon, user) == Fraction(1, 3), f"ε = {epsilon}: it loses {loss}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
