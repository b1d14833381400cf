"""Numbers, labels and places in the words of reports."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber
from exactdp.arithmetic.exponential_levels import Exponential, RationalOrExponential
from exactdp.arithmetic.real_sets import RealSet
from exactdp.arithmetic.spelling import decimal, elided, printable, shortened, text
from exactdp.certificates.certificate import Verified
from exactdp.model.losses import LossValue
from exactdp.model.matrix import WIDEST_ENTRY, Matrix
from exactdp.model.neighbours import Neighbours
from exactdp.model.users import BayesianUser, User
from exactdp.privacy.level import Witness
from exactdp.report.document import Values

LABEL = 16
"""The most characters shown of a label."""


LEGIBLE = 12
"""The most characters of a fraction that stands without decimals, or without others beside it."""

LONG_NUMBER = 24
"""The most characters of an exact number before its decimals; a longer number has its decimals first."""


def label(name: str) -> str:
    """Return the label of an input or a response; long labels omit the middle.

    >>> label("a patient younger than 18")
    'a patie…than 18'
    """
    return shortened(printable(name), LABEL)


def labels(names: Iterable[str]) -> str:
    """Return labels as a list in words; long lists omit the middle.

    >>> labels(map(str, range(9)))
    '0, 1, 2, 3, …, 8'
    """
    shown = [label(name) for name in names]
    return ", ".join(shown if len(shown) <= 6 else [*shown[:4], "…", shown[-1]])


def number(value: LossValue) -> str:
    """Return an exact number, with decimals if they help; a long number has its decimals first.

    >>> from exactdp.arithmetic.radicals import power
    >>> number(Fraction(7, 19)), number(Fraction(1, 2)), number(Fraction(1, 10**9)), number(power(2, "1/2"))
    ('7/19 (≈ 0.3684)', '1/2', '1/1000000000', '2^(1/2) (≈ 1.4142)')
    >>> number(Fraction(10**12 + 1, 3 * 10**12))
    '≈ 0.3333 (1000000000001/3000000000000)'
    >>> number(Fraction(10**90 + 1, 3 * 10**90))
    '≈ 0.3333 (a fraction of 183 characters)'
    """
    if not isinstance(value, Fraction):
        return beside(elided(str(value), 90), value.decimal())
    whole, rounded = text(value), decimal(value)
    spelled = elided(whole)
    if value.denominator <= 9 or not rounded.strip("-0."):
        return spelled
    # The ends of a long fraction tell a reader nothing.
    return beside(spelled, rounded) if spelled == whole else f"≈ {rounded} (a fraction of {len(whole):,} characters)"


def equals(name: str, value: LossValue | Exponential) -> str:
    """Return an equation for a quantity, such as a level; a long number has its decimals first.

    >>> equals("α", Fraction(1, 2)), equals("α", Fraction(10**12 + 1, 3 * 10**12))
    ('α = 1/2', 'α ≈ 0.3333 (1000000000001/3000000000000)')
    """
    shown = level_number(value)
    return f"{name} {shown}" if shown.startswith("≈") else f"{name} = {shown}"


def beside(spelled: str, rounded: str) -> str:
    """Return a number's exact spelling and its decimals, the decimals first if the spelling is long.

    >>> beside("7/19", "0.3684")
    '7/19 (≈ 0.3684)'
    """
    return f"{spelled} (≈ {rounded})" if len(spelled) <= LONG_NUMBER else f"≈ {rounded} ({spelled})"


def compact(value: Fraction, places: int = 4) -> str:
    """Return a number for a table or a list: the fraction if it is short, and otherwise its decimals alone.

    >>> compact(Fraction(7, 19)), compact(Fraction(10**12 + 1, 3 * 10**12)), compact(Fraction(1, 3 * 10**17))
    ('7/19', '≈ 0.3333', '≈ 3.33e-18')
    """
    spelled, rounded = text(value), decimal(value, places)
    if len(spelled) <= LEGIBLE:
        return spelled
    return f"≈ {rounded if rounded.strip('-0.') else scientific(value)}"


MOST_BITS = 1 << 14
"""The leading bits of a numerator and a denominator that a number in scientific notation is computed from."""


def scientific(value: Fraction, digits: int = 3) -> str:
    """Return the number in scientific notation, rounded to `digits` digits.

    >>> scientific(Fraction(1, 3 * 10**17)), scientific(Fraction(-2)), scientific(Fraction(0))
    ('3.33e-18', '-2.00e+0', '0')
    """
    if not value:
        return "0"
    top, bottom = value.as_integer_ratio()
    # Python takes long to make decimals of millions of bits, and the last ones do not change three digits.
    dropped = max(min(top.bit_length(), bottom.bit_length()) - MOST_BITS, 0)
    context = Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX)
    return f"{context.divide(Decimal(top >> dropped), Decimal(bottom >> dropped)):.{digits - 1}e}"


def some(lines: Sequence[str], most: int) -> Iterator[str]:
    """Yield the first lines, and the number of the others.

    >>> [*some("ab", 2)], [*some("abc", 2)]
    (['a', 'b'], ['a', 'b', 'and 1 more'])
    """
    yield from lines[:most]
    if len(lines) > most:
        yield f"and {len(lines) - most:,} more"


def level_name(alpha: RationalOrExponential) -> str:
    """Return a level for words such as "1/2-private"; long levels omit the middle.

    >>> level_name(Fraction(1, 2)), level_name(Fraction(1, 3**99)), level_name(Exponential("1/2"))
    ('1/2', '1/171792506…34035840667', 'e^-(1/2)')
    """
    if isinstance(alpha, Exponential):
        return alpha.spelled(shortened(text(alpha.epsilon), WIDEST_ENTRY))
    return shortened(text(alpha), WIDEST_ENTRY)


def level_number(alpha: LossValue | Exponential) -> str:
    """Return a level for "α = …": a fraction, with decimals if they help.

    >>> level_number(Fraction(7, 19)), level_number(Exponential(1))
    ('7/19 (≈ 0.3684)', 'e^-1')
    """
    return level_name(alpha) if isinstance(alpha, Exponential) else number(alpha)


def objective(user: User) -> str:
    """Return a user's objective in words.

    >>> from exactdp.model.losses import absolute
    >>> objective(BayesianUser(absolute(), ["1/2", "1/2"]))
    'expected loss'
    """
    return "expected loss" if isinstance(user, BayesianUser) else "worst-case expected loss"


def real_set(found: RealSet) -> str:
    """Return a set of real numbers, with decimals beside its irrational ends.

    >>> from exactdp.arithmetic.real_sets import solution_set
    >>> real_set(solution_set([([1, -4, 1], ">=")]))
    '[0, 2 - √3 (≈ 0.2679)]'
    """
    pieces = []
    for piece in found.pieces:
        lower, upper = _end(piece.lower), _end(piece.upper)
        interval = f"{'[' if piece.lower_belongs else '('}{lower}, {upper}{']' if piece.upper_belongs else ')'}"
        pieces.append(f"{{{lower}}}" if piece.lower == piece.upper else interval)
    return " ∪ ".join(pieces) or "∅"


def _end(found: AlgebraicNumber) -> str:
    if found.is_rational:
        return number(found.lower)
    # The text of a root of degree three or more already has decimals.
    return elided(str(found)) if len(found.polynomial) > 3 else f"{elided(str(found))} (≈ {found.decimal()})"


def witness(at: Witness, mechanism: Matrix) -> str:
    """Return a place and its two probabilities in words, by the mechanism's labels.

    >>> witness(Witness(0, 1, 0, Fraction(3, 4), Fraction(1, 4)), Matrix([["3/4"], ["1/4"]], ["yes", "no"]))
    'response 0: 3/4 on input yes, 1/4 on input no'
    """
    sides = ((at.here, at.i), (at.there, at.k))
    here, there = (f"{elided(text(x))} on input {label(mechanism.inputs[i])}" for x, i in sides)
    return f"response {label(mechanism.responses[at.r])}: {here}, {there}"


def witness_values(at: Witness | None, mechanism: Matrix) -> Values | None:
    """Return a place, by the mechanism's labels, and its two probabilities, for programs.

    >>> witness_values(Witness(0, 1, 0, Fraction(3, 4), Fraction(1, 4)), Matrix([["3/4"], ["1/4"]]))["inputs"]
    ['0', '1']
    """
    if at is None:
        return None
    return {
        "response": mechanism.responses[at.r],
        "inputs": [mechanism.inputs[at.i], mechanism.inputs[at.k]],
        "probabilities": [at.here, at.there],
    }


def neighbours_values(found: Neighbours, inputs: Iterable[str]) -> Values:
    """Return the graph's name and all its pairs, by the labels of the inputs, for programs.

    >>> from exactdp.model.neighbours import edges
    >>> neighbours_values(edges([(0, 2)], inputs=range(3)), ["a", "b", "c"])
    {'name': 'edges', 'pairs': [['a', 'c']]}
    """
    names = list(inputs)
    return {"name": found.name, "pairs": [[names[i], names[k]] for i, k in found.pairs]}


def verified(done: Verified) -> str:
    """Return a certificate's kind and digest on one line.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.mechanism import Mechanism
    >>> from exactdp.privacy.level import level
    >>> verified(certify(level(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]))))
    'level: accepted by the kernel, statement sha256 c4e4c1319d61ed5f…'
    """
    kernel = "the kernel of diagrams" if done.is_of_diagram else "the kernel"
    return f"{done.kind}: accepted by {kernel}, statement sha256 {done.digest[:16]}…"
