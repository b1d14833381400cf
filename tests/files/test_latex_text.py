from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Matrix
from exactdp.arithmetic.spelling import latex
from exactdp.files import latex_text
from tests.quickly import quickly

ONE = r"\begin{bmatrix} 1 & 2 \end{bmatrix}"


def matrix(written, which=None):
    return latex_text.parse(written, which).matrix(Matrix)


def cell(written):
    return matrix(rf"\begin{{bmatrix}} 7 & {written} \end{{bmatrix}}")[0, 1]


@pytest.mark.parametrize(
    "written",
    [
        *(rf"\begin{{{name}}} 1/2 & 3 \\ 0 & 1 \end{{{name}}}" for name in ("matrix", "pmatrix", "bmatrix", "Bmatrix")),
        r"\begin{smallmatrix}1/2&3\\0&1\\\end{smallmatrix}",
        r"\begin{bmatrix*}[r] 1/2 & 3 \\ 0 & 1 \end{bmatrix*}",
        r"\left[ \begin{array}{cc} 1/2 & 3 \\[2pt] 0 & 1 \\ \end{array} \right]",
        r"\begin{array}[t]{@{\hspace{1em}}c|c@{}} \hline 1/2 & 3 \\ \hline 0 & 1 \\ \hline \end{array}",
        r"\begin{tabular}{ll} \toprule 1/2 & 3 \\ \midrule $0$ & $1$ \\ \bottomrule \end{tabular}",
        r"\begin{tabular*}{\textwidth}{ll} 1/2 & 3 \\ \cline{1-2} \cmidrule(lr){1-2} 0 & 1 \end{tabular*}",
        r"$$M = \begin{pmatrix} 1/2 & 3 \\* 0 & 1 \end{pmatrix}.$$",
        r"\[ \bigl( \begin{matrix} 1/2 & 3 \\ 0 & 1 \end{matrix} \bigr), \]",
        r"Let $x = 2$ be given; $A$ is $A^T = \begin{bmatrix} 1/2 & 3 \\ 0 & 1 \end{bmatrix}$. It has $2^2$ entries.",
        "\\begin{equation}\\label{m}\\begin{bmatrix} % a & b\n1/2 & 3 % 4\n \\\\ 0 & 1 \\end{bmatrix}\n\\end{equation}",
        r"\begin{align*} A &= \begin{bmatrix} 1/2 & 3 \\ 0 & 1 \end{bmatrix} \\ x &= 3 \end{align*}",
        r"\begin {bmatrix} 1/2 & 3 \\ 0 & 1 \end {bmatrix}",
    ],
)
def test_a_matrix_as_papers_print_it_is_read(written):
    assert matrix(written) == Matrix([["1/2", 3], [0, 1]])


@pytest.mark.parametrize(
    "written",
    [
        r"\frac{1}{9}",
        r"\tfrac{1}{9}",
        r"\dfrac1 9",
        r"\frac19",
        r"\frac1{9}",
        r"\frac{1}9",
        r"\nicefrac{1}{9}",
        "1/9",
        "1 / 9",
        r"1\ /\quad 9",
        "{1}/{9}",
        "{1/9}",
        "$1/9$",
        r"\phantom{-}\frac19",
        r"\,1/9\;",
        r"\displaystyle\frac{1}{9}",
        r"\textbf{1/9}",
        "~1/9",
        r"\frac{2}{9}\cdot\frac{1}{2}",
        r"2 \times {1}/{18}",
        r"\frac{\frac{1}{3}}{3}",
        r"\frac{-1}{-9}",
        r"\frac{0.1}{0.9}",
        r"\(\frac{1}{9}\)",
        "%\n1/9",
        r"\mathbf{\frac{1}{9}}",
        r"-\frac{-1}{9}",
        r"\frac{1}{3}/3",
        r"1/\frac91",
        r"+1/9",
    ],
)
def test_one_ninth_in_every_spelling(written):
    assert cell(written) == Fraction(1, 9)


def test_decimals_and_long_numbers():
    assert cell("0.25") == cell("{.25}") == cell(r"\frac{.5}{2.}") == cell("25e-2") == cell("{25E-2}") == Fraction(1, 4)
    assert cell(r"\frac{1" + "0" * 5000 + "}{3}") == Fraction(10**5000, 3)


@given(st.lists(st.fractions(), min_size=1, max_size=5), st.fractions())
def test_a_number_before_the_matrix_multiplies_every_entry(entries, factor):
    body = " & ".join(map(latex, entries))
    for around in (r"%s\begin{bmatrix}%s\end{bmatrix}", r"$M = %s \cdot \left(\begin{array}{c}%s\end{array}\right)$"):
        assert matrix(around % (latex(factor), body)).rows == (tuple(factor * entry for entry in entries),)


@pytest.mark.parametrize(
    "before",
    [
        r"\frac{1}{9}",
        r"\frac19 \times",
        r"{1}/{9}\,",
        r"1/9 \Bigl[",
        r"M &= \frac19 {",
        r"x^2 = \\ & \quad \tfrac19 \left(",
        r"x = 3 $ and $ \frac19",
        r"\begin{center} \frac19",
    ],
)
def test_the_ways_to_write_a_factor(before):
    assert matrix(before + ONE) == Matrix([["1/9", "2/9"]])


@pytest.mark.parametrize(
    ("before", "shown"),
    [
        ("2M", "2 M"),
        (r"\alpha", r"\alpha"),
        ("The matrix is", "The matrix is"),
        (r"1 - \frac12", r"1 - \frac 12"),
        (r"\frac{1}{0}", r"\frac { 1 } { 0 }"),
        ("0,5", "0 , 5"),
        (r"\left|", r"\left |"),
        (r"\sqrt{", r"\sqrt {"),
        ("e^{", "e ^ {"),
        ("M \\approx", "M \\approx"),
        (r"x = 3 \quad", r"3 \quad"),
        (r"x = 3 \\", "3 \\\\"),
        ("x = 3 &", "3 &"),
        ("-", "-"),
        (r"\frac12" + r" \cdot 1" * 1000, r"\frac 12"),
        ("x" * 99, "x" * 12),
    ],
)
def test_what_else_stands_before_the_matrix_is_refused(before, shown):
    with pytest.raises(InputError) as caught:
        matrix(f"\n{before} {ONE}")
    assert str(caught.value).startswith(("line 2: '" + shown).replace("\\", "\\\\"))
    assert "occurs before the matrix: write a number there, or nothing" in str(caught.value)


@pytest.mark.parametrize(
    ("after", "shown"),
    [
        ("^T", "'^'"),
        ("^{-1}", "'^'"),
        ("'", '"\'"'),
        ("_3", "'_'"),
        (r"\cdot 2", "'2'"),
        (r"\right)^T", "'^'"),
        ("/9", "'/'"),
        ("+ I", "'+'"),
        (r"\approx 1", r"\approx"),
        ("}^2", "'^'"),
        (r"\right|", "'|'"),
        (".5", "'.5'"),
        (r"\quad x", "'x'"),
        (r"\begingroup x", r"\begingroup"),
        (r"& + B", "'+'"),
        (r"\\ & -2B", "'-'"),
        (r"\\ \cdot 2", r"\cdot"),
        (r"\label{a}^T", "'^'"),
    ],
)
def test_what_could_change_the_matrix_after_it_is_refused(after, shown):
    with pytest.raises(InputError) as caught:
        matrix(ONE + after)
    assert str(caught.value) == f"line 1: {shown} occurs after the matrix: write out the resulting matrix"


def test_a_table_in_prose_stands_for_itself():
    written = r"""
    \begin{table}[t] \centering \caption{The 3 rows}
    Table 1: \begin{tabular}{|l|cc|} \hline
      input/output & $0$ & \textbf{1} \\ \hline
      $\{1\}$ & $2/3$ & $\frac13$ \\
      a\_b \& c & 0 & 1 \\ \hline
    \end{tabular} $^2$ as computed
    \end{table}"""
    assert matrix(written) == Matrix([["2/3", "1/3"], [0, 1]], ["{1}", "a_b & c"], ["0", "1"])
    prose = r"With $x = 2$, \(y\) and $$z$$ \[3\] the 4 \begin{tabular}{c} 1 \end{tabular}"
    assert matrix(prose) == Matrix([[1]])
    for formula in (
        r"\(x\) \[ 2 \begin{tabular}{c} 1 \end{tabular} \]",
        r"$x$ \( 2 \begin{tabular}{c} 1 \end{tabular} \)",
        r"$2 \begin{tabular}{c} 1 \end{tabular}$",
        r"\begin{equation} 2 \begin{tabular}{c} 1 \end{tabular} \end{equation}",
    ):
        assert matrix(formula) == Matrix([[2]])


def test_labels_are_plain_text():
    table = r"\begin{array}{ccc} & \text{not sure} & 50\%~off \\ {0}\textbackslash\#\$ & 1 & 2 \end{array}"
    assert matrix(table) == Matrix([[1, 2]], ["0\\#$"], ["not sure", "50% off"])
    for label in (r"\alpha", r"x\dots", r"\input{x}"):
        with pytest.raises(InputError, match=r"^line 2: \\[a-z]+ is not read in a label: write plain characters$"):
            matrix(r"\begin{array}{cc} & a \\" + "\n" + rf"{label} & 1 \end{{array}}")


def test_of_several_matrices_one_must_be_chosen():
    several = (
        rf"$$ \frac12 {ONE}" + "\n = " + r"\begin{pmatrix} 3 \end{pmatrix}, B = 2\begin{pmatrix} x \end{pmatrix}$$"
    )
    with pytest.raises(InputError) as caught:
        matrix(several)
    assert str(caught.value) == (
        "there are 3 matrices, the first on line 1 and the next on line 2: copy one to a file of its own, or in Python "
        "choose one by its number, as with which=1"
    )
    assert matrix(several, 1) == Matrix([["1/2", 1]])
    assert matrix(several, 2) == Matrix([[3]])
    with pytest.raises(InputError, match=r"^line 2, row 1, column 1: 'x' is not an exact number"):
        matrix(several, 3)
    for which in (0, 4, -1):
        with pytest.raises(InputError, match=f"^matrix {which} does not exist: the text has 3 matrices$"):
            matrix(several, which)


def test_between_two_matrices_no_number_is_read():
    assert matrix(ONE + r" \begin{pmatrix} 3 \end{pmatrix}", 2) == Matrix([[3]])
    assert matrix(rf"\left( {ONE} \right) \left[ \begin{{array}}{{c}} 3 \end{{array}} \right]", 2) == Matrix([[3]])
    for between in ("-", "2", r"- \frac12", "+", "^T", r"\otimes"):
        with pytest.raises(InputError, match="occurs before the matrix"):
            matrix(ONE + between + r"\begin{pmatrix} 3 \end{pmatrix}", 2)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (r"\alpha", r"\alpha is not read here: write a number such as 1/9, 0.25 or \frac{1}{9}"),
        (
            r"\frac{\sqrt{2}}{2}",
            r"\sqrt makes the entry a formula: write a fraction such as 1/9 or a decimal such as 0.25, "
            "and round an irrational number",
        ),
        (r"\frac{a}{2}", "'a' is not read here"),
        ("a", "'a' is not an exact number: write a fraction such as 1/9 or a decimal such as 0.25"),
        (r"\dots", r"\dots stands for omitted entries: write out every entry"),
        (r"\cdots", r"\cdots stands for omitted entries"),
        (r"\vdots", r"\vdots stands for omitted entries"),
        ("...", "... stands for omitted entries"),
        (
            r"\multicolumn{3}{c}{Response}",
            r"\multicolumn is not read here: write a cell for each column, or leave this row out",
        ),
        (r"2\frac13", r"\frac is not read here"),
        (r"\frac12 3", "'3' is not read here"),
        (r"\frac123", "'3' is not read here"),
        (r"1\,000", "'000' is not read here"),
        ("1{,}000", "'{' is not read here"),
        ("1 2", "'1 2' is several numbers: write & between them"),
        ("2^3", "'2^3' is not an exact number"),
        ("{2}^{3}", "'^' is not read here"),
        (r"50\%", r"\% is not read here: write a number such as 0.667 for 66.7%"),
        (r"\frac{1}{0}", "there is a zero denominator"),
        (r"\frac1{0.0}", "there is a zero denominator"),
        ("1/0", "'1/0' has a zero denominator"),
        ("{1}/0", "there is a zero denominator"),
        (r"\frac{1}", "a number is missing"),
        (r"\frac", "a number is missing"),
        (r"1\cdot", "a number is missing"),
        ("{}", "'}' is not read here"),
        ("{1", "'{' is not read here"),
        ("1}", "'}' is not read here"),
        (r"\phantom{1}", "a number is missing"),
        ("", "the number is missing"),
        ("−1", "'−1' is not an exact number: write -1"),
        (r"−\frac12", "'−' is not an exact number: write -"),
        (r"\frac{１}{9}", "'１' is not an exact number: write 1"),
        (r"\frac{²}{9}", "'²' is not an exact number"),
        (r"\input{/etc/passwd}", r"\input is not read here"),
        (r"\begin{pmatrix} 1 \end{pmatrix}", r"\begin{pmatrix} is not read here"),
        (r"\begin{center} 1 \end{center}", r"\begin{center} is not read here"),
        ("{" * 10**5 + "1" + "}" * 10**5, "fractions and braces are nested too deeply"),
        (r"\frac" * 10**5, "fractions and braces are nested too deeply"),
        (r"\frac{1e700000}{1e-700000}", "'1e700000' is too long: exponents of up to 1,000 are read"),
        ("{1e900}" + rf"\cdot 1{'0' * 400_000}" * 4, "the number is too long"),
        ("{1e-900}" + rf"\cdot 0.{'0' * 400_000}1" * 4, "the number is too long"),
        (r"1 \& 2", r"\& is not read here"),
        ("\\\x07", "'\\\\\\x07' is not read here"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_number_is_refused_in_its_place(written, message):
    with pytest.raises(InputError) as caught:
        matrix("\\begin{bmatrix} 1 & 1 \\\\ \\hline\n 1 & " + written + r" \end{bmatrix}")
    assert str(caught.value).startswith(f"line 2, row 2, column 2: {message}")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (
            "no matrix",
            "the text has no matrix: write matrix, pmatrix, bmatrix, Bmatrix, smallmatrix, array or tabular, from",
        ),
        (r"\begin{vmatrix} 1 \end{vmatrix}", "the text has no matrix"),
        (r"% \begin{bmatrix} 1 \end{bmatrix}", "the text has no matrix"),
        ("\n\\begin{bmatrix} 1", r"line 2: \begin{bmatrix} is not closed: write \end{bmatrix}"),
        (r"\begin{bmatrix} 1 % \end{bmatrix}", r"line 1: \begin{bmatrix} is not closed"),
        ("\n1 \\end{bmatrix}", r"line 2: \end{bmatrix} closes no \begin{bmatrix}"),
        (r"\begin{bmatrix} 1 \end{pmatrix}", r"line 1: \end{pmatrix} closes no \begin{pmatrix}"),
        (
            r"\begin{array} 1 \end{array}",
            r"line 1: \begin{array} lacks its columns: write them behind it, as {cc} for two",
        ),
        (r"\begin{array}{cc 1 \end{array}", r"line 1: \begin{array} lacks its columns"),
        (r"\begin{array}{cc", r"line 1: \begin{array} is not closed"),
        (r"\begin{array}", r"line 1: \begin{array} is not closed"),
        (r"\begin{array}\end{array}", r"line 1: \begin{array} lacks its columns"),
        (r"\begin{array}} 1 \end{array}", r"line 1: \begin{array} lacks its columns"),
        (r"\begin{tabular*}{cc} 1 \end{tabular*}", r"line 1: \begin{tabular*} lacks its columns"),
        (r"\begin{bmatrix} \end{bmatrix}", "line 1: the table has no numbers"),
        (r"\begin{bmatrix} 1 \\ \\ 1 \end{bmatrix}", "line 1, row 2, column 1: the number is missing"),
        (r"\begin{bmatrix} 1 & 2 \\ 3 \end{bmatrix}", "line 1, row 2 has 1 entry where row 1 has 2"),
        (r"\begin{bmatrix} 1 & 2 \\ 3 & \end{bmatrix}", "line 1, row 2, column 2: the number is missing"),
    ],
)
def test_what_is_no_matrix_is_refused_in_one_line(written, message):
    with pytest.raises(InputError) as caught:
        matrix(written)
    assert str(caught.value).startswith(message)
    assert str(caught.value).isprintable()


SCRAPS = r"""
{ } x $ \ \\[ \frac \frac1 \phantom{ \begin{array}{ \begin{array}[ [ ( \left \begin{array}{\end{array} ~ \end{bmatrix} 9
"""


@pytest.mark.parametrize("scrap", [*SCRAPS.split(), "1 ", "% ", r"\cdot 1e99999", r"\begin ", "\n"])
def test_much_of_anything_is_read_or_refused_quickly_and_briefly(scrap):
    for around in (
        r"\begin{bmatrix} 1 & %s \end{bmatrix}",
        r"%s \begin{bmatrix} 1 \end{bmatrix}",
        r"\begin{bmatrix} 1 \end{bmatrix} %s",
    ):
        with quickly(5):
            try:
                matrix(around % (scrap * (100_000 // len(scrap))))
            except InputError as error:
                assert len(str(error)) < 300
