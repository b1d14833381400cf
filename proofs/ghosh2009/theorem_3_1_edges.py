"""Theorem 3.1 at its edges: every user has a derivable optimal mechanism; not all optimal mechanisms are derivable.

The theorem also holds if the prior is 0 somewhere, or if a user is sure of one input. But where the prior is 0, only
privacy constrains the row. For the prior 1/2, 1/2, 0, …, 0, an optimal mechanism has the row (α, 1, 0, …)/(1+α) on
input 1, and (1, α, 0, …)/(1+α) on all other inputs. Its column 0 begins like 1, α, 1. No column of a remap of G does.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.polytope import tells_input_1

claim = Claim(
    "ghosh2009.theorem-3.1.edges",
    "an optimal mechanism that is not derivable, and edge cases",
    section="3",
    position=60,
)

n, m, i, j, r, z = indices("n m i j r z")
a = number("α")
x, l, T = matrices("x l T")  # noqa: E741 (the paper's name of a loss)

half = term(Fraction(1, 2))
two_results = named("p_two", function(i, If(i <= 1, half, 0)))
level = (0 < a, a < 1)
KEPT = dict.fromkeys(("0 < α", "α < 1"), "the paper's levels")
least = a / (1 + a)
G = geometric_mechanism(n, a)


def loss(mechanism):
    return bayesian_loss(two_results, l, mechanism, n, n)


errs = Every((i, 0, 1), (r, 0, n), zero_one[i, r] <= l[i, r])
right = All(i, between(0, i, 1), (l[i, i] == 0) & (l[i, 1 - i] == 1))


@claim.clause("least", 1 <= n, *level, errs, private(x, a, n, n), least <= loss(x), kept=KEPT)
def no_less(proof):
    def row(at):
        diagonal = proof.use(lemmas.zero_one_loss(), i=at)
        return proof.have(
            1 - x[at, at] <= expected_loss(l, x, n, at),
            proof.termwise(r, 0, n, x[at, r] * zero_one[at, r] <= x[at, r] * l[at, r]),
            diagonal,
        )

    difference = function(r, x[0, r] - a * x[1, r])
    below = proof.use(lemmas.term_at_most_sum(), low=0, high=n, j=0, f=difference)
    rest = proof.use(lemmas.sum_nonnegative(), low=2, high=n, f=function(r, x[1, r]))
    row_1 = proof.split(Sum(r, 0, n, x[1, r]), 1)
    facts = [
        row(0),
        row(1),
        proof.have(x[0, 0] - a * x[1, 0] <= 1 - a, below),
        proof.have(x[1, 0] + x[1, 1] <= 1, row_1, rest),
        proof.have(a * x[0, 0] <= x[1, 0]),
    ]
    b, c, p, q, s = numbers("b c p q s")
    given = [1 - p <= b, 1 - s <= c, p - a * q <= 1 - a, q + s <= 1, a * p <= q, 0 < a]
    bound = Proof(given, least <= (b + c) / 2).qed()
    losses = {"b": expected_loss(l, x, n, 0), "c": expected_loss(l, x, n, 1)}
    return by_rows(proof, x, proof.use(bound, *facts, p=x[0, 0], q=x[1, 0], s=x[1, 1], **losses))


def by_rows(proof, mechanism, about_half):
    """Return the goal about the loss, from what is said of half the losses on 0 and 1."""
    f = variable("f", VECTOR)
    whole = Sum(i, 0, n, two_results[i] * f[i])
    total = Proof([1 <= n]).telescope(
        i, 0, n, two_results[i] * f[i], lambda v: If(v <= 0, 0, If(v <= 1, f[0] / 2, (f[0] + f[1]) / 2))
    )
    lemma = Proof([1 <= n], whole == (f[0] + f[1]) / 2).qed(total)
    sums = proof.use(lemma, f=function(i, expected_loss(l, mechanism, n, i)))
    return proof.restated(
        proof.chain(least, (about_half.says.op, sums.says.args[1], about_half), (sums.says.args[0], sums))
    )


first_two = tells_input_1(a)


@claim.clause("attained", 1 <= n, *level, right, least == loss(first_two), kept=KEPT)
def attained(proof):
    parts = [proof.know(right)(at).parts() for at in (0, 1)]

    def row(at, fact):
        lost = function(r, first_two[at, r] * l[at, r])
        head = proof.split(Sum(r, 0, n, lost[r]), 1)
        return proof.have(expected_loss(l, first_two, n, at) == least, head)

    b, c = numbers("b c")
    halves = Proof([b == least, c == least], least == (b + c) / 2).qed()
    rows = [row(at, fact) for at, fact in enumerate(parts)]
    losses = {"b": expected_loss(l, first_two, n, 0), "c": expected_loss(l, first_two, n, 1)}
    return by_rows(proof, first_two, proof.use(halves, *rows, **losses))


@claim.clause("private", 1 <= n, *level, private(first_two, a, n, n))
def is_private(proof):
    row = proof.assuming(between(0, i, n))
    one = row.telescope(r, 0, n, first_two[i, r], lambda v: If(v <= 0, 0, If(v <= 1, first_two[i, 0], 1)))
    total = row.have(Sum(r, 0, n, first_two[i, r]) == 1, one)
    return proof.qed(total, unfold(private(first_two, a, n, n)).args[1])


differs = Some(i, between(0, i, n), Some(r, between(0, r, n), product(G, T, n)[i, r] != first_two[i, r]))


@claim.clause("not-derivable", 2 <= n, *level, stochastic(T, n, n), differs)
def not_derivable(proof):
    inner = proof.otherwise(differs)
    cell = inner.assuming(between(0, i, n), between(0, r, n))
    same = cell.indirect(
        Sum(z, 0, n, G[i, z] * T[z, r]) == first_two[i, r], *cell.know(negation(differs))(i)(r).parts()
    )
    derived = inner.witness(unfold(derivable(first_two, a, n, n)), T, same)
    return inner.absurd(inner.cite("gupte2010.theorem-2#only-if", derived, x=first_two, m=n)(1)(0))


claim.clause("one-input", private(x, a, 0, 0), x[0, 0] == 1)(by_arithmetic)

claim.clause(
    "two-inputs",
    *(0 <= a, a <= 1),
    private(x, a, 1, m),
    derivable(x, a, 1, m),
    kept={"0 ≤ α": "the paper's levels", text(private(x, a, 1, m)): "other matrices are not derivable"},
)(lambda proof: proof.cite("gupte2010.theorem-2#if", n=1))

sure = (1 <= n, 0 < a, a <= 1, private(x, a, n, n), between(0, j, n), x[j, j] == 1)


always = function(i, r, If(r == j, as_number(1), 0))


@claim.clause("sure-of-one", *sure, derivable(x, a, n, n), witnesses={"T": always})
def sure_of_one(proof):
    cell = proof.assuming(between(0, i, n), between(0, r, n))
    mine = cell.cite("ghosh2009.section-3.factored#sure-of-one")
    remapped = cell.cite("ghosh2009.section-3.factored#always-j")
    entry = Sum(z, 0, n, G[i, z] * always[z, r])
    remapped = cell.restated(remapped, entry == always[i, r])
    same = cell.chain(entry, (always[i, r], remapped), (x[i, r], mine))
    remap = proof.use(lemmas.constant_is_private(), m=n).parts()[1]
    return proof.restated(proof.witness(unfold(proof.goal), always, remap, same))
