"""A certificate as a theorem of the proof assistant Coq, with the definitions of proofs/coq and a computed proof.

The export verifies nothing: Coq rejects the file of a false statement. Coq may accept the file of a true statement with
a wrong proof, because the export rebuilds some proofs: that a remap of G is optimal, or the only optimum.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from shlex import quote
from types import MappingProxyType

from exactdp import kernel
from exactdp.arithmetic.exact import InputError
from exactdp.certificates.coq_sources import in_order, library, required_names
from exactdp.certificates.statements import Flow, RationalStatement, dense, is_remap, paid, rational, read_certificate
from exactdp.certificates.unimodal import integer_losses, modes, only_best_remap, remap_of_geometric
from exactdp.kernel import DECIMAL, Constraint, Dual, Mechanism, Pair, Privacy, Problem
from exactdp.polytope.independence import SHORT_PRIMES, LeftInverse, independence_with_inverse

CHECKERS = "Uniqueness"
"""The file of the library that an exported file requires, and its own requirements."""

UNIMODAL_CHECKERS = "UnimodalCheckers"
"""The same for theorems that use the papers' main theorem, for unimodal losses."""

REALLY = MappingProxyType(
    {
        "matrix": "(real_matrix {})",
        "Q": "(real {})",
        "user": "(real_user {})",
        "list constraint": "(map real_constraint {})",
    }
)
"""The functions of `Reals/Transfer.v` that convert rational objects to real ones, by type."""

STATED = (
    *("stochastic", "private_mechanism", "private", "exact_level", "approximately_private", "derivable", "vertex"),
    *("feasible", "optimal", "only_optimal", "loss", "same", "optimal_remap"),
)
"""The words of the library in the statements of exported files."""

NO_INVERSE: tuple[int, LeftInverse] = (SHORT_PRIMES[0], ())
"""The evidence for equations that are linearly dependent: Coq rejects it."""


def commands(exported: str, *needed: str, reals: bool = False) -> str:
    """Return the shell commands that compile the required files of the library once, and check an exported file.

    Raises: as `library`.

    >>> print(commands("level.v").splitlines()[-1])
    coqc -Q exactdp-coq ExactDP level.v
    """
    if reals:
        return (
            f"mkdir -p exactdp-coq && cp -rf {quote(str(library()))}/. exactdp-coq\n"
            "make --silent -C exactdp-coq WITHOUT=mathcomp certificates\n"
            f"coqc -Q exactdp-coq ExactDP {quote(exported)}"
        )
    compile_all = (
        f"for f in {' '.join(in_order(library(), *(needed or [CHECKERS])))}; do coqc -Q . ExactDP $f.v || exit; done"
    )
    return (
        f"mkdir -p exactdp-coq && cp -f {quote(str(library()))}/*.v exactdp-coq && (cd exactdp-coq && {compile_all})\n"
        f"coqc -Q exactdp-coq ExactDP {quote(exported)}"
    )


def coq_over_the_reals(certificate: bytes) -> str:
    """Return the file of `coq` with a second theorem about all real mechanisms. Domain and Raises: as `coq`.

    >>> text = b"exactdp certificate 1\\nstatement private\\nmechanism matrix 1 2\\nrow 2 1 1\\nneighbours path\\n"
    >>> exported = coq_over_the_reals(text + b"alpha 1/2\\nproof\\nend 7\\n")
    >>> print(exported.partition("Print Assumptions statement.\\n")[2])
    <BLANKLINE>
    From ExactDP.Reals Require Import Transfer.
    <BLANKLINE>
    Theorem statement_over_the_reals :
      Real.private_mechanism 1 2 pairs (real alpha) (real_matrix x).
    Proof.
      over_the_reals statement.
    Qed.
    <BLANKLINE>
    Print Assumptions statement_over_the_reals.
    <BLANKLINE>
    """
    return read_certificate(certificate, lambda kind, text: _file(kind, text, reals=True))


def required_file(exported: str) -> str:
    """Return the file of the library that an exported file requires.

    >>> required_file("From ExactDP Require Import Uniqueness.\\n")
    'Uniqueness'
    """
    (name,) = required_names(exported, "ExactDP")
    return name


def coq(certificate: bytes) -> str:
    """Return a Coq file with the statement of a certificate, proved by computation.

    Domain: every kind of certificate, with rational losses. Raises: `InputError` if it is malformed, or if the loss has
    roots.

    >>> text = b"exactdp certificate 1\\nstatement private\\nmechanism matrix 1 2\\nrow 2 1 1\\nneighbours path\\n"
    >>> print(coq(text + b"alpha 1/2\\nproof\\nend 7\\n").partition("\\n\\n")[2])
    From ExactDP Require Import Uniqueness.
    <BLANKLINE>
    Definition x : matrix :=
      rows [
        over 2 [1; 1]%Z].
    <BLANKLINE>
    Definition pairs : neighbours :=
      path 1.
    <BLANKLINE>
    Definition alpha : Q :=
      (1 # 2).
    <BLANKLINE>
    Theorem statement :
      private_mechanism 1 2 pairs alpha x.
    Proof.
      apply (private_mechanism_by 1 2 x x (same_itself 1 2 x)).
      vm_cast_no_check (eq_refl true).
    Qed.
    <BLANKLINE>
    Print Assumptions statement.
    <BLANKLINE>
    """
    return read_certificate(certificate, _file)


def _file(kind: str, text: RationalStatement, *, reals: bool = False) -> str:
    if kind == "infeasible":
        theorem = _infeasible(text)
    elif kind in COQ_THEOREMS:
        theorem = COQ_THEOREMS[kind](_Named("x", text.mechanism("mechanism")), text)
    else:
        raise text.malformed(f"expected one of {', '.join(COQ_THEOREMS)}, infeasible")
    return "\n".join(
        [
            f"(** exactdp certificate: {kind}.",
            f"    SHA-256 of its statement: {text.digest} *)",
            "",
            f"From ExactDP Require Import {theorem.required}.",
            "",
            *(f"Definition {name} : {kind_of} :=\n  {value}.\n" for name, kind_of, value in theorem.definitions),
            f"Theorem statement :\n  {theorem.statement}.",
            "Proof.",
            *(f"  {line}" for line in theorem.proof),
            "Qed.",
            "",
            "Print Assumptions statement.",
            "",
            *(_over_the_reals(theorem) if reals else ()),
        ]
    )


CoqDefinition = tuple[str, str, str]
"""A name, its type and its value."""


@dataclass(frozen=True)
class _Theorem:
    definitions: list[CoqDefinition]
    statement: str
    proof: list[str]
    required: str = CHECKERS


def _over_the_reals(theorem: _Theorem) -> list[str]:
    types = {name: kind_of for name, kind_of, _ in theorem.definitions}

    def real(word: re.Match[str]) -> str:
        if word[0] in STATED:
            return f"Real.{word[0]}"
        return REALLY.get(types.get(word[0], ""), "{}").format(word[0])

    statement = re.sub(r"[A-Za-z_]\w*", real, theorem.statement)
    if " < " in statement:
        statement = f"({statement})%R"
    return [
        "From ExactDP.Reals Require Import Transfer.",
        "",
        f"Theorem statement_over_the_reals :\n  {statement}.",
        "Proof.",
        "  over_the_reals statement.",
        "Qed.",
        "",
        "Print Assumptions statement_over_the_reals.",
        "",
    ]


# Terms


def _integer(value: int) -> str:
    digits = str(abs(value)) if abs(value) < DECIMAL else hex(abs(value))
    return digits if value >= 0 else f"(-{digits})"


def _fraction(value: Fraction) -> str:
    return f"({_integer(value.numerator)} # {_integer(value.denominator)})"


def _over(denominator: int, numerators: Iterable[int]) -> str:
    return f"over {_integer(denominator)} [{'; '.join(map(_integer, numerators))}]%Z"


def _rows(rows: Iterable[kernel.Row]) -> str:
    return "rows [\n    " + ";\n    ".join(_over(*row) for row in rows) + "]"


def _dense(x: Mechanism) -> str:
    return _rows((x.common, row) for row in dense(x))


@dataclass(frozen=True)
class _Named:
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
        return f"{self.matrix.height - 1} {_integer(alpha.numerator)} {_integer(alpha.denominator)}"

    @property
    def definitions(self) -> list[CoqDefinition]:
        x, name = self.matrix, self.name
        if x.level is None:
            return [(name, "matrix", _rows(x.given))]
        source = f"geometric {x.height - 1} {_fraction(x.level)}"
        if not is_remap(x):
            return [(name, "matrix", source), (f"written_{name}", "matrix", f"written_geometric {self.level}")]
        return [
            (f"remap_{name}", "matrix", _dense(x)),
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
            return _by(f"private_mechanism_by {self.by_written}")
        return _by(self.as_remap("alpha"))

    def as_remap(self, alpha: str) -> str:
        if not is_remap(self.matrix):
            return f"geometric_private_by {self.level} {alpha}"
        n, _, numbers = self.level.partition(" ")
        return f"remap_private_by {n} {self.matrix.width} {numbers} {alpha} remap_{self.name}"

    @property
    def stochastic(self) -> list[str]:
        if self.matrix.level is None:
            return _by(f"stochastic_by {self.by_written}")
        return [f"refine (proj1 ({self.as_remap('0')} _)).", COMPUTE]


def _entries(values: Iterable[tuple[int, int, Fraction]]) -> str:
    return "entries [" + "; ".join(f"({i}%nat, {r}%nat, {_fraction(v)})" for i, r, v in values) + "]"


def _pairs(privacy: Privacy, size: int) -> str:
    if privacy.name == "path":
        return f"path {size}"
    return f"[{'; '.join(f'({i}, {k})' for i, k in privacy.pairs)}]%nat"


def _constraint(constraint: Constraint) -> str:
    name = "Exactly" if constraint.exact else "AtLeast"
    coefficients = _entries((i, r, Fraction(a)) for (i, r), a in constraint.entries.items())
    return f"{name} ({_integer(constraint.right)} # 1) ({coefficients})"


def _user(problem: Problem) -> str:
    if problem.prior is None:
        return f"Minimax {_numerals(problem.inputs)}"
    return f"Bayesian (numbers ({_over(*problem.prior)}))"


def _loss(problem: Problem, text: RationalStatement) -> str:
    match text.form:
        case "power", (_, q) if q != 1:
            # A rational loss with roots has only the distances 0 and 1, which equal their roots.
            responses = range(problem.width)
            return _rows((1, [rational(problem.loss.of(i, r)) for r in responses]) for i in range(problem.height))
        case "power", (p, _):
            return f"power_loss {p}"
        case "threshold", _:
            return f"threshold_loss ({text.written[1][1]})"
        case "asymmetric", (denominator, above, under):
            slopes = (f"({_integer(slope)} # {_integer(denominator)})" for slope in (above, under))
            return f"asymmetric_loss {' '.join(slopes)}"
    rows = ([text.integer(word.encode()) for word in line] for _, *line in text.written[1:])
    return _rows((denominator, row) for denominator, *row in rows)


def _private(x: _Named, privacy: Privacy) -> list[CoqDefinition]:
    return [
        *x.definitions,
        ("pairs", "neighbours", _pairs(privacy, x.matrix.height)),
        ("alpha", "Q", _fraction(privacy.alpha)),
    ]


def _problem(problem: Problem, text: RationalStatement) -> list[CoqDefinition]:
    return [
        _constraints(problem),
        ("l", "matrix", _loss(problem, text)),
        ("who", "user", _user(problem)),
    ]


def _constraints(problem: Problem) -> CoqDefinition:
    written = ";\n    ".join(map(_constraint, problem.constraints))
    return "constraints", "list constraint", f"[{written}]"


def _dual(dual: kernel.Dual, problem: Problem) -> list[CoqDefinition]:
    def over(numbers: list[kernel.Number]) -> str:
        return _over(dual.denominator, map(rational, numbers))

    how = "OnPath"
    if not problem.privacy.is_path:
        d = _integer(dual.denominator)
        flows = (
            f"({r}%nat, ({i}%nat, {k}%nat, {_integer(rational(f))} # {d}))"
            for r, column in enumerate(dual.flows)
            for i, k, f in column
        )
        how = f"Flows [{'; '.join(flows)}]"
    return [
        ("how", "cover", how),
        ("weights", "nat -> Q", f"numbers ({over(dual.weights)})"),
        ("multipliers", "list Q", over(dual.multipliers)),
    ]


def _prior(prior: kernel.Row | None) -> CoqDefinition:
    return "p", "nat -> Q", f"numbers ({_over(*prior)})" if prior else "numbers []"


COMPUTE = "vm_cast_no_check (eq_refl true)."
"""Coq's kernel evaluates a checker to `true` once, at the end of the proof."""


def _by(theorem: str, witness: str = "") -> list[str]:
    return [f"apply ({theorem}){' with ' if witness else ''}{witness}.", COMPUTE]


def _both(*proofs: list[str]) -> list[str]:
    """Prove a conjunction, part by part."""
    found = ["split; [|split]." if len(proofs) == 3 else "split."]
    for first, *rest in proofs:
        found += [f"- {first}", *(f"  {line}" for line in rest)]
    return found


# Kinds


def _stochastic(x: _Named, text: RationalStatement) -> _Theorem:
    text.proof()
    return _Theorem(x.definitions, f"stochastic {x.size} x", x.stochastic)


def _of_privacy(x: _Named, text: RationalStatement) -> Privacy:
    return text.privacy(x.matrix.height)


def _private_mechanism(x: _Named, text: RationalStatement) -> _Theorem:
    privacy = _of_privacy(x, text)
    text.proof()
    return _Theorem(_private(x, privacy), f"private_mechanism {x.size} pairs alpha x", x.private(privacy))


def _not_private(x: _Named, text: RationalStatement) -> _Theorem:
    privacy = _of_privacy(x, text)
    text.proof()
    proof = _by(f"not_private_by {x.by_written}", _witness(x.matrix, text))
    statement = f"stochastic {x.size} x /\\ ~ private pairs {x.matrix.width} alpha x"
    return _Theorem(_private(x, privacy), statement, _both(x.stochastic, proof))


def _witness(x: Mechanism, text: RationalStatement) -> str:
    i, k, r = text.indices("at", x.height, x.height, x.width)
    return f"(i := {i}%nat) (k := {k}%nat) (r := {r}%nat)"


def _level(x: _Named, text: RationalStatement) -> _Theorem:
    privacy = _of_privacy(x, text)
    text.proof()
    if privacy.alpha < 1:
        proof = _by(f"level_by {x.by_written}", _witness(x.matrix, text))
    else:
        proof = _by(f"level_one_by {x.by_written}")
    statement = f"stochastic {x.size} x /\\ exact_level pairs {x.matrix.width} alpha x"
    return _Theorem(_private(x, privacy), statement, _both(x.stochastic, proof))


def _approximately_private(x: _Named, text: RationalStatement) -> _Theorem:
    privacy, delta = text.privacy(x.matrix.height), text.level("delta")
    text.proof()
    return _approximate(x, privacy, delta, "", _by(f"approximately_private_by {x.by_written}"))


def _not_approximately_private(x: _Named, text: RationalStatement) -> _Theorem:
    privacy, delta = text.privacy(x.matrix.height), text.level("delta")
    text.proof()
    i, k = (text.index(word, x.matrix.height) for word in text.words("between", 2))
    proof = _by(f"not_approximately_private_by {x.by_written}", f"(i := {i}%nat) (k := {k}%nat)")
    return _approximate(x, privacy, delta, "~ ", proof)


def _approximate(x: _Named, privacy: Privacy, delta: Fraction, sign: str, proof: list[str]) -> _Theorem:
    statement = f"stochastic {x.size} x /\\ {sign}approximately_private pairs {x.matrix.width} alpha delta x"
    return _Theorem([*_private(x, privacy), ("delta", "Q", _fraction(delta))], statement, _both(x.stochastic, proof))


def _derivable(x: _Named, text: RationalStatement) -> _Theorem:
    y = _Named("y", text.source(x.matrix))
    (common,) = text.integers("remap", 1)
    remap = [(common, text.integers("row", x.matrix.width)) for _ in range(y.matrix.width)]
    if common < 1:
        raise InputError("the remap's denominator is not positive: no such matrix can be written in Coq")
    return _from(x, y, "", ("t", "matrix", _rows(remap)))


def _not_derivable(x: _Named, text: RationalStatement) -> _Theorem:
    source, losses = text.source(x.matrix), text.losses(x.matrix).items()
    entries = _entries((i, r, Fraction(w)) for (r, i), w in losses)
    return _from(x, _Named("y", source), "~ ", ("w", "matrix", entries))


def _from(x: _Named, y: _Named, sign: str, evidence: CoqDefinition) -> _Theorem:
    size = f"{x.matrix.height} {y.matrix.width} {x.matrix.width}"
    theorem = "not_derivable_by" if sign else "derivable_by"
    return _Theorem(
        [*x.definitions, *y.definitions, evidence],
        f"stochastic {x.size} x /\\ stochastic {y.size} y /\\ {sign}derivable {size} x y",
        _both(
            x.stochastic,
            y.stochastic,
            _by(f"{theorem} {size} x y {x.written} {y.written} {evidence[0]} {x.same} {y.same}"),
        ),
    )


def _vertex(x: _Named, text: RationalStatement) -> _Theorem:
    privacy = _of_privacy(x, text)
    text.proof()
    text.integers("modulus", 1)
    labels, roots, ties = _blocks(x.matrix, privacy)
    masses = [[0] * len(roots) for _ in labels]
    for i, blocks in enumerate(labels):
        for r, mass in enumerate(x.matrix.rows[i][1]):
            if mass:
                masses[i][blocks[r]] = mass
    modulus, rows = independence_with_inverse(masses) or NO_INVERSE
    return _Theorem(
        [
            *_private(x, privacy),
            ("labels", "list (list nat)", _table(labels, "nat")),
            ("roots", "list (nat * nat)", _list(f"({i}, {r})" for i, r in roots) + "%nat"),
            ("ties", "list (nat * nat * nat)", _list(f"({i}, {k}, {r})" for i, k, r in ties) + "%nat"),
            ("scales", "list Q", _over(1, (denominator for denominator, _ in x.matrix.rows))),
            ("inverse", "list (list Z)", _table(rows, "Z")),
        ],
        f"vertex {x.size} pairs alpha x",
        _by(
            f"vertex_by {x.size} x {x.written} pairs alpha {len(roots)} labels roots ties scales {_integer(modulus)} "
            f"inverse {x.same}"
        ),
    )


def _blocks(x: Mechanism, privacy: Privacy) -> tuple[list[list[int]], list[Pair], list[tuple[int, int, int]]]:
    """Return the block of each entry, the first entry of each block, and the ties i, k, r from k to i."""
    labels = [[0] * x.width for _ in range(x.height)]
    roots: list[Pair] = []
    ties: list[tuple[int, int, int]] = []
    compared = [(i, k, kernel.forms(x.rows, i, k, privacy.alpha)[1]) for i, k in privacy.both_ways]
    for r in range(x.width):
        column = [row[r] for _, row in x.rows]
        tied = [(i, k) for i, k, forms in compared if forms[r] == 0 < column[k]]
        seen: set[int] = set()
        for root, mass in enumerate(column):
            if mass <= 0 or root in seen:
                continue
            chain = _reached(x.height, tied, [root])
            for i in (root, *(i for i, _ in chain)):
                labels[i][r] = len(roots)
                seen.add(i)
            ties += [(i, k, r) for i, k in chain]
            roots.append((root, r))
    return labels, roots, ties


def _table(rows: Iterable[Iterable[int]], scope: str) -> str:
    return _list(f"[{'; '.join(map(_integer, row))}]" for row in rows) + f"%{scope}"


def _list(entries: Iterable[str]) -> str:
    return "[" + ";\n    ".join(entries) + "]"


def _not_vertex(x: _Named, text: RationalStatement) -> _Theorem:
    privacy = _of_privacy(x, text)
    text.proof()
    text.words("other", 0)
    other = [text.row(x.matrix.width) for _ in range(x.matrix.height)]
    return _Theorem(
        [*_private(x, privacy), ("y", "matrix", _rows(other))],
        f"private_mechanism {x.size} pairs alpha x /\\ ~ vertex {x.size} pairs alpha x",
        _both(x.private(privacy), _by(f"not_vertex_by {x.by_written} pairs alpha y")),
    )


PROOF_OF_OPTIMALITY = "(p := p) (how := how) (w := weights) (multipliers := multipliers)"


def _best(x: _Named, problem: Problem, dual: Dual, text: RationalStatement) -> tuple[list[CoqDefinition], str]:
    """Return the definitions, and the words before the optimal mechanism."""
    denominator, value = problem.value
    definitions = [
        *_private(x, problem.privacy),
        *_problem(problem, text),
        ("value", "Q", _fraction(Fraction(rational(value), denominator))),
        *_dual(dual, problem),
        _prior(None if problem.prior else (dual.denominator, dual.prior)),
    ]
    return definitions, f"optimal (feasible {x.size} pairs alpha constraints) (loss {x.size} l who) value"


def _unimodal(
    x: _Named, problem: Problem, dual: Dual, text: RationalStatement, *, only: bool = False
) -> _Theorem | None:
    """Return the theorem for G or a remap of G by the main theorem; None if it does not apply."""
    privacy, of_modes = problem.privacy, None
    if privacy.name == "path" and problem.height > 1 and not problem.constraints:
        of_modes = modes(integer_losses(problem))
    followed = None if of_modes is None else _as_remap(x, privacy.alpha)
    if of_modes is None or followed is None:
        return None
    prior = problem.prior or (dual.denominator, dual.prior)
    definitions, words = _best(x, problem, dual, text)
    unneeded = (f"written_{x.name}", "how", "weights", "multipliers")
    definitions = [each for each in definitions if each[0] not in unneeded]
    definitions += [*followed.definitions, ("modes", "list nat", _numerals(of_modes))]
    level = f"{_integer(privacy.alpha.numerator)} {_integer(privacy.alpha.denominator)}"
    size = f"{problem.height - 1} {level} {problem.width}"
    denominators = " ".join(map(_integer, (followed.common, problem.loss.denominator, prior[0])))
    arguments = f"{size} {x.name} {followed.name} l who value p modes {denominators}"
    same = followed.same.format(size=size)
    if not only:
        proof = _by_parts(f"unimodal_optimal_by {arguments} {same} _")
        return _Theorem(definitions, f"{words} x", proof, UNIMODAL_CHECKERS)
    unique = only_best_remap(problem, prior, of_modes)
    if unique is None:
        return None
    definitions += [
        ("slots", "list (nat * nat)", _list(f"({one}, {other})" for one, other in unique.slots) + "%nat"),
        ("equations", "list nat", _numerals(unique.equations)),
        ("inverse", "list (list Z)", _table(unique.inverse, "Z")),
    ]
    words = words.replace("optimal", f"only_optimal {x.size}", 1)
    proof = _by_parts(f"unimodal_only_by {arguments} slots equations {unique.modulus} inverse {same} _")
    return _Theorem(definitions, f"{words} x", proof, UNIMODAL_CHECKERS)


@dataclass(frozen=True)
class _Remap:
    """A remap of G: its name, denominator and definitions, and the proof that a matrix is G times the remap."""

    name: str
    common: int
    same: str
    definitions: list[CoqDefinition]


def _as_remap(x: _Named, alpha: Fraction) -> _Remap | None:
    """Return the remap that derives a matrix from G at this level, or None."""
    if x.matrix.level is None:
        found = remap_of_geometric(x.matrix.rows, alpha) if 0 < alpha < 1 else None
        if found is None:
            return None
        common, rows = found
        name = f"remap_{x.name}"
        same = f"(same_remap_by {{size}} {x.name} {name} {_integer(common)} _)"
        return _Remap(name, common, same, [(name, "matrix", _rows((common, row) for row in rows))])
    if x.matrix.level != alpha:
        return None
    if is_remap(x.matrix):
        return _Remap(f"remap_{x.name}", x.matrix.common, f"(same_itself {x.size} {x.name})", [])
    return _Remap("unchanged", 1, f"(same_unchanged {x.matrix.height - 1} {x.name})", [])


def _by_parts(term: str) -> list[str]:
    """Prove by a term with holes that computation fills."""
    return [f"refine ({term});", f"  {COMPUTE}"]


def _numerals(values: Iterable[int]) -> str:
    return f"[{'; '.join(map(str, values))}]%nat"


def _optimal(x: _Named, text: RationalStatement) -> _Theorem:
    problem, dual = text.best(x.matrix)
    unimodal = _unimodal(x, problem, dual, text)
    if unimodal is not None:
        return unimodal
    definitions, words = _best(x, problem, dual, text)
    return _Theorem(definitions, f"{words} x", _by(f"optimal_by {x.by_written}", PROOF_OF_OPTIMALITY))


def _only_optimal(x: _Named, text: RationalStatement) -> _Theorem:
    problem, dual = text.best(x.matrix)
    support, active = text.only(problem, dual)
    unimodal = _unimodal(x, problem, dual, text, only=True)
    if unimodal is not None:
        return unimodal
    flows, left = paid(problem, dual)
    faces = _faces(problem, flows, left)
    labels, roots, ties, zeros, spread = faces
    common = lcm(*(d for d, _ in x.matrix.rows))
    scales = [d for d, _ in x.matrix.rows] + [common * problem.loss.denominator] * len(support) + [common] * len(active)
    equations = list(_equations(x.matrix, problem, faces, support, active))
    modulus, inverse = independence_with_inverse(equations) or NO_INVERSE
    named = [f"RowSum {i}" for i in range(x.matrix.height)]
    named += [f"LossOn {i}" for i in support] + [f"Tight {c}" for c in active]
    definitions, words = _best(x, problem, dual, text)
    return _Theorem(
        [
            *(each for each in definitions if each[0] != "how"),
            (
                "flows",
                "list (nat * (nat * nat * Q))",
                _list(f"({r}%nat, ({i}%nat, {k}%nat, {_fraction(f)}))" for r, i, k, f in flows),
            ),
            ("labels", "list (list nat)", _table(labels, "nat")),
            ("roots", "list (nat * nat)", _list(f"({i}, {r})" for i, r in roots) + "%nat"),
            ("ties", "list (nat * nat * nat)", _list(f"({i}, {k}, {r})" for i, k, r in ties) + "%nat"),
            ("zeros", "list (nat * nat)", _list(f"({i}, {r})" for i, r in zeros) + "%nat"),
            ("spread", "list (nat * nat * nat)", _list(f"({i}, {k}, {r})" for i, k, r in spread) + "%nat"),
            ("equations", "list equation", _list(named)),
            ("scales", "list Q", _over(1, scales)),
            ("inverse", "list (list Z)", _table(inverse, "Z")),
        ],
        f"only_{words.replace('optimal', f'optimal {x.size}', 1)} x",
        _by(
            f"only_by {x.size} x {x.written} {_users()} value p flows weights multipliers {len(roots)} labels roots "
            f"ties zeros spread equations scales {_integer(modulus)} inverse {x.same}"
        ),
    )


Faces = tuple[list[list[int]], list[Pair], list[tuple[int, int, int]], list[Pair], list[tuple[int, int, int]]]


def _faces(problem: Problem, flows: list[Flow], left: list[list[Fraction]]) -> Faces:
    """Return labels, roots and ties, as `_blocks`, of the entries without a price, and the entries that are 0."""
    alpha, pairs = problem.privacy.alpha, problem.privacy.pairs
    labels = [[problem.height * problem.width] * problem.width for _ in range(problem.height)]
    roots: list[Pair] = []
    ties: list[tuple[int, int, int]] = []
    zeros: list[Pair] = []
    spread: list[tuple[int, int, int]] = []
    for r in range(problem.width):
        tied = list(pairs) if alpha == 1 else []
        tied += [(i, k) for at, i, k, flow in flows if at == r and flow > 0]
        here = [i for i, price in enumerate(left[r]) if price > 0]
        zeros += [(i, r) for i in here]
        nothing = _reached(problem.height, list(pairs) if alpha > 0 else [], here)
        spread += [(i, k, r) for i, k in nothing]
        gone = {*here, *(i for i, _ in nothing)}
        seen: set[int] = set()
        for root in range(problem.height):
            if root in seen:
                continue
            chain = _reached(problem.height, tied, [root])
            block = [root, *(i for i, _ in chain)]
            seen.update(block)
            if gone.isdisjoint(block):
                for i in block:
                    labels[i][r] = len(roots)
                ties += [(i, k, r) for i, k in chain]
                roots.append((root, r))
    return labels, roots, ties, zeros, spread


def _reached(size: int, tied: list[Pair], start: list[int]) -> list[Pair]:
    """Return the nodes reached from the start, each with its predecessor."""
    beside: list[list[int]] = [[] for _ in range(size)]
    for i, k in tied:
        beside[i].append(k)
        beside[k].append(i)
    seen, waiting, found = set(start), list(start), []
    for k in waiting:
        for i in beside[k]:
            if i not in seen:
                seen.add(i)
                waiting.append(i)
                found.append((i, k))
    return found


def _equations(
    x: Mechanism, problem: Problem, faces: Faces, support: list[int], active: list[int]
) -> Iterator[list[int]]:
    labels, unknowns = faces[0], len(faces[1])
    rows, common = x.rows, lcm(*(d for d, _ in x.rows))

    def row(entries: Iterable[tuple[int, int, int]]) -> list[int]:
        found = [0] * unknowns
        for i, r, value in entries:
            if labels[i][r] < unknowns:
                found[labels[i][r]] += value
        return found

    for i, (_, numerators) in enumerate(rows):
        yield row((i, r, v) for r, v in enumerate(numerators))
    for i in support:
        d, numerators = rows[i]
        yield row((i, r, rational(problem.loss.of(i, r)) * v * (common // d)) for r, v in enumerate(numerators))
    for c in active:
        entries = problem.constraints[c].entries.items()
        yield row((i, r, a * rows[i][1][r] * (common // rows[i][0])) for (i, r), a in entries)


def _not_only_optimal(x: _Named, text: RationalStatement) -> _Theorem:
    problem, dual = text.best(x.matrix)
    y = _Named("y", text.other(x.matrix))
    definitions, words = _best(x, problem, dual, text)
    return _Theorem(
        [*definitions, *y.definitions],
        f"{words} x /\\\n  exists z, {words} z /\\ ~ same {x.size} x z",
        _by(f"not_only_optimal_by {x.size} {_users()} value p how weights multipliers {_written(x, y)}"),
    )


def _not_optimal(x: _Named, text: RationalStatement) -> _Theorem:
    problem = text.problem(x.matrix)
    text.proof()
    y = _Named("y", text.other(x.matrix))
    feasible = f"feasible {x.size} pairs alpha constraints"
    return _Theorem(
        [*_private(x, problem.privacy), *_problem(problem, text), *y.definitions],
        f"{feasible} x /\\ exists z, {feasible} z /\\ loss {x.size} l who z < loss {x.size} l who x",
        _by(f"better_by {x.size} {_users()} {_written(x, y)}"),
    )


def _users() -> str:
    return "pairs alpha constraints l who"


def _written(x: _Named, y: _Named) -> str:
    return f"{x.name} {y.name} {x.written} {y.written} {x.same} {y.same}"


def _infeasible(text: RationalStatement) -> _Theorem:
    problem, dual = text.infeasible()
    privacy, height, width = problem.privacy, problem.height, problem.width
    return _Theorem(
        [
            ("pairs", "neighbours", _pairs(privacy, height)),
            ("alpha", "Q", _fraction(privacy.alpha)),
            _constraints(problem),
            *_dual(dual, problem),
        ],
        f"forall x, ~ feasible {height} {width} pairs alpha constraints x",
        _by("infeasible_sound", "(how := how) (w := weights) (multipliers := multipliers)"),
    )


def _interaction(x: _Named, text: RationalStatement) -> _Theorem:
    remap, problem, prior = text.interaction(x.matrix)
    denominator, value = problem.value
    z = _Named("z", remap)
    size = f"{x.size} {z.matrix.width}"
    return _Theorem(
        [
            *x.definitions,
            *z.definitions,
            *_problem(problem, text)[1:],
            ("value", "Q", _fraction(Fraction(rational(value), denominator))),
            _prior(None if problem.prior else prior),
        ],
        f"stochastic {x.size} x /\\ optimal_remap {size} l who value x z",
        _both(
            x.stochastic,
            _by(f"interaction_by {size} l who value x {x.written} z {z.written} p {x.same} {z.same}"),
        ),
    )


COQ_THEOREMS: dict[str, Callable[[_Named, RationalStatement], _Theorem]] = {
    "stochastic": _stochastic,
    "private": _private_mechanism,
    "not-private": _not_private,
    "level": _level,
    "approximately-private": _approximately_private,
    "not-approximately-private": _not_approximately_private,
    "derivable": _derivable,
    "not-derivable": _not_derivable,
    "vertex": _vertex,
    "not-vertex": _not_vertex,
    "optimal": _optimal,
    "only-optimal": _only_optimal,
    "not-optimal": _not_optimal,
    "not-only-optimal": _not_only_optimal,
    "interaction": _interaction,
}
"""The kinds of certificates that can be exported, besides `infeasible`."""
