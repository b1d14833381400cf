"""Corollary 5.7: its chain of inequalities, for every row instead of only the last one.

Let D_k be the number of ↓ in row k, and T_k the number of S in the rows 0 to k. By Lemma 5.6, D_k + T_k grows by at
least 1 from row to row. Counting from the first row, this bounds D_k from below; counting back from the last row, it
bounds D_k from above. The two bounds differ by s-z. So if s = z, which is Lemma 5.8, the number of ↓ is known for every
row. This gives the columns of Lemma 5.9.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.polytope import balanced, downs, patterned, slacks, slacks_down_to, zero_columns

claim = Claim(
    "ghosh2009.corollary-5.7.chain",
    "the chain of Corollary 5.7 at every row",
    section="5",
    position=92,
    kept=KEPT,
)

n, k, q = indices("n k q")
a, x = number("α"), matrix("x")
given = (1 <= n, 0 < a, a < 1, patterned(x, a, n, n))


def down(k):
    return downs(x, a, k, n)


def slack(k):
    return slacks(x, a, k, n)


def so_far(k):
    return slacks_down_to(x, a, k, n)


s, z = so_far(n - 1), zero_columns(x, n)
balanced_given = (1 <= n, 0 < a, a < 1, balanced(x, a, n))


def more(proof, k):
    """T_(k+1) is T_k and the S entries of row k+1."""
    return proof.have(so_far(k + 1) == so_far(k) + slack(k + 1), proof.split(unfold(so_far(k + 1)), k))


def grown(q):
    return down(k) + so_far(k) + q <= down(q) + so_far(q) + k


@claim.clause("grows", *given[1:], 0 <= k, k <= q, q < n, grown(q))
def grows(proof):
    pattern = proof.parts(patterned(x, a, n, n))[-1]
    p, before = proof.inductive((q < n) >> grown(q), q, k, [])
    further = p.assuming(q + 1 < n)
    counts = further.cite("ghosh2009.lemma-5.6#counts", pattern(q), pattern(q + 1), i=q, m=n)
    shown = further.have(grown(q + 1), counts, more(further, q), further.detach(before))
    return proof.detach(p.closed(p.imply(q + 1 < n, shown)))


@claim.clause("lower", *given[1:], between(0, k, n - 1), k + 1 - so_far(k) <= down(k))
def lower(proof):
    first = proof.cite("ghosh2009.corollary-5.7#first-row", i=0, m=n)
    return proof.qed(first, proof.cite("ghosh2009.corollary-5.7.chain#grows", k=0, q=k))


@claim.clause("upper", *given[1:], between(0, k, n - 1), down(k) <= k + 1 - z + s - so_far(k))
def upper(proof):
    last = proof.cite("ghosh2009.corollary-5.7#last-row", i=n - 1, m=n)
    return proof.qed(last, proof.cite("ghosh2009.corollary-5.7.chain#grows", q=n - 1))


middle = down(0) + (n - 1) - (s - slack(0))


@claim.clause("printed-first", *given, n - s <= middle)
@claim.clause("printed-second", *given, middle <= down(n - 1))
def printed(proof):
    first = proof.cite("ghosh2009.corollary-5.7#first-row", i=0, m=n)
    return proof.qed(first, proof.cite("ghosh2009.corollary-5.7.chain#grows", k=0, q=n - 1))


@claim.clause("last", *given, down(n - 1) <= n - z, kept={text(patterned(x, a, n, n)): "Lemma 5.4 needs a private x"})
def last(proof):
    return proof.cite("ghosh2009.corollary-5.7#last-row", i=n - 1, m=n)


@claim.clause("tight", *balanced_given[1:], between(0, k, n - 1), down(k) == k + 1 - so_far(k))
def tight(proof):
    bounds = (proof.cite(f"ghosh2009.corollary-5.7.chain#{name}") for name in ("lower", "upper"))
    return proof.indirect(proof.goal, *bounds)


@claim.clause("next-row", *balanced_given[1:], 0 <= k, k < n - 1, down(k + 1) == down(k) + 1 - slack(k + 1))
def next_row(proof):
    rows = (proof.cite("ghosh2009.corollary-5.7.chain#tight", k=row) for row in (k, k + 1))
    return proof.qed(*rows, more(proof, k))
