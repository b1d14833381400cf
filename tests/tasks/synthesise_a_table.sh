# A synthetic table in place of people's records, by MWEM, and what is refused on the way.
set -euo pipefail

python3 - <<'PYTHON'
import random

generator = random.Random(1)
with open("people.csv", "w") as file:
    print("age,smoker,sport", file=file)
    for _ in range(3000):
        old = generator.random() < 0.4
        smoker = generator.random() < (0.1 if old else 0.3)
        print("old" if old else "young", "yes" if smoker else "no", int(generator.random() < 0.5), sep=",", file=file)
PYTHON

# Whoever lists no values, or gives no file, is told what to write.
if exactdp mwem people.csv --alpha 1/4 -o synthetic.csv 2> said.txt; then exit 1; fi
grep -e "--column age=" said.txt
columns="--column age=young,old --column smoker=no,yes --column sport"
if exactdp mwem people.csv $columns --alpha 1/4 2> said.txt; then exit 1; fi
grep -e "write -o synthetic.csv" said.txt

exactdp mwem people.csv $columns --way 2 --rounds 10 --alpha 1/4 -o synthetic.csv --errors errors.csv > said.txt
head -n 1 said.txt | grep "^The synthetic table has 3,000 records and is "
grep "^ledger" said.txt
[ "$(wc -l < synthetic.csv)" = 3001 ]
head -n 1 synthetic.csv | grep -x "age,smoker,sport"
head -n 1 errors.csv | grep "not private"
