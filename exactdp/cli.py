"""The command line: parse, call one function of the library, print. Exit codes: 0 yes, 1 no, 2 bad input or usage."""

import argparse
import codecs
import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any, NoReturn, TypeAlias

from exactdp import __version__, coq_export, files, kernel
from exactdp.attacks.differencing import bit_posterior, difference
from exactdp.attacks.linear_decoding import bit_bounds, linear_decoding
from exactdp.attacks.queries import Transcript, read_transcript
from exactdp.attacks.reconstruction import reconstruct, worst_case
from exactdp.certificates import Malformed, Rejected, Verified, certify, verify
from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.discovery import select
from exactdp.claims.running import processors, run
from exactdp.consumers import (
    PRIORS,
    BayesianUser,
    Loss,
    MinimaxConsumer,
    User,
    read_loss,
    read_numbers,
    read_prior,
)
from exactdp.databases import (
    RELATIONS,
    Databases,
    evenly,
    labelled,
    loss_on_databases,
    oblivious_optimum,
    on_databases,
    problem_on_databases,
)
from exactdp.derivability import Derivation, Refutation, derive, derive_from
from exactdp.exact import InputError, counted, elided, exact, privacy_level, text
from exactdp.examination import check_order, examine
from exactdp.files.storage import STANDARD, read_text, shown
from exactdp.geometric import geometric, scaled_geometric
from exactdp.matrix import Matrix
from exactdp.mechanism import Mechanism
from exactdp.mechanisms import (
    Built,
    ExponentialMechanism,
    Scores,
    UnboundedStaircase,
    biased_response,
    binary_response,
    exponential,
    histogram,
    histogram_queries,
    k_ary_response,
    marginal_queries,
    marginals,
    median,
    spread_geometric,
    subset_response,
    tally,
    truncated_geometric,
    two_coin_response,
    unary_encoding,
    unit_level,
    vector_geometric,
)
from exactdp.neighbours import NAMED, REPLACE_ONE, Neighbours, path, read_neighbours
from exactdp.optimality import Impossible, decide
from exactdp.optimum.interaction import interact
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.problem import (
    Constraint,
    Optimum,
    Problem,
    Unsolved,
    accuracy,
    fixed_row,
    responses_only,
    symmetric,
)
from exactdp.privacy import level, level_of_epsilon, private
from exactdp.privacy_curve import approximately_private, privacy_curve
from exactdp.release import Chain
from exactdp.report import attacks, curves, errata, optima, page, releases, terminal, verdicts
from exactdp.report import databases as databases_report
from exactdp.sampling import Exponential
from exactdp.symbolic_mechanism import derivable_levels
from exactdp.vertex import vertex

YES, NO, UNUSABLE, INTERRUPTED, UNREAD = 0, 1, 2, 130, 141

USES = {
    "stochastic": (),
    "level": ("neighbours",),
    "private": ("alpha", "epsilon", "neighbours"),
    "approximately-private": ("alpha", "epsilon", "delta", "neighbours"),
    "vertex": ("alpha", "epsilon", "neighbours"),
    "derivable": ("alpha", "epsilon", "source"),
}
"""What each kind of claim is about, besides the mechanism; a kind and its opposite are about the same."""

CLAIMS = sorted(kind for kind in kernel.KINDS if kind.removeprefix("not-") in USES)
"""The claims that `exactdp certify` makes; those about a user are made by `optimal` and `interact`."""

Options: TypeAlias = argparse.Namespace


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 yes, 1 no, 2 for bad input or usage, 130 when interrupted.

    It is 141 where the reader of a pipe, such as `head`, has gone before the end, as for other programs.
    Fails: never; bad input is one line on standard error.

    >>> main(["geometric", "-n", "1", "--alpha", "1/3"])
         0    1
    0  3/4  1/4
    1  1/4  3/4
    0
    """
    codecs.register_error("exactdp.plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="exactdp.plain")
    try:
        if sys.stdout is None:
            raise InputError("standard output is closed: leave it open")
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except InputError as error:
        return _failed(str(error))
    except Malformed as error:
        return _failed(f"the certificate would be too large: {error}")
    except MemoryError:
        return _failed("there is too little memory: give a smaller matrix or shorter numbers")
    except KeyboardInterrupt:
        return _failed("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        return UNREAD
    except OSError as error:
        _drop_output()
        return _failed(f"the output cannot be written: {error.strerror or error}")


def _run(arguments: Sequence[str] | None) -> int:
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as end:  # after --help and --version
        return int(end.code or 0)
    code: int = options.command(options)
    if vars(options).get("epsilon") is not None:
        sys.stdout.flush()
        alpha = terminal.number(level_of_epsilon(options.epsilon))
        _tell(f"ε = {elided(options.epsilon)} became α = {alpha}, the simplest fraction at or just above e^-ε")
    return code


def _check(options: Options) -> int:
    mechanism = files.read(options.file)
    found = examine(mechanism, _alpha(options), _neighbours(options, mechanism), _progress())
    _say(options, lambda: terminal.examination(found, shown(options.file)), lambda: terminal.examination_json(found))
    return YES if found else NO


def _curve(options: Options) -> int:
    mechanism = files.read(options.file)
    neighbours = _neighbours(options, mechanism)
    if options.alpha is not None:
        alpha = privacy_level(options.alpha)
        _say(
            options,
            lambda: curves.at_alpha(mechanism, alpha, neighbours),
            lambda: curves.at_alpha_json(mechanism, alpha, neighbours),
        )
    elif options.at is not None:
        epsilon = exact(options.at)
        _say(
            options,
            lambda: curves.at_epsilon(mechanism, epsilon, neighbours),
            lambda: curves.at_epsilon_json(mechanism, epsilon, neighbours),
        )
    elif options.delta is not None:
        found, delta = privacy_curve(mechanism, neighbours), exact(options.delta)
        _say(options, lambda: curves.at_delta(found, delta), lambda: curves.at_delta_json(found, delta))
    else:
        whole = privacy_curve(mechanism, neighbours)
        _say(options, lambda: curves.curve(whole), lambda: curves.curve_json(whole))
    return YES


def _geometric(options: Options) -> int:
    alpha, n = _required(_alpha(options)), options.n
    if (n + 1) ** 3 * alpha.denominator.bit_length() > kernel.BITS:
        raise InputError(f"n = {elided(text(n))}: at this α the matrix would fill gigabytes: write a smaller n")
    matrix = (scaled_geometric if options.scaled else geometric)(n, alpha)
    if options.output != STANDARD or options.format:
        files.write(matrix, options.output, options.format)
    else:
        _print(terminal.matrix(matrix))
    return YES


def _mechanism(options: Options) -> int:
    options.root = None
    built = options.build(options)
    if options.output != STANDARD or options.format:
        files.write(built.mechanism, options.output, options.format)
    else:
        _print(terminal.matrix(built.mechanism))
    if options.root is not None:
        unit, steps = options.root
        _tell(f"α^(1/{steps}) is irrational; it became {terminal.number(unit)}, a fraction proved to be above it")
    _tell(f"level {terminal.number(built.level.alpha)}, exactly{_between(built)}")
    return YES


def _between(built: Built) -> str:
    neighbours, inputs = built.neighbours, built.mechanism.inputs
    written = neighbours.name
    if written not in NAMED:
        written = shlex.quote(",".join(f"{inputs[i]}-{inputs[k]}" for i, k in neighbours.pairs))
    if not neighbours.pairs or len(written) > 2000:
        return f" between {counted(len(neighbours.pairs), 'pair')} of neighbours"
    return f"; check it with --neighbours {written}"


def _randomized_response(options: Options) -> Built:
    if options.bias is not None:
        return biased_response(options.bias)
    if options.truth is not None:
        return binary_response(options.truth)
    if options.coins is not None:
        heads, comma, yes = options.coins.partition(",")
        return two_coin_response(heads, yes if comma else "1/2")
    return k_ary_response(options.k, _required(_alpha(options)))


def _subset_response(options: Options) -> Built:
    return subset_response(options.k, options.size, _required(_alpha(options)))


def _unary_encoding(options: Options) -> Built:
    return unary_encoding(options.k, options.kept, options.invented)


def _tally(options: Options) -> Built:
    return tally(binary_response(options.truth).mechanism, options.n)


def _spread_geometric(options: Options) -> Built:
    return spread_geometric(options.n, _noise_unit(options, options.sensitivity), options.sensitivity)


def _truncated_geometric(options: Options) -> Built:
    return truncated_geometric(options.n, _required(_alpha(options)), options.sensitivity)


def _staircase(options: Options) -> Built:
    return UnboundedStaircase(_required(_alpha(options)), options.sensitivity, options.width).clamped(options.n)


def _vector_geometric(options: Options) -> Built:
    unit = _noise_unit(options, options.sensitivity)
    return vector_geometric(_whole_numbers(options.tops), unit, options.sensitivity)


def _histogram(options: Options) -> Built:
    queries = histogram_queries(options.cells)
    unit = _noise_unit(options, queries.sensitivity(options.relation).value)
    return histogram(options.n, options.cells, unit, options.relation)


def _exponential(options: Options) -> Built:
    table = files.read(options.scores, kind=Matrix)
    neighbours = read_neighbours(options.neighbours or "path", table.inputs)
    check_order(table.inputs, neighbours)
    alpha = _required(_alpha(options))
    found = exponential(Scores(table, neighbours), alpha, not options.unhalved, options.sensitivity)
    return _rooted(options, found, alpha)


def _median(options: Options) -> Built:
    alpha = _required(_alpha(options))
    found = median(options.n, options.values, alpha, options.relation, not options.unhalved)
    return _rooted(options, found, alpha)


def _rooted(options: Options, found: ExponentialMechanism, alpha: Fraction) -> Built:
    if found.unit**found.steps != alpha:
        options.root = found.unit, found.steps
    return found


def _noise_unit(options: Options, sensitivity: Fraction | int) -> Fraction:
    alpha, steps = _required(_alpha(options)), max(int(sensitivity), 1)
    unit = unit_level(alpha, steps)
    if unit**steps != alpha:
        options.root = unit, steps
    return unit


def _marginals(options: Options) -> Built:
    sizes = _whole_numbers(options.sizes)
    unit = _noise_unit(options, marginal_queries(sizes, options.ways).sensitivity(options.relation).value)
    return marginals(options.n, sizes, options.ways, unit, options.relation)


def _whole_numbers(written: str) -> list[int]:
    if not re.fullmatch("[0-9]{1,6}(,[0-9]{1,6})*", written):
        raise InputError(f"{elided(written)!r}: write whole numbers such as 2,2,3")
    return [int(each) for each in written.split(",")]


def _derive(options: Options) -> int:
    mechanism, alpha = files.read(options.file), _alpha(options)
    if alpha is None and options.source is None:
        check_order(mechanism.inputs, path(len(mechanism)))
        levels, n = derivable_levels(mechanism), len(mechanism) - 1
        _say(
            options,
            lambda: terminal.paragraph("derivability", [terminal.THEOREM, terminal.derivable_levels(levels, n)]),
            lambda: {"derivable_levels": terminal.real_set_json(levels)},
        )
        return YES
    found = _derived(options, mechanism, alpha)
    done = certify(found)
    about = "G" if options.source is None else shown(options.source)
    _say(
        options,
        lambda: "\n".join(
            [
                terminal.paragraph("derivability", terminal.derivability(found, about)),
                terminal.paragraph("certificate", [terminal.verified(done)]),
            ]
        ),
        lambda: {**terminal.derivability_json(found), "certificate": terminal.verified_json(done)},
    )
    return YES if found else NO


def _optimal(options: Options) -> int:
    databases = _databases(options)
    if databases is not None and options.worst_case:
        return _worst_case(options, databases)
    problem = _problem(options) if databases is None else _problem_on_databases(options, databases)
    found = decide(problem, _progress())
    if isinstance(found, Unsolved):
        raise InputError(f"not solved: {found.reason}")
    if options.output is not None:
        files.write_bytes(found.verified.certificate.data, options.output)
    if isinstance(found, Impossible):
        _say(options, lambda: optima.impossible(found), lambda: optima.impossible_json(found))
        return NO
    named = found if databases is None else labelled(found, databases)
    more: tuple[Optimum, Verified] | None = None
    if options.lexicographic:
        second = lexicographic(found.optimum, _progress())
        if not isinstance(second, Optimum):
            raise InputError(f"the lexicographic optimum was not found: {getattr(second, 'reason', 'none')}")
        more = second, certify(second)
    if options.latex:
        _print(optima.optimality_latex(named))
    else:
        _say(options, lambda: optima.optimality(named, more), lambda: optima.optimality_json(named, more))
    return YES


def _problem(options: Options) -> Problem:
    if options.n < 0:
        raise InputError(f"n = {options.n}: write a database size of at least 0")
    inputs, alpha = options.n + 1, _required(_alpha(options))
    loss = _loss(options)
    user = _user(options, loss, inputs)
    labels = tuple(map(str, range(inputs)))
    neighbours = read_neighbours(options.neighbours or "path", labels)
    responses = inputs if loss.rows is None else loss.rows.shape[1]
    return Problem(user, alpha, neighbours, responses, _constraints(options, loss, inputs, responses))


def _databases(options: Options) -> Databases | None:
    if options.rows is None:
        for name in ("values", "counted", "relation", "worst_case"):
            if vars(options)[name] not in (None, False):
                raise InputError(f"--{name.replace('_', '-')} is about databases: write --rows N, and not -n")
        return None
    if options.neighbours is not None:
        raise InputError("--rows says who is a neighbour: leave --neighbours out, or write --relation add-remove")
    if options.lexicographic:
        raise InputError("--lexicographic is about mechanisms on results: write -n, and not --rows")
    written = "2" if options.values is None else options.values
    values = int(written) if re.fullmatch("[0-9]{1,9}", written) else _listed(written)
    chosen = None if options.counted is None else _listed(options.counted)
    databases = RELATIONS[options.relation or REPLACE_ONE](options.rows, values, chosen)
    if options.symmetric and databases.neighbours.name != "hypercube":
        raise InputError("--symmetric reverses every row: write --rows with two values and the relation replace-one")
    return databases


def _listed(written: str) -> list[str]:
    return [name.strip() for name in written.split(",")]


def _problem_on_databases(options: Options, databases: Databases) -> Problem:
    alpha, on_results = _required(_alpha(options)), _loss(options)
    loss = loss_on_databases(on_results, databases)
    user: User
    if options.prior is None:
        chosen = read_numbers(options.side_information or "all", databases.n)
        user = on_databases(MinimaxConsumer(on_results, databases.n + 1, chosen), evenly(databases))
    elif options.prior.partition(":")[0] in set(PRIORS) - {"uniform"}:
        raise InputError(
            f"{elided(options.prior)!r} is a prior on results: add --worst-case, or write {len(databases)} fractions, "
            "one for each database"
        )
    else:
        user = _user(options, loss, len(databases))
    problem = problem_on_databases(user, alpha, databases)
    constraints = _constraints(options, loss, len(databases), problem.responses, databases.position)
    return replace(problem, constraints=tuple(constraints))


def _worst_case(options: Options, databases: Databases) -> int:
    if options.prior is None:
        raise InputError("--worst-case is over all extensions of a prior on results: write --prior")
    for name in ("fix_row", "at_most", "responses_only", "symmetric"):
        if vars(options)[name]:
            raise InputError(f"--worst-case is over all mechanisms: leave --{name.replace('_', '-')} out")
    alpha = _required(_alpha(options))
    found = oblivious_optimum(_user(options, _loss(options), databases.n + 1), alpha, evenly(databases), _progress())
    if isinstance(found, Unsolved):
        raise InputError(f"not solved: {found.reason}")
    if options.output is not None:
        files.write_bytes(found.verified.certificate.data, options.output)
    if options.latex:
        _print(optima.optimality_latex(found.on_results))
    else:
        _say(options, lambda: databases_report.worst_case(found), lambda: databases_report.worst_case_json(found))
    return YES


def _interact(options: Options) -> int:
    mechanism = files.read(options.file)
    check_order(mechanism.inputs, path(len(mechanism)))
    loss = _loss(options)
    user = _user(options, loss, len(mechanism))
    found = interact(user, mechanism, None if loss.rows is None else loss.rows.shape[1], _progress())
    done = certify(found)
    if options.output is not None:
        files.write_bytes(done.certificate.data, options.output)
    if options.latex:
        _print(optima.interaction_latex(found))
    else:
        _say(
            options,
            lambda: optima.interaction(found, shown(options.file), terminal.verified(done)),
            lambda: optima.interaction_json(found, terminal.verified_json(done)),
        )
    return YES


def _certify(options: Options) -> int:
    mechanism, alpha = files.read(options.file), _alpha(options)
    named = "level" if alpha is None else "private" if options.delta is None else "approximately-private"
    claim = options.claim or ("derivable" if options.source is not None else named)
    kind = claim.removeprefix("not-")
    for option in ("alpha", "epsilon", "delta", "source", "neighbours"):
        if option not in USES[kind] and vars(options)[option] is not None:
            name = "from" if option == "source" else option
            raise InputError(f"--claim {claim} says nothing about --{name}: leave it out, or make another claim")
    done = certify(_result(options, kind, mechanism, alpha))
    if done.kind != claim:
        _tell(f"exactdp: not so: {done.sentence}; ask for --claim {done.kind}")
        return NO
    if options.output == STANDARD and options.json:
        _say(options, str, lambda: {**terminal.verified_json(done), "certificate": str(done.certificate)})
        return YES
    files.write_bytes(done.certificate.data, options.output)
    if options.output != STANDARD:
        _say(options, lambda: f"{done.sentence}\n{terminal.verified(done)}", lambda: terminal.verified_json(done))
    return YES


def _result(options: Options, kind: str, mechanism: Mechanism, alpha: Fraction | None) -> Any:
    match kind:
        case "stochastic":
            return mechanism
        case "level":
            return level(mechanism, _neighbours(options, mechanism))
        case "private":
            return private(mechanism, _required(alpha), _neighbours(options, mechanism))
        case "approximately-private":
            if options.delta is None:
                raise InputError("this needs a δ: write --delta 1/1000")
            neighbours = _neighbours(options, mechanism)
            return approximately_private(mechanism, _required(alpha), options.delta, neighbours)
        case "vertex":
            neighbours = _neighbours(options, mechanism)
            return vertex(mechanism, level(mechanism, neighbours).alpha if alpha is None else alpha, neighbours)
        case _:
            return _derived(options, mechanism, alpha)


def _verify(options: Options) -> int:
    data = files.read_bytes(options.certificate)
    try:
        done = verify(data)
    except Rejected as error:
        return _judged(options, "rejected", str(error), NO)
    except Malformed as error:
        return _judged(options, "malformed", str(error), UNUSABLE)
    about = ""
    if options.against is not None:
        difference = _difference(done, files.read(options.against, kind=Matrix))
        if difference:
            reason = f"the statement is not about {shown(options.against)}: {difference}"
            return _judged(options, "rejected", reason, NO)
        about = f", about {shown(options.against)}"
    _say(
        options,
        lambda: f"accepted{about}: {done.sentence}\nstatement sha256: {done.digest}",
        lambda: {"verdict": "accepted", **terminal.verified_json(done)},
    )
    return YES


def _export(options: Options) -> int:
    if options.output != STANDARD and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*\.v", os.path.basename(options.output)):  # noqa: PTH119
        raise InputError(f"Coq takes no file of the name {shown(options.output)}: write letters, digits and _, then .v")
    files.write_bytes(coq_export.coq(files.read_bytes(options.certificate)).encode(), options.output)
    _tell(f"Coq is to check it, and compiles the library first:\n{coq_export.commands(options.output)}")
    return YES


def _judged(options: Options, verdict: str, reason: str, code: int) -> int:
    _say(options, lambda: f"{verdict}: {reason}", lambda: {"verdict": verdict, "reason": reason})
    return code


def _difference(done: Verified, matrix: Matrix) -> str:
    stated = done.mechanism
    if stated is None:
        return "it is about all mechanisms of a size"
    if stated.shape != matrix.shape:
        return "its matrix is {} × {} and the file's {} × {}".format(*stated.shape, *matrix.shape)
    for i in range(len(stated)):
        for r in range(stated.shape[1]):
            if stated[i, r] != matrix[i, r]:
                here, there = elided(text(stated[i, r])), elided(text(matrix[i, r]))
                return f"row {i + 1}, column {r + 1} is {here} in the statement and {there} in the file"
    return ""


def _convert(options: Options) -> int:
    files.write(files.read(options.file, kind=Matrix), options.output, options.format)
    return YES


def _release(options: Options) -> int:
    found = Chain(options.n, _noise_levels(options)).release(_count(options))
    if options.output is not None:
        data = json.dumps(releases.release_json(found), ensure_ascii=False, indent=2)
        files.write_bytes(data.encode() + b"\n", options.output)
    else:
        _say(options, lambda: releases.release(found), lambda: releases.release_json(found))
    return YES


def _coalitions(options: Options) -> int:
    chain, progress = Chain(options.n, _noise_levels(options)), _progress()
    chosen = None
    if options.coalition is not None:
        chosen = [_member(each) for each in options.coalition.split(",") if options.coalition]
    if options.output is not None and chosen is None:
        raise InputError("a certificate is about one coalition: write --coalition 1,2")
    found = []
    for each in chain.coalitions() if chosen is None else [chain.coalition(chosen)]:
        progress(f"coalition {', '.join(map(str, each.members))}")
        found.append((each, releases.certified(each)))
    if options.output is not None:
        files.write_bytes(found[0][1][0].certificate.data, options.output)
    _say(options, lambda: releases.coalitions(found), lambda: releases.coalitions_json(found))
    return YES


def _noise_levels(options: Options) -> list[Any]:
    if options.epsilons is not None:
        return [Exponential(each) for each in options.epsilons.split(",")]
    return list(options.levels.split(","))


def _count(options: Options) -> int:
    written = read_text(STANDARD) if options.count == STANDARD else options.count
    # A true count has no place in a message.
    if not re.fullmatch(r"\s*[0-9]{1,4000}\s*", written):
        raise InputError(f"the count: write a whole number from 0 to n = {elided(text(options.n))}")
    return int(written)


def _member(written: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,3}", written.strip()):
        raise InputError(f"a coalition with {elided(written)!r}: write the numbers of its levels, such as 1,3")
    return int(written)


def _reconstruction(options: Options) -> int:
    seen, names = _transcript(options)
    found = reconstruct(seen)
    worst = worst_case(seen.queries, seen.error) if options.worst_case else None
    _say(
        options,
        lambda: attacks.reconstruction(found, names, worst),
        lambda: attacks.reconstruction_json(found, names, worst),
    )
    return YES if found else NO


def _differencing(options: Options) -> int:
    seen, names = _transcript(options)
    people = range(len(names)) if options.person is None else [_named(options.person, names)]
    if options.mechanism is not None:
        return _posteriors(options, seen, names, people)
    if options.prior is not None:
        raise InputError("--prior is about the responses of a mechanism: write --mechanism FILE")
    found = [difference(seen, person) for person in people]
    _say(
        options,
        lambda: attacks.differencing(seen, found, names),
        lambda: attacks.differencing_json(seen, found, names),
    )
    return YES if any(each.bit is not None for each in found) else NO


def _posteriors(options: Options, seen: Transcript, names: Sequence[str], people: Sequence[int]) -> int:
    mechanism = files.read(options.mechanism)
    if any(answer.denominator != 1 for answer in seen.answers):
        raise InputError("an answer is no response of the mechanism: write the numbers of its columns, from 0")
    responses = list(map(int, seen.answers))
    prior = None if options.prior is None else options.prior.split(",")
    found = [bit_posterior(mechanism, seen.queries, responses, person, prior) for person in people]
    _say(options, lambda: attacks.posteriors(found, names), lambda: attacks.posteriors_json(found, names))
    return YES


def _decode(options: Options) -> int:
    seen, names = _transcript(options)
    found = linear_decoding(seen)
    bounds = None if seen.error is None else bit_bounds(seen)
    _say(options, lambda: attacks.decoding(found, bounds, names), lambda: attacks.decoding_json(found, bounds, names))
    return YES


def _transcript(options: Options) -> tuple[Transcript, tuple[str, ...]]:
    table = files.read(options.file, kind=Matrix)
    return read_transcript(table, options.error), table.responses[:-1]


def _named(written: str, names: Sequence[str]) -> int:
    if written not in names:
        raise InputError(f"{elided(written)!r} is none of the people {terminal.labels(names)}")
    return names.index(written)


def _prove(options: Options) -> int:
    claims = select(options.claim)
    outcomes = []
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    if not options.json:
        _print(verdicts.header(claims))
    for outcome in _outcomes(options, claims):
        outcomes.append(outcome)
        if not options.json:
            _print(verdicts.line(outcome, claims, width))
            if options.verbose:
                _print(verdicts.details(outcome))
            sys.stdout.flush()
    _say(
        options,
        lambda: verdicts.summary(outcomes),
        lambda: {"claims": [verdicts.outcome_json(outcome) for outcome in outcomes]},
    )
    if options.html is not None:
        files.write_bytes(page.as_page(outcomes).encode(), options.html)
    return YES if all(outcomes) else NO


def _errata(options: Options) -> int:
    claims = errata.wrong(select(options.claim))
    outcomes = list(_outcomes(options, claims))
    text = errata.FORMATS[options.format](outcomes)
    files.write_bytes(text.encode() + b"\n", options.output)
    return YES if all(outcomes) else NO


def _outcomes(options: Options, claims: Sequence[Claim]) -> Iterator[Outcome]:
    return run(claims, jobs=options.jobs or processors(), deep=options.deep, progress=_progress())


# What several commands need


def _alpha(options: Options) -> Fraction | None:
    if options.epsilon is not None:
        return level_of_epsilon(options.epsilon)
    return None if options.alpha is None else privacy_level(options.alpha)


def _required(alpha: Fraction | None) -> Fraction:
    if alpha is None:
        raise InputError("this needs a level: write --alpha 1/2, or --epsilon 1")
    return alpha


def _neighbours(options: Options, mechanism: Mechanism) -> Neighbours:
    neighbours = read_neighbours("path" if options.neighbours is None else options.neighbours, mechanism.inputs)
    check_order(mechanism.inputs, neighbours)
    return neighbours


def _loss(options: Options) -> Loss:
    return read_loss(options.loss, lambda name: files.read(name, kind=Matrix))


def _user(options: Options, loss: Loss, inputs: int) -> User:
    if options.prior is None:
        chosen = read_numbers(options.side_information or "all", inputs - 1)
        return MinimaxConsumer(loss, inputs, chosen)
    if options.prior.partition(":")[0] not in PRIORS and os.path.exists(options.prior):  # noqa: PTH110
        matrix = files.read(options.prior, kind=Matrix)
        if matrix.shape not in ((1, inputs), (inputs, 1)):
            raise InputError(
                f"{shown(options.prior)} is {matrix.shape[0]} × {matrix.shape[1]}: write one row of {inputs}"
            )
        return BayesianUser(loss, [entry for row in matrix.rows for entry in row])
    return BayesianUser(loss, read_prior(options.prior, inputs - 1))


def _constraints(
    options: Options, loss: Loss, inputs: int, responses: int, position: Callable[[str], int] | None = None
) -> list[Constraint]:
    found: list[Constraint] = []
    for written in options.fix_row or ():
        i, values = _assignment(written, inputs, position, "--fix-row 2=1/4,1/2,1/4")
        row = values.split(",")
        if len(row) != responses:
            raise InputError(f"--fix-row {elided(written)} has {len(row)} entries: write {responses}")
        found += fixed_row(i, row)
    for written in options.at_most or ():
        i, value = _assignment(written, inputs, position, "--at-most 2=1/2")
        found.append(accuracy(loss, i, value, responses))
    if options.responses_only is not None:
        found += responses_only(
            read_numbers(options.responses_only, responses - 1, "set of responses"), inputs, responses
        )
    if options.symmetric:
        found += symmetric(inputs, responses)
    return found


def _assignment(written: str, inputs: int, position: Callable[[str], int] | None, example: str) -> tuple[int, str]:
    before, equals, after = written.partition("=")
    if equals and position is not None:
        return position(before), after
    if not (equals and before.isascii() and before.isdigit() and len(before) < 10 and int(before) < inputs):
        raise InputError(f"{elided(written)!r} names no input from 0 to {inputs - 1}: write {example}")
    return int(before), after


def _derived(options: Options, mechanism: Mechanism, alpha: Fraction | None) -> Derivation | Refutation:
    if options.source is None:
        check_order(mechanism.inputs, path(len(mechanism)))
        return derive(mechanism, _required(alpha))
    source = files.read(options.source)
    named = [inputs for inputs in (mechanism.inputs, source.inputs) if inputs != tuple(map(str, range(len(inputs))))]
    differ = mechanism.inputs != source.inputs and len(mechanism) == len(source)
    if differ and (len(named) == 2 or set(mechanism.inputs) == set(source.inputs)):
        raise InputError(
            f"the inputs are {terminal.labels(mechanism.inputs)} in {shown(options.file)} and "
            f"{terminal.labels(source.inputs)} in {shown(options.source)}: give both the same, in one order"
        )
    return derive_from(mechanism, source)


# What is printed


def _say(options: Options, words: Callable[[], str], values: Callable[[], Any]) -> None:
    if options.json:
        # JSON is UTF-8 whatever the terminal's encoding is; half a character in a file's name is escaped.
        data = json.dumps(values(), ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace")
        _progress()("")
        files.write_bytes(data + b"\n", STANDARD)
    else:
        _print(words())


def _print(words: str) -> None:
    _progress()("")
    print(words)


def _tell(words: str) -> None:
    if sys.stderr is not None:
        _progress()("")
        print(words, file=sys.stderr)


def _failed(message: str, code: int = UNUSABLE) -> int:
    _tell(f"exactdp: {elided(terminal.printable(message), 600)}")
    return code


def _progress(before: str = "") -> Callable[[str], None]:
    """Return what shows the stage of a long computation on a line of the terminal, which the stage "" clears."""
    if sys.stderr is None or not sys.stderr.isatty():
        return lambda stage: None
    return lambda stage: print(
        f"\r{elided(before + stage) + '…' if stage else '':<79}\r", end="", file=sys.stderr, flush=True
    )


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return terminal.plain(error.object[error.start : error.end]), error.end


def _drop_output() -> None:
    # What is left in the buffer would fail once more when Python ends.
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Usage


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see {self.prog} --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="exactdp",
        description="Certify differential-privacy mechanisms in exact rational arithmetic.",
        epilog="Exit codes: 0 yes, 1 no, 2 bad input or usage. FILE may be - for standard input.",
    )
    parser.add_argument("--version", action="version", version=f"exactdp {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    check = _command(commands, "check", _check, "everything about one mechanism; is it α-private?")
    _file(check)
    _json(check)
    _alpha_options(check)
    _neighbours_option(check)

    _curve_command(commands)

    build = _command(commands, "geometric", _geometric, "the geometric mechanism on {0..n}")
    build.add_argument("-n", type=int, required=True, help="the database size: inputs and responses are 0 to n")
    _alpha_options(build)
    build.add_argument("--scaled", action="store_true", help="G', with the entries α^|i-j|, instead of G")
    _output(build)

    _mechanism_commands(commands)

    derivable = _command(commands, "derive", _derive, "is it derivable from the geometric mechanism, or from another?")
    _file(derivable)
    _json(derivable)
    _from(_alpha_options(derivable, "; without it, the exact set of all α is found"))

    optimum = _command(commands, "optimal", _optimal, "the optimal α-private mechanism for a user, with its proof")
    size = optimum.add_mutually_exclusive_group(required=True)
    size.add_argument("-n", type=int, help="the database size: inputs and responses are 0 to n")
    size.add_argument("--rows", metavar="N", type=int, help="instead: inputs are the databases of N rows")
    _json(optimum, latex=True)
    _alpha_options(optimum)
    _user_options(optimum)
    _neighbours_option(optimum)
    _databases_options(optimum)
    optimum.add_argument("--lexicographic", action="store_true", help="also the optimum with the least total |i-r|")
    optimum.add_argument("--fix-row", metavar="I=ROW", action="append", help="input I has just these probabilities")
    optimum.add_argument("--at-most", metavar="I=V", action="append", help="the expected loss on input I is at most V")
    optimum.add_argument("--responses-only", metavar="SET", help="no other responses are given: 0..3 or 0,2,5")
    optimum.add_argument("--symmetric", action="store_true", help="the same when inputs and responses are reversed")
    optimum.add_argument("-o", "--output", metavar="OUT", help="write the certificate")

    interaction = _command(commands, "interact", _interact, "a user's optimal remap of a deployed mechanism")
    _file(interaction)
    _json(interaction, latex=True)
    _user_options(interaction)
    interaction.add_argument("-o", "--output", metavar="OUT", help="write the certificate")

    _release_commands(commands)
    _attack_commands(commands)
    _certificate_commands(commands)
    convert = _command(commands, "convert", _convert, "rewrite a matrix as JSON, CSV or LaTeX")
    _file(convert)
    _output(convert)

    _claim_commands(commands)
    return parser


def _mechanism_commands(commands: Any) -> None:
    command = commands.add_parser("mechanism", help="a standard mechanism on finite inputs, to print or to write")
    names = command.add_subparsers(title="mechanisms", required=True, metavar="NAME")

    def add(name: str, build: Callable[[Options], Built], about: str, *whole: str) -> argparse.ArgumentParser:
        added = _command(names, name, _mechanism, about)
        added.set_defaults(build=build)
        for option in whole:
            added.add_argument(option, type=int, required=True, help=MEANINGS[option])
        _output(added)
        return added

    response = add("randomized-response", _randomized_response, "each value tells the truth or another value by chance")
    response.add_argument("--k", type=int, default=2, help="with --alpha: how many values there are; 2 if left out")
    either = _alpha_options(response)
    either.add_argument("--bias", metavar="B", help="instead: the truth has probability 1/2 + B")
    either.add_argument("--truth", metavar="P", help="instead: the truth has probability P")
    either.add_argument("--coins", metavar="H,Y", help="instead: after heads the truth, else yes with probability Y")

    subsets = add("subset-response", _subset_response, "each value answers a set that is likelier to hold it", "--k")
    subsets.add_argument("--size", type=int, required=True, help="how many values a set has")
    _alpha_options(subsets)

    unary = add("unary-encoding", _unary_encoding, "each value is written as bits, each randomised on its own", "--k")
    unary.add_argument("--kept", required=True, help="the probability that the 1 stays")
    unary.add_argument("--invented", required=True, help="the probability that a 0 becomes 1")

    together = add("tally", _tally, "the count query that n people's randomized responses answer together", "-n")
    together.add_argument("--truth", metavar="P", required=True, help="the probability of the truth")

    for name, build, about in (
        ("spread-geometric", _spread_geometric, "geometric noise, clamped, for a sensitivity above 1"),
        (
            "truncated-geometric",
            _truncated_geometric,
            "geometric noise drawn again outside 0..n; α is that of the noise",
        ),
        ("staircase", _staircase, "staircase noise, clamped, of level α at any sensitivity"),
    ):
        ranged = add(name, build, about, "-n")
        _alpha_options(ranged)
        ranged.add_argument("--sensitivity", type=int, default=1, help="how far apart neighbours are; 1 if left out")
        if name == "staircase":
            ranged.add_argument("--width", type=int, default=1, help="of the top step, on each side; 1 if left out")

    vectors = add("vector-geometric", _vector_geometric, "geometric noise on several counts, each clamped to its range")
    vectors.add_argument("--tops", metavar="N,…", required=True, help="the ranges are 0 to each of these")
    vectors.add_argument(
        "--sensitivity", type=int, default=1, help="how far apart neighbours are in all; 1 if left out"
    )
    _alpha_options(vectors)

    scored = add("exponential", _exponential, "responses weighted by α^-(score/2Δ), Δ the scores' sensitivity")
    scored.add_argument("--scores", metavar="FILE", required=True, help="a matrix of scores: inputs by responses")
    scored.add_argument(
        "--sensitivity", metavar="Δ", help="a number at least the exact sensitivity, to divide by instead"
    )
    _neighbours_option(scored)

    middle = add("median", _median, "the exponential mechanism for the median of n rows", "-n", "--values")
    for each in (scored, middle):
        each.add_argument("--unhalved", action="store_true", help="without the factor 1/2 in the exponent")
        _alpha_options(each)

    bars = add("histogram", _histogram, "noisy counts of the rows in each cell, clamped to 0..n", "-n", "--cells")
    tabled = add("marginals", _marginals, "noisy k-way marginals of rows with several attributes", "-n")
    tabled.add_argument("--sizes", metavar="V,…", required=True, help="how many values each attribute has")
    tabled.add_argument("--ways", metavar="K", type=int, required=True, help="how many attributes a marginal has")
    for each in (bars, tabled):
        _alpha_options(each)
    for each in (middle, bars, tabled):
        each.add_argument("--relation", choices=RELATIONS, default=REPLACE_ONE, help=f"{REPLACE_ONE} if left out")


MEANINGS = {
    "-n": "the database size: how many rows or people there are, or at most",
    "--k": "how many values there are",
    "--values": "how many values a row can have",
    "--cells": "how many cells the histogram has",
}
"""The whole numbers that several mechanisms need."""


def _curve_command(commands: Any) -> None:
    curve = _command(commands, "curve", _curve, "the exact least δ for every ε, and where it is attained")
    _file(curve)
    _json(curve)
    point = curve.add_mutually_exclusive_group()
    point.add_argument("--at", metavar="E", help="only the least δ at ε = E, between rational bounds")
    point.add_argument("--alpha", metavar="A", help="only the least δ at ε = -ln A, exactly")
    point.add_argument("--delta", metavar="D", help="only the largest α, and so the least ε, at which D is enough")
    _neighbours_option(curve)


def _release_commands(commands: Any) -> None:
    several = _command(commands, "release", _release, "answers at several levels, correlated against collusion")
    _chain_options(several)
    several.add_argument("--count", metavar="K", required=True, help="the true count, never printed; - reads it")
    several.add_argument("-o", "--output", metavar="OUT", help="write the answers to a file, as JSON")
    _json(several)

    together = _command(commands, "coalitions", _coalitions, "the exact level of what colluding readers see together")
    _chain_options(together)
    together.add_argument("--coalition", metavar="C", help="levels by number, such as 1,3; every coalition if left out")
    together.add_argument("-o", "--output", metavar="OUT", help="write the certificate of the coalition")
    _json(together)


def _attack_commands(commands: Any) -> None:
    about = "what an attacker learns from answers about private bits"
    kinds = commands.add_parser("attack", help=about, description=about)
    kinds = kinds.add_subparsers(title="attacks", required=True, metavar="ATTACK")

    every = _command(kinds, "reconstruction", _reconstruction, "all databases that fit the answers")
    _answers_file(every)
    every.add_argument("--error", metavar="E", required=True, help="how far an answer can be off")
    every.add_argument("--worst-case", action="store_true", help="also over all answers to these queries")
    _json(every)

    singled = _command(kinds, "differencing", _differencing, "single people out by combinations of answers")
    _answers_file(singled)
    singled.add_argument("--error", metavar="E", default="0", help="how far an answer can be off; 0 if left out")
    singled.add_argument("--person", metavar="P", help="one person, by label or number; all if left out")
    singled.add_argument(
        "--mechanism", metavar="MECHANISM", help="the answers are this mechanism's responses to counts"
    )
    singled.add_argument(
        "--prior", metavar="P,…", help="with --mechanism, the probability of 1 for each; 1/2 if left out"
    )
    _json(singled)

    nearest = _command(kinds, "decode", _decode, "the nearest database, by a linear program; some answers may be wild")
    _answers_file(nearest)
    nearest.add_argument("--error", metavar="E", help="how far an answer can be off; then also which bits are certain")
    _json(nearest)


def _answers_file(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        metavar="FILE",
        help="a matrix with one query a row: the weight of each person, 0 or 1 for a subset, and last the answer",
    )


def _claim_commands(commands: Any) -> None:
    prove = _command(commands, "prove", _prove, "decide the papers' claims, each by its proof script")
    prove.add_argument(
        "claim",
        metavar="ID",
        nargs="*",
        help="claims by id, the beginning of one, source, verdict or file; all if left out",
    )
    _json(prove)
    prove.add_argument("-v", "--verbose", action="store_true", help="also the statement and the evidence of each")
    prove.add_argument("--html", metavar="OUT", help="also write everything as one page, formulas typeset")
    _running(prove)

    slips = _command(commands, "errata", _errata, "what is wrong in the papers, each slip with its counterexample")
    slips.add_argument(
        "claim", metavar="PAPER", nargs="*", help="a source, an id or the beginning of one; all if left out"
    )
    slips.add_argument("--format", choices=errata.FORMATS, default="text", help=", ".join(errata.FORMATS))
    slips.add_argument("-o", "--output", metavar="OUT", default=STANDARD, help="standard output if left out")
    _running(slips)


def _chain_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("-n", type=int, required=True, help="the database size: counts and answers are 0 to n")
    either = command.add_mutually_exclusive_group(required=True)
    either.add_argument("--levels", metavar="A,…", help="levels α in order, such as 1/4,1/2,3/4")
    either.add_argument("--epsilons", metavar="E,…", help="instead of α: ε in falling order, each used as it is")


def _running(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--jobs",
        metavar="N",
        type=_positive,
        help="how many claims are run at a time; as many as processors if left out",
    )
    command.add_argument("--deep", action="store_true", help="larger ranges, which take long")


def _positive(written: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,3}", written):
        raise argparse.ArgumentTypeError(f"{elided(written)!r} is not a number of processes: write 1, 2, …")
    return int(written)


def _certificate_commands(commands: Any) -> None:
    claim = _command(commands, "certify", _certify, "write a certificate of one claim")
    _file(claim)
    _json(claim)
    claim.add_argument("--claim", choices=CLAIMS, metavar="KIND", help=", ".join(CLAIMS))
    _from(_alpha_options(claim))
    claim.add_argument("--delta", metavar="D", help="the δ of (α, δ)-privacy, such as 1/1000")
    _neighbours_option(claim)
    claim.add_argument(
        "-o", "--output", metavar="OUT", default=STANDARD, help="the certificate; standard output if left out"
    )

    judge = _command(commands, "verify", _verify, "have the kernel judge a certificate")
    judge.add_argument("certificate", metavar="CERTIFICATE")
    _json(judge)
    judge.add_argument("--against", metavar="FILE", help="also check that the statement is about the matrix in FILE")

    export = _command(commands, "export", _export, "write a certificate for another proof checker")
    export.add_argument("checker", choices=["coq"], metavar="CHECKER", help="coq: a theorem of the proof assistant Coq")
    export.add_argument("certificate", metavar="CERTIFICATE")
    export.add_argument("-o", "--output", metavar="OUT", default=STANDARD, help="OUT.v; standard output if left out")


def _command(commands: Any, name: str, run: Callable[[Options], int], about: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
    command.set_defaults(command=run)
    return command


def _file(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a matrix of fractions as JSON, CSV or LaTeX")


def _json(command: argparse.ArgumentParser, *, latex: bool = False) -> None:
    either = command.add_mutually_exclusive_group()
    either.add_argument("--json", action="store_true", help="print JSON, every fraction as exact text")
    if latex:
        either.add_argument("--latex", action="store_true", help="print LaTeX")


def _user_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--loss",
        required=True,
        help="abs, squared, zero-one, power:3/2, threshold:2, asymmetric:2,1 (above, below) or table:FILE",
    )
    either = command.add_mutually_exclusive_group()
    either.add_argument(
        "--prior",
        metavar="P",
        help="a Bayesian user's: uniform, increasing, point:2, binomial:1/3, geometric:1/2, fractions, or a file",
    )
    either.add_argument(
        "--side-information", metavar="S", help="a minimax consumer's: 0..3 or 0,2,5; without either, all inputs"
    )


def _databases_options(command: argparse.ArgumentParser) -> None:
    about = command.add_argument_group("with --rows", "--prior has a weight for each database, in the order shown")
    about.add_argument("--values", metavar="V", help="how many values a row can have, or their names: no,yes; 2")
    about.add_argument("--counted", metavar="V", help="the values that are counted: 1 or no,yes; the last")
    about.add_argument("--relation", choices=RELATIONS, help="who are neighbours; replace-one if left out")
    about.add_argument(
        "--worst-case", action="store_true", help="--prior is on results: the worst case over all databases"
    )


def _alpha_options(command: argparse.ArgumentParser, more: str = "") -> Any:
    either = command.add_mutually_exclusive_group()
    either.add_argument("--alpha", metavar="A", help=f"a level such as 1/2 or 0.25{more}")
    either.add_argument("--epsilon", metavar="E", help="instead of α: α becomes a fraction proved to be at least e^-E")
    return either


def _from(either: Any) -> None:
    either.add_argument("--from", dest="source", metavar="FILE", help="another mechanism instead of the geometric one")


def _neighbours_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--neighbours",
        "--neighbors",
        metavar="GRAPH",
        help="path (count query, the default), complete, cycle, hypercube, or edges such as 0-1,1-2",
    )


def _output(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "-o", "--output", metavar="OUT", default=STANDARD, help="a file; its ending says in which format"
    )
    either = command.add_mutually_exclusive_group()
    either.add_argument("--format", choices=list(files.FORMATS), help="the format, where no ending says it")
    either.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
