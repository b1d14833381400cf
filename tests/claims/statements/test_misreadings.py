"""Names and variables that a reader could misread are rejected."""

from fractions import Fraction

import pytest

from exactdp.claims.claim import Defect
from exactdp.claims.logic.deriving import by_evaluation
from exactdp.claims.statements.expressions import INDEX, INDEX_MAP, NUMBER, SET, VECTOR
from exactdp.claims.statements.formulas import (
    All,
    Some,
    function,
    indices,
    matrix,
    number,
    numbers,
    vectors,
)
from exactdp.claims.statements.misreadings import ambiguous, clash, misleading, shapeless
from exactdp.claims.statements.names import computed, named
from exactdp.claims.statements.terms import TRUE, Definition, Formula, Term, as_number, variable
from exactdp.claims.vocabulary import absolute_loss, expected_loss, listed, private, product, table, tends, zero_one
from exactdp.claims.vocabulary.approximate import approximates_after
from exactdp.claims.vocabulary.noise import coordinate_distances
from tests.claims.statements.test_names import ROWS, of_tables
from tests.claims.statements.test_shapes import GOOD_SENTENCES, GOOD_TERMS, SENTENCES, TERMS, WITHOUT_ARGUMENTS

i, r = indices("i r")
(a,) = numbers("α")


def test_a_name_that_is_also_a_free_variable_is_refused() -> None:
    subject = of_tables()
    alpha = named("α", table(ROWS))
    with pytest.raises(Defect, match="#both: 'α' is both a name and a variable"):
        subject.clause("both", 0 <= a, 0 <= alpha[0, 0] + a)
    with pytest.raises(Defect, match="'α' is both"):
        subject.printed_as("both", 0 <= a, product(alpha, alpha, 1)[0, 0] <= a)
    subject.clause("apart", 0 <= alpha[0, 0])(by_evaluation)
    assert [each.id for each in subject.clauses][-1] == "apart"


h, five = Definition("h({0})", (a,), a * a), Definition("c", (), as_number(5))
IN_MEANINGS: dict[str, tuple[Definition, str]] = {
    "a number": (Definition("F({0})", (number("c"),), five() + number("c")), "c"),
    "a function": (Definition("F({0})", (number("h"),), h(1) + number("h")), "h"),
    "a product": (Definition("F({0}; {1})", (a, number("c")), Definition("αc", (), as_number(5))() + a), "αc"),
    "a condition": (Definition("F({0})", (number("c"),), number("c"), within=five() < number("c")), "c"),
}


@pytest.mark.parametrize("case", IN_MEANINGS)
def test_a_name_that_is_also_a_parameter_in_a_meaning_is_refused(case: str) -> None:
    """ "F(1) = 6" was proved, with the lines "F(c) = c + c" and "c = 5"."""
    made, taken = IN_MEANINGS[case]
    assert clash([0 < made(*range(len(made.parameters)))]) == taken
    other = Definition("G({0})", (number("c"),), number("c"))
    assert clash([five() < other(3)]) is None


def test_a_name_that_is_also_bound_is_refused() -> None:
    """ "∀k ≥ 0: k < 1" would read as a false sentence about all k, if k also named the number 0."""
    k, n = indices("k n")
    zero = Definition("k", (), as_number(0))
    subject = of_tables()
    for bound in (k, variable("k'", INDEX)):
        with pytest.raises(Defect, match="'k' is both a name and a variable"):
            subject.clause("bound", All(bound, 0 <= bound, zero() < 1))
    within = Definition("{0} is small", (n,), Some(k, k < n, zero() < 1))
    with pytest.raises(Defect, match="'k' is both a name and a variable"):
        subject.clause("within", within(n))
    subject.clause("apart", All(n, 0 <= n, zero() < 1))(by_evaluation)


def test_a_letter_of_a_name_is_no_variable_of_an_argument() -> None:
    """ "h[i] is the distance of u and v in the first i of i coordinates" says something of one i, and meant all."""
    k, n = indices("k n")
    h, u, v = (variable(name, INDEX_MAP) for name in "huv")
    for size, taken in ((n, None), (i, "i"), (i + 1, "i"), (variable("i'", INDEX), "i")):
        assert clash([coordinate_distances(h, u, v, size)]) == taken
    with pytest.raises(Defect, match="'i' is both a name and a variable"):
        of_tables().clause("distances", coordinate_distances(h, u, v, i), h[0] == 0)
    within = Definition("{0} is far from {1} up to {2}", (u, v, i), Some(h, coordinate_distances(h, u, v, i), 0 < h[i]))
    assert clash([within(u, v, 3)]) == "i"
    each_row = approximates_after(matrix("Y"), matrix("Z"), a, vectors("f")[0][r], n)
    assert clash([each_row]) == "r"
    limit = function(k, as_number(1))
    assert [clash([tends(limit, number(letter))]) for letter in "CLa"] == ["C", None, None]


def test_a_loss_by_its_formula_is_not_beside_other_variables_of_its_letters() -> None:
    """ "L_k(|i-r|, x; n) = 0 for 0 ≤ i ≤ n" was proved of an x that answers k, and read as |i-k| = 0."""
    x, (k, n) = matrix("x"), indices("k n")

    def loss(at: Term) -> Term:
        return expected_loss(absolute_loss, x, n, at)

    for formulas, taken in (
        ([loss(k) == 0], None),
        ([0 <= i, loss(k) == 0], "i"),
        ([0 <= r, loss(k) == 0], "r"),
        # In the row i, |i-r| is the same for both readings, unless r has a value.
        ([0 <= i, loss(i) == 0], None),
        ([0 <= i, loss(i + 1) == 0], "i"),
        ([All(i, 0 <= i, loss(i) == 0)], None),
        ([All(i, 0 <= i, loss(k) == 0)], "i"),
        ([All(i, 0 <= i, All(r, 0 <= r, loss(i) == 0))], "r"),
        # The bound variable is written i'.
        ([0 <= i, All(i, 0 <= i, loss(i) == 0)], "i"),
        ([0 <= i, absolute_loss[k, 1] == 0], "i"),
        ([0 <= i, absolute_loss[i, r] == 0], "i"),
        ([0 <= i, zero_one[k, 1] == 0], None),
    ):
        assert clash(formulas) == taken, formulas
    for at, taken in ((i, "i"), (k, None)):
        worse = Definition("worse({0}; {1}, {2})", (x, at, n), loss(n) + at)
        assert clash([worse(x, 1, 2) == 0]) == taken


def test_two_things_of_one_name_are_refused() -> None:
    one, other, again = (Definition("good", (), body) for body in (TRUE, as_number(0) == 1, TRUE))
    subject = of_tables()
    subject.clause("one", one())
    subject.clause("again", again())
    assert subject.run().claim is subject
    subject.clause("other", other(), as_number(0) == 1)
    with pytest.raises(Defect, match="uses the name 'good' for two things"):
        subject.run()
    x, (n, m) = matrix("x"), indices("n m")
    private_in_name = Definition(private.name, (x, a, n, m), 0 <= a)
    assert ambiguous([private_in_name(x, a, n, n)]) == private.name
    turned = Definition("{1} is {0}-private on {{0..{2}}} with responses {{0..{3}}}", (a, x, n, m), 0 <= a)
    assert ambiguous([turned(a, x, n, n)]) == turned.name
    for name in (
        private.name.replace("private", "Private"),
        private.name.replace(" with", "with"),
        private.name.replace("-private", " private"),
    ):
        assert ambiguous([Definition(name, (x, a, n, m), 0 <= a)(x, a, n, n)]) == name
    same_turned = Definition(turned.name, (a, x, n, m), private(x, a, n, m))
    assert ambiguous([same_turned(a, x, n, n)]) is None
    f, g = variable("f", VECTOR), matrix("g")
    sizes = Definition("s({0}; {1})", (f, n), f[n]), Definition("s({0}; {1})", (g, n), g[n, n])
    assert ambiguous([sizes[0](f, n) == sizes[1](g, n)]) is None
    fair = Definition("{0} is fair", (f,), f[0] >= 0), Definition("{0} is fair", (g,), g[0, 0] >= 0)
    assert ambiguous([fair[0](f) & fair[1](g)]) == "{0} is fair"


good, not_good = (Definition(name, (i,), i <= size) for name, size in (("{0} is good", 5), ("{0} is not good", 7)))
without_is = Definition("{0} good", (i,), i <= 9)
first, value_at_1 = Definition("t_1", (), as_number(3)), vectors("t")[0][1]
# "G = f_ab - f_ab" is 5 - 3.
at_ab, f_ab = Definition("f_{0}", (a,), a)(Definition("ab", (), as_number(5))()), Definition("f_ab", (), as_number(3))()
difference = Definition("G", (), at_ab - f_ab)
above_both = Definition("H({0})", (a,), a, within=(at_ab <= a) & (f_ab <= a))

READ_ALIKE: dict[str, tuple[Formula, str]] = {
    "a negation": (~good(6) & not_good(6), "{0} is not good"),
    "a condition": (good(1) & without_is(1), "{0} good"),
    # "For f_x' = 3: ∃x': f_x' = 5" was proved.
    "a prime after an argument": (
        (Definition("f_{0}'", (a,), a + 1)(a) == 3) & (Definition("f_{0}", (a,), a)(5) == 5),
        "f_{0}'",
    ),
    "a prime after a word": (
        (Definition("f_uv'", (), as_number(3))() == 3) & (Definition("f_{0}", (a,), a)(5) == 5),
        "f_uv'",
    ),
    "a value in LaTeX": (first() == value_at_1, "t_1"),
    "terms of a meaning": (difference() == 2, "f_ab"),
    "terms of a condition": (above_both(5) == 5, "f_ab"),
    "a term and one of a meaning": (Definition("F", (), at_ab)() == f_ab + 2, "f_ab"),
}


def test_a_negation_with_one_meaning_is_not_ambiguous() -> None:
    assert ambiguous([~good(6) & good(5)]) is None


@pytest.mark.parametrize(
    "name", ["0", "true", "otherwise", "a + b", "\u0430", "a\u200b", "\u03bf", "A\u0301", "a b", "1a", "all", "matrix"]
)
def test_a_variable_that_could_be_read_as_something_else_is_refused(name: str) -> None:
    odd = Term("variable", name, sort=NUMBER)
    subject = of_tables()
    subject.clause("all", All(odd, odd <= odd + 1))
    with pytest.raises(Defect, match="which reads as something else"):
        subject.run()
    assert misleading([Definition("d", (), Some(odd, odd == 1))()]) == name


b, nu, v, prime, second = numbers("b ν v b′ t''")
(n,), (k,), (entries,) = indices("n"), indices("k"), vectors("t")
x, S = matrix("x"), variable("S", SET)

ODD: dict[str, tuple[Formula, str]] = {
    "a Greek letter beside a Latin one": (All(nu, Some(v, nu < v)), "ν"),
    "a prime of another kind": (All(variable("b'", NUMBER), b < prime), "b′"),
    "a double prime beside two primes": (variable("t″", NUMBER) < second, "t″"),
    "a variable like a product": (b * v < number("bv"), "bv"),
    "a variable like a product with a name": (b * Definition("d", (), as_number(2))() < number("bd"), "bd"),
    "a variable like an entry": (entries[1] < variable("t1", NUMBER), "t1"),
}


@pytest.mark.parametrize("name", ODD)
def test_a_letter_that_reads_as_another_is_refused(name: str) -> None:
    says, odd = ODD[name]
    subject = of_tables()
    subject.clause("odd", says)
    with pytest.raises(Defect, match="which reads as something else"):
        subject.run()
    assert misleading([says]) == odd


@pytest.mark.parametrize("name", SENTENCES)
def test_a_sentence_that_is_not_a_phrase_is_refused(name: str) -> None:
    given = (a, b)[: 1 + ("{1}" in name)]
    decided = computed(Definition(name, given, None, decide=lambda *_: True), "always true")
    for each in (Definition(name, given, a < 5), decided):
        assert shapeless([each(*given)]) == name
        subject = of_tables()
        subject.clause("odd", each(*[0, 1][: len(given)]))
        with pytest.raises(Defect, match="write a symbol such as"):
            subject.run()


@pytest.mark.parametrize("name", TERMS)
def test_a_term_that_is_neither_a_symbol_nor_a_phrase_is_refused(name: str) -> None:
    """ "For α ≥ 0 and every number b: b - α = b + 5" was proved, where b - α was a name for b + 5."""
    given = (b, v)[: 1 + ("{1}" in name)]
    assert shapeless([Definition(name, given, b + 5)(*given) == 5]) == name
    decided = computed(Definition(name, given, None, NUMBER, decide=lambda *_: Fraction(5)), "five")
    assert shapeless([decided(*given) == 5]) == name
    vector = Definition(name, (entries, v)[: len(given)], function(r, entries[r + 1]))
    assert shapeless([vector(*vector.parameters)[0] == 0]) == name


@pytest.mark.parametrize("name", WITHOUT_ARGUMENTS)
def test_a_name_without_arguments_that_reads_as_a_formula_is_refused(name: str) -> None:
    for body in (TRUE, as_number(3)):
        used = Definition(name, (), body)()
        assert shapeless([used if isinstance(used, Formula) else used == 3]) == name


def test_a_sentence_is_not_a_symbol() -> None:
    """ "f(α) ⇒ …" would read as a number in place of a condition."""
    assert shapeless([Definition("f({0})", (a,), a < 5)(3)]) == "f({0})"
    assert shapeless([Definition("f({0})", (a,), a)(3) == 3]) is None


def test_a_script_has_no_latex_of_its_own() -> None:
    """LaTeX that is written by hand may say less than the name, or something else."""
    for sign in ("{0} < 0", r"\phantom{{not}} {0} = 0", "{0}"):
        assert shapeless([Definition("{0} is low", (a,), a < 5, latex=sign)(3)]) == "{0} is low"
    distance = Definition("|i-r|", (), function(i, r, as_number(abs(i - r))), latex="(i-r)^2")()
    assert shapeless([distance[0, 2] == 2]) == "|i-r|"
    coin = Definition("(1, 2)", (), listed([1, 2]).args[0].body, latex="(1, 3)")()
    assert shapeless([coin[1] == 2]) == "(1, 2)"


def test_symbols_and_phrases_may_be_names() -> None:
    for name in GOOD_SENTENCES:
        given = (a, b)[: 1 + ("{1}" in name)]
        assert shapeless([Definition(name, given, a < 5)(*[0, 1][: len(given)])]) is None
    for name in GOOD_TERMS:
        given = (a, b)[: 1 + ("{1}" in name)]
        assert shapeless([Definition(name, given, a)(*[0, 1][: len(given)]) == 1]) is None
    assert shapeless([Definition("n'", (), as_number(3))() == 3]) is None


CLASHES = {
    "a function": ("α({0})", "α"),
    "a value of a variable": ("α_{0}", "α"),
    "a value with more arguments": ("α_({0},1)", "α"),
    "a letter in brackets": ("P(α ≤ {0})", "α"),
    "a word": ("low({0})", "low"),
    "an index in a phrase": ("the row of x_1 at {0}", "x"),
    "a word of a phrase": ("the low part of {0}", "low"),
    "a variable of a primed name": ("α'({0})", "α"),
}


@pytest.mark.parametrize("case", CLASHES)
def test_a_name_with_a_variable_is_refused(case: str) -> None:
    """In LaTeX, f times a + b and f at a + b look alike."""
    name, taken = CLASHES[case]
    made = Definition(name, (b,), b + 5)
    assert clash([0 <= number(taken), made(b) == b + 5]).rstrip("'") == taken  # type: ignore[union-attr]
    assert clash([made(b) == b + 5]) is None
    with pytest.raises(Defect, match="is both a name and a variable"):
        of_tables().clause("both", 0 <= number(taken), made(b) == 0)


def test_the_index_of_a_name_may_be_a_letter_of_a_variable() -> None:
    for name in ("L_b({0})", "b_1({0})", "{0} is a prior"):
        assert clash([0 <= b, 0 <= a, Definition(name, (a,), a)(a) == 0]) is None
    assert clash([0 <= number("a"), Definition("{0} is a prior", (b,), b < 5)(b)]) is None


low, high = (Definition(f"{{0}} is {word}", (a,), f) for word, f in (("low", a < 1), ("high", 5 < a)))
family, vector = Definition("f_{0}", (n,), as_number(n)), vectors("x")[0]
three = as_number(3)

JOINED: dict[str, tuple[Formula, str]] = {
    "or": (low(1) & high(2) & Definition("{0} is low or {1} is high", (a, b), TRUE)(2, 3), "{0} is low or {1} is high"),
    "and": (low(1) & Definition("{0} is low and {1}", (a, b), TRUE)(2, 3), "{0} is low and {1}"),
    "a comma": (low(1) & Definition("{0} is low, {1}", (a, b), TRUE)(2, 3), "{0} is low, {1}"),
    "not": (low(1) & Definition("1 is high, not {0} is low", (a,), TRUE)(2), "1 is high, not {0} is low"),
    "a word of the package": (
        Definition("{0} is a prior on {{0..3}}", (vector,), TRUE)(vector),
        "{0} is a prior on {{0..3}}",
    ),
    "words": (
        Definition("low or high", (), three)() < Definition("high", (), as_number(5))(),
        "low or high",
    ),
    "but": (low(1) & Definition("{0} is low but {1} is 2", (a, b), TRUE)(2, 3), "{0} is low but {1} is 2"),
    "a value as an argument": (
        Definition("{0} is far below {1}", (a, b), a < b)(1, 2)
        & Definition("{0} is far below f({1})", (a, b), TRUE)(1, 2),
        "{0} is far below f({1})",
    ),
    "a sum as an argument": (
        (Definition("the size of {0}", (a,), a)(1) == Definition("the size of {0}+1", (a,), a)(1)),
        "the size of {0}+1",
    ),
    "a power": (Definition("x^G", (), three)() == Definition("G", (), three)(), "x^G"),
    "a case": (family(1) + Definition("f_0", (), three)() == 4, "f_0"),
    "a case of a phrase": (
        Definition("{0} is low for {1}", (a, n), TRUE)(1, 1) & Definition("{0} is low for 2", (a,), a < 1)(2),
        "{0} is low for 2",
    ),
    "an entry": ((vector[n] < 3) & (Definition("x_1", (), three)() == 3), "x_1"),
    "a factor": (Definition("f", (), three)() == Definition("f({0})", (a,), a)(3), "f"),
    "Greek and Latin letters": (
        Definition("ν({0})", (a,), a)(1) == Definition("v({0})", (a,), a + 1)(0),
        "v({0})",
    ),
    "a value like a variable": (
        (0 < number("x_1")) & (Definition("x_{0}", (n,), as_number(n) - n)(1) <= 0),
        "x_1",
    ),
    "a value like a bound variable": (
        All(variable("f_1'", NUMBER), family(1) <= 1),
        "f_1",
    ),
    "a value like a variable of a meaning": (
        Definition("g({0})", (number("f_1"),), number("f_1") + family(1))(2) == 3,
        "f_1",
    ),
    "a name without a formula": (
        Definition("f({0})", (a,), a)(1)
        == computed(Definition("f({0})", (b,), None, NUMBER, decide=abs), "its size")(0),
        "f({0})",
    ),
}


@pytest.mark.parametrize("case", READ_ALIKE | JOINED)
def test_two_things_that_read_alike_and_formulas_of_other_names_are_refused(case: str) -> None:
    """ "For α = 2 and β ≥ 0: α is low or β is high" was proved, although neither is, where the whole was a name."""
    says, odd = (READ_ALIKE | JOINED)[case]
    assert ambiguous([says]) == odd
    subject = of_tables()
    subject.clause("odd", says)
    with pytest.raises(Defect, match="for two things"):
        subject.run()


def test_a_name_for_numbers_and_for_matrices_is_refused() -> None:
    """ "For i = 5 and r = 7: h(1) = 2 and h(i+r) = 0" was proved: i+r was a matrix, and "h(a) = a + 1" a line."""
    of_number, of_matrix = Definition("h({0})", (a,), a + 1), Definition("h({0})", (x,), x[0, 0])
    matrix_named = Definition("i+r", (), function(i, r, as_number(i + r)))()
    parts = (of_number(1) == 2), (of_matrix(matrix_named) == 0)
    assert ambiguous([parts[0] & parts[1]]) == ambiguous([parts[1] & parts[0]]) == "h({0})"


def test_a_case_with_its_meaning_is_a_name() -> None:
    one = Definition("f_1", (), as_number(1))
    assert ambiguous([family(2) == one() + 1]) is None
    assert ambiguous([low(1) & Definition("{0} is low enough or late", (a,), TRUE)(2)]) is None
    assert ambiguous([(matrix("x")[n, 0] < 3) & (Definition("x_1", (), three)() == 3)]) is None


@pytest.mark.parametrize(
    "name",
    ["{0} is at most {1}", "{0} plus {1}", "{0} Equals {1}", "{0} is not less than {1}", "{0} exceeds {1} for {0}"],
)
def test_a_phrase_of_words_for_relations_of_numbers_is_refused(name: str) -> None:
    """ "1 is at most 0" was proved."""
    assert shapeless([Definition(name, (a, b), b < a)(1, 0)]) == name
    assert shapeless([Definition(f"{name} apart", (a, b), b < a)(1, 0)]) is None
    assert shapeless([Definition(name, (entries, b), b < entries[0])(entries, 0)]) is None


def test_a_parameter_that_reads_as_something_else_is_refused() -> None:
    """Of a name for its second argument, a line said "g(0; β) = β", and "g(3; 2) = 2" was proved."""
    zero = variable("t", NUMBER), Term("variable", "0", sort=NUMBER)
    assert misleading([Definition("g({0}; {1})", zero[::-1], zero[0])(3, 2) == 2]) == "0"
    decided = computed(Definition("{0} is late", zero[1:], None, decide=lambda _: True), "always true")
    assert misleading([decided(3)]) == "0"


def test_a_name_with_a_letter_like_that_of_a_variable_is_refused() -> None:
    """ "For 0 ≤ v < 5: v < ν" was proved."""
    assert clash([v < 5, v < Definition("ν", (), as_number(5))()]) == "ν"


def test_a_letter_above_a_name_is_not_a_variable() -> None:
    above = Definition("a^N", (), as_number(5))
    for name in ("a", "N"):
        assert clash([0 <= number(name), above() == 5]) == name


def test_a_name_of_letters_of_variables_is_refused() -> None:
    """ "For a ≥ 0 and b ≥ 0: ab ≤ 5" was proved, of a name for 5."""
    ab = Definition("ab", (), as_number(5))
    assert clash([0 <= number("a"), 0 <= b, ab() <= 5]) == "ab"
    assert clash([0 <= b, ab() <= 5]) is None
    A, B, AB = (Definition(name, (), as_number(k))() for k, name in enumerate(("A", "B", "AB")))
    assert clash([A * B < AB]) == "AB"


def test_a_greek_letter_in_a_word_is_misleading() -> None:
    assert misleading([Definition("{0} is g\u03bfod", (a,), TRUE)(1)]) == "{0} is g\u03bfod"
