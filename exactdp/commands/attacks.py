"""Attacks: the commands `attack reconstruction`, `attack differencing` and `attack decode`."""

from collections.abc import Sequence

from exactdp import files
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided
from exactdp.commands.offering import InputFile, Offering
from exactdp.commands.options import NO, YES, Commands, Options, command
from exactdp.commands.printing import show
from exactdp.files.storage import shown
from exactdp.model.matrix import Matrix
from exactdp.report import attacks, wording
from exactdp.surveys.differencing import bit_posterior, difference
from exactdp.surveys.linear_decoding import bit_bounds, linear_decoding
from exactdp.surveys.queries import Transcript, read_transcript
from exactdp.surveys.reconstruction import reconstruct, worst_case


def _reconstruction(options: Options) -> int:
    seen, names = _transcript(options)
    found = reconstruct(seen)
    worst = worst_case(seen.queries, seen.error) if options.worst_case and seen.error is not None else None
    show(options, attacks.reconstruction(found, names, worst))
    return YES if found else NO


def _differencing(options: Options) -> int:
    seen, names = _transcript(options)
    people = range(len(names)) if options.person is None else [_named(options.person, names)]
    if options.mechanism is not None:
        return _posteriors(options, seen, names, people)
    if options.prior is not None:
        raise InputError("--prior needs a mechanism: add --mechanism FILE")
    found = [difference(seen, person) for person in people]
    show(options, attacks.differencing(seen, found, names))
    return YES if any(each.bit is not None for each in found) else NO


def _posteriors(options: Options, seen: Transcript, names: Sequence[str], people: Sequence[int]) -> int:
    mechanism = files.read(options.mechanism)
    if any(answer.denominator != 1 for answer in seen.answers):
        raise InputError("an answer is not a response of the mechanism: write the numbers of its columns, from 0")
    responses = list(map(int, seen.answers))
    prior = None if options.prior is None else options.prior.split(",")
    found = [bit_posterior(mechanism, seen.queries, responses, person, prior) for person in people]
    show(options, attacks.posteriors(found, names))
    return YES


def _decode(options: Options) -> int:
    seen, names = _transcript(options)
    found = linear_decoding(seen)
    bounds = None if seen.error is None else bit_bounds(seen)
    show(options, attacks.decoding(found, bounds, names))
    return YES


def _transcript(options: Options) -> tuple[Transcript, tuple[str, ...]]:
    table = files.read(options.file, kind=Matrix)
    try:
        return read_transcript(table, options.error), table.responses[:-1]
    except InputError as error:
        # An error without a row is about --error, and not about the file.
        raise error if error.row is None else error.at(file=shown(options.file)) from None


def _named(written: str, names: Sequence[str]) -> int:
    if written not in names:
        raise InputError(f"{elided(written)!r} is not one of the people: write one of {wording.labels(names)}")
    return names.index(written)


def _answers_file(command: Offering) -> None:
    command.file_argument(
        "a matrix with one query per row: each person's weight, 0 or 1 for a subset, and then the answer",
    )


def add(commands: Commands) -> None:
    """Register the commands."""
    about = "what an attacker learns from answers about private bits"
    attack = commands.add_parser("attack", help=about, description=about)
    kinds = attack.add_subparsers(title="attacks", required=True, metavar="ATTACK")

    every = command(
        kinds,
        "reconstruction",
        _reconstruction,
        "all databases that fit the answers",
        "exactdp attack reconstruction answers.csv --error 1/2",
    )
    _answers_file(every)
    every.option("--error", "E", "the largest error of an answer, from 0", required=True)
    every.flag("--worst-case", "also find the worst case over all answers to these queries")
    every.report_options()

    singled = command(
        kinds,
        "differencing",
        _differencing,
        "isolate a person's bit by combining answers",
        "exactdp attack differencing answers.csv --person P1",
    )
    _answers_file(singled)
    singled.option("--error", "E", "the largest error of an answer, from 0; default: 0", default="0")
    singled.option("--person", "P", "one person, by label or number; default: all")
    singled.option("--mechanism", "MECHANISM", "the answers are this mechanism's responses to counts", type=InputFile)
    singled.option("--prior", "P,…", "with --mechanism, each person's probability of a 1, from 0 to 1; default: 1/2")
    singled.report_options()

    nearest = command(
        kinds,
        "decode",
        _decode,
        "the nearest database, by a linear program; some answers may be arbitrary",
        "exactdp attack decode answers.csv --error 1/2",
    )
    _answers_file(nearest)
    nearest.option("--error", "E", "the largest error of an answer, from 0; with it, also show which bits are certain")
    nearest.report_options()
