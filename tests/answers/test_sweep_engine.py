"""Engines: all give the same results, and a dead process loses only its own task."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from exactdp.answers import sweep_engine as module
from exactdp.answers.sweep import sweep
from exactdp.answers.sweep_engine import Died, completed
from exactdp.answers.sweep_specification import parse
from exactdp.arithmetic.errors import InputError
from exactdp.processes.limits import GIGABYTE, Limits
from tests.answers.test_sweep import SPECIFICATION
from tests.processes.test_pool import spawned

# What a process is told to do is written out, as the functions of a test are not there.
SUMS = [f"{k} + 1" for k in range(40)]
DIES = "__import__('os')._exit(9)"
LACKS = "(_ for _ in ()).throw(MemoryError)"
WORKS = "__import__('time').sleep(0.05)"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A real Dask cluster on this machine, of two worker processes, which gives up a task when it has cost one.

    It ends with the tests of this file: even without work it takes a tenth of a processor.
    """
    dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as local,
    ):
        yield local.scheduler_address


@pytest.fixture(params=["processes", pytest.param("dask", marks=pytest.mark.long)])
def engine(request: pytest.FixtureRequest) -> str:
    if request.param == "dask":
        return f"dask:{request.getfixturevalue('cluster')}"
    return str(request.param)


def test_every_engine_has_each_task_once(engine: str) -> None:
    assert sorted(completed(eval, SUMS, engine, 2)) == sorted((each, k + 1) for k, each in enumerate(SUMS))
    assert list(completed(eval, [], engine, 2)) == []


def test_work_is_done_elsewhere(engine: str) -> None:
    told = dict(completed(eval, [f"__import__('os').getpid() + 0 * {k}" for k in range(20)], engine, 2))
    assert os.getpid() not in told.values()


def test_a_lack_of_memory_is_an_answer(engine: str) -> None:
    found = dict(completed(eval, [*SUMS, LACKS], engine, 2))
    assert found.pop(LACKS) == Died()
    assert len(found) == len(SUMS)


def test_an_error_of_one_task_is_its_answer_and_the_others_are_done(engine: str) -> None:
    unsendable = "(_ for _ in ()).throw(type('Odd', (Exception,), {})('1\\n2'))"
    found = dict(completed(eval, [*SUMS, "1 / 0", unsendable], engine, 2))
    assert found.pop(unsendable).reason.startswith("internal error: Odd in exactdp/answers/sweep_engine.py, line ")
    zero = found.pop("1 / 0")
    assert re.fullmatch(
        r"internal error: ZeroDivisionError in exactdp/answers/sweep_engine\.py, line [0-9]+: division by zero",
        zero.reason,
    )
    assert found == {each: k + 1 for k, each in enumerate(SUMS)}
    assert not spawned()


def test_a_task_that_kills_its_process_is_found_and_the_others_are_done() -> None:
    tasks = [DIES, *SUMS]
    found = list(completed(eval, tasks, "processes", 2))
    assert sorted(each for each, _ in found) == sorted(tasks)
    assert dict(found) == {each: Died() if each == DIES else eval(each) for each in tasks}


@pytest.mark.long
def test_on_a_cluster_likewise(cluster: str) -> None:
    found = list(completed(eval, [*SUMS[:20], DIES, *SUMS[20:]], f"dask:{cluster}", 2))
    assert len(found) == 41
    assert dict(found) == {each: Died() if each == DIES else eval(each) for each in [*SUMS, DIES]}


@pytest.mark.long
def test_a_sweep_on_a_cluster_finds_the_same(cluster: str, tmp_path: Path) -> None:
    specification = parse(SPECIFICATION.replace("1..4", "1..2"))
    found = []
    for engine in ("processes", f"dask:{cluster}"):
        proofs, results = tmp_path / f"proofs {engine[:4]}", tmp_path / engine[:4]
        table = sweep(specification, results, certificates=proofs, engine=engine).table
        found.append((table.read_bytes(), {each.name: each.read_bytes() for each in proofs.iterdir()}))
    assert found[0] == found[1]
    assert len(found[0][1]) == len(specification.instances)


def test_stopped_early_nothing_runs_on() -> None:
    found = completed(eval, [WORKS, *["__import__('time').sleep(600)"] * 9], "processes", 2)
    assert next(found) == (WORKS, None)
    assert len(spawned()) == 2
    found.close()
    assert not spawned()


def test_processes_that_cannot_begin_are_no_endless_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactdp.processes.pool.SERVING", "raise SystemExit(1)")
    assert dict(completed(eval, SUMS[:4], "processes", 2)) == dict.fromkeys(SUMS[:4], Died())


NO_GRACE = "from exactdp.processes import limits; limits.GRACE = 0"
IN_GMP = "__import__('flint').fmpz(3) ** 10**9 and str(__import__('flint').fmpz(3) ** 10**9)[:1]"


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="limits as POSIX has them")
def test_a_limit_inside_a_library_costs_its_own_task_and_no_worker(cluster: str) -> None:
    from distributed import Client

    with Client(cluster, set_as_default=False) as client:
        # Otherwise the system waits five seconds of the processor before it kills a process inside a library.
        client.run(lambda: module._child().submit(exec, NO_GRACE).result())
        before = {each["pid"] for each in client.run(lambda: {"pid": os.getpid()}).values()}
        found = dict(completed(eval, [*SUMS[:4], IN_GMP], f"dask:{cluster}", 2, Limits(1, 4 * GIGABYTE)))
        assert found.pop(IN_GMP) == Died("not decided within 1 s of processor time", lasting=True)
        assert found == {each: k + 1 for k, each in enumerate(SUMS[:4])}
        assert {each["pid"] for each in client.run(lambda: {"pid": os.getpid()}).values()} == before


@pytest.mark.parametrize(
    "engine", ["", "threads", "processes:2", "dask:", "joblib", "joblib:dask", "Dask", "tcp://127.0.0.1:8786"]
)
def test_another_engine_is_refused(engine: str) -> None:
    with pytest.raises(InputError, match=r"^unknown engine .*: write processes, dask or dask:ADDRESS"):
        completed(eval, SUMS, engine, 2)


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"distributed, which is not installed: pip install '\.\[dask\]'"):
        list(completed(eval, SUMS, "dask", 2))


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(module, "CONNECTING", 0.2)
    for address in ("tcp://127.0.0.1:9", "nowhere at all"):
        with pytest.raises(InputError, match=f"no Dask scheduler answers at {address} "):
            list(completed(eval, SUMS, f"dask:{address}", 2))


@pytest.mark.long
def test_a_cluster_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(module, "CONNECTING", 1)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0", silence_logs=50
    ) as local:
        found = completed(eval, [WORKS] * 100, f"dask:{local.scheduler_address}", 1)
        assert next(found) == (WORKS, None)
        local.close()
        with pytest.raises(InputError, match="the Dask cluster is lost: start it again, and then the same sweep"):
            list(found)
