package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/search"
)

// The ways in which a small game ends by its rules.
const (
	EndRow  = "row"  // the winner has a row
	EndFull = "full" // no point is free, and nobody has a row
)

// PlayMovers is Play for a small game: X has Black's place.
func (c Config) PlayMovers(ctx context.Context, i int, names [2]string, movers [2]player.Mover) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Game == (player.Game{}) {
		return nil, errors.New("a match of Go is not for players of small games")
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	result, first := c.begin(i)
	var bySide [2]player.Mover
	for k, m := range movers {
		if r, ok := m.(player.Reseeder); ok {
			r.Reseed(gameSeed(result.Seed, k))
		}
		bySide[k^first] = m
	}
	sheet := NewSheet(c.Game)
	sheet.X, sheet.O = names[first], names[1-first]
	err := sheet.open(c.Openings, gameSeed(c.Seed^openingSalt, i/2))
	if err != nil {
		return nil, err
	}
	r := gameReferee{patience: c.Patience, now: c.Now}
	if result.Ending, err = r.play(ctx, sheet, bySide); err != nil {
		return nil, err
	}
	result.judge(first)
	sheet.Result = result.Result
	result.Hash = movesHash(len(sheet.Moves), func(i int) string { return c.Game.FormatMove(sheet.Moves[i]) })
	result.Sheet = sheet
	return result, nil
}

// gameReferee sees that a small game goes by the rules. It does not trust the movers, who see
// copies of the position only.
type gameReferee struct {
	patience time.Duration // for one move; 0 is for ever
	now      func() time.Time
}

// play has a game played to its end, from where the sheet stands. Only the end of ctx is an
// error; whatever the movers do wrong is a loss.
func (r *gameReferee) play(ctx context.Context, sheet *Sheet, movers [2]player.Mover) (Ending, error) {
	var e Ending
	for {
		e.Moves = len(sheet.Moves)
		if e.Result = sheet.Outcome(); e.Result != "" {
			switch e.End = EndRow; e.Result[0] {
			case 'X':
				e.Winner = board.Black
			case 'O':
				e.Winner = board.White
			default:
				e.End = EndFull
			}
			return e, nil
		}
		side := sheet.State.Player()
		move, took, err := r.ask(ctx, movers[side], sheet.State.Clone())
		e.Seconds[side] += took.Seconds()
		if ctx.Err() != nil { // what went wrong may be our own doing
			return e, ctx.Err()
		}
		end, mark := EndFailed, "F"
		switch {
		case r.patience > 0 && took > r.patience || errors.Is(err, context.DeadlineExceeded):
			end, mark, err = EndTime, "T", fmt.Errorf("no move within the time, after %v", took.Round(time.Millisecond))
		case err == nil:
			end, err = EndIllegal, sheet.Play(move)
		}
		if err != nil {
			e.Winner, e.End = board.White-board.Color(side), end
			e.Result = sideMarks[1-side] + "+" + mark
			e.Error = fmt.Sprintf("%s: %v", sideMarks[side], err)
			return e, nil
		}
	}
}

// ask has a mover choose and takes the time.
func (r *gameReferee) ask(ctx context.Context, m player.Mover, s search.State) (search.Move, time.Duration, error) {
	if r.patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.patience)
		defer cancel()
	}
	start := r.now()
	move, err := m.Choose(ctx, s)
	return move, r.now().Sub(start), err
}

// sideMarks are what the two sides place.
var sideMarks = [2]string{"X", "O"}

// Sheet is a small game as it was played.
type Sheet struct {
	Game    player.Game
	X, O    string // names
	Opening int    // how many of the moves nobody chose
	Moves   []search.Move
	State   search.State // after the moves
	Result  string       // X+row, O+row, 0, or a forfeit: X+T, X+F, X+R; "" while it goes on
}

// NewSheet is a game that begins.
func NewSheet(g player.Game) *Sheet { return &Sheet{Game: g, State: g.New()} }

// Play plays a move if it is legal.
func (s *Sheet) Play(m search.Move) error {
	if !s.State.Legal(m) {
		return fmt.Errorf("%s is not a legal move", s.Game.FormatMove(m))
	}
	s.State.Play(m)
	s.Moves = append(s.Moves, m)
	return nil
}

// Outcome is the result by the rules: X+row, O+row, or 0 for a draw; "" while the game goes on.
func (s *Sheet) Outcome() string {
	switch value, over := s.State.Over(); {
	case !over:
		return ""
	case value > 0:
		return "X+row"
	case value < 0:
		return "O+row"
	}
	return "0"
}

// open plays so many random moves, none of which ends the game: fewer if there are no others.
func (s *Sheet) open(plies int, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	next := s.State.Clone()
	var moves, open []search.Move
	for range plies {
		moves, open = s.State.Moves(moves[:0]), open[:0]
		for _, m := range moves {
			next.Set(s.State)
			next.Play(m)
			if _, over := next.Over(); !over {
				open = append(open, m)
			}
		}
		if len(open) == 0 {
			break
		}
		if err := s.Play(open[rng.IntN(len(open))]); err != nil {
			return fmt.Errorf("opening: %w", err)
		}
	}
	s.Opening = len(s.Moves)
	return nil
}

// movesALine is how many moves stand in a line of a written sheet.
const movesALine = 10

// String is the game as text: who played, the moves, and the board at the end.
func (s *Sheet) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "game     %v\nX        %s\nO        %s\n", s.Game, s.X, s.O)
	if s.Result != "" {
		fmt.Fprintf(&b, "result   %s\n", s.Result)
	}
	if s.Opening > 0 {
		fmt.Fprintf(&b, "opening  the first %d moves are random\n", s.Opening)
	}
	for i, m := range s.Moves {
		switch {
		case i == 0:
			b.WriteString("moves    ")
		case i%movesALine == 0:
			b.WriteString("\n         ")
		default:
			b.WriteByte(' ')
		}
		b.WriteString(s.Game.FormatMove(m))
	}
	b.WriteString("\n\n" + s.Game.Draw(s.State))
	return b.String()
}

// WriteFile writes the sheet to a file: what was there before stays until it is whole.
func (s *Sheet) WriteFile(path string) error {
	if err := atomicfile.Write(path, []byte(s.String())); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	return nil
}
