"""Section 2.4: method A always, method B where a private test says that it is safe.

The test says "safe" with probability s(D), private at level β = e^-ε_0, and s ≤ γ on pathological inputs. Neighbours of
which one is not pathological have the loss ε in both methods. Between two pathological ones B costs at most γ. The test
itself costs ε_0, which has to be counted.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2-4.safe-to-use",
    title="a test that decides between two methods",
    section="2.4",
    position=40,
    statement=(
        "Let a test be (ε_0, 0)-differentially private and say “safe” with probability at most γ on pathological "
        "inputs, A be (ε, 0)-differentially private, and B lose at most ε between neighbours that are not both "
        "pathological. Then B where the test says safe, and A otherwise, is (ε_0 + ε, γ)-differentially private. The "
        "ε_0 of the test cannot be left out: (ε, γ) fails already where A and B are constant. And no δ < γ will do "
        "where B gives pathological neighbours apart outright, whatever ε."
    ),
    latex=r"P(S) \le e^{\varepsilon_0 + \varepsilon}\, Q(S) + \gamma",
    domain="0 < β, α ≤ 1 for e^-ε_0 and e^-ε, 0 ≤ γ ≤ 1",
    verdict="corrected",
    scope="all tests and methods as stated; the counterexample and the tight case exactly",
    printed="(ε, γ)-differential privacy, with no cost of the test",
    slip="statement",
    uses=("dwork2013.definition-8", "dwork2013.section-2-2.composition"),
)


def released(safe, A, B):
    """Answers of A, then those of B, each with the probability of being used."""
    return [(1 - safe) * p for p in A] + [safe * p for p in B]


def least_delta(P, Q, t):
    """The least δ at e^ε = t, in both orders."""
    return max(sum(max(Fraction(0), p - t * q) for p, q in zip(X, Y, strict=True)) for X, Y in ((P, Q), (Q, P)))


@claim.counterexample(
    "A and B constant with different answers, so that ε = 0; the test says safe with probability 1/2 on one input and "
    "1/4 on its neighbour, level 1/2; no input is pathological, γ = 0: the least δ at ε = 0 is 1/4, and at ε_0 = ln 2 "
    "it is 0",
    mutants={"a constant test": {"other": Fraction(1, 2)}},
)
def test_costs(other=Fraction(1, 4)):
    P, Q = (released(safe, [Fraction(1)], [Fraction(1)]) for safe in (Fraction(1, 2), other))
    require(least_delta(P, Q, Fraction(1)) == Fraction(1, 4), f"the least δ is {least_delta(P, Q, Fraction(1))}")
    require(least_delta(P, Q, Fraction(2)) == 0, "the loss is more than that of the test")


@claim.proof(
    "for an event, with s, s' the chances of safe and b, b', a, a' those of the event for B and A: not both "
    "pathological, (s·b + (1-s)·a)·βα ≤ s'·b' + (1-s')·a', term by term; both pathological, s·b ≤ γ, and (1-s)·a·βα ≤ "
    "(1-s')·a' alone",
    mutants={"the level of the test left out": {"power": 0}, "γ²": {"square": 2}},
)
def both_cases(power=1, square=1):
    # x, X for a test's chance on both inputs, p, q for a method's; twice, for B and for A.
    given = Assumed(
        "A B x X p q g",
        lambda A, B, *rest: {"α": A, "β": B},
        lambda A, B, x, X, *rest: {
            "X": X,
            "p": rest[0],
            "X-βx": X - B * x,
            "q-αp": rest[1] - A * rest[0],
            "g-x": rest[2] - x,
            "1-p": 1 - rest[0],
            "x": x,
        },
        witness=[Fraction(1, 2)] * 6 + [Fraction(3, 4)],
    )

    def terms(known, A, B, *rest):
        x, X, p, q, g = rest
        yield X * q - A * B**power * x * p, known["X"] * known["q-αp"] + known["α"] * known["p"] * known["X-βx"]
        yield g**square - x * p, known["g-x"] + known["x"] * known["1-p"]

    signs(given, terms, strict=False)


@claim.instances(
    "three inputs in a row, the last two pathological, safe with probability 1/2, γ, γ/2, γ = 1/4, so ε_0 = ln 2; A "
    "constant, B tells the last two apart: the least δ between them is γ at every ε, and between the first two it is "
    "0 at ε_0 + ε with ε = ln 3",
    mutants={
        "B constant on the last two": {"apart": False},
        "safe with probability 1 on pathological inputs": {"gamma": Fraction(1)},
    },
)
def tight(apart=True, gamma=Fraction(1, 4)):
    alpha = Fraction(1, 3)
    safe = [Fraction(1, 2), gamma, gamma / 2]
    # B is α-private between the first two, and on the third input gives what it never gives on the second.
    B = [[Fraction(1, 2), Fraction(1, 2), Fraction(0)], [Fraction(3, 4), Fraction(1, 4), Fraction(0)]]
    B.append([Fraction(0), Fraction(0), Fraction(1)] if apart else B[1])
    rows = [released(s, [Fraction(1)], b) for s, b in zip(safe, B, strict=True)]
    require(least_delta(B[0], B[1], 1 / alpha) == 0, "B loses more than ε between the first two")
    t = 2 / alpha
    require(least_delta(rows[0], rows[1], t) == 0, "the first two need a δ")
    for each in (t, Fraction(10**6)):
        found = least_delta(rows[1], rows[2], each)
        require(found == Fraction(1, 4), f"the last two need δ = {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
