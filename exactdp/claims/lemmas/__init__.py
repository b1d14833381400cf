"""Theorems that many claims use, one module for each subject; `value` proves that terms have values.

Those about mechanisms, users, numbers and sums can be imported from here, and those of the surveys from their modules.

Each is made once, by the rules of the core, about free variables: `Proof.use` puts terms in their place.
"""

# ruff: noqa: F401 (scripts import these names from here)

from exactdp.claims.lemmas.convergence import limit, limit_by_powers, limit_from_below, power_rates, power_times_cubic
from exactdp.claims.lemmas.geometric import (
    first_entry_of_image,
    geometric_inverse,
    geometric_nonnegative,
    geometric_rows,
    inverse_geometric,
    last_entry_of_image,
    preimage_rows,
    three_entries_of_image,
    trace_at_most,
)
from exactdp.claims.lemmas.loss import (
    distance_monotone,
    loss_at_most,
    loss_nonnegative,
    moved_loss,
    moved_row_loss,
    remapped_loss,
    zero_one_loss,
)
from exactdp.claims.lemmas.number import (
    absolute_value,
    apart_at_most,
    between_each_other,
    distance_nonnegative,
    equal_values,
    index_order,
    index_order_strictly,
    least_of_positive,
    not_in_set,
    quotient_order,
    scaled,
    scaled_equation,
    scaled_inequality,
    share_of,
    square_within,
    zero_factor,
)
from exactdp.claims.lemmas.power import (
    geometric_sum,
    power_at_least_one,
    power_at_most_one,
    power_below_one,
    power_falls,
    power_falls_strictly,
    power_nonnegative,
    power_of_one,
    power_positive,
    powers_rise,
    powers_rise_strictly,
)
from exactdp.claims.lemmas.private import (
    column_of_private,
    constant_is_private,
    entry_of_private,
    entry_of_private_upwards,
    less_private,
    post_processing,
)
from exactdp.claims.lemmas.release import levels_multiply, list_keeps_order, noise_on_counts
from exactdp.claims.lemmas.remap import (
    associative,
    best_readings_exist,
    identity_stochastic,
    moved_stochastic,
    product_stochastic,
    reading_is_remap,
    remap_of_remap,
    rows_of_product,
    sum_of_reading,
    times_identity,
)
from exactdp.claims.lemmas.summation import (
    average_at_least,
    average_at_most,
    equal_terms,
    one_term,
    positive_sum,
    scaled_sum,
    some_positive_term,
    sum_nonnegative,
    sum_of_two,
    term_at_most_sum,
    terms_of_zero_sum,
)
