"""Appendix A: the remark that natural mechanisms are usually oblivious."""

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
    uncheckable="natural mechanisms are not defined, so no computation can decide how many of them are oblivious",
)
