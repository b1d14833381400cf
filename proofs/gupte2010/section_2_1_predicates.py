"""Section 2.1: different predicates give different count queries.

On the database whose n rows all have the value v the count is n·p(v). So for n ≥ 1 the query tells the predicate.
"""

from itertools import product

from exactdp.claims import Claim, Domain, identity, number, require
from exactdp.commands.cli import main

claim = Claim(
    id="gupte2010.section-2-1.predicates",
    title="as many count queries as predicates",
    section="2.1",
    position=12,
    statement=(
        "For n ≥ 1 two predicates that differ on D give different count queries on D^n, so that a finite D has 2^|D| "
        "count queries. All their results are in N, and a predicate and its negation have results that sum to n. For n "
        "= 0 all count queries are one, with the result 0."
    ),
    latex=r"p \ne p' \Rightarrow f_p \ne f_{p'} \quad (n \ge 1), \qquad f_p + f_{\neg p} = n",
    domain="n ≥ 0, every D, all predicates on it",
    every_n=True,
    verdict="proved",
    scope="all n, D and predicates; that this is expressive enough for surveys is an opinion",
)


@claim.proof(
    "n rows v, v, …: the count after k+1 of them is that after k and p(v) more, so k·p(v) for p(v) = 0 and 1; at the "
    "end the results of p(v) = 0 and 1 are 0 and n, and 0 ≠ n for n ≥ 1 (counts stand as exponents of z)",
    mutants={"n ≥ 0": {"least": 0}, "the bit -1 for 1": {"bit": 2}},
)
def constant_databases(least=1, bit=1):
    def pairs(z, n, k):
        yield z ** (k + 1), z**k * z**bit
        # n - 1 ≥ 0 must be known for this power.
        yield z**n, z * z ** (n - 1) if n >= 1 else number(0)

    identity("z", pairs, Domain("n k", lambda n, k: [n - least, k, n - k]))


@claim.proof(
    "a predicate and its negation: each row adds 1 to the sum of both counts",
    mutants={"the predicate twice": {"negated": False}},
)
def negation(negated=True):
    def pairs(z, n, k):
        for bit in (0, 1):
            other = 1 - bit if negated else bit
            yield z**k * z ** (bit + other), z ** (k + 1)

    identity("z", pairs, Domain("n k", lambda n, k: [k, n - 1 - k]))


@claim.instances(
    "|D| ≤ 3, n ≤ 3: there are 2^|D| count queries for n ≥ 1, one for n = 0, and p and its negation sum to n",
    mutants={"2^|D| for n = 0": {"from_zero": True}, "one fewer": {"fewer": 1}},
)
def small(from_zero=False, fewer=0):
    for size, n in product(range(1, 4), range(4)):
        databases = list(product(range(size), repeat=n))
        queries = {}
        for predicate in product((0, 1), repeat=size):
            queries[predicate] = tuple(sum(predicate[v] for v in d) for d in databases)
        expected = 2**size - fewer if n or from_zero else 1
        require(len(set(queries.values())) == expected, f"|D| = {size}, n = {n}: {len(set(queries.values()))} queries")
        for predicate, results in queries.items():
            others = queries[tuple(1 - bit for bit in predicate)]
            require(all(a + b == n for a, b in zip(results, others, strict=True)), f"{predicate}: not {n} in all")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
