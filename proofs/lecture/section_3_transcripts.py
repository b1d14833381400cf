"""Section 3: a more general definition of local privacy, by transcripts, is in another paper."""

from exactdp.claims.language import *

claim = Claim(
    id="lecture.section-3.transcripts",
    title="local privacy by transcripts",
    section="3",
    position=90,
    printed="Another paper defines local privacy on graphs by transcripts, and more generally than Definition 3.4.",
    uncheckable="It cites Definition 2.9 of another paper, whose text is not part of the source.",
)
