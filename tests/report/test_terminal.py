import itertools
import re
from dataclasses import replace
from fractions import Fraction

from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactdp.answers.examination import examine
from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, real_roots
from exactdp.arithmetic.exact import decimal, exact, printable, text
from exactdp.arithmetic.real_sets import Interval, RealSet, solution_set
from exactdp.certificates.certificate import certify
from exactdp.model.geometric import geometric
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism, deterministic, identity
from exactdp.model.neighbours import complete
from exactdp.polytope.constraints import Pattern
from exactdp.polytope.derivability import Refutation, derive, derive_from
from exactdp.privacy.level import Witness
from exactdp.report import terminal, wording
from exactdp.report.plain import plain

fractions = st.builds(Fraction, st.integers(-(10**9), 10**9), st.integers(1, 10**9))
small = st.builds(Fraction, st.integers(0, 3), st.integers(1, 4))


@st.composite
def mechanisms(draw: st.DrawFn, inputs: int = 3) -> Mechanism:
    responses = draw(st.integers(1, 3))
    row = st.lists(st.integers(0, 3), min_size=responses, max_size=responses).filter(any)
    weights = draw(st.lists(row, min_size=inputs, max_size=inputs))
    return Mechanism([[Fraction(entry, sum(row)) for entry in row] for row in weights])


@given(st.text(max_size=100))
def test_labels_are_short(name: str) -> None:
    assert len(wording.label(name)) <= wording.LABEL
    assert len(name) > wording.LABEL or wording.label(name) == printable(name)


def test_lists_of_labels() -> None:
    assert wording.labels([]) == ""
    assert wording.labels("abc") == "a, b, c"
    assert wording.labels("abcdef") == "a, b, c, d, e, f"
    assert wording.labels("abcdefg") == "a, b, c, d, …, g"


# Numbers and matrices


@given(fractions)
@example(Fraction(1, 10**60))
@example(Fraction(10**60, 7))
def test_numbers(value: Fraction) -> None:
    shown = wording.number(value)
    assert len(shown) < 100
    spelled, _, rounded = shown.partition(" (≈ ")
    if "characters" not in shown:
        assert exact(spelled) == value
    if rounded:
        assert abs(exact(rounded.rstrip(")")) - value) <= Fraction(1, 20000)
    else:
        assert value.denominator <= 9 or abs(value) <= Fraction(1, 20000) or "characters" in shown


def test_numbers_by_hand() -> None:
    assert wording.number(Fraction(1, 9)) == "1/9"
    assert wording.number(Fraction(1, 10)) == "1/10 (≈ 0.1000)"
    assert wording.number(Fraction(-7, 19)) == "-7/19 (≈ -0.3684)"
    assert wording.number(Fraction(1, 10**9)) == "1/1000000000"
    assert wording.number(Fraction(0)) == "0"
    assert (
        wording.number(Fraction(1, 10**5000)) == "1/1000000000000000000000…000000000000000000000000 (5003 characters)"
    )


@given(st.integers(0, 1), st.integers(1, 30), st.integers(1, 30), fractions)
@settings(max_examples=60)
def test_matrices_fit(few: int, rows: int, columns: int, value: Fraction) -> None:
    entry = value if few else value / (10**9 + 7)
    shown = terminal.matrix(Matrix([[entry] * columns] * rows))
    if abs(value) < 100:
        assert max(map(len, shown.split("\n"))) <= terminal.WIDTH
    # Every table is of the fractions or says that it is not.
    lines = shown.split("\n")
    if "rounded" not in shown:
        assert text(entry) in lines[1].split()
    if "rounded:" in lines:
        assert lines.index("rounded:") == len(lines) // 2


def test_matrices_by_hand() -> None:
    assert terminal.matrix(Matrix([["1/2"]])) == "     0\n0  1/2"
    wide = Matrix([[Fraction(1, 10**25 + r) for r in range(4)]])
    assert terminal.matrix(wide) == (
        "rounded (--json has the fractions):\n        0       1       2       3\n0  0.0000  0.0000  0.0000  0.0000"
    )
    narrow = Matrix([["1/1000000000007"]], ["a\nb"])
    assert terminal.matrix(narrow) == ("                   0\na b  1/1000000000007\nrounded:\n          0\na b  0.0000")
    # Long labels are no long fractions.
    assert "rounded" not in terminal.matrix(Matrix([["1/2"]], ["a long label, indeed"]))
    # In the margin of an examination there is less room.
    large = geometric(n=199, alpha="1/2")
    for width, places in [(110, 4), (96, 3), (80, 2)]:
        assert f"0  {decimal(Fraction(2, 3), places)}" in terminal.matrix(large, width)


# Real sets


def test_real_sets() -> None:
    for found, shown in [
        (RealSet(), "∅"),
        (RealSet([Interval(0, 0)]), "{0}"),
        (RealSet([Interval(0, "1/2", upper_belongs=False)]), "[0, 1/2)"),
        (RealSet([Interval("1/3", "7/19", False, True)]), "(1/3, 7/19 (≈ 0.3684)]"),
        (solution_set([([1, -4, 1], ">=")]), "[0, 2 - √3 (≈ 0.2679)]"),
        (solution_set([([1, -4, 1], "=")]), "{2 - √3 (≈ 0.2679)}"),
        (solution_set([([1, -4, 1], "!=")]), "[0, 2 - √3 (≈ 0.2679)) ∪ (2 - √3 (≈ 0.2679), 1]"),
        (solution_set([([-1, 0, 1, 1], ">=")]), "[root of -1 + x^2 + x^3 in [0.7548, 0.7549], 1]"),
    ]:
        assert wording.real_set(found) == shown
        assert len(terminal.real_set_json(found)["intervals"]) == len(found.pieces)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=5).filter(any))
def test_an_end_in_json_is_that_number(coefficients: list[int]) -> None:
    for root in real_roots(coefficients):
        end = terminal.real_set_json(RealSet([Interval(root, root)]))["intervals"][0]["lower"]
        assert AlgebraicNumber(tuple(map(int, end["polynomial"])), *end["bounds"]) == root
        if root.is_rational:
            assert exact(end["text"]) == root


# Text in the margin


def test_paragraphs() -> None:
    assert terminal.paragraph("topic", ["a\nb", ""]) == "topic         a\n              b\n"
    words = "word " * 40
    lines = terminal.paragraph("topic", [words, "  " + words]).split("\n")
    assert max(map(len, lines)) <= terminal.WIDTH
    assert [len(line) - len(line.lstrip()) for line in lines] == [0, 16, 16, 16, 18, 18][: len(lines)]
    assert " ".join(lines).split() == ["topic", *words.split(), *words.split()]
    # Tables are not wrapped.
    table = "  ".join(["cell"] * 40)
    assert terminal.paragraph("topic", [table]) == f"topic         {table}"


# Witnesses


def least_by_remaps(found: Refutation) -> Fraction:
    """Return the least sum of losses over all deterministic remaps of the source to the responses, and to none."""
    losses = {(r, i): w for r, i, w in found.losses}
    responses, middle = found.mechanism.shape[1], found.source.shape[1]
    inputs = range(len(found.source))
    return min(
        sum(losses.get((r, i), 0) * found.source[i, k] for k, r in enumerate(images) if r < responses for i in inputs)
        for images in itertools.product(range(responses + 1), repeat=middle)
    )


@given(mechanisms(), mechanisms())
@settings(max_examples=80)
@example(identity(inputs=range(3)), geometric(n=2, alpha="1/2"))
def test_the_sums_of_losses(mechanism: Mechanism, source: Mechanism) -> None:
    found = derive_from(mechanism, source)
    if found:
        return
    total, least = terminal.losses_sums(found)
    assert total < least
    assert least == least_by_remaps(found)
    assert total == sum(w * mechanism[i, r] for r, i, w in found.losses)
    said = " ".join(terminal.derivability(found, "there"))
    assert said.startswith(f"from there: no, a user's losses sum to {total} with it and to no less than {least} with")
    as_json = terminal.derivability_json(found)
    assert (as_json["sum"], as_json["least_sum_of_remaps"]) == (text(total), text(least))


@given(mechanisms(), mechanisms(), st.data())
@settings(max_examples=60)
def test_the_sums_of_any_losses_in_any_order(mechanism: Mechanism, source: Mechanism, data: st.DataObject) -> None:
    places = [(r, i) for r in range(mechanism.shape[1]) for i in range(3)]
    chosen = data.draw(st.permutations(places))
    losses = tuple((r, i, data.draw(st.integers(-3, 3))) for r, i in chosen)
    found = Refutation(losses, mechanism, source)
    total = sum(w * mechanism[i, r] for r, i, w in losses)
    assert terminal.losses_sums(found) == (total, least_by_remaps(found))


def test_many_losses_are_elided() -> None:
    found = derive_from(identity(inputs=range(6)), Mechanism([["1/2", "1/2"]] * 6))
    assert len(found.losses) == 2
    many = Refutation(tuple((r, i, 1 + r) for r in range(6) for i in range(6)), found.mechanism, found.source)
    said = " ".join(terminal.derivability(many))
    assert ", 1 for response 0 on input 3, … (36 losses in all), and 0 for the rest" in said
    assert len(terminal.derivability_json(many)["losses"]) == 36


def test_the_conditions_at_the_ends_and_inside() -> None:
    for mechanism, alpha, said in [
        (identity(inputs=range(2)), "1/3", "on inputs 0, 1 it has 0, 1, so x₁ - α·x₂ = -1/3 < 0"),
        (
            Mechanism([["1/2", "1/2"], [0, 1]]),
            "1/3",
            "on inputs 0, 1 it has 1/2, 0, so x₂ - α·x₁ = -1/6 < 0",
        ),
        (
            Mechanism([["1/2", "1/2"], ["1/4", "3/4"], ["1/2", "1/2"]], "abc"),
            "1/2",
            "on inputs a, b, c it has 1/2, 1/4, 1/2, so (1+α²)·x₂ - α·(x₁+x₃) = -3/16 < 0",
        ),
    ]:
        theorem, answer, reason = terminal.derivability(derive(mechanism, alpha))
        assert theorem == "after Gupte & Sundararajan 2010, Theorem 2:"
        assert answer.startswith(f"from G_{{{len(mechanism) - 1},{alpha}}}: no, the remap T would have -")
        assert reason == f"  {said}"


def test_witnesses_have_the_mechanisms_labels() -> None:
    mechanism = Mechanism([["3/4", "1/4"], ["1/2", "1/2"]], ["ill", "well"], ["no", "yes"])
    at = Witness(1, 0, 1, Fraction(1, 2), Fraction(1, 4))
    assert wording.witness(at, mechanism) == "response yes: 1/2 on input well, 1/4 on input ill"
    assert terminal.witness_json(at, mechanism) == {
        "response": "yes",
        "inputs": ["well", "ill"],
        "probabilities": ["1/2", "1/4"],
    }
    said = terminal.vertex(examine(mechanism, "1/5").vertex, Fraction(1, 5))
    assert said.startswith("no, of the polytope of 1/5-private mechanisms of its size: it lies midway between two oth")
    assert re.search(r"which differ from it in 2 entries, first at response no on input ill: 3/4 ± 3/20$", said)


# Whole examinations


@given(mechanisms(), st.sampled_from([None, "1/2", "7/1000000007"]), st.booleans())
@settings(max_examples=60)
@example(deterministic([0, 0, 0], responses=range(1)), None, False)
def test_examinations(mechanism: Mechanism, alpha: str | None, is_path: bool) -> None:
    found = examine(mechanism, alpha, None if is_path else complete(inputs=range(3)))
    shown = terminal.examination(found, "name")
    assert max(map(len, shown.split("\n"))) <= terminal.WIDTH
    assert "\\" not in plain(shown)
    topics = re.findall("^[a-z]+(?= )", shown.partition("\n\n")[2].partition("\n\n")[2], re.MULTILINE)
    lemmas = ["lemmas"] if found.patterns else []
    assert topics == ["privacy", "constraints", *lemmas, "vertex", "derivability", "certificates"]
    as_json = terminal.examination_json(found)
    assert Mechanism(**as_json["mechanism"]) == mechanism
    assert as_json["level"]["places"] == sum(1 for _ in found.level.witnesses())
    if found.derivability:
        remap = Mechanism(**as_json["derivability"]["remap"])
        assert geometric(n=2, alpha=as_json["alpha"]) @ remap == mechanism


def test_long_witnesses_of_patterns_are_elided() -> None:
    found = replace(
        examine(identity(inputs=range(3)), "0"), patterns=(Pattern("5.5", "says", "row 0 reads " + "S" * 300),)
    )
    shown = terminal.examination(found, "name").split("\n")
    assert "              5.5  no   says" in shown
    assert max(map(len, shown)) <= terminal.WIDTH


def test_a_certificate_on_one_line() -> None:
    done = certify(identity(inputs=range(2)))
    assert wording.verified(done) == f"stochastic: accepted by the kernel, statement sha256 {done.digest[:16]}…"
    assert terminal.verified_json(done)["statement_sha256"] == done.digest


@given(st.fractions().filter(bool), st.integers(2, 9))
def test_the_power_of_ten_is_right_to_so_many_digits(value: Fraction, digits: int) -> None:
    shown = wording.scientific(value, digits)
    mantissa, power = shown.split("e")
    assert 1 <= abs(Fraction(mantissa)) < 10
    assert (
        abs(Fraction(mantissa) * Fraction(10) ** int(power) - value) <= abs(value) * Fraction(1, 10 ** (digits - 1)) / 2
    )


def test_numbers_far_out_have_their_power_too() -> None:
    assert wording.scientific(Fraction(1, 10**5000)) == "1.00e-5000"
    assert wording.scientific(Fraction(-(10**5000))) == "-1.00e+5000"
