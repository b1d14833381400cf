"""Section 7: a summary of Theorem 3.1 and three open questions."""

from exactdp.claims.language import *

claim = Claim(
    id="ghosh2009.section-7",
    title="future directions",
    section="7",
    position=10,
    printed=(
        "The section sums up Theorem 3.1, which has claims of its own, and asks whether there are such mechanisms for "
        "additive differential privacy, for other queries or several at once, and, where users have priors over "
        "databases, whether one mechanism can be nearly optimal for all. It answers none of these."
    ),
    uncheckable=(
        "open questions, with no claim about their answers. By exactdp.triangle-and-star#two-queries, two count "
        "queries on one row have no mechanism that serves all users. By exactdp.approximation-factor.growth, none is "
        "optimal up to a constant factor for all users with priors over databases. The claims on Theorem 3.1 "
        "check the sentence about it"
    ),
    uses=(
        "ghosh2009.theorem-3.1",
        "ghosh2009.theorem-6.3",
        "exactdp.approximation-factor.growth",
        "exactdp.triangle-and-star",
    ),
)
