"""The surveys: sensitivity, histograms, randomised response, exponential mechanism, multiplicative weights, attacks."""
