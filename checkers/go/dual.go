package main

import "math/big"

// Constraints are Σ A·x_ir ≥ b, or = b where they are exact.
type constraints struct {
	exact  []bool
	bounds []*big.Int
	terms  [][]term // by response
}

// A term is the coefficient A of an input, for some response, in a constraint.
type term struct {
	constraint, i int
	number        *big.Int
}

func readConstraints(f *reader, rows, columns int) *constraints {
	read := &constraints{terms: make([][]term, columns)}
	count := f.from(0, entriesAtMost, f.word("constraints"))
	for c := 0; c < count; c++ {
		line := f.line("constraint", 3)
		sense := string(line[0])
		f.well(sense == "least" || sense == "exactly", "a constraint is 'least' or 'exactly'")
		read.exact, read.bounds = append(read.exact, sense == "exactly"), append(read.bounds, f.integer(line[1]))
		for _, a := range f.entries(f.from(0, rows*columns, line[2]), rows, columns) {
			f.well(a.number.Sign() != 0, "a coefficient is 0")
			read.terms[a.r] = append(read.terms[a.r], term{c, a.i, a.number})
		}
	}
	return read
}

// areKept has a matrix keep the constraints.
func (c *constraints) areKept(x *matrix, name string) {
	multiple, factors := common(x.over)
	sums := zeros(len(c.bounds))
	for r, terms := range c.terms {
		for _, a := range terms {
			addProduct(sums[a.constraint], a.number, product(x.entry[a.i][r], factors[a.i]))
		}
	}
	for j, sum := range sums {
		side := sum.Cmp(product(c.bounds[j], multiple))
		prove(side == 0 || side > 0 && !c.exact[j], "%s breaks constraint %d", name, j)
	}
}

// A dual is the prices, over a denominator, that bound the loss of all feasible mechanisms.
type dual struct {
	over        *big.Int
	prior       []*big.Int // p_i of a minimax consumer
	weights     []number   // w_i
	multipliers []number   // y_c
	flows       [][]flow   // by response; nil where there are to be none
}

// A flow is the price of α·x_ir ≤ x_kr, for some response r.
type flow struct {
	i, k  int
	price number
}

func readDual(f *reader, s *statement) *dual {
	d := &dual{over: f.positive(f.word("dual"))}
	if s.user.side != nil {
		d.prior = f.integers(f.line("prior", s.rows))
	}
	radicands := len(s.user.radicands)
	for i := 0; i < s.rows; i++ {
		d.weights = append(d.weights, f.integers(f.line("weights", radicands)))
	}
	for range s.constraints.bounds {
		d.multipliers = append(d.multipliers, f.integers(f.line("multiplier", radicands)))
	}
	if s.graph.path && s.alpha.p.Sign() > 0 {
		return d
	}
	d.flows = make([][]flow, s.columns)
	for j := f.from(0, entriesAtMost, f.word("flows")); j > 0; j-- {
		line := f.line("flow", 3+radicands)
		r, i, k := f.index(line[0], s.columns), f.index(line[1], s.rows), f.index(line[2], s.rows)
		f.well(s.graph.neighbours(i, k) && s.alpha.p.Sign() > 0, "a flow is between neighbours, at alpha > 0")
		d.flows[r] = append(d.flows[r], flow{i, k, f.integers(line[3:])})
	}
	return d
}

// A face is where, for some response, Σ_i d_i·x_i = 0: tight at the ties, and 0 at the zeros.
type face struct {
	ties  [][2]int
	zeros []int
}

// bound has the dual be feasible, and returns a bound on the loss of every feasible x and the face of each response where
// it can be attained: for Σ c·x = Σ_r Σ_i d_r[i]·x_ir + Σ_i w_i + Σ_c y_c·Σ A_c·x, and Σ A_c·x is b_c, or y_c ≥ 0 and it is
// at least b_c.
func (d *dual) bound(s *statement) (bound fraction, faces []face) {
	u := s.user
	prior, priorOver := u.prior, u.priorOver
	if u.side != nil {
		prior, priorOver = d.prior, d.over
		u.isWithin(prior, priorOver)
	}
	bound = fraction{u.sum(), d.over}
	for _, w := range d.weights {
		bound.addTimes(one, w)
	}
	for c, y := range d.multipliers {
		prove(s.constraints.exact[c] || u.sign(y) >= 0, "the multiplier of constraint %d is negative", c)
		bound.addTimes(s.constraints.bounds[c], y)
	}
	scale := product(priorOver, u.lossOver) // c, d and, times the scale, w, y and the flows are over scale·D
	for r := 0; r < s.columns; r++ {
		left := make([]number, s.rows)
		for i := range left {
			left[i] = u.sum()
			u.addLoss(left[i], product(prior[i], d.over), i, r)
			left[i].addTimes(negative(scale), d.weights[i])
		}
		for _, a := range s.constraints.terms[r] {
			left[a.i].addTimes(product(negative(scale), a.number), d.multipliers[a.constraint])
		}
		if d.flows == nil {
			faces = append(faces, s.alongPath(left, r))
		} else {
			faces = append(faces, s.withFlows(left, d.flows[r], scale, r))
		}
	}
	return bound, faces
}

// withFlows: Σ_i d_i·x_i is Σ_i left_i·x_i + Σ f·(x_k - α·x_i), the latter over all flows f from i to k.
func (s *statement) withFlows(d []number, flows []flow, scale *big.Int, r int) (found face) {
	left := make([]number, s.rows) // over q besides
	for i := range left {
		left[i] = s.user.sum()
		left[i].addTimes(s.alpha.q, d[i])
	}
	for _, f := range flows {
		sign := s.user.sign(f.price)
		prove(sign >= 0, "a flow from %d to %d is negative, for response %d", f.i, f.k, r)
		if sign > 0 {
			found.ties = append(found.ties, [2]int{f.i, f.k})
		}
		left[f.i].addTimes(product(s.alpha.p, scale), f.price)
		left[f.k].addTimes(negative(product(s.alpha.q, scale)), f.price)
	}
	for i, rest := range left {
		sign := s.user.sign(rest)
		prove(sign >= 0, "costs and flows do not cover the weights, for response %d on input %d", r, i)
		if sign > 0 {
			found.zeros = append(found.zeros, i)
		}
	}
	return found
}

// alongPath: F_i·x_i is the least that Σ_{k≥i} d_k·x_k can be, as x_{i+1} is from α·x_i to x_i/α; only one end is least
// unless F_{i+1} = 0.
func (s *statement) alongPath(d []number, r int) (found face) {
	p, q := s.alpha.p, s.alpha.q
	over := one // (pq)^(n-i), which F_i is over besides
	f := d[s.rows-1]
	for i := s.rows - 1; i > 0; i-- {
		sign, slope := s.user.sign(f), product(p, p)
		if sign < 0 {
			slope = product(q, q)
		}
		if sign != 0 {
			found.ties = append(found.ties, [2]int{i - 1, i})
		}
		over = product(over, p, q)
		next := s.user.sum()
		next.addTimes(slope, f)
		next.addTimes(over, d[i-1])
		f = next
	}
	sign := s.user.sign(f)
	prove(sign >= 0, "some column costs less than the weights, for response %d", r)
	if sign > 0 {
		found.zeros = []int{0}
	}
	return found
}
