"""`exactdp deploy`: the program of a mechanism, to a file or to standard output."""

import json
from pathlib import Path

from tests.commands.running import Run, refusal


def test_the_program_alone_is_printed_without_a_file(run: Run) -> None:
    run("deploy appendix_b.csv -o sampler.py")
    assert run("deploy appendix_b.csv").out == Path("sampler.py").read_text()
    assert run("deploy appendix_b.csv -o -").out == Path("sampler.py").read_text()
    found = json.loads(run("deploy appendix_b.csv --json").out)
    assert (found["kind"], found["alpha"], found["program"]) == ("deployment", "1/2", Path("sampler.py").read_text())


def test_other_neighbours_have_another_level(run: Run) -> None:
    found = json.loads(run("deploy appendix_b.csv --neighbours complete --json").out)
    assert found["alpha"] == "1/8"


def test_a_measurement_needs_a_metric(run: Run) -> None:
    assert "def measurement" in run("deploy appendix_b.csv --opendp").out
    ran = run("deploy appendix_b.csv --opendp --neighbours cycle -o sampler.py")
    assert refusal(ran).startswith("a measurement of OpenDP has a metric: write the neighbours path or complete")
    assert not Path("sampler.py").exists()


def test_the_program_has_the_extension_of_python(run: Run) -> None:
    assert refusal(run("deploy none.csv -o sampler.csv")) == "sampler.csv: the output is .py: change the extension"
