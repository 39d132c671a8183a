package player

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/timing"
)

// limits is what the search for a move may take: playouts, 0 for any number, and time, 0 for
// any time.
func (s *Searcher) limits(c board.Color, clock timing.Clock) (playouts int, b timing.Budget) {
	playouts = s.config.Playouts
	t := s.config.Time
	if t == 0 && playouts == 0 && clock.System == timing.Unlimited {
		t = defaultTime
	}
	b = s.Share(c, clock, len(s.game.Moves()), s.game.Size(), s.config.Lag, t)
	if !s.config.Extend {
		b.Hard = b.Soft
	}
	return playouts, b
}

// fewest is how many playouts a search makes however late it is: without any there is
// nothing to choose by.
const fewest = 8

// read searches until the budget, which began when the player was asked, is spent.
func (s *Searcher) read(ctx context.Context, playouts int, began time.Time, budget timing.Budget) error {
	timed := budget.Soft > 0
	deadline := began.Add(budget.Soft)
	b := search.Budget{Playouts: playouts}
	if timed {
		limitTime(&b, s.tree, s.now, &deadline)
		s.team.SetUntil(&deadline)
		defer s.team.SetUntil(nil)
		if s.config.Early {
			b.Settled = s.choice
		}
	}
	if err := s.grow(ctx, b); err != nil {
		return err
	}
	s.took.Playouts += s.tree.Playouts()
	if !timed || playouts > 0 || budget.Hard <= budget.Soft || s.now().Before(deadline) || s.agreed() {
		return nil
	}
	// Undecided: on in short stretches, until it is decided or time is over.
	step, last := (budget.Hard-budget.Soft+3)/4, began.Add(budget.Hard)
	for deadline.Before(last) && !s.agreed() && ctx.Err() == nil {
		deadline = deadline.Add(step)
		b.Settled = nil
		if err := s.grow(ctx, b); err != nil {
			return err
		}
		s.took.Playouts += s.tree.Playouts()
	}
	return nil
}

// limitTime makes a search end at a deadline, which may still move, but not before the least number
// of playouts. The search can also say for how many more playouts there is time.
func limitTime(b *search.Budget, tree *search.Tree, now func() time.Time, deadline *time.Time) {
	start := now()
	b.Stop = func() bool { return tree.Playouts() >= fewest && !now().Before(*deadline) }
	b.Left = func() int {
		now := now()
		spent, left := now.Sub(start), deadline.Sub(now)
		done := tree.Playouts()
		if spent <= 0 || done < 64 {
			return 1 << 30
		}
		return int(float64(done) * float64(max(left, 0)) / float64(spent))
	}
}

// agreed says whether the most visited move has the highest mean as well.
func (s *Searcher) agreed() bool {
	moves := s.tree.Root().Moves
	if len(moves) == 0 {
		return true
	}
	most := search.MostVisits{}.Choose(moves, 0)
	for i := range moves {
		// A mean of few visits says nothing.
		if 4*moves[i].Visits >= moves[most].Visits && moves[i].Mean > moves[most].Mean {
			return false
		}
	}
	return true
}

// checkClock refuses clock=cpu where the system does not tell a thread's time.
func (c SearchConfig) checkClock() error {
	if c.Clock != clockCPU {
		return nil
	}
	if _, err := timing.ThreadTime(); err != nil {
		return options.Errorf("player %s: clock=cpu: %w", c.Kind, err)
	}
	return nil
}
