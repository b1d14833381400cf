"""The domains of the papers are the texts of assumptions of published clauses."""

from exactdp.claims.discovery import discover
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.domain import KEPT


def test_every_domain_is_an_assumption_of_some_clause() -> None:
    assumed = {text(given) for claim in discover() for clause in claim.clauses for given in clause.given}
    assert KEPT.keys() <= assumed
