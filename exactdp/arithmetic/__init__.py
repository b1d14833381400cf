"""Exact numbers: reading and spelling, radicals, algebraic numbers, functions of α, sets of reals, printed numbers."""
