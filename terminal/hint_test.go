package terminal

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/playertest"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// reader is a scripted player that shows two moves, of which it plays the one that is asked
// for.
type reader struct {
	playertest.Scripted
	blind bool // plays without reading
}

func (r *reader) Analyze(context.Context, board.Color, player.AnalyzeOptions, func(*player.Analysis)) error {
	return errors.ErrUnsupported
}

func (r *reader) GenmoveAnalyze(ctx context.Context, c board.Color, clock timing.Clock, _ player.AnalyzeOptions, report func(*player.Analysis)) (player.Choice, error) {
	if !r.blind {
		moves := []player.MoveAnalysis{{Point: board.XY(0, 0), Winrate: 0.25}, {Point: board.XY(3, 2), Winrate: 0.5}}
		report(&player.Analysis{Moves: moves[:1]})
		report(&player.Analysis{Moves: moves})
		clear(moves) // valid during the call only
	}
	return r.Genmove(ctx, c, clock)
}

// A player that reads advises what it would play, with the share of games that it expects to
// win; if it would resign, the best that it sees.
func TestHintOfAReader(t *testing.T) {
	for _, c := range []struct {
		answer, want string
		blind        bool
	}{
		{"D3", "D3 wins 50.0 %", false},
		{"resign", "A5 wins 25.0 %", false},
		{"pass", "pass", true},
	} {
		s, err := play.NewSession(&reader{playertest.Scripted{Answers: []string{c.answer}}, c.blind}, play.Config{Size: 5, Rules: board.Chinese(), Human: board.Black})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := Plain(t.Context(), look(t, s), strings.NewReader("hint\n"), &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "hint: "+c.want+"\n") {
			t.Errorf("%s: %q is missing in\n%s", c.answer, c.want, out.String())
		}
		// On the screen the hint comes later.
		m := monochrome(t, s)
		next, cmd := m.Update(key("i"))
		if m = next.(Model); !m.thinking || !strings.Contains(m.screen(), "Reading for a hint") {
			t.Errorf("the screen does not say that the player reads:\n%s", m.screen())
		}
		if m = press(m, "enter"); len(s.Game().Moves()) != 0 {
			t.Error("moved while the player reads for a hint")
		}
		if m = react(m, cmd); m.thinking || m.message != "Hint: "+c.want {
			t.Errorf("%s: %q", c.answer, m.message)
		}
	}
}

func TestHintFails(t *testing.T) {
	broken := errors.New("no memory")
	s, err := play.NewSession(&reader{Scripted: playertest.Scripted{Answers: []string{"D3"}, Err: broken}}, play.Config{Size: 5, Rules: board.Chinese(), Human: board.Black})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Hints(t.Context()); !errors.Is(err, broken) {
		t.Errorf("the player's error became %v", err)
	}
	if m := press(monochrome(t, s), "i"); m.thinking || len(m.hints) != 0 || !strings.Contains(m.message, "no memory") {
		t.Errorf("the screen says %q", m.message)
	}
}
