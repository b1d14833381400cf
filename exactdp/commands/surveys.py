"""Commands on people's records: `mwem`, `histogram`, `local` and `dp-where`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from exactdp.answers.synthesis import synthesise
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import counted
from exactdp.commands.offering import Offering, RecordsFile, spelled_number
from exactdp.commands.options import YES, Commands, Options, command, resumable
from exactdp.commands.printing import progress, show, tell
from exactdp.files.records import read_records, written_records
from exactdp.files.storage import STANDARD, write_bytes
from exactdp.model.neighbours import ADD_REMOVE, REPLACE_ONE
from exactdp.privacy.sampling import SeededSource, Source
from exactdp.report import surveys
from exactdp.surveys.call_records import CALL_COLUMNS, levels_within, people_of, synthetic_calls
from exactdp.surveys.city import City
from exactdp.surveys.collected import local_responses, noisy_histogram
from exactdp.surveys.dp_where import DPWhere
from exactdp.surveys.universe import Universe, read_attribute, read_universe

MOST_PEOPLE = 10**6
"""The most synthetic people."""


def _mwem(options: Options) -> int:
    if options.output is None and options.rehearse is None:
        raise InputError("the synthetic table would be lost, and the privacy spent: write -o synthetic.csv")
    records = read_records(options.file)
    universe = read_universe(options.column, records)
    table = universe.counted(records)
    kept = options.output not in (None, STANDARD) and options.rehearse is None
    journal = f"{options.output}.journal" if kept else None
    with resumable(journal, "rounds"):
        found = synthesise(
            universe,
            table,
            way=min(2, len(universe.columns)) if options.way is None else options.way,
            rounds=options.rounds,
            passes=options.passes,
            alpha=options.rounded_level(),
            journal=journal,
            source=_source(options),
            progress=progress(),
        )
    errors = () if options.errors is None else found.errors(table)
    if options.errors is not None:
        rows = [(each.query.name, each.records, each.synthetic, each.error) for each in errors]
        _write(options.errors, ("marginal", "records", "synthetic", "error"), rows, "not private: keep this file")
    if options.output is not None:
        listed = (universe.record(cell) for cell, count in enumerate(found.table) for _ in range(count))
        _write(options.output, universe.columns, listed, _rehearsed(options))
    if journal is not None:
        Path(journal).unlink()
    show(options, surveys.synthesis(found, errors))
    return YES


def _histogram(options: Options) -> int:
    records = read_records(options.file)
    universe = Universe(tuple(map(read_attribute, options.column)))
    level = options.rounded_level()
    found = noisy_histogram(universe, universe.counted(records), level, options.relation, _source(options))
    if options.output is not None:
        rows = [(*universe.record(cell), count) for cell, count in enumerate(found.counts)]
        _write(options.output, (*universe.columns, "count"), rows, _rehearsed(options))
    show(options, surveys.histogram(found))
    return YES


def _local(options: Options) -> int:
    records = read_records(options.file)
    attribute = read_attribute(options.column)
    Universe((attribute,)).counted(records)
    found = local_responses(attribute, records.values(attribute.name), options.rounded_level(), _source(options))
    if options.output is not None:
        _write(options.output, (attribute.name,), ([each] for each in found.responses), _rehearsed(options))
    show(options, surveys.local_responses(found))
    return YES


def _dp_where(options: Options) -> int:
    if options.output is None and options.rehearse is None and not options.json:
        raise InputError(
            "the model would be lost, and the privacy spent: write -o synthetic.csv for synthetic calls, or --json for "
            "the model"
        )
    city = City(
        options.side,
        days=options.days,
        hours=options.hours,
        commute=options.commute,
        smoothing=options.smoothing,
        cap=options.cap,
        means=options.means.split(","),
        deviations=options.deviations.split(","),
        resolution=options.resolution,
    )
    if not 0 <= options.people <= MOST_PEOPLE:
        raise InputError(f"{options.people} people: write a number from 0 to {MOST_PEOPLE:,}")
    level = options.rounded_level()
    model = DPWhere(city, levels_within(city, options.iterations, level, options.relation), options.iterations)
    stage, source = progress(), _source(options)
    stage("reading the calls")
    people = people_of(read_records(options.file), city)
    stage(f"the noise on {counted(len(people), 'person', 'people')}")
    found = model.release(people, source)
    if options.output is not None:
        stage(f"the calls of {counted(options.people, 'synthetic person', 'synthetic people')}")
        _write(
            options.output,
            (*CALL_COLUMNS, "minute"),
            synthetic_calls(found, options.people, source),
            _rehearsed(options),
        )
    show(options, surveys.calls(model, found, options.relation))
    return YES


def _source(options: Options) -> Source | None:
    """Return the source of random bits: None (the operating system), or a seeded one for a rehearsal."""
    if options.rehearse is None:
        return None
    tell("a rehearsal: anyone who knows the seed can remove the noise, so no output is private")
    return SeededSource(options.rehearse)


def _rehearsed(options: Options) -> str:
    return "" if options.rehearse is None else f"a rehearsal with the seed {options.rehearse}: not private"


def _write(path: str, columns: Iterable[str], rows: Iterable[Iterable[object]], warning: str) -> None:
    """Write records as CSV, with a warning against publication in a comment."""
    write_bytes((f"# {warning}\n" if warning else "").encode() + written_records(columns, rows), path)


def _column_option(added: Offering, about: str, **settings: Any) -> None:
    added.add_argument(
        "--column",
        metavar="NAME=V,…",
        help=f"{about}; write its name and all its possible values, such as smoker=no,yes; default values: 0,1",
        **settings,
    )


def _common_options(added: Offering) -> None:
    added.rounded_alpha_options()
    added.option(
        "--rehearse",
        "SEED",
        "for tests: draw repeatable noise from this seed; then nothing is private, and every file says so",
        type=spelled_number("[0-9]{1,18}", "a seed: write a whole number such as 1"),
    )
    added.report_options()


def _relation_option(added: Offering) -> None:
    added.add_argument(
        "--relation",
        choices=(REPLACE_ONE, ADD_REMOVE),
        default=REPLACE_ONE,
        help="neighbours differ by replacing one person's data (the default), or by adding or removing one person",
    )


def add(commands: Commands) -> None:
    """Register the commands."""
    table = command(
        commands,
        "mwem",
        _mwem,
        "a synthetic table from people's records, with its ledger; an interrupted run resumes",
        "exactdp mwem people.csv --alpha 1/4 --column smoker=no,yes --column old -o synthetic.csv",
    )
    table.file_argument("records as CSV: column names, then one record per line")
    _column_option(table, "a column to use (default: all)", action="append", default=[])
    table.integer(
        "--way", "K", "the number of columns of a marginal, from 1; default: 2, or 1 if only one column is used"
    )
    table.integer("--rounds", "T", "the number of rounds, from 1 to 1000; default: 10", default=10)
    table.integer(
        "--passes",
        "P",
        "how often a round learns from each measurement, from 1 to 1000; default: 5; more costs no privacy",
        default=5,
    )
    table.output_option("write the synthetic table, as CSV; required except in a rehearsal", RecordsFile)
    table.option(
        "--errors",
        "OUT.csv",
        "write the error of every marginal; this file is computed from the records and not private",
        type=RecordsFile,
    )
    _common_options(table)

    counts = command(
        commands,
        "histogram",
        _histogram,
        "a histogram of the records with noise, and its exact level",
        "exactdp histogram people.csv --column smoker=no,yes --alpha 1/2",
    )
    counts.file_argument("records as CSV: column names, then one record per line")
    _column_option(
        counts,
        "a column to count, or several, to count each combination of values",
        action="append",
        required=True,
    )
    counts.output_option("write the counts, as CSV", RecordsFile)
    _relation_option(counts)
    _common_options(counts)

    local = command(
        commands,
        "local",
        _local,
        "randomise each person's value independently, and estimate the shares",
        "exactdp local people.csv --column smoker=no,yes --alpha 1/3 -o answers.csv",
    )
    local.file_argument("records as CSV: column names, then one record per line")
    _column_option(local, "the column to randomise", required=True)
    local.output_option("write the randomised column, as CSV", RecordsFile)
    _common_options(local)

    where = command(
        commands,
        "dp-where",
        _dp_where,
        "a model of where people live, work and call from, and synthetic calls",
        "exactdp dp-where calls.csv --side 8 --days 7 --cap 4 --alpha 1/4 -o synthetic.csv",
    )
    where.file_argument("calls as CSV, with the columns person, day, hour, row and column")
    for name, default, about in (
        ("side", None, "the number of rows, and of columns, of the grid of cells"),
        ("days", None, "the number of days of the calls"),
        ("hours", 24, "the number of hours of a day"),
        ("cap", 4, "exclude people with more calls in any hour"),
        ("commute", 1, "the side of the blocks of cells for commutes, a divisor of --side"),
        ("smoothing", 1, "the side of the blocks of cells for calls by hour, a divisor of --side"),
        ("resolution", 24, "the number of parts of a calling pattern"),
        ("iterations", 3, "the number of iterations of the 2-means clustering of patterns"),
        ("people", 100, "the number of synthetic people to draw, from 0 to 1000000"),
    ):
        least = "" if name == "people" else ", from 1 to 1000"
        usual = "" if default is None else f"; default: {default}"
        where.add_argument(
            f"--{name}", type=int, metavar="N", default=default, required=default is None, help=about + least + usual
        )
    where.option(
        "--means", "M,…", "the numbers of calls per day to which means are rounded, from 0", default="0,1,2,4,8"
    )
    where.option("--deviations", "D,…", "the same for standard deviations, from 0", default="0,1,2")
    where.output_option("write synthetic calls, as CSV", RecordsFile)
    _relation_option(where)
    _common_options(where)
