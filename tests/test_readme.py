"""The README's commands print what the README says. `python tests/test_readme.py` writes it anew."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def examples(text: str) -> list[tuple[str, str]]:
    """Return the commands of the README in order, each with the output under it."""
    found = []
    for block in BLOCK.findall(text):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            found.append((command, output))
    return found


def outputs(text: str, folder: Path) -> Iterator[str]:
    """Run the commands one after another, in a folder that holds the README's files, and yield what each prints."""
    (folder / "appendix_b.csv").write_text(re.search(r"```csv\n(.*?)```", text, re.DOTALL)[1])
    (folder / "kernel.py").write_bytes((ROOT / "exactdp" / "kernel.py").read_bytes())
    (folder / "bin").mkdir()
    command = folder / "bin" / "exactdp"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m exactdp "$@"\n')
    command.chmod(0o755)
    path = os.pathsep.join([str(folder / "bin"), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    for words, _ in examples(text):
        run = subprocess.run(
            words, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=900, check=False
        )
        yield run.stdout + run.stderr


def timeless(output: str) -> str:
    """Return the output with every time in seconds left out, as no two runs agree about it."""
    return re.sub(r" *\b[0-9]+\.[0-9]{2,4} ?s\b", " (time)", output)


@pytest.mark.skipif(os.name == "nt", reason="the commands are for a POSIX shell")
def test_every_command_prints_what_the_readme_says(tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    said = examples(text)
    assert len(said) >= 5
    for (command, expected), found in zip(said, outputs(text, tmp_path), strict=True):
        assert timeless(found) == timeless(expected), command


def test_the_two_commands_are_there() -> None:
    blocks = re.findall(r"```sh install\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 2
    assert "exactdp prove" in blocks[0]
    assert "pytest" in blocks[1]


def main() -> None:
    text = README.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        found = iter(list(outputs(text, Path(folder))))

    def with_output(block: re.Match[str]) -> str:
        commands = re.findall(r"^\$ .*\n", block[1], re.MULTILINE)
        return "```console\n" + "".join(command + next(found) for command in commands) + "```"

    README.write_text(BLOCK.sub(with_output, text), encoding="utf-8")


if __name__ == "__main__":
    main()
