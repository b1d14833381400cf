"""The command `export`: a certificate for another proof checker, or for a paper."""

import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from exactdp import files
from exactdp.arithmetic.errors import InputError
from exactdp.certificates import coq_export, diagrams, vipr_export
from exactdp.certificates.certificate import Malformed, Rejected
from exactdp.claims.sources import SOURCES
from exactdp.commands.offering import InputFile
from exactdp.commands.options import NO, YES, Commands, Options, check_ending, command
from exactdp.commands.printing import remark, tell
from exactdp.files.storage import STANDARD, shown
from exactdp.report import passages

FIRST_WORD = b"exactdp "
"""The beginning of every certificate."""

EXPORT_ENDINGS = {"vipr": (".vipr",), "latex": (".tex", ".latex")}
"""The extensions of the exported file, except for Coq."""


def _export(options: Options) -> int:
    check_ending(options.output, EXPORT_ENDINGS.get(options.to, ()))
    if _is_claim(options.certificate):
        raise InputError(
            f"{options.certificate}: this is a claim: write a certificate; `exactdp prove -v` shows a claim's evidence"
        )
    certificate = files.read_bytes(options.certificate)
    if not certificate.startswith(FIRST_WORD):
        raise InputError(
            f"{shown(options.certificate)}: this is not a certificate: `exactdp certify` writes one, and "
            "`exactdp convert` writes a matrix as LaTeX"
        )
    if certificate.startswith(diagrams.BEGINNING) and options.to != "latex":
        raise _not_of_one_level(options)
    write = {"latex": _latex, "vipr": _vipr}.get(options.to, _coq)
    try:
        return write(options, certificate)
    except Rejected as error:
        tell(f"exactdp: {shown(options.certificate)} is rejected, and nothing is written: {error}")
        return NO


def _is_claim(name: str) -> bool:
    source, _, rest = name.partition(".")
    return source in SOURCES and not rest.endswith("cert") and not Path(name).exists()


def _not_of_one_level(options: Options) -> InputError:
    instead = (
        "of these only a phase diagram has a passage; --latex prints the answer of any command as LaTeX"
        if options.to == "latex"
        else "Coq and VIPR check only certificates of one level; `exactdp verify` verifies it"
    )
    return InputError(f"{shown(options.certificate)}: this certificate is about every level: {instead}")


def _vipr(options: Options, certificate: bytes) -> int:
    files.write_bytes(_text(options, vipr_export.vipr, certificate), options.output)
    remark(
        options,
        "To check it, use viprchk, https://github.com/scipopt/vipr, or checkers/vipr.py in exactdp's source",
    )
    return YES


def _coq(options: Options, certificate: bytes) -> int:
    if options.output != STANDARD and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*\.v", os.path.basename(options.output)):  # noqa: PTH119
        raise InputError(f"Coq rejects the file name {shown(options.output)}: write letters, digits and _, then .v")
    reals = options.to == "coq-reals"
    written = _text(options, partial(coq_export.coq, reals=reals), certificate)
    needed = coq_export.required_file(written.decode("ascii"))
    how = coq_export.commands("OUT.v" if options.output == STANDARD else options.output, needed, reals=reals)
    files.write_bytes(written, options.output)
    remark(options, f"To check it with Coq, run these commands, which compile the library first:\n{how}")
    return YES


def _text(options: Options, write: Callable[[bytes], str], certificate: bytes) -> bytes:
    try:
        return write(certificate).encode()
    except InputError as error:
        raise InputError(f"{shown(options.certificate)}: {error}") from None


def _latex(options: Options, certificate: bytes) -> int:
    try:
        passage = passages.passage(certificate)
    except passages.NoPassage:
        raise _not_of_one_level(options) from None
    except Malformed as error:
        raise InputError(f"{shown(options.certificate)}: this is not a certificate: {error}") from None
    files.write_bytes(f"{passage}\n".encode(), options.output)
    return YES


def add(commands: Commands) -> None:
    """Register the command."""
    export = command(
        commands,
        "export",
        _export,
        "write a certificate for another proof checker, or as a passage for a paper",
        "exactdp export coq best.cert -o best.v",
        "exactdp export coq-reals best.cert -o best.v",
        "exactdp export vipr best.cert -o best.vipr",
        "exactdp export latex best.cert -o best.tex",
    )
    export.add_argument(
        "to",
        choices=["coq", "coq-reals", "vipr", "latex"],
        metavar="FORMAT",
        help="coq: a theorem for the proof assistant Coq; coq-reals: also over all real mechanisms; vipr: an optimum, "
        "infeasibility or non-derivability as a linear program with its proof; latex: the statement, for a paper",
    )
    export.add_argument(
        "certificate", type=InputFile, metavar="CERTIFICATE", help="a file that `certify` or another command wrote"
    )
    export.output_option("OUT.v, OUT.vipr or OUT.tex; default: standard output", default=STANDARD)
