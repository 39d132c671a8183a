package play

import (
	"errors"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
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
