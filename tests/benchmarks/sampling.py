"""How fast answers are drawn, and with how many random bits, as ratios to other exact samplers, all in one run.

    pip install opendp matplotlib
    python tests/benchmarks/sampling.py                                    against OpenDP
    python tests/benchmarks/sampling.py --discretegauss discretegauss.py   and against that file of
        https://github.com/IBM/discrete-gaussian-differential-privacy, which is Canonne, Kamath and Steinke's method

Everyone draws integers z with probability proportional to e^-(|z|/scale) from the operating system's bits. OpenDP draws
a vector in one call, its fastest way; what bits it takes is not seen from outside. The ratios and the bits, not the
seconds, are what carries over to another machine. With --joint, the certificates of what a coalition sees are timed:
the level of the joint mechanism of three answers, written and judged by the kernel.
"""

import argparse
import importlib.util
import random
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.privacy.sampling import CountingSource, SystemSource, TwoSidedGeometric
from exactdp.release.chain import Chain
from exactdp.report.releases import certified

SCALES = (Fraction(1), Fraction(10), Fraction(1000))


class CountedSystemRandom(random.SystemRandom):
    """The operating system's generator, its bits counted."""

    drawn = 0

    def getrandbits(self, k: int) -> int:
        self.drawn += k
        return super().getrandbits(k)


def per_second(draw: Callable[[int], Any], count: int) -> float:
    """Return how many samples a second the best of three runs draws."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        draw(count)
        best = min(best, time.perf_counter() - start)
    return count / best


def ours(scale: Fraction) -> tuple[float, float]:
    """Return samples a second and bits a sample."""
    noise, source = TwoSidedGeometric(Exponential(1 / scale)), SystemSource()
    speed = per_second(lambda count: [noise.draw(source) for _ in range(count)], 20_000)
    counting = CountingSource(source)
    for _ in range(5000):
        noise.draw(counting)
    return speed, counting.drawn / 5000


def opendp(scale: Fraction) -> float:
    """Return samples a second."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    noise = dp.m.make_laplace(*space, scale=float(scale))
    return per_second(lambda count: noise([0] * count), 20_000)


def published(path: Path, scale: Fraction) -> tuple[float, float]:
    """Return samples a second and bits a sample."""
    spec = importlib.util.spec_from_file_location("discretegauss", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    rng = CountedSystemRandom()
    speed = per_second(lambda count: [module.sample_dlaplace(scale, rng=rng) for _ in range(count)], 2000)
    rng.drawn = 0
    for _ in range(2000):
        module.sample_dlaplace(scale, rng=rng)
    return speed, rng.drawn / 2000


def samplers(discretegauss: Path | None) -> None:
    print("samples a second of exactdp, how many times those of others, and random bits a sample")
    for scale in SCALES:
        speed, bits = ours(scale)
        line = f"scale {scale!s:<5} exactdp {speed:9,.0f} / s {bits:6.1f} bits"
        line += f"   opendp {speed / opendp(scale):6.1f} ×"
        if discretegauss:
            other, other_bits = published(discretegauss, scale)
            line += f"   discretegauss {speed / other:6.1f} × {other_bits:6.1f} bits"
        print(line, flush=True)


def joint(sizes: list[int]) -> None:
    print("three answers at 1/4, 1/2, 3/4: the joint mechanism, its level and derivations, certified")
    for n in sizes:
        start = time.perf_counter()
        found = Chain(n=n, levels=["1/4", "1/2", "3/4"]).coalition([1, 2, 3])
        built = time.perf_counter()
        done = certified(found)
        end = time.perf_counter()
        size = sum(len(each.certificate.data) for each in done) / 1e6
        print(
            f"n = {n:<3} {(n + 1) ** 3:6,} responses   found {built - start:7.3f} s   certified {end - built:7.3f} s "
            f"  {len(done)} certificates, {size:.1f} MB",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--discretegauss", type=Path, help="where that file is")
    parser.add_argument("--joint", type=int, nargs="*", metavar="N", help="instead, certificates for these n")
    options = parser.parse_args()
    if options.joint is None:
        samplers(options.discretegauss)
    else:
        joint(options.joint or [5, 10, 15, 20])


if __name__ == "__main__":
    main()
