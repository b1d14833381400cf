// Command check judges certificates of exactdp, by what CERTIFICATES.md says of them and by nothing else.
//
// To be read in this order: exact.go (integers), reader.go (text), matrix.go and graph.go (mechanisms and neighbours),
// kinds.go (the kinds but the optima), user.go (losses and radicals), dual.go, optima.go.
package main

import (
	"crypto/sha256"
	"fmt"
	"os"
)

// The exit codes; the last two are no verdicts: there was no file, or this program has a fault.
const (
	accepted  = 0
	rejected  = 1
	malformed = 2
	unusable  = 64
	faulty    = 70
)

var names = map[int]string{accepted: "accepted", rejected: "rejected", malformed: "malformed", faulty: "faulty"}

// A verdict is also what is thrown, as a panic, where a file turns out not to deserve acceptance: so no finding can be
// forgotten on the way up, and what is not thrown is accepted only at the one place below.
type verdict struct {
	code int
	why  string
}

// prove rejects the certificate unless the condition holds.
func prove(condition bool, why string, words ...any) {
	if !condition {
		panic(verdict{rejected, fmt.Sprintf(why, words...)})
	}
}

// judge reads a certificate to its end, and only then has it judged.
func judge(text []byte) (found verdict) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case verdict:
			found = thrown
		default:
			found = verdict{faulty, fmt.Sprint(thrown)}
		}
	}()
	steps = 0
	f := &reader{rest: text}
	s := readStatement(f)
	digest := sha256.Sum256(text[:len(text)-len(f.rest)])
	f.line("proof", 0)
	check := kinds[s.kind].readProof(f, s)
	f.end()
	check()
	return verdict{accepted, fmt.Sprintf("%s, the statement with SHA-256 %x", s.kind, digest)}
}

func judgeFile(path string) verdict {
	about, err := os.Stat(path)
	if err != nil || !about.Mode().IsRegular() {
		return verdict{malformed, "this is not a file that can be read"}
	}
	if about.Size() > bytesAtMost {
		return verdict{malformed, "the file is too long"}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return verdict{malformed, "this is not a file that can be read"}
	}
	return judge(text)
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: check FILE...")
		os.Exit(unusable)
	}
	worst := accepted
	for _, path := range os.Args[1:] {
		found := judgeFile(path)
		if found.code > worst {
			worst = found.code
		}
		fmt.Printf("%s: %s: %s\n", names[found.code], path, found.why)
	}
	os.Exit(worst)
}
