"""Definition 4.2: the appendix that is to have the proof of privacy."""

from exactdp.claims.language import *

claim = Claim(
    id="lecture.definition-4.2.appendix",
    title="the appendix with the proof",
    section="4.2",
    position=51,
    printed="The appendix has the proof that the geometric mechanism is private.",
    uncheckable=(
        "The notes have the sections 1 to 5 and the references, and no appendix. The proof is that of the claim "
        "lecture.definition-4.2."
    ),
)
