"""Options that several commands offer, and the types of their values."""

import argparse
import re
from collections.abc import Callable, Collection
from typing import Any, ClassVar, Self, SupportsIndex

from exactdp import files
from exactdp.arithmetic.exact import exact
from exactdp.arithmetic.spelling import elided
from exactdp.commands.printing import DEBUG
from exactdp.files.storage import STANDARD
from exactdp.processes.limits import GIGABYTE, USUAL_SECONDS


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


class OptionText(str):
    """The text of an option, or a part of it, so that an error about it can name the option.

    >>> [each.option for each in OptionText("1/2,x", "--levels").split(",")]
    ['--levels', '--levels']
    """

    option: str

    def __new__(cls, written: str, option: str = "") -> Self:  # pickle gives the option later
        """Return the text of this option."""
        found = super().__new__(cls, written)
        found.option = option
        return found

    def partition(self, sep: str, /) -> tuple[str, str, str]:
        """Return the parts, each with the option."""
        before, found, after = super().partition(sep)
        return OptionText(before, self.option), found, OptionText(after, self.option)

    def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[str]:
        """Return the parts, each with the option."""
        return [OptionText(each, self.option) for each in super().split(sep, maxsplit)]

    def strip(self, chars: str | None = None, /) -> str:
        """Return the text without spaces at its ends, with the option."""
        return OptionText(super().strip(chars), self.option)


def spelled_number(pattern: str, what: str, read: Callable[[str], int] = int) -> Callable[[str], int]:
    """Return the type of an option with a number of this spelling; the error says `what` to write."""

    def number(written: str) -> int:
        if not re.fullmatch(pattern, written):
            raise argparse.ArgumentTypeError(f"{elided(written)!r} is not {what}")
        return read(written)

    return number


def _bytes(gigabytes: str) -> int:
    return int(exact(gigabytes) * GIGABYTE)


class Offering(argparse.ArgumentParser):
    """A parser that can offer the options of several commands."""

    def flag(self, name: str, about: str) -> None:
        """Offer an option without a value."""
        self.add_argument(name, action="store_true", help=about)

    def option(self, name: str, metavar: str, about: str, **settings: Any) -> None:
        """Offer an option with a value."""
        self.add_argument(name, metavar=metavar, help=about, **settings)

    def integer(self, name: str, metavar: str, about: str, **settings: Any) -> None:
        """Offer an option with a whole number."""
        self.option(name, metavar, about, type=int, **settings)

    def debug_option(self) -> None:
        """Offer the traceback of an internal error.

        >>> offered = Offering()
        >>> offered.debug_option()
        >>> offered.parse_args(["--debug"]).debug
        True
        """
        # Without a default, because the parser of a command would overwrite the value of the main parser.
        self.add_argument(
            DEBUG, action="store_true", default=argparse.SUPPRESS, help="print the traceback of an internal error"
        )

    def loudness_options(self) -> None:
        """Offer to print only the first line, or everything."""
        either = self.add_mutually_exclusive_group()
        either.add_argument(
            "-q", "--quiet", action="store_true", help="print only the first line of the answer, without remarks"
        )
        either.add_argument("-v", "--verbose", action="store_true", help="print everything, even long lists")

    def limit_options(self) -> None:
        """Offer limits of time and memory."""
        limits = self.add_argument_group("limits", "a command that exceeds a limit ends undecided, with exit code 3")
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

    def file_argument(self, about: str = "a matrix of fractions as JSON, CSV or LaTeX", **settings: Any) -> None:
        """Ask for a file to read, usually one of a matrix."""
        self.add_argument("file", type=InputFile, metavar="FILE", help=about, **settings)

    def output_option(self, about: str, kind: type[OutputFile] = OutputFile, **settings: Any) -> None:
        """Offer a file to write to."""
        self.add_argument(
            "-o", "--output", type=kind, metavar=f"OUT{''.join(kind.endings[:1])}", help=about, **settings
        )

    def report_options(self, *, latex: str = "the answer", html: str = "the answer as one page") -> None:
        """Offer JSON or LaTeX instead of words, and an HTML page besides the printed answer."""
        either = self.add_mutually_exclusive_group()
        either.add_argument("--json", action="store_true", help="print JSON, with every fraction as exact text")
        either.add_argument("--latex", action="store_true", help=f"print {latex} as LaTeX")
        self.option("--html", "PAGE", f"also write {html}; with -, print only the page", type=PageFile)

    def certificate_option(self, what: str) -> None:
        """Offer a file to write a certificate to."""
        self.option("--certificate", "CERT", f"write the certificate {what}, for exactdp verify", type=CertificateFile)

    def alpha_options(self, more: str = "") -> argparse._MutuallyExclusiveGroup:
        """Offer α or ε, and return the group, for a third alternative."""
        either = self.add_mutually_exclusive_group()
        either.add_argument(
            "--alpha", metavar="A", help=f"the privacy level α = e^-ε, from 0 to 1, such as 1/2 or 0.25{more}"
        )
        either.add_argument(
            "--epsilon",
            metavar="E",
            help="instead of --alpha: the exact level e^-E; E is 0, from 1e-300 to 10000, or ln Q such as ln 2",
        )
        return either

    def rounded_alpha_options(self, more: str = "") -> argparse._MutuallyExclusiveGroup:
        """Offer α or ε for a mechanism with a rational level, and how to round ε."""
        self.option(
            "--round-level",
            "DIGITS",
            "round the level up to this many digits, from 1 to 999; by default, e^-E becomes the simplest "
            "fraction at or just above it",
            type=spelled_number("[1-9][0-9]{0,2}", "a number of digits: write 1 to 999"),
        )
        return self.alpha_options(more)

    def levels_options(self, epsilons: str) -> None:
        """Ask for several levels, each an α or an ε; `epsilons` describes the use of ε in the help."""
        either = self.add_mutually_exclusive_group(required=True)
        either.add_argument("--levels", metavar="A,…", help="increasing levels α between 0 and 1, such as 1/4,1/2,3/4")
        either.add_argument(
            "--epsilons",
            metavar="E,…",
            help=f"instead of --levels: decreasing ε, from 1e-300 to 10000 or ln Q; {epsilons}",
        )

    def source_options(self, more: str = "") -> None:
        """Offer α, ε or another source of the derivation than the geometric mechanism."""
        self.alpha_options(more).add_argument(
            "--from",
            dest="source",
            type=InputFile,
            metavar="FILE",
            help="derive it from this mechanism instead of the geometric one",
        )

    def neighbours_option(self) -> None:
        """Offer a relation of neighbours other than the path."""
        self.add_argument(
            "--neighbours",
            "--neighbors",
            metavar="GRAPH",
            help="which inputs are neighbours: path (consecutive ones, the default, for a count query), complete "
            "(every two, for local privacy), cycle, hypercube, or edges such as 0-1,1-2",
        )

    def user_options(self, *, required: bool = True) -> None:
        """Ask for a loss, or only offer it, and offer a prior or side information."""
        self.option(
            "--loss",
            "LOSS",
            "the cost of response r on input i: abs is |i-r|; squared, zero-one, power:P/Q (P, Q from 1 to 64), "
            "threshold:K (K from 0 to 999999999), asymmetric:A,B (A for each step above i, B for each below, from 0) "
            "or table:FILE, a row for each input and a column for each response",
            required=required,
        )
        either = self.add_mutually_exclusive_group()
        either.add_argument(
            "--prior",
            metavar="P",
            help="a Bayesian user's prior: uniform, increasing (weights 1, 2, 3, …), point:2 (the input is 2), "
            "binomial:1/3, geometric:1/2, fractions from 0 to 1 that sum to 1, or a file",
        )
        either.add_argument(
            "--side-information",
            metavar="S",
            help="the inputs from 0 to n that a minimax consumer considers possible, such as 0..3 or 0,2,5; "
            "default: all",
        )

    def matrix_output_option(self) -> None:
        """Offer a file to write a matrix to, and its format."""
        about = "the output file; its extension determines the format; default: standard output"
        self.output_option(about, default=STANDARD)
        self.format_option(files.FORMATS, "the format, if no extension determines it")

    def matrix_option(self, what: str) -> None:
        """Offer a file to write a matrix to, in addition to the printed report, and its format."""
        self.output_option(f"write {what}; the extension determines the format")
        self.add_argument("--format", choices=list(files.FORMATS), help="the format, if no extension determines it")
        self.set_defaults(formats=tuple(files.FORMATS))

    def format_option(self, formats: Collection[str], about: str) -> None:
        """Offer a choice of formats, including JSON, for the output file."""
        either = self.add_mutually_exclusive_group()
        self.set_defaults(formats=tuple(formats))
        either.add_argument("--format", choices=list(formats), help=about)
        for name in ("json", "latex"):
            if name in formats:
                either.add_argument(
                    f"--{name}", dest="format", action="store_const", const=name, help=f"the same as --format {name}"
                )

    def jobs_option(self, what: str) -> None:
        """Offer a number of processes; the default None means one for each processor."""
        self.option(
            "--jobs",
            "N",
            f"how many {what} to decide in parallel, from 1 to 9999; default: one for each processor",
            type=spelled_number("[1-9][0-9]{0,3}", "a number of processes: write 1, 2, …"),
        )
