# Find the optima of a thousand users, resume, verify them, and draw how the loss grows with α.
set -euo pipefail

if ! python3 -c "import pyarrow"; then
    echo "not tried: pyarrow, which the extra [sweep] installs, is missing"
    exit 0
fi

cat > sweep.toml <<'TOML'
n = "1..6"
alpha = "1/20..19/20 by 1/20"
loss = ["abs", "squared", "zero-one"]
prior = ["uniform", "binomial:1/3", "binomial:2/3"]
TOML

exactdp sweep sweep.toml -o results --certificates proofs > said.txt
head -n 1 said.txt | grep "^All 1,0.. instances are solved and certified"
exactdp sweep sweep.toml -o results --certificates proofs | grep "^decided .* 0 in this run"
exactdp sweep sweep.toml -o results --certificates proofs --verify -q > said.txt
cat said.txt

python3 - <<'PYTHON'
from fractions import Fraction
import pyarrow.parquet as parquet

rows = parquet.read_table("results/results.parquet").to_pylist()
users = [row for row in rows if (row["n"], row["loss"], row["prior"]) == (6, "abs", "uniform")]
values = [Fraction(row["value"]) for row in users]
assert len(rows) > 1000 and values == sorted(values) and len(values) == 19
try:
    import matplotlib.pyplot as plot
except ModuleNotFoundError:
    raise SystemExit("no picture: matplotlib, which the extra [plot] installs, is missing") from None
plot.plot([float(Fraction(row["alpha"])) for row in users], [float(value) for value in values])
plot.savefig("results.svg")
PYTHON
