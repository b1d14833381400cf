"""A reason to keep an assumption is about an assumption of some clause."""

from exactdp.claims.claim import Claim, _assumed
from exactdp.claims.discovery import discover
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.domain import KEPT


def assumed(claim: Claim) -> set[str]:
    return set().union(*map(_assumed, claim.clauses))


def test_every_domain_is_an_assumption_of_some_clause() -> None:
    every = {text(given) for claim in discover() for clause in claim.clauses for given in clause.given}
    assert KEPT.keys() <= every


def test_every_reason_of_a_claim_is_about_an_assumption_of_one_of_its_clauses() -> None:
    dead = {}
    for claim in discover():
        own = {each for each, why in claim.kept.items() if KEPT.get(each) != why}
        if own and (unknown := own - assumed(claim)):
            dead[claim.id] = unknown
    assert dead == {}
