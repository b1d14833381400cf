"""Commands that write a matrix: `geometric`, `mechanism` and `convert`."""

import re
import shlex
from collections.abc import Callable
from fractions import Fraction

from exactdp import files
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.certificates.certificate import certify
from exactdp.certificates.levels import level_of_geometric
from exactdp.commands.offering import InputFile, Offering
from exactdp.commands.options import YES, Commands, Options, command
from exactdp.commands.printing import look, print_words, remark
from exactdp.files.storage import STANDARD
from exactdp.model.databases import RELATIONS
from exactdp.model.geometric import geometric, scaled_geometric
from exactdp.model.matrix import Matrix
from exactdp.model.neighbours import NAMED_GRAPHS, REPLACE_ONE
from exactdp.report import examinations, terminal, wording
from exactdp.surveys.built import Built
from exactdp.surveys.exponential import ExponentialMechanism, Scores, exponential, median
from exactdp.surveys.geometric_variants import (
    UnboundedStaircase,
    spread_geometric,
    truncated_geometric,
    unit_level,
    vector_geometric,
)
from exactdp.surveys.histograms import check_size, histogram, histogram_queries, marginal_queries, marginals
from exactdp.surveys.randomized_response import (
    biased_response,
    binary_response,
    k_ary_response,
    subset_response,
    tally,
    truthful_response,
    two_coin_response,
    unary_encoding,
)

BITS = 2**35
"""The most bits of a geometric mechanism in a file, if every entry is as long as the longest."""


def _geometric(options: Options) -> int:
    alpha, n = options.rounded_level(), options.n
    if (n + 1) ** 3 * alpha.denominator.bit_length() > BITS:
        raise InputError(f"n = {elided(text(n))}: at this α the matrix would fill gigabytes: write a smaller n")
    if options.certificate is not None:
        if options.scaled:
            raise InputError("--certificate is about G, and G' is not a mechanism: omit --scaled")
        options.write_certificate(certify(level_of_geometric(n=n)))
    matrix = (scaled_geometric if options.scaled else geometric)(n=n, alpha=alpha)
    if options.output != STANDARD or options.format:
        files.write(matrix, options.output, options.format)
    else:
        asked = options.level_asked()
        at = asked if isinstance(asked, Exponential) and options.round_level is None else None
        report = examinations.matrix(matrix)
        if at is not None:
            options.say_beside(alpha)
            report = examinations.geometric_at(matrix, alpha, at, scaled=options.scaled)
        print_words(terminal.as_text(report, look=look(options)))
    return YES


def _mechanism(options: Options) -> int:
    options.root = None
    built = options.build(options)
    if options.output != STANDARD or options.format:
        files.write(built.mechanism, options.output, options.format)
    else:
        print_words(terminal.as_text(examinations.matrix(built.mechanism), look=look(options)))
    if options.root is not None:
        unit, steps = options.root
        remark(
            options, f"α^(1/{steps}) is irrational; it became {wording.number(unit)}, a fraction proved to be above it"
        )
    remark(options, f"level {wording.number(built.level.alpha)}, exactly{_between(built)}")
    return YES


def _between(built: Built) -> str:
    neighbours, inputs = built.neighbours, built.mechanism.inputs
    written = neighbours.name
    if written not in NAMED_GRAPHS:
        written = shlex.quote(",".join(f"{inputs[i]}-{inputs[k]}" for i, k in neighbours.pairs))
    if not neighbours.pairs or len(written) > 2000:
        return f" between {counted(len(neighbours.pairs), 'pair')} of neighbours"
    return f"; check it with --neighbours {written}"


def _randomized_response(options: Options) -> Built:
    k = 2 if options.k is None else options.k
    if options.truth is not None:
        return truthful_response(k, options.truth)
    for name in ("bias", "coins"):
        if getattr(options, name) is not None and k != 2:
            raise InputError(f"--{name} is about 2 values: write --truth P or --alpha A for --k {k}")
    if options.bias is not None:
        return biased_response(options.bias)
    if options.coins is not None:
        heads, comma, yes = options.coins.partition(",")
        return two_coin_response(heads, yes if comma else "1/2")
    return k_ary_response(k, options.rounded_level())


def _spread_geometric(options: Options) -> Built:
    return spread_geometric(
        n=options.n, unit=_noise_unit(options, options.sensitivity), sensitivity=options.sensitivity
    )


def _staircase(options: Options) -> Built:
    alpha = options.rounded_level()
    return UnboundedStaircase(alpha, options.sensitivity, options.width).clamped(n=options.n)


def _vector_geometric(options: Options) -> Built:
    unit = _noise_unit(options, options.sensitivity)
    return vector_geometric(_whole_numbers(options.tops), unit, options.sensitivity)


def _histogram(options: Options) -> Built:
    check_size(options.n, options.cells, options.cells, options.relation)
    queries = histogram_queries(options.cells)
    unit = _noise_unit(options, queries.sensitivity(options.relation).value)
    return histogram(n=options.n, cells=options.cells, unit=unit, relation=options.relation)


def _exponential(options: Options) -> Built:
    table = files.read(options.scores, kind=Matrix)
    neighbours, alpha = options.neighbours_of(table), options.rounded_level()
    found = exponential(Scores(table, neighbours), alpha, not options.unhalved, options.sensitivity)
    return _rooted(options, found, alpha)


def _median(options: Options) -> Built:
    alpha = options.rounded_level()
    found = median(
        n=options.n, values=options.values, alpha=alpha, relation=options.relation, halved=not options.unhalved
    )
    return _rooted(options, found, alpha)


def _rooted(options: Options, found: ExponentialMechanism, alpha: Fraction) -> Built:
    if found.unit**found.steps != alpha:
        options.root = found.unit, found.steps
    return found


def _noise_unit(options: Options, sensitivity: Fraction | int) -> Fraction:
    alpha, steps = options.rounded_level(), max(int(sensitivity), 1)
    unit = unit_level(alpha, steps)
    if unit**steps != alpha:
        options.root = unit, steps
    return unit


def _marginals(options: Options) -> Built:
    sizes = _whole_numbers(options.sizes)
    unit = _noise_unit(options, marginal_queries(sizes, options.ways).sensitivity(options.relation).value)
    return marginals(n=options.n, sizes=sizes, ways=options.ways, unit=unit, relation=options.relation)


def _whole_numbers(written: str) -> list[int]:
    if not re.fullmatch("[0-9]{1,6}(,[0-9]{1,6})*", written):
        raise InputError(f"{elided(written)!r}: write whole numbers such as 2,2,3")
    return [int(each) for each in written.split(",")]


def _convert(options: Options) -> int:
    matrix = files.read(options.file, kind=Matrix)
    files.write(matrix, options.output, options.format)
    if files.format_of(options.output, options.format) == "latex" and matrix != Matrix(matrix.rows):
        remark(options, "the labels are omitted, because LaTeX has no place for them: JSON and CSV keep them")
    return YES


MEANINGS = {
    "-n": "the database size, from 0: the number of rows or people, or its maximum",
    "--k": "the number of values, from 1",
    "--values": "the number of values of a row, from 2",
    "--cells": "the number of cells of the histogram, from 1",
}
"""The integer parameters of several mechanisms."""


def add(commands: Commands) -> None:
    """Register the commands."""
    _geometric_mechanism(commands, "exactdp geometric")
    _standard_mechanisms(commands)

    convert = command(
        commands,
        "convert",
        _convert,
        "rewrite a matrix as JSON, CSV or LaTeX",
        "exactdp convert table.csv -o table.tex",
    )
    convert.file_argument()
    convert.matrix_output_option()


def _geometric_mechanism(commands: Commands, written: str) -> None:
    """Register the geometric mechanism, a command of its own and one of the mechanisms of `mechanism`."""
    about, example = "the geometric mechanism on {0..n}", f"{written} -n 3 --alpha 1/4 -o table.csv"
    build = command(commands, "geometric", _geometric, about, example)
    build.integer("-n", "N", "the database size, from 0: inputs and responses are 0 to n", required=True)
    build.rounded_alpha_options()
    build.flag("--scaled", "G', with the entries α^|i-j|, instead of G")
    build.certificate_option("that the exact level of G is α, for every real α from 0 to 1")
    build.matrix_output_option()


def _standard_mechanisms(commands: Commands) -> None:
    about = "a standard mechanism on finite inputs"
    named = commands.add_parser("mechanism", help=about, description=about)
    names = named.add_subparsers(title="mechanisms", required=True, metavar="NAME")

    def add(name: str, build: Callable[[Options], Built], about: str, example: str, *whole: str) -> Offering:
        added = command(names, name, _mechanism, about, f"exactdp mechanism {name} {example}")
        added.set_defaults(build=build)
        for option in whole:
            added.add_argument(option, type=int, required=True, help=MEANINGS[option])
        added.matrix_output_option()
        return added

    _geometric_mechanism(names, "exactdp mechanism geometric")
    response = add(
        "randomized-response",
        _randomized_response,
        "each person answers the true value or, at random, another one",
        "--k 3 --alpha 1/2",
    )
    response.integer("--k", "K", "the number of values, from 1; default: 2; --bias and --coins are about 2 values")
    either = response.rounded_alpha_options()
    either.add_argument("--bias", metavar="B", help="instead: the truth has probability 1/2 + B, B from 0 to 1/2")
    either.add_argument(
        "--truth", metavar="P", help="instead: the truth has probability P, from 0 to 1; other values share the rest"
    )
    either.add_argument(
        "--coins",
        metavar="H,Y",
        help="instead: the truth with probability H, otherwise yes with probability Y, both from 0 to 1",
    )

    subsets = add(
        "subset-response",
        lambda options: subset_response(k=options.k, size=options.size, alpha=options.rounded_level()),
        "each person answers a set of values, more likely one with the true value",
        "--k 4 --size 2 --alpha 1/2",
        "--k",
    )
    subsets.integer("--size", "SIZE", "the number of values of a set, from 1 to K", required=True)
    subsets.rounded_alpha_options()

    unary = add(
        "unary-encoding",
        lambda options: unary_encoding(options.k, options.kept, options.invented),
        "each value as a list of bits, each randomised independently",
        "--k 3 --kept 3/4 --invented 1/4",
        "--k",
    )
    unary.option("--kept", "KEPT", "the probability that the 1 stays, from 0 to 1", required=True)
    unary.option("--invented", "INVENTED", "the probability that a 0 becomes 1, from 0 to 1", required=True)

    together = add(
        "tally",
        lambda options: tally(binary_response(options.truth).mechanism, n=options.n),
        "the count of yes among n people's randomised responses",
        "-n 3 --truth 3/4",
        "-n",
    )
    together.option("--truth", "P", "the probability of the truth, from 0 to 1", required=True)

    ranged = (
        add(
            "spread-geometric",
            _spread_geometric,
            "geometric noise, clamped, for a sensitivity above 1",
            "-n 4 --alpha 1/4 --sensitivity 2",
            "-n",
        ),
        add(
            "truncated-geometric",
            lambda options: truncated_geometric(
                n=options.n, alpha=options.rounded_level(), sensitivity=options.sensitivity
            ),
            "geometric noise, redrawn until the response is in 0..n; α is the level of the noise",
            "-n 3 --alpha 1/2",
            "-n",
        ),
        stairs := add(
            "staircase",
            _staircase,
            "staircase noise, clamped, of level α at any sensitivity",
            "-n 4 --alpha 1/4 --sensitivity 2",
            "-n",
        ),
    )
    for each, least, but in zip(ranged, (0, 0, 1), ("", "", ", but below 1"), strict=True):
        each.rounded_alpha_options(but)
        each.integer(
            "--sensitivity", "SENSITIVITY", f"the largest difference of neighbours, from {least}; default: 1", default=1
        )
    stairs.integer(
        "--width", "WIDTH", "the width of the top step on each side, from 1 to the sensitivity; default: 1", default=1
    )

    vectors = add(
        "vector-geometric",
        _vector_geometric,
        "geometric noise on several counts, each clamped to its range",
        "--tops 2,1 --alpha 1/2",
    )
    vectors.option("--tops", "N,…", "the top of each range, from 0 to 999999; the ranges begin at 0", required=True)
    vectors.integer(
        "--sensitivity", "SENSITIVITY", "the largest total difference of neighbours, from 0; default: 1", default=1
    )
    vectors.rounded_alpha_options()

    scored = add(
        "exponential",
        _exponential,
        "responses weighted by α^-(score/2Δ); Δ is the scores' sensitivity",
        "--scores scores.csv --alpha 1/4",
    )
    scored.option("--scores", "FILE", "a matrix of scores: inputs by responses", type=InputFile, required=True)
    scored.option("--sensitivity", "Δ", "the sensitivity to use, at least the exact one, which is the default")
    scored.neighbours_option()

    middle = add(
        "median",
        _median,
        "the exponential mechanism for the median of n rows, n from 1",
        "-n 3 --values 3 --alpha 1/4",
        "-n",
        "--values",
    )
    for each in (scored, middle):
        each.flag("--unhalved", "leave out the factor 1/2 in the exponent")
        each.rounded_alpha_options(", but above 0")

    bars = add(
        "histogram",
        _histogram,
        "noisy counts of the rows in each cell, clamped to 0..n",
        "-n 2 --cells 3 --alpha 1/4",
        "-n",
        "--cells",
    )
    tabled = add(
        "marginals",
        _marginals,
        "noisy k-way marginals of rows with several attributes",
        "-n 1 --sizes 2,2 --ways 1 --alpha 1/4",
        "-n",
    )
    tabled.option("--sizes", "V,…", "the number of values of each attribute, from 1", required=True)
    tabled.integer(
        "--ways", "K", "the number of attributes of a marginal, from 1 to the number of all attributes", required=True
    )
    for each in (bars, tabled):
        each.rounded_alpha_options()
    for each in (middle, bars, tabled):
        each.add_argument(
            "--relation",
            choices=RELATIONS,
            default=REPLACE_ONE,
            help=f"the relation of neighbours; default: {REPLACE_ONE}",
        )
