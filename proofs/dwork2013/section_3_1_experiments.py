"""Section 3.1: the measured relative entropies of MWEM on three data sets."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-3-1.experiments",
    title="MWEM on three data sets",
    section="3.1",
    position=60,
    printed=(
        "The section reports that on the smallest data set the relative entropy comes close to a non-private bound at "
        "ε of about 0.7, and for the two others goes below it at about 0.7 and 0.5. Neither the tables, nor the "
        "numbers of rounds, nor the marginals of the bounds are given; another claim decides when going below is "
        "possible at all."
    ),
    uncheckable="measurements on data sets that are not given",
    uses=("dwork2013.section-3-1.beats",),
)
