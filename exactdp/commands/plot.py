"""The command `plot`: pictures of results, as SVG, PNG or PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from exactdp import files
from exactdp.answers.examination import check_order
from exactdp.answers.loss_curve import loss_curve
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.spelling import counted, printable, text
from exactdp.commands.derive import derived
from exactdp.commands.offering import InputFile, Offering
from exactdp.commands.options import NO, YES, Commands, Options, command
from exactdp.commands.printing import look, print_words, progress
from exactdp.files.storage import STANDARD, shown
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.geometric import UnboundedGeometric
from exactdp.model.matrix import Matrix
from exactdp.model.neighbours import path
from exactdp.optimum.phase_search import phase_diagram
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.derivability import Derivation
from exactdp.privacy.level import level, level_of_epsilon
from exactdp.privacy.privacy_curve import privacy_curve
from exactdp.release.chain import Chain
from exactdp.report import examinations, terminal, wording
from exactdp.report.pictures import picture_files

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST = 1000
"""The most steps from α = 0 to 1 in a loss curve."""


def _mechanism(options: Options) -> tuple[Figure, str]:
    found = files.read(options.file, kind=Matrix)
    return found.plot(title=options.title), "{} × {} fractions".format(*found.shape)


def _constraints(options: Options) -> tuple[Figure, str]:
    mechanism, asked = files.read(options.file), options.level_asked()
    check_order(mechanism.inputs, path(inputs=range(len(mechanism))))
    alpha = level(mechanism).alpha if asked is None else asked
    found = constraint_matrix(mechanism, alpha)
    return found.plot(
        title=options.title
    ), f"the constraints at α = {wording.level_number(alpha)}, s = {found.s}, z = {found.z}"


def _geometric(options: Options) -> tuple[Figure, str]:
    found = UnboundedGeometric(options.rounded_level())
    figure = found.plot(options.input, options.first, options.last, title=options.title)
    return figure, f"the {wording.level_name(found.alpha)}-geometric mechanism on input {options.input}"


def _curve(options: Options) -> tuple[Figure, str]:
    figure = None
    for name in options.files:
        mechanism = files.read(name)
        curve = privacy_curve(mechanism, options.neighbours_of(mechanism, name))
        axes = None if figure is None else figure.axes[0]
        figure = curve.plot(shown(name), coordinates=len(options.files) == 1, title=options.title, ax=axes)
    assert figure is not None
    return figure, f"the least δ of {counted(len(options.files), 'mechanism')} for every ε"


def _loss(options: Options) -> tuple[Figure, str]:
    if not 1 <= options.steps <= MOST:
        raise InputError(f"{options.steps} steps: write a number from 1 to {MOST}")
    levels: Sequence[Exact] = [Fraction(k, options.steps) for k in range(options.steps + 1)]
    if options.levels is not None:
        levels = options.levels.split(",")
    elif options.epsilons is not None:
        levels = [level_of_epsilon(each) for each in options.epsilons.split(",")]
    found = loss_curve(options.user_of(options.database_size(1) + 1), levels, progress=progress())
    said = f"the least loss at {counted(len(found.points), 'level')}, each accepted by the kernel"
    return found.plot(title=options.title), said


def _phases(options: Options) -> tuple[Figure, str]:
    found = phase_diagram(options.user_of(options.database_size(1) + 1), progress=progress())
    if isinstance(found, Unsolved):
        raise found.error
    return found.plot(title=options.title), f"the least loss for every α, {counted(len(found.phases), 'phase')}"


def _release(options: Options) -> tuple[Figure, str]:
    chain = Chain(n=options.n, levels=options.noise_levels())
    figure = chain.plot(options.count, title=options.title)
    return figure, f"a release at {counted(len(chain.levels), 'level')}, n = {text(options.n)}"


def _derivation(options: Options) -> tuple[Figure, str] | None:
    mechanism = files.read(options.file)
    found = derived(options, mechanism)
    if isinstance(found, Derivation):
        return found.plot(title=options.title), "the mechanism as the product G·T of the geometric one and a remap"
    about = "G" if options.source is None else shown(options.source)
    print_words(terminal.as_text(examinations.derivability(found, about), look=look(options)))
    return None


def _plot(options: Options) -> int:
    known = picture_files.check(options.output, options.format)
    drawn = options.draw(options)
    if drawn is None:
        return NO
    figure, about = drawn
    picture_files.write(figure, options.output, known)
    if options.output != STANDARD:
        print_words(f"{shown(options.output)}: {about}")
    return YES


def add(commands: Commands) -> None:
    """Register the command."""
    about = "a picture of a mechanism, a curve or a release, as SVG, PNG or PDF"
    kinds = commands.add_parser("plot", help=about, description=about)
    names = kinds.add_subparsers(title="kinds", required=True, metavar="KIND")

    def kind(name: str, draw: Callable[[Options], tuple[Figure, str] | None], about: str, example: str) -> Offering:
        added = command(names, name, _plot, about, f"exactdp plot {name} {example}")
        added.set_defaults(draw=draw, formats=picture_files.FORMATS)
        added.output_option("the picture, with the extension .svg, .png or .pdf; with -, print SVG", required=True)
        added.add_argument("--format", choices=picture_files.FORMATS, help="the format, if no extension determines it")
        added.option("--title", "WORDS", "the line above the picture; '' for none", type=printable)
        return added

    mechanism = kind("mechanism", _mechanism, "a matrix as a heat map, with its fractions", "table.csv -o table.svg")
    mechanism.file_argument()

    constraints = kind(
        "constraints", _constraints, "the tight constraints: ↓, ↑, S and Z", "table.csv --alpha 1/4 -o tight.svg"
    )
    constraints.file_argument()
    constraints.alpha_options(", excluding both ends; default: the exact level")

    geometric = kind(
        "geometric", _geometric, "the two-sided geometric distribution", "--alpha 1/5 --input 5 -o geometric.svg"
    )
    geometric.rounded_alpha_options(", but below 1")
    geometric.integer("--input", "I", "the true result, any whole number; default: 0", default=0)
    geometric.integer("--first", "R", "the first response to draw, any whole number")
    geometric.integer("--last", "R", "the last response to draw, from the first to 999 after it")

    curve = kind("curve", _curve, "the least δ for every ε, of one mechanism or several", "table.csv -o curve.svg")
    curve.add_argument(
        "files", type=InputFile, metavar="FILE", nargs="+", help="a matrix of fractions as JSON, CSV or LaTeX"
    )
    curve.neighbours_option()

    about = "a user's least loss against α, and the loss of G without a remap"
    loss = kind("loss", _loss, about, "-n 3 --loss abs -o loss.svg")
    loss.integer("-n", "N", "the database size, from 1: inputs and responses are 0 to n", required=True)
    loss.user_options()
    either = loss.add_mutually_exclusive_group()
    either.add_argument(
        "--steps",
        type=int,
        default=20,
        metavar="K",
        help="draw the levels α = 0, 1/K, 2/K, …, 1, with K from 1 to 1000; default: 20",
    )
    either.add_argument("--levels", metavar="A,…", help="draw these levels α from 0 to 1, such as 1/4,1/2,3/4")
    either.add_argument(
        "--epsilons",
        metavar="E,…",
        help="draw the levels at these ε from 0 to 10000; each α is a simple fraction above e^-ε",
    )

    phases = kind(
        "phases",
        _phases,
        "a user's least loss for every α, and where its formula changes",
        "-n 5 --loss squared --prior uniform -o phases.svg",
    )
    phases.integer("-n", "N", "the database size, from 1: inputs and responses are 0 to n", required=True)
    phases.user_options()

    release = kind(
        "release",
        _release,
        "the answers of a release, each derived from the one before",
        "-n 1 --levels 1/4,1/2 --count 0 -o release.svg",
    )
    release.integer("-n", "N", "the database size, from 0 to 60: counts and answers are 0 to n", required=True)
    release.levels_options("each level e^-ε is exact")
    release.integer("--count", "K", "the true count, from 0 to n; without it, draw only the remaps")

    derivation = kind(
        "derivation",
        _derivation,
        "a mechanism as the geometric one, or another one, times a remap",
        "table.csv --alpha 1/4 -o product.svg",
    )
    derivation.file_argument()
    derivation.source_options()
