# Prove that a table cannot be derived from the geometric mechanism, and find where it can.
set -euo pipefail

cat > table.csv <<'CSV'
1/9,   2/9, 4/9,  2/9
2/9,   1/9, 2/9,  4/9
4/9,   2/9, 1/9,  2/9
13/18, 1/9, 1/18, 1/9
CSV

exactdp derive table.csv --alpha 1/2 --certificate no.cert > said.txt && code=0 || code=$?
[ $code = 1 ]
head -n 1 said.txt | grep -x "The mechanism is not derivable from G_{3,1/2}."
exactdp verify no.cert --against table.csv -q | grep "not derivable from the geometric mechanism on {0..3} with alpha = 1/2"
exactdp derive table.csv -q | grep "for exactly the α in \[0, 2 - √3"
exactdp derive table.csv --alpha 1/4 -o remap.csv --certificate yes.cert -q
exactdp verify yes.cert --against table.csv -q
