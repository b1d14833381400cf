"""A passage for a paper states what the certificate proves: LaTeX accepts it, and its matrices round-trip."""

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from exactdp import Matrix, Mechanism, files, geometric, interact, level, phase_diagram, private, vertex
from exactdp.answers.optimality import decide
from exactdp.arithmetic.rational_functions import RationalFunction, rational_function
from exactdp.arithmetic.spelling import latex
from exactdp.certificates.certificate import Malformed, Rejected, Verified, certify, verify
from exactdp.commands.cli import main
from exactdp.files.latex_text import BMATRIX
from exactdp.kernel import KINDS
from exactdp.model.losses import absolute, asymmetric, power_loss, table, threshold
from exactdp.model.neighbours import complete, edges, path
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional, uniform
from exactdp.optimum.loss_bound import bound_loss
from exactdp.optimum.phase_diagram import ZERO, PhaseDiagram
from exactdp.optimum.problem import Constraint, Problem
from exactdp.polytope.derivability import derive, derive_from
from exactdp.privacy.privacy_curve import approximately_private
from exactdp.report.passages import DIGITS, DISPLAYED, ROOM, passage
from tests.diagram_cases import DIAGRAMS
from tests.kernel_cases import cases
from tests.report.typesetting import ARTICLE, check_latex

COIN = Mechanism([["4/5", "1/5"], ["2/5", "3/5"]])
ACCEPTED = cases("accept")


@cache
def saying(data: bytes) -> str:
    """Return the passage of a certificate without what only spaces it."""
    return passage(data).replace(ROOM, "").replace(r",\allowbreak ", ", ")


def said(verified: Verified) -> str:
    """Return a passage as plain words: without its comment, footnote and the rows of matrices."""
    text = saying(verified.certificate.data).partition(r"\footnote")[0]
    return " ".join(line for line in text.split("\n")[1:] if not line.startswith("  "))


def displayed(text: str, name: str) -> list[str]:
    """Return the matrices that are displayed by a name, each as LaTeX."""
    return re.findall(rf"\\\[ {re.escape(name)} = ((?s:.*?))\.? \\\]", text)


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: case.stem)
def test_the_matrix_is_the_one_of_the_statement(case: Path, tmp_path: Path) -> None:
    text = saying(case.read_bytes())
    done = verify(case.read_bytes())
    assert text.startswith(f"% {done.kind}: statement sha256 {done.digest}\n")
    assert re.sub(r"\\allowbreak ", "", text).endswith(rf"is \texttt{{{done.digest}}}.}}")
    found = re.findall(r"\\\[ M(?: = G_\{[^}]*\}(?:\\,T)?)? = ((?s:.*?)) \\\]", text)
    if done.mechanism is None:
        assert "There are no mechanisms" in text
        return
    numbers = [str(v) for v in (*done.mechanism.denominators, *(v for row in done.mechanism.numerators for v in row))]
    legible = max(done.mechanism.shape) <= DISPLAYED and max(map(len, numbers)) <= DIGITS
    assert len(found) == legible
    for matrix in found:
        (tmp_path / "m.tex").write_text(matrix, encoding="utf-8")
        assert [*files.read(tmp_path / "m.tex", kind=Matrix)] == [*done.mechanism]


def test_every_kind_has_its_words() -> None:
    kinds = {case.read_text("ascii").split("\n")[1].split(" ")[1] for case in ACCEPTED}
    assert kinds == {*KINDS}


def written(number: str) -> Fraction:
    r"""Return the number that LaTeX shows for an integer or a fraction, after a sign."""
    sign, top, bottom = re.fullmatch(r"(-?)(?:\\frac\{(?=\d+\}\{\d))?(\d+)(?:\}\{(\d+)\})?", number).groups()  # type: ignore[union-attr]
    return Fraction(int(sign + top), int(bottom or 1))


def terms(formula: str, symbol: str) -> dict[str, Fraction]:
    """Return a sum's coefficients; those that stand alone have the name ""."""
    found = {}
    for sign, factor, _, name in re.findall(
        rf"(-?)\s*(\\frac\{{\d+\}}\{{\d+\}}|\d+)?(({symbol})|(?=\s|$))", formula.replace("+", " ")
    ):
        if factor or name:
            found[name] = (-1 if sign else 1) * written(factor or "1")
    return found


def lines(case: Path, keyword: str) -> list[list[str]]:
    """Return the words after a keyword on each of the statement's lines that begin with it."""
    statement = case.read_text("ascii").partition("\nproof\n")[0].split("\n")
    return [line.split(" ")[1:] for line in statement if line.startswith(keyword + " ")]


def integers(words: list[str]) -> list[int]:
    return [int(word, 16 if "x" in word else 10) for word in words]


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: case.stem)
def test_what_is_displayed_of_the_statement_is_in_it(case: Path) -> None:
    """The passage is read as LaTeX sets it, the certificate word by word; neither reader is the package's."""
    text = saying(case.read_bytes()).partition(r"\footnote")[0]
    shown = {
        key: re.findall(pattern, text)
        for key, pattern in {
            "alpha": r"at \$\\alpha = (.*?)\$",
            "delta": r"\$\\delta = (.*?)\$",
            "prior": r"the prior \$\((.*?)\)\$",
            "inputs": r"side information \$\\\{(.*?)\\\}\$",
            "power": r"\$\|i-r\|(?:\^(\{[^}]*\}|.))?\$",
            "threshold": r"\$\[\\,\|i-r\| > (-?\d+)\\,\]\$",
            "slopes": r"loss \$(.*?)\\,\(r-i\)\$ where \$r \\ge i\$, \$(.*?)\\,\(i-r\)\$ where \$r < i\$,",
            "value": r"expected loss (?:is )?\$(?!\\approx)(.*?)\$[;,]",
            "edges": r"\(neighbours: \$(.*)\$\)",
            "constraints": r"that keep ((?:\$[^$]*\$(?:, )?)*) and are",
        }.items()
    }
    assert [written(alpha) for alpha in shown["alpha"]] == [
        Fraction(*integers(level.split("/"))) for (level,) in lines(case, "alpha")
    ]
    assert [written(delta) for delta in shown["delta"]] == [
        Fraction(*integers(level.split("/"))) for (level,) in lines(case, "delta")
    ]
    for each in shown["prior"]:
        denominator, *numerators = integers(lines(case, "prior")[0])
        assert [written(p) for p in each.split(", ")] == [Fraction(p, denominator) for p in numerators]
    for each in shown["inputs"]:
        inside = [i for i, chosen in enumerate(lines(case, "inputs")[0]) if chosen == "1"]
        first, *_, last = each.split(", ")[:1] + each.split(", ")
        assert inside == ([*range(int(first), int(last) + 1)] if r"\dots" in each else [*map(int, each.split(", "))])
    assert [[*(each.strip("{}") or "1").split("/"), "1"][:2] for each in shown["power"]] == lines(case, "exponent")
    assert [[each] for each in shown["threshold"]] == lines(case, "above")
    for found, said in zip(shown["slopes"], lines(case, "slopes"), strict=True):
        denominator, *slopes = integers(said)
        assert [written(each) for each in found] == [Fraction(slope, denominator) for slope in slopes]
    for each in shown["value"]:
        denominator, *numerators = integers(lines(case, "value")[0])
        coefficients = [Fraction(v, denominator) for v in numerators if v]
        assert [*terms(each, r"\\sqrt(?:\[\d+\])?\{\d+\}").values()] == (coefficients or [0])
    for each in shown["edges"]:
        assert [pair.split(",") for pair in re.findall(r"\\\{(.*?)\\\}", each)] == lines(case, "edge")
    for each in shown["constraints"]:
        entries = iter(
            lines(case, "entry")[
                len(lines(case, "entry")) - sum(int(size) for _, _, size in lines(case, "constraint")) :
            ]
        )
        for formula, (sense, right, size) in zip(each.split("$, $"), lines(case, "constraint"), strict=True):
            left, sign, bound = re.fullmatch(r"(.*) (=|\\ge) (-?\d+)", formula.strip("$")).groups()  # type: ignore[union-attr]
            assert (sign, bound) == ("=" if sense == "exactly" else r"\ge", right)
            expected = {f"x_{{{i},{r}}}": Fraction(a) for i, r, a in (next(entries) for _ in range(int(size)))}
            assert terms(left, r"x_\{\d+,\d+\}") == (expected or {"": 0})


@pytest.mark.needs("pdflatex")
def test_latex_reads_every_passage(tmp_path: Path) -> None:
    about_all_levels = [each.read_bytes() for each in sorted(DIAGRAMS.glob("*.cert"))]
    diagrams = [each for each in about_all_levels if each.split()[4] in (b"interaction", b"optimal")]
    assert 5 < len(diagrams) < len(about_all_levels)
    passages = "\n\n".join(map(saying, [*(case.read_bytes() for case in ACCEPTED), *diagrams]))
    assert passages.isascii()
    check_latex(ARTICLE.replace(",amssymb", "") % passages, tmp_path)


@pytest.mark.parametrize("folder", ["reject", "malformed"])
def test_what_is_not_proved_is_not_written(folder: str) -> None:
    for case in cases(folder)[:60]:
        with pytest.raises((Rejected, Malformed)):
            passage(case.read_bytes())


M = r"The mechanism \[ M = \begin{bmatrix} \end{bmatrix} \]"
PATH = "(neighbouring inputs differ by 1)"
THREE = rf"mechanisms with 3 inputs and 3 responses that are $\alpha$-private at $\alpha = \frac{{1}}{{2}}$ {PATH}"


@pytest.mark.parametrize(
    ("verified", "words"),
    [
        (certify(COIN), f"{M} has no negative entry, and its rows sum to $1$."),
        (
            certify(level(COIN)),
            rf"{M} is $\alpha$-private at $\alpha = \frac{{1}}{{3}}$ {PATH}, and at no larger $\alpha$; "
            r"$\varepsilon = \ln 3$.",
        ),
        (
            certify(level(Mechanism([[1, 0], ["1/2", "1/2"]]))),
            rf"{M} is $\alpha$-private at $\alpha = 0$ (neighbouring inputs differ by 1), and at no larger $\alpha$.",
        ),
        (
            certify(private(COIN, "1/4", complete(inputs=range(2)))),
            rf"{M} is $\alpha$-private at $\alpha = \frac{{1}}{{4}}$ (any two inputs are neighbours).",
        ),
        (
            certify(private(geometric(n=2, alpha="1/2"), "1/2", edges([(0, 2)], inputs=range(3)))),
            r"The mechanism \[ M = G_{2,1/2} = \begin{bmatrix} \end{bmatrix} \] "
            r"is not $\alpha$-private at $\alpha = \frac{1}{2}$ (neighbours: $\{0,2\}$).",
        ),
        (
            certify(approximately_private(COIN, "1/2", "1/4")),
            rf"{M} is $(\alpha,\delta)$-private at $\alpha = \frac{{1}}{{2}}$ {PATH}, and $\delta = \frac{{1}}{{4}}$, "
            r"where $(\alpha,\delta)$-private means that $\alpha\,P(S) \le Q(S) + \alpha\,\delta$ for the rows "
            r"$P$, $Q$ of any two neighbours, in either order, and every set $S$ of responses.",
        ),
        (
            certify(derive(COIN, "1/5")),
            rf"{M} is derivable from $G_{{1,1/5}}$, by the remap \[ T = \begin{{bmatrix}} \end{{bmatrix}} \] "
            r"as $M = G_{1,1/5}\,T$.",
        ),
        (
            certify(derive_from(COIN, Mechanism([["2/3", "1/3"], ["2/3", "1/3"]]))),
            rf"{M} is not derivable from \[ Y = \begin{{bmatrix}} \end{{bmatrix}} \] as $M = Y\,T$ for no remap $T$.",
        ),
        (
            certify(vertex(COIN, "1/3")),
            rf"{M} is midway between two others, and so not a vertex, of the polytope of the mechanisms with "
            rf"2 inputs and 2 responses that are $\alpha$-private at $\alpha = \frac{{1}}{{3}}$ {PATH}.",
        ),
        (
            decide(Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/4")).verified,
            rf"{M} is the only optimal mechanism for the minimax consumer with the "
            r"loss $|i-r|$ and the side information $\{0, \dots, 3\}$. Its worst-case expected loss is "
            r"$\frac{168}{415}$; every other one of the mechanisms with 4 inputs and 4 responses that are "
            r"$\alpha$-private at $\alpha = \frac{1}{4}$ (neighbouring inputs differ by 1) has a higher one.",
        ),
        (
            decide(Problem(BayesianUser(threshold(2), uniform(n=2)), "1/2")).verified,
            r"The mechanism \[ M = G_{2,1/2}\,T = \begin{bmatrix} \end{bmatrix} \] where "
            r"\[ T = \begin{bmatrix} \end{bmatrix}, \] is optimal, but not the only such mechanism, for the Bayesian "
            r"user with the loss $[\,|i-r| > 2\,]$ and the prior $(\frac{1}{3}, \frac{1}{3}, \frac{1}{3})$. "
            rf"Its expected loss is $0$; none of the {THREE} has a lower one.",
        ),
        (
            certify(interact(BayesianUser(asymmetric(2, "1/2"), uniform(n=1)), COIN)),
            rf"{M} is remapped by \[ T = \begin{{bmatrix}} \end{{bmatrix}} \] optimally for the Bayesian user with "
            r"the loss $2\,(r-i)$ where $r \ge i$, $\frac{1}{2}\,(i-r)$ where $r < i$, and the prior "
            r"$(\frac{1}{2}, \frac{1}{2})$. "
            r"It leads to the expected loss $\frac{1}{4}$, and no remap to 2 responses leads to a lower one.",
        ),
        (
            decide(
                Problem(
                    BayesianUser(table([[0, 1], [1, 0]]), uniform(n=1)),
                    "1/2",
                    path(inputs=range(2)),
                    constraints=[Constraint({(0, 0): -1, (1, 0): 2}, "-1/3"), Constraint({(0, 1): 1}, 2)],
                )
            ).verified,
            r"There are no mechanisms $x$ with 2 inputs and 2 responses that keep $-3x_{0,0} + 6x_{1,0} \ge -1$, "
            r"$x_{0,1} \ge 2$ and are $\alpha$-private at $\alpha = \frac{1}{2}$ (neighbouring inputs differ by 1).",
        ),
    ],
)
def test_what_is_said(verified: Verified, words: str) -> None:
    assert said(verified) == words


def test_a_table_of_losses_is_displayed(tmp_path: Path) -> None:
    losses = [[0, "1/2"], ["5/7", -1]]
    found = decide(Problem(BayesianUser(table(losses), uniform(n=1)), "1/2"))
    (matrix,) = displayed(saying(found.verified.certificate.data), "l(i,r)")
    (tmp_path / "l.tex").write_text(matrix, encoding="utf-8")
    assert [*files.read(tmp_path / "l.tex", kind=Matrix)] == [*Matrix(losses)]


def test_irrational_values_are_sums_of_roots() -> None:
    found = decide(Problem(BayesianUser(power_loss("3/2"), ["1/2", 0, "1/2"]), "1/2"))
    assert rf"Its expected loss is ${found.optimum.value.latex()}$;" in said(found.verified)
    assert r"\sqrt{2}" in said(found.verified)


def function(written: str) -> RationalFunction:
    """Read a function of α from LaTeX."""
    plain = re.sub(r"\\frac\{(.*)\}\{((?:[^{}]|\^\{\d+\})*)\}$", r"(\1)/(\2)", written)
    return rational_function(re.sub(r"(\d)a", r"\1*a", plain.replace(r"\alpha", "a").replace("{", "").replace("}", "")))


@pytest.mark.parametrize(
    "user",
    [
        MinimaxConsumer(absolute(), inputs=range(3)),
        BayesianUser(absolute(), ["1/6", "5/6"]),
        BayesianUser(power_loss(2), ["1/2", "1/4", "1/8", "1/8"]),
        BayesianUser(table([[0, 2, 1], [1, 0, 1], [1, 2, 0]]), uniform(n=2)),
    ],
)
def test_the_phases_of_a_diagram_read_back(user: BayesianUser | MinimaxConsumer) -> None:
    diagram = phase_diagram(user)
    assert isinstance(diagram, PhaseDiagram)
    text = saying(certify(diagram).certificate.data)
    assert ("is optimal among the remaps of " in text) is not diagram.is_universal
    pieces = re.findall(
        r"(\S+) \\alpha (\S+) .*: \\qquad L = (.*), \\qquad\n  T = \\begin\{bmatrix\} (.*) \\end\{bmatrix\}", text
    )
    # Only the breakpoints belong to phases; 0 and 1 do not.
    inside = [r"\le"] * (len(pieces) - 1)
    assert [piece[:2] for piece in pieces] == list(zip(["<", *inside], [*inside, "<"], strict=True))
    for at, (_, _, loss, remap) in enumerate(pieces):
        phase = diagram.phases[at]
        assert function(loss) == phase.loss
        rows = [[function(cell) for cell in row.split(" & ")] for row in remap.split(r" \\ ")]
        expected = [{r: t for r, t in row if t != ZERO} for row in phase.pieces[0].remap]
        assert [{r: t for r, t in enumerate(row) if t != ZERO} for row in rows] == expected
    assert len(pieces) == len(diagram.phases)
    for at, phase in enumerate(diagram.phases[:-1], start=1):
        named = rf"$\alpha_{{{at}}} \approx {phase.upper.decimal(4)}$ is the only root of " in text
        assert named is not phase.upper.is_rational


def test_a_passage_says_where_the_remap_is_the_only_one_and_where_a_loss_is_possible() -> None:
    diagram = phase_diagram(MinimaxConsumer(asymmetric(1, 3), inputs=range(3)))
    text = saying(certify(diagram).certificate.data)
    assert "At all but finitely many $\\alpha$, every other remap has a larger loss in 2 of the 3 phases." in text
    bayesian = phase_diagram(BayesianUser(absolute(), ["1/6", "5/6"]))
    assert isinstance(bayesian, PhaseDiagram)
    places = {
        "1/8": "exactly for the $\\alpha$ up to $\\frac{1}{7}$",
        "0": "for no $\\alpha$",
        "1": "for every $\\alpha$",
    }
    for loss, where in places.items():
        text = saying(certify(bound_loss(bayesian, loss)).certificate.data)
        assert "Strictly inside each phase, every other remap has a larger loss." in text
        assert f"$L$ is at most ${latex(Fraction(loss))}$ {where}." in text
    assert "every other remap" not in saying((DIAGRAMS / "table_1.cert").read_bytes())


def test_a_diagram_that_is_too_large_to_be_read_is_left_to_its_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    diagram = phase_diagram(BayesianUser(absolute(), proportional([1, 10**20, 1])))
    text = saying(certify(diagram).certificate.data)
    assert r"L = \text{as in the certificate}" in text
    monkeypatch.setattr("exactdp.report.passages.DISPLAYED", 8)
    many = phase_diagram(BayesianUser(power_loss(2), proportional([2**k for k in range(8)])))
    assert len(many.phases) > 8
    assert f"There are {len(many.phases)} phases, which the certificate has." in said(certify(many))
    bounded = said(certify(bound_loss(many, "1/2")))
    (named,) = re.findall(
        r"is at most \$\\frac\{1\}\{2\}\$ exactly for the \$\\alpha\$ up to \$(\\alpha_\{\d+\})\$", bounded
    )
    assert bounded.count(f"Here ${named} ") == bounded.count("is the only root of") == 1
    data = (DIAGRAMS / "smallest.cert").read_bytes()
    with pytest.raises(Rejected):
        passage(data.replace(b"value 6 1", b"value 6 2"))
    with pytest.raises(Malformed):
        passage(data[:-1])


def test_phases_writes_the_passage_of_its_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "phases.cert"
    assert main(["phases", "-n", "2", "--loss", "abs", "--latex", "--certificate", str(path)]) == 0
    assert capsys.readouterr().out == passage(path.read_bytes()) + "\n"


def test_long_numbers_are_described() -> None:
    found = decide(Problem(BayesianUser(absolute(), uniform(n=40)), "9/10"))
    assert isinstance(found.optimum.value, Fraction)
    text = said(found.verified)
    assert text.startswith(
        r"The $41 \times 41$ mechanism $M = G_{40,9/10}\,T$, where $T$ is the remap in the certificate,"
    )
    assert r"and the prior of the certificate. Its expected loss is $\approx " in text
    digits = text.partition(r"$\approx ")[2].partition("$")[0]
    assert abs(Fraction(digits) - found.optimum.value) <= Fraction(1, 2 * 10**4)
    rare = decide(Problem(BayesianUser(table([[Fraction(-2, 3 * 10**60)]]), [1]), 1))
    assert r"Its expected loss is $\approx -6.667 \cdot 10^{-61}$ (the" in said(rare.verified)
    long = Mechanism([[Fraction(1, 10**DIGITS), 1 - Fraction(1, 10**DIGITS)]])
    assert said(certify(long)).startswith(r"The $1 \times 2$ mechanism $M$ has no")
    wide = geometric(n=BMATRIX, alpha="1/2")
    assert "array" in passage(certify(wide).certificate.data)


def test_the_command_writes_the_passage(tmp_path: Path) -> None:
    data = certify(COIN).certificate.data
    (tmp_path / "coin.cert").write_bytes(data)
    assert main(["export", "latex", str(tmp_path / "coin.cert"), "-o", str(tmp_path / "coin.tex")]) == 0
    assert (tmp_path / "coin.tex").read_text("ascii") == passage(data) + "\n"


def test_numbers_that_python_does_not_spell() -> None:
    size = 10**5000
    coin = Mechanism([[Fraction(1, size + 1), Fraction(size, size + 1)]])
    assert f"{{{'1' + '0' * 5000}}}" in said(certify(private(coin, Fraction(1, size))))
    assert "keep $x_{0,0} = 1" in said(
        decide(
            Problem(BayesianUser(table([[size]]), [1]), 1, constraints=[Constraint({(0, 0): 1}, size, exactly=True)])
        ).verified
    )
    assert f"is ${'1' + '0' * 5000}$;" in said(decide(Problem(BayesianUser(table([[size]]), [1]), 1)).verified)
    assert r"$G_{1,\frac" not in said(certify(derive(geometric(n=1, alpha=Fraction(1, size)), Fraction(1, size))))
    long = decide(Problem(BayesianUser(threshold(10**70), uniform(n=1)), "1/2"))
    assert r"with the loss $[\,|i-r| > K\,]$, $K$ as in the certificate, and" in said(long.verified)


def test_many_neighbours_are_counted() -> None:
    star = edges([(0, k) for k in range(1, DISPLAYED + 2)], inputs=range(DISPLAYED + 2))
    assert said(certify(private(Mechanism([[1]] * (DISPLAYED + 2)), 1, star))).endswith(
        r"at $\alpha = 1$ (the neighbours are 17 pairs in the certificate)."
    )


def test_a_passage_is_read_back_as_its_matrix(tmp_path: Path) -> None:
    for mechanism, room in ((COIN, True), (Mechanism([[1, 0], [1, 0]]), False)):
        text = passage(certify(mechanism).certificate.data)
        assert (ROOM in text) == room
        (tmp_path / "m.tex").write_text(text, encoding="ascii")
        assert files.read(tmp_path / "m.tex").rows == mechanism.rows
