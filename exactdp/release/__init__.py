"""Correlated answers at several levels (Algorithm 1) and coalitions; oblivious mechanisms on databases."""
