"""One call per question of a user: examine, audit or repair a table, find an optimum, sweep over thousands."""
