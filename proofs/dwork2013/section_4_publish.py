"""Section 4: publishing the privacy loss."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-4.publish",
    title="publishing the loss",
    section="4",
    position=30,
    printed=(
        "The section proposes that privacy losses be published, with a fine for an infinite one, and expects that "
        "competition would then improve algorithms. What a finite loss excludes is another claim."
    ),
    uncheckable="a proposal and a hope",
    uses=("dwork2013.section-4.finite-loss",),
)
