"""The surveys: sensitivity, histograms, randomised response, exponential mechanism, attacks, MWEM, DP-WHERE."""
