"""Run the kernel on its cases with a Python older than 3.10, such as Debian's PyPy, another implementation of Python.

    pypy3 -I -S tests/kernel_on_older_python.py

All lines of the kernel run. This program supplies the parts of Python 3.10 that the kernel uses: `zip` with `strict`,
and annotations that are not evaluated.
"""

import __future__

import builtins
import itertools
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

TESTS = Path(__file__).resolve().parent
PLAIN_ZIP = zip


def strict_zip(*columns: Iterable[Any], strict: bool = False) -> Iterator[Any]:
    """Yield rows; if `strict`, columns of different lengths are an error."""
    return _rows(columns) if strict else PLAIN_ZIP(*columns)


def _rows(columns: Iterable[Iterable[Any]]) -> Iterator[Any]:
    missing = object()
    for row in itertools.zip_longest(*columns, fillvalue=missing):
        if any(value is missing for value in row):
            raise ValueError("zip() of columns of different lengths")
        yield row


def the_kernel() -> ModuleType:
    """Load the kernel from its file."""
    file = TESTS.parent / "exactdp" / "kernel.py"
    flags = __future__.annotations.compiler_flag
    kernel = sys.modules["kernel"] = ModuleType("kernel")
    kernel.__file__ = str(file)
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec", flags, dont_inherit=True), kernel.__dict__)
    return kernel


def main() -> int:
    vars(builtins)["zip"] = strict_zip
    sys.path[:0] = [str(TESTS)]
    import kernel_cases

    kernel_cases.the_kernel = the_kernel
    return kernel_cases.main()


if __name__ == "__main__":
    sys.exit(main())
