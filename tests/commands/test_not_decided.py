"""Exit code 3: every undecided command ends with it and with one line, for every limit."""

import errno
import re
from pathlib import Path

import pytest

from exactdp.arithmetic.errors import Undecided
from exactdp.commands import cli, optima, phases, plot
from exactdp.kernel import Malformed
from exactdp.linear_programs.searching import Unsolved
from exactdp.optimum import interaction
from exactdp.processes import limits
from exactdp.processes.limits import OutOfTime
from exactdp.processes.pool import Ended
from exactdp.surveys import differencing, linear_decoding
from tests.commands.running import Ran, Run

TRANSCRIPT = "1,1,1\n1,0,1\n"


def said_of(ran: Ran) -> str:
    assert (ran.code, ran.out) == (3, "")
    found = re.fullmatch(r"exactdp: (.*)\n", ran.err)
    assert found, ran.err
    return found[1]


@pytest.mark.parametrize(
    "words",
    [
        "optimal -n 300 --alpha 1/2 --loss abs --neighbours complete",
        "optimal --rows 11 --alpha 1/2 --loss abs --prior uniform",
        "optimal --rows 11 --alpha 1/2 --loss abs --prior uniform --json",
    ],
)
def test_a_linear_program_beyond_its_limit(run: Run, words: str) -> None:
    found = said_of(run(words, "--certificate", "c.cert", "-o", "m.csv"))
    assert (
        found
        == "not decided: the linear program over all entries has more than 125,000 inequalities: write a smaller n"
    )
    assert not Path("c.cert").exists() and not Path("m.csv").exists()


@pytest.mark.parametrize(
    ("place", "words", "says"),
    [
        ((optima, "decide"), "optimal -n 2 --alpha 1/2 --loss abs", "not decided: late"),
        (
            (optima, "lexicographic"),
            "optimal -n 2 --alpha 1/2 --loss abs --lexicographic",
            "the lexicographic .*: late",
        ),
        (
            (optima, "oblivious_optimum"),
            "optimal --rows 1 --alpha 1/2 --loss abs --prior uniform --worst-case",
            ".*late",
        ),
        ((phases, "phase_diagram"), "phases -n 2 --loss abs", "not decided: late"),
        ((plot, "phase_diagram"), "plot phases -n 2 --loss abs -o p.svg", "not decided: late"),
        ((interaction, "solve"), "interact appendix_b.csv --loss abs", "the interaction was not found: late"),
        ((differencing, "solve"), "attack differencing t.csv --person 0", "the linear program was not solved: .*"),
        ((linear_decoding, "solve"), "attack decode t.csv --error 1/2", "the linear program was not solved: .*"),
    ],
)
def test_a_search_that_met_a_limit(
    run: Run, monkeypatch: pytest.MonkeyPatch, place: tuple[object, str], words: str, says: str
) -> None:
    Path("t.csv").write_text(TRANSCRIPT)
    monkeypatch.setattr(*place, lambda *given, **options: Unsolved("late"))
    assert re.fullmatch(says, said_of(run(words)))


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (Undecided("Coq has not ended after 600 seconds"), "Coq has not ended after 600 seconds"),
        (MemoryError(), "not decided within 1.5 GB of memory"),
        (OutOfTime(), "not decided within 7 s of processor time"),
        (Ended(-9), "not decided within 1.5 GB of memory"),
        (Ended(1), "not decided within 1.5 GB of memory"),
        (Ended(3), "not decided: a process ended with code 3 before it answered, by a script or a library"),
        (ImportError("numpy.so: failed to map segment from shared object"), "not decided within 1.5 GB of memory"),
        (OSError(errno.EMFILE, "Too many open files"), "not decided: Too many open files"),
        (Malformed("it has more than 100 lines"), "not decided: the certificate would be too large: it has more than "),
    ],
)
def test_any_limit(run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, says: str) -> None:
    def late(*_: object, **options: object) -> None:
        raise error

    monkeypatch.setattr(phases, "phase_diagram", late)
    words = "phases -n 2 --loss abs --time-limit 7 --memory-limit 1.5"
    assert said_of(run(words)).startswith(says)


@pytest.mark.parametrize("error", [MemoryError(), ImportError("numpy.so: failed to map segment from shared object")])
def test_too_little_memory_to_begin_with(run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def full(*_: object) -> None:
        raise error

    monkeypatch.setattr(cli, "parser", full)
    assert said_of(run("check appendix_b.csv")) == "not decided: there is too little memory"


CLAIM = """
from exactdp.arithmetic.errors import Undecided
from exactdp.claims.claim import Claim
from exactdp.claims.evidence import Failed
from exactdp.claims.statements.formulas import indices
claim = Claim("gupte2010.table-9", "a size", "1", 10)
n, = indices("n")
@claim.clause("size", n >= 1, n <= n * n)
def size(proof):
    raise {error}
"""


@pytest.mark.parametrize(("error", "code"), [("Undecided('Coq has not ended')", 3), ("Failed('the size is 2')", 1)])
def test_a_claim_that_is_neither_proved_nor_refuted(run: Run, error: str, code: int) -> None:
    script = Path("gupte2010/table_9.py")
    script.parent.mkdir()
    script.write_text(CLAIM.format(error=error))
    for more in ((), ("gupte2010.appendix-b",), ("--json",), ("--latex",), ("-q",), ("--html", "-")):
        assert run("prove", str(script), *more, "--jobs", "1").code == code


@pytest.mark.parametrize(
    "error", ["MemoryError", "ImportError('highspy.so: failed to map segment from shared object')"]
)
def test_a_script_that_lacks_memory_is_no_wrong_input(run: Run, error: str) -> None:
    Path("wide.py").write_text(f"raise {error}\n")
    assert said_of(run("prove wide.py --memory-limit 2")) == "not decided within 2 GB of memory"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("sweep s.toml -o swept", "not decided: there is too little memory"),
        ("plot mechanism appendix_b.csv -o p.svg", "not decided within 2 GB of memory"),
    ],
)
def test_a_library_that_lacks_memory_is_installed_all_the_same(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: str, says: str
) -> None:
    def full(name: str) -> None:
        raise ImportError(f"{name}.so: failed to map segment from shared object")

    Path("s.toml").write_text('n = 1\nalpha = "1/2"\nloss = "abs"\n')
    monkeypatch.setattr(limits, "import_module", full)
    assert said_of(run(words, "--memory-limit", "2")) == says
