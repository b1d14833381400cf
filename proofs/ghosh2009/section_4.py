"""Section 4: the results of other papers. Nothing there is computed, and no step of the paper's proof depends on it."""

from exactdp.claims.language import *

claim = Claim(
    id="ghosh2009.section-4",
    title="related work",
    section="4",
    position=10,
    printed=(
        "Apart from the attacker's posterior, section 4 reports results of other papers: that answers to about n·log²n "
        "random subset counts with errors o(√n) give most rows away, that some private mechanisms answer fewer queries "
        "or restricted classes, and how their utility functions differ from losses and priors. It has no claim about "
        "the mechanisms of this paper."
    ),
    uncheckable=(
        "it cites other papers' theorems, without their hypotheses and proofs, and a personal communication; the "
        "asymptotic bounds leave their constants open"
    ),
)
