package match

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/timing"
)

// searchPlayer is what a match sees of a searcher here.
type searchPlayer interface {
	player.Analyst
	player.Reseeder
	player.Thinker
}

// witnessed notes, by way of the analysis that it shows, what a searcher read for each move.
type witnessed struct {
	searchPlayer
	reports []*player.Analysis // one a move; nil where it did not read
}

func (w *witnessed) Genmove(ctx context.Context, c board.Color, clock timing.Clock) (player.Choice, error) {
	w.reports = append(w.reports, nil)
	return w.GenmoveAnalyze(ctx, c, clock, player.AnalyzeOptions{}, func(a *player.Analysis) { w.reports[len(w.reports)-1] = a })
}

// Pitfall: a policy learned from the moves that were played instead of the search's visits. What
// is kept of each move is the distribution of visits at the root.
func TestThoughtsAreTheRootsVisits(t *testing.T) {
	s := &witnessed{
		searchPlayer: parsed(t,
			"search:memory=4M,model="+modeltest.Folder(t, 5, true)+",playouts=40,playout=none,resign=-1").(searchPlayer),
	}
	p, err := player.NewPolicyPlayer(uniform(5), player.PolicyConfig{})
	if err != nil {
		t.Fatal(err)
	}
	config := Config{Games: 1, Rules: game.Go{Board: 5, Rules: board.Chinese()}, Openings: 3, Thoughts: true, Seed: 3}
	config.Parallel = 1
	game, err := config.Play(t.Context(), 0, [2]string{"s", "p"}, [2]player.Player{s, p})
	if err != nil {
		t.Fatal(err)
	}
	moves := game.Record.Game.Moves()
	if len(game.Thoughts) != len(moves) || len(moves) < 10 {
		t.Fatalf("%d thoughts about %d moves", len(game.Thoughts), len(moves))
	}
	read, priors := 0, 0
	for i, got := range game.Thoughts {
		switch {
		case i < config.Openings:
			if got.Prior != 0 || got.Visits != nil {
				t.Errorf("move %d of the opening: %+v", i, got)
			}
		case moves[i].Color == board.White:
			if moves[i].Point != board.Pass {
				priors++
				if got.Prior != 1./25 || got.Visits != nil {
					t.Errorf("move %d of the policy: %+v", i, got)
				}
			}
		default:
			a := s.reports[0]
			s.reports = s.reports[1:]
			if a == nil {
				if len(got.Visits) > 0 {
					t.Errorf("move %d without reading: %+v", i, got)
				}
				continue
			}
			read++
			visits := map[record.Move]uint32{}
			for _, m := range a.Moves {
				visits[record.NewMove(board.Black, m.Point, 5)] = uint32(m.Visits)
				if m.Point == moves[i].Point && math.Abs(float64(got.Prior)-m.Prior) > 1e-7 {
					t.Errorf("move %d: prior %v, want %v", i, got.Prior, m.Prior)
				}
			}
			sum := uint32(0)
			for _, v := range got.Visits {
				if sum += v.Count; visits[v.Move] != v.Count {
					t.Errorf("move %d: %d visits of %v, want %d", i, v.Count, v.Move, visits[v.Move])
				}
			}
			if len(got.Visits) != len(visits) || int(sum) != a.Visits || sum < 40 {
				t.Errorf("move %d: %d visits of %d moves, want %d of %d", i, sum, len(got.Visits), a.Visits, len(visits))
			}
			if math.Abs(float64(got.Value)-(2*a.Winrate-1)) > 1e-6 {
				t.Errorf("move %d: value %v, want %v", i, got.Value, 2*a.Winrate-1)
			}
			if !slices.IsSortedFunc(got.Visits, func(a, b record.Visit) int { return int(b.Count) - int(a.Count) }) {
				t.Errorf("move %d: %v is not sorted", i, got.Visits)
			}
		}
	}
	if read < 3 || priors < 3 {
		t.Errorf("only %d moves were read, and %d foreseen", read, priors)
	}
	config.Thoughts = false
	if game, err := config.Play(t.Context(), 0, [2]string{"s", "p"}, [2]player.Player{s, p}); err != nil || game.Thoughts != nil {
		t.Errorf("without being asked: %d thoughts, %v", len(game.Thoughts), err)
	}
}

func parsed(t *testing.T, text string) player.Player {
	t.Helper()
	p, err := parsePlayer(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
