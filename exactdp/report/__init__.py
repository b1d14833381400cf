"""Reports and errata as data, and the writers that turn them into terminal text, HTML, JSON, LaTeX and pictures."""
