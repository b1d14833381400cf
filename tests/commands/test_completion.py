"""`exactdp completion`, tried in the shells themselves."""

import io
import os
import shlex
import shutil
import subprocess
import time
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from exactdp.commands import cli
from exactdp.commands.parser import COMMANDS
from tests.commands.running import DATA, POSIX, Run, refusal

CASES = [
    ("exactdp cert", "certify"),
    ("exactdp optimal --lo", "--loss"),
    ("exactdp optimal -n 3 --loss sq", "squared"),
    ("exactdp optimal --loss pow", "power:3/2"),
    ("exactdp optimal --prior bin", "binomial:1/3"),
    ("exactdp prove gupte2010.lemma-1.b", "gupte2010.lemma-1.base-case"),
    ("exactdp prove lecture gupte2010.lemma-1.b", "gupte2010.lemma-1.base-case"),
    ("exactdp mechanism ran", "randomized-response"),
    ("exactdp certify x --claim not-d", "not-derivable"),
    ("exactdp audit --library opendp.g", "opendp.geometric"),
    ("exactdp check --neighbours comp", "complete"),
    ("exactdp check fig", "figure_2.csv"),
    ("exactdp export coq fig", "figure_2.csv"),
    ("exactdp plot curve appendix_b.csv fig", "figure_2.csv"),
    ("exactdp verify --against fig", "figure_2.csv"),
]
"""Lines, and the one word that their last word can be made into."""

# The shell's own function, called as it is called when Tab is pressed.
BASH = """
source "$0"
for line; do
    COMP_WORDS=($line) COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
    if [[ $line == *" " ]]; then COMP_WORDS+=(""); fi
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    $(complete -p exactdp | sed 's/.* -F \\([^ ]*\\) .*/\\1/') exactdp
    echo ${COMPREPLY[*]}
done
"""

FISH = "source $argv[1]; for line in $argv[2..]; echo (complete -C $line | string split -f 1 \\t); end"


@pytest.fixture(scope="module", params=["bash", "zsh", "fish"])
def script(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} cannot be found")
    written = tmp_path_factory.mktemp("completion") / f"_exactdp.{request.param}"
    with redirect_stdout(io.StringIO()) as said:
        # In this process, which loads the names of the claims only once.
        assert cli.main(["completion", request.param]) == 0
    written.write_text(said.getvalue(), encoding="utf-8")
    return written


def completions(script: Path, lines: list[str]) -> list[str]:
    """Return the completions that the shell offers for the last word of each line."""
    match script.suffix:
        case ".bash":
            words = ["bash", "--norc", "--noprofile", "-c", BASH, script, *lines]
        case ".fish":
            words = ["fish", "--no-config", "-c", FISH, script, *lines]
        case _:
            return in_zsh(script, lines)
    ran = subprocess.run(words, cwd=DATA, capture_output=True, text=True, timeout=60, check=True)
    assert ran.stderr == ""
    return ran.stdout.splitlines()


def in_zsh(script: Path, lines: list[str]) -> list[str]:
    """Press Tab in a terminal, as zsh completes nowhere else."""
    import pty

    shutil.copy(script, script.with_name("_exactdp"))
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "TERM": "dumb", "COLUMNS": "300"})
    folders = shlex.quote(str(script.parent))
    begin = f"PS1=; cd {shlex.quote(str(DATA))}; fpath=({folders} $fpath); autoload -U compinit; compinit -u -D"
    # The line that Tab leaves behind is printed, and not run.
    typed = [begin, *(f"{line}\t\x01: \x05; print -r -- \"=\" '{line}'$'\\t'\"$_\"" for line in lines), "exit"]
    os.write(terminal, "".join(f"{each}\n" for each in typed).encode())
    said, end = b"", time.monotonic() + 60
    while time.monotonic() < end:
        try:
            said += os.read(terminal, 2**16)
        except OSError:
            break
    os.waitpid(child, 0)
    found = dict(each.removeprefix("= ").split("\t") for each in said.decode().splitlines() if each.startswith("= "))
    return [found[line] for line in lines]


@POSIX
def test_the_shell_completes(script: Path) -> None:
    found = completions(script, [line for line, _ in CASES])
    assert dict(zip(dict(CASES), found, strict=True)) == dict(CASES)


def test_several_completions_are_all_offered(script: Path) -> None:
    if script.suffix == ".zsh":
        pytest.skip("zsh shows them as a menu")
    offered, claims = completions(script, ["exactdp ", "exactdp prove gupte2010.lemma-1"])
    assert set(offered.split()) >= {name for group in COMMANDS.values() for name in group}
    assert claims.split() == ["gupte2010.lemma-1", "gupte2010.lemma-1.base-case"]


def test_another_shell(run: Run) -> None:
    assert refusal(run("completion tcsh")).startswith("argument SHELL: invalid choice: 'tcsh': write bash, zsh, fish")
