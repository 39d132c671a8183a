package match

import (
	"fmt"

	"github.com/tengen-go/tengen/rating"
)

// Trial is a match that ends when its test is decided. Games that are played at once end in
// any order. Trial judges them in the order of their indices, each when all before it are over.
// So the decision, and the number of games before it, depend on the games alone. A game that
// repeats another has no weight. The zero value of Test is no test.
type Trial struct {
	Test rating.SPRT
	// Count has the games judged so far; those after the deciding one never are.
	Count   Counter
	waiting map[int]*Game // games that others before them keep waiting
	verdict string
}

// Add takes a game. It says whether the test is decided.
func (t *Trial) Add(g *Game) (decided bool) {
	if t.waiting == nil {
		t.waiting = map[int]*Game{}
	}
	t.waiting[g.Game] = g
	for !t.Decided() {
		next := t.Judged()
		g, ok := t.waiting[next]
		if !ok {
			break
		}
		delete(t.waiting, next)
		t.Count.Add(g)
		if t.Test != (rating.SPRT{}) {
			t.verdict = t.Test.Verdict(t.Tally())
		}
	}
	return t.Decided()
}

// Judged is how many games were judged so far, those that repeat another among them.
func (t *Trial) Judged() int { return t.Count.Total().Games() }

// Tally counts the games that the test weighs, from the side of A.
func (t *Trial) Tally() rating.Tally { return t.Count.Distinct().Total() }

// LLR is the present log-likelihood ratio of the test.
func (t *Trial) LLR() float64 { return t.Test.LLR(t.Tally()) }

// Verdict is what the test says by now.
func (t *Trial) Verdict() string {
	if t.verdict == "" {
		return rating.Undecided
	}
	return t.verdict
}

// Decided says whether the test has come to an end.
func (t *Trial) Decided() bool { return t.Verdict() != rating.Undecided }

// String is the state in words.
func (t *Trial) String() string {
	lower, upper := t.Test.Bounds()
	return fmt.Sprintf("LLR %.2f (%.2f to %.2f)", t.LLR(), lower, upper)
}
