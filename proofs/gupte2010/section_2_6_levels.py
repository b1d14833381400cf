"""Section 2.6: the stages of the release mechanism, and which way its remaps go.

For α < β, Lemma 3 gives a T_{α,β} with G_β = G_α·T_{α,β}. The other direction has no remap, because a remap never
lowers the level. So a stage takes the result of a smaller level to the next larger one. Stages can be skipped or added
without a change to the others: T_{α,β}·T_{β,γ} turns G_α into G_γ, and for α < 1 only one matrix does.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-2-6.levels",
    "the stages of the release mechanism",
    section="2.6",
    position=4,
    printed=(
        "T_{α,β}, for α > β, takes the β-geometric mechanism to the α-geometric one, and T_i = T_{α_i,α_(i+1)}, where "
        "α_i < α_(i+1): its subscripts are the other way round, and Algorithm 1 calls this matrix T_(i+1)"
    ),
    slip="print",
    kept=KEPT
    | {
        "0 ≤ γ": "the paper's levels",
        "T is stochastic on {0..n} × {0..n}": "the claim is about mechanisms",
        "U is stochastic on {0..n} × {0..n}": "the claim is about mechanisms",
    },
)

n, i, k, r, z = indices("n i k r z")
a, b, c = numbers("α β γ")
T, U = matrices("T U")
p, q, t = numbers("p q t")
ordered = (1 <= n, 0 <= a, a <= b, b <= 1)


def G(level):  # noqa: N802 (the paper's name)
    return geometric_mechanism(n, level)


def turns(level, remap, to):
    """Return: the remap turns G at one level into G at the other."""
    return turns_into(remap, G(level), G(to), n)


claim.clause("not-downwards", 1 <= n, 0 <= a, a <= 1, 0 <= b, stochastic(U, n, n), turns(a, U, b), a <= b)(
    lambda proof: proof.cite("gupte2010.lemma-3#only-from-less-private")
)

claim.printed_as(
    "as-printed",
    *ordered,
    a < b,
    stochastic(T, n, n),
    turns(a, T, b),
    turns(b, T, a),
    at={
        "n": 1,
        "α": Fraction(1, 3),
        "β": Fraction(1, 2),
        "T": ((Fraction(5, 6), Fraction(1, 6)), (Fraction(1, 6), Fraction(5, 6))),
    },
    instead="not-downwards",
)


@claim.clause(
    "only-one",
    1 <= n,
    0 <= a,
    a < 1,
    0 <= b,
    turns(a, T, b),
    turns(a, U, b),
    between(0, k, n),
    between(0, r, n),
    T[k, r] == U[k, r],
)
def only_one(proof):
    first, second = (
        proof.cite("gupte2010.theorem-2.unique-remap#unique", proof.parts(turns(a, remap, b))[-1], x=G(b), m=n, T=remap)
        for remap in (T, U)
    )
    same = Proof([p == t, q == t], p == q).qed()
    return proof.use(same, first, second, p=T[k, r], q=U[k, r], t=first.says.args[1])


@claim.clause(
    "two-stages",
    0 <= a,
    0 <= b,
    0 <= c,
    stochastic(T, n, n),
    stochastic(U, n, n),
    turns(a, T, b),
    turns(b, U, c),
    turns(a, product(T, U, n), c),
)
def two_stages(proof):
    same = proof.use(lemmas.remap_of_remap(), x=G(a), s=n, m=n).parts()[0]
    cell = proof.inside()
    term = cell.assuming(between(0, z, n))
    middle = product(G(a), T, n)[i, z]
    equal = term.use(
        Proof([p == q], p * t == q * t).qed(),
        term.parts(turns(a, T, b))[-1](i, z),
        p=middle,
        q=G(b)[i, z],
        t=U[z, r],
    )
    total = cell.termwise(z, 0, n, equal)
    steps = (total.says.args[0], same), (total.says.args[1], total)
    return cell.closed(cell.chain(cell.goal.args[0], *steps, (cell.goal.args[1], cell.parts(turns(b, U, c))[-1](i, r))))
