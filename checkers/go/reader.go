package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/big"
)

// entriesAtMost is the limit of a matrix's entries, of constraints and of flows.
const entriesAtMost = 1 << 24

// A reader takes a certificate line by line.
type reader struct {
	rest  []byte
	lines int // that have been read
}

// well calls the file malformed unless the condition holds.
func (f *reader) well(condition bool, why string, words ...any) {
	if !condition {
		panic(verdict{malformed, fmt.Sprintf("line %d: %s", f.lines, fmt.Sprintf(why, words...))})
	}
}

// line reads a line of the keyword and so many words, and returns these.
func (f *reader) line(keyword string, count int) [][]byte {
	f.lines++
	line, rest, ended := bytes.Cut(f.rest, []byte("\n"))
	f.well(ended, "the file ends where '%s' is expected", keyword)
	f.well(bytes.Count(line, []byte(" ")) == count, "expected '%s' and %d words", keyword, count)
	spend(eachOperation * int64(count+1))
	found := bytes.Split(line, []byte(" "))
	f.well(string(found[0]) == keyword, "expected '%s'", keyword)
	f.rest = rest
	return found[1:]
}

// word reads a line of the keyword and one word.
func (f *reader) word(keyword string) []byte { return f.line(keyword, 1)[0] }

// end reads the last line.
func (f *reader) end() {
	before := f.lines
	count := f.integer(f.word("end"))
	f.well(count.Cmp(big.NewInt(int64(before))) == 0, "there are %d lines before this one", before)
	f.well(len(f.rest) == 0, "something stands after this line")
}

var tenTo40 = new(big.Int).Exp(big.NewInt(10), big.NewInt(40), nil)

// integer reads an integer in its one spelling.
func (f *reader) integer(word []byte) *big.Int {
	spend(eachOperation + int64(len(word)))
	digits := bytes.TrimPrefix(word, []byte("-"))
	value := new(big.Int)
	if bytes.HasPrefix(digits, []byte("0x")) {
		digits = digits[2:]
		f.well(only(digits, "0123456789abcdef") && digits[0] != '0', "not an integer")
		even := append(bytes.Repeat([]byte("0"), len(digits)%2), digits...)
		decoded := make([]byte, len(even)/2)
		_, err := hex.Decode(decoded, even)
		f.well(err == nil, "not an integer")
		value.SetBytes(decoded) // SetString takes quadratic time
		f.well(value.Cmp(tenTo40) >= 0, "this integer is to be written in decimal")
	} else {
		f.well(only(digits, "0123456789") && len(digits) <= 40, "not an integer")
		f.well(digits[0] != '0' || len(word) == 1, "not an integer in its one spelling")
		value.SetString(string(digits), 10)
	}
	if len(digits) < len(word) && word[0] == '-' {
		value.Neg(value)
	}
	return value
}

// only tells whether a word has some letters, and all from among these.
func only(word []byte, letters string) bool {
	return len(word) > 0 && len(bytes.TrimLeft(word, letters)) == 0
}

func (f *reader) integers(words [][]byte) []*big.Int {
	read := make([]*big.Int, len(words))
	for j, word := range words {
		read[j] = f.integer(word)
	}
	return read
}

// positive reads an integer that is at least 1.
func (f *reader) positive(word []byte) *big.Int {
	value := f.integer(word)
	f.well(value.Sign() > 0, "a number is below 1")
	return value
}

// from reads an integer from low to high.
func (f *reader) from(low, high int, word []byte) int {
	value := f.integer(word)
	f.well(value.Cmp(big.NewInt(int64(low))) >= 0 && value.Cmp(big.NewInt(int64(high))) <= 0,
		"a number is not from %d to %d", low, high)
	return int(value.Int64())
}

// index reads an input or a response.
func (f *reader) index(word []byte, size int) int { return f.from(0, size-1, word) }

// A level is p/q in lowest terms, from 0 to 1.
type level struct{ p, q *big.Int }

func (f *reader) level(word []byte) level {
	top, bottom, slash := bytes.Cut(word, []byte("/"))
	read := level{f.integer(top), one}
	if slash {
		read.q = f.integer(bottom)
		f.well(read.q.Cmp(two) >= 0, "a level's denominator is below 2")
	}
	f.well(read.p.Sign() >= 0 && read.p.Cmp(read.q) <= 0, "a level is not from 0 to 1")
	f.well(coprime(read.p, read.q), "a level is not in lowest terms")
	return read
}

func (a level) compare(b level) int { return compare(a.p, a.q, b.p, b.q) }

// lowest reads a line of a denominator D ≥ 1 and count numerators, where no integer above 1 divides all.
func (f *reader) lowest(keyword string, count int) (over *big.Int, numerators []*big.Int) {
	line := f.line(keyword, count+1)
	over, numerators = f.positive(line[0]), f.integers(line[1:])
	f.well(coprime(over, numerators...), "not over the least denominator")
	return over, numerators
}

func coprime(divisor *big.Int, others ...*big.Int) bool {
	for _, other := range others {
		if divisor.Cmp(one) != 0 {
			divisor = gcd(divisor, other)
		}
	}
	return divisor.Cmp(one) == 0
}

// An entry is a number in row i and column r, of a remap, a constraint or losses.
type entry struct {
	i, r   int
	number *big.Int
}

// before: by rows, within a row by columns.
func (a entry) before(b entry) bool { return a.i < b.i || a.i == b.i && a.r < b.r }

// entries reads so many lines `entry i r A`, in strictly increasing order of (i, r).
func (f *reader) entries(count, rows, columns int) (read []entry) {
	for j := 0; j < count; j++ {
		line := f.line("entry", 3)
		read = append(read, entry{f.index(line[0], rows), f.index(line[1], columns), f.integer(line[2])})
		f.well(j == 0 || read[j-1].before(read[j]), "the entries are not in increasing order")
	}
	return read
}
