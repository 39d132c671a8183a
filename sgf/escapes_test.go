package sgf

import (
	"bytes"
	"testing"
)

// The bracket that closes a value is the first that an odd number of backslashes does not precede.
func TestClosingBracket(t *testing.T) {
	slow := func(s string) int {
		for i := 0; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i++
			case ']':
				return i
			}
		}
		return -1
	}
	const letters = `\]a`
	for n := range 8 {
		text := make([]byte, n)
		for code := range pow(len(letters), n) {
			for i := range text {
				text[i] = letters[code%len(letters)]
				code /= len(letters)
			}
			if got, want := closingBracket(text, 0), slow(string(text)); got != want {
				t.Fatalf("%q: %d, want %d", text, got, want)
			}
		}
	}
}

func pow(a, n int) int {
	p := 1
	for range n {
		p *= a
	}
	return p
}

// A comment of backslashes takes time in proportion to its length: this one took a quarter of an hour
// when each escape looked for the closing bracket from anew.
func TestManyBackslashes(t *testing.T) {
	const pairs = 4 << 20
	text := append([]byte("(;SZ[9]C["), bytes.Repeat([]byte(`\`), 2*pairs)...)
	trees, faults := Parse("backslashes.sgf", append(text, "])"...))
	if len(trees) != 1 || len(faults) > 0 {
		t.Fatalf("%d games, faults %v", len(trees), faults)
	}
	if n := len(trees[0].Root.Text("C")); n != pairs {
		t.Errorf("a comment of %d characters, want %d", n, pairs)
	}
}
