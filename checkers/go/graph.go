package main

import (
	"math/big"
	"math/bits"
)

const pairsAtMost = 1 << 20

// A graph says which inputs are neighbours.
type graph struct {
	path  bool // it is the one so named
	pairs [][2]int
	known map[[2]int]bool // the same
}

func (g *graph) neighbours(i, k int) bool { return g.known[[2]int{i, k}] || g.known[[2]int{k, i}] }

func readGraph(f *reader, inputs int) *graph {
	name := string(f.word("neighbours"))
	g := &graph{path: name == "path", known: map[[2]int]bool{}}
	join := func(i, k int) {
		g.pairs = append(g.pairs, [2]int{i, k})
		g.known[[2]int{i, k}] = true
	}
	few := func(pairs int) {
		f.well(pairs <= pairsAtMost, "there are more than %d pairs of neighbours", pairsAtMost)
	}
	switch name {
	case "path":
		few(inputs - 1)
		for i := 1; i < inputs; i++ {
			join(i-1, i)
		}
	case "cycle":
		f.well(inputs >= 3, "a cycle has at least 3 inputs")
		few(inputs)
		for i := 0; i < inputs; i++ {
			join(i, (i+1)%inputs)
		}
	case "complete":
		few(inputs * (inputs - 1) / 2)
		for i := 0; i < inputs; i++ {
			for k := i + 1; k < inputs; k++ {
				join(i, k)
			}
		}
	case "hypercube":
		f.well(bits.OnesCount(uint(inputs)) == 1, "the inputs of a hypercube are a power of 2")
		few(inputs / 2 * bits.TrailingZeros(uint(inputs)))
		for i := 0; i < inputs; i++ {
			for digit := 1; digit < inputs; digit *= 2 {
				if i&digit == 0 {
					join(i, i+digit)
				}
			}
		}
	case "edges":
		last := entry{}
		for j := f.from(0, pairsAtMost, f.word("edges")); j > 0; j-- {
			line := f.line("edge", 2)
			next := entry{i: f.index(line[0], inputs), r: f.index(line[1], inputs)}
			f.well(next.i < next.r && (len(g.pairs) == 0 || last.before(next)), "an edge is out of order")
			join(next.i, next.r)
			last = next
		}
	default:
		f.well(false, "there is no such graph")
	}
	return g
}

// shared returns integers a, b, d with x_ir = entry[i][r]·a/d and x_kr = entry[k][r]·b/d.
func (m *matrix) shared(i, k int) (a, b, d *big.Int) {
	d, times := common([]*big.Int{m.over[i], m.over[k]})
	return times[0], times[1], d
}

// isPrivate has α·x_ir ≤ x_kr for every response and all neighbours, in both orders.
func (m *matrix) isPrivate(g *graph, alpha level, name string) {
	for _, pair := range g.pairs {
		i, k := pair[0], pair[1]
		first, second, _ := m.shared(i, k)
		for r := range m.entry[i] {
			a, b := product(m.entry[i][r], first), product(m.entry[k][r], second)
			prove(product(alpha.p, a).Cmp(product(alpha.q, b)) <= 0 && product(alpha.p, b).Cmp(product(alpha.q, a)) <= 0,
				"%s is not alpha-private for response %d on inputs %d and %d", name, r, i, k)
		}
	}
}

// A partition is of inputs into classes; the smallest input of a class stands for it.
type partition []int

func singletons(inputs int) partition {
	spend(eachOperation * int64(inputs))
	made := make(partition, inputs)
	for i := range made {
		made[i] = i
	}
	return made
}

func (p partition) of(i int) int {
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}

func (p partition) join(i, k int) {
	i, k = p.of(i), p.of(k)
	if i < k {
		p[k] = i
	} else {
		p[i] = k
	}
}
