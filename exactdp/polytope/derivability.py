"""Derivability: whether a mechanism is another one followed by a remap, with the remap or a refutation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, lcm

from flint import fmpq, fmpq_mat

from exactdp.arithmetic.arguments import privacy_level
from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.exact import Exact, to_fmpq, to_fraction
from exactdp.arithmetic.exponential_levels import Exponential, level_text, real_level
from exactdp.arithmetic.spelling import elided, text
from exactdp.linear_programs.linear_program import Coefficients, Infeasible, LinearProgram, OptimalPoint
from exactdp.linear_programs.optimal_basis import solve
from exactdp.model.geometric import geometric
from exactdp.model.given import TableLike
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism, as_mechanism
from exactdp.model.sizes import by_name
from exactdp.shown import Shown

LARGEST_POWERS = 2**47
"""The largest n⁴·b² for a derivation from G_{n,α} at a level of b bits near e^-ε: the kernel takes about two minutes.

It reduces n² fractions of n·b bits, each in a time that is quadratic in the bits.
"""

LARGEST_COUPLED = 2500
"""Up to this number of remap entries, one linear program over all of them is tried first."""


@dataclass(frozen=True)
class Derivation(Shown):
    """The mechanism is `source @ remap`. If the source is G_{n,α}, `alpha` is its level.

    For a requested level e^-ε, `asked` is that level, and α is a rational level above it. G_{n,α} is derivable from
    G_{n,e^-ε}, and so is the mechanism.

    The inputs of `remap` are the responses of the source, and its responses are those of the mechanism.
    """

    remap: Mechanism
    mechanism: Mechanism
    source: Mechanism
    alpha: Fraction | None = None
    asked: Exponential | None = None


@dataclass(frozen=True)
class Refutation(Shown):
    """The mechanism is not derivable from the source: a user with these losses loses less by the mechanism.

    `losses` has (response r, input i, integer w), the loss w of response r on input i; all other losses are 0. The
    mechanism's total Σ w·x_ir is below the total of the best remap of the source, Σ_k min(0, min_r Σ_i w_ir·y_ik). If
    the source is G_{n,α}, `alpha` is its level and `condition` (for α < 1) the condition of Theorem 2 that fails. For a
    requested level e^-ε, `asked` is that level, and α is a rational level below it. G_{n,e^-ε} is derivable from
    G_{n,α}, and so is every mechanism derivable from G_{n,e^-ε}.

    >>> rows = "1/9 2/9 4/9 2/9", "2/9 1/9 2/9 4/9", "4/9 2/9 1/9 2/9", "13/18 1/9 1/18 1/9"
    >>> found = derive(Mechanism([row.split() for row in rows]), "1/2")  # Appendix B
    >>> found.losses, found.condition.value
    (((1, 0, -2), (1, 1, 5), (1, 2, -2)), Fraction(-1, 12))
    >>> sum(w * found.mechanism[i, r] for r, i, w in found.losses)
    Fraction(-1, 3)
    >>> [str(sum(w * found.source[i, k] for _, i, w in found.losses)) for k in range(4)]  # so every remap has 0 or more
    ['0', '1', '0', '0']
    """

    losses: tuple[tuple[int, int, int], ...]
    mechanism: Mechanism
    source: Mechanism
    alpha: Fraction | None = None
    condition: Condition | None = None
    asked: Exponential | None = None

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Condition(Shown):
    """A condition of Theorem 2 that fails: at row k and column r, T_kr would be the negative number `remap_entry`.

    Inside, the condition is (1+α²)·x_k - α·(x_(k-1) + x_(k+1)) ≥ 0; at the ends x_0 - α·x_1 ≥ 0 and
    x_n - α·x_(n-1) ≥ 0. `inputs` and `entries` are its rows and entries, `value` its left side.
    """

    k: int
    r: int
    inputs: tuple[int, ...]
    entries: tuple[Fraction, ...]
    value: Fraction
    remap_entry: Fraction

    def __str__(self) -> str:
        shown = ", ".join(elided(text(entry)) for entry in self.entries)
        form = "(1+α²)·x₂ - α·(x₁+x₃)" if len(self.entries) == 3 else "x₁ - α·x₂" if self.k == 0 else "x₂ - α·x₁"
        return (
            f"column {self.r}, rows {', '.join(map(str, self.inputs))}: entries {shown}, where "
            f"{form} = {elided(text(self.value))} < 0; T would have the entry {elided(text(self.remap_entry))} "
            f"in row {self.k}"
        )


@by_name
def derive(
    mechanism: TableLike,
    alpha: Exact | Exponential | None = None,
    *,
    epsilon: Exact | None = None,
    source: TableLike | None = None,
) -> Derivation | Refutation:
    """Decide whether a mechanism on {0..n} is derivable from the geometric mechanism G_{n,α}, or from the source.

    The remap is T = G⁻¹·M, in O(n²) steps by the tridiagonal inverse. At α = 1 G has no inverse, and all rows must be
    equal.
    Domain: 0 ≤ α ≤ 1 or an `Exponential`, or ε as for `exponential_level`; any number of responses; the mechanism need
    not be α-private. Or, without a level, a source with the same inputs, as for `derive_from`.
    Raises: `InputError` outside; `Undecided` if G at a level near e^-ε has numbers too long for the kernel.
    Source: Gupte & Sundararajan 2010, Theorem 2, with the conditions at the ends that the paper gets from privacy.

    >>> from exactdp.model.mechanism import identity
    >>> derive(geometric(n=2, alpha="1/2"), "1/3").remap
    Mechanism 3 × 3
          0     1     2
    0   5/6  1/12  1/12
    1  5/24  7/12  5/24
    2  1/12  1/12   5/6
    >>> print(derive(identity(inputs=range(2)), "1/3").condition)
    column 1, rows 0, 1: entries 0, 1, where x₁ - α·x₂ = -1/3 < 0; T would have the entry -1/2 in row 0
    >>> bool(derive(identity(inputs=range(2)), source=[["1/2", "1/2"], ["1/2", "1/2"]]))
    False
    """
    mechanism = as_mechanism(mechanism)
    if source is not None:
        if alpha is not None or epsilon is not None:
            raise InputError("a source has no level: write source without alpha and epsilon")
        source = as_mechanism(source)
        if inputs_differ(mechanism, source):
            raise InputError("the mechanism and the source name different inputs: give both the same, in one order")
        return derive_from(mechanism, source)
    claimed = real_level(alpha, epsilon)
    if isinstance(claimed, Exponential):
        return replace(claimed.decided(lambda at: _derive_near(mechanism, at, claimed)), asked=claimed)
    return _derive_at(mechanism, claimed)


def _derive_at(mechanism: Mechanism, claimed: Fraction) -> Derivation | Refutation:
    n = len(mechanism) - 1
    source = geometric(n=n, alpha=claimed).relabelled(inputs=mechanism.inputs)
    if n == 0 or claimed == 0:
        return _derivation(mechanism, mechanism, source, claimed)
    if claimed == 1:
        return _from_constant(mechanism, source)
    remap = tridiagonal_remap(mechanism, claimed)
    for k, row in enumerate(remap.numerators):
        if min(row) < 0:
            r = row.index(min(row))
            condition = _failed_condition(mechanism, claimed, k, r, remap[k, r])
            return Refutation(_losses(claimed, condition), mechanism, source, claimed, condition)
    return _derivation(mechanism, remap, source, claimed)


def _derive_near(mechanism: Mechanism, alpha: Fraction, asked: Exponential) -> Derivation | Refutation:
    n, bits = len(mechanism) - 1, alpha.denominator.bit_length()
    if n**4 * bits**2 > LARGEST_POWERS:
        raise Undecided(
            f"not decided from G_{{{n},α}} at α = {level_text(asked)}: its entries have numbers of about {n * bits:,} "
            "bits, too long for the kernel; `exactdp derive FILE`, without a level, finds all α exactly"
        )
    return _derive_at(mechanism, alpha)


def tridiagonal_remap(mechanism: Matrix, alpha: Exact) -> Matrix:
    """Return G⁻¹·M by the closed form: its rows sum to 1, and it is stochastic exactly if M is derivable.

    Row 0 is (M_0 - α·M_1)/(1-α), row n its mirror image, and every row between is ((1+α²)·M_k - α·(M_(k-1) +
    M_(k+1)))/(1-α)².
    Domain: n ≥ 1, 0 ≤ α < 1. Raises: `InputError` outside.

    >>> from exactdp.model.mechanism import identity
    >>> tridiagonal_remap(geometric(n=2, alpha="1/2"), "1/2") == Matrix(identity(inputs=range(3)))
    True
    """
    claimed, n = _invertible(mechanism, alpha)
    p, q = claimed.numerator, claimed.denominator
    rows, denominators = mechanism.numerators, mechanism.denominators
    remap, over = [], []
    for k in range(n + 1):
        near = [i for i in (k - 1, k, k + 1) if 0 <= i <= n]
        common = lcm(*(denominators[i] for i in near))
        middle, beside, scale = (q, p, q - p) if k in (0, n) else (q * q + p * p, p * q, (q - p) ** 2)
        factors = [(middle if i == k else -beside) * (common // denominators[i]) for i in near]
        remap.append([sum(map(_product, factors, entries)) for entries in zip(*(rows[i] for i in near), strict=True)])
        over.append(scale * common)
    return Matrix.from_integers(remap, over, range(n + 1), mechanism.responses)


def _product(x: int, y: int) -> int:
    return x * y


def cramer_remap(mechanism: Mechanism, alpha: Exact) -> Matrix:
    """Return G⁻¹·M entry by entry as quotients of determinants, det G(k, m_r)/det G, in O(n⁵) steps.

    G(k, m) is G with column k replaced by m. This computation uses no closed form, so it checks `tridiagonal_remap`.
    Domain: n ≥ 1, 0 ≤ α < 1. Raises: `InputError` outside.
    Source: Gupte & Sundararajan 2010, section 3, after Lemma 1.

    >>> from exactdp.model.mechanism import identity
    >>> cramer_remap(geometric(n=2, alpha="1/2"), "1/2") == Matrix(identity(inputs=range(3)))
    True
    """
    claimed, n = _invertible(mechanism, alpha)
    whole = geometric(n=n, alpha=claimed).flint
    denominator = whole.det()
    remap = []
    for k in range(n + 1):
        row = []
        for r in range(mechanism.shape[1]):
            replaced = fmpq_mat(whole)
            for i in range(n + 1):
                replaced[i, k] = to_fmpq(mechanism[i, r])
            row.append(replaced.det() / denominator)
        remap.append(row)
    return Matrix(remap, range(n + 1), mechanism.responses)


def inputs_differ(mechanism: Mechanism, source: Mechanism) -> bool:
    """Return whether two mechanisms of one size name different inputs, or the same inputs in another order.

    >>> coin = Mechanism([["1/2", "1/2"]] * 2)
    >>> named = coin.relabelled(inputs=["no", "yes"])
    >>> inputs_differ(coin, named), inputs_differ(named, coin.relabelled(inputs=["yes", "no"]))
    (False, True)
    """
    pair = mechanism.inputs, source.inputs
    named = [inputs for inputs in pair if inputs != tuple(map(str, range(len(inputs))))]
    return pair[0] != pair[1] and len(pair[0]) == len(pair[1]) and (len(named) == 2 or set(pair[0]) == set(pair[1]))


def derive_from(mechanism: Mechanism, source: Mechanism) -> Derivation | Refutation:
    """Decide whether a mechanism is derivable from any other one with the same inputs.

    Domain: both on the same inputs. If the source's columns are linearly independent, linear equations determine the
    only possible remap; otherwise this is a linear feasibility problem.
    Raises: `InputError` if the inputs differ.
    Source: Gupte & Sundararajan 2010, Definition 3.

    >>> from exactdp.model.mechanism import identity
    >>> coin = Mechanism([["1/2", "1/2"], ["1/2", "1/2"]])
    >>> bool(derive_from(coin, identity(inputs=range(2)))), bool(derive_from(identity(inputs=range(2)), coin))
    (True, False)
    """
    if len(mechanism) != len(source):
        raise InputError(
            f"the mechanism has {len(mechanism)} inputs and the source {len(source)}: give both the same inputs"
        )
    inputs, (_, middle), (_, responses) = len(source), source.shape, mechanism.shape
    if middle * responses > LARGEST_COUPLED:
        return _by_columns(mechanism, source)
    # Row reduction of the source, augmented by the mechanism and the identity, gives rows v·source, v·mechanism, v.
    beside = [
        [*map(to_fmpq, y), *map(to_fmpq, x), *(fmpq(int(i == k)) for k in range(inputs))]
        for i, (y, x) in enumerate(zip(source, mechanism, strict=True))
    ]
    reduced, _ = fmpq_mat(beside).rref()
    rows = [[to_fraction(reduced[i, c]) for c in range(middle + responses + inputs)] for i in range(inputs)]
    for row in rows:
        if not any(row[:middle]) and any(row[middle : middle + responses]):
            # v·source = 0, so v·mechanism should be 0; its first nonzero entry is 1.
            r = next(r for r in range(responses) if row[middle + r])
            return _functional([-v for v in row[middle + responses :]], r, mechanism, source)
    if inputs < middle or any(rows[k][k] != 1 for k in range(middle)):
        return _by_feasibility(mechanism, source)
    remap = [row[middle : middle + responses] for row in rows[:middle]]
    for k, row in enumerate(remap):
        if min(row) < 0:
            # v·source is the k-th unit vector, so v·mechanism is row k of the only possible remap.
            return _functional(rows[k][middle + responses :], row.index(min(row)), mechanism, source)
    return Derivation(Mechanism(remap, source.responses, mechanism.responses), mechanism, source)


def _functional(v: Sequence[Fraction], r: int, mechanism: Mechanism, source: Mechanism) -> Refutation:
    """Return the refutation by v with v·source ≥ 0 and (v·mechanism)_r < 0: column r is outside the source's cone."""
    common = lcm(*(value.denominator for value in v))
    losses = tuple((r, i, int(value * common)) for i, value in enumerate(v) if value)
    return Refutation(losses, mechanism, source)


def _by_columns(mechanism: Mechanism, source: Mechanism) -> Derivation | Refutation:
    """Decide for many unknowns: by a remap near a floating-point one, then column by column, then all together."""
    # Import here: small problems do not need NumPy.
    from exactdp.polytope.remap_search import search_refutation, search_remap  # noqa: PLC0415

    near = search_remap(mechanism, source)
    if near is not None:
        rows = [[to_fraction(near[k, r]) for r in range(near.ncols())] for k in range(near.nrows())]
        return Derivation(Mechanism(rows, source.responses, mechanism.responses), mechanism, source)
    mixture = tuple({k: entry for k, entry in enumerate(row) if entry} for row in source)
    columns = []
    for r, right in enumerate(zip(*mechanism, strict=True)):
        column = LinearProgram(source.shape[1], {}, mixture, right, frozenset(range(len(mixture))))
        found = solve(column, seconds=inf)
        if isinstance(found, Infeasible):
            # If y·source ≤ 0 and y·column > 0, no remap gives this column.
            return _functional([-value for value in found.multipliers], r, mechanism, source)
        if not isinstance(found, OptimalPoint):
            return _by_feasibility(mechanism, source)
        columns.append(found)
    remap = [*zip(*(found.point for found in columns), strict=True)]
    if all(sum(row) == 1 for row in remap):
        return Derivation(Mechanism(remap, source.responses, mechanism.responses), mechanism, source)
    multipliers = search_refutation(columns)
    return _by_feasibility(mechanism, source) if multipliers is None else _separated(multipliers, mechanism, source)


def _by_feasibility(mechanism: Mechanism, source: Mechanism) -> Derivation | Refutation:
    """Decide for a source with dependent columns: the unknowns T_kr ≥ 0 have source·T = mechanism and rows of sum 1."""
    middle, responses, inputs = source.shape[1], mechanism.shape[1], len(source)
    products: list[Coefficients] = [
        {k * responses + r: source[i, k] for k in range(middle) if source[i, k]}
        for i in range(inputs)
        for r in range(responses)
    ]
    sums: list[Coefficients] = [{k * responses + r: Fraction(1) for r in range(responses)} for k in range(middle)]
    rows = (*products, *sums)
    right = (*(entry for row in mechanism for entry in row), *[Fraction(1)] * middle)
    found = solve(LinearProgram(middle * responses, {}, rows, right, frozenset(range(len(rows)))), seconds=inf)
    match found:
        case OptimalPoint():
            remap = [found.point[k * responses : (k + 1) * responses] for k in range(middle)]
            return Derivation(Mechanism(remap, source.responses, mechanism.responses), mechanism, source)
        case Infeasible():
            return _separated(found.multipliers, mechanism, source)
    raise ArithmeticError("a linear program without an objective was found neither feasible nor infeasible")


def _separated(y: Sequence[Fraction], mechanism: Mechanism, source: Mechanism) -> Refutation:
    """Return the refutation by a y with y·A ≤ 0 and y·b > 0, where A·T = b are the rows of `_by_feasibility`."""
    responses, inputs = mechanism.shape[1], len(source)
    # With y = (-w, v), y·A ≤ 0 means v_k ≤ Σ_i w_ir·source_ik for all r, and y·b > 0 means Σ w·mechanism < Σ v.
    loss = [[-value for value in y[i * responses : (i + 1) * responses]] for i in range(inputs)]
    # Adding a number to a row of w changes both sides equally, so the last response may have no loss.
    rest = [[value - row[-1] for value in row] for row in loss]
    common = lcm(*(value.denominator for row in rest for value in row))
    losses = tuple((r, i, int(rest[i][r] * common)) for r in range(responses) for i in range(inputs) if rest[i][r])
    return Refutation(losses, mechanism, source)


def _from_constant(mechanism: Mechanism, source: Mechanism) -> Derivation | Refutation:
    """Decide for G_{n,1}; all its rows are equal."""
    first = mechanism.numerators[0], mechanism.denominators[0]
    for i, row in enumerate(zip(mechanism.numerators, mechanism.denominators, strict=True)):
        if row != first:
            r = next(r for r in range(mechanism.shape[1]) if mechanism[i, r] < mechanism[0, r])
            return Refutation(((r, 0, -1), (r, i, 1)), mechanism, source, Fraction(1))
    return _derivation(mechanism, mechanism, source, Fraction(1))


def _failed_condition(mechanism: Mechanism, alpha: Fraction, k: int, r: int, entry: Fraction) -> Condition:
    n = len(mechanism) - 1
    inputs = (0, 1) if k == 0 else (n - 1, n) if k == n else (k - 1, k, k + 1)
    # T_kr is the condition's value divided by 1-α in the outer rows and by (1-α)² in the others.
    value = entry * (1 - alpha) ** (1 if k in (0, n) else 2)
    return Condition(k, r, inputs, tuple(mechanism[i, r] for i in inputs), value, entry)


def _losses(alpha: Fraction, condition: Condition) -> tuple[tuple[int, int, int], ...]:
    """Return the condition's coefficients: a functional ≥ 0 on every column of G and < 0 on column r."""
    p, q = alpha.numerator, alpha.denominator
    middle, beside = (q * q + p * p, -p * q) if len(condition.inputs) == 3 else (q, -p)
    return tuple((condition.r, i, middle if i == condition.k else beside) for i in condition.inputs)


def _invertible(mechanism: Matrix, alpha: Exact) -> tuple[Fraction, int]:
    claimed, n = privacy_level(alpha), len(mechanism) - 1
    if n < 1 or claimed == 1:
        raise InputError(
            f"n = {n}, α = {elided(text(claimed))}: write n ≥ 1 and α below 1, where G_(n,α) has an inverse"
        )
    return claimed, n


def _derivation(mechanism: Mechanism, remap: Matrix, source: Mechanism, alpha: Fraction) -> Derivation:
    stochastic = Mechanism.from_lowest_terms(
        remap.numerators, remap.denominators, source.responses, mechanism.responses
    )
    return Derivation(stochastic, mechanism, source, alpha)
