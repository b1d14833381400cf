"""The statement for Coq means the same as the clause: Coq accepts its proof, and refuses changed statements."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.certificates.coq_sources import RATIONALS, REALS
from exactdp.claims import vocabulary
from exactdp.claims.coq import library as coq_library
from exactdp.claims.coq import statement as coq_statement
from exactdp.claims.coq.library import CoqTheorem
from exactdp.claims.coq.statement import check, statement
from exactdp.claims.evidence import Failed
from exactdp.claims.statements.expressions import INDEX, INDEX_MAP, MATRIX, NUMBER, SET, TRUTH
from exactdp.claims.statements.formulas import (
    All,
    Least,
    Product,
    Some,
    Sum,
    between,
    function,
    indices,
    matrices,
    number,
    numbers,
    vectors,
)
from exactdp.claims.statements.names import is_word
from exactdp.claims.statements.terms import Definition, Formula, If, Term, as_number, term, unfold, variable
from exactdp.claims.vocabulary import polytope
from tests.claims.one_run_of_coq import told

i, k, m, n, p, r = indices("i k m n p r")
x, t, c = matrices("x t c")
a, b = numbers("α β")
z, w = vectors("z w")
S, f = variable("S", SET), variable("f", INDEX_MAP)

STOCHASTIC = Definition(
    "{0} is stochastic on {{0..{1}}} with responses {{0..{2}}}",
    (x, n, m),
    All(i, between(0, i, n), All(r, between(0, r, m), 0 <= x[i, r]) & (Sum(r, 0, m, x[i, r]) == 1)),
    coq="stochastic (S {1}) (S {2}) {0}",
)
PRIVATE = Definition(
    "{0} is {1}-private on {{0..{2}}} with responses {{0..{3}}}",
    (x, a, n, m),
    STOCHASTIC(x, n, m)
    & All(
        i, between(0, i, n - 1), All(r, between(0, r, m), (a * x[i, r] <= x[i + 1, r]) & (a * x[i + 1, r] <= x[i, r]))
    ),
    coq="private_mechanism (S {2}) (S {3}) (path (S {2})) {1} {0}",
)
GEOMETRIC = Definition(
    "G_{{{0},{1}}}",
    (n, a),
    function(i, k, a ** abs(i - k) * (If((k == 0) | (k == n), 1, 1 - a) / (1 + a))),
    sort=MATRIX,
    coq="geometric {0} {1}",
)
DERIVABLE = Definition(
    "{0} is derivable on {{0..{1}}} from {2}",
    (x, n, c),
    Some(
        t,
        STOCHASTIC(t, n, n),
        All(i, between(0, i, n), All(r, between(0, r, n), x[i, r] == Sum(k, 0, n, c[i, k] * t[k, r]))),
    ),
    coq="derivable (S {1}) (S {1}) (S {1}) {0} {2}",
)
COLUMN = Definition(
    "{0} is a column of level {1} on {{0..{2}}}",
    (z, a, n),
    All(i, between(0, i, n), 0 <= z[i]) & All(i, 0 <= i, i < n, (a * z[i] <= z[i + 1]) & (a * z[i + 1] <= z[i])),
)
DETERMINANT = Definition("det({0}, {1})", (x, n), None, sort=NUMBER, coq="det (S {1}) {0}")
G = GEOMETRIC(n, a)


def without_words(of: Definition) -> Definition:
    return Definition(of.name, of.parameters, of.body, of.sort)


def three_entries(k: Term) -> Any:
    return (1 + a * a) * x[k, r] - a * (x[k - 1, r] + x[k + 1, r])


THREE_ENTRIES = All(k, 1 <= k, k <= n - 1, All(r, between(0, r, m), three_entries(k) >= 0))
REMAPPED = Some(
    t, STOCHASTIC(t, n, m),
    All(i, between(0, i, n), All(r, between(0, r, m), Sum(k, 0, n, G[i, k] * t[k, r]) == x[i, r])),
)  # fmt: skip
OF_THEOREM_2 = [n >= 1, m >= 0, 0 <= a, a < 1, PRIVATE(x, a, n, m)]
IN_DUAL_CONE = All(r, between(0, r, m), All(z, COLUMN(z, a, n), 0 <= Sum(i, 0, n, (c[i, r] - w[i]) * z[i])))
SIZES = [n >= 0, m >= 0]
OPTIMAL, VERTEX = vocabulary.optimal(x, z, c, a, n, m), polytope.a_vertex(x, a, n, m)

PROVED: dict[str, tuple[str, list[Formula], Formula]] = {
    "theorem_2_sufficiency": ("Statements", [*OF_THEOREM_2, THREE_ENTRIES], REMAPPED),
    "theorem_2_necessity": ("Statements", [*OF_THEOREM_2, REMAPPED], THREE_ENTRIES),
    "weak_duality_on_path": (
        "Statements",
        [*SIZES, PRIVATE(x, a, n, m), IN_DUAL_CONE],
        Sum(i, 0, n, w[i]) <= Sum(i, 0, n, Sum(r, 0, m, c[i, r] * x[i, r])),
    ),
    "post_processing": (
        "Statements",
        [*SIZES, p >= 0, PRIVATE(x, a, n, m), STOCHASTIC(t, m, p)],
        PRIVATE(function(i, r, Sum(k, 0, m, x[i, k] * t[k, r])), a, n, p),
    ),
    "lemma_3": ("Geometric", [n >= 1, 0 <= a, a <= b, b <= 1, a < 1], DERIVABLE(GEOMETRIC(n, b), n, G)),
    "determinant_of_geometric": (
        "Determinants",
        [n >= 1, 0 <= a],
        DETERMINANT(G, n) == (1 - a) ** (2 * n - 1) / (1 + a),
    ),
    "determinant_positive": ("Determinants", [n >= 1, 0 <= a, a < 1], 0 < DETERMINANT(G, n)),
}
"""Theorems of the library, with the file of each and the clause that it proves."""


@pytest.fixture(autouse=True, scope="module")
def _own_words() -> Iterator[None]:
    """Give the names of this file words in Coq, which otherwise only the package's have."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coq_statement, "is_word", lambda definition: True)
        yield


def alike(one: Formula, other: Formula) -> Formula:
    """Return that two formulas are equivalent."""
    return (one >> other) & (other >> one)


def written_out(definition: Definition) -> tuple[list[Formula], Formula]:
    """Return that what the definition is called in Coq is what its formula says."""
    named = definition(*definition.parameters)
    sizes = [v >= 0 for v in definition.parameters if v.sort == INDEX]
    if named.sort == TRUTH:
        return sizes, alike(named, unfold(named))
    if named.sort == NUMBER:
        return sizes, named == unfold(named)
    return [*sizes, i >= 0, k >= 0], named[i, k] == unfold(named)[i, k]


NAMED = {
    "stochastic": vocabulary.stochastic,
    "private": vocabulary.private,
    "product": vocabulary.product,
    "geometric": vocabulary.geometric_mechanism,
    "prior": vocabulary.prior,
    "monotone": vocabulary.monotone,
    "loss": vocabulary.bayesian_loss,
    "optimal": vocabulary.optimal,
    "vertex": polytope.a_vertex,
}
"""The definitions with a name in Coq, save determinants, whose formula has a product."""

PROVED |= {f"{name}_written_out": ("ClaimDefinitions", *written_out(each)) for name, each in NAMED.items()}


def test_every_definition_with_a_name_in_coq_is_compared() -> None:
    words = [each for module in (vocabulary, polytope) for each in vars(module).values()]
    named = {each for each in words if isinstance(each, Definition) and each.coq}
    assert named == {*NAMED.values(), vocabulary.determinant}


FALSE: dict[str, tuple[str, list[Formula], Formula]] = {
    "three entries up to n - 2 alone": (
        "theorem_2_sufficiency",
        [*OF_THEOREM_2, All(k, 1 <= k, k <= n - 2, *THREE_ENTRIES.args[2:])],
        REMAPPED,
    ),
    "three entries of a response that is not there": (
        "theorem_2_necessity",
        [*OF_THEOREM_2, REMAPPED],
        All(k, 1 <= k, k <= n - 1, All(r, between(0, r, m + 1), three_entries(k) >= 0)),
    ),
    "a coefficient that is doubled": (
        "theorem_2_necessity",
        [*OF_THEOREM_2, REMAPPED],
        All(k, 1 <= k, k <= n - 1, All(r, between(0, r, m), three_entries(k) - a * x[k + 1, r] >= 0)),
    ),
    "prices that are not in the cone": (
        "weak_duality_on_path", [*SIZES, PRIVATE(x, a, n, m)], PROVED["weak_duality_on_path"][2]
    ),
    "a remap that need not be stochastic": (
        "post_processing", [*SIZES, p >= 0, PRIVATE(x, a, n, m)], PROVED["post_processing"][2]
    ),
    "twice the determinant": (
        "determinant_of_geometric",
        [n >= 1, 0 <= a],
        DETERMINANT(G, n) == 2 * (1 - a) ** (2 * n - 1) / (1 + a),
    ),
    "an optimum of the opposite loss": (
        "optimal_written_out",
        SIZES,
        alike(OPTIMAL, unfold(vocabulary.optimal(x, z, function(i, r, -c[i, r]), a, n, m))),
    ),
    "a vertex of more responses": (
        "vertex_written_out", SIZES, alike(VERTEX, unfold(polytope.a_vertex(x, a, n, m + 1)))
    ),
    "levels the other way": ("lemma_3", [n >= 1, 0 <= a, b <= a, b <= 1, a < 1], DERIVABLE(GEOMETRIC(n, b), n, G)),
}  # fmt: skip
"""False statements, each near to that of a theorem."""


@pytest.fixture(scope="module", params=[RATIONALS, REALS])
def judge(request: pytest.FixtureRequest, _own_words: None) -> Callable[[CoqTheorem], None]:
    """Return what stands in for `coq_library.check`: one run of Coq over these numbers judges the statements."""
    asked = {CoqTheorem(file, name, statement(*of)): True for name, (file, *of) in PROVED.items()}
    asked |= {CoqTheorem(PROVED[name][0], name, statement(*of)): False for name, *of in FALSE.values()}
    over_both = {theorem: proved for theorem, proved in asked.items() if theorem.root == REALS}
    return told(asked if request.param == RATIONALS else over_both, request.param)


@pytest.fixture
def one_run_of_coq(judge: Callable[[CoqTheorem], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coq_library, "check", judge)


@pytest.mark.coq
@pytest.mark.usefixtures("one_run_of_coq")
@pytest.mark.parametrize("name", PROVED)
def test_coq_proves_what_is_printed(name: str) -> None:
    file, given, goal = PROVED[name]
    asked = check(file, name, given, goal)
    assert asked == CoqTheorem(file, name, statement(given, goal))


@pytest.mark.coq
@pytest.mark.usefixtures("one_run_of_coq")
@pytest.mark.parametrize("what", FALSE)
def test_coq_refuses_what_is_false(what: str) -> None:
    name, given, goal = FALSE[what]
    file = PROVED[name][0]
    with pytest.raises(Failed, match="does not prove the statement"):
        check(file, name, given, goal)


# What is printed

PRINTED: list[tuple[list[Formula], Formula, str]] = [
    ([n >= 1, 0 <= i, i + 1 <= n], i <= n - 1, "forall (n i : nat), (1 <= n)%nat -> (S i <= n)%nat -> (S i <= n)%nat"),
    ([0 <= i, 0 <= k], i - k < 2 * k - 3, "forall (i k : nat), (S (S (S i)) < 3 * k)%nat"),
    ([0 <= i, i <= k], z[k] == z[0], "forall (i k : nat) (z : nat -> Q), (i <= k)%nat -> z k == z 0%nat"),
    ([i >= 1], z[i - 1] <= z[i], "forall (i : nat) (z : nat -> Q), z i <= z (S i)"),
    ([k >= 0, k > 0], z[k - 1] == 1, "forall (k : nat) (z : nat -> Q), z k == 1"),
    ([i >= 3], a ** (2 * i - 5) == a, "forall (i : nat) (alpha : Q), power alpha (S (2 * i))%nat == alpha"),
    ([n >= 0], All(i, 2 <= i, i <= n, 0 <= z[i - 2]), "forall i : nat, (S (S i) <= n)%nat -> 0 <= z i"),
    ([n >= 1], Some(i, 1 <= i, i <= n, z[i - 1] < 0), r"exists i : nat, (S i <= n)%nat /\ z i < 0"),
    ([n >= 0], Sum(i, 1, n, z[i - 1]) == 1, "forall (n : nat) (z : nat -> Q), sum n (fun i => z i) == 1"),
    ([n >= 0], Sum(i, n, 2 * n, z[i]) == 1, "sum (S n) (fun i => z (i + n)%nat) == 1"),
    ([0 <= i, 0 <= k], a ** abs(i - k - 1) == a ** abs(i), "power alpha ((distance i (S k)))%nat == power alpha"),
    ([], a / b * a - (a - b) - -a == term("-2/3"), "alpha / beta * alpha - (alpha - beta) - (- alpha) == (-2 # 3)"),
    ([], a * (b / a) / (a * b) == -2, "alpha * (beta / alpha) / (alpha * beta) == (-2)"),
    ([0 <= i, 0 <= k], as_number(i - k) * a == as_number(2 * i), "inject_Z (Z.of_nat i - Z.of_nat k)%Z * alpha =="),
    ([0 <= i], If((z[i] == 0) & (z[i] < a), a, b) == 1, "((Qeq_bool (z i) 0) && (negb (Qle_bool alpha (z i))))%bool"),
    ([], If(number("negb") < a, 1, 0) == a, "(if (negb (Qle_bool alpha negb_)) then 1 else 0) == alpha"),
    ([0 <= i], If(z[i] <= 1 - a, 1, 0) == a, "(if (Qle_bool (z i) (1 - alpha)) then 1 else 0) == alpha"),
    ([0 <= i], as_number(If(z[i] <= a, 2, 0)) == a, "(if (Qle_bool (z i) alpha) then 2 else 0) == alpha"),
    ([0 <= i], If((i == 0) | (i < 3), a, b) == 1, "(if ((i =? 0)%nat || (i <? 3)%nat)%bool then alpha else beta) == 1"),
    ([0 <= i], S[i] >> ~S[i + 1], "forall (i : nat) (S_ : nat -> Prop), S_ i -> ~ S_ (S i)"),
    ([], (a < b) | (b < a) & (a == b), r"alpha < beta \/ (beta < alpha /\ alpha == beta)"),
    ([n >= 0, COLUMN(z, a, n)], 0 <= z[0], r"((forall i : nat, (i <= n)%nat -> 0 <= z i) /\ (forall"),
    ([0 <= i, 0 <= k], 0 <= i * (k + 1), "(0 <= i * (S k))%nat"),
    ([], number("sum") + number("β'") == number("x"), "sum_ + beta' == x"),
    ([], All(a, Some(number("alpha"), number("alpha") < a)), "forall alpha : Q, exists alpha_ : Q, alpha_ < alpha"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "goal", "expected"), PRINTED, ids=[each for _, _, each in PRINTED])
def test_what_is_printed(given: list[Formula], goal: Formula, expected: str) -> None:
    assert expected in " ".join(statement(given, goal).split())


@pytest.mark.coq
def test_all_of_it_is_a_statement_for_coq() -> None:
    every = [*PRINTED, *((given, goal, "") for file, given, goal in PROVED.values() if file == "Statements")]
    joined = " /\\\n".join(f"({statement(given, goal)})" for given, goal, _ in every)
    # Coq reads it, and then finds that the theorem is not a proof of it.
    with pytest.raises(Failed, match="does not prove the statement"):
        coq_library.check(CoqTheorem("Statements", "post_processing", joined))


def test_long_lines_are_broken() -> None:
    lines = statement(*PROVED["theorem_2_sufficiency"][1:]).splitlines()
    assert max(map(len, lines)) <= 110
    assert lines[0] == "forall (n m : nat) (alpha : Q) (x : nat -> nat -> Q),"
    assert "  private_mechanism (S n) (S m) (path (S n)) alpha x ->" in lines


def test_a_long_name_is_not_broken() -> None:
    # A part of the name is a name of its own, and S is one of Coq.
    long, short = indices(f"S{'n' * 120} {'n' * 120}")
    words = re.findall("[A-Za-z]+", statement([0 <= long, 0 <= short], (short < long) | (long <= short)))
    assert words.count(f"S{'n' * 120}") == words.count("n" * 120) == 3


def test_a_definition_without_a_name_in_coq_is_unfolded() -> None:
    unnamed = without_words(STOCHASTIC)
    assert statement([*SIZES], unnamed(x, n, m)).endswith(
        statement([*SIZES], unfold(STOCHASTIC(x, n, m))).partition(",")[2]
    )


# What is refused


@pytest.mark.parametrize(
    ("given", "goal", "reason"),
    [
        ([], 0 <= z[i], "i is a natural number in Coq: add an assumption such as 0 <= i"),
        ([i <= n, n >= 0], 0 <= z[i], "i is a natural number"),
        ([i >= -1], 0 <= z[i + 1], "i is a natural number"),
        ([i - k >= 0], i <= k, "is a natural number"),
        ([i >= k, k >= i], i <= k, "is a natural number"),
        ([k >= 0, i + k >= 0], i <= k, "i is a natural number"),
        ([n >= 0], All(i, i <= n, 0 <= z[i]), "i is a natural number"),
        ([n >= 0], All(i, (0 <= i) >> (0 <= z[i])), "i is a natural number"),
        ([0 <= i, i <= n], a ** (n - i) == 1, "n-i may be negative in Coq"),
        ([i >= 0], z[i - 1] == 1, "i-1 may be negative"),
        ([n >= 1], All(i, 0 <= i, i <= n, z[i - 1] == 1), "i-1 may be negative"),
        ([n >= 0], Sum(i, 1, n - 1, z[i]) == 1, "n-1 may be negative"),
        ([n >= 0], Sum(i, 0, n, z[i - 1]) == 1, "i-1 may be negative"),
        ([n >= 0], PRIVATE(x, a, n, n - 2), "n-1 may be negative"),
        ([], a**-1 == 1, "-1 may be negative"),
        ([n >= 0], Least(i, 0, n, z[i]) == 1, "its library has no least over a range of indices"),
        ([n >= 0], Product(i, 0, n, z[i]) == 1, "its library has no product over a range of indices"),
        ([0 <= i], If(S[i], a, b) <= 1, "is not written for Coq as a condition: write a comparison"),
        ([0 <= i], z[f[i]] == 1, "a function whose values are indices is not written"),
        ([], without_words(DETERMINANT)(x, 0) == 1, "is defined by a computation alone"),
        ([], number("loss of x") == 1, "is not a name in Coq"),
        ([], number("1x") == 1, "is not a name in Coq"),
    ],
)
def test_what_is_refused(given: list[Formula], goal: Formula, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        statement(given, goal)


def test_a_script_gives_its_names_no_words_in_coq(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coq would prove the words of the template, whatever the formula says."""
    monkeypatch.setattr(coq_statement, "is_word", is_word)
    assert statement([], vocabulary.stochastic(x, 1, 1)).endswith("stochastic 2%nat 2%nat x")
    for words in ("True", "True. Proof. exact I. Qed. Axiom wrong : False. Theorem next : True"):
        false = Definition("false", (), as_number(0) == 1, coq=words)
        with pytest.raises(InputError, match="false is a script's own name"):
            statement([], false())
