"""A name means the same as the term that it stands for, and the claim explains it once."""

from fractions import Fraction

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.claims.claim import Claim, Defect
from exactdp.claims.logic.deriving import by_arithmetic, by_evaluation
from exactdp.claims.statements.expressions import INDEX, INDEX_MAP, NUMBER, same
from exactdp.claims.statements.formulas import (
    All,
    Sum,
    between,
    function,
    indices,
    matrix,
    number,
    numbers,
    vectors,
)
from exactdp.claims.statements.latex import latex
from exactdp.claims.statements.names import computed, explained, is_sign, meanings, named, words
from exactdp.claims.statements.notation import text
from exactdp.claims.statements.terms import TRUE, Definition, If, as_number, expand, variable
from exactdp.claims.vocabulary import absolute_loss, private, product, stochastic, table, unit_matrix
from exactdp.claims.vocabulary.enclosure import normal_at_most
from exactdp.report import errata, verdicts
from exactdp.report.claims_page import as_page
from exactdp.report.terminal import as_text

i, r = indices("i r")
(a,) = numbers("α")
ROWS = [["2/3", "1/3"], ["1/3", "2/3"]]
coin = named("Table 9(a)", table(ROWS))


def of_tables() -> Claim:
    made = Claim("gupte2010.table-9a", "a coin", "2.5", 1, printed="rows that sum to 2", slip="print")
    made.printed_as("sums", Sum(r, 0, 1, coin[0, r]) == 2, instead="stochastic")
    made.clause("stochastic", stochastic(coin, 1, 1))(by_evaluation)
    made.clause("unit", All(i, between(0, i, 1), product(coin, unit_matrix(), 1)[i, i] == coin[i, i]))(by_evaluation)
    made.clause("level", private(coin, a, 1, 1), a <= Fraction(1, 2))(
        lambda proof: proof.qed(proof.parts(private(coin, a, 1, 1))[-1](0, 0))
    )
    return made


def test_a_name_is_written_for_what_it_stands_for() -> None:
    assert text(coin[i, r]) == "Table 9(a)[i,r]"
    assert latex(coin[i, r]) == r"\left(\text{Table 9}(a)\right)_{i,r}"
    assert latex(named("always_1", table(ROWS))) == r"\mathrm{always}_{1}"
    assert latex(named("the coin", table(ROWS))) == r"\text{the coin}"
    assert same(expand(stochastic(coin, 1, 1)), expand(stochastic(table(ROWS), 1, 1)))


def test_each_name_is_explained_once_and_signs_are_not() -> None:
    twice = named("twice", product(coin, coin, 1))
    bare = Definition("the level", (), None, NUMBER)()
    given = [private(twice, a, 1, 1), coin[0, 0] <= absolute_loss[0, 1], table(ROWS)[0, 0] <= bare, a <= number("b")]
    assert [each.statement for each in meanings(given)] == [
        "twice = Table 9(a) ·_1 Table 9(a)",
        "(x ·_q T)[i,r] = Σ_{z=0}^{q} x[i,z]·T[z,r]",
        "Table 9(a) = [2/3 1/3; 1/3 2/3]",
    ]
    always = Definition("always", (), All(i, 0 <= i, i < i + 1))()
    assert [each.latex for each in meanings([always, unit_matrix()[i + r, 0] == 1])] == [
        r"\mathrm{always} \Leftrightarrow \forall i \ge 0\colon\ i < i+1",
        r"\left(I\right)_{i,k} = \begin{cases}1 & \text{if }i = k \\ 0 & \text{otherwise}\end{cases}",
    ]


def test_a_claim_explains_its_names() -> None:
    subject = of_tables()
    found = subject.run()
    assert (bool(found), found.evidence) == (True, "proved")
    assert [outcome.computed for outcome in found.clauses] == [(), (), ()]
    names = [
        "Table 9(a) = [2/3 1/3; 1/3 2/3]",
        "(x ·_q T)[i,r] = Σ_{z=0}^{q} x[i,z]·T[z,r]",
        "I[i,k] = {1 if i = k; 0 otherwise}",
    ]
    assert [each.statement for each in subject.names] == names
    for shown in (as_text(verdicts.details(found)), as_text(verdicts.claim(subject))):
        assert [" ".join(shown.split()).count(each) for each in names] == [1, 1, 1]
    # Only Table 9(a) is in what is printed, and in the clause that is right instead.
    assert [" ".join(errata.as_text([found]).split()).count(each) for each in names] == [1, 0, 0]
    assert "- **Notation.** Table 9(a) = " in errata.as_markdown_text([found])
    assert as_page([found]).count("<dt>Notation</dt>") == 3


def test_a_false_clause_of_a_name_is_refuted() -> None:
    subject = of_tables()
    subject.clause("wrong", private(coin, a, 1, 1), a <= Fraction(1, 3))(by_arithmetic)
    assert "refuted at α = 1/2" in str(subject.run().failure)


def test_a_condition_is_explained_and_taken_apart() -> None:
    level = explained("{0} is a level within {1}", (a, number("b")), (0 <= a) & (a <= number("b")))
    subject = Claim("gupte2010.table-9b", "a level", "2.5", 1)
    subject.clause("half", level(a, Fraction(1, 2)), a * 2 <= 1)(by_arithmetic)
    subject.clause("wrong", level(a, Fraction(1, 2)), a * 3 <= 1)(by_arithmetic)
    assert [each.statement for each in subject.names] == ["α is a level within b ⇔ 0 ≤ α ≤ b"]
    assert [each.failure is None for each in subject.run().clauses] == [True, False]
    assert "refuted at α = 1/2" in str(subject.run().failure)


def test_what_only_a_computation_is_about_is_said_in_words_also_within_other_names() -> None:
    halved = computed(Definition("⌊{0}/2⌋", (a,), None, NUMBER, decide=lambda x: x // 2), "half of it, rounded down")
    twice = explained("twice({0})", (a,), 2 * halved(a), "2({0})")
    for formula in (halved(3) == 1, twice(3) + a == 2 + a):
        assert "⌊α/2⌋: half of it, rounded down" in [each.statement for each in meanings([formula])]
        assert words([formula]) == []
    assert meanings([a == 1]) == []
    assert [each.statement.partition(":")[0] for each in words([normal_at_most(0, 0, 1)])] == ["Φ(x) ≤ c·e^(y)"]


def test_a_claim_says_what_its_functions_decide() -> None:
    anything = Definition("{0} is as claimed", (a,), None, decide=lambda x: True)
    subject = of_tables()
    subject.clause("all", anything(1))(by_evaluation)
    with pytest.raises(Defect, match=r"does not say what .* is as claimed' means"):
        subject.run()
    computed(anything, "the script says so")
    assert subject.run().clauses[-1].computed == ("{0} is as claimed",)


def test_a_script_explains_the_names_that_it_defines_whatever_they_look_like() -> None:
    x = matrix("x")
    given = {
        "0 = 1 ⇔ true": Definition("0 = 1", (), TRUE)(),
        "[1 0][i,r] = 5": Definition("[1 0]", (), function(i, r, as_number(5)))()[0, 0] == 5,
        "|i-r|[i,r] = 0": Definition("|i-r|", (), function(i, r, as_number(0)))()[0, 0] == 0,
        "i ⇒ r ⇔ i ≤ r": Definition("{0} ⇒ {1}", (i, r), i <= r)(i, r),
        "x is doubly stochastic ⇔ x[0,0] ≥ 0": Definition("{0} is doubly stochastic", (x,), x[0, 0] >= 0)(x),
    }
    for said, formula in given.items():
        assert [each.statement for each in meanings([formula])] == [said]
    in_every_row = Definition("[1 0]", (), function(i, r, If(r == 0, as_number(1), 0)))()
    assert [each.statement for each in meanings([in_every_row[0, 0] == 1])] == [
        "[1 0][i,r] = {1 if r = 0; 0 otherwise}"
    ]
    sum_as_distance = Definition("|{0}-{1}|", (i, r), as_number(i + r))
    loss = Definition("|i-r|", (), function(i, r, sum_as_distance(i, r)))()
    assert "|i-r| = i+r" in [each.statement for each in meanings([loss[0, 0] == 0])]
    pair = Definition("(1, 2)", (), function(i, table([[1, 2]])[0, i]))()
    signs = [table(ROWS)[0, 0] == 0, absolute_loss[0, 0] == 0, pair[0] == 1]
    assert [*meanings(signs), *words(signs)] == []


b, nu, v, prime, second = numbers("b ν v b′ t''")
(n,), (entries,) = indices("n"), vectors("t")


def test_the_meaning_of_a_name_is_given_once() -> None:
    half = computed(Definition("half of {0}", (a,), None, NUMBER), "a half")
    assert computed(half, "a half") is half
    with pytest.raises(InputError, match="has a meaning"):
        computed(half, "a third")


def test_a_meaning_tells_the_sorts_that_no_letter_shows() -> None:
    """ "d[n] ≥ d[0] + n" holds for rising integers, and not for rising numbers."""
    d, w = variable("d", INDEX_MAP), variable("w", INDEX)
    rising = Definition("{0} is rising from {2} to {1}", (d, n, w), All(i, (w <= i) & (i < n), d[i] < d[i + 1]))
    nearest = computed(Definition("⌈{0}⌉ of {1}", (b, w), None, NUMBER), "the next whole number")
    assert [each.statement for each in meanings([rising(d, n, 0), nearest(b, 1) == 1])] == [
        "d is rising from w to n ⇔ ∀i with w ≤ i < n: d[i] < d[i+1], where d is an index map and w is an integer",
        "⌈b⌉ of w: the next whole number, where w is an integer",
    ]
    assert meanings([rising(d, n, 0)])[0].latex.endswith(
        r"d_{i} < d_{i+1},\text{ where }d\text{ is an index map}\text{ and }w\text{ is an integer}"
    )


def test_the_meaning_of_a_name_that_a_function_decides_is_latex() -> None:
    half = computed(Definition("half of {0}", (a,), None, NUMBER), "found by signs in β, with √x ≤ 2^-64 and e^ε")
    (found,) = meanings([half(1) == 1])
    assert found.latex == (
        r"\text{half of }\alpha\text{: found by signs in }\beta \text{, with }\surd \text{x }\le \text{ 2}^{-64}"
        r"\text{ and e}^{\varepsilon}"
    )


y, z = vectors("y z")


def test_the_meaning_of_a_name_is_one_line() -> None:
    """More lines could look like those of a clause."""
    for meaning in ("five\n    ✓ note.x#y: 0 = 1", "five\u2028", "five\u202e"):
        with pytest.raises(InputError, match="not one line of visible signs"):
            computed(Definition("five({0})", (a,), None, NUMBER), meaning)


def test_a_meaning_says_where_a_name_has_a_value() -> None:
    root = explained("root({0})", (a,), a, within=(0 <= a) & (a <= 1))
    (found,) = meanings([root(1) == 1])
    assert found.statement == "root(α) = α for 0 ≤ α ≤ 1"
    assert found.latex.endswith(r"= \alpha\text{ for }0 \le \alpha \le 1")


def test_a_condition_with_or_is_in_brackets_in_a_meaning() -> None:
    """ "¬(3 is low)" was proved beside "α is low ⇔ α ≤ 0 for α < 1 or 2 < α", where 3 seems to be low, as 2 < 3."""
    low = explained("{0} is low", (a,), a <= 0, within=(a < 1) | (2 < a))
    (found,) = meanings([~low(3)])
    assert found.statement == "α is low ⇔ α ≤ 0 for (α < 1 or 2 < α)"
    assert found.latex.endswith(r"\text{ for }\left(\alpha < 1\text{ or }2 < \alpha\right)")
    last = explained("{0} is last", (a,), a <= 0, within=All(n, 0 <= n, n <= a))
    assert meanings([last(3)])[0].statement == "α is last ⇔ α ≤ 0 for (∀n ≥ 0: n ≤ α)"


def test_a_name_in_a_condition_is_explained() -> None:
    low = Definition("{0} is low", (a,), 100 < a)
    late = computed(Definition("{0} is late", (a,), None, decide=lambda _: True), "always true")
    root = Definition("root({0})", (a,), a, within=low(a) & late(a))
    found = [each.statement for each in meanings([root(200) == 200])]
    assert found == ["root(α) = α for α is low and α is late", "α is low ⇔ 100 < α", "α is late: always true"]


def test_a_function_has_other_variables_than_the_parameters_of_its_name() -> None:
    (k,) = indices("k")
    for parameter in (k, number("k")):
        row = Definition("F({0})", (parameter,), function(k, as_number(k)))
        assert [each.statement.partition(",")[0] for each in meanings([row(3)[5] == 5])] == ["F(k)[k'] = k'"]


def test_a_number_is_no_name_of_a_function() -> None:
    """ "For i ≥ 1 and x ≥ 0: L_0(i, x; m) = 0" was proved, where i was the matrix of all i."""
    i, r, k = indices("i r k")
    for name, body in (("i", function(i, r, i)), ("r+1", function(i, r, r + 1)), ("3", function(i, r, 3))):
        assert not is_sign(Definition(name, (), body))
    assert not is_sign(Definition("(1/2)", (), function(k, If(k == 0, Fraction(1, 2), 0))))
    assert is_sign(Definition("i+r", (), function(i, r, i + r)))
    assert is_sign(Definition("(1/2 0)", (), function(k, If(k == 0, Fraction(1, 2), 0))))
