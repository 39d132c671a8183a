package papers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// race compares the thinking times of two players, A and B.
type race struct{ key, a, b string }

// price is the mean seconds that A and B took for a move, and their ratio, over games.
type price [3]lab.Moments

func (p *price) merge(o price) {
	for i := range p {
		p[i].Merge(o[i])
	}
}

// mean is one of the three over the games.
func (p price) mean(i int) lab.Estimate { return fromZero(p[i]) }

// fromZero is the mean of times or speeds: none is below 0, whatever the spread of few games says.
func fromZero(m lab.Moments) lab.Estimate {
	e := m.Estimate()
	e.Lo = max(0, e.Lo)
	return e
}

// ratio is how many times as long A takes as B.
func (p price) ratio() lab.Estimate { return p.mean(2) }

// raceGames is how many games a race has at full scale.
const raceGames = 20

// races measures how long two players think for a move in the same positions, alternating on one
// thread. The positions come from games that B plays with itself.
func (r *matchRun) races(ctx context.Context, races []race, size int) ([]price, error) {
	var cells []lab.Cell
	var whose []int
	for i, c := range races {
		games := lab.Chunks(c.key, r.games(raceGames), 1)
		for range games {
			whose = append(whose, i)
		}
		cells = append(cells, games...)
		if !slices.ContainsFunc(games, func(g lab.Cell) bool { return !r.Has(g) }) {
			continue
		}
		for _, text := range []string{c.a, c.b} {
			if err := r.try(text, size); err != nil {
				return nil, err
			}
		}
	}
	parts, err := lab.Cells(
		ctx, r.Here(), "prices", "games", cells,
		func(ctx context.Context, job lab.Job) (price, error) {
			return r.race(ctx, races[whose[job.Index]], size, job.Seed)
		},
	)
	if err != nil {
		return nil, err
	}
	prices := make([]price, len(races))
	for i, p := range parts {
		prices[whose[i]].merge(p)
	}
	return prices, nil
}

// race is one game of B with itself. A thinks in its positions, too.
func (r *matchRun) race(ctx context.Context, c race, size int, seed uint64) (p price, err error) {
	runtime.LockOSThread() // its time is measured
	defer runtime.UnlockOSThread()
	g, err := board.NewGame(size, board.Chinese())
	if err != nil {
		return p, err
	}
	var players [2]player.Player
	for i, text := range []string{c.a, c.b} {
		if players[i], err = r.Players.Parse(text, r.env(size, seed)); err != nil {
			return p, fmt.Errorf("player %s: %w", text, err)
		}
		defer func() { err = errors.Join(err, players[i].Close()) }()
		if err := players[i].NewGame(game.Of(g)); err != nil {
			return p, fmt.Errorf("player %s: %w", text, err)
		}
	}
	var spent [2]float64
	moves := 0
	for len(g.Moves()) < 2*size*size && !g.Over() {
		color := g.Position().ToMove()
		var choice player.Choice
		for i, one := range players {
			began := threadClock()
			if choice, err = one.Genmove(ctx, color, timing.Clock{}); err != nil {
				return p, err
			}
			spent[i] += (threadClock() - began).Seconds()
		}
		moves++
		if choice.Resign {
			break
		}
		if err := g.Play(choice.Point, color); err != nil {
			return p, err
		}
		for _, one := range players {
			if err := one.Play(board.Move{Color: color, Point: choice.Point}); err != nil {
				return p, err
			}
		}
	}
	for i := range spent {
		spent[i] = math.Max(spent[i], 1e-9) / float64(moves)
		p[i].Add(spent[i])
	}
	p[2].Add(spent[0] / spent[1])
	return p, nil
}

// threadClock is the processor time of the thread, or the time of day where the system does not
// tell it.
func threadClock() time.Duration {
	if spent, err := timing.ThreadTime(); err == nil {
		return spent
	}
	return time.Duration(time.Now().UnixNano())
}
