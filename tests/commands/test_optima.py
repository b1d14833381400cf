"""`exactdp optimal`, `exactdp interact` and `exactdp expected-loss`."""

import json
from pathlib import Path

import pytest

from exactdp import files, geometric
from tests.commands.running import Run, refusal

FIGURE_2_USER = ("--loss", "power:3/2", "--prior", "1/4,0,1/4,0,1/4,1/4")
VERTEX_OF_FIGURE_2 = """
vertex        yes, of the polytope of 1/2-private mechanisms of its size: the tight privacy constraints leave
                6 unknowns, which the row sums determine
              constraint matrix; ↓: α·x_ir = x_(i+1)r, ↑: x_ir = α·x_(i+1)r, Z: both are 0, S: none of these
                 0  1  2  3  4  5
              0  ↓  Z  ↑  ↑  ↑  ↑
              1  ↓  Z  S  ↑  ↑  ↑
              2  ↓  Z  ↓  ↑  ↑  ↑
              3  ↓  Z  ↓  ↓  ↑  ↑
              4  ↓  Z  ↓  ↓  ↓  ↑
              s = 1, z = 1
              lemmas of Ghosh, Roughgarden & Sundararajan 2009, section 5:
              5.4  yes  no row is all ↓ or all ↑
              5.5  yes  every row is ↓…↓, at most one S, ↑…↑
              5.6  yes  every row has one ↓ more than the row above, or an S and no ↓ fewer
              5.7  yes  s ≥ z
              5.8  yes  s = z
              5.9  yes  non-Z column i is i + S_(i-1) times ↑, s_i times S, then ↓
              5.11  G with the remap 0, 1, … → 0, 2, 2, 3, 4, 5, read from the constraints, is this mechanism
certificate   only-optimal: """
"""What the page on optimal mechanisms leaves out of the same answer."""


def test_the_optimum_of_the_user_of_figure_2(run: Run) -> None:
    ran = run("optimal -n 5 --alpha 1/2", *FIGURE_2_USER, "--certificate", "best.cert")
    assert (ran.code, ran.err) == (0, "")
    assert VERTEX_OF_FIGURE_2 in ran.out
    judged = run("verify best.cert --against figure_2.csv")
    assert judged.code == 0
    assert "is the only optimal mechanism for the Bayesian user with the loss |i-r|^(3/2)" in judged.out
    assert run("verify best.cert --against appendix_b.csv").code == 1


def test_a_remap_is_worth_something_to_the_consumer_of_table_1(run: Run) -> None:
    files.write(geometric(n=3, alpha="1/4"), "g.csv")
    same = run("interact g.csv --loss abs --certificate remap.cert")
    assert "value         168/415 (≈ 0.4048), the least worst-case expected loss by any remap of g.csv" in same.out
    assert "\n              without a remap it is 9/20 (≈ 0.4500), which is 15/332 (≈ 0.0452) more\n" in same.out
    assert "0  68/83  15/83      0      0" in same.out
    assert run("verify remap.cert").code == 0


def test_a_mechanism_that_its_user_takes_as_it_is(run: Run) -> None:
    ran = run("interact figure_2.csv", *FIGURE_2_USER)
    assert "value         ≈ 1.1942 " in ran.out
    ties = run("interact figure_2.csv --loss zero-one --prior 1/3,2/3,0,0,0,0")
    assert "ties          0 → 0, 1" in ties.out


def test_the_loss_of_a_mechanism_as_it_stands(run: Run) -> None:
    assert "attained on inputs 1, 2\n" in run("expected-loss appendix_b.csv --loss abs --side-information 1,2").out
    files.write(geometric(n=3, alpha="1/4"), "g.csv")
    mean, remapped = (
        json.loads(run(f"{name} g.csv --loss abs --prior uniform --json").out) for name in ("expected-loss", "interact")
    )
    assert mean["value"] == remapped["loss"]
    Path("disordered.csv").write_text("input,a,b\n2,1/2,1/2\n0,1,0\n1,0,1\n")
    assert "the inputs are numbered 2, 0, 1" in refusal(run("expected-loss disordered.csv --loss table:disordered.csv"))


def test_no_mechanism_is_so_accurate(run: Run) -> None:
    run("optimal -n 2 --alpha 1/2 --loss abs --at-most 0=1/10 --at-most 2=1/10 --certificate none.cert")
    judged = run("verify none.cert")
    assert judged.out.startswith("accepted: there are no mechanisms with 3 inputs and 3 responses that keep")
    assert run("verify none.cert --against figure_2.csv").code == 1


@pytest.mark.parametrize(
    ("constraint", "row"),
    [
        (("--fix-row", "0=1/4,1/4,1/2"), "0   1/4  1/4    1/2"),
        (("--responses-only", "1"), "0  0  1  0"),
        (("--neighbours", "complete"), "0  1/2  1/4  1/4"),
        (("--symmetric", "--at-most", "1=1/4"), "1  1/8  3/4  1/8"),
    ],
)
def test_further_constraints(run: Run, constraint: tuple[str, ...], row: str) -> None:
    ran = run("optimal -n 2 --alpha 1/2 --loss zero-one --prior uniform", *constraint)
    assert ran.code == 0
    assert "does not apply: it is about count queries" in ran.out
    assert "optimal: accepted by the kernel" in ran.out
    assert row in ran.out, ran.out


def test_the_mechanism_is_written(run: Run, tmp_path: Path) -> None:
    user = "optimal -n 3 --alpha 1/4 --loss abs"
    assert refusal(run(user, "-o", str(tmp_path / "best"))).endswith("--format csv, in Python format='csv'")
    tight = ("--at-most", "0=0", "--at-most", "1=0")
    assert run(user, *tight, "-o", str(tmp_path / "none.csv")).code == 1
    assert not (tmp_path / "none.csv").exists()


def test_latex(run: Run) -> None:
    ran = run("optimal -n 1 --alpha 1/3 --loss abs --prior uniform --latex")
    assert r"Its expected loss is $\frac{1}{4}$;" in ran.out
    assert r"\frac{3}{4} & \frac{1}{4} \\" in ran.out
    ran = run("interact figure_2.csv", *FIGURE_2_USER, "--latex")
    assert r"\frac{17}{48}\sqrt{2}" in ran.out
    infeasible = ("--at-most", "0=1/10", "--at-most", "2=1/10")
    ran = run("optimal -n 2 --alpha 1/2 --loss abs", *infeasible, "--latex")
    assert ran.code == 1
    assert "There are no mechanisms $x$ with 3 inputs and 3 responses that keep " in ran.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("-n", "-1"), "n = -1: write a database size of at least 0"),
        (("--loss", "foo"), "unknown loss 'foo': write abs, squared, "),
        (("--loss", "power:0"), "the exponent 0 is not above 0: write one such as 3/2"),
        (("--loss", "power:97/89"), "the exponent 97/89 is not a fraction of numbers up to 64: write one such as 3/2"),
        (("--loss", "power:3/2"), "the loss |i-r|^(3/2) is irrational: a minimax consumer's"),
        (
            ("--loss", "table:figure_2.csv"),
            "figure_2.csv: the table of losses is 6 × 6 for 3 inputs and 6 responses: write 3 rows of 6 losses; "
            "this table fits n = 5",
        ),
        (("--prior", "foo"), "'foo' is not a prior: write uniform, increasing, "),
        (("--prior", "3/2,-1/2,0"), "the prior has -1/2 for input 1: write a probability from 0 to 1"),
        (("--prior", "1/2,1/2"), "the prior has 2 probabilities: write 3"),
        (("--prior", "figure_2.csv"), "figure_2.csv is 6 × 6: write one row of 3"),
        (("--prior", "uniform", "--side-information", "0"), "argument --side-information: not allowed with argument"),
        (("--responses-only", "7"), "the set of responses contains 7: write numbers from 0 to 2"),
        (("--fix-row", "0=1,0"), "--fix-row 0=1,0 has 2 entries: write 3"),
        (("--fix-row", "1=0.33,0.33,0.33"), "the row of input 1 sums to 99/100, which is not 1: write probabilities"),
        (("--fix-row", "1=-1/3,1/3,1"), "the row of input 1 has -1/3 for response 0: write a probability"),
        (("--fix-row", "5=1,0,0"), "'5=1,0,0' names no input from 0 to 2: write --fix-row"),
        (("--fix-row", "0"), "'0' has no = after the input: write --fix-row 2=1/4,1/2,1/4"),
        (("--at-most", "1"), "'1' has no = after the input: write --at-most 2=1/2"),
        (("--at-most", "7=1"), "'7=1' names no input from 0 to 2: write --at-most 2=1/2"),
        (
            ("--loss", "power:3/2", "--prior", "uniform", "--at-most", "1=2"),
            "the loss |i-r|^(3/2) is irrational, and an expected loss is bounded for rational ones only: write another",
        ),
        (("--prior", "uniform", "--lexicographic"), "the lexicographic optimum is a minimax consumer's"),
        (("--neighbours", ""), "neighbours '': write path, complete, "),
        (("--json", "--latex"), "argument --latex: not allowed with argument --json"),
    ],
)
def test_bad_options_of_optimal(run: Run, options: tuple[str, ...], said: str) -> None:
    given = {"-n": "2", "--alpha": "1/2", "--loss": "abs"}
    defaults = [word for name, value in given.items() if name not in options for word in (name, value)]
    assert refusal(run("optimal", *defaults, *options)).startswith(said)
