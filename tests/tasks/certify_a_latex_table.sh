# Certify a table in a paper's own LaTeX, save the certificates, and give a colleague one page with everything in it.
set -euo pipefail

cat > paper.tex <<'TEX'
\documentclass{article}
\begin{document}
\[ M = \begin{pmatrix} \frac{2}{3} & \frac14 & 1/12 \\ \tfrac{1}{3} & \frac{1}{3} & \frac{1}{3} \\
   \frac{1}{12} & \frac{1}{4} & \frac23 \end{pmatrix} \]
\end{document}
TEX

exactdp check paper.tex --html page.html --certificates proofs -q | grep "^The exact level of paper.tex is α = 1/4"
exactdp verify proofs/level.cert --against paper.tex -q | grep "^accepted, about paper.tex: "
exactdp certify paper.tex --alpha 1/4 -o private.cert
exactdp verify private.cert -q

# The colleague has the page alone: it carries the certificates and the kernel.
python3 - <<'PYTHON'
import base64, re
page = open("page.html", encoding="utf-8").read()
for name, data in re.findall(r'download="([^"]+)" href="data:[^;]+;base64,([^"]+)"', page):
    open(name, "wb").write(base64.b64decode(data))
PYTHON
python3 -I -S kernel.py level.cert | grep -x "accepted: level"
