# Certify a table of one's own: what is it, does it keep a promise, and who can check that?
set -euo pipefail

cat > table.csv <<'END'
,      0,    1,   2,    3
0,     7/12, 1/4, 1/12, 1/12
1,     7/24, 3/8, 5/24, 1/8
2,     1/8,  1/4, 3/8,  1/4
3,     1/16, 1/8, 5/16, 1/2
END

exactdp check table.csv --alpha 1/2 > said.txt && code=0 || code=$?
cat said.txt
[ $code = 1 ] # it is not 1/2-private: 5/24 at 1 is more than twice the 1/12 at 0
grep -q "exact level α = 2/5" said.txt

exactdp certify table.csv --claim level -o level.cert
exactdp certify table.csv --claim not-private --alpha 1/2 -o broken.cert
if exactdp certify table.csv --claim private --alpha 1/2 -o false.cert; then exit 1; fi
[ ! -e false.cert ]

for each in level.cert broken.cert; do
    exactdp verify $each --against table.csv | grep "^accepted, about table.csv"
done

# A reader who has nothing but Python and the kernel.
cp "$(python3 -c 'import exactdp.kernel; print(exactdp.kernel.__file__)')" kernel.py
python3 -I -S kernel.py level.cert > said.txt
grep -qx "accepted: level" said.txt
grep -qx "alpha 2/5" said.txt

# A forged certificate, of a level that the table does not have.
sed 's|^alpha 2/5|alpha 1/2|' level.cert > forged.cert
if python3 -I -S kernel.py forged.cert; then exit 1; fi
