package terminal

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/search"
)

// GameConfig describes a person's small game against a mover.
type GameConfig struct {
	// Game is what is played.
	Game player.Game
	// Human is the person's side: Black for X, who begins, White for O; Empty lets the person
	// play both.
	Human board.Color
	// SavePath is where the full screen saves the game.
	SavePath string
}

// Validate says what is wrong with a configuration.
func (c GameConfig) Validate() error {
	if c.Human > board.White {
		return fmt.Errorf("side %v: want X or O", c.Human)
	}
	return c.Game.Validate()
}

var errNotHere = errors.New("there is nothing to count in this game")

// GameSession is one person's small game against a mover.
type GameSession struct {
	config   GameConfig
	mover    player.Mover
	sheet    *match.Sheet
	resigned board.Color // who gave up; Empty for nobody
}

// NewGameSession sets the board up.
func NewGameSession(mover player.Mover, config GameConfig) (*GameSession, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	s := &GameSession{config: config, mover: mover, sheet: match.NewSheet(config.Game)}
	s.sheet.X, s.sheet.O = s.Names()
	return s, nil
}

// ToMove implements GameView.
func (s *GameSession) ToMove() board.Color { return board.Black + board.Color(s.sheet.State.Player()) }

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
	case p == board.Pass:
		return player.ErrNoPass
	}
	return s.sheet.Play(s.config.Game.Move(p))
}

// Think implements GameView.
func (s *GameSession) Think(ctx context.Context) (player.Choice, error) {
	m, err := s.mover.Choose(ctx, s.sheet.State.Clone())
	if err == nil && !s.sheet.State.Legal(m) {
		err = fmt.Errorf("%v: %s is not a legal move", s.mover, s.config.Game.FormatMove(m))
	}
	if err != nil {
		return player.Choice{}, err
	}
	return player.Choice{Point: s.config.Game.Point(m)}, nil
}

// Answer implements GameView.
func (s *GameSession) Answer(c player.Choice) error {
	return s.sheet.Play(s.config.Game.Move(c.Point))
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
	for n := len(s.sheet.Moves) - 1; n >= 0; n-- {
		if mine := board.Black + board.Color(n&1); s.config.Human != board.Empty && mine != s.config.Human {
			continue
		}
		moves := slices.Clone(s.sheet.Moves[:n])
		back := match.NewSheet(s.config.Game)
		back.X, back.O = s.Names()
		for _, m := range moves {
			if err := back.Play(m); err != nil {
				return err
			}
		}
		s.sheet = back
		return nil
	}
	return errNoUndo
}

// foresighted is a mover that expects something of the move that it chose, from −1 to 1.
type foresighted interface{ Value() float64 }

// Hints implements GameView: what the mover would play, if it reads.
func (s *GameSession) Hints(ctx context.Context) ([]Hint, error) {
	if s.Over() {
		return nil, errOver
	}
	r, ok := s.mover.(foresighted)
	if !ok {
		return nil, errNoHint
	}
	c, err := s.Think(ctx)
	if err != nil {
		return nil, err
	}
	return []Hint{{Point: c.Point, Share: (1 + r.Value()) / 2, Read: true}}, nil
}

// Save implements GameView: moves and board as text.
func (s *GameSession) Save(path string) error {
	s.sheet.Result = s.Result()
	return s.sheet.WriteFile(path)
}

// Result implements GameView.
func (s *GameSession) Result() string {
	switch s.resigned {
	case board.Black:
		return "O+R"
	case board.White:
		return "X+R"
	}
	return s.sheet.Outcome()
}

// Names implements GameView.
func (s *GameSession) Names() (x, o string) {
	switch s.config.Human {
	case board.Black:
		return "You", s.mover.String()
	case board.White:
		return s.mover.String(), "You"
	}
	return "X", "O"
}

func (s *GameSession) size() int        { return s.config.Game.Size }
func (s *GameSession) savePath() string { return s.config.SavePath }

func (s *GameSession) moves() []board.Move {
	moves := make([]board.Move, len(s.sheet.Moves))
	for i, m := range s.sheet.Moves {
		moves[i] = board.Move{Point: s.config.Game.Point(m), Color: board.Black + board.Color(i&1)}
	}
	return moves
}

func (s *GameSession) marks([]float64) []mark {
	size := s.size()
	var stars []board.Point
	if size >= 9 {
		stars = board.StarPoints(size)
	}
	list := make([]mark, 0, size*size)
	for cell, what := range s.config.Game.Marks(s.sheet.State) {
		switch {
		case what == 'X':
			list = append(list, mark{kind: markBlack, letter: 'X'})
		case what == 'O':
			list = append(list, mark{kind: markWhite, letter: 'O'})
		case slices.Contains(stars, s.config.Game.Point(search.Move(cell))):
			list = append(list, mark{kind: markStar, letter: '+', glyph: '╋'})
		default:
			list = append(list, mark{kind: markGrid, letter: '.'})
		}
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
	g := s.config.Game
	x, o := s.Names()
	row := fmt.Sprintf("%d in a row win", g.Length)
	if g.Name == player.Gomoku {
		row = map[bool]string{true: "exactly ", false: "at least "}[g.Exact] + row
	}
	title := map[string]string{player.TicTacToe: "Tic-tac-toe", player.Gomoku: "Gomoku"}[g.Name]
	return words{
		heading: fmt.Sprintf("%s %d×%d", title, g.Size, g.Size),
		begin:   fmt.Sprintf("X: %s, O: %s, %s %d×%d, %s; type help for help", x, o, title, g.Size, g.Size, row),
		note:    row,
		sides:   [3]string{board.Black: "X", board.White: "O"},
		prompt:  [3]string{board.Black: "X", board.White: "O"},
		panel:   [3]string{board.Black: x, board.White: o},
		help:    gameHelp,
	}
}
