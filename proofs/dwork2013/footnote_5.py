"""Footnote 5: average accuracy beyond n² queries."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.footnote-5",
    title="correlated answers are accurate on average",
    section="2.5",
    position=45,
    printed=(
        "Correlations between noisy answers allow accurate approximations on average, even for more queries than any "
        "polynomial in n."
    ),
    uncheckable="a theorem of another paper, whose conditions are not given here",
)
