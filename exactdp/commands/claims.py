"""Commands about the papers' claims: `prove` and `errata`."""

import sys
from collections.abc import Iterator, Sequence

from exactdp import files
from exactdp.arithmetic.spelling import counted
from exactdp.claims import last_run
from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.discovery import named, parts, select
from exactdp.claims.running import run
from exactdp.commands.offering import ClaimName, Offering
from exactdp.commands.options import NO, YES, Commands, Options, command, format_named
from exactdp.commands.printing import is_document, look, print_words, progress, remark, show
from exactdp.files.storage import STANDARD
from exactdp.processes.pool import collect_less_garbage, processors
from exactdp.processes.supervision import UNDECIDED
from exactdp.report import errata, terminal, theorems, verdicts


def _prove(options: Options) -> int:
    claims = select(options.claim)
    if options.words:
        show(options, verdicts.glossary(claims))
        return YES
    for claim in claims:
        prefix = f"{claim.id}."
        if claim.id in options.claim and prefix not in options.claim:
            others = [each for each in parts(claim.id) if each.id.startswith(prefix)]
            if others:
                is_, it = ("is", "it") if len(others) == 1 else ("are", "them")
                more = f"{counted(len(others), 'more claim')} {is_} about parts of {claim.id}"
                remark(options, f"{more}: to add {it}, write also `{prefix}`, with the dot")
    outcomes = list(_outcomes(options, claims))
    if is_document(options):
        latex = (lambda: theorems.theorems(outcomes)) if options.verbose else None
        show(options, verdicts.table(outcomes), latex=latex, page=lambda: _page(outcomes))
        return _code(outcomes)
    if options.html is not None:
        files.write_bytes(_page(outcomes).encode(), options.html)
    print_words(verdicts.summary(outcomes))
    if options.quiet:
        return _code(outcomes)
    width = look(options).width if sys.stdout.isatty() else None
    print_words(f"\n{verdicts.header(claims)}")
    for outcome in outcomes:
        print_words(verdicts.line(outcome, claims, width))
        if options.verbose:
            print_words(terminal.as_text(verdicts.details(outcome), margin=10, indent=4))
    if options.verbose and verdicts.words_of(claims):
        words = " ".join(["exactdp prove --words", *options.claim])
        remark(options, f"the words in the clauses are defined by: {words}")
    return _code(outcomes)


def _page(outcomes: Sequence[Outcome]) -> str:
    from exactdp.report import claims_page  # noqa: PLC0415 (what typesets a page takes long to load)

    return claims_page.as_page(outcomes)


def _errata(options: Options) -> int:
    claims = errata.wrong(select(options.claim, with_parts=True))
    known = last_run.LastRun({}) if options.again else last_run.recall(claims, thorough=options.thorough)
    missing = [each for each in claims if each.id not in known.outcomes]
    found = dict(known.outcomes) | {each.claim.id: each for each in _outcomes(options, missing)}
    outcomes = [found[each.id] for each in claims if each.id in found and named(options.claim, found[each.id])]
    if known.when is not None:
        many = counted(len(known.outcomes), "verdict")
        when = f"{known.when:%Y-%m-%d %H:%M}"
        remark(options, f"{many} of {when}, and no source has changed since; --again decides again")
    chosen = options.format or format_named(options.output, errata.FORMATS) or "text"
    if chosen == "text" and options.output == STANDARD:
        print_words(
            errata.summary(outcomes) if options.quiet else terminal.as_text(errata.errata(outcomes), look=look(options))
        )
    else:
        files.write_bytes(errata.FORMATS[chosen](outcomes).encode() + b"\n", options.output)
    return _code(outcomes)


def _code(outcomes: Sequence[Outcome]) -> int:
    open_ones = [each for each in outcomes if not each]
    if not open_ones:
        return YES
    return UNDECIDED if all(each.undecided for each in open_ones) else NO


def _outcomes(options: Options, claims: Sequence[Claim]) -> Iterator[Outcome]:
    decided = []
    collect_less_garbage()
    try:
        for outcome in run(claims, jobs=options.jobs or processors(), thorough=options.thorough, progress=progress()):
            decided.append(outcome)
            if named(options.claim, outcome):
                yield outcome
    finally:
        # Keep the results before an error or a limit.
        last_run.remember(decided, thorough=options.thorough)


def _running(command: Offering) -> None:
    command.jobs_option("claims")
    command.flag(
        "--thorough", "use more instances for clauses with a proof, and also changed clauses; this takes minutes"
    )


def add(commands: Commands) -> None:
    """Register the commands."""
    prove = command(
        commands,
        "prove",
        _prove,
        "decide the papers' claims by their proof scripts",
        "exactdp prove --html claims.html",
        "exactdp prove gupte2010.lemma-1 -v",
    )
    prove.add_argument(
        "claim",
        type=ClaimName,
        metavar="ID",
        nargs="*",
        help="an id, the beginning of an id, a source, a file, a folder such as note/, or a verdict such as corrected; "
        "default: all claims",
    )
    prove.report_options(
        latex="the table, or with -v the proved clauses as theorems,",
        html="everything as one page with typeset formulas",
    )
    prove.flag("--words", "print only the definitions of the claims' words, such as α-private, and decide nothing")
    _running(prove)

    slips = command(
        commands,
        "errata",
        _errata,
        "the errors in the papers, each with its counterexample",
        "exactdp errata gupte2010 --format latex -o errata.tex",
    )
    slips.add_argument(
        "claim",
        type=ClaimName,
        metavar="PAPER",
        nargs="*",
        help="a source, an id, the beginning of an id, a file, or a folder such as note/; default: all",
    )
    slips.output_option("the output file; default: standard output", default=STANDARD)
    slips.flag("--again", "decide every claim again, even if no source has changed")
    slips.format_option(errata.FORMATS, f"{', '.join(errata.FORMATS)}; default: by the extension, or text")
    _running(slips)
