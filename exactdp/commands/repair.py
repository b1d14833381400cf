"""The command `repair`: the exact mechanism behind a rounded matrix, or behind a solver's output."""

from pathlib import PurePath
from typing import Any

from exactdp import files
from exactdp.answers.audit import audit
from exactdp.answers.repair import MisreadError, repair
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import text
from exactdp.commands.options import (
    NO,
    YES,
    Options,
    certificate_option,
    command,
    file_argument,
    level_asked,
    matrix_option,
    neighbours_of,
    neighbours_option,
    report_options,
    rounded_alpha_options,
    rounded_level,
    user_of,
    user_options,
    write_certificate,
)
from exactdp.commands.printing import progress, show
from exactdp.files import numpy_arrays
from exactdp.files.storage import shown
from exactdp.model.matrix import Matrix
from exactdp.report import repairs


def _repair(options: Options) -> int:
    alpha = rounded_level(options) if options.round_level is not None else level_asked(options)
    rows, table = _read(options)
    neighbours = neighbours_of(options, table)
    if alpha is None:
        own = audit(table, neighbours).alpha
        about = f"; the level of the printed table is near {text(own.limit_denominator(100))}" if own else ""
        raise InputError(f"this needs a level: write --alpha 1/2, or --epsilon 1{about}")
    user = None
    if options.loss is not None:
        user = user_of(options, len(table))
    elif options.prior is not None or options.side_information is not None:
        raise InputError("a prior or side information needs a loss: add --loss abs")
    try:
        found = repair(
            rows,
            alpha,
            user,
            neighbours,
            tolerance=options.tolerance,
            inputs=table.inputs,
            responses=table.responses,
            progress=progress(),
        )
    except MisreadError as error:
        raise error.at(file=shown(options.file)) from None
    if options.output is not None:
        files.write(found.mechanism, options.output, options.format)
    write_certificate(options, found.verified[0])
    show(options, repairs.repair(found, shown(options.file)))
    return YES if found else NO


def _read(options: Options) -> tuple[Any, Matrix]:
    if PurePath(options.file).suffix.lower() == ".npy":
        array = numpy_arrays.read(options.file)
        return numpy_arrays.to_numpy(array, rounding="nearest"), array
    table = files.read_table(options.file)
    return table.printed(), table.matrix(Matrix)


def add(commands: Any) -> None:
    """Register the command."""
    added = command(
        commands,
        "repair",
        _repair,
        "the exact mechanism behind a rounded table or a solver's output, and how far each entry moves",
        "exactdp repair table.csv --alpha 1/4 -o exact.csv",
        "exactdp repair table.csv --alpha 1/4 --tolerance 1e-9",
    )
    file_argument(added, "a matrix as JSON, CSV or LaTeX, or an array as .npy")
    report_options(added)
    rounded_alpha_options(added)
    user_options(added, required=False)
    neighbours_option(added)
    added.add_argument(
        "--tolerance",
        metavar="T",
        help="the largest error of an entry, from 0, which means exact; by default, found from the table",
    )
    matrix_option(added, "the exact matrix")
    certificate_option(added, "that the report names first")
