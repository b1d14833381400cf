"""Section 2.3: what sensitivity bounds, and where it is not a maximum.

Along a chain of k neighbours f changes by at most k·Δf, by the triangle inequality in each coordinate. On infinitely
many databases Δf need not be finite, and where it is, it need not be attained.
"""

import itertools
from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.databases import add_remove

claim = Claim(
    id="dwork2013.section-2-3.sensitivity",
    title="sensitivity",
    section="2.3",
    position=10,
    statement=(
        "If |f(D)-f(D')| ≤ Δ on neighbours then |f(D)-f(D')| ≤ kΔ where k steps lead from D to D'; the same holds for "
        "the L_1-norm of vectors, where Δ is at most the sum of the coordinates' sensitivities. For one row replaced "
        "the sensitivity is at most twice that for one row more or less. On databases of every size Δf is a supremum, "
        "not always a maximum: it is ∞ for the square of the number m of rows, and 1 but nowhere attained for f = "
        "m²/(m+1)."
    ),
    latex=r"\|f(D) - f(D')\|_1 \le \sum_{j<k} \|f(D_j) - f(D_{j+1})\|_1 \le k\,\Delta f",
    domain="all real and vector functions, k ≥ 0",
    verdict="corrected",
    scope="the bounds for all functions and chains; the two functions for all m",
    printed="a maximum over all adjacent databases",
    slip="statement",
    uses=("dwork2013.section-2-1.relations",),
)


def changes(function, largest):
    """How much the function of the number of rows changes from m to m+1."""
    return [abs(Fraction(function(m + 1)) - Fraction(function(m))) for m in range(largest)]


@claim.counterexample(
    "m²: the changes 2m+1 exceed every bound; m²/(m+1): they rise strictly, below 1, and up to more than 999/1000 at "
    "m = 40",
    mutants={"m": {"first": lambda m: m}, "m²/(m+1) for m ≤ 20": {"largest": 20}},
)
def no_maximum(first=lambda m: m * m, second=lambda m: Fraction(m * m, m + 1), largest=40):
    require(changes(first, largest) == [2 * m + 1 for m in range(largest)], "the changes of m² are bounded")
    found = changes(second, largest)
    require(all(a < b < 1 for a, b in itertools.pairwise(found)), "some change is the largest")
    require(1 - found[-1] < Fraction(1, 1000), "the changes stay away from 1")


@claim.proof(
    "for all m: (m+1)² - m² = 2m+1; 1 - ((m+1)²/(m+2) - m²/(m+1)) = 1/((m+1)(m+2)) > 0",
    mutants={"m²/(m+2)": {"shift": 2}},
)
def all_sizes(shift=1):
    # Times (m+1)(m+2), m a real symbol.
    def pairs(m):
        product = (m + shift) * (m + shift + 1)
        yield product - ((m + 1) ** 2 * (m + shift) - m**2 * (m + shift + 1)), m**0
        yield (m + 1) ** 2 - m**2, 2 * m + 1

    identity("m", pairs)


@claim.proof(
    "along a chain: with d = |f(D_0)-f(D_k)| ≤ kΔ and a step s ≤ Δ, (k+1)Δ - (d+s) = (kΔ-d) + (Δ-s); for a coordinate "
    "u+v of two, |u+v| ≤ |u| + |v|, as (|u|+|v|)² - (u+v)² = 2(|uv|-uv); and k = 2 for one row replaced",
    mutants={"kΔ after k+1 steps": {"more": 0}, "the sum of squares": {"crossed": 1}},
)
def chain(more=1, crossed=2):
    def step(z, k):
        d, s, total = entry("d", k), entry("s", k), entry("kΔ", k)
        yield total + more * z - (d + s), (total - d) + (z - s)

    identity("z", step, Domain("k", lambda k: [k]))
    # U, V for |u|, |v|: their squares are those of u and v.
    identity(
        "u v U V",
        lambda u, v, U, V: [((U + V) ** 2 - (u + v) ** 2, (U**2 - u**2) + (V**2 - v**2) + crossed * (U * V - u * v))],
    )
    given = Assumed("x y", lambda *bases: {}, lambda x, y: {"kΔ-d": x, "Δ-s": y}, witness=[1, 1])
    signs(given, lambda known, x, y: [(2 * (x + y), positive_number(2) * (known["kΔ-d"] + known["Δ-s"]))], strict=False)


@claim.instances(
    "on all databases of up to 4 rows with the values 0, 1, 2: the sensitivities of the count of 2's, the sum, the "
    "number of rows and the histogram for one row more are 1, 2, 1, 1; for one row replaced at 3 rows 1, 2, 0, 2, "
    "none more than twice as large",
    mutants={"values 0, 1, 3": {"values": (0, 1, 3)}, "at 0 rows": {"rows": 0}},
)
def named_functions(values=(0, 1, 2), rows=3):
    databases = add_remove(n=4, values=3)
    members = [[values[databases.domain.index(v)] for v in member] for member in databases.members]
    functions = (
        lambda d: (sum(v == values[2] for v in d),),
        lambda d: (sum(d),),
        lambda d: (len(d),),
        lambda d: tuple(d.count(v) for v in values),
    )

    def sensitivity(f, pairs):
        return max(
            (sum(abs(p - q) for p, q in zip(f(members[i]), f(members[k]), strict=True)) for i, k in pairs), default=0
        )

    one_more = list(databases.neighbours.both_ways())
    equal = [i for i, d in enumerate(members) if len(d) == rows]
    replaced = [(i, k) for i in equal for k in equal if common(members[i], members[k]) >= rows - 1]
    first, second = [sensitivity(f, one_more) for f in functions], [sensitivity(f, replaced) for f in functions]
    require(first == [1, 2, 1, 1], f"for one row more they are {first}")
    require(second == [1, 2, 0, 2], f"for one row replaced they are {second}")
    require(all(b <= 2 * a for a, b in zip(first, second, strict=True)), "one is more than twice as large")


def common(first, second):
    """How many rows two multisets share."""
    return sum(min(first.count(v), second.count(v)) for v in set(first))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
