"""How often a guess of the true result can be right: at most trace(G), attained only if x falls off as G does.

Let c(r) be the input that is guessed from response r. By privacy, x_ir ≥ α^|i-c(r)|·x_c(r)r for every input i. The
weights s_i of G satisfy Σ_i s_i·α^|i-c| = 1, so Σ_i s_i·x_ir is at least x_c(r)r. Summed over all r, it is Σ_i s_i,
which is trace(G).
"""

from exactdp.claims.language import *

claim = Claim(
    "exactdp.trace",
    "the largest trace of a private mechanism, and of its remaps",
    section="5",
    position=10,
    kept={**dict.fromkeys(("0 ≤ α", "α < 1"), "the papers' levels"), "1 ≤ n": "G is defined for n ≥ 1"},
)

b, i, j, m, n, r = indices("b i j m n r")
a, x = number("α"), matrix("x")
c = variable("c", INDEX_MAP)
G = geometric_mechanism(n, a)
weights_of_geometric = Definition("s({0},{1})", (n, a), function(i, If(i == 0, 1, If(i == n, 1, 1 - a)) / (1 + a)))
s = weights_of_geometric(n, a)
level = (1 <= n, 0 <= a, a < 1)
falling = a ** abs(i - b) * x[b, r]
weighed = Sum(i, 0, n, s[i] * falling)


@claim.clause(
    "near", 0 <= a, private(x, a, n, m), between(0, r, m), between(0, b, n), between(0, i, n), falling <= x[i, r]
)
def near(proof):
    return proof.cases(
        proof.goal,
        (b <= i, lambda case: case.have(proof.goal, case.detach(case.use(lemmas.entry_of_private(), i=b, k=i - b)))),
        (
            TRUE,
            lambda case: case.have(proof.goal, case.detach(case.use(lemmas.entry_of_private_upwards(), k=b - i))),
        ),
    )


@claim.clause("weights", 1 <= n, 0 <= a, between(0, b, n), weighed == x[b, r])
def weights(proof):
    inner = proof.assuming(between(0, i, n))
    equal = inner.have(s[i] * a ** abs(i - b) == G[b, i])
    goal = s[i] * falling == x[b, r] * G[b, i]
    each = inner.opaque(goal, equal)
    factor = proof.use(lemmas.scaled_sum(), low=0, high=n, t=x[b, r], f=lambda i: G[b, i])
    return proof.qed(proof.termwise(i, 0, n, goal, each), factor, proof.use(lemmas.geometric_rows(), i=b))


@claim.clause(
    "column",
    *(*level, private(x, a, n, m), between(0, r, m), between(0, b, n)),
    x[b, r] <= Sum(i, 0, n, s[i] * x[i, r]),
)
def column(proof):
    inner = proof.assuming(between(0, i, n))
    less = inner.cite("exactdp.trace#near")
    goal = s[i] * falling <= s[i] * x[i, r]
    each = inner.opaque(goal, less, 0 <= s[i])
    return proof.qed(proof.cite("exactdp.trace#weights"), proof.termwise(i, 0, n, goal, each))


readings = explained("{0} reads {{0..{2}}} in {{0..{1}}}", (c, n, m), All(r, between(0, r, m), between(0, c[r], n)))
inputs = readings(c, n, m)
guess = Sum(r, 0, m, x[c[r], r])
total = Sum(i, 0, n, s[i])


def all_columns(proof):
    """Return that Σ_r Σ_i s_i·x_ir is Σ_i s_i."""
    row = proof.assuming(between(0, i, n))
    one = row.parts(private(x, a, n, m))[-2](i)
    sums = Sum(r, 0, m, s[i] * x[i, r])
    factor = row.use(lemmas.scaled_sum(), low=0, high=m, t=s[i], f=lambda r: x[i, r])
    each = row.opaque(sums == s[i], factor, one)
    turned = proof.exchange(Sum(i, 0, n, sums))
    return proof.have(turned.says.args[1] == total, turned, proof.termwise(i, 0, n, each))


def of_guess(proof):
    """Return that x_c(r)r is at most Σ_i s_i·x_ir, for a response r."""
    low, high = proof.fact(proof.know(inputs)(r)).parts()
    return proof.cite("exactdp.trace#column", low, high, b=c[r])


@claim.clause("bound", *level, 0 <= m, private(x, a, n, m), inputs, guess <= total)
def bound(proof):
    each = of_guess(proof.assuming(between(0, r, m)))
    return proof.qed(proof.termwise(r, 0, m, each), all_columns(proof))


trace = Sum(i, 0, n, G[i, i])
claim.clause("trace", 0 <= a, trace == total)(lambda proof: proof.termwise(i, 0, n, G[i, i] == s[i]).theorem)


@claim.clause("value", 1 <= n, 0 <= a, total == (n + 1 - (n - 1) * a) / (1 + a))
def value(proof):
    def ends(v):
        inside = (1 + (v - 1) * (1 - a)) / (1 + a)
        return If(v == 0, 0, If(v == n + 1, (n + 1 - (n - 1) * a) / (1 + a), inside))

    return proof.qed(proof.telescope(i, 0, n, s[i], ends))


equal_guess = (*level, 0 <= m, private(x, a, n, m), inputs, guess == total)


@claim.clause("equal-columns", *equal_guess, between(0, r, m), x[c[r], r] == Sum(i, 0, n, s[i] * x[i, r]))
def equal_columns(proof):
    one = as_number(1)
    each = proof.assuming(between(0, r, m))
    columns, guesses = function(r, Sum(i, 0, n, s[i] * x[i, r])), function(r, x[c[r], r])
    less = proof.all(each.both(of_guess(each), each.have(0 < one)), r, between(0, r, m))
    sums = proof.have(Sum(r, 0, m, one * guesses[r]) == Sum(r, 0, m, one * columns[r]), all_columns(proof))
    return proof.use(lemmas.equal_terms(), less, sums, low=0, high=m, j=r, e=lambda r: one, f=guesses, g=columns)


@claim.clause("equality", *equal_guess, between(0, r, m), between(0, i, n), a ** abs(i - c[r]) * x[c[r], r] == x[i, r])
def equality(proof):
    """All terms of the column are equal, since the sums are and the weights are positive."""
    low, high = proof.fact(proof.know(inputs)(r)).parts()
    each = proof.assuming(between(0, j, n))
    less = each.both(each.cite("exactdp.trace#near", low, high, b=c[r], i=j), each.have(0 < s[j]))
    every = proof.all(less, j, between(0, j, n))
    whole = proof.cite("exactdp.trace#weights", low, high, b=c[r])
    sums = proof.cite("exactdp.trace#equal-columns")
    forms = function(i, a ** abs(i - c[r]) * x[c[r], r]), function(i, x[i, r])
    same = proof.opaque(whole.says.args[0] == sums.says.args[1], whole, sums)
    return proof.use(lemmas.equal_terms(), every, same, low=0, high=n, j=i, e=s, f=forms[0], g=forms[1])
