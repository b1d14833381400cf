"""Terms of the proof assistant Coq: numbers, matrices, neighbours, users and proofs, in the words of proofs/coq.

>>> integer(-3), fraction(Fraction(1, 2)), over(2, [1, 1]), numerals([0, 1])
('(-3)', '(1 # 2)', 'over 2 [1; 1]%Z', '[0; 1]%nat')
>>> table_of([[1, 2]], "Z"), tuples([(0, 1), (1, 1)])
('[[1; 2]]%Z', '[(0, 1);\\n    (1, 1)]%nat')
>>> x = NamedMatrix("x", Mechanism(1, 2, [(2, [1, 1])]))
>>> x.definitions
[('x', 'matrix', 'rows [\\n    over 2 [1; 1]%Z]')]
>>> alone = Privacy("path", [], Fraction(1, 2))
>>> [name for name, _, _ in of_privacy(x, alone)], pairs_of(alone, 1), entries_of([(0, 1, Fraction(1, 2))])
(['x', 'pairs', 'alpha'], 'path 1', 'entries [(0%nat, 1%nat, (1 # 2))]')
>>> matrix_rows([(2, [1, 1])]) == x.definitions[0][2], listed(["RowSum 0", "Tight 0"])
(True, '[RowSum 0;\\n    Tight 0]')
>>> text = RationalStatement(b"loss power\\nexponent 1 1\\n")
>>> asked = Problem(1, 2, alone, text.loss(1, 2), (1, [1]), [], [])
>>> of_constraints(asked), of_problem(asked, text)[2]
(('constraints', 'list constraint', '[]'), ('who', 'user', 'Bayesian (numbers (over 1 [1]%Z))'))
>>> [name for name, _, _ in (*of_dual(Dual(2, (1, [1]), [1], [], []), asked), of_prior(None))]
['how', 'weights', 'multipliers', 'p']
>>> both(by("level_by x"), by_parts("same_itself 1 2 x"))[:2]
['split.', '- apply (level_by x).']
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exactdp import kernel
from exactdp.certificates.statements import RationalStatement, integer_losses, is_remap, rational
from exactdp.kernel import DECIMAL, Constraint, Dual, Mechanism, Privacy, Problem

CoqDefinition = tuple[str, str, str]
"""A name, its type and its value."""


COMPUTE = "vm_cast_no_check (eq_refl true)."
"""Coq's kernel evaluates a checker to `true` once, at the end of the proof."""


def integer(value: int) -> str:
    """Return an integer, a long one in hexadecimal."""
    digits = str(abs(value)) if abs(value) < DECIMAL else hex(abs(value))
    return digits if value >= 0 else f"(-{digits})"


def fraction(value: Fraction) -> str:
    """Return a rational number."""
    return f"({integer(value.numerator)} # {integer(value.denominator)})"


def over(denominator: int, numerators: Iterable[int]) -> str:
    """Return a row of rational numbers over one denominator."""
    return f"over {integer(denominator)} [{'; '.join(map(integer, numerators))}]%Z"


def matrix_rows(rows: Iterable[kernel.Row]) -> str:
    """Return a matrix of such rows."""
    return "rows [\n    " + ";\n    ".join(over(*row) for row in rows) + "]"


@dataclass(frozen=True)
class NamedMatrix:
    """A named matrix; one given as G or a remap of G is also written over one denominator, for computations."""

    name: str
    matrix: Mechanism

    @property
    def size(self) -> str:
        return f"{self.matrix.height} {self.matrix.width}"

    @property
    def level(self) -> str:
        alpha = self.matrix.level
        assert alpha is not None
        return f"{self.matrix.height - 1} {integer(alpha.numerator)} {integer(alpha.denominator)}"

    @property
    def definitions(self) -> list[CoqDefinition]:
        x, name = self.matrix, self.name
        if x.level is None:
            return [(name, "matrix", matrix_rows(x.given))]
        source = f"geometric {x.height - 1} {fraction(x.level)}"
        if not is_remap(x):
            return [(name, "matrix", source), (f"written_{name}", "matrix", f"written_geometric {self.level}")]
        return [
            (f"remap_{name}", "matrix", matrix_rows(x.given)),
            (name, "matrix", f"product {x.height} ({source}) remap_{name}"),
            (f"written_{name}", "matrix", f"written_remap {self.level} {x.width} remap_{name}"),
        ]

    @property
    def written(self) -> str:
        return self.name if self.matrix.level is None else f"written_{self.name}"

    @property
    def same(self) -> str:
        """The proof that the matrix equals the written one."""
        if self.matrix.level is None:
            return f"(same_itself {self.size} {self.name})"
        if not is_remap(self.matrix):
            return f"(same_geometric {self.level} eq_refl)"
        return f"(same_remap {self.level} {self.matrix.width} remap_{self.name} eq_refl)"

    @property
    def by_written(self) -> str:
        """The first arguments of the theorems about one matrix."""
        return f"{self.size} {self.name} {self.written} {self.same}"

    def private(self, privacy: Privacy) -> list[str]:
        x = self.matrix
        if x.level is None or privacy.name != "path" or privacy.alpha > x.level:
            return by(f"private_mechanism_by {self.by_written}")
        return by(self.as_remap("alpha"))

    def as_remap(self, alpha: str) -> str:
        if not is_remap(self.matrix):
            return f"geometric_private_by {self.level} {alpha}"
        n, _, numbers = self.level.partition(" ")
        return f"remap_private_by {n} {self.matrix.width} {numbers} {alpha} remap_{self.name}"

    @property
    def stochastic(self) -> list[str]:
        if self.matrix.level is None:
            return by(f"stochastic_by {self.by_written}")
        return [f"refine (proj1 ({self.as_remap('0')} _)).", COMPUTE]


def entries_of(values: Iterable[tuple[int, int, Fraction]]) -> str:
    """Return a sparse matrix by its entries (i, r, value)."""
    return "entries [" + "; ".join(f"({i}%nat, {r}%nat, {fraction(v)})" for i, r, v in values) + "]"


def pairs_of(privacy: Privacy, size: int) -> str:
    """Return the neighbours; on the path `size` is the number of inputs."""
    if privacy.name == "path":
        return f"path {size}"
    return f"[{'; '.join(f'({i}, {k})' for i, k in privacy.pairs)}]%nat"


def _constraint(constraint: Constraint) -> str:
    name = "Exactly" if constraint.exact else "AtLeast"
    coefficients = entries_of((i, r, Fraction(a)) for (i, r), a in constraint.entries.items())
    return f"{name} ({integer(constraint.right)} # 1) ({coefficients})"


def _user(problem: Problem) -> str:
    if problem.prior is None:
        return f"Minimax {numerals(problem.inputs)}"
    return f"Bayesian (numbers ({over(*problem.prior)}))"


def _loss(problem: Problem, text: RationalStatement) -> str:
    match text.form:
        case "power", (_, q) if q != 1:
            # A rational loss with roots has only the distances 0 and 1, which equal their roots.
            return matrix_rows((1, row) for row in integer_losses(problem))
        case "power", (p, _):
            return f"power_loss {p}"
        case "threshold", _:
            return f"threshold_loss ({text.written[1][1]})"
        case "asymmetric", (denominator, above, under):
            slopes = (f"({integer(slope)} # {integer(denominator)})" for slope in (above, under))
            return f"asymmetric_loss {' '.join(slopes)}"
    rows = ([text.integer(word.encode()) for word in line] for _, *line in text.written[1:])
    return matrix_rows((denominator, row) for denominator, *row in rows)


def of_privacy(x: NamedMatrix, privacy: Privacy) -> list[CoqDefinition]:
    """Return the definitions of a matrix, its neighbours and the level."""
    return [
        *x.definitions,
        ("pairs", "neighbours", pairs_of(privacy, x.matrix.height)),
        ("alpha", "Q", fraction(privacy.alpha)),
    ]


def of_problem(problem: Problem, text: RationalStatement) -> list[CoqDefinition]:
    """Return the definitions of the constraints, the loss and the user."""
    return [
        of_constraints(problem),
        ("l", "matrix", _loss(problem, text)),
        ("who", "user", _user(problem)),
    ]


def of_constraints(problem: Problem) -> CoqDefinition:
    """Return the definition of the constraints."""
    written = ";\n    ".join(map(_constraint, problem.constraints))
    return "constraints", "list constraint", f"[{written}]"


def of_dual(dual: Dual, problem: Problem) -> list[CoqDefinition]:
    """Return the definitions of the prices, except the prior."""

    def prices(numbers: list[kernel.Number]) -> str:
        return over(dual.denominator, map(rational, numbers))

    how = "OnPath"
    if not problem.privacy.is_path:
        d = integer(dual.denominator)
        flows = (
            f"({r}%nat, ({i}%nat, {k}%nat, {integer(rational(f))} # {d}))"
            for r, column in enumerate(dual.flows)
            for i, k, f in column
        )
        how = f"Flows [{'; '.join(flows)}]"
    return [
        ("how", "cover", how),
        ("weights", "nat -> Q", f"numbers ({prices(dual.weights)})"),
        ("multipliers", "list Q", prices(dual.multipliers)),
    ]


def of_prior(prior: kernel.Row | None) -> CoqDefinition:
    """Return the definition of a least favourable prior; None is an empty one."""
    return "p", "nat -> Q", f"numbers ({over(*prior)})" if prior else "numbers []"


def by(theorem: str, witness: str = "") -> list[str]:
    """Return the proof by a theorem whose last hypothesis Coq computes."""
    return [f"apply ({theorem}){' with ' if witness else ''}{witness}.", COMPUTE]


def both(*proofs: list[str]) -> list[str]:
    """Prove a conjunction, part by part."""
    found = ["split; [|split]." if len(proofs) == 3 else "split."]
    for first, *rest in proofs:
        found += [f"- {first}", *(f"  {line}" for line in rest)]
    return found


def table_of(rows: Iterable[Iterable[int]], scope: str) -> str:
    """Return a list of lists of integers in a scope."""
    return listed(f"[{'; '.join(map(integer, row))}]" for row in rows) + f"%{scope}"


def listed(entries: Iterable[str]) -> str:
    """Return a list, one entry on a line."""
    return "[" + ";\n    ".join(entries) + "]"


def by_parts(term: str) -> list[str]:
    """Prove by a term with holes that computation fills."""
    return [f"refine ({term});", f"  {COMPUTE}"]


def numerals(values: Iterable[int]) -> str:
    """Return a list of natural numbers."""
    return f"[{'; '.join(map(str, values))}]%nat"


def tuples(values: Iterable[tuple[int, ...]]) -> str:
    """Return a list of tuples of natural numbers."""
    return listed(f"({', '.join(map(str, each))})" for each in values) + "%nat"
