"""Options of several commands, and their values."""

import argparse
import os
import re
import stat
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from pathlib import Path, PurePath
from typing import Any, ClassVar, TypeAlias, TypeVar

from exactdp import files
from exactdp.answers.examination import check_order
from exactdp.arithmetic import arguments
from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.exact import exact
from exactdp.arithmetic.exponential_levels import (
    Exponential,
    RationalOrExponential,
    exponential_level,
    requested_level,
    rounded_up,
)
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.certificates.certificate import Verified
from exactdp.commands.parser import debug_option
from exactdp.commands.printing import remark, tell
from exactdp.files import users
from exactdp.files.storage import STANDARD, check_writable, shown
from exactdp.model.losses import Loss
from exactdp.model.matrix import Matrix
from exactdp.model.neighbours import Neighbours, read_neighbours
from exactdp.model.users import PRIORS, User
from exactdp.processes.limits import GIGABYTE, USUAL_SECONDS, Limits, OutOfTime, default_memory, lacks_memory, limited
from exactdp.processes.pool import Ended
from exactdp.processes.supervision import UNDECIDED
from exactdp.report import wording

Options: TypeAlias = argparse.Namespace

Name = TypeVar("Name", bound=str)

YES, NO = 0, 1

LARGEST_DATABASE = 10**6
"""Database sizes from here on are rejected as typing errors, because no program of this size can be solved."""

FORMAT_BY_ENDING = {**files.ENDINGS, ".md": "markdown", ".txt": "text"}
"""The formats by file extension, if the extension is not the name of the format."""

MAIN_ENDINGS = {"latex": ".tex", "markdown": ".md", "text": ".txt"}
"""The extension in error messages, if it is not the name of the format."""


class InputFile(str):
    """The type of an option with the name of an input file; "-" is standard input."""

    __slots__ = ()


class OutputFile(str):
    """The type of an option with the name of an output file; "-" is standard output.

    `endings` has the extensions of its format, if it has one; a name without an extension is always allowed.
    """

    __slots__ = ()
    endings: ClassVar[tuple[str, ...]] = ()


class CertificateFile(OutputFile):
    """The type of an option with the name of a certificate to write."""

    __slots__ = ()
    endings = (".cert",)


class PageFile(OutputFile):
    """The type of an option with the name of an HTML page to write."""

    __slots__ = ()
    endings = (".html", ".htm")


class RecordsFile(OutputFile):
    """The type of an option with the name of a CSV file of records to write."""

    __slots__ = ()
    endings = (".csv",)


class ProgramFile(OutputFile):
    """The type of an option with the name of a Python program to write."""

    __slots__ = ()
    endings = (".py",)


class Folder(str):
    """The type of an option with the name of a directory."""

    __slots__ = ()


class ClaimName(str):
    """The type of an option that names claims: by id, by source, or by script."""

    __slots__ = ()


def command(
    commands: Any, name: str, run: Callable[[Options], int], about: str, *examples: str
) -> argparse.ArgumentParser:
    """Add a command that calls `run`; its help ends with the examples, each a complete command line."""
    added: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=about,
        epilog="\n".join(
            [counted(len(examples), "example").partition(" ")[2] + ":", *(f"  {each}" for each in examples)]
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    added.set_defaults(command=partial(_carry_out, run), examples=examples, limits_each=False, program=added.prog)
    _loudness_options(added)
    debug_option(added)
    _limit_options(added)
    return added


def _loudness_options(command: argparse.ArgumentParser) -> None:
    either = command.add_mutually_exclusive_group()
    either.add_argument(
        "-q", "--quiet", action="store_true", help="print only the first line of the answer, without remarks"
    )
    either.add_argument("-v", "--verbose", action="store_true", help="print everything, even long lists")


def _limit_options(command: argparse.ArgumentParser) -> None:
    limits = command.add_argument_group("limits", "a command that exceeds a limit ends undecided, with exit code 3")
    limits.add_argument(
        "--time-limit",
        type=spelled_number("[1-9][0-9]{0,8}", "a time limit: write whole seconds such as 60"),
        metavar="SECONDS",
        help=f"seconds of processor time, from 1; default: {USUAL_SECONDS}",
    )
    limits.add_argument(
        "--memory-limit",
        type=spelled_number(
            r"[1-9][0-9]{0,5}(\.[0-9]{1,3})?", "a memory limit: write gigabytes, such as 4 or 1.5", _bytes
        ),
        metavar="GB",
        help="gigabytes of memory, at least 1; default: three quarters of this machine's",
    )


def spelled_number(pattern: str, what: str, read: Callable[[str], int] = int) -> Callable[[str], int]:
    """Return the type of an option with a number of this spelling; the error says `what` to write."""

    def number(written: str) -> int:
        if not re.fullmatch(pattern, written):
            raise argparse.ArgumentTypeError(f"{elided(written)!r} is not {what}")
        return read(written)

    return number


def _bytes(gigabytes: str) -> int:
    return int(exact(gigabytes) * GIGABYTE)


def limits_of(options: Options) -> Limits:
    """Return the requested limits of time and memory, or the defaults; or lower limits of the system.

    >>> limits_of(Options(time_limit=10, memory_limit=None)).time
    'not decided within 10 s of processor time'
    """
    return Limits(options.time_limit or USUAL_SECONDS, options.memory_limit or default_memory()).in_force()


def _carry_out(run: Callable[[Options], int], options: Options) -> int:
    read, written = list(read_files(options)), list(_named(options, OutputFile))
    for path in written:
        # Do not lose a long computation because its output cannot be written.
        check_writable(path)
    places = [os.path.realpath(path) for path in written if path != STANDARD]
    for path in written:
        if path != STANDARD and places.count(os.path.realpath(path)) > 1:
            raise InputError(f"{shown(path)}: two outputs have this name: name a file for each")
    keep_inputs(read, written)
    for path in written:
        check_ending(path, path.endings)
    asked = vars(options)
    if asked.get("html") == STANDARD and (options.json or options.latex):
        other = "JSON" if options.json else "LaTeX"
        raise InputError(f"the page and the {other} can't both be printed: name a file, as in --html OUT.html")
    if "formats" in options:
        said = format_named(options.output, options.formats)
        if said is None and options.format is None and options.output is not None:
            check_ending(options.output, [MAIN_ENDINGS.get(each, f".{each}") for each in options.formats])
        if options.output is not None and options.formats == tuple(files.FORMATS):
            files.format_of(options.output, options.format)
        if None not in (said, options.format) and said != options.format:
            raise InputError(
                f"{shown(options.output)}: the extension means {said}, but the format is {options.format}: "
                "change one of them"
            )
    if STANDARD in read and sys.stdin is not None and sys.stdin.isatty():
        tell("reading standard input: type or paste, and end it with Ctrl-D on a line of its own")
    code = run(options) if options.limits_each else within_limits(run, options)
    if code != UNDECIDED and "remark" in options and not options.quiet:
        sys.stdout.flush()
        tell(options.remark)
    return code


def within_limits(run: Callable[[Options], int], options: Options) -> int:
    """Run a command within the requested limits of time and memory. Raises: `Undecided` beyond them; as the command.

    >>> within_limits(lambda options: options.time_limit, Options(time_limit=10, memory_limit=None))
    10
    """
    limits = limits_of(options)
    try:
        with limited(limits):
            return run(options)
    except OutOfTime:
        raise Undecided(limits.time) from None
    except MemoryError:
        raise Undecided(limits.space) from None
    except Ended as end:
        raise Undecided(_why_ended(end, limits)) from None
    except ImportError as error:
        if not lacks_memory(error):
            raise
        raise Undecided(limits.space) from None


def _why_ended(end: Ended, limits: Limits) -> str:
    """Return the message for a process that ended before it answered."""
    if end.out_of_time:
        return limits.time
    # A library that lacks memory kills its process; OpenBLAS ends it with code 1.
    if end.code is None or end.code < 0 or end.code == 1:
        return limits.space
    return f"not decided: a process ended with code {end.code} before it answered, by a script or a library"


def read_files(options: Options) -> Iterator[str]:
    """Yield the name of each file that the command reads, "-" for standard input.

    >>> list(read_files(Options(file=InputFile("table.csv"), loss="table:losses.csv")))
    ['table.csv', 'losses.csv']
    """
    yield from _named(options, InputFile)
    yield from (name for name in _named(options, ClaimName) if name.endswith(".py"))
    asked = vars(options)
    if asked.get("count") == STANDARD:
        yield STANDARD
    if (asked.get("loss") or "").startswith("table:"):
        yield options.loss.removeprefix("table:")
    prior = asked.get("prior") or ""
    if prior and prior.partition(":")[0] not in PRIORS:
        # Probabilities, unless a file has this name.
        yield prior


def _named(options: Options, kind: type[Name]) -> Iterator[Name]:
    """Yield the values of options of this type."""
    for value in vars(options).values():
        yield from (each for each in (value if isinstance(value, list) else [value]) if isinstance(each, kind))


def format_named(path: str | None, formats: Iterable[str]) -> str | None:
    """Return the format by the extension of a file name, or None.

    >>> format_named("a.tex", ["csv", "latex"]), format_named("a.svg", ["svg"]), format_named("a.svg", ["csv"])
    ('latex', 'svg', None)
    """
    ending = PurePath(path or "").suffix.lower()
    said = FORMAT_BY_ENDING.get(ending, ending.removeprefix("."))
    return said if said in formats else None


def check_ending(path: str, endings: Sequence[str]) -> None:
    """Reject a file name with the extension of another format. Domain: no endings allow every name.

    Raises: `InputError` then, with the names of the command's formats.

    >>> check_ending("best.csv", [".csv", ".json"]), check_ending("best", [".cert"])
    (None, None)
    >>> check_ending("best.pdf", [".csv", ".json"])
    Traceback (most recent call last):
    exactdp.InputError: best.pdf: the output is .csv or .json: change the extension
    """
    ending = PurePath(path).suffix.lower()
    if ending and endings and path != STANDARD and ending not in endings:
        written = " or ".join(filter(None, [", ".join(endings[:-1]), endings[-1]]))
        other = "; --certificate writes the certificate" if ending == ".cert" else ""
        raise InputError(f"{shown(path)}: the output is {written}: change the extension{other}")


def keep_inputs(read: Iterable[str], written: Iterable[str]) -> None:
    """Reject an output that would replace an input, even by another name of the same file.

    Raises: `InputError` then.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     keep_inputs([file.name], ["-", "no such file"])
    ...     keep_inputs([file.name], [file.name])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    exactdp.InputError: ...: this would replace ..., which the command reads: name another file
    """
    inputs = [(name, found) for name in read if (found := _regular(name)) is not None]
    for path in written:
        found = None if path == STANDARD else _regular(path)
        for name, other in inputs:
            if found is not None and os.path.samestat(found, other):
                raise InputError(
                    f"{shown(path)}: this would replace {shown(name)}, which the command reads: name another file"
                )


def _regular(path: str) -> os.stat_result | None:
    """Return the identity of a regular file; None for special and missing files."""
    # A name may be too long or contain a zero byte, and standard input may not be a file of the system.
    with suppress(OSError, ValueError, AttributeError):
        found = os.fstat(sys.stdin.fileno()) if path == STANDARD else Path(path).stat()
        return found if stat.S_ISREG(found.st_mode) else None
    return None


def file_argument(
    command: argparse.ArgumentParser, about: str = "a matrix of fractions as JSON, CSV or LaTeX", **settings: Any
) -> None:
    """Ask for a file to read, usually one of a matrix."""
    command.add_argument("file", type=InputFile, metavar="FILE", help=about, **settings)


def output_option(
    command: argparse.ArgumentParser, about: str, kind: type[OutputFile] = OutputFile, **settings: Any
) -> None:
    """Offer a file to write to."""
    command.add_argument("-o", "--output", type=kind, metavar=f"OUT{''.join(kind.endings[:1])}", help=about, **settings)


def report_options(
    command: argparse.ArgumentParser, *, latex: str = "the answer", html: str = "the answer as one page"
) -> None:
    """Offer JSON or LaTeX instead of words, and an HTML page besides the printed answer."""
    either = command.add_mutually_exclusive_group()
    either.add_argument("--json", action="store_true", help="print JSON, with every fraction as exact text")
    either.add_argument("--latex", action="store_true", help=f"print {latex} as LaTeX")
    command.add_argument(
        "--html", type=PageFile, metavar="PAGE", help=f"also write {html}; with -, print only the page"
    )


def certificate_option(command: argparse.ArgumentParser, what: str) -> None:
    """Offer a file to write a certificate to."""
    command.add_argument(
        "--certificate", type=CertificateFile, metavar="CERT", help=f"write the certificate {what}, for exactdp verify"
    )


def alpha_options(command: argparse.ArgumentParser, more: str = "") -> Any:
    """Offer α or ε, and return the group, for a third alternative."""
    either = command.add_mutually_exclusive_group()
    either.add_argument(
        "--alpha", metavar="A", help=f"the privacy level α = e^-ε, from 0 to 1, such as 1/2 or 0.25{more}"
    )
    either.add_argument(
        "--epsilon",
        metavar="E",
        help="instead of --alpha: the exact level e^-E; E is 0, from 1e-300 to 10000, or ln Q such as ln 2",
    )
    return either


def rounded_alpha_options(command: argparse.ArgumentParser, more: str = "") -> Any:
    """Offer α or ε for a mechanism with a rational level, and how to round ε."""
    command.add_argument(
        "--round-level",
        type=spelled_number("[1-9][0-9]{0,2}", "a number of digits: write 1 to 999"),
        metavar="DIGITS",
        help="round the level up to this many digits, from 1 to 999; by default, e^-E becomes the simplest fraction at "
        "or just above it",
    )
    return alpha_options(command, more)


def levels_options(command: argparse.ArgumentParser, epsilons: str) -> None:
    """Ask for several levels, each an α or an ε; `epsilons` describes the use of ε in the help."""
    either = command.add_mutually_exclusive_group(required=True)
    either.add_argument("--levels", metavar="A,…", help="increasing levels α between 0 and 1, such as 1/4,1/2,3/4")
    either.add_argument(
        "--epsilons",
        metavar="E,…",
        help=f"instead of --levels: decreasing ε, from 1e-300 to 10000 or ln Q; {epsilons}",
    )


def noise_levels(options: Options) -> list[Any]:
    """Return the requested levels, with each ε exact."""
    if options.epsilons is not None:
        return [exponential_level(each) for each in options.epsilons.split(",")]
    return list(options.levels.split(","))


def from_option(either: Any) -> None:
    """Offer another source of the derivation, in the group of the level."""
    either.add_argument(
        "--from",
        dest="source",
        type=InputFile,
        metavar="FILE",
        help="derive it from this mechanism instead of the geometric one",
    )


def neighbours_option(command: argparse.ArgumentParser) -> None:
    """Offer a relation of neighbours other than the path."""
    command.add_argument(
        "--neighbours",
        "--neighbors",
        metavar="GRAPH",
        help="which inputs are neighbours: path (consecutive ones, the default, for a count query), complete (every "
        "two, for local privacy), cycle, hypercube, or edges such as 0-1,1-2",
    )


def user_options(command: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Ask for a loss, or only offer it, and offer a prior or side information."""
    command.add_argument(
        "--loss",
        required=required,
        help="the cost of response r on input i: abs is |i-r|; squared, zero-one, power:P/Q (P, Q from 1 to 64), "
        "threshold:K (K from 0 to 999999999), asymmetric:A,B (A for each step above i, B for each below, from 0) or "
        "table:FILE, a row for each input and a column for each response",
    )
    either = command.add_mutually_exclusive_group()
    either.add_argument(
        "--prior",
        metavar="P",
        help="a Bayesian user's prior: uniform, increasing (weights 1, 2, 3, …), point:2 (the input is 2), "
        "binomial:1/3, geometric:1/2, fractions from 0 to 1 that sum to 1, or a file",
    )
    either.add_argument(
        "--side-information",
        metavar="S",
        help="the inputs from 0 to n that a minimax consumer considers possible, such as 0..3 or 0,2,5; default: all",
    )


def matrix_output_option(command: argparse.ArgumentParser) -> None:
    """Offer a file to write a matrix to, and its format."""
    about = "the output file; its extension determines the format; default: standard output"
    output_option(command, about, default=STANDARD)
    format_option(command, files.FORMATS, "the format, if no extension determines it")


def matrix_option(command: argparse.ArgumentParser, what: str) -> None:
    """Offer a file to write a matrix to, in addition to the printed report, and its format."""
    output_option(command, f"write {what}; the extension determines the format")
    command.add_argument("--format", choices=list(files.FORMATS), help="the format, if no extension determines it")
    command.set_defaults(formats=tuple(files.FORMATS))


def format_option(command: argparse.ArgumentParser, formats: Collection[str], about: str) -> None:
    """Offer a choice of formats, including JSON, for the output file."""
    either = command.add_mutually_exclusive_group()
    command.set_defaults(formats=tuple(formats))
    either.add_argument("--format", choices=list(formats), help=about)
    for name in ("json", "latex"):
        if name in formats:
            either.add_argument(
                f"--{name}", dest="format", action="store_const", const=name, help=f"the same as --format {name}"
            )


def jobs_option(command: argparse.ArgumentParser, what: str) -> None:
    """Offer a number of processes; the default None means one for each processor."""
    command.add_argument(
        "--jobs",
        metavar="N",
        type=spelled_number("[1-9][0-9]{0,3}", "a number of processes: write 1, 2, …"),
        help=f"how many {what} to decide in parallel, from 1 to 9999; default: one for each processor",
    )


def database_size(options: Options, least: int = 0) -> int:
    """Return the requested n. Raises: `InputError` below the least."""
    n = arguments.database_size(options.n, least)
    if n >= LARGEST_DATABASE:
        raise InputError(f"n = {elided(text(n))}: write a database size below {LARGEST_DATABASE:,}")
    return n


def level_asked(options: Options) -> RationalOrExponential | None:
    """Return the exact requested level, or None. Raises: as `requested_level`."""
    return requested_level(options.alpha, options.epsilon)


def rounded_level(options: Options) -> Fraction:
    """Return the requested level, rounded up to a fraction, and print a remark. Raises: as `level_asked`."""
    asked = required_level(level_asked(options))
    digits = vars(options).get("round_level")
    if digits is None and isinstance(asked, Fraction):
        return asked
    if digits is None:
        assert isinstance(asked, Exponential)
        found = asked.above()
        say_rounded(options, found)
        return found
    found = rounded_up(asked, digits)
    written = f"α = {elided(options.alpha)}" if options.epsilon is None else f"ε = {elided(options.epsilon)}"
    how = f"rounded up to {counted(digits, 'digit')}: the promise is never weaker"
    options.remark = f"{written} became {wording.equals('α', found)}, {how}"
    return found


def say_rounded(options: Options, alpha: Fraction) -> None:
    """Print a remark about the rational level of a mechanism in place of e^-ε."""
    before, level = elided(options.epsilon), wording.equals("α", alpha)
    options.remark = f"ε = {before} became {level}, the simplest fraction at or just above e^-ε"


def say_beside(options: Options, alpha: Fraction) -> None:
    """Print a remark about the rational level of a mechanism beside an answer about e^-ε itself."""
    before, level = elided(options.epsilon), wording.equals("α", alpha)
    options.remark = f"ε = {before} is exact; the mechanism has {level}, the simplest fraction at or just above e^-ε"


def say_settled(options: Options, alpha: Fraction, asked: Exponential) -> None:
    """Print a remark about the rational level that decides a question about e^-ε."""
    before, level, side = elided(options.epsilon), wording.equals("α", alpha), "above" if alpha > asked else "below"
    options.remark = f"ε = {before} is decided at {level}, just {side} e^-ε, which settles it"


def required_level(alpha: RationalOrExponential | None) -> RationalOrExponential:
    """Check that a level is given.

    Raises: `InputError` without one.
    """
    if alpha is None:
        raise InputError("this needs a level: write --alpha 1/2, or --epsilon 1")
    return alpha


def graph_of(options: Options, inputs: Sequence[str]) -> Neighbours:
    """Return the graph of --neighbours, by default the path; a remark names the inputs that listed pairs leave out.

    Raises: `InputError` if it cannot be read.
    """
    neighbours = read_neighbours("path" if options.neighbours is None else options.neighbours, inputs)
    joined = {i for pair in neighbours.pairs for i in pair}
    alone = [label for i, label in enumerate(inputs) if i not in joined]
    if neighbours.name == "edges" and alone:
        one = len(alone) == 1
        which = f"input{'' if one else 's'} {wording.labels(alone)} {'has' if one else 'have'} no neighbours"
        remark(options, f"{which}, so privacy does not restrict {'its row' if one else 'their rows'}")
    return neighbours


def neighbours_of(options: Options, mechanism: Matrix, file: str = "") -> Neighbours:
    """Return the relation of neighbours on the inputs of a mechanism or a table.

    Without --neighbours it is the path, and a remark names the complete graph if the table looks like local privacy. It
    begins with the name of the `file`, if there are several.
    Raises: `InputError` if it cannot be read, or if it is a path and the inputs are not in order.
    """
    neighbours = graph_of(options, mechanism.inputs)
    check_order(mechanism.inputs, neighbours)
    if options.neighbours is None and _looks_local(mechanism):
        remark(
            options,
            f"{file and f'{shown(file)}: '}the neighbours are consecutive inputs, as for a count query; for local "
            "privacy, where every two inputs are neighbours, write --neighbours complete",
        )
    return neighbours


def _looks_local(table: Matrix) -> bool:
    """Return whether the inputs are not numbers, or every column has two values, as for randomised response."""
    if len(table) < 3:  # every two inputs are consecutive
        return False
    try:
        for label in table.inputs:
            exact(label)
    except InputError:
        return True
    values = (len(set(table.column(r))) for r in range(table.shape[1]))
    return all(many == 2 for many in values)


def loss_of(options: Options) -> Loss:
    """Return the requested loss; a table is read from its file.

    Raises: `InputError` as `read_loss`.
    """
    return users.read_loss(options.loss)


def user_of(options: Options, inputs: int, loss: Loss | None = None) -> User:
    """Return the user, Bayesian with a prior and else minimax, with this loss or the requested one.

    Raises: as `loss_of`, and `InputError` for a prior or side information that does not fit the inputs.
    """
    return users.read_user(loss or loss_of(options), inputs, options.prior, options.side_information)


def write_certificate(options: Options, done: Verified) -> None:
    """Write a certificate to the file of --certificate, if the option is given."""
    if options.certificate is not None:
        done.save(options.certificate)
