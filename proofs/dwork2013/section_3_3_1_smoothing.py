"""Section 3.3.1, hourly calls: merging cells before the noise, and its effect on the distortion.

Merging m cells adds their counts, so no L1-distance grows, and one person's calls from one cell show that the bound on
sensitivity stays. There are m times fewer noise values. The m cells of a merged cell share its noise, so the sum of the
absolute noise also falls by the factor m. But merging adds a bias: it averages the true counts inside a block.
"""

from functools import cache

from exactdp.claims.language import *

claim = Claim(
    "dwork2013.section-3-3-1.smoothing",
    "merging cells before the noise",
    section="3.3.1",
    position=80,
    kept={"0 ≤ α": "a level", "0 ≤ k": "the terms of a sequence"},
)

i, j, k, m, n, z = indices("i j k m n z")
a, b, c, s = numbers("α b c s")
p, u, v, x, y = vectors("p u v x y")
mean_size = explained("E_{0}", (a,), 2 * a / (1 - a * a))
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


@claim.clause("mean", 0 <= a, a < 1, tends(partial, mean_size(a)), witnesses={"C": mean_size(a) * 4 / (1 - a)})
def mean(proof):
    factor = 2 * a / (1 - a * a)
    scale = proof.have(0 <= factor)

    def facts(inner):
        first, second, _ = inner.use(lemmas.power_rates()).parts()
        given = inner.know(as_index(0) <= k)
        size, later = inner.have(0 <= as_number(k), given), inner.have(0 <= as_number(k + 1), given)
        power, less = inner.use(lemmas.power_nonnegative()), inner.have(0 <= 1 - a)
        whole = a**k * (1 + k * (1 - a))
        positive = inner.have(0 <= whole, power, inner.product(power, inner.product(size, less)))
        slower = inner.have(0 <= a**k * (1 - a), inner.product(power, less))
        third = inner.have((1 - a) * a**k * k * (1 - a) <= 1, first, inner.product(slower, less))
        total = inner.have((k + 1) * whole * (1 - a) <= 4, first, second, third)
        rate = inner.use(quotient(), total, c=(k + 1) * whole, b=1 - a)
        bound = inner.product(scale, rate)
        known = inner.have(mean_size(a) - partial[k] == rest[k], inner.cite("#mean-up-to"))
        terms = [factor, a**k, as_number(k), as_number(k + 1)]
        least = inner.opaque(0 <= (k + 1) * rest[k], inner.product(scale, inner.product(later, positive)), terms=terms)
        most = inner.opaque((k + 1) * rest[k] <= factor * (4 / (1 - a)), bound, terms=[*terms, 4 / (1 - a)])
        return known, least, most

    return lemmas.limit(proof, rest, factor * (4 / (1 - a)), facts, f=partial, t=mean_size(a))


@cache
def quotient():
    """From c·b ≤ 4 and b > 0: c ≤ 4/b."""
    return Proof([c * b <= 4, 0 < b], c <= 4 / b).qed()


@lemma([1 <= m], abs(c / m) == abs(c) / m)
def size_of_part(proof):
    """For m ≥ 1: |c/m| = |c|/m."""

    def of_sign(sign):
        def step(case):
            known = case.use(lemmas.absolute_value(sign), case.have(0 <= c / m if sign > 0 else c / m <= 0), α=c / m)
            size = case.have((c if sign > 0 else -c) == abs(c))
            return case.replace(
                size, lambda v: abs(c / m) == v / m, case.have(abs(c / m) == size.says.args[0] / m, known)
            )

        return step

    return proof.cases(proof.goal, (0 <= c, of_sign(1)), (TRUE, of_sign(-1)))


# Blocks of m cells each: i is a block, j a cell in it
@claim.clause("shared-noise", 1 <= m, Sum(i, 1, n, Sum(j, 1, m, abs(u[i] / m))) == Sum(i, 1, n, abs(u[i])))
def shared_noise(proof):
    block = proof.assuming(between(1, i, n))
    part = block.use(size_of_part(), c=u[i])
    positive = block.have(as_number(0) < m, block.know(1 <= m))
    whole = block.use(Proof([0 < b], b * (c / b) == c).qed(), positive, b=as_number(m), c=abs(u[i]))
    each = block.chain(
        Sum(j, 1, m, abs(u[i] / m)), (Sum(j, 1, m, abs(u[i]) / m), block.termwise(j, 1, m, part)), (abs(u[i]), whole)
    )
    return proof.termwise(i, 1, n, each)


@lemma([1 <= m, 0 <= b, b <= s])
def differences(proof):
    """For m ≥ 1 and 0 ≤ b ≤ s: s less b, and b for each of m-1 others, is s + (m-2)·b."""
    cell = proof.assuming(between(1, j, m))
    value, size = If(j == 1, s, 0) - b, b + as_number(1) * If(j == 1, s - 2 * b, 0)
    goal = abs(value) == size

    def of_sign(sign):
        return lambda case: case.have(abs(value) == size, case.use(lemmas.absolute_value(sign), α=value))

    each = cell.cases(goal, (j == 1, of_sign(1)), (TRUE, of_sign(-1)))
    both = proof.use(lemmas.sum_of_two(), low=1, high=m, f=function(j, b), g=function(j, If(j == 1, s - 2 * b, 0)), t=1)
    one = proof.use(lemmas.one_term(), low=1, high=m, j=1, f=function(j, s - 2 * b))
    total = Sum(j, 1, m, abs(value)) == s - 2 * b + m * b
    return proof.have(total, proof.termwise(j, 1, m, goal, each), both, one)


@claim.clause("bias", 1 <= m, 0 <= s, Sum(j, 1, m, abs(If(j == 1, s, 0) - s / m)) == 2 * (1 - 1 / as_number(m)) * s)
def bias(proof):
    cells = proof.have(as_number(1) <= m, 1 <= m)
    part = proof.use(
        Proof([1 <= b, 0 <= c]).have((b * (c / b) == c) & (0 <= c / b) & (c / b <= c)).theorem,
        cells,
        b=as_number(m),
        c=s,
    )
    return proof.qed(proof.use(differences(), *part.parts(), b=s / m))


@claim.clause("distance", abs(Sum(j, 1, m, x[j]) - Sum(j, 1, m, y[j])) <= Sum(j, 1, m, abs(x[j] - y[j])))
def distance(proof):
    above, below = (proof.termwise(j, 1, m, side <= abs(x[j] - y[j])) for side in (x[j] - y[j], y[j] - x[j]))
    return proof.qed(above, below)


@claim.clause(
    "noise-on-a-bias", prior(p, n), Sum(i, 0, n, p[i] * v[i]) == 0, abs(b) <= Sum(i, 0, n, p[i] * abs(b + v[i]))
)
def noise_on_a_bias(proof):
    inner = proof.assuming(between(0, i, n))
    sides = [
        proof.termwise(i, 0, n, p[i] * side <= p[i] * abs(b + v[i]), inner.have(0 <= p[i]))
        for side in (b + v[i], -(b + v[i]))
    ]
    return proof.qed(*sides)


calls = table([[8, 0, 0, 0]])
even = abs(calls[0, j] - Sum(i, 0, 3, calls[0, i]) / 4)
claim.clause("worse", both(Sum(j, 0, 3, even) == 12, Sum(j, 0, 3, mean_size("1/2")) < 12))(by_evaluation)
