"""The Coq library proves the statements without axioms, and rejects changed, broken and assumed theorems."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from exactdp.arithmetic.errors import Undecided
from exactdp.certificates.coq_sources import in_order, library
from exactdp.claims.coq.library import CoqTheorem, Library, cache_folder, compile_library, compiled
from exactdp.claims.evidence import Failed, NotChecked

SOUND = {
    "Twice": "Definition twice (n : nat) : nat := n + n.\n",
    "Even": "From ExactDP Require Export Twice.\nTheorem zero : twice 0 = 0.\nProof. reflexivity. Qed.\n",
    "Apart": "Theorem apart : 1 = 1.\nProof. reflexivity. Qed.\n",
}
ZERO = CoqTheorem("Even", "zero", "twice 0 = 0")


def written(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
    return folder


def small(tmp_path: Path, **changed: str) -> Library:
    return compile_library(written(tmp_path / "sources", SOUND | changed), None)


def refusal(found: Library, theorem: CoqTheorem) -> str:
    with pytest.raises(Failed) as caught:
        found.check(theorem)
    return str(caught.value)


@pytest.mark.needs("coqc")
def test_a_theorem_that_proves_its_statement(tmp_path: Path) -> None:
    small(tmp_path).check(ZERO)


@pytest.mark.needs("coqc")
def test_a_changed_statement_and_another_theorem_are_refused(tmp_path: Path) -> None:
    found = small(tmp_path)
    assert "does not prove the statement" in refusal(found, replace(ZERO, statement="twice 1 = 1"))
    # True, and still not what the theorem proves.
    assert "does not prove the statement" in refusal(found, replace(ZERO, statement="forall n, twice n = n + n"))
    assert "was not found" in refusal(found, replace(ZERO, name="one"))
    assert "was not found" in refusal(found, replace(ZERO, name="apart"))
    for statement in ("twice 0 = zero", "twice 0 =", "twice 0 = 0). Axiom all : forall p : Prop, p. Check (0"):
        with pytest.raises(Undecided, match="the statement is invalid"):
            found.check(replace(ZERO, statement=statement))


@pytest.mark.needs("coqc")
@pytest.mark.parametrize(
    "assumed",
    [
        "Axiom given : twice 0 = 0.\nTheorem zero : twice 0 = 0.\nProof. exact given. Qed.",
        "Theorem zero : twice 0 = 0.\nProof. Admitted.",
        "Lemma step : twice 0 = 0.\nAdmitted.\nTheorem zero : twice 0 = 0.\nProof. exact step. Qed.",
        "Unset Guard Checking.\nFixpoint endless (n : nat) : twice 0 = 0 := endless n.\nDefinition zero := endless 0.",
        "Unset Positivity Checking.\nInductive odd : Prop := Odd : (odd -> twice 0 = 0) -> odd.\n"
        "Definition back (o : odd) : twice 0 = 0 := match o with Odd f => f o end.\n"
        "Theorem zero : twice 0 = 0.\nProof. exact (back (Odd back)). Qed.",
        "Unset Universe Checking.\nTheorem zero : twice 0 = 0.\nProof. reflexivity. Qed.\n"
        "Definition large : Type := (fun t : Type => t) Type.",
    ],
    ids=["axiom", "admitted", "lemma admitted", "not ending", "not positive", "universes"],
)
def test_what_is_assumed_is_refused(tmp_path: Path, assumed: str) -> None:
    found = small(tmp_path, Even=f"From ExactDP Require Export Twice.\n{assumed}\n")
    assert "is not fully proved" in refusal(found, ZERO)
    found.check(CoqTheorem("Apart", "apart", "1 = 1"))


@pytest.mark.needs("coqc")
def test_an_assumption_of_what_is_only_stated_is_refused(tmp_path: Path) -> None:
    found = small(tmp_path, Twice="Parameter twice : nat -> nat.\nAxiom at_zero : twice 0 = 0.\n", Even=AT_ZERO)
    assert "twice" in refusal(found, ZERO)


AT_ZERO = "From ExactDP Require Export Twice.\nTheorem zero : twice 0 = twice 0.\nProof. reflexivity. Qed.\n"


@pytest.mark.needs("coqc")
def test_a_broken_proof_is_refused_with_all_that_rests_on_it(tmp_path: Path) -> None:
    found = small(
        tmp_path, Twice="Definition twice (n : nat) : nat := n + n.\nTheorem no : 0 = 1.\nProof. reflexivity. Qed.\n"
    )
    assert set(found.refused) == {"Twice", "Even"}
    assert refusal(found, ZERO).startswith("Coq refuses Twice.v, line 3: ")
    found.check(CoqTheorem("Apart", "apart", "1 = 1"))


@pytest.mark.needs("coqc")
def test_another_coq_that_refuses_a_file_has_checked_nothing(tmp_path: Path) -> None:
    found = small(tmp_path, Even="From ExactDP Require Export Twice.\nTheorem zero : twice 0 = 1.\nProof. easy. Qed.\n")
    refusal(found, ZERO)
    with pytest.raises(NotChecked, match=r"written for Coq 8\.16, and this is Coq 9\.0\.0: Coq refuses Even\.v"):
        replace(found, version="9.0.0").check(ZERO)


def test_without_coq_nothing_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotChecked, match=r"coqc is not installed \(Debian: apt-get install coq\)"):
        compile_library(written(tmp_path / "sources", SOUND), None)


@pytest.mark.needs("coqc")
def test_it_is_compiled_once_and_anew_where_it_has_changed(tmp_path: Path) -> None:
    sources, cache, said = written(tmp_path / "sources", SOUND), tmp_path / "cache", list[str]()
    cache.mkdir()
    first = compile_library(sources, cache, said.append)
    assert len(said) == 3
    assert compile_library(sources, cache, said.append) == first
    assert len(said) == 3
    first.check(ZERO)
    written(sources, {"Even": SOUND["Even"].replace("reflexivity", "now simpl")})
    second = compile_library(sources, cache, said.append)
    assert (second.folder != first.folder, len(said)) == (True, 6)
    written(sources, {"Even": SOUND["Even"].replace("= 0.", "= 1.")})
    third = compile_library(sources, cache, said.append)
    assert "Even" in third.refused
    assert {path for path in cache.iterdir() if path.is_dir()} == {first.folder, second.folder, third.folder}
    assert not re.fullmatch("[0-9a-f]{64}", third.folder.name)


@pytest.mark.needs("coqc")
def test_an_interrupt_leaves_nothing_half_done(tmp_path: Path) -> None:
    sources, cache = written(tmp_path / "sources", SOUND), tmp_path / "cache"
    cache.mkdir()

    def interrupted(says: str) -> None:
        if "3 of 3" in says:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compile_library(sources, cache, interrupted)
    assert not [path for path in cache.iterdir() if re.fullmatch("[0-9a-f]{64}", path.name)]
    compile_library(sources, cache).check(ZERO)


def test_what_others_can_write_to_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = cache_folder()
    assert folder == tmp_path / "exactdp" / "coq"
    folder.chmod(0o777)
    assert cache_folder() is None
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    assert cache_folder() is None


def test_the_library_assumes_nothing_in_so_many_words() -> None:
    words = ("Axiom", "Parameter", "Conjecture", "Admitted", "admit", "Abort", "Unset", "Hypothesis")
    for path in library().glob("*.v"):
        text = path.read_text(encoding="utf-8")
        outside = re.sub(r"^Section (\w+)\..*?^End \1\.", "", text, flags=re.MULTILINE | re.DOTALL)
        assert not re.search(rf"\b({'|'.join(words)})\b", outside), path.name
        assert not re.search(rf"\b({'|'.join(words[:-1])})\b", text), path.name


def coqc(found: Library, folder: Path, name: str) -> str:
    command = ["coqc", "-q", "-w", "none", "-Q", str(found.folder), "ExactDP", f"{name}.v"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


LEMMA_3 = CoqTheorem(
    "Geometric",
    "lemma_3",
    "forall n alpha beta, (1 <= n)%nat -> 0 <= alpha -> alpha <= beta -> beta <= 1 -> alpha < 1 ->\n"
    "  derivable (S n) (S n) (S n) (geometric n beta) (geometric n alpha)",
)


@pytest.mark.coq
def test_lemma_3_with_its_proof_left_out_is_refused(tmp_path: Path) -> None:
    compiled().check(LEMMA_3)
    copy = replace(compiled(), folder=tmp_path / "copy")
    shutil.copytree(compiled().folder, copy.folder)
    path = copy.folder / "Geometric.v"
    before, lemma, proof = path.read_text(encoding="utf-8").partition("Theorem lemma_3")
    path.write_text(
        before + lemma + re.sub(r"Proof\..*?Qed\.", "Admitted.", proof, count=1, flags=re.DOTALL), encoding="utf-8"
    )
    coqc(copy, copy.folder, "Geometric")
    assert "is not fully proved: Axioms: lemma_3" in refusal(copy, LEMMA_3)


@pytest.mark.coq
def test_a_broken_copy_of_the_library_is_refused(tmp_path: Path) -> None:
    names = in_order(library(), "Definitions")
    texts = {name: (library() / f"{name}.v").read_text(encoding="utf-8") for name in names}
    texts["Sums"] = texts["Sums"].replace("sum n (fun _ => 0) == 0", "sum n (fun _ => 0) == 1")
    found = compile_library(written(tmp_path / "sources", texts), None)
    assert set(found.refused) == set(names) - {"Scalars"}
    assert refusal(found, CoqTheorem("Definitions", "distance", "nat")).startswith("Coq refuses Sums.v, line ")


EXPORTED = "From ExactDP Require Import Even.\nTheorem statement : twice 0 = 0.\nProof. exact zero. Qed.\n"
ASKED = "Print Assumptions statement.\n"


@pytest.mark.needs("coqc")
def test_a_file_that_was_exported(tmp_path: Path) -> None:
    found = small(tmp_path)
    found.prove(EXPORTED + ASKED, "Even")
    with pytest.raises(Failed, match=r"^Coq refuses line 3 of the theorem: "):
        found.prove(EXPORTED.replace("twice 0 = 0", "twice 1 = 0") + ASKED, "Even")
    with pytest.raises(Failed, match=r"^the theorem is not fully proved: Axioms: statement : twice 0 = 1$"):
        found.prove(f"From ExactDP Require Import Even.\nAxiom statement : twice 0 = 1.\n{ASKED}", "Even")
    # Neither words more nor words fewer are an answer.
    for text in (EXPORTED, f"{EXPORTED}{ASKED}{ASKED}"):
        with pytest.raises(Failed, match=r"^the theorem is not fully proved"):
            found.prove(text, "Even")


@pytest.mark.needs("coqc")
def test_a_file_that_was_exported_and_a_library_that_is_refused(tmp_path: Path) -> None:
    broken = small(
        tmp_path, Even="From ExactDP Require Export Twice.\nTheorem zero : twice 0 = 1.\nProof. easy. Qed.\n"
    )
    with pytest.raises(Failed, match=r"^Coq refuses Even.v, line 3: "):
        broken.prove(EXPORTED + ASKED, "Even")
    with pytest.raises(NotChecked, match=r"written for Coq 8.16, and this is Coq 9.0.0: Coq refuses Even.v"):
        replace(broken, version="9.0.0").prove(EXPORTED + ASKED, "Even")
