"""`exactdp sweep`."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from exactdp.answers.sweep_journal import opened
from exactdp.answers.sweep_results import read_results
from tests.commands.running import ENVIRONMENT, POSIX, Run, refusal

SPECIFICATION = 'n = "1..3"\nalpha = ["1/4", "1/2"]\nloss = "abs"\n'


@pytest.fixture
def specified(run: Run) -> Run:
    Path("s.toml").write_text(SPECIFICATION)
    return run


def test_a_sweep_is_gone_on_with_and_verified(specified: Run) -> None:
    first = specified("sweep", "s.toml", "-o", "out", "--certificates", "proofs", "--jobs", "1")
    assert (first.code, first.err) == (0, "")
    assert first.out.startswith("All 6 instances are solved and certified.\n")
    again = specified("sweep", "s.toml", "-o", "out", "--jobs", "1", "--json")
    assert (again.code, json.loads(again.out)["earlier"]) == (0, 6)
    judge = ("sweep", "s.toml", "-o", "out", "--certificates", "proofs", "--verify", "--jobs", "1")
    assert specified(*judge) == (
        0,
        "The kernel confirms 6 rows.\nconfirmed     6 rows, each by a certificate that the kernel accepted\n",
        "",
    )
    kept = sorted(Path("proofs").iterdir())
    assert specified("verify", str(kept[0])).code == 0
    kept[0].write_bytes(kept[1].read_bytes())
    judged = specified(*judge, "--json")
    assert (judged.code, len(json.loads(judged.out)["wrong"])) == (1, 1)


def test_a_specification_from_standard_input(run: Run) -> None:
    assert run("sweep - -o out --jobs 1", stdin=SPECIFICATION.encode()).code == 0
    assert [row["value"] for row in read_results("out/results.parquet")][-1] == "28/39"


def test_an_instance_without_an_answer_is_not_decided(run: Run) -> None:
    Path("s.toml").write_text('n = [2, 400]\nalpha = "1/2"\nloss = "abs"\nneighbours = "complete"\n')
    ran = run("sweep s.toml -o out --jobs 1")
    assert ran.code == 3
    assert "verdicts      1 optimal, 1 unsolved\n" in ran.out
    assert "unsolved      n = 400, alpha = 1/2, neighbours = complete, loss = abs: the" in ran.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.toml", "-o", "out"], "none.toml: this file does not exist"),
        (["s.toml", "-o", "none/out"], "none/out: the directory none does not exist: create it first"),
        (["s.toml", "-o", "s.toml"], "s.toml: this is a file: name a directory"),
        (["s.toml", "-o", "out", "--engine", "cluster"], "unknown engine 'cluster': write processes, dask or "),
        (["s.toml", "-o", "out", "--engine", "dask"], "this needs distributed, which is not installed: pip install "),
        (["s.toml", "-o", "out", "--jobs", "0"], "argument --jobs: '0' is not a number of processes"),
        (["s.toml", "-o", "out", "--verify"], "--verify checks certificates: name their directory"),
        (["s.toml", "-o", "out", "--verify", "--certificates", "out"], "out/results.parquet: this file does not exist"),
        (
            ["s.toml", "-o", "out", "--verify", "--certificates", "out", "--engine", "dask"],
            "--verify reads certificates on this machine: leave --engine out",
        ),
        (["s.toml"], "the following arguments are required: -o/--output"),
    ],
)
def test_what_cannot_be_swept(specified: Run, arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refusal(specified("sweep", *arguments)).startswith(said)
    assert not Path("out").exists()


def test_two_sweeps_do_not_write_to_one_directory(specified: Run) -> None:
    assert specified("sweep", "s.toml", "-o", "out", "--jobs", "1").code == 0
    with opened("out/journal.jsonl"):
        message = refusal(specified("sweep", "s.toml", "-o", "out", "--jobs", "1"))
    assert message == "another sweep writes to out: wait for its end, or name another directory"


@pytest.mark.long
@POSIX
def test_interrupted_it_ends_in_one_line_and_tells_how_far_it_is(tmp_path: Path) -> None:
    # Of these, hundreds are quick and the last take minutes.
    (tmp_path / "s.toml").write_text(
        'alpha = "1/10..9/10 by 1/10"\nloss = "abs"\n'
        '[[sweep]]\nn = "1..9"\nprior = "uniform"\n[[sweep]]\nn = "300..310"\n'
    )
    terminal, seen = pty.openpty()
    command = [sys.executable, "-m", "exactdp", "sweep", "s.toml", "-o", "out", "--jobs", "2"]
    journal = tmp_path / "out" / "journal.jsonl"
    with subprocess.Popen(
        command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=seen, start_new_session=True
    ) as process:
        deadline = time.monotonic() + 60
        while not (journal.exists() and journal.read_bytes().count(b"\n") > 60) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.3)
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, _ = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    os.close(seen)
    told = os.read(terminal, 2**20).decode()
    os.close(terminal)
    assert (process.returncode, out) == (130, b"")
    how = "run the same command again to resume; out/journal.jsonl has the finished instances"
    assert told.replace("\r\n", "\n").split("\r")[-1] == f"exactdp: interrupted: {how}\n"
    assert "0/180 instances…" in told
    assert "/s, " in told
    assert " left…" in told
    before = journal.read_bytes()
    assert before.endswith(b"\n")
    with opened(journal) as entries:
        assert len(entries.entries) >= 60
