"""A Coq file from somebody else: only the export of its certificate is accepted, and the file is never run."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.certificates.certificate import Verified, verify
from exactdp.certificates.coq_export import coq
from exactdp.claims.coq import library as coq_library
from exactdp.claims.coq import received_theorem
from exactdp.claims.coq.received_theorem import Different, confirm, difference
from exactdp.claims.evidence import Failed, NotChecked
from tests.kernel_cases import CORPUS


def judged(name: str) -> Verified:
    return verify(CORPUS / "accept" / f"{name}.cert")


DERIVABLE = judged("derivable")
EXPORTED = coq(DERIVABLE.certificate.data)
REQUIRED = "From ExactDP Require Import Uniqueness.\n"
ASKED = "Print Assumptions statement.\n"
SAYS_SO = 'Goal True. idtac "Closed under the global context". Abort.\n'


def after_the_import(words: str) -> str:
    return EXPORTED.replace(REQUIRED, f"{REQUIRED}{words}\n")


def asserted(statement: str) -> str:
    """The export with another theorem, and words that Coq would print of a proved one."""
    return re.sub(r"Theorem statement :.*", f"{statement}\n{SAYS_SO}", EXPORTED, flags=re.DOTALL)


HOSTILE = {
    "notations that make the theorem true, whatever it says": re.sub(
        r"Proof\..*Qed\.",
        "Proof. repeat split. Qed.",
        after_the_import(
            "Notation \"'stochastic' a b c\" := True (at level 10, a, b, c at next level).\n"
            "Notation \"'derivable' a b c d e\" := True (at level 10, a, b, c, d, e at next level)."
        ),
        flags=re.DOTALL,
    ),
    "a definition that makes stochastic true": after_the_import(
        "Definition stochastic (i r : nat) (x : matrix) : Prop := True."
    ),
    "a notation that makes <= true": after_the_import('Notation "a <= b" := True.'),
    "a coercion": after_the_import("Coercion Z.of_nat : nat >-> Z."),
    "a tactic that replaces apply": after_the_import('Tactic Notation "apply" constr(t) := exact I.'),
    "a module in the place of the library": EXPORTED.replace(
        REQUIRED, "Module ExactDP. Definition derivable (a b c : nat) (x y : nat) := True. End ExactDP.\n"
    ),
    "another library": EXPORTED.replace(REQUIRED, "From Other Require Import Uniqueness.\n"),
    "the matrix of another mechanism": EXPORTED.replace("over 2 [1; 1]%Z", "over 2 [2; 0]%Z", 1),
    "a weaker statement": EXPORTED.replace("/\\ derivable", "\\/ derivable", 1),
    "no statement": EXPORTED.replace("Theorem statement :", "Theorem statement : True.\nTheorem other :", 1),
    "an axiom": after_the_import("Axiom all : forall p : Prop, p."),
    "a statement that is assumed": asserted("Axiom statement : True."),
    "a statement that is admitted": EXPORTED.replace("Qed.", "Admitted."),
    "a proof that is left out": asserted("Theorem statement : False.\nAdmitted."),
    "words that Coq prints of a proof": EXPORTED.replace(ASKED, SAYS_SO),
    "words from a check": EXPORTED.replace(ASKED, 'Check "Closed under the global context".\n'),
    "no question": EXPORTED.replace(ASKED, ""),
    "another file that is read": after_the_import('Load "other.v".'),
    "another place of the library": after_the_import('Add LoadPath "/tmp" as ExactDP.'),
    "a plugin": after_the_import('Declare ML Module "other.plugin".'),
    "a file that is written": after_the_import('Redirect "written" Print derivable.'),
    "a program that is written": after_the_import('Require Extraction. Extraction "written" derivable.'),
    "a folder that is changed": after_the_import('Cd "/".'),
    "no universes": after_the_import("Unset Universe Checking."),
    "no guard": after_the_import("Unset Guard Checking."),
    "no positivity": after_the_import("Unset Positivity Checking."),
    "an attribute that bypasses them": after_the_import(
        "#[bypass_check(guard)] Fixpoint all (n : nat) : False := all n."
    ),
    "a comment that hides the rest": EXPORTED.replace("Theorem", "(* Theorem"),
    "half of it": EXPORTED[: len(EXPORTED) // 2],
    "all but the last byte": EXPORTED[:-1],
    "nothing": "",
    "a line more": f"{EXPORTED}\n",
    "it twice": EXPORTED * 2,
    "the ends of lines of Windows": EXPORTED.replace("\n", "\r\n"),
    "another certificate's": coq(judged("derivable_remap").certificate.data),
    "another kind's": coq(judged("level").certificate.data),
}


@pytest.fixture
def no_coq(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail the test that runs Coq, or any other program."""

    def refused(*words: object, **options: object) -> None:
        raise AssertionError(f"run: {words}")

    monkeypatch.setattr(subprocess, "run", refused)
    monkeypatch.setattr(subprocess, "Popen", refused)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.usefixtures("no_coq")
def test_what_is_not_the_export_is_refused_in_one_line_and_not_run(text: str) -> None:
    assert text != EXPORTED
    with pytest.raises(Different) as caught:
        confirm(text.encode(), DERIVABLE)
    assert re.fullmatch(
        r"line \d+, column \d+ is (['\"].*|the end of the (line|file)) where the export has (['\"].*|the end of .*)",
        str(caught.value),
    )
    assert len(str(caught.value)) < 160


@pytest.mark.coq
@pytest.mark.parametrize(
    "name",
    [
        "notations that make the theorem true, whatever it says",
        "a proof that is left out",
        "words that Coq prints of a proof",
        "a statement that is assumed",
    ],
)
def test_coq_itself_would_have_been_taken_in(tmp_path: Path, name: str) -> None:
    """What these files have Coq print is what it prints of a theorem that is proved."""
    Path(tmp_path, "hostile.v").write_text(HOSTILE[name], encoding="ascii")
    library = coq_library.compiled()
    words = ["coqc", "-q", "-Q", str(library.folder), "ExactDP", "hostile.v"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "Closed under the global context\n")


def test_where_files_differ() -> None:
    def where(received: str, exported: str) -> str:
        return difference(received.encode("utf-8"), exported.encode("ascii"))

    assert where("a b\nc d\n", "a b\nc d\n") == ""
    assert where("a b\nc de\n", "a b\nc df\n") == "line 2, column 3 is 'de' where the export has 'df'"
    assert where("a\n", "a\nb\n") == "line 2, column 1 is the end of the file where the export has 'b'"
    assert where("a\nb\n", "a\n") == "line 2, column 1 is 'b' where the export has the end of the file"
    assert where("a\n\n", "a\nb\n") == "line 2, column 1 is the end of the line where the export has 'b'"
    assert where("a", "a\n") == "line 1, column 2 is the end of the file where the export has the end of the line"
    assert where("a\r\n", "a\n") == r"line 1, column 2 is '\r' where the export has the end of the line"
    assert where("é\n", "e\n") == r"line 1, column 1 is '\xc3\xa9' where the export has 'e'"
    assert where("a\tb\n", "a b\n") == r"line 1, column 1 is 'a\tb' where the export has 'a b'"
    assert where("\x1b[2J\n", "a\n") == r"line 1, column 1 is '\x1b[2J' where the export has 'a'"
    assert where("x" * 100, "y" * 100) == f"line 1, column 1 is '{'x' * 40}'… where the export has '{'y' * 40}'…"
    assert where(f"{'x' * 99}a", f"{'x' * 99}b") == "line 1, column 100 is 'a' where the export has 'b'"


@pytest.mark.coq
def test_the_export_is_confirmed() -> None:
    for name in ("derivable", "only_optimal", "infeasible"):
        found = judged(name)
        assert confirm(coq(found.certificate.data).encode(), found) == coq_library.compiled().version


def test_coq_is_given_the_export_and_not_the_bytes_that_came(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def prove(self: coq_library.Library, exported: str, required_file: str) -> None:
        asked.append((exported, required_file))

    monkeypatch.setattr(coq_library.Library, "prove", prove)
    monkeypatch.setattr(received_theorem, "compiled", lambda progress: coq_library.Library(Path("l"), "coqc", "9.0.0"))
    assert confirm(EXPORTED.encode(), DERIVABLE) == "9.0.0"
    assert asked == [(EXPORTED, "Uniqueness")]


@pytest.mark.parametrize("error", [NotChecked, Undecided])
def test_where_coq_says_nothing_the_comparison_is_all_there_is(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def nothing(progress: Callable[[str], None]) -> coq_library.Library:
        raise error("it is not here")

    monkeypatch.setattr(received_theorem, "compiled", nothing)
    with pytest.raises(error, match=r"^compared, not compiled: it is not here$"):
        confirm(EXPORTED.encode(), DERIVABLE)
    with pytest.raises(Different):
        confirm(EXPORTED.encode() + b"\n", DERIVABLE)


def test_what_coq_refuses_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: coq_library.Library, exported: str, required_file: str) -> None:
        raise Failed("Coq refuses line 30 of the theorem")

    monkeypatch.setattr(coq_library.Library, "prove", refused)
    monkeypatch.setattr(received_theorem, "compiled", lambda progress: coq_library.Library(Path("l"), "coqc", "8.16.1"))
    with pytest.raises(Failed, match=r"^Coq refuses line 30") as caught:
        confirm(EXPORTED.encode(), DERIVABLE)
    assert not isinstance(caught.value, Different)


def test_a_loss_with_roots_has_no_export() -> None:
    with pytest.raises(InputError, match="the loss has roots"):
        confirm(b"", judged("optimal_root"))
