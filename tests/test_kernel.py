"""The kernel: its corpus, its command, and what no certificate may make it do."""

import ast
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp import kernel
from exactdp.certificates import certify
from exactdp.derivability import derive
from exactdp.geometric import geometric
from exactdp.kernel import Malformed, Rejected
from exactdp.mechanism import Mechanism
from exactdp.neighbours import complete, edges, path
from exactdp.privacy import level, private
from exactdp.vertex import vertex
from tests.kernel_cases import CORPUS, cases, complaints, costs, limits, verdict

SOURCE = Path(kernel.__file__)


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("case", cases("accept"), ids=named)
def test_accepts(case: Path) -> None:
    assert kernel.check(case.read_bytes()).sentence + "\n" == case.with_suffix(".claim").read_text()


@pytest.mark.parametrize("case", cases("reject"), ids=named)
def test_rejects_for_the_reason_stated(case: Path) -> None:
    with pytest.raises(Rejected) as found:
        kernel.check(case.read_bytes())
    assert f"{found.value}\n" == case.with_suffix(".why").read_text()


@pytest.mark.parametrize("case", cases("malformed"), ids=named)
def test_finds_malformed_for_the_reason_stated(case: Path) -> None:
    with pytest.raises(Malformed) as found:
        kernel.check(case.read_bytes())
    assert f"{found.value}\n" == case.with_suffix(".why").read_text()


def test_the_corpus_is_all_there() -> None:
    assert [len(cases(folder)) >= least for folder, least in (("accept", 45), ("reject", 42), ("malformed", 100))] == [
        True,
        True,
        True,
    ]
    for folder, ending in (("accept", ".claim"), ("reject", ".why"), ("malformed", ".why")):
        assert {case.stem for case in cases(folder)} == {each.stem for each in (CORPUS / folder).glob(f"*{ending}")}


def test_every_kind_is_accepted_and_rejected() -> None:
    for folder in ("accept", "reject"):
        kinds = {case.read_bytes().split(b"\n")[1].split()[1].decode() for case in cases(folder)}
        assert kinds == set(kernel.KINDS)


@pytest.mark.parametrize(("limit", "value", "data", "right"), list(limits()))
def test_limits_are_just_where_they_are_said_to_be(
    limit: str, value: int, data: bytes, right: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, limit, value)
    assert verdict(kernel, data)[0] == right


def test_nothing_is_wrong_with_the_kernel_and_something_with_another(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(costs()) >= 30
    assert list(complaints(kernel)) == []
    monkeypatch.setattr(kernel, "check_private", lambda rows, privacy, name: None)
    assert len(list(complaints(kernel))) >= 5


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


@pytest.mark.parametrize("arguments", [(), ("a", "b")])
def test_wants_one_file(arguments: tuple[str, ...]) -> None:
    run = alone(*arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "usage: python kernel.py FILE\n"


def test_what_cannot_be_read_is_malformed(tmp_path: Path) -> None:
    for missing in (tmp_path, tmp_path / "no such file"):
        run = alone(str(missing))
        assert (run.returncode, run.stderr) == (2, "")
        assert run.stdout.startswith("malformed: ")


def test_stands_alone_on_the_standard_library() -> None:
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"), feature_version=(3, 11))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            assert all(str(name).partition(".")[0] in sys.stdlib_module_names for name in names)
        assert not isinstance(node, ast.Assert)
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.Name) and node.id in ("eval", "exec", "float"))
    assert sum(isinstance(node, ast.Try) for node in ast.walk(tree)) == 1


# True statements are accepted, and false ones never


LEVELS = st.sampled_from([Fraction(text) for text in ("0", "1/4", "1/3", "1/2", "2/3", "1")])


@st.composite
def mechanisms(draw: st.DrawFn, largest: int = 4) -> Mechanism:
    height, width = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    rows = []
    for _ in range(height):
        weights = draw(st.lists(st.integers(0, 3), min_size=width, max_size=width).filter(any))
        rows.append([Fraction(weight, sum(weights)) for weight in weights])
    mechanism = Mechanism(rows)
    if height > 1 and draw(st.booleans()):
        remap = Mechanism([rows[i % height] for i in range(height)])
        return geometric(height - 1, draw(LEVELS)) @ remap
    return mechanism


@st.composite
def certificates(draw: st.DrawFn) -> bytes:
    mechanism = draw(mechanisms())
    size = len(mechanism)
    chosen = draw(st.sets(st.sampled_from(complete(size).pairs))) if size > 1 else set()
    neighbours = draw(st.sampled_from([path(size), complete(size), edges(size, chosen)]))
    exact = level(mechanism, neighbours)
    at = draw(st.sampled_from([exact.alpha, exact.alpha / 2, exact.alpha * exact.alpha]))
    result = draw(
        st.sampled_from(
            [
                mechanism,
                exact,
                private(mechanism, draw(LEVELS), neighbours),
                vertex(mechanism, at, neighbours),
                derive(mechanism, draw(LEVELS)),
            ]
        )
    )
    return certify(result, explicit=draw(st.booleans())).certificate.data


def true(data: bytes) -> bool:
    """Decide a well-formed statement from the definitions alone, entry by entry in Fractions."""
    lines = [line.split() for line in data.decode().split("\n")[1:]]
    kind = lines.pop(0)[1]
    x = _matrix(lines)
    if not _stochastic(x):
        return False
    if kind == "stochastic":
        return True
    if kind in ("derivable", "not-derivable"):
        source = _matrix(lines)
        if not _stochastic(source):
            return False
        found = _has_remap(x, source)
        return found is (kind == "derivable")
    pairs = _pairs(lines, len(x))
    alpha = Fraction(lines.pop(0)[1])
    keeps = all(
        alpha * a <= b for i, k in pairs for a, b in [*zip(x[i], x[k], strict=True), *zip(x[k], x[i], strict=True)]
    )
    if kind in ("private", "not-private"):
        return keeps is (kind == "private")
    if kind == "level":
        ratios = [min(a, b) / max(a, b) for i, k in pairs for a, b in zip(x[i], x[k], strict=True) if max(a, b)]
        return alpha == min([Fraction(1), *ratios])
    return keeps and _is_vertex(x, pairs, alpha) is (kind == "vertex")


def _number(word: str) -> int:
    return int(word, 0)


def _matrix(lines: list[list[str]]) -> list[list[Fraction]]:
    _, form, first, second = lines.pop(0)
    if form == "geometric":
        n, alpha = int(first), Fraction(second)
        inner, outer = (1 - alpha) / (1 + alpha), 1 / (1 + alpha)
        return [[alpha ** abs(i - k) * (outer if k in (0, n) else inner) for k in range(n + 1)] for i in range(n + 1)]
    rows = [list(map(_number, lines.pop(0)[1:])) for _ in range(int(first))]
    return [[Fraction(entry, row[0]) for entry in row[1:]] for row in rows]


def _stochastic(x: list[list[Fraction]]) -> bool:
    return all(min(row) >= 0 and sum(row) == 1 for row in x)


def _pairs(lines: list[list[str]], size: int) -> list[tuple[int, int]]:
    name = lines.pop(0)[1]
    if name == "edges":
        return [tuple(map(int, lines.pop(0)[1:])) for _ in range(int(lines.pop(0)[1]))]  # type: ignore[misc]
    return [(i, k) for i, k in product(range(size), repeat=2) if i < k and (name == "complete" or k == i + 1)]


def _has_remap(x: list[list[Fraction]], source: list[list[Fraction]]) -> bool:
    """Decide by elimination for a source with independent columns, and by equal rows for one with equal rows."""
    if all(row == source[0] for row in source):
        return all(row == x[0] for row in x)
    size = len(source)
    beside = [[*y, *row] for y, row in zip(source, x, strict=True)]
    for c in range(size):
        pivot = next(i for i in range(c, size) if beside[i][c])
        beside[c], beside[pivot] = beside[pivot], beside[c]
        beside[c] = [value / beside[c][c] for value in beside[c]]
        for i in range(size):
            if i != c:
                beside[i] = [a - beside[i][c] * b for a, b in zip(beside[i], beside[c], strict=True)]
    return all(value >= 0 for row in beside for value in row[size:])


def _is_vertex(x: list[list[Fraction]], pairs: list[tuple[int, int]], alpha: Fraction) -> bool:
    """Decide by the rank of all tight constraints in the space of all matrices of this size."""
    height, width = len(x), len(x[0])
    tight = [[Fraction(int(i == row)) for i in range(height) for _ in range(width)] for row in range(height)]
    places = list(product(range(height), range(width)))
    tight += [[Fraction(int(place == (i, r))) for place in places] for i, r in places if x[i][r] == 0]
    for i, k in [*pairs, *((k, i) for i, k in pairs)]:
        for r in range(width):
            if alpha * x[i][r] == x[k][r]:
                row = [Fraction(0)] * (height * width)
                row[i * width + r], row[k * width + r] = alpha, Fraction(-1)
                tight.append(row)
    rank = 0
    for c in range(height * width):
        pivot = next((i for i in range(rank, len(tight)) if tight[i][c]), None)
        if pivot is None:
            continue
        tight[rank], tight[pivot] = tight[pivot], tight[rank]
        for i in range(rank + 1, len(tight)):
            factor = tight[i][c] / tight[rank][c]
            if factor:
                tight[i] = [a - factor * b for a, b in zip(tight[i], tight[rank], strict=True)]
        rank += 1
    return rank == height * width


@settings(deadline=None, max_examples=300)
@given(certificates())
def test_what_is_certified_is_true(data: bytes) -> None:
    assert true(data)
    assert kernel.check(data).kind in kernel.KINDS


@settings(deadline=None, max_examples=1000)
@given(certificates(), st.data())
def test_a_changed_number_is_never_accepted_where_the_statement_becomes_false(data: bytes, draw: st.DataObject) -> None:
    lines = data.decode().split("\n")
    numbers = [
        (k, w) for k, line in enumerate(lines[2:-2], 2) for w, word in enumerate(line.split()) if word[-1:].isdigit()
    ]
    k, w = draw.draw(st.sampled_from(numbers))
    words = lines[k].split()
    if lines[k].startswith("alpha"):
        words[1] = str(draw.draw(LEVELS))
    else:
        words[w] = str(draw.draw(st.integers(-3, 12)))
    changed = "\n".join([*lines[:k], " ".join(words), *lines[k + 1 :]]).encode()
    try:
        kernel.check(changed)
    except Malformed:
        # Only a size, a count or an index has values that no certificate may have there; and a denominator below 1.
        return
    except Rejected:
        return
    assert true(changed)


@settings(deadline=None, max_examples=1000)
@given(certificates(), st.data())
def test_a_false_statement_is_rejected_and_not_malformed(data: bytes, draw: st.DataObject) -> None:
    lines = data.decode().split("\n")
    proof = lines.index("proof")
    entries = [(k, w) for k in range(proof) if lines[k].startswith("row") for w in range(2, len(lines[k].split()))]
    levels = [(k, 1) for k in range(proof) if lines[k].startswith("alpha")]
    places = entries + levels
    if not places:
        return
    k, w = draw.draw(st.sampled_from(places))
    words = lines[k].split()
    new = str(draw.draw(LEVELS)) if (k, w) in levels else str(draw.draw(st.integers(-3, 12)))
    if new == words[w]:
        return
    changed = "\n".join([*lines[:k], " ".join([*words[:w], new, *words[w + 1 :]]), *lines[k + 1 :]]).encode()
    if not true(changed):
        # At level 1 the proof has no line, so there the change of α also makes the proof's form another.
        expected = (Rejected, Malformed) if (k, w) in levels else Rejected
        with pytest.raises(expected):
            kernel.check(changed)


@settings(deadline=None, max_examples=1000)
@given(certificates(), st.data())
def test_nothing_but_the_three_verdicts_comes_of_any_bytes(data: bytes, draw: st.DataObject) -> None:
    changed = bytearray(data)
    for _ in range(draw.draw(st.integers(1, 4))):
        at = draw.draw(st.integers(0, len(changed)))
        until = draw.draw(st.integers(at, min(at + 8, len(changed))))
        changed[at:until] = draw.draw(
            st.binary(max_size=6) | st.sampled_from([b"0", b"-1", b"\n", b" ", b"\\", b"/", b"9"])
        )
    try:
        kernel.check(bytes(changed))
    except (Malformed, Rejected):
        return
    assert true(bytes(changed))


def test_numbers_of_a_hundred_thousand_digits_work() -> None:
    whole = 10**100_000 + 7
    data = f"exactdp certificate 1\nstatement level\nmechanism matrix 2 2\nrow {hex(whole)} 1 {hex(whole - 1)}\n"
    data += f"row {hex(whole)} {hex(whole - 1)} 1\nneighbours path\nalpha 1/{hex(whole - 1)}\nproof\nat 1 0 0\nend 9\n"
    assert kernel.check(data.encode()).sentence.endswith("(neighbours: path, pairs: 1)")
    with pytest.raises(Rejected):
        kernel.check(data.replace(f"alpha 1/{hex(whole - 1)}", f"alpha 1/{hex(whole)}").encode())
