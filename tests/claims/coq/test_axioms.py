"""The assumptions of the Coq library: none over ℚ, those of Coq's ℝ over ℝ; every other assumption is noticed."""

from pathlib import Path

import pytest

from exactdp.certificates.coq_sources import RATIONALS, REALS, copy_over_reals, over_both
from exactdp.claims.coq import library as coq_library
from exactdp.claims.coq.axioms import Assumptions, assumptions
from exactdp.claims.coq.library import AXIOMS, CoqTheorem, Library, assumed, compile_library, not_allowed
from exactdp.claims.evidence import Failed, NotChecked


def small(folder: Path, root: str, text: str) -> Library:
    folder.mkdir(exist_ok=True)
    (folder / "Main.v").write_text(text, encoding="utf-8")
    return compile_library(folder, None, root=root)


PLAIN = "Theorem plain : 0 = 0.\nProof. reflexivity. Qed.\n"
OF_THE_REALS = "From Coq Require Export Reals.\nTheorem plus : (1 + 1 = 2)%R.\nProof. ring. Qed.\n"
OWN = "Axiom given : 0 = 1.\nTheorem own : 0 = 1.\nProof. exact given. Qed.\n"
SAME_NAME = (
    "Module ClassicalDedekindReals.\nAxiom sig_forall_dec : 0 = 1.\nEnd ClassicalDedekindReals.\n"
    "Theorem own : 0 = 1.\nProof. exact ClassicalDedekindReals.sig_forall_dec. Qed.\n"
)


@pytest.mark.coq
def test_over_the_rational_numbers_nothing_may_be_assumed(tmp_path: Path) -> None:
    plain, plus = assumptions(small(tmp_path / "sources", RATIONALS, PLAIN + OF_THE_REALS))
    assert plain == Assumptions("ExactDP.Main.plain", {}, {})
    assert plus.axioms == plus.not_allowed != {}
    assert set(plus.axioms) <= set(AXIOMS)


@pytest.mark.needs("coqc")
def test_over_the_rational_numbers_coq_is_asked_once_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    ask = Library.coqc
    monkeypatch.setattr(Library, "coqc", lambda *words: asked.append(words[-1]) or ask(*words))
    library = small(tmp_path / "sources", RATIONALS, PLAIN + PLAIN.replace("plain", "again"))
    asked.clear()
    assert assumptions(library) == [Assumptions(f"ExactDP.Main.{name}", {}, {}) for name in ("plain", "again")]
    assert asked == ["axioms"]
    plain, own = assumptions(small(tmp_path / "other", RATIONALS, PLAIN + OWN))
    assert (plain.axioms, own.axioms, own.not_allowed) == ({}, {"Main.given": "0 = 1"}, {"Main.given": "0 = 1"})


@pytest.mark.coq
def test_over_the_real_numbers_their_axioms_may_be_and_no_other(tmp_path: Path) -> None:
    library = small(tmp_path / "sources", REALS, PLAIN + OF_THE_REALS + OWN)
    plain, plus, own = assumptions(library)
    assert (plain.axioms, plus.not_allowed) == ({}, {})
    assert plus.axioms
    assert own == Assumptions("ExactDP.Reals.Main.own", {"Main.given": "0 = 1"}, {"Main.given": "0 = 1"})
    library.check(CoqTheorem("Main", "plus", "(1 + 1 = 2)%R"))
    with pytest.raises(Failed, match=r"own of Main\.v is not fully proved: Axioms: given : 0%nat = 1%nat"):
        library.check(CoqTheorem("Main", "own", "(0 = 1)%nat"))


@pytest.mark.needs("coqc")
def test_the_name_of_an_axiom_of_the_real_numbers_allows_no_other_statement(tmp_path: Path) -> None:
    (own,) = assumptions(small(tmp_path / "sources", REALS, SAME_NAME))
    assert set(own.not_allowed.values()) == {"0 = 1"}


def test_what_coq_says_is_read() -> None:
    (first, says), second = next(iter(AXIOMS.items())), [*AXIOMS][1]
    broken = says.replace(" -> {n", " ->\n    {n")
    said = f"Axioms:\n{first}\n  : {broken}\n{second} : {AXIOMS[second]}\n"
    assert (assumed(said), not_allowed(REALS, said), not_allowed(RATIONALS, said)) == (AXIOMS, {}, AXIOMS)
    assert not_allowed(REALS, f"{said}endless is assumed to be guarded.\n") == {"endless is assumed to be guarded.": ""}
    assert not_allowed(REALS, said.replace("nat -> Prop", "nat -> Type")).keys() == {first}
    assert not_allowed(REALS, "") == {"": ""}
    assert not_allowed(REALS, f"Warnings:\n{said.partition(chr(10))[2]}") == {"Warnings:": ""}


@pytest.mark.needs("coqc")
def test_a_file_that_coq_refuses_says_so(tmp_path: Path) -> None:
    library = small(tmp_path / "sources", RATIONALS, "Theorem no : 0 = 1.\nProof. reflexivity. Qed.\n")
    with pytest.raises(NotChecked, match=r"Coq refuses Main\.v, line 2"):
        assumptions(library)


def test_the_files_over_the_real_numbers_are_there_with_all_that_they_need(tmp_path: Path) -> None:
    names = over_both()
    assert len(names) == len(set(names))
    assert "Main" in names
    sources, copied = coq_library.library(), copy_over_reals(tmp_path)
    for name in names:
        assert set(coq_library.in_order(sources, name)) <= {"Scalars", *names}
        changed = [
            (one, other) for one, other in zip(text(sources, name), text(copied, name), strict=True) if one != other
        ]
        over_reals = [
            f"{one.replace('From ExactDP ', 'From ExactDP.Reals ')} Local Open Scope R_scope." for one, _ in changed
        ]
        assert [other for _, other in changed] == over_reals != []


def text(folder: Path, name: str) -> list[str]:
    return (folder / f"{name}.v").read_text(encoding="utf-8").splitlines()


@pytest.mark.coq
def test_the_library_over_the_real_numbers_is_over_these() -> None:
    stated = "forall (a : R) (d : nat), (0 <= a -> 0 <= power a d)%R"
    coq_library.check(CoqTheorem("Sums", "power_nonnegative", stated))
