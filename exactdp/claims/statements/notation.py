"""How terms, formulas and statements are written as one line of text; `latex` has the differences in LaTeX.

Two different expressions have different texts, with these exceptions, which do not change the meaning:

- An index and the number that it becomes look alike, as do the operations on them: the same names stand for the same
  integers. A sum of indices has no spaces (i+1), and a sum of numbers has (i + 1).
- "and" and "or" are written without the brackets of their two-by-two nesting.
- A statement does not show the order of its assumptions, nor how "and" joins them.

A bound variable is written by its own name. Where that name already means something else, it gets primes.

The names of definitions are trusted to be different.
"""

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeAlias

from exactdp.claims.statements.announcements import (
    SORT_WORDS,
    for_all,
    is_known,
    known_by_letters,
    shows_its_sort,
    sort_in_words,
    told,
    untold,
)
from exactdp.claims.statements.expressions import INDEX, NUMBER, RANGED, TRUTH, Expression, Function, Sort, free, same
from exactdp.claims.statements.patterns import (
    absolute,
    cases_of,
    chains,
    conditions,
    differ,
    equivalent,
    merged,
    nested,
    turned,
    with_primes,
)
from exactdp.claims.statements.sentences import (
    denied_by_not,
    describes,
    has_alternatives,
    is_call,
    is_compound,
    is_open,
    may_drop,
    outside_brackets,
    reads_as_formula,
    words_and_arguments,
)
from exactdp.claims.statements.shapes import is_symbol
from exactdp.claims.statements.terms import Formula, Term, linear

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
    return TextWriter().whole(e)


def statement_text(assumptions: Iterable[Formula], goal: Formula) -> str:
    """Return, as one line of text: for all values of the free variables under these assumptions, the goal holds.

    >>> from exactdp.claims.statements.formulas import indices, matrix
    >>> i, n = indices("i n")
    >>> x = matrix("x")
    >>> print(statement_text([n >= 1, 0 <= i, i < n], x[i, 0] <= x[i + 1, 0]))
    For n ≥ 1, 0 ≤ i < n and every matrix x: x[i,0] ≤ x[i+1,0]
    """
    return TextWriter().statement(list(assumptions), goal)


class TextWriter:
    """A writer of text. LaTeX has other signs, and sets parts above, below or beside the line.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, n = indices("i n")
    >>> TextWriter().whole(i <= n + 1), TextWriter().listed(["a", "b", "c"])
    ('i ≤ n+1', 'a, b and c')
    """

    signs: ClassVar[dict[str, str]] = {
        "<=": " ≤ ", "<": " < ", "=": " = ", ">=": " ≥ ", ">": " > ", "≠": " ≠ ", "and": " and ", "or": " or ",
        "implies": " ⇒ ", "⇔": " ⇔ ", "all": "∀", "some": "∃", "true": "true", "∈": " ∈ ", "∉": " ∉ ", "¬": "¬",
        "·": "·", ",": ",", ", ": ", ", "with": " with ", ": ": ": ", "↦": " ↦ ", "{": "{", "}": "}",
        "sum": "Σ", "product": "Π", "least": "min", "largest": "max",
    }  # fmt: skip

    def whole(self, e: Expression) -> str:
        return self.written(with_primes(e, free(e)))[0]

    def written(self, e: Expression) -> Written:
        return self.formula(e) if isinstance(e, Formula) else self.term(e)  # type: ignore[arg-type]

    def at(self, e: Expression, least: int) -> str:
        """Return the expression, in brackets if it binds less tightly than this level, or would seem to."""
        found, level = self.written(e)
        return found if level >= least and not is_compound(e) else self.bracketed(found)

    def bare(self, e: Expression) -> str:
        """Return the expression without brackets, unless it is a number with a name that reads as a formula."""
        found, level = self.written(e)
        return self.bracketed(found) if level == SPREAD and self.reads_as_formula(e) else found

    def reads_as_formula(self, e: Expression) -> bool:
        while e.op == "number":
            e = e.args[0]
        if e.op != "defined" or e.sort not in (INDEX, NUMBER):
            return False
        name = e.args[0].name
        return reads_as_formula(name) or any(check(self.template(e)) for check in (reads_as_formula, is_open))

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
        # With an exponent, a⁻ would read as a power.
        below = self.bracketed(below) if below[-1] in "⁺⁻" or (base.op == "defined" and "^" in below) else below
        if exponent.op == "literal" and abs(exponent.args[0]) < 100:
            return below + str(exponent.args[0]).translate(_ABOVE)
        above = self.bare(exponent)
        distance = exponent.op == "if" and absolute(exponent) is not None and above.count("|") == 2
        simple = exponent.op == "variable" or distance
        return f"{below}^{above}" if simple else f"{below}^({above})"

    def choice(self, e: Term) -> str:
        inside = self.between_bars(e)
        if inside:
            return f"|{inside}|"
        cases, otherwise = cases_of(e)
        return f"{{{''.join(f'{self.bare(x)} if {self.bare(c)}; ' for x, c in cases)}{self.bare(otherwise)} otherwise}}"

    def between_bars(self, e: Term) -> str:
        """Return t for the term |t|, or "". Without brackets, |2|i|-k| would also be the product of |2|, i and |-k|."""
        inside = absolute(e)
        said = "" if inside is None else self.bare(inside)
        before, *bars = outside_brackets(said).split("|")
        return self.bracketed(said) if len(bars) > 2 or (bars and _ENDS_TERM.search(before)) else said

    def entry(self, function: Term, at: Sequence[Term]) -> str:
        return f"{self.at(function, ATOM)}[{','.join(map(self.bare, at))}]"

    def function(self, variables: Sequence[Term], body: Expression) -> str:
        # Of all numbers a, 2a = 1 has a solution.
        silent = untold([v for v in variables if v.args[0] in free(body)], body)
        names = self.announced(variables, ",") if silent else self.signs[","].join(map(self.bare, variables))
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
        sort = "" if shows_its_sort(v) else f"{self.signs[', ']}{self.plain('integer ')}{name}"
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
        return self.bracketed(found) if level == IMPLIED or is_compound(f) else found

    def both(self, f: Formula) -> Written:
        if differ(f):
            return self.signs["≠"].join(map(self.bare, f.args[0].args)), HOLDS
        if equivalent(f):
            return self.signs["⇔"].join(self.at(each, EITHER) for each in f.args[0].args), IMPLIED
        if f.op == "or":
            return self.signs["or"].join(map(self.alternative, nested("or", f))), EITHER
        return self.signs["and"].join(map(self.chain, chains(nested("and", f)))), JOINED

    def alternative(self, f: Formula) -> str:
        """Return one side of an "or": readers may not know that "and" binds more strongly."""
        several = f.op == "and" and len(chains(nested("and", f))) > 1
        return self.at(f, HOLDS if several else JOINED)

    def chain(self, formulas: list[Formula], binding: bool = False) -> str:
        """Return chained relations. A single one has its number on the right; a condition is shorter."""
        first = formulas[0]
        if first.op not in ("<=", "<", "="):
            described = binding and first.op == "defined" and not has_alternatives(first)
            return self.defined(first, "binding")[0] if described else self.at(first, HOLDS)
        left, right = first.args
        if len(formulas) == 1 and (turned(first) or (binding and turned(first, variable=True))):
            return f"{self.bare(right)}{self.signs['>' + first.op[1:]]}{self.bare(left)}"
        return self.bare(left) + "".join(self.signs[each.op] + self.bare(each.args[1]) for each in formulas)

    def quantified(self, f: Formula) -> str:
        variables, guards, body = merged(f)
        names = self.announced(variables, ", ")
        sign = self.signs[f.op] + (" " if names.startswith(SORT_WORDS) else "")
        return f"{sign}{self.guarded(names, variables, guards)}{self.signs[': ']}{self.bare(body)}"

    def announced(self, variables: Sequence[Term], comma: str) -> str:
        known = known_by_letters(variables)
        words = ["" if v.args[0] in known else self.plain(sort_in_words(v.sort) + " ") for v in variables]
        return self.signs[comma].join(word + self.name(v.args[0]) for word, v in zip(words, variables, strict=True))

    def guarded(self, names: str, variables: Sequence[Term], guards: list[Formula]) -> str:
        if not guards:
            return names
        if len(variables) == len(guards) == 1 and not isinstance(variables[0].sort, Function):
            said = self.about(names, variables[0], guards[0])
            if said:
                return said
        chained = self.signs[", "].join(self.chain(each, binding=True) for each in chains(guards))
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
        if f.op == "defined" and not is_compound(f) and denied_by_not(f.args[0].name):
            said = self.defined(f, "not")[0]
            if said != self.defined(f)[0]:
                return said
        return f"{self.signs['¬']}{self.bracketed(self.bare(f))}"

    # Definitions

    def defined(self, e: Expression, how: str = "") -> Written:
        """Return a name with its arguments. "is" becomes "is not" in a negation, and a condition has no "is"."""
        pieces = words_and_arguments(self.template(e))
        if all(isinstance(each, str) for each in pieces):
            name = "".join(map(str, pieces))
            arguments = self.signs[", "].join(map(self.bare, e.args[1:]))
            # A name may have several words, and the name of a loss may be a sum, such as i+r.
            one = is_symbol(e.args[0].name) or _ENCLOSED.fullmatch(e.args[0].name)
            return (f"{name}({arguments})" if e.args[1:] else name), ATOM if one else SPREAD
        if how == "not" and pieces[0] == 0 and isinstance(pieces[1], str) and pieces[1].startswith(self.verb):
            pieces[1] = f"{self.verb}not {pieces[1][len(self.verb) :]}"
        elif how == "binding" and may_drop(self.verb, pieces):
            pieces[1] = self.verb[:-3] + str(pieces[1])[len(self.verb) :]
        simple = all(isinstance(each, int) or _SIMPLE.fullmatch(each) for each in pieces)
        said = ""
        for at, piece in enumerate(pieces):
            if isinstance(piece, str):
                said += piece
                continue
            before, after = (pieces[k] if 0 <= k < len(pieces) else "" for k in (at - 1, at + 1))
            enclosed = _BEFORE.search(str(before)) and _AFTER.match(str(after))
            argument = self.bare(e.args[1 + piece]) if enclosed else self.at(e.args[1 + piece], ATOM)
            if said.endswith(" an ") and not _VOWEL.match(argument):
                said = said.removesuffix("n ") + " "  # a β-private column
            said += argument
        is_one_sign = simple or is_call(pieces) or (is_symbol(e.args[0].name) and not e.args[0].latex)
        return said, ATOM if is_one_sign else SPREAD

    verb = " is "

    def template(self, e: Expression) -> str:
        """Return the name of a defined term or formula in this notation, with its arguments as {0}, {1}, …"""
        name: str = e.args[0].name
        return name

    # Statements

    def statement(self, assumptions: Sequence[Formula], goal: Formula) -> str:
        every = {name: v for each in (*assumptions, goal) for name, v in free(each).items()}
        given = [each for f in assumptions for each in conditions(with_primes(f, every))]
        holding = [f for f in given if self.written(f)[1] == HOLDS]
        described = [f for f in holding if describes(f)]
        shown = {name: v for f in holding for name, v in free(f).items()}
        known = {name for name, v in shown.items() if is_known(v, (*given, goal))}
        parts = []
        for chain in chains(described, anywhere=True):
            new = {name: v for f in chain for name, v in free(f).items() if name not in known}
            said = self.chain(chain, binding=True)
            if new and new.keys() <= told(chain).keys():
                sort = next(iter(new.values())).sort
                # An equation leaves one value: "the integer u = m".
                only = chain[0].op == "=" and len(new) == 1
                said = self.plain(f"the {sort_in_words(sort)} " if only else for_all(sort, len(told(chain)))) + said
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
        end = self.bare(with_primes(goal, every))
        return f"{said}{self.colon}{end}" if said else end

    colon = ": "

    def condition(self, f: Formula) -> str:
        """Return an assumption in a list that "and" joins, like the sentences of its name."""
        return self.bare(f) if is_compound(f) and not has_alternatives(f) else self.at(f, HOLDS)

    def announcements(self, variables: Iterable[Term]) -> list[str]:
        of_sort: dict[Sort, list[str]] = {}
        for v in variables:
            of_sort.setdefault(v.sort, []).append(self.bare(v))
        return [self.plain(for_all(sort, len(of))) + self.signs[", "].join(of) for sort, of in of_sort.items()]

    def listed(self, parts: Sequence[str]) -> str:
        *most, last = parts
        return self.signs[", "].join(most) + self.plain(" and ") + last if most else last

    # The differences in LaTeX

    def name(self, name: str) -> str:
        return name

    def plain(self, words: str) -> str:
        return words

    def bracketed(self, inside: str) -> str:
        return f"({inside})"


_ENDS_TERM = re.compile(r"[\w)\]}'′″] *(?:\\left)?$")
"""The end of a term, which a bar may close as well as begin another factor."""

_ABOVE = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_BEFORE = re.compile(r"([(\[{|]|,\s?|[;=]\s|\.\.)$")
_AFTER = re.compile(r"[)\]}|,]|\.\.")
"""The signs before and after an argument between which it needs no brackets."""

_VOWEL = re.compile(r"\(*[aeiouαεηιοω8]")
"""The beginning of an argument after "an"."""

_ENCLOSED = re.compile(r"\|[^|]*\||\([^()]*\)²?|\[[^][]*\]")

_SIMPLE = re.compile(r"(?:[^\W ]|['′()\[\]{},.|_^\\]|(?<=,) )*")
"""The words of a name that is one sign, such as G_{n,α}, and so needs no brackets anywhere."""
