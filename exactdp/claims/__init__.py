"""What proof scripts are made of: claims whose clauses are formulas, the core that proves them, and what it rests on.

A script imports `language`, and the words that its claim is about from `vocabulary` and the modules beside it.
"""

from exactdp.claims.claim import Claim

__all__ = ["Claim"]
