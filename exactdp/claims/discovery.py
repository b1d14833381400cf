"""Find and load the proof scripts: one folder for each source, one file for each claim."""

import importlib.util
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path
from traceback import extract_tb

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided
from exactdp.arithmetic.suggestions import meant
from exactdp.certificates.coq_sources import proofs_folder
from exactdp.claims.claim import Claim, Defect, Outcome
from exactdp.claims.clause import SCRIPTS
from exactdp.processes.limits import lacks_memory

MOST_SUGGESTED = 3
"""The most claims that the error about an unknown name suggests."""


def load(path: Path) -> Claim:
    """Return the claim in a script. A script runs once, and again when it has changed.

    Raises: `Defect` if the script ends in an error, has no claim, or has an id that differs from its folder's and
    file's name; `InputError` if the script does not exist; ModuleNotFoundError if it needs a package that is not
    installed.

    >>> load(proofs_folder() / "gupte2010" / "lemma_1.py").id
    'gupte2010.lemma-1'
    """
    # Two folders may hold scripts of one name, so modules are named by both.
    path = path.resolve()
    if not path.is_file():
        raise InputError(f"{path}: this proof script does not exist: check its name")
    return _loaded(path, path.stat().st_mtime_ns)


@cache
def _loaded(path: Path, changed: int) -> Claim:
    name = f"{SCRIPTS}.{path.parent.name}.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Defect(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (ModuleNotFoundError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        if isinstance(error, ImportError) and lacks_memory(error):
            raise MemoryError from None
        places = [each.lineno for each in extract_tb(error.__traceback__) if each.filename == str(path)]
        line = places[-1] if places else getattr(error, "lineno", None)
        at = f"line {line}: " if line else ""
        said = getattr(error, "msg", error)
        raise Defect(f"{path}: {at}{type(error).__name__}: {said}") from error
    claim = getattr(module, "claim", None)
    if type(claim) is not Claim:
        raise Defect(f"{path} has no claim: begin with claim = Claim(…), as in `docs/own-lemmas.md`")
    if _plain(claim.id) != _plain(f"{path.parent.name}.{path.stem}"):
        raise Defect(f"{path} holds the claim {claim.id}: rename the file or the claim")
    return replace(claim, script=path, docstring=cleandoc(module.__doc__ or ""))


def _plain(name: str) -> str:
    return name.replace(".", "_").replace("-", "_")


def discover(folder: Path | None = None) -> list[Claim]:
    """Return all claims, the sources in the order of `SOURCES` and, within one, of its pages.

    Raises: `InputError` if no claim is found; `Defect` for two claims in one place or with one id; as `load`.

    >>> discover()[0].source
    'ghosh2009'
    """
    folder = folder or proofs_folder()
    paths = sorted(folder.glob("*/*.py"))
    if not paths:
        raise InputError(f"{folder} has no proof scripts: install exactdp again, or run it from its source checkout")
    claims = sorted(map(load, paths), key=lambda claim: claim.place)
    for first, second in pairwise(claims):
        if first.place == second.place:
            raise Defect(f"{first.id} and {second.id} have the same place")
    if len({claim.id for claim in claims}) != len(claims):
        raise Defect("two claims have one id")
    return claims


def by_id(claim_id: str, citing: Path | None = None) -> Claim:
    """Return the claim of this id, without loading any other script.

    If a source is not one of this package, its folder is beside the folder of the script that is `citing` it.
    Raises: `InputError` for an unknown claim; as `load`.

    >>> by_id("gupte2010.lemma-1").id
    'gupte2010.lemma-1'
    """
    script = _script(claim_id)
    if citing is not None and not script.parent.is_dir():
        script = citing.parent.parent / script.relative_to(proofs_folder())
    claim = load(script)
    if claim.id != claim_id:
        raise InputError(f"no claim is named {elided(claim_id)!r}: did you mean {claim.id}?")
    return claim


def parts(claim_id: str) -> list[Claim]:
    """Return the claim of this id and those about parts of it, in order, without loading any other script.

    The id of a part begins with the claim's own, and goes on with a dot or a hyphen.
    Raises: `InputError` for an unknown claim; as `load`.

    >>> [claim.id for claim in parts("ghosh2009.lemma-5.1")], len(parts("gupte2010.lemma-1"))
    (['ghosh2009.lemma-5.1'], 2)
    """
    source, _, place = claim_id.partition(".")
    folder, stem = proofs_folder() / source, _plain(place)
    found = [load(path) for path in [folder / f"{stem}.py", *sorted(folder.glob(f"{stem}_*.py"))]]
    kept = [claim for claim in found if claim.id == claim_id or claim.id.startswith((f"{claim_id}.", f"{claim_id}-"))]
    return sorted(kept, key=lambda claim: claim.place)


def select(
    words: Iterable[str], claims: Callable[[], list[Claim]] = discover, *, with_parts: bool = False
) -> list[Claim]:
    """Return the claims that the words name; a word is an id, the beginning of one, a source, a script, or a folder.

    An id names one claim; `with_parts`, also those of its parts, as "gupte2010.lemma-5" names "gupte2010.lemma-5.loss".
    A word for the print or the evidence names all claims that it may describe; after they ran, `named` says which it
    does. The claims are in the order of `discover`; without words, all claims. Raises: `InputError` for a word that
    names no claim; `Defect` for two scripts of one id.

    >>> [claim.id for claim in select(["gupte2010.table-1", "gupte2010.appendix-b"])][2:]
    ['gupte2010.table-1c', 'gupte2010.appendix-b']
    """
    wanted = list(words)
    # If the word is a full id, load only this claim: loading all claims takes a second.
    paths = {word: _scripts(word) for word in wanted if word.endswith(PATHS)}
    alone = {word for word in wanted if word in paths or (not with_parts and _script(word).is_file())}
    loaded = [each for word in alone for each in (map(load, paths[word]) if word in paths else [by_id(word)])]
    chosen = {(claim.id, claim.script): claim for claim in loaded}
    known = claims() if len(alone) < len(wanted) or not wanted else []
    for word in wanted:
        if word in alone:
            continue
        found = [claim for claim in known if word in _names(claim) or (with_parts and claim.id.startswith(f"{word}."))]
        found = found or [claim for claim in known if word and claim.id.startswith(word)]
        if not found:
            names = {name for claim in known for name in _names(claim)}
            raise InputError(
                f"no claim is named {elided(word)!r}: {_elsewhere(word, known) or meant(word, sorted(names))}"
                "write an id, the beginning of one, a source, a word for the print or the evidence, a file such as "
                "note/sums.py, or a folder such as note/"
            )
        chosen |= {(claim.id, claim.script): claim for claim in found}
    for (one, first), (other, second) in pairwise(sorted(chosen, key=str)):
        if one == other:
            # Reports and citations name a claim by its id, so nobody could tell which of the two was decided.
            raise Defect(f"{first} and {second} have one id, {one}: rename one of the two claims")
    return sorted(chosen.values(), key=lambda claim: (claim.place, claim.id)) if wanted else known


PATHS = (".py", "/")
"""A word that ends so names a script, or all scripts in a folder."""


def _scripts(path: str) -> list[Path]:
    if not path.endswith("/"):
        return [Path(path)]
    found = sorted(Path(path).glob("*.py"))
    if not found:
        raise InputError(f"{path}: there are no proof scripts in this folder: check its name")
    return found


def _elsewhere(word: str, known: Sequence[Claim]) -> str:
    """Return "did you mean …?" with the claims of this name in any source, or "" without any. "Lemma 3" is lemma-3.

    Without such a claim, it names those that begin so: "table1" means the claims of Table 1(a), 1(b) and 1(c).
    """
    places = {claim.id: _letters(claim.id.partition(".")[2]) for claim in known}
    wanted = _letters(word.rpartition(".")[2])
    source = word.lower().rpartition(".")[0]
    here = [each for each in places if each.startswith(source)]
    ids = [each for each in here if places[each] == wanted] or [
        each for each in here if places[each].startswith(wanted)
    ]
    return f"did you mean {' or '.join(ids)}? " if wanted and 0 < len(ids) <= MOST_SUGGESTED else ""


def _letters(place: str) -> str:
    """Return a place in a paper in lower case, without spaces and hyphens."""
    return place.lower().replace(" ", "").replace("-", "")


def _script(claim_id: str) -> Path:
    source, _, place = claim_id.partition(".")
    return proofs_folder() / source / f"{_plain(place)}.py"


def _names(claim: Claim) -> set[str]:
    return {claim.id, claim.source, claim.print, *claim.possible_evidence}


def named(words: Iterable[str], outcome: Outcome) -> bool:
    """Return whether the words still name a claim that `select` chose, now that its evidence is known.

    They name every claim that failed.

    >>> one = select(["gupte2010.appendix-b"])[0].run()
    >>> named([one.evidence], one), named(["gupte2010.lemma-1"], one)
    (True, False)
    """
    words, claim = list(words), outcome.claim
    if not (words and outcome):
        return True
    found = {claim.source, claim.print, outcome.evidence}
    return any(word in found or word.endswith(PATHS) or claim.id.startswith(word) for word in words)
