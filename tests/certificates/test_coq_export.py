"""The export to Coq: the contents of the files, and which of them Coq accepts and refuses, without axioms."""

import re
import subprocess
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, islice
from pathlib import Path

import pytest

from exactdp import BayesianUser, InputError, MinimaxConsumer, absolute, certify, proportional
from exactdp.answers.optimality import decide
from exactdp.certificates import coq_export
from exactdp.certificates.coq_export import (
    CHECKERS,
    COQ_THEOREMS,
    UNIMODAL_CHECKERS,
    commands,
    coq,
    required_file,
)
from exactdp.certificates.coq_sources import in_order
from exactdp.claims.coq import library as coq_library
from exactdp.commands.cli import main
from exactdp.optimum.problem import Problem
from tests.kernel_cases import CORPUS, cases, kind_of

ACCEPTED = """
stochastic stochastic_remap_one_response
private private_geometric_300 private_hypercube private_remap private_without_neighbours
not_private not_private_backwards
level level_remap level_one level_zero level_cycle_of_five
approximately_private approximately_private_at_zero approximately_private_geometric
not_approximately_private
derivable derivable_from_geometric derivable_from_remap derivable_remap
not_derivable
vertex vertex_constant vertex_deterministic vertex_long_numbers
not_vertex
optimal optimal_in_full optimal_asymmetric optimal_minimax optimal_cycle optimal_constraints
only_optimal only_optimal_minimax_in_full only_optimal_hypercube only_optimal_minimax_by_its_constraint
not_optimal not_optimal_minimax
not_only_optimal_edges not_only_optimal_minimax_side not_only_optimal_constraints_complete
infeasible
interaction interaction_minimax
"""

ASKED = "Print Assumptions statement.\n"
"""How every exported file ends. Here Coq answers it once for many."""

TRUE_THOUGH_REJECTED = """
only_optimal_minimax_modulo_ten only_optimal_minimax_in_full_modulo_fifteen only_optimal_in_full_modulo_thirty_five
only_optimal_at_zero_as_a_remap only_optimal_weights_too_high only_optimal_modulo_one
only_optimal_minimax_asymmetric_modulo_two only_optimal_minimax_modulo_nothing
vertex_modulo_one vertex_modulo_two vertex_modulo_six vertex_modulo_minus_five vertex_geometric_modulo_six
optimal_weight_too_large optimal_weight_too_small optimal_weights_moved optimal_weights_moved_at_the_end
"""
"""True statements whose certificates prove nothing: Coq is given an inverse, modulo another number, and no weights."""


def certificate(folder: str, name: str) -> bytes:
    return (CORPUS / folder / f"{name}.cert").read_bytes()


def rational(case: Path) -> bool:
    """Whether the case can be stated about rational numbers, and is of a kind that can be exported."""
    try:
        coq(case.read_bytes())
    except InputError:
        return False
    return True


def unimodal(folder: str) -> dict[str, str]:
    """The exports that rest on the main theorem, by the names of their certificates."""
    found = {case.stem: coq(case.read_bytes()) for case in cases(folder) if rational(case)}
    return {name: text for name, text in found.items() if required_file(text) == UNIMODAL_CHECKERS}


@pytest.fixture(scope="module")
def compiled() -> Path:
    """The library, compiled."""
    return coq_library.compiled().folder


def coqc(folder: Path, target: Path, exported: list[str], *more: str) -> str:
    """Have Coq read what was exported as the modules of one file, and then more lines; return what it says.

    One file, as Coq takes longer to load its own library, and to go through it for assumptions, than to check a proof.
    """
    path = target / "exported.v"
    modules = [f"Module t{at}.\n{text}\nEnd t{at}." for at, text in enumerate(exported)]
    path.write_text("\n".join([*modules, *more]), encoding="ascii")
    # In its test mode Coq prints the errors that `Fail` expects.
    words = ["coqc", "-q", "-test-mode", "-w", "none", "-Q", str(folder), "ExactDP", str(path)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return " ".join(done.stdout.split())


def proved(folder: Path, target: Path, chosen: Iterable[bytes]) -> bool:
    """Whether Coq proves the export of every certificate, without axioms."""
    exported = [coq(data) for data in chosen]
    assert all(text.endswith(ASKED) for text in exported)
    every = ", ".join(f"t{at}.statement" for at in range(len(exported)))
    asked = (f"Definition every := ({every}).", "Print Assumptions every.")
    return coqc(folder, target, [text.removesuffix(ASKED) for text in exported], *asked) == (
        "Closed under the global context"
    )


def corrupted() -> list[tuple[str, bytes]]:
    """One false certificate of each kind that has one among the kernel's."""
    found: dict[str, tuple[str, bytes]] = {}
    for case in cases("reject"):
        if kind_of(case) not in found and rational(case) and case.stem not in TRUE_THOUGH_REJECTED.split():
            found[kind_of(case)] = (case.stem, case.read_bytes())
    return list(found.values())


def test_every_kind_has_an_example() -> None:
    names = ACCEPTED.split()
    assert {kind_of(CORPUS / "accept" / f"{name}.cert") for name in names} == {*COQ_THEOREMS, "infeasible"}
    assert {kind_of(CORPUS / "reject" / f"{name}.cert") for name, _ in corrupted()} == {*COQ_THEOREMS, "infeasible"}


@pytest.mark.coq
def test_coq_accepts_true_certificates(compiled: Path, tmp_path: Path) -> None:
    chosen = [certificate("accept", name) for name in ACCEPTED.split()]
    chosen += [certificate("reject", name) for name in TRUE_THOUGH_REJECTED.split()]
    assert proved(compiled, tmp_path, chosen)


OVER_THE_REALS = "Print Assumptions statement_over_the_reals.\n"


@pytest.mark.coq
def test_coq_accepts_true_certificates_of_all_real_mechanisms(tmp_path: Path) -> None:
    chosen = [certificate("accept", name) for name in ACCEPTED.split()]
    exported = [coq(data, reals=True) for data in chosen]
    assert all(text.startswith(coq(data)) for text, data in zip(exported, chosen, strict=True))
    modules = [
        f"Module t{at}.\n{text.replace(ASKED, '').removesuffix(OVER_THE_REALS)}\nEnd t{at}."
        for at, text in enumerate(exported)
    ]
    every = ", ".join(f"t{at}.statement_over_the_reals" for at in range(len(exported)))
    asked = [f"Definition every := ({every}).", "Print Assumptions every."]
    (tmp_path / "exported.v").write_text("\n".join([*modules, *asked]), encoding="ascii")
    done = coq_library.transfer().coqc(tmp_path, "exported")
    assert done.returncode == 0, done.stderr
    assert set(coq_library.assumed(done.stdout)) == set(coq_library.AXIOMS)
    assert coq_library.not_allowed(coq_library.REALS, done.stdout) == {}


def test_what_is_stated_over_the_reals_is_about_real_numbers() -> None:
    for name in ACCEPTED.split():
        data = certificate("accept", name)
        stated = re.findall(r"^Theorem \w+ :\n  (.*?)\.$", coq(data, reals=True), re.MULTILINE | re.DOTALL)
        over_the_rationals, over_the_reals = stated
        words = {"real", "real_matrix", "real_user", "map", "real_constraint", "Real", "R"}
        assert set(re.findall(r"\w+", over_the_reals)) - set(re.findall(r"\w+", over_the_rationals)) <= words
        undone = re.sub(r"\((?:real_matrix|real_user|real|map real_constraint) (\w+)\)|Real\.", r"\1", over_the_reals)
        assert undone.removesuffix(")%R").removeprefix("(" * over_the_reals.endswith(")%R")) == over_the_rationals
        assert "Real." in over_the_reals


@pytest.mark.coq
def test_coq_refuses_another_statement_over_the_reals(tmp_path: Path) -> None:
    text = coq(certificate("accept", "optimal"), reals=True)
    before, stated, proof = text.partition("(real value)")
    changed = f"{before}(real (value + 1)%Q){proof}"
    assert stated
    (tmp_path / "changed.v").write_text(changed, encoding="ascii")
    done = coq_library.transfer().coqc(tmp_path, "changed")
    assert done.returncode != 0
    assert "real_optimal" in done.stderr


@pytest.mark.coq
def test_coq_accepts_the_optima_of_unimodal_users(compiled: Path, tmp_path: Path) -> None:
    names = unimodal("accept").keys()
    assert {kind_of(CORPUS / "accept" / f"{name}.cert") for name in names} == {"optimal", "only-optimal"}
    assert len(names) >= 30
    assert proved(compiled, tmp_path, [certificate("accept", name) for name in names])


@pytest.mark.coq
def test_coq_refuses_false_optima_of_unimodal_users(compiled: Path, tmp_path: Path) -> None:
    exported = unimodal("reject")
    false = [text for name, text in exported.items() if name not in TRUE_THOUGH_REJECTED.split()]
    assert len(false) >= 19
    refused(compiled, tmp_path, false)


HINTS = {
    "a mode too small": (r"modes : list nat :=\n  \[0; 1; ", "modes : list nat :=\n  [0; 0; "),
    "modes that decrease": (r"modes : list nat :=\n  \[0; 1; ", "modes : list nat :=\n  [1; 0; "),
    "a slot less": (r"\(0, 1\)", "(0, 0)"),
    "another slot": (r"\(0, 1\)", "(0, 2)"),
    "a slot outside": (r"\(0, 1\)", "(0, 9)"),
    "no slots": (r"slots : list \(nat \* nat\) :=\n  \[[^%]*\]", "slots : list (nat * nat) :=\n  []"),
    "no equations": (r"equations : list nat :=\n  \[[^%]*\]", "equations : list nat :=\n  []"),
    "equations in another order": (r"equations : list nat :=\n  \[0; 1", "equations : list nat :=\n  [1; 0"),
    "no inverse": (r"inverse : list \(list Z\) :=\n  \[[^%]*\]", "inverse : list (list Z) :=\n  []"),
    "another inverse": (r"inverse : list \(list Z\) :=\n  \[\[\d+; ", "inverse : list (list Z) :=\n  [[1; "),
    "another modulus": (r" 65521 inverse", " 65519 inverse"),
    "the modulus 1": (r" 65521 inverse", " 1 inverse"),
    "the modulus 0": (r" 65521 inverse", " 0 inverse"),
    "another prior": (
        r"p : nat -> Q :=\n  numbers \(over (\d+) \[[^%]*\]",
        r"p : nat -> Q :=\n  numbers (over \1 [\1]",
    ),
    "another denominator of the remap": (r"who value p modes (\d+) ", r"who value p modes 1 "),
    "another denominator of the prior": (r"who value p modes (\d+) 1 \d+ ", r"who value p modes \1 1 1 "),
}


@pytest.mark.coq
def test_coq_refuses_wrong_hints(compiled: Path, tmp_path: Path) -> None:
    text = coq(certificate("accept", "only_optimal_minimax_of_five"))
    assert required_file(text) == UNIMODAL_CHECKERS
    changed = [re.sub(pattern, other, text, count=1) for pattern, other in HINTS.values()]
    assert all(other != text for other in changed)
    # A matrix that is written out is given as G and a remap.
    text = coq(certificate("accept", "optimal_in_full"))
    assert required_file(text) == UNIMODAL_CHECKERS
    rows = re.findall(r"    over .*%Z", text.partition("Definition remap_x")[2])
    exchanged = text.replace(
        "remap_x : matrix :=\n  rows [\n" + ";\n".join(rows), "remap_x : matrix :=\n  rows [\n" + ";\n".join(rows[::-1])
    )
    assert exchanged != text
    refused(compiled, tmp_path, [*changed, exchanged])


@pytest.mark.coq
def test_coq_refuses_false_certificates(compiled: Path, tmp_path: Path) -> None:
    refused(compiled, tmp_path, [coq(data) for _, data in corrupted()])


def refused(compiled: Path, tmp_path: Path, exported: list[str]) -> None:
    """Have Coq read the statements and refuse the proofs."""
    end = f"Qed.\n\n{ASKED}"
    assert all(text.endswith(end) for text in exported)
    said = coqc(compiled, tmp_path, [f"{text.removesuffix(end)}Fail Qed.\nAbort." for text in exported])
    # They are refused because a checker says no, and not because they could not be read.
    failed = (
        'The command has indeed failed with message: The term "eq_refl" has type "true = true" while it is expected'
    )
    assert said.count(failed) == said.count("indeed failed") == len(exported)


@pytest.mark.coq
def test_an_optimum_of_thirty_one_inputs(compiled: Path, tmp_path: Path) -> None:
    users = (
        BayesianUser(absolute(), proportional(range(1, 32))),
        MinimaxConsumer(absolute(), inputs=range(31), side_information=range(31)),
    )
    chosen = []
    for user in users:
        found = decide(Problem(user, Fraction(1, 2)))
        assert found.verified.kind == "only-optimal"
        chosen += [found.verified.certificate.data, certify(found.optimum, explicit=True).certificate.data]
    assert all(required_file(coq(data)) == UNIMODAL_CHECKERS for data in chosen)
    assert proved(compiled, tmp_path, chosen)


# What a file states, by a reading of the certificate that shares nothing with the exporter's

THEOREMS = {
    "stochastic": "stochastic {x} x",
    "private": "private_mechanism {x} pairs alpha x",
    "not-private": "stochastic {x} x /\\ ~ private pairs {responses} alpha x",
    "level": "stochastic {x} x /\\ exact_level pairs {responses} alpha x",
    "approximately-private": "stochastic {x} x /\\ approximately_private pairs {responses} alpha delta x",
    "not-approximately-private": "stochastic {x} x /\\ ~ approximately_private pairs {responses} alpha delta x",
    "derivable": "stochastic {x} x /\\ stochastic {y} y /\\ derivable {y} {responses} x y",
    "not-derivable": "stochastic {x} x /\\ stochastic {y} y /\\ ~ derivable {y} {responses} x y",
    "vertex": "vertex {x} pairs alpha x",
    "not-vertex": "private_mechanism {x} pairs alpha x /\\ ~ vertex {x} pairs alpha x",
    "optimal": "{optimal} x",
    "only-optimal": "only_{optimal} x",
    "not-only-optimal": "{optimal} x /\\ exists z, {optimal} z /\\ ~ same {x} x z",
    "not-optimal": "{feasible} x /\\ exists z, {feasible} z /\\ loss {x} l who z < loss {x} l who x",
    "infeasible": "forall x, ~ {feasible} x",
    "interaction": "stochastic {x} x /\\ optimal_remap {x} {z} l who value x z",
}


def whole(word: str) -> str:
    return f"({word})" if word.startswith("-") else word


def over(denominator: str, *numerators: str) -> str:
    return f"over {denominator} [{'; '.join(map(whole, numerators))}]%Z"


def number(word: str) -> str:
    numerator, _, denominator = word.partition("/")
    return f"({whole(numerator)} # {denominator or 1})"


def matrix(name: str, words: list[str], lines: Iterator[list[str]]) -> tuple[int, int, dict[str, str]]:
    """The rows and columns of a matrix, and its definition."""
    form, first, second = words
    if form == "matrix":
        rows = [over(*next(lines)[1:]) for _ in range(int(first))]
        return int(first), int(second), {name: f"rows [{'; '.join(rows)}]"}
    size, geometric = int(first) + 1, f"geometric {first} {number(second)}"
    if form == "geometric":
        return size, size, {name: geometric}
    (_, width), (_, count), (_, common) = (next(lines) for _ in range(3))
    remap = [["0"] * int(width) for _ in range(size)]
    for _ in range(int(count)):
        _, k, r, value = next(lines)
        remap[int(k)][int(r)] = value
    if remap == [["1" if r == k else "0" for r in range(size)] for k in range(size)]:
        return size, size, {name: geometric}
    dense = f"rows [{'; '.join(over(common, *row) for row in remap)}]"
    return size, int(width), {f"remap_{name}": dense, name: f"product {size} ({geometric}) remap_{name}"}


def neighbours(graph: str, size: int, lines: Iterator[list[str]]) -> str:
    every = combinations(range(size), 2)
    if graph == "path":
        return f"path {size}"
    if graph == "edges":
        pairs = [f"({i}, {k})" for _, i, k in islice(lines, int(next(lines)[1]))]
    elif graph == "cycle":
        pairs = [f"({i}, {k})" for i, k in every if k - i in (1, size - 1)]
    elif graph == "hypercube":
        pairs = [f"({i}, {k})" for i, k in every if (i ^ k).bit_count() == 1]
    else:
        pairs = [f"({i}, {k})" for i, k in every]
    return f"[{'; '.join(pairs)}]%nat"


def losses(name: str, inputs: int, responses: int, lines: Iterator[list[str]]) -> str:
    words = next(lines)[1:]
    if name == "power" and words[1] == "1":
        return f"power_loss {words[0]}"
    if name == "threshold":
        return f"threshold_loss ({words[0]})"
    if name == "asymmetric":
        return f"asymmetric_loss ({whole(words[1])} # {words[0]}) ({whole(words[2])} # {words[0]})"
    if name == "table":
        rows = [over(*words), *(over(*row) for _, *row in islice(lines, inputs - 1))]
    else:  # A root, and no distance above 1.
        rows = [over("1", *(str(abs(i - r)) for r in range(responses))) for i in range(inputs)]
    return f"rows [{'; '.join(rows)}]"


def constraint(sense: str, bound: str, count: str, lines: Iterator[list[str]]) -> str:
    terms = [f"({i}%nat, {r}%nat, ({whole(a)} # 1))" for _, i, r, a in islice(lines, int(count))]
    return f"{'AtLeast' if sense == 'least' else 'Exactly'} ({whole(bound)} # 1) (entries [{'; '.join(terms)}])"


def said_by(data: bytes) -> tuple[dict[str, str], str]:
    """The statement of a certificate: the definitions of its names, and the theorem."""
    lines = (line.split(" ") for line in data.decode("ascii").partition("\nproof\n")[0].splitlines()[1:])
    kind, sizes, found, inputs, responses = next(lines)[1], {}, {}, 0, 0
    for first, *words in lines:
        if first in ("mechanism", "from", "remap"):
            name = {"mechanism": "x", "from": "y", "remap": "z"}[first]
            height, width, definitions = matrix(name, words, lines)
            found |= definitions
            sizes[name] = str(width) if name == "z" else f"{height} {width}"
            inputs, responses = (height, width) if name == "x" else (inputs, width if name == "z" else responses)
        elif first == "mechanisms":
            inputs, responses = map(int, words)
            sizes["x"] = " ".join(words)
        elif first == "neighbours":
            found["pairs"] = neighbours(words[0], inputs, lines)
        elif first in ("alpha", "delta"):
            found[first] = number(words[0])
        elif first == "loss":
            found["l"] = losses(words[0], inputs, responses, lines)
        elif first == "prior":
            found["who"] = f"Bayesian (numbers ({over(*words)}))"
        elif first == "inputs":
            found["who"] = f"Minimax [{'; '.join(str(i) for i, inside in enumerate(words) if inside == '1')}]%nat"
        elif first == "constraints":
            found["constraints"] = f"[{'; '.join(constraint(*next(lines)[1:], lines) for _ in range(int(words[0])))}]"
        elif first == "value":
            found["value"] = f"({whole(words[1])} # {words[0]})"
    feasible = f"feasible {sizes['x']} pairs alpha constraints"
    size = f" {sizes['x']}" if kind == "only-optimal" else ""
    optimal = f"optimal{size} ({feasible}) (loss {sizes['x']} l who) value"
    return found, THEOREMS[kind].format(responses=responses, feasible=feasible, optimal=optimal, **sizes)


def stated_in(text: str) -> tuple[dict[str, str], str]:
    """All definitions of an exported file, and the statement of its theorem."""
    text = " ".join(text.split()).replace("[ ", "[")
    found = re.findall(r"Definition (\w+) : [^:]* := (.*?)\.(?= Definition| Theorem)", text)
    return dict(found), re.findall(r"Theorem statement : (.*?)\. Proof\.", text)[0]


def statements() -> Iterator[tuple[str, bytes]]:
    for case in cases("accept"):
        if rational(case):
            yield case.stem, case.read_bytes()
    power = certificate("accept", "optimal_two_inputs")
    yield "a root, and no distance above 1", power.replace(b"exponent 1 1", b"exponent 1 2")


def test_the_statement_is_what_the_certificate_says() -> None:
    words: set[str] = set()
    for name, data in statements():
        definitions, theorem = said_by(data)
        written, stated = stated_in(coq(data))
        assert stated == theorem, name
        assert {each: written[each] for each in definitions} == definitions, name
        used = re.findall(r"\w+", " ".join([theorem, *definitions.values()]))
        assert definitions.keys() == written.keys() & {*used}, name
        words |= {" ".join(line.split(" ")[:2]) for line in data.decode("ascii").splitlines()}
    assert words >= {f"neighbours {graph}" for graph in ("path", "complete", "cycle", "hypercube", "edges")}
    assert words >= {f"loss {loss}" for loss in ("power", "threshold", "asymmetric", "table")}
    assert words >= {"user bayesian", "user minimax", "constraint least", "constraint exactly"}
    assert words >= {f"statement {kind}" for kind in THEOREMS}
    assert THEOREMS.keys() == {*COQ_THEOREMS, "infeasible"}


def test_what_statements_are_made_of_is_defined_in_one_place() -> None:
    used: set[str] = set()
    for _, data in statements():
        definitions, theorem = said_by(data)
        used |= set(re.findall(r"\b[A-Za-z]\w*", " ".join([theorem, *definitions.values()]))) - definitions.keys()
    text = (coq_library.library() / "Definitions.v").read_text(encoding="utf-8")
    defined = set(re.findall(r"^(?:Definition|\|) (\w+)", text, re.MULTILINE))
    assert used - defined == {"forall", "exists", "x", "z", "nat", "Z"}
    # What an exported file requires defines no such name anew.
    for name in in_order(coq_library.library(), CHECKERS, UNIMODAL_CHECKERS):
        text = (coq_library.library() / f"{name}.v").read_text(encoding="utf-8")
        others = re.findall(
            r"^\s*(?:[A-Z][a-z]+ )?(?:Definition|Fixpoint|Theorem|Lemma|Inductive|Notation) (\w+)", text, re.MULTILINE
        )
        assert name == "Definitions" or not {*others} & used, name


def test_long_numbers() -> None:
    long = f"0x1{'0' * 4000}5"
    for name, given, changed in (
        ("optimal_asymmetric", r"slopes 6 4 3", f"slopes 3 {long} 2"),
        ("optimal_asymmetric", r"slopes 6 4 3", f"slopes 3 2 {long}"),
        ("optimal_asymmetric", r"slopes 6 4 3", f"slopes {long} 2 3"),
        ("optimal_complete", r"dual \d+", f"dual {long}"),
    ):
        data, count = re.subn(f"\n{given}\n", f"\n{changed}\n", certificate("accept", name).decode("ascii"))
        assert count == 1
        assert long in coq(data.encode("ascii"))


def test_what_cannot_be_exported() -> None:
    with_roots = [case for case in cases("accept") if b"\nroots " in case.read_bytes()]
    assert {kind_of(case) for case in with_roots} == {"optimal", "only-optimal", "not-optimal", "interaction"}
    for case in with_roots:
        with pytest.raises(
            InputError, match=r"^the loss has roots, .* rational numbers only: choose a whole exponent$"
        ):
            coq(case.read_bytes())
    for data in (b"", b"exactdp certificate 1\n", certificate("accept", "level")[:-2], b"\xff\n"):
        with pytest.raises(InputError, match="this is not a certificate"):
            coq(data)


def test_without_the_library_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise InputError("the Coq library is not here")

    monkeypatch.setattr(coq_export, "library", nowhere)
    assert main(["export", "coq", str(CORPUS / "accept" / "level.cert"), "-o", str(tmp_path / "level.v")]) == 2
    assert list(tmp_path.iterdir()) == []


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given, target = CORPUS / "accept" / "level.cert", tmp_path / "level.v"
    assert main(["export", "coq", str(given), "-o", str(target)]) == 0
    assert target.read_text(encoding="ascii") == coq(given.read_bytes())
    assert commands(str(target)) in capsys.readouterr().err
    assert main(["export", "coq", str(given)]) == 0
    said = capsys.readouterr()
    assert said.out == coq(given.read_bytes())
    assert said.err.endswith(" OUT.v\n")
