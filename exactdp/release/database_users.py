"""Users on databases: their losses and priors from those of users on results, and their worst-case losses."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactdp.arithmetic.exact import InputError, exact
from exactdp.model.databases import Databases, check_mechanism, check_number
from exactdp.model.losses import Loss, LossValue, rational, table, total
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, point_mass
from exactdp.release.oblivious import Averaging, Shares
from exactdp.shown import Shown


def loss_on_databases(loss: Loss, databases: Databases) -> Loss:
    """Return the loss l(f(d), r) as a table, for the responses 0..n, or for those of a table on results.

    Domain: a rational loss, defined on 0..n. Raises: `InputError` otherwise.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (9) and (10); Gupte & Sundararajan 2010, (5).

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.databases import replace_one
    >>> loss_on_databases(absolute(), replace_one(n=2)).rows.rows == ((0, 1, 2), (1, 0, 1), (1, 0, 1), (2, 1, 0))
    True
    """
    if not loss.rational:
        raise InputError(f"the loss {loss} is irrational: on databases write a rational one, such as power:2")
    width = databases.n + 1 if loss.rows is None else loss.rows.shape[1]
    loss.check_size(databases.n + 1, width)
    rows = [[rational(loss(i, r)) for r in range(width)] for i in range(databases.n + 1)]
    return table([rows[i] for i in databases.results])


def induced_prior(prior: Sequence[Any], databases: Databases) -> tuple[Fraction, ...]:
    """Return the prior on 0..n that a prior on databases induces: p_i is the sum over the databases with result i.

    Domain: a number for each database. Raises: `InputError` otherwise.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 6.2.

    >>> from exactdp.model.databases import replace_one
    >>> induced_prior(["1/4", "1/4", "1/2", 0], replace_one(n=2))
    (Fraction(1, 4), Fraction(3, 4), Fraction(0, 1))
    """
    check_number(len(prior), len(databases), "prior", "weight", "database")
    return tuple(sum((exact(prior[d]) for d in same), Fraction(0)) for same in databases.classes)


def extension(prior: Sequence[Any], shares: Shares) -> tuple[Fraction, ...]:
    """Return the prior on databases that induces a prior on 0..n and splits each p_i as the shares say.

    Domain: a number for each result. Raises: `InputError` otherwise.

    >>> from exactdp.release.oblivious import evenly
    >>> from exactdp.model.databases import replace_one
    >>> extension(["1/4", "3/4", 0], evenly(replace_one(n=2))) == tuple(map(Fraction, ("1/4", "3/8", "3/8", "0")))
    True
    """
    check_number(len(prior), shares.databases.n + 1, "prior", "weight", "result")
    return tuple(exact(prior[i]) * weight for i, weight in zip(shares.databases.results, shares.weights, strict=True))


def on_databases(user: User, shares: Shares) -> User:
    """Return a user on results as a user on databases, with the loss l(f(d), r).

    The shares extend a Bayesian user's prior. A minimax consumer's side information becomes all databases with a result
    in S. Domain: a user on 0..n. Raises: `InputError` otherwise, and as `loss_on_databases`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (10); Gupte & Sundararajan 2010, (5).

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.release.oblivious import evenly
    >>> from exactdp.model.databases import replace_one
    >>> user = MinimaxConsumer(absolute(), inputs=range(3), side_information=[1, 2])
    >>> on_databases(user, evenly(replace_one(n=2))).side_information
    (1, 2, 3)
    """
    databases = shares.databases
    check_number(user.size, databases.n + 1, "user", "input", "result")
    loss = loss_on_databases(user.loss, databases)
    if isinstance(user, BayesianUser):
        return BayesianUser(loss, extension(user.prior, shares))
    inside = set(user.side_information)
    return MinimaxConsumer(
        loss, inputs=range(len(databases)), side_information=[d for d, i in enumerate(databases.results) if i in inside]
    )


@dataclass(frozen=True)
class WorstDatabases(Shown):
    """A user's worst loss over databases, and a prior that attains it.

    For a Bayesian user on results `value` is (9), the largest expected loss over all priors on databases that induce
    the user's prior. For a minimax consumer it is (5), the largest loss over all databases with a result in S. `losses`
    has the loss of each database, and `prior` is a prior on databases at which `value` is the expected loss.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.databases import replace_one
    >>> from exactdp.model.users import expected_loss
    >>> mechanism = Mechanism([[1, 0, 0], ["1/2", "1/2", 0], [0, 1, 0], [0, 0, 1]])
    >>> found = worst_case(MinimaxConsumer(absolute(), inputs=range(3)), mechanism, replace_one(n=2))
    >>> dict(zip(found.databases.labels, map(str, found.losses), strict=True))
    {'00': '0', '01': '1/2', '10': '0', '11': '0'}
    >>> user = BayesianUser(loss_on_databases(found.user.loss, found.databases), found.prior)
    >>> found.value, expected_loss(user, found.mechanism)
    (Fraction(1, 2), Fraction(1, 2))
    """

    user: User
    databases: Databases
    mechanism: Mechanism
    value: LossValue
    losses: tuple[LossValue, ...]
    prior: tuple[Fraction, ...]


def worst_case(user: User, mechanism: Mechanism, databases: Databases) -> WorstDatabases:
    """Return the worst loss of a mechanism on databases, (9) or (5), and a least favourable prior on databases.

    The prior puts p_i on the first database with the largest loss among those with result i.
    Domain: a user on 0..n, and a mechanism as for `oblivious`. Raises: `InputError` otherwise.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (9); Gupte & Sundararajan 2010, (5).

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.databases import replace_one
    >>> from exactdp.model.users import expected_loss
    >>> mechanism = Mechanism([[1, 0, 0], ["1/2", "1/2", 0], [0, 1, 0], [0, 0, 1]])
    >>> found = worst_case(BayesianUser(absolute(), ["1/2", "1/2", 0]), mechanism, replace_one(n=2))
    >>> found.value, found.prior == (Fraction(1, 2), Fraction(1, 2), 0, 0)
    (Fraction(1, 4), True)
    """
    check_mechanism(mechanism, databases)
    check_number(user.size, databases.n + 1, "user", "input", "result")
    user.loss.check_size(user.size, mechanism.shape[1])
    losses = tuple(_loss(user.loss, i, row) for i, row in zip(databases.results, mechanism, strict=True))
    worst = [max(same, key=lambda d: losses[d]) for same in databases.classes]
    if isinstance(user, BayesianUser):
        on_results = user.prior
    else:
        on_results = point_mass(n=databases.n, i=max(user.side_information, key=lambda i: losses[worst[i]]))
    prior = [Fraction(0)] * len(databases)
    for p, d in zip(on_results, worst, strict=True):
        prior[d] = p
    value = total(losses[d] * p for p, d in zip(on_results, worst, strict=True))
    return WorstDatabases(user, databases, mechanism, value, losses, tuple(prior))


def _loss(loss: Loss, i: int, row: Sequence[Fraction]) -> LossValue:
    return total(loss(i, r) * probability for r, probability in enumerate(row))


@dataclass(frozen=True)
class Comparison(Shown):
    """A user's worst losses by a mechanism on databases and by its average; the latter is never larger.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import uniform
    >>> from exactdp.release.oblivious import average, evenly
    >>> from exactdp.model.databases import replace_one
    >>> from exactdp.model.users import expected_loss
    >>> mechanism = Mechanism([[1, 0, 0], ["1/2", "1/2", 0], [0, 1, 0], [0, 0, 1]])
    >>> found = compare(BayesianUser(absolute(), uniform(n=2)), average(mechanism, evenly(replace_one(n=2))))
    >>> [[str(loss) for loss in each.losses] for each in (found.before, found.after)]
    [['0', '1/2', '0', '0'], ['0', '1/4', '1/4', '0']]
    >>> found.before.value, found.after.value
    (Fraction(1, 6), Fraction(1, 12))
    """

    before: WorstDatabases
    after: WorstDatabases


def compare(user: User, averaging: Averaging) -> Comparison:
    """Return a user's worst loss, (9) or (5), before and after averaging a mechanism.

    Domain and errors: as `worst_case`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Proposition 6.2; Gupte & Sundararajan 2010, Lemma 6.

    >>> from exactdp.model.databases import replace_one
    >>> from exactdp.release.oblivious import average, evenly
    >>> averaging = average(Mechanism([[1, 0], ["1/2", "1/2"], [0, 1], [0, 1]]), evenly(replace_one(n=2)))
    >>> found = compare(MinimaxConsumer(table([[0, 1], [1, 0], [1, 0]]), inputs=range(3)), averaging)
    >>> found.before.value, found.after.value
    (Fraction(1, 2), Fraction(1, 4))
    """
    databases = averaging.shares.databases
    return Comparison(*(worst_case(user, x, databases) for x in (averaging.mechanism, averaging.averaged)))
