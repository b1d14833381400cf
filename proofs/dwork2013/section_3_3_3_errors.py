"""Section 3.3.3: the printed errors of WHERE and DP-WHERE, and the sentence about their differences."""

from fractions import Fraction

from exactdp.claims import Claim, require
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-3-3-3.errors",
    title="the printed errors and their differences",
    section="3.3.3",
    position=10,
    statement=(
        "The six printed errors of DP-WHERE exceed those of WHERE by 0.1916 to 2.1883, so that all differences do lie "
        "between 0.17 and 2.2, and 0.17 is none of them; the smallest, 0.1916, is for ε = 0.23 and not for the largest "
        "ε. With cells of 0.01° the error is not monotone in ε: 3.5136 for 0.33 is more than 3.4066 for 0.23. With "
        "cells of 0.05° a smaller ε has a larger error throughout."
    ),
    latex=r"0.17 < 3.4066 - 3.2150 = 0.1916, \qquad 5.2754 - 3.0871 = 2.1883 < 2.2",
    domain="the eight printed errors",
    verdict="proved",
    scope="the arithmetic of the printed numbers; not the experiments",
    finite=True,
)

PRINTED = {
    "0.01": ("3.2150", ("3.5136", "3.4066", "5.3391")),
    "0.05": ("3.0871", ("4.5687", "5.1691", "5.2754")),
}
"""By cell size: the error of WHERE, and those of DP-WHERE for ε = 0.33, 0.23, 0.13."""


def differences():
    """By cell size, what DP-WHERE adds to the error, in the order of the ε."""
    return {size: [Fraction(x) - Fraction(where) for x in private] for size, (where, private) in PRINTED.items()}


@claim.proof(
    "the differences are between 0.17 and 2.2; the least is 0.1916 and the largest 2.1883",
    mutants={"at least 0.2": {"least": "0.2"}, "at most 2.1": {"most": "2.1"}},
)
def bounds(least="0.17", most="2.2"):
    found = [value for values in differences().values() for value in values]
    require(all(Fraction(least) < value < Fraction(most) for value in found), "a difference lies outside")
    require(min(found) == Fraction("0.1916"), f"the least is {min(found)}")
    require(max(found) == Fraction("2.1883"), f"the largest is {max(found)}")


@claim.proof(
    "the least is for 0.01° and ε = 0.23, where the order of the errors is not that of the ε; for 0.05° it is",
    mutants={"monotone for 0.01°": {"coarse": "0.01"}},
)
def order(coarse="0.05"):
    found = differences()
    require(found["0.01"].index(Fraction("0.1916")) == 1, "the least is for another ε")
    require(found["0.01"] != sorted(found["0.01"]), "monotone for 0.01°")
    require(found[coarse] == sorted(found[coarse]), "not monotone")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
