"""The kernel: its corpus, its command, and what no certificate may make it do."""

import ast
import os
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from flint import nmod_mat
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from exactdp import kernel
from exactdp.certificates.certificate import certify
from exactdp.kernel import Rejected
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.losses import absolute, asymmetric, power_loss, table, threshold
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Constraint, Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import Better, uniqueness
from exactdp.polytope.derivability import derive, derive_from
from exactdp.polytope.vertex import vertex
from exactdp.privacy.level import level, private
from exactdp.privacy.privacy_curve import approximately_private
from tests.diagram_cases import DIAGRAMS
from tests.hostile.random_certificates import hostile, hostile_optimum
from tests.kernel_cases import CORPUS, cases, complaints, verdict
from tests.naive_kernel import OPTIMA, Parsed, blocks, parsed, true, written
from tests.quickly import quickly
from tests.strategies import LEVELS, graphs, mechanisms, share_of

SOURCE = Path(kernel.__file__)


def test_the_corpus_is_all_there() -> None:
    assert [
        len(cases(folder)) >= least for folder, least in (("accept", 200), ("reject", 155), ("malformed", 225))
    ] == [
        True,
        True,
        True,
    ]
    for folder, ending in (("accept", ".claim"), ("reject", ".why"), ("malformed", ".why")):
        assert {case.stem for case in cases(folder)} == {each.stem for each in (CORPUS / folder).glob(f"*{ending}")}


def test_every_kind_is_accepted_and_rejected() -> None:
    for folder in ("accept", "reject"):
        kinds = {case.read_bytes().split(b"\n")[1].split()[1].decode() for case in cases(folder)}
        assert kinds == {*kernel.KINDS}


@pytest.mark.share
def test_nothing_is_wrong_with_the_kernel() -> None:
    """`.ci/run` has every Python judge the corpus, this one too."""
    assert list(complaints(kernel)) == []


def test_something_is_wrong_with_another_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "check_private", lambda rows, privacy, name: None)
    assert len(list(islice(complaints(kernel), 5))) == 5


def test_small_accepted_statements_are_true() -> None:
    found = {case.stem: case.read_bytes() for case in cases("accept")}
    small = {name: data for name, data in found.items() if len(parsed(data).x) * len(parsed(data).x[0]) <= 6}
    assert len(small) > 100
    assert [name for name, data in small.items() if not true(data)] == []


# Alone, as a command


def alone(*arguments: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", *options, str(SOURCE), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("options", [(), ("-O",), ("-OO",)])
@pytest.mark.parametrize(
    ("case", "code", "says"),
    [
        ("accept/level", 0, "accepted: "),
        ("reject/level_too_large", 1, "rejected: "),
        ("malformed/tab", 2, "malformed: "),
    ],
)
def test_runs_alone(case: str, code: int, says: str, options: tuple[str, ...]) -> None:
    run = alone(str(CORPUS / f"{case}.cert"), options=options)
    assert (run.returncode, run.stdout.startswith(says), run.stderr) == (code, True, "")


@pytest.mark.parametrize("arguments", [(), ("a", "b"), ("--help",)])
def test_wants_one_file(arguments: tuple[str, ...]) -> None:
    run = alone(*arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "usage: python kernel.py [--short] FILE\n"


def test_what_cannot_be_read_is_not_judged(tmp_path: Path) -> None:
    for missing in (tmp_path, tmp_path / "no such file"):
        run = alone(str(missing))
        assert (run.returncode, run.stderr) == (2, "")
        assert run.stdout.startswith("not judged: [Errno ")


def test_a_name_that_cannot_be_printed_ends_in_no_traceback() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, str(SOURCE), "no such α"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (run.returncode, run.stderr) == (2, "")
    assert run.stdout == "not judged: [Errno 2] No such file or directory: 'no such \\u03b1'\n"


def test_stands_alone_on_the_standard_library() -> None:
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"), feature_version=(3, 11))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            assert all(str(name).partition(".")[0] in sys.stdlib_module_names for name in names)
        assert not isinstance(node, ast.Assert)
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.Name) and node.id in ("eval", "exec", "float"))
    tries = [node for node in ast.walk(tree) if isinstance(node, ast.Try)]
    assert [type(node.body[0]) for node in tries if node.handlers] == [ast.Import, ast.With]
    assert [node for node in tries if node.finalbody] == []


# True statements are accepted, and false ones never


NUMBERS = st.sampled_from([Fraction(word) for word in ("0", "0", "1", "1", "2", "-1", "1/2")])


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    inputs, responses = draw(st.sampled_from([(1, 1), (1, 2), (2, 1), (2, 2), (2, 2), (2, 3), (3, 2)]))
    small = st.lists(NUMBERS, min_size=responses, max_size=responses)
    losses = [absolute(), asymmetric(2, "1/3"), threshold(1), power_loss(2), power_loss("3/2"), power_loss("1/2")]
    loss = draw(st.sampled_from([*losses, table([draw(small) for _ in range(inputs)])]))
    if draw(st.booleans()) and loss.rational:
        some = st.sets(st.integers(0, inputs - 1), min_size=1)
        user: BayesianUser | MinimaxConsumer = MinimaxConsumer(
            loss, inputs=range(inputs), side_information=sorted(draw(some))
        )
    else:
        user = BayesianUser(loss, draw(mechanisms(1, inputs)).rows[0])
    constraints = []
    if draw(st.sampled_from([True, False, False])):
        entries = {(i, r): draw(NUMBERS) for i in range(inputs) for r in range(responses)}
        constraints.append(Constraint(entries, draw(NUMBERS), exactly=draw(st.booleans())))
    return Problem(user, draw(LEVELS), draw(graphs(inputs)), responses=range(responses), constraints=constraints)


@st.composite
def optima(draw: st.DrawFn) -> bytes:
    problem = draw(problems())
    if draw(st.sampled_from([True, False, False, False])):
        deployed = draw(mechanisms(problem.inputs, draw(st.integers(1, 2))))
        return certify(interact(problem.user, deployed, responses=range(problem.responses))).certificate.data
    found = optimal(problem)
    if not isinstance(found, Optimum):
        return certify(found).certificate.data
    if draw(st.booleans()):
        found = replace(found, given=found.mechanism, remap=None)
    constant = Mechanism([draw(mechanisms(1, problem.responses)).rows[0]] * problem.inputs)
    better = certify_or_none(Better(problem, constant, found))
    only = uniqueness(found)
    results = [found, *([] if isinstance(only, Unsolved) else [only, only])]
    return draw(st.sampled_from([*([better] if better else []), *(certify(each).certificate.data for each in results)]))


def certify_or_none(result: Better) -> bytes | None:
    """Return the certificate if it is one: the mechanism may be optimal, or not keep the constraints."""
    try:
        return certify(result).certificate.data
    except Rejected:
        return None


@st.composite
def older(draw: st.DrawFn) -> bytes:
    mechanism = draw(mechanisms())
    size = len(mechanism)
    neighbours = draw(graphs(size))
    exact = level(mechanism, neighbours)
    at = draw(st.sampled_from([exact.alpha, exact.alpha / 2, exact.alpha * exact.alpha]))
    decide = draw(
        st.sampled_from(
            [
                lambda: mechanism,
                lambda: exact,
                lambda: private(mechanism, draw(LEVELS), neighbours),
                lambda: approximately_private(mechanism, draw(LEVELS), draw(LEVELS), neighbours),
                lambda: vertex(mechanism, at, neighbours),
                lambda: derive(mechanism, draw(LEVELS)),
                lambda: derive_from(mechanism, draw(mechanisms(height=size))),
            ]
        )
    )
    return certify(decide(), explicit=draw(st.booleans())).certificate.data


CERTIFICATES = share_of(1000).max_examples


@pytest.fixture(scope="module")
def certificates() -> list[bytes]:
    """Draw certificates, once for all tests that change them: to find an optimum takes longer than to judge it."""
    found: list[bytes] = []

    @settings(max_examples=CERTIFICATES, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(older() | optima())
    def draw(data: bytes) -> None:
        found.append(data)

    draw()
    return found


def judged(data: bytes) -> str:
    """Return the kernel's verdict, which must be one of the three, and for a false statement no acceptance."""
    found, _ = verdict(kernel, data)
    assert found != "accept" or true(data)
    return found


def with_word(lines: list[str], k: int, w: int, word: str) -> bytes:
    words = lines[k].split(" ")
    return "\n".join([*lines[:k], " ".join([*words[:w], word, *words[w + 1 :]]), *lines[k + 1 :]]).encode()


def test_what_is_certified_is_true(certificates: list[bytes]) -> None:
    assert len(set(certificates)) >= CERTIFICATES / 2
    assert all(judged(data) == "accept" for data in set(certificates))


@share_of(1000)
@given(st.data())
def test_no_changed_number_makes_the_kernel_accept_what_is_false(
    certificates: list[bytes], draw: st.DataObject
) -> None:
    data = draw.draw(st.sampled_from(certificates))
    lines = data.decode().split("\n")
    for _ in range(draw.draw(st.integers(1, 2))):
        numbers = [
            (k, w) for k, line in enumerate(lines[2:-2], 2) for w, word in enumerate(line.split()) if word[-1].isdigit()
        ]
        k, w = draw.draw(st.sampled_from(numbers))
        level_stands_there = lines[k].startswith("alpha") or (lines[k].split()[1] in ("geometric", "remap") and w == 3)
        word = str(draw.draw(LEVELS if level_stands_there else st.integers(-3, 12)))
        lines = with_word(lines, k, w, word).decode().split("\n")
    judged("\n".join(lines).encode())


@share_of(1000)
@given(st.data())
def test_a_false_statement_is_rejected_and_not_malformed(certificates: list[bytes], draw: st.DataObject) -> None:
    data = draw.draw(st.sampled_from(certificates))
    lines = data.decode().split("\n")
    proof = lines.index("proof")
    end = next((k for k, line in enumerate(lines) if line.startswith("user")), proof)
    entries = [(k, w) for k in range(end) if lines[k].startswith("row") for w in range(2, len(lines[k].split()))]
    levels = [(k, 1) for k in range(proof) if lines[k].startswith(("alpha", "delta"))]
    if not entries + levels:
        return
    k, w = draw.draw(st.sampled_from(entries + levels))
    changed = with_word(lines, k, w, str(draw.draw(LEVELS if (k, w) in levels else st.integers(-3, 12))))
    if not true(changed):
        # At level 1 the proof of a level has no line, and at level 0 that of an optimum no flow but, on the path, a
        # line that says so: there the change of α also makes the proof's form another.
        kind = parsed(data).kind
        turning = {"level": b"alpha 1\n"} | dict.fromkeys(OPTIMA, b"alpha 0\n")
        if kind in turning and (turning[kind] in data) != (turning[kind] in changed):
            assert judged(changed) == "malformed" or kind in OPTIMA
        else:
            assert judged(changed) == "reject"


@share_of(1000)
@given(st.data())
def test_no_proof_proves_another_statement_that_is_false(certificates: list[bytes], draw: st.DataObject) -> None:
    what = parsed(draw.draw(st.sampled_from(certificates)))
    size, width = len(what.x), len(what.x[0])
    what.x = [list(row) for row in draw.draw(mechanisms(size, width))]
    if what.source and draw.draw(st.booleans()):
        what.source = [list(row) for row in draw.draw(mechanisms(len(what.source), len(what.source[0])))]
    if what.kind.endswith("approximately-private"):
        what.about = [["delta", str(draw.draw(LEVELS))]]
    elif what.about and draw.draw(st.booleans()):
        line = draw.draw(st.sampled_from([line for line in what.about if line[-1].isdigit()]))
        line[draw.draw(st.integers(1, len(line) - 1))] = str(draw.draw(st.integers(-1, 4)))
    if what.pairs and draw.draw(st.booleans()):
        what.alpha = draw.draw(LEVELS)
    if what.kind.startswith("not-") or draw.draw(st.booleans()):
        opposite = {kind: f"not-{kind}" for kind in ("private", "approximately-private", "derivable", "vertex")}
        opposite |= {other: kind for kind, other in opposite.items()}
        what.kind = draw.draw(st.sampled_from([what.kind, opposite.get(what.kind, what.kind)]))
    judged(written(what))


TRIES = 3000
"""How many random certificates are tried here; `tests/hostile/attack_kernel.py` tries 100,000."""


def test_no_hostile_certificate_of_many_about_an_optimum_is_accepted_where_it_is_false() -> None:
    random, accepted = Random(2), Counter[str]()
    for _ in range(TRIES):
        data = hostile_optimum(random)
        found = judged(data)
        assert found != "malformed"
        accepted[parsed(data).kind] += found == "accept"
    assert min(accepted[kind] for kind in OPTIMA) >= 5, accepted


def test_no_hostile_certificate_of_many_is_accepted_where_it_is_false() -> None:
    random, accepted = Random(1), Counter[str]()
    for _ in range(TRIES):
        data = hostile(random)
        kind = parsed(data).kind
        found = judged(data)
        assert found != "malformed"
        accepted[kind] += found == "accept"
        if kind in ("stochastic", "private"):
            assert (found == "accept") is true(data)
    assert min(accepted[kind] for kind in kernel.KINDS if kind not in OPTIMA) >= 2, accepted


def relabelled(what: Parsed, inputs: list[int], responses: list[int]) -> Parsed:
    """Return the same certificate where input i is called inputs[i], and response r responses[r]."""

    def moved(matrix: list[list[Fraction]], columns: list[int]) -> list[list[Fraction]]:
        empty = [[Fraction(0)] * len(columns) for _ in matrix]
        for i, row in enumerate(matrix):
            for r, entry in enumerate(row):
                empty[inputs[i]][columns[r]] = entry
        return empty

    pairs = [(min(inputs[i], inputs[k]), max(inputs[i], inputs[k])) for i, k in what.pairs]
    name = what.neighbours if set(pairs) == set(what.pairs) else "edges"
    source = moved(what.source, list(range(len(what.source[0])))) if what.source else []
    other = Parsed(what.kind, moved(what.x, responses), source, name, pairs, what.alpha, [], what.about)
    by_input = sorted(range(len(inputs)), key=inputs.__getitem__)
    by_response = sorted(range(len(responses)), key=responses.__getitem__)
    head, *rest = what.proof or [[]]
    match what.kind:
        case "not-private" | "level" if head:
            _, i, k, r = head
            head = ["at", str(inputs[int(i)]), str(inputs[int(k)]), str(responses[int(r)])]
        case "not-approximately-private":
            head = ["between", *(str(inputs[int(i)]) for i in head[1:])]
        case "derivable":
            rest = [["row", *(row[1 + r] for r in by_response)] for row in rest]
        case "not-derivable":
            moves = sorted((responses[int(r)], inputs[int(i)], w) for _, r, i, w in rest)
            rest = [["loss", str(r), str(i), w] for r, i, w in moves]
        case "vertex":
            old = [{(inputs[i], responses[r]) for i, r in block} for block in blocks(what)]
            rest = [["row", *(rest[old.index(block)][1 + i] for i in by_input)] for block in blocks(other)]
        case "not-vertex":
            rest = [["row", rest[i][1], *(rest[i][2 + r] for r in by_response)] for i in by_input]
    other.proof = [head, *rest] if what.proof else []
    return other


@share_of(400)
@given(st.one_of(older(), st.integers(0, 10**6).map(lambda seed: hostile(Random(seed)))), st.data())
def test_names_of_inputs_and_responses_do_not_matter(data: bytes, draw: st.DataObject) -> None:
    what = parsed(data)
    if what.kind == "vertex" and len(blocks(what)) != len(what.proof) - 1:
        return
    inputs = draw.draw(st.sampled_from([list(range(len(what.x)))[::-1], None]))
    inputs = inputs or draw.draw(st.permutations(range(len(what.x))))
    responses = draw.draw(st.permutations(range(len(what.x[0]))))
    assert judged(written(relabelled(what, inputs, responses))) == judged(written(what)) == judged(data)


# Whatever the bytes, one of three verdicts, and soon


@share_of(300)
@given(st.data())
def test_nothing_but_the_three_verdicts_comes_of_any_bytes(certificates: list[bytes], draw: st.DataObject) -> None:
    changed = bytearray(draw.draw(st.sampled_from(certificates)))
    for _ in range(draw.draw(st.integers(1, 4))):
        at = draw.draw(st.integers(0, len(changed)))
        until = draw.draw(st.integers(at, min(at + 8, len(changed))))
        changed[at:until] = draw.draw(
            st.binary(max_size=6) | st.sampled_from([b"0", b"-1", b"\n", b" ", b"\\", b"/", b"9"])
        )
    judged(bytes(changed))


@share_of(300)
@given(st.data())
def test_nothing_but_the_three_verdicts_comes_of_any_lines(certificates: list[bytes], draw: st.DataObject) -> None:
    data, other = (draw.draw(st.sampled_from(certificates)) for _ in range(2))
    lines, others = data.decode().split("\n")[:-2], other.decode().split("\n")[:-2]
    for _ in range(draw.draw(st.integers(1, 3))):
        i, k = (draw.draw(st.integers(0, len(lines))) for _ in range(2))
        line = draw.draw(st.sampled_from([*lines, *others]))
        lines = draw.draw(
            st.sampled_from(
                [
                    lines[:i] + lines[i + 1 :],
                    [*lines[:i], line, *lines[i:]],
                    [*lines[:i], line, *lines[i + 1 :]],
                    lines[: min(i, k)] + lines[max(i, k) :],
                    lines[:i] + others[i:],
                ]
            )
        )
    judged("".join(f"{line}\n" for line in [*lines, f"end {len(lines)}"]).encode())


def expensive() -> Iterator[tuple[str, str, list[str]]]:
    """Yield certificates that ask for far more memory or time than their length would let one expect."""
    square = ["mechanism matrix 2 2", "row 4 3 1", "row 4 1 3"]
    long, longer = f"0x{'f' * 200_000}", f"0x{'f' * 4_000_000}"
    yield "rows", "expected 'row' and 2 words after it", ["private", "mechanism matrix 16777216 1"]
    yield "edges", "expected 'edge' and 2 words after it", ["private", *square, "neighbours edges", "edges 1048576"]
    yield (
        "long_sizes",
        f"this is not from 0 to 16777216: '{longer[:60]}'",
        ["private", f"mechanism matrix {longer} {longer}"],
    )
    column = ["mechanism matrix 1500 1", *["row 1 1"] * 1500]
    yield "pairs", "there are more than 1048576 pairs of neighbours", ["private", *column, "neighbours complete"]
    yield "geometric", "n is below 1 or too large", ["stochastic", "mechanism geometric 16777215 0"]
    no_proof = "expected 'proof' and 0 words after it"
    yield "geometric_long_level", no_proof, ["stochastic", f"mechanism geometric 99 7/{long[:1000]}"]
    yield "long_level", no_proof, ["private", *square, "neighbours path", f"alpha {longer[:-1]}1/{longer}"]
    column = ["mechanism matrix 1400 1", *["row 1 1"] * 1400]
    yield "long_level_of_pairs", no_proof, ["private", *column, "neighbours complete", f"alpha 1/{long}"]
    remap = ["responses 8388608", "entries 0", "common 1"]
    yield "remap", no_proof, ["stochastic", f"mechanism remap 1 1/{long[:1000]}", *remap]
    row = ["mechanism matrix 1 3", "row 1 1 0 0", "neighbours path", "alpha 1/2"]
    user = ["user bayesian", "loss power", "exponent 1 64", "prior 1 1", "constraints 0"]
    no_root = "this is not the root of 1, rounded down"
    yield "long_roots", no_root, ["not-optimal", *row, *user, "proof", "roots 1048575 1 1"]
    nothing = ["neighbours path", "alpha 1/2", "constraints 0", "proof", "dual 1"]
    yield "mechanisms", "expected 'weights' and 1 word after it", ["infeasible", "mechanisms 1048576 1", *nothing]
    yield (
        "mechanisms_on_a_graph",
        "there are more than 1048576 pairs of neighbours",
        ["infeasible", "mechanisms 2000 1", "neighbours complete"],
    )
    mechanism, source = (f"matrix 1 {width}\nrow 1 1{' 0' * (width - 1)}" for width in (4096, 4097))
    remap = [f"mechanism {mechanism}", f"from {source}", "proof", "remap 1"]
    yield "large_remap", "a remap has up to 16777216 entries", ["derivable", *remap]
    constraints = ["constraints 1", "constraint least 1 1048577"]
    yield (
        "long_constraint",
        "this is not from 0 to 1048576: '1048577'",
        ["infeasible", "mechanisms 1 1048576", *nothing[:2], *constraints],
    )


def whole(lines: list[str]) -> bytes:
    """Return a certificate of these lines, with the first line and the last."""
    return "".join(f"{line}\n" for line in ["exactdp certificate 1", *lines, f"end {len(lines) + 1}"]).encode()


def limit_this_process(memory: int, seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 30))


def alone_within(memory: int, seconds: int, folder: Path, *lines: str) -> str:
    """Have the command judge a certificate within so many bytes and seconds, and return what it says."""
    file = folder / "hostile.cert"
    file.write_bytes(whole([f"statement {lines[0]}", *lines[1:]]))
    command = [sys.executable, "-I", "-S", str(SOURCE), str(file)]
    limit = partial(limit_this_process, memory, seconds)
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, preexec_fn=limit)
    assert (run.returncode, run.stderr) == (2, "")
    return run.stdout


@pytest.mark.parametrize(
    ("reason", "lines"), [pytest.param(reason, lines, id=name) for name, reason, lines in expensive()]
)
def test_what_is_too_much_is_refused_soon_and_in_little_memory(reason: str, lines: list[str], tmp_path: Path) -> None:
    found = alone_within(2**28, 20, tmp_path, *lines)
    assert found.startswith("malformed: line ")
    assert found.endswith(f"{reason}\n")


ALONE = ["neighbours edges", "edges 0", "alpha 1/2"]


def of_many_inputs(size: int, *parts: str | list[str]) -> bytes:
    """Return a certificate on so many inputs, none with a neighbour; a part that is one line is said of each."""
    written = [line for part in parts for line in (part if isinstance(part, list) else [part] * size)]
    return whole(written)


@pytest.mark.parametrize(
    ("says", "data"),
    [
        (
            "the other mechanism loses no less",
            of_many_inputs(
                size := 2**14,
                ["statement not-optimal", f"mechanism matrix {size} 2"],
                "row 1 0 1",
                [*ALONE, "user minimax", "loss table"],
                "row 1 0 1",
                [f"inputs{' 1' * size}", "constraints 0", "proof", f"other matrix {size} 2"],
                "row 1 0 1",
            ),
        ),
        (
            "32768 equations leave some of the 65536 unknowns open",
            of_many_inputs(
                size := 2**15,
                ["statement only-optimal", f"mechanism matrix {size} 2"],
                "row 2 1 1",
                [*ALONE, "user bayesian", "loss table"],
                "row 1 0 0",
                [f"prior {size}{' 1' * size}", "constraints 0", "value 1 0", "proof", "dual 1"],
                "weights 0",
                ["flows 0", "modulus 2"],
            ),
        ),
    ],
    ids=["losses of two mechanisms", "prices on entries and unknowns"],
)
def test_what_grows_with_the_inputs_does_not_grow_with_their_square(says: str, data: bytes) -> None:
    with quickly(10), pytest.raises(kernel.Rejected, match=says):
        kernel.check(data)


def test_what_does_not_fit_into_memory_is_not_judged(tmp_path: Path) -> None:
    graph = ["neighbours path", "alpha 2/3"]
    found = alone_within(2**27, 30, tmp_path, "private", "mechanism geometric 1000 2/3", *graph, "proof")
    assert found == "not judged: there is not enough memory\n"


LONG = f"0x{'f' * 200_000}"


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(
            ["private", "mechanism geometric 3000 6/7", "neighbours path", "alpha 6/7", "proof"],
            id="a geometric mechanism",
        ),
        pytest.param(["stochastic", f"mechanism geometric 99 7/{LONG}", "proof"], id="a long level"),
        pytest.param(
            [
                *["private", f"mechanism remap 1 1/{LONG}", "responses 8388608", "entries 2", "common 1"],
                *["entry 0 0 1", "entry 1 0 1", "neighbours path", "alpha 0", "proof"],
            ],
            id="many responses",
            marks=pytest.mark.long,
        ),
        pytest.param(
            ["vertex", "mechanism geometric 300 1/2", "neighbours path", "alpha 1/2", "proof", f"modulus {LONG}"],
            id="a long modulus",
            marks=pytest.mark.long,
        ),
    ],
)
def test_what_costs_too_much_ends_at_the_limits(lines: list[str], tmp_path: Path) -> None:
    found = alone_within(2**28, 1, tmp_path, *lines)
    assert found in ("not judged: there is not enough memory\n", "not judged: it takes too long\n")


SIGNALLED = """
import os, runpy, signal, sys

class Signalling:
    def __init__(self, usual, send=lambda: os.kill(os.getpid(), signal.SIGXCPU)):
        self.usual, self.send = usual, send

    def write(self, text):
        self.send()
        return self.usual.write(text)

    def flush(self):
        self.usual.flush()

    def __del__(self):
        self.send()

sys.stdout = Signalling(sys.stdout)
kept = [Signalling(None)]
"""
"""A program that is told that the time is up whenever it prints, and again when Python itself ends."""


def signalled(*lines: str) -> tuple[int, str, str]:
    """Run these lines of that program; return the exit code and what it says."""
    command = [sys.executable, "-c", "\n".join([SIGNALLED, *lines])]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return run.returncode, run.stdout, run.stderr


@pytest.mark.parametrize("module", ["exactdp.kernel", "exactdp.diagram_kernel"])
@pytest.mark.parametrize(
    ("ends", "code", "says"),
    [
        ("kept[0].send()", 2, "not judged: it takes too long\n"),
        ("kept.clear()", 2, "not judged: it takes too long\n"),
        ("raise MemoryError", 2, "not judged: there is not enough memory\n"),
        ("raise kernel.Rejected('no')", 1, "rejected: no\n"),
        ("raise kernel.Malformed('no')", 2, "malformed: no\n"),
        ("return kernel.Accepted('', None, b'')", 0, "accepted: \nstatement sha256: e3b0c442"),
    ],
    ids=["too long", "too long to free", "no memory", "rejected", "malformed", "accepted"],
)
def test_no_verdict_is_lost_where_the_time_is_up_again(module: str, ends: str, code: int, says: str) -> None:
    check = f"def check(data): {ends}"
    run = f"sys.exit(kernel.main([{str(SOURCE)!r}], check, 'kernel.py'))"
    found, said, errors = signalled(f"import {module} as kernel", check, run)
    assert (found, errors) == (code, "")
    assert said.startswith(says)
    assert said.count(says.partition(":")[0]) == 1


@pytest.mark.parametrize(
    ("module", "case", "code"),
    [
        ("exactdp.kernel", CORPUS / "accept/level.cert", 0),
        ("exactdp.kernel", CORPUS / "reject/level_too_large.cert", 1),
        ("exactdp.diagram_kernel", DIAGRAMS / "smallest.cert", 0),
        ("exactdp.diagram_kernel", DIAGRAMS / "changes.txt", 2),
    ],
)
def test_time_that_is_up_after_the_verdict_changes_no_exit_code(module: str, case: Path, code: int) -> None:
    run = f"runpy.run_module({module!r}, run_name='__main__')"
    found, said, errors = signalled(f"sys.argv[1:] = [{str(case)!r}]", run)
    assert (found, errors) == (code, "")
    assert said.startswith(["accepted: ", "rejected: ", "malformed: "][code])


def test_time_that_is_up_ends_it_also_where_nobody_reads_what_it_says() -> None:
    check = "def check(data): os.close(1); kept[0].send()"
    run = f"sys.exit(kernel.main([{str(SOURCE)!r}], check, 'kernel.py'))"
    assert signalled("from exactdp import kernel", check, run) == (2, "", "")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file")
def test_an_endless_file_is_malformed() -> None:
    limit = partial(limit_this_process, 2**27, 30)
    command = [sys.executable, "-I", "-S", str(SOURCE), "/dev/zero"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, preexec_fn=limit)
    assert (run.returncode, run.stdout, run.stderr) == (2, "not judged: there is not enough memory\n", "")


@pytest.mark.long
def test_numbers_of_a_hundred_thousand_digits_work() -> None:
    whole = 10**100_000 + 7
    data = f"exactdp certificate 1\nstatement level\nmechanism matrix 2 2\nrow {hex(whole)} 1 {hex(whole - 1)}\n"
    data += f"row {hex(whole)} {hex(whole - 1)} 1\nneighbours path\nalpha 1/{hex(whole - 1)}\nproof\nat 1 0 0\nend 9\n"
    accepted = kernel.check(data.encode())
    assert (accepted.kind, accepted.statement) == ("level", data[: data.index("proof")].encode())
    with pytest.raises(Rejected):
        kernel.check(data.replace(f"alpha 1/{hex(whole - 1)}", f"alpha 1/{hex(whole)}").encode())


@given(
    st.sampled_from([2, 3, 5, 7, 2**31 - 1, 2**61 - 1]),
    st.integers(1, 6),
    st.lists(
        st.lists(st.integers(-(2**70), 2**70) | st.integers(-3, 3), min_size=6, max_size=6), min_size=1, max_size=8
    ),
    st.integers(0, 2),
)
def test_unknowns_are_alone_if_the_rank_is_their_number(
    modulus: int, unknowns: int, rows: list[list[int]], copies: int
) -> None:
    # Copies of rows, and their sums, make dependent equations; by chance alone few would be.
    rows = [row[:unknowns] for row in rows]
    rows += [[3 * a - b for a, b in zip(rows[0], row, strict=True)] for row in rows[:copies]]
    equations = [{t: v for t, v in enumerate(row) if v} for row in rows]
    rank = nmod_mat(len(rows), unknowns, [v % modulus for row in rows for v in row], modulus).rank()
    with nullcontext() if rank == unknowns else pytest.raises(Rejected):
        kernel.check_alone(modulus, unknowns, equations)


def test_small_unknowns_are_alone_also_in_a_large_number_of_equations() -> None:
    # Each equation ties two unknowns that stand far apart, and the last one solves a whole chain.
    unknowns = 400
    chain = [{t: 5, (t + 1) % unknowns: 3} for t in range(unknowns)]
    kernel.check_alone(2**61 - 1, unknowns, [*chain, {unknowns // 2: 1}])
    with pytest.raises(Rejected, match=f"leave unknown {unknowns - 1} open"):
        kernel.check_alone(2, unknowns, chain)
