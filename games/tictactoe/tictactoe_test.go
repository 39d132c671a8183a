package tictactoe

import (
	"math/bits"
	"testing"
)

// count walks every game from p.
func count(p Position, games *[3]int, positions map[Position]bool) {
	positions[p] = true
	if v, over := p.Over(); over {
		games[v+1]++
		return
	}
	for free := p.Free(); free != 0; free &= free - 1 {
		next := p
		next.Play(bits.TrailingZeros16(free))
		count(next, games, positions)
	}
}

// The numbers are those of the game as the literature counts it: 255,168 games, of which X
// wins 131,184 and O 77,904; 5,478 positions.
func TestEveryGame(t *testing.T) {
	var games [3]int
	positions := map[Position]bool{}
	count(Position{}, &games, positions)
	if games != [3]int{77904, 46080, 131184} || len(positions) != 5478 {
		t.Errorf("games lost, drawn, won by X: %v; %d positions", games, len(positions))
	}
	keys := map[uint32]bool{}
	for p := range positions {
		keys[p.Key()] = true
		again, err := Parse(p.String())
		if err != nil || again != p {
			t.Fatalf("%v read back as %v, %v", p, again, err)
		}
	}
	if len(keys) != len(positions) {
		t.Errorf("%d keys for %d positions", len(keys), len(positions))
	}
}

func TestSolve(t *testing.T) {
	for _, c := range []struct {
		diagram string
		want    int
	}{
		{"... ... ...", 0},
		{"X.. ... ...", 0},
		{"XO. ... ...", 1}, // only the centre holds after a corner
		{"X.. .O. ..X", 0},
		{"XX. OO. ...", 1},
		{"XX. OO. X..", -1},
	} {
		p, err := Parse(c.diagram)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Solve(); got != c.want {
			t.Errorf("%s: %d, want %d", c.diagram, got, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, d := range []string{"", "X", "XXX XXX XXX X", "abc", "OO. ... ...", "XX. ... ...", "XXX OOO ...", "XXX OO. O..", "OOO XX. XX."} {
		if p, err := Parse(d); err == nil {
			t.Errorf("%q was read as\n%v", d, p)
		}
	}
}
