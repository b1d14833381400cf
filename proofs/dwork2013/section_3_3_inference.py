"""Section 3.3: how home and work are inferred, and how histograms become distributions."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-3-3.inference",
    title="methods of other papers in DP-WHERE",
    section="3.3",
    position=30,
    printed=(
        "Home and work cells come from a clustering and a regression, noisy histograms become distributions by a "
        "method for consistent counts, and merged cells by grouping and smoothing. These are taken from other papers "
        "and not described, so only that they read one person's data, or no data, enters the promise."
    ),
    uncheckable="the methods are not in the text; why they do no harm to privacy: footnote 9 and section 3.3.2",
    uses=("dwork2013.section-3-3.footnote-9", "dwork2013.section-3-3-2.release"),
)
