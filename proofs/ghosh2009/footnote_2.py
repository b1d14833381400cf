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
        "It cites a textbook's theorem, without its axioms, about every relation on a continuum of mechanisms. The "
        "claim ghosh2009.footnote-2.axioms proves the finite part: the order by (1) keeps the axioms about mixtures, "
        "and does not determine the prior. By its clause #parts, a measure that is linear in mixtures is (1) for some "
        "losses."
    ),
    uses=("ghosh2009.footnote-2.axioms",),
)
