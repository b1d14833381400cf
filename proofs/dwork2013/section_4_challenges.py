"""Section 4: scientific and social challenges."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-4.challenges",
    title="challenges for differential privacy",
    section="4",
    position=20,
    printed=(
        "The section says that accurate private algorithms are hard to find, that analysis without an algorithm cannot "
        "be made private, that data analysts do not minimise queries, and that a measure of cumulative loss is needed "
        "before other fields can weigh privacy; footnote 10 adds that sharing data at will is at odds with statistical "
        "power. That losses accumulate by multiplying levels is proved with composition."
    ),
    uncheckable="opinions, and an analogy to numerical analysis",
)
