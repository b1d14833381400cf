"""Section 2.5: randomised response of several attributes."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-2-5.attributes",
    title="randomised response of several attributes",
    section="2.5",
    position=50,
    printed=(
        "Randomised response generalises poorly to several attributes, and does not give a solution for many arbitrary "
        "counting queries on them."
    ),
    uncheckable="a judgement, which states neither the queries nor the required accuracy",
    uses=("dwork2013.section-2-5.slices",),
)
