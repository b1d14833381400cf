"""Section 3.3.1: the promise of all of DP-WHERE, stage after stage.

The text names the stages and, in the experiments, one total ε. With one base level for every stage, each by its
sensitivity, the total is that base to the sum of the sensitivities; the hourly calls are nearly all of it, so that
equal noise per call and per person spends nearly the whole of ε on them.
"""

from exactdp.claims import Claim

claim = Claim("dwork2013.section-3-3-1.total", "the promise of all of DP-WHERE", section="3.3.1", position=90)

c, d, h, k, n, t = indices("c d h k n t")
[D] = indices("D")
a, b = numbers("α β")
f, g = vectors("f g")
u, v = vectors("u v")
s = variable("s", INDEX_MAP)

# Homes, works, medians, commutes, pairs (μ, σ), cluster sizes, then t sums of patterns and h hours with c·D calls each
unit = If((k == 3), 2, If(k <= 6 + t, 1, c))


stages = All(k, between(1, k, n), both(0 <= f[k], a ** s[k] * f[k] <= g[k], 0 <= s[k]))


@claim.clause("together", 0 <= a, 0 <= t, 0 <= h, 0 <= c, All(k, between(1, k, 6 + t + h), (0 <= f[k]) & (a**unit * f[k] <= g[k])), a ** (7 + t + h * c) * Product(k, 1, 6 + t + h, f[k]) <= Product(k, 1, 6 + t + h, g[k]))
def together(proof):
    return proof.qed()


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
