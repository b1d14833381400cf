import pickle
from fractions import Fraction

import pytest
from flint import fmpq_mat
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, derive, geometric, level, private
from exactdp.arithmetic.algebraic_numbers import real_roots
from exactdp.arithmetic.rational_functions import RationalFunction, rational_function
from exactdp.arithmetic.real_sets import Interval, RealSet
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete, cycle, path
from exactdp.model.symbolic_mechanism import SymbolicMechanism, derivable_levels
from tests.quickly import quickly
from tests.strategies import fractions_within, mechanisms

APPENDIX_B = Mechanism(
    [
        ["1/9", "2/9", "4/9", "2/9"],
        ["2/9", "1/9", "2/9", "4/9"],
        ["4/9", "2/9", "1/9", "2/9"],
        ["13/18", "1/9", "1/18", "1/9"],
    ]
)
WHOLE = RealSet([Interval(0, 1)])
NEAR = Fraction(1, 2**80)

levels = st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2)]) | fractions_within(0, 1, 30)


# A derivable mechanism at each of many levels: the geometric one at some level, remapped.
remapped = st.tuples(st.integers(1, 4), levels).flatmap(
    lambda drawn: mechanisms(drawn[0] + 1, 3).map(lambda remap: geometric(n=drawn[0], alpha=drawn[1]) @ remap)
)


@st.composite
def symbolic(draw):
    """Rows that are mixtures of stochastic rows, the shares being functions from [0, 1] to [0, 1] or beyond it."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    first, second = draw(mechanisms(rows, columns)), draw(mechanisms(rows, columns))
    shares = st.sampled_from(["a", "1/(1+a)", "a^2", "2*a", "1-a^3", "a/(2-3*a)", "1/2", "0", "(1-2*a)^2", "1/a-1"])
    mixed = []
    for p, q in zip(first, second, strict=True):
        share = rational_function(draw(shares))
        mixed.append([share * x + (1 - share) * y for x, y in zip(p, q, strict=True)])
    return SymbolicMechanism(mixed)


def symbolic_geometric(n):
    def entry(i, r):
        return f"a^{abs(i - r)}*{'1' if r in (0, n) else '(1-a)'}/(1+a)"

    return SymbolicMechanism([[entry(i, r) for r in range(n + 1)] for i in range(n + 1)] if n else [[1]])


def derivable(mechanism, alpha):
    """Whether G⁻¹·M is stochastic, by elimination; or, if G has equal rows, whether M has equal rows."""
    if len(mechanism) == 1:
        return True
    if alpha == 1:
        return len(set(mechanism)) == 1
    remap = geometric(n=len(mechanism) - 1, alpha=alpha).flint.solve(mechanism.flint)
    ones = fmpq_mat([[1]] * remap.ncols())
    assert (remap * ones).entries() == [1] * remap.nrows()
    return all(entry >= 0 for entry in remap.entries())


def is_mechanism(matrix, alpha):
    try:
        return matrix.at(alpha)
    except InputError:
        return None


def around(found):
    """Fractions at, and very near to, every end of the set."""
    for piece in found.pieces:
        for end in (piece.lower, piece.upper):
            lower, upper = end.enclosure(NEAR)
            yield from (x for x in (lower - NEAR, lower, upper, upper + NEAR) if 0 <= x <= 1)


# Numeric mechanisms


@given(mechanisms() | remapped, levels)
def test_the_derivable_levels_are_those_at_which_a_remap_is_found(mechanism, alpha):
    found = derivable_levels(mechanism)
    for x in (alpha, *around(found)):
        assert (x in found) == derivable(mechanism, x) == bool(derive(mechanism, x))


@given(mechanisms() | remapped)
def test_the_derivable_levels_of_a_matrix_of_numbers_end_at_one_number_of_degree_at_most_two(mechanism):
    found = derivable_levels(mechanism)
    (piece,) = found.pieces
    assert piece.lower == 0 and piece.lower_belongs and piece.upper_belongs
    assert len(piece.upper.polynomial) <= 3
    # A quadratic end solves ρ - α + ρα² = 0, so its polynomial is the same from either side.
    assert piece.upper.is_rational or piece.upper.polynomial == piece.upper.polynomial[::-1]


@given(mechanisms() | remapped)
def test_a_matrix_of_numbers_is_the_constant_matrix_of_functions(mechanism):
    constant = SymbolicMechanism(mechanism.rows)
    assert derivable_levels(mechanism) == constant.derivable_levels()
    assert constant.domain() == WHOLE
    assert constant.private_levels() == RealSet([Interval(0, level(mechanism).alpha)])


@given(st.integers(1, 6), levels)
def test_the_geometric_mechanism_is_derivable_up_to_its_own_level(n, alpha):
    assert derivable_levels(geometric(n=n, alpha=alpha)) == RealSet([Interval(0, alpha)])


@given(st.integers(1, 5).flatmap(lambda rows: mechanisms(1, 3).map(lambda row: Mechanism(row.rows * rows))))
def test_a_constant_mechanism_is_derivable_at_every_level(mechanism):
    assert derivable_levels(mechanism) == WHOLE


def test_with_one_input_everything_is_derivable():
    assert derivable_levels(Mechanism([["1/3", "2/3"]])) == WHOLE
    assert SymbolicMechanism([["a", "1-a"]]).derivable_levels() == WHOLE


def test_the_matrix_of_appendix_b_is_derivable_up_to_2_minus_root_3():
    found = derivable_levels(APPENDIX_B)
    assert found == RealSet([Interval(0, real_roots([1, -4, 1])[0])]) and str(found) == "[0, 2 - √3]"
    # The paper's own condition, at column 1 and rows 0, 1, 2: (1 + α²)/9 ≥ 4α/9.
    assert level(APPENDIX_B).alpha == Fraction(1, 2) and Fraction(1, 2) not in found


def test_thirty_inputs_are_quick():
    rows = [[Fraction((i * r) % 37 + 1) for r in range(31)] for i in range(31)]
    mechanism = Mechanism([[x / sum(row) for x in row] for row in rows])
    with quickly():
        found = derivable_levels(mechanism)
    assert all((x in found) == derivable(mechanism, x) for x in around(found))


# Matrices of functions


@pytest.mark.parametrize("n", range(7))
def test_the_geometric_mechanism_as_functions_has_every_property_at_every_level(n):
    G = symbolic_geometric(n)
    assert G.domain() == G.private_levels() == G.private_levels(path(n=n)) == G.derivable_levels() == WHOLE
    for alpha in map(Fraction, (0, "1/3", "9/10", 1)):
        assert G.at(alpha) == geometric(n=n, alpha=alpha)


@given(symbolic(), levels)
def test_the_domain_is_where_the_matrix_is_a_mechanism(matrix, alpha):
    domain = matrix.domain()
    for x in (alpha, *around(domain)):
        assert (x in domain) == (is_mechanism(matrix, x) is not None)


@given(symbolic(), levels, st.sampled_from([None, path, complete]))
def test_the_private_levels_are_those_at_which_the_mechanism_is_private(matrix, alpha, graph):
    neighbours = graph and graph(inputs=range(len(matrix.rows)))
    found = matrix.private_levels(neighbours)
    for x in (alpha, *around(found)):
        mechanism = is_mechanism(matrix, x)
        assert (x in found) == (mechanism is not None and bool(private(mechanism, x, neighbours)))


@given(symbolic(), levels)
def test_the_derivable_levels_of_functions_are_those_at_which_a_remap_is_found(matrix, alpha):
    found = matrix.derivable_levels()
    for x in (alpha, *around(found)):
        mechanism = is_mechanism(matrix, x)
        assert (x in found) == (mechanism is not None and derivable(mechanism, x))


def test_the_sets_of_a_matrix_of_functions_are_worked_out():
    # With rows (1-a², a²) and (a², 1-a²): a² ≥ a·(1-a²) is a = 0 or a² + a ≥ 1, and 1-a² ≥ a³ is a³ + a² ≤ 1.
    response = SymbolicMechanism([["1-a^2", "a^2"], ["a^2", "1-a^2"]])
    golden, plastic = real_roots([-1, 1, 1])[1], real_roots([-1, 0, 1, 1])[0]
    assert response.private_levels() == RealSet([Interval(0, 0), Interval(golden, plastic)])
    assert response.derivable_levels() == response.private_levels()
    assert SymbolicMechanism([["1/a", "(a-1)/a"]]).domain() == RealSet([Interval(1, 1)])
    assert SymbolicMechanism([["1/(2-3*a)", "(1-3*a)/(2-3*a)"]]).domain() == RealSet([Interval(0, "1/3")])
    assert SymbolicMechanism([["2", "-1"]]).domain() == RealSet()


def test_a_pole_is_outside_every_set():
    # (1-a)·a/a is no pole; 1/(1-2a) times zero is none either; (4a-1)/(2a) has one at 0.
    assert SymbolicMechanism([["a/a", "0/(1-2*a)"]]).domain() == WHOLE
    matrix = SymbolicMechanism([["a/(1-2*a)^2", "1-a/(1-2*a)^2"]] * 2)
    domain = RealSet([Interval(0, "1/4"), Interval(1, 1)])
    assert matrix.domain() == matrix.private_levels() == matrix.derivable_levels() == domain
    with pytest.raises(InputError, match="has a pole at a = 1/2"):
        matrix.at("1/2")


def test_labels_are_kept_and_entries_shown():
    matrix = SymbolicMechanism([["1/(1+a)", "a/(1+a)"]], inputs=["x"], responses=["no", "yes"])
    assert (matrix.inputs, matrix.responses) == (("x",), ("no", "yes"))
    assert (matrix.at("1/2").inputs, matrix.at("1/2").responses) == (("x",), ("no", "yes"))
    assert repr(matrix) == "SymbolicMechanism 1 × 2\n          no        yes\nx  1/(1 + a)  a/(1 + a)"
    assert pickle.loads(pickle.dumps(matrix)) == matrix and len({matrix, SymbolicMechanism(matrix.rows)}) == 2
    assert matrix.rows[0][1] == RationalFunction((0, 1), (1, 1))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: SymbolicMechanism([]), "the matrix is empty"),
        (lambda: SymbolicMechanism([[]]), "the matrix is empty"),
        (lambda: SymbolicMechanism([["a", "1-a"], ["1"]]), "row 2 has 1 entry where row 1 has 2"),
        (lambda: SymbolicMechanism([["a", "1-a"], ["a", "1+a"]]), "row 2 sums to 1 + 2*a: write probabilities"),
        (lambda: SymbolicMechanism([["1/2", "1/3"]]), "row 1 sums to 5/6: write probabilities"),
        (lambda: SymbolicMechanism([["a", "2a"]]), "row 1, column 2: '2a', character 2: a product needs its sign"),
        (lambda: SymbolicMechanism(["a"]), "row 1 is the text 'a': write a list of functions"),
        (lambda: SymbolicMechanism([[1]], inputs=["x", "y"]), "there are 2 input labels for 1 row"),
        (lambda: SymbolicMechanism([["a", "1-a"]], responses="xx"), "the response label 'x' occurs twice"),
        (lambda: SymbolicMechanism([["a", "1-a"]]).at(2), "α = 2 is outside [0, 1]"),
        (lambda: SymbolicMechanism([["2*a", "1-2*a"]]).at(1), "row 1, column 2: -1 is negative"),
        (
            lambda: SymbolicMechanism([[1]]).private_levels(cycle(inputs=range(3))),
            "the neighbours are among 3 inputs and the mech",
        ),
    ],
)
def test_what_is_no_mechanism_is_refused(make, message):
    with pytest.raises(InputError) as refused:
        make()
    assert str(refused.value).startswith(message)


def test_a_float_is_refused_with_its_place():
    with pytest.raises(TypeError, match=r"^row 1, column 2: 0\.5 is a float"):
        SymbolicMechanism([["a", 0.5]])
