"""The page of a mechanism shows the results, and contains the bytes of the certificates."""

import base64
import hashlib
import json
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from exactdp import check, files, geometric, verify
from exactdp.claims.discovery import parts
from exactdp.model.mechanism import Mechanism, identity
from exactdp.model.neighbours import complete, read_neighbours
from exactdp.report import mechanism_page
from exactdp.report.mechanism_page import as_page
from tests.commands.running import DATA, KERNEL, Run
from tests.report.reading import Element, check_page
from tests.report.test_verdicts import of_clauses

FIGURE_2, APPENDIX_B = (files.read(DATA / name) for name in ("figure_2.csv", "appendix_b.csv"))


def page_of(mechanism, alpha=None, neighbours=None, file="table.csv"):
    return check_page(as_page(check(mechanism, alpha=alpha, neighbours=neighbours), file)).page


def cells(page: Element, key: str) -> dict[tuple[int, int], Element]:
    found = page.all(lambda each: each.tag == "td" and each.attributes.get("id", "").startswith(f"{key}-"))
    return {tuple(map(int, each.attributes["id"].split("-")[1:])): each for each in found}


def value(cell: Element) -> Fraction:
    numbers = [int(each.text) for each in cell.all("mn")]
    return Fraction(*numbers) if numbers else Fraction(cell.text)


def downloads(page: Element) -> dict[str, bytes]:
    head = "data:application/octet-stream;base64,"
    links = [each.attributes for each in page.all("a") if each.attributes.get("download", "kernel.py") != "kernel.py"]
    assert all(link["href"].startswith(head) for link in links)
    return {link["download"]: base64.b64decode(link["href"].removeprefix(head), validate=True) for link in links}


@pytest.mark.parametrize(
    ("mechanism", "alpha", "neighbours"),
    [
        (Mechanism([[1]]), None, None),
        (Mechanism([["1/3", "2/3"]]), "1", None),
        (identity(inputs=range(3)), None, None),
        (identity(inputs=range(3)), "1/2", None),
        (geometric(n=3, alpha="1/2"), "1", None),
        (Mechanism([["1/2", "1/2"]] * 3), "1/2", None),
        (FIGURE_2, "3/4", None),
        (APPENDIX_B, "1/4", complete(inputs=range(4))),
    ],
)
def test_every_mechanism_has_a_page_and_its_numbers_stand_in_it(mechanism, alpha, neighbours):
    found = check(mechanism, alpha=alpha, neighbours=neighbours)
    page = as_page(found, "table.csv")
    assert page == as_page(found, "table.csv")
    top = check_page(page).page
    inputs, responses = mechanism.shape
    assert {at: value(cell) for at, cell in cells(top, "x").items()} == {
        (i, r): mechanism[i, r] for i in range(inputs) for r in range(responses)
    }
    assert {at: cell.text for at, cell in cells(top, "c").items()} == (
        {}
        if found.constraints is None
        else {(i, r): found.constraints[i, r] for i in range(inputs - 1) for r in range(responses)}
    )
    assert set(downloads(top)) == {f"{done.kind}.cert" for done in found.verified}


@pytest.mark.parametrize("neighbours", [None, complete(inputs=range(4))])
def test_the_page_names_the_answers_that_have_certificates(neighbours):
    found = check(APPENDIX_B, alpha="1/2", neighbours=neighbours)
    top = check_page(as_page(found, "table.csv")).page
    first = next(next(top.all("header")).all("p"))
    assert [each.text for each in first.all("a")] == [done.kind for done in found.verified]
    assert all(top.one(each.attributes["href"][1:]) for each in first.all("a"))
    assert "Every answer" not in top.text


def test_what_of_the_constraint_matrix_is_counted_are_the_patterns_of_the_lemmas():
    glance = next(page_of(APPENDIX_B, "1/2").all(lambda each: "glance" in each.classes)).text
    assert "Patterns of Lemmas 5.4 to 5.9" in glance
    assert "it has 2 of 6" in glance


def test_long_fractions_keep_their_slash():
    alpha = Fraction(10**400 + 1, 3 * 10**400 + 1)
    text = page_of(geometric(n=1, alpha=alpha), alpha).text
    assert "10000…00001/30000…00001-private" in text


def test_the_remap_is_the_one_that_makes_the_mechanism():
    remap = cells(page_of(FIGURE_2), "t")
    rows = [[value(remap[k, r]) for r in range(6)] for k in range(6)]
    assert geometric(n=5, alpha="1/2") @ Mechanism(rows) == FIGURE_2


def test_a_number_is_a_fraction_and_a_decimal_and_the_largest_is_shaded_most():
    shown = cells(page_of(APPENDIX_B), "x")
    assert [each.text for each in shown[0, 1].all("mn")] == ["2", "9"]
    assert [each.text for each in shown[0, 1].all(lambda each: "d" in each.classes)] == ["0.2222"]
    shades = {at: next(int(each[1:]) for each in cell.classes if each[0] == "h") for at, cell in shown.items()}
    ordered = sorted(shades, key=lambda at: APPENDIX_B[at])
    assert [shades[at] for at in ordered] == sorted(shades.values())
    assert (min(shades.values()), shades[3, 0]) == (1, 8)
    tiny = cells(page_of(Mechanism([[Fraction(1, 3 * 10**9), 1 - Fraction(1, 3 * 10**9)], [0, 1]])), "x")
    assert [each.text for each in tiny[0, 0].all(lambda each: "d" in each.classes)] == ["3.33e-10"]
    assert "h0" in tiny[1, 0].classes


def test_the_places_of_a_verdict_are_marked():
    shown = cells(page_of(APPENDIX_B, "3/4"), "x")

    def marked(verdict):
        return {at for at, cell in shown.items() if f"on-{verdict}" in cell.classes}

    tight = set()
    for i, k in ((0, 1), (1, 2), (2, 3)):
        for r in range(4):
            if min(APPENDIX_B[i, r], APPENDIX_B[k, r]) * 2 == max(APPENDIX_B[i, r], APPENDIX_B[k, r]):
                tight |= {(i, r), (k, r)}
    assert marked("level") == tight
    broken = sorted(marked("violation"))
    assert len(broken) == 2
    assert broken[0][1] == broken[1][1]
    low, high = sorted(APPENDIX_B[at] for at in broken)
    assert low < Fraction(3, 4) * high
    # The condition of Theorem 2 that fails there, as the paper says: column 1, rows 0 to 2.
    assert marked("underivable") == {(0, 1), (1, 1), (2, 1)}
    assert len(marked("moved")) == 16


def test_the_rows_and_columns_that_break_a_lemma_are_marked():
    page = page_of(APPENDIX_B)
    shown = cells(page, "c")
    rows = {
        lemma: {at for at, cell in shown.items() if f"on-lemma-5-{lemma}" in cell.classes} for lemma in (4, 5, 6, 8, 9)
    }
    assert rows[4] == set()
    assert rows[5] == {(0, r) for r in range(4)}
    assert rows[6] == {(i, r) for i in (0, 1) for r in range(4)}
    assert rows[8] == {(2, 0)}, "the one S"
    assert rows[9] == {(i, 0) for i in range(3)}
    assert "row 0 reads ↑↓↓↑" in page.one("verdict-lemma-5-5").text
    answers = [next(each.all("span")).text for each in next(page.all(lambda each: "lemmas" in each.classes)).all("li")]
    assert answers == ["yes", "no", "no", "yes", "no", "no"]


def test_the_page_carries_the_kernel_that_it_tells_a_colleague_to_run(run: Run) -> None:
    run("check", "appendix_b.csv", "--html", "page.html")
    page = check_page(Path("page.html").read_text(encoding="utf-8")).page
    (link,) = [each.attributes["href"] for each in page.all("a") if each.attributes.get("download") == "kernel.py"]
    data = base64.b64decode(link.partition(",")[2], validate=True)
    assert data == KERNEL.read_bytes()
    assert hashlib.sha256(data).hexdigest() in [each.text for each in page.all("code")]
    # With nothing but the page, a colleague judges its certificates.
    Path("kernel.py").write_bytes(data)
    for name, certificate in downloads(page).items():
        Path(name).write_bytes(certificate)
        ran = subprocess.run([sys.executable, "-I", "-S", "kernel.py", name], capture_output=True, check=True)
        assert ran.stdout.startswith(b"accepted: " + name.removesuffix(".cert").encode())


@pytest.mark.parametrize(
    ("file", "options"),
    [
        ("appendix_b.csv", ()),
        ("appendix_b.csv", ("--alpha", "3/4")),
        ("appendix_b.csv", ("--neighbours", "0-1,1-3")),
        ("figure_2.csv", ("--alpha", "1/4")),
        ("figure_2.csv", ("--epsilon", "1")),
    ],
)
def test_a_download_is_what_certify_writes_and_the_kernel_accepts_it(run: Run, monkeypatch, file, options):
    ran = run("check", file, *options, "--html", "page.html")
    page = check_page(Path("page.html").read_text(encoding="utf-8")).page
    found = downloads(page)
    for name, data in found.items():
        article = page.one(f"certificate-{name.removesuffix('.cert')}")
        accepted = verify(data)
        assert accepted.sentence in [each.text for each in article.all("p")]
        assert accepted.digest in [each.text for each in article.all("code")]
        assert [each.text for each in article.all("dt")] == ["Statement sha256", "File"]
        assert f"{accepted.kind}: accepted by the kernel, statement sha256 {accepted.digest[:16]}" in ran.out
        assert f"{len(data):,} bytes" in article.text
        Path(name).write_bytes(data)
        first, second = next(article.all("pre")).text.split("\n")
        assert run(*shlex.split(first)[1:]).code == 0
        assert second == f"python3 -I -S kernel.py {name}"
    # Where they are too long for the page, the commands that it gives instead write the same bytes.
    monkeypatch.setattr(mechanism_page, "EMBEDDED", 0)
    run("check", file, *options, "--html", "page.html")
    page = check_page(Path("page.html").read_text(encoding="utf-8")).page
    assert downloads(page) == {}
    for name, data in found.items():
        Path(name).unlink()
        article = page.one(f"certificate-{name.removesuffix('.cert')}")
        (command,) = (each.text for each in article.all("code") if each.text.startswith("exactdp certify "))
        assert run(*shlex.split(command)[1:]).code == 0
        assert Path(name).read_bytes() == data


HOSTILE = [
    "</td><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "&lt;",
    "a_{b}^c",
    "\u202eright",
    "x\0y\n",
]


def test_labels_are_text():
    mixed = Mechanism([[(x + Fraction(1, 6)) / 2 for x in row] for row in identity(inputs=range(6))], HOSTILE, HOSTILE)
    for alpha, graph in ((None, None), ("9/10", None), (None, complete(inputs=range(6)))):
        top = page_of(mixed, alpha, graph, file="<b>&amp;\".csv'")
        assert next(top.all("h1")).text == "<b>&amp;\".csv'"
        headers = [each.text for each in top.all("th")]
        assert "</td><s…script>" in headers
        assert "&lt;" in headers
        assert "a_{b}^c" in headers, "an underscore of a label is no index"
        assert "?right" in headers
    commands = {each.text.split("\n")[0].partition(" --against ")[2] for each in top.all("pre")}
    assert {shlex.split(each)[0] for each in commands if each} == {"<b>&amp;\".csv'"}


def test_a_name_that_cannot_be_typed_is_not_in_a_command():
    for name in ("-", "a\nb.csv", "\udcff.csv"):
        top = page_of(identity(inputs=range(2)), file=name)
        assert not any("--against" in each.text for each in top.all("pre"))
        assert next(top.all("h1")).text.isprintable()


def test_the_middle_of_a_large_mechanism_is_left_out(monkeypatch):
    monkeypatch.setattr(mechanism_page, "LINES", 6)
    found = check(geometric(n=8, alpha="1/2"))
    page = check_page(as_page(found, "g.csv")).page
    kept = (0, 1, 2, 6, 7, 8)
    assert set(cells(page, "x")) == {(i, r) for i in kept for r in kept}
    assert page.one("matrix").text.count("the middle is left out") == 1
    places = [each.text for each in page.one("verdict-level").all("li")]
    assert len(places) == mechanism_page.PLACES
    assert "and 48 more" in page.one("verdict-level").text
    at, link = next(found.level.witnesses()), next(page.all(lambda each: "data-other" in each.attributes)).attributes
    assert (link["href"], link["data-other"]) == (f"#x-{at.i}-{at.r}", f"x-{at.k}-{at.r}")
    assert sum(1 for _ in found.level.witnesses()) == 72


def test_a_lemma_leads_to_what_is_wrong_in_print_about_it():
    page = page_of(FIGURE_2)
    links = {next(each.all("a")).attributes["href"]: each.text for each in page.all("p") if "claim" in each.classes}
    for used in ("ghosh2009.lemma-5.4", "ghosh2009.lemma-5.6", "gupte2010.theorem-2"):
        claim, *others = parts(used)
        wrong = [each for each in others if each.printed]
        assert bool(wrong) == (used != "ghosh2009.lemma-5.4")
        article = page.one(used)
        assert [each.text for each in article.all("span")] == [each.print for each in (claim, *wrong)]
        assert next(article.all("pre")).text == f"exactdp prove {' '.join(each.id for each in (claim, *wrong))}"
        assert ("about it" in links[f"#{used}"]) == bool(wrong)
    article = page.one("ghosh2009.lemma-5.8")
    assert next(article.all("dt")).text == "Printed (an error in the statement)"
    assert next(article.all("dd")).text == parts("ghosh2009.lemma-5.8")[0].printed
    # Without a path there is no constraint matrix, and no lemma about it.
    other = page_of(FIGURE_2, None, read_neighbours("complete", FIGURE_2.inputs))
    assert [each.attributes["id"] for each in other.one("claims").all("article")] == ["ghosh2009.lemma-5.1"]


def test_the_page_says_what_the_report_says(run: Run):
    for file, options in (("appendix_b.csv", ("--alpha", "3/4")), ("figure_2.csv", ())):
        ran = run("check", file, *options, "--html", "page.html")
        page = " ".join(check_page(Path("page.html").read_text(encoding="utf-8")).page.text.split())
        found = json.loads(run("check", file, *options, "--json").out)
        report = " ".join(ran.out.split())
        for words in ("neighbours: path", "of the polytope of 1/2-private mechanisms of its size", "1/9 ± 1/36"):
            assert (words in report) == (words in page.replace("Neighbours", "neighbours")), words
        assert f"s = {found['constraint_matrix']['s']}" in page
        assert found["derivable_levels"]["text"][:-1] in page
        assert all(each["sentence"] in page for each in found["certificates"])


def test_a_claim_of_clauses_has_a_line_for_each_and_no_proof_is_run(monkeypatch):
    claim = of_clauses()

    def run(proof):
        raise AssertionError

    claim.clause("long", *claim.clauses[0].given, claim.clauses[0].says)(run)
    made = {"ghosh2009.lemma-5.4": [claim]}
    monkeypatch.setattr(mechanism_page, "parts", lambda used: made.get(used) or parts(used))
    article = page_of(FIGURE_2).one("gupte2010.clauses")
    assert [each.text for each in article.all("span")] == ["stands"]
    assert [each.text for each in article.all("dt")] == ["Says"]
    assert next(article.all("dd")).text.startswith("#next: For 0 ≤ i < n: i+1 ≤ n#in-words: ")
