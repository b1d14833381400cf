"""Options of several commands, and their invalid values."""

import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from exactdp import exact, files
from exactdp.arithmetic.spelling import text
from exactdp.certificates.coq_sources import proofs_folder
from exactdp.commands.cli import main
from exactdp.optimum import basis_at
from tests.commands.running import POSIX, Run, alone, refusal


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--alpha", "x"), "--alpha: 'x' is not an exact number: "),
        (("--alpha", "2"), "α = 2 is outside [0, 1]: "),
        (("--alpha=-1/2",), "α = -1/2 is outside [0, 1]: "),
        (("--epsilon", "-1"), "ε = -1: write 0, a number from 1e-300 to 10000, or ln Q such as ln 2"),
        (
            ("--epsilon", "1e-301"),
            "ε = 1/1000000000000000000000…000000000000000000000000 (304 characters): write 0",
        ),
        (("--alpha", "1/2", "--epsilon", "1"), "argument --epsilon: not allowed with argument --alpha; see "),
        (("--alpha",), "argument --alpha: expected one argument; see exactdp check --help"),
        (("--neighbours", "pth"), "neighbours 'pth': did you mean path? write path, "),
        (("--neighbours", "0-9"), "neighbours '0-9': write two of the inputs 0, 1, 2, 3, 4, 5 with a - "),
        (("--neighbours", ""), "neighbours '': write path, "),
        (("--neighbours", "hypercube"), "a hypercube has 1, 2, 4, 8, … inputs and there are 6: "),
        (("--what",), "unrecognized arguments: --what; see exactdp check --help"),
        (("more",), "unrecognized arguments: more: this command takes only FILE; see exactdp check --help"),
    ],
)
def test_bad_options(run: Run, options: tuple[str, ...], said: str) -> None:
    message = refusal(run("check figure_2.csv", *options))
    assert message.startswith(said)


def test_three_inputs_are_no_hypercube(run: Run) -> None:
    said = refusal(run("check - --neighbours hypercube", stdin=b"1\n1\n1"))
    assert said == "a hypercube has 1, 2, 4, 8, … inputs and there are 3: write edges for another graph"
    assert "a cycle needs at least 3 inputs" in refusal(run("check - --neighbours cycle", stdin=b"1\n1"))


OUTPUTS = [
    "check --html",
    "derive --alpha 1/2 -o",
    "repair --alpha 1/4 -o",
    "repair --alpha 1/4 --certificate",
    "interact --loss abs --mechanism",
    "certify -o",
]


@pytest.mark.parametrize("command", OUTPUTS)
def test_a_place_for_the_output_is_wanted_before_anything_is_read(run: Run, command: str) -> None:
    # Were the input read first, it would be what is missing.
    Path("folder").mkdir()
    before = sorted(Path().iterdir())
    name, options = command.split(" ", 1)
    assert refusal(run(f"{name} missing.csv {options} none/x")).startswith("none/x: the directory none does not exist")
    assert refusal(run(f"{name} missing.csv {options} folder")).startswith("folder: this is a directory")
    ending = {"check --html": "html", "repair --alpha 1/4 --certificate": "cert", "certify -o": "cert"}.get(
        command, "csv"
    )
    assert refusal(run(f"{name} missing.csv {options} new.{ending}")).startswith("missing.csv: ")
    assert sorted(Path().iterdir()) == before


def test_a_format_is_wanted_before_anything_is_read(run: Run) -> None:
    optimal = "optimal -n 1 --alpha 1/2 --loss table:missing.csv -o best.xyz"
    for command in (optimal, "repair missing.csv --alpha 1/2 -o best.xyz"):
        assert refusal(run(command)).startswith("best.xyz: the output is .json, .csv or .tex")


def test_two_outputs_do_not_go_to_one_file(run: Run) -> None:
    optimal = "optimal -n 1 --alpha 1/2 --loss abs"
    assert refusal(run(optimal, "-o", "x.csv", "--certificate", "x.csv")) == (
        "x.csv: two outputs have this name: name a file for each"
    )
    assert refusal(run(optimal, "-o", "x.csv", "--certificate", "./x.csv")).startswith("x.csv: two outputs ")
    assert not Path("x.csv").exists()


@pytest.mark.parametrize(
    ("command", "path", "asked"),
    [
        ("geometric -n 1 --alpha 1/2", "g.csv", ("--format", "json")),
        ("geometric -n 1 --alpha 1/2", "g.TSV", ("--json",)),
        ("mechanism tally -n 1 --truth 3/4", "g.json", ("--format", "latex")),
        ("convert missing.csv", "g.tex", ("--format", "csv")),
        ("repair missing.csv --alpha 1/2", "g.csv", ("--format", "json")),
        ("plot mechanism missing.csv", "g.svg", ("--format", "png")),
        ("errata none.py", "g.md", ("--format", "text")),
    ],
)
def test_a_format_does_not_contradict_the_ending(run: Run, command: str, path: str, asked: tuple[str, ...]) -> None:
    assert f"{path}: the extension means " in refusal(run(command, "-o", path, *asked))
    assert not Path(path).exists()


def test_a_format_can_say_what_the_ending_does(run: Run) -> None:
    for path, asked in (("g.csv", "csv"), ("g.tsv", "csv"), ("g.tex", "latex"), ("g", "latex"), ("g.dat", "csv")):
        assert run("geometric -n 1 --alpha 1/2 -o", path, "--format", asked).code == 0


MINIMAX = "optimal -n 1 --alpha 1/2 --loss"
REPLACING = [
    "certify mine.csv -o mine.csv",
    "certify mine.csv --from appendix_b.csv -o appendix_b.csv",
    "certify mine.csv -o ./mine.csv",
    "certify mine.csv -o link.csv",
    "certify link.csv -o mine.csv",
    "check mine.csv --html mine.csv",
    "audit mine.csv --certificate mine.csv",
    "repair mine.csv --alpha 1/2 --certificate mine.csv",
    "repair mine.csv --alpha 1/2 -o mine.csv",
    "interact mine.csv --loss abs --prior pr.csv -o pr.csv",
    f"{MINIMAX} abs --prior pr.csv -o pr.csv",
    f"{MINIMAX} table:mine.csv -o mine.csv",
    "mechanism exponential --scores mine.csv --alpha 1/2 -o mine.csv",
    "export latex level.cert -o level.cert",
    "plot curve appendix_b.csv mine.csv -o mine.csv --format svg",
    "plot loss -n 1 --loss abs --prior pr.csv -o pr.csv --format svg",
    "sweep swept/results.parquet -o swept",
    "errata gupte2010/table_1b.py -o gupte2010/table_1b.py",
]


@pytest.fixture
def inputs(run: Run) -> list[Path]:
    script = proofs_folder() / "gupte2010" / "table_1b.py"
    Path("gupte2010").mkdir()
    Path("gupte2010/table_1b.py").write_bytes(script.read_bytes())
    Path("mine.csv").write_bytes(b"2/3,1/3\n1/3,2/3\n")
    Path("swept").mkdir()
    Path("swept/results.parquet").write_text('n = 1\nalpha = "1/2"\nloss = "abs"\n')
    Path("pr.csv").write_bytes(b"1/4,3/4\n")
    assert run("certify mine.csv -o level.cert").code == 0
    Path("link.csv").symlink_to("mine.csv")
    return [each for each in Path().rglob("*") if each.is_file()]


@POSIX
@pytest.mark.parametrize("command", REPLACING)
def test_no_output_replaces_an_input(run: Run, inputs: list[Path], command: str) -> None:
    before = [each.read_bytes() for each in inputs]
    assert " this would replace " in refusal(run(command))
    assert [each.read_bytes() for each in inputs] == before


@POSIX
def test_no_output_replaces_the_file_that_standard_input_is(inputs: list[Path]) -> None:
    with Path("mine.csv").open("rb") as stdin:
        ran = alone("certify", "-", "-o", str(Path("mine.csv").resolve()), stdin=stdin)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.endswith(b"this would replace standard input, which the command reads: name another file\n")


def test_an_output_replaces_what_is_not_read(run: Run) -> None:
    Path("uniform").write_bytes(b"")
    for _ in range(2):
        assert run(MINIMAX, "abs", "--prior", "uniform", "--certificate", "uniform").code == 0
        assert run("certify figure_2.csv -o level.cert").code == 0


@pytest.mark.parametrize(
    "command",
    ["optimal --alpha 1/2", "phases", "plot loss -o x.svg", "plot phases -o x.svg"],
)
def test_a_database_size_that_no_program_has(run: Run, command: str) -> None:
    least = 0 if command.startswith("optimal") else 1
    for said in (str(least - 1), "-7"):
        message = refusal(run(command, "--loss", "abs", "-n", said))
        assert message == f"n = {said}: write a database size of at least {least}"
    for said in ("1000000", "9" * 50):
        message = refusal(run(command, "--loss", "abs", "-n", said))
        assert message == f"n = {said}: write a database size below 1,000,000"


def test_who_types_into_a_terminal_is_told_how_it_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    for stdin, said in (
        (Terminal, "reading standard input: type or paste, and end it with Ctrl-D "),
        (io.TextIOWrapper, ""),
    ):
        monkeypatch.setattr("sys.stdin", stdin(io.BytesIO(b"1/2,1/2")))
        assert main(["certify", "-"]) == 0
        told = capsys.readouterr().err
        assert told.startswith(said)
        assert bool(told) is bool(said)


def test_where_a_level_is_rounded_one_line_says_so(run: Run) -> None:
    became = "ε = 1 became α = 63812/173459 (≈ 0.3679), the simplest fraction at or just above e^-ε\n"
    rounded = "ε = 1 became α = 46/125 (≈ 0.3680), rounded up to 3 digits: the promise is never weaker\n"
    beside = (
        "ε = 1 is exact; the mechanism has α = 63812/173459 (≈ 0.3679), the simplest fraction at or just above e^-ε\n"
    )
    commands = {
        "geometric -n 1": beside,
        "geometric -n 1 --json": became,
        "optimal -n 1 --loss abs --prior uniform": beside,
        "optimal -n 1 --loss abs --prior uniform --neighbours 0-1": beside,
        "optimal -n 1 --loss power:1/2 --prior uniform --neighbours 0-1": became,
        "plot geometric -o g.svg": became,
    }
    for command, said in commands.items():
        assert run(command, "--epsilon", "1").err == said
        assert run(command, "--epsilon", "1", "--round-level", "3").err == rounded
        assert run(command, "--epsilon", "ln 4") == run(command, "--alpha", "1/4")
    ran = run("geometric -n 1 --alpha 1/3 --round-level 1")
    assert ran.err == "α = 1/3 became α = 2/5, rounded up to 1 digit: the promise is never weaker\n"
    assert ran.out == run("geometric -n 1 --alpha 2/5").out
    message = refusal(run("geometric -n 1 --alpha 1/3 --round-level 0"))
    assert "'0' is not a number of digits: write 1 to 999" in message
    ran = run('coalitions -n 1 --epsilons "2,ln 2"')
    simplest = "each the simplest fraction at or just above e^-ε"
    assert ran.err == f"the certificates have the levels 27577/203768 (≈ 0.1353), 1/2, {simplest}\n"
    assert [line.split("  ")[0] for line in ran.out.splitlines()[2:]] == ["1", "2", "1, 2"]
    assert ran.out.splitlines()[4].split()[2:4] == ["e^-2", "1/2·e^-2"]
    assert json.loads(run('coalitions -n 1 --epsilons "2,ln 2" --json').out)["coalitions"][2]["exact_level"] == "e^-2"
    assert run('coalitions -n 1 --epsilons "ln 4,ln 2"') == run("coalitions -n 1 --levels 1/4,1/2")


def test_each_certificate_of_an_optimum_is_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(basis_at, "CERTIFIED_DEGREE", 1)  # so that a constraint needs two certificates
    words = "optimal -n 2 --loss abs --side-information all --epsilon 1 --lexicographic --symmetric"
    said = run(words, "--certificate", "best.cert").err.splitlines()
    files_written = ["best.cert", "best.below.cert", "best.lexicographic.cert"]
    assert said[:2] == [
        "the certificate of the level just below e^-ε is in best.below.cert",
        "the certificate of the lexicographic optimum is in best.lexicographic.cert",
    ]
    for each, alpha in zip(files_written, ("63812/173459", "18089/49171", "63812/173459"), strict=True):
        assert f"\nalpha {alpha}\n" in Path(each).read_text()
        assert run("verify", each).code == 0
    ran = run(words, "--certificate", "-")
    assert ran.out.count("exactdp certificate 1\n") == 1
    assert ran.err.count("is not written: name a file by --certificate\n") == 2
    # Without constraints: at e^-1 itself, and the mechanism that is written.
    told = run("optimal -n 2 --loss abs --epsilon 1 -o best.csv --certificate best.cert").err
    assert told.startswith("the certificate of the mechanism at the level just above e^-ε is in best.above.cert\n")
    assert Path("best.cert").read_text().startswith("exactdp diagram 1\nstatement only-optimal\n")
    assert "\nepsilon 1 1\n" in Path("best.cert").read_text()
    assert run("verify best.cert").code == 0
    assert run("verify best.above.cert --against best.csv").code == 0


def test_the_least_loss_at_an_epsilon_is_enclosed_by_two_certificates(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(basis_at, "CERTIFIED_DEGREE", 1)
    optimal = "optimal -n 3 --loss abs --prior uniform --at-most 0=1/2"
    found = json.loads(run(optimal, "--epsilon", "1", "--json").out)
    below, above = (exact(each["value"]) for each in (found["below"], found))
    assert (found["asked"], found["alpha"], found["below"]["alpha"]) == ("e^-1", "63812/173459", "18089/49171")
    assert found["below"]["certificate"]["kind"] == "optimal"
    assert 0 < above - below == exact(found["below"]["width"]) < Fraction(1, 10**9)
    for alpha, value in (("18089/49171", below), ("63812/173459", above)):
        assert exact(json.loads(run(optimal, "--alpha", alpha, "--json").out)["value"]) == value
    # Constraints that no mechanism at e^-1 keeps, and those that hardly one keeps.
    mostly = "optimal -n 1 --loss zero-one --epsilon 1"
    ran = run(mostly, "--at-most", "0=1/4", "--at-most", "1=1/4")
    assert ran.code == 1
    assert ran.err == "ε = 1 is decided at α = 18089/49171 (≈ 0.3679), just below e^-ε, which settles it\n"
    ran = run(mostly, "--at-most", "0=0.26894142137", "--at-most", "1=0.26894142137")
    assert ran.code == 0
    assert run(mostly, "--at-most", "0=0.26894142136", "--at-most", "1=0.26894142136").code == 1


def test_the_optimum_at_an_epsilon_is_a_function_of_it(run: Run) -> None:
    optimal = "optimal -n 2 --loss abs --side-information all --epsilon 1"
    found = json.loads(run(optimal, "--json").out)
    assert (found["kind"], found["asked"], found["unique"]) == ("exact-optimality", "e^-1", True)
    assert found["function"] == "2*a/(1 + 2*a - a^2)"
    assert found["remap"][0] == {"0": "(1 + a)/(1 + 2*a - a^2)", "1": "(a - a^2)/(1 + 2*a - a^2)"}
    assert exact(found["value"]["lower"]) < exact(found["value"]["upper"]) < exact(found["above"]["value"])
    assert found["certificate"]["kind"] == found["above"]["certificate"]["kind"] == "only-optimal"
    phases = run("phases -n 2 --loss abs --side-information all --epsilon 1 -q").out
    assert "is 0.459727…, in phase 1" in phases
    answer = run(optimal, "-q").out
    assert answer.endswith(" of an e^-1-private mechanism is 0.459727…; exactly one mechanism attains it.\n")
    # For a loss that is not strict, the certificate is about the mechanism in full. It is too long for n = 40.
    for n, unique in ((2, "yes: every other such mechanism loses more"), (40, "at e^-1: yes among the remaps of G")):
        out = run(f"optimal -n {n} --loss zero-one --prior uniform --epsilon 1 --certificate full.cert").out
        assert f"\nunique        {unique}" in out
        assert ("\nmechanisms " in Path("full.cert").read_text()) is (n == 2)
    out = run("optimal -n 2 --loss abs --prior 1/2,0,1/2 --epsilon 1 --certificate full.cert").out
    assert "; several mechanisms attain it.\n" in out and "no, these readings are equally good: 1 → 0, 1, 2\n" in out
    assert "\nstatement not-only-optimal\nmechanisms 3 3\n" in Path("full.cert").read_text()
    out = run("optimal -n 3 --loss zero-one --side-information 1,2 --epsilon 1").out
    assert "; several mechanisms attain it.\n" in out and "no, another optimal mechanism, at a = e^-1, is\n" in out


def test_an_optimum_at_a_level_of_thousands_of_digits(run: Run) -> None:
    optimal = "optimal -n 3 --loss abs --prior uniform --epsilon 10000 --certificate far.cert"
    ran = run(optimal)
    assert "just above    α has 4,343 digits, so the mechanism is not shown; -o writes it" in ran.out
    assert "\nmechanism " not in ran.out and not Path("far.above.cert").exists()
    assert run(optimal, "-o", "far.csv").code == 0
    assert run("verify far.above.cert --against far.csv").code == run("audit far.csv --epsilon 10000").code == 0


def test_what_is_private_at_an_epsilon_stays_as_it_is(run: Run) -> None:
    # Its level is between e^-1 and the first fraction above e^-1 that is tried.
    low, high = Fraction("0.36787944118"), Fraction("1.36787944118")
    rows = [[text(1 / high), text(low / high)], [text(low / high), text(1 / high)]]
    Path("near.csv").write_text("\n".join(map(",".join, rows)), encoding="utf-8")
    assert low < Fraction(63812, 173459)
    for command in ("check", "audit", "certify"):
        assert run(command, "near.csv", "--epsilon", "1").code == 0
    assert run("certify near.csv --epsilon 1 --claim not-private").code == 1
    assert run("repair near.csv --epsilon 1 -o same.csv").code == 0
    assert files.read("same.csv").rows == files.read("near.csv").rows
