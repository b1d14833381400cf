"""The step by which levels multiply: what is α-private so far, and then β-private, is αβ-private together."""

from fractions import Fraction

from exactdp.claims.identities import Assumed, signs


def levels_multiply(second: int = 1) -> None:
    """Check y·t - αβ·x·s = (y-αx)·t + αx·(t-βs) ≥ 0, with β to the power `second`: 1 is true, and another may fail.

    x and y are the probabilities so far on two neighbouring inputs, s and t those of the next response given them.
    Raises: `Failed` where it does not hold.

    >>> from exactdp.claims.evidence import collect
    >>> evidence = collect()
    >>> levels_multiply()
    >>> len(evidence) > 0
    True
    """
    given = Assumed(
        "a b x y s t",
        lambda a, b, x, y, s, t: {"α": a},
        lambda a, b, x, y, s, t: {"x": x, "t": t, "y-αx": y - a * x, "t-βs": t - b * s},
        witness=[Fraction(1, 2), Fraction(1, 2)] + [Fraction(1)] * 4,
    )
    signs(
        given,
        lambda known, a, b, x, y, s, t: [
            (y * t - a * b**second * x * s, known["y-αx"] * known["t"] + known["α"] * known["x"] * known["t-βs"])
        ],
        strict=False,
    )
