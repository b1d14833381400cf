"""Footnote 5: with a prior over databases, being oblivious is no loss for some users and is one for others.

For an oblivious mechanism (10) is (1), with the prior on results that is induced; so Theorem 3.1 applies to those. For
the users of Theorem 6.3 that prior is 1/2 on the results 1 and 2, and there response 1 may be taken to have p and q,
and 2 the rest: then an oblivious mechanism loses (1-p)/2 + q/2 ≥ 1/3, by p ≤ 2q and 1-q ≤ 2(1-p). x_1 loses less.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, accepted, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, table, zero_one
from exactdp.model.neighbours import hypercube
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Constraint, Problem

claim = Claim(
    id="ghosh2009.footnote-5",
    title="Theorem 3.1 for oblivious mechanisms, and what being oblivious costs",
    section="6.2",
    position=80,
    statement=(
        "For every prior over databases, y∘x^G with the remap for the induced prior on results minimizes (10) over the "
        "oblivious α-private mechanisms. Over all of them it need not: for the users of Theorem 6.3 oblivious ones "
        "lose at least 1/3, and x_1 loses 13/48 + ε/2, which is less by (1/8-ε)/2, so exactly for ε < 1/8."
    ),
    latex=r"\tfrac{1-p}{2} + \tfrac{q}{2} \ge \tfrac13, \qquad \tfrac13 - \tfrac{13}{48} - \tfrac{\varepsilon}{2} = "
    r"\tfrac12\left(\tfrac18 - \varepsilon\right)",
    domain="every prior over databases, α and monotone loss for the first part; 0 ≤ ε ≤ 1/2 for the second",
    verdict="proved",
    scope="the cost for all ε and mechanisms; the first part is (1) for oblivious mechanisms, and Theorem 3.1",
    uses=("ghosh2009.section-2-2.equation-1", "ghosh2009.theorem-3.1", "ghosh2009.theorem-6.3.optimum"),
)


def databases(n):
    """All databases of {0,1}^n in the order of the cube, and their results."""
    return [number.bit_count() for number in range(2**n)]


@claim.proof(
    "an oblivious mechanism that answers 1 or 2 loses at least 1/3: the loss less 1/3 is a sixth of (2q-p) + (1+q-2p)",
    mutants={"at least 2/5": {"least": "2/5"}, "p ≤ 3q": {"factor": 3}, "the prior 1/3 on the result 1": {"p": "1/3"}},
)
def oblivious_loss(least="1/3", factor=2, p="1/2"):
    first = Fraction(p)
    assumed = Assumed(
        "p q",
        lambda p, q: {},
        lambda p, q: {"p ≤ 2q": factor * q - p, "1-q ≤ 2(1-p)": 2 * (1 - p) - (1 - q)},
        witness=[Fraction(2, 3), Fraction(1, 3)],
    )

    def loses(given, p, q):
        loss = first * (1 - p) + (1 - first) * q
        yield loss - Fraction(least), (given["p ≤ 2q"] + given["1-q ≤ 2(1-p)"]) * Fraction(1, 6)

    signs(assumed, loses, strict=False)


X_1 = {"1": "11/12", "2": "2/3", "13": "5/6", "23": "1/3"}
"""The probability of response 1, from Figure 4."""


@claim.proof(
    "x_1 loses 13/48 + ε/2, and 1/3 less that is (1/8-ε)/2, which is > 0 exactly for ε < 1/8",
    mutants={
        "{1,3} and {2,3} exchanged": {"rows": {**X_1, "13": "1/3", "23": "5/6"}},
        "1/4 for 1/3": {"oblivious": "1/4"},
    },
)
def less(rows=X_1, oblivious="1/3"):
    A, B, D, C = (Fraction(rows[key]) for key in ("1", "2", "13", "23"))

    def pairs(e):
        loss = number((1 - A + 1 - B) / 4) + (Fraction(1, 2) - e) * C + e * D
        yield loss, Fraction(13, 48) + e * Fraction(1, 2)
        yield Fraction(oblivious) - loss, (Fraction(1, 8) - e) * Fraction(1, 2)

    identity("e", pairs)


def same_rows(n):
    """The constraints that databases with one result have one row, for the responses 0..n."""
    results = databases(n)
    for d, result in enumerate(results):
        first = results.index(result)
        if first != d:
            yield from (Constraint({(first, r): 1, (d, r): -1}, 0, exactly=True) for r in range(n + 1))


def asked(n, loss, weights, alpha, oblivious):
    """The problem of a user with a prior over databases."""
    rows = [[loss(i, r) for r in range(n + 1)] for i in databases(n)]
    user = BayesianUser(table(rows), proportional(weights))
    return Problem(
        user,
        alpha,
        hypercube(inputs=range(2**n)),
        responses=range(n + 1),
        constraints=same_rows(n) if oblivious else (),
    )


@claim.instances(
    "databases of {0,1}^n, n = 1, 2, 3, three priors over them, two losses and two levels: by certificates, the best "
    "oblivious mechanism for (10) has the value of y∘x^G with the induced prior on results",
    mutants={
        "all mechanisms": {"oblivious": False},
        "a uniform prior on results": {"induced": False},
    },
    sizes=(1, 2, 3, 4),
)
def restricted(oblivious=True, induced=True, sizes=(1, 2, 3)):
    for n in sizes:
        results = databases(n)
        for weights in (
            [1 + 5 * d % 7 for d in range(2**n)],
            [d % 3 for d in range(2**n)],
            [d * d for d in range(2**n)],
        ):
            totals = [sum(w for w, i in zip(weights, results, strict=True) if i == k) for k in range(n + 1)]
            for loss in (absolute(), zero_one()):
                for alpha in map(Fraction, ("1/2", "1/5")):
                    best = solve_polytope(asked(n, loss, weights, alpha, oblivious))
                    user = BayesianUser(loss, proportional(totals if induced else [1] * (n + 1)))
                    remapped = interact(user, geometric(n=n, alpha=alpha))
                    for result in (best, remapped):
                        accepted(result)
                    require(best.value == remapped.value, f"n = {n}, {loss}: {best.value} and {remapped.value}")


@claim.instances(
    "the first user: certified, the least loss with oblivious mechanisms is 1/3, and with all of them 13/48 + ε/2 for "
    "ε = 0, 1/100, 1/10, and 1/3 for 1/8 and 1/4",
    mutants={"1/8 as below 1/8": {"below": ("1/9", "1/7")}, "both oblivious": {"oblivious": (True, True)}},
    below=("0", "1/1000", "1/20", "124/1000"),
)
def cost(below=("0", "1/100", "1/10"), above=("1/8", "1/4"), oblivious=(True, False)):
    for epsilon in map(Fraction, (*below, *above)):
        # {1}, {2}, {2,3} and {1,3} as numbers.
        held = {0b001: Fraction(1, 4), 0b010: Fraction(1, 4), 0b110: Fraction(1, 2) - epsilon, 0b101: epsilon}
        values = []
        for restricted_to in oblivious:
            found = solve_polytope(asked(3, absolute(), [held.get(d, 0) for d in range(8)], "1/2", restricted_to))
            accepted(found)
            values.append(found.value)
        wanted = Fraction(1, 3) if epsilon in map(Fraction, above) else Fraction(13, 48) + epsilon / 2
        require(values == [Fraction(1, 3), wanted], f"ε = {epsilon}: {values}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
