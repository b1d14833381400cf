"""The command `axioms` names every main theorem with its assumptions, and fails for any other axiom."""

import re

import pytest

from exactdp.certificates.coq_sources import RATIONALS, REALS, library
from exactdp.claims.coq.axioms import Assumptions
from exactdp.claims.coq.library import AXIOMS, Library
from exactdp.claims.evidence import NotChecked
from exactdp.commands import axioms
from exactdp.linear_programs.searching import Progress
from tests.claims.one_run_of_coq import assumptions_once
from tests.commands.running import Run


@pytest.mark.coq
def test_every_main_theorem_is_named_over_both(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(axioms, "assumptions", assumptions_once)
    ran = run("axioms")
    assert (ran.code, ran.err) == (0, "")
    names = re.findall(r"^Theorem (\w+)", (library() / "Main.v").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(names) == len(set(names)) > 10
    for name in names:
        assert f"\n  ExactDP.Main.{name}: nothing is assumed\n" in ran.out
        assert f"\n  ExactDP.Reals.Main.{name}: assumes sig_forall_dec, functional_extensionality_dep\n" in ran.out
    rational = re.search(r"^Over the rational numbers:\n((?:  .*\n)+)", ran.out, re.MULTILINE)
    assert rational
    assumed = re.findall(r"^  ExactDP\.(\w+)(?:\.\w+)?: (.*)$", rational[1], re.MULTILINE)
    assert len(assumed) == rational[1].count("\n")
    assert {words for _, words in assumed} == {"nothing is assumed"}
    proving = {path.stem for path in library().glob("*.v") if "\nTheorem " in path.read_text(encoding="utf-8")}
    assert {file for file, _ in assumed} == proving
    assert "\n  ExactDP.Reals.Determinants: assumes sig_forall_dec, functional_extensionality_dep\n" in ran.out
    for name in ("real_optimal", "real_only_optimal", "real_infeasible", "real_not_derivable", "real_vertex"):
        assert f"\n  ExactDP.Reals.Transfer.{name}: assumes sig_forall_dec, functional_extensionality_dep\n" in ran.out
    assert ran.out.endswith("".join(f"  {name} : {says}\n" for name, says in AXIOMS.items()))


def named(_progress: Progress, root: str = RATIONALS) -> str:
    return root


def test_something_else_that_is_assumed_is_a_no(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Assumptions("ExactDP.Reals.Main.own", {"given": "0 = 1"}, {"given": "0 = 1"})
    monkeypatch.setattr(axioms, "compiled", named)
    monkeypatch.setattr(axioms, "transfer", lambda progress: "Transfer")
    monkeypatch.setattr(axioms, "assumptions", lambda of: [wrong] if of == REALS else [])
    ran = run("axioms")
    assert (ran.code, ran.err) == (1, "")
    assert "\nOver the real numbers:\n  ExactDP.Reals.Main.own: assumes given\n" in ran.out
    assert ran.out.endswith("\nNot allowed:\n  given : 0 = 1\n")


def test_without_an_answer_of_coq_there_is_none(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_progress: Progress, root: str = RATIONALS) -> Library:
        raise NotChecked(f"coqc is not installed, for {root}")

    monkeypatch.setattr(axioms, "compiled", missing)
    ran = run("axioms")
    assert (ran.code, ran.out) == (2, "")
    assert "coqc is not installed, for ExactDP" in ran.err
