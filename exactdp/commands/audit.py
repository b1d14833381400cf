"""The command `audit`: the exact level of a table of rounded numbers, or of another library's mechanism."""

from pathlib import PurePath

from exactdp import files
from exactdp.answers.audit import Audit, audit, audit_implementation
from exactdp.arithmetic.errors import InputError
from exactdp.certificates.certificate import Verified
from exactdp.commands.options import NO, YES, Commands, Options, command
from exactdp.commands.printing import progress, show
from exactdp.files import numpy_arrays
from exactdp.files.storage import shown
from exactdp.model.matrix import Matrix
from exactdp.other_libraries import implementation
from exactdp.report import audits


def _audit(options: Options) -> int:
    if options.library is not None:
        return _library(options)
    if options.file is None:
        raise InputError("name a FILE, or another library's mechanism with --library")
    for name in ("n", "sensitivity"):
        if vars(options)[name] is not None:
            raise InputError(f"{'-' if name == 'n' else '--'}{name} needs --library")
    table = _read(options)
    found = audit(table, options.neighbours_of(table), alpha=options.level_asked())
    done = found.verified
    show(options, audits.audit(found, shown(options.file), done))
    return _ended(options, found, done)


def _read(options: Options) -> Matrix:
    if PurePath(options.file).suffix.lower() == ".npy":
        return numpy_arrays.read(options.file)
    table = files.read_table(options.file).matrix(Matrix)
    return numpy_arrays.rounded(table) if options.doubles else table


def _library(options: Options) -> int:
    for name in ("file", "alpha", "neighbours", "doubles"):
        if vars(options)[name]:
            given = "FILE" if name == "file" else f"--{name}"
            raise InputError(f"--library excludes {given}: write --library {options.library} -n 3 --epsilon 1")
    if options.n is None or options.epsilon is None:
        raise InputError("--library needs n and ε: write -n 3 --epsilon 1")
    progress()(f"the table of {options.library}")
    judged = implementation(
        options.library,
        n=options.n,
        epsilon=options.epsilon,
        sensitivity=1 if options.sensitivity is None else options.sensitivity,
    )
    found = audit_implementation(judged)
    done = found.verified
    show(options, audits.implementation(judged, found, done))
    return _ended(options, found, done)


def _ended(options: Options, found: Audit, done: Verified | None) -> int:
    if options.certificate is not None:
        if done is None:
            raise InputError("a table with negative entries has no level to certify: nothing is written")
        files.write_bytes(done.certificate.data, options.certificate)
    return YES if found else NO


def add(commands: Commands) -> None:
    """Register the command."""
    added = command(
        commands,
        "audit",
        _audit,
        "the exact level of a table of rounded numbers, or of another library's mechanism",
        "exactdp audit table.csv --alpha 1/4",
        "exactdp audit table.csv --doubles --epsilon 3/2 --certificate level.cert",
    )
    added.file_argument("a matrix as JSON, CSV or LaTeX, or an array as .npy", nargs="?")
    added.report_options()
    added.flag("--doubles", "read every number as the nearest double")
    added.option(
        "--library",
        "NAME",
        "instead of FILE: qif.geometric, opendp.geometric, diffprivlib.Binary, …; with -n and --epsilon",
    )
    added.integer("-n", "N", "with --library: the inputs are 0 to n, n from 1 to 1000")
    added.integer("--sensitivity", "K", "with --library: the largest difference of neighbouring inputs, from 1")
    added.alpha_options("; the promised level")
    added.neighbours_option()
    added.certificate_option("of the exact level")
