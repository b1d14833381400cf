"""The Coq library, clauses written as statements for Coq, and the check of a Coq file that somebody sent."""
