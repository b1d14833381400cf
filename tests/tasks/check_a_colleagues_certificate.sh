# Check a certificate that a colleague sent: a good one, one of another table, a forged one and a mangled one.
set -euo pipefail

printf '2/3,1/3\n1/3,2/3\n' > table.csv
printf '3/4,1/4\n1/4,3/4\n' > other.csv
exactdp certify table.csv -o level.cert

exactdp verify level.cert --against table.csv -q | grep "^accepted, about table.csv: "

exactdp verify level.cert --against other.csv > said.txt && code=0 || code=$?
[ $code = 1 ]
grep "^rejected: the statement is not about other.csv: row 1, column 1 is 2/3 in the statement and 3/4 in the file" said.txt

sed 's|^alpha 1/2|alpha 2/3|' level.cert > forged.cert
exactdp verify forged.cert > said.txt && code=0 || code=$?
[ $code = 1 ]
grep "^rejected: " said.txt

sed 's/$/\r/' level.cert > mangled.cert
exactdp verify mangled.cert 2> said.txt && code=0 || code=$?
[ $code = 2 ]
grep "its lines end in CRLF" said.txt
