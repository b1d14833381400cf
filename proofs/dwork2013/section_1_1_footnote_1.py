"""Section 1.1, footnote 1: the attack is a Fourier transform, and does not need E.

Let x be the inverse transform of the answers, the estimate. With u = x - d and the errors e, Σ_y H_yj·e_y = k·u_j, so
the squares of e - H·u, which are ≥ 0, sum to Σe² - k·Σu². If rounding gets bit j wrong, |u_j| is at least 1/2. So there
are at most 4·Σe²/k wrong bits, and so at most 4E². Only the transform reads the answers. It takes k·log k additions.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.reconstruction import fits, hadamard, query, wrong

claim = Claim(
    "dwork2013.section-1-1.footnote-1",
    "a Fourier transform, without knowledge of E",
    section="1.1",
    position=70,
    kept={
        "1 ≤ k": "the estimate divides by k",
        "d has k rows with values in {0..1}": "false for d = 2, because guesses are 0 or 1",
    },
)

i, j, k, x, y = indices("i j k x y")
c, E = numbers("c E")
half = as_number("1/2")
d = variable("d", INDEX_MAP)
[r] = vectors("r")
H = matrix("H")
estimate = Definition("estimate_{3}({0}; {1}, {2})", (r, H, k, j), Sum(y, 0, k - 1, H[y, j] * r[y]) / k)
error = r[y] - query(H, d, y, k)
errors = Sum(y, 0, k - 1, error**2)
off = estimate(r, H, k, j) - as_number(d[j])
distance = Sum(j, 0, k - 1, off**2)
given = (1 <= k, hadamard(H, k))


@claim.clause("transform", *given, between(0, j, k - 1), Sum(y, 0, k - 1, H[y, j] * error) == k * off)
def transform(proof):
    body = H[y, j] * (H[y, x] * as_number(d[x]))
    whole = proof.exchange(Sum(y, 0, k - 1, Sum(x, 0, k - 1, body)))
    person = proof.assuming(between(0, x, k - 1))
    each = person.have(Sum(y, 0, k - 1, body) == If(x == j, k * as_number(d[x]), 0))
    one = proof.use(lemmas.one_term(), low=0, high=k - 1, f=function(x, k * as_number(d[x])))
    answers = Sum(y, 0, k - 1, H[y, j] * r[y])
    total = proof.have(
        Sum(y, 0, k - 1, H[y, j] * error) == answers - k * as_number(d[j]),
        whole,
        proof.termwise(x, 0, k - 1, each),
        one,
    )
    return proof.qed(total)


@cache
def nearest():
    """If Σs² = t = Σ e·s: t ≤ Σe²."""
    e, s = vectors("e s")
    t = number("t")
    proof = Proof(
        [Sum(y, 0, k - 1, s[y] ** 2) == t, Sum(y, 0, k - 1, e[y] * s[y]) == t], t <= Sum(y, 0, k - 1, e[y] ** 2)
    )
    return proof.qed(
        proof.termwise(y, 0, k - 1, 0 <= (e[y] - s[y]) * (e[y] - s[y]), proof.fact(core.square(e[y] - s[y])))
    )


@claim.clause("squares", *given, k * distance <= errors)
def squares(proof):
    total = k * distance
    u, e = function(j, off), function(y, error)
    image = function(y, Sum(j, 0, k - 1, H[y, j] * u[j]))
    own = proof.cite("dwork2013.section-1-1.bound#squares", n=k, v=u)
    body = e[y] * (H[y, j] * u[j])
    person = proof.assuming(between(0, j, k - 1))
    back = person.cite("#transform")
    each = person.have(Sum(y, 0, k - 1, body) == k * off**2, lemmas.scaled(person, u[j], back))
    both = proof.chain(
        Sum(y, 0, k - 1, e[y] * image[y]),
        (Sum(j, 0, k - 1, Sum(y, 0, k - 1, body)), proof.exchange(Sum(y, 0, k - 1, Sum(j, 0, k - 1, body)))),
        (Sum(j, 0, k - 1, k * off**2), proof.termwise(j, 0, k - 1, each)),
        total,
    )
    return proof.use(nearest(), own, both, e=e, s=image, t=total)


guess = function(j, If(estimate(r, H, k, j) >= half, 1, 0))


def cost(c, i):
    return If(If(c >= half, 1, 0) == i, as_number(0), 1) <= 4 * (c - as_number(i)) ** 2


@lemma([between(0, i, 1)], cost(c, i))
def cost_of_rounding(proof):
    """A number c that is not rounded to the bit i is at least 1/2 from it."""

    def at(bit):
        def step(case):
            own = cost(c, as_index(bit))
            sides = [
                (c >= half, lambda one: one.have(own, squares=[c - bit])),
                (TRUE, lambda one: one.have(own, squares=[c - bit])),
            ]
            return case.replace(case.have(as_index(bit) == i), lambda v: cost(c, v), case.cases(own, *sides))

        return step

    return proof.cases(proof.goal, (i == 0, at(0)), (TRUE, at(1)))


@claim.clause("rounded", 1 <= k, values_up_to(d, k, 1), wrong(guess, d, k) <= 4 * distance)
def rounded(proof):
    person = proof.assuming(between(0, j, k - 1))
    bit = person.know(values_up_to(d, k, 1))(j)
    each = person.use(cost_of_rounding(), bit, c=estimate(r, H, k, j), i=d[j])
    less = proof.termwise(j, 0, k - 1, each)
    less = proof.restated(less, wrong(guess, d, k) <= less.says.args[1])
    factor = proof.use(lemmas.scaled_sum(), low=0, high=k - 1, t=4, f=function(j, off**2))
    return proof.chain(wrong(guess, d, k), ("<=", less.says.args[1], less), (factor.says.args[1], factor))


@claim.clause("wrong", *given, values_up_to(d, k, 1), k * wrong(guess, d, k) <= 4 * errors)
def few_wrong(proof):
    positive = proof.have(as_number(0) <= k, 1 <= k)
    return proof.opaque(proof.goal, proof.cite("#rounded"), proof.cite("#squares"), positive)


within_error = fits(r, H, d, E, k, k)


@claim.clause("own-bound", *given, within_error, distance <= E**2)
def own_bound(proof):
    row = proof.assuming(between(0, y, k - 1))
    square = row.use(lemmas.square_within(), error <= E, -error <= E, α=error, β=E)
    whole = proof.chain(errors, ("<=", Sum(y, 0, k - 1, E**2), proof.termwise(y, 0, k - 1, square)), k * E**2)
    terms = [distance, errors, as_number(k)]
    less = proof.opaque(distance * k <= E**2 * k, proof.cite("#squares"), whole, terms=terms)
    positive = proof.have(as_number(0) < k, 1 <= k)
    return proof.use(lemmas.quotient_order(), less, positive, t=k, α=distance, β=E**2)


claim.clause("largest-error", *given, values_up_to(d, k, 1), within_error, wrong(guess, d, k) <= 4 * E**2)(
    lambda proof: proof.opaque(proof.goal, proof.cite("#rounded"), proof.cite("#own-bound"))
)
