# Release a count from a database of SQLite at three levels, each reader's answer in a file of its own.
set -euo pipefail

python3 - <<'PYTHON'
import sqlite3

with sqlite3.connect("people.db") as database:
    database.execute("create table people (smoker text)")
    database.executemany("insert into people values (?)", [["yes"]] * 137 + [["no"]] * 300)
PYTHON
count() { python3 -c "import sqlite3; print(sqlite3.connect('people.db').execute(\"select count(*) from people where smoker = 'yes'\").fetchone()[0])"; }

# Whoever writes one level, as elsewhere, is told how several are written.
if count | exactdp release -n 500 --alpha 1/4 --count - 2> said.txt; then exit 1; fi
grep -e "--levels A,…" said.txt

count | exactdp release -n 500 --levels 1/4,1/2,3/4 --count - -o answers.json
for reader in 0 1 2; do
    python3 -c "import json; print(json.load(open('answers.json'))['responses'][$reader])" > reader_$reader.txt
    grep -xE "[0-9]{1,3}" reader_$reader.txt
done
if grep -w count answers.json; then exit 1; fi

# What two readers who collude learn, at a size at which all tuples of answers can be listed.
exactdp coalitions -n 3 --levels 1/4,1/2,3/4 --coalition 1,3 --certificate both.cert > said.txt
head -n 1 said.txt | grep "exact level of the coalition 1, 3 is α = 1/4, certified"
exactdp verify both.cert -q
