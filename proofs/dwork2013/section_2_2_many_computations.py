"""Section 2.2: k computations with a part ε*/k of the loss each.

With β = e^(-ε*/k) the product of k mechanisms of level β has level β^k = e^-ε*. By induction: the first k as one, and
one more.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.section-2-2.many-computations",
    title="k computations with a k-th of the loss each",
    section="2.2",
    position=40,
    statement=(
        "If each of k computations with independent coins is (ε*/k, 0)-differentially private, all together are (ε*, "
        "0)-differentially private: with β^k = α the product of k mechanisms of level β is α-private. Unequal parts "
        "that sum to ε* do as well. No larger part will do for all mechanisms: k copies of x^G at level β have exactly "
        "the level β^k. For k = 0 nothing is published, with loss 0."
    ),
    latex=(
        r"\prod_{j=1}^{k} x^{(j)}_{D r_j} \ge \beta^k \prod_{j=1}^{k} x^{(j)}_{D' r_j}, \qquad \beta = "
        r"e^{-\varepsilon^*/k}"
    ),
    domain="k ≥ 0, 0 ≤ β ≤ 1, all mechanisms with countably many responses",
    verdict="proved",
    scope="all k by induction; that β^k is attained for all k by the same response each time",
    uses=("dwork2013.section-2-2.composition",),
)


@claim.proof(
    "from k to k+1: X_k·x - β^(k+1)·Y_k·y = (X_k - β^k·Y_k)·x + β^k·Y_k·(x - βy)",
    mutants={"β^k after k+1": {"more": 0}},
)
def one_more(more=1):
    def step(b, k):
        X, Y, x, y = entry("X", k), entry("Y", k), entry("x", k), entry("y", k)
        yield X * x - b ** (k + more) * Y * y, (X - b**k * Y) * x + b**k * Y * (x - b * y)

    identity("b", step, Domain("k", lambda k: [k]))
    given = Assumed(
        "b D x Y d",
        lambda b, *rest: {"β": b},
        lambda b, *rest: dict(zip("DxYd", rest, strict=True)),
        witness=[Fraction(1, 2)] + [Fraction(1)] * 4,
    )
    signs(
        given,
        lambda known, b, *rest: [
            (
                rest[0] * rest[1] + b ** rest[4] * rest[2] * rest[3],
                known["D"] * known["x"] + known["β"] ** rest[4] * known["Y"] * known["d"],
            )
        ],
        Domain("k", lambda k: [k]),
        strict=False,
    )


@claim.proof(
    "attained: x^G of n = 1 answers 0 on input 1 with β times its probability on input 0, and so k times in a row "
    "with β^k times",
    mutants={"k-1 times": {"less": 1}},
)
def attained(less=0):
    identity(
        "b", lambda b, k: [(b**k * (1 + b) ** k, (b ** (k - less)) * (1 + b) ** k)], Domain("k", lambda k: [k - 1])
    )


@claim.instances(
    "k ≤ 4 copies of x^G of n = 1, and levels 1/4, 1/2, 9/10 in one product: the exact levels are β^k and the product",
    mutants={"the level β": {"power": 0}},
)
def copies(power=1):
    def together(mechanisms):
        rows = []
        for i in range(2):
            rows.append([])
            for chosen in product(range(2), repeat=len(mechanisms)):
                mass = Fraction(1)
                for x, r in zip(mechanisms, chosen, strict=True):
                    mass *= x[i, r]
                rows[-1].append(mass)
        return Mechanism(rows)

    for beta in map(Fraction, ("1/4", "1/2", "9/10")):
        for k in range(5):
            found = level(together([geometric(n=1, alpha=beta)] * k)).alpha
            require(found == beta ** (k**power), f"the level of {k} copies at {beta} is {found}")
    found = level(together([geometric(n=1, alpha=beta) for beta in ("1/4", "1/2", "9/10")])).alpha
    require(found == Fraction(9, 80), f"the level of the three is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
