package aoap

import (
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/games/gomoku"
)

// negamax is the value of p for the player to move within so many moves: 1 if a win is forced.
func negamax(p gomoku.Position, moves int) int {
	if value, over := p.Over(); over {
		return value * (1 - 2*p.ToMove())
	}
	if moves == 0 {
		return 0
	}
	best := -1
	for cell := range p.Cells() {
		if p.Legal(cell) {
			next := p
			next.Play(cell)
			best = max(best, -negamax(next, moves-1))
		}
	}
	return best
}

// The proofs agree with a full search of small boards.
func TestForcedWinsAgainstFullSearch(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 4))
	rules := gomoku.Rules{Size: 4, Length: 3, Exact: true}
	forced := 0
	for range 60 {
		p, err := gomoku.New(rules)
		if err != nil {
			t.Fatal(err)
		}
		over := false
		for n := 4 + chance.IntN(6); n > 0 && !over; n-- {
			free := gomoku.AppendFree(&p, []int16{})
			p.Play(int(free[chance.IntN(len(free))]))
			_, over = p.Over()
		}
		if over {
			continue
		}
		for _, moves := range []int{1, 3, 5} {
			got, want := forces(&p, moves), negamax(p, moves) > 0
			if got != want {
				t.Fatalf("a win within %d moves: %v, want %v\n%v", moves, got, want, p.String())
			}
			if got {
				forced++
			}
		}
		if got, want := lost(&p, 4), negamax(p, 4) < 0; got != want {
			t.Fatalf("lost within 4 moves: %v, want %v\n%v", got, want, p.String())
		}
	}
	if forced < 20 {
		t.Errorf("only %d forced wins among the positions", forced)
	}
}

// Every kind of state is found, has right moves, and not too many.
func TestPuzzlesHaveRightMoves(t *testing.T) {
	rules := gomoku.Rules{Size: 8, Length: 5, Exact: true}
	start, err := gomoku.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range puzzleKinds {
		z, err := kind.find(t.Context(), &start, rand.New(rand.NewPCG(5, 6)))
		if err != nil {
			t.Fatal(err)
		}
		state, right, err := z.state(rules)
		if err != nil {
			t.Fatal(err)
		}
		if moves := state.Moves(nil); len(moves) != z.Free || len(right) == 0 || 2*len(right) > len(moves) {
			t.Errorf(
				"%s: %d right moves of %d on a board with %d free cells", kind.Name, len(right), len(moves),
				z.Free,
			)
		}
		for m := range right {
			if !state.Legal(m) {
				t.Errorf("%s: right move %d is illegal on\n%s", kind.Name, m, z.Board)
			}
			if kind.Key == "attack" && !winsBy(&state.Position, int(m), puzzleDepth) {
				t.Errorf("%s: right move %d does not win on\n%s", kind.Name, m, z.Board)
			}
		}
		// Of a line of states.csv the state can be had again.
		listed := puzzleList(map[string][]puzzle{kind.Key: {z}}).Lines[0]
		again := puzzle{Board: strings.NewReplacer("/", "\n", "*", ".").Replace(listed[3])}
		for m, c := range strings.ReplaceAll(listed[3], "/", "") {
			if c == '*' {
				again.Right = append(again.Right, m)
			}
		}
		if read, marked, err := again.state(rules); err != nil || read.Position.Hash() != state.Position.Hash() ||
			!maps.Equal(marked, right) ||
			listed[2] != strconv.Itoa(read.Position.Stones()) {
			t.Errorf("%s: listed as %v: error %v, right moves %v, want %v", kind.Name, listed, err, marked, right)
		}
	}
}
