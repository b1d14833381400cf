"""Losses and users as text: by name, as numbers, or as the name of a file with the numbers."""

import os
from pathlib import Path, PurePath

from exactdp import files
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided
from exactdp.files.storage import STANDARD, shown
from exactdp.model import losses
from exactdp.model.losses import Loss
from exactdp.model.matrix import Matrix
from exactdp.model.users import PRIORS, BayesianUser, MinimaxConsumer, User, read_numbers, read_prior


def read_loss(written: str, folder: str | Path = "") -> Loss:
    """Read a loss as `exactdp.model.losses.read_loss` does; the file of a table is relative to the folder.

    Raises: `InputError` as `exactdp.model.losses.read_loss`, and as `exactdp.files.read`.

    >>> print(read_loss("threshold:2"))
    [|i-r| > 2]
    """
    if _is_file(written) and not written.startswith("table:"):
        raise InputError(f"unknown loss {elided(written)!r}: write table:{elided(written)} for the table in a file")
    return losses.read_loss(written, lambda name: files.read(_in(folder, name), kind=Matrix))


def read_user(
    loss: Loss, inputs: int, prior: str | None = None, side_information: str | None = None, folder: str | Path = ""
) -> User:
    """Return the Bayesian user with a prior, else the minimax consumer with side information, by default all inputs.

    A prior that is not a name is a file if the file exists, or if it ends in an extension such as .txt. Raises:
    `InputError` for another number of inputs, and as `exactdp.files.read`.

    >>> from exactdp.model.losses import absolute
    >>> read_user(absolute(), 3, prior="1/2,0,1/2")
    BayesianUser(|i-r|, prior 1/2, 0, 1/2)
    >>> read_user(absolute(), 3, side_information="1..2")
    MinimaxConsumer(|i-r|, side information {1, 2} of 3 inputs)
    """
    if prior is None:
        return MinimaxConsumer(
            loss,
            inputs=range(inputs),
            side_information=read_numbers("all" if side_information is None else side_information, inputs - 1),
        )
    path = _in(folder, prior)
    is_file = PurePath(prior).suffix[1:].isalpha() or os.path.exists(path)  # noqa: PTH110
    if prior and prior.partition(":")[0] not in PRIORS and is_file:
        matrix = files.read(path, kind=Matrix)
        if matrix.shape not in ((1, inputs), (inputs, 1)):
            raise InputError(f"{shown(path)} is {matrix.shape[0]} × {matrix.shape[1]}: write one row of {inputs}")
        try:
            return BayesianUser(loss, [entry for row in matrix.rows for entry in row])
        except InputError as error:
            raise error.at(file=shown(path)) from None
    return BayesianUser(loss, read_prior(prior, inputs - 1))


def _is_file(written: str) -> bool:
    return PurePath(written).suffix.lower() in files.ENDINGS


def _in(folder: str | Path, name: str) -> str:
    return name if name == STANDARD else str(Path(folder) / name)
