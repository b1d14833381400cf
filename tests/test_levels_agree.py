"""All commands agree about one table and one ε, with each other and with a decision at 200 digits by mpmath.

Half the tables lie within 10^-29 of a border, on either side: ε is as near to -ln of the table's level, or of the
largest level at which it is derivable.
"""

import io
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import astuple
from fractions import Fraction
from pathlib import Path
from random import Random

import mpmath
import pytest

from exactdp import files
from exactdp.answers.audit import audit
from exactdp.answers.examination import check
from exactdp.answers.optimality import ExactOptimum, Optimality, decide_near
from exactdp.answers.repair import Kind, repair
from exactdp.answers.sweep_outcome import find
from exactdp.answers.sweep_specification import parse
from exactdp.arithmetic.exponential_levels import Exponential, exponential_level
from exactdp.arithmetic.spelling import text
from exactdp.certificates.certificate import certify, verify
from exactdp.certificates.spelling import line
from exactdp.commands import cli
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, power_loss, squared, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours, complete, path
from exactdp.model.symbolic_mechanism import derivable_levels
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.phase_diagram import PhaseDiagram
from exactdp.optimum.phase_search import phase_diagram
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import level, private
from exactdp.privacy.privacy_curve import approximately_private, least_delta

DIGITS = 200

LOSSES = {"abs": absolute(), "squared": squared(), "zero-one": zero_one()}

SHARE, REST = range(20), range(20, 1000)
"""The numbers of the cases that every run of the tests decides, and of those that `-m thorough` decides."""


def drawn(random: Random) -> tuple[Mechanism, Neighbours, str]:
    """Return a mechanism, neighbours and an ε, in half the cases at a border."""
    height, width = random.randint(2, 4), random.randint(2, 4)
    if height == width and random.random() < 0.4:
        source = geometric(n=height - 1, alpha=Fraction(random.randint(1, 9), 10))
        remap = Mechanism([weights(random, width) for _ in range(height)]) if random.random() < 0.6 else None
        mechanism = Mechanism((source if remap is None else source @ remap).rows)
    else:
        mechanism = Mechanism([weights(random, width) for _ in range(height)])
    neighbours = random.choice((path, path, complete))(inputs=range(height))
    kind = random.random()
    if kind < 0.1:
        return mechanism, neighbours, random.choice(("1e-300", "1e-20", "10000", "999.5", "0", "ln 2", "ln(3/2)"))
    *_, largest = derivable_levels(mechanism).pieces
    borders = [level(mechanism, neighbours).alpha, Fraction(largest.upper.decimal(100))]
    borders = [each for each in borders if 0 < each < 1]
    if kind < 0.35 or not borders:
        return mechanism, neighbours, text(Fraction(random.randint(1, 300), random.randint(1, 100)))
    places = random.randint(30, 60)
    with mpmath.workdps(DIGITS):
        near = int(-mpmath.log(as_mpf(random.choice(borders))) * mpmath.mpf(10) ** places)
    return mechanism, neighbours, text(Fraction(near + random.choice((0, 1)), 10**places))


def equal_rows(mechanism: Mechanism) -> bool:
    """Say whether every response is as likely on all inputs."""
    return len(set(mechanism.rows)) == 1


def weights(random: Random, width: int) -> list[Fraction]:
    """Return a distribution of small numerators, with zeros now and then."""
    while True:
        found = [random.choice((0, *range(1, 9), *range(1, 9))) for _ in range(width)]
        if sum(found):
            return [Fraction(each, sum(found)) for each in found]


# A decision at 200 digits


def as_mpf(value: Fraction) -> mpmath.mpf:
    return mpmath.mpf(value.numerator) / value.denominator


def at_200_digits(epsilon: str) -> mpmath.mpf:
    """Return e^-ε to so many digits that 1 - e^-ε has 200."""
    if epsilon.startswith("ln"):
        return 1 / as_mpf(Fraction(epsilon.removeprefix("ln").strip(" ()")))
    return mpmath.exp(-as_mpf(Fraction(epsilon)))


def least_slack(mechanism: Mechanism, neighbours: Neighbours, alpha: mpmath.mpf) -> mpmath.mpf:
    """Return the least x_kr - α·x_ir of all neighbours and responses, in proportion to α·x_ir."""
    slacks = [mpmath.mpf(1)]
    for i, k in neighbours.both_ways():
        for x, y in zip(mechanism.rows[i], mechanism.rows[k], strict=True):
            if x:
                slacks.append(as_mpf(y) / (alpha * as_mpf(x)) - 1)
    return min(slacks)


def least_delta_by_definition(mechanism: Mechanism, neighbours: Neighbours, alpha: mpmath.mpf) -> mpmath.mpf:
    """Return the largest Σ_r max(0, x_ir - x_kr/α) over neighbours."""
    sums = [mpmath.mpf(0)]
    for i, k in neighbours.both_ways():
        pairs = zip(mechanism.rows[i], mechanism.rows[k], strict=True)
        sums.append(sum(max(as_mpf(x) - as_mpf(y) / alpha, 0) for x, y in pairs))
    return max(sums)


def least_remap_entry(mechanism: Mechanism, alpha: mpmath.mpf) -> mpmath.mpf:
    """Return the least entry of G⁻¹·M, solved for by elimination; G is written down by its definition."""
    rows = [geometric_row(len(mechanism) - 1, alpha, i) for i in range(len(mechanism))]
    columns = zip(*mechanism.rows, strict=True)
    found = [mpmath.lu_solve(mpmath.matrix(rows), mpmath.matrix(list(map(as_mpf, each)))) for each in columns]
    return min(min(each) for each in found)


def geometric_row(n: int, alpha: mpmath.mpf, i: int) -> list[mpmath.mpf]:
    """Return row i of G, by its definition."""
    return [alpha ** abs(i - r) * (1 if r in (0, n) else 1 - alpha) / (1 + alpha) for r in range(n + 1)]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., int]:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> int:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        code = cli.main(arguments)
        capsys.readouterr()
        return code

    return run


def decide_about_a_table(number: int, run: Callable[..., int]) -> tuple[bool, bool, bool]:
    """Decide in every way; return whether it is private and derivable, and whether a border is within 10^-29."""
    random = Random(number)
    mechanism, neighbours, epsilon = drawn(random)
    asked = exponential_level(epsilon)
    # 200 digits beyond those that e^-ε or 1 - e^-ε begins with. What is nearer to 0 than `small` is 0: an entry of the
    # remap is a rational function of e^-ε, and so zero only if it is so identically.
    leading = 800 + (int(asked.epsilon) if isinstance(asked, Exponential) else 0)
    with mpmath.workdps(leading + DIGITS):
        small = mpmath.mpf(10) ** -(leading + DIGITS - 800)
        alpha = at_200_digits(epsilon)
        slack = least_slack(mechanism, neighbours, alpha)
        known = abs(slack) > small * mpmath.mpf(10) ** -600
        assert known or not isinstance(asked, Exponential), "200 digits do not tell"
        truth = bool(slack >= 0) if isinstance(asked, Exponential) else level(mechanism, neighbours).alpha >= asked
        entry = least_remap_entry(mechanism, alpha) if alpha < 1 else mpmath.mpf(1 if equal_rows(mechanism) else -1)
        derivable = bool(entry > -small)
        near = min(abs(slack), abs(entry) if abs(entry) > small else 1) < mpmath.mpf(10) ** -29
    # In Python.
    found = private(mechanism, asked, neighbours)
    assert bool(found) == truth
    assert bool(audit(mechanism, neighbours, epsilon=epsilon)) == truth
    assert bool(approximately_private(mechanism, asked, 0, neighbours)) == truth
    bounds = least_delta(mechanism, epsilon, neighbours, bits=110)
    assert (bounds.upper == 0) == truth and (bounds.lower > 0) != truth
    with mpmath.workdps(leading + DIGITS):
        least = least_delta_by_definition(mechanism, neighbours, alpha)
        assert as_mpf(bounds.lower) - small <= least <= as_mpf(bounds.upper) + small
    # Within 10^-30 of the least δ, too, on either side.
    assert approximately_private(mechanism, asked, bounds.upper, neighbours)
    assert (
        not bounds.lower
        or bounds.lower == bounds.upper
        or not approximately_private(mechanism, asked, bounds.lower, neighbours)
    )
    assert (level(mechanism, neighbours).alpha >= asked) == truth
    examined = check(mechanism, alpha=asked, neighbours=neighbours)
    assert bool(examined) == truth
    assert (repair(mechanism, asked, neighbours=neighbours).kind is Kind.AS_PRINTED) == truth
    derived = derive(mechanism, asked)
    assert bool(derived) == derivable
    if truth and isinstance(asked, Exponential):
        # No ratio of two positive entries is e^-ε: nothing but the row sums ties them.
        alone = all(sum(map(bool, row)) == 1 for row in mechanism.rows)
        assert bool(examined.vertex) == alone
        assert examined.constraints is None or set("".join(map("".join, examined.constraints.entries))) <= {"S", "Z"}
    if truth and neighbours.name == "path":
        assert bool(examined.derivability) == derivable
    # The certificates are at a rational level on the right side, and the kernel accepts them.
    for answer, yes in ((found, truth), (derived, derivable)):
        assert verify(certify(answer)).kind.startswith("not-") != yes
        assert answer.alpha == asked or (answer.alpha > asked) == yes
    # On the command line.
    Path("t.csv").write_text("\n".join(",".join(map(text, row)) for row in mechanism.rows) + "\n", encoding="utf-8")
    told = ("t.csv", "--epsilon", epsilon, "--neighbours", neighbours.name)
    expected = 0 if truth else 1
    assert run("check", *told) == expected
    assert run("audit", *told) == expected
    assert run("certify", *told, "--claim", "private", "-o", "yes.cert") == expected
    assert run("certify", *told, "--claim", "not-private", "-o", "no.cert") == 1 - expected
    assert run("repair", *told, "-o", "r.csv") in (0, 1)
    assert files.read("r.csv").rows == mechanism.rows or not truth
    assert run("derive", *told[:3]) == (0 if derivable else 1)
    return truth, derivable, bool(near)


def decide_about_a_user(number: int, run: Callable[..., int]) -> None:
    """Find a Bayesian user's least loss at e^-ε, which is that of the best remap of G (Ghosh and others 2009)."""
    random = Random(number)
    n, loss = random.randint(1, 3), random.choice(list(LOSSES))
    prior = proportional([random.randint(1, 9) for _ in range(n + 1)])
    epsilon = random.choice(
        ("1e-300", "1e-9", "1/3", "1", "2", "50", "10000", text(Fraction(random.randint(1, 400), 97)))
    )
    asked = exponential_level(epsilon)
    assert isinstance(asked, Exponential)
    found = decide_near(Problem(BayesianUser(LOSSES[loss], prior), "1/2"), asked)
    assert isinstance(found, ExactOptimum)
    exact, found = found, found.above
    with mpmath.workdps(DIGITS + 10_000):
        alpha = at_200_digits(epsilon)
        rows = [geometric_row(n, alpha, i) for i in range(n + 1)]
        least = sum(
            min(sum(as_mpf(prior[i] * LOSSES[loss](i, r)) * row[k] for i, row in enumerate(rows)) for r in range(n + 1))
            for k in range(n + 1)
        )
        lower, upper = as_mpf(exact.value.lower), as_mpf(exact.value.upper)
        nothing = mpmath.mpf(10) ** -(DIGITS + 9_000)
        assert lower - nothing <= least <= upper + nothing and upper - lower <= least / 10**15
        top, bottom = (mpmath.polyval([*map(int, reversed(p))], alpha) for p in astuple(exact.function))
        assert abs(top / bottom - least) <= nothing
        # A sweep has the same answer, and its decimals are those of the least loss.
        words = f'n = {n}\nepsilon = "{epsilon}"\nloss = "{loss}"\nprior = "{",".join(map(text, prior))}"'
        swept, certificates = find(parse(words).instances[0])
        assert (swept.alpha, swept.value, certificates) == (
            str(asked),
            str(exact.function),
            (exact.verified.certificate.data,),
        )
        assert abs(mpmath.mpf(swept.value_decimal) - least) <= mpmath.mpf(10) ** -20 / 2
        # At the level just above, the mechanism loses hardly more.
        assert least - nothing <= as_mpf(found.value) <= least + min(alpha, 1 - alpha) * n**2 / 10**7
        assert as_mpf(Fraction(exact.phase.piece.lower.lower)) < alpha < as_mpf(Fraction(exact.phase.piece.upper.lower))
    stated = line("epsilon", asked.epsilon.as_integer_ratio())
    assert f"\n{stated}\n" in exact.verified.statement
    assert verify(found.verified) and verify(exact.verified)
    assert private(found.mechanism, asked)
    if exact.unique is not None:
        assert exact.unique == found.unique
    # The whole diagram has the same phase.
    diagram = phase_diagram(BayesianUser(LOSSES[loss], prior))
    assert isinstance(diagram, PhaseDiagram)
    assert diagram.around(asked)[0].loss == exact.function
    # On the command line.
    told = ("-n", str(n), "--epsilon", epsilon)
    user = ("--loss", loss, "--prior", ",".join(map(text, prior)))
    assert run("optimal", *told, *user, "-o", "m.csv") == 0
    assert run("geometric", *told, "-o", "g.csv") == 0
    for name in ("m.csv", "g.csv"):
        for command in ("audit", "check", "certify"):
            assert run(command, name, "--epsilon", epsilon) == 0


@pytest.mark.parametrize("number", [pytest.param(each, marks=[pytest.mark.long] * (each >= 4)) for each in SHARE])
def test_all_commands_agree(number: int, run: Callable[..., int]) -> None:
    decide_about_a_table(number, run)
    decide_about_a_user(number, run)


@pytest.mark.parametrize("epsilon", ["1e-300", "1", "50", "10000"])
def test_other_graphs_have_the_least_loss_as_a_function(epsilon: str) -> None:
    """On the complete graph the least loss [i ≠ r] under a uniform prior is that of randomised response."""
    asked, user = exponential_level(epsilon), BayesianUser(zero_one(), ["1/3"] * 3)
    assert isinstance(asked, Exponential)
    found = decide_near(Problem(user, "1/2", complete(inputs=range(3))), asked)
    assert isinstance(found, ExactOptimum) and str(found.function) == "2*a/(1 + 2*a)" and found.unique
    with mpmath.workdps(DIGITS + 10_000):
        alpha = at_200_digits(epsilon)
        least = 2 * alpha / (1 + 2 * alpha)
        assert as_mpf(found.value.lower) < least < as_mpf(found.value.upper)
        assert as_mpf(found.value.upper - found.value.lower) <= min(alpha, 1 - alpha) / 10**7
    assert verify(found.verified).kind == "only-optimal"


@pytest.mark.parametrize("epsilon", ["1e-300", "1", "50"])
def test_an_irrational_loss_has_two_bounds(epsilon: str) -> None:
    """On two inputs √|i-r| is [i ≠ r], which loses α/(1+α) under a uniform prior."""
    asked, user = exponential_level(epsilon), BayesianUser(power_loss("1/2"), ["1/2", "1/2"])
    assert isinstance(asked, Exponential)
    found = decide_near(Problem(user, "1/2"), asked)
    assert isinstance(found, Optimality) and found.below is not None
    assert found.below.reason == "the loss is irrational"
    with mpmath.workdps(DIGITS + 10_000):
        alpha = at_200_digits(epsilon)
        below, above = (value.enclosure(2**15) for value in (found.below.optimum.value, found.value))
        assert as_mpf(below[0]) < alpha / (1 + alpha) < as_mpf(above[1])
        assert as_mpf(found.below.width(found.value)) <= min(alpha, 1 - alpha) / 10**7
    assert verify(found.verified) and verify(found.below.verified)


@pytest.mark.thorough
def test_all_commands_agree_about_a_thousand_tables_and_users(run: Callable[..., int]) -> None:
    answers = Counter(decide_about_a_table(number, run) for number in REST)
    for number in REST:
        decide_about_a_user(number, run)
    near = {answer: count for answer, count in answers.items() if answer[2]}
    # Near a border there are tables on either side of it.
    assert sum(near.values()) > len(REST) // 3 and all(near[answer, answer, True] > 50 for answer in (True, False))
