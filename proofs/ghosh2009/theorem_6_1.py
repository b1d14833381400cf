"""Theorem 6.1: G is the only mechanism on {0..n} that is optimal for all users, up to a permutation of its responses.

One user is enough: the user with the uniform prior and the 0-1 loss. For α < 1 this user's only optimal mechanism, at
face value, is G. So this user's remap of the mechanism makes G, and then the remap permutes the responses. The paper
takes optimal remaps to be deterministic; this proof does not assume it. At α = 1 every mechanism serves every user.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import Undefined, entry
from exactdp.model.geometric import geometric
from exactdp.model.losses import zero_one as zero_one_loss
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser
from exactdp.model.users import uniform as uniform_prior
from exactdp.optimum.interaction import interact
from exactdp.polytope.derivability import derive_from

claim = Claim(
    "ghosh2009.theorem-6.1",
    "no mechanism but G is optimal for every user",
    section="6.1",
    position=10,
    printed="α in [0, 1], and p∘x = x^G, whose responses are all integers",
    slip="statement",
    weight="edge",
    kept=KEPT,
)

n, i, k, r, z = indices("n i k r z")
a = number("α")
x, y, T, l = matrices("x y T l")  # noqa: E741 (the paper's name of a loss)
(p,) = vectors("p")

G = geometric_mechanism(n, a)
level = (1 <= n, 0 <= a, a < 1)
uniform = function(i, 1 / as_number(n + 1))


def loss(mechanism):
    """Return the loss of the user with the uniform prior and the 0-1 loss."""
    return bayesian_loss(uniform, zero_one, mechanism, n, n)


def within(rows, n):
    return [[entry(rows, (i, r)) for r in range(n + 1)] for i in range(n + 1)]


def is_permuted(x, y, n):
    """Say whether a mechanism is another one with its responses permuted."""
    first, second = (sorted(zip(*within(each, n), strict=True)) for each in (x, y))
    return first == second


permuted = explained(
    "{0} on {{0..{2}}} is {1} with its responses permuted",
    (x, y, n),
    Some(T, permutation_matrix(T, n), turns_into(T, x, y, n)),
    decide=is_permuted,
)


def is_served(x, alpha, n):
    """Say whether a mechanism serves all: where G can be made of it, by Theorem 3.1, and not where it fails one user.

    Raises: `Undefined` where neither is so.
    """
    if derive_from(geometric(n=n, alpha=alpha), Mechanism(within(x, n))):
        return True
    if serves_one(x, alpha, n):
        raise Undefined("no user is known that it does not serve")
    return False


def serves_one(x, alpha, n):
    """Say whether the best remap loses no more than G."""
    user, deployed = BayesianUser(zero_one_loss(), uniform_prior(n=n)), geometric(n=n, alpha=alpha)
    return interact(user, Mechanism(within(x, n))).value <= interact(user, deployed).value


serves = explained(
    "{0} serves every user at {1} on {{0..{2}}}",
    (x, a, n),
    All(
        p,
        prior(p, n),
        All(
            l,
            monotone(l, n, n),
            Some(
                T,
                stochastic(T, n, n),
                All(
                    y, private(y, a, n, n), bayesian_loss(p, l, product(x, T, n), n, n) <= bayesian_loss(p, l, y, n, n)
                ),
            ),
        ),
    ),
    decide=is_served,
)
"""Every user has a remap that turns it into a mechanism that loses no more than any private mechanism."""


for_one = explained(
    "{0} with some remap loses no more than G_({2},{1}) for the user with the uniform prior and l_bin",
    (x, a, n),
    Some(T, stochastic(T, n, n), loss(product(x, T, n)) <= loss(G)),
    decide=serves_one,
)


@generator(for_one)
@generator(serves)
def some_serving(rng, turn, alpha, n):
    """Draw G with its responses permuted, and at α = 1 other constant mechanisms."""
    if n < 1 or not 0 <= alpha <= 1:
        return None
    order = rng.sample(range(n + 1), n + 1)
    if alpha == 1 and turn % 2:
        return tuple(tuple(Fraction(r == order[0]) for r in range(n + 1)) for _ in range(n + 1))
    return tuple(tuple(row[r] for r in order) for row in geometric(n=n, alpha=alpha).rows)


claim.clause("only-optimum", *level, private(x, a, n, n), loss(x) <= loss(G), equal_matrices(x, G, n, n))(
    lambda proof: proof.cite("ghosh2009.theorem-6.1.unique-optimum#only-one", p=uniform)
)
claim.clause("loss", 1 <= n, 0 <= a, a <= 1, loss(G) == 2 * a * n / ((1 + a) * (n + 1)))(
    lambda proof: proof.cite("ghosh2009.section-3.factored#second-user")
)


@claim.clause("one-user", *level, private(x, a, n, n), for_one(x, a, n), permuted(x, G, n))
def one_user(proof):
    proof.let(proof.know(for_one(x, a, n)), T)
    remapped = proof.use(lemmas.post_processing(), s=n, m=n)
    only = proof.cite("ghosh2009.theorem-6.1#only-optimum", remapped, x=product(x, T, n))
    makes = proof.restated(only, turns_into(T, x, G, n))
    return proof.witness(proof.goal, T, proof.cite("ghosh2009.theorem-6.1.permutation#permutation", makes), makes)


@claim.clause("theorem", *level, private(x, a, n, n), serves(x, a, n), permuted(x, G, n))
def theorem(proof):
    proof.remember(proof.have(prior(uniform, n)), proof.have(monotone(zero_one, n, n)))
    served = proof.fact(proof.know(serves(x, a, n))(uniform)(zero_one))

    def step(inner, fact):
        least = inner.use(core.specialise(fact.parts()[-1].theorem, G), inner.cite("gupte2010.definition-4#private"))
        return inner.witness(unfold(for_one(x, a, n)), T, least)

    return proof.cite("ghosh2009.theorem-6.1#one-user", proof.obtain(served, T, step))


printed = (1 <= n, 0 <= a, a <= 1, private(x, a, n, n), serves(x, a, n))
claim.printed_as("theorem", *printed, permuted(x, G, n))
unbounded = function(i, r, two_sided(a, r - i))
claim.printed_as("unbounded", *level, *printed[3:], permuted(x, unbounded, n), instead="theorem")


@claim.clause(
    "at-one",
    stochastic(x, n, n),
    private(y, 1, n, n),
    Some(T, stochastic(T, n, n), turns_into(T, x, y, n)),
    witnesses={"T": function(k, r, y[0, r])},
)
def at_one(proof):
    always = function(k, r, y[0, r])
    rows = proof.parts(stochastic(x, n, n))[-1]
    _entries, ones, _ = proof.parts(private(y, 1, n, n))[-3:]
    cell = proof.assuming(between(0, i, n), between(0, r, n))
    turned = cell.termwise(z, 0, n, x[i, z] * y[0, r] == y[0, r] * x[i, z])
    whole = cell.use(lemmas.scaled_sum(), low=0, high=n, t=y[0, r], f=function(z, x[i, z]))
    one = lemmas.scaled(cell, y[0, r], rows(i))
    ways = lemmas.entry_of_private(), lemmas.entry_of_private_upwards()
    near = [cell.detach(cell.use(way, x=y, α=1, i=0, k=i, m=n)) for way in ways]
    here, there = y[0, r], y[i, r]
    orders = [cell.have(f, *near) for f in (here <= there, there <= here)]
    same = cell.use(lemmas.between_each_other(), *orders, α=here, β=there)
    steps = turned, whole, one, same
    made = cell.chain(turned.says.args[0], *((each.says.args[1], each) for each in steps))
    made = proof.every((i, 0, n), (r, 0, n), made)
    row = proof.assuming(between(0, k, n))
    within = row.assuming(between(0, r, n)).have(y[0, r] >= 0)
    remap = proof.both(
        proof.every((k, 0, n), (r, 0, n), within),
        proof.all(row.have(Sum(r, 0, n, y[0, r]) == 1, ones(0)), k, between(0, k, n)),
    )
    return proof.witness(proof.goal, always, remap, made)
