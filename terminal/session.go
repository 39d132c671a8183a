package terminal

import (
	"context"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/player"
)

// scorePlayouts is the number of random games behind the first guess at the dead
// stones.
const scorePlayouts = 2000

// Config describes a person's game against a player.
type Config struct {
	// Size is the side of the board, 2 to 19.
	Size int
	// Rules are the rules, with komi.
	Rules board.Rules
	// Human is the person's colour; Empty lets the person play both sides.
	Human board.Color
	// Handicap is the number of Black's stones before the game, 0 or 2 and more.
	Handicap int
	// Seed starts the playouts behind the guess at the dead stones.
	Seed uint64
	// SavePath is where the full screen saves the game.
	SavePath string
}

// Validate says what is wrong with a configuration.
func (c Config) Validate() error {
	if err := board.CheckSize(c.Size); err != nil {
		return err
	}
	if err := c.Rules.Validate(); err != nil {
		return err
	}
	if c.Human > board.White {
		return fmt.Errorf("colour %v: want black or white", c.Human)
	}
	if c.Handicap != 0 {
		if _, err := board.FixedHandicap(c.Size, c.Handicap); err != nil {
			return err
		}
	}
	return nil
}

// Why a session refuses.
var (
	errNotYourTurn = errors.New("it is not your turn")
	errOver        = errors.New("the game is over")
	errNotOver     = errors.New("the game is not over")
	errNoUndo      = errors.New("there is nothing to take back")
	errNoHint      = errors.New("this player gives no hints")
)

// Session is one person's game against a player.
type Session struct {
	config Config
	player player.Player
	game   *board.Game
	dead   map[board.Point]bool // of the finished game; nil while it goes on
}

// NewSession sets the board up and seats the player.
func NewSession(player player.Player, config Config) (*Session, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	g, err := board.NewGame(config.Size, config.Rules)
	if err != nil {
		return nil, err
	}
	if config.Handicap > 0 {
		points, err := board.FixedHandicap(config.Size, config.Handicap)
		if err != nil {
			return nil, err
		}
		if err := g.PlaceHandicap(points); err != nil {
			return nil, err
		}
	}
	if err := player.NewGame(g); err != nil {
		return nil, err
	}
	return &Session{config: config, player: player, game: g}, nil
}

// Game is the game as it stands; it belongs to the session.
func (s *Session) Game() *board.Game { return s.game }

// Over says whether the game has ended.
func (s *Session) Over() bool { return s.game.Over() }

// ToMove is the colour whose turn it is.
func (s *Session) ToMove() board.Color { return s.game.Position().ToMove() }

// HumansTurn says whether the person is to move.
func (s *Session) HumansTurn() bool {
	return !s.game.Over() && (s.config.Human == board.Empty || s.ToMove() == s.config.Human)
}

// PlayersTurn says whether the player is to move.
func (s *Session) PlayersTurn() bool { return !s.game.Over() && !s.HumansTurn() }

// Play plays the person's move, or passes.
func (s *Session) Play(p board.Point) error {
	switch {
	case s.game.Over():
		return errOver
	case !s.HumansTurn():
		return errNotYourTurn
	}
	return s.play(board.Move{Point: p, Color: s.ToMove()})
}

// play makes a move on the board and lets the player know.
func (s *Session) play(m board.Move) error {
	if err := s.game.Play(m.Point, m.Color); err != nil {
		return err
	}
	if err := s.player.Play(m); err != nil {
		return fmt.Errorf("%s: %w", s.player, err)
	}
	s.settle()
	return nil
}

// Think asks the player for its move without playing it. It may run beside
// everything that only looks at the session.
func (s *Session) Think(ctx context.Context) (player.Choice, error) {
	return s.player.Genmove(ctx, s.ToMove(), player.Clock{})
}

// Answer plays what the player chose.
func (s *Session) Answer(c player.Choice) error {
	if c.Resign {
		s.game.Resign(s.ToMove())
		return nil
	}
	return s.play(board.Move{Point: c.Point, Color: s.ToMove()})
}

// Resign gives the game up for the person.
func (s *Session) Resign() error {
	if s.game.Over() {
		return errOver
	}
	c := s.config.Human
	if c == board.Empty {
		c = s.ToMove()
	}
	s.game.Resign(c)
	return nil
}

// Undo goes back to the person's previous turn: it takes back the player's
// answers together with the person's move.
func (s *Session) Undo() error {
	g := s.game.Clone()
	if g.Resigned() != board.Empty {
		if err := g.Undo(); err != nil {
			return errNoUndo
		}
	} else {
		for {
			if err := g.Undo(); err != nil {
				return errNoUndo
			}
			if s.config.Human == board.Empty || g.Position().ToMove() == s.config.Human {
				break
			}
		}
	}
	if err := s.player.NewGame(g); err != nil {
		return fmt.Errorf("%s: %w", s.player, err)
	}
	s.game, s.dead = g, nil
	s.settle()
	return nil
}

// settle guesses the dead stones when the game has just ended by passes.
func (s *Session) settle() {
	if !s.game.Over() || s.game.Resigned() != board.Empty {
		return
	}
	s.dead = map[board.Point]bool{}
	o := ownership.Estimate(s.game, scorePlayouts, s.config.Seed)
	for _, p := range o.DeadStones(s.game.Position()) {
		s.dead[p] = true
	}
}

// Scoring says whether the game has ended and its stones can be declared dead.
func (s *Session) Scoring() bool { return s.dead != nil }

// Toggle declares the chain at p dead, or alive again.
func (s *Session) Toggle(p board.Point) error {
	pos := s.game.Position()
	switch {
	case !s.Scoring():
		return errNotOver
	case !p.OnBoard(pos.Size()) || pos.At(p) == board.Empty:
		return fmt.Errorf("no stone at %s", p.Vertex(pos.Size()))
	}
	dead := !s.dead[p]
	for q := p; ; {
		if dead {
			s.dead[q] = true
		} else {
			delete(s.dead, q)
		}
		if q = pos.Next(q); q == p {
			return nil
		}
	}
}

// Dead lists the dead stones of the finished game, in row-major order.
func (s *Session) Dead() []board.Point {
	var list []board.Point
	for i := range s.config.Size * s.config.Size {
		if p := board.FromIndex(i, s.config.Size); s.dead[p] {
			list = append(list, p)
		}
	}
	return list
}

// Owners says whose each point is in the finished game, row-major.
func (s *Session) Owners() []board.Color {
	owners := make([]board.Color, s.config.Size*s.config.Size)
	s.game.Position().Owners(owners, s.Dead())
	return owners
}

// Result is the outcome of the finished game, "" while it goes on.
func (s *Session) Result() string {
	if !s.game.Over() {
		return ""
	}
	return s.game.Result(s.Dead())
}

// Estimate is the score as it would be if the game ended now, from playouts.
func (s *Session) Estimate() string {
	if s.game.Over() {
		return s.Result()
	}
	o := ownership.Estimate(s.game, scorePlayouts, s.config.Seed)
	return s.game.Score(o.DeadStones(s.game.Position())).String()
}

// ResultText says a result in words.
func ResultText(result string) string {
	switch {
	case result == "":
		return "the game goes on"
	case result == "0":
		return "a draw"
	}
	winner := map[byte]string{'B': "Black", 'W': "White", 'X': "X", 'O': "O"}[result[0]]
	switch result[2:] {
	case "R":
		return winner + " wins by resignation"
	case "row":
		return winner + " has a row and wins"
	}
	return winner + " wins by " + result[2:]
}

// Names are what Black and White are called in a record.
func (s *Session) Names() (black, white string) {
	switch s.config.Human {
	case board.Black:
		return "You", s.player.String()
	case board.White:
		return s.player.String(), "You"
	}
	return "Black", "White"
}

func (s *Session) size() int        { return s.config.Size }
func (s *Session) moves() int       { return len(s.game.Moves()) }
func (s *Session) savePath() string { return s.config.SavePath }

func (s *Session) last() board.Point {
	if moves := s.game.Moves(); len(moves) > 0 {
		return moves[len(moves)-1].Point
	}
	return board.NoPoint
}

func (s *Session) words() words {
	black, white := s.Names()
	pos, size, komi := s.game.Position(), s.config.Size, s.config.Rules.Komi
	captures := fmt.Sprintf("X %d O %d", pos.Prisoners(board.White), pos.Prisoners(board.Black))
	return words{
		heading: fmt.Sprintf("Tengen %d×%d", size, size),
		begin:   fmt.Sprintf("Black (X): %s, White (O): %s, %d×%d, komi %g; type help for help", black, white, size, size, komi),
		note:    fmt.Sprintf("Komi %g, captures %s", komi, captures),
		short:   "; took " + captures,
		sides:   [3]string{board.Black: "Black", board.White: "White"},
		prompt:  [3]string{board.Black: "black", board.White: "white"},
		panel:   [3]string{board.Black: "X Black: " + black, board.White: "O White: " + white},
		help:    plainHelp,
		passing: true,
	}
}
