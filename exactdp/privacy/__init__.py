"""Privacy: the exact level α, privacy loss and δ(ε), composition, ledgers, continuous noise and exact sampling."""
