"""The front door: what `import exactdp` offers, and what it costs."""

import ast
import importlib
import re
import subprocess
import sys
import traceback
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

import exactdp as dp
from tests.house import PACKAGE, ROOT

APPENDIX_B = "1/9,2/9,4/9,2/9\n2/9,1/9,2/9,4/9\n4/9,2/9,1/9,2/9\n13/18,1/9,1/18,1/9\n"
HEAVY = {"IPython", "flint", "highspy", "jinja2", "latex2mathml", "matplotlib", "numpy", "pandas", "polars"}


def loaded(code: str) -> set[str]:
    """Return what a fresh Python has imported after it has run this."""
    listed = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(listed.stdout.split())


def test_the_names_are_sorted_documented_and_there() -> None:
    assert dp.__all__ == sorted(dp.__all__) == dir(dp) == sorted(dp._HOMES)
    assert 35 <= len(dp.__all__) <= 50
    listed = re.findall(r"^(\w+) {2,}\S", dp.__doc__ or "", re.MULTILINE)
    assert listed == dp.__all__, "the docstring has a line for each name"
    for name in dp.__all__:
        found = getattr(dp, name)
        assert found.__name__ == name, "no name has an alias"
        assert found.__doc__, f"{name} has no docstring"
        home = importlib.import_module(f"exactdp.{dp._HOMES[name]}")
        assert found is getattr(home, name)
    with pytest.raises(AttributeError, match="module 'exactdp' has no attribute 'optimum_'") as caught:
        dp.optimum_  # noqa: B018
    # Python suggests a name only with these.
    assert (caught.value.name, caught.value.obj) == ("optimum_", dp)


def test_a_type_checker_sees_the_same_names() -> None:
    seen = {}
    for node in ast.walk(ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("exactdp."):
            seen.update({alias.name: str(node.module).removeprefix("exactdp.") for alias in node.names})
    assert seen == dp._HOMES


def test_importing_loads_nothing_heavy() -> None:
    assert not loaded("import exactdp") & HEAVY
    assert not {each for each in loaded("import exactdp") if each.startswith("exactdp.")}
    assert not loaded("import exactdp.notebook") & HEAVY
    # A level needs no plots, and no claims.
    level = loaded("import exactdp as dp; dp.level([['1/2', '1/2']])")
    assert not level & (HEAVY - {"flint"})


def test_the_page_has_a_row_for_every_name() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == dp.__all__
    assert "docs/python.md" in (dp.__doc__ or "")
    assert "- Python: python.md" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_a_first_session(tmp_path: Path) -> None:
    (tmp_path / "appendix_b.csv").write_text(APPENDIX_B, encoding="utf-8")
    table = dp.read(tmp_path / "appendix_b.csv")
    assert table == dp.Mechanism([row.split(",") for row in APPENDIX_B.split()])
    assert dp.level(table).alpha == Fraction(1, 2)
    assert not dp.derive(table, alpha="1/2")
    user = dp.MinimaxConsumer(dp.absolute(), inputs=range(4))
    best = dp.optimal(user, alpha="1/4")
    assert (best.value, best.unique) == (Fraction(168, 415), True)
    best.certificate.save(tmp_path / "best.cert")
    assert dp.verify(tmp_path / "best.cert").is_about(best.mechanism)
    assert str(best).startswith("The least worst-case expected loss of a 1/4-private mechanism is 168/415")
    assert best.to_json().startswith("{")
    assert r"\frac{272}{415}" in best.to_latex()
    assert set(best._repr_mimebundle_()) == {"text/plain", "text/html", "text/latex"}
    found = dp.check(table, alpha="1/2")
    assert found
    assert "derivability" in str(found)


def test_every_size_is_n_or_the_inputs() -> None:
    def same(make: Callable[..., object], **named: object) -> None:
        assert make(n=3, **named) == make(inputs=range(4), **named) == make(inputs=list("abcd"), **named)

    for make in (dp.uniform, dp.symmetric, dp.path, dp.complete, dp.hypercube):
        same(make)
    same(dp.point_mass, i=2)
    same(dp.binomial, probability="1/3")
    same(partial(dp.edges, [(0, 2)]))
    same(partial(dp.MinimaxConsumer, dp.absolute()))
    with pytest.raises(TypeError, match=r"write uniform\(inputs=range\(4\)\) or uniform\(n=3\), which mean the same"):
        dp.uniform(3)


def test_every_question_accepts_the_name_of_a_graph() -> None:
    rows = [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]
    everyone = dp.complete(n=2)
    for question in (dp.audit, dp.level, dp.privacy_curve):
        assert question(rows, "complete") == question(rows, everyone)
    for question in (dp.check, dp.private, dp.repair, dp.vertex):
        assert question(rows, alpha="1/3", neighbours="complete") == question(rows, alpha="1/3", neighbours=everyone)
    user = dp.MinimaxConsumer(dp.absolute(), n=2)
    assert dp.optimal(user, alpha="1/3", neighbours="complete") == dp.optimal(user, alpha="1/3", neighbours=everyone)


def test_every_question_accepts_an_epsilon() -> None:
    rows, user = [["0.73", "0.27"], ["0.27", "0.73"]], dp.MinimaxConsumer(dp.absolute(), n=1)
    level = dp.exponential_level(1)
    for question in (dp.audit, dp.check, dp.derive, dp.private, dp.repair, dp.vertex):
        assert question(rows, epsilon=1) == question(rows, alpha=level)
        assert question(rows, epsilon="ln 3") == question(rows, alpha="1/3")
    best = dp.optimal(user, epsilon=1)
    assert best == dp.optimal(user, alpha=level)
    assert str(best).startswith("The least worst-case expected loss of an e^-1-private mechanism is 0.268941…")


def test_a_result_about_a_mechanism_draws_it() -> None:
    pytest.importorskip("matplotlib")
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    best = dp.optimal(dp.MinimaxConsumer(dp.absolute(), n=1), alpha="1/2")
    for found, drawn in (
        (dp.level(rows), rows),
        (dp.private(rows, "1/2"), rows),
        (dp.check(rows), rows),
        (dp.audit(rows), rows),
        (dp.expected_loss(U, rows), rows),
        (dp.vertex(rows, "1/4"), rows),
        (best, best.mechanism),
        (best.optimum, best.mechanism),
    ):
        assert [each.get_text() for each in found.plot().axes[0].texts] == [
            str(entry) for row in dp.Matrix(drawn) for entry in row
        ]


class Half:
    """What no function of the package knows."""


G = dp.geometric(n=1, alpha="1/2")
U = dp.MinimaxConsumer(dp.absolute(), n=1)
JUNK = (
    *(None, 3, -1, 0.5, "x", b"x", Half(), [], [1], [[1]], ["x"], {"a": 1}, True, (1, 2), float("nan"), "1/2"),
    *(dp.absolute, dp.absolute(), G, dp.path(n=1), U),
)
CALLS = {
    "BayesianUser loss": lambda junk: dp.BayesianUser(junk, ["1/2", "1/2"]),
    "BayesianUser prior": lambda junk: dp.BayesianUser(dp.absolute(), junk),
    "Chain n": lambda junk: dp.Chain(n=junk, levels=["1/2"]),
    "Chain levels": lambda junk: dp.Chain(n=2, levels=junk),
    "Matrix": dp.Matrix,
    "Mechanism": dp.Mechanism,
    "Mechanism inputs": lambda junk: dp.Mechanism([["1/2", "1/2"]], inputs=junk),
    "Minimax loss": lambda junk: dp.MinimaxConsumer(junk, n=1),
    "Minimax n": lambda junk: dp.MinimaxConsumer(dp.absolute(), n=junk),
    "Minimax inputs": lambda junk: dp.MinimaxConsumer(dp.absolute(), inputs=junk),
    "Minimax side": lambda junk: dp.MinimaxConsumer(dp.absolute(), n=1, side_information=junk),
    "asymmetric": lambda junk: dp.asymmetric(junk, 1),
    "threshold": dp.threshold,
    "table": dp.table,
    "audit": dp.audit,
    "audit alpha": lambda junk: dp.audit(G, alpha=junk),
    "audit eps": lambda junk: dp.audit(G, epsilon=junk),
    "audit nb": lambda junk: dp.audit(G, junk),
    "binomial n": lambda junk: dp.binomial(n=junk, probability="1/2"),
    "binomial p": lambda junk: dp.binomial(n=1, probability=junk),
    "certify": dp.certify,
    "check": dp.check,
    "check alpha": lambda junk: dp.check(G, alpha=junk),
    "check eps": lambda junk: dp.check(G, epsilon=junk),
    "check nb": lambda junk: dp.check(G, neighbours=junk),
    "complete n": lambda junk: dp.complete(n=junk),
    "complete inputs": lambda junk: dp.complete(inputs=junk),
    "derive": lambda junk: dp.derive(junk, "1/2"),
    "derive alpha": lambda junk: dp.derive(G, junk),
    "derive eps": lambda junk: dp.derive(G, epsilon=junk),
    "edges": lambda junk: dp.edges(junk, n=1),
    "epsilon": dp.epsilon,
    "exact": dp.exact,
    "exponential_level": dp.exponential_level,
    "expected_loss user": lambda junk: dp.expected_loss(junk, G),
    "expected_loss": lambda junk: dp.expected_loss(U, junk),
    "fixed_row i": lambda junk: dp.fixed_row(junk, ["1/2", "1/2"]),
    "fixed_row": lambda junk: dp.fixed_row(0, junk),
    "geometric n": lambda junk: dp.geometric(n=junk, alpha="1/2"),
    "geometric alpha": lambda junk: dp.geometric(n=1, alpha=junk),
    "hypercube": lambda junk: dp.hypercube(n=junk),
    "interact user": lambda junk: dp.interact(junk, G),
    "interact": lambda junk: dp.interact(U, junk),
    "interact resp": lambda junk: dp.interact(U, G, responses=junk),
    "level": dp.level,
    "level nb": lambda junk: dp.level(G, junk),
    "level_of_epsilon": dp.level_of_epsilon,
    "loss_curve user": lambda junk: dp.loss_curve(junk, ["1/2"]),
    "loss_curve": lambda junk: dp.loss_curve(U, junk),
    "optimal": lambda junk: dp.optimal(junk, alpha="1/2"),
    "optimal alpha": lambda junk: dp.optimal(U, alpha=junk),
    "optimal eps": lambda junk: dp.optimal(U, epsilon=junk),
    "optimal nb": lambda junk: dp.optimal(U, alpha="1/2", neighbours=junk),
    "optimal resp": lambda junk: dp.optimal(U, alpha="1/2", responses=junk),
    "optimal cons": lambda junk: dp.optimal(U, alpha="1/2", constraints=junk),
    "path": lambda junk: dp.path(inputs=junk),
    "phase": dp.phase_diagram,
    "point_mass": lambda junk: dp.point_mass(n=1, i=junk),
    "privacy_curve": dp.privacy_curve,
    "private": lambda junk: dp.private(junk, "1/2"),
    "private a": lambda junk: dp.private(G, junk),
    "proportional": dp.proportional,
    "read": dp.read,
    "repair": lambda junk: dp.repair(junk, "1/2"),
    "repair a": lambda junk: dp.repair(G.rows, junk),
    "repair user": lambda junk: dp.repair(G.rows, "1/2", junk),
    "repair nb": lambda junk: dp.repair(G.rows, "1/2", None, junk),
    "symmetric": lambda junk: dp.symmetric(inputs=junk),
    "symmetric n": lambda junk: dp.symmetric(n=junk),
    "uniform": lambda junk: dp.uniform(n=junk),
    "uniform inputs": lambda junk: dp.uniform(inputs=junk),
    "verify": dp.verify,
    "vertex": lambda junk: dp.vertex(junk, "1/2"),
    "vertex a": lambda junk: dp.vertex(G, junk),
    "write": lambda junk: dp.write(junk, "-"),
    "write path": lambda junk: dp.write(G, junk),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_wrong_type_ends_in_an_error_of_pythons_own(
    call: Callable[[object], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = 0
    for junk in JUNK:
        try:
            call(junk)
        except (dp.InputError, TypeError, dp.Malformed) as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{junk!r}: {error!r} at {last.filename}:{last.lineno}"
            assert Path(last.filename).is_relative_to(PACKAGE), where
            assert (last.line or "").strip().startswith("raise"), where
            assert "\n" not in str(error), where
            refused += 1
    assert refused
