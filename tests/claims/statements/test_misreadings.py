"""Names and variables that read as something else are refused."""

import pytest

from exactdp.claims.claim import Defect
from exactdp.claims.logic.deriving import by_evaluation
from exactdp.claims.statements.expressions import INDEX, NUMBER, SET, VECTOR, Function
from exactdp.claims.statements.formulas import (
    All,
    Some,
    Sum,
    between,
    function,
    indices,
    matrix,
    number,
    numbers,
    vectors,
)
from exactdp.claims.statements.misreadings import ambiguous, clash, misleading
from exactdp.claims.statements.names import computed, named
from exactdp.claims.statements.terms import TRUE, Definition, Formula, If, Term, as_number, variable
from exactdp.claims.vocabulary import private, product, table
from tests.claims.statements.test_names import ROWS, of_tables

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
    for name in (private.name.replace("private", "Private"), private.name.replace(" with", "with")):
        assert ambiguous([Definition(name, (x, a, n, m), 0 <= a)(x, a, n, n)]) == name
    same_turned = Definition(turned.name, (a, x, n, m), private(x, a, n, m))
    assert ambiguous([same_turned(a, x, n, n)]) is None
    f, g = variable("f", VECTOR), matrix("g")
    sizes = Definition("{0}_{1}", (f, n), f[n]), Definition("{0}_{1}", (g, n), g[n, n])
    assert ambiguous([sizes[0](f, n) == sizes[1](g, n)]) is None
    fair = Definition("{0} is fair", (f,), f[0] >= 0), Definition("{0} is fair", (g,), g[0, 0] >= 0)
    assert ambiguous([fair[0](f) & fair[1](g)]) == "{0} is fair"


good, not_good = (Definition(name, (i,), i <= size) for name, size in (("{0} is good", 5), ("{0} is not good", 7)))
without_is = Definition("{0} good", (i,), i <= 9)
a_table = named("t9", table([[1]]), r"\alpha")
difference = Definition("h of {0} and {1}", (a, number("b")), a - number("b"), latex="h({0})")

count = Definition("c_{0}({1})", (i, r), as_number(i) + r, latex="c_{{{1}}}")

total = Definition("the total of {0}", (a,), a, latex=r"\sum_{{r=0}}^{{2}} {0}")

READ_ALIKE: dict[str, tuple[Formula, str]] = {
    "a negation": (~good(6) & not_good(6), "{0} is not good"),
    "a condition": (good(1) & without_is(1), "{0} good"),
    "a variable in LaTeX": (a_table[0, 0] + a == 1 + a, "t9"),
    "a value of a function": (
        Definition("e(1)", (), as_number(5))() == Definition("e", (i,), as_number(i))(1),
        "e(1)",
    ),
    "a number for each k without its k in LaTeX": (
        All(i, between(0, i, 1), count(i, 5) <= 6) & All(i, between(2, i, 3), 7 <= count(i, 5)),
        "c_i(5)",
    ),
    "a sum in LaTeX": (total(a) == a + Sum(r, 0, 2, a), "the total of α"),
    "a term without an argument in LaTeX": (difference(2, 1) + difference(2, 0) == 3, "h of 2 and 1"),
}


@pytest.mark.parametrize("name", READ_ALIKE)
def test_two_things_that_read_alike_are_refused(name: str) -> None:
    says, odd = READ_ALIKE[name]
    assert ambiguous([says]) == odd
    subject = of_tables()
    subject.clause("odd", says)
    with pytest.raises(Defect, match="for two things"):
        subject.run()


def test_a_negation_and_a_term_with_one_meaning_in_latex_are_not_ambiguous() -> None:
    assert ambiguous([~good(6) & good(5), difference(2, 1) == difference(2, 1)]) is None
    assert ambiguous([All(r, between(0, r, 1), count(i, r) <= i + 1)]) is None


@pytest.mark.parametrize("name", ["0", "a + b", "\u0430", "a\u200b", "\u03bf", "A\u0301", "a b", "1a"])
def test_a_variable_that_could_be_read_as_something_else_is_refused(name: str) -> None:
    odd = Term("variable", name, sort=NUMBER)
    subject = of_tables()
    subject.clause("all", All(odd, odd <= odd + 1))
    with pytest.raises(Defect, match="which reads as something else"):
        subject.run()
    assert misleading([Definition("d", (), Some(odd, odd == 1))()]) == name


@pytest.mark.parametrize("name", ["0 = 1", "2", "n ≤ n", "∀n", "1/2", "n+1", "α²", "2n", "x[0,0]", "|α|", "-n"])
def test_a_name_that_reads_as_a_formula_or_a_number_is_refused(name: str) -> None:
    body = TRUE if set(name) & set("=≤∀") else as_number(3)
    used = Definition(name, (), body)()
    subject = of_tables()
    subject.clause("odd", used if body is TRUE else used == 3)(by_evaluation)
    with pytest.raises(Defect, match="which reads as something else"):
        subject.run()


b, nu, v, prime, second = numbers("b ν v b′ t''")
(n,), (entries,) = indices("n"), vectors("t")

READ_AS_OTHERS: dict[str, tuple[Formula, str]] = {
    "a relation": (Definition("{0} < {1}", (a, v), TRUE)(2, 1), "{0} < {1}"),
    "a sum that a function decides": (
        computed(Definition("{0}+{1}", (a, v), None, NUMBER, decide=lambda *_: 5), "five")(2, 1) == 5,
        "{0}+{1}",
    ),
    "a sum": (Definition("{0}+{1}", (a, v), a - v)(2, 1) == 1, "{0}+{1}"),
    "a number with more digits": (Definition("1{0}", (n,), as_number(n))(2) == 2, "1{0}"),
    "an entry": (
        Definition("{0}[{1},{2}]", (matrix("x"), i, r), matrix("x")[r, i])(matrix("y"), 0, 1) == 1,
        "{0}[{1},{2}]",
    ),
    "a relation that a function decides": (
        computed(Definition("{0} ≥ {1}", (a, v), None, decide=lambda *_: True), "always true")(1, 2),
        "{0} ≥ {1}",
    ),
    "a number that a function decides": (
        computed(Definition("1/2", (), None, NUMBER, decide=lambda: 3), "three")() == 3,
        "1/2",
    ),
    "a sentence about variables": (Definition("x is α-private", (), TRUE)(), "x is α-private"),
    "a letter of another alphabet": (Definition("{0} is g\u043eod", (a,), TRUE)(1), "{0} is g\u043eod"),
    "a letter that nobody sees": (Definition("f\u3164", (a,), a - 1)(1) == 0, "f\u3164"),
    "a minus that is none": (Definition("f(\u2212{0})", (a,), a)(1) == 1, "f(\u2212{0})"),
    "a Greek letter beside a Latin one": (All(nu, Some(v, nu < v)), "ν"),
    "a prime of another kind": (All(variable("b'", NUMBER), b < prime), "b′"),
    "a double prime beside two primes": (variable("t″", NUMBER) < second, "t″"),
    "a negation that LaTeX leaves out": (Definition("{0} is ~good", (a,), a < 1)(0), "{0} is ~good"),
    "a command of LaTeX": (Definition("{0} is \\!good", (a,), a < 1)(0), "{0} is \\!good"),
    "a relation in LaTeX": (Definition("{0} is low", (a,), a < 5, latex="{0} < 0")(3), "{0} is low"),
    "a weaker condition in LaTeX": (
        Definition("{0} is up to {1}", (a, v), (0 <= a) & (a <= v), latex=r"{0} \le {1}")(3, 4),
        "{0} is up to {1}",
    ),
    "a sum in LaTeX": (Definition("gap({0}, {1})", (a, v), a - v, latex="{0} + {1}")(3, 2) == 1, "gap({0}, {1})"),
    "a number in LaTeX": (Definition("five", (), as_number(5), latex="3")() == 5, "five"),
    "a product in LaTeX": (Definition("the level", (), as_number(5), latex="a b")() == 5, "the level"),
    "a power in LaTeX": (Definition("the level", (), as_number(5), latex=r"\alpha^2")() == 5, "the level"),
    "a false formula in LaTeX": (Definition("good", (), TRUE, latex=r"\alpha < 0")(), "good"),
    "a variable like an entry": (entries[1] < variable("t1", NUMBER), "t1"),
}


@pytest.mark.parametrize("name", READ_AS_OTHERS)
def test_a_name_that_reads_as_another_is_refused(name: str) -> None:
    says, odd = READ_AS_OTHERS[name]
    subject = of_tables()
    subject.clause("odd", says)
    with pytest.raises(Defect, match="which reads as something else"):
        subject.run()
    assert misleading([says]) == odd


def test_a_name_of_signs_may_be_the_formula_that_it_means() -> None:
    sloped = Definition("{0}·{1} ≤ 1", (a, v), a * v <= 1)
    assert misleading([sloped(1, 2), Definition("{0} to {1}", (a, n), a**n)(1, 2) == 1, prime < 1]) is None


def test_the_latex_of_a_name_may_be_the_formula_that_it_means() -> None:
    low = Definition("{0} is low", (a,), a < 5, latex="{0} < 5")
    apart = Definition("{0} and {1} apart", (a, v), a - v, latex=r"{0} - \left({1}\right)")
    parts = Definition(
        "{{0..{1}}} \\ {0}", (variable("S", SET), n), function(i, as_number(i)), latex=r"S \setminus {0}"
    )
    assert misleading([low(a), parts(variable("S", SET), 3)[0] == 0]) is None
    assert misleading([apart(a, v) == 0]) is None


def test_a_variable_does_not_read_as_a_name_with_arguments() -> None:
    """In LaTeX, f times a + b and f at a + b look alike."""
    f = number("f")
    squared = Definition("f", (a,), a * a)
    with pytest.raises(Defect, match="'f' is both a name and a variable"):
        of_tables().clause("both", f * (a + 1) == squared(a + 1))


def test_a_sentence_about_numbers_does_not_name_a_variable() -> None:
    """ "For n = 3: 4 is below n" would be false for a reader, whatever "is below n" means."""
    below = Definition("{0} is below n", (a,), a < 5)
    with pytest.raises(Defect, match="'n' is both a name and a variable"):
        of_tables().clause("below", n == 3, below(4))
    of_tables().clause("apart", i == 3, below(4))


def test_a_name_of_signs_may_be_the_entries_that_it_means_or_a_row() -> None:
    x = matrix("x")
    doubled = Definition("{0}[{2}+1,{3}] = {1}·{0}[{2},{3}]", (x, a, i, r), x[i + 1, r] == a * x[i, r])
    ones = Definition("{0}[·,0] = 1 ({1})", (x, n), All(i, between(0, i, n), x[i, 0] == 1))
    assert misleading([doubled(x, a, i, r) & ones(x, n)]) is None


def test_a_name_without_operations_may_have_signs() -> None:
    for name in ("n'", "M_1", "Table 1(c)", "(√5-1)/2", "P(S)", "the sum a+b"):
        assert misleading([Definition(name, (), as_number(3))() == 3]) is None


y, z = vectors("y z")

low_at_0 = y[0] < 1

PART_NAMES = {
    "a vector in place of a number": Definition("{0}", (y,), y[0]),
    "a member": Definition("{0} ∈ {1}", (i, variable("S", SET)), 0 <= i),
    "a member after a step": Definition("{0} + 1 ∈ {1}", (i, variable("S", SET)), 0 <= i),
    "a member in LaTeX": Definition("{0} is in {1}", (i, variable("S", SET)), 0 <= i, latex=r"{0} \notin {1}"),
    "a sum": Definition("Σ_{{k=0}}^{{2}} {0}", (a,), a),
    "a least value": Definition("min_{{0≤k≤2}} {0}", (a,), a),
    "a quantifier before a number": Definition("∃k ≥ 0: k", (), as_number(-1)),
    "a relation before a number": Definition("2 ≤ α", (), as_number(3)),
    "an alternative before a number": Definition("0 or 1", (), as_number(5)),
    "a relation before a number in LaTeX": Definition("five", (), as_number(5), latex=r"2 \le \alpha"),
    "a vector of which nothing is said": Definition("{0}", (y,), low_at_0),
    "a list of vectors": Definition("{0}, {1}", (y, z), low_at_0),
    "a pair": Definition("({0}, {1})", (y, z), low_at_0),
    "a list with a word": Definition("{0} and {1}", (y, z), low_at_0),
    "a vector with its domain": Definition("{0} on {{0..{1}}}", (y, n), low_at_0),
    "a list in LaTeX": Definition("{0} and {1} are low", (y, z), low_at_0, latex=r"{0},\ {1}"),
    "a number that reads as an alternative": Definition("{0} or {1}", (a, b), a * b),
    "a number that reads as a list": Definition("{0}, {1}", (y, z), y[0] - z[0]),
    "a number that reads as a relation": Definition("{0} = {1}", (y, z), y[0] - z[0]),
    "a number that reads as a relation in LaTeX": Definition("h of {0}, {1}", (y, z), y[0] - z[0], latex="{0} = {1}"),
    "the argument": Definition("{0}", (y,), function(r, y[r + 1])),
    "the argument in brackets": Definition("({0})", (y,), function(r, y[r + 1])),
    "a variable with a prime": Definition("{0}'", (a,), a + 1),
    "a vector with a prime": Definition("{0}'", (y,), function(r, y[r] + 1)),
    "an entry": Definition("{0}_{1}", (y, i), y[i + 1]),
    "a value": Definition("{0}({1})", (y, i), y[i + 1]),
    "an entry in LaTeX": Definition("next of {0} after {1}", (y, i), y[i + 1], latex="{0}_{{{1}}}"),
    "a square in LaTeX": Definition("sq({0})", (a,), a + 1, latex="{0}^2"),
    "a quotient in LaTeX": Definition("ratio({0}, {1})", (a, b), a * b, latex=r"\frac{{{0}}}{{{1}}}"),
    "a relation within braces": Definition("{0} is below {1}", (a, b), a <= b + 5, latex="{{{0}}} < {{{1}}}"),
    "a relation of another class": Definition("{0} is below {1}", (a, b), a <= b + 5, latex=r"{0} \mathrel{{<}} {1}"),
    "a part that LaTeX hides": Definition("{0} is low", (y,), y[0] < 1, latex=r"\phantom{{not}} {0} = 0"),
    "a comment of LaTeX": Definition("{0} is low", (y,), y[0] < 1, latex=r"{0} = 0 % not"),
    "a slanted relation": Definition("{0} ⩽ {1}", (a, b), a <= b + 5),
    "another dot": Definition("{0} ⋅ {1}", (a, b), a + b),
    "another cross": Definition("{0} × {1}", (a, b), a + b),
    "a wide sign": Definition("{0} ＜ {1}", (a, b), a <= b + 5),
}


@pytest.mark.parametrize("name", PART_NAMES)
def test_a_name_that_reads_as_its_arguments_is_refused(name: str) -> None:
    """ "∀a: ∃a': a' = a' + 1" was proved, where the right a' was the name of a + 1."""
    definition = PART_NAMES[name]
    given = [definition(*definition.parameters)]
    if not isinstance(given[0], Formula):
        given = [given[0][r] == y[r + 1]] if isinstance(given[0].sort, Function) else [given[0] == a]
    assert misleading(given) == definition.name


def test_a_name_may_be_the_value_that_it_reads_as() -> None:
    x = matrix("x")
    fine = (
        Definition("{0}_{1}", (y, i), y[i]),
        Definition("{0}({1})", (y, i), y[i]),
        Definition("{0}_{1}", (x, i), function(r, x[i, r])),
        Definition("{0}_({1},{2})", (y, a, n), function(r, a * y[r])),
        Definition("{{{0}}}", (i,), function(r, If(r == i, as_number(1), 0))),
        Definition("half of {0}", (a,), a / 2, latex=r"\frac{{{0}}}{{2}}"),
    )
    for each in fine:
        made = each(*each.parameters)
        assert misleading([made[r] == 1 if isinstance(made.sort, Function) else made == 1]) is None


def test_a_name_that_reads_as_a_value_of_a_variable_is_refused() -> None:
    k = indices("k")[0]
    for name, sign in (("y[{0}]", ""), ("next of {0}", "y_{{{0}}}")):
        own = Definition(name, (k,), as_number(k), latex=sign)
        assert clash([y[0] == 0, own(k) == k]) == "y"
        assert clash([own(k) == k]) is None


OPERANDS = {
    "α·{0}": "",
    "{0} - α": "",
    "(α + {0})": "",
    "2·(α + {0})": "",
    "α{0}": "",
    "2α + {0}": "",
    "{0}/α²": "",
    "{0}^α": "",
    "P({0}) + α": "",
    "α[0] + {0}": "",
    "the sum of {0}": r"\alpha + {0}",
    "the sum of {0} and another": r"\alpha_0 + {0}",
    "α_0 - {0}": "",
    "α_{{0,0}} + {0}": "",
    "the product of {0}": r"\alpha {0}",
    "the share of {0}": r"\frac{{\alpha}}{{{0}}}",
}


@pytest.mark.parametrize("name", OPERANDS)
def test_a_term_whose_name_reads_as_one_with_a_variable_is_refused(name: str) -> None:
    """ "For α ≥ 0 and every number b: b - α = b + 5" was proved, where b - α was a name for b + 5."""
    for made in (
        Definition(name, (b,), b + 5, latex=OPERANDS[name]),
        computed(Definition(name, (b,), None, NUMBER, decide=lambda b: b, latex=OPERANDS[name]), "five more"),
    ):
        assert clash([0 <= a, made(b) == b + 5]) == "α"
        assert clash([made(b) == b + 5]) is None
    vector = Definition(name, (y,), function(r, y[r] + 5), latex=OPERANDS[name])
    assert clash([0 <= a, vector(y)[0] == y[0] + 5]) == "α"


@pytest.mark.parametrize("name", ["{0} ≤ α", "{0} ≤ 2α", "{0} ≤ α²", "{0} ≤ 2^α"])
def test_a_sentence_that_reads_as_one_about_a_variable_is_refused(name: str) -> None:
    assert clash([0 <= a, Definition(name, (b,), b <= 0)(b)]) == "α"
    assert clash([0 <= a, computed(Definition(name, (b,), None, decide=lambda b: True), "it is small")(b)]) == "α"


def test_a_term_with_a_variable_of_several_letters_is_refused() -> None:
    assert clash([0 <= number("low"), Definition("low·{0}", (b,), b + 5)(b) == 0]) == "low"


def test_letters_of_a_name_that_are_no_operands_may_be_variables() -> None:
    names = {"P(X ≤ α + {0})": "", "α_{0}": "", "α^G_{0}": r"\alpha^G_{{{0}}}", "{0} with sα": r"{0}\text{{ with }}"}
    for name, sign in names.items():
        made = Definition(name, (b,), b + 5, latex=sign)
        assert clash([0 <= a, made(b) == b + 5]) is None
    squared = Definition("v({0})", (b,), b * b)
    assert clash([squared(b + 1) == v * (b + 1)]) == "v"


def test_a_sentence_about_functions_introduces_its_letters() -> None:
    loose = Definition("{0} sums to 1 up to n", (y,), Sum(i, 0, 3, y[i]) == 1)
    own = Definition("{0}[n] is 0 for n ≤ {1}", (y, r), All(n, between(0, n, r), y[n] == 0))
    told = Definition("{0} sums to 1 up to n = {1}", (y, n), Sum(i, 0, n, y[i]) == 1)
    assert [clash([f, n <= r]) for f in (loose(y), own(y, r), told(y, n))] == ["n", None, None]
