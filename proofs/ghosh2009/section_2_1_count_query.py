"""Section 2.1: a count query takes the values 0..n, and neighbouring databases have results at most 1 apart.

The result is the sum of n bits, one for each row: whether it satisfies the predicate. Another row changes one bit. As
whole numbers such as a result stand in exponents here: z^f(d) is the product of z^bit over the rows.
"""

from itertools import product

from exactdp.claims import Claim, Domain, entry, identity, number, require
from exactdp.commands.cli import main
from exactdp.model.neighbours import hypercube

claim = Claim(
    id="ghosh2009.section-2-1.count-query",
    title="the values of a count query",
    section="2.1",
    position=1,
    statement=(
        "f(d) is in {0..n}. For a non-trivial predicate every one of 0..n is a value; neighbouring databases have "
        "results at most 1 apart, and for every i < n some have the results i and i+1. For a trivial predicate f is 0 "
        "or n throughout. For n = 0 there is one database, with result 0."
    ),
    latex=r"f(D^n) = \{0, \dots, n\}, \qquad |f(d_1) - f(d_2)| \le 1 \text{ for neighbours } d_1, d_2",
    domain="n ≥ 0, every finite domain D, every predicate; all of 0..n only for non-trivial ones",
    every_n=True,
    verdict="proved",
    scope="all n, D and predicates",
)


@claim.proof(
    "0 ≤ f ≤ n: with a row of bit b, the partial result grows by b and what is missing to all rows by 1-b; both are 0 "
    "or 1",
    mutants={"bits 0 and 2": {"bits": (0, 2)}, "n rows for k": {"rows": 2}},
)
def values(bits=(0, 1), rows=1):
    # The partial result is S of k rows, and k - S is what is missing to all of them.
    for bit in bits:
        require(0 <= bit <= 1 and 0 <= rows - bit <= 1, f"the bit {bit} adds {bit} of {rows}")
    identity("S k b", lambda S, k, b: [((k + rows) - (S + b), (k - S) + (1 - b))])


@claim.proof(
    "rows alike but for row j: the two partial results differ by 0 up to row j and by the change b' - b of that bit "
    "after it; this is -1, 0 or 1",
    mutants={"two rows changed": {"changed": 2}, "bits 0 and 2": {"bits": (0, 2)}},
)
def neighbours(changed=1, bits=(0, 1)):
    def difference(j, k):
        return entry("b'", j) - entry("b", j) if k > j else number(0)

    def pairs(n, j, k):
        same = k != j and (changed == 1 or k != j + 1)
        after = entry("b", k) if same else entry("b'", k)
        yield difference(j, k + 1) - difference(j, k), after - entry("b", k)
        yield difference(j, n), entry("b'", j) - entry("b", j)

    identity("", pairs, Domain("n j k", lambda n, j, k: [j, n - 1 - j, k, n - 1 - k]))
    for before, after in product(bits, repeat=2):
        require(abs(after - before) <= 1, f"the bit changes by {after - before}")


@claim.proof(
    "every result i, and every pair i, i+1: where the first i rows satisfy the predicate and the others don't, the "
    "partial result after k rows is min(k, i), in the end i; for i and i+1 the databases differ in row i only",
    mutants={"the first i+1 rows": {"rows": 1}, "they differ in row i+1": {"row": 1}},
)
def every_result(rows=0, row=0):
    def bit(i, k):
        return 1 if k < i + rows else 0

    def partial(z, i, k):
        return z ** (min(k, i))

    def sums(z, n, i, k):
        yield partial(z, i, 0), number(1)
        yield partial(z, i, n), z**i
        yield partial(z, i, k + 1), partial(z, i, k) * z ** bit(i, k)

    identity("z", sums, Domain("n i k", lambda n, i, k: [i, n - i, k, n - 1 - k]))

    def one_apart(z, n, i, k):
        yield z ** bit(i + 1, k), z ** bit(i, k) * (z if k == i + row else number(1))

    identity("z", one_apart, Domain("n i k", lambda n, i, k: [i, n - 1 - i, k, n - 1 - k]))


def changed(first, second):
    """In how many rows two databases differ."""
    return sum(a != b for a, b in zip(first, second, strict=True))


@claim.instances(
    "|D| ≤ 3 and n ≤ 4: for every predicate the values are 0..n, and the pairs i, i+1 all occur, exactly if it is "
    "non-trivial or n = 0; trivial ones have the value 0 or n only",
    mutants={"the values 1..n": {"least": 1}, "neighbours differ in one row or two": {"rows": 2}},
    sizes=(1, 2, 3, 4),
)
def small(least=0, rows=1, sizes=(1, 2, 3)):
    for size in sizes:
        for n in range(5 if size < 4 else 4):
            databases = list(product(range(size), repeat=n))
            pairs = [
                (d, e)
                for d in databases
                for e in databases
                if 0 < sum(a != b for a, b in zip(d, e, strict=True)) <= rows
            ]
            for predicate in product((0, 1), repeat=size):
                result = {d: sum(predicate[row] for row in d) for d in databases}
                every = set(result.values()) == set(range(least if n else 0, n + 1))
                steps = {(result[d], result[e]) for d, e in pairs if result[d] != result[e]}
                both_ways = {(i, k) for i in range(n + 1) for k in range(n + 1) if abs(i - k) == 1}
                trivial = len(set(predicate)) == 1
                where = f"predicate {predicate} and n = {n}"
                require(every == (not trivial or n == 0), f"{where}: the values are {set(result.values())}")
                require(steps == (set() if trivial else both_ways), f"{where}: neighbours have the results {steps}")
                if trivial:
                    require(set(result.values()) == {n * predicate[0]}, f"{where}: f is not constant")


@claim.instances(
    "the library's hypercube, n ≤ 4, is the neighbours on D = {0, 1}, and the count of ones takes all pairs i, i+1",
    mutants={"the count of zeros above the last one": {"zeros": True}},
)
def library(zeros=False):
    for n in range(1, 5):

        def count(d):
            return d.bit_length() - d.bit_count() if zeros else d.bit_count()

        graph = hypercube(inputs=range(2**n))
        databases = [tuple(d >> k & 1 for k in range(n)) for d in range(2**n)]
        alike = {(d, e) for d in range(2**n) for e in range(d + 1, 2**n) if changed(databases[d], databases[e]) == 1}
        require(set(graph.pairs) == alike, f"the hypercube at n = {n} has other pairs")
        found = {tuple(sorted((count(d), count(e)))) for d, e in graph.pairs}
        require(found == {(i, i + 1) for i in range(n)}, f"at n = {n} neighbours have the results {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
