"""Section 1: statements of the introduction without a formula. The announced theorems have their own claims."""

from exactdp.claims.language import *

claim = Claim(
    id="gupte2010.section-1",
    title="motivation and promises",
    section="1",
    position=20,
    printed=(
        "The introduction says why privacy and a model of utility are wanted, that noise guards against every attacker "
        "and costs utility, and that the release may be a building block for several queries. It announces that a "
        "geometric mechanism is optimal for every consumer with a monotone loss, and that results at several levels "
        "can be released without harm from collusion: claims of their own."
    ),
    uncheckable=(
        "motivation, opinions on a model and outlooks, without a formula; the announced theorems have their own claims"
    ),
    uses=(
        "gupte2010.theorem-1",
        "gupte2010.theorem-1.collusion-resistance",
        "gupte2010.section-1.collusion",
        "gupte2010.section-2-7.comparison",
    ),
)
