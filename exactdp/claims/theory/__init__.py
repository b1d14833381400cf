"""Theorems on one subject, for the proofs of several claims."""
