"""Results for people: reports as data, and writers for the terminal, HTML, JSON, LaTeX, notebooks and pictures."""
