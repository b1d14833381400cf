"""Compile and cache the Coq library, and let Coq check that a theorem of the library proves a claim's statement.

Coq alone judges. It gets the statement as the claim writes it, and the theorem's name as its proof. Then Coq prints all
assumptions. Over the real numbers, only the axioms of Coq's own real numbers are allowed; over the rational numbers,
none. Compiled files are cached under a digest of their sources and of Coq itself.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.spelling import elided
from exactdp.certificates.coq_sources import (
    OPENED,
    RATIONALS,
    REALS,
    ROOTS,
    copy_over_reals,
    in_order,
    library,
    over_both,
    required,
)
from exactdp.claims.evidence import Failed, NotChecked
from exactdp.linear_programs.searching import Progress, silent

WRITTEN_FOR = "8.16"
"""The version of Coq for which the library is written. Another version may refuse a correct proof."""

SECONDS = 600
"""The time limit of Coq for one file."""

CLOSED = "Closed under the global context\n"

AXIOMS = MappingProxyType(
    {
        "ClassicalDedekindReals.sig_forall_dec": (
            "forall P : nat -> Prop, (forall n : nat, {P n} + {~ P n}) -> {n : nat | ~ P n} + {forall n : nat, P n}"
        ),
        "FunctionalExtensionality.functional_extensionality_dep": (
            "forall (A : Type) (B : A -> Type) (f g : forall x : A, B x), (forall x : A, f x = g x) -> f = g"
        ),
    }
)
"""The axioms of Coq's standard library for its real numbers.

First: for a decidable property of the natural numbers, it is decided whether all numbers have it, or some number does
not. Second: functions with the same values are equal."""


@dataclass(frozen=True)
class CoqTheorem:
    """A theorem of the library: its file, its name in this file, and its statement in Coq.

    >>> theorem = CoqTheorem("Sums", "sum_zero", "forall n : nat, sum n (fun _ => 0) == 0")
    >>> f"Lemma {theorem.name} n" in (library() / f"{theorem.file}.v").read_text(encoding="utf-8")
    True
    """

    file: str
    name: str
    statement: str

    def __post_init__(self) -> None:
        # Both names go into a file that Coq runs. An object of a subclass could write any other text there.
        names = (self.file, self.name)
        if not all(type(each) is str and re.fullmatch("[A-Za-z][A-Za-z0-9_']*", each) for each in names):
            raise InputError(f"{self.name!r} of {self.file!r} is not the name of a theorem in a file of the library")

    @property
    def root(self) -> str:
        """The library to use: the library over the real numbers if it has the theorem's file.

        >>> CoqTheorem("Sums", "sum_zero", "").root, CoqTheorem("Checkers", "stochastic_sound", "").root
        ('ExactDP.Reals', 'ExactDP')
        """
        return REALS if self.file in over_both() else RATIONALS


@dataclass(frozen=True)
class Library:
    """The compiled library: its folder, the Coq used, and the files that Coq refused.

    Coq finds its files under the name `root`, which also says whether the library is over the rational or the real
    numbers. `beside` are the libraries that these files need.

    >>> found = Library(Path("library"), "coqc", "9.0.0", refused={"Sums": "line 3 is not proved"})
    >>> found.check(CoqTheorem("Sums", "sum_zero", "forall n : nat, sum n (fun _ => 0) == 0"))
    Traceback (most recent call last):
    exactdp.claims.evidence.NotChecked: the library is written for Coq 8.16, and this is Coq 9.0.0: line 3 is not proved
    """

    folder: Path
    program: str
    version: str
    refused: Mapping[str, str] = field(default_factory=dict)
    root: str = RATIONALS
    beside: tuple["Library", ...] = ()

    @property
    def folders(self) -> list[tuple[Path, str]]:
        """The folders in which Coq finds required files, each with its logical name.

        >>> Library(Path("library"), "coqc", "8.16.1").folders
        [(PosixPath('library'), 'ExactDP')]
        """
        return [*((each.folder, each.root) for each in self.beside), (self.folder, self.root)]

    def coqc(self, folder: Path, name: str) -> subprocess.CompletedProcess[str]:
        """Run Coq on a file of a folder, which may require this library. Raises: `NotChecked`, `Undecided` as `check`.

        >>> Library(Path("library"), "no-such-coqc", "8.16.1").coqc(Path("."), "theorem")
        Traceback (most recent call last):
        exactdp.claims.evidence.NotChecked: no-such-coqc cannot be run: No such file or directory
        """
        return _compile(self.program, folder, name, self.folders)

    def check(self, theorem: CoqTheorem) -> None:
        """Have Coq check that the theorem proves its statement without axioms.

        Over the real numbers, `AXIOMS` are allowed. Raises: `Failed` if Coq refuses the proof, or the theorem's file;
        `NotChecked` if an unsupported version of Coq refuses the file;
        `Undecided` if the statement is invalid, or Coq does not end.
        """
        if theorem.file in self.refused:
            self._refuse(self.refused[theorem.file])
        if re.search(r"\.(\s|$)", theorem.statement):
            raise Undecided("the statement is invalid: write one term, without a full stop")
        stated = ["Definition stated : Prop := (", *theorem.statement.splitlines(), ")."]
        proved = f"Definition proved : stated := {self.root}.{theorem.file}.{theorem.name}."
        asked = ["Definition both : Prop * stated := (stated, proved).", "Print Assumptions both."]
        lines = [f"From {self.root} Require Import {theorem.file}.{OPENED[self.root]}", *stated, proved, *asked]
        done = self._asked("\n".join(lines) + "\n")
        if done.returncode:
            where, why = _complaint(done.stderr)
            if where <= 1:
                self._refuse(f"{theorem.file}.v cannot be loaded: {why}")
            if where <= 1 + len(stated):
                raise Undecided(f"the statement is invalid: {why}")
            raise Failed(f"{theorem.name} of {theorem.file}.v does not prove the statement: {why}")
        if not_allowed(self.root, done.stdout):
            raise Failed(f"{theorem.name} of {theorem.file}.v is not fully proved: {_elided(done.stdout)}")

    def prove(self, exported: str, required_file: str) -> None:
        """Have Coq check a file that this package wrote, and that ends by printing the assumptions of its theorem.

        Coq runs the commands in the file, so never give it a file from anybody else.
        Raises: `Failed` if Coq refuses the file, or a file of the library that it requires; `NotChecked` if an
        unsupported version of Coq does; `Undecided` if Coq does not end.
        """
        if required_file in self.refused:
            self._refuse(self.refused[required_file])
        done = self._asked(exported)
        if done.returncode:
            where, why = _complaint(done.stderr)
            self._refuse(f"Coq refuses line {where} of the theorem: {why}")
        if done.stdout != CLOSED:
            raise Failed(f"the theorem is not fully proved: {_elided(done.stdout)}")

    def _asked(self, text: str) -> subprocess.CompletedProcess[str]:
        """Run Coq on these lines as a file, and return the result."""
        with tempfile.TemporaryDirectory(prefix="exactdp-") as folder:
            Path(folder, "theorem.v").write_text(text, encoding="utf-8")
            return self.coqc(Path(folder), "theorem")

    def _refuse(self, why: str) -> None:
        if self.version.startswith(f"{WRITTEN_FOR}."):
            raise Failed(why)
        raise NotChecked(f"the library is written for Coq {WRITTEN_FOR}, and this is Coq {self.version}: {why}")


def assumed(said: str) -> dict[str, str]:
    """Parse Coq's answer to `Print Assumptions`: return the name of each assumption, and its statement.

    >>> assumed("Axioms:\\nall : forall p : Prop, p\\n"), assumed(CLOSED)
    ({'all': 'forall p : Prop, p'}, {})
    """
    if said == CLOSED:
        return {}
    first, *lines = said.splitlines() or [""]
    # An answer that is not understood counts as a name that is never allowed.
    found = {} if first == "Axioms:" else {first: ""}
    for part in re.split(r"\n(?! )", "\n".join(lines)) if lines else ():
        name, _, says = " ".join(part.split()).partition(" : ")
        found[name] = says
    return found


def not_allowed(root: str, said: str) -> dict[str, str]:
    """Return the assumptions, as `assumed`, without the axioms allowed over the real numbers.

    >>> not_allowed(RATIONALS, "Axioms:\\nall : forall p : Prop, p\\n")
    {'all': 'forall p : Prop, p'}
    """
    allowed = AXIOMS if root == REALS else {}
    return {name: says for name, says in assumed(said).items() if allowed.get(name) != says}


_compiled: dict[str, Library] = {}


def compiled(progress: Progress = silent, root: str = RATIONALS) -> Library:
    """Return a library of this package, compiled now if it is not in the cache. Raises: as `compile_library`.

    >>> from unittest.mock import patch
    >>> found = Library(Path("library"), "coqc", WRITTEN_FOR)
    >>> with patch.dict(_compiled, {RATIONALS: found}):
    ...     compiled() is found
    True
    """
    if root not in _compiled:
        sources = copy_over_reals(_temporary(None)) if root == REALS else library()
        _compiled[root] = compile_library(sources, cache_folder(), progress, root)
    return _compiled[root]


def transfer(progress: Progress = silent) -> Library:
    """Return the compiled library that transfers theorems from the rational numbers to the real numbers.

    Raises: as `compile_library`.

    >>> from unittest.mock import patch
    >>> with patch.dict(_compiled), patch.dict(os.environ, PATH=""):
    ...     _compiled.clear()
    ...     transfer()
    Traceback (most recent call last):
    exactdp.claims.evidence.NotChecked: coqc is not installed (Debian: apt-get install coq)
    """
    beside = (compiled(progress), compiled(progress, REALS))
    sources = _temporary(None)
    for path in sorted((library() / "Reals").glob("*.v")):
        # A copy that `make` left there belongs to the library over the real numbers.
        if path.stem not in ("Scalars", *over_both()):
            shutil.copyfile(path, sources / path.name)
    return compile_library(sources, cache_folder(), progress, REALS, beside)


def check(theorem: CoqTheorem) -> None:
    """Have Coq check a theorem of this package's library over its numbers. Raises: as `compiled` and `Library.check`.

    >>> from unittest.mock import patch
    >>> refused = Library(Path("library"), "coqc", f"{WRITTEN_FOR}.1", {"Sums": "line 3 is not proved"}, root=REALS)
    >>> with patch.dict(_compiled, {REALS: refused}):
    ...     check(CoqTheorem("Sums", "sum_zero", "True"))
    Traceback (most recent call last):
    exactdp.claims.evidence.Failed: line 3 is not proved
    """
    compiled(root=theorem.root).check(theorem)


def cache_folder(kept: str = "coq") -> Path | None:
    """Return the cache folder for compiled libraries or other files; None if others could write there.

    Anybody who can write there can make an unproved theorem pass.

    >>> import tempfile
    >>> from unittest.mock import patch
    >>> with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, XDG_CACHE_HOME=folder):
    ...     cache_folder().relative_to(folder).as_posix()
    'exactdp/coq'
    """
    given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        folder = Path(given or Path.home() / ".cache") / "exactdp" / kept
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except (OSError, RuntimeError):
        return None
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o022):
        return None
    return folder if os.access(folder, os.W_OK) else None


def compile_library(
    sources: Path,
    cache: Path | None,
    progress: Progress = silent,
    root: str = RATIONALS,
    beside: tuple[Library, ...] = (),
) -> Library:
    """Return a compiled library from the cache, or compile it now; cache it if Coq refuses none of its files.

    Coq finds its files under the name `root`, and may also use the libraries beside it. The library appears in the
    cache complete or not at all; one process compiles while others wait.
    Raises: `NotChecked` if Coq is not installed; `Undecided` if Coq does not end.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, PATH=""):
    ...     compile_library(library(), None)
    Traceback (most recent call last):
    exactdp.claims.evidence.NotChecked: coqc is not installed (Debian: apt-get install coq)
    """
    program = shutil.which("coqc")
    if program is None:
        raise NotChecked("coqc is not installed (Debian: apt-get install coq)")
    version = _ran([program, "--print-version"]).stdout.partition(" ")[0].strip()
    names = in_order(sources)
    if cache is None:
        made = Library(_temporary(None), program, version, root=root, beside=beside)
        return _build(made, sources, names, progress)
    digest = _digest(sources, names, program, version, [root, *(str(each.folder) for each in beside)])
    found = Library(cache / digest, program, version, root=root, beside=beside)
    with _alone(found.folder.with_suffix(".lock"), progress):
        if not found.folder.is_dir():
            made = _build(replace(found, folder=_temporary(cache)), sources, names, progress)
            if made.refused:
                return made
            made.folder.rename(found.folder)
    return found


def _build(begun: Library, sources: Path, names: list[str], progress: Progress) -> Library:
    """Compile the library in its folder, and return it."""
    refused: dict[str, str] = {}
    for name in names:
        shutil.copyfile(sources / f"{name}.v", begun.folder / f"{name}.v")
    over = " over the real numbers" if begun.root == REALS else ""
    for at, name in enumerate(names, 1):
        progress(f"Coq compiles its library{over}, once: {name}, {at} of {len(names)}")
        before = next((refused[each] for each in required(sources / f"{name}.v", *ROOTS) if each in refused), None)
        if before is not None:
            refused[name] = before
            continue
        done = begun.coqc(begun.folder, name)
        if done.returncode:
            where, why = _complaint(done.stderr)
            refused[name] = f"Coq refuses {name}.v, line {where}: {why}"
    return replace(begun, refused=refused)


_folders: list[tempfile.TemporaryDirectory[str]] = []


def _temporary(beside: Path | None) -> Path:
    """Return a new folder that is deleted when this process ends, unless it was renamed."""
    made = tempfile.TemporaryDirectory(prefix="exactdp-", dir=beside, ignore_cleanup_errors=True)
    _folders.append(made)
    return Path(made.name)


@contextmanager
def _alone(lock: Path, progress: Progress) -> Iterator[None]:
    """Admit one process at a time, if the system has locks. Without locks, two processes do the same work twice."""
    try:
        import fcntl  # noqa: PLC0415
    except ImportError:
        yield
        return
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress("another process compiles the Coq library")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _digest(sources: Path, names: list[str], program: str, version: str, required_from: list[str]) -> str:
    parts = [version.encode(), Path(program).resolve().read_bytes(), *(each.encode() for each in required_from)]
    parts += [(sources / f"{name}.v").read_bytes() for name in names]
    return sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()


def _compile(
    program: str, folder: Path, name: str, folders: list[tuple[Path, str]]
) -> subprocess.CompletedProcess[str]:
    """Run Coq on a file, with the folders in which Coq finds required files, each with its logical name."""
    words = [word for compiled_in, root in folders for word in ("-Q", str(compiled_in), root)]
    return _ran([program, "-q", "-w", "none", *words, f"{name}.v"], folder)


def _ran(command: list[str], folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Undecided(f"{command[-1]}: Coq has not ended after {SECONDS} seconds") from None
    except OSError as error:
        raise NotChecked(f"{command[0]} cannot be run: {error.strerror}") from None
    if done.returncode < 0:
        raise Undecided(f"{command[-1]}: Coq was ended by the signal {-done.returncode}")
    return done


def _elided(said: str) -> str:
    return elided(" ".join(said.split()), 300)


def _complaint(said: str) -> tuple[int, str]:
    """Return the line of Coq's error, and the message."""
    where = re.search(r"line (\d+)", said)
    why = said.partition("Error:")[2] or said
    return int(where[1]) if where else 0, elided(" ".join(why.split()), 300)
