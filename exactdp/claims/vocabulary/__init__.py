"""The words of claims, as definitions: the names that a claim may use, each with its meaning as a formula.

The two papers' own words are words of `language`, and those of one subject are imported from its module. Inputs are
{0..n} and responses {0..m}. If a definition also has an exact function of the library, every instance that is tried
compares the two.
"""

# ruff: noqa: F401 (scripts import from here the names that two modules have)

from exactdp.claims.vocabulary.convergence import tends
from exactdp.claims.vocabulary.count_query import changed, count, neighbours, private_on_databases, values_up_to
from exactdp.claims.vocabulary.domain import KEPT
from exactdp.claims.vocabulary.geometric import (
    clamped,
    derivable,
    geometric_mechanism,
    geometric_preimage,
    scaled_geometric,
    second_difference,
    three_entries,
    three_entries_condition,
    two_sided,
)
from exactdp.claims.vocabulary.matrix import (
    Rows,
    equal_matrices,
    generalized_stochastic,
    is_image,
    listed,
    mixed_matrices,
    mixed_vectors,
    permutation_matrix,
    product,
    stochastic,
    table,
    turns_into,
    unit_matrix,
    with_column,
)
from exactdp.claims.vocabulary.mechanism import private, private_column, randomized_response
from exactdp.claims.vocabulary.optimum import (
    best_mechanism,
    best_readings,
    best_remap,
    chance,
    optimal,
    posterior,
    reads,
    weighed_loss,
)
from exactdp.claims.vocabulary.release import joint, levels, release_seen, stage, stages
from exactdp.claims.vocabulary.row_pattern import falls, has_slack, lemma_5_pattern, pattern_and_pivot, pivot, rises
from exactdp.claims.vocabulary.triangular import determinant, triangular_product
from exactdp.claims.vocabulary.user import (
    absolute_loss,
    bayesian_loss,
    bounds_loss,
    expected_loss,
    monotone,
    monotone_around,
    nonnegative,
    prior,
    squared_loss,
    worst_loss,
    zero_one,
)

__all__ = [
    "KEPT",
    "Rows",
    "absolute_loss",
    "bayesian_loss",
    "best_mechanism",
    "best_readings",
    "best_remap",
    "bounds_loss",
    "chance",
    "changed",
    "clamped",
    "count",
    "derivable",
    "determinant",
    "equal_matrices",
    "expected_loss",
    "generalized_stochastic",
    "geometric_mechanism",
    "geometric_preimage",
    "has_slack",
    "is_image",
    "joint",
    "lemma_5_pattern",
    "levels",
    "mixed_matrices",
    "mixed_vectors",
    "monotone",
    "monotone_around",
    "neighbours",
    "nonnegative",
    "optimal",
    "pattern_and_pivot",
    "permutation_matrix",
    "pivot",
    "posterior",
    "prior",
    "private",
    "private_column",
    "private_on_databases",
    "product",
    "randomized_response",
    "reads",
    "release_seen",
    "scaled_geometric",
    "second_difference",
    "squared_loss",
    "stage",
    "stages",
    "stochastic",
    "table",
    "tends",
    "three_entries",
    "three_entries_condition",
    "triangular_product",
    "turns_into",
    "two_sided",
    "unit_matrix",
    "values_up_to",
    "weighed_loss",
    "with_column",
    "worst_loss",
    "zero_one",
]
