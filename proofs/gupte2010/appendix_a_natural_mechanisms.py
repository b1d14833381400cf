"""Appendix A: that natural mechanisms are usually oblivious."""

from exactdp.claims.language import *

claim = Claim(
    id="gupte2010.appendix-a.natural-mechanisms",
    title="natural mechanisms are usually oblivious",
    section="A",
    position=1,
    printed=(
        "Mechanisms that add noise to the true result, such as the Laplace mechanism, are oblivious by definition, as "
        "the answer depends on f(d) alone. The paper remarks that natural mechanisms are usually oblivious."
    ),
    uncheckable="which mechanisms are natural isn't defined, so how many of them are oblivious can't be decided",
)
