"""Users on databases: their losses and priors, from the losses and priors of users on results."""

from collections.abc import Sequence
from fractions import Fraction

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.model.databases import Databases, check_number
from exactdp.model.losses import Loss, rational, table
from exactdp.model.users import BayesianUser, MinimaxConsumer, User
from exactdp.release.oblivious import Shares


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


def extension(prior: Sequence[Exact], shares: Shares) -> tuple[Fraction, ...]:
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
