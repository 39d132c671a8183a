package judge

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// Contestant is a player under test.
type Contestant struct {
	Name   string
	Player player.Player
	// Clock is the processor time spent for the player so far; nil where nobody knows it, as for programs of others.
	Clock func() time.Duration
}

// Row is what the moves of a contestant lose.
type Row struct {
	Player string `json:"player"`
	// Loss is the mean loss of win rate a move. Difference is this loss less the first contestant's, by position.
	Loss       interval.Estimate `json:"loss"`
	Difference interval.Estimate `json:"difference"`
	// Clean is the share of moves without loss, Blunders the share that lose more than a tenth.
	Clean    interval.Estimate `json:"without_loss"`
	Blunders interval.Estimate `json:"blunders"`
	// Seconds of processor time a move; nil where nobody knows it.
	Seconds *float64 `json:"seconds,omitempty"`

	losses []float64
}

// blunder is the loss above which a move is one.
const blunder = 0.1

// Compare has the contestants choose moves in all questions. A player that resigns loses all that it had: the
// questions are positions that can be won. told, which may be nil, is called after each question.
func (j *Judge) Compare(
	ctx context.Context, questions []Question, contestants []Contestant, told func(done int),
) ([]Row, error) {
	rows := make([]Row, len(contestants))
	spent := make([]time.Duration, len(contestants))
	for n, q := range questions {
		losses, err := j.ask(ctx, q, contestants, spent)
		if err != nil {
			return nil, fmt.Errorf("%s, move %d: %w", q.Source, q.Ply, err)
		}
		for k := range rows {
			rows[k].losses = append(rows[k].losses, losses[k])
		}
		if told != nil {
			told(n + 1)
		}
	}
	for k := range rows {
		rows[k].sum(contestants[k].Name, rows[0].losses)
		if contestants[k].Clock != nil && len(questions) > 0 {
			seconds := spent[k].Seconds() / float64(len(questions))
			rows[k].Seconds = &seconds
		}
	}
	return rows, nil
}

// ask is what each contestant loses in one position.
func (j *Judge) ask(
	ctx context.Context, q Question, contestants []Contestant, spent []time.Duration,
) (losses []float64, err error) {
	g, values := q.Game, map[board.Point]float64{}
	value := func(p board.Point) (err error) {
		if _, ok := values[p]; !ok {
			values[p], err = j.After(ctx, g, p)
		}
		return err
	}
	choices := make([]player.Choice, len(contestants))
	for k, c := range contestants {
		var before time.Duration
		if c.Clock != nil {
			before = c.Clock()
		}
		if choices[k], err = c.Choose(ctx, g, j.hash(g)); err != nil {
			return nil, fmt.Errorf("player %s: %w", c.Name, err)
		}
		if c.Clock != nil {
			spent[k] += c.Clock() - before
		}
		if choices[k].Resign {
			continue
		}
		if err := value(choices[k].Point); err != nil {
			return nil, fmt.Errorf("player %s: %w", c.Name, err)
		}
	}
	own, err := j.Look(ctx, g)
	if err != nil {
		return nil, err
	}
	for _, name := range own.Best {
		p, err := board.ParseVertex(name, g.Size())
		if err == nil {
			err = value(p)
		}
		if err != nil {
			return nil, fmt.Errorf("the judge's move %s: %w", name, err)
		}
	}
	best := 0.0
	for _, v := range values {
		best = max(best, v)
	}
	for _, c := range choices {
		if c.Resign {
			losses = append(losses, best)
		} else {
			losses = append(losses, best-values[c.Point])
		}
	}
	return losses, nil
}

// Choose is the contestant's move in a position, which depends on the position and the seed alone.
func (c Contestant) Choose(ctx context.Context, g *board.Game, seed uint64) (player.Choice, error) {
	if r, ok := c.Player.(player.Reseeder); ok {
		r.Reseed(seed)
	}
	if err := c.Player.NewGame(game.Of(g)); err != nil {
		return player.Choice{}, err
	}
	return c.Player.Genmove(ctx, g.Position().ToMove(), timing.Clock{PlayOn: true})
}

// sum makes the figures from the losses, and from the losses of the contestant to compare with.
func (r *Row) sum(name string, first []float64) {
	r.Player = name
	clean, blunders := 0.0, 0.0
	apart := make([]float64, len(r.losses))
	for i, loss := range r.losses {
		apart[i] = loss - first[i]
		if loss == 0 {
			clean++
		}
		if loss > blunder {
			blunders++
		}
	}
	r.Loss, r.Difference = mean(r.losses), mean(apart)
	r.Clean, r.Blunders = interval.Share(clean, len(r.losses)), interval.Share(blunders, len(r.losses))
}

// mean is the mean of independent numbers with its interval, from the standard error: two numbers at least make one.
func mean(xs []float64) interval.Estimate {
	n := float64(len(xs))
	if n == 0 {
		return interval.Estimate{}
	}
	sum, squares := 0.0, 0.0
	for _, x := range xs {
		sum += x
	}
	m := sum / n
	for _, x := range xs {
		squares += (x - m) * (x - m)
	}
	e := interval.Estimate{Value: m, Lo: m, Hi: m, N: len(xs)}
	if n > 1 {
		half := 1.96 * math.Sqrt(squares/(n-1)/n)
		e.Lo, e.Hi = m-half, m+half
	}
	return e
}
