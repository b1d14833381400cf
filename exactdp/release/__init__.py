"""Answers at several levels (Algorithm 1) and coalitions; databases, their oblivious mechanisms and users."""
