"""The sources that claims come from, as a report names them, and where the proof scripts about them are."""

from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from exactdp.exact import InputError


@dataclass(frozen=True)
class Source:
    """A paper, or this project itself: its authors, title and year.

    >>> SOURCES["gupte2010"].citation
    'Gupte & Sundararajan 2010, Universally Optimal Privacy Mechanisms for Minimax Agents'
    """

    authors: str
    year: int | None
    title: str

    @property
    def citation(self) -> str:
        """Authors, year and title in one line. Fails: never."""
        return f"{self.authors} {self.year}, {self.title}" if self.year else f"{self.authors}, {self.title}"


SOURCES = MappingProxyType(
    {
        "ghosh2009": Source(
            "Ghosh, Roughgarden & Sundararajan", 2009, "Universally Utility-Maximizing Privacy Mechanisms"
        ),
        "gupte2010": Source("Gupte & Sundararajan", 2010, "Universally Optimal Privacy Mechanisms for Minimax Agents"),
        "lecture": Source("Lecture notes", None, "Reconstruction Attacks, Differential Privacy and its Mechanisms"),
        "dwork2013": Source("Dwork", 2013, "The Analytic Framework for Data: A Cryptographic View"),
        "exactdp": Source("exactdp", 2026, "Universal optimality for every unimodal loss"),
    }
)
"""By the name that begins a claim's id, in the order in which they are reported."""


def proofs_folder() -> Path:
    """Return the folder of the proof scripts: inside an installed package, beside it in a source checkout.

    Fails: `InputError` where there is neither.

    >>> (proofs_folder() / "gupte2010" / "lemma_1.py").is_file()
    True
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "proofs", package.parent / "proofs"):
        if folder.is_dir():
            return folder
    raise InputError("the proof scripts are not here: install exactdp again, or run it from its source checkout")
