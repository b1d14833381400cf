"""The second checker, written in another language from CERTIFICATES.md alone: its verdicts are those of the kernel."""

import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import gcd
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp import kernel
from exactdp.certificates import Rejected, Verified, certify
from exactdp.consumers import BayesianUser, asymmetric, power_loss
from exactdp.derivability import derive_from
from exactdp.geometric import geometric
from exactdp.mechanism import Mechanism
from exactdp.optimality import Optimality, decide
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Constraint, Optimum, Problem, Unsolved
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import Better
from exactdp.privacy import level, private
from exactdp.privacy_curve import approximately_private
from exactdp.vertex import vertex
from tests.strategies import INSIDE, LEVELS, graphs, losses, mechanisms, priors, rows, users

SOURCE = Path(__file__).parents[1] / "checkers" / "go"
CORPUS = Path(__file__).parent / "kernel"
VERDICTS = {"accept": "accepted", "reject": "rejected", "malformed": "malformed"}
EXIT_CODES = {"accepted": 0, "rejected": 1, "malformed": 2}
AT_ONCE = 500

pytestmark = pytest.mark.skipif(shutil.which("go") is None, reason="the second checker needs Go: install golang-go")

Judge = Callable[[Sequence[bytes]], list[tuple[str, str]]]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the second checker, once."""
    built = tmp_path_factory.mktemp("second_checker") / "check"
    subprocess.run(["go", "build", "-o", str(built), "."], cwd=SOURCE, check=True)
    return built


@pytest.fixture(scope="module")
def judge(program: Path) -> Judge:
    """Return a function that has the second checker judge certificates: its verdicts, and its words."""

    def verdicts(certificates: Sequence[bytes]) -> list[tuple[str, str]]:
        found = []
        for start in range(0, len(certificates), AT_ONCE):
            some = certificates[start : start + AT_ONCE]
            names = [f"{number}.cert" for number in range(len(some))]
            for name, certificate in zip(names, some, strict=True):
                (program.parent / name).write_bytes(certificate)
            done = subprocess.run([program, *names], cwd=program.parent, capture_output=True, text=True, check=False)
            lines = [line.split(": ", 2) for line in done.stdout.splitlines()]
            assert (done.stderr, [name for _, name, _ in lines]) == ("", names)
            assert done.returncode == max(EXIT_CODES[verdict] for verdict, _, _ in lines)
            found += [(verdict, words) for verdict, _, words in lines]
        return found

    return verdicts


def by_the_kernel(certificate: bytes) -> str:
    try:
        kernel.check(certificate)
    except kernel.Rejected:
        return "rejected"
    except kernel.Malformed:
        return "malformed"
    return "accepted"


def test_the_corpus(judge: Judge) -> None:
    paths = sorted(CORPUS.glob("*/*.cert"))
    assert len(paths) > 600
    found = judge([path.read_bytes() for path in paths])
    wrong = [
        f"{path.parent.name}/{path.name}: {verdict}, {words}"
        for path, (verdict, words) in zip(paths, found, strict=True)
        if verdict != VERDICTS[path.parent.name]
    ]
    assert not wrong, "\n".join(wrong)


def test_no_file_is_no_success(program: Path) -> None:
    assert subprocess.run([program], capture_output=True, check=False).returncode not in EXIT_CODES.values()
    missing = subprocess.run([program, "missing"], cwd=CORPUS, capture_output=True, text=True, check=False)
    assert (missing.returncode, missing.stdout) == (2, "malformed: missing: this is not a file that can be read\n")


# False statements that a single condition stands against


ALONE = {
    "the multiplier of an inequality is not negative": """infeasible
mechanisms 1 1
neighbours path
alpha 1/2
constraints 1
constraint least -1 1
entry 0 0 1
proof
dual 1
weights 1
multiplier -1""",
    "privacy is broken between neighbours": """not-private
mechanism matrix 3 2
row 7 4 3
row 7 2 5
row 7 1 6
neighbours path
alpha 1/2
proof
at 0 2 0""",
    "the level is attained between neighbours": """level
mechanism matrix 3 2
row 3 2 1
row 2 1 1
row 3 1 2
neighbours path
alpha 1/2
proof
at 0 2 0""",
    "at level 1 the columns of G are all alike": """only-optimal
mechanism geometric 1 1
neighbours path
alpha 1
user bayesian
loss threshold
above 0
prior 2 1 1
constraints 0
value 2 1
proof
dual 4
weights 1
weights 1
inverse 2 0""",
    "at alpha = 0 a response may be 0 on some inputs alone": """only-optimal
mechanism remap 1 1/2
responses 2
entries 2
common 1
entry 0 0 1
entry 1 0 1
neighbours path
alpha 0
user bayesian
loss table
row 1 0 1
row 1 0 0
prior 2 1 1
constraints 0
value 1 0
proof
dual 1
weights 0
weights 0
flows 0
inverse 2 0""",
}


@pytest.mark.parametrize("condition", ALONE)
def test_one_condition_alone(judge: Judge, condition: str) -> None:
    lines = f"exactdp certificate 1\nstatement {ALONE[condition]}".splitlines()
    certificate = "".join(f"{line}\n" for line in [*lines, f"end {len(lines)}"]).encode()
    assert by_the_kernel(certificate) == judge([certificate])[0][0] == "rejected"


@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_geometric_mechanism_is_a_vertex(judge: Judge, n: int) -> None:
    for alpha in ("0", "1/2", "3/7"):
        found = vertex(geometric(n, alpha), alpha)
        agrees(judge, certify(found))
        agrees(judge, certify(found, explicit=True))


# Certificates of random results


def agrees(judge: Judge, verified: Verified) -> None:
    """Have the second checker accept a certificate of the kernel's, and name the same statement."""
    assert judge([verified.certificate.data]) == [
        ("accepted", f"{verified.kind}, the statement with SHA-256 {verified.digest}")
    ]


@settings(max_examples=60)
@given(st.data())
def test_privacy(judge: Judge, data: st.DataObject) -> None:
    mechanism, alpha = data.draw(mechanisms()), data.draw(LEVELS)
    neighbours = data.draw(graphs(len(mechanism)))
    agrees(judge, certify(mechanism))
    agrees(judge, certify(level(mechanism, neighbours)))
    agrees(judge, certify(private(mechanism, alpha, neighbours)))
    agrees(judge, certify(approximately_private(mechanism, alpha, data.draw(LEVELS), neighbours)))
    if private(mechanism, alpha, neighbours):
        agrees(judge, certify(vertex(mechanism, alpha, neighbours)))


@settings(max_examples=60)
@given(st.data())
def test_derivability(judge: Judge, data: st.DataObject) -> None:
    source = data.draw(mechanisms())
    agrees(judge, certify(derive_from(data.draw(mechanisms(height=len(source))), source)))
    agrees(judge, certify(derive_from(source @ data.draw(mechanisms(height=source.shape[1])), source)))


ROOTS = st.sampled_from(["1/2", "2/3", "5/3"]).map(power_loss)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    inputs, responses = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    kind = draw(st.sampled_from(["count query", "table", "root", "slopes"]))
    if kind == "count query":
        return Problem(draw(users(inputs)), draw(LEVELS))
    chosen = {
        "table": users(inputs, losses(inputs, responses)),
        "root": st.builds(BayesianUser, ROOTS, priors(inputs)),
        "slopes": users(inputs, st.builds(asymmetric, INSIDE, st.integers(1, 3))),
    }
    cells = st.tuples(st.integers(0, inputs - 1), st.integers(0, responses - 1))
    constraint = st.builds(
        Constraint,
        st.dictionaries(cells, st.sampled_from([-1, 1, 2, Fraction(1, 3)]), min_size=1, max_size=3),
        st.sampled_from([-1, 0, Fraction(1, 4), Fraction(2, 3)]),
        exactly=st.booleans(),
    )
    constraints = draw(st.lists(constraint, max_size=2))
    return Problem(draw(chosen[kind]), draw(LEVELS), draw(graphs(inputs)), responses, constraints)


@settings(max_examples=150)
@given(st.data())
def test_optima(judge: Judge, data: st.DataObject) -> None:
    found = decide(data.draw(problems()))
    if isinstance(found, Unsolved):
        return
    agrees(judge, found.verified)
    if isinstance(found, Optimality):
        agrees(judge, certify(found.optimum, explicit=data.draw(st.booleans())))
        if not isinstance(found.uniqueness, Unsolved):
            agrees(judge, certify(found.uniqueness, explicit=True))


@settings(max_examples=30)
@given(st.data())
def test_worse_mechanisms(judge: Judge, data: st.DataObject) -> None:
    inputs = data.draw(st.integers(2, 4))
    found = optimal(Problem(data.draw(users(inputs)), data.draw(LEVELS)))
    constant = Mechanism([data.draw(rows(inputs))] * inputs)
    assert isinstance(found, Optimum)
    with suppress(Rejected):  # the constant mechanism may be as good
        agrees(judge, certify(Better(found.problem, constant, found), explicit=data.draw(st.booleans())))


@settings(max_examples=60)
@given(st.data())
def test_interactions(judge: Judge, data: st.DataObject) -> None:
    inputs = data.draw(st.integers(1, 4))
    deployed = data.draw(mechanisms(inputs) | st.builds(geometric, st.just(max(inputs - 1, 1)), LEVELS))
    user = data.draw(users(len(deployed)) | st.builds(BayesianUser, ROOTS, priors(len(deployed))))
    agrees(judge, certify(interact(user, deployed), explicit=data.draw(st.booleans())))


# Mutations


ACCEPTED = [path.read_text("ascii") for path in sorted((CORPUS / "accept").glob("*.cert"))]
LINES = [line for text in ACCEPTED for line in text.splitlines()]
GRAPHS = ["path", "complete", "cycle", "hypercube"]
KINDS = sorted({line for line in LINES if line.startswith("statement ")})
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)")


def change_a_number(draw: random.Random, lines: list[str]) -> None:
    places = [
        (j, place)
        for j, line in enumerate(lines)
        for place, word in enumerate(line.split(" "))
        if NUMBER.fullmatch(word) and not line.startswith("end ")
    ]
    if places:
        j, place = draw.choice(places)
        words = lines[j].split(" ")
        old = int(words[place])
        near = [old - 1, old + 1, -old, 2 * old, 0, 1, draw.randint(-3, 9), old * 10**39, old + 10**40]
        words[place] = str(draw.choice([old - 1, old + 1, *near]))
        lines[j] = " ".join(words)


def change_a_level(draw: random.Random, lines: list[str]) -> None:
    level = draw.choice(["0", "1", "1/2", "1/3", "2/3", "3/4", "9/10"])
    of = [j for j, line in enumerate(lines) if re.search(r" (0|1|[0-9]+/[0-9]+)$", line) and line[:3] != "end"]
    if of:
        j = draw.choice(of)
        lines[j] = " ".join([*lines[j].split(" ")[:-1], level])


def change_the_graph(draw: random.Random, lines: list[str]) -> None:
    for j, line in enumerate(lines):
        if line.startswith("neighbours "):
            lines[j] = f"neighbours {draw.choice(GRAPHS)}"


def change_the_kind(draw: random.Random, lines: list[str]) -> None:
    lines[1:2] = [draw.choice(KINDS)]


def take_a_line_of_another(draw: random.Random, lines: list[str]) -> None:
    j = draw.randrange(len(lines))
    words = lines[j].split(" ")
    alike = [line for line in LINES if line.split(" ")[0] == words[0] and line.count(" ") == len(words) - 1]
    lines[j] = draw.choice(alike or [lines[j]])


def exchange_two_words(draw: random.Random, lines: list[str]) -> None:
    j = draw.randrange(len(lines))
    first, *words = lines[j].split(" ")
    draw.shuffle(words)
    lines[j] = " ".join([first, *words])


def drop_or_repeat_a_line(draw: random.Random, lines: list[str]) -> None:
    j = draw.randrange(len(lines))
    lines[j : j + 1] = draw.choice([[], [lines[j], lines[j]]])


def exchange_two_lines(draw: random.Random, lines: list[str]) -> None:
    j, k = draw.randrange(len(lines)), draw.randrange(len(lines))
    lines[j], lines[k] = lines[k], lines[j]


def spoil_a_letter(draw: random.Random, lines: list[str]) -> None:
    j = draw.randrange(len(lines))
    place = draw.randrange(len(lines[j]) + 1)
    lines[j] = lines[j][:place] + draw.choice("019 -/xa\t\r\0é") + lines[j][place + draw.randrange(2) :]


MUTATIONS = [
    *[change_a_number] * 9,
    *[change_a_level] * 2,
    *[take_a_line_of_another] * 2,
    *[exchange_two_words] * 2,
    change_the_graph,
    change_the_kind,
    drop_or_repeat_a_line,
    exchange_two_lines,
    spoil_a_letter,
]


def over_least_denominators(line: str, *, in_proof: bool) -> str:
    """Bring a row that may have been spoilt over its least denominator; a prior's denominator is its sum."""
    keyword, *words = line.split(" ")
    if keyword not in ("row", "prior", "value", "slopes") or not all(NUMBER.fullmatch(word) for word in words):
        return line
    numbers = [int(word) for word in words]
    if keyword == "prior" and not in_proof and sum(numbers[1:]) > 0:
        numbers[0] = sum(numbers[1:])
    divisor = 1 if in_proof or not numbers or numbers[0] < 1 else gcd(*numbers)
    return " ".join([keyword, *(str(number // divisor) for number in numbers)])


def fewer_digits(draw: random.Random, line: str) -> str:
    """Give the roots to fewer binary digits, rounded down as before."""
    keyword, *words = line.split(" ")
    if keyword != "roots" or not all(re.fullmatch("0x[1-9a-f][0-9a-f]*|[1-9][0-9]*", word) for word in words):
        return line
    binary, *roots = [int(word, 0) for word in words]
    left = draw.randint(0, min(binary, 12))
    return " ".join([keyword, str(left), *(str(root >> binary - left) for root in roots)])


def mutated(draw: random.Random) -> bytes:
    lines = draw.choice(ACCEPTED).splitlines()
    for _ in range(draw.choice([1, 1, 1, 2, 2, 3])):
        if lines:
            draw.choice(MUTATIONS)(draw, lines)
    if draw.random() < 0.9:
        start = lines.index("proof") if "proof" in lines else len(lines)
        lines = [over_least_denominators(line, in_proof=j > start) for j, line in enumerate(lines)]
    if draw.random() < 0.3:
        lines = [fewer_digits(draw, line) for line in lines]
    if lines and lines[-1].startswith("end ") and draw.random() < 0.97:
        lines[-1] = f"end {len(lines) - 1}"
    return "".join(f"{line}\n" for line in lines).encode("latin-1")[: None if draw.random() < 0.99 else -1]


def test_mutations_of_the_corpus(judge: Judge) -> None:
    draw = random.Random(2024)
    certificates = [mutated(draw) for _ in range(3000)]
    found = judge(certificates)
    wrong = [
        f"the kernel: {expected}; the second checker: {verdict}, {words}\n{certificate.decode('latin-1')}"
        for certificate, (verdict, words) in zip(certificates, found, strict=True)
        if (expected := by_the_kernel(certificate)) != verdict
    ]
    assert not wrong, f"{len(wrong)} disagreements\n" + "\n".join(wrong[:10])
    tally = Counter(verdict for verdict, _ in found)
    assert min(tally[verdict] for verdict in EXIT_CODES) > 200, tally
