"""How much longer a sweep takes on one process than on several, and on other engines, as ratios, all in one run.

    python tests/benchmarks/sweeps.py

Every engine decides the same instances into a new directory, from no process at all to the finished table. The ratios,
not the seconds, are what carries over to another machine; they cannot be above the number of processors.
"""

import argparse
import tempfile
import time
from pathlib import Path

from exactdp.answers.sweep import sweep
from exactdp.answers.sweep_specification import parse
from exactdp.processes.pool import processors

SPECIFICATION = """
alpha = "1/20..19/20 by 1/20"
loss = ["abs", "squared", "zero-one"]

[[sweep]]
n = "1..24"
prior = ["uniform", "increasing", "binomial:1/3"]

[[sweep]]
n = "1..6"
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=processors(), help="of processes; all processors if left out")
    jobs = parser.parse_args().jobs
    specification = parse(SPECIFICATION, "sweep.toml")
    print(f"{len(specification.instances):,} instances, each with its certificate")
    first = 0.0
    for engine, processes in (("processes", 1), ("processes", jobs), ("dask", jobs)):
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            kept = Path(folder) / "certificates"
            assert sweep(specification, Path(folder) / "results", certificates=kept, engine=engine, jobs=processes)
            seconds = time.perf_counter() - began
        first = first or seconds
        print(
            f"{engine:<10} {processes} at once  {seconds:7.2f} s  {first / seconds:5.2f} × as fast as one", flush=True
        )


if __name__ == "__main__":
    main()
