package main

import (
	"math/big"
	"sort"
)

// A number is Σ N_e·e^(1/Q), the N_e in the order of the radicands e; what it is over stands beside it.
type number []*big.Int

// addTimes adds c·a to a number that is still being made.
func (sum number) addTimes(c *big.Int, a number) {
	for e := range sum {
		addProduct(sum[e], a[e], c)
	}
}

// isZero: the e^(1/Q) are linearly independent over the rational numbers, since no Q-th power above 1 divides any e.
func (a number) isZero() bool {
	for _, n := range a {
		if n.Sign() != 0 {
			return false
		}
	}
	return true
}

// A fraction is a number over a positive integer.
type fraction struct {
	number
	over *big.Int
}

// A user has a loss, and either a prior or side information.
type user struct {
	prior     []*big.Int // over priorOver; nil for a minimax consumer
	priorOver *big.Int
	side      []bool // nil for a Bayesian user

	loss      func(i, r int) (radicand int, numerator *big.Int)
	lossOver  *big.Int
	exponent  int64 // Q
	radicands []*big.Int
	low, high []*big.Int // the integers next to 2^B·e^(1/Q) for each radicand e; the same where it is one
}

// nobody is the user who loses nothing.
func nobody(inputs int) *user {
	loss := func(i, r int) (int, *big.Int) { return 0, zero }
	just1 := []*big.Int{one}
	return &user{repeated(zero, inputs), one, nil, loss, one, 1, just1, just1, just1}
}

func readUser(f *reader, inputs, responses int) *user {
	u := nobody(inputs)
	kind := string(f.word("user"))
	f.well(kind == "bayesian" || kind == "minimax", "a user is bayesian or minimax")
	u.readLoss(f, inputs, responses)
	if kind == "bayesian" {
		u.prior, u.priorOver = readPrior(f, inputs)
		return u
	}
	f.well(len(u.radicands) == 1, "a minimax consumer's loss is rational")
	u.prior = nil
	some := false
	for _, word := range f.line("inputs", inputs) {
		u.side = append(u.side, f.from(0, 1, word) == 1)
		some = some || u.side[len(u.side)-1]
	}
	f.well(some, "the side information has no input")
	return u
}

func readPrior(f *reader, inputs int) (prior []*big.Int, over *big.Int) {
	over, prior = f.lowest("prior", inputs)
	f.well(areProbabilities(prior, over), "the prior has a negative probability or does not sum to 1")
	return prior, over
}

// isWithin has a prior of the proof be one on the side information.
func (u *user) isWithin(prior []*big.Int, over *big.Int) {
	prove(areProbabilities(prior, over), "the prior has a negative probability or does not sum to 1")
	for i, p := range prior {
		prove(u.side[i] || p.Sign() == 0, "the prior is positive on input %d, outside the side information", i)
	}
}

func (u *user) readLoss(f *reader, inputs, responses int) {
	rational := func(numerator func(i, r int) *big.Int) {
		u.loss = func(i, r int) (int, *big.Int) { return 0, numerator(i, r) }
	}
	switch string(f.word("loss")) {
	case "power":
		line := f.line("exponent", 2)
		p, q := f.from(1, 64, line[0]), f.from(1, 64, line[1])
		f.well(coprime(big.NewInt(int64(p)), big.NewInt(int64(q))), "the exponent is not in lowest terms")
		distances := inputs
		if distances < responses {
			distances = responses
		}
		u.usePower(int64(p), int64(q), distances)
	case "threshold":
		above := f.integer(f.word("above"))
		rational(func(i, r int) *big.Int {
			if big.NewInt(int64(distance(i, r))).Cmp(above) > 0 {
				return one
			}
			return zero
		})
	case "asymmetric":
		over, slopes := f.lowest("slopes", 2)
		u.lossOver = over
		rational(func(i, r int) *big.Int {
			if r > i {
				return product(slopes[0], big.NewInt(int64(r-i)))
			}
			return product(slopes[1], big.NewInt(int64(i-r)))
		})
	case "table":
		table := readRows(f, inputs, responses)
		over, factors := common(table.over)
		u.lossOver = over
		rational(func(i, r int) *big.Int { return product(table.entry[i][r], factors[i]) })
	default:
		f.well(false, "there is no such loss")
	}
}

// usePower sets the loss |i-r|^(p/q) and its radicands.
func (u *user) usePower(p, q int64, distances int) {
	factors, free := make([]*big.Int, distances), make([]*big.Int, distances)
	for d := range factors {
		factors[d], free[d] = split(int64(d), p, q)
	}
	ordered := append([]*big.Int{}, free...)
	sort.Slice(ordered, func(a, b int) bool { return ordered[a].Cmp(ordered[b]) < 0 })
	u.exponent, u.radicands = q, nil
	for j, e := range ordered {
		if j == 0 || e.Cmp(ordered[j-1]) != 0 {
			u.radicands = append(u.radicands, e)
		}
	}
	places := make([]int, distances)
	for d, e := range free {
		places[d] = sort.Search(len(u.radicands), func(place int) bool { return u.radicands[place].Cmp(e) >= 0 })
	}
	u.loss = func(i, r int) (int, *big.Int) {
		d := distance(i, r)
		return places[d], factors[d]
	}
}

// split returns c and e with d^(p/q) = c·e^(1/q), where no q-th power above 1 divides e.
func split(d, p, q int64) (c, e *big.Int) {
	if d == 0 || q == 1 {
		return power(big.NewInt(d), p), one
	}
	c, e = one, one
	for prime := int64(2); d > 1; prime++ {
		spend(8)
		if prime*prime > d {
			prime = d
		}
		times := int64(0)
		for ; d%prime == 0; d /= prime {
			times += p
		}
		if times > 0 {
			c = product(c, power(big.NewInt(prime), times/q))
			e = product(e, power(big.NewInt(prime), times%q))
		}
	}
	return c, e
}

// readRoots reads the line `roots`, if there is to be one.
func (u *user) readRoots(f *reader) {
	if len(u.radicands) == 1 {
		return
	}
	line := f.line("roots", len(u.radicands)+1)
	binary := int64(f.from(0, 1<<20-1, line[0]))
	u.low, u.high = f.integers(line[1:]), nil
	for e, radicand := range u.radicands {
		low, next := u.low[e], new(big.Int).Add(u.low[e], one)
		f.well(low.Sign() > 0 && low.BitLen() <= int(binary)+radicand.BitLen(), "a root is out of bounds")
		spend(binary * u.exponent)
		scaled := new(big.Int).Lsh(radicand, uint(binary*u.exponent))
		side := power(low, u.exponent).Cmp(scaled)
		f.well(side <= 0 && power(next, u.exponent).Cmp(scaled) > 0, "a root is not the largest integer below")
		if side == 0 {
			next = low
		}
		u.high = append(u.high, next)
	}
}

// sign is that of a number, and the same wherever in their bounds the roots are.
func (u *user) sign(a number) int {
	if a.isZero() {
		return 0
	}
	least, most := new(big.Int), new(big.Int)
	for e, n := range a {
		low, high := u.low[e], u.high[e]
		if n.Sign() < 0 {
			low, high = high, low
		}
		addProduct(least, n, low)
		addProduct(most, n, high)
	}
	prove(least.Sign() > 0 || most.Sign() < 0, "the roots are not given to enough digits to tell a sign")
	return least.Sign()
}

// compare is the sign of a - b.
func (u *user) compare(a, b fraction) int {
	gap := u.sum()
	gap.addTimes(b.over, a.number)
	gap.addTimes(negative(a.over), b.number)
	return u.sign(gap)
}

// sum is a number that is yet to be made.
func (u *user) sum() number { return zeros(len(u.radicands)) }

// addLoss adds c·l(i, r), over lossOver, to a number that is still being made.
func (u *user) addLoss(sum number, c *big.Int, i, r int) {
	if c.Sign() != 0 {
		e, numerator := u.loss(i, r)
		addProduct(sum[e], numerator, c)
	}
}

// of is the loss of a mechanism.
func (u *user) of(x *matrix) (found fraction) {
	multiple, factors := common(x.over)
	if u.side == nil {
		found = fraction{u.sum(), product(multiple, u.priorOver, u.lossOver)}
		for i, row := range x.entry {
			weight := product(u.prior[i], factors[i])
			for r, a := range row {
				u.addLoss(found.number, product(weight, a), i, r)
			}
		}
		return found
	}
	for i, row := range x.entry {
		loss := fraction{u.sum(), product(x.over[i], u.lossOver)}
		for r, a := range row {
			u.addLoss(loss.number, a, i, r)
		}
		if u.side[i] && (found.number == nil || u.compare(loss, found) > 0) {
			found = loss
		}
	}
	return found
}
