"""Examinations as reports: every place has its label, and every sum is right."""

import itertools
import re
from dataclasses import replace
from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from exactdp import complete, exact, geometric
from exactdp.answers.examination import VERTEX_INPUTS, check
from exactdp.model.mechanism import Mechanism, deterministic, identity
from exactdp.polytope.constraints import Pattern
from exactdp.polytope.derivability import Refutation, derive, derive_from
from exactdp.report import examinations
from exactdp.report.document import Line
from exactdp.report.plain import plain
from exactdp.report.terminal import WIDTH, as_text
from tests.strategies import mechanisms, share_of

FEW = st.integers(1, 3).flatmap(lambda responses: mechanisms(3, responses))


# Derivability


def least_by_remaps(found: Refutation) -> Fraction:
    """Return the least sum of losses over all deterministic remaps of the source to the responses, and to none."""
    losses = {(r, i): w for r, i, w in found.losses}
    responses, middle = found.mechanism.shape[1], found.source.shape[1]
    inputs = range(len(found.source))
    return min(
        sum(losses.get((r, i), 0) * found.source[i, k] for k, r in enumerate(images) if r < responses for i in inputs)
        for images in itertools.product(range(responses + 1), repeat=middle)
    )


@given(FEW, FEW)
@share_of(80)
@example(identity(inputs=range(3)), geometric(n=2, alpha="1/2"))
def test_the_sums_of_losses(mechanism: Mechanism, source: Mechanism) -> None:
    found = derive_from(mechanism, source)
    if found:
        return
    total, least = examinations.losses_sums(found)
    assert total < least
    assert least == least_by_remaps(found)
    assert total == sum(w * mechanism[i, r] for r, i, w in found.losses)
    report = examinations.derivability(found, "there")
    (said,) = report.topics[0].parts
    assert said.startswith(f"from there: no, a user's losses sum to {total} with it and to no less than {least} with")
    assert (report.values["sum"], report.values["least_sum_of_remaps"]) == (total, least)


@given(FEW, FEW, st.data())
@share_of(60)
def test_the_sums_of_any_losses_in_any_order(mechanism: Mechanism, source: Mechanism, data: st.DataObject) -> None:
    places = [(r, i) for r in range(mechanism.shape[1]) for i in range(3)]
    chosen = data.draw(st.permutations(places))
    losses = tuple((r, i, data.draw(st.integers(-3, 3))) for r, i in chosen)
    found = Refutation(losses, mechanism, source)
    total = sum(w * mechanism[i, r] for r, i, w in losses)
    assert examinations.losses_sums(found) == (total, least_by_remaps(found))


def test_many_losses_are_elided() -> None:
    found = derive_from(identity(inputs=range(6)), Mechanism([["1/2", "1/2"]] * 6))
    assert len(found.losses) == 2
    many = Refutation(tuple((r, i, 1 + r) for r in range(6) for i in range(6)), found.mechanism, found.source)
    report = examinations.derivability(many)
    assert ", 1 for response 0 on input 3, … (36 losses in all), and 0 for the rest" in report.topics[0].parts[0]
    assert len(report.values["losses"]) == 36


def test_the_conditions_at_the_ends_and_inside() -> None:
    for mechanism, alpha, said in [
        (identity(inputs=range(2)), "1/3", "on inputs 0, 1 the mechanism has 0, 1, so x₁ - α·x₂ = -1/3 < 0"),
        (
            Mechanism([["1/2", "1/2"], [0, 1]]),
            "1/3",
            "on inputs 0, 1 the mechanism has 1/2, 0, so x₂ - α·x₁ = -1/6 < 0",
        ),
        (
            Mechanism([["1/2", "1/2"], ["1/4", "3/4"], ["1/2", "1/2"]], "abc"),
            "1/2",
            "on inputs a, b, c the mechanism has 1/2, 1/4, 1/2, so (1+α²)·x₂ - α·(x₁+x₃) = -3/16 < 0",
        ),
    ]:
        theorem, answer, reason = examinations.derivability_parts(derive(mechanism, alpha))
        assert theorem == "after Gupte & Sundararajan 2010, Theorem 2:"
        assert answer.startswith(f"from G_{{{len(mechanism) - 1},{alpha}}}: no, the remap T would have -")
        assert reason == Line(said, 1)


def test_a_derivation_shows_its_remap() -> None:
    found = derive(geometric(n=2, alpha="1/2"), "1/4")
    report = examinations.derivability(found)
    assert report.topics[0].parts[1:] == ("from G_{2,1/4}: yes, by the remap T =", found.remap)
    assert report.values == {"verdict": True, "geometric": {"n": 2, "alpha": Fraction(1, 4)}, "remap": found.remap}
    first, *_ = examinations.derivability_parts(
        derive_from(identity(inputs=range(2)), identity(inputs=range(2))), "there"
    )
    assert first == "from there: yes, by the remap T ="


# Vertices


def test_the_ends_have_the_mechanisms_labels() -> None:
    mechanism = Mechanism([["3/4", "1/4"], ["1/2", "1/2"]], ["ill", "well"], ["no", "yes"])
    said = examinations.vertex_words(check(mechanism, alpha="1/5").vertex, Fraction(1, 5))
    assert said.startswith("no, of the polytope of 1/5-private mechanisms of its size: it lies midway between two oth")
    assert re.search(r"which differ from it in 2 entries, first at response no on input ill: 3/4 ± 3/20$", said)


def test_a_vertex_that_was_not_tried() -> None:
    assert examinations.vertex_words(None, Fraction(1, 2)).startswith(
        f"not tried above {VERTEX_INPUTS} inputs; exactdp certify"
    )


# Whole examinations


@given(FEW, st.sampled_from([None, "1/2", "7/1000000007"]), st.booleans())
@share_of(60)
@example(deterministic([0, 0, 0], responses=range(1)), None, False)
def test_examinations(mechanism: Mechanism, alpha: str | None, is_path: bool) -> None:
    found = check(mechanism, alpha=alpha, neighbours=None if is_path else complete(inputs=range(3)))
    report = examinations.examination(found, "name")
    shown = as_text(report)
    assert max(map(len, shown.split("\n")[1:])) <= WIDTH
    assert "\\" not in plain(shown)
    lemmas = ["lemmas"] if found.patterns else []
    assert [topic.name for topic in report.topics] == [
        *("privacy", "constraints", *lemmas, "vertex", "derivability", "certificates")
    ]
    assert report.front == [mechanism]
    assert (report.values["mechanism"], report.values["certificates"]) == (mechanism, found.verified)
    assert report.values["level"]["places"] == sum(1 for _ in found.level.witnesses())
    if found.derivability:
        remap = Mechanism(report.values["derivability"]["remap"])
        assert geometric(n=2, alpha=exact(report.values["alpha"])) @ remap == mechanism


def test_long_witnesses_of_patterns_are_elided() -> None:
    found = replace(
        check(identity(inputs=range(3)), alpha="0"), patterns=(Pattern("5.5", "says", "row 0 reads " + "S" * 300),)
    )
    shown = as_text(examinations.examination(found, "name")).split("\n")
    assert "              5.5  no  says" in shown
    assert max(map(len, shown)) <= WIDTH


def test_a_matrix_alone() -> None:
    found = examinations.matrix(identity(inputs=range(2)))
    assert (found.topics[0].name, found.topics[0].parts, found.values) == (
        "",
        (identity(inputs=range(2)),),
        {"matrix": identity(inputs=range(2))},
    )
