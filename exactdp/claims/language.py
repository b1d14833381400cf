"""The language of proof scripts: all words for claims, formulas and proofs, and those of the two papers, in one import.

A script begins with `from exactdp.claims.language import *`. It imports the words of its own subject by name, from the
modules of `vocabulary`. So the first lines show the subject of the claim.

>>> from exactdp.claims.language import Claim, Sum, indices
>>> i, n = indices("i n")
>>> claim = Claim("note.sums", "sums of odd numbers", section="1", position=10)
>>> larger = claim.clause("larger", n >= 0, Sum(i, 0, n, 2 * i + 1) > n)
>>> claim.clauses[0].statement
'For n ≥ 0: n < Σ_{i=0}^{n} (2i+1)'
"""

import sys
from pathlib import Path

from exactdp.certificates.coq_sources import proofs_folder
from exactdp.claims import lemmas, vocabulary
from exactdp.claims.checks.instances import generator
from exactdp.claims.claim import Claim
from exactdp.claims.logic import core
from exactdp.claims.logic.deriving import Proof, by_arithmetic, by_evaluation, lemma
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements import formulas
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import computed, explained
from exactdp.claims.vocabulary import *

__all__ = [
    "Claim",
    "Fact",
    "Proof",
    "by_arithmetic",
    "by_evaluation",
    "computed",
    "core",
    "explained",
    "generator",
    "lemma",
    "lemmas",
]
__all__ += formulas.__all__
__all__ += vocabulary.__all__

_RUN = getattr(sys.modules["__main__"], "__file__", None) or ""
if Path(_RUN).resolve().is_relative_to(proofs_folder().resolve()):
    # Run by Python, the script would decide nothing, and end with exit code 0.
    sys.stderr.write(f"this script only states a claim: to decide it, write exactdp prove {_RUN}\n")
    raise SystemExit(2)
