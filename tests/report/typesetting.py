"""Check that pdflatex accepts LaTeX, alone or as the body of an article."""

import subprocess
from pathlib import Path

ARTICLE = r"\documentclass{article} \usepackage{amsmath,amssymb} \begin{document} %s \end{document}"


def check_latex(document: str, folder: Path) -> None:
    (folder / "read.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "read.tex"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout.decode(errors="replace")[-2000:]
