"""Attack the kernel by changes, random certificates and a fuzzer, and print the results in a few lines.

    python tests/hostile/attack_kernel.py

prints the number of lines of the kernel; the number of cases that it judges correctly; how many small changes of the
kernel these cases notice; how many random certificates were tried without accepting a false one; and, if atheris is
installed, how many inputs a coverage-guided fuzzer tried. It takes some minutes, more with larger numbers, and fails if
one of these attacks succeeds.
"""

import argparse
import importlib.util
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent.parent
KERNEL = TESTS.parent / "exactdp" / "kernel.py"


def ran(script: str, *options: str) -> list[str]:
    """Run a script of the tests, and return the lines that it prints."""
    done = subprocess.run([sys.executable, TESTS / script, *options], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{script} failed:\n{done.stdout}{done.stderr}")
    return [line.strip() for line in done.stdout.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=100_000, help="of random certificates")
    parser.add_argument("--seconds", type=int, default=60, help="of fuzzing")
    options = parser.parse_args()
    print(f"lines     {len(KERNEL.read_text(encoding='utf-8').splitlines())}", flush=True)
    print(f"corpus    {ran('kernel_cases.py')[-1]}", flush=True)
    changes, score = ran("mutation/mutate_kernel.py")[-2:]
    print(f"changes   {changes}\n          {score}", flush=True)
    print(f"tries     {ran('hostile/try_certificates.py', '--tries', str(options.tries))[-1]}", flush=True)
    if importlib.util.find_spec("atheris"):
        print(f"fuzzing   {', '.join(ran('hostile/fuzz_reader.py', '--seconds', str(options.seconds)))}")
    else:
        print("fuzzing   not done: pip install '.[fuzz]'")


if __name__ == "__main__":
    main()
