"""Commands about answers at several levels: `release` and `coalitions`."""

import re

from exactdp import files
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exponential_levels import rounded_levels
from exactdp.arithmetic.spelling import elided, text
from exactdp.commands.offering import Offering
from exactdp.commands.options import YES, Commands, Options, check_ending, command
from exactdp.commands.printing import progress, show, write_json
from exactdp.files.storage import STANDARD, read_text
from exactdp.release.chain import Chain
from exactdp.report import json_writer, releases, wording

NAMED_LEVELS = 6
"""The most rounded levels named in a remark."""


def _release(options: Options) -> int:
    check_ending(options.output or STANDARD, [".json"])
    found = Chain(n=options.n, levels=options.noise_levels()).release(_count(options))
    report = releases.release(found)
    if options.output is not None:
        write_json(json_writer.values(report), options.output)
    else:
        show(options, report)
    return YES


def _coalitions(options: Options) -> int:
    chain, stage = Chain(n=options.n, levels=options.noise_levels()), progress()
    asked = None
    rounded = rounded_levels(chain.levels)
    if rounded != chain.levels:
        shown = [wording.number(each) for each in rounded[:NAMED_LEVELS]]
        listed = ", ".join(shown if len(rounded) <= NAMED_LEVELS else [*shown, "…"])
        options.remark = f"the certificates have the levels {listed}, each the simplest fraction at or just above e^-ε"
        asked = chain if options.n else None
        chain = Chain(n=options.n, levels=rounded)
    chosen = None
    if options.coalition is not None:
        chosen = [_member(each) for each in options.coalition.split(",") if options.coalition]
    if options.certificate is not None and chosen is None:
        raise InputError("a certificate is about one coalition: write --coalition 1,2")
    found = []
    for each in chain.coalitions() if chosen is None else [chain.coalition(chosen)]:
        stage(f"coalition {', '.join(map(str, each.members))}")
        found.append((each, releases.certified(each)))
    if options.certificate is not None:
        files.write_bytes(found[0][1][0].certificate.data, options.certificate)
    show(options, releases.coalitions(found, asked))
    return YES


def _count(options: Options) -> int:
    written = read_text(STANDARD) if options.count == STANDARD else options.count
    # A true count must not appear in a message.
    if not re.fullmatch(r"\s*[0-9]{1,4000}\s*", written):
        raise InputError(f"the count: write a whole number from 0 to n = {elided(text(options.n))}")
    return int(written)


def _member(written: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,3}", written.strip()):
        raise InputError(f"a coalition with {elided(written)!r}: write the numbers of its levels, such as 1,3")
    return int(written)


def _chain_options(command: Offering, epsilons: str) -> None:
    command.integer("-n", "N", "the database size, from 0: counts and answers are 0 to n", required=True)
    command.levels_options(epsilons)


def add(commands: Commands) -> None:
    """Register the commands."""
    several = command(
        commands,
        "release",
        _release,
        "answers at several levels that resist collusion",
        "exactdp release -n 100 --levels 1/4,1/2 --count 17",
    )
    _chain_options(several, "each level e^-ε is exact")
    several.option(
        "--count",
        "K",
        "the true count, from 0 to n, which is never printed; with -, read standard input",
        required=True,
    )
    several.output_option("write the answers, as JSON")
    several.report_options()

    together = command(
        commands,
        "coalitions",
        _coalitions,
        "the exact joint level of colluding readers",
        "exactdp coalitions -n 3 --levels 1/4,1/2,3/4",
    )
    _chain_options(together, "each level e^-ε is exact, and certified at a fraction just above it")
    together.option(
        "--coalition", "C", "the numbers of the levels, from 1 and in order, such as 1,3; default: every coalition"
    )
    together.certificate_option("of the coalition")
    together.report_options()
