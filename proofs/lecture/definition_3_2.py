"""Definition 3.2: a local randomizer is private for all pairs of inputs.

All pairs of elements of X are neighbours. So it is the definition of a private mechanism on databases with one entry.
For a mechanism on a path of inputs this is a stronger condition, because the levels of the steps multiply. G_{n,α} is
α-private between neighbouring results. As a local randomizer on {0..n} it is α^n-private, and at no larger level.
"""

from exactdp.claims.language import *

claim = Claim("lecture.definition-3.2", "local randomizers", section="3", position=40, kept=KEPT)

i, k, m, n, r = indices("i k m n r")
a, b = numbers("α β")
(x,) = matrices("x")
levels = (0 <= a, a <= 1)

local = explained(
    "{0} is an {1}-private local randomizer of {{0..{2}}} with responses {{0..{3}}}",
    (x, a, n, m),
    stochastic(x, n, m) & Every((i, 0, n), (k, 0, n), (r, 0, m), a * x[i, r] <= x[k, r]),
)


@claim.clause("also-on-a-path", local(x, a, n, m), private(x, a, n, m))
def also_on_a_path(proof):
    pairs = proof.parts(local(x, a, n, m))[-1]
    near = both(a * x[i + 1, r] <= x[i, r], a * x[i, r] <= x[i + 1, r])
    steps = proof.have(Every((i, 0, n - 1), (r, 0, m), near), pairs(i, i + 1, r), pairs(i + 1, i, r))
    return proof.qed(steps)


G = geometric_mechanism(n, a)
claim.clause("path-level", 1 <= n, *levels, private(G, a, n, n))(
    lambda proof: proof.cite("gupte2010.section-2-2.geometric-private#restricted")
)


@claim.clause("local-level", 1 <= n, *levels, local(G, a**n, n, n))
def local_level(proof):
    here = proof.cite("#path-level")
    parts = here.parts()
    entries = parts[-3]
    inner = proof.inside(Every((i, 0, n), (k, 0, n), (r, 0, n), a**n * G[i, r] <= G[k, r]))
    smaller = [(i <= k, lemmas.entry_of_private(), k - i, i), (TRUE, lemmas.entry_of_private_upwards(), i - k, k)]

    def step(lemma, distance, first):
        def found(case):
            less = case.detach(case.use(lemma, here, x=G, i=first, k=distance, m=n))
            power = case.use(lemmas.power_falls(), i=distance, k=n)
            terms = [a**n, a**distance, G[i, r], G[k, r]]
            return case.opaque(a**n * G[i, r] <= G[k, r], less, power, entries(i, r), terms=terms)

        return found

    every = inner.closed(inner.cases(inner.goal, *((condition, step(*rest)) for condition, *rest in smaller)))

    return proof.qed(*parts, every)


@claim.clause("no-larger-level", 1 <= n, *levels, local(G, b, n, n), b <= a**n)
def no_larger_level(proof):
    pairs = proof.parts(local(G, b, n, n))[-1]
    return proof.cite("lecture.section-3-1.group-privacy#attained", pairs(0, n, 0), k=n)
