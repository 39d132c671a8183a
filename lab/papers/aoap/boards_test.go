package aoap

import (
	"testing"

	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/lab"
)

// Every board shown is one of a finished game, and its winner has made the last move.
func TestBoardsAreTerminal(t *testing.T) {
	for _, f := range boardFigures {
		rules := gomokuRules
		if f.size == 3 {
			rules = gomoku.Rules{Size: 3, Length: 3}
		}
		f.duel.rollouts = 100 // the form of the boards is the same
		for k, pair := range f.pairs[:3] {
			game, err := f.play(
				t.Context(), [2]treePolicy{policyOf(pair[0]), policyOf(pair[1])}, lab.Job{Seed: uint64(k)},
			)
			if err != nil {
				t.Fatal(err)
			}
			p, err := gomoku.New(rules)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range game.Moves {
				if !p.Legal(m) {
					t.Fatalf("%s %v: move %d is illegal on\n%s", f.name, pair, m, p.String())
				}
				p.Play(m)
			}
			value, over := p.Over()
			if winner := map[int]int{1: 0, 0: -1, -1: 1}[value]; !over || game.Winner != winner {
				t.Errorf("%s %v: winner %d, over %v, of\n%s", f.name, pair, game.Winner, over, p.String())
			}
		}
	}
}
