"""The values of the options of a command, and its run within limits."""

import argparse
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import partial
from pathlib import Path, PurePath
from typing import TypeAlias, TypeVar

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
from exactdp.commands.offering import ClaimName, InputFile, Offering, OutputFile
from exactdp.commands.printing import remark, tell
from exactdp.files import users
from exactdp.files.storage import STANDARD, check_writable, shown
from exactdp.model.losses import Loss
from exactdp.model.matrix import Matrix
from exactdp.model.neighbours import Neighbours, read_neighbours
from exactdp.model.users import PRIORS, User
from exactdp.processes.limits import USUAL_SECONDS, Limits, OutOfTime, default_memory, lacks_memory, limited
from exactdp.processes.pool import Ended
from exactdp.processes.supervision import UNDECIDED
from exactdp.report import wording

Name = TypeVar("Name", bound=str)

Commands: TypeAlias = "argparse._SubParsersAction[Offering]"
"""The object of argparse to which commands are added."""

YES, NO = 0, 1

LARGEST_DATABASE = 10**6
"""Database sizes from here on are rejected as typing errors, because no program of this size can be solved."""

FORMAT_BY_ENDING = {**files.ENDINGS, ".md": "markdown", ".txt": "text"}
"""The formats by file extension, if the extension is not the name of the format."""

MAIN_ENDINGS = {"latex": ".tex", "markdown": ".md", "text": ".txt"}
"""The extension in error messages, if it is not the name of the format."""


class Options(argparse.Namespace):
    """The values of the options of a command."""

    def noise_levels(self) -> list[str] | list[RationalOrExponential]:
        """Return the requested levels, with each ε exact."""
        if self.epsilons is not None:
            return [exponential_level(each) for each in self.epsilons.split(",")]
        return list(self.levels.split(","))

    def database_size(self, least: int = 0) -> int:
        """Return the requested n. Raises: `InputError` below the least."""
        n = arguments.database_size(self.n, least)
        if n >= LARGEST_DATABASE:
            raise InputError(f"n = {elided(text(n))}: write a database size below {LARGEST_DATABASE:,}")
        return n

    def level_asked(self) -> RationalOrExponential | None:
        """Return the exact requested level, or None. Raises: as `requested_level`."""
        return requested_level(self.alpha, self.epsilon)

    def rounded_level(self) -> Fraction:
        """Return the requested level, rounded up to a fraction, and print a remark. Raises: as `level_asked`."""
        asked = self.required_level()
        digits = vars(self).get("round_level")
        if digits is None and isinstance(asked, Fraction):
            return asked
        if digits is None:
            assert isinstance(asked, Exponential)
            found = asked.above()
            self.say_rounded(found)
            return found
        found = rounded_up(asked, digits)
        written = f"α = {elided(self.alpha)}" if self.epsilon is None else f"ε = {elided(self.epsilon)}"
        how = f"rounded up to {counted(digits, 'digit')}: the promise is never weaker"
        self.remark = f"{written} became {wording.equals('α', found)}, {how}"
        return found

    def say_rounded(self, alpha: Fraction) -> None:
        """Print a remark about the rational level of a mechanism in place of e^-ε."""
        before, level = elided(self.epsilon), wording.equals("α", alpha)
        self.remark = f"ε = {before} became {level}, the simplest fraction at or just above e^-ε"

    def say_beside(self, alpha: Fraction) -> None:
        """Print a remark about the rational level of a mechanism beside an answer about e^-ε itself."""
        before, level = elided(self.epsilon), wording.equals("α", alpha)
        self.remark = f"ε = {before} is exact; the mechanism has {level}, the simplest fraction at or just above e^-ε"

    def say_settled(self, alpha: Fraction, asked: Exponential) -> None:
        """Print a remark about the rational level that decides a question about e^-ε."""
        before, level, side = elided(self.epsilon), wording.equals("α", alpha), "above" if alpha > asked else "below"
        self.remark = f"ε = {before} is decided at {level}, just {side} e^-ε, which settles it"

    def required_level(self) -> RationalOrExponential:
        """Return the exact requested level. Raises: `InputError` without one, and as `level_asked`."""
        found = self.level_asked()
        if found is None:
            raise InputError("this needs a level: write --alpha 1/2, or --epsilon 1")
        return found

    def graph_of(self, inputs: Sequence[str]) -> Neighbours:
        """Return the graph of --neighbours, by default the path; a remark names inputs that listed pairs leave out.

        Raises: `InputError` if it cannot be read.
        """
        neighbours = read_neighbours("path" if self.neighbours is None else self.neighbours, inputs)
        joined = {i for pair in neighbours.pairs for i in pair}
        alone = [label for i, label in enumerate(inputs) if i not in joined]
        if neighbours.name == "edges" and alone:
            one = len(alone) == 1
            which = f"input{'' if one else 's'} {wording.labels(alone)} {'has' if one else 'have'} no neighbours"
            remark(self, f"{which}, so privacy does not restrict {'its row' if one else 'their rows'}")
        return neighbours

    def neighbours_of(self, mechanism: Matrix, file: str = "") -> Neighbours:
        """Return the relation of neighbours on the inputs of a mechanism or a table.

        Without --neighbours it is the path, and a remark names the complete graph if the table looks like local
        privacy. It begins with the name of the `file`, if there are several.
        Raises: `InputError` if it cannot be read, or if it is a path and the inputs are not in order.
        """
        neighbours = self.graph_of(mechanism.inputs)
        check_order(mechanism.inputs, neighbours)
        if self.neighbours is None and _looks_local(mechanism):
            remark(
                self,
                f"{file and f'{shown(file)}: '}the neighbours are consecutive inputs, as for a count query; for local "
                "privacy, where every two inputs are neighbours, write --neighbours complete",
            )
        return neighbours

    def loss_of(self) -> Loss:
        """Return the requested loss; a table is read from its file.

        Raises: `InputError` as `read_loss`.
        """
        return users.read_loss(self.loss)

    def user_of(self, inputs: int, loss: Loss | None = None) -> User:
        """Return the user, Bayesian with a prior and else minimax, with this loss or the requested one.

        Raises: as `loss_of`, and `InputError` for a prior or side information that does not fit the inputs.
        """
        return users.read_user(loss or self.loss_of(), inputs, self.prior, self.side_information)

    def write_certificate(self, done: Verified) -> None:
        """Write a certificate to the file of --certificate, if the option is given."""
        if self.certificate is not None:
            done.save(self.certificate)

    def write_matrix(self, matrix: Matrix) -> None:
        """Write a matrix to the file of -o, if the option is given."""
        if self.output is not None:
            files.write(matrix, self.output, self.format)


def command(commands: Commands, name: str, run: Callable[[Options], int], about: str, *examples: str) -> Offering:
    """Add a command that calls `run`; its help ends with the examples, each a complete command line."""
    added = commands.add_parser(
        name,
        help=about,
        description=about,
        epilog="\n".join(
            [counted(len(examples), "example").partition(" ")[2] + ":", *(f"  {each}" for each in examples)]
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    added.set_defaults(command=partial(_carry_out, run), examples=examples, limits_each=False, program=added.prog)
    added.loudness_options()
    added.debug_option()
    added.limit_options()
    return added


def limits_of(options: Options) -> Limits:
    """Return the requested limits of time and memory, or the defaults; or lower limits of the system.

    >>> limits_of(Options(time_limit=10, memory_limit=None)).time
    'not decided within 10 s of processor time'
    """
    return Limits(options.time_limit or USUAL_SECONDS, options.memory_limit or default_memory()).in_force()


def _carry_out(run: Callable[[Options], int], parsed: argparse.Namespace) -> int:
    options = Options(**vars(parsed))
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


@contextmanager
def resumable(journal: str | None, finished: str) -> Iterator[None]:
    """Have an interruption say how to resume, if a journal with the finished parts exists.

    >>> import tempfile
    >>> try:
    ...     with tempfile.NamedTemporaryFile() as journal, resumable(journal.name, "rounds"):
    ...         raise KeyboardInterrupt
    ... except KeyboardInterrupt as end:
    ...     print(str(end).partition(";")[0])
    run the same command again to resume
    """
    try:
        yield
    except KeyboardInterrupt:
        if journal is None or not Path(journal).exists():
            raise
        how = f"run the same command again to resume; {shown(journal)} has the finished {finished}"
        raise KeyboardInterrupt(how) from None


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
    for name in _named(options, ClaimName):
        yield from [name] if name.endswith(".py") else map(str, Path(name).glob("*.py")) if name.endswith("/") else ()
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
