"""What the adapters have in common, in the room's own `__init__`."""

import sys
from fractions import Fraction
from importlib import import_module

import pytest

from exactdp import InputError, Matrix, path
from exactdp.answers.audit import audit_implementation
from exactdp.other_libraries import LIBRARIES, Implementation, implementation, library


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "numpy.geometric",
            r"'numpy.geometric': did you mean qif.geometric\? write a mechanism of diffprivlib, opendp, qif, such as "
            "opendp.geometric",
        ),
        ("opendp", "unknown mechanism 'opendp': write opendp.geometric or opendp.randomized_response"),
        (
            "qif.os",
            "unknown mechanism 'qif.os': write qif.exact_distance, qif.exponential, .* or qif.tight_constraints",
        ),
        ("../opendp.geometric", "write a mechanism of diffprivlib"),
    ],
)
def test_a_mechanism_that_has_no_name_here(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        implementation(name, n=3, epsilon=1)


def test_a_library_that_is_missing_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qif", None)
    with pytest.raises(InputError, match=r"^qif is not installed: pip install '\.\[qif\]'$"):
        implementation("qif.geometric", n=3, epsilon=1)


def test_a_library_whose_own_import_fails_is_one_line(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lacking_one.py").write_text("import no_such_package.inside\n")
    (tmp_path / "lacking_two.py").write_text("from sys import no_such_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match=r"^lacking_one needs no_such_package.*, which is not installed: pip install"):
        library("lacking_one", "opendp")
    with pytest.raises(InputError, match=r"^lacking_two cannot be imported: cannot import name 'no_such_name'"):
        library("lacking_two", "opendp")


@pytest.mark.parametrize("package", LIBRARIES)
def test_what_is_refused_before_the_library_is_needed(package: str) -> None:
    name = f"{package}.{min(import_module(f'exactdp.other_libraries.{package}').MECHANISMS)}"
    for n, epsilon, message in [(0, 1, "n = 0"), (1001, 1, "n = 1001"), (1, 0, "above 0"), (1, -1, "above 0")]:
        with pytest.raises(InputError, match=message):
            implementation(name, n=n, epsilon=epsilon)
    with pytest.raises(TypeError, match="float"):
        implementation(name, n=1, epsilon=0.1)


def test_an_infinite_promise_is_kept_by_everything() -> None:
    made = Implementation("x", "by hand", Matrix([[1, 0], [0, 1]]), path(inputs=range(2)), None)
    assert audit_implementation(made)
    assert not audit_implementation(Implementation("x", "by hand", made.table, path(inputs=range(2)), Fraction(5)))
