"""The parts of proof scripts: claims whose clauses are formulas, the logic core that proves them, and their vocabulary.

A script imports `language`, and the words that its claim is about from `vocabulary` and the modules beside it.
"""
