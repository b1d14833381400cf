"""Section 3.3.3: the experiments with DP-WHERE."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-3-3-3.experiments",
    title="the experiments with DP-WHERE",
    section="3.3.3",
    position=20,
    printed=(
        "The section reports earth mover distances and daily ranges for a billion call records, and that DP-WHERE with "
        "call records did better than WHERE with census data at every ε tried. The records, the levels of the stages "
        "and the normalisation of the distance are not given."
    ),
    uncheckable="measurements on data that are not given; the arithmetic of the printed errors is another claim",
    uses=("dwork2013.section-3-3-3.errors",),
)
