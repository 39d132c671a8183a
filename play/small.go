package play

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// GameConfig describes a person's small game against a player.
type GameConfig struct {
	// Rules are what is played.
	Rules game.Rules
	// Human is the person's side: Black for X, who begins, White for O; Empty lets the person
	// play both.
	Human board.Color
}

// Validate says what is wrong with a configuration.
func (c GameConfig) Validate() error {
	if c.Human > board.White {
		return fmt.Errorf("side %v: want %s or %s", c.Human, c.Rules.Side(board.Black), c.Rules.Side(board.White))
	}
	return c.Rules.Validate()
}

// GameSession is one person's small game against a player. It knows no game by name.
type GameSession struct {
	config   GameConfig
	player   player.Player
	game     game.Game
	resigned board.Color // who gave up; Empty for nobody
}

// NewGameSession sets the board up and gives the player the game.
func NewGameSession(player player.Player, config GameConfig) (*GameSession, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	g, err := config.Rules.New()
	if err != nil {
		return nil, err
	}
	return &GameSession{config: config, player: player, game: g}, player.NewGame(g)
}

// ToMove is the side whose turn it is.
func (s *GameSession) ToMove() board.Color { return s.game.ToMove() }

// Over says whether the game has ended.
func (s *GameSession) Over() bool { return s.Result() != "" }

// HumansTurn says whether the person is to move.
func (s *GameSession) HumansTurn() bool {
	return !s.Over() && (s.config.Human == board.Empty || s.ToMove() == s.config.Human)
}

// PlayersTurn says whether the player is to move.
func (s *GameSession) PlayersTurn() bool { return !s.Over() && !s.HumansTurn() }

// Play plays the person's move.
func (s *GameSession) Play(p board.Point) error {
	switch {
	case s.Over():
		return ErrOver
	case !s.HumansTurn():
		return ErrNotYourTurn
	}
	return s.play(p)
}

// play makes a move and lets the player know.
func (s *GameSession) play(p board.Point) error {
	m := board.Move{Point: p, Color: s.ToMove()}
	if err := s.game.Play(m.Point, m.Color); err != nil {
		return err
	}
	if err := s.player.Play(m); err != nil {
		return fmt.Errorf("%s: %w", s.player, err)
	}
	return nil
}

// Think asks the player for its move without playing it.
func (s *GameSession) Think(ctx context.Context) (player.Choice, error) {
	return s.player.Genmove(ctx, s.ToMove(), timing.Clock{})
}

// Answer plays what the player chose.
func (s *GameSession) Answer(c player.Choice) error {
	if c.Resign {
		s.resigned = s.ToMove()
		return nil
	}
	if err := s.play(c.Point); err != nil {
		return fmt.Errorf("%v: %w", s.player, err)
	}
	return nil
}

// Resign gives the game up for the person.
func (s *GameSession) Resign() error {
	if s.Over() {
		return ErrOver
	}
	if s.resigned = s.config.Human; s.resigned == board.Empty {
		s.resigned = s.ToMove()
	}
	return nil
}

// Undo is a resignation, or the player's answer together with the person's
// move.
func (s *GameSession) Undo() error {
	if s.resigned != board.Empty {
		s.resigned = board.Empty
		return nil
	}
	back := s.game.Clone()
	for back.Undo() == nil {
		if s.config.Human == board.Empty || back.ToMove() == s.config.Human {
			s.game = back
			return s.player.NewGame(back)
		}
	}
	return ErrNoUndo
}

// Hints is what the player would play, if it reads.
func (s *GameSession) Hints(ctx context.Context) ([]Hint, error) {
	if s.Over() {
		return nil, ErrOver
	}
	return hints(ctx, s.player, s.ToMove(), s.Size())
}

// Save is moves and board as text.
func (s *GameSession) Save(path string) error {
	black, white := s.Names()
	text, _, err := s.game.Text(game.Record{Game: s.game, Black: black, White: white, Result: s.Result()})
	if err != nil {
		return err
	}
	return atomicfile.Write(path, []byte(text))
}

// Result is the outcome of the finished game, "" while it goes on.
func (s *GameSession) Result() string {
	switch {
	case s.resigned != board.Empty:
		return s.config.Rules.Side(s.resigned.Opponent()) + "+R"
	case !s.game.Over():
		return ""
	}
	return s.game.Outcome().Result
}

// Names are what the two sides are called.
func (s *GameSession) Names() (x, o string) {
	switch s.config.Human {
	case board.Black:
		return "You", s.player.String()
	case board.White:
		return s.player.String(), "You"
	}
	return s.config.Rules.Side(board.Black), s.config.Rules.Side(board.White)
}

// Size is the side of the board.
func (s *GameSession) Size() int { return s.config.Rules.Size() }

// Moves are those played, in order.
func (s *GameSession) Moves() []board.Move { return s.game.Moves() }

// Rules are what is played.
func (s *GameSession) Rules() game.Rules { return s.config.Rules }
