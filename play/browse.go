package play

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/printable"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// Why going through a record stops.
var (
	ErrBegin       = errors.New("this is the beginning of the record")
	ErrEnd         = errors.New("the record ends here")
	ErrNoVariation = errors.New("there is no other variation of this move")
)

// OpenSession goes on with a recorded game at a place that Unfinished names, or with "" at the end
// of its main line, as far as that can be played. The record's size, rules and komi hold; where it
// names none, config's count. The player does not move before the person moves or lets it move.
// Variations are kept, and new moves become variations.
func OpenSession(player player.Player, config Config, tree *sgf.Tree, place string) (*Session, error) {
	r := newGameTree(tree)
	r.keepResult()
	if err := r.goTo(place); err != nil {
		return nil, err
	}
	g, cut, err := r.playable(config.Rules)
	if err != nil {
		return nil, err
	}
	config.Size, config.Rules, config.Handicap = g.Size(), g.Rules(), 0 // its stones stand already, wherever they are
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if err := player.NewGame(game.Of(g)); err != nil {
		return nil, err
	}
	s := &Session{
		config:   config,
		player:   player,
		game:     g,
		gameTree: r,
		chances:  chances{},
		browsing: true,
		cut:      cut,
	}
	s.settle()
	s.noteEnd()
	return s, nil
}

// Cut says why the record that the session was opened with could not be played to its place: nil if it could.
func (s *Session) Cut() error { return s.cut }

// ReadStart reads the beginning of a recorded game. The rules count where the record has none, and so does the komi if
// it is not nil. The record is read again, so it has from then on what was asked for. asked says whether the rules
// were.
func ReadStart(tree *sgf.Tree, rules board.Rules, asked bool, komi *float64) (*board.Game, error) {
	start, err := record.ReadGame(tree, rules, 0)
	if err != nil {
		return nil, err
	}
	if err := record.GiveKomi(start, tree, komi); err != nil {
		return nil, err
	}
	own := record.Transcript{Game: start}.Tree().Root
	note := func(ident string) {
		text, _ := own.Get(ident)
		tree.Root.Set(ident, text)
	}
	if asked || komi != nil {
		note("KM")
	}
	if asked {
		note("RU")
	}
	return start, nil
}

// Restore goes on with the kept game that the session was opened with. If it is the player's turn, it moves, unless the
// person only looked at the record there. If the game had ended, it ends as it did, also where the person comes to its
// end later. Stones that the person marked as dead are dead again.
func (s *Session) Restore(u *Unfinished) {
	s.browsing = u.browsing
	maps.Copy(s.chances, u.chances)
	_ = s.setReadUntil(u.read) // a place that is not there any more: somebody has changed the file
	for _, n := range u.own {
		s.ours[n] = true
	}
	if u.resultRead != "" {
		s.read.result = []sgf.Value{sgf.Escape(u.resultRead)}
	}
	if s.ended = nil; u.Result == "" {
		return
	}
	if !u.given && u.resultRead == "" {
		s.read.result = nil // what the record has is how this game ended
	}
	end := ending{place: cmp.Or(u.end, s.Place()), result: u.Result}
	if points, err := sgf.ParsePoints(u.dead, s.Size()); u.dead != nil && err == nil {
		end.dead = map[board.Point]bool{}
		for _, p := range points {
			end.dead[p] = true
		}
	}
	if end.place != s.Place() {
		if at := s.gameTree.at(); at.goTo(end.place) == nil {
			end.node, s.ended = at.here(), &end
		}
		return
	}
	s.finish(end)
	if _, noted := s.root().Get("RE"); u.given || !noted { // a record that was only looked at may have none
		s.noteEnd()
	} else {
		s.conclude()
	}
}

// Place is where in the record the game stands, as OpenSession takes it.
func (s *Session) Place() string { return s.gameTree.String() }

// Browsing says whether the person looks at the record, and the game waits.
func (s *Session) Browsing() bool { return s.browsing }

// Back goes so many nodes back in the record, to its beginning if there are fewer.
func (s *Session) Back(n int) error {
	return s.walk(n, (*gameTree).up, ErrBegin)
}

// Forward goes so many nodes on, along the first variation of each.
func (s *Session) Forward(n int) error {
	return s.walk(n, (*gameTree).down, ErrEnd)
}

// NextVariation goes to the next variation of the present move. It passes over variations that cannot be played. If no
// other is left, it returns the error of the first one.
func (s *Session) NextVariation() error {
	_, of := s.Variation()
	first := s.walk(1, (*gameTree).across, ErrNoVariation)
	for n := 2; first != nil && n < of; n++ {
		if s.walk(n, (*gameTree).across, ErrNoVariation) == nil {
			return nil
		}
	}
	return first
}

// walk takes up to n steps in the record; end is the error if there is not even one.
func (s *Session) walk(n int, step func(*gameTree) bool, end error) error {
	r, steps := s.gameTree.at(), 0
	for steps < n && step(&r) {
		steps++
	}
	if steps == 0 {
		return end
	}
	g, err := r.game(s.config.Rules)
	if err != nil {
		return err
	}
	s.gameTree, s.game, s.browsing, s.behind, s.timeout, s.spent = r, g, true, true, false, nil
	s.settle()
	if s.ended != nil && s.ended.node == s.here() {
		s.finish(*s.ended)
	}
	return nil
}

// personMoved says whether the record has moves of the person's that were not read from a file.
func (s *Session) personMoved() bool {
	for n := range s.ours {
		_, black := n.Get("B")
		if s.config.Human == board.Empty || black == (s.config.Human == board.Black) {
			return true
		}
	}
	return false
}

// Variation is which variation of the present move this is, from 1, and of how many.
func (s *Session) Variation() (number, of int) { return s.gameTree.place() }

// Comment is what the record says of the present place: which variation it is, and its comment, with its line breaks.
func (s *Session) Comment() string {
	var parts []string
	if number, of := s.Variation(); of > 1 {
		parts = append(parts, fmt.Sprintf("Variation %d of %d.", number, of))
	}
	if v, ok := s.here().Get("C"); ok {
		parts = append(parts, printable.Lines(v.Text()))
	}
	return strings.Join(parts, " ")
}

// Human is which side the person has; Empty for both.
func (s *Session) Human() board.Color { return s.config.Human }
