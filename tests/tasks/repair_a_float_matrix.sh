# Repair what a solver computed in floating point: the exact mechanism, and the entries that moved most.
set -euo pipefail

cat > solver.csv <<'CSV'
0,799999999999999;0,150000000000001;0,05
0,2;0,600000000000001;0,199999999999999
0,05;0,15;0,800000000000001
CSV

# `check` says which command to run.
if exactdp check solver.csv 2> said.txt; then exit 1; fi
grep -q "exactdp repair" said.txt

# Without a level, `repair` names the one that the numbers are near.
if exactdp repair solver.csv 2> said.txt; then exit 1; fi
grep -q "near 1/4" said.txt

exactdp repair solver.csv --alpha 1/4 -o exact.csv --certificate exact.cert > said.txt
[ "$(wc -l < said.txt)" -le 40 ]
head -n 1 said.txt | grep "^solver.csv is a rounding of a vertex of the 1/4-private mechanisms"
exactdp check exact.csv --alpha 1/4 -q | grep "^exact.csv is 1/4-private"
exactdp verify exact.cert --against exact.csv -q
