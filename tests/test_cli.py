import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from exactdp import __version__, cli, files, kernel, sampling
from exactdp.exact import exact
from exactdp.geometric import geometric, scaled_geometric
from exactdp.matrix import Matrix
from exactdp.mechanism import Mechanism
from exactdp.privacy import level_of_epsilon
from exactdp.report.terminal import WIDTH

ROOT = Path(__file__).parent.parent
DATA = Path(__file__).parent / "files" / "data"
KERNEL = ROOT / "exactdp" / "kernel.py"

# Python's own output is buffered, whatever is set here.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}

POSIX = pytest.mark.skipif(os.name == "nt", reason="pipes and devices as POSIX has them")
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")

APPENDIX_B = """\
appendix_b.csv: a mechanism with 4 inputs and 4 responses

       0    1     2    3
0    1/9  2/9   4/9  2/9
1    2/9  1/9   2/9  4/9
2    4/9  2/9   1/9  2/9
3  13/18  1/9  1/18  1/9

privacy       exact level α = 1/2, ε = 0.693147…; neighbours: path, 3 pairs
              attained at 11 places, first at response 1: 2/9 on input 0, 1/9 on input 1
constraints   at α = 1/2:
                 0  1  2  3
              0  ↑  ↓  ↓  ↑
              1  ↑  ↑  ↓  ↓
              2  S  ↓  ↓  ↓
              7 × ↓, 4 × ↑, 1 × S, 0 × Z; s = 1, z = 0
lemmas        of Ghosh, Roughgarden & Sundararajan 2009, section 5, on mechanisms that are optimal for a user:
              5.4  yes  no row is all ↓ or all ↑
              5.5  no   every row is ↓…↓, at most one S, ↑…↑
                        row 0 reads ↑↓↓↑
              5.6  no   every row has one ↓ more than the row above, or an S and no ↓ fewer
                        row 0 reads ↑↓↓↑ and row 1 reads ↑↑↓↓
              5.7  yes  s ≥ z
              5.8  no   s = z
                        s = 1 and z = 0
              5.9  no   non-Z column i is i + S_(i-1) times ↑, s_i times S, then ↓
                        column 0 reads ↑↑S, where 0 × ↑ and then 1 × S were expected
vertex        no, of the polytope of 1/2-private mechanisms of its size: it lies midway between two others,
                which differ from it in 16 entries, first at response 0 on input 0: 1/9 ± 1/36
derivability  after Gupte & Sundararajan 2010, Theorem 2:
              from G_{3,1/2}: no, the remap T would have -1/3 for response 1 in row 1:
                on inputs 0, 1, 2 it has 2/9, 1/9, 2/9, so (1+α²)·x₂ - α·(x₁+x₃) = -1/12 < 0
              from G_{3,α}: yes for exactly the α in [0, 2 - √3 (≈ 0.2679)]
certificates  level: accepted by the kernel, statement sha256 (digest)
              not-vertex: accepted by the kernel, statement sha256 (digest)
              not-derivable: accepted by the kernel, statement sha256 (digest)
"""

FIGURE_2 = """\
privacy       exact level α = 1/2, ε = 0.693147…; neighbours: path, 5 pairs
              attained at 24 places, first at response 0: 2/3 on input 0, 1/3 on input 1
              1/2-private: yes
constraints   at α = 1/2:
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


OPTIMUM_OF_FIGURE_2 = """\
user          Bayesian, loss |i-r|^(3/2), prior 1/4, 0, 1/4, 0, 1/4, 1/4
mechanisms    all 1/2-private ones with 6 inputs and 6 responses, neighbours: path
theorem       Theorem 3.1 of Ghosh, Roughgarden & Sundararajan 2009 applies: the loss is monotone in |i-r|
value         1/3 + 17/48*2^(1/2) + 9/64*3^(1/2) + 5/96*5^(1/2) (≈ 1.1942), the least expected loss
mechanism           0  1     2     3     4     5
              0   2/3  0   1/4  1/24  1/48  1/48
              1   1/3  0   1/2  1/12  1/24  1/24
              2   1/6  0   1/2   1/6  1/12  1/12
              3  1/12  0   1/4   1/3   1/6   1/6
              4  1/24  0   1/8   1/6   1/3   1/3
              5  1/48  0  1/16  1/12   1/6   2/3
remap         of G_{5,1/2}:
              1 → 2, the others to themselves
unique        yes: every other such mechanism loses more
vertex        yes, of the polytope of 1/2-private mechanisms of its size: the tight privacy constraints leave
                6 unknowns, which the row sums determine
              constraint matrix:
                 0  1  2  3  4  5
              0  ↓  Z  ↑  ↑  ↑  ↑
              1  ↓  Z  S  ↑  ↑  ↑
              2  ↓  Z  ↓  ↑  ↑  ↑
              3  ↓  Z  ↓  ↓  ↑  ↑
              4  ↓  Z  ↓  ↓  ↓  ↑
              s = 1, z = 1
              5.4  yes  no row is all ↓ or all ↑
              5.5  yes  every row is ↓…↓, at most one S, ↑…↑
              5.6  yes  every row has one ↓ more than the row above, or an S and no ↓ fewer
              5.7  yes  s ≥ z
              5.8  yes  s = z
              5.9  yes  non-Z column i is i + S_(i-1) times ↑, s_i times S, then ↓
              5.11  G remapped by 0, 1, … → 0, 2, 2, 3, 4, 5, as the constraints tell, is this mechanism
certificate   only-optimal: accepted by the kernel, statement sha256 (digest)
"""


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Run a command in a folder with the papers' mechanisms; afterwards no temporary file may be left in it."""
    monkeypatch.chdir(tmp_path)
    for path in DATA.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())

    def run(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = cli.main(arguments)
        return Ran(code, *capsys.readouterr())

    yield run
    assert not list(tmp_path.glob(".*"))


def refusal(ran: Ran) -> str:
    """Return the message of a refusal, which is one line on standard error, with nothing on standard output."""
    assert ran.code == 2
    assert ran.out == ""
    found = re.fullmatch(r"exactdp: (.*)\n", ran.err)
    assert found, ran.err
    return found[1]


def undigested(output: str) -> str:
    return re.sub("sha256 [0-9a-f]{16}…", "sha256 (digest)", output)


def alone(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "exactdp", *arguments],
        env={**ENVIRONMENT, **options.pop("environment", {})},
        cwd=DATA,
        timeout=60,
        check=False,
        **{"capture_output": True, **options},
    )


# check


def test_check_of_appendix_b(run: Run) -> None:
    ran = run("check", "appendix_b.csv")
    assert undigested(ran.out) == APPENDIX_B
    assert (ran.code, ran.err) == (0, "")
    assert run("check", "appendix_b.tex").out == ran.out.replace(".csv", ".tex")
    assert run("check", "-", stdin=(DATA / "appendix_b.csv").read_bytes()).out == ran.out.replace(
        "appendix_b.csv", "standard input"
    )


def test_check_of_figure_2(run: Run) -> None:
    ran = run("check", "figure_2.csv", "--alpha", "0.5")
    assert (ran.code, ran.err) == (0, "")
    assert undigested(ran.out).partition("\n\n")[2].partition("\n\n")[2] == FIGURE_2


def test_check_of_a_level_it_has_not(run: Run) -> None:
    ran = run("check", "figure_2.csv", "--alpha", "3/4")
    assert (ran.code, ran.err) == (1, "")
    assert "\n              3/4-private: no, at response 0: 2/3 on input 0, 1/3 on input 1\n" in ran.out
    # The rest is about the level that it has.
    assert "\nconstraints   at α = 1/2:\n" in ran.out
    assert json.loads(run("check", "figure_2.csv", "--alpha", "3/4", "--json").out)["private"]["verdict"] is False


def test_check_of_a_bound_on_epsilon(run: Run) -> None:
    ran = run("check", "appendix_b.csv", "--epsilon", "0.7")
    alpha = level_of_epsilon("0.7")
    assert alpha < Fraction(1, 2)
    assert ran.code == 0
    assert f"\n              {alpha}-private: yes\n" in ran.out
    assert re.fullmatch(f"ε = 0.7 became α = {alpha} .≈ 0.4966., the simplest fraction .*\n", ran.err)
    assert run("check", "appendix_b.csv", "--epsilon", "0.6").code == 1
    assert len(run("check", "appendix_b.csv", "--epsilon", "0." + "7" * 500).err) < 200
    # ln 2 = 0.69314718…
    assert run("check", "appendix_b.csv", "--epsilon", "0.6931471").code == 1
    assert run("check", "appendix_b.csv", "--epsilon", "0.6931472").code == 0


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
        ran = run("check", "appendix_b.csv", option, graph, "--json")
        found = json.loads(ran.out)
        assert found["level"]["alpha"] == level
        assert len(found["neighbours"]["pairs"]) == pairs
        assert (found["derivability"] is None) == (found["constraint_matrix"] is None) == (graph != "path")
    text = run("check", "appendix_b.csv", "--neighbours", graph).out
    assert ("\nderivability  from G: not asked" in text) == (graph != "path")


def test_the_text_is_narrow(run: Run) -> None:
    commands = [
        ("check", "appendix_b.csv"),
        ("check", "appendix_b.csv", "--alpha", "1/7"),
        ("check", "figure_2.csv", "--epsilon", "1"),
        ("check", "figure_2.csv", "--epsilon", "9999"),
        ("check", "figure_2.csv", "--neighbours", "complete", "--alpha", "1/1000000007"),
        ("derive", "appendix_b.csv", "--alpha", "1"),
        ("derive", "figure_2.csv", "--epsilon", "1/3"),
        ("geometric", "-n", "40", "--epsilon", "1"),
        ("optimal", "-n", "5", "--epsilon", "1/3", "--loss", "power:3/2", "--prior", "increasing"),
        ("optimal", "-n", "60", "--alpha", "9/10", "--loss", "abs"),
        ("interact", "figure_2.csv", "--loss", "asymmetric:1/3,2/7"),
    ]
    for command in commands:
        out = run(*command).out
        assert max(map(len, out.split("\n"))) <= WIDTH, command
        assert "characters)-private" not in out


def test_a_mechanism_with_301_inputs(run: Run) -> None:
    files.write(geometric(300, "1/2"), "g.csv")
    ran = run("check", "g.csv")
    assert ran.code == 0
    lines = ran.out.split("\n")
    assert len(lines) < 80
    assert max(map(len, lines)) <= WIDTH
    assert "rounded (--json has the fractions):" in lines
    assert "vertex        not tried above 200 inputs; exactdp certify --claim vertex decides it" in lines
    assert "              from G_{300,α}: yes for exactly the α in [0, 1/2]" in lines


def test_one_input_and_one_response(run: Run) -> None:
    for rows in ("1", "1\n1\n1", "1/3,2/3"):
        ran = run("check", "-", stdin=rows.encode())
        assert ran.code == 0
        assert "\nprivacy       exact level α = 1, ε = 0; neighbours: path, " in ran.out
        assert "\nconstraints   the constraint matrix is defined for 0 < α < 1" in ran.out
        assert "yes for exactly the α in [0, 1]\n" in ran.out
    ran = run("check", "-", stdin=b"1,0\n0,1")
    assert "\nprivacy       exact level α = 0, no finite ε; neighbours: path, 1 pair\n" in ran.out
    assert "yes for exactly the α in {0}\n" in ran.out


def test_labels_are_used(run: Run) -> None:
    labelled = b"input,no,yes\nhealthy,5/6,1/6\nill,1/6,5/6\n"
    out = run("check", "-", "--alpha", "1/2", stdin=labelled).out
    assert "attained at 2 places, first at response no: 5/6 on input healthy, 1/6 on input ill\n" in out
    assert "1/2-private: no, at response no: 5/6 on input healthy, 1/6 on input ill\n" in out
    found = json.loads(run("check", "-", "--alpha", "1/2", "--json", stdin=labelled).out)
    assert found["private"]["violation"] == {
        "response": "no",
        "inputs": ["healthy", "ill"],
        "probabilities": ["5/6", "1/6"],
    }
    assert found["neighbours"]["pairs"] == [["healthy", "ill"]]
    out = run("derive", "-", "--alpha", "1/2", stdin=labelled).out
    assert "T would have -1/2 for response yes in row 0:\n" in out
    assert "on inputs healthy, ill it has 1/6, 5/6, so x₁ - α·x₂ = -1/4 < 0\n" in out
    found = json.loads(run("derive", "-", "--alpha", "1", "--json", stdin=labelled).out)
    assert [(loss["response"], loss["input"]) for loss in found["losses"]] == [("no", "healthy"), ("no", "ill")]
    assert run("check", "-", "--neighbours", "ill-healthy", stdin=labelled).code == 0
    assert "write two of the inputs healthy, ill" in refusal(run("check", "-", "--neighbours", "0-1", stdin=labelled))


def test_odd_labels_steer_no_terminal(run: Run) -> None:
    data = json.dumps(
        {"inputs": ["a\nb", "\x1b[31mred"], "responses": ["日本", "x" * 300], "rows": [["1/2", "1/2"], ["1/4", 0.75]]}
    )
    ran = run("check", "-", "--alpha", "2/3", stdin=data.encode())
    assert ran.code == 1
    assert all(sign.isprintable() or sign == "\n" for sign in ran.out)
    assert "1/2 on input a b, 1/4 on input ?[31mred\n" in ran.out
    found = json.loads(run("check", "-", "--json", stdin=data.encode()).out)
    assert found["mechanism"]["inputs"] == ["a\nb", "\x1b[31mred"]
    assert found["mechanism"]["responses"] == ["日本", "x" * 300]


def test_inputs_numbered_out_of_order(run: Run) -> None:
    rows = b"input,a,b\n0,1/2,1/2\n2,1/3,2/3\n1,1/4,3/4\n"
    for command in (
        ("check", "-"),
        ("check", "-", "--neighbours", "cycle"),
        ("derive", "-"),
        ("derive", "-", "--alpha", "1/5"),
        ("certify", "-"),
        ("certify", "-", "--alpha", "1/5"),
        ("certify", "-", "--claim", "vertex"),
        ("certify", "-", "--claim", "derivable", "--alpha", "1/5"),
    ):
        assert "the inputs are numbered 0, 2, 1, and the " in refusal(run(*command, stdin=rows))
    for command in (
        ("check", "-", "--neighbours", "complete"),
        ("check", "-", "--neighbours", "0-1,1-2"),
        ("certify", "-", "--claim", "stochastic"),
    ):
        assert run(*command, stdin=rows).code == 0
    # By their labels, not by their rows, 0-1 and 1-2 are neighbours.
    found = json.loads(run("check", "-", "--neighbours", "0-1,1-2", "--json", stdin=rows).out)
    assert found["level"]["alpha"] == "1/2"
    assert run("check", "-", stdin=rows.replace(b"2,1/3", b"5,1/3").replace(b"1,1/4", b"9,1/4")).code == 0


# JSON


def numbers(found: object) -> Iterator[object]:
    """Yield every number and every text of a JSON value."""
    if isinstance(found, dict):
        found = list(found.values())
    if isinstance(found, list):
        for value in found:
            yield from numbers(value)
    else:
        yield found


def refused_float(text: str) -> None:
    raise AssertionError(f"{text} is a float")


@pytest.mark.parametrize(
    "command",
    [
        ("check", "appendix_b.csv"),
        ("check", "appendix_b.csv", "--alpha", "2/3"),
        ("check", "figure_2.csv"),
        ("derive", "appendix_b.csv"),
        ("derive", "appendix_b.csv", "--alpha", "1"),
        ("derive", "figure_2.csv", "--alpha", "1/2"),
        ("certify", "appendix_b.csv"),
        ("certify", "appendix_b.csv", "-o", "level.cert"),
        ("geometric", "-n", "4", "--alpha", "1/3"),
        ("convert", "figure_2.csv"),
        ("optimal", "-n", "3", "--alpha", "1/4", "--loss", "abs", "--lexicographic"),
        ("optimal", "-n", "5", "--alpha", "1/2", "--loss", "power:3/2", "--prior", "1/4,0,1/4,0,1/4,1/4"),
        ("optimal", "-n", "50", "--alpha", "1/2", "--loss", "squared", "--prior", "uniform"),
        ("optimal", "-n", "2", "--alpha", "1/2", "--loss", "abs", "--at-most", "0=1/9", "--at-most", "2=0"),
        ("interact", "figure_2.csv", "--loss", "zero-one"),
        ("interact", "appendix_b.csv", "--loss", "abs", "--prior", "binomial:1/3"),
    ],
)
def test_json_is_whole_and_exact(run: Run, command: tuple[str, ...]) -> None:
    ran = run(*command, "--json")
    assert ran.err == ""
    assert ran.out.endswith("}\n")
    found = json.loads(ran.out, parse_float=refused_float, parse_constant=refused_float)
    # Nothing is left out, as it is on a terminal.
    assert not any(
        isinstance(value, str) and re.search(r"… *\(|\([0-9]+ characters", value) for value in numbers(found)
    )
    assert run(*command, "--json") == ran


def matrix_of(found: dict[str, list[str]]) -> Mechanism:
    return Mechanism(found["rows"], found["inputs"], found["responses"])


def test_the_json_of_appendix_b(run: Run) -> None:
    found = json.loads(run("check", "appendix_b.csv", "--json").out)
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
    found = json.loads(run("check", "figure_2.csv", "--alpha", "1/2", "--json").out)
    remap = matrix_of(found["derivability"]["remap"])
    assert geometric(5, "1/2") @ remap == files.read("figure_2.csv")
    assert found["vertex"] == {"verdict": True, "unknowns": 6}
    assert found["private"] == {"alpha": "1/2", "verdict": True, "violation": None}
    assert all(pattern["holds"] for pattern in found["constraint_matrix"]["patterns"])


# geometric and convert


def test_geometric(run: Run) -> None:
    for arguments, expected in [
        (("-n", "3", "--alpha", "1/2"), geometric(3, "1/2")),
        (("-n", "0", "--alpha", "1/2"), geometric(0, "1/2")),
        (("-n", "4", "--alpha", "1"), geometric(4, 1)),
        (("-n", "4", "--alpha", "0"), geometric(4, 0)),
        (("-n", "2", "--epsilon", "1"), geometric(2, level_of_epsilon(1))),
        (("-n", "2", "--alpha", "2/7", "--scaled"), scaled_geometric(2, "2/7")),
    ]:
        for known in files.FORMATS:
            ran = run("geometric", *arguments, "--format", known)
            assert ran.code == 0
            assert files.parse(ran.out, known, kind=Matrix) == Matrix(expected)
        assert run("geometric", *arguments, "--json").out == files.render(expected, "json")
        assert run("geometric", *arguments, "-o", "g.csv") == (0, "", ran.err)
        assert files.read("g.csv", kind=Matrix) == Matrix(expected)
    assert run("geometric", "-n", "1", "--alpha", "1/3").out == "     0    1\n0  3/4  1/4\n1  1/4  3/4\n"


def test_convert(run: Run) -> None:
    mechanism = files.read("figure_2.csv")
    for ending in ("json", "csv", "tsv", "tex"):
        assert run("convert", "figure_2.csv", "-o", f"new.{ending}") == (0, "", "")
        assert files.read(f"new.{ending}") == mechanism
        assert run("convert", f"new.{ending}").out == files.render(mechanism, "json")
    assert run("convert", "figure_2.csv", "-o", "new.txt", "--format", "latex").code == 0
    assert Path("new.txt").read_text() == files.render(mechanism, "latex")
    # A matrix need not be a mechanism, and may take its own place.
    assert run("convert", "-", "-o", "m.csv", stdin=b"-1,2.5") == (0, "", "")
    assert run("convert", "m.csv", "-o", "m.csv") == (0, "", "")
    assert files.read("m.csv", kind=Matrix).rows == ((-1, Fraction(5, 2)),)


def test_commands_work_together_in_pipes(run: Run) -> None:
    made = run("geometric", "-n", "3", "--alpha", "1/2", "--format", "csv")
    remapped = run("derive", "-", "--alpha", "1/2", "--json", stdin=made.out.encode())
    assert matrix_of(json.loads(remapped.out)["remap"]).rows == geometric(3, 0).rows
    proved = run("certify", "-", "--alpha", "1/2", stdin=made.out.encode())
    assert run("verify", "-", stdin=proved.out.encode()).out.startswith("accepted: ")
    read = run("check", "-", "--json", stdin=made.out.encode())
    again = run("check", "-", stdin=json.dumps(json.loads(read.out)["mechanism"]).encode())
    assert again.code == 0


# derive


def test_derive(run: Run) -> None:
    ran = run("derive", "appendix_b.csv", "--alpha", "1/2")
    assert (ran.code, ran.err) == (1, "")
    assert undigested(ran.out) == (
        "derivability  after Gupte & Sundararajan 2010, Theorem 2:\n"
        "              from G_{3,1/2}: no, the remap T would have -1/3 for response 1 in row 1:\n"
        "                on inputs 0, 1, 2 it has 2/9, 1/9, 2/9, so (1+α²)·x₂ - α·(x₁+x₃) = -1/12 < 0\n"
        "certificate   not-derivable: accepted by the kernel, statement sha256 (digest)\n"
    )
    ran = run("derive", "appendix_b.csv", "--alpha", "1")
    assert ran.code == 1
    assert "no, a user's losses sum to -1/9 with it and to no less than 0 with any remap: " in ran.out
    assert run("derive", "appendix_b.csv", "--alpha", "0.26").code == 0
    # 2 - √3 = 0.26794919…
    assert run("derive", "appendix_b.csv", "--alpha", "0.26794919").code == 0
    assert run("derive", "appendix_b.csv", "--alpha", "0.26794920").code == 1


def test_derive_without_a_level_finds_all_of_them(run: Run) -> None:
    expected = (
        "derivability  after Gupte & Sundararajan 2010, Theorem 2:\n"
        "              from G_{3,α}: yes for exactly the α in [0, 2 - √3 (≈ 0.2679)]\n"
    )
    assert run("derive", "appendix_b.csv") == (0, expected, "")
    assert run("derive", "figure_2.csv").out.endswith("from G_{5,α}: yes for exactly the α in [0, 1/2]\n")


def test_derive_from_another_mechanism(run: Run) -> None:
    run("geometric", "-n", "3", "--alpha", "1/2", "-o", "g.csv")
    ran = run("derive", "appendix_b.csv", "--from", "g.csv")
    assert ran.code == 1
    assert ran.out.startswith("derivability  from g.csv: no, a user's losses sum to -1/3 with it and to no less than 0")
    ran = run("derive", "appendix_b.csv", "--from", "appendix_b.tex")
    assert ran.code == 0
    assert ran.out.startswith("derivability  from appendix_b.tex: yes, by the remap T =\n")
    assert "give both the same" in refusal(run("derive", "appendix_b.csv", "--from", "figure_2.csv"))
    assert "not allowed with" in refusal(run("derive", "appendix_b.csv", "--from", "g.csv", "--alpha", "1/2"))


def test_derive_compares_rows_of_the_same_inputs(run: Run) -> None:
    def write(name: str, inputs: list[object]) -> None:
        files.write(Mechanism([["1/2", "1/2"], ["1/3", "2/3"]], inputs), name)

    write("a.csv", ["low", "high"])
    write("b.csv", ["high", "low"])
    write("c.csv", ["small", "large"])
    write("d.csv", [0, 1])
    write("e.csv", [1, 0])
    for other in ("b.csv", "c.csv"):
        message = refusal(run("derive", "a.csv", "--from", other))
        assert message.startswith("the inputs are low, high in a.csv and ")
    refusal(run("derive", "d.csv", "--from", "e.csv"))
    assert run("derive", "a.csv", "--from", "d.csv").code == 0
    assert run("derive", "e.csv", "--from", "e.csv").code == 0


# optimal and interact

FIGURE_2_USER = ("--loss", "power:3/2", "--prior", "1/4,0,1/4,0,1/4,1/4")


def test_the_optimum_of_the_user_of_figure_2(run: Run) -> None:
    ran = run("optimal", "-n", "5", "--alpha", "1/2", *FIGURE_2_USER, "-o", "best.cert")
    assert (ran.code, ran.err) == (0, "")
    assert undigested(ran.out) == OPTIMUM_OF_FIGURE_2
    judged = run("verify", "best.cert", "--against", "figure_2.csv")
    assert judged.code == 0
    assert "is the only optimal mechanism for the Bayesian user with the loss |i-r|^(3/2)" in judged.out
    assert run("verify", "best.cert", "--against", "appendix_b.csv").code == 1
    kernel_alone = [sys.executable, "-I", "-S", str(KERNEL), "best.cert"]
    assert subprocess.run(kernel_alone, capture_output=True, check=False).returncode == 0


def test_the_optimum_of_the_consumer_of_table_1(run: Run) -> None:
    ran = run("optimal", "-n", "3", "--alpha", "1/4", "--loss", "abs", "--side-information", "0..3", "-o", "best.cert")
    assert ran.code == 0
    assert "value         168/415 (≈ 0.4048), the least worst expected loss" in ran.out
    assert "unique        yes: every other such mechanism loses more" in ran.out
    assert "0  272/415  489/1660    33/830  17/1660" in ran.out
    assert run("verify", "best.cert").out.count("has a worst-case expected loss below 168/415") == 1
    files.write(geometric(3, "1/4"), "g.csv")
    same = run("interact", "g.csv", "--loss", "abs", "-o", "remap.cert")
    assert "value         168/415 (≈ 0.4048), the least worst expected loss by any remap of g.csv" in same.out
    assert "0  68/83  15/83      0      0" in same.out
    assert run("verify", "remap.cert").code == 0


def test_a_mechanism_that_its_user_takes_as_it_is(run: Run) -> None:
    ran = run("interact", "figure_2.csv", *FIGURE_2_USER)
    assert "value         1/3 + 17/48*2^(1/2) + 9/64*3^(1/2) + 5/96*5^(1/2) (≈ 1.1942), the least expected" in ran.out
    ties = run("interact", "figure_2.csv", "--loss", "zero-one", "--prior", "1/3,2/3,0,0,0,0")
    assert "ties          0 → 0, 1" in ties.out


def test_ties_are_told(run: Run) -> None:
    ran = run("optimal", "-n", "2", "--alpha", "1/2", "--loss", "abs", "--prior", "1/2,0,1/2")
    assert "unique        no, another optimal mechanism is" in ran.out
    assert "certificate   not-only-optimal: accepted" in ran.out


def test_no_mechanism_is_so_accurate(run: Run) -> None:
    asked = ("optimal", "-n", "2", "--alpha", "1/2", "--loss", "abs", "--at-most", "0=1/10", "--at-most", "2=1/10")
    ran = run(*asked, "-o", "none.cert")
    assert (ran.code, ran.err) == (1, "")
    assert "value         there is no such mechanism" in ran.out
    judged = run("verify", "none.cert")
    assert judged.out.startswith("accepted: there are no mechanisms with 3 inputs and 3 responses that keep")
    assert run("verify", "none.cert", "--against", "figure_2.csv").code == 1


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
    ran = run("optimal", "-n", "2", "--alpha", "1/2", "--loss", "zero-one", "--prior", "uniform", *constraint)
    assert ran.code == 0
    assert "is about the results of a count query" in ran.out
    assert "optimal: accepted by the kernel" in ran.out
    assert row in ran.out, ran.out


def test_a_large_optimum_is_summarised(run: Run) -> None:
    ran = run("optimal", "-n", "300", "--alpha", "1/2", "--loss", "abs", "--prior", "uniform")
    assert ran.code == 0
    assert len(ran.out) < 3000
    assert "certificate   only-optimal: accepted by the kernel" in ran.out


def test_latex(run: Run) -> None:
    ran = run("optimal", "-n", "1", "--alpha", "1/3", "--loss", "abs", "--prior", "uniform", "--latex")
    assert r"\[ \frac{1}{4} \]" in ran.out
    assert r"\frac{3}{4} & \frac{1}{4} \\" in ran.out
    ran = run("interact", "figure_2.csv", *FIGURE_2_USER, "--latex")
    assert r"\frac{17}{48}\sqrt{2}" in ran.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("-n", "-1"), "n = -1: write a database size of at least 0"),
        (("--loss", "foo"), "'foo' is no loss: write abs, squared, "),
        (("--loss", "power:0"), "the exponent 0 is not above 0"),
        (("--loss", "power:65"), "the exponent 65 is not above 0, of numbers up to 64"),
        (("--loss", "power:3/2"), "the loss |i-r|^(3/2) is irrational: a minimax consumer's"),
        (("--loss", "threshold:x"), "'threshold:x' is no loss"),
        (("--loss", "asymmetric:1"), "'asymmetric:1' is no loss"),
        (("--loss", "table:none.csv"), "none.csv: there is no such file"),
        (("--loss", "table:figure_2.csv"), "the table of losses is 6 × 6 for 3 inputs and 6 responses"),
        (("--prior", "foo"), "'foo' is no prior: write uniform, "),
        (("--prior", "1/2,1/2"), "the prior has 2 probabilities: write 3"),
        (("--prior", "1/2,1/3,1/7"), "the prior sums to 41/42, which is not 1"),
        (("--prior", "3/2,-1/2,0"), "the prior of input 1 is -1/2: write a probability from 0 to 1"),
        (("--prior", "figure_2.csv"), "figure_2.csv is 6 × 6: write one row of 3"),
        (("--prior", "uniform", "--side-information", "0"), "argument --side-information: not allowed with argument"),
        (("--side-information", "0..3"), "the side information holds 3: write numbers from 0 to 2"),
        (("--side-information", "1..0"), "'1..0' is no side information: "),
        (("--responses-only", "7"), "the set of responses holds 7: write numbers from 0 to 2"),
        (("--fix-row", "0=1,0"), "--fix-row 0=1,0 has 2 entries: write 3"),
        (("--fix-row", "5=1,0,0"), "'5=1,0,0' names no input from 0 to 2: write --fix-row"),
        (("--at-most", "1"), "'1' names no input from 0 to 2: write --at-most"),
        (("--prior", "uniform", "--lexicographic"), "the lexicographic optimum is a minimax consumer's"),
        (("-n", "60", "--neighbours", "complete"), "not solved: more than 2,500 entries"),
        (("--json", "--latex"), "argument --latex: not allowed with argument --json"),
    ],
)
def test_bad_options_of_optimal(run: Run, options: tuple[str, ...], said: str) -> None:
    given = {"-n": "2", "--alpha": "1/2", "--loss": "abs"}
    defaults = [word for name, value in given.items() if name not in options for word in (name, value)]
    assert refusal(run("optimal", *defaults, *options)).startswith(said)


# certify and verify

CLAIMS = [
    ("appendix_b.csv", "stochastic", ()),
    ("appendix_b.csv", "level", ()),
    ("appendix_b.csv", "private", ("--alpha", "1/2")),
    ("appendix_b.csv", "not-private", ("--alpha", "3/4")),
    ("appendix_b.csv", "not-private", ("--alpha", "1/2", "--neighbours", "complete")),
    ("appendix_b.csv", "approximately-private", ("--alpha", "3/4", "--delta", "1/2")),
    ("appendix_b.csv", "not-approximately-private", ("--alpha", "1", "--delta", "1/6")),
    ("appendix_b.csv", "not-vertex", ()),
    ("appendix_b.csv", "not-derivable", ("--alpha", "1/2")),
    ("appendix_b.csv", "not-derivable", ("--from", "g.csv")),
    ("appendix_b.csv", "derivable", ("--alpha", "1/4")),
    ("figure_2.csv", "vertex", ("--alpha", "1/2")),
    ("figure_2.csv", "derivable", ("--alpha", "1/2")),
    ("figure_2.csv", "not-vertex", ("--epsilon", "1")),
]


@pytest.mark.parametrize(("file", "claim", "options"), CLAIMS)
def test_every_claim_is_certified_or_refused(run: Run, file: str, claim: str, options: tuple[str, ...]) -> None:
    files.write(geometric(3, "1/2"), "g.csv")
    ran = run("certify", file, "--claim", claim, *options, "-o", "c.cert")
    assert ran.code == 0
    sentence, said = ran.out.splitlines()
    assert said.startswith(f"{claim}: accepted by the kernel, statement sha256 ")
    data = Path("c.cert").read_bytes()
    accepted = kernel.check(data)
    assert (accepted.kind, accepted.sentence) == (claim, sentence)
    assert run("certify", file, "--claim", claim, *options).out.encode() == data
    assert json.loads(run("certify", file, "--claim", claim, *options, "--json").out) == {
        "kind": claim,
        "sentence": sentence,
        "statement_sha256": accepted.digest,
        "certificate": data.decode(),
    }
    ran = run("verify", "c.cert", "--against", file)
    assert ran == (0, f"accepted, about {file}: {sentence}\nstatement sha256: {accepted.digest}\n", "")
    if claim in ("stochastic", "level"):
        return
    # The opposite is false: one line says so, and no file is written.
    opposite = claim.removeprefix("not-") if claim.startswith("not-") else f"not-{claim}"
    ran = run("certify", file, "--claim", opposite, *options, "-o", "d.cert")
    assert (ran.code, ran.out) == (1, "")
    said, *notes = ran.err.splitlines()
    assert said == f"exactdp: not so: {sentence}; ask for --claim {claim}"
    assert len(notes) == ("--epsilon" in options)
    assert not Path("d.cert").exists()


def test_what_certify_claims_unless_told(run: Run) -> None:
    files.write(geometric(3, "1/2"), "g.csv")
    for options, kind in [
        ((), "level"),
        (("--neighbours", "complete"), "level"),
        (("--alpha", "1/2"), "private"),
        (("--epsilon", "3"), "private"),
        (("--alpha", "3/4", "--delta", "1/2"), "approximately-private"),
        (("--from", "appendix_b.tex"), "derivable"),
    ]:
        assert run("certify", "appendix_b.csv", *options).out.splitlines()[1] == f"statement {kind}"


def test_certify_takes_no_option_that_it_would_ignore(run: Run) -> None:
    for claim, options, wrong in [
        ("level", ("--alpha", "1/2"), "--alpha"),
        ("level", ("--epsilon", "1"), "--epsilon"),
        ("stochastic", ("--neighbours", "path"), "--neighbours"),
        ("private", ("--from", "g.csv"), "--from"),
        ("private", ("--alpha", "1/2", "--delta", "0"), "--delta"),
        ("not-derivable", ("--alpha", "1/2", "--neighbours", "complete"), "--neighbours"),
    ]:
        message = refusal(run("certify", "appendix_b.csv", "--claim", claim, *options))
        assert message == f"--claim {claim} says nothing about {wrong}: leave it out, or make another claim"
    for claim in ("private", "not-private", "derivable", "not-derivable"):
        message = refusal(run("certify", "appendix_b.csv", "--claim", claim))
        assert message == "this needs a level: write --alpha 1/2, or --epsilon 1"
    assert "not 3/4-private" in refusal(run("certify", "appendix_b.csv", "--claim", "vertex", "--alpha", "3/4"))


def test_verify(run: Run) -> None:
    run("certify", "appendix_b.csv", "--alpha", "1/2", "-o", "good.cert")
    good = Path("good.cert").read_text()
    Path("bad.cert").write_text(good.replace("alpha 1/2", "alpha 2/3"))
    Path("cut.cert").write_text(good[:-5])
    run("geometric", "-n", "3", "--alpha", "1/2", "-o", "g.csv")
    Path("near.csv").write_text(
        (DATA / "appendix_b.csv").read_text().replace("13/18, 1/9, 1/18, 1/9", "1/4,1/4,1/4,1/4")
    )
    rejected = run("verify", "bad.cert")
    assert (rejected.code, rejected.err) == (1, "")
    assert re.fullmatch("rejected: .*\n", rejected.out)
    for malformed in ("cut.cert", "appendix_b.csv"):
        ran = run("verify", malformed)
        assert (ran.code, ran.err) == (2, "")
        assert re.fullmatch("malformed: line .*\n", ran.out)
        found = json.loads(run("verify", malformed, "--json").out)
        assert found == {"verdict": "malformed", "reason": ran.out.removeprefix("malformed: ").strip()}
    for other, difference in [
        ("figure_2.csv", "its matrix is 4 × 4 and the file's 6 × 6"),
        ("g.csv", "row 1, column 1 is 1/9 in the statement and 2/3 in the file"),
        ("near.csv", "row 4, column 1 is 13/18 in the statement and 1/4 in the file"),
    ]:
        reason = f"the statement is not about {other}: {difference}"
        assert run("verify", "good.cert", "--against", other) == (1, f"rejected: {reason}\n", "")
        found = json.loads(run("verify", "good.cert", "--against", other, "--json").out)
        assert found == {"verdict": "rejected", "reason": reason}
    found = json.loads(run("verify", "good.cert", "--against", "appendix_b.tex", "--json").out)
    assert (found["verdict"], found["kind"]) == ("accepted", "private")
    assert "no such file" in refusal(run("verify", "good.cert", "--against", "none.csv"))
    assert "no such file" in refusal(run("verify", "none.cert"))
    assert run("verify", "-", "--against", "appendix_b.csv", stdin=good.encode()).code == 0
    # A certificate is no mechanism.
    assert refusal(run("check", "good.cert")) == "good.cert: this is a certificate: use `exactdp verify`"


def test_the_kernel_alone_accepts_the_certificates(run: Run) -> None:
    for claim, options in [("level", ()), ("not-vertex", ()), ("not-derivable", ("--alpha", "1/2"))]:
        run("certify", "appendix_b.csv", "--claim", claim, *options, "-o", f"{claim}.cert")
        ran = subprocess.run(
            [sys.executable, "-I", "-S", KERNEL, f"{claim}.cert"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout == run("verify", f"{claim}.cert").out


# release and coalitions


def test_a_release_is_a_table_and_never_has_the_true_count(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling.secrets, "token_bytes", lambda size: bytes(size - 1) + bytes([200]))
    ran = run("release", "-n", "123456", "--levels", "1/4,1/2,3/4", "--count", "98765")
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[0] for line in ran.out.splitlines()] == ["level", "1/4", "1/2", "3/4"]
    # With these bits no answer is the count.
    assert "98765" not in ran.out
    answers = [int(line.split()[1]) for line in ran.out.splitlines()[1:]]
    assert all(0 <= each <= 123456 for each in answers)


def test_a_release_at_an_epsilon_as_json_and_to_a_file(run: Run, tmp_path: Path) -> None:
    ran = run("release", "-n", "9", "--epsilons", "2,1/2", "--count", "-", "--json", stdin=b" 4\n")
    found = json.loads(ran.out)
    assert (found["n"], found["levels"], len(found["responses"])) == (9, ["e^-(2)", "e^-(1/2)"], 2)
    assert run("release", "-n", "9", "--levels", "1/2", "--count", "4", "-o", "answers.json") == (0, "", "")
    found = json.loads((tmp_path / "answers.json").read_text())
    assert list(found) == ["n", "levels", "responses"]
    ran = run("release", "-n", "9", "--levels", "1/2", "--count", "4", "-o", "none/answers.json")
    assert (ran.code, ran.out) == (2, "")
    assert run("release", "-n", "0", "--levels", "1/2", "--count", "0").out.split()[-1] == "0"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--levels", "1/2,1/4", "--count", "3"], "the level 1/4 comes after 1/2: write the levels in order"),
        (["--levels", "1/2,0.5", "--count", "3"], "the level 1/2 is there twice: one answer at each level is enough"),
        (["--levels", "0,1/2", "--count", "3"], "α = 0 promises nothing: "),
        (["--levels", "1/2,1", "--count", "3"], "α = 1: no answer would depend on the truth"),
        (["--levels", "", "--count", "3"], "'' is not an exact number: "),
        (["--epsilons", "1,2", "--count", "3"], "the level e^-(2) comes after e^-(1): "),
        (["--levels", "1/2", "--count", "777"], "the count is not one from 0 to n = 9"),
        (["--levels", "1/2", "--count=-777"], "the count: write a whole number from 0 to n = 9"),
        (["--levels", "1/2", "--count", "777.5"], "the count: write a whole number from 0 to n = 9"),
        (["--count", "3"], "one of the arguments --levels --epsilons is required; "),
        (["--levels", "1/2"], "the following arguments are required: --count; "),
    ],
)
def test_a_release_that_cannot_be_made(run: Run, arguments: list[str], said: str) -> None:
    message = refusal(run("release", "-n", "9", *arguments))
    assert message.startswith(said)
    assert "777" not in message


def test_coalitions_and_their_certificate(run: Run) -> None:
    ran = run("coalitions", "-n", "3", "--levels", "1/4,1/2,3/4")
    assert (ran.code, ran.err) == (0, "")
    rows = [re.split("  +", line) for line in ran.out.splitlines()[1:]]
    assert [row[:3] for row in rows] == [
        ["1", "1/4", "1/4"],
        ["2", "1/2", "1/2"],
        ["3", "3/4", "3/4"],
        ["1, 2", "1/4", "1/8"],
        ["1, 3", "1/4", "3/16"],
        ["2, 3", "1/2", "3/8"],
        ["1, 2, 3", "1/4", "3/32"],
    ]
    ran = run("coalitions", "-n", "3", "--levels", "1/4,1/2,3/4", "--coalition", "2,3", "-o", "seen.cert", "--json")
    (found,) = json.loads(ran.out)
    assert (found["members"], found["level"]) == ([2, 3], "1/2")
    assert "1/2" in run("verify", "seen.cert").out
    for written, said in [
        ("", "the coalition is empty: "),
        ("1,1", "a coalition [1, 1]: "),
        ("4", "a coalition [4]: write different numbers from 1 to 3, in order"),
        ("one", "a coalition with 'one': write the numbers of its levels, such as 1,3"),
    ]:
        message = refusal(run("coalitions", "-n", "3", "--levels", "1/4,1/2,3/4", f"--coalition={written}"))
        assert message.startswith(said)
    message = refusal(run("coalitions", "-n", "3", "--levels", "1/4,1/2", "-o", "all.cert"))
    assert message == "a certificate is about one coalition: write --coalition 1,2"
    message = refusal(run("coalitions", "-n", "1000", "--levels", "1/4,1/2"))
    assert "has 1001^3 entries" in message


# prove and errata

FAILING = """
from exactdp.claims import Claim, require

claim = Claim(
    id="gupte2010.table-9", title="a table", section="9", position=1, statement="it is 1", latex="1", domain="one",
    verdict="corrected", scope="one number", printed="it is 2", slip="print",
)


@claim.counterexample("it is not 2", mutants={"0": {"value": 0}})
def not_two(value=1):
    require(value == 1, "it is 0")


@claim.instances("it is 1", size=2)
def one(size=1):
    require(size == 1, f"the size is {size}")
"""


@pytest.fixture
def script(tmp_path: Path) -> str:
    path = tmp_path / "gupte2010" / "table_9.py"
    path.parent.mkdir()
    path.write_text(FAILING, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_prove_is_a_table_in_the_order_of_the_papers(run: Run, jobs: str) -> None:
    ran = run("prove", "gupte2010.table-1b", "gupte2010.appendix-b", "ghosh2009.figure-3", "--jobs", jobs)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["claim", "verdict"],
        ["ghosh2009.figure-3", "proved"],
        ["gupte2010.table-1b", "corrected"],
        ["gupte2010.appendix-b", "proved"],
        ["3", "claims:"],
    ]
    assert lines[-1] == "3 claims: 2 proved, 1 corrected"


def test_a_deep_run_uses_the_longer_ranges(run: Run, script: str) -> None:
    assert run("prove", script).code == 0
    ran = run("prove", script, "--deep")
    assert (ran.code, ran.err) == (1, "")
    assert "FAILED" in ran.out
    assert ran.out.splitlines()[1].endswith("  it is 1: the size is 2")
    assert ran.out.splitlines()[-1] == "1 claim: 1 FAILED"


def test_prove_as_json_and_as_a_page(run: Run, tmp_path: Path, script: str) -> None:
    ran = run("prove", script, "gupte2010.appendix-b", "--json", "--html", "report.html")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)["claims"]
    assert [(claim["id"], claim["stands"]) for claim in found] == [
        ("gupte2010.table-9", True),
        ("gupte2010.appendix-b", True),
    ]
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert page.count('id="gupte2010.appendix-b"') == 1
    assert "it is 2" in page
    ran = run("prove", script, "--html", "none/report.html")
    assert ran.code == 2
    assert ran.err.startswith("exactdp: none/report.html: ")


def test_errata_in_every_format(run: Run, tmp_path: Path, script: str) -> None:
    ran = run("errata", script)
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"^ +printed +it is 2$", ran.out, re.MULTILINE)
    assert re.search(r"^ +right +it is 1$", ran.out, re.MULTILINE)
    assert ran.out.splitlines()[-1] == "1 slip: 1 of print"
    assert run("errata", script, "--format", "markdown").out.startswith("# Errata\n")
    assert run("errata", script, "--format", "latex", "-o", "errata.tex") == (0, "", "")
    assert (tmp_path / "errata.tex").read_text(encoding="utf-8").endswith("\\end{document}\n")
    ran = run("errata", script, "--deep")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines()[-1].endswith("; 1 claim FAILED, so what is said of it was not confirmed")


def test_what_is_right_has_no_errata(run: Run) -> None:
    assert run("errata", "gupte2010.appendix-b") == (0, "0 slips\n", "")


def test_claims_and_jobs_that_there_are_not(run: Run) -> None:
    assert refusal(run("prove", "gupte2010.lemma-17")).startswith("no claim is named 'gupte2010.lemma-17': ")
    assert refusal(run("errata", "none.py")).endswith("none.py: there is no such proof script")
    for said in ("0", "-1", "two", "1" * 500):
        message = refusal(run("prove", "gupte2010.appendix-b", f"--jobs={said}"))
        assert "is not a number of processes: write 1, 2, …" in message
    assert "invalid choice: 'word'" in refusal(run("errata", "--format", "word"))


# Bad input and wrong usage


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "there is nothing in it: write a matrix as JSON, CSV or LaTeX"),
        (b" \n\n", "there is nothing in it: write a matrix as JSON, CSV or LaTeX"),
        (b"hello", "'hello' is no JSON, CSV or LaTeX: write rows such as 1/9,8/9"),
        (b"hello, world", "line 1, row 1, column 1: 'hello' is not an exact number: "),
        (b"{", "line 1: the text ends before "),
        (b'{"rows": [["1/2", 0.5]], "extra": 1}', "line 1: 'extra' is not a key that is read: "),
        (b"\\begin{bmatrix} 1 & x \\end{bmatrix}", "line 1, row 1, column 2: 'x' is not an exact number: "),
        (b"1/2,1/2\n1", "line 2, row 2 has 1 entry where row 1 has 2: write rows of one length"),
        (b"1/2,1/3", "line 1, row 1 sums to 5/6, which is 1/6 short of 1: "),
        (b"1,0\n3/2,-1/2", "line 2, row 2, column 2: -1/2 is negative: write probabilities from 0 to 1"),
        (b"1/0,1", "line 1, row 1, column 1: '1/0' has a zero denominator: write a fraction such as 1/9"),
        (b"nan,1", "line 1, row 1, column 1: 'nan' is not an exact number: "),
        (b"[[NaN, 1]]", "line 1: 'NaN' is not an exact number: "),
        (b"1e999999999,1", "line 1, row 1, column 1: '1e999999999' is too long: "),
        (b"1" * 10_000_000, "line 1, row 1, column 1: 111111"),
        (b"[" * 10_000_000, "line 1: '[[[[["),
        (b"1/2," * 2_000_000, "line 1, row 1, column 2000001: there is no number here: "),
        (b"1/2,1/2\xff", "the byte 0xff at offset 7 is not UTF-8: save the file as UTF-8"),
        (b"1/2,\0,1/2", "there is a zero byte at offset 4, so this is no text: "),
        (b"input,a,a\n0,1/2,1/2", "the response label 'a' stands twice: "),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_bad_files(run: Run, data: bytes, said: str) -> None:
    Path("bad").write_bytes(data)
    before = sorted(Path().iterdir())
    for command in (("check", "bad"), ("derive", "bad"), ("certify", "bad", "-o", "c.cert")):
        message = refusal(run(*command))
        assert message.startswith(f"bad: {said}")
        assert len(message) < 300
    assert refusal(run("check", "-", stdin=data)).startswith(f"standard input: {said}")
    assert sorted(Path().iterdir()) == before


def test_files_that_cannot_be_read_or_written(run: Run) -> None:
    Path("folder").mkdir()
    before = sorted(Path().iterdir())
    assert refusal(run("check", "none.csv")) == "none.csv: there is no such file: check its name"
    assert refusal(run("check", "folder")) == "folder: this is a directory: name a file in it"
    assert refusal(run("verify", "folder")) == "folder: this is a directory: name a file in it"
    assert refusal(run("check", "two\nlines")) == r"two\nlines: there is no such file: check its name"
    for command in (
        ("certify", "appendix_b.csv"),
        ("convert", "appendix_b.csv"),
        ("geometric", "-n", "1", "--alpha", "1"),
    ):
        assert refusal(run(*command, "-o", "none/x.csv")) == "none/x.csv: there is no directory none: create it first"
        assert refusal(run(*command, "-o", "folder")).startswith("folder: ")
    for name in ("x", ""):
        assert "the ending tells no format" in refusal(run("convert", "appendix_b.csv", "-o", name))
    for command in (("check", ""), ("certify", "appendix_b.csv", "-o", ""), ("derive", "figure_2.csv", "--from", "")):
        assert refusal(run(*command)).startswith(": ")
    assert sorted(Path().iterdir()) == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read and write everything")
def test_files_without_permission(run: Run) -> None:
    Path("appendix_b.csv").chmod(0)
    assert refusal(run("check", "appendix_b.csv")) == "appendix_b.csv: no permission to read it"


@FULL
def test_a_full_disk(run: Run) -> None:
    assert refusal(run("certify", "appendix_b.csv", "-o", "/dev/full")) == "/dev/full: No space left on device"
    assert refusal(run("convert", "appendix_b.csv", "-o", "/dev/full", "--format", "csv")).startswith("/dev/full: ")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--alpha", "x"), "'x' is not an exact number: "),
        (("--alpha", ""), "'' is not an exact number: "),
        (("--alpha", "nan"), "'nan' is not an exact number: "),
        (("--alpha", "1/0"), "'1/0' has a zero denominator: "),
        (("--alpha", "1e999999999"), "'1e999999999' is too long: "),
        (("--alpha", "2"), "α = 2 is outside [0, 1]: "),
        (("--alpha", "-1"), "α = -1 is outside [0, 1]: "),
        (("--alpha=-1/2",), "α = -1/2 is outside [0, 1]: "),
        (("--epsilon", "-1"), "ε = -1: write a number from 0 to 10000"),
        (("--epsilon", "10001"), "ε = 10001: write a number from 0 to 10000"),
        (("--epsilon", "abc"), "'abc' is not an exact number: "),
        (("--alpha", "1/2", "--epsilon", "1"), "argument --epsilon: not allowed with argument --alpha; see "),
        (("--alpha",), "argument --alpha: expected one argument; see exactdp check --help"),
        (("--neighbours", "ring"), "neighbours 'ring': write path, complete, cycle, hypercube, or edges "),
        (("--neighbours", "0-9"), "neighbours '0-9': write two of the inputs 0, 1, 2, 3, 4, 5 with a - "),
        (("--neighbours", "1-1"), "neighbours 1-1: an input is not its own neighbour"),
        (("--neighbours", ""), "neighbours '': write path, "),
        (("--neighbours", "hypercube"), "a hypercube has 1, 2, 4, 8, … inputs and there are 6: "),
        (("--what",), "unrecognized arguments: --what; see exactdp --help"),
        (("more",), "unrecognized arguments: more; see exactdp --help"),
    ],
)
def test_bad_options(run: Run, options: tuple[str, ...], said: str) -> None:
    message = refusal(run("check", "figure_2.csv", *options))
    assert message.startswith(said)


def test_three_inputs_are_no_hypercube(run: Run) -> None:
    said = refusal(run("check", "-", "--neighbours", "hypercube", stdin=b"1\n1\n1"))
    assert said == "a hypercube has 1, 2, 4, 8, … inputs and there are 3: write edges for another graph"
    assert "a cycle needs at least 3 inputs" in refusal(run("check", "-", "--neighbours", "cycle", stdin=b"1\n1"))


def test_wrong_usage(run: Run) -> None:
    assert refusal(run()) == "the following arguments are required: COMMAND; see exactdp --help"
    assert refusal(run("chekc", "x")).startswith("argument COMMAND: invalid choice: 'chekc'")
    assert refusal(run("check")) == "the following arguments are required: FILE; see exactdp check --help"
    assert refusal(run("certify", "x", "--claim", "good")).startswith("argument --claim: invalid choice: 'good'")
    assert refusal(run("check", "figure_2.csv", "two\nlines")).startswith("unrecognized arguments: two lines; see")
    assert len(refusal(run("check", "figure_2.csv", "long" * 1000))) < 700
    for said in ("1.5", "abc", "9" * 5000):
        assert "invalid int value" in refusal(run("geometric", "-n", said, "--alpha", "1/2"))
    for said in ("", "--json"):
        option = [said] if said else []
        message = refusal(run("geometric", "-n", "3", *option))
        assert message == "this needs a level: write --alpha 1/2, or --epsilon 1"
    message = refusal(run("geometric", "-n", "-1", "--alpha", "1/2"))
    assert message == "n = -1: write a database size of at least 0"
    for size in ("1000000", "9" * 50, "9" * 4000):
        message = refusal(run("geometric", "-n", size, "--alpha", "1/2"))
        assert message.endswith("at this α the matrix would fill gigabytes: write a smaller n")
    assert "not allowed with" in refusal(run("convert", "figure_2.csv", "--json", "--format", "csv"))


def test_help_and_version(run: Run) -> None:
    assert run("--version") == (0, f"exactdp {__version__}\n", "")
    commands = [
        "check",
        "geometric",
        "derive",
        "certify",
        "verify",
        "convert",
        "prove",
        "errata",
        "release",
        "coalitions",
    ]
    ran = run("--help")
    assert ran.code == 0
    assert all(re.search(rf"\n    {command}\s", ran.out) for command in commands)
    for command in commands:
        ran = run(command, "--help")
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"usage: exactdp {command} ")


# Interruptions, terminals and pipes


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (MemoryError(), 2, "there is too little memory: give a smaller matrix or shorter numbers"),
        (kernel.Malformed("line 3"), 2, "the certificate would be too large: line 3"),
    ],
)
def test_what_may_happen_meanwhile(
    run: Run, monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int, said: str
) -> None:
    def examine(*arguments: object) -> None:
        raise raised

    monkeypatch.setattr("exactdp.commands.check.examine", examine)
    assert run("check", "figure_2.csv") == (code, "", f"exactdp: {said}\n")


def test_a_defect_is_not_called_bad_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def examine(*arguments: object) -> None:
        raise TypeError

    monkeypatch.setattr("exactdp.commands.check.examine", examine)
    with pytest.raises(TypeError):
        run("check", "figure_2.csv")


def test_progress_is_shown_on_a_terminal_and_cleared(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for command in (("check", "figure_2.csv"), ("check", "figure_2.csv", "--json"), ("check", "none.csv")):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        run(*command)
        shown = terminal.getvalue().removesuffix("exactdp: none.csv: there is no such file: check its name\n")
        assert ("\rvertex…" in shown) == ("figure_2.csv" in command)
        assert shown.endswith(f"\r{' ' * 79}\r")


def test_a_terminal_without_greek() -> None:
    for encoding in ("ascii", "cp1252", "latin-1"):
        ran = alone("check", "appendix_b.csv", environment={"PYTHONIOENCODING": encoding})
        assert (ran.returncode, ran.stderr) == (0, b"")
        shown = ran.stdout.decode(encoding)
        assert "exact level alpha = 1/2, epsilon = 0.693147" in shown
        assert "\n              0  ^  v  v  ^" in shown.replace("\r", "")
        assert "alpha in [0, 2 - sqrt 3 (~ 0.2679)]" in shown
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    ran = alone("check", "appendix_b.csv", "--json", environment=ascii_only)
    assert json.loads(ran.stdout.decode("utf-8"))["constraint_matrix"]["rows"][0] == "↑↓↓↑"
    assert b"is it alpha-private?" in alone("check", "--help", environment=ascii_only).stdout
    ran = alone("check", "appendix_b.csv", "--alpha", "2", environment=ascii_only)
    assert ran.stderr.startswith(b"exactdp: alpha = 2 is outside [0, 1]: ")
    named = '{"rows": [["1/2", "1/2"]], "responses": ["日", "\\ud83d\\ude00"]}'.encode()
    ran = alone("check", "-", environment=ascii_only, input=named)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"\\u65e5" in ran.stdout
    ran = alone("convert", "-", environment=ascii_only, input=named)
    assert json.loads(ran.stdout.decode("utf-8"))["responses"] == ["日", "😀"]


@POSIX
def test_a_reader_that_goes_away() -> None:
    for command in (("check", "appendix_b.csv"), ("check", "appendix_b.csv", "--json"), ("convert", "appendix_b.csv")):
        reading, writing = os.pipe()
        os.close(reading)
        ran = alone(*command, stdout=writing, stderr=subprocess.PIPE, capture_output=False)
        os.close(writing)
        assert (ran.returncode, ran.stderr) == (141, b"")


@FULL
def test_standard_output_that_is_full() -> None:
    with Path("/dev/full").open("wb") as full:
        for command in (("check", "appendix_b.csv"), ("certify", "appendix_b.csv"), ("--help",)):
            ran = alone(*command, stdout=full, stderr=subprocess.PIPE, capture_output=False)
            assert ran.returncode == 2
            assert ran.stderr.decode() == "exactdp: the output cannot be written: No space left on device\n"


@POSIX
def test_standard_streams_that_are_closed() -> None:
    for words, code, said in [
        ("appendix_b.csv >&-", 2, "exactdp: standard output is closed: leave it open\n"),
        ("- <&-", 2, "exactdp: standard input is closed: name a file\n"),
        ("none.csv 2>&-", 2, ""),
        ("appendix_b.csv --epsilon 3 2>&- >/dev/null", 0, ""),
        ("appendix_b.csv 2>&- | tail -n 1 >&2", 0, "              not-derivable: accepted by the kernel, "),
    ]:
        ran = subprocess.run(
            f"'{sys.executable}' -m exactdp check {words}",
            shell=True,
            cwd=DATA,
            env={**ENVIRONMENT, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, ran.stdout, ran.stderr[: len(said) or None]) == (code, "", said)


def test_as_a_module_and_as_a_program() -> None:
    ran = alone("check", "appendix_b.csv", environment={"PYTHONIOENCODING": "utf-8"})
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert undigested(ran.stdout.decode().replace("\r\n", "\n")) == APPENDIX_B
    ran = alone("derive", "appendix_b.csv", "--alpha", "1/2")
    assert ran.returncode == 1
    ran = alone()
    assert (ran.returncode, ran.stdout) == (2, b"")
