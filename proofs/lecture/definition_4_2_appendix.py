"""Section 4.2 refers to an appendix for the proof that the geometric mechanism is private, but the notes lack it.

They have five numbered sections and the references. The missing proof is that of lecture.definition-4.2, which this
claim cites. There f(X) and f(X') are u and v, and h(k) is their distance in the first k coordinates.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary import listed
from exactdp.claims.vocabulary.noise import coordinate_distances

claim = Claim(
    "lecture.definition-4.2.appendix",
    "the missing appendix with the proof of privacy",
    section="4.2",
    position=61,
    printed="the proof is given in the appendix; the notes have sections 1 to 5 and the references, and no appendix",
    slip="print",
    kept={
        **KEPT,
        **dict.fromkeys(("0 < β", "β < 1"), "a root of the level"),
        "h[0] = 0": "a sum of no distances",
        "0 ≤ d": "a dimension",
    },
)

d, k, s = indices("d k s")
a, b = numbers("α β")
h, u, v, z = (variable(name, INDEX_MAP) for name in "huvz")

SECTION, REFERENCES, APPENDIX = 0, 1, 2
parts = [SECTION] * 5 + [REFERENCES]
kind = named("kind", listed(parts))
"""The kinds of the parts of the notes: sections 1 to 5 are of kind 0, the references of kind 1."""
appendix = explained("part {0} of the notes is an appendix", (k,), kind[k] == APPENDIX)

claim.printed_as("appendix", Some(k, between(0, k, len(parts) - 1), appendix(k)), instead="private")

noisy_f, noisy_g = (Product(k, 1, d, two_sided(b, z[k] - of[k])) for of in (u, v))
claim.clause(
    "private",
    *(0 < b, b < 1, 0 <= d, coordinate_distances(h, u, v, d), h[d] <= s, a == b**s),
    a * noisy_g <= noisy_f,
)(lambda proof: proof.restated(proof.cite("lecture.definition-4.2#private")))
