package main

import "math/big"

// A statement is what stands before the line `proof`. What its kind does not have is nil.
type statement struct {
	kind          string
	x, y, z       *matrix // the mechanism, the source, the remap
	rows, columns int     // of x; of x·z for an interaction
	graph         *graph
	alpha, delta  level
	user          *user
	constraints   *constraints
	value         fraction
}

// A kind says which parts its statement has, and reads its proof: to the line `end`, for the function that then judges it.
type kind struct {
	hasFrom, hasPrivacy, hasDelta, hasUser, hasConstraints, hasValue bool

	readProof func(*reader, *statement) func()
}

var kinds = map[string]kind{
	"stochastic":                {readProof: readStochastic},
	"private":                   {hasPrivacy: true, readProof: readPrivate},
	"not-private":               {hasPrivacy: true, readProof: readNotPrivate},
	"level":                     {hasPrivacy: true, readProof: readLevel},
	"approximately-private":     {hasPrivacy: true, hasDelta: true, readProof: readApproximatelyPrivate},
	"not-approximately-private": {hasPrivacy: true, hasDelta: true, readProof: readNotApproximatelyPrivate},
	"derivable":                 {hasFrom: true, readProof: readDerivable},
	"not-derivable":             {hasFrom: true, readProof: readNotDerivable},
	"vertex":                    {hasPrivacy: true, readProof: readVertex},
	"not-vertex":                {hasPrivacy: true, readProof: readNotVertex},

	"optimal":          {hasPrivacy: true, hasUser: true, hasConstraints: true, hasValue: true, readProof: readOptimal},
	"only-optimal":     {hasPrivacy: true, hasUser: true, hasConstraints: true, hasValue: true, readProof: readOnlyOptimal},
	"not-only-optimal": {hasPrivacy: true, hasUser: true, hasConstraints: true, hasValue: true, readProof: readNotOnlyOptimal},
	"not-optimal":      {hasPrivacy: true, hasUser: true, hasConstraints: true, readProof: readNotOptimal},
	"infeasible":       {hasPrivacy: true, hasConstraints: true, readProof: readInfeasible},
	"interaction":      {hasUser: true, hasValue: true, readProof: readInteraction},
}

func readStatement(f *reader) *statement {
	header := f.line("exactdp", 2)
	f.well(string(header[0]) == "certificate" && string(header[1]) == "1", "expected 'exactdp certificate 1'")
	s := &statement{kind: string(f.word("statement"))}
	kind, known := kinds[s.kind]
	f.well(known, "there is no such kind")
	if s.kind == "infeasible" {
		s.rows, s.columns = f.size(f.line("mechanisms", 2), entriesAtMost)
		s.user = nobody(s.rows)
	} else {
		s.x = readMatrix(f, "mechanism")
		s.rows, s.columns = s.x.rows, s.x.columns
	}
	if kind.hasFrom {
		s.y = readMatrix(f, "from")
		f.well(s.y.rows == s.rows, "the source has other inputs than the mechanism")
	}
	if s.kind == "interaction" {
		s.z = readMatrix(f, "remap")
		f.well(s.z.rows == s.x.columns, "the inputs of the remap are not the responses of the mechanism")
		s.columns = s.z.columns
	}
	if kind.hasPrivacy {
		s.graph = readGraph(f, s.rows)
		s.alpha = f.level(f.word("alpha"))
	}
	if kind.hasDelta {
		s.delta = f.level(f.word("delta"))
	}
	if kind.hasUser {
		s.user = readUser(f, s.rows, s.columns)
	}
	if kind.hasConstraints {
		s.constraints = readConstraints(f, s.rows, s.columns)
	}
	if kind.hasValue {
		over, value := f.lowest("value", len(s.user.radicands))
		s.value = fraction{value, over}
	}
	return s
}

func (s *statement) isStochastic() { s.x.isMechanism("the mechanism") }

func (s *statement) isPrivate() {
	s.isStochastic()
	s.x.isPrivate(s.graph, s.alpha, "the mechanism")
}

func readStochastic(_ *reader, s *statement) func() { return s.isStochastic }

func readPrivate(_ *reader, s *statement) func() { return s.isPrivate }

// A witness is a response r on two inputs i, k.
type witness struct{ i, k, r int }

func readWitness(f *reader, s *statement) witness {
	line := f.line("at", 3)
	return witness{f.index(line[0], s.rows), f.index(line[1], s.rows), f.index(line[2], s.columns)}
}

// excess is the sign of α·x_ir - x_kr, of neighbours i, k.
func (s *statement) excess(at witness) int {
	prove(s.graph.neighbours(at.i, at.k), "inputs %d and %d are not neighbours", at.i, at.k)
	here, there := s.x.entry[at.i][at.r], s.x.entry[at.k][at.r]
	return compare(product(s.alpha.p, here), product(s.alpha.q, s.x.over[at.i]), there, s.x.over[at.k])
}

func readNotPrivate(f *reader, s *statement) func() {
	at := readWitness(f, s)
	return func() {
		s.isStochastic()
		prove(s.excess(at) > 0, "this does not break privacy")
	}
}

func readLevel(f *reader, s *statement) func() {
	if s.alpha.p.Cmp(s.alpha.q) == 0 {
		return s.isPrivate
	}
	at := readWitness(f, s)
	return func() {
		s.isPrivate()
		prove(s.excess(at) == 0 && s.x.entry[at.i][at.r].Sign() > 0, "a larger alpha would do")
	}
}

// needs is the sign of Σ_r max(0, x_ir - x_kr/α) - δ, at α > 0.
func (s *statement) needs(i, k int) int {
	first, second, over := s.x.shared(i, k)
	first, second = product(s.alpha.p, first), product(s.alpha.q, second)
	sum := new(big.Int)
	for r := range s.x.entry[i] {
		gain := difference(product(s.x.entry[i][r], first), product(s.x.entry[k][r], second))
		if gain.Sign() > 0 {
			add(sum, gain)
		}
	}
	return compare(sum, product(s.alpha.p, over), s.delta.p, s.delta.q)
}

func readApproximatelyPrivate(_ *reader, s *statement) func() {
	return func() {
		s.isStochastic()
		for _, pair := range s.graph.pairs {
			prove(s.alpha.p.Sign() == 0 || s.needs(pair[0], pair[1]) <= 0 && s.needs(pair[1], pair[0]) <= 0,
				"inputs %d and %d need a larger delta", pair[0], pair[1])
		}
	}
}

func readNotApproximatelyPrivate(f *reader, s *statement) func() {
	line := f.line("between", 2)
	i, k := f.index(line[0], s.rows), f.index(line[1], s.rows)
	return func() {
		s.isStochastic()
		prove(s.graph.neighbours(i, k), "inputs %d and %d are not neighbours", i, k)
		prove(s.alpha.p.Sign() > 0 && s.needs(i, k) > 0, "inputs %d and %d need no larger delta", i, k)
	}
}

func readDerivable(f *reader, s *statement) func() {
	over := f.integer(f.word("remap"))
	remap := &matrix{rows: s.y.columns, columns: s.columns, over: repeated(over, s.y.columns)}
	f.well(remap.rows*remap.columns <= entriesAtMost, "a matrix has more than %d entries", entriesAtMost)
	for range remap.over {
		remap.entry = append(remap.entry, f.integers(f.line("row", s.columns)))
	}
	return func() {
		s.isStochastic()
		s.y.isMechanism("the source")
		prove(over.Sign() > 0, "the remap's denominator is below 1")
		remap.isMechanism("the remap")
		prove(!s.x.isNot(s.y.times(remap)), "the remap makes another mechanism of the source")
	}
}

// readNotDerivable: were x = y·T, Σ w_ir·x_ir would be Σ_k Σ_r T_kr·Σ_i w_ir·y_ik, and for each k the T_kr are probabilities.
func readNotDerivable(f *reader, s *statement) func() {
	var losses [][]entry // by response, of those that have any
	last := entry{i: -1, r: -1}
	for j := f.from(0, s.rows*s.columns, f.word("losses")); j > 0; j-- {
		line := f.line("loss", 3)
		next := entry{r: f.index(line[0], s.columns), i: f.index(line[1], s.rows), number: f.integer(line[2])}
		f.well(last.r < next.r || last.r == next.r && last.i < next.i, "the losses are not in increasing order")
		if last.r < next.r {
			losses = append(losses, nil)
		}
		losses[len(losses)-1] = append(losses[len(losses)-1], next)
		last = next
	}
	return func() {
		s.isStochastic()
		s.y.isMechanism("the source")
		over, factors := common(s.x.over)
		loss := new(big.Int)
		for _, weights := range losses {
			add(loss, weighted(weights, s.x, weights[0].r, factors))
		}
		overLeast, factors := common(s.y.over)
		least := new(big.Int)
		for k := 0; k < s.y.columns; k++ {
			best := zero
			for _, weights := range losses {
				if sum := weighted(weights, s.y, k, factors); sum.Cmp(best) < 0 {
					best = sum
				}
			}
			add(least, best)
		}
		prove(compare(loss, over, least, overLeast) < 0, "the mechanism's loss is not below the best remap's")
	}
}

// weighted sums a column of a matrix with weights.
func weighted(weights []entry, m *matrix, column int, factors []*big.Int) *big.Int {
	sum := new(big.Int)
	for _, w := range weights {
		addProduct(sum, w.number, product(m.entry[w.i][column], factors[w.i]))
	}
	return sum
}

// An unknown has a column in a system of equations, of which these are the entries that may not be 0, in any order.
type unknown []coefficient

type coefficient struct {
	equation int
	number   *big.Int
}

// determined eliminates one unknown after another from all equations but one, whose coefficient of it has an inverse
// modulo m ≥ 2. Then the columns are linearly independent: were Σ v_b·(column b) = 0 with integers v_b that only 1
// divides, then v = 0 modulo m.
func determined(modulus *big.Int, equations int, unknowns []unknown) {
	prove(modulus.Cmp(two) >= 0, "the modulus is below 2")
	left := make([]map[int]*big.Int, equations)
	for e := range left {
		left[e] = map[int]*big.Int{}
	}
	for b, column := range unknowns {
		for _, a := range column {
			sum := new(big.Int)
			if before := left[a.equation][b]; before != nil {
				sum.Set(before)
			}
			left[a.equation][b] = remainder(sum.Add(sum, a.number), modulus)
		}
	}
	for b := range unknowns {
		var by map[int]*big.Int
		inverse := new(big.Int)
		for e, row := range left {
			if row[b] != nil && gcd(row[b], modulus).Cmp(one) == 0 {
				by, left[e] = row, map[int]*big.Int{}
				inverse.ModInverse(by[b], modulus)
				break
			}
		}
		prove(by != nil, "the equations leave unknown %d open", b)
		for _, row := range left {
			if row[b] == nil {
				continue
			}
			factor := product(row[b], inverse)
			for c, value := range by {
				found := new(big.Int).Neg(product(factor, value))
				if row[c] != nil {
					found.Add(found, row[c])
				}
				row[c] = remainder(found, modulus)
			}
			delete(row, b)
		}
	}
}

// readVertex: on a segment of private mechanisms with x inside, what is 0 or tight in x stays so. So each block stays a
// multiple of itself, and the unknowns are these multiples; the equations say that each row sums to 1.
func readVertex(f *reader, s *statement) func() {
	modulus := f.integer(f.line("modulus", 1)[0])
	return func() {
		s.isPrivate()
		determined(modulus, s.rows, s.blocks())
	}
}

func (s *statement) blocks() (blocks []unknown) {
	tied := make([]partition, s.columns)
	for r := range tied {
		tied[r] = singletons(s.rows)
	}
	for _, pair := range s.graph.pairs {
		i, k := pair[0], pair[1]
		first, second, _ := s.x.shared(i, k)
		for r := range tied {
			a, b := product(s.x.entry[i][r], first), product(s.x.entry[k][r], second)
			if a.Sign() > 0 && b.Sign() > 0 && (product(s.alpha.p, a).Cmp(product(s.alpha.q, b)) == 0 ||
				product(s.alpha.q, a).Cmp(product(s.alpha.p, b)) == 0) {
				tied[r].join(i, k)
			}
		}
	}
	divisors := make([]*big.Int, s.rows) // of the rows, to bring them over their least denominators
	for i, row := range s.x.entry {
		divisors[i] = s.x.over[i]
		for _, a := range row {
			divisors[i] = gcd(divisors[i], a)
		}
	}
	for r, classes := range tied {
		place := map[int]int{} // of the block, by the smallest input
		for i := 0; i < s.rows; i++ {
			if s.x.entry[i][r].Sign() == 0 {
				continue
			}
			if classes.of(i) == i {
				place[i] = len(blocks)
				blocks = append(blocks, nil)
			}
			b := place[classes.of(i)]
			blocks[b] = append(blocks[b], coefficient{i, quotient(s.x.entry[i][r], divisors[i])})
		}
	}
	return blocks
}

func readNotVertex(f *reader, s *statement) func() {
	f.line("other", 0)
	other := readRows(f, s.rows, s.columns)
	return func() {
		s.isPrivate()
		prove(s.x.isNot(other), "the other matrix is the mechanism itself")
		for _, end := range []*matrix{other, s.x.reflected(other)} {
			end.isMechanism("one end")
			end.isPrivate(s.graph, s.alpha, "one end")
		}
	}
}
