package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/timing"
)

// Review is what a player thinks of a recorded game.
type Review struct {
	Player    string
	Size      int
	Komi      float64
	Positions []Reviewed // the main line: before the first move, and after each

	result record.Result // of the game, as the record has it
}

// Reviewed is one position of a game under review.
type Reviewed struct {
	Node     *sgf.Node
	Move     board.Move       // that led here; Color Empty before the first move and after setup stones
	Number   int              // of moves before it in the record
	Analysis *player.Analysis // nil if the review did not come so far
	// Loss is how much the player lost by the move: the win rate of the reviewer's best move
	// less the win rate of the move played, from 0 to 1. It is 0 for the best move. A pass after which the
	// reviewer reads nothing ends the game. It costs something only where the record counts the game, and the player
	// was ahead: who is behind may give it up.
	Loss float64

	game *board.Game // where the history begins anew; else nil
}

// Black is Black's win rate, 0 to 1; it needs an Analysis.
func (r *Reviewed) Black() float64 { return r.Analysis.For(board.Black) }

// New reads the main line of a record; see record.ReadGame. With a *record.BreakError comes the review
// of the moves before the illegal one.
func New(t *sgf.Tree, rules board.Rules) (*Review, error) {
	r := &Review{result: record.ParseResult(t.Root.Text("RE"))}
	var last *board.Game
	moves := 0
	err := record.Replay(t, rules, func(n *sgf.Node, g *board.Game, m *board.Move) error {
		r.Size, r.Komi = g.Size(), g.Rules().Komi
		switch {
		case m != nil:
			moves++
			r.Positions = append(r.Positions, Reviewed{Node: n, Number: moves, Move: *m})
		case g != last: // the root, or setup stones
			last = g
			r.Positions = append(r.Positions, Reviewed{Node: n, Number: moves, game: g.Clone()})
		}
		return nil
	})
	var broken *record.BreakError
	if errors.As(err, &broken) { // the last position is that of the illegal move
		r.Positions = r.Positions[:len(r.Positions)-1]
	}
	return r, err
}

// mover is who is to move in position i: whoever does next in the record.
func (r *Review) mover(i int) board.Color {
	if i+1 < len(r.Positions) && r.Positions[i+1].Move.Color != board.Empty {
		return r.Positions[i+1].Move.Color
	}
	if p := &r.Positions[i]; p.game != nil {
		return p.game.Position().ToMove()
	}
	return r.Positions[i].Move.Color.Opponent()
}

// Run has the player analyse every position, as long as it takes for a move, and calls
// tell after each. Where the player sees nothing to read, such as after two passes,
// the record's count or random games say who is ahead. What was found before an error, such as the end of
// ctx, stays. The player begins with its seed anew, so nothing depends on the games that it
// reviewed before.
func (r *Review) Run(ctx context.Context, analyst player.Analyst, seed uint64, tell func(done int)) error {
	r.Player = analyst.String()
	if r, ok := analyst.(player.Reseeder); ok {
		r.Reseed(0)
	}
	var g *board.Game
	for i := range r.Positions {
		p := &r.Positions[i]
		var err error
		if p.game != nil {
			g = p.game.Clone()
			err = analyst.NewGame(game.Of(g))
		} else if err = g.Play(p.Move.Point, p.Move.Color); err == nil {
			err = analyst.Play(p.Move)
		}
		if err == nil {
			p.Analysis, err = look(ctx, analyst, r.position(i, g), seed, player.AnalyzeOptions{})
		}
		if err != nil {
			return fmt.Errorf("position after move %d: %w", p.Number, err)
		}
		if p.Loss = 0; i > 0 && p.Move.Color != board.Empty {
			before, read := r.Positions[i-1].Analysis, p.Analysis.Visits > 0 || !isPass(p.Move)
			if read || r.position(i, g).Result.Counted() && ahead(before) {
				p.Loss = loss(before, p)
			}
		}
		tell(i + 1)
	}
	return nil
}

// position is position i, with the game as it is there.
func (r *Review) position(i int, g *board.Game) Position {
	q := Position{Game: g, ToMove: r.mover(i)}
	rest := r.Positions[i+1:]
	if len(rest) == 0 || len(rest) == 1 && isPass(r.Positions[i].Move) && isPass(rest[0].Move) {
		q.Result = r.result
	}
	return q
}

// isPass says whether a move is there, and a pass.
func isPass(m board.Move) bool { return m.Color != board.Empty && m.Point == board.Pass }

// ahead says whether the player to move was ahead with its best move.
func ahead(a *player.Analysis) bool { return len(a.Moves) > 0 && a.Moves[0].Winrate > 0.5 }

// look analyses one position.
func look(
	ctx context.Context, p player.Analyst, q Position, seed uint64, o player.AnalyzeOptions,
) (*player.Analysis, error) {
	var seen *player.Analysis
	_, err := p.GenmoveAnalyze(ctx, q.ToMove, timing.Clock{}, o, func(a *player.Analysis) {
		seen = a.Clone()
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	if seen == nil || seen.Visits == 0 {
		seen = q.estimate(seed)
	}
	return seen, nil
}

// estimate is what random games say of a position. After a pass they say which stones are dead, and the count says the
// rest: a player that reads nothing there sees that another pass wins. A recorded result comes first: the players knew
// which stones were dead.
func (q Position) estimate(seed uint64) *player.Analysis {
	moves := q.Game.Moves()
	passed := len(moves) > 0 && isPass(moves[len(moves)-1])
	var wins [3]float64
	if passed && q.Result.Counted() {
		wins[q.Result.Winner] = 1
	} else if o := ownership.Estimate(q.Game, ownership.Playouts, seed); passed {
		wins[q.Game.Score(o.DeadStones(q.Game.Position())).Winner()] = 1
	} else {
		wins = o.Wins
	}
	return &player.Analysis{ToMove: q.ToMove, Winrate: wins[q.ToMove] + wins[board.Empty]/2}
}

// loss is what a move cost: the best move's win rate before it, less the mover's after
// it.
func loss(before *player.Analysis, p *Reviewed) float64 {
	if len(before.Moves) == 0 || before.Moves[0].Point == p.Move.Point {
		return 0
	}
	lost := before.Moves[0].Winrate - p.Analysis.For(p.Move.Color)
	if math.IsNaN(lost) {
		return 0
	}
	return min(max(lost, 0), 1)
}

// serious is how many times fewer visits than the best move's one may have and still
// count: the figures of others are chance.
const serious = 10

// Instead are up to n moves that the reviewer would rather have read on with than the
// one that led to position i, the best first.
func (r *Review) Instead(i, n int) []player.MoveAnalysis {
	if i == 0 || r.Positions[i].Move.Color == board.Empty || r.Positions[i-1].Analysis == nil {
		return nil
	}
	var instead []player.MoveAnalysis
	moves := r.Positions[i-1].Analysis.Moves
	for _, m := range moves {
		if m.Point == r.Positions[i].Move.Point || len(instead) == n {
			break
		}
		if m.Visits > 0 && serious*m.Visits >= moves[0].Visits {
			instead = append(instead, m)
		}
	}
	return instead
}

// Worst are the indices of the n positions with the moves that lost most, the worst first.
// Each lost at least least.
func (r *Review) Worst(n int, least float64) []int {
	var worst []int
	for i := range r.Positions {
		if r.Positions[i].Analysis != nil && r.Positions[i].Loss > 0 && r.Positions[i].Loss >= least {
			worst = append(worst, i)
		}
	}
	slices.SortStableFunc(worst, func(i, j int) int { return cmp.Compare(r.Positions[j].Loss, r.Positions[i].Loss) })
	return worst[:min(n, len(worst))]
}

// Start is the game before its first move.
func (r *Review) Start() *board.Game { return r.Positions[0].game.Clone() }

// Rules are the rules of the game, as SGF names them.
func (r *Review) Rules() string { return record.Transcript{Game: r.Start()}.Tree().Root.Text("RU") }
