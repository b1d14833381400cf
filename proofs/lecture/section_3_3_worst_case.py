"""Section 3.3: privacy for all datasets, utility only with high probability.

Privacy is asked of every dataset and every event. For α > 0 it follows that a response that can come on one dataset can
come on all that are joined to it by neighbours, since x_kr ≥ α^d·x_ir > 0. So whatever is promised about the response
without any chance of failure is promised of one set of responses for all datasets.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.section-3-3.worst-case",
    title="worst-case privacy, probable utility",
    section="3.3",
    position=30,
    statement=(
        "Privacy holds for all datasets. Utility can be promised only with a probability: for α > 0 all datasets that "
        "are joined by neighbours have the same possible responses, so an error bound that never fails for results 0 "
        "to n is at least n/2. Results d steps apart have failure probabilities that compare by α^d: if the answer on "
        "n is nearer to n than n/2 with probability 1-β, then on 0 it is so near to n with at least α^n·(1-β)."
    ),
    latex=r"x_{kr} \ge \alpha^{d(i,k)} x_{ir}, \qquad \max_i \max_{r : x_{ir} > 0} |i - r| \ge \tfrac n2",
    domain="n ≥ 1, 0 < α ≤ 1, real responses; at α = 0 the true answer has no error",
    every_n=True,
    verdict="proved",
    scope="all n, α and mechanisms; small mechanisms by running them",
    uses=("lecture.section-3-1.group-privacy",),
)


@claim.proof(
    "a possible response of input i is one of an input d steps away: x_kr = (x_kr - α^d·x_ir) + α^d·x_ir > 0",
    mutants={"α ≥ 0": {"positive": False}, "α^(d+1) in the bound": {"more": 1}},
)
def possible(positive=True, more=0):
    assumed = Assumed(
        "a x w",
        lambda a, x, w: {"x": x} | ({"α": a} if positive else {}),
        lambda a, x, w: {"y-α^d·x": w} | ({} if positive else {"α": a}),
        witness=[Fraction(1, 2), Fraction(1), Fraction(0)],
    )
    signs(
        assumed,
        lambda given, a, x, w, d: [(w + a**d * x, given["y-α^d·x"] + given["α"] ** (d + more) * given["x"])],
        Domain("d", lambda d: [d]),
    )


@claim.proof(
    "the errors of one response r on 0 and on n are r and n-r, up to their signs, which sum to n: one of them is at "
    "least n/2, for e ≥ ±r and e ≥ ±(n-r) give 2e ≥ n",
    mutants={"n - 1 for n": {"less": 1}},
)
def half(less=0):
    # v stands for the number n.
    assumed = Assumed(
        "e r v",
        lambda *_: {},
        lambda e, r, v: {"e-r": e - r, "e-(n-r)": e - (v - r)},
        witness=[Fraction(2), Fraction(1), Fraction(3)],
    )
    signs(assumed, lambda given, e, r, v: [(2 * e - (v + less), given["e-r"] + given["e-(n-r)"])], strict=False)


@claim.instances(
    "every mechanism on three inputs with entries in quarters: if it is α-private for some α > 0, its rows have the "
    "same possible responses, and its largest error is at least 1",
    mutants={"rows may differ": {"least": Fraction(0)}, "an error of 2": {"error": 2}},
)
def small(least=Fraction(1, 1000), error=1):
    quarters = [row for row in product(range(5), repeat=3) if sum(row) == 4]
    for rows in product(quarters, repeat=3):
        found = level(Mechanism([[Fraction(x, 4) for x in row] for row in rows])).alpha
        if found >= least:
            possible = {tuple(x > 0 for x in row) for row in rows}
            largest = max(abs(i - r) for i, row in enumerate(rows) for r, x in enumerate(row) if x)
            if len(possible) != 1 or largest < error:
                require(False, f"{rows} has level {found} and largest error {largest}")
            if largest == 1:
                require(possible == {(False, True, False)}, f"{rows} has the largest error 1")


@claim.instances(
    "G_{n,α}, n ≤ 4: the largest possible error is n on the results 0 and n though errors above k have probability "
    "α^(k+1)/(1+α) there, which is small",
    mutants={"α^k": {"more": 0}},
)
def of_geometric(more=1):
    for n in range(1, 5):
        for alpha in map(Fraction, ("1/10", "1/2")):
            row = geometric(n=n, alpha=alpha).rows[0]
            require(row[n] > 0, f"n = {n}: the error n is impossible")
            for k in range(n):
                found = sum(row[k + 1 :])
                require(found == alpha ** (k + more) / (1 + alpha), f"n = {n}, k = {k}: {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
