"""Section 1.1: the aim is to compare taking part with not taking part."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-1-1.in-out",
    title="in or out, not before or after",
    section="1.1",
    position=140,
    printed=(
        "The aim is that nobody is worse off by taking part in a data set than by staying out of it, whatever else an "
        "adversary knows. Definition 1 makes this precise. The claim on smoking and cancer shows why the aim cannot "
        "compare before and after."
    ),
    uncheckable="an aim in words; the definition that follows is checked in its own place",
    uses=("dwork2013.section-1-1.smoking", "dwork2013.definition-1"),
)
