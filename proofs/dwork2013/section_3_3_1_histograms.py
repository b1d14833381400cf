"""Section 3.3.1: the histograms of homes, works, commutes and pairs (mean, deviation), when n is known.

Each person is in one bin of each histogram. So adding a person moves a histogram by 1 in L1-norm, which is Example 6;
replacing a person moves it by 2. The section takes n to be known, and the people to be numbered from 1 to n. Then
nobody can be added or removed, and only the second relation remains; for it, noise for sensitivity 1 gives the level α²
instead of α.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.noise import coordinate_distances

claim = Claim(
    "dwork2013.section-3-3-1.histograms",
    "histograms of people when their number is known",
    section="3.3.1",
    position=10,
    printed="n is assumed known, and each of these is a histogram query as in Example 6, whose sensitivity is 1",
    slip="statement",
    weight="value",
    kept={
        "d has n rows with values in {0..m}": "people are in bins",
        **dict.fromkeys(("0 ≤ v", "v ≤ m"), "a bin"),
        **dict.fromkeys(("0 ≤ j", "j ≤ n-1"), "a person"),
        **dict.fromkeys(("0 < α", "α ≤ 1"), "a level"),
        "0 ≤ n": "a number of counts",
        "h[0] = 0": "otherwise h[n] is not the distance",
        "h[n] = 2": "false for larger distances",
    },
)

i, j, k, m, n, v, z = indices("i j k m n v z")
a, b = numbers("α β")
d, h, r, s, u, w = (variable(name, INDEX_MAP) for name in ("d", "h", "r", "s", "u", "w"))


def bit(condition):
    return If(condition, as_number(1), 0)


histogram = explained("H({0}, {1}; {2})", (d, z, n), Sum(i, 0, n - 1, bit(d[i] == z)))
"""The number of the n people who are in bin z."""
replaced_one = changed(d, j, v)
distance = Sum(z, 0, m, abs(histogram(d, z, n) - histogram(replaced_one, z, n)))
people = (values_up_to(d, n, m), between(0, j, n - 1), between(0, v, m))

claim.printed_as("replaced", *people, distance <= 1)


@claim.clause(
    "one-more", 0 <= n, values_up_to(d, n + 1, m), Sum(z, 0, m, histogram(d, z, n + 1) - histogram(d, z, n)) == 1
)
def one_more(proof):
    value = proof.know(values_up_to(d, n + 1, m))(n)
    bin_ = proof.assuming(between(0, z, m))
    last = bin_.split(unfold(histogram(d, z, n + 1)), n - 1)
    each = bin_.have(histogram(d, z, n + 1) - histogram(d, z, n) == If(z == d[n], as_number(1), 0), last)
    one = proof.use(lemmas.one_term(), value, low=0, high=m, j=d[n], f=function(k, as_number(1)))
    return proof.qed(proof.termwise(z, 0, m, each), one)


def moved(proof):
    """Return that bin z changes by what the replaced person is in it, before and after."""
    before, after = (function(i, bit(of[i] == z)) for of in (d, replaced_one))
    change = bit(d[j] == z) - bit(v == z)
    goal = before[i] + -1 * after[i] == If(i == j, change, 0)

    difference = proof.use(lemmas.sum_of_two(), low=0, high=n - 1, f=before, g=after, t=-1)
    one = proof.use(lemmas.one_term(), low=0, high=n - 1, f=function(k, change))
    return proof.have(
        histogram(d, z, n) - histogram(replaced_one, z, n) == change, proof.termwise(i, 0, n - 1, goal), difference, one
    )


ones = [If(z == at, as_number(1), 0) for at in (d[j], v)]


def total(proof, relation):
    """Return the sum over bins of what each changes by, so related to the bits of the two bins."""
    cell = proof.assuming(between(0, z, m))
    size = ones[0] + as_number(1) * ones[1]
    change = moved(cell)
    value = bit(d[j] == z) - bit(v == z)

    def of_sign(sign):
        def step(case):
            known = case.use(lemmas.absolute_value(sign), α=value)
            return case.have(relation(abs(value), size), case.have(abs(value) == size, known))

        return step

    def one_of_them(case):
        goal = relation(abs(value), size)
        return case.cases(goal, (z == d[j], of_sign(1)), (z == v, of_sign(-1)), (TRUE, of_sign(1)))

    if relation(value, value).op == "=":
        bits = cell.either(cell.know(d[j] != v), one_of_them, one_of_them)
    else:
        bits = cell.have(relation(abs(value), size))
    goal = relation(abs(histogram(d, z, n) - histogram(replaced_one, z, n)), size)
    back = cell.have(value == goal.args[0].args[1], change)
    shown = cell.replace(back, lambda at: relation(abs(at), size), bits)
    both = proof.use(lemmas.sum_of_two(), low=0, high=m, f=function(z, ones[0]), g=function(z, ones[1]), t=1)
    places = [
        proof.use(
            lemmas.one_term(),
            *proof.know(values_up_to(d, n, m))(j).parts(),
            low=0,
            high=m,
            j=at,
            f=function(k, as_number(1)),
        )
        for at in (d[j], v)
    ]
    return proof.qed(proof.termwise(z, 0, m, goal, shown), both, *places)


claim.clause("replaced", *people, distance <= 2)(lambda proof: total(proof, lambda left, right: left <= right))
claim.clause("attained", *people, d[j] != v, distance == 2)(
    lambda proof: total(proof, lambda left, right: left == right)
)


@claim.clause(
    "noise",
    0 <= a,
    a <= 1,
    0 <= n,
    coordinate_distances(h, u, w, n),
    h[n] == 2,
    a**2 * Product(k, 1, n, two_sided(a, r[k] - u[k])) <= Product(k, 1, n, two_sided(a, r[k] - w[k])),
)
def noise(proof):
    found = proof.use(lemmas.noise_on_counts(), u=u, v=w)
    left, right = proof.goal.args[0].args[1], proof.goal.args[1]
    return proof.replace(proof.know(h[n] == 2), lambda at: a**at * left <= right, found)


@claim.clause(
    "not-more", 0 < a, a < 1, b * (two_sided(a, 0) * two_sided(a, 0)) <= two_sided(a, 1) * two_sided(a, 1), b <= a**2
)
def not_more(proof):
    zero, one = two_sided(a, 0), two_sided(a, 1)
    scaled = proof.opaque(b * (zero * zero) <= a**2 * (zero * zero), proof.given[-1], one == a * zero)
    return proof.use(lemmas.quotient_order(), 0 < zero * zero, scaled, t=zero * zero, α=b, β=a**2)
