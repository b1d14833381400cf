"""Answers at a chain of levels that resist collusion (Algorithm 1); oblivious mechanisms on databases."""
