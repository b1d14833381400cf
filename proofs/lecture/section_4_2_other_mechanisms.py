"""Section 4.2: the mechanisms that are named and not treated."""

from exactdp.claims.language import *

claim = Claim(
    id="lecture.section-4-2.other-mechanisms",
    title="mechanisms that are not treated",
    section="4.2",
    position=100,
    printed="The Laplace, the Gaussian and the exponential mechanism are important, and are not part of the notes.",
    uncheckable="It only refers to other notes. It names three mechanisms, and then calls them two.",
)
