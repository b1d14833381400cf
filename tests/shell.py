"""A folder in which `exactdp` is a command, as after an installation."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def environment(folder: Path) -> dict[str, str]:
    """Put the command into a folder, and return the environment in which a shell finds it."""
    (folder / "bin").mkdir()
    for name, words in (("exactdp", '-m exactdp "$@"'), ("python3", '"$@"')):
        command = folder / "bin" / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}\n')
        command.chmod(0o755)
    path = os.pathsep.join([str(folder / "bin"), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
