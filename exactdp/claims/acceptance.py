"""A result of the library as evidence: its certificate, judged by the kernel and counted."""

from typing import TypeVar

from exactdp.certificates.certificate import Rejected, certify
from exactdp.claims.evidence import Failed, record, require

Found = TypeVar("Found")


def accepted(result: Found, kind: str | None = None) -> Found:
    """Have the kernel judge the certificate of a result, count it, and return the result.

    Raises: `Failed` where the kernel rejects it, or the certificate is of another kind than the one
    named; as `certify`.

    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.privacy.level import level
    >>> accepted(level(geometric(n=2, alpha="1/2")), "level").alpha
    Fraction(1, 2)
    """
    try:
        done = certify(result)  # type: ignore[arg-type]
    except Rejected as error:
        raise Failed(str(error)) from None
    if kind is not None:
        require(done.kind == kind, f"the certificate is of the kind {done.kind}, and not {kind}")
    record(certificates=1)
    return result
