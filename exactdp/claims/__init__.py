"""What proof scripts are made of: claims whose clauses are formulas, the core that proves them, and what it rests on.

A claim imports `Claim` here, and terms from `formulas`, `vocabulary` and `lemmas`.
"""

from exactdp.claims.claim import Claim

__all__ = ["Claim"]
