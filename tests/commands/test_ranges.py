"""The range of every parameter: the help states it, both ends work, and values beyond are rejected in one line."""

import re
from itertools import product
from pathlib import Path

import pytest

from tests.commands.running import Run, refusal
from tests.hostile.random_commands import commands, named

WORDS = {"--column", "--neighbours", "--library", "--counted", "--engine", "--person"}
"""Options that take words and no numbers; what they take is listed in the help too."""

FILES = {
    "InputFile",
    "OutputFile",
    "CertificateFile",
    "PageFile",
    "RecordsFile",
    "ProgramFile",
    "Folder",
    "ClaimName",
    "printable",
}

INSIDE = [
    "geometric -n {0,3} --alpha {0,1} {,--scaled}",
    "geometric -n 1 --epsilon {0,1e-300,10000}",
    "geometric -n 1 --epsilon 1 --round-level {1,999}",
    "check t.csv --alpha {0,1}",
    "{check,derive} t.csv --epsilon {0,1e-300,10000,ln1}",
    "repair t.csv --alpha {0,1} --tolerance {0,1}",
    "derive t.csv --alpha {0,1}",
    "optimal -n {0,1} --alpha {0,1} --loss {abs;power:1;power:64;threshold:0;threshold:999999999;asymmetric:0,0}",
    "optimal -n 1 --alpha 1/2 --prior uniform --loss {power:1/64,power:64/63}",
    "optimal --rows 0 --values 1,2 --alpha {0,1} --loss abs",
    "optimal -n 1 --alpha 1/2 --loss abs --at-most 0={0,-1}",
    "phases -n 1 --loss abs",
    "curve t.csv --epsilon {0,1e-300,10000}",
    "curve t.csv --alpha {0,1}",
    "curve t.csv --delta {0,1}",
    "audit t.csv --alpha {0,1}",
    "audit t.csv --epsilon {0,1e-300,10000}",
    "certify t.csv --alpha {0,1} --delta {0,1}",
    "mechanism randomized-response --k 1 --alpha {0,1}",
    "mechanism randomized-response --bias {0,1/2}",
    "mechanism randomized-response --truth {0,1}",
    "mechanism randomized-response --coins {0,0;0,1;1,0;1,1}",
    "mechanism subset-response --k 3 --size {1,3} --alpha {0,1}",
    "mechanism unary-encoding --k 1 --kept {0,1} --invented {0,1}",
    "mechanism tally -n {0,1} --truth {0,1}",
    "mechanism {spread,truncated}-geometric -n {0,1} --alpha {0,1} --sensitivity {0,3}",
    "mechanism staircase -n {0,1} --alpha 0 --sensitivity 2 --width {1,2}",
    "mechanism vector-geometric --tops 0 --alpha {0,1} --sensitivity {0,3}",
    "mechanism exponential --scores s.csv --alpha 1",
    "mechanism median -n 1 --values 2 --alpha 1",
    "mechanism histogram -n 0 --cells 1 --alpha {0,1}",
    "mechanism marginals -n {0,1} --sizes 1 --ways 1 --alpha {0,1}",
    "release -n 0 --levels 1/2 --count 0",
    "release -n 3 --epsilons {10000,1e-300;2e-300,1e-300} --count {0,3}",
    "coalitions -n 1 --epsilons {10000,1e-300;2e-300,1e-300}",
    "coalitions -n 0 --levels 1/2 --coalition 1",
    "attack {reconstruction,differencing,decode} a.csv --error 0",
    "mwem p.csv --alpha 1/2 --way {1,2} --rounds {1,3} --passes 1 --rehearse 0",
    "dp-where c.csv --json --alpha 1/2 --side 2 --days 1 --hours {1,24} --cap 1 --resolution 1 --iterations 1",
    "dp-where c.csv --json --alpha 1/2 --side 2 --days 1 --people {0,1}",
    "dp-where c.csv --json --alpha 1/2 --side 2 --days 1 --means 0 --deviations 0 --commute {1,2} --smoothing {1,2}",
]
"""Both ends of each range, and of some ranges together; ; separates values that have commas."""

BEYOND = [
    "geometric -n -1 --alpha 1/2",
    "geometric -n 1 --alpha {-1/9,10/9}",
    "geometric -n 1 --epsilon {-1/9,1e-301,10001,ln0.9}",
    "geometric -n 1 --epsilon 1 --round-level {0,1000}",
    "repair t.csv --alpha 1/2 --tolerance -1",
    "optimal -n {-1,1000000} --alpha 1/2 --loss abs",
    "optimal -n 1 --alpha 1/2 --loss {power:0;power:65;threshold:-1;threshold:1000000000;asymmetric:-1,0}",
    "optimal --rows -1 --alpha 1/2 --loss abs",
    "optimal --rows 1 --values 0 --alpha 1/2 --loss abs",
    "optimal -n 1 --alpha 1/2 --loss abs --fix-row 2=1",
    "phases -n 0 --loss abs",
    "curve t.csv --epsilon {-1,1e-301,10001}",
    "curve t.csv --alpha {-1,2}",
    "curve t.csv --delta {-1,2}",
    "audit t.csv --epsilon {-1,1e-301,10001}",
    "audit --library opendp.geometric --epsilon 1 -n {0,1001}",
    "audit --library opendp.geometric --epsilon 0 -n 1",
    "certify t.csv --alpha 1/2 --delta {-1,2}",
    "mechanism randomized-response --k 0 --alpha 1/2",
    "mechanism randomized-response --bias {-1/9,5/9}",
    "mechanism randomized-response --truth {-1,2}",
    "mechanism subset-response --k 3 --size {0,4} --alpha 1/2",
    "mechanism unary-encoding --k {0,-1} --kept 1/2 --invented 1/4",
    "mechanism unary-encoding --k 1 --kept 2 --invented 1/4",
    "mechanism tally -n -1 --truth 1/2",
    "mechanism {spread,truncated}-geometric -n 1 --alpha 1/2 --sensitivity -1",
    "mechanism staircase -n 1 --alpha 1 --sensitivity 1",
    "mechanism staircase -n 1 --alpha 1/2 --sensitivity {0,-1}",
    "mechanism staircase -n 1 --alpha 1/2 --sensitivity 2 --width {0,3}",
    "mechanism vector-geometric --tops 1 --alpha 1/2 --sensitivity -1",
    "mechanism vector-geometric --tops {-1,1000000} --alpha 1/2",
    "mechanism {exponential --scores s.csv,median -n 1 --values 2} --alpha 0",
    "mechanism median -n {0,-1} --values 2 --alpha 1/4",
    "mechanism median -n 1 --values 1 --alpha 1/4",
    "mechanism histogram -n -1 --cells 1 --alpha 1/4",
    "mechanism histogram -n 1 --cells {0,-1} --alpha 1/4",
    "mechanism marginals -n 1 --sizes 2 --ways {0,2} --alpha 1/4",
    "plot constraints t.csv -o x.svg --alpha {0,1}",
    "plot geometric -o x.svg --alpha 1",
    "plot geometric -o x.svg --alpha 1/2 --first 0 --last {-1,1000}",
    "plot loss -n 1 --loss abs -o x.svg --steps {0,1001}",
    "plot phases -n 0 --loss abs -o x.svg",
    "plot release -n 61 --levels 1/2 -o x.svg",
    "release -n -1 --levels 1/2 --count 0",
    "release -n 3 --levels {0,1} --count 0",
    "release -n 3 --epsilons {0,1e-301,10001} --count 0",
    "release -n 3 --levels 1/2 --count {-1,4}",
    "coalitions -n 1 --levels 1/2 --coalition {0,2}",
    "attack {reconstruction,differencing,decode} a.csv --error -1",
    "sweep s.toml -o swept --jobs {0,10000}",
    "mwem p.csv -o out.csv --alpha {0,1,-1}",
    "mwem p.csv -o out.csv --alpha 1/2 --way {0,3}",
    "mwem p.csv -o out.csv --alpha 1/2 --rounds {0,1001}",
    "mwem p.csv -o out.csv --alpha 1/2 --passes 0",
    "mwem p.csv -o out.csv --alpha 1/2 --rehearse -1",
    "histogram p.csv --column a --alpha {0,1}",
    "local p.csv --column a --alpha {0,1}",
    "dp-where c.csv --json --alpha {0,1} --side 2 --days 1",
    "dp-where c.csv --json --alpha 1/2 --side {0,1} --days 1",
    "dp-where c.csv --json --alpha 1/2 --side 2 --days {0,1000}",
    "dp-where c.csv --json --alpha 1/2 --side 2 --days 1 --hours 0",
    "dp-where c.csv --json --alpha 1/2 --side 2 --days 1 --{cap,resolution,iterations,commute,smoothing} 0",
    "dp-where c.csv --json --alpha 1/2 --side 2 --days 1 --people {-1,1000001}",
    "dp-where c.csv --json --alpha 1/2 --side 2 --days 1 --{means,deviations} -1",
]


def each(template: str) -> list[list[str]]:
    """Return the command lines of a template: each pair of braces is replaced by one of its values."""
    parts = re.split(r"[{}]", template)
    choices = [re.split(";" if ";" in part else ",", part) if at % 2 else [part] for at, part in enumerate(parts)]
    return ["".join(chosen).split() for chosen in product(*choices)]


@pytest.fixture
def prepared(run: Run) -> Run:
    """Run in a folder with a mechanism, scores and a transcript."""
    Path("t.csv").write_text("4/5,1/5\n2/5,3/5\n")
    Path("s.csv").write_text("1,0\n0,1\n")
    Path("a.csv").write_text("1,1,1\n0,1,0\n")
    Path("p.csv").write_text("a,b\n0,1\n1,1\n")
    Path("c.csv").write_text("person,day,hour,row,column\nann,0,0,1,1\n")
    Path("s.toml").write_text('n = 1\nalpha = "1/2"\nloss = "abs"\n')
    return run


def test_the_help_of_every_number_has_its_range() -> None:
    for name, of in commands().items():
        for action in of._actions:
            if action.nargs == 0 or action.choices or getattr(action.type, "__name__", "") in FILES:
                continue
            if named(action) not in WORDS:
                assert re.search(r"\b(from|at least|between|any|rising)\b", str(action.help)), (
                    name,
                    action.help,
                )


@pytest.mark.parametrize("template", INSIDE)
def test_the_ends_of_a_range_work(prepared: Run, template: str) -> None:
    for words in each(template):
        ran = prepared(*words)
        assert ran.code in (0, 1), (words, ran.err)
        assert "internal error" not in ran.err


@pytest.mark.parametrize("template", BEYOND)
def test_beyond_its_ends_is_refused(prepared: Run, template: str) -> None:
    for words in each(template):
        message = refusal(prepared(*words))
        assert re.search(r"\b(write|name|from|needs|outside|only|install)\b", message), (words, message)
        assert len(message) < 300
