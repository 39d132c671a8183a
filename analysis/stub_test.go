package analysis

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
)

// endless is from how many visits on a query to the stub has no end of its own.
const endless = 100_000

// stub is an analyst with fixed opinions: it likes the first three points that are allowed, row by row
// from the top left. It reports once during the reading if it is to report, and once at the end. A query
// without an end waits for its context after a report.
type stub struct {
	game    *board.Game
	begun   chan string // gets the first move of each reading; nil for nobody
	hurried bool        // sees nothing before the context ends
	forgot  int

	mu     sync.Mutex
	orders []string // of the readings, by the game's last move
}

func (s *stub) String() string { return "stub" }

func (s *stub) Forget() { s.forgot++ }

func (s *stub) NewGame(g game.Game) error {
	if g.Size() == 3 {
		return errors.New("no player for 3×3")
	}
	s.game = g.(game.GoGame).Game
	return nil
}

func (s *stub) allowed(p board.Point, c board.Color, o player.AnalyzeOptions) bool {
	has := func(list []player.Restriction) bool {
		return slices.ContainsFunc(list, func(r player.Restriction) bool {
			return r.Color == c && slices.Contains(r.Points, p)
		})
	}
	if has(o.Avoid) || len(o.Allow) > 0 && !has(o.Allow) {
		return false
	}
	return s.game.Legal(p, c) == nil
}

func (s *stub) Analyze(
	ctx context.Context, c board.Color, o player.AnalyzeOptions, report func(*player.Analysis),
) error {
	last := "none"
	if moves := s.game.Moves(); len(moves) > 0 {
		last = moves[len(moves)-1].Point.Vertex(s.game.Size())
	}
	s.mu.Lock()
	s.orders = append(s.orders, last)
	s.mu.Unlock()
	if s.begun != nil {
		s.begun <- last
	}
	a := &player.Analysis{ToMove: c, Visits: min(o.Playouts, endless), Winrate: 0.6}
	for i := range s.game.Size() * s.game.Size() {
		p := board.FromIndex(i, s.game.Size())
		if !s.allowed(p, c, o) || len(a.Moves) == 3 {
			continue
		}
		n := a.Visits >> len(a.Moves)
		a.Moves = append(a.Moves, player.MoveAnalysis{
			Point: p, Visits: n, Winrate: 0.7 - 0.1*float64(len(a.Moves)), LCB: 0.5, Prior: 0.25,
			Variation: []board.Point{p, board.Pass}, Along: []int{n, n / 2},
		})
	}
	if o.Playouts >= endless && !s.hurried {
		report(a)
	}
	if o.Playouts >= endless {
		<-ctx.Done()
		if s.hurried {
			a = &player.Analysis{ToMove: c}
		}
	} else if o.Interval > 0 {
		report(a)
	}
	a.Ended = true
	report(a)
	return nil
}

// patient is an analyst whose readings all end.
type patient struct{ *stub }

func (p patient) Analyze(
	ctx context.Context, c board.Color, o player.AnalyzeOptions, report func(*player.Analysis),
) error {
	o.Playouts = min(o.Playouts, endless-1)
	return p.stub.Analyze(ctx, c, o, report)
}
