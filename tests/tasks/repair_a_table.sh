# Repair a table that was rounded to three decimals: the exact mechanism behind it, and how far each entry moved.
set -euo pipefail

cat > rounded.csv <<'END'
0.667, 0.167, 0.083, 0.083
0.333, 0.333, 0.167, 0.167
0.167, 0.167, 0.333, 0.333
0.083, 0.083, 0.167, 0.667
END

if exactdp check rounded.csv --alpha 1/2; then exit 1; fi
exactdp repair rounded.csv --alpha 1/2 -o exact.csv --certificate exact.cert
grep -q "2/3" exact.csv
exactdp check exact.csv --alpha 1/2
exactdp verify exact.cert --against exact.csv
