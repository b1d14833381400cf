"""Section 2.8: results of other papers. It computes nothing, and no proof of the paper depends on it."""

from exactdp.claims.language import *

claim = Claim(
    id="gupte2010.section-2-8",
    title="related work",
    section="2.8",
    position=10,
    printed=(
        "The section reports results of other papers: bounds on how many queries can be answered with reasonable "
        "accuracy, mechanisms for interactive and for several linear queries, for classes of count queries and for "
        "learning, and other utility functions. It has no claim about the mechanisms of this paper."
    ),
    uncheckable="it cites other papers' theorems, without their hypotheses, constants and proofs",
)
