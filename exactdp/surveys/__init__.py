"""What the two surveys define: randomised response, the exponential mechanism, histograms, attacks, and pipelines."""
