"""Appendix B: a 1/2-private mechanism that cannot be derived from the geometric mechanism."""

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "gupte2010.appendix-b",
    "a private mechanism that is not derivable",
    section="B",
    position=10,
    kept=KEPT | {"x = M on {0..3} × {0..3}": "a random matrix is seldom derivable"},
)

i, r = indices("i r")
a = number("α")
x, T = matrices("x T")
ROWS = [
    ["1/9", "2/9", "4/9", "2/9"],
    ["2/9", "1/9", "2/9", "4/9"],
    ["4/9", "2/9", "1/9", "2/9"],
    ["13/18", "1/9", "1/18", "1/9"],
]
M = named("M", table(ROWS))
is_m = equal_matrices(x, M, 3, 3)


claim.clause("private", private(M, "1/2", 3, 3))(by_arithmetic)
claim.clause("no-larger-level", private(M, a, 3, 3), a <= "1/2")(
    lambda proof: proof.qed(proof.parts(private(M, a, 3, 3))[-1](0, 0))
)
claim.clause("condition", three_entries(M, "1/2", 1, 1) == "-1/12")(by_arithmetic)
claim.clause("entry", geometric_preimage(M, "1/2", 3)[1, 1] == "-1/3")(by_arithmetic)


@claim.clause("not-derivable", is_m, ~derivable(x, "1/2", 3, 3))
def not_derivable(proof):
    inner = proof.otherwise()
    meets = inner.cite("gupte2010.theorem-2.converse#condition", n=3, m=3, α="1/2")
    return inner.absurd(meets.parts()[-1](1, 1))


@claim.clause("only-levels", is_m, 0 <= a, derivable(x, a, 3, 3), a * a - 4 * a + 1 >= 0)
def only_levels(proof):
    meets = proof.cite("gupte2010.theorem-2.converse#condition", n=3, m=3).parts()[-1](1, 1)
    return proof.qed(meets)


@claim.clause("levels", is_m, 0 <= a, a <= 1, a * a - 4 * a + 1 >= 0, derivable(x, a, 3, 3))
def levels(proof):
    # For 1/2 < α ≤ 1, α² - 4·α + 1 is negative.
    half = proof.indirect(a <= "1/2")
    is_private = proof.use(
        lemmas.less_private(), half, proof.cite("gupte2010.appendix-b#private"), x=M, n=3, m=3, β="1/2"
    )
    meets = proof.have(three_entries_condition(M, a, 3, 3), half)
    of_m = proof.cite("gupte2010.theorem-2#if", is_private, meets, x=M, n=3, m=3)
    goal = unfold(derivable(x, a, 3, 3))

    def step(inner, found):
        *remap, image = found.parts()
        return inner.witness(goal, T, *remap, inner.have(goal.args[2], image(i, r)))

    return proof.qed(proof.obtain(of_m.parts()[-1], T, step))
