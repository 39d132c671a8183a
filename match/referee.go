package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
)

// The ways in which a game ends.
const (
	EndPasses  = "passes"  // both passed; the score decides
	EndLimit   = "limit"   // too many moves; the score decides
	EndResign  = "resign"  // the loser resigned
	EndTime    = "time"    // the loser ran out of time, or did not answer
	EndIllegal = "illegal" // the loser played an illegal move
	EndFailed  = "failed"  // the loser's program crashed, or refused a legal move
)

// scoreGames is the number of playouts behind the dead stones of a finished game.
const scoreGames = 2000

// Ending is how a game ended.
type Ending struct {
	Winner board.Color `json:"-"`      // Empty for a draw
	Result string      `json:"result"` // as SGF writes it: B+3.5, W+R, B+T, W+F
	End    string      `json:"end"`    // one of the ways above
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
	time     player.TimeSettings
	now      func() time.Time
	playOn   bool             // nobody is to resign
	hopeless board.Color      // who first would have
	think    bool             // keep thoughts
	thoughts []record.Thought // of the moves so far
}

// grace is how long a player may be late with an answer before it is given up: a clock that
// has run out has lost anyway, but only an answer leaves the player fit for another game.
const grace = 5 * time.Second

// play has a game played to its end. players are by colour. g has the opening's moves
// already. Only the end of ctx is an error; whatever the players do wrong is a loss.
func (r *referee) play(ctx context.Context, g *board.Game, players [3]player.Player) (Ending, error) {
	var e Ending
	clocks := [3]player.Clock{board.Black: r.time.Start(), board.White: r.time.Start()}
	for _, c := range []board.Color{board.Black, board.White} {
		if err := players[c].NewGame(g); err != nil {
			return r.forfeit(ctx, g, e, c, EndFailed, err)
		}
	}
	if r.think {
		r.thoughts = make([]record.Thought, len(g.Moves())) // nobody thought of the opening
	}
	for !g.Over() {
		if len(g.Moves()) >= r.limit {
			return r.score(ctx, g, e, EndLimit, players)
		}
		c := g.Position().ToMove()
		clocks[c].PlayOn = r.playOn
		choice, took, err := r.ask(ctx, players[c], c, clocks[c])
		e.Seconds[c-board.Black] += took.Seconds()
		if ctx.Err() != nil {
			return e, ctx.Err()
		}
		enough := true
		clocks[c], enough = clocks[c].Spend(took)
		switch {
		case !enough || errors.Is(err, context.DeadlineExceeded):
			return r.forfeit(ctx, g, e, c, EndTime, fmt.Errorf("no move within the time, after %v", took.Round(time.Millisecond)))
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
			return r.forfeit(ctx, g, e, c, EndIllegal, fmt.Errorf("illegal move %s: %w", choice.Point.Vertex(g.Size()), err))
		}
		if r.think {
			var t record.Thought
			if p, ok := players[c].(player.Thinker); ok {
				t = p.Thought(choice.Point)
			}
			r.thoughts = append(r.thoughts, t)
		}
		// Whoever moved is told first: a program that made the move itself cannot refuse it.
		for _, told := range []board.Color{c, c.Opponent()} {
			if err := players[told].Play(board.Move{Point: choice.Point, Color: c}); err != nil {
				return r.forfeit(ctx, g, e, told, EndFailed, err)
			}
		}
	}
	return r.score(ctx, g, e, EndPasses, players)
}

// ask has a player move and takes the time.
func (r *referee) ask(ctx context.Context, p player.Player, c board.Color, clock player.Clock) (player.Choice, time.Duration, error) {
	patience := r.patience
	if clock.System != player.Unlimited {
		patience = clock.Left + grace
		if clock.System == player.Byoyomi {
			patience += time.Duration(clock.Stones) * clock.Period
		} else if clock.System == player.Canadian && clock.Moves == 0 {
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
func (r *referee) forfeit(ctx context.Context, g *board.Game, e Ending, c board.Color, end string, why error) (Ending, error) {
	if ctx.Err() != nil { // what went wrong may be our own doing
		return e, ctx.Err()
	}
	e.Winner, e.End, e.Moves = c.Opponent(), end, len(g.Moves())
	mark := map[string]string{EndResign: "R", EndTime: "T"}[end]
	if mark == "" {
		mark = "F"
	}
	e.Result = record.Letter(e.Winner) + "+" + mark
	if why != nil {
		e.Error = fmt.Sprintf("%v: %v", c, why)
	}
	return e, nil
}

// score counts a finished game. The stones that playouts take for dead come off. Where that
// makes another winner than all stones alive, the players are asked, and if all who can tell
// agree, they are right: the estimate may be wrong, and both had the chance to play on.
func (r *referee) score(ctx context.Context, g *board.Game, e Ending, end string, players [3]player.Player) (Ending, error) {
	o := ownership.Estimate(g, scoreGames, uint64(len(g.Moves())))
	plain, cleared := g.Score(nil), g.Score(o.DeadStones(g.Position()))
	e.End, e.Moves, e.Plain, e.Cleared = end, len(g.Moves()), plain.String(), cleared.String()
	e.Winner, e.Result = cleared.Winner(), cleared.String()
	said := map[board.Color]bool{}
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
		said[scoreWinner(text)] = true
	}
	if plain.Winner() != cleared.Winner() && len(said) == 1 && said[plain.Winner()] {
		e.Winner, e.Result = plain.Winner(), plain.String()
	}
	return e, nil
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

// opening plays so many random moves that fill no own eye and, while there are others, are
// not on the edge of the board, where no opening is played.
func opening(g *board.Game, plies int, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	var all, inside []board.Point
	last := g.Size() - 1
	for range plies {
		c := g.Position().ToMove()
		all, inside = player.Candidates(all[:0], g, c), inside[:0]
		for _, p := range all {
			if x, y := p.X(), p.Y(); x > 0 && y > 0 && x < last && y < last {
				inside = append(inside, p)
			}
		}
		if len(inside) > 0 {
			all = inside
		}
		if len(all) == 0 {
			return nil
		}
		if err := g.Play(all[rng.IntN(len(all))], c); err != nil {
			return fmt.Errorf("opening: %w", err)
		}
	}
	return nil
}
