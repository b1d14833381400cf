"""Section 2.5: randomised response of several attributes."""

from exactdp.claims import Claim
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2-5.attributes",
    title="randomised response of several attributes",
    section="2.5",
    position=50,
    statement=(
        "Randomised response generalises poorly to several attributes, and is no solution for many arbitrary counting "
        "queries on them."
    ),
    latex=r"\{0,1\}^{m}, \quad m > 1",
    domain="databases with several attributes",
    verdict="uncheckable",
    scope="a judgement: neither the queries nor the accuracy that would be a solution are stated",
    uses=("dwork2013.section-2-5.slices",),
)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
