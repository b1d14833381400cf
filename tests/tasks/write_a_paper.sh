# Put a result into a paper: the statement, its matrix, its digest, and what is wrong in the table it corrects.
set -euo pipefail

exactdp optimal -n 3 --alpha 1/4 --loss abs --side-information 0..3 --certificate best.cert
exactdp export latex best.cert -o best.tex
exactdp errata gupte2010.table-1a --format latex -o errata.tex
exactdp geometric -n 3 --alpha 1/4 > geometric.txt
digest=$(exactdp verify best.cert | sed -n 's/^statement sha256: //p')
[ "$(sed 's/[^0-9a-f]//g' best.tex | grep -c "$digest")" -ge 1 ]

cat > paper.tex <<'END'
\documentclass{article}
\usepackage{amsmath}
\begin{document}
\input{best}
\end{document}
END

for document in paper errata; do
    if command -v pdflatex > /dev/null; then
        pdflatex -interaction=nonstopmode -halt-on-error $document.tex > $document.txt || { cat $document.txt; exit 1; }
        [ -s $document.pdf ]
    fi
done
