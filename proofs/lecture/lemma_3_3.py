"""Lemma 3.3, basic composition: the levels of independent mechanisms on the same data multiply.

If p ≥ α·q for each of the mechanisms, the products of the p's and of the q's compare by the product of the α's, one
factor at a time. In terms of ε = -ln α the product is the sum. Where all attain their levels at the same neighbours the
sum can't be less; where they don't, it can.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.composition import together
from exactdp.privacy.level import level, private

claim = Claim(
    id="lecture.lemma-3.3",
    title="basic composition",
    section="3",
    position=60,
    statement=(
        "If M_j is α_j-private for j = 1..k and they run independently on the same data, (M_1, …, M_k) is "
        "α_1⋯α_k-private: with α_j = e^-ε_j, (ε_1+…+ε_k)-DP. The product is the exact level where all attain theirs at "
        "one ordered pair of neighbours, as k runs of one mechanism do, and may be far from it elsewhere: two "
        "mechanisms on three inputs in a row, of which each tells apart only one pair of neighbours by the level α, "
        "have the joint level α."
    ),
    latex=r"\Pr[M(x) = y] = \prod_{j=1}^k \Pr[M_j(x) = y_j] \ge \Bigl(\prod_{j=1}^k \alpha_j\Bigr) \Pr[M(x') = y], "
    r"\qquad \prod_j e^{-\varepsilon_j} = e^{-\sum_j \varepsilon_j}",
    domain="k ≥ 0 mechanisms with discrete responses, 0 ≤ α_j ≤ 1, every relation of neighbours",
    verdict="proved",
    scope="all k, levels and mechanisms, by induction on k; the exact joint level on small mechanisms",
)


@claim.proof(
    "one more mechanism: P - A·Q ≥ 0 and p - α·q ≥ 0 for probabilities give P·p - A·α·Q·q = (P - A·Q)·p + A·Q·(p - "
    "α·q) ≥ 0; without a mechanism it is 1 ≥ 1·1",
    mutants={"A + α": {"added": True}, "A² for A": {"power": 2}},
)
def one_more(added=False, power=1):
    factors = Assumed(
        "P Q p q A a",
        lambda *_: {},
        lambda P, Q, p, q, A, a: {"P-AQ": P - A * Q, "p-αq": p - a * q, "Q": Q, "p": p, "A": A},
        witness=[Fraction(1, 2)] * 6,
    )

    def pairs(given, P, Q, p, *rest):
        q, A, a = rest
        joint = A + a if added else A**power * a
        yield P * p - joint * Q * q, given["P-AQ"] * given["p"] + given["A"] * given["Q"] * given["p-αq"]

    signs(factors, pairs, strict=False)


@claim.proof(
    "k runs of a mechanism where p = α·q for some response: the joint response of k such has α^k times the other "
    "probability, so the level is α^k and not more",
    mutants={"α^(k-1)": {"less": 1}},
)
def attained(less=0):
    identity("a q", lambda a, q, k: [((a * q) ** k, a ** (k - less) * q**k)], Domain("k", lambda k: [k - less]))
    identity("a q", lambda a, q: [((a * q) ** 0, number(1))])


@claim.instances(
    "G_{n,α} with n ≤ 3 and three levels, run once, twice and three times, and every two of these levels together: the "
    "library finds the product as the exact level",
    mutants={"one run less": {"less": 1}, "the lower level": {"least": True}},
)
def exact_levels(less=0, least=False):
    levels = list(map(Fraction, ("1/3", "1/2", "9/10")))
    for n in range(1, 4):
        for alpha in levels:
            for k in range(1, 4):
                found = level(together(*[geometric(n=n, alpha=alpha)] * k)).alpha
                require(found == alpha ** (k - less), f"n = {n}, k = {k}, α = {alpha}: {found}")
            for beta in levels:
                found = level(together(geometric(n=n, alpha=alpha), geometric(n=n, alpha=beta))).alpha
                require(found == (min(alpha, beta) if least else alpha * beta), f"n = {n}, {alpha}, {beta}: {found}")


@claim.instances(
    "two mechanisms that each tell apart another pair of the inputs 0, 1, 2: both have the level 1/3, and so have they "
    "together, though the bound is 1/9; three of different levels keep the bound",
    mutants={"both tell apart 0 and 1": {"same": True}},
)
def not_always_attained(same=False):
    high, low = ["3/4", "1/4"], ["1/4", "3/4"]
    first, second = Mechanism([high, low, low]), Mechanism([high, low, low] if same else [high, high, low])
    require(level(first).alpha == level(second).alpha == Fraction(1, 3), "another level than 1/3")
    both = together(first, second)
    require(bool(private(both, "1/9")), "the bound fails")
    require(level(both).alpha == Fraction(1, 3), f"the joint level is {level(both).alpha}")
    three = together(first, second, geometric(n=2, alpha="1/2"))
    require(bool(private(three, Fraction(1, 18))), "the bound fails for three")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
