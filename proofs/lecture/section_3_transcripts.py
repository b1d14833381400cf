"""Section 3: a more general definition of local privacy, by transcripts, is in another paper."""

from exactdp.claims import Claim
from exactdp.commands.cli import main

claim = Claim(
    id="lecture.section-3.transcripts",
    title="local privacy by transcripts",
    section="3",
    position=90,
    printed="Another paper defines local privacy on graphs by transcripts, and more generally than Definition 3.4.",
    uncheckable="It cites Definition 2.9 of another paper, whose text is not part of the source.",
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
