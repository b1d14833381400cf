"""Limits as a name. No instance can try a limit, which is about infinitely many indices."""

from typing import Any

from exactdp.claims.discovery import discover
from exactdp.claims.statements.expressions import Expression
from exactdp.claims.vocabulary import convergence
from tests.claims.every_name import every_name

test_a_name_is_written_with_all_of_its_arguments = every_name(convergence, at_least=1)


def test_the_rate_of_a_limit_is_about_the_variable_of_its_function() -> None:
    """The name says C/(k+1), so a function of another variable would read as if k were something else."""
    found = 0
    for claim in discover():
        waiting: list[Any] = [f for each in (*claim.prints, *claim.clauses) for f in (*each.given, each.says)]
        while waiting:
            e = waiting.pop()
            if isinstance(e, Expression):
                waiting += e.args
                if e.op == "defined" and e.args[0] is convergence.tends and e.args[1].op == "function":
                    assert e.args[1].args[0].args[0] == "k", claim.id
                    found += 1
    assert found > 20
