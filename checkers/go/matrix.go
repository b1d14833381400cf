package main

import "math/big"

// In a matrix, entry[i][r] is over over[i] ≥ 1.
type matrix struct {
	rows, columns int
	over          []*big.Int
	entry         [][]*big.Int
	remap         *remap // how it is given, if not in full
}

// A remap is the matrix G·(T/D), G the geometric mechanism on {0..n} of this level p/q; for G itself T/D is the identity.
type remap struct {
	level   level
	powers  []*big.Int // powers[d] = p^d·q^(n-d)
	entries []entry    // the T_kr > 0, in order of (k, r)
}

// readMatrix reads a matrix in one of the three forms.
func readMatrix(f *reader, keyword string) *matrix {
	line := f.line(keyword, 3)
	if string(line[0]) == "matrix" {
		rows, columns := f.size(line[1:], entriesAtMost)
		return readRows(f, rows, columns)
	}
	n := f.from(1, entriesAtMost, line[1])
	return readRemap(f, string(line[0]), n, f.level(line[2]))
}

// size reads the numbers of rows and columns.
func (f *reader) size(line [][]byte, limit int) (rows, columns int) {
	rows, columns = f.from(1, limit, line[0]), f.from(1, limit, line[1])
	f.well(rows*columns <= limit, "a matrix has more than %d entries", limit)
	return rows, columns
}

// readRows reads the lines of a matrix that is given in full.
func readRows(f *reader, rows, columns int) *matrix {
	read := &matrix{rows: rows, columns: columns}
	for i := 0; i < rows; i++ {
		over, row := f.lowest("row", columns)
		read.over, read.entry = append(read.over, over), append(read.entry, row)
	}
	return read
}

func readRemap(f *reader, form string, n int, own level) *matrix {
	rows, columns, over := n+1, n+1, one
	f.well(rows*rows <= entriesAtMost, "a geometric mechanism is too large")
	var entries []entry
	switch form {
	case "geometric":
		for k := 0; k < rows; k++ {
			entries = append(entries, entry{k, k, one})
		}
	case "remap":
		columns = f.from(1, entriesAtMost/rows, f.word("responses"))
		count := f.from(0, rows*columns, f.word("entries"))
		over = f.positive(f.word("common"))
		entries = f.entries(count, rows, columns)
		divisor := over
		for _, t := range entries {
			f.well(t.number.Sign() > 0 && t.number.Cmp(over) <= 0, "a remap's entry is not above 0 and at most 1")
			divisor = gcd(divisor, t.number)
		}
		f.well(divisor.Cmp(one) == 0, "a remap is not over its least denominator")
	default:
		f.well(false, "a matrix is given as 'matrix', 'geometric' or 'remap'")
	}

	given := &remap{level: own, entries: entries}
	for d := 0; d <= n; d++ {
		given.powers = append(given.powers, product(power(own.p, int64(d)), power(own.q, int64(n-d))))
	}
	made := &matrix{rows: rows, columns: columns, remap: given}
	made.over = repeated(product(given.powers[0], new(big.Int).Add(own.q, own.p), over), rows)
	for i := 0; i < rows; i++ {
		made.entry = append(made.entry, zeros(columns))
	}
	for _, t := range entries {
		c := own.q // over p + q
		if 0 < t.i && t.i < n {
			c = difference(own.q, own.p)
		}
		c = product(c, t.number)
		for i := range made.entry {
			addProduct(made.entry[i][t.r], given.powers[distance(i, t.i)], c)
		}
	}
	return made
}

func distance(i, k int) int {
	if i < k {
		return k - i
	}
	return i - k
}

// isMechanism has the entries be probabilities that sum to 1 in every row.
func (m *matrix) isMechanism(name string) {
	for i, row := range m.entry {
		prove(areProbabilities(row, m.over[i]), "%s: row %d has a negative entry or does not sum to 1", name, i)
	}
}

func areProbabilities(numerators []*big.Int, over *big.Int) bool {
	sum := new(big.Int)
	for _, a := range numerators {
		if a.Sign() < 0 {
			return false
		}
		add(sum, a)
	}
	return sum.Cmp(over) == 0
}

// isNot tells whether two matrices of the same size are different.
func (m *matrix) isNot(other *matrix) bool {
	for i, row := range m.entry {
		for r, a := range row {
			if compare(a, m.over[i], other.entry[i][r], other.over[i]) != 0 {
				return true
			}
		}
	}
	return false
}

// times is the product of two matrices.
func (m *matrix) times(t *matrix) *matrix {
	multiple, factors := common(t.over)
	made := &matrix{rows: m.rows, columns: t.columns}
	for i, row := range m.entry {
		sums := zeros(t.columns)
		for k, a := range row {
			if a.Sign() != 0 {
				a = product(a, factors[k])
				for r, b := range t.entry[k] {
					addProduct(sums[r], a, b)
				}
			}
		}
		made.over, made.entry = append(made.over, product(m.over[i], multiple)), append(made.entry, sums)
	}
	return made
}

// reflected is 2·m - end.
func (m *matrix) reflected(end *matrix) *matrix {
	made := &matrix{rows: m.rows, columns: m.columns}
	for i, row := range m.entry {
		reflection := make([]*big.Int, m.columns)
		for r, a := range row {
			reflection[r] = difference(product(two, a, end.over[i]), product(end.entry[i][r], m.over[i]))
		}
		made.over = append(made.over, product(m.over[i], end.over[i]))
		made.entry = append(made.entry, reflection)
	}
	return made
}
