"""Section 2.3: for a count the Laplace mechanism is not the best.

At the same ε the geometric mechanism answers a count with integers. With α = e^-ε its expected error 2α/(1-α²) is
2/(1/α - α), and its variance 2α/(1-α)² is 2/(1/w - w)² for w = e^(-ε/2). The Laplace mechanism has 1/ε and 2/ε². And
e^x - e^-x = 2·sinh x is more than 2x: in the difference of the partial sums, the odd terms count twice and the even
terms cancel. At ε = 5, e^(ε/2) - e^(-ε/2) is more than 12, and 2/12² less than a fifth of 2/5².
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.noise import odd_part_rises, series_stays_below, terms_nonnegative
from exactdp.claims.vocabulary.noise import series

claim = Claim(
    "dwork2013.section-2-3.not-best",
    "a better mechanism than Laplace noise",
    section="2.3",
    position=60,
    kept={**KEPT, "0 ≤ k": "a sequence", "3 ≤ n": "a partial sum", "ε ≤ 1": "a small loss"},
)

j, k, n, z = indices("j k n z")
a, e, w, y = numbers("α ε w y")
below_one = (0 <= a, a < 1)
sizes = function(k, Sum(z, -k, k, as_number(abs(z)) * two_sided(a, z)))
squares = function(k, Sum(z, -k, k, as_number(z) ** 2 * two_sided(a, z)))
error, variance = 2 * a / (1 - a * a), 2 * a / (1 - a) ** 2

steps = a * two_sided(a, j - k) <= two_sided(a, j - n), a * two_sided(a, j - n) <= two_sided(a, j - k)
claim.clause("private", 0 <= a, a <= 1, abs(k - n) <= 1, both(*steps))(
    lambda proof: proof.cite("dwork2013.example-5#geometric", s=k, t=n, r=j)
)
claim.clause("expected-error", *below_one, tends(sizes, error), witnesses={"C": 8 / ((1 - a) * ((1 - a) * (1 + a)))})(
    lambda proof: proof.cite("ghosh2009.section-1.noise-scales#mean")
)
claim.clause("variance", *below_one, tends(squares, variance), witnesses={"C": 24 / (1 - a) ** 3 / (1 + a)})(
    lambda proof: proof.cite("ghosh2009.section-2-2.squared-loss#variance")
)


def odd(at):
    """Return the difference of the partial sums of e^x and e^-x."""
    return series(at, n) - series(-as_number(at), n)


claim.clause("sinh", 0 <= e, 3 <= n, 2 * e + e**3 / 3 <= odd(e))(
    lambda proof: proof.qed(proof.use(odd_part_rises(), i=3))
)


@claim.clause("sinh-for-small", 0 <= e, e <= 1, 3 <= n, odd(e) <= 2 * e + e**3 / 2)
def sinh_for_small(proof):
    rest = proof.use(series_stays_below(), i=3), proof.use(terms_nonnegative(), k=n)
    return proof.qed(proof.use(odd_part_rises(), i=3), *rest)


claim.clause("sinh-at-5", 7 <= n, 12 <= odd("5/2"))(lambda proof: proof.qed(proof.use(odd_part_rises(), ε="5/2", i=7)))


@cache
def by_difference():
    """For 0 < w < 1 and y·w = 1: 2w/(1-w²) is 2/(y-w), and 2w²/(1-w²)² is 2/(y-w)²."""
    proof = Proof([0 < w, w < 1, y == 1 / w])
    room = proof.have(0 < 1 - w * w)
    apart = proof.have(0 < y - w)
    squared = proof.use(Proof([e == a], e**2 == a**2).qed(), ε=1 - w * w, α=w * (y - w))
    both_ways = squared, room, apart, proof.know(0 < w)
    return proof.both(
        apart,
        proof.have(2 * w / (1 - w * w) == 2 / (y - w), 1 - w * w == w * (y - w), apart),
        proof.opaque(2 * (w * w) / (1 - w * w) ** 2 == 2 / (y - w) ** 2, *both_ways, terms=[1 - w * w, y - w]),
    ).theorem


def exponential(of):
    """Return what y, and e^-ε or e^(-ε/2), are assumed to be. The series bound their difference."""
    return 0 < e, 0 < of, of < 1, y == 1 / of


def quotient(proof, of):
    """Return that y is larger than this number, and what the error and the variance are."""
    return proof.use(by_difference(), w=of).parts()


claim.clause("smaller-error", *exponential(a), 2 * e < y - a, error < 1 / e)(by_arithmetic)


@claim.clause("smaller-variance", *exponential(w), a == w * w, e < y - w, variance < 2 / e**2)
def smaller_variance(proof):
    apart, _, same = quotient(proof, w)
    size = proof.product(e < y - w, proof.have(0 < y - w + e, apart))
    less = proof.have(2 / (y - w) ** 2 < 2 / e**2, size)
    level = proof.have(w * w == a)
    same = proof.replace(level, lambda v: 2 * v / (1 - v) ** 2 == 2 / (y - w) ** 2, same)
    return proof.opaque(proof.goal, same, less, terms=[variance, 2 / (y - w) ** 2, 2 / e**2])


@claim.clause("nearly-the-error", *exponential(a), y - a <= 2 * e + e**3 / 2, 1 / (e * (1 + e**2 / 4)) <= error)
def nearly_the_error(proof):
    apart, same, _ = quotient(proof, a)
    less = proof.have(1 / (e * (1 + e**2 / 4)) <= 2 / (y - a), apart)
    return proof.opaque(proof.goal, same, less, terms=[same.says.args[0], 2 / (y - a), less.says.args[0]])


@claim.clause("much-smaller-error", *exponential(a), 2 * e + e**3 / 3 <= y - a, error <= 1 / (e * (1 + e**2 / 6)))
def much_smaller_error(proof):
    apart, same, _ = quotient(proof, a)
    less = proof.have(2 / (y - a) <= 1 / (e * (1 + e**2 / 6)), apart)
    return proof.opaque(proof.goal, same, less, terms=[same.says.args[0], 2 / (y - a), less.says.args[1]])
