"""Every claim is of a source that a report can name."""

from exactdp.claims.discovery import discover
from exactdp.claims.sources import SOURCES


def test_every_source_has_claims_and_every_claim_a_source():
    assert list(dict.fromkeys(claim.source for claim in discover())) == list(SOURCES)


def test_the_papers_are_named_as_they_are():
    assert SOURCES["ghosh2009"].citation.startswith("Ghosh, Roughgarden & Sundararajan 2009, Universally Utility")
