package inside

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// pathJSON is the way of one playout through the tree. Values are from −1 to 1 for the player to move at the step.
type pathJSON struct {
	Number int        `json:"number"` // which playout of the tree it was
	Steps  []stepJSON `json:"steps"`
	Leaf   leafJSON   `json:"leaf"`
}

// stepJSON is a position of the tree that the playout came through.
type stepJSON struct {
	Points string     `json:"points"`
	ToMove string     `json:"to_move"`
	Last   string     `json:"last"` // the move before
	Chosen string     `json:"chosen"`
	Count  int        `json:"count"` // how many moves there are
	Visits int        `json:"visits"`
	Lambda float64    `json:"lambda"` // λ at the position
	Moves  []edgeJSON `json:"moves"`  // the best by Q + u, the best first; and the chosen one
}

// edgeJSON is a move of a step, before the playout and after it.
type edgeJSON struct {
	Point  string   `json:"point"`
	Prior  float64  `json:"prior"` // P
	Before statJSON `json:"before"`
	After  statJSON `json:"after"`
}

// statJSON are the statistics of a move.
type statJSON struct {
	N       int     `json:"n"`        // N_r
	W       float64 `json:"w"`        // W_r
	NValues int     `json:"n_values"` // N_v
	WValues float64 `json:"w_values"` // W_v
	Q       float64 `json:"q"`
	U       float64 `json:"u"`
}

// leafJSON is where the playout left the tree. Outcome and Value are for Black, −1 to 1.
type leafJSON struct {
	Points string `json:"points"`
	ToMove string `json:"to_move"`
	Last   string `json:"last"`
	// Joined is how many moves the position has if it joined the tree, else 0; Visits, how many
	// playouts had come to it before.
	Joined int  `json:"joined"`
	Visits int  `json:"visits"`
	Over   bool `json:"over"`
	// Judged says whether the value network was asked now, Known whether it had been before.
	Judged  bool    `json:"judged"`
	Known   bool    `json:"known"`
	Value   float64 `json:"value"`
	Outcome float64 `json:"outcome"`
	// Moves are those of the rollout, Final the board at its end.
	Moves []string `json:"moves"`
	Final string   `json:"final"`
	Lead  float64  `json:"lead"` // of Black, after komi
}

// trace makes playouts, and keeps what the last of them did. The caller holds mu, which is let go meanwhile.
func (l *look) trace(ctx context.Context, playouts int) error {
	if playouts = cmp.Or(playouts, 1); playouts < 1 || playouts > mostSteps {
		return wire.Refused("playouts %d: want 1 to %d", playouts, mostSteps)
	}
	tree, state := l.tree, l.state
	var made *search.Trace
	l.mu.Unlock()
	err := l.pages.config.Room.Think(ctx, 1, func(ctx context.Context) (err error) {
		if playouts > 1 {
			if err := tree.Search(ctx, search.Budget{Playouts: playouts - 1}); err != nil {
				return err
			}
		}
		made, err = tree.Trace(ctx)
		return err
	})
	l.mu.Lock()
	if errors.Is(err, search.ErrOver) {
		return wire.Refused("the game is over here: there is nothing to search")
	}
	if err != nil {
		return err
	}
	l.traced = pathOf(made, state)
	l.traced.Number = tree.Root().Visits
	return nil
}

// mostMoves is how many moves of a step are shown besides the chosen one.
const mostMoves = 8

// pathOf is a trace from a position, as a page sees it.
func pathOf(t *search.Trace, from *gostate.State) *pathJSON {
	path := &pathJSON{Steps: []stepJSON{}}
	s := from.Clone().(*gostate.State)
	pos := s.Position()
	size := pos.Size()
	last := ""
	for i := range t.Steps {
		step := &t.Steps[i]
		chosen := step.Before[step.Chosen]
		out := stepJSON{
			Points: points(pos), ToMove: pos.ToMove().String(), Last: last,
			Chosen: board.Point(chosen.Move).Vertex(size), Count: len(step.Before), Lambda: round(step.Lambda),
			Moves: []edgeJSON{},
		}
		order := make([]int, len(step.Before))
		for k := range order {
			order[k] = k
			out.Visits += step.Before[k].Visits
		}
		slices.SortStableFunc(order, func(a, b int) int {
			if a == step.Chosen || b == step.Chosen { // it has the largest sum, perhaps not alone
				return cmp.Compare(btoi(b == step.Chosen), btoi(a == step.Chosen))
			}
			x, y := step.Before[a], step.Before[b]
			return cmp.Or(cmp.Compare(y.Q+y.U, x.Q+x.U), cmp.Compare(y.Prior, x.Prior))
		})
		for _, k := range order[:min(len(order), mostMoves)] {
			out.Moves = append(out.Moves, edgeJSON{
				Point: board.Point(step.Before[k].Move).Vertex(size), Prior: round(step.Before[k].Prior),
				Before: statOf(step.Before[k]), After: statOf(step.After[k]),
			})
		}
		path.Steps = append(path.Steps, out)
		last = out.Chosen
		s.Play(chosen.Move)
	}
	end := t.Steps[len(t.Steps)-1].Before[t.Steps[len(t.Steps)-1].Chosen]
	path.Leaf = leafJSON{
		Points: points(pos), ToMove: pos.ToMove().String(), Last: last, Joined: len(t.Joined), Visits: end.Visits,
		Over: t.Over, Judged: t.Judged, Known: !t.Judged && end.Values > 0,
		Value: round(t.Value), Outcome: round(t.Outcome), Moves: []string{},
	}
	margin := s.Margin()
	for _, m := range t.Moves {
		path.Leaf.Moves = append(path.Leaf.Moves, board.Point(m).Vertex(size))
		s.Play(m)
	}
	path.Leaf.Final, path.Leaf.Lead = points(pos), float64(pos.Lead())-margin
	if t.Over {
		black, white := pos.Area(nil)
		path.Leaf.Lead = float64(black-white) - margin
	}
	return path
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// statOf are the statistics of a move.
func statOf(m search.TraceMove) statJSON {
	return statJSON{
		N: m.Visits, W: round(m.Outcome * float64(m.Visits)),
		NValues: m.Values, WValues: round(m.Value * float64(m.Values)), Q: round(m.Q), U: round(m.U),
	}
}
