"""Write the statement of a clause for Coq, over the definitions of the Coq library.

Our indices are integers, and Coq's are natural numbers. So each index variable needs a lower bound among the
assumptions or the conditions of its quantifier: a nonnegative number, or other index variables. The statement never
subtracts natural numbers. In a comparison, a term subtracted on one side is added on the other side. If i-1 is a
position or an exponent and i is at least 1, the statement uses i+1 in place of i. So no function is evaluated at a
negative index, where it has no value in Coq. A quotient by 0 is 0 in Coq too.

The field `coq` of a definition is a template such as "stochastic (S {1}) (S {2}) {0}". For all definitions except
determinants, a theorem of `ClaimDefinitions.v` says that Coq's words and the formula agree. Without this field, the
formula itself is written.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from textwrap import wrap
from unicodedata import name as unicode_name

from exactdp.arithmetic.errors import InputError
from exactdp.claims.coq import library
from exactdp.claims.statements.expressions import INDEX, NUMBER, RANGED, TRUTH, Expression, Function, Sort, free, same
from exactdp.claims.statements.names import is_word
from exactdp.claims.statements.terms import (
    Formula,
    If,
    Term,
    as_number,
    conjuncts,
    fresh,
    linear,
    substitute,
    term,
    unfold,
)

_RESERVED = frozenset(
    (
        *("S", "O", "Q", "Z", "nat", "sum", "power", "distance", "inject_Z", "negb", "Qle_bool", "Qeq_bool"),
        *("True", "Prop", "Set", "Type", "SProp", "fun", "forall", "exists", "if", "then", "else", "in", "let"),
        *("match", "with", "end", "as", "at", "return", "using", "where", "fix", "cofix", "for", "is", "mod", "of"),
    )
)
"""Names that already have a meaning in Coq, so that no variable may have them."""


def statement(assumptions: Iterable[Formula], goal: Formula) -> str:
    """Return, in Coq: for all values of the free variables under these assumptions, the goal holds.

    Raises: `InputError` with the reason if the Coq library cannot express the statement.

    >>> from exactdp.claims.statements.formulas import Sum, indices, matrix, number
    >>> i, m, n, r = indices("i m n r")
    >>> x, a = matrix("x"), number("α")
    >>> print(statement([0 <= i, i < n, m >= 0, 0 < a], Sum(r, 0, m, x[i + 1, r] - a * x[i, r]) == 1 - a))
    forall (i n m : nat) (alpha : Q) (x : nat -> nat -> Q),
      (i < n)%nat ->
      0 < alpha ->
      sum (S m) (fun r => x (S i) r - alpha * x i r) == 1 - alpha
    """
    formulas = [*(part for f in assumptions for part in conjuncts(f)), goal]
    variables = {name: v for f in formulas for name, v in free(f).items()}
    writer = _Writer({}, _RESERVED.union(*map(_template_words, formulas)))
    try:
        lines = writer.quantified(list(variables.values()), formulas, apart=True).split("\n")
    except _BelowError as wrong:
        raise InputError(f"{wrong.index} may be negative in Coq, where an index is a natural number") from None
    # Coq would read a broken name Sn as S applied to n.
    whole = partial(wrap, width=WIDTH, subsequent_indent="    ", break_on_hyphens=False, break_long_words=False)
    return "\n".join(part for line in lines for part in whole(line))


WIDTH = 110
"""The maximal length of a line of a statement, unless one word is longer."""


def check(file: str, name: str, assumptions: Iterable[Formula], goal: Formula) -> library.CoqTheorem:
    """Have Coq check that a theorem of its library proves the statement, and return this theorem with its statement.

    Raises: as `statement` and `exactdp.claims.coq.library.check`.

    >>> from unittest.mock import patch
    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> with patch.object(library, "check"):
    ...     check("Statements", "longer", [n >= 0], n < n + 1).statement
    'forall (n : nat),\\n  (n < S n)%nat'
    """
    theorem = library.CoqTheorem(file, name, statement(assumptions, goal))
    library.check(theorem)
    return theorem


class _BelowError(Exception):
    """An index must be a natural number, and no condition shows that it is nonnegative."""

    def __init__(self, index: Term) -> None:
        super().__init__(index)
        self.index = index


def _template_words(e: object) -> frozenset[str]:
    """Return the Coq words of the definitions in the expression."""
    if not isinstance(e, Expression):
        return frozenset()
    if e.op == "linear":
        return frozenset().union(*(_template_words(atom) for atom, _ in e.args[0]))
    own: set[str] = set()
    if e.op == "defined" and e.args[0].coq:
        own.update(re.findall(r"[A-Za-z_][\w']*", e.args[0].coq))
    elif e.op == "defined" and e.args[0].body is not None:
        own.update(_template_words(e.args[0].body))
    return frozenset(own).union(*map(_template_words, e.args))


def _spelled(name: str, taken: Iterable[str]) -> str:
    """Return a variable's name in Coq: Greek letters by their names, and another name if this one is taken."""
    found = "".join(each if each.isascii() else unicode_name(each).rsplit(" ")[-1].lower() for each in name)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_']*", found):
        raise InputError(f"{name!r} is not a name in Coq: write letters and digits")
    while found in taken:
        found += "_"
    return found


def _type(sort: Sort) -> str:
    if isinstance(sort, Function):
        values = {NUMBER: "Q", TRUTH: "Prop"}.get(sort.values)
        if values is None:
            raise InputError("a function whose values are indices is not written for Coq")
        return "nat -> " * sort.arity + values
    return {INDEX: "nat", NUMBER: "Q"}[sort]


def _difference(f: Formula) -> Term | None:
    """Return an index that is at least 0 exactly if the comparison of indices holds."""
    if f.op not in ("<=", "<") or f.args[0].sort != INDEX:
        return None
    left, right = f.args
    return right - left - (1 if f.op == "<" else 0)  # type: ignore[no-any-return]


def _lowest(v: Term, known: Iterable[str], given: Iterable[Formula]) -> int | None:
    """Return the largest lower bound of v by one of the comparisons; the known variables are at least 0."""
    bounds = list[int]()
    for f in given:
        difference = _difference(f)
        if difference is None:
            continue
        atoms, constant = linear(difference)
        own = sum(c for atom, c in atoms if same(atom, v))
        others = [(atom, c) for atom, c in atoms if not same(atom, v)]
        below = all(c < 0 and atom.op == "variable" and atom.args[0] in known for atom, c in others)
        if own == 1 and constant <= 0 and below:
            bounds.append(-constant)
    return max(bounds, default=None)


@dataclass(frozen=True)
class _Writer:
    """A writer for Coq: the Coq name of each variable in scope, and the reserved names.

    Each index variable in scope is a natural number.
    """

    names: Mapping[str, str]
    taken: frozenset[str]

    # Quantifiers

    def quantified(
        self, variables: Sequence[Term], formulas: Sequence[Formula], sign: str = "forall", apart: bool = False
    ) -> str:
        """Write that the last formula holds for all, or some, values of the variables that meet the conditions."""
        known, left = set(self.names), [v for v in variables if v.sort == INDEX]
        while left:
            found = [v for v in left if _lowest(v, known, formulas[:-1]) is not None]
            if not found:
                raise InputError(f"{left[0]} is a natural number in Coq: add an assumption such as 0 <= {left[0]}")
            known |= {v.args[0] for v in found}
            left = [v for v in left if v.args[0] not in known]
        inside = self
        for v in variables:
            name = _spelled(v.args[0], inside.taken | set(inside.names.values()))
            inside = replace(inside, names={**inside.names, v.args[0]: name})
        while True:
            try:
                return inside.lines(variables, formulas, sign, apart)
            except _BelowError as wrong:
                atoms = linear(wrong.index)[0]
                for v in variables:
                    lowest = _lowest(v, (), formulas[:-1]) if v.sort == INDEX else None
                    if lowest and any(c > 0 and same(atom, v) for atom, c in atoms):
                        formulas = [substitute(f, {v.args[0]: v + 1}) for f in formulas]
                        break
                else:
                    raise

    def lines(self, variables: Sequence[Term], formulas: Sequence[Formula], sign: str, apart: bool) -> str:
        typed = [
            f"({' '.join(self.names[v.args[0]] for v in group)} : {kind})"
            for kind, group in groupby(variables, key=lambda v: _type(v.sort))
        ]
        binders = typed[0][1:-1] if len(typed) == 1 and not apart else " ".join(typed)
        given = [self.inner(f) for f in formulas[:-1] if not self.certain(f)]
        first = [f"{sign} {binders},"] if variables else []
        join = " ->" if sign == "forall" else " /\\"
        body = self.outer(formulas[-1]) if sign == "forall" or not given else self.inner(formulas[-1])
        return ("\n  " if apart else " ").join([*first, *(f + join for f in given), body])

    def certain(self, f: Formula) -> bool:
        """Say whether a comparison holds for all natural numbers."""
        difference = _difference(f)
        if difference is None:
            return False
        atoms, constant = linear(difference)
        return constant >= 0 and all(c > 0 and atom.op == "variable" for atom, c in atoms)

    # Formulas

    def inner(self, f: Formula) -> str:
        """Return a formula as a part of another."""
        found = self.outer(f)
        simple = f.op in ("<=", "<", "=", "true", "entry") or (f.op == "defined" and f.args[0].coq)
        return found if simple else f"({found})"

    def outer(self, f: Formula) -> str:
        a = f.args
        match f.op:
            case "true":
                return "True"
            case "<=" | "<" | "=":
                return self.relation(f)
            case "and":
                return rf"{self.inner(a[0])} /\ {self.inner(a[1])}"
            case "or":
                return rf"{self.inner(a[0])} \/ {self.inner(a[1])}"
            case "implies":
                return f"{self.inner(a[0])} -> {self.outer(a[1])}"
            case "not":
                return f"~ {self.inner(a[0])}"
            case "all":
                return self.quantified([a[0]], [*conjuncts(a[1]), a[2]])
            case "some":
                return self.quantified([a[0]], [*conjuncts(a[1]), a[2]], "exists")
            case "entry":
                return self.entry(f)
            case "defined":
                return self.defined(f, self.outer)
        raise InputError(f"{f} is not written for Coq")

    def relation(self, f: Formula) -> str:
        left, right = f.args
        if left.sort == INDEX:
            return f"({' '.join(self.compared(f, f.op))})%nat"
        return f"{self.number(left, _SUM)} {'==' if f.op == '=' else f.op} {self.number(right, _SUM)}"

    def compared(self, f: Formula, sign: str) -> tuple[str, str, str]:
        """Return a comparison of indices; a term subtracted on one side is added on the other."""
        left, right = f.args
        less_left, less_right = _taken_away(left), _taken_away(right)
        return self.plain(left + less_left + less_right), sign, self.plain(right + less_left + less_right)

    def test(self, f: Formula) -> str:
        """Return a comparison as a Boolean condition of Coq."""
        if f.op == "defined":
            return self.test(unfold(f))
        if f.op in ("and", "or"):
            return f"({self.test(f.args[0])} {'&&' if f.op == 'and' else '||'} {self.test(f.args[1])})%bool"
        if f.op not in ("<=", "<", "="):
            raise InputError(f"{f} is not written for Coq as a condition: write a comparison")
        if f.args[0].sort == INDEX:
            return f"({' '.join(self.compared(f, f'{f.op}?'))})%nat"
        left, right = (self.number(each, _ATOM) for each in f.args)
        # u < v is the negation of v ≤ u.
        return {
            "<=": f"(Qle_bool {left} {right})",
            "<": f"(negb (Qle_bool {right} {left}))",
            "=": f"(Qeq_bool {left} {right})",
        }[f.op]

    # Indices

    def plain(self, e: Term) -> str:
        """Return an index, written in the scope of natural numbers."""
        atoms, constant = linear(e)
        if constant < 0 or any(c < 0 for _, c in atoms):
            raise _BelowError(e)
        parts = [self.atom(atom) if c == 1 else f"{c} * {self.atom(atom)}" for atom, c in atoms]
        if not parts:
            return str(constant)
        found, simple = " + ".join(parts), len(parts) == 1 and atoms[0][0].op == "variable" and atoms[0][1] == 1
        for _ in range(constant):
            found, simple = f"S {found}" if simple else f"S ({found})", False
        return found

    def atom(self, e: Term) -> str:
        match e.op:
            case "variable":
                return self.names[e.args[0]]
            case "*":
                left, right = map(self.plain, e.args)
                return " * ".join(each if re.fullmatch(r"[\w']+", each) else f"({each})" for each in (left, right))
            case "if":
                return self.choice(e)
            case "defined":
                return self.defined(e, lambda found: f"({self.plain(found)})")
        raise InputError(f"{e} is not written for Coq as an index")

    def choice(self, e: Term) -> str:
        """Return a distance |i-k|, or one of two indices."""
        condition, then, otherwise = e.args
        of_zero = condition.op == "<=" and same(condition.args[0], term(0)) and same(condition.args[1], then)
        if of_zero and same(-then, otherwise):
            less = _taken_away(then)
            return f"(distance {self.index(then + less)} {self.index(less)})"
        return f"(if {self.test(condition)} then {self.plain(then)} else {self.plain(otherwise)})"

    def index(self, e: Term) -> str:
        """Return an index as an argument of a function."""
        found = self.plain(e)
        if re.fullmatch(r"[A-Za-z][\w']*|\(distance [^()]*\)", found):
            return found
        if found.isdigit():
            return f"{found}%nat"
        return f"({found})" if re.fullmatch(r"(S |\(S )*[A-Za-z][\w']*\)*", found) else f"({found})%nat"

    # Numbers

    def number(self, e: Term, least: int) -> str:
        found, level = self.leveled(e)
        return found if level >= least else f"({found})"

    def leveled(self, e: Term) -> tuple[str, int]:
        a = e.args
        match e.op:
            case "variable":
                return self.names[a[0]], _ATOM
            case "literal":
                value = a[0]
                if value.denominator > 1:
                    return f"({value.numerator} # {value.denominator})", _ATOM
                return (str(value), _ATOM) if value >= 0 else (f"({value})", _ATOM)
            case "number":
                chosen = _chosen(a[0])
                return self.leveled(chosen) if chosen is not None else (f"inject_Z {self.integer(a[0])}", _APPLIED)
            case "+" | "-":
                return f"{self.number(a[0], _SUM)} {e.op} {self.number(a[1], _PRODUCT)}", _SUM
            case "*" if a[0].op == "literal" and a[0].args[0] == -1:
                return f"(- {self.number(a[1], _ATOM)})", _ATOM
            case "*" | "/":
                return f"{self.number(a[0], _PRODUCT)} {e.op} {self.number(a[1], _APPLIED)}", _PRODUCT
            case "^":
                return f"power {self.number(a[0], _ATOM)} {self.index(a[1])}", _APPLIED
            case "if":
                return f"(if {self.test(a[0])} then {self.number(a[1], _SUM)} else {self.number(a[2], _SUM)})", _ATOM
            case "entry":
                return self.entry(e), _APPLIED
            case "sum":
                return self.sum(*a), _APPLIED
            case "defined":
                return self.defined(e, lambda found: f"({self.number(found, _SUM)})"), _APPLIED
        if e.op in RANGED:
            raise InputError(f"{e} is not written for Coq: its library has no {e.op} over a range of indices")
        raise InputError(f"{e} is not written for Coq")

    def integer(self, e: Term) -> str:
        """Return an index as an integer of Coq, where subtraction is safe."""
        less = _taken_away(e)
        positive = f"Z.of_nat {self.index(e + less)}"
        return f"({positive})" if same(less, term(0)) else f"({positive} - Z.of_nat {self.index(less)})%Z"

    def sum(self, v: Term, low: Term, high: Term, body: Term) -> str:
        try:
            size = self.index(high - low + 1)
        except _BelowError:
            raise _BelowError(high - low + 1) from None
        self.index(low)
        if same(low, term(0)):
            return f"sum {size} {self.abstracted([v], body)}"
        # In Σ_{k'=k}^{n} f[k'], the variable has the name of another one in the lower end.
        own = fresh(v, free(low).keys() | free(body).keys() - {v.args[0]})
        return f"sum {size} {self.abstracted([own], substitute(body, {v.args[0]: own + low}))}"

    def abstracted(self, variables: Sequence[Term], body: Term | Formula) -> str:
        inside = self
        for v in variables:
            name = _spelled(v.args[0], inside.taken | set(inside.names.values()))
            inside = replace(inside, names={**inside.names, v.args[0]: name})
        names = " ".join(inside.names[v.args[0]] for v in variables)
        said = inside.outer(body) if isinstance(body, Formula) else inside.number(body, _SUM)
        return f"(fun {names} => {said})"

    # Functions and definitions

    def function(self, e: Term) -> str:
        match e.op:
            case "variable":
                return self.names[e.args[0]]
            case "function":
                _type(e.sort)
                return self.abstracted(e.args[:-1], e.args[-1])
            case "defined":
                return self.defined(e, self.function)
        raise InputError(f"{e} is not written for Coq as a function")

    def entry(self, e: Expression) -> str:
        return " ".join([self.function(e.args[0]), *map(self.index, e.args[1:])])

    def defined(self, e: Expression, otherwise: Callable[..., str]) -> str:
        """Return a definition by its name in Coq, or its formula."""
        template = e.args[0].coq
        if not template:
            return otherwise(unfold(e))
        if not is_word(e.args[0]):
            # Coq would check only the template, and no theorem compares this one with the formula.
            raise InputError(f"{e.args[0].name} is a script's own name: only this package's have words in Coq")
        args = e.args[1:]
        said = re.sub(r"\(S \{(\d+)\}\)", lambda found: self.argument(args[int(found[1])] + 1), template)
        return re.sub(r"\{(\d+)\}", lambda found: self.argument(args[int(found[1])]), said)

    def argument(self, e: Term) -> str:
        if e.sort == INDEX:
            return self.index(e)
        if e.sort == NUMBER:
            return self.number(e, _ATOM)
        found = self.function(e)
        return found if " " not in found or found.startswith("(fun ") else f"({found})"


_SUM, _PRODUCT, _APPLIED, _ATOM = range(4)


def _chosen(e: Term) -> Term | None:
    """Return the index as a number if it is one of two literals."""
    atoms, constant = linear(e)
    if constant or len(atoms) != 1 or atoms[0][1] != 1 or atoms[0][0].op != "if":
        return None
    condition, then, otherwise = atoms[0][0].args
    if then.op != "literal" or otherwise.op != "literal":
        return None
    return If(condition, as_number(then), as_number(otherwise))


def _taken_away(e: Term) -> Term:
    """Return the terms that the index subtracts."""
    atoms, constant = linear(e)
    found = term(max(-constant, 0))
    for atom, c in atoms:
        if c < 0:
            found = found - c * atom
    return found
