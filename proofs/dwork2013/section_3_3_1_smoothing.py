"""Section 3.3.1, hourly calls: merging cells before the noise, and what it does to the distortion.

Merging m cells adds their counts, so no L1-distance grows, and one person's calls from one cell show that the bound on
sensitivity stays. There are m times fewer noises; each merged cell's noise is shared by its m cells, so that the total
of absolute noises falls by m as well. What merging adds is a bias: the true counts inside a block are evened out.
"""

from exactdp.claims import Claim
from exactdp.claims.deriving import by_evaluation
from exactdp.claims.formulas import If, Sum, as_number, between, both, function, indices, numbers, vectors
from exactdp.claims.names import explained
from exactdp.claims.vocabulary import prior, table, tends, two_sided
from exactdp.commands.cli import main

claim = Claim("dwork2013.section-3-3-1.smoothing", "merging cells before the noise", section="3.3.1", position=80)

i, j, k, m, n, z = indices("i j k m n z")
a, b, c, s = numbers("α b c s")
p, u, v, x, y = vectors("p u v x y")
mean_size = explained("E|Z|_{0}", (a,), 2 * a / (1 - a * a), r"\mathrm{{E}}|Z|_{{{0}}}")
partial = function(k, Sum(z, -k, k, as_number(abs(z)) * two_sided(a, z)))
rest = function(k, 2 * a / (1 - a * a) * a**k * (1 + k * (1 - a)))


@claim.clause("mean-up-to", 0 <= a, a < 1, 0 <= k, partial[k] == mean_size(a) - rest[k])
def mean_up_to(proof):
    scale = (1 - a) * (1 + a)

    def ends(at):
        size = as_number(at)
        return If(
            at <= 0,
            a ** (1 - at) * ((1 - size) * (1 - a) + a) / scale,
            2 * a / scale - a**at * (size * (1 - a) + a) / scale,
        )

    return proof.qed(proof.telescope(z, -k, k, as_number(abs(z)) * two_sided(a, z), ends))


@claim.clause("mean", 0 <= a, a < 1, tends(partial, mean_size(a)))
def mean(proof):
    return proof.qed()


# Blocks of m cells each: i is a block, j a cell in it
@claim.clause("shared-noise", 1 <= m, Sum(i, 1, n, Sum(j, 1, m, abs(u[i] / m))) == Sum(i, 1, n, abs(u[i])))
def shared_noise(proof):
    return proof.qed()


@claim.clause("bias", 1 <= m, 0 <= s, Sum(j, 1, m, abs(If(j == 1, s, 0) - s / m)) == 2 * (1 - 1 / as_number(m)) * s)
def bias(proof):
    return proof.qed()


@claim.clause("distance", abs(Sum(j, 1, m, x[j]) - Sum(j, 1, m, y[j])) <= Sum(j, 1, m, abs(x[j] - y[j])))
def distance(proof):
    above, below = (proof.termwise(j, 1, m, side <= abs(x[j] - y[j])) for side in (x[j] - y[j], y[j] - x[j]))
    return proof.qed(above, below)


@claim.clause(
    "noise-on-a-bias", prior(p, n), Sum(i, 0, n, p[i] * v[i]) == 0, abs(b) <= Sum(i, 0, n, p[i] * abs(b + v[i]))
)
def noise_on_a_bias(proof):
    weights, ones = proof.parts(prior(p, n))[-2:]
    inner = proof.assuming(between(0, i, n))
    sides = [
        proof.termwise(i, 0, n, p[i] * side <= p[i] * abs(b + v[i]), inner.have(0 <= p[i], weights(i)))
        for side in (b + v[i], -(b + v[i]))
    ]
    return proof.qed(*sides, ones)


calls = table([[8, 0, 0, 0]])
even = abs(calls[0, j] - Sum(i, 0, 3, calls[0, i]) / 4)
claim.clause("worse", both(Sum(j, 0, 3, even) == 12, Sum(j, 0, 3, mean_size("1/2")) < 12))(by_evaluation)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
