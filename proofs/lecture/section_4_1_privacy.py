"""Section 4.1: the exact level of randomised response.

The larger of the two ratios is (1/2+ε)/(1/2-ε), so that the level is α = (1-2ε)/(1+2ε). The parameter ε' with e^-ε' = α
is ln((1+2ε)/(1-2ε)) = 2·(x + x³/3 + x⁵/5 + …) with x = 2ε. So e^O(ε) is e^(16ε/3) up to ε = 1/4, and at least e^(4ε).
At ε = 1/2 the level is 0, so that no parameter serves, and no constant c makes cε one for all ε < 1/2: that would be a
level of at least e^(-c/2).
"""

from exactdp.claims import Claim
from exactdp.claims.deriving import Proof
from exactdp.claims.formulas import (
    If,
    Some,
    Sum,
    as_number,
    between,
    both,
    function,
    indices,
    numbers,
    unfold,
)
from exactdp.claims.laplace_words import at_least_exponential, at_most_exponential
from exactdp.claims.lemmas import index_order, positive_sum, power_positive
from exactdp.claims.names import explained
from exactdp.claims.neighbour_words import near
from exactdp.claims.vocabulary import KEPT
from exactdp.commands.cli import main

claim = Claim(
    "lecture.section-4-1.privacy",
    "the level of randomised response",
    section="4.1",
    position=30,
    printed="ε ∈ (0, 1/2], with the ratio Pr[Y_j = a_j] / (Y'_j = a_j) at most (1/2+ε)/(1/2-ε)",
    slip="statement",
    weight="edge",
    kept={**KEPT, **dict.fromkeys(("0 < ε", "ε ≤ 1/2"), "the lecture's ε")},
)

i, k, m, r = indices("i k m r")
a, b, t = numbers("α β ε")
answer = explained(
    "answer({0}, {1})", (t, i), function(r, If(r == i, t + "1/2", -t + "1/2")), r"\mathrm{{answer}}({0}, {1})"
)
"""How likely randomised response answers 0 and 1 for the bit i."""
below_a_half, up_to_a_half = (0 < t, t < "1/2"), (0 < t, t <= "1/2")
ratio, level = (t + "1/2") / (-t + "1/2"), (1 - 2 * t) / (1 + 2 * t)
both_bits = near(answer(t, 0), answer(t, 1), a, 1)

claim.printed_as("ratio", *up_to_a_half, answer(t, 0)[0] <= ratio * answer(t, 1)[0], at={"ε": "1/2"})
claim.clause("ratio", *below_a_half, both(answer(t, 0)[0] == ratio * answer(t, 1)[0], ratio == 1 / level))(
    lambda proof: proof.qed()
)
claim.clause("private", *up_to_a_half, near(answer(t, 0), answer(t, 1), level, 1))(lambda proof: proof.qed())


@claim.clause("no-larger-level", *up_to_a_half, both_bits, a <= level)
def no_larger_level(proof):
    return proof.qed(*proof.know(both_bits)(0).parts())


@claim.clause("at-a-half", t == "1/2", both_bits, a <= 0)
def at_a_half(proof):
    return proof.qed(*proof.know(both_bits)(0).parts())


@claim.clause(
    "of-a-level",
    0 < a,
    a < 1,
    t == (1 - a) / (2 * (1 + a)),
    both(0 < t, t < "1/2", level == a, t + "1/2" == 1 / (1 + a)),
)
def of_a_level(proof):
    return proof.qed(proof.have(t * 2 * (1 + a) == 1 - a), proof.have(0 < t), proof.have(0 < 1 + 2 * t))


@claim.clause("no-constant", 0 < b, b < 1, Some(t, *below_a_half, level < b), witnesses={"ε": (1 - b) / 2})
def no_constant(proof):
    room = proof.have(0 < 1 + 2 * ((1 - b) / 2))
    return proof.witness(proof.goal, (1 - b) / 2, room, proof.product(proof.know(0 < b), proof.have(0 < 1 - b)))


term = 2 * (2 * t) ** (2 * k + 1) / as_number(2 * k + 1)
sums = explained(
    "sum({0}, {1})", (t, m), Sum(k, 0, m, term), r"\textstyle\sum_{{k=0}}^{{{1}}} \tfrac{{2 (2 {0})^{{2k+1}}}}{{2k+1}}"
)(t, m)
"""The first m+1 terms of the series for ε'."""


def positive(proof):
    """Return that each term is > 0, and at most 2·x^(2k+1)."""
    power = proof.use(power_positive(), α=2 * t, k=2 * k + 1)
    size = proof.use(index_order(), j=1, k=2 * k + 1)
    known = Proof([0 < a, 1 <= b], both(0 < 2 * a / b, 2 * a / b <= 2 * a)).qed()
    return proof.use(known, power, size, α=(2 * t) ** (2 * k + 1), β=as_number(2 * k + 1)).parts()


@claim.clause("above", *up_to_a_half, 1 <= m, 4 * t < sums)
def above(proof):
    inner = proof.assuming(between(1, k, m))
    sign, _ = positive(inner)
    rest = proof.use(
        positive_sum(),
        proof.use(power_positive(), α=2 * t, k=3),
        proof.all(inner.opaque(0 <= term, sign, terms=[term]), k, between(1, k, m)),
        low=1,
        high=m,
        j=1,
        f=function(k, term),
    )
    return proof.qed(proof.split(unfold(sums), 0), rest)


@claim.clause("below", *below_a_half, 0 <= m, sums < 4 * t / (1 - 4 * t**2))
def below(proof):
    inner = proof.assuming(between(0, k, m))
    *_, less = positive(inner)
    powers = proof.telescope(
        k, 0, m, 2 * (2 * t) ** (2 * k + 1), lambda v: -2 * (2 * t) ** (2 * v + 1) / (1 - 4 * t**2)
    )
    room = proof.have(0 < 1 - 4 * t**2, proof.product(proof.have(0 < 1 - 2 * t), proof.have(0 < 1 + 2 * t)))
    last, small = 2 * (2 * t) ** (2 * m + 3) / (1 - 4 * t**2), proof.termwise(k, 0, m, less.says, less)
    rest = proof.have(0 < last, proof.use(power_positive(), α=2 * t, k=2 * m + 3), room)
    bound, total = proof.goal.args[1], powers.says.args[0]
    whole = proof.have(total == bound - last, powers, room)
    below_bound = small.says.args[0] < bound
    terms = [small.says.args[0], total, bound, last]
    return proof.restated(proof.opaque(below_bound, small, whole, rest, terms=terms))


@claim.clause("up-to-a-quarter", 0 < t, t <= "1/4", 4 * t / (1 - 4 * t**2) <= 16 * t / 3)
def up_to_a_quarter(proof):
    square = proof.have(4 * t**2 <= "1/4", proof.product(proof.have(0 <= -t + "1/4"), proof.have(0 <= t + "1/4")))
    return proof.qed(
        square, proof.have(0 < 1 - 4 * t**2, square), proof.have(12 * t <= 16 * t * (1 - 4 * t**2), square)
    )


LIMIT = "the level is e^-s for the limit s of the rising sums, as ln((1+x)/(1-x)) = 2·(x + x³/3 + x⁵/5 + …) for x = 2ε"


@claim.clause("exponent", 0 < t, t <= "1/4", at_least_exponential(level, 16 * t / 3))
def exponent(proof):
    each = proof.assuming(0 <= m).cite("#below")
    return proof.because(LIMIT, proof.goal, proof.all(each, m, 0 <= m), proof.cite("#up-to-a-quarter"))


@claim.clause("no-smaller-exponent", *below_a_half, at_most_exponential(level, 4 * t))
def no_smaller_exponent(proof):
    each = proof.assuming(1 <= m).cite("#above")
    return proof.because(LIMIT, proof.goal, proof.all(each, m, 1 <= m))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
