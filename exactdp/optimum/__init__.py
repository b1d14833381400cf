"""Optimal mechanisms and remaps (interactions): linear program, least favourable prior, uniqueness, phases over α."""
