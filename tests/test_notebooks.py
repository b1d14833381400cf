"""The notebooks of `docs/notebooks` show what their cells give.

`python tests/test_notebooks.py [FILE ...]` writes it anew.
"""

import html
import os
import re
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
SECONDS = 300
"""How long a cell may take on a busy machine; all of a notebook takes a few seconds."""

SVG = "image/svg+xml"


def executed(path: Path) -> Any:
    """Return a notebook after its cells were run from above to below, in its folder and a process of its own."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as own:
        # The user's IPython, its history and its settings have no part in it.
        environment = {**os.environ, "IPYTHONDIR": own, "JUPYTER_CONFIG_DIR": own, "PYTHONPATH": str(ROOT)}
        client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", record_timing=False)
        client.resources = {"metadata": {"path": str(path.parent)}}
        manager = client.create_kernel_manager()
        if os.name != "nt":
            manager.transport, manager.ip = "ipc", str(Path(own) / "kernel")
        with warnings.catch_warnings():
            # What Jupyter's own packages warn of each other is theirs.
            warnings.simplefilter("ignore")
            client.execute(env=environment)
    return notebook


def shown(notebook: Any) -> list[tuple[str, list[dict[str, str]]]]:
    """Every cell of code, with its outputs by their media."""
    return [(each.source, list(map(media, each.outputs))) for each in notebook.cells if each.cell_type == "code"]


def media(output: Any) -> dict[str, str]:
    """An output by its media; of a picture the words, for other versions of matplotlib draw other lines."""
    found = dict(output.get("data") or {output.output_type: output.get("text", output.get("traceback"))})
    if SVG in found:
        found[SVG] = " ".join(map(html.unescape, re.findall("<text[^>]*>(.*?)</text>", found[SVG], re.DOTALL)))
    return found


def write(path: Path) -> None:
    """Run a notebook and put what its cells give into it."""
    import nbformat

    notebook = executed(path)
    # No word of the machine.
    notebook.metadata["language_info"] = {"name": "python"}
    text = nbformat.writes(notebook, version=4)
    path.write_text(f"{text.rstrip()}\n", encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_fresh_run_gives_what_is_stored(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    for before, now in zip(shown(stored), shown(executed(path)), strict=True):
        assert now == before, before[0]


if __name__ == "__main__":
    for each in [Path(name).resolve() for name in sys.argv[1:]] or NOTEBOOKS:
        write(each)
