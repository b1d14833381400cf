"""Section 6.1: which loss l_err is. The paper does not define it; l_bin, which it defines, fits both printed numbers.

So does every loss that is 0 at distance 0 and 1 at distance 1, such as |i-r|, after a remap to {0, 1}. At face value
neither mechanism has the number printed for it, with l_bin or with |i-r|: the user must be one that remaps.

Laplace noise is given by its distribution function on the multiples of 1/m. With c^m = α, the probability of noise up
to k/m is 1 - c^k/2 for k ≥ 0 and c^(-k)/2 for k ≤ 0. Its mean size, rounded down to multiples of 1/m, is c/(m·(1-c)),
and rounded up 1/m more: for m = 2 it is more than √α/2 already. It is exactly 0 with a probability of at most 1/(m·α).
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.laplace import laplace

LEVELS = KEPT | dict.fromkeys(("0 < c", "c < 1"), "a root of the level") | {"0 ≤ k": "a sequence"}
claim = Claim(
    "ghosh2009.section-6-1.loss",
    "the loss l_err",
    section="6.1",
    position=6,
    printed="a loss function l_err, nowhere defined; l_bin gives the printed α/(1+α), but only to a user who remaps",
    slip="print",
    kept=LEVELS,
)

j, k, m, z = indices("j k m z")
a, c, s = numbers("α c s")
l = matrix("l")  # noqa: E741 (the paper's name of a loss)

below_one = (0 < a, a < 1)
is_error = (l[0, 0] == 0, l[1, 1] == 0, l[0, 1] == 1, l[1, 0] == 1)

remapped = {
    0: function(k, Sum(z, -k, k, two_sided(a, z) * If(z >= 1, l[0, 1], l[0, 0]))),
    1: function(k, Sum(z, -k, k, two_sided(a, z) * If(z >= 0, l[1, 1], l[1, 0]))),
}
"""The loss of x^G on 0 and 1, by noise of a size up to k; responses ≤ 0 are read as 0, and others as 1."""
so_far = {0: lambda v: If(v <= 1, 0, (a - a**v) / (1 + a)), 1: lambda v: If(v <= 0, -(a - a ** (1 - v)) / (1 + a), 0)}


def geometric_remapped(at):
    """Add that the expected loss on an input is α/(1+α)."""
    lost, to = remapped[at], a / (1 + a)
    bound = {"C": 2 * (1 / (1 - a))}

    @claim.clause(f"geometric-remapped-{at}", *below_one, *is_error[at::2], tends(lost, to), witnesses=bound)
    def by_powers(proof):
        def total(inner):
            _, low, high, term = lost[k].args
            weight, _ = term.args
            wrong = If(z >= 1 if at == 0 else z < 0, weight, 0)
            cell = inner.assuming(between(low, z, high))
            values = [lemmas.scaled(cell, weight, cell.know(f)) for f in is_error[at::2]]
            sums = inner.termwise(z, low, high, term == wrong, *values)
            whole = inner.telescope(z, low, high, wrong, so_far[at])
            return inner.have(to - lost[k] == a ** (k + 1) / (1 + a), sums, whole)

        return lemmas.limit_by_powers(proof, lost, to, [k + 1], total)


for at in (0, 1):
    geometric_remapped(at)


of_zero_one, of_mean = 2 * a / (1 + a), 2 * a / (1 - a * a)

claim.printed_as(
    "l-bin-at-face-value",
    *below_one,
    1 - two_sided(a, 0) == a / (1 + a),
    instead=("geometric-zero-one", "geometric-remapped-0", "geometric-remapped-1"),
)

claim.clause("geometric-zero-one", *below_one, (1 - two_sided(a, 0) == of_zero_one) & (a / (1 + a) < of_zero_one))(
    by_arithmetic
)

size = function(k, Sum(z, -k, k, as_number(abs(z)) * two_sided(a, z)))


bound = 8 / ((1 - a) * ((1 - a) * (1 + a)))

claim.clause("geometric-mean", *below_one, tends(size, of_mean), witnesses={"C": bound})(
    lambda proof: proof.cite("ghosh2009.section-1.noise-scales#mean")
)
claim.clause("geometric-mean-larger", *below_one, a / (1 + a) < of_mean)(lambda proof: proof.qed(0 < a * (1 + a)))
claim.clause(
    "laplace-remapped",
    *(0 < s, s < 1, (1 - laplace(s, 1, 2) == s / 2) & (laplace(s, -1, 2) == s / 2)),
    kept={"0 < s": "the root of a level", "s < 1": "the root of a level"},
)(by_arithmetic)

grid = (1 <= m, 0 < c, c < 1)

claim.clause("laplace-zero-one", *grid, m * c**m * (laplace(c, 1, m) - laplace(c, -1, m)) <= 1)(
    lambda proof: proof.qed(proof.use(lemmas.power_rates(), α=c, k=m - 1).parts()[0])
)

rounded_down = function(k, Sum(j, 1, k, 2 * (1 - laplace(c, j, m)) / m))


mean = c / (m * (1 - c))
largest = 1 / (m * (1 - c)) / (1 - c)


@claim.clause("laplace-mean", *grid, tends(rounded_down, mean), witnesses={"C": largest})
def laplace_mean(proof):
    share = 1 / (m * (1 - c))
    errors = function(k, share * c ** (k + 1))

    def facts(inner):
        _, low, high, term = rounded_down[k].args
        whole = inner.telescope(j, low, high, term, lambda v: -share * c**v)
        later = inner.have(0 <= as_number(k + 1), as_index(0) <= k)
        power = inner.use(lemmas.power_nonnegative(), α=c, k=k + 1)
        rate = inner.use(lemmas.power_rates(), α=c).parts()[0]
        left = inner.opaque(mean - rounded_down[k] == errors[k], whole, terms=[rounded_down[k], c ** (k + 1)])
        least = inner.product(later, inner.product(0 < share, power))
        return [left, least, inner.have((k + 1) * errors[k] <= largest, rate)]

    return lemmas.limit(proof, errors, largest, facts, f=rounded_down, t=mean)


claim.clause("laplace-mean-larger", 0 < s, s < 1, s / 2 < s / (2 * (1 - s)))(by_arithmetic)
