"""What the README and the pages of `docs` show is what their commands print.

`python tests/test_documentation.py [FILE ...]` writes it anew.
"""

import doctest
import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

sys.path[:0] = [str(Path(__file__).parent.parent)]

from exactdp.commands import cli  # noqa: E402
from exactdp.commands.parser import COMMANDS  # noqa: E402
from tests.claims.one_run_of_coq import assumptions_once  # noqa: E402
from tests.coqc_once import put_coqc  # noqa: E402
from tests.shell import ROOT, environment  # noqa: E402

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("**/*.md"))]
BLOCK = re.compile(r"(?P<before>[^\n]*\n)\n?```(?P<language>\w+)\n(?P<body>.*?)```", re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)

PLAIN = re.compile(r"exactdp (?!sweep )[^|;&<>$`\\*?~(){}\n]*")
"""A command that needs no shell, and starts no processes of its own. Another program may read what it prints."""


def needs(text: str) -> list[str]:
    """Return the programs and packages that the page says its commands need."""
    return re.findall(r"[\w-]+", " ".join(re.findall(r"<!-- needs: (.*?) -->", text)))


def missing(name: str) -> bool:
    return shutil.which(name) is None and importlib.util.find_spec(name) is None


def run(text: str, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Do what a page says, from above to below in one folder: yield commands, what the page shows and what they print.

    A block whose last line before it names a file, such as "as `table.csv`:", is that file; `python` is a session.
    """
    for program in ("exactdp/kernel.py", "exactdp/diagram_kernel.py", "checkers/vipr.py"):
        shutil.copy(ROOT / program, folder)
    found = environment(folder)
    if "coqc" in needs(text):
        put_coqc(folder / "bin")
    session: dict[str, object] = {}
    for block in BLOCK.finditer(text):
        named = re.findall(r"`([\w-]+\.\w+)`", block["before"])
        if block["language"] == "console":
            for words, shown in COMMAND.findall(block["body"]):
                first, joint, rest = (*re.split(" ([|]|&&) ", words, maxsplit=1), "", "")[:3]
                script, given, told = words, "", ""
                if PLAIN.fullmatch(first):
                    code, given, told = printed_here(first, folder)
                    script = rest if joint == "|" else f"cat && {rest}" if joint and code == 0 else "cat"
                ran = subprocess.run(
                    script,
                    shell=True,
                    cwd=folder,
                    env=found,
                    input=given,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                yield words, shown, ran.stdout + told + ran.stderr
        elif block["language"] == "python":
            yield from typed(block["body"], session, folder)
        elif named:
            (folder / named[-1]).write_text(block["body"], encoding="utf-8")


def printed_here(words: str, folder: Path) -> tuple[int, str, str]:
    """Run a command of exactdp in this process, which has loaded what it needs; return its code, output and errors."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2)]
    # What the last run kept is another one's on every machine.
    nothing_kept = patch("exactdp.claims.last_run.cache_folder", lambda kept: None)
    # Other processes would load the scripts again, and print the same.
    alone = patch("exactdp.commands.claims.processors", lambda: 1)
    once = patch("exactdp.commands.axioms.assumptions", assumptions_once)
    with chdir(folder), nothing_kept, alone, once, redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        code = cli.main(shlex.split(words)[1:])
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode("utf-8") for stream in streams)
    return code, out, err


def typed(body: str, session: dict[str, object], folder: Path) -> Iterator[tuple[str, str, str]]:
    """Type a session into Python, in the folder, and yield every example that prints something else than is shown."""
    examples = doctest.DocTestParser().get_doctest(body, session, "page", None, 0)
    said: list[str] = []
    with chdir(folder):
        doctest.DocTestRunner(verbose=False).run(examples, out=said.append, clear_globs=False)
    session.update(examples.globs)
    yield body, "", "".join(said)


def timeless(output: str) -> str:
    """Return the output with every time in seconds left out, as no two runs agree about it, nor where its line ends."""
    return re.sub(r"\s*\b[0-9]+\.[0-9]{2,4}\s*s\b", " (time)", output)


MARKS = {
    "coq.md": pytest.mark.coq,
    **{f"{name}.md": pytest.mark.long for name in ("calls", "claims", "own-lemmas", "records", "sweeps", "terminal")},
}


@pytest.mark.skipif(os.name == "nt", reason="the commands are for a POSIX shell")
@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=MARKS.get(page.name, ())) for page in PAGES],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_every_command_prints_what_the_page_says(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    lacking = [name for name in needs(text) if missing(name)]
    if lacking:
        pytest.skip(f"{', '.join(lacking)} cannot be found")
    ran = list(run(text, tmp_path))
    assert len(ran) == len(re.findall(r"^\$ |^```python\n", text, re.MULTILINE))
    for words, shown, printed in ran:
        assert timeless(printed) == timeless(shown), words
    if pictures := pictures_on(page):
        assert {each.name for each in pictures} == {each.name for each in tmp_path.glob("*.svg")}
        for each in pictures:
            assert written_in(each) == written_in(tmp_path / each.name), f"write {each.name} anew"


def pictures_on(page: Path) -> list[Path]:
    """Return the files of the pictures that a page shows."""
    links = re.findall(r"^!\[.+\]\((.+\.svg)\)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [page.parent / each for each in links]


def written_in(picture: Path) -> list[str]:
    """Return the texts of a picture; other versions of matplotlib draw other lines."""
    return ["".join(each.itertext()) for each in ET.parse(picture).iter("{http://www.w3.org/2000/svg}text")]


def test_every_picture_is_on_a_page() -> None:
    shown = {each.resolve() for page in PAGES for each in pictures_on(page)}
    assert shown == {*(ROOT / "docs" / "pictures").glob("*.svg"), ROOT / "docs" / "tutorial.svg"}


def test_a_page_that_shows_something_else_is_noticed(tmp_path: Path) -> None:
    page = "as `x.txt`:\n\n```text\n1\n```\n\n```console\n$ cat x.txt\n2\n```\n"
    page += '\n```python\n>>> from pathlib import Path\n>>> Path("x.txt").read_text()\n2\n```\n'
    page += "\n```console\n$ exactdp verify x.txt\n2\n$ exactdp geometric -n 1 --alpha 1/3 | tail -n 1\n2\n```\n"
    page += "\n```console\n$ exactdp geometric -n 1 --alpha 1/3 -o g.csv && wc -l < g.csv\n2\n"
    page += "$ exactdp verify x && wc g.csv\n```\n"
    command, session, here, piped, then, failed = run(page, tmp_path)
    assert command == ("cat x.txt", "2\n", "1\n")
    assert here[2].startswith("exactdp: x.txt: malformed: ")
    assert piped == ("exactdp geometric -n 1 --alpha 1/3 | tail -n 1", "2\n", "1  1/4  3/4\n")
    assert then == ("exactdp geometric -n 1 --alpha 1/3 -o g.csv && wc -l < g.csv", "2\n", "3\n")
    assert re.fullmatch("exactdp: .*\n", failed[2])
    assert "Expected:\n    2\nGot:\n    '1\\n'\n" in session[2]


def test_the_two_commands_are_there() -> None:
    blocks = re.findall(r"```sh install\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 2
    assert "exactdp prove" in blocks[0]
    assert "pytest" in blocks[1]


def test_the_page_of_commands_lists_every_command() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `exactdp ([a-z-]+)", page, re.MULTILINE)
    assert sorted(set(listed)) == sorted(name for group in COMMANDS.values() for name in group)
    # Only `verify` has two rows, as it judges two kinds of files.
    assert [name for name in listed if listed.count(name) > 1] == ["verify"] * 2


def test_the_readme_is_read_in_one_sitting() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 200


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)", README.read_text(encoding="utf-8"))
    assert len(links) > 10
    assert [link for link in links if not (ROOT / link).is_file()] == []


def test_a_page_keeps_its_outputs_where_its_programs_are_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    text = "<!-- needs: nowhere -->\n\n```console\n$ echo 1\n2\n```\n"
    page.write_text(text)
    write(page)
    assert (page.read_text(), capsys.readouterr().err) == (text, "page.md is not rewritten: nowhere cannot be found\n")
    page.write_text(text.replace("nowhere", "sh"))
    write(page)
    assert page.read_text().endswith("$ echo 1\n1\n```\n")


def write(page: Path) -> None:
    """Put what the commands print now under each of them, unless a program or a package of the page is missing."""
    text = page.read_text(encoding="utf-8")
    if lacking := [name for name in needs(text) if missing(name)]:
        print(f"{page.name} is not rewritten: {', '.join(lacking)} cannot be found", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder:
        found = iter([printed for words, _, printed in run(text, Path(folder)) if f"$ {words}\n" in text])

    def with_output(block: re.Match[str]) -> str:
        if block["language"] != "console":
            return block[0]
        commands = re.findall(r"^\$ .*\n", block["body"], re.MULTILINE)
        return block[0].replace(block["body"], "".join(command + next(found) for command in commands))

    page.write_text(BLOCK.sub(with_output, text), encoding="utf-8")


if __name__ == "__main__":
    for each in [Path(name).resolve() for name in sys.argv[1:]] or PAGES:
        write(each)
