"""Footnote 2: why users have priors and expected losses, by a theorem of choice theory that the paper cites."""

from exactdp.claims.language import *

claim = Claim(
    id="ghosh2009.footnote-2",
    title="expected utility and priors by choice theory",
    section="2.2",
    position=5,
    printed=(
        "A preference relation over mechanisms that keeps the axioms of rationality is, by a theorem of choice theory, "
        "that of an expected utility, with a prior on the query results."
    ),
    uncheckable=(
        "a textbook's theorem, cited and neither stated with its axioms nor proved; what the model takes from it, the "
        "objective (1), is checked on its own"
    ),
    uses=("ghosh2009.section-2-2.equation-1",),
)
