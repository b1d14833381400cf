"""Every result has a report, and no word of a report is lost on its way to a terminal or to HTML."""

import html
import importlib
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import exactdp
from exactdp import Matrix, Mechanism, audit, check, derive, interact, loss_curve, private, repair, vertex
from exactdp.answers.database_optimum import oblivious_optimum
from exactdp.answers.deployment import deployment
from exactdp.answers.optimality import decide, decide_near
from exactdp.answers.sweep import Sweep
from exactdp.answers.sweep_outcome import find
from exactdp.answers.sweep_specification import Deployed, parse
from exactdp.answers.sweep_verification import Verification
from exactdp.answers.synthesis import synthesise
from exactdp.arithmetic.algebraic_numbers import real_roots
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.printed_numbers import printed_number, roundings
from exactdp.arithmetic.rational_functions import rational_function
from exactdp.arithmetic.real_sets import RealSet, solution_set
from exactdp.arithmetic.spelling import text
from exactdp.certificates.levels import all_derivable, all_private, exact_levels
from exactdp.claims.discovery import select
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.databases import replace_one
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.losses import absolute, power_loss
from exactdp.model.neighbours import complete, path
from exactdp.model.symbolic_mechanism import SymbolicMechanism
from exactdp.model.users import BayesianUser, MinimaxConsumer, expected_loss, uniform
from exactdp.optimum.loss_bound import bound_loss
from exactdp.optimum.nearest import nearest
from exactdp.optimum.phase_diagram import verify
from exactdp.optimum.phase_search import phase_diagram
from exactdp.optimum.problem import Constraint, Problem, loss_at_most
from exactdp.optimum.search import optimal
from exactdp.optimum.structure import structure
from exactdp.optimum.uniqueness import Better
from exactdp.other_libraries import Implementation
from exactdp.polytope.constraints import constraint_matrix
from exactdp.privacy.composition import advanced_composition, promise
from exactdp.privacy.continuous import Gaussian, Laplace, Logarithm
from exactdp.privacy.ledger import Ledger, Stage
from exactdp.privacy.privacy_curve import approximately_private, privacy_curve, probabilistically_private
from exactdp.privacy.privacy_loss import privacy_loss
from exactdp.privacy.sampling import SeededSource
from exactdp.release.chain import Chain, Release
from exactdp.release.oblivious import evenly, oblivious
from exactdp.report import hypertext, terminal
from exactdp.report.document import Grid, Line, Part, Report, Table
from exactdp.report.latex_writer import FORMULAS, formula
from exactdp.report.results import REPORTS, SPELLED, of_claims, report
from exactdp.shown import WIDEST, Shown
from exactdp.surveys import city, dp_where, mwem
from exactdp.surveys.collected import local_responses, noisy_histogram
from exactdp.surveys.differencing import bit_posterior, difference, repeated_answers
from exactdp.surveys.exponential import median
from exactdp.surveys.geometric_variants import UnboundedStaircase, sensitivity
from exactdp.surveys.histograms import histogram_queries, tables
from exactdp.surveys.linear_decoding import bit_bounds, decoding_experiment
from exactdp.surveys.queries import Transcript, hadamard_queries
from exactdp.surveys.randomized_response import k_ary_response, unbiased_estimator
from exactdp.surveys.reconstruction import reconstruct, spectral_bound, worst_case
from exactdp.surveys.universe import Attribute, Universe
from tests.report.test_verdicts import claim

HALF = Fraction(1, 2)
APPENDIX_B = Mechanism(
    [line.split() for line in ("1/9 2/9 4/9 2/9", "2/9 1/9 2/9 4/9", "4/9 2/9 1/9 2/9", "13/18 1/9 1/18 1/9")],
    ["<0>", "1 & 2", "2", "3"],
)
SMOKER = Universe((Attribute("smoker", ("no", "yes")),))
SEEN = Transcript([(1, 1), (1, 0), (0, 1)], [1, 0, 1], HALF)

INTERNAL = {
    "exactdp.kernel": "what the kernel reads of a certificate; `Verified` says it",
    "exactdp.diagram_kernel": "what the kernel of diagrams reads of a certificate; `Verified` says it",
    "exactdp.answers.synthesis.MarginalError": "a row of the errors of a synthetic table",
    "exactdp.certificates.coq_terms": "what an export to Coq is made of",
    "exactdp.certificates.tied_entries": "what an export to Coq rests on",
    "exactdp.certificates.verified_checker": "what a program says of a certificate, which the report says",
    "exactdp.claims.clause": "a part of a claim, and what became of it, which the claim says",
    "exactdp.claims.coq.axioms": "what Coq answers to one command",
    "exactdp.claims.coq.library": "what Coq is asked",
    "exactdp.claims.logic.known": "what a proof is made of",
    "exactdp.claims.checks.mutants": "a changed statement, and what became of it",
    "exactdp.claims.statements.names": "what a name in a clause stands for, which the claim says",
    "exactdp.claims.statements.opening": "a statement before it is evaluated",
    "exactdp.claims.sources": "the names of the papers",
    "exactdp.claims.checks.trials": "what instances say of a clause, which the claim says",
    "exactdp.claims.checks.worst_case": "a statement as linear programs",
    "exactdp.files.records": "a file's records before they are counted",
    "exactdp.files.table": "a file's table before it is a matrix",
    "exactdp.optimum.bayesian": "one step of the search",
    "exactdp.optimum.dual_cone": "one step of the search",
    "exactdp.optimum.minimax_game": "one step of the search",
    "exactdp.linear_programs.linear_program": "the linear programs beneath the search",
    "exactdp.processes": "what limits a computation",
    "exactdp.surveys.city.Call": "a record of the data",
    "exactdp.surveys.city.Person": "a record of the data",
    "exactdp.surveys.dp_where.Tally": "a query, by its function",
    "exactdp.surveys.universe": "what the columns of records can say",
    "exactdp.surveys.synthetic_people.SyntheticCall": "a record of the data",
    "exactdp.surveys.synthetic_people.SyntheticPerson": "a record of the data",
    "exactdp.report.document": "what a report is made of",
    "exactdp.report.typeset": "words before they are typeset",
    "exactdp.report.pictures": "a picture before it is drawn; pictures show themselves",
    "exactdp.answers.sweep_engine": "the processes of a sweep",
    "exactdp.claims.last_run.LastRun": "outcomes that are kept between two commands",
    "exactdp.claims.running.Found": "an outcome on its way between two processes",
    "exactdp.report.terminal.Look": "how a report is shown",
}
"""What a user does not meet as a result, each with why."""


def public_types() -> Iterator[type]:
    """Every public dataclass of the package."""
    for found in pkgutil.walk_packages(exactdp.__path__, "exactdp."):
        if found.name.split(".")[1] in ("proofs", "__main__"):
            continue
        for kind in vars(importlib.import_module(found.name)).values():
            own = isinstance(kind, type) and kind.__module__ == found.name
            if own and is_dataclass(kind) and not kind.__name__.startswith("_"):
                yield kind


def shown_types() -> set[type]:
    """Every type with a report: its own one, its spelling, or its fields."""
    by_fields = {kind for kind in public_types() if issubclass(kind, Shown)} - {Report}
    return {*REPORTS, *SPELLED, *of_claims(), *by_fields}


def internal(kind: type) -> str | None:
    full = f"{kind.__module__}.{kind.__qualname__}"
    return next((name for name in INTERNAL if f"{full}.".startswith(f"{name}.")), None)


def test_every_result_is_shown_or_internal_with_a_reason() -> None:
    shown, seen = shown_types(), set()
    for kind in public_types():
        reason = internal(kind)
        seen.add(reason)
        assert (kind in shown) != (reason is not None), (
            f"{kind.__module__}.{kind.__qualname__}: show it, or say why not"
        )
    assert seen >= set(INTERNAL), "some of what is internal is no more"
    assert not REPORTS.keys() & SPELLED
    assert len(shown) > 100
    assert FORMULAS <= SPELLED


@cache
def examples() -> list[Any]:
    """Results of most kinds, and all that stands in them."""
    bayesian, minimax = BayesianUser(absolute(), uniform(n=2)), MinimaxConsumer(absolute(), inputs=range(3))
    half, found = geometric(n=2, alpha=HALF), decide(Problem(bayesian, HALF))
    databases = replace_one(n=2)
    posterior, told = bit_posterior(geometric(n=3, alpha=HALF), [(1, 1, 1), (1, 1, 0)], [3, 1], 2), difference(SEEN, 0)
    swept = parse('n = "1..2"\nalpha = "1/2"\nloss = "abs"')
    results = [
        check(APPENDIX_B),
        private(half, "3/4"),
        constraint_matrix(half, HALF),
        *constraint_matrix(half, HALF).entries,
        vertex(half, HALF),
        vertex(APPENDIX_B, HALF),
        derive(half, "1/4"),
        derive(APPENDIX_B, HALF),
        found,
        found.optimum,
        decide(Problem(BayesianUser(absolute(), ["1/2", "1/2", 0]), HALF)),
        decide(Problem(minimax, HALF)),
        decide(Problem(BayesianUser(power_loss("3/2"), uniform(n=2)), HALF)),
        decide(Problem(bayesian, HALF, None, responses=None, constraints=[Constraint({(0, 0): 1}, 2)])),
        Unsolved("the time is over", Problem(bayesian, HALF)),
        interact(BayesianUser(absolute(), uniform(n=3)), APPENDIX_B),
        expected_loss(BayesianUser(absolute(), uniform(n=3)), APPENDIX_B),
        expected_loss(MinimaxConsumer(power_loss("3/2"), inputs=range(4)), APPENDIX_B),
        privacy_curve(half),
        privacy_loss(half, 0, 1),
        approximately_private(half, "3/4", "1/10"),
        probabilistically_private(half, "3/4", "1/10"),
        phase_diagram(BayesianUser(absolute(), ["1/6", "5/6"])),
        loss_curve(bayesian, ["1/4", HALF]),
        loss_curve(minimax, [HALF]),
        Release(9, (Fraction(1, 4), HALF), (3, 12)),
        *Chain(n=1, levels=["1/4", HALF]).coalitions(),
        Ledger([Stage("count", HALF)]).total(),
        Ledger([Stage("count", HALF), Stage("pairs", "9/10", sensitivity=2)]),
        promise(HALF),
        advanced_composition(promise("9/10"), 10, "1/100"),
        audit(Matrix([["0.7311", "0.2689"], ["0.2689", "0.7311"]]), epsilon=1),
        repair([["0.67", "0.33"], ["0.33", "0.67"]], HALF),
        *roundings([[printed_number("0.67"), printed_number("0.33")]])[:1],
        SymbolicMechanism([["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]),
        all_derivable(APPENDIX_B),
        all_private(APPENDIX_B),
        *exact_levels(SymbolicMechanism([["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]])),
        rational_function("(1-a)/(1+a)"),
        solution_set([([1, -4, 1], ">=")]),
        RealSet(),
        *real_roots([-1, 1, 0, 1]),
        select(["gupte2010.appendix-b"])[0].run(),
        claim().run(),
        select(["gupte2010.table-1b"])[0],
        oblivious(Mechanism([["1/2", "1/2"]] * 4), databases),
        oblivious_optimum(BayesianUser(absolute(), uniform(n=1)), HALF, evenly(replace_one(n=1))),
        UnboundedGeometric(HALF),
        UnboundedStaircase(HALF, 2, 1),
        Exponential(Fraction(1)),
        decide_near(Problem(minimax, "1/2"), Exponential(1)),
        decide_near(Problem(minimax, "1/2"), Exponential(1)).phase,
        decide_near(Problem(minimax, "1/2", complete(inputs=range(3))), Exponential(1)),
        decide_near(Problem(minimax, "1/2", complete(inputs=range(3))), Exponential(1)).phase,
        decide_near(Problem(BayesianUser(power_loss("1/2"), ["1/2"] * 2), "1/2"), Exponential(1)).below,
        private(half, Exponential(1)),
        derive(half, Exponential("1/2")),
        Laplace(1),
        Gaussian(4),
        Gaussian(4).private(1, "1/10"),
        Gaussian(1).private(1, "0.126937", bits=8),
        Gaussian(1).private("1/10", "1/100"),
        Logarithm(Fraction(1), Fraction(2)),
        median(n=1, values=2, alpha=HALF),
        histogram_queries(2),
        k_ary_response(3, HALF),
        unbiased_estimator(k_ary_response(2, HALF).mechanism, [0, 1]),
        SEEN,
        reconstruct(SEEN),
        worst_case(hadamard_queries(4, subsets=True), HALF),
        spectral_bound(hadamard_queries(1), HALF),
        told,
        posterior,
        repeated_answers(half, 0, 1, 2),
        decoding_experiment(n=3, queries=6, arbitrary=1, error=0, seed=1),
        difference(Transcript([(1, 1)], [1], 0), 0),
        Sweep(swept, tuple(find(each)[0] for each in swept.instances), 0, Path("out"), None),
        parse('n = 1\nepsilon = 1\nloss = "abs"').instances[0].question,
        Verification(2, 0, ((3, "value is 1 in the table, …"),)),
        Implementation("coin", "counted by hand", half, path(inputs=range(3)), Fraction(1)),
    ]
    results += rarer()
    return [APPENDIX_B, Matrix([[1, 2]]), *(each for result in results for each in parts(result))]


def rarer() -> list[Any]:
    """Results of the kinds that few users meet."""
    minimax, town = MinimaxConsumer(absolute(), inputs=range(3)), city.City(2, days=1, hours=2, cap=4, resolution=2)
    model = dp_where.DPWhere(town, dp_where.Levels(HALF), iterations=1)
    algorithm = mwem.MWEM(2, [mwem.Query("cell 0", (0,))], n=4, rounds=1, selection=HALF, measurement=HALF)
    diagram = phase_diagram(BayesianUser(absolute(), ["1/2", "1/4", "1/4"]))
    problem = Problem(minimax, HALF)
    return [
        model,
        model.release(city.example_people(town, 20, SeededSource(1)), SeededSource(1)),
        algorithm,
        algorithm.run((4, 0), SeededSource(1)),
        deployment(geometric(n=2, alpha=HALF)),
        synthesise(SMOKER, (4, 1), way=1, rounds=2, alpha=HALF, source=SeededSource(1)),
        noisy_histogram(SMOKER, (4, 1), HALF, "replace-one", SeededSource(1)),
        local_responses(SMOKER.attributes[0], ["no", "no"], HALF, SeededSource(1)),
        optimal(
            Problem(
                minimax, HALF, constraints=[loss_at_most(absolute(), i, "1/9", responses=range(3)) for i in range(3)]
            )
        ),
        Better(problem, geometric(n=2, alpha=HALF), optimal(problem)),
        *diagram.phases,
        bound_loss(diagram, HALF),
        verify(replace(diagram, breakpoints=())),
        Unsolved("too many steps", minimax),
        structure(optimal(Problem(BayesianUser(absolute(), uniform(n=2)), HALF))),
        median(n=1, values=2, alpha=HALF).scores.sensitivity,
        unbiased_estimator(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]), [0, 1]),
        Deployed(minimax, geometric(n=2, alpha=HALF)),
        parse('n = 1\nepsilon = 1\nloss = "abs"').instances[0].question,
        nearest(Matrix([["0.67", "0.33"], ["0.33", "0.67"]]), HALF, path(inputs=range(2))),
        *repair([["0.9", "0.1"], ["0.1", "0.9"]], HALF).moves,
        printed_number("0.0150"),
        tables(n=1, cells=2),
        sensitivity([(2, 0), (1, 1), (0, 2)], path(inputs=range(3))),
        *bit_bounds(SEEN),
    ]


def parts(found: Any) -> Iterator[Any]:
    """The result and every dataclass that stands in it."""
    if is_dataclass(found):
        yield found
        for each in fields(found):
            yield from parts(getattr(found, each.name))
    elif isinstance(found, tuple):
        for each in found:
            yield from parts(each)


def test_every_result_has_a_short_repr_that_begins_with_its_type_or_is_its_spelling() -> None:
    for found in examples():
        if isinstance(found, Shown) and not isinstance(found, Matrix | SymbolicMechanism):
            written = repr(found)
            assert "\n" not in written
            assert len(written) <= WIDEST
            assert written.startswith(type(found).__name__) or isinstance(found, Exponential)


def words(text: str) -> str:
    """A text without blanks and without what says where an index or an exponent begins and ends."""
    return re.sub(r"[\s_^{}()]", "", text)


def said(found: Report) -> Iterator[str]:
    """Every word of a report, in order."""
    yield found.title
    for part in found.front:
        yield from _said(part)
    for topic in found.topics:
        yield topic.name
        for part in topic.parts:
            yield from _said(part)


def _said(part: Part) -> Iterator[str]:
    match part:
        case Table():
            yield from part.heading
            yield from (cell for row in part.rows for cell in row)
        case Grid() | Matrix():
            yield from part.responses
            rows = part.cells if isinstance(part, Grid) else [list(map(text, row)) for row in part]
            yield from (each for name, row in zip(part.inputs, rows, strict=True) for each in (name, *row))
        case Line():
            yield part.words
        case _:
            yield part


def test_no_word_is_lost_and_every_tag_is_closed() -> None:
    for found in shown():
        about = report(found)
        page, written = hypertext.as_html(about), words("".join(said(about)))
        assert words(html.unescape(re.sub("<[^>]*>", "", page)).replace("⁄", "/")) == written, type(found).__name__
        printed = terminal.as_text(about)
        # A matrix of long fractions is shown with decimals as well.
        assert "rounded:" in printed or words(printed) == written, type(found).__name__
        opened: list[str] = []
        for closing, tag in re.findall(r"<(/?)([a-z]+)[^>]*>", page):
            if closing:
                assert opened.pop() == tag
            elif tag != "br":
                opened.append(tag)
        assert not opened
        assert "color" not in page
        assert len(page) < 100_000


def shown() -> list[Any]:
    kinds = shown_types()
    return [found for found in examples() if type(found) in kinds]


def test_every_kind_is_among_the_examples() -> None:
    tried = {type(found) for found in examples()}
    lacking = shown_types() - tried
    assert not lacking, f"give an example: {[kind.__name__ for kind in lacking]}"


def test_what_has_no_report_is_refused() -> None:
    with pytest.raises(TypeError, match="int has no report"):
        report(3)


def test_what_is_undecided_is_neither_yes_nor_no() -> None:
    for found, says in (
        (Gaussian(1).private(1, "0.126937", bits=8), "undecided"),
        (Unsolved("late", Problem(BayesianUser(absolute(), uniform(n=2)), HALF)), "not decided: late"),
        (Unsolved("too many steps", MinimaxConsumer(absolute(), inputs=range(4))), "not decided: too many steps"),
    ):
        about = report(found)
        assert (about.topics[-1].name, about.topics[-1].parts) == ("holds", ("undecided",))
        assert about.values["fields"]["holds"] == "undecided"
        with pytest.raises(ValueError, match=says):
            bool(found)


def test_a_long_field_is_cut() -> None:
    assert report(Transcript([(1,) * 9] * 9, range(9))).topics[1].parts[-1] == "and 3 more"
    assert len(terminal.as_text(report(replace_one(n=8))).split("\n")) < 20


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (Fraction(-7, 9), r"-\frac{7}{9}"),
        (rational_function("(2*a^12-1)/(1+a)"), r"\frac{-1 + 2 \alpha^{12}}{1 + \alpha}"),
        (real_roots([-1, -1, 1])[1], r"\frac{1 + \sqrt{5}}{2}"),
        (real_roots([-1, 0, 3])[1], r"\frac{\sqrt{3}}{3}"),
        (solution_set([([0, 1], ">="), ([1, -4, 1], ">=")]), None),
        (RealSet(), r"\emptyset"),
        (
            constraint_matrix(geometric(n=1, alpha=HALF), HALF),
            "\\begin{bmatrix}\n\\downarrow & \\uparrow\n\\end{bmatrix}",
        ),
    ],
)
def test_formulas(found: Any, expected: str | None) -> None:
    if expected is None:
        assert "sqrt{3}" in str(formula(found))
    else:
        assert formula(found) == f"${expected}$"


def test_a_formula_that_would_freeze_a_page_is_not_set() -> None:
    assert formula(rational_function("1+a") ** 300) is None
    assert len(formula(Fraction(1, 3**5000)) or "") < 100
    assert formula(real_roots([-1, 1, 0, 1])[0]) is None
