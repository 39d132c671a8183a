package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/timing"
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
	// Opponent is what the player is called; "" takes the player's own name.
	Opponent string
	// Teacher makes a player for hints where the opponent does not read: the favourite moves of a weak
	// one are no advice. nil: every opponent gives its own.
	Teacher func() (player.Player, error)
	// Time is what both sides have for the game; the zero value is a game without a clock.
	Time timing.Settings
	// Date goes into the record, as 2006-01-02; "" leaves it out.
	Date string
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
	ErrNotYourTurn = errors.New("it is not your turn")
	ErrOver        = errors.New("the game is over")
	errNotOver     = errors.New("the game is not over")
	ErrNoUndo      = errors.New("there is nothing to take back")
	errNoHint      = errors.New("this player gives no hints")
	errBothYours   = errors.New("you play both sides")
)

// Session is one person's game against a player, with the record that it is a line of.
type Session struct {
	config Config
	player player.Player
	game   *board.Game
	gameTree
	dead     map[board.Point]bool // of the finished game; nil while it goes on
	chances  chances
	browsing bool          // the person looks at the record: the player waits for the person's move
	behind   bool          // the player does not know the present position
	spent    *timing.Clock // what the move to come leaves on its side's clock
	timeout  bool          // the game was lost on time
	ended    *ending       // nil while the game goes on, also where the person looks at the end of a variation
	cut      error         // why the record could not be played to its place
}

// NewSession sets the board up and gives the player the game.
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
	if err := player.NewGame(game.Of(g)); err != nil {
		return nil, err
	}
	s := &Session{config: config, player: player, game: g, chances: chances{}}
	black, white := s.Names()
	s.gameTree = newGameTree(record.Transcript{Game: g, Black: black, White: white}.Tree())
	if config.Date != "" {
		s.root().Set("DT", sgf.Escape(config.Date))
	}
	noteTime(s.root(), config.Time)
	return s, nil
}

// Tree is the record with its variations; it belongs to the session.
func (s *Session) Tree() *sgf.Tree { return s.tree }

// Chances are what the player expected Black to win when it moved, for each of Moves; −1 where it said
// nothing.
func (s *Session) Chances() []float64 {
	list := make([]float64, 0, len(s.path))
	for _, n := range s.path {
		chance, ok := s.chances[n]
		if !ok {
			chance = -1
		}
		for _, c := range []board.Color{board.Black, board.White} {
			if _, ok := n.Get(record.Letter(c)); ok {
				list = append(list, chance)
			}
		}
	}
	return list[len(list)-len(s.game.Moves()):] // stones set up after moves begin a new game
}

// Game is the game as it stands; it belongs to the session.
func (s *Session) Game() *board.Game { return s.game }

// Over says whether the game has ended.
func (s *Session) Over() bool { return s.game.Over() }

// ToMove is the colour to move.
func (s *Session) ToMove() board.Color { return s.game.Position().ToMove() }

// HumansTurn says whether the person is to move. Who looks at a record may move for either side.
func (s *Session) HumansTurn() bool {
	return !s.game.Over() && (s.browsing || s.config.Human == board.Empty || s.ToMove() == s.config.Human)
}

// PlayersTurn says whether the player is to move.
func (s *Session) PlayersTurn() bool { return !s.game.Over() && !s.HumansTurn() }

// Play plays the person's move, or passes. Who moves while looking at a record takes the side to
// move from there on.
func (s *Session) Play(p board.Point) error {
	switch {
	case s.game.Over():
		return ErrOver
	case !s.HumansTurn():
		return ErrNotYourTurn
	}
	side := s.ToMove()
	if err := s.play(board.Move{Point: p, Color: side}); err != nil {
		return err
	}
	s.take(side)
	return nil
}

// take ends the look at the record: the person has this side from now on.
func (s *Session) take(side board.Color) {
	if s.browsing && s.config.Human != board.Empty {
		s.config.Human = side
	}
	s.browsing = false
}

// PlayerMoves lets the player move for the side to move; the person gets the other side.
func (s *Session) PlayerMoves() error {
	switch {
	case s.game.Over():
		return ErrOver
	case s.config.Human == board.Empty:
		return errBothYours
	}
	s.browsing, s.config.Human = false, s.ToMove().Opponent()
	s.conclude()
	return nil
}

// ChangePlayer lets another player go on in the place of the present one, which the caller closes.
func (s *Session) ChangePlayer(p player.Player) { s.player, s.behind = p, true }

// play makes a move on the board and in the record, and lets the player know.
func (s *Session) play(m board.Move) error {
	if err := s.game.Play(m.Point, m.Color); err != nil {
		return err
	}
	if !s.behind {
		if err := s.player.Play(m); err != nil {
			s.behind = true
			return errors.Join(fmt.Errorf("%s: %w", s.player, err), s.game.Undo())
		}
	}
	s.gameTree.play(m, s.config.Size)
	s.noteClock(m.Color)
	s.settle()
	s.conclude()
	return nil
}

// catchUp gives the player the present position if it is behind.
func (s *Session) catchUp() error {
	if !s.behind {
		return nil
	}
	if err := s.player.NewGame(game.Of(s.game)); err != nil {
		return fmt.Errorf("%s: %w", s.player, err)
	}
	s.behind = false
	return nil
}

// Think asks the player for its move without playing it. It may run at the same time as
// everything that only looks at the session.
func (s *Session) Think(ctx context.Context) (player.Choice, error) {
	if err := s.catchUp(); err != nil {
		return player.Choice{}, err
	}
	return s.player.Genmove(ctx, s.ToMove(), s.Clock(s.ToMove()))
}

// Answer plays what the player chose, and notes what the player expects if it says so.
func (s *Session) Answer(c player.Choice) error {
	if c.Resign {
		s.spent = nil // no move leaves it on a clock
		s.game.Resign(s.ToMove())
		s.conclude()
		return nil
	}
	side := s.ToMove()
	if err := s.play(board.Move{Point: c.Point, Color: side}); err != nil {
		return err
	}
	if t, ok := s.player.(player.Thinker); ok {
		if thought := t.Thought(c.Point); len(thought.Visits) > 0 {
			s.chances[s.here()] = forBlack((1+float64(thought.Value))/2, side)
		}
	}
	return nil
}

// forBlack is a side's chance as Black's.
func forBlack(chance float64, side board.Color) float64 {
	if side == board.White {
		return 1 - chance
	}
	return chance
}

// Chance is what the player expected Black to win when it moved to the present position, 0 to 1.
func (s *Session) Chance() (black float64, ok bool) {
	black, ok = s.chances[s.here()]
	return black, ok
}

// Resign gives the game up for the person.
func (s *Session) Resign() error {
	if s.game.Over() {
		return ErrOver
	}
	c := s.config.Human
	if c == board.Empty {
		c = s.ToMove()
	}
	s.game.Resign(c)
	s.conclude()
	return nil
}

// Undo goes back to the person's previous turn: it takes back the player's answers together with the
// person's move. A resignation or loss on time of the person's is all that is taken back; after the player's
// the person's move is taken back too, for the player would give up again. Who looks at the record at a move that stays
// only goes back.
func (s *Session) Undo() error {
	if lost := s.game.Resigned(); lost != board.Empty {
		human := s.config.Human
		if s.browsing || human == board.Empty || human == lost {
			defer s.conclude()
			s.timeout = false
			return s.game.Undo()
		}
	}
	if s.browsing && (!s.ours[s.here()] || len(s.here().Children) > 0) {
		if err := s.Back(1); !errors.Is(err, ErrBegin) {
			return err
		}
		return ErrNoUndo
	}
	back := s.gameTree.at()
	for {
		if !back.up() {
			return ErrNoUndo
		}
		g, err := back.game(s.config.Rules)
		if err != nil {
			return err
		}
		if s.config.Human != board.Empty && !s.browsing && g.Position().ToMove() != s.config.Human {
			continue
		}
		s.gameTree.forget(len(back.path))
		s.game, s.spent, s.behind, s.timeout = g, nil, true, false
		s.settle()
		s.conclude()
		return nil
	}
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
	case "T":
		return winner + " wins on time"
	case "row":
		return winner + " has a row and wins"
	}
	return winner + " wins by " + result[2:]
}

// Names are what Black and White are called in a record.
func (s *Session) Names() (black, white string) {
	opponent := cmp.Or(s.config.Opponent, s.player.String())
	switch s.config.Human {
	case board.Black:
		return "You", opponent
	case board.White:
		return opponent, "You"
	}
	return "Black", "White"
}

// Size is the side of the board.
func (s *Session) Size() int { return s.config.Size }

// Moves are those played, in order.
func (s *Session) Moves() []board.Move { return s.game.Moves() }
