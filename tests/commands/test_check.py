"""`exactdp check`."""

import json
from fractions import Fraction

import pytest

from exactdp import exact, files, geometric, level_of_epsilon
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.report.terminal import WIDTH
from tests.commands.running import APPENDIX_B, DATA, Run, matrix_of, refusal, undigested

FIGURE_2 = """\
privacy       exact level α = 1/2, ε = 0.693147…; neighbours: path, 5 pairs
              attained at 24 places, first at response 0: 2/3 on input 0, 1/3 on input 1
              1/2-private: yes
constraints   at α = 1/2; ↓: α·x_ir = x_(i+1)r, ↑: x_ir = α·x_(i+1)r, Z: both are 0, S: none of these
                 0  1  2  3  4  5
              0  ↓  Z  ↑  ↑  ↑  ↑
              1  ↓  Z  S  ↑  ↑  ↑
              2  ↓  Z  ↓  ↑  ↑  ↑
              3  ↓  Z  ↓  ↓  ↑  ↑
              4  ↓  Z  ↓  ↓  ↓  ↑
              11 × ↓, 13 × ↑, 1 × S, 5 × Z; s = 1, z = 1
lemmas        of Ghosh, Roughgarden & Sundararajan 2009, section 5, on mechanisms that are optimal for a user:
              5.4  yes  no row is all ↓ or all ↑
              5.5  yes  every row is ↓…↓, at most one S, ↑…↑
              5.6  yes  every row has one ↓ more than the row above, or an S and no ↓ fewer
              5.7  yes  s ≥ z
              5.8  yes  s = z
              5.9  yes  non-Z column i is i + S_(i-1) times ↑, s_i times S, then ↓
vertex        yes, of the polytope of 1/2-private mechanisms of its size: the tight privacy constraints leave
                6 unknowns, which the row sums determine
derivability  after Gupte & Sundararajan 2010, Theorem 2:
              from G_{5,1/2}: yes, by the remap T =
                 0  1  2  3  4  5
              0  1  0  0  0  0  0
              1  0  0  1  0  0  0
              2  0  0  1  0  0  0
              3  0  0  0  1  0  0
              4  0  0  0  0  1  0
              5  0  0  0  0  0  1
              from G_{5,α}: yes for exactly the α in [0, 1/2]
certificates  level: accepted by the kernel, statement sha256 (digest)
              private: accepted by the kernel, statement sha256 (digest)
              vertex: accepted by the kernel, statement sha256 (digest)
              derivable: accepted by the kernel, statement sha256 (digest)
"""


def test_check_of_appendix_b(run: Run) -> None:
    ran = run("check appendix_b.csv")
    assert undigested(ran.out) == APPENDIX_B
    assert (ran.code, ran.err) == (0, "")
    assert run("check appendix_b.tex").out == ran.out.replace(".csv", ".tex")
    assert run("check -", stdin=(DATA / "appendix_b.csv").read_bytes()).out == ran.out.replace(
        "appendix_b.csv", "standard input"
    )


def test_check_of_figure_2(run: Run) -> None:
    ran = run("check figure_2.csv --alpha 0.5")
    assert (ran.code, ran.err) == (0, "")
    assert undigested(ran.out).partition("\n\n")[2].partition("\n\n")[2] == FIGURE_2


def test_check_of_a_level_it_has_not(run: Run) -> None:
    ran = run("check figure_2.csv --alpha 3/4")
    assert (ran.code, ran.err) == (1, "")
    assert "\n              3/4-private: no, at response 0: 2/3 on input 0, 1/3 on input 1\n" in ran.out
    # The rest is about the level that it has.
    assert "\nconstraints   at α = 1/2; ↓: " in ran.out
    assert json.loads(run("check figure_2.csv --alpha 3/4 --json").out)["private"]["verdict"] is False


def test_check_of_a_bound_on_epsilon(run: Run) -> None:
    ran = run("check appendix_b.csv --epsilon 0.7")
    alpha = level_of_epsilon("0.7")
    assert alpha < Fraction(1, 2)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("appendix_b.csv is e^-(7/10)-private: its exact level is α = 1/2, ")
    assert "and not derivable from G_{3,e^-(7/10)}.\n" in ran.out
    assert f"\n              e^-(7/10)-private: yes, and even {alpha}-private\n" in ran.out
    ran = run("check appendix_b.csv --epsilon 0.6")
    assert (ran.code, ran.err) == (1, "")
    below = Exponential("0.6").below()
    assert f"\n              e^-(3/5)-private: no, not even {below}-private, at response " in ran.out
    assert max(map(len, run("check appendix_b.csv --epsilon", "0." + "7" * 500).out.splitlines())) < 200
    found = json.loads(run("check appendix_b.csv --epsilon 0.7 --json").out)
    assert (found["alpha"], found["private"]["asked"]) == ("e^-(7/10)", "e^-(7/10)")
    assert found["private"]["alpha"] == str(alpha)
    # ln 2 is the logarithm itself.
    halves = [run("check appendix_b.csv", *level) for level in (("--epsilon", "ln(2)"), ("--alpha", "1/2"))]
    assert halves[0] == halves[1]
    # ln 2 = 0.69314718…
    assert run("check appendix_b.csv --epsilon 0.6931471").code == 1
    assert run("check appendix_b.csv --epsilon 0.6931472").code == 0


@pytest.mark.parametrize(
    ("graph", "level", "pairs"),
    [
        ("path", "1/2", 3),
        ("complete", "1/8", 6),
        ("cycle", "1/8", 4),
        ("hypercube", "1/4", 4),
        ("0-1,1-0", "1/2", 1),
        ("0-3", "1/8", 1),
    ],
)
def test_check_with_other_neighbours(run: Run, graph: str, level: str, pairs: int) -> None:
    for option in ("--neighbours", "--neighbors"):
        ran = run("check appendix_b.csv", option, graph, "--json")
        found = json.loads(ran.out)
        assert found["level"]["alpha"] == level
        assert len(found["neighbours"]["pairs"]) == pairs
        assert (found["derivability"] is None) == (found["constraint_matrix"] is None) == (graph != "path")
    text = run("check appendix_b.csv --neighbours", graph).out
    assert (
        "\nderivability  from G: decided here only for neighbours of the kind path; exactdp derive decides it" in text
    ) == (graph != "path")


def test_the_text_is_narrow(run: Run) -> None:
    commands = [
        "check appendix_b.csv",
        "check appendix_b.csv --alpha 1/7",
        "check figure_2.csv --epsilon 1",
        "check figure_2.csv --epsilon 999",
        "check figure_2.csv --neighbours complete --alpha 1/1000000007",
        "derive appendix_b.csv --alpha 1",
        "derive figure_2.csv --epsilon 1/3",
        "geometric -n 40 --epsilon 1",
        "optimal -n 5 --epsilon 1/3 --loss power:3/2 --prior increasing",
        "optimal -n 25 --alpha 9/10 --loss abs",
        "interact figure_2.csv --loss asymmetric:1/3,2/7",
    ]
    for command in commands:
        out = run(command).out
        # The answer is one line in a pipe, however long a name is.
        assert max(map(len, out.split("\n")[1:])) <= WIDTH, command
        assert "characters)-private" not in out


@pytest.mark.long
def test_a_mechanism_with_202_inputs(run: Run) -> None:
    files.write(geometric(n=201, alpha="1/2"), "g.csv")
    ran = run("check g.csv")
    assert ran.code == 0
    lines = ran.out.split("\n")
    assert len(lines) < 80
    assert max(map(len, lines)) <= WIDTH
    assert "rounded (-v and --json have the fractions):" in lines
    assert "vertex        not tried above 200 inputs; exactdp certify --claim vertex decides it" in lines
    assert "              from G_{201,α}: yes for exactly the α in [0, 1/2]" in lines


def test_one_input_and_one_response(run: Run) -> None:
    for rows in ("1", "1\n1\n1", "1/3,2/3"):
        ran = run("check -", stdin=rows.encode())
        assert ran.code == 0
        assert "\nprivacy       exact level α = 1, ε = 0; neighbours: path, " in ran.out
        assert "\nconstraints   the constraint matrix is defined for 0 < α < 1" in ran.out
        assert "yes for exactly the α in [0, 1]\n" in ran.out
    ran = run("check -", stdin=b"1,0\n0,1")
    assert "\nprivacy       exact level α = 0, no finite ε; neighbours: path, 1 pair\n" in ran.out
    assert "yes for exactly the α in {0}\n" in ran.out


def test_labels_are_used(run: Run) -> None:
    labelled = b"input,no,yes\nhealthy,5/6,1/6\nill,1/6,5/6\n"
    out = run("check - --alpha 1/2", stdin=labelled).out
    assert "attained at 2 places, first at response no: 5/6 on input healthy, 1/6 on input ill\n" in out
    assert "1/2-private: no, at response no: 5/6 on input healthy, 1/6 on input ill\n" in out
    found = json.loads(run("check - --alpha 1/2 --json", stdin=labelled).out)
    assert found["private"]["violation"] == {
        "response": "no",
        "inputs": ["healthy", "ill"],
        "probabilities": ["5/6", "1/6"],
    }
    assert found["neighbours"]["pairs"] == [["healthy", "ill"]]
    out = run("derive - --alpha 1/2", stdin=labelled).out
    assert "T would have -1/2 for response yes in row 0:\n" in out
    assert "on inputs healthy, ill the mechanism has 1/6, 5/6, so x₁ - α·x₂ = -1/4 < 0\n" in out
    found = json.loads(run("derive - --alpha 1 --json", stdin=labelled).out)
    assert [(loss["response"], loss["input"]) for loss in found["losses"]] == [("no", "healthy"), ("no", "ill")]
    assert run("check - --neighbours ill-healthy", stdin=labelled).code == 0
    assert "write two of the inputs healthy, ill" in refusal(run("check - --neighbours 0-1", stdin=labelled))


def test_odd_labels_steer_no_terminal(run: Run) -> None:
    data = json.dumps(
        {"inputs": ["a\nb", "\x1b[31mred"], "responses": ["日本", "x" * 300], "rows": [["1/2", "1/2"], ["1/4", 0.75]]}
    )
    ran = run("check - --alpha 2/3", stdin=data.encode())
    assert ran.code == 1
    assert all(sign.isprintable() or sign == "\n" for sign in ran.out)
    assert "1/2 on input a b, 1/4 on input ?[31mred\n" in ran.out
    found = json.loads(run("check - --json", stdin=data.encode()).out)
    assert found["mechanism"]["inputs"] == ["a\nb", "\x1b[31mred"]
    assert found["mechanism"]["responses"] == ["日本", "x" * 300]


def test_inputs_numbered_out_of_order(run: Run) -> None:
    rows = b"input,a,b\n0,1/2,1/2\n2,1/3,2/3\n1,1/4,3/4\n"
    for command in (
        "check -",
        "check - --neighbours cycle",
        "derive -",
        "derive - --alpha 1/5",
        "certify -",
        "certify - --alpha 1/5",
        "certify - --claim vertex",
        "certify - --claim derivable --alpha 1/5",
    ):
        assert "the inputs are numbered 0, 2, 1, and the " in refusal(run(command, stdin=rows))
    for command in (
        "check - --neighbours complete",
        "check - --neighbours 0-1,1-2",
        "certify - --claim stochastic",
    ):
        assert run(command, stdin=rows).code == 0
    # By their labels, not by their rows, 0-1 and 1-2 are neighbours.
    found = json.loads(run("check - --neighbours 0-1,1-2 --json", stdin=rows).out)
    assert found["level"]["alpha"] == "1/2"
    assert run("check -", stdin=rows.replace(b"2,1/3", b"5,1/3").replace(b"1,1/4", b"9,1/4")).code == 0


def test_the_json_of_appendix_b(run: Run) -> None:
    found = json.loads(run("check appendix_b.csv --json").out)
    mechanism = files.read("appendix_b.csv")
    assert matrix_of(found["mechanism"]) == mechanism
    assert found["level"] == {
        "alpha": "1/2",
        "epsilon": found["level"]["epsilon"],
        "places": 11,
        "witness": {"response": "1", "inputs": ["0", "1"], "probabilities": ["2/9", "1/9"]},
    }
    bounds = [exact(found["level"]["epsilon"][end]) for end in ("lower", "upper")]
    assert Fraction("0.69314718055994530941") < bounds[0] < bounds[1] < Fraction("0.69314718055994530942")
    assert found["constraint_matrix"]["rows"] == ["↑↓↓↑", "↑↑↓↓", "S↓↓↓"]
    assert found["constraint_matrix"]["counts"] == {"↓": 7, "↑": 4, "S": 1, "Z": 0}
    assert [pattern["holds"] for pattern in found["constraint_matrix"]["patterns"]] == [1, 0, 0, 1, 0, 0]
    ends = [matrix_of(end) for end in found["vertex"]["midway_between"]]
    assert found["vertex"]["verdict"] is False
    assert ends[0] != ends[1]
    assert all((ends[0][i, r] + ends[1][i, r]) / 2 == mechanism[i, r] for i in range(4) for r in range(4))
    derivability = found["derivability"]
    assert derivability["verdict"] is False
    assert derivability["geometric"] == {"n": 3, "alpha": "1/2"}
    assert derivability["condition"] == {
        "response": "1",
        "inputs": ["0", "1", "2"],
        "entries": ["2/9", "1/9", "2/9"],
        "value": "-1/12",
        "remap_row": 1,
        "remap_entry": "-1/3",
    }
    assert (derivability["sum"], derivability["least_sum_of_remaps"]) == ("-1/3", "0")
    assert found["derivable_levels"] == {
        "text": "[0, 2 - √3]",
        "intervals": [
            {
                "lower": {"text": "0", "polynomial": ["0", "1"], "bounds": ["0", "0"]},
                "upper": {"text": "2 - √3", "polynomial": ["1", "-4", "1"], "bounds": ["0", "1"]},
                "lower_belongs": True,
                "upper_belongs": True,
            }
        ],
    }
    assert [done["kind"] for done in found["certificates"]] == ["level", "not-vertex", "not-derivable"]


def test_the_json_of_figure_2(run: Run) -> None:
    found = json.loads(run("check figure_2.csv --alpha 1/2 --json").out)
    remap = matrix_of(found["derivability"]["remap"])
    assert geometric(n=5, alpha="1/2") @ remap == files.read("figure_2.csv")
    assert found["vertex"] == {"verdict": True, "unknowns": 6}
    assert found["private"] == {"alpha": "1/2", "verdict": True, "violation": None}
    assert all(pattern["holds"] for pattern in found["constraint_matrix"]["patterns"])


@pytest.mark.parametrize(
    ("table", "looks_local"),
    [
        ("3/5,1/5,1/5\n1/5,3/5,1/5\n1/5,1/5,3/5", True),
        ("input/response,0,1\nnever,1/4,3/4\nformer,1/2,1/2\nsmoker,3/4,1/4", True),
        ("2/3,1/6,1/6\n1/3,1/3,1/3\n1/6,1/6,2/3", False),
        ("2/3,1/3\n1/3,2/3", False),  # the only two inputs are consecutive
        ("1/3,2/3\n1/3,2/3\n1/3,2/3", False),
    ],
)
def test_a_table_of_local_privacy_is_told_of_the_complete_graph(run: Run, table: str, looks_local: bool) -> None:
    said = (
        "the neighbours are consecutive inputs, as for a count query; for local privacy, where every two inputs are "
        "neighbours, write --neighbours complete\n"
    )
    for command in ("check -", "curve -", "certify - --claim level", "audit -"):
        assert run(command, stdin=table.encode()).err == (said if looks_local else "")
    assert run("check - -q", stdin=table.encode()).err == ""
    for graph in ("complete", "path"):
        assert run("check - --neighbours", graph, stdin=table.encode()).err == ""


@pytest.mark.parametrize(
    ("graph", "said"),
    [
        ("0-1,1-2", "input 3 has no neighbours, so privacy does not restrict its row\n"),
        ("1-2", "inputs 0, 3 have no neighbours, so privacy does not restrict their rows\n"),
        ("0-1,1-2,2-3", ""),
    ],
)
def test_inputs_without_neighbours_are_named(run: Run, graph: str, said: str) -> None:
    table = b"1/4,3/4\n1/2,1/2\n1/2,1/2\n3/4,1/4"
    assert run("check - --neighbours", graph, stdin=table).err == said
    assert run("check - -q --neighbours", graph, stdin=table).err == ""
    assert run("optimal -n 3 --alpha 1/2 --loss abs --neighbours", graph).err == said
    assert run("optimal -n 3 --epsilon 1 --loss abs --neighbours", graph).err.startswith(said)
