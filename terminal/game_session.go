package terminal

import (
	"context"
	"errors"
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
	// SavePath is where the full screen saves the game.
	SavePath string
}

// Validate says what is wrong with a configuration.
func (c GameConfig) Validate() error {
	if c.Human > board.White {
		return fmt.Errorf("side %v: want %s or %s", c.Human, c.Rules.Side(board.Black), c.Rules.Side(board.White))
	}
	return c.Rules.Validate()
}

var errNotHere = errors.New("there is nothing to count in this game")

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

// ToMove implements GameView.
func (s *GameSession) ToMove() board.Color { return s.game.ToMove() }

// Over implements GameView.
func (s *GameSession) Over() bool { return s.Result() != "" }

// HumansTurn implements GameView.
func (s *GameSession) HumansTurn() bool {
	return !s.Over() && (s.config.Human == board.Empty || s.ToMove() == s.config.Human)
}

// PlayersTurn implements GameView.
func (s *GameSession) PlayersTurn() bool { return !s.Over() && !s.HumansTurn() }

// Play implements GameView.
func (s *GameSession) Play(p board.Point) error {
	switch {
	case s.Over():
		return errOver
	case !s.HumansTurn():
		return errNotYourTurn
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

// Think implements GameView.
func (s *GameSession) Think(ctx context.Context) (player.Choice, error) {
	return s.player.Genmove(ctx, s.ToMove(), timing.Clock{})
}

// Answer implements GameView.
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

// Resign implements GameView.
func (s *GameSession) Resign() error {
	if s.Over() {
		return errOver
	}
	if s.resigned = s.config.Human; s.resigned == board.Empty {
		s.resigned = s.ToMove()
	}
	return nil
}

// Undo implements GameView: a resignation, or the player's answer together with the person's
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
	return errNoUndo
}

// Hints implements GameView: what the player would play, if it reads.
func (s *GameSession) Hints(ctx context.Context) ([]Hint, error) {
	if s.Over() {
		return nil, errOver
	}
	return hints(ctx, s.player, s.ToMove(), s.size())
}

// Save implements GameView: moves and board as text.
func (s *GameSession) Save(path string) error {
	black, white := s.Names()
	text, _, err := s.game.Text(game.Record{Game: s.game, Black: black, White: white, Result: s.Result()})
	if err != nil {
		return err
	}
	return atomicfile.Write(path, []byte(text))
}

// Result implements GameView.
func (s *GameSession) Result() string {
	switch {
	case s.resigned != board.Empty:
		return s.config.Rules.Side(s.resigned.Opponent()) + "+R"
	case !s.game.Over():
		return ""
	}
	return s.game.Outcome().Result
}

// Names implements GameView.
func (s *GameSession) Names() (x, o string) {
	switch s.config.Human {
	case board.Black:
		return "You", s.player.String()
	case board.White:
		return s.player.String(), "You"
	}
	return s.config.Rules.Side(board.Black), s.config.Rules.Side(board.White)
}

func (s *GameSession) size() int           { return s.config.Rules.Size() }
func (s *GameSession) savePath() string    { return s.config.SavePath }
func (s *GameSession) moves() []board.Move { return s.game.Moves() }

func (s *GameSession) marks([]float64) []mark {
	size := s.size()
	list := make([]mark, size*size)
	for i := range list {
		list[i] = mark{kind: markGrid, letter: '.'}
	}
	if size >= 9 {
		for _, p := range board.StarPoints(size) {
			list[p.Index(size)] = mark{kind: markStar, letter: '+', glyph: '╋'}
		}
	}
	for _, m := range s.moves() {
		kind := markBlack
		if m.Color == board.White {
			kind = markWhite
		}
		list[m.Point.Index(size)] = mark{kind: kind, letter: rune(s.config.Rules.Side(m.Color)[0])}
	}
	return list
}

// gameHelp are the commands of a small game in lines.
const gameHelp = `moves such as C3, and the commands
  undo         back to your previous turn
  hint         the player's favourite move
  resign       give the game up
  board        draw the board
  save FILE    write the game as text
  quit
`

func (s *GameSession) words() words {
	r := s.config.Rules
	x, o := s.Names()
	heading := fmt.Sprintf("%s %d×%d", r.Title(), r.Size(), r.Size())
	sides := [3]string{board.Black: r.Side(board.Black), board.White: r.Side(board.White)}
	return words{
		heading: heading,
		begin: fmt.Sprintf("%s: %s, %s: %s, %s, %s; type help for help",
			sides[board.Black], x, sides[board.White], o, heading, r.Goal()),
		note:   r.Goal(),
		sides:  sides,
		prompt: sides,
		panel:  [3]string{board.Black: x, board.White: o},
		help:   gameHelp,
	}
}
