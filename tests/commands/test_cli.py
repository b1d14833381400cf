"""The command line as a whole: files, usage, interruptions, pipes."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from exactdp import Remark, __version__, files, geometric, kernel
from tests.commands.running import (
    APPENDIX_B,
    DATA,
    ENVIRONMENT,
    FULL,
    POSIX,
    Run,
    alone,
    matrix_of,
    refusal,
    undigested,
)


def test_commands_work_together_in_pipes(run: Run) -> None:
    made = run("geometric -n 3 --alpha 1/2 --format csv")
    remapped = run("derive - --alpha 1/2 --json", stdin=made.out.encode())
    assert matrix_of(json.loads(remapped.out)["remap"]).rows == geometric(n=3, alpha=0).rows
    proved = run("certify - --alpha 1/2", stdin=made.out.encode())
    assert run("verify -", stdin=proved.out.encode()).out.startswith("accepted: ")
    read = run("check - --json", stdin=made.out.encode())
    again = run("check -", stdin=json.dumps(json.loads(read.out)["mechanism"]).encode())
    assert again.code == 0


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the input is empty: write a matrix as JSON, CSV or LaTeX"),
        (b"hello", "'hello' is not JSON, CSV or LaTeX: write rows such as 1/9,8/9"),
        (b'{"rows": [["1/2", 0.5]], "extra": 1}', "line 1: 'extra' is an unknown key: "),
        (b"\\begin{bmatrix} 1 & x \\end{bmatrix}", "line 1, row 1, column 2: 'x' is not an exact number: "),
        (b"1/2,1/2\n1", "line 2, row 2 has 1 entry where row 1 has 2: write rows of one length"),
        (b"1/2,1/3", "line 1, row 1 sums to 5/6, which is 1/6 short of 1: write probabilities that sum to exactly 1"),
        (b"5/10%,50%", "line 1, row 1, column 1: '5/10%' is not an exact number: write 1/200"),
        (b"#DIV/0!,1\n1/2,1/2", "line 1, row 1, column 1: '#DIV/0!' is not an exact number: "),
        (b"\xef\xbb\xbfa,b\r\n1/2,1/2\r\n", "line 1, row 1, column 1: 'a' is not an exact number: "),
        (b"1/2 & 1/2", "& separates the numbers, as in LaTeX: write \\begin{bmatrix} before and "),
        (b"1" * 2_000_000, "line 1, row 1, column 1: 111111"),
        (b"[" * 1_000_000, "line 1: '[[[[["),
        (b"1/2," * 200_000, "line 1, row 1, column 200001: the number is missing: "),
        (b"1/2,1/2\xff", "the byte 0xff at offset 7 is not UTF-8: save the file as UTF-8"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_bad_files(run: Run, data: bytes, said: str) -> None:
    Path("bad").write_bytes(data)
    before = sorted(Path().iterdir())
    for command in ("check bad", "derive bad", "certify bad -o c.cert"):
        message = refusal(run(command))
        assert message.startswith(f"bad: {said}")
        assert len(message) < 300
    assert refusal(run("check -", stdin=data)).startswith(f"standard input: {said}")
    assert sorted(Path().iterdir()) == before


HOSTILE = ["=cmd|' /C calc'!A1", "\x9b31m\u202e<script>alert(1)</script>", "\\input{/etc/passwd}"]


def test_hostile_labels_are_harmless_wherever_they_are_opened(run: Run) -> None:
    Path("m.json").write_text(json.dumps({"inputs": HOSTILE, "responses": HOSTILE, "rows": [["1/3"] * 3] * 3}))
    for command in (
        "check m.json",
        "check m.json --json",
        "convert m.json --json",
        "convert m.json --format latex",
        "derive m.json --from m.json",
        "audit m.json",
    ):
        ran = run(command)
        assert ran.code == 0
        # Neither a control character nor a turn of the direction reaches a terminal.
        assert all(sign.isprintable() or sign == "\n" for sign in ran.out + ran.err)
    assert json.loads(run("convert m.json --json").out)["inputs"] == HOSTILE
    assert "\\input" not in run("convert m.json --format latex").out
    message = refusal(run("convert m.json --format csv"))
    assert "holds the end of a line or a control character: write JSON, or give another label" in message
    assert run("plot mechanism m.json -o picture.svg").code == 0
    picture = Path("picture.svg").read_text(encoding="utf-8")
    assert "<script>alert" not in picture
    assert all(sign.isprintable() or sign == "\n" for sign in picture)


def test_convert_says_when_labels_are_lost(run: Run) -> None:
    said = "the labels are omitted, because LaTeX has no place for them: JSON and CSV keep them\n"
    Path("m.csv").write_text("input,no,yes\nhealthy,1/2,1/2\nill,1/4,3/4\n")
    assert run("convert m.csv -o m.tex").err == said
    assert run("convert m.csv -o m.json").err == ""
    assert run("convert figure_2.csv -o figure_2.tex").err == ""


NPY = b"\x93NUMPY\1\0\x76\0{'descr': '<f8', 'fortran_order': False, 'shape': (%s), }"

SIZES = {
    "optimal -n 100000 --alpha 1/2 --loss abs": "a mechanism would have 100,001 × 100,001 entries, above 33",
    "optimal -n 999999 --alpha 1/2 --loss abs --prior uniform": "a mechanism would have ",
    "optimal -n 9 --alpha 1e-99999 --loss abs": "'1e-99999' is too long: ",
    "optimal -n 5000 --alpha 1/2 --loss abs --prior binomial:1e-900": "n = 5000: the powers",
    "optimal -n 5000 --alpha 1/2 --loss abs --prior geometric:1e-900": "n = 5000: the powers",
    "phases -n 100000 --loss abs": "a mechanism would have 100,001 × 100,001 entries, above 33",
    "mechanism histogram -n 1000 --cells 1000 --alpha 1/2": "the matrix would have more",
    "sweep sweep.toml -o out": "sweep.toml: n = 1..1000000: 1000000 is not ",
    "check spelled.csv": "spelled.csv: line 1, row 1, column 1: '1e-999999' is too long: ",
    "audit huge.npy": "huge.npy: there are about 1,000,000,000,000 entries: ",
    "audit rows.npy": "rows.npy: there are about 1,000,000,000,000 entries: ",
}


@pytest.mark.parametrize("command", SIZES)
def test_sizes_are_refused_before_they_are_built(run: Run, command: str) -> None:
    Path("sweep.toml").write_text('n = "1..1000000"\nalpha = "1/2"\nloss = "abs"\n')
    Path("spelled.csv").write_text("\n".join(",".join(["1e-999999"] * 300) for _ in range(300)))
    for name, shape in (("huge.npy", b"1000000, 1000000"), ("rows.npy", b"1000000000000, 0")):
        Path(name).write_bytes((NPY % shape).ljust(127) + b"\n")
    began = time.process_time()
    assert refusal(run(command)).startswith(SIZES[command])
    assert time.process_time() - began < 10


def test_a_header_of_numbers_is_remarked_on_standard_error(run: Run) -> None:
    Path("table.csv").write_text("0,1\n1/2,1/2\n1/4,3/4\n")
    told = "line 1 says 0,1 and was taken for the probabilities of input 0: if it is a header, leave it out"
    for _ in range(2):
        ran = run("check table.csv")
        assert (ran.code, ran.err) == (0, f"table.csv: {told}\n")
    assert run("audit table.csv").err == f"table.csv: {told}\n"
    assert run("repair - --alpha 0", stdin=b"0,1,2\n1,0,0\n0,1,0\n").err.startswith("standard input: line 1 says 0,1,2")
    with pytest.warns(Remark, match=told) as caught:
        files.read("table.csv")
    assert caught[0].filename == __file__


def test_files_that_cannot_be_read_or_written(run: Run) -> None:
    Path("folder").mkdir()
    before = sorted(Path().iterdir())
    assert refusal(run("check none.csv")) == "none.csv: this file does not exist: check its name"
    assert refusal(run("check folder")) == "folder: this is a directory: name a file in it"
    assert refusal(run("verify folder")) == "folder: this is a directory: name a file in it"
    assert refusal(run("check", "two\nlines")) == r"two\nlines: this file does not exist: check its name"
    for command in (
        "certify appendix_b.csv",
        "convert appendix_b.csv",
        "geometric -n 1 --alpha 1",
    ):
        assert (
            refusal(run(command, "-o", "none/x.csv"))
            == "none/x.csv: the directory none does not exist: create it first"
        )
        assert refusal(run(command, "-o", "folder")).startswith("folder: ")
    assert "end it in .json, .csv or .tex, or give the format: --format csv" in refusal(
        run("convert appendix_b.csv -o x")
    )
    for command in (
        "check",
        "convert appendix_b.csv -o",
        "certify appendix_b.csv -o",
        "derive figure_2.csv --from",
    ):
        assert refusal(run(command, "")).startswith(": ")
    assert sorted(Path().iterdir()) == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read and write everything")
def test_files_without_permission(run: Run) -> None:
    Path("appendix_b.csv").chmod(0)
    assert refusal(run("check appendix_b.csv")) == "appendix_b.csv: no permission to read it"


@FULL
def test_a_full_disk(run: Run) -> None:
    assert refusal(run("certify appendix_b.csv -o /dev/full")) == "/dev/full: No space left on device"
    assert refusal(run("convert appendix_b.csv -o /dev/full --format csv")).startswith("/dev/full: ")


def test_wrong_usage(run: Run) -> None:
    assert run() == run("--help")._replace(code=2)
    required = "the following arguments are required: "
    assert refusal(run("--debug")).startswith(f"{required}COMMAND; write one of check, audit, ")
    assert refusal(run("attack")) == (
        f"{required}ATTACK; write one of reconstruction, differencing, decode; see exactdp attack --help"
    )
    assert refusal(run("chekc x")).startswith("argument COMMAND: invalid choice: 'chekc'")
    assert refusal(run("check")) == (
        "the following arguments are required: FILE; write for example exactdp check table.csv --alpha 1/4; "
        "see exactdp check --help"
    )
    assert refusal(run("certify x --claim good")).startswith("argument --claim: invalid choice: 'good'")
    assert refusal(run("check figure_2.csv", "two\nlines")).startswith(
        "unrecognized arguments: two lines: this command takes only FILE; see"
    )
    assert len(refusal(run("check figure_2.csv", "long" * 1000))) < 700
    for said in ("1.5", "abc", "9" * 5000):
        assert "not a whole number: write one such as 3" in refusal(run("geometric -n", said, "--alpha", "1/2"))
    for said in ("", "--json"):
        option = [said] if said else []
        message = refusal(run("geometric -n 3", *option))
        assert message == "this needs a level: write --alpha 1/2, or --epsilon 1"
    message = refusal(run("geometric -n -1 --alpha 1/2"))
    assert message == "n = -1: write a database size of at least 0"
    for size in ("1000000", "9" * 50, "9" * 4000):
        message = refusal(run("geometric -n", size, "--alpha", "1/2"))
        assert message.endswith("at this α the matrix would fill gigabytes: write a smaller n")
    assert "not allowed with" in refusal(run("convert figure_2.csv --json --format csv"))


@pytest.mark.parametrize(
    ("words", "option", "unread"),
    [
        ("check figure_2.csv --alpha x", "--alpha", "x"),
        ("check figure_2.csv --alpha=1/x", "--alpha", "1/x"),
        ("check figure_2.csv --epsilon x", "--epsilon", "x"),
        ("check figure_2.csv --epsilon=1,5", "--epsilon", "1,5"),
        ("check figure_2.csv --html x --epsilon ln(x)", "--epsilon", "x"),
        ("curve figure_2.csv --delta x", "--delta", "x"),
        ("release -n 3 --levels 1/2,x --count 2", "--levels", "x"),
        ("optimal -n 2 --alpha 1/2 --loss power:x", "--loss", "x"),
        ("optimal -n 1 --alpha 1/2 --loss abs --prior 1/2,x", "--prior", "x"),
        ("optimal -n 1 --alpha 1/2 --loss abs --fix-row 1=1/2,x", "--fix-row", "x"),
    ],
)
def test_an_error_about_a_number_names_its_option(run: Run, words: str, option: str, unread: str) -> None:
    assert refusal(run(*words.split())).startswith(f"{option}: {unread!r} is not an exact number: write ")


def test_an_error_about_a_number_in_a_file_names_no_option(run: Run) -> None:
    Path("x.csv").write_text("1/2,x\n")
    assert refusal(run("check x.csv --html x")).startswith("x.csv: line 1, row 1, column 2: 'x' is not")


def test_help_and_version(run: Run) -> None:
    assert run("--version") == (0, f"exactdp {__version__}\n", "")
    commands = [
        "check",
        "geometric",
        "derive",
        "certify",
        "verify",
        "convert",
        "prove",
        "errata",
        "release",
        "coalitions",
    ]
    ran = run("--help")
    assert ran.code == 0
    assert all(re.search(rf"\n  {command}\s", ran.out) for command in commands)
    for command in commands:
        ran = run(command, "--help")
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"usage: exactdp {command} ")


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (ModuleNotFoundError(name="highspy"), 2, "highspy, which this needs, is not installed: pip install highspy"),
        (MemoryError(), 3, "not decided within 4 GB of memory"),
        (kernel.Malformed("line 3"), 3, "not decided: the certificate would be too large: line 3"),
    ],
)
def test_what_may_happen_meanwhile(
    run: Run, monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int, said: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr("exactdp.commands.check.check", fail)
    assert run("check figure_2.csv --memory-limit 4") == (code, "", f"exactdp: {said}\n")


@pytest.mark.parametrize(
    "defect", [TypeError(), SystemExit(0), ModuleNotFoundError(name="exactdp.nowhere"), ModuleNotFoundError()]
)
def test_a_defect_is_not_called_bad_input(run: Run, monkeypatch: pytest.MonkeyPatch, defect: Exception) -> None:
    def fail(*_: object, **__: object) -> None:
        raise defect

    monkeypatch.setattr("exactdp.commands.check.check", fail)
    ran = run("check figure_2.csv")
    assert (ran.code, ran.out) == (70, "")
    assert ran.err.startswith(f"exactdp: internal error: {type(defect).__name__} in exactdp/commands/check.py, line ")


@POSIX
def test_ctrl_c_in_long_work(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "exactdp", "plot", "phases", "-n", "14", "--loss", "squared", "-o", "x.svg"]
    with subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stderr=subprocess.PIPE) as started:
        time.sleep(1)
        started.send_signal(signal.SIGINT)
        _, said = started.communicate(timeout=30)
    # Python passes the signal on to the shell, which calls it 130, where it met the making of a class.
    assert started.returncode in (130, -signal.SIGINT)
    assert said == b"exactdp: interrupted\n"
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_ctrl_c_before_the_command_line_is_loaded() -> None:
    interrupted = """
import os, signal, sys
from exactdp.__main__ import main
class Loading:
    def find_spec(self, name, *rest):
        if name == "exactdp.commands.cli":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Loading())
sys.exit(main())
"""
    ran = subprocess.run([sys.executable, "-c", interrupted], env=ENVIRONMENT, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"exactdp: interrupted\n")


@POSIX
def test_a_terminal_without_the_papers_signs() -> None:
    ascii_only = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for words, code in (("--help", 0), ("check figure_2.csv --epsilon 1", 0), ("check ½.csv", 2)):
        ran = alone(words, environment=ascii_only)
        assert ran.returncode == code
        assert (ran.stdout + ran.stderr).isascii()
        assert b"Traceback" not in ran.stderr


@POSIX
def test_a_reader_that_goes_away() -> None:
    for command in ("check appendix_b.csv", "check appendix_b.csv --json", "convert appendix_b.csv"):
        reading, writing = os.pipe()
        os.close(reading)
        ran = alone(command, stdout=writing, stderr=subprocess.PIPE, capture_output=False)
        os.close(writing)
        assert (ran.returncode, ran.stderr) == (141, b"")


@FULL
def test_standard_output_that_is_full() -> None:
    with Path("/dev/full").open("wb") as full:
        for command in ("check appendix_b.csv", "certify appendix_b.csv", "--help"):
            ran = alone(command, stdout=full, stderr=subprocess.PIPE, capture_output=False)
            assert ran.returncode == 2
            assert ran.stderr.decode() == "exactdp: the output cannot be written: No space left on device\n"


@POSIX
def test_standard_streams_that_are_closed() -> None:
    for words, code, said in [
        ("appendix_b.csv >&-", 2, "exactdp: standard output is closed: leave it open\n"),
        ("- <&-", 2, "exactdp: standard input is closed: name a file\n"),
        ("none.csv 2>&-", 2, ""),
        ("appendix_b.csv --epsilon 3 2>&- >/dev/null", 0, ""),
        ("appendix_b.csv 2>&- | tail -n 1 >&2", 0, "              not-derivable: accepted by the kernel, "),
    ]:
        ran = subprocess.run(
            f"'{sys.executable}' -m exactdp check {words}",
            shell=True,
            cwd=DATA,
            env={**ENVIRONMENT, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, ran.stdout, ran.stderr[: len(said) or None]) == (code, "", said)


def test_as_a_module_and_as_a_program() -> None:
    ran = alone("check", "appendix_b.csv", environment={"PYTHONIOENCODING": "utf-8"})
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert undigested(ran.stdout.decode().replace("\r\n", "\n")) == APPENDIX_B
    ran = alone("derive", "appendix_b.csv", "--alpha", "1/2")
    assert ran.returncode == 1
    ran = alone()
    assert (ran.returncode, ran.stdout.partition(b" [")[0], ran.stderr) == (2, b"usage: exactdp", b"")


@FULL
def test_an_error_that_cannot_be_told_keeps_its_exit_code() -> None:
    for words, code in [("check none.csv", 2), ("check appendix_b.csv --epsilon 9", 0)]:
        with Path("/dev/full").open("wb") as full:
            assert alone(words, capture_output=False, stdout=subprocess.DEVNULL, stderr=full).returncode == code
