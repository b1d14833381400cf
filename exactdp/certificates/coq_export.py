"""A certificate as a theorem of the proof assistant Coq, with the definitions of proofs/coq and a computed proof.

The export verifies nothing: Coq rejects the file of a false statement. Coq may accept the file of a true statement with
a wrong proof, because the export rebuilds some proofs: that a remap of G is optimal, or the only optimum.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm
from shlex import quote
from types import MappingProxyType

from exactdp.arithmetic.errors import InputError
from exactdp.certificates.coq_sources import in_order, library, required_names
from exactdp.certificates.coq_terms import (
    CoqDefinition,
    NamedMatrix,
    both,
    by,
    by_parts,
    entries_of,
    fraction,
    integer,
    listed,
    matrix_rows,
    numerals,
    of_constraints,
    of_dual,
    of_prior,
    of_privacy,
    of_problem,
    over,
    pairs_of,
    table_of,
    tuples,
)
from exactdp.certificates.statements import (
    RationalStatement,
    integer_losses,
    is_remap,
    paid,
    read_certificate,
    value_of,
)
from exactdp.certificates.tied_entries import Blocks, blocks_of_optima, blocks_of_vertex, equations
from exactdp.certificates.unimodal import modes, only_best_remap, remap_of_geometric
from exactdp.kernel import Dual, Malformed, Mechanism, Privacy, Problem
from exactdp.polytope.independence import SHORT_PRIMES, LeftInverse, independence_with_inverse

CHECKERS = "Uniqueness"
"""The file of the library that an exported file requires, and its own requirements."""

UNIMODAL_CHECKERS = "UnimodalCheckers"
"""The same for theorems that use the papers' main theorem, for unimodal losses."""

HOW_TO_CHECK = (
    "    To check it, compile the library in the folder proofs/coq of exactdp's source, then this file:",
    "      make -C proofs/coq certificates",
    "      coqc -Q proofs/coq ExactDP FILE.v *)",
)
"""The end of the comment at the head of an exported file, for a reader who has only this file."""

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
            "make --silent -C exactdp-coq certificates\n"
            f"coqc -Q exactdp-coq ExactDP {quote(exported)}"
        )
    compile_all = (
        f"for f in {' '.join(in_order(library(), *(needed or [CHECKERS])))}; do coqc -Q . ExactDP $f.v || exit; done"
    )
    return (
        f"mkdir -p exactdp-coq && cp -f {quote(str(library()))}/*.v exactdp-coq && (cd exactdp-coq && {compile_all})\n"
        f"coqc -Q exactdp-coq ExactDP {quote(exported)}"
    )


def required_file(exported: str) -> str:
    """Return the file of the library that an exported file requires.

    >>> required_file("From ExactDP Require Import Uniqueness.\\n")
    'Uniqueness'
    """
    (name,) = required_names(exported, "ExactDP")
    return name


def coq(certificate: bytes, *, reals: bool = False) -> str:
    """Return a Coq file with the statement of a certificate, proved by computation.

    With `reals` it has a second theorem, about all real mechanisms.

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
    return read_certificate(certificate, partial(_file, reals=reals))


def _file(kind: str, text: RationalStatement, *, reals: bool) -> str:
    if kind == "infeasible":
        theorem = _infeasible(text)
    elif kind in COQ_THEOREMS:
        theorem = COQ_THEOREMS[kind](NamedMatrix("x", text.mechanism("mechanism")), text)
    else:
        raise Malformed(f"expected one of {', '.join(COQ_THEOREMS)}, infeasible")
    return "\n".join(
        [
            f"(** exactdp certificate: {kind}.",
            f"    SHA-256 of its statement: {text.digest}",
            *HOW_TO_CHECK,
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


# Kinds


def _stochastic(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    text.proof()
    return _Theorem(x.definitions, f"stochastic {x.size} x", x.stochastic)


def _private_mechanism(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    privacy = text.privacy(x.matrix.height)
    text.proof()
    return _Theorem(of_privacy(x, privacy), f"private_mechanism {x.size} pairs alpha x", x.private(privacy))


def _not_private(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    privacy = text.privacy(x.matrix.height)
    text.proof()
    proof = by(f"not_private_by {x.by_written}", _witness(x.matrix, text))
    statement = f"stochastic {x.size} x /\\ ~ private pairs {x.matrix.width} alpha x"
    return _Theorem(of_privacy(x, privacy), statement, both(x.stochastic, proof))


def _witness(x: Mechanism, text: RationalStatement) -> str:
    i, k, r = text.indices("at", x.height, x.height, x.width)
    return f"(i := {i}%nat) (k := {k}%nat) (r := {r}%nat)"


def _level(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    privacy = text.privacy(x.matrix.height)
    text.proof()
    if privacy.alpha < 1:
        proof = by(f"level_by {x.by_written}", _witness(x.matrix, text))
    else:
        proof = by(f"level_one_by {x.by_written}")
    statement = f"stochastic {x.size} x /\\ exact_level pairs {x.matrix.width} alpha x"
    return _Theorem(of_privacy(x, privacy), statement, both(x.stochastic, proof))


def _approximately_private(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    privacy, delta = text.privacy(x.matrix.height), text.level("delta")
    text.proof()
    return _approximate(x, privacy, delta, "", by(f"approximately_private_by {x.by_written}"))


def _not_approximately_private(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    privacy, delta = text.privacy(x.matrix.height), text.level("delta")
    text.proof()
    i, k = (text.index(word, x.matrix.height) for word in text.words("between", 2))
    proof = by(f"not_approximately_private_by {x.by_written}", f"(i := {i}%nat) (k := {k}%nat)")
    return _approximate(x, privacy, delta, "~ ", proof)


def _approximate(x: NamedMatrix, privacy: Privacy, delta: Fraction, sign: str, proof: list[str]) -> _Theorem:
    statement = f"stochastic {x.size} x /\\ {sign}approximately_private pairs {x.matrix.width} alpha delta x"
    return _Theorem([*of_privacy(x, privacy), ("delta", "Q", fraction(delta))], statement, both(x.stochastic, proof))


def _derivable(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    y = NamedMatrix("y", text.matching("from", x.matrix.height))
    text.proof()
    (common,) = text.integers("remap", 1)
    remap = [(common, text.integers("row", x.matrix.width)) for _ in range(y.matrix.width)]
    if common < 1:
        raise InputError("the remap's denominator is not positive: no such matrix can be written in Coq")
    return _from(x, y, "", ("t", "matrix", matrix_rows(remap)))


def _not_derivable(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    source = text.matching("from", x.matrix.height)
    text.proof()
    losses = text.sparse("loss", text.count("losses"), x.matrix.width, x.matrix.height)
    entries = entries_of((i, r, Fraction(w)) for (r, i), w in losses.items())
    return _from(x, NamedMatrix("y", source), "~ ", ("w", "matrix", entries))


def _from(x: NamedMatrix, y: NamedMatrix, sign: str, evidence: CoqDefinition) -> _Theorem:
    size = f"{x.matrix.height} {y.matrix.width} {x.matrix.width}"
    theorem = "not_derivable_by" if sign else "derivable_by"
    return _Theorem(
        [*x.definitions, *y.definitions, evidence],
        f"stochastic {x.size} x /\\ stochastic {y.size} y /\\ {sign}derivable {size} x y",
        both(
            x.stochastic,
            y.stochastic,
            by(f"{theorem} {size} x y {x.written} {y.written} {evidence[0]} {x.same} {y.same}"),
        ),
    )


def _of_blocks(found: Blocks) -> list[CoqDefinition]:
    return [
        ("labels", "list (list nat)", table_of(found.labels, "nat")),
        ("roots", "list (nat * nat)", tuples(found.roots)),
        ("ties", "list (nat * nat * nat)", tuples(found.ties)),
    ]


def _vertex(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    privacy = text.privacy(x.matrix.height)
    text.proof()
    text.integers("modulus", 1)
    found = blocks_of_vertex(x.matrix, privacy)
    masses = [[0] * len(found.roots) for _ in found.labels]
    for i, blocks in enumerate(found.labels):
        for r, mass in enumerate(x.matrix.rows[i][1]):
            if mass:
                masses[i][blocks[r]] = mass
    modulus, rows = independence_with_inverse(masses) or NO_INVERSE
    return _Theorem(
        [
            *of_privacy(x, privacy),
            *_of_blocks(found),
            ("scales", "list Q", over(1, (denominator for denominator, _ in x.matrix.rows))),
            ("inverse", "list (list Z)", table_of(rows, "Z")),
        ],
        f"vertex {x.size} pairs alpha x",
        by(
            f"vertex_by {x.size} x {x.written} pairs alpha {len(found.roots)} labels roots ties scales "
            f"{integer(modulus)} inverse {x.same}"
        ),
    )


def _not_vertex(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    privacy = text.privacy(x.matrix.height)
    text.proof()
    text.words("other", 0)
    other = [text.row(x.matrix.width) for _ in range(x.matrix.height)]
    return _Theorem(
        [*of_privacy(x, privacy), ("y", "matrix", matrix_rows(other))],
        f"private_mechanism {x.size} pairs alpha x /\\ ~ vertex {x.size} pairs alpha x",
        both(x.private(privacy), by(f"not_vertex_by {x.by_written} pairs alpha y")),
    )


PROOF_OF_OPTIMALITY = "(p := p) (how := how) (w := weights) (multipliers := multipliers)"


def _best(x: NamedMatrix, problem: Problem, dual: Dual, text: RationalStatement) -> tuple[list[CoqDefinition], str]:
    """Return the definitions, and the words before the optimal mechanism."""
    definitions = [
        *of_privacy(x, problem.privacy),
        *of_problem(problem, text),
        ("value", "Q", fraction(value_of(problem))),
        *of_dual(dual, problem),
        of_prior(None if problem.prior else dual.prior),
    ]
    return definitions, f"optimal (feasible {x.size} pairs alpha constraints) (loss {x.size} l who) value"


def _unimodal(
    x: NamedMatrix, problem: Problem, dual: Dual, text: RationalStatement, *, only: bool = False
) -> _Theorem | None:
    """Return the theorem for G or a remap of G by the main theorem; None if it does not apply."""
    privacy, of_modes = problem.privacy, None
    if privacy.name == "path" and problem.height > 1 and not problem.constraints:
        of_modes = modes(integer_losses(problem))
    followed = None if of_modes is None else _as_remap(x, privacy.alpha)
    if of_modes is None or followed is None:
        return None
    prior = dual.prior
    definitions, words = _best(x, problem, dual, text)
    unneeded = (f"written_{x.name}", "how", "weights", "multipliers")
    definitions = [each for each in definitions if each[0] not in unneeded]
    definitions += [*followed.definitions, ("modes", "list nat", numerals(of_modes))]
    level = f"{integer(privacy.alpha.numerator)} {integer(privacy.alpha.denominator)}"
    size = f"{problem.height - 1} {level} {problem.width}"
    denominators = " ".join(map(integer, (followed.common, problem.loss.denominator, prior[0])))
    arguments = f"{size} {x.name} {followed.name} l who value p modes {denominators}"
    same = followed.same.format(size=size)
    if not only:
        proof = by_parts(f"unimodal_optimal_by {arguments} {same} _")
        return _Theorem(definitions, f"{words} x", proof, UNIMODAL_CHECKERS)
    unique = only_best_remap(problem, prior, of_modes)
    if unique is None:
        return None
    definitions += [
        ("slots", "list (nat * nat)", tuples(unique.slots)),
        ("equations", "list nat", numerals(unique.equations)),
        ("inverse", "list (list Z)", table_of(unique.inverse, "Z")),
    ]
    words = words.replace("optimal", f"only_optimal {x.size}", 1)
    proof = by_parts(f"unimodal_only_by {arguments} slots equations {unique.modulus} inverse {same} _")
    return _Theorem(definitions, f"{words} x", proof, UNIMODAL_CHECKERS)


@dataclass(frozen=True)
class _Remap:
    """A remap of G: its name, denominator and definitions, and the proof that a matrix is G times the remap."""

    name: str
    common: int
    same: str
    definitions: list[CoqDefinition]


def _as_remap(x: NamedMatrix, alpha: Fraction) -> _Remap | None:
    """Return the remap that derives a matrix from G at this level, or None."""
    if x.matrix.level is None:
        found = remap_of_geometric(x.matrix.rows, alpha) if 0 < alpha < 1 else None
        if found is None:
            return None
        common, rows = found
        name = f"remap_{x.name}"
        same = f"(same_remap_by {{size}} {x.name} {name} {integer(common)} _)"
        return _Remap(name, common, same, [(name, "matrix", matrix_rows((common, row) for row in rows))])
    if x.matrix.level != alpha:
        return None
    if is_remap(x.matrix):
        return _Remap(f"remap_{x.name}", x.matrix.given[0][0], f"(same_itself {x.size} {x.name})", [])
    return _Remap("unchanged", 1, f"(same_unchanged {x.matrix.height - 1} {x.name})", [])


def _optimal(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    problem, dual = text.best(x.matrix)
    unimodal = _unimodal(x, problem, dual, text)
    if unimodal is not None:
        return unimodal
    definitions, words = _best(x, problem, dual, text)
    return _Theorem(definitions, f"{words} x", by(f"optimal_by {x.by_written}", PROOF_OF_OPTIMALITY))


def _only_optimal(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    problem, dual = text.best(x.matrix)
    support, active = text.only(problem, dual)
    unimodal = _unimodal(x, problem, dual, text, only=True)
    if unimodal is not None:
        return unimodal
    flows, left = paid(problem, dual)
    found = blocks_of_optima(problem, flows, left)
    common = lcm(*(d for d, _ in x.matrix.rows))
    scales = [d for d, _ in x.matrix.rows] + [common * problem.loss.denominator] * len(support) + [common] * len(active)
    rows = list(equations(x.matrix, problem, found, support, active))
    modulus, inverse = independence_with_inverse(rows) or NO_INVERSE
    named = [f"RowSum {i}" for i in range(x.matrix.height)]
    named += [f"LossOn {i}" for i in support] + [f"Tight {c}" for c in active]
    definitions, words = _best(x, problem, dual, text)
    return _Theorem(
        [
            *(each for each in definitions if each[0] != "how"),
            (
                "flows",
                "list (nat * (nat * nat * Q))",
                listed(f"({r}%nat, ({i}%nat, {k}%nat, {fraction(f)}))" for r, i, k, f in flows),
            ),
            *_of_blocks(found),
            ("zeros", "list (nat * nat)", tuples(found.zeros)),
            ("spread", "list (nat * nat * nat)", tuples(found.spread)),
            ("equations", "list equation", listed(named)),
            ("scales", "list Q", over(1, scales)),
            ("inverse", "list (list Z)", table_of(inverse, "Z")),
        ],
        f"only_{words.replace('optimal', f'optimal {x.size}', 1)} x",
        by(
            f"only_by {x.size} x {x.written} {_users()} value p flows weights multipliers {len(found.roots)} labels "
            f"roots ties zeros spread equations scales {integer(modulus)} inverse {x.same}"
        ),
    )


def _not_only_optimal(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    problem, dual = text.best(x.matrix)
    y = NamedMatrix("y", text.matching("other", x.matrix.height, x.matrix.width))
    definitions, words = _best(x, problem, dual, text)
    return _Theorem(
        [*definitions, *y.definitions],
        f"{words} x /\\\n  exists z, {words} z /\\ ~ same {x.size} x z",
        by(f"not_only_optimal_by {x.size} {_users()} value p how weights multipliers {_written(x, y)}"),
    )


def _not_optimal(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    problem = text.problem(x.matrix.height, x.matrix.width, "not-optimal")
    text.proof()
    y = NamedMatrix("y", text.matching("other", x.matrix.height, x.matrix.width))
    feasible = f"feasible {x.size} pairs alpha constraints"
    return _Theorem(
        [*of_privacy(x, problem.privacy), *of_problem(problem, text), *y.definitions],
        f"{feasible} x /\\ exists z, {feasible} z /\\ loss {x.size} l who z < loss {x.size} l who x",
        by(f"better_by {x.size} {_users()} {_written(x, y)}"),
    )


def _users() -> str:
    return "pairs alpha constraints l who"


def _written(x: NamedMatrix, y: NamedMatrix) -> str:
    return f"{x.name} {y.name} {x.written} {y.written} {x.same} {y.same}"


def _infeasible(text: RationalStatement) -> _Theorem:
    problem, dual = text.infeasible()
    privacy, height, width = problem.privacy, problem.height, problem.width
    return _Theorem(
        [
            ("pairs", "neighbours", pairs_of(privacy, height)),
            ("alpha", "Q", fraction(privacy.alpha)),
            of_constraints(problem),
            *of_dual(dual, problem),
        ],
        f"forall x, ~ feasible {height} {width} pairs alpha constraints x",
        by("infeasible_sound", "(how := how) (w := weights) (multipliers := multipliers)"),
    )


def _interaction(x: NamedMatrix, text: RationalStatement) -> _Theorem:
    remap, problem, prior = text.interaction(x.matrix)
    z = NamedMatrix("z", remap)
    size = f"{x.size} {z.matrix.width}"
    return _Theorem(
        [
            *x.definitions,
            *z.definitions,
            *of_problem(problem, text)[1:],
            ("value", "Q", fraction(value_of(problem))),
            of_prior(None if problem.prior else prior),
        ],
        f"stochastic {x.size} x /\\ optimal_remap {size} l who value x z",
        both(
            x.stochastic,
            by(f"interaction_by {size} l who value x {x.written} z {z.written} p {x.same} {z.same}"),
        ),
    )


COQ_THEOREMS: dict[str, Callable[[NamedMatrix, RationalStatement], _Theorem]] = {
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
