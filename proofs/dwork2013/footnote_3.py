"""Footnote 3: what a cryptographically small δ is.

It is a δ(m) that falls below m^-c for every c, as 2^-m does and m^-c for a fixed c does not. A δ of 1/m or more allows
a whole row to be published, as in Example 9.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, positive_number, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.footnote-3",
    title="a cryptographically small δ",
    section="2.3",
    position=85,
    statement=(
        "δ(m) is cryptographically small in the number m of rows if for each c it is below m^-c from some m on: it "
        "falls faster than the inverse of every polynomial. 2^-m is: for c ≥ 1 and m ≥ 4c², 2^-m ≤ m^-c. m^-c itself, "
        "such as 1/m², is not. “Grows more slowly” can only be read so of a δ that falls."
    ),
    latex=r"\forall c\; \exists m_0\; \forall m \ge m_0 : \delta(m) < m^{-c}",
    domain="functions δ of the number of rows m ≥ 1",
    verdict="verified",
    scope=(
        "2^-m for c ≤ 12 and m from 4c² on up to 4c²+60, with the step from m to m+1; 1/m² against c = 3 for all m > 1"
    ),
    uses=("dwork2013.example-9",),
)


@claim.instances(
    "m^c ≤ 2^m for c = 1 … 12 and the 60 numbers m from 4c² on; there (m+1)^c ≤ 2·m^c, so that it stays so",
    mutants={"from 2c on": {"start": lambda c: 2 * c}, "m^-2": {"base": 1}},
)
def powers_of_two(start=lambda c: 4 * c * c, base=2):
    for c in range(1, 13):
        for m in range(start(c), start(c) + 60):
            require(m**c <= base**m, f"2^-{m} is above {m}^-{c}")
            require((m + 1) ** c <= 2 * m**c, f"the step from {m} is too large for c = {c}")


@claim.proof(
    "1/m² - 1/m³ = (m-1)/m³ > 0 for m > 1: no power of 1/m falls below the next one",
    mutants={"1/m² against 1/m": {"power": 1}},
)
def not_a_power(power=3):
    given = Assumed("m", lambda m: {"m": m, "m-1": m - 1}, witness=[2])
    # Times m³.
    signs(given, lambda known, m: [(m - m ** (3 - power), positive_number(1) * known["m-1"])])
    identity("m", lambda m, k: [(m ** (k + 1) - m**k, m**k * (m - 1))], Domain("k", lambda k: [k]))


@claim.instances(
    "δ = 1/m is enough to publish one of m rows, each with probability 1/m: the least δ at ε = 0 for m = 1 … 20 is "
    "1/m; 2^-m is below it",
    mutants={"two rows": {"published": 2}},
)
def one_row(published=1):
    for m in range(1, 21):
        # The row that differs is published with probability published/m, and else nothing tells them apart.
        P = [Fraction(min(published, m), m), 1 - Fraction(min(published, m), m)]
        Q = [Fraction(0), P[1]]
        least = sum(max(Fraction(0), p - q) for p, q in zip(P, Q, strict=True))
        require(least == Fraction(1, m) and Fraction(1, 2**m) < least, f"the least δ at m = {m} is {least}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
