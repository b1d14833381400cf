"""Section 1.1: linkage attacks, by two examples from the past."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-1-1.linkage",
    title="two linkage attacks",
    section="1.1",
    position=10,
    printed=(
        "Medical records without names were matched with the register of voters, and film ratings without names with "
        "public ones. A claim of section 2 says what a differentially private mechanism guarantees in such a case."
    ),
    uncheckable="history, reported by other papers",
    uses=("dwork2013.section-2.linkage",),
)
