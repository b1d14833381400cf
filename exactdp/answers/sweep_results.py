"""The table of a sweep as Parquet: one row for each instance, with every number as exact text."""

import os
from collections.abc import Sequence
from io import BytesIO
from types import ModuleType
from typing import Any

from exactdp.answers.sweep_outcome import InstanceOutcome
from exactdp.answers.sweep_specification import AtExponential, Deployed, Instance
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.spelling import elided, text
from exactdp.files.storage import read_bytes, shown, write_bytes
from exactdp.optimum.problem import hypotheses
from exactdp.processes.limits import loaded

COLUMNS = (
    *("instance", "n", "alpha", "epsilon", "neighbours", "responses_only", "symmetric", "mechanism", "loss", "prior"),
    *("side_information", "verdict", "value", "value_decimal", "unique", "kind", "theorem", "statement_sha256"),
    *("certificate_sha256", "value_below", "certificate_below_sha256", "reason", "exactdp"),
)
"""The columns in order. All are text but `n`, an integer, and `symmetric` and `unique`, truth values."""

ROWS = 2**16
"""The number of rows in one row group of the file."""

Row = dict[str, Any]


def row(instance: Instance, outcome: InstanceOutcome) -> Row:
    """Return the row of one instance: the question as written, and the outcome.

    >>> from exactdp.answers.sweep_outcome import find
    >>> from exactdp.answers.sweep_specification import parse
    >>> instance = parse('n = 3\\nalpha = "1/4"\\nloss = "abs"').instances[0]
    >>> found = row(instance, find(instance)[0])
    >>> found["n"], found["loss"], found["side_information"], found["value"]
    (3, 'abs', 'all', '168/415')
    """
    words, asked = {key.replace("-", "_"): word for key, word in instance.words.items()}, instance.question
    found: Row = {**dict.fromkeys(COLUMNS), **words, "instance": instance.key, "n": asked.inputs - 1}
    if not isinstance(asked, Deployed):
        problem, level = (asked.above, asked.level) if isinstance(asked, AtExponential) else (asked, asked.alpha)
        alpha = str(level) if isinstance(level, Exponential) else text(level)
        found |= {"alpha": alpha, "neighbours": words.get("neighbours", "path")}
        found |= {"symmetric": words.get("symmetric") == "true", "theorem": hypotheses(problem)}
    if "prior" not in words:
        found["side_information"] = words.get("side_information", "all")
    renamed = {each: f"{each}_sha256" for each in ("statement", "certificate", "certificate_below")}
    renamed["version"] = "exactdp"
    return found | {renamed.get(name, name): value for name, value in outcome.entry().items() if name != "key"}


def write(rows: Sequence[Row], path: str | os.PathLike[str]) -> None:
    """Write the rows atomically; equal rows give equal bytes. Raises: `InputError` without pyarrow.

    >>> import tempfile
    >>> from pathlib import Path
    >>> rows = [dict.fromkeys(COLUMNS) | {"n": 3, "alpha": "1/4", "value": "168/415"}]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(rows, Path(folder) / "results.parquet")
    ...     (Path(folder) / "results.parquet").read_bytes()[:4]
    b'PAR1'
    """
    pyarrow, parquet = _pyarrow("pyarrow"), _pyarrow("pyarrow.parquet")
    others = {"n": pyarrow.int64(), "symmetric": pyarrow.bool_(), "unique": pyarrow.bool_()}
    schema = pyarrow.schema([(name, others.get(name, pyarrow.string())) for name in COLUMNS])
    buffer = BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(list(rows), schema), buffer, compression="zstd", row_group_size=ROWS)
    write_bytes(buffer.getvalue(), path)


def read_results(path: str | os.PathLike[str]) -> list[Row]:
    """Return the rows of a file that `write` wrote.

    Raises: `InputError` if it cannot be read, and without pyarrow.

    >>> import tempfile
    >>> from pathlib import Path
    >>> rows = [dict.fromkeys(COLUMNS) | {"n": 3, "alpha": "1/4", "value": "168/415"}]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(rows, Path(folder) / "results.parquet")
    ...     read_results(Path(folder) / "results.parquet") == rows
    True
    """
    pyarrow, parquet = _pyarrow("pyarrow"), _pyarrow("pyarrow.parquet")
    data = read_bytes(path)
    try:
        table = parquet.read_table(BytesIO(data))
        rows: list[Row] = table.to_pylist()
    # For damaged files pyarrow raises OSError, and for invalid UTF-8 ValueError.
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        why = elided(" ".join(str(error).split()), 200)
        raise InputError(
            f"{shown(path)}: this is not a complete Parquet file ({why}): sweep again to write it again"
        ) from None
    if tuple(table.column_names) != COLUMNS:
        raise InputError(f"{shown(path)}: these are not the columns of a sweep: name a file that `exactdp sweep` wrote")
    return rows


def check_installed() -> None:
    """Check that pyarrow is installed. Raises: `InputError` otherwise.

    >>> check_installed()
    """
    _pyarrow("pyarrow.parquet")


def _pyarrow(name: str) -> ModuleType:
    try:
        return loaded(name)
    except ImportError:
        raise InputError("Parquet needs pyarrow, which is not installed: pip install '.[sweep]'") from None
