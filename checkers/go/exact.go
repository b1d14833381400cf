package main

import (
	"math/big"
	"runtime"
)

// What a file may cost: steps of about a nanosecond, and bytes of memory. (A garbage collector lets the memory grow to twice
// what is in use.)
const (
	bytesAtMost  = 1 << 30
	stepsAtMost  = 1 << 37
	memoryAtMost = 1 << 32

	eachOperation = 128
)

var (
	zero = new(big.Int)
	one  = big.NewInt(1)
	two  = big.NewInt(2)

	steps int64
)

// spend counts steps before they are made. A word of memory costs a step or more, so little can be added to the memory
// in use between two looks at it.
func spend(cost int64) {
	const look = 1 << 27
	before := steps / look
	steps += cost
	if cost < 0 || cost > stepsAtMost || steps > stepsAtMost {
		panic(verdict{malformed, "this would take too long"})
	}
	if steps/look > before {
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		if memory.HeapAlloc > memoryAtMost {
			panic(verdict{malformed, "this would take too much memory"})
		}
	}
}

func words(a *big.Int) int64 { return int64(len(a.Bits())) }

// productSteps is what a product of a and b words takes by Karatsuba's method.
func productSteps(a, b int64) int64 {
	if a > 40 && b > 40 {
		return 3 * productSteps((a+1)/2, (b+1)/2)
	}
	return a*b + a + b
}

// An integer does not change once it is made, but for a sum that add and addProduct are still making.

func product(made *big.Int, others ...*big.Int) *big.Int {
	for _, other := range others {
		if other == one {
			continue // which spares a copy
		}
		spend(eachOperation + productSteps(words(made), words(other)))
		made = new(big.Int).Mul(made, other)
	}
	return made
}

func add(sum, a *big.Int) {
	spend(eachOperation + words(sum) + words(a))
	sum.Add(sum, a)
}

func addProduct(sum, a, b *big.Int) {
	spend(eachOperation)
	if a.Sign() != 0 && b.Sign() != 0 {
		add(sum, product(a, b))
	}
}

func difference(a, b *big.Int) *big.Int {
	spend(eachOperation + words(a) + words(b))
	return new(big.Int).Sub(a, b)
}

func negative(a *big.Int) *big.Int { return difference(zero, a) }

func power(a *big.Int, e int64) *big.Int {
	half := (int64(a.BitLen())*e/64 + 2) / 2
	spend(eachOperation + 3*productSteps(half, half))
	return new(big.Int).Exp(a, big.NewInt(e), nil)
}

func gcd(a, b *big.Int) *big.Int {
	spend(eachOperation + 8*(words(a)+1)*(words(b)+1))
	return new(big.Int).GCD(nil, nil, new(big.Int).Abs(a), new(big.Int).Abs(b))
}

// quotient is a/b where b > 0 divides a.
func quotient(a, b *big.Int) *big.Int {
	spend(eachOperation + 4*productSteps(words(a), words(b)))
	return new(big.Int).Div(a, b)
}

// remainder is a modulo m > 0, from 0 to m - 1.
func remainder(a, m *big.Int) *big.Int {
	spend(eachOperation + 4*productSteps(words(a), words(m)))
	return new(big.Int).Mod(a, m)
}

// compare is the sign of a/b - c/d, where b, d > 0.
func compare(a, b, c, d *big.Int) int { return product(a, d).Cmp(product(c, b)) }

// common returns the least common multiple of positive integers, and how often each goes into it.
func common(each []*big.Int) (multiple *big.Int, times []*big.Int) {
	multiple = one
	for i, a := range each {
		if i == 0 || a != each[i-1] {
			multiple = product(multiple, quotient(a, gcd(a, multiple)))
		}
	}
	for i, a := range each {
		if i > 0 && a == each[i-1] {
			times = append(times, times[i-1])
		} else {
			times = append(times, quotient(multiple, a))
		}
	}
	return multiple, times
}

// zeros are sums that are yet to be made.
func zeros(count int) []*big.Int {
	spend(eachOperation * int64(count))
	integers, made := make([]big.Int, count), make([]*big.Int, count)
	for i := range made {
		made[i] = &integers[i]
	}
	return made
}

// repeated is the same integer, count times.
func repeated(a *big.Int, count int) []*big.Int {
	spend(int64(count))
	made := make([]*big.Int, count)
	for i := range made {
		made[i] = a
	}
	return made
}
