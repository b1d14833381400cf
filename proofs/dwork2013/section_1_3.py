"""Section 1.3: who the adversaries are."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-1-3",
    title="who the adversaries are",
    section="1.3",
    position=10,
    printed=(
        "The section lists people who may want to learn from data and why: partners, sellers, blackmailers, employers, "
        "thieves, insurers, neighbours. By the definition, none of them learns much more because of any one row, "
        "whatever else they know; the claims of section 2 prove this."
    ),
    uncheckable="motives and examples from life",
    uses=("dwork2013.section-2.linkage", "dwork2013.section-2.posterior"),
)
