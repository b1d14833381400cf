"""Users, and their losses by a mechanism, as reports.

>>> from exactdp.model.losses import absolute
>>> from exactdp.model.users import MinimaxConsumer
>>> user(BayesianUser(absolute(), ["1/2", "1/2"])).topics[0].parts
('Bayesian, loss |i-r|, prior 1/2, 1/2',)
>>> user_words(MinimaxConsumer(absolute(), inputs=range(4), side_information=[0, 1, 3]))
'minimax, loss |i-r|, side information {0, 1, 3}'
"""

from collections.abc import Sequence

from exactdp.arithmetic.spelling import elided, ranges
from exactdp.model.users import BayesianUser, ExpectedLoss, User
from exactdp.report.document import Report, Table, Topic
from exactdp.report.wording import compact, label, labels, number, objective

SHOWN_INPUTS = 12
"""The most inputs shown with their expected losses."""

LONG_PRIOR = 80
"""The most characters shown of a prior."""


def user(found: User) -> Report:
    """Return a user: the loss, and the prior or the side information."""
    return Report("user", [Topic("user", [user_words(found)])], {"user": found})


def user_words(user: User, inputs: Sequence[str] = ()) -> str:
    """Return a user on one line, with the labels of the inputs, if given and not 0, 1, …, as the side information."""
    if isinstance(user, BayesianUser):
        prior = ", ".join(map(compact, user.prior))
        if len(prior) > LONG_PRIOR and len(set(user.prior)) == 1:
            prior = f"uniform on {len(user.prior):,} inputs"
        return f"Bayesian, {_loss(user)}, prior {elided(prior, LONG_PRIOR)}"
    numbered = [*inputs] == [str(i) for i in range(len(inputs))]
    listed = ranges(user.side_information) if numbered else [label(inputs[i]) for i in user.side_information]
    known = elided(f"{{{', '.join(listed)}}}", 60)
    return f"minimax, {_loss(user)}, side information {known}"


def _loss(user: User) -> str:
    return f"loss {user.loss}" if user.loss.rows is None else "losses in a table"


def expected_loss(found: ExpectedLoss, name: str) -> Report:
    """Return a user's loss by a mechanism without a remap.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import expected_loss as loss_of
    >>> found = loss_of(BayesianUser(absolute(), ["1/3", "2/3"]), [["3/4", "1/4"], ["1/2", "1/2"]])
    >>> expected_loss(found, "the coin").title
    'The expected loss of the coin is 5/12 (≈ 0.4167).'
    """
    user, inputs = found.user, found.mechanism.inputs
    which = f"{objective(user)} of {name}"
    value = [f"{number(found.value)}, the {which}"]
    heading, columns = ["input", "expected loss"], [map(label, inputs), map(number, found.losses)]
    if isinstance(user, BayesianUser):
        heading.insert(1, "prior")
        columns.insert(1, map(compact, user.prior))
    else:
        plural = "s" if len(found.worst) > 1 else ""
        value.append(f"attained on input{plural} {labels(inputs[i] for i in found.worst)}")
    rows = Table(list(zip(*columns, strict=True)), tuple(heading), most=SHOWN_INPUTS)
    topics = [Topic("user", [user_words(user)]), Topic("value", value), Topic("by input", [rows])]
    values = {
        "user": user,
        "mechanism": found.mechanism,
        "value": found.value,
        "losses": found.losses,
        "worst": found.worst,
    }
    return Report("expected-loss", topics, values, f"The {which} is {number(found.value)}.")
