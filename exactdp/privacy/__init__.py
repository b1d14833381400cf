"""Privacy: exact level α, loss and δ(ε), composition, groups, ledgers, Laplace and Gaussian noise, exact samples."""
