package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/timing"
)

// watch is somebody who looks on while a search runs.
type watch struct {
	options AnalyzeOptions
	color   board.Color
	report  func(*Analysis)
}

// Analyze implements Analyst.
func (s *Searcher) Analyze(ctx context.Context, c board.Color, o AnalyzeOptions, report func(*Analysis)) error {
	if s.game == nil {
		return errNoGame
	}
	w := &watch{options: o, color: c, report: report}
	s.searchFor(s.game.State(c).Player())
	s.follow(c)
	s.restrict(o)
	defer s.tree.Restrict(nil)
	if o.Ownership {
		s.parts.owners.Start()
		defer s.parts.owners.Stop()
	}
	err := s.watched(w, func() error { return s.grow(ctx, search.Budget{Playouts: o.Playouts}) })
	if errors.Is(err, search.ErrOver) { // nothing to read; there may be nothing else to do until ctx ends
		report(&Analysis{ToMove: c, Winrate: 0.5, Ended: true})
		if o.Playouts == 0 {
			<-ctx.Done()
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("player %s: %w", s, err)
	}
	return nil
}

// GenmoveAnalyze implements Analyst.
func (s *Searcher) GenmoveAnalyze(
	ctx context.Context, c board.Color, clock timing.Clock, o AnalyzeOptions, report func(*Analysis),
) (Choice, error) {
	return s.think(ctx, c, clock, &watch{options: o, color: c, report: report})
}

// watched reads, and reports meanwhile and once at the end if anybody looks on. Meanwhile another goroutine
// reports, because with clock=cpu the time of the one that searches is measured.
func (s *Searcher) watched(w *watch, read func() error) error {
	if w == nil {
		return read()
	}
	var reporter sync.WaitGroup
	done := make(chan struct{})
	if w.options.Interval > 0 {
		ticker := time.NewTicker(w.options.Interval)
		defer ticker.Stop()
		reporter.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-ticker.C:
					if s.tree.Playouts() > 0 {
						w.report(s.analysis(w))
					}
				}
			}
		})
	}
	err := read()
	close(done)
	reporter.Wait()
	if err == nil {
		a := s.analysis(w)
		a.Ended = true
		w.report(a)
	}
	return err
}

// analysis is what the tree says now.
func (s *Searcher) analysis(w *watch) *Analysis {
	root := s.tree.Root()
	a := &Analysis{ToMove: w.color, Visits: root.Visits, Winrate: share(root.Mean)}
	a.Rollouts, a.Value, a.Values = apart(root.Moves)
	moves, first := root.Moves, search.NoMove
	if len(moves) > 0 { // what would be played comes first
		first = moves[s.choice.Choose(moves, s.tree.Chance())].Move
	}
	if w.options.MinMoves == 0 { // of hundreds only some have been read: the others need no order
		moves = slices.DeleteFunc(moves, func(m search.MoveStat) bool { return m.Visits == 0 })
	}
	slices.SortStableFunc(moves, func(x, y search.MoveStat) int {
		switch first {
		case x.Move:
			return -1
		case y.Move:
			return 1
		}
		return cmp.Or(cmp.Compare(y.Visits, x.Visits), cmp.Compare(y.Mean, x.Mean), cmp.Compare(y.Prior, x.Prior))
	})
	for i, m := range moves {
		if w.options.MaxMoves > 0 && i >= w.options.MaxMoves || m.Visits == 0 && i >= w.options.MinMoves {
			break
		}
		move := MoveAnalysis{
			Point: s.point(m.Move), Visits: m.Visits, Winrate: share(m.Played), LCB: share(m.LCB), Prior: m.Prior,
			Variation: []board.Point{s.point(m.Move)}, Along: []int{m.Visits},
		}
		if m.Visits > 0 {
			line, along := s.tree.Variation(m.Move)
			for _, next := range line {
				move.Variation = append(move.Variation, s.point(next))
			}
			move.Along = append(move.Along, along...)
		}
		a.Moves = append(a.Moves, move)
	}
	if w.options.Ownership {
		a.Ownership = s.parts.owners.Append(nil, s.game.Size())
	}
	return a
}

// apart is what playouts alone and values alone say of the root, as win rates; values is 0 where the
// search does not keep them apart.
func apart(moves []search.MoveStat) (rollouts, value float64, values int) {
	var outcomes, sum float64
	visits := 0
	for _, m := range moves {
		outcomes += float64(m.Visits) * m.Outcome
		sum += float64(m.Values) * m.Value
		visits += m.Visits
		values += m.Values
	}
	if values == 0 || visits == 0 {
		return 0, 0, 0
	}
	return share(outcomes / float64(visits)), share(sum / float64(values)), values
}

// share is a value from −1 to 1 as a win rate.
func share(value float64) float64 { return (1 + value) / 2 }

// restrict keeps the search to what is allowed.
func (s *Searcher) restrict(o AnalyzeOptions) {
	if allows := o.allowing(); allows != nil {
		s.tree.Restrict(func(player, depth int, m search.Move) bool {
			return allows(board.Black+board.Color(player), depth, s.point(m))
		})
	}
}

// mayPass says whether the player may pass now. Without anybody who looks on it always may.
func (w *watch) mayPass(c board.Color) bool {
	if w == nil {
		return true
	}
	allows := w.options.allowing()
	return allows == nil || allows(c, 0, board.Pass)
}

// allowing says which moves are allowed so many moves after the position; nil: all.
func (o *AnalyzeOptions) allowing() func(c board.Color, depth int, p board.Point) bool {
	if len(o.Avoid) == 0 && len(o.Allow) == 0 {
		return nil
	}
	avoid, allow := sets(o.Avoid), sets(o.Allow)
	return func(c board.Color, depth int, p board.Point) bool {
		for _, r := range avoid {
			if r.color == c && depth < r.until && r.points[p] {
				return false
			}
		}
		only, listed := false, false
		for _, r := range allow {
			if r.color == c && depth < r.until {
				only, listed = true, listed || r.points[p]
			}
		}
		return !only || listed
	}
}

// restriction is a Restriction that is quick to ask.
type restriction struct {
	color  board.Color
	points map[board.Point]bool
	until  int
}

func sets(list []Restriction) []restriction {
	out := make([]restriction, len(list))
	for i, r := range list {
		out[i] = restriction{color: r.Color, points: map[board.Point]bool{}, until: r.Until}
		for _, p := range r.Points {
			out[i].points[p] = true
		}
	}
	return out
}
