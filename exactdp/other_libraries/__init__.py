"""Adapters for diffprivlib, OpenDP and qif, each an optional extra: the exact table of one of their mechanisms.

Every adapter documents the origin of its tables: read from the library's own numbers, counted from its own code, or
computed from its published algorithm. `exactdp.answers.audit.audit` examines them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module, metadata
from types import ModuleType

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.spelling import elided
from exactdp.arithmetic.suggestions import meant
from exactdp.model.matrix import Matrix
from exactdp.model.neighbours import Neighbours
from exactdp.model.sizes import by_name
from exactdp.processes.limits import loaded
from exactdp.shown import Shown


@dataclass(frozen=True)
class Implementation(Shown):
    """A mechanism of another library: its parameters, and its exact table.

    `promised` is the ε that the library states for these neighbours; None if it states that none holds. `source`
    describes the origin of the table in a sentence. `implementation` makes one if the library is installed.

    >>> from exactdp.model.neighbours import complete
    >>> table = Matrix([["0.731", "0.269"], ["0.269", "0.731"]])
    >>> found = Implementation("a coin", "its manual, with three digits", table, complete(inputs=range(2)), Fraction(1))
    >>> found.promised, found.table.shape
    (Fraction(1, 1), (2, 2))
    """

    name: str
    source: str
    table: Matrix
    neighbours: Neighbours
    promised: Fraction | None


def library(name: str, adapter: str) -> ModuleType:
    """Import another library when a mechanism of it is first needed.

    Raises: `InputError` if it is not installed or cannot be imported; the message says what to write.

    >>> library("no_such_library", "opendp")
    Traceback (most recent call last):
    exactdp.InputError: no_such_library is not installed: pip install '.[opendp]'
    """
    try:
        return loaded(name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != name.partition(".")[0]:
            raise InputError(f"{name} needs {error.name}, which is not installed: pip install '.[{adapter}]'") from None
        raise InputError(f"{name.partition('.')[0]} is not installed: pip install '.[{adapter}]'") from None
    except ImportError as error:
        why = elided(" ".join(str(error).split()), 100)
        raise InputError(f"{name} cannot be imported: {why}: pip install '.[{adapter}]'") from None


def version(name: str) -> str:
    """Return a library's name with its installed version. Raises: `PackageNotFoundError` if it is not installed.

    >>> version("python-flint").partition(" ")[0]
    'python-flint'
    """
    return f"{name} {metadata.version(name)}"


Maker = Callable[..., Implementation]

LARGEST_TABLE = 1000
"""The largest n of a table on 0..n."""


def check_size(n: int) -> None:
    """Raise `InputError` unless a table on 0..n can be made: n is from 1 to `LARGEST_TABLE`.

    >>> check_size(0)
    Traceback (most recent call last):
    exactdp.InputError: n = 0: write a number from 1 to 1000
    """
    if not 1 <= n <= LARGEST_TABLE:
        raise InputError(f"n = {n}: write a number from 1 to {LARGEST_TABLE}")


@by_name
def implementation(name: str, *, n: int, epsilon: Exact, sensitivity: int = 1) -> Implementation:
    """Return a mechanism by its qualified name, such as "diffprivlib.GeometricTruncated".

    Domain: one of the `MECHANISMS` of the adapters, inputs 0..n (n + 1 values if they have no order), ε > 0 exact.
    Raises: `InputError` for another name, another domain, or a missing library.

    >>> implementation("opendp.laplace", n=3, epsilon=1)
    Traceback (most recent call last):
    exactdp.InputError: unknown mechanism 'opendp.laplace': write opendp.geometric or opendp.randomized_response
    """
    package, _, mechanism = name.partition(".")
    if package not in LIBRARIES:
        raise InputError(
            f"unknown mechanism {elided(name)!r}: {meant(name, mechanisms())}write a mechanism of "
            f"{', '.join(LIBRARIES)}, such as opendp.geometric"
        )
    known: dict[str, Maker] = import_module(f"exactdp.other_libraries.{package}").MECHANISMS
    if mechanism not in known:
        *others, last = (each for each in mechanisms() if each.startswith(f"{package}."))
        raise InputError(
            f"unknown mechanism {elided(name)!r}: {meant(name, mechanisms())}write {', '.join(others)} or {last}"
        )
    return known[mechanism](n=n, epsilon=epsilon, sensitivity=sensitivity)


LIBRARIES = ("diffprivlib", "opendp", "qif")
"""The libraries with an adapter, by the name of the extra."""


def mechanisms() -> list[str]:
    """Return the names that `implementation` accepts.

    >>> mechanisms()[-1].partition(".")[0]
    'qif'
    """
    return [
        f"{package}.{each}"
        for package in LIBRARIES
        for each in import_module(f"exactdp.other_libraries.{package}").MECHANISMS
    ]
