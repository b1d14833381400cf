package main

import "math/big"

func (s *statement) isFeasible(x *matrix, name string) {
	x.isMechanism(name)
	if x.remap == nil {
		x.isPrivate(s.graph, s.alpha, name)
	} else {
		prove(s.graph.path && x.remap.level.compare(s.alpha) >= 0,
			"%s is stated as a remap of a geometric mechanism that is not alpha-private", name)
	}
	s.constraints.areKept(x, name)
}

func (s *statement) losesAtMostValue(x *matrix, name string) {
	prove(s.user.compare(s.user.of(x), s.value) <= 0, "%s loses more than the value", name)
}

func (s *statement) isOptimal(d *dual) []face {
	s.isFeasible(s.x, "the mechanism")
	s.losesAtMostValue(s.x, "the mechanism")
	bound, faces := d.bound(s)
	prove(s.user.compare(bound, s.value) >= 0, "the bound is below the value")
	return faces
}

func readOptimal(f *reader, s *statement) func() {
	s.user.readRoots(f)
	d := readDual(f, s)
	return func() { s.isOptimal(d) }
}

func readOther(f *reader, s *statement) *matrix {
	other := readMatrix(f, "other")
	f.well(other.rows == s.rows && other.columns == s.columns, "the other mechanism has another size")
	return other
}

func readNotOnlyOptimal(f *reader, s *statement) func() {
	s.user.readRoots(f)
	d := readDual(f, s)
	other := readOther(f, s)
	return func() {
		s.isOptimal(d)
		prove(s.x.isNot(other), "the other mechanism is the mechanism itself")
		s.isFeasible(other, "the other mechanism")
		s.losesAtMostValue(other, "the other mechanism")
	}
}

func readNotOptimal(f *reader, s *statement) func() {
	s.user.readRoots(f)
	other := readOther(f, s)
	return func() {
		s.isFeasible(s.x, "the mechanism")
		s.isFeasible(other, "the other mechanism")
		prove(s.user.compare(s.user.of(other), s.user.of(s.x)) < 0, "the other mechanism loses no less")
	}
}

func readInfeasible(f *reader, s *statement) func() {
	d := readDual(f, s)
	return func() {
		bound, _ := d.bound(s)
		prove(s.user.sign(bound.number) > 0, "the bound on the loss 0 is not positive")
	}
}

func readOnlyOptimal(f *reader, s *statement) func() {
	s.user.readRoots(f)
	d := readDual(f, s)
	at := d.equations(s)
	modulus := f.integer(f.line("modulus", 1)[0])
	return func() {
		faces := s.isOptimal(d)
		if s.x.remap == nil {
			determined(modulus, at.count, s.openClasses(at, faces))
		} else {
			determined(modulus, at.count, s.openRemap(at, faces))
		}
	}
}

// Equations hold for every optimal mechanism: that each row sums to 1; that a minimax consumer loses the value on each
// input of positive prior; and the constraints that are exact or have a price. These are their places, the former by
// inputs and the latter by constraints, -1 where there is none; that of a row is the input itself.
type equations struct {
	count             int
	loss, constraints []int
}

func (d *dual) equations(s *statement) equations {
	at := equations{count: s.rows}
	place := func(there bool) int {
		if there {
			at.count++
			return at.count - 1
		}
		return -1
	}
	for i := 0; i < s.rows; i++ {
		at.loss = append(at.loss, place(d.prior != nil && d.prior[i].Sign() > 0))
	}
	for c, y := range d.multipliers {
		at.constraints = append(at.constraints, place(s.constraints.exact[c] || !y.isZero()))
	}
	return at
}

func (u *unknown) add(equation int, number *big.Int) {
	if equation >= 0 {
		*u = append(*u, coefficient{equation, number})
	}
}

// openClasses gives the unknowns for an x in full. Wherever an optimal mechanism is not 0 on a class of inputs it is a
// multiple of x there, and this multiple is the unknown.
func (s *statement) openClasses(at equations, faces []face) (unknowns []unknown) {
	connected := singletons(s.rows)
	for _, pair := range s.graph.pairs {
		connected.join(pair[0], pair[1])
	}
	_, factors := common(s.x.over)
	for r, face := range faces {
		classes := singletons(s.rows)
		for _, tie := range face.ties {
			classes.join(tie[0], tie[1])
		}
		if s.alpha.p.Cmp(s.alpha.q) == 0 {
			classes = connected
		}
		reached := classes // by a zero
		if s.alpha.p.Sign() > 0 {
			reached = connected
		}
		isZero := map[int]bool{}
		for _, i := range face.zeros {
			isZero[reached.of(i)] = true
		}
		open := make([]unknown, s.rows) // by the smallest input
		for i := range open {
			if a := s.x.entry[i][r]; !isZero[reached.of(i)] {
				prove(a.Sign() > 0, "another optimal mechanism may use response %d on input %d", r, i)
				u := &open[classes.of(i)]
				u.add(i, a)
				if at.loss[i] >= 0 {
					_, loss := s.user.loss(i, r)
					u.add(at.loss[i], product(a, factors[i], loss))
				}
			}
		}
		for _, a := range s.constraints.terms[r] {
			if !isZero[reached.of(a.i)] {
				masses := product(a.number, s.x.entry[a.i][r], factors[a.i])
				open[classes.of(a.i)].add(at.constraints[a.constraint], masses)
			}
		}
		for _, u := range open {
			if u != nil {
				unknowns = append(unknowns, u)
			}
		}
	}
	return unknowns
}

// openRemap gives the unknowns for x = G·T on the path. A tie of response r holds for x, so for every column of G of which
// T takes some for r; if these are as many as inputs less ties, every column that keeps the ties is a sum of them. So
// every optimal mechanism is G·T' for a T' that is 0 where T is, whose rows sum to 1, and whose entries are the unknowns.
func (s *statement) openRemap(at equations, faces []face) (unknowns []unknown) {
	x := s.x.remap
	prove(x.level.p.Cmp(x.level.q) < 0 && s.alpha.p.Sign() > 0,
		"this proof needs levels above 0 and below 1: state the mechanism in full")
	used, choices := make([]int, s.columns), make([]int, s.rows)
	for _, t := range x.entries {
		used[t.r]++
		choices[t.i]++
	}
	for r, face := range faces {
		prove(len(face.zeros) == 0 && used[r] == s.rows-len(face.ties) || len(face.zeros) > 0 && used[r] == 0,
			"another optimal mechanism may use response %d: %d rows do", r, used[r])
	}
	for _, t := range x.entries {
		if choices[t.i] < 2 {
			continue
		}
		var u unknown
		u.add(t.i, one)
		for i, equation := range at.loss {
			if equation >= 0 {
				_, loss := s.user.loss(i, t.r)
				u.add(equation, product(x.powers[distance(i, t.i)], loss))
			}
		}
		for _, a := range s.constraints.terms[t.r] {
			u.add(at.constraints[a.constraint], product(a.number, x.powers[distance(a.i, t.i)]))
		}
		unknowns = append(unknowns, u)
	}
	return unknowns
}

// readInteraction: with any prior, the loss of x·T is at least Σ_k Σ_r T_kr·Σ_i p_i·x_ik·l(i, r), and for each k the T_kr are
// probabilities.
func readInteraction(f *reader, s *statement) func() {
	u := s.user
	u.readRoots(f)
	prior, priorOver := u.prior, u.priorOver
	if u.side != nil {
		prior, priorOver = readPrior(f, s.rows)
	}
	return func() {
		s.isStochastic()
		s.z.isMechanism("the remap")
		s.losesAtMostValue(s.x.times(s.z), "the remapped mechanism")
		if u.side != nil {
			u.isWithin(prior, priorOver)
		}
		multiple, factors := common(s.x.over)
		bound := fraction{u.sum(), product(multiple, priorOver, u.lossOver)}
		for k := 0; k < s.x.columns; k++ {
			var least number
			for r := 0; r < s.columns; r++ {
				loss, gap := u.sum(), u.sum()
				for i, row := range s.x.entry {
					u.addLoss(loss, product(prior[i], factors[i], row[k]), i, r)
				}
				if least == nil {
					least = loss
				}
				gap.addTimes(one, loss)
				gap.addTimes(negative(one), least)
				if u.sign(gap) < 0 {
					least = loss
				}
			}
			bound.addTimes(one, least)
		}
		prove(u.compare(bound, s.value) >= 0, "another remap may lose less than the value")
	}
}
