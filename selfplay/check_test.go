package selfplay

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
)

// Every game of Play passes the check, with playouts and without; every game that was tampered with
// fails it.
func TestCheckRefusesWhatPlayCannotMake(t *testing.T) {
	five := []Player{{network(t, 5, 1), 1}, {network(t, 5, 2), 0.5}}
	nine := []Player{{network(t, 9, 1), 0.67}, {network(t, 9, 2), 2}}
	for _, c := range []struct {
		name    string
		config  Config
		players []Player
		maxU    int
	}{
		{"plain", Config{Size: 5, Komi: 0.5, Seed: 1}, five, 0},
		{"limit", Config{Size: 5, Komi: 1, Seed: 2, MoveLimit: 30, Thoughts: true}, five, 0},
		{"settled", Config{Size: 9, Komi: 7.5, Seed: 3, Settle: true}, nine, 0},
		{"resigning", Config{Size: 9, Komi: 7.5, Seed: 4, Resign: 0.2, PlayOut: 0.3}, nine, 0},
		{"value data", Config{Size: 5, Komi: 0.5, Seed: 5, Settle: true}, five, 35},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan := even
			if c.maxU > 0 {
				plan = ValueData{SL: 0, RL: 1, MaxU: c.maxU}.Plan
			}
			for _, g := range play(t, c.config, c.players, 0, 30, plan) {
				for _, playouts := range []bool{false, true} {
					if err := c.config.Check(g, c.maxU, playouts); err != nil {
						t.Fatalf("playouts %v: %v", playouts, err)
					}
				}
				for name, tamper := range map[string]func(*Game){
					"last move":  func(g *Game) { g.Record.Moves = g.Record.Moves[:len(g.Record.Moves)-1] },
					"occupied":   func(g *Game) { g.Record.Moves[2] = g.Record.Moves[0] },
					"colour":     func(g *Game) { g.Record.Moves[1] ^= 1 << 9 },
					"pass":       func(g *Game) { g.Record.Moves[0] = record.NewMove(board.Black, board.Pass, c.config.Size) },
					"winner":     func(g *Game) { g.Winner = 3 - g.Winner%3 },
					"result":     func(g *Game) { g.Record.Result.Winner = g.Record.Result.Winner%2 + 1 },
					"margin":     func(g *Game) { g.Record.Result.Margin += 2 },
					"end":        func(g *Game) { g.End = "boredom" },
					"mark":       func(g *Game) { g.Record.Mark = c.maxU + 1 },
					"komi":       func(g *Game) { g.Record.Komi++ },
					"thoughts":   func(g *Game) { g.Record.Thoughts = append(g.Record.Thoughts, record.Thought{}) },
					"played out": func(g *Game) { g.PlayedOut = !g.PlayedOut },
				} {
					bad := *g
					bad.Record.Moves = slices.Clone(g.Record.Moves)
					bad.Record.Thoughts = slices.Clone(g.Record.Thoughts)
					tamper(&bad)
					if c.config.Check(&bad, c.maxU, true) == nil {
						t.Fatalf("%s: the tampered game %d passes", name, g.Index)
					}
					if name != "margin" && c.config.Check(&bad, c.maxU, false) == nil {
						t.Fatalf("%s: the tampered game %d passes without playouts", name, g.Index)
					}
				}
			}
		})
	}
}

// Stream plays the games of Play in any order of numbers, also when the next number is not there at once.
func TestStreamPlaysTheGamesAskedFor(t *testing.T) {
	players := []Player{{network(t, 5, 1), 1}, {network(t, 5, 2), 0.5}}
	config := Config{Size: 5, Komi: 0.5, Seed: 1, Games: 5, Threads: 2, Settle: true}
	want := play(t, config, players, 0, 60, even)
	numbers := rand.New(rand.NewPCG(1, 2)).Perm(60)
	left, asked := numbers, 0
	got := map[int]*Game{}
	err := Stream(t.Context(), config, players, func() (int, bool) {
		if asked++; len(left) == 0 || asked > 1 && asked%7 > 0 {
			return 0, false
		}
		i := left[0]
		left = left[1:]
		return i, true
	}, even, func(g *Game) error {
		got[g.Index] = g
		return nil
	})
	if err != nil || len(got) != 60 {
		t.Fatalf("%d games of 60, %v", len(got), err)
	}
	for _, g := range want {
		if !slices.Equal(g.Record.Moves, got[g.Index].Record.Moves) || g.End != got[g.Index].End {
			t.Errorf("game %d is another one", g.Index)
		}
	}
}

// In every position of games a move is permitted if and only if it is one of the candidates.
func TestPermitsAreTheCandidates(t *testing.T) {
	config := Config{Size: 5, Komi: 0.5, Seed: 9}
	for _, g := range play(t, config, []Player{{network(t, 5, 1), 2}, {network(t, 5, 2), 2}}, 0, 10, even) {
		p := newField(config.defaults(), nil, 1).newPlace()
		p.schedule.Mark = 20 // the move to it may fill an eye
		p.pos = board.NewPosition(config.Size)
		p.remember()
		for ply, m := range g.Record.Moves {
			moves := slices.Clone(p.candidates(ply != p.schedule.Mark-1))
			for i := range config.Size * config.Size {
				q := board.FromIndex(i, config.Size)
				permitted := p.permits(record.NewMove(p.pos.ToMove(), q, config.Size), ply) == nil
				if permitted != slices.Contains(moves, q) {
					t.Fatalf("game %d, move %d: %s is permitted: %v, candidates: %v", g.Index, ply+1, q.Vertex(5), permitted, moves)
				}
			}
			pass := p.permits(record.NewMove(p.pos.ToMove(), board.Pass, config.Size), ply) == nil
			if pass != (len(moves) == 0) {
				t.Fatalf("game %d, move %d: a pass is permitted: %v, with %d candidates", g.Index, ply+1, pass, len(moves))
			}
			p.play(m.Point(config.Size), 0)
		}
	}
}
