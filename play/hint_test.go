package play

import (
	"errors"
	"regexp"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/internal/playertest"
	"github.com/tengen-go/tengen/player"
)

// An opponent that does not read leaves the hints to the teacher, who sees the game as it stands. One
// that reads gives its own.
func TestTheTeacherGivesHints(t *testing.T) {
	asked := 0
	teacher := func() (player.Player, error) {
		asked++
		return player.Players().Parse("rave:playouts=30,threads=1", player.Env{Rules: game.Go{Board: 5}, Seed: 1})
	}
	weak := &playertest.Scripted{Answers: []string{"C2"}}
	s, err := NewSession(weak, Config{Size: 5, Rules: board.Chinese(), Human: board.Black, Seed: 1, Teacher: teacher})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Play(point(t, s, "C3")); err != nil {
		t.Fatal(err)
	}
	reply(t, s)
	list, err := s.Hints(t.Context())
	if err != nil || len(list) == 0 || !list[0].Read || asked != 1 {
		t.Fatalf("%v, %v, the teacher was asked %d times", list, err, asked)
	}
	for _, h := range list {
		if h.Point != board.Pass && s.Game().Position().At(h.Point) != board.Empty {
			t.Errorf("a hint at %s, where a stone is", h.Point.Vertex(5))
		}
	}

	s.config.Teacher = func() (player.Player, error) { return nil, errors.ErrUnsupported }
	if _, err := s.Hints(t.Context()); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("without a teacher: %v", err)
	}
	reader, err := teacher()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	own, err := NewSession(reader, Config{Size: 5, Rules: board.Chinese(), Human: board.Black, Seed: 1, Teacher: s.config.Teacher})
	if err != nil {
		t.Fatal(err)
	}
	if list, err := own.Hints(t.Context()); err != nil || len(list) == 0 {
		t.Errorf("an opponent that reads: %v, %v", list, err)
	}
}

// A player who reads one move gives a move also where it would resign, and no figure with a pass that it did not read.
func TestHintsOfOneMove(t *testing.T) {
	rules := board.Chinese()
	rules.Komi = 30
	lost, err := board.NewGame(5, rules)
	if err != nil {
		t.Fatal(err)
	}
	finished := endingtest.Game(t, board.Chinese(), endingtest.Finished)
	if err := finished.Play(board.Pass, board.Black); err != nil {
		t.Fatal(err)
	}
	for want, g := range map[string]*board.Game{`^[A-E][1-5] wins \d\.\d %$`: lost, `^pass$`: finished} {
		p, err := player.Players().Parse("negamax:depth=2,memory=1M", player.Env{Rules: game.Go{Board: 5}, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		list, err := hints(t.Context(), p, g.Position().ToMove(), 5)
		if err != nil || len(list) != 1 || !regexp.MustCompile(want).MatchString(list[0].Text(5)) {
			t.Errorf("hints %v, %v, want %s", list, err, want)
		}
	}
}
