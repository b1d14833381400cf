"""Section 3.2: uses of synthetic call records."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-3-2.uses",
    title="uses of synthetic call records",
    section="3.2",
    position=20,
    printed=(
        "The section names daily ranges, the routing of epidemics and hypothetical cities as uses of synthetic call "
        "records. It claims nothing about the accuracy for these."
    ),
    uncheckable="applications, named without a statement that could be false",
)
