"""Optimal mechanisms: the linear program, its dual, uniqueness, optimal remaps, and the phases over all α."""
