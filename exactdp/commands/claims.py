"""Commands about the papers' claims: `prove` and `errata`."""

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from exactdp import files
from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.discovery import named, select
from exactdp.claims.running import run
from exactdp.commands.options import (
    NO,
    YES,
    ClaimName,
    Options,
    OutputFile,
    command,
    format_named,
    format_option,
    jobs_option,
    json_option,
)
from exactdp.commands.pages import html_option, page_alone
from exactdp.commands.printing import print_words, progress, show
from exactdp.files.storage import STANDARD
from exactdp.processes import UNDECIDED, processors
from exactdp.report import errata, terminal, verdicts


def _prove(options: Options) -> int:
    quiet = page_alone(options)
    claims = select(options.claim)
    if options.words:
        show(options, verdicts.glossary(claims))
        return YES
    outcomes = []
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    table = not options.json and not quiet
    if table:
        print_words(verdicts.header(claims))
    for outcome in _outcomes(options, claims):
        outcomes.append(outcome)
        if table:
            print_words(verdicts.line(outcome, claims, width))
            if options.verbose:
                print_words(terminal.as_text(verdicts.details(outcome), margin=10, indent=4))
            sys.stdout.flush()
    if options.json:
        show(options, verdicts.table(outcomes))
    elif not quiet:
        print_words("\n".join(verdicts.sums(outcomes)))
    if options.html is not None:
        from exactdp.report import claims_page  # noqa: PLC0415 (what typesets a page takes long to load)

        progress()("")
        files.write_bytes(claims_page.as_page(outcomes).encode(), options.html)
    return _code(outcomes)


def _errata(options: Options) -> int:
    claims = errata.wrong(select(options.claim))
    outcomes = list(_outcomes(options, claims))
    chosen = options.format or format_named(options.output, errata.FORMATS) or "text"
    text = errata.FORMATS[chosen](outcomes)
    files.write_bytes(text.encode() + b"\n", options.output)
    return _code(outcomes)


def _code(outcomes: Sequence[Outcome]) -> int:
    open_ones = [each for each in outcomes if not each]
    if not open_ones:
        return YES
    return UNDECIDED if all(each.undecided for each in open_ones) else NO


def _outcomes(options: Options, claims: Sequence[Claim]) -> Iterator[Outcome]:
    for outcome in run(claims, jobs=options.jobs or processors(), thorough=options.thorough, progress=progress()):
        if named(options.claim, outcome):
            yield outcome


def _running(command: argparse.ArgumentParser) -> None:
    jobs_option(command, "claims are run")
    command.add_argument(
        "--thorough", action="store_true", help="more instances, mutants, and longer ranges, which take minutes"
    )


def add(commands: Any) -> None:
    """Register the commands."""
    prove = command(
        commands,
        "prove",
        _prove,
        "decide the papers' claims, each by its proof script",
        "exactdp prove --html claims.html",
        "exactdp prove gupte2010.lemma-1 -v",
    )
    prove.add_argument(
        "claim",
        type=ClaimName,
        metavar="ID",
        nargs="*",
        help="claims by id, the beginning of one, source, file, or a word for print or evidence; all if left out",
    )
    json_option(prove)
    prove.add_argument("-v", "--verbose", action="store_true", help="also the statement and the evidence of each")
    prove.add_argument(
        "--words", action="store_true", help="only what their words mean, such as α-private; nothing is decided"
    )
    html_option(prove, "everything as one page, formulas typeset")
    _running(prove)

    slips = command(
        commands,
        "errata",
        _errata,
        "what is wrong in the papers, each slip with its counterexample",
        "exactdp errata gupte2010 --format latex -o errata.tex",
    )
    slips.add_argument(
        "claim",
        type=ClaimName,
        metavar="PAPER",
        nargs="*",
        help="a source, an id or the beginning of one; all if left out",
    )
    slips.add_argument(
        "-o", "--output", type=OutputFile, metavar="OUT", default=STANDARD, help="standard output if left out"
    )
    format_option(slips, errata.FORMATS, f"{', '.join(errata.FORMATS)}; text if neither this nor an ending says it")
    _running(slips)
