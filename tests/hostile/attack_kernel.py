"""Attack the kernel by changes, random certificates and a fuzzer, and say in a few lines how it stood.

    python tests/hostile/attack_kernel.py

prints how many lines the kernel has; on how many cases it is right; how many small changes of it they notice; how
many random certificates were tried without a false one accepted; and, where atheris is installed, how many inputs a
fuzzer led by coverage tried. It takes some minutes, more with larger numbers, and fails if one of these does.
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
