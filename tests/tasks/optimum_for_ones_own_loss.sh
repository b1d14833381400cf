# The best mechanism for one's own loss table at ε = 1, with its proof.
set -euo pipefail

cat > loss.csv <<'CSV'
0;1;4
2;0;1
5;1;0
CSV

# Whoever forgets the word is told it.
if exactdp optimal -n 2 --epsilon 1 --loss loss.csv 2> said.txt; then exit 1; fi
grep -q "write table:loss.csv" said.txt

exactdp optimal -n 2 --epsilon 1 --loss table:loss.csv -o best.csv --certificate best.cert > said.txt
head -n 1 said.txt | grep "^The least worst-case expected loss of an e^-1-private mechanism is "
exactdp verify best.cert -q | grep "every other mechanism has a higher loss; e^-1 lies in this interval"
# best.csv is at the fraction just above e^-1, and so is the certificate beside best.cert.
exactdp verify best.above.cert --against best.csv -q | grep "is the only optimal mechanism"

# -o is the mechanism; a certificate has its own option.
if exactdp optimal -n 2 --epsilon 1 --loss table:loss.csv -o best.cert 2> said.txt; then exit 1; fi
grep -q -e "--certificate" said.txt
