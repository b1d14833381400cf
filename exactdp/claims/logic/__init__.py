"""The logic core with the only rules that make theorems, and the layer that finds the rules for a proof."""
