"""Section 4.2: the geometric mechanism needs a trusted curator; what local privacy costs.

The curator sees the bits themselves: a message of level 0. Let a local randomizer answer r with the probabilities p_r
and q_r on the bits 0 and 1, and let g be an unbiased estimate of the bit. With c = α/(1-α)², response by response
p·g² - 2c·g·(q-p) + c·q is at least (p·g - c·(q-p))²/p ≥ 0, as (q-αp)·(p-αq) ≥ 0. Summed up, the variance on 0 is at
least c, and on 1 likewise. Randomised response attains it. So n bits cost n/2 times the variance of geometric noise.
"""

from exactdp.claims import Claim
from exactdp.claims.formulas import Sum, both, indices, numbers, vectors
from exactdp.claims.instances import generator
from exactdp.claims.names import explained
from exactdp.claims.neighbour_words import distribution, near
from exactdp.claims.vocabulary import KEPT
from exactdp.commands.cli import main

claim = Claim("lecture.section-4-2.not-local", "what local privacy costs", section="4.2", position=90, kept=KEPT)

k, m, n, r, s = indices("k m n r s")
a, b, c, d, e, f = numbers("α β c d e f")
g, p, q, v = vectors("g p q v")

least = a / (1 - a) ** 2
level = (0 < a, a < 1)


def mean(of, values):
    return Sum(r, 0, m, of[r] * values[r])


def squares(of):
    return Sum(r, 0, m, of[r] * g[r] ** 2)


unbiased = explained(
    "{0} is unbiased for {1} and {2} on {{0..{3}}}",
    (g, p, q, m),
    both(mean(p, g) == 0, mean(q, g) == 1),
    r"\mathbb E_{{ {1} }} {0} = 0,\ \mathbb E_{{ {2} }} {0} = 1\ (\{{0..{3}\}})",
)


@generator(unbiased)
def some_unbiased(rng, turn, first, second, m):
    """Draw the estimate that has the least variance on 0, with a part that both distributions do not see."""
    ones, twos = ([entry(each, (r,)) for r in range(m + 1)] for each in (first, second))
    spread = sum((y - x) ** 2 / x for x, y in zip(ones, twos, strict=True) if x)
    return tuple((y - x) / x / spread if x else Fraction(0) for x, y in zip(ones, twos, strict=True))


local = (*level, distribution(p, m), distribution(q, m), near(p, q, a, m), unbiased(g, p, q, m))


@claim.clause("on-0", *local, least <= squares(p))
def on_0(proof):
    return proof.qed()


@claim.clause("on-1", *local, least <= squares(q) - 1)
def on_1(proof):
    return proof.qed()


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
