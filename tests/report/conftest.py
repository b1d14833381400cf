"""What the tests of reports share."""

import pytest

from exactdp.claims.claim import Claim
from exactdp.claims.discovery import discover


@pytest.fixture(
    params=[pytest.param(8, marks=pytest.mark.share), pytest.param(1, marks=pytest.mark.long)], ids=["a share", "all"]
)
def claims(request: pytest.FixtureRequest) -> list[Claim]:
    """Return claims to typeset: a share of them, or all if the tests may take long."""
    return list(discover())[:: request.param]
