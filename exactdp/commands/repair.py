"""The command `repair`: the exact mechanism behind a rounded matrix, or behind a solver's output."""

from pathlib import PurePath

from exactdp import files
from exactdp.answers.audit import audit
from exactdp.answers.repair import MisreadError, repair
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import text
from exactdp.commands.options import NO, YES, Commands, Options, command
from exactdp.commands.printing import progress, show
from exactdp.files import numpy_arrays
from exactdp.files.storage import shown
from exactdp.model.given import TableLike
from exactdp.model.matrix import Matrix
from exactdp.report import repairs


def _repair(options: Options) -> int:
    alpha = options.rounded_level() if options.round_level is not None else options.level_asked()
    rows, table = _read(options)
    neighbours = options.neighbours_of(table)
    if alpha is None:
        own = audit(table, neighbours).alpha
        about = f"; the level of the printed table is near {text(own.limit_denominator(100))}" if own else ""
        raise InputError(f"this needs a level: write --alpha 1/2, or --epsilon 1{about}")
    user = None
    if options.loss is not None:
        user = options.user_of(len(table))
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
    options.write_matrix(found.mechanism)
    options.write_certificate(found.verified[0])
    show(options, repairs.repair(found, shown(options.file)))
    return YES if found else NO


def _read(options: Options) -> tuple[TableLike, Matrix]:
    if PurePath(options.file).suffix.lower() == ".npy":
        array = numpy_arrays.read(options.file)
        return numpy_arrays.to_numpy(array, rounding="nearest"), array
    table = files.read_table(options.file)
    return table.printed(), table.matrix(Matrix)


def add(commands: Commands) -> None:
    """Register the command."""
    added = command(
        commands,
        "repair",
        _repair,
        "the exact mechanism behind a rounded table or a solver's output, and how far each entry moves",
        "exactdp repair table.csv --alpha 1/4 -o exact.csv",
        "exactdp repair table.csv --alpha 1/4 --tolerance 1e-9",
    )
    added.file_argument("a matrix as JSON, CSV or LaTeX, or an array as .npy")
    added.report_options()
    added.rounded_alpha_options()
    added.user_options(required=False)
    added.neighbours_option()
    added.option(
        "--tolerance", "T", "the largest error of an entry, from 0, which means exact; by default, found from the table"
    )
    added.matrix_option("the exact matrix")
    added.certificate_option("that the report names first")
