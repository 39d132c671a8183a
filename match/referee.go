package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/timing"
)

// The ways in which a game ends that package game does not know.
const (
	EndLimit   = "limit"   // too many moves; the score decides
	EndResign  = "resign"  // the loser resigned
	EndTime    = "time"    // the loser ran out of time, or did not answer
	EndIllegal = "illegal" // the loser played an illegal move
	EndFailed  = "failed"  // the loser's program crashed, or refused a legal move
)

// forfeits are the ways in which somebody lost at once, and their marks in results.
var forfeits = map[string]string{EndResign: "R", EndTime: "T", EndIllegal: "F", EndFailed: "F"}

// Ending is how a game ended.
type Ending struct {
	Winner board.Color `json:"-"`      // Empty for a draw
	Result string      `json:"result"` // as SGF writes it: B+3.5, W+R, B+T, W+F; X+row, O+F
	End    string      `json:"end"`    // one of the ways above, or of package game
	Moves  int         `json:"moves"`
	// Plain is the score with every stone alive, Cleared without the stones that playouts
	// take for dead; empty if the score did not matter.
	Plain   string `json:"plain,omitempty"`
	Cleared string `json:"cleared,omitempty"`
	// Said is the score as the players see it, those who can tell.
	Said map[string]string `json:"said,omitempty"`
	// Seconds are the players' own, Black's first.
	Seconds [2]float64 `json:"seconds"`
	Error   string     `json:"error,omitempty"` // what the loser did, in words
}

// referee sees that a game goes by the rules. It does not trust the players.
type referee struct {
	limit    int           // moves of a game
	patience time.Duration // for one answer, where no clock runs
	time     timing.Settings
	now      func() time.Time
	playOn   bool             // nobody is to resign
	hopeless board.Color      // who first would have
	think    bool             // keep thoughts
	thoughts []record.Thought // of the moves so far
	watch    func()           // before each move; nil for nobody
}

// interruption is how long after a failure the end of the match may still be its cause. Ctrl-C ends the other programs
// of a match, too, and their end may be noticed first. A game that nobody lost would then count for good.
const interruption = 500 * time.Millisecond

// grace is how long a player may be late with an answer before it is given up: a clock that
// has run out has lost anyway, but only an answer leaves the player fit for another game.
const grace = 5 * time.Second

// play has a game played to its end. players are by colour. g has the opening's moves
// already. Only the end of ctx is an error; whatever the players do wrong is a loss.
func (r *referee) play(ctx context.Context, g game.Game, players [3]player.Player) (Ending, error) {
	var e Ending
	clocks := [3]timing.Clock{board.Black: r.time.Start(), board.White: r.time.Start()}
	for _, c := range []board.Color{board.Black, board.White} {
		if err := players[c].NewGame(g); err != nil {
			return r.forfeit(ctx, g, e, c, EndFailed, err)
		}
	}
	if r.think {
		r.thoughts = make([]record.Thought, len(g.Moves())) // nobody thought of the opening
	}
	for !g.Over() {
		if r.watch != nil {
			r.watch()
		}
		if len(g.Moves()) >= r.limit {
			return r.score(ctx, g, e, EndLimit, players)
		}
		c := g.ToMove()
		clocks[c].PlayOn = r.playOn
		choice, took, err := r.ask(ctx, players[c], c, clocks[c])
		e.Seconds[c-board.Black] += took.Seconds()
		if ctx.Err() != nil {
			return e, ctx.Err()
		}
		enough := true
		clocks[c], enough = clocks[c].Spend(took)
		switch {
		case !enough || r.late(clocks[c], took) || errors.Is(err, context.DeadlineExceeded):
			return r.forfeit(ctx, g, e, c, EndTime, fmt.Errorf("no move within the time, after %v",
				took.Round(time.Millisecond)))
		case err != nil:
			return r.forfeit(ctx, g, e, c, EndFailed, err)
		case choice.Resign:
			return r.forfeit(ctx, g, e, c, EndResign, nil)
		}
		if choice.Hopeless && r.hopeless == board.Empty {
			r.hopeless = c
		}
		if err := g.Play(choice.Point, c); err != nil {
			if why := errors.Unwrap(err); why != nil { // without the colour, which forfeit says
				err = why
			}
			return r.forfeit(ctx, g, e, c, EndIllegal, fmt.Errorf("illegal move %s: %w",
				choice.Point.Vertex(g.Size()), err))
		}
		if r.think {
			var t record.Thought
			if p, ok := players[c].(player.Thinker); ok {
				t = p.Thought(choice.Point)
			}
			r.thoughts = append(r.thoughts, t)
		}
		// The player that moved hears of the move first: it made the move, so it cannot refuse it.
		for _, told := range []board.Color{c, c.Opponent()} {
			if err := players[told].Play(board.Move{Point: choice.Point, Color: c}); err != nil {
				return r.forfeit(ctx, g, e, told, EndFailed, err)
			}
		}
	}
	return r.score(ctx, g, e, "", players)
}

// late says that a move took longer than the patience with a player without a clock.
func (r *referee) late(clock timing.Clock, took time.Duration) bool {
	return clock.System == timing.Unlimited && r.patience > 0 && took > r.patience
}

// ask has a player move and takes the time.
func (r *referee) ask(
	ctx context.Context, p player.Player, c board.Color, clock timing.Clock,
) (player.Choice, time.Duration, error) {
	patience := r.patience
	if clock.System != timing.Unlimited {
		patience = clock.Left + grace
		if clock.System == timing.Byoyomi {
			patience += time.Duration(clock.Stones) * clock.Period
		} else if clock.System == timing.Canadian && clock.Moves == 0 {
			patience += clock.Period
		}
	}
	if patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	start := r.now()
	choice, err := p.Genmove(ctx, c, clock)
	return choice, r.now().Sub(start), err
}

// forfeit ends a game that c has lost.
func (r *referee) forfeit(
	ctx context.Context, g game.Game, e Ending, c board.Color, end string, why error,
) (Ending, error) {
	if end == EndFailed {
		select {
		case <-ctx.Done():
		case <-time.After(interruption):
		}
	}
	if ctx.Err() != nil { // what went wrong may be our own doing
		return e, ctx.Err()
	}
	e.Winner, e.End, e.Moves = c.Opponent(), end, len(g.Moves())
	rules := g.Rules()
	e.Result = strings.ToUpper(rules.Side(e.Winner)[:1]) + "+" + forfeits[end]
	if why != nil {
		e.Error = fmt.Sprintf("%s: %v", rules.Side(c), why)
	}
	return e, nil
}

// score is the outcome of a game that is finished, or that ends because of the limit. The players are asked, too.
func (r *referee) score(
	ctx context.Context, g game.Game, e Ending, end string, players [3]player.Player,
) (Ending, error) {
	o := g.Outcome()
	e.End, e.Moves, e.Plain, e.Cleared = cmp.Or(end, o.End), len(g.Moves()), o.Plain, o.Cleared
	for _, c := range []board.Color{board.Black, board.White} {
		s, ok := players[c].(player.Scorer)
		if !ok {
			continue
		}
		text, err := s.FinalScore()
		if ctx.Err() != nil {
			return e, ctx.Err()
		}
		if err != nil { // it has no opinion, and no harm is done
			continue
		}
		if e.Said == nil {
			e.Said = map[string]string{}
		}
		e.Said[c.String()] = text
	}
	e.Winner, e.Result = decide(o, e.Said)
	return e, nil
}

// decide is who has won, and the result, by an outcome and what the players said of the score. In Go the stones that
// playouts take for dead come off. If another side wins with all stones alive, and all players who know a score name
// that side, they are right. The estimate may be wrong, and both had the chance to play on.
func decide(o game.Outcome, said map[string]string) (winner board.Color, result string) {
	if o.PlainWinner != o.Winner && agree(said, o.PlainWinner) && o.Plain != "" {
		return o.PlainWinner, o.Plain
	}
	return o.Winner, o.Result
}

// agree says that some players named a score, and that all of them took c for the winner.
func agree(said map[string]string, c board.Color) bool {
	for _, text := range said {
		if scoreWinner(text) != c {
			return false
		}
	}
	return len(said) > 0
}

// scoreWinner is who wins a score as GTP writes it.
func scoreWinner(text string) board.Color {
	switch {
	case len(text) > 1 && (text[0] == 'B' || text[0] == 'b') && text[1] == '+':
		return board.Black
	case len(text) > 1 && (text[0] == 'W' || text[0] == 'w') && text[1] == '+':
		return board.White
	}
	return board.Empty
}

// opening plays so many random moves: fewer if there are no others.
func opening(g game.Game, plies int, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	var open []board.Point
	for range plies {
		if open = g.Openings(open[:0]); len(open) == 0 {
			return nil
		}
		if err := g.Play(open[rng.IntN(len(open))], g.ToMove()); err != nil {
			return fmt.Errorf("opening: %w", err)
		}
	}
	return nil
}
