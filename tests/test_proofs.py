"""Every proof script stands: a share of them by default, with all proofs and a few of the instances.

`exactdp prove` proves all claims and evaluates all instances, as `.ci/run` does. `--thorough` also tries all changed
clauses.
"""

import re
import subprocess
import sys
import zlib
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path

import pytest
from flint import fmpq, fmpq_mat

from exactdp.arithmetic.errors import InputError
from exactdp.certificates.coq_sources import ROOTS
from exactdp.claims.claim import Claim
from exactdp.claims.clause import Clause, derived
from exactdp.claims.coq import library
from exactdp.claims.coq.accepted import record, record_file, recorded
from exactdp.claims.coq.library import CoqTheorem
from exactdp.claims.coq.statement import statement
from exactdp.claims.discovery import discover, load
from exactdp.claims.evidence import NotChecked
from exactdp.claims.logic.core import Theorem
from exactdp.claims.statements.evaluation import compiled
from exactdp.claims.statements.expressions import COMPARISONS, INDEX, NUMBER, free, same
from exactdp.claims.statements.names import defined_in
from exactdp.claims.statements.ranges import Undefined
from exactdp.claims.statements.terms import Formula, conjuncts
from exactdp.report.verdicts import summary
from tests.claims.coq.test_accepted import needed, on_coq
from tests.claims.one_run_of_coq import told
from tests.claims.unrun import unrun

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted((ROOT / "proofs").glob("*/*.py"))
"""They are loaded by the tests: every process of a parallel run collects this file, and only one runs it."""


@pytest.fixture(scope="module")
def claims() -> list[Claim]:
    return discover()


def test_all_claims_are_found(claims: list[Claim]) -> None:
    assert len(claims) == len(SCRIPTS) >= 15
    assert [claim.id for claim in claims] == [claim.id for claim in sorted(claims, key=lambda each: each.place)]


def test_no_clause_is_longer_than_sixty_words(claims: list[Claim]) -> None:
    words = {f"{claim.id}#{each.id}": len(each.statement.split()) for claim in claims for each in claim.clauses}
    assert len(words) > 1000
    assert not [name for name, count in words.items() if count > 60]


def test_no_clause_says_that_something_is_itself(claims: list[Claim]) -> None:
    parts = [
        (f"{claim.id}#{each.id}", part) for claim in claims for each in claim.clauses for part in conjuncts(each.says)
    ]
    assert not [name for name, part in parts if part.op in COMPARISONS and same(*part.args)]


AN_EVENT = re.compile(r"Pr?(?:_[^(\[]*)?[(\[].*(?:[|≤≥<=]|noise).*[)\]]")
"""A name that reads as the probability of an event, such as P(X ≤ 2; c)."""


def test_the_probability_of_an_event_is_one_wherever_it_has_a_value(claims: list[Claim]) -> None:
    """P_s(the noise rounds to 0) = 1 - s was proved for every number s."""
    formulas = [f for claim in claims for each in claim.clauses for f in (*each.given, each.says)]
    names = [
        each
        for each in defined_in(formulas, lambda _: True)[0]
        if AN_EVENT.match(each.name) and {p.sort for p in each.parameters} <= {INDEX, NUMBER}
    ]
    assert len(names) >= 10
    numbers = [Fraction(each) for each in ("-1", "0", "1/2", "1", "2")]
    wrong = []
    for each in names:
        value, variables = compiled(each(*each.parameters)), [p.args[0] for p in each.parameters]
        for given in product(*(range(-2, 4) if p.sort == INDEX else numbers for p in each.parameters)):
            with suppress(Undefined):
                if not 0 <= value(dict(zip(variables, given, strict=True))) <= 1:
                    wrong.append((each.name, *map(str, given)))
    assert not wrong


def not_run(theorem: CoqTheorem) -> None:
    raise NotChecked(f"{theorem.name} is checked with all others, by one run of Coq")


PROVED, IN_FULL = 4, 16
"""One claim in so many is proved by default, and one in so many evaluated at all of its instances.

Which claims these are depends on the script and on the sources of `exactdp.claims`: a change chooses others.
"""

SOURCES = zlib.crc32(b"".join(path.read_bytes() for path in sorted((ROOT / "exactdp" / "claims").rglob("*.py"))))


def one_in(many: int, script: Path) -> bool:
    """Return whether this script is one of those that are chosen of so many."""
    return zlib.crc32(script.read_bytes(), SOURCES) % many == 0


@pytest.mark.parametrize(
    "script",
    [pytest.param(script, marks=[] if one_in(PROVED, script) else [pytest.mark.long]) for script in SCRIPTS],
    ids=lambda script: f"{script.parent.name}.{script.stem}",
)
def test_stands(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "check", not_run)
    claim = load(script)
    outcome = claim.run(edges=not one_in(IN_FULL, script))
    assert outcome, outcome.failure
    assert (outcome.clauses == ()) == (claim.print == "uncheckable")
    assert outcome.evidence in claim.possible_evidence or claim.print == "uncheckable"


def test_some_claims_are_proved_by_default_and_some_of_them_evaluated_in_full() -> None:
    proved, in_full = ({script for script in SCRIPTS if one_in(many, script)} for many in (PROVED, IN_FULL))
    assert in_full < proved
    assert len(in_full) > 5
    assert len(SCRIPTS) / 8 < len(proved) < len(SCRIPTS) / 2


def counted() -> str:
    """Return the last line of `exactdp prove`, as the README shows it."""
    return re.findall(r"^\d+ claims: .*$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)[-1]


@pytest.mark.long
def test_the_readme_has_the_count_line_that_prove_prints(claims: list[Claim]) -> None:
    assert counted() == summary(unrun(claim, derive=True) for claim in claims)


def test_no_page_counts_more_clauses_as_proved_than_the_readme() -> None:
    (proved,) = re.findall(r"(\d+) proved", counted())
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("notebooks/*.ipynb")]
    counts = [line for page in pages for line in COUNTED.findall(page.read_text(encoding="utf-8"))]
    assert len(counts) > 3
    for line in counts:
        assert all(int(count) <= int(proved) for count in re.findall(r"(\d+) proved", line)), line


COUNTED = re.compile(r"\d+ claims?: [0-9][^\n`]*")
"""The last line of `exactdp prove`, wherever a page shows it."""


def test_every_claim_is_filled_in(claims: list[Claim]) -> None:
    ids = {claim.id for claim in claims}
    for claim in claims:
        assert claim.title.strip(), claim.id
        assert set(claim.uses) <= ids - {claim.id}, claim.id


def test_no_claim_rests_on_itself(claims: list[Claim]) -> None:
    uses = {claim.id: set(claim.uses) for claim in claims}
    while settled := {claim for claim, others in uses.items() if not others & uses.keys()}:
        uses = {claim: others for claim, others in uses.items() if claim not in settled}
    assert not uses, f"these rest on each other: {sorted(uses)}"


def on_the_page(heading: str) -> dict[str, list[str]]:
    """Return the clauses of a table of the page on Coq, each with the theorem and the file that it names."""
    page = (ROOT / "docs" / "coq.md").read_text(encoding="utf-8")
    part = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [row.strip("| ").split(" | ") for row in re.findall(r"^\| `[^`|]*#.*\|$", part, re.MULTILINE)]
    return {
        each: re.findall(r"`([\w.]+)`", theorem) for clauses, theorem in rows for each in re.findall("`(.*?)`", clauses)
    }


@pytest.fixture(scope="module")
def theorems(claims: list[Claim]) -> dict[str, Theorem]:
    """Derive the clauses that rest on Coq, once for both tests that need their theorems."""
    return on_coq(claims)


@pytest.mark.long
def test_the_page_on_coq_names_every_clause_that_rests_on_it(theorems: dict[str, Theorem]) -> None:
    named = {clause: set(theorem) for clause, theorem in on_the_page("Clauses proved in Coq").items()}
    found = {
        clause: {word for each in theorem.coq for word in (each.name, f"{each.file}.v")}
        for clause, theorem in theorems.items()
    }
    assert named == found


@pytest.mark.long
def test_the_record_is_of_the_theorems_and_sources_of_today(theorems: dict[str, Theorem]) -> None:
    needs = needed(theorems.values())
    assert len(needs) >= 4
    assert record(needs) == record_file().read_text(encoding="ascii")
    assert all(map(recorded, needs))


@pytest.mark.coq
def test_coq_proves_every_theorem_that_a_clause_rests_on(claims: list[Claim]) -> None:
    theorems = {each for clause in on_the_page("Clauses proved in Coq") for each in claims[0].cited(clause).coq}
    assert len(theorems) >= 4
    try:
        for root in {theorem.root for theorem in theorems}:
            told({theorem: True for theorem in theorems if theorem.root == root}, root)
    except NotChecked as error:
        pytest.skip(str(error))


def nonnegative_sizes(clause: Clause) -> list[Formula]:
    """Return that the indices of a clause are at least 0, where Coq needs that: its indices are natural numbers."""
    try:
        statement(clause.given, clause.says)
    except InputError:
        found = {name: each for formula in (*clause.given, clause.says) for name, each in free(formula).items()}
        return [each >= 0 for each in found.values() if each.sort == INDEX]
    return []


@pytest.mark.coq
@pytest.mark.parametrize("root", ROOTS)
def test_coq_proves_the_clauses_that_the_page_says_are_proved_twice(root: str, claims: list[Claim]) -> None:
    clauses = {f"{claim.id}#{each.id}": (claim, each) for claim in claims for each in claim.clauses}
    verdicts = dict[CoqTheorem, bool]()
    for clause, (name, file) in on_the_page("Clauses proved twice").items():
        claim, each = clauses[clause]
        theorem = derived(each, claim.cited)
        assert theorem
        assert not theorem.coq
        given = [*each.given, *nonnegative_sizes(each)]
        stated = CoqTheorem(file.removesuffix(".v"), name, statement(given, each.says))
        verdicts |= {stated: True, replace(stated, statement=statement(given, ~each.says)): False}
    assert len(verdicts) > 100
    assert not library.compiled(root=root).refused
    # One run of Coq takes the theorem for the clause, and refuses it for the clause with the opposite goal.
    told(verdicts, root)


def test_every_theorem_that_the_page_on_coq_names_is_there() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "proofs" / "coq").glob("*.v"))
    page, _, _ = (ROOT / "docs" / "coq.md").read_text(encoding="utf-8").partition("\n## How a theorem is checked\n")
    named = {name for row in re.findall(r"^\| `.*\|$", page, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert len(named) > 20
    assert named <= set(re.findall(r"^(?:Theorem|Lemma|Corollary) (\w+)", sources, re.MULTILINE))


def test_a_script_that_python_runs_says_what_decides_its_claim() -> None:
    script = str(ROOT / "proofs" / "gupte2010" / "appendix_b.py")
    environment = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, env=environment, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"this script only states a claim: to decide it, write exactdp prove {script}\n"


def determined_by(words: tuple[str, ...], alpha: fmpq) -> list[list[fmpq]] | None:
    """Return the columns that sum to 1 in each row and have these tight constraints; None if there are others too.

    A word has ↓, ↑ or S for each two neighbouring entries, and "" stands for a column of zeros.
    """
    inputs = max(map(len, words)) + 1
    count = inputs * len(words)
    rows = [[fmpq(k % inputs == i) for k in range(count)] + [fmpq(1)] for i in range(inputs)]
    for column, word in enumerate(words):
        for i, letter in enumerate(word or "Z" * inputs):
            factors = {"Z": (1, 0), "↓": (-alpha, 1), "↑": (1, -alpha), "S": (0, 0)}[letter]
            row = [fmpq(0)] * (count + 1)
            for at, factor in enumerate(factors[: 1 + bool(word)], column * inputs + i):
                row[at] = fmpq(factor)
            rows.append(row)
    reduced, rank = fmpq_mat(rows).rref()
    # The last pivot is in the last column if no numbers satisfy the equations.
    if rank != count or reduced[count - 1, count - 1] != 1:
        return None
    return [[reduced[k, count] for k in range(inputs * c, inputs * (c + 1))] for c in range(len(words))]


def has_no_other_tight_constraint(word: str, column: list[fmpq], alpha: fmpq) -> bool:
    pairs = zip(word, column, column[1:], strict=False)
    slack = all(alpha * x < y and alpha * y < x for letter, x, y in pairs if letter == "S")
    return not word or (slack and all(entry > 0 for entry in column))


@pytest.mark.parametrize(
    ("n", "level", "vertices"),
    [
        *((1, level, 4) for level in ("1/2", "9/10")),
        *((2, level, 27) for level in ("1/10", "1/2", "2/3", "9/10")),
        pytest.param(3, "2/3", 664, marks=pytest.mark.long),
    ],
)
def test_all_choices_of_tight_constraints_give_the_vertices_of_footnote_4(n: int, level: str, vertices: int) -> None:
    # The script tries only different words, with n+1 blocks at most.
    alpha, found = fmpq(*map(int, level.split("/"))), 0
    for words in combinations_with_replacement(["", *map("".join, product("↓↑S", repeat=n))], n + 1):
        columns = determined_by(words, alpha) if any(words) else None
        if columns and all(
            has_no_other_tight_constraint(word, column, alpha) for word, column in zip(words, columns, strict=True)
        ):
            found += len({*permutations(words)})
    assert found == vertices
