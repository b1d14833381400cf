"""Section 3.3: a private algorithm that is not trivial is randomised.

A deterministic algorithm with different outputs on two neighbours has an event of probability 1 on one and 0 on the
other, so that 1 ≤ e^ε·0 + δ, which no δ < 1 allows. Hence it has one output on all datasets joined by neighbours, and
any two datasets in X^n are joined. The converse is false: a fair coin is randomised and tells nothing.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, record, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import deterministic
from exactdp.model.neighbours import cycle, edges, hypercube, path
from exactdp.privacy.level import private

claim = Claim(
    id="lecture.section-3-3.randomized",
    title="deterministic private algorithms are trivial",
    section="3.3",
    position=60,
    statement=(
        "A deterministic algorithm that is (ε, δ)-DP for some ε and some δ < 1 has one output for all datasets that "
        "are joined by neighbours, hence for all of X^n. The relation must join them: where datasets fall into parts "
        "without neighbours in common, such as those of different sizes under replacement, the output may depend on "
        "the part. At δ = 1, and for α = 0, all is allowed. A trivial algorithm may be randomised as well."
    ),
    latex=r"1 \le e^{\varepsilon} \cdot 0 + \delta \quad\text{is false for } \delta < 1",
    domain="ε ≥ 0, 0 ≤ δ < 1, algorithms on datasets joined by neighbours",
    verdict="proved",
    scope="all algorithms, ε and δ; deterministic ones on small graphs by running them",
)


@claim.proof(
    "neighbours with different outputs: t·Q + δ - P with P = 1 and Q = 0 is δ - 1 < 0; with one output it is t + δ - 1 "
    "≥ 0",
    mutants={"δ ≤ 1": {"strict": False}, "Q = 1": {"second": 1}},
)
def neighbours(strict=True, second=0):
    below = {"1-δ": lambda d: 1 - d}
    assumed = Assumed(
        "t d",
        lambda t, d: {"1-δ": below["1-δ"](d)} if strict else {},
        lambda t, d: {"t-1": t - 1, "δ": d} | ({} if strict else {"1-δ": below["1-δ"](d)}),
        witness=[Fraction(2), Fraction(1, 2)],
    )
    signs(assumed, lambda given, t, d: [(1 - (t * second + d), given["1-δ"])])
    signs(assumed, lambda given, t, d: [(t * 1 + d - 1, given["t-1"] + given["δ"])], strict=False)


@claim.instances(
    "every deterministic algorithm with up to 4 outputs on 4 inputs in a row, a cycle of 4 and the databases of 2 "
    "bits: private at a level above 0 if and only if all outputs are one",
    mutants={"inputs in two parts": {"joined": False}, "the level 0": {"alpha": 0}},
)
def constant(joined=True, alpha="1/1000"):
    graphs = (
        [path(inputs=range(4)), cycle(inputs=range(4)), hypercube(inputs=range(4))]
        if joined
        else [edges([(0, 1), (2, 3)], inputs=range(4))]
    )
    count = 0
    for graph in graphs:
        for images in product(range(4), repeat=4):
            found = bool(private(deterministic(images, responses=range(4)), alpha, graph))
            if found != (len(set(images)) == 1):
                require(False, f"{graph}: outputs {images}, private {found}")
            count += 1
    record(instances=count)


@claim.instances(
    "inputs in two parts: the algorithm that answers the part is 1-private, and not trivial",
    mutants={"a neighbour in the other part": {"pairs": ((0, 1), (1, 2), (2, 3))}},
)
def parts(pairs=((0, 1), (2, 3))):
    require(
        bool(private(deterministic((0, 0, 1, 1), responses=range(2)), 1, edges(pairs, inputs=range(4)))),
        "it is not private",
    )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
