"""Theorem 3.5, adaptive composition: each mechanism is chosen after the responses to the earlier ones are seen.

Given the responses so far, the next mechanism is the same under both data, since the choice depends on responses alone.
So its conditional probability costs only its own level, and the probability of all responses is the product.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level, private

claim = Claim(
    id="lecture.theorem-3.5",
    title="adaptive composition",
    section="3.1",
    position=30,
    statement=(
        "Mechanisms chosen one after another, the j-th by the responses to the earlier ones and α_j-private whatever "
        "these are, are together α_1⋯α_k-private: (ε_1+…+ε_k)-DP. The level is not higher in general. Where the levels "
        "too depend on earlier responses, the least product along any sequence of responses takes their place. The "
        "choice must not depend on the data otherwise: a first mechanism chosen by the data itself may have level 0."
    ),
    latex=r"\Pr[y_1, \dots, y_k \mid x] = \prod_{j=1}^k \Pr[M_j^{y_1 \dots y_{j-1}}(x) = y_j] \ge \alpha_1 \cdots "
    r"\alpha_k \Pr[y_1, \dots, y_k \mid x']",
    domain="k ≥ 0 mechanisms with discrete responses, 0 ≤ α_j ≤ 1, every relation of neighbours",
    verdict="proved",
    scope="all k, levels, mechanisms and choices, by induction on k; exact joint levels for two and three stages",
)


@claim.proof(
    "one more stage: with P, Q the probabilities of the responses so far and p, q the conditional ones of the next, "
    "P·p - A·α·Q·q = (P - A·Q)·p + A·Q·(p - α·q); k stages of one level have A = α^k",
    mutants={"α^k for k+1 stages": {"more": 0}, "the next stage conditions on the data": {"same": False}},
)
def one_more_stage(more=1, same=True):
    assumed = Assumed(
        "a w Q p q",
        lambda a, *_: {"α": a},
        lambda a, w, Q, p, q: {"P-α^k·Q": w, "Q": Q, "p": p} | ({"p-αq": p - a * q} if same else {"p-αq": p}),
        witness=[Fraction(1, 2)] * 5,
    )

    def pairs(given, a, w, Q, *rest):
        p, q, k = rest
        before = w + a**k * Q
        yield (
            before * p - a ** (k + more) * Q * q,
            (given["P-α^k·Q"] * given["p"] + given["α"] ** k * given["Q"] * given["p-αq"]),
        )

    signs(assumed, pairs, Domain("k", lambda k: [k]), strict=False)


@claim.proof(
    "with other levels: P - A·Q ≥ 0 and p - α·q ≥ 0, A the product along the responses so far and α that of the "
    "mechanism they chose; and a product that is at least the least one, B ≤ A·α, leaves P·p - B·Q·q ≥ 0",
    mutants={"B ≥ A·α": {"sign": -1}},
)
def other_levels(sign=1):
    assumed = Assumed(
        "P Q p q A a B",
        lambda *_: {},
        lambda P, Q, p, q, A, a, B: {
            "P-AQ": P - A * Q, "p-αq": p - a * q, "Q": Q, "p": p, "q": q, "A": A, "Aα-B": sign * (A * a - B),
        },
        witness=[*[Fraction(1, 2)] * 6, Fraction(1, 4)],
    )  # fmt: skip

    def pairs(given, P, Q, p, *rest):
        q, _, _, B = rest
        yield (
            P * p - B * Q * q,
            (
                given["P-AQ"] * given["p"]
                + given["A"] * given["Q"] * given["p-αq"]
                + given["Q"] * given["q"] * given["Aα-B"]
            ),
        )

    signs(assumed, pairs, strict=False)


def adaptive(first, *choices):
    """All responses to stages, each of which chooses its mechanism by the responses so far."""
    rows = []
    for i in range(len(first)):
        row = {(r,): p for r, p in enumerate(first.rows[i])}
        for choose in choices:
            row = {(*past, r): p * x for past, p in row.items() for r, x in enumerate(choose(past).rows[i])}
        rows.append(list(row.values()))
    return Mechanism(rows)


def mirrored(mechanism):
    """The mechanism with its responses in the other order."""
    return Mechanism([row[::-1] for row in mechanism.rows])


@claim.instances(
    "two and three stages of G_{n,α} and its mirror image, chosen by parities and by the last response, n ≤ 3 and nine "
    "pairs of levels: the product is the exact level",
    mutants={"the lower of the levels": {"least": True}},
    largest=5,
)
def exact_levels(largest=3, least=False):
    levels = list(map(Fraction, ("1/3", "1/2", "4/5")))
    for n in range(1, largest + 1):
        for a, b in product(levels, repeat=2):
            one, other = geometric(n=n, alpha=a), geometric(n=n, alpha=b)
            second = lambda past: other if sum(past) % 2 else mirrored(other)  # noqa: B023, E731
            third = lambda past: one if past[-1] < past[0] else mirrored(one)  # noqa: B023, E731
            two, three = adaptive(one, second), adaptive(one, second, third)
            require(level(two).alpha == (min(a, b) if least else a * b), f"n = {n}, {a}, {b}: {level(two).alpha}")
            require(level(three).alpha == a * b * a, f"n = {n}, {a}, {b}: {level(three).alpha}")


@claim.instances(
    "levels that depend on responses, 1/2 after the response 0 and 1/3 after 1: the joint level is the least product, "
    "1/3 times that of the first stage",
    mutants={"the product with 1/2": {"later": Fraction(1, 2)}},
)
def levels_by_responses(later=Fraction(1, 3)):
    for alpha in map(Fraction, ("1/4", "1/2")):
        found = level(
            adaptive(geometric(n=1, alpha=alpha), lambda past: geometric(n=1, alpha=("1/2", "1/3")[past[0]]))
        ).alpha
        require(found == alpha * later, f"α = {alpha}: {found}")


@claim.instances(
    "a mechanism chosen by the data: input 0 is answered by a fair coin, and input 1 by the constant 1, each of which "
    "is 1-private; what comes out is α-private for α = 0 alone",
    mutants={"a coin for both": {"second": ("1/2", "1/2")}},
)
def chosen_by_data(second=(0, 1)):
    mechanism = Mechanism([["1/2", "1/2"], second])
    require(bool(private(mechanism, 0)) and not private(mechanism, "1/1000"), "a level above 0")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
