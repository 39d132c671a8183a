package smallstate

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/search"
	"pgregory.net/rapid"
)

// TestSmallStatesKeepTheContract: what State promises, along any game of any small state.
func TestSmallStatesKeepTheContract(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s search.State = &TicTacToe{}
		if rapid.Bool().Draw(t, "gomoku") {
			size := rapid.IntRange(gomoku.MinSize, 9).Draw(t, "size")
			p, err := gomoku.New(gomoku.Rules{Size: size, Length: min(size, 5), Exact: rapid.Bool().Draw(t, "exact")})
			if err != nil {
				t.Fatal(err)
			}
			s = &Gomoku{p}
		}
		r := search.Rand(rapid.Uint64().Draw(t, "seed"))
		empty, stale := s.Clone(), s.Clone()
		var line []search.Move
		for {
			moves := s.Moves([]search.Move{search.NoMove})
			value, over := s.Over()
			if moves[0] != search.NoMove || over != (len(moves) == 1) || !over && value != 0 {
				t.Fatalf("%d moves, over %v, value %v", len(moves)-1, over, value)
			}
			moves = moves[1:]
			for m := search.Move(-2); int(m) <= s.Range()+2; m++ {
				if s.Legal(m) != slices.Contains(moves, m) {
					t.Fatalf("%d legal: %v, of %v", m, s.Legal(m), moves)
				}
			}
			if s.Player() != len(line)%2 {
				t.Fatalf("player %d after %d moves", s.Player(), len(line))
			}
			if over {
				break
			}
			m := moves[r.IntN(len(moves))]
			line = append(line, m)
			before, copied := s.Hash(), s.Clone()
			copied.Play(m)
			if s.Hash() != before || copied.Hash() == before {
				t.Fatal("a clone is not independent, or its hash stays")
			}
			s.Play(m)
			if stale.Set(s); stale.Hash() != s.Hash() || copied.Hash() != s.Hash() {
				t.Fatal("equal positions have different hashes")
			}
		}
		// The stones of each player in another order, as far as nobody wins on the way.
		other := empty
		for i := range line {
			k := len(line) - 1 - i
			if len(line)%2 == 0 {
				k ^= 1
			}
			if !other.Legal(line[k]) {
				return
			}
			other.Play(line[k])
		}
		if other.Hash() != s.Hash() {
			t.Fatalf("another order of %v has another hash", line)
		}
	})
}

// TestUniformIsUniform: the outcomes of playouts of tic-tac-toe have the exact probabilities.
// From the empty board they are 737/1260 for X, 121/420 for O and 8/63 for a draw; the numbers
// below are by recursion over all games, from some positions.
func TestUniformIsUniform(t *testing.T) {
	var exact func(p tictactoe.Position) [3]float64
	exact = func(p tictactoe.Position) (share [3]float64) {
		if v, over := p.Over(); over {
			share[v+1] = 1
			return share
		}
		s := TicTacToe{p}
		moves := s.Moves(nil)
		for _, m := range moves {
			next := p
			next.Play(int(m))
			for v, x := range exact(next) {
				share[v] += x / float64(len(moves))
			}
		}
		return share
	}
	if got, want := exact(tictactoe.Position{}), [3]float64{121.0 / 420, 8.0 / 63, 737.0 / 1260}; !close3(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
	rules := gomoku.Rules{Size: 3, Length: 3}
	for _, diagram := range []string{"... ... ...", "X.. ... ...", "... .X. ...", "X.. .O. ..X", "XO. ... ...", "XO. X.. .O."} {
		small, err := tictactoe.Parse(diagram)
		if err != nil {
			t.Fatal(err)
		}
		same, err := gomoku.Parse(diagram, rules)
		if err != nil {
			t.Fatal(err)
		}
		want := exact(small)
		for name, s := range map[string]search.State{"tictactoe": &TicTacToe{small}, "gomoku": &Gomoku{same}} {
			for kind, playout := range map[string]search.Playout{"uniform": &search.Uniform{}, "random": &search.Random{}} {
				const n = 40000
				var seen [3]float64
				at, r := s.Clone(), search.Rand(1)
				for range n {
					at.Set(s)
					v, _ := playout.Playout(at, &r, nil)
					seen[int(v)+1]++
				}
				chi := 0.0
				for v := range seen {
					if want[v] == 0 {
						if seen[v] > 0 {
							t.Errorf("%s, %s: %v games ended in %d, which cannot be", diagram, name, seen[v], v-1)
						}
						continue
					}
					d := seen[v] - n*want[v]
					chi += d * d / (n * want[v])
				}
				// Two degrees of freedom: more once in 22,000 times.
				if chi > 20 {
					t.Errorf("%s, %s, %s: %v of %d games, want shares %v: χ² %.1f", diagram, name, kind, seen, n, want, chi)
				}
			}
		}
	}
}

func close3(a, b [3]float64) bool {
	for i := range a {
		if d := a[i] - b[i]; d > 1e-12 || d < -1e-12 {
			return false
		}
	}
	return true
}

// TestUniformPlaysLegalGames: every move of a playout is legal where it is played, the last
// one ends the game, and the outcome is its value.
func TestUniformPlaysLegalGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := search.Rand(rapid.Uint64().Draw(t, "seed"))
		var s search.State = &TicTacToe{}
		if rapid.IntRange(0, 4).Draw(t, "gomoku") > 0 {
			rules := gomoku.Rules{
				Size: rapid.IntRange(gomoku.MinSize, gomoku.MaxSize).Draw(t, "size"),
				Rows: rapid.IntRange(gomoku.MinSize, gomoku.MaxSize).Draw(t, "rows"), Exact: rapid.Bool().Draw(t, "exact"),
			}
			rules.Length = rapid.IntRange(gomoku.MinLength, min(7, max(rules.Size, rules.Rows))).Draw(t, "length")
			p, err := gomoku.New(rules)
			if err != nil {
				t.Fatal(err)
			}
			s = &Gomoku{p}
		}
		var buf []search.Move
		for k := rapid.IntRange(0, 30).Draw(t, "begun"); k > 0; k-- {
			buf = s.Moves(buf[:0])
			next := s.Clone()
			next.Play(buf[r.IntN(len(buf))])
			if _, over := next.Over(); over {
				break
			}
			s = next
		}
		follow := s.Clone()
		got, trace := (&search.Uniform{}).Playout(s, &r, []search.Move{77})
		if trace[0] != 77 {
			t.Fatalf("the trace was not appended to: %v", trace)
		}
		for i, m := range trace[1:] {
			if !follow.Legal(m) {
				t.Fatalf("move %d of %v is not legal", i, trace[1:])
			}
			follow.Play(m)
		}
		if want, over := follow.Over(); !over || got != want {
			t.Fatalf("outcome %v of a game that is over: %v, worth %v", got, over, want)
		}
	})
}
