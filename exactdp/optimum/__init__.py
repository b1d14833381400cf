"""Optimal mechanisms and remaps: linear program, dual and least favourable prior, uniqueness, phases over α."""
