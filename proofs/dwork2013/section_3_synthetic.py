"""Section 3: a deployed system, and theorems of other papers about synthetic data sets."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-3.synthetic",
    title="synthetic data sets",
    section="3",
    position=10,
    printed=(
        "The section reports that a census application satisfies a probabilistic relaxation of differential privacy, "
        "that too many answers with too much accuracy are impossible with privacy, and that making a synthetic data "
        "set can be computationally hard for large sets of queries or large universes."
    ),
    uncheckable="no bound is stated here; the claims on section 1 decide what accurate answers reveal",
)
