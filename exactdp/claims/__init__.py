"""The parts of proof scripts: claims whose clauses are formulas, the logic core that proves them, and their vocabulary.

A claim imports `Claim` here, and terms from `formulas`, `vocabulary` and `lemmas`.
"""

from exactdp.claims.claim import Claim

__all__ = ["Claim"]
