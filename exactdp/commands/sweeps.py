"""The command `sweep`: thousands of users, levels and sizes."""

from exactdp.answers.sweep import JOURNAL, TABLE, sweep
from exactdp.answers.sweep_engine import ENGINE_SPELLINGS
from exactdp.answers.sweep_specification import read_specification
from exactdp.answers.sweep_verification import verify_sweep
from exactdp.arithmetic.errors import InputError
from exactdp.commands.offering import Folder, InputFile
from exactdp.commands.options import NO, YES, Commands, Options, command, keep_inputs, limits_of, resumable
from exactdp.commands.printing import progress, show
from exactdp.processes.pool import processors
from exactdp.processes.supervision import UNDECIDED
from exactdp.report import sweeps


def _sweep(options: Options) -> int:
    specification, jobs = read_specification(options.specification), options.jobs or processors()
    limits = limits_of(options)
    if not options.verify:
        keep_inputs([options.specification], [f"{options.output}/{each}" for each in (JOURNAL, TABLE)])
        with resumable(f"{options.output}/{JOURNAL}", "instances"):
            found = sweep(
                specification,
                options.output,
                certificates=options.certificates,
                engine=options.engine,
                jobs=jobs,
                limits=limits,
                progress=progress(),
            )
        show(options, sweeps.sweep(found))
        return YES if found else UNDECIDED
    if options.certificates is None:
        raise InputError("--verify checks certificates: name their directory with --certificates")
    if options.engine != "processes":
        raise InputError("--verify reads certificates on this machine: leave --engine out")
    judged = verify_sweep(
        specification, options.output, options.certificates, jobs=jobs, limits=limits, progress=progress()
    )
    show(options, sweeps.verification(judged))
    if judged.wrong:
        return NO
    return UNDECIDED if judged.unsolved else YES


def add(commands: Commands) -> None:
    """Register the command."""
    added = command(
        commands,
        "sweep",
        _sweep,
        "decide every combination of users, levels and sizes, and write a table; it resumes after an interruption",
        "exactdp sweep sweep.toml -o results",
        "exactdp sweep sweep.toml -o results --certificates proofs",
        "exactdp sweep sweep.toml -o results --engine dask",
    )
    # The time limit is per instance; an instance that meets it is unsolved.
    added.set_defaults(limits_each=True)
    added.add_argument(
        "specification", type=InputFile, metavar="SPEC", help="TOML: lists and ranges of n, alpha, loss, prior, …"
    )
    added.add_argument(
        "-o",
        "--output",
        type=Folder,
        metavar="DIRECTORY",
        required=True,
        help="the directory of the table and the journal of finished instances",
    )
    added.option("--certificates", "DIRECTORY", "write each certificate, named by its SHA-256", type=Folder)
    added.flag("--verify", "verify a finished sweep with the kernel, and decide nothing")
    added.option("--engine", "ENGINE", ENGINE_SPELLINGS, default="processes")
    added.jobs_option("instances")
    added.report_options()
