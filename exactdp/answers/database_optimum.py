"""The best mechanisms on databases, and the proof that an oblivious one is among them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from exactdp.answers.optimality import ExactOptimum, Optimality, decide
from exactdp.arithmetic.exact import Exact
from exactdp.certificates.certificate import Verified, certify
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.databases import Databases, check_mechanism
from exactdp.model.losses import rational
from exactdp.model.mechanism import Mechanism
from exactdp.model.symbolic_mechanism import SymbolicMechanism
from exactdp.model.users import User
from exactdp.optimum.basis_at import BasisAt
from exactdp.optimum.problem import Constraint, Dual, Optimum, Problem
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum
from exactdp.release.database_users import extension, on_databases
from exactdp.release.oblivious import Shares, lifted
from exactdp.shown import Shown


def problem_on_databases(
    user: User, alpha: Exact, databases: Databases, constraints: Iterable[Constraint] = ()
) -> Problem:
    """Return the problem of the best α-private mechanism on databases, oblivious or not.

    Domain and errors: as `Problem`; a user from `on_databases`, or with any prior or loss on databases.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (10).

    >>> from exactdp.model.users import BayesianUser
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.release.database_users import loss_on_databases
    >>> from exactdp.model.databases import replace_one
    >>> databases = replace_one(n=2)
    >>> user = BayesianUser(loss_on_databases(absolute(), databases), ["1/2", 0, 0, "1/2"])
    >>> decide(problem_on_databases(user, "1/2", databases)).optimum.value
    Fraction(1, 2)
    """
    loss = user.loss
    width = databases.n + 1 if loss.rows is None else loss.rows.shape[1]
    return Problem(user, alpha, databases.neighbours, responses=range(width), constraints=constraints)


@dataclass(frozen=True)
class ObliviousOptimum(Shown):
    """An oblivious mechanism with the least worst loss over databases, (9) or (5), of all α-private mechanisms.

    `on_results` decides its optimality as a mechanism on {0..n}. `on_databases` proves it optimal among all mechanisms
    on databases. Its prices are the prices on results, split by the shares. The user is the minimax consumer, or the
    Bayesian user with the prior extended by the shares. The loss of this Bayesian user is a lower bound on (9), and an
    oblivious mechanism attains it. The kernel accepted both proofs.
    """

    shares: Shares
    on_results: Optimality
    on_databases: Optimum
    verified: Verified

    @property
    def mechanism(self) -> Mechanism:
        """The oblivious mechanism on databases."""
        return self.on_databases.mechanism


def oblivious_optimum(
    user: User, alpha: Exact, shares: Shares, progress: Progress = silent
) -> ObliviousOptimum | Unsolved:
    """Return an oblivious mechanism that minimises a user's worst loss over databases, (9) or (5), with a proof.

    Domain: a user on 0..n with a rational loss. Raises: `InputError` otherwise; `Unsolved` as `decide`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Proposition 6.2; Gupte & Sundararajan 2010, Lemma 6.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.release.oblivious import evenly
    >>> from exactdp.model.databases import replace_one
    >>> found = oblivious_optimum(MinimaxConsumer(absolute(), inputs=range(3)), "1/2", evenly(replace_one(n=2)))
    >>> [str(p) for p in found.on_results.optimum.dual.prior], [str(p) for p in found.on_databases.dual.prior]
    (['2/7', '3/7', '2/7'], ['2/7', '3/14', '3/14', '2/7'])
    >>> found.mechanism.shape, found.mechanism.rows[1] == found.mechanism.rows[2], found.on_databases.value
    ((4, 3), True, Fraction(4, 7))
    """
    databases = shares.databases
    problem = problem_on_databases(on_databases(user, shares), alpha, databases)
    found = decide(Problem(user, problem.alpha, responses=range(problem.responses)), progress)
    if isinstance(found, Unsolved):
        return found
    assert isinstance(found, Optimality), "without constraints there is always a mechanism"
    best = found.optimum
    lift = Optimum(problem, best.value, _split(best, shares), None, lifted(best.mechanism, databases))
    return ObliviousOptimum(shares, found, lift, certify(lift))


def _split(best: Optimum, shares: Shares) -> Dual:
    """The prices on results, split by the shares over databases, and by their pairing over pairs of neighbours."""
    up: list[list[tuple[int, int, Fraction]]] = [[] for _ in range(shares.databases.n)]
    for (d, e), part in shares.pairing.items():
        up[shares.databases.results[d]].append((d, e, part))
    flows = {}
    for (r, i, k), price in _flows(best).items():
        for d, e, part in up[min(i, k)]:
            flows[(r, d, e) if i < k else (r, e, d)] = price * part
    weights = [rational(best.dual.weights[i]) for i in shares.databases.results]
    return Dual(
        extension(best.dual.prior, shares),
        tuple(w * share for w, share in zip(weights, shares.weights, strict=True)),
        (),
        flows,
    )


def _flows(best: Optimum) -> dict[tuple[int, int, int], Fraction]:
    """The prices (r, i, k) of x_kr ≥ α·x_ir on the path that leave no reduced cost negative.

    Each result passes its surplus, or its deficit, on to the next result.
    """
    problem, dual = best.problem, best.dual
    alpha, loss = problem.alpha, problem.user.loss
    found: dict[tuple[int, int, int], Fraction] = {}
    if alpha == 0:
        return found
    for r in range(problem.responses):
        left = [
            p * rational(loss(i, r)) - rational(weight)
            for i, (p, weight) in enumerate(zip(dual.prior, dual.weights, strict=True))
        ]
        root = problem.n
        while root and left[root] >= 0:
            found[r, root - 1, root] = left[root]
            left[root - 1] += alpha * left[root]
            root -= 1
        for i in range(root):
            if left[i] < 0:
                found[r, i, i + 1] = -left[i] / alpha
                left[i + 1] += left[i] / alpha
            else:
                found[r, i + 1, i] = left[i]
                left[i + 1] += alpha * left[i]
    return {at: price for at, price in found.items() if price}


def labelled(found: Optimality | ExactOptimum, databases: Databases) -> Optimality | ExactOptimum:
    """Label the mechanisms of an answer with the databases. Raises: as `oblivious`.

    >>> from exactdp.model.users import BayesianUser
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.release.database_users import loss_on_databases
    >>> from exactdp.model.databases import replace_one
    >>> user = BayesianUser(loss_on_databases(absolute(), replace_one(n=1)), ["1/2", "1/2"])
    >>> labelled(decide(problem_on_databases(user, "1/2", replace_one(n=1))), replace_one(n=1)).optimum.mechanism.inputs
    ('0', '1')
    """

    if isinstance(found, ExactOptimum):
        phase, other = found.phase, found.other
        if isinstance(phase, BasisAt):
            check_mechanism(found.mechanism, databases)
            phase = replace(phase, mechanism=SymbolicMechanism(phase.mechanism.rows, databases.labels))
        if other is not None:
            other = SymbolicMechanism(other.rows, databases.labels)
        return replace(found, phase=phase, other=other)

    def named(optimum: Optimum) -> Optimum:
        check_mechanism(optimum.mechanism, databases)
        return replace(optimum, given=optimum.mechanism.relabelled(databases.labels))

    alone = found.uniqueness
    if isinstance(alone, OnlyOptimum):
        alone = replace(alone, optimum=named(alone.optimum))
    elif isinstance(alone, AnotherOptimum):
        alone = replace(alone, optimum=named(alone.optimum), other=named(alone.other))
    return replace(found, optimum=named(found.optimum), uniqueness=alone)
