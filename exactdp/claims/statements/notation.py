r"""How terms, formulas and statements are written: as one line of text, and as LaTeX.

Two different expressions have different texts, with these exceptions, which do not change the meaning:

- An index and the number that it becomes look alike, as do the operations on them: the same names stand for the same
  integers. A sum of indices has no spaces (i+1), and a sum of numbers has (i + 1).
- "and" and "or" are written without the brackets of their two-by-two nesting.
- A statement does not show the order of its assumptions, nor how "and" joins them.

A bound variable is written by its own name. Where that name already means something else, it gets primes.

The first letter of a name shows its sort: i, j, k, l, m, n, r, s, t are integers, and all others are numbers. If a name
breaks this rule, the quantifier or the statement names the sort. Functions are known by their brackets, and those to
integers by the names that they are arguments of; otherwise the statement names their sort.

The names of definitions are trusted to be different.
"""

import re
from collections.abc import Iterable, Sequence
from string import Formatter
from typing import Any, ClassVar, TypeAlias
from unicodedata import name as unicode_name

from exactdp.claims.statements.expressions import (
    INDEX,
    INDEX_MAP,
    MATRIX,
    NUMBER,
    RANGED,
    SET,
    TRUTH,
    VECTOR,
    Expression,
    Function,
    Sort,
    free,
    same,
    split,
)
from exactdp.claims.statements.terms import Definition, Formula, Term, linear, variable

# How tightly a formula or a term binds: if it binds less tightly than its place needs, it gets brackets.
SCOPED, IMPLIED, EITHER, JOINED, HOLDS = range(5)
SPREAD, SUM, NEGATIVE, QUOTIENT, BIG, PRODUCT, POWER, ATOM = range(10, 18)

Written: TypeAlias = tuple[str, int]
"""A text, and how tightly it binds."""


def text(e: Expression) -> str:
    """Return the expression as one line of text.

    >>> from exactdp.claims.statements.formulas import All, Sum, between, indices, matrix, number
    >>> i, m, n, r = indices("i m n r")
    >>> x, a = matrix("x"), number("α")
    >>> print(text(Sum(r, 0, m, x[i + 1, r] - a * x[i, r]) == 1 - a))
    Σ_{r=0}^{m} (x[i+1,r] - α·x[i,r]) = 1 - α
    >>> print(text(All(i, between(0, i, n), All(r, between(0, r, m), 0 <= x[i, r]))))
    ∀i, r with 0 ≤ i ≤ n, 0 ≤ r ≤ m: x[i,r] ≥ 0
    """
    return _Text().whole(e)


def latex(e: Expression) -> str:
    r"""Return the expression as LaTeX, for math mode.

    >>> from exactdp.claims.statements.formulas import Sum, indices, matrix, number
    >>> i, m, r = indices("i m r")
    >>> x, a = matrix("x"), number("α")
    >>> print(latex(Sum(r, 0, m, x[i + 1, r] - a * x[i, r]) == 1 - a))
    \sum_{r=0}^{m} \left(x_{i+1,r} - \alpha x_{i,r}\right) = 1 - \alpha
    """
    return _Latex().whole(e)


def words_in_latex(words: str) -> str:
    r"""Return words with letters, signs and powers as LaTeX, for math mode.

    >>> print(words_in_latex("a lower bound on e^-ε"))
    \text{a lower bound on e}^{-\varepsilon }
    """
    writer = _Latex()
    powers = re.split(r"\^(-?\w+)", words)
    return writer.words(powers[0]) + "".join(
        f"^{{{writer.symbols(power)}}}{writer.words(after)}"
        for power, after in zip(powers[1::2], powers[2::2], strict=True)
    )


def statement_text(assumptions: Iterable[Formula], goal: Formula) -> str:
    """Return, as one line of text: for all values of the free variables under these assumptions, the goal holds.

    >>> from exactdp.claims.statements.formulas import indices, matrix
    >>> i, n = indices("i n")
    >>> x = matrix("x")
    >>> print(statement_text([n >= 1, 0 <= i, i < n], x[i, 0] <= x[i + 1, 0]))
    For n ≥ 1, 0 ≤ i < n and every matrix x: x[i,0] ≤ x[i+1,0]
    """
    return _Text().statement(list(assumptions), goal)


def statement_latex(assumptions: Iterable[Formula], goal: Formula) -> str:
    r"""Return the same as LaTeX.

    >>> from exactdp.claims.statements.formulas import indices, number
    >>> i, n = indices("i n")
    >>> a = number("α")
    >>> print(statement_latex([0 <= i, i < n, 0 < a, a < 1], a ** n <= a**i))
    \text{For }0 \le i < n\text{ and }0 < \alpha < 1\colon\quad \alpha^{n} \le \alpha^{i}
    """
    return _Latex().statement(list(assumptions), goal)


# The names of bound variables


def _named(e: Any, names: dict[str, Term], taken: frozenset[str]) -> Any:
    """Return the expression; each bound variable gets the first primed name that has no other meaning there."""
    if not isinstance(e, Expression):
        return e
    if e.op == "variable":
        return names.get(e.args[0], e)
    if e.op == "linear":
        return Term("linear", tuple((_named(atom, names, taken), c) for atom, c in e.args[0]), e.args[1], sort=e.sort)
    bound, outside, inside = split(e)
    args = [_named(each, names, taken) for each in outside]
    variables, within = [], dict(names)
    for v in bound:
        name = v.args[0].rstrip("'")
        while name in taken:
            name += "'"
        taken |= {name}
        within[v.args[0]] = variable(name, v.sort)
        variables.append(within[v.args[0]])
    return type(e)(e.op, *variables, *args, *(_named(each, within, taken) for each in inside), sort=e.sort)


# Patterns in an expression, found before it is written


def _joined(op: str, f: Formula) -> list[Formula]:
    """Return the parts of nested "and" or "or"."""
    if f.op != op or _differ(f) or _equivalent(f):
        return [f]
    return [each for part in f.args for each in _joined(op, part)]


def _differ(f: Formula) -> bool:
    """Say whether the formula is x < y or y < x."""
    if f.op != "or" or not f.args[0].op == f.args[1].op == "<":
        return False
    (a, b), (c, d) = f.args[0].args, f.args[1].args
    return same(a, d) and same(b, c)


def _equivalent(f: Formula) -> bool:
    """Say whether the formula is "p implies q, and q implies p"."""
    if f.op != "and" or not f.args[0].op == f.args[1].op == "implies":
        return False
    (a, b), (c, d) = f.args[0].args, f.args[1].args
    return same(a, d) and same(b, c)


def _given(guard: Formula) -> list[Formula]:
    return [] if guard.op == "true" else _joined("and", guard)


def _chains(formulas: Sequence[Formula], anywhere: bool = False) -> list[list[Formula]]:
    """Return the formulas in chains such as 0 ≤ i, i < n, of neighbours alone or of formulas anywhere in the list."""
    found: list[list[Formula]] = []
    for each in formulas:
        for chain in found if anywhere else found[-1:]:
            if _links(chain[-1], each):
                chain.append(each)
                break
        else:
            found.append([each])
    return found


def _links(left: Formula, right: Formula) -> bool:
    return ((left.op in ("<", "<=") and right.op in ("<", "<=")) or left.op == right.op == "=") and same(
        left.args[1], right.args[0]
    )


def turned(f: Formula, variable: bool = False) -> bool:
    """Return whether a relation that stands alone is written from right to left, so that its number is on the right.

    A condition on a variable is turned too: "For n ≥ 1", but 1 ≤ n within a formula.

    >>> from exactdp.claims.statements.formulas import matrix, number
    >>> turned(0 <= matrix("x")[0, 1]), turned(matrix("x")[0, 1] <= 0), turned(0 <= number("a"))
    (True, False, False)
    """
    left, right = f.args
    never_turned = {"literal"} if variable else {"literal", "variable"}
    return f.op != "=" and left.op == "literal" and right.op not in never_turned


def _absolute(e: Term) -> Term | None:
    """Return t for the term |t|."""
    condition, then, otherwise = e.args
    if condition.op != "<=" or condition.args[0].op != "literal" or condition.args[0].args[0]:
        return None
    found = same(condition.args[1], then) and isinstance(then.sort, str) and same(-then, otherwise)
    return then if found else None


def _cases(e: Term) -> tuple[list[tuple[Term, Formula]], Term]:
    """Return the values with their conditions, and the value elsewhere."""
    found = []
    while e.op == "if" and _absolute(e) is None:
        found.append((e.args[1], e.args[0]))
        e = e.args[2]
    return found, e


def _merged(e: Formula) -> tuple[list[Term], list[Formula], Formula]:
    """Return the variables of nested quantifiers of one kind, their conditions, and the body.

    Each condition must be about the variable of its quantifier, so it stands at the last variable that it names.
    """
    variables: list[Term] = []
    guards: list[Formula] = []
    body = e
    while body.op == e.op:
        v, given = body.args[0], _given(body.args[1])
        own = all(v.args[0] in free(guard) for guard in given)
        if variables and not own:
            break
        variables.append(v)
        guards += given
        body = body.args[2]
        if not own:
            break
    return variables, guards, body


_WORDS: dict[Sort, tuple[str, str]] = {
    INDEX: ("integer", "integers"),
    NUMBER: ("number", "numbers"),
    VECTOR: ("vector", "vectors"),
    MATRIX: ("matrix", "matrices"),
    INDEX_MAP: ("index map", "index maps"),
    SET: ("set", "sets"),
}


def sort_in_words(sort: Sort) -> str:
    """Return the meaning of a variable of this sort, in words.

    >>> sort_in_words(INDEX), sort_in_words(Function(3, NUMBER))
    ('integer', 'function of 3 indices')
    """
    return _words(sort)[0]


def sorts_told(variables: Iterable[Term], e: Expression | None = None) -> tuple[str, str]:
    r"""Return as text and as LaTeX which variables are integers, numbers or index maps, if nothing else shows this.

    An index within brackets or in the range of a sum of `e` is an integer.

    >>> from exactdp.claims.statements.formulas import Sum, indices, number, variable
    >>> a, b, d, (n,) = variable("a", INDEX), number("b"), variable("d", INDEX_MAP), indices("n")
    >>> print(*sorts_told([n, a, b, d], d[n] <= a), sep="\n")
    , where a is an integer and d is an index map
    ,\text{ where }a\text{ is an integer}\text{ and }d\text{ is an index map}
    >>> sorts_told([a, b, n], number("c") <= Sum(n, 0, a, b))
    ('', '')
    """
    shown = set() if e is None else _shown_as_integers(e)
    untold = [v for v in variables if v.args[0] not in shown and not _tells_its_sort(v)]
    if not untold:
        return "", ""
    written = []
    for writer in (_Text(), _Latex()):
        of_sort: dict[Sort, list[str]] = {}
        for v in untold:
            of_sort.setdefault(v.sort, []).append(writer.bare(v))
        parts = [writer.listed(names) + writer.plain(_are(sort, len(names))) for sort, names in of_sort.items()]
        written.append("," + writer.plain(" where ") + writer.listed(parts))
    return written[0], written[1]


def _are(sort: Sort, count: int) -> str:
    one, many = _words(sort)
    return f" are {many}" if count > 1 else f" is {'an' if one[0] in 'aeiou' else 'a'} {one}"


def _tells_its_sort(v: Term) -> bool:
    """Return whether the name of a variable, or the brackets after it, show its sort."""
    if isinstance(v.sort, Function):
        return v.sort.values != INDEX
    return v.sort not in (INDEX, NUMBER) or _expected(v)


def _shown_as_integers(e: Any) -> set[str]:
    """Return the variables in positions and in bounds of ranges, which are integers."""
    if not isinstance(e, Expression | tuple):
        return set()
    parts = e.args if isinstance(e, Expression) else e
    places: tuple[Any, ...] = ()
    if isinstance(e, Expression) and (e.op == "entry" or e.op in RANGED):
        places = e.args[1:3] if e.op in RANGED else e.args[1:]
    own = {name for each in places for name, v in free(each).items() if v.sort == INDEX}
    return own.union(*map(_shown_as_integers, parts))


def _words(sort: Sort) -> tuple[str, str]:
    if sort in _WORDS:
        return _WORDS[sort]
    assert isinstance(sort, Function)
    kind = {INDEX: "integer function", TRUTH: "relation"}.get(sort.values, "function")
    return f"{kind} of {sort.arity} indices", f"{kind}s of {sort.arity} indices"


def _expected(v: Term) -> bool:
    """Return whether the name of an index or a number shows its sort."""
    return bool(re.match("[i-nrstℓ]", v.args[0])) == (v.sort == INDEX)


def _is_known(v: Term, formulas: tuple[Formula, ...]) -> bool:
    """Return whether a condition shows the sort of its variable: d[0] < 1 does not show that d[0] is an integer."""
    if not isinstance(v.sort, Function):
        return _expected(v)
    return v.sort.values != INDEX or v.args[0] in _arguments(formulas)


def _arguments(e: Any) -> set[str]:
    """Return the variables that are arguments of names, whose meanings show their sorts."""
    if not isinstance(e, Expression | tuple):
        return set()
    parts = e.args if isinstance(e, Expression) else e
    own = {each.args[0] for each in parts if isinstance(each, Expression) and each.op == "variable"}
    is_name = isinstance(e, Expression) and e.op == "defined"
    return set().union(own if is_name else (), *map(_arguments, parts))


def _describes(f: Formula) -> bool:
    """Return whether "for" may precede the condition, as in: for x α-private. Other sentences need "if"."""
    if f.op == "not" and f.args[0].op == "defined":
        return False
    if f.op != "defined":
        return True
    if _alternatives(f):
        return False
    pieces = _pieces(f.args[0].name)
    words = {word for each in pieces for word in re.findall(r"[^\W\d_]{2,}", str(each))}
    return words <= {"on"} or (pieces[0] == 0 and str(pieces[1]).startswith(" is "))


_AND = re.compile(r"\band\b|∧")
_OTHER_CONNECTIVE = re.compile(r"\b(?:or|nor|if|iff|then|not|unless|implies)\b|[⇒⇔→∨¬]")
_ASSERTS = re.compile(r"\b(?:is|are|has|have)\b|[=<>≤≥≠∈∉]")
_HAS_SCOPE = re.compile(
    r"\b(?:all|always|any|because|both|but|each|either|every|except|exists?|if|iff|implies|neither|never|no|none|nor|not"
    r"|only|or|provided|since|some|then|there|unless|until|what|whatever|when|whenever|where|wherever|which|whichever"
    r"|while|who)\b|[∀∃⇒⇔→∧∨¬]"
)
"""Words after which it is unclear what a "not" before them denies: x is not 0 whenever y is 0."""


def _denied_by_not(name: str) -> bool:
    """Return whether "is not" in place of "is" denies the whole sentence."""
    return not _HAS_SCOPE.search(name) and len(_ASSERTS.findall(name)) == 1


def _alternatives(f: Expression) -> bool:
    """Return whether the formula is a name with several sentences in a part without "and", as in "x is 0 or y is 0"."""
    return any(len(sentences) > 1 for sentences in _sentences(f))


def _is_compound(f: Expression) -> bool:
    """Return whether the formula is a name of several sentences, as in "x is 0 and y is 0"."""
    return sum(map(len, _sentences(f))) > 1


def _sentences(f: Expression) -> list[list[str]]:
    """Return the sentences of a name, by the parts that "and" joins."""
    if f.op != "defined" or f.sort != TRUTH:
        return []
    return [[*filter(_ASSERTS.search, _OTHER_CONNECTIVE.split(part))] for part in _AND.split(f.args[0].name)]


def _every(sort: Sort, count: int) -> str:
    one, many = _words(sort)
    return f"every {one} " if count == 1 else f"all {many} "


def _told(chain: Sequence[Formula]) -> dict[str, Term]:
    """Return by name the variables whose sort a word before the chain states, as in: all integers 0 ≤ d ≤ q+1.

    These variables stand alone, or with an added whole number.
    """
    first = chain[0].args[0] if chain[0].op == "not" else chain[0]
    if first.op == "entry" and len(first.args) == 2:
        sides = [first.args[1]]
    elif first.op in ("<", "<=", "="):
        sides = [side.args[0] if side.op == "number" else side for f in chain for side in f.args]
    else:
        return {}
    sums = [linear(side) if side.sort == INDEX else ([(side, 1)], 0) for side in sides]
    alone = [atoms[0][0] for atoms, _ in sums if len(atoms) == 1 and abs(atoms[0][1]) == 1]
    told = {v.args[0]: v for v in alone if v.op == "variable"}
    if sides[0].op != "literal" and not (sums[0][0] and any(sums[0][0][0][0] is v for v in told.values())):
        return {}  # "every number x[0] = t" would state the sort of x[0]
    return told if len({v.sort for v in told.values()}) == 1 else {}


class _Text:
    """A writer of text. LaTeX has other signs, and sets parts above, below or beside the line."""

    signs: ClassVar[dict[str, str]] = {
        "<=": " ≤ ", "<": " < ", "=": " = ", ">=": " ≥ ", ">": " > ", "≠": " ≠ ", "and": " and ", "or": " or ",
        "implies": " ⇒ ", "⇔": " ⇔ ", "all": "∀", "some": "∃", "true": "true", "∈": " ∈ ", "∉": " ∉ ", "¬": "¬",
        "·": "·", ",": ",", ", ": ", ", "with": " with ", ": ": ": ", "↦": " ↦ ", "{": "{", "}": "}",
        "sum": "Σ", "product": "Π", "least": "min", "largest": "max",
    }  # fmt: skip

    def whole(self, e: Expression) -> str:
        return self.written(_named(e, {}, frozenset(free(e))))[0]

    def written(self, e: Expression) -> Written:
        return self.formula(e) if isinstance(e, Formula) else self.term(e)  # type: ignore[arg-type]

    def at(self, e: Expression, least: int) -> str:
        """Return the expression, in brackets if it binds less tightly than this level, or would seem to."""
        found, level = self.written(e)
        return found if level >= least and not _is_compound(e) else self.bracketed(found)

    def bare(self, e: Expression) -> str:
        return self.written(e)[0]

    # Terms

    def term(self, e: Term) -> Written:
        match e.op:
            case "variable":
                return self.name(e.args[0]), ATOM
            case "literal":
                return self.literal(e)
            case "linear":
                return self.linear(e)
            case "number":
                return self.term(e.args[0])
            case "+" | "-":
                return f"{self.at(e.args[0], SUM)} {e.op} {self.at(e.args[1], QUOTIENT)}", SUM
            case "*":
                return self.product(*e.args)
            case "/":
                return self.quotient(*e.args)
            case "^":
                return self.power(*e.args), POWER
            case "if":
                return self.choice(e), ATOM
            case "entry":
                return self.entry(e.args[0], e.args[1:]), ATOM
            case "function":
                return self.function(e.args[:-1], e.args[-1]), ATOM
            case "defined":
                return self.defined(e)
        if e.op in RANGED:
            return self.ranged(e.op, *e.args), BIG
        raise AssertionError(e.op)

    def literal(self, e: Term) -> Written:
        value = e.args[0]
        level = NEGATIVE if value < 0 else ATOM if value.denominator == 1 else QUOTIENT
        return str(value), level

    def linear(self, e: Term) -> Written:
        atoms, constant = linear(e)
        parts = [self.times(c, atom) for atom, c in sorted(atoms, key=lambda each: each[1] < 0)]
        if constant:
            parts.insert(0 if constant > 0 and parts[0][0] == "-" else len(parts), f"{constant:+}")
        joined = "".join(parts).removeprefix("+")
        return joined, SPREAD if len(parts) > 1 else NEGATIVE if joined[0] == "-" else PRODUCT

    def times(self, c: int, atom: Term) -> str:
        size = "" if abs(c) == 1 else str(abs(c))
        said = self.at(atom, ATOM if size else PRODUCT)
        # A name may begin with a digit, which would read as one more digit of the number.
        return f"{'-' if c < 0 else '+'}{size}{self.bracketed(said) if size and said[0].isdigit() else said}"

    def product(self, x: Term, y: Term) -> Written:
        if x.op == "literal" and x.args[0] < 0 and x.args[0].denominator == 1:
            if x.args[0] != -1:
                factor = self.factor(y)
                return f"{x.args[0]}{self.dot(str(x.args[0]), factor)}{factor}", NEGATIVE
            found = self.at(y, QUOTIENT)
            return (f"-({found})" if found[0].isdigit() and y.op != "^" else f"-{found}"), NEGATIVE
        left, right = self.at(x, PRODUCT), self.factor(y)
        return f"{left}{self.dot(left, right)}{right}", BIG if self.written(y)[1] == BIG else PRODUCT

    def factor(self, y: Term) -> str:
        """Return the last factor of a product, which may be a sum over a range without brackets."""
        found, level = self.written(y)
        return found if level >= POWER or y.op in RANGED else self.bracketed(found)

    def dot(self, left: str, right: str) -> str:
        del left, right
        return self.signs["·"]

    def quotient(self, x: Term, y: Term) -> Written:
        return f"{self.at(x, PRODUCT)}/{self.at(y, POWER)}", QUOTIENT

    def power(self, base: Term, exponent: Term) -> str:
        below = self.at(base, ATOM)
        if exponent.op == "literal" and abs(exponent.args[0]) < 100:
            return below + str(exponent.args[0]).translate(_ABOVE)
        above = self.bare(exponent)
        distance = exponent.op == "if" and _absolute(exponent) is not None and above.count("|") == 2
        simple = exponent.op == "variable" or distance
        return f"{below}^{above}" if simple else f"{below}^({above})"

    def choice(self, e: Term) -> str:
        inside = _absolute(e)
        if inside is not None:
            return f"|{self.bare(inside)}|"
        cases, otherwise = _cases(e)
        return f"{{{''.join(f'{self.bare(x)} if {self.bare(c)}; ' for x, c in cases)}{self.bare(otherwise)} otherwise}}"

    def entry(self, function: Term, at: Sequence[Term]) -> str:
        return f"{self.at(function, ATOM)}[{','.join(map(self.bare, at))}]"

    def function(self, variables: Sequence[Term], body: Expression) -> str:
        names = self.signs[","].join(map(self.bare, variables))
        names = names if len(variables) == 1 else f"({names})"
        if body.sort == TRUTH:
            return f"{self.signs['{']}{names}{self.signs[': ']}{self.bare(body)}{self.signs['}']}"
        return self.bracketed(f"{names}{self.signs['↦']}{self.bare(body)}")

    def ranged(self, op: str, v: Term, low: Term, high: Term, body: Term) -> str:
        sign, name = self.signs[op], self.bare(v)
        inside = self.at(body, QUOTIENT)
        if op in ("sum", "product"):
            return f"{sign}_{{{name}={self.bare(low)}}}^{{{self.bare(high)}}} {inside}"
        at_most = self.signs["<="].replace(" ≤ ", "≤")
        # Over all numbers, x·(1-x) has another largest value for 0 ≤ x ≤ 1.
        sort = "" if _expected(v) else f"{self.signs[', ']}{self.plain('integer ')}{name}"
        return f"{sign}_{{{self.bare(low)}{at_most}{name}{at_most}{self.bare(high)}{sort}}} {inside}"

    # Formulas

    def formula(self, f: Formula) -> Written:
        match f.op:
            case "true":
                return self.signs["true"], HOLDS
            case "<=" | "<" | "=":
                return self.chain([f]), HOLDS
            case "and" | "or":
                return self.both(f)
            case "implies":
                return f"{self.at(f.args[0], EITHER)}{self.signs['implies']}{self.at_end(f.args[1])}", IMPLIED
            case "all" | "some":
                return self.quantified(f), SCOPED
            case "not":
                return self.negated(f.args[0]), HOLDS
            case "entry":
                return self.member(f, "∈"), HOLDS
            case "defined":
                return self.defined(f)[0], HOLDS
        raise AssertionError(f.op)

    def at_end(self, f: Formula) -> str:
        found, level = self.written(f)
        return self.bracketed(found) if level == IMPLIED or _is_compound(f) else found

    def both(self, f: Formula) -> Written:
        if _differ(f):
            return self.signs["≠"].join(map(self.bare, f.args[0].args)), HOLDS
        if _equivalent(f):
            return self.signs["⇔"].join(self.at(each, EITHER) for each in f.args[0].args), IMPLIED
        if f.op == "or":
            return self.signs["or"].join(map(self.alternative, _joined("or", f))), EITHER
        return self.signs["and"].join(map(self.chain, _chains(_joined("and", f)))), JOINED

    def alternative(self, f: Formula) -> str:
        """Return one side of an "or": readers may not know that "and" binds more strongly."""
        several = f.op == "and" and len(_chains(_joined("and", f))) > 1
        return self.at(f, HOLDS if several else JOINED)

    def chain(self, formulas: list[Formula], binding: bool = False) -> str:
        """Return chained relations. A single one has its number on the right; a condition is shorter."""
        first = formulas[0]
        if first.op not in ("<=", "<", "="):
            described = binding and first.op == "defined" and not _alternatives(first)
            return self.defined(first, "binding")[0] if described else self.at(first, HOLDS)
        left, right = first.args
        if len(formulas) == 1 and (turned(first) or (binding and turned(first, variable=True))):
            return f"{self.bare(right)}{self.signs['>' + first.op[1:]]}{self.bare(left)}"
        return self.bare(left) + "".join(self.signs[each.op] + self.bare(each.args[1]) for each in formulas)

    def quantified(self, f: Formula) -> str:
        variables, guards, body = _merged(f)
        names = self.signs[", "].join(map(self.announced, variables))
        sign = self.signs[f.op] + (" " if names.startswith(_STARTS) else "")
        return f"{sign}{self.guarded(names, variables, guards)}{self.signs[': ']}{self.bare(body)}"

    def announced(self, v: Term) -> str:
        known = not isinstance(v.sort, Function) and _expected(v)
        return self.name(v.args[0]) if known else f"{self.plain(_words(v.sort)[0] + ' ')}{self.name(v.args[0])}"

    def guarded(self, names: str, variables: Sequence[Term], guards: list[Formula]) -> str:
        if not guards:
            return names
        if len(variables) == len(guards) == 1 and not isinstance(variables[0].sort, Function):
            said = self.about(names, variables[0], guards[0])
            if said:
                return said
        chained = self.signs[", "].join(self.chain(each, binding=True) for each in _chains(guards))
        return f"{names}{self.signs['with']}{chained}"

    def about(self, name: str, v: Term, guard: Formula) -> str:
        """Return one condition on the variable itself."""
        if guard.op in ("<=", "<", "="):
            left, right = guard.args
            if same(left, v):
                return f"{name}{self.signs[guard.op]}{self.bare(right)}"
            if same(right, v) and guard.op != "=":
                return f"{name}{self.signs['>' + guard.op[1:]]}{self.bare(left)}"
        if guard.op == "entry" and len(guard.args) == 2 and same(guard.args[1], v):
            return f"{name}{self.signs['∈']}{self.at(guard.args[0], ATOM)}"
        return ""

    def member(self, f: Formula, sign: str) -> str:
        at = ",".join(map(self.bare, f.args[1:]))
        at = at if len(f.args) == 2 else f"({at})"
        return f"{at}{self.signs[sign]}{self.at(f.args[0], ATOM)}"

    def negated(self, f: Formula) -> str:
        if f.op == "entry":
            return self.member(f, "∉")
        if f.op == "defined" and not _is_compound(f) and _denied_by_not(f.args[0].name):
            said = self.defined(f, "not")[0]
            if said != self.defined(f)[0]:
                return said
        return f"{self.signs['¬']}{self.bracketed(self.bare(f))}"

    # Definitions

    def defined(self, e: Expression, how: str = "") -> Written:
        """Return a name with its arguments. "is" becomes "is not" in a negation, and a condition has no "is"."""
        template, spelled = self.template(e.args[0])
        pieces = _pieces(template)
        if all(isinstance(each, str) for each in pieces):
            name = self.name("".join(map(str, pieces))) if spelled else "".join(map(str, pieces))
            arguments = self.signs[", "].join(map(self.bare, e.args[1:]))
            return (f"{name}({arguments})" if e.args[1:] else name), ATOM
        verb = " is " if spelled else self.verb
        if how and pieces[0] == 0 and isinstance(pieces[1], str) and pieces[1].startswith(verb):
            pieces[1] = verb[:-3] + ("is not " if how == "not" else "") + pieces[1][len(verb) :]
        simple = all(isinstance(each, int) or _SIMPLE.fullmatch(each) for each in pieces)
        said = ""
        for at, piece in enumerate(pieces):
            if isinstance(piece, str):
                said += self.sign(piece, spelled) if simple else self.words(piece) if spelled else piece
                continue
            before, after = (pieces[k] if 0 <= k < len(pieces) else "" for k in (at - 1, at + 1))
            enclosed = _BEFORE.search(str(before)) and _AFTER.match(str(after))
            argument = self.bare(e.args[1 + piece]) if enclosed else self.at(e.args[1 + piece], ATOM)
            if said.endswith(" an ") and not _VOWEL.match(argument):
                said = said.removesuffix("n ") + " "  # a β-private column
            said += argument
        return said, ATOM if simple or _is_call(pieces) else SPREAD

    verb = " is "

    def template(self, definition: Definition) -> tuple[str, bool]:
        """Return the text of the name, and whether it must still be converted to the signs of this notation."""
        return definition.name, True

    # Statements

    def statement(self, assumptions: Sequence[Formula], goal: Formula) -> str:
        every = {name: v for each in (*assumptions, goal) for name, v in free(each).items()}
        given = [each for f in assumptions for each in _given(_named(f, {}, frozenset(every)))]
        holding = [f for f in given if self.written(f)[1] == HOLDS]
        described = [f for f in holding if _describes(f)]
        shown = {name: v for f in holding for name, v in free(f).items()}
        known = {name for name, v in shown.items() if _is_known(v, (*given, goal))}
        parts = []
        for chain in _chains(described, anywhere=True):
            new = {name: v for f in chain for name, v in free(f).items() if name not in known}
            said = self.chain(chain, binding=True)
            if new and new.keys() <= _told(chain).keys():
                sort = next(iter(new.values())).sort
                # An equation leaves one value: "the integer u = m".
                only = chain[0].op == "=" and len(new) == 1
                said = self.plain(f"the {_words(sort)[0]} " if only else _every(sort, len(_told(chain)))) + said
            else:
                parts += self.announcements(new.values())
            known |= new.keys()
            parts.append(said)
        parts += self.announcements(v for name, v in every.items() if name not in known)
        said = self.plain("For ") + self.listed(parts) if parts else ""
        if len(described) < len(given):
            said += self.plain(", if " if said else "If ")
            said += self.plain(" and ").join(
                self.condition(f) for f in given if not any(f is each for each in described)
            )
        end = self.bare(_named(goal, {}, frozenset(every)))
        return f"{said}{self.colon}{end}" if said else end

    colon = ": "

    def condition(self, f: Formula) -> str:
        """Return an assumption in a list that "and" joins, like the sentences of its name."""
        return self.bare(f) if _is_compound(f) and not _alternatives(f) else self.at(f, HOLDS)

    def announcements(self, variables: Iterable[Term]) -> list[str]:
        of_sort: dict[Sort, list[str]] = {}
        for v in variables:
            of_sort.setdefault(v.sort, []).append(self.bare(v))
        return [self.plain(_every(sort, len(of))) + self.signs[", "].join(of) for sort, of in of_sort.items()]

    def listed(self, parts: Sequence[str]) -> str:
        *most, last = parts
        return self.signs[", "].join(most) + self.plain(" and ") + last if most else last

    # The differences in LaTeX

    def name(self, name: str) -> str:
        return name

    def plain(self, words: str) -> str:
        return words

    def words(self, words: str) -> str:
        return words

    def symbols(self, signs: str) -> str:
        return signs

    def sign(self, letters: str, spelled: bool) -> str:
        """Return a part of a name that is one sign."""
        del spelled
        return letters

    def bracketed(self, inside: str) -> str:
        return f"({inside})"


class _Latex(_Text):
    """A writer of LaTeX: indices below the line, exponents above it, quotients as fractions."""

    signs: ClassVar[dict[str, str]] = {
        "<=": r" \le ", "<": " < ", "=": " = ", ">=": r" \ge ", ">": " > ", "≠": r" \ne ", "and": r"\text{ and }",
        "or": r"\text{ or }", "implies": r" \Rightarrow ", "⇔": r" \Leftrightarrow ", "all": r"\forall ",
        "some": r"\exists ", "true": r"\text{true}", "∈": r" \in ", "∉": r" \notin ", "¬": r"\neg ", "·": " ",
        ",": ",", ", ": r",\ ", "with": r"\text{ with }", ": ": r"\colon\ ", "↦": r" \mapsto ", "{": r"\{",
        "}": r"\}", "sum": r"\sum", "product": r"\prod", "least": r"\min", "largest": r"\max",
    }  # fmt: skip
    verb = r"\text{ is "
    colon = r"\colon\quad "

    def literal(self, e: Term) -> Written:
        value = e.args[0]
        if value.denominator == 1:
            return super().literal(e)
        size = rf"\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
        return (f"-{size}", NEGATIVE) if value < 0 else (size, POWER)

    def dot(self, left: str, right: str) -> str:
        # Without a dot, the product of 2 and 1/2 reads as 2½.
        mixed = left[-1].isdigit() and right.startswith(r"\frac")
        return r" \cdot " if right[0].isdigit() or mixed else " "

    def quotient(self, x: Term, y: Term) -> Written:
        return rf"\frac{{{self.bare(x)}}}{{{self.bare(y)}}}", POWER

    def power(self, base: Term, exponent: Term) -> str:
        return f"{self.at(base, ATOM)}^{{{self.bare(exponent)}}}"

    def choice(self, e: Term) -> str:
        inside = _absolute(e)
        if inside is not None:
            return rf"\left|{self.bare(inside)}\right|"
        cases, otherwise = _cases(e)
        lines = [rf"{self.bare(x)} & \text{{if }}{self.bare(c)}" for x, c in cases]
        lines.append(rf"{self.bare(otherwise)} & \text{{otherwise}}")
        rows = r" \\ ".join(lines)
        return rf"\begin{{cases}}{rows}\end{{cases}}"

    def entry(self, function: Term, at: Sequence[Term]) -> str:
        head = self.at(function, ATOM)
        if function.op != "variable" or "_" in head:
            head = head if head.startswith(r"\left(") else self.bracketed(head)
        return f"{head}_{{{','.join(map(self.bare, at))}}}"

    def template(self, definition: Definition) -> tuple[str, bool]:
        return definition.latex or definition.name, not definition.latex

    def name(self, name: str) -> str:
        letters, digits, primes = re.fullmatch(r"(.*?)([0-9]*)(['′″]*)", name, re.DOTALL).groups()  # type: ignore[union-attr]
        word = re.sub("([ #$%&_])", r"\\\1", letters)
        said = _letter(letters) if len(letters) == 1 else rf"\mathrm{{{word}}}"
        marks = primes.replace("″", "''").replace("′", "'")
        return f"{said}{f'_{{{digits}}}' if digits else ''}{marks}"

    def plain(self, words: str) -> str:
        return rf"\text{{{words}}}"

    def words(self, words: str) -> str:
        """Return words of a definition. Their braces stand for sets."""
        parts = (each for each in re.split("([{}#$%&_<>]|[^\\x00-\\x7f])", words) if each)
        return "".join(
            f"\\{each}" if each in "{}#$%&_" else f" {each} " if each in "<>" else self._word(each) for each in parts
        )

    def _word(self, word: str) -> str:
        sign = _letter(word) if len(word) == 1 else word
        return self.plain(word) if sign == word else f"{sign} "

    def symbols(self, signs: str) -> str:
        return re.sub("[^\\x00-\\x7f]", lambda found: f"{_letter(found[0])} ", signs)

    def sign(self, letters: str, spelled: bool) -> str:
        # "ab" in italics is a times b.
        upright = re.sub("[A-Za-z]{2,}", r"\\mathrm{\g<0>}", letters) if spelled else letters
        return self.symbols(upright)

    def bracketed(self, inside: str) -> str:
        return rf"\left({inside}\right)"


def without_arguments(template: str) -> str:
    """Return the name of a definition with dots in the place of its arguments.

    >>> without_arguments("{0} is stochastic on {{0..{1}}}")
    '… is stochastic on {0..…}'
    """
    return "".join(each if isinstance(each, str) else "…" for each in _pieces(template))


def _pieces(template: str) -> list[str | int]:
    """Return the words of a template, and the numbers of the arguments between them."""
    found: list[str | int] = []
    for words, at, _, _ in Formatter().parse(template):
        if words:
            found.append(str(found.pop()) + words if found and isinstance(found[-1], str) else words)
        if at is not None:
            found.append(int(at))
    return found


def _is_call(pieces: Sequence[str | int]) -> bool:
    """Return whether brackets already enclose the name, after a sign as in L_i(l, x; m): then it needs no others."""
    whole = "".join(each if isinstance(each, str) else "0" for each in pieces)
    sign = re.match(r"(\\?\w[^\s()\[\]]*)?(?=[(\[])", whole)
    if sign is None:
        return False
    depth = 0
    for at in range(sign.end(), len(whole)):
        depth += (whole[at] in "([") - (whole[at] in ")]")
        if not depth:
            return at == len(whole) - 1
    return False


def _letter(letter: str) -> str:
    """Return a letter or sign: a Greek letter by its name."""
    named = re.fullmatch("GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)", unicode_name(letter, ""))
    if named is None:
        return {"ℓ": r"\ell", "≤": r"\le", "≥": r"\ge", "·": r"\cdot", "√": r"\surd"}.get(letter, letter)
    word = {"LAMDA": "lambda", "EPSILON": "varepsilon", "PHI": "varphi"}.get(named[2], named[2].lower())
    return "\\" + (word if named[1] == "SMALL" else word.removeprefix("var").capitalize())


_ABOVE = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_STARTS = (*(one for one, _ in _WORDS.values()), "function", "relation")

_BEFORE = re.compile(r"([(\[{|]|,\s?|[;=]\s|\.\.)$")
_AFTER = re.compile(r"[)\]}|,]|\.\.")
"""The signs before and after an argument between which it needs no brackets."""

_VOWEL = re.compile(r"\(*[aeiouαεηιοω8]")
"""The beginning of an argument after "an"."""

_SIMPLE = re.compile(r"(?:[^\W ]|['′()\[\]{},.|_^\\]|(?<=,) )*")
"""The words of a name that is one sign, such as G_{n,α}, and so needs no brackets anywhere."""
