"""Section 1.1, smoking causes cancer: what a survey teaches changes beliefs about people who are not in it.

Two hypotheses give smokers the probabilities a and b of illness. A response of a survey of other smokers has the
probabilities f and h under them. The belief that this smoker is ill, after it less before it, is
p(1-p)(a-b)(f-h)/(pf + (1-p)h). The surveys of the last clause ask n others, whose number of ill people is binomial,
and are answered exactly or by the geometric mechanism.
"""

from fractions import Fraction

from exactdp.claims import Claim
from exactdp.claims.deriving import by_evaluation
from exactdp.claims.formulas import All, Largest, Sum, as_number, between, both, indices, numbers, same, vectors
from exactdp.claims.names import explained, named
from exactdp.claims.vocabulary import geometric_mechanism, table, unit_matrix
from exactdp.commands.cli import main

claim = Claim("dwork2013.section-1-1.smoking", "smoking causes cancer", section="1.1", position=130)

m, r = indices("m r")
p, a, b = numbers("p a b")
f, h = vectors("f h")
beliefs = (0 < p, p < 1, 0 <= a, a <= 1, 0 <= b, b <= 1, a != b)
likelihoods = (0 <= f[r], 0 <= h[r], 0 < f[r] + h[r])
before = p * a + (1 - p) * b


def after(f, h):
    return (p * f * a + (1 - p) * h * b) / (p * f + (1 - p) * h)


def positive_total(proof):
    """Return that the response has a positive probability."""
    return proof.have(0 < p * f[r] + (1 - p) * h[r], factors=3)


total = p * f[r] + (1 - p) * h[r]


@claim.clause(
    "change", *beliefs, *likelihoods, (after(f[r], h[r]) - before) * total == p * (1 - p) * (a - b) * (f[r] - h[r])
)
def change(proof):
    return proof.qed(positive_total(proof))


@claim.clause("unchanged-if-equally-likely", *beliefs, *likelihoods, f[r] == h[r], after(f[r], h[r]) == before)
def unchanged(proof):
    return proof.qed(positive_total(proof))


@claim.clause("unchanged-only-if", *beliefs, *likelihoods, after(f[r], h[r]) == before, f[r] == h[r])
def only_if(proof):
    moved = p * (1 - p) * (a - b) * (f[r] - h[r])
    none = proof.have(moved == 0, proof.cite("#change"))
    signs = [proof.have(0 < p), proof.have(0 < 1 - p)]

    def apart(case):
        orders = [(a < b, b < a), (f[r] < h[r], h[r] < f[r])]
        known = [
            next(case.have(each) for each in pair if any(same(each, given) for given in case.given)) for pair in orders
        ]
        return case.contradiction(f[r] == h[r], case.product(*signs, *known), none)

    def unlike(case):
        return case.either(case.know(~(f[r] == h[r])), apart, apart)

    inner = proof.know(a != b)
    return proof.by_contradiction(f[r] == h[r], lambda case: case.either(inner, unlike, unlike))


unmoved = explained(
    "no response of {0} and {1} in {{0..{2}}} moves the belief ({3}, {4}, {5})",
    (f, h, m, p, a, b),
    All(
        r,
        between(0, r, m),
        both(0 <= f[r], 0 <= h[r], 0 < f[r] + h[r], after(f[r], h[r]) == before),
    ),
    r"\Pr[\mathrm{{ill}} \mid r] = \Pr[\mathrm{{ill}}]\ (r \le {2};\ {0}, {1}, {3}, {4}, {5})",
)


@claim.clause("teaches-nothing", *beliefs, unmoved(f, h, m, p, a, b), between(0, r, m), f[r] == h[r])
def teaches_nothing(proof):
    return proof.cite("#unchanged-only-if", *proof.parts(unmoved(f, h, m, p, a, b))[-1](r).parts())


choose = named("binomial", table([[1], [1, 1], [1, 2, 1], [1, 3, 3, 1]]))
i, k, n = indices("i k n")
mine, high, low = Fraction(1, 3), Fraction(3, 4), Fraction(1, 4)


def most(answer):
    """Return the largest change of the belief over the answers of a survey of n."""

    def likely(chance):
        ill = choose[n, i] * as_number(chance) ** i * as_number(1 - chance) ** (n - i)
        return Sum(i, 0, n, ill * answer[i, k])

    under = [likely(chance) for chance in (high, low)]
    belief = (mine * under[0] * high + (1 - mine) * under[1] * low) / (mine * under[0] + (1 - mine) * under[1])
    return Largest(k, 0, n, abs(belief - (mine * high + (1 - mine) * low)))


exact, private = most(unit_matrix()), most(geometric_mechanism(n, Fraction(1, 2)))
claim.clause("private-survey", All(n, between(1, n, 3), (0 < private) & (private < exact)))(by_evaluation)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
