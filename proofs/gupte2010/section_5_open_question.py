"""Section 5: can one mechanism also serve all consumers for several queries, or for queries that are not counts?"""

from exactdp.claims.language import *

claim = Claim(
    id="gupte2010.section-5.open-question",
    title="several queries and other queries",
    section="5",
    position=20,
    printed=(
        "Whether one mechanism can serve all consumers at once for several queries, or for queries that are not count "
        "queries, is left open."
    ),
    uncheckable=(
        "it is posed as an open question, and nothing is asserted about it. By "
        "exactdp.triangle-and-star#two-queries, two count queries on one row have no mechanism that serves three "
        "Bayesian users. So none serves the three consumers who know the same two results: the largest of two losses "
        "is at least their mean, and equal to it for the mechanism of exactdp.triangle-and-star#two-queries-alone"
    ),
    uses=("exactdp.triangle-and-star",),
)
