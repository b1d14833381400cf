"""The sources of claims, as a report names them, and the folders of their proof scripts."""

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Document:
    """A paper, or this project itself: its authors, title and year.

    >>> SOURCES["gupte2010"].citation
    'Gupte & Sundararajan 2010, Universally Optimal Privacy Mechanisms for Minimax Agents'
    """

    authors: str
    year: int | None
    title: str

    @property
    def citation(self) -> str:
        """Authors, year and title in one line."""
        return f"{self.authors} {self.year}, {self.title}" if self.year else f"{self.authors}, {self.title}"


SOURCES = MappingProxyType(
    {
        "ghosh2009": Document(
            "Ghosh, Roughgarden & Sundararajan", 2009, "Universally Utility-Maximizing Privacy Mechanisms"
        ),
        "gupte2010": Document(
            "Gupte & Sundararajan", 2010, "Universally Optimal Privacy Mechanisms for Minimax Agents"
        ),
        "lecture": Document("Lecture notes", None, "Reconstruction Attacks, Differential Privacy and its Mechanisms"),
        "dwork2013": Document("Dwork", 2013, "The Analytic Framework for Data: A Cryptographic View"),
        "exactdp": Document("exactdp", 2026, "Universal optimality for every unimodal loss"),
    }
)
"""The documents by the name that begins a claim's id, in the order of reports."""


def cited_as(source: str) -> str:
    """Return the citation of a source; of a folder of your own, its name.

    >>> cited_as("lecture"), cited_as("note")
    ('Lecture notes, Reconstruction Attacks, Differential Privacy and its Mechanisms', 'note')
    """
    return SOURCES[source].citation if source in SOURCES else source
