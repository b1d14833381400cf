"""Lemma 6.4: four responses are enough for two users who answer 1 or 2, and y_1, y_2 are then as printed.

A point r of x's range is labelled by (y_1(r), y_2(r)), and all points with one label become one. So the four responses
are a remap of x, and private. The deterministic maps of the labels to their parts then give y_1∘x and y_2∘x. Of two
databases that are neighbours, x is a mechanism on the inputs 0 and 1.
"""

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.lemma-6.4",
    "a common mechanism needs four responses",
    section="6.2",
    position=50,
    kept=dict.fromkeys(
        ("f answers 1 or 2 on {0..m}", "g answers 1 or 2 on {0..m}", "1 ≤ s", "s ≤ 2"), "the answers of the lemma"
    ),
)

n, m, i, r, s, k, z = indices("n m i r s k z")
a = number("α")
x = matrix("x")
f, g = (variable(name, INDEX_MAP) for name in "fg")

answers = explained("{0} answers 1 or 2 on {{0..{1}}}", (f, m), All(r, between(0, r, m), between(1, f[r], 2)))
label = explained("label({0},{1})", (f, g), function(r, If(f[r] == 1, If(g[r] == 1, 0, 2), If(g[r] == 1, 3, 1))))(f, g)
"""The responses l, m, n, o have the numbers 0 to 3."""
four = product(x, reads(label), m)
first, second = (
    explained(name, (), function(r, body))()
    for name, body in (("y_1", If((r == 0) | (r == 2), 1, 2)), ("y_2", If((r == 0) | (r == 3), 1, 2)))
)
given = (answers(f, m), answers(g, m))


def labelled(proof):
    """Return that the labels are responses."""
    one = proof.assuming(between(0, r, m))
    return proof.all(one.have(between(0, label[r], 3)), r, between(0, r, m))


@claim.clause("private", private(x, a, n, m), *given, private(four, a, n, 3))
def four_private(proof):
    remap = proof.use(lemmas.reading_is_remap(), labelled(proof), h=label, s=m, n=3)
    return proof.use(lemmas.post_processing(), remap, T=reads(label), s=m, m=3)


def same_answers(answer, own):
    """Return the proof that the four responses, read by their labels, are as x when it is read by `own`."""

    def show(proof):
        inner = proof.assuming(between(0, r, m))
        goal = reads(answer)[label[r], s] == reads(own)[r, s]

        def at(number):
            def step(case):
                same = case.have(as_index(number) == label[r])
                return case.replace(same, lambda v: reads(answer)[v, s] == reads(own)[r, s])

            return step

        def by_second(one, two):
            return lambda case: case.cases(goal, (g[r] == 1, at(one)), (TRUE, at(two)))

        def by_first(case):
            return case.cases(goal, (f[r] == 1, by_second(0, 2)), (TRUE, by_second(3, 1)))

        here = inner.knowing(inner.both(*(inner.know(each)(r) for each in given)), by_first)
        remap = inner.use(lemmas.sum_of_reading(), k=r, h=label, n=3, x=function(k, z, reads(answer)[z, s]))
        both = product(reads(label), reads(answer), 3)[r, s]
        same = inner.have(both == reads(own)[r, s], remap, here)
        terms = proof.termwise(r, 0, m, x[i, r] * both == x[i, r] * reads(own)[r, s], same)
        return proof.qed(terms, proof.use(lemmas.associative(), T=reads(label), U=reads(answer), s=m, m=3, k=s))

    return show


for name, answer, own in (("first", first, f), ("second", second, g)):
    same = product(four, reads(answer), 3)[i, s] == product(x, reads(own), m)[i, s]
    claim.clause(f"{name}-user", *given, between(1, s, 2), same)(same_answers(answer, own))
