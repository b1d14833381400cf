"""What importing costs: `python tests/benchmarks/imports.py` prints the least CPU time of several fresh processes."""

import resource
import subprocess
import sys

RUNS = 5
STATEMENTS = (
    "pass",
    "import exactdp",
    "import exactdp.notebook",
    "import exactdp as dp; dp.level",
    "import exactdp as dp; dp.optimal",
    "import exactdp as dp; [getattr(dp, name) for name in dp.__all__]",
    "import exactdp.report.writers",
)
"""What is run; the first is Python alone."""


def seconds(statement: str) -> float:
    """Return the least CPU time of a process that runs the statement."""
    found = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", statement], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


if __name__ == "__main__":
    alone = seconds(STATEMENTS[0])
    print(f"{alone:6.3f} s  Python alone; the others are what comes on top of it")
    for each in STATEMENTS[1:]:
        print(f"{seconds(each) - alone:6.3f} s  {each}")
