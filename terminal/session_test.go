package terminal

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/playertest"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/sgf"
)

// look shows a session, which s saves to a folder of the test.
func look(t *testing.T, s *play.Session) GameView {
	t.Helper()
	return OfGo(s, filepath.Join(t.TempDir(), "game.sgf"))
}

// at is a point by its name.
func at(t *testing.T, v GameView, vertex string) board.Point {
	t.Helper()
	p, err := board.ParseVertex(vertex, v.Size())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func newSession(t *testing.T, size int, human board.Color, answers ...string) (*play.Session, *playertest.Scripted) {
	t.Helper()
	rules := board.Chinese()
	rules.Komi = 0.5
	p := &playertest.Scripted{Answers: answers}
	s, err := play.NewSession(p, play.Config{Size: size, Rules: rules, Human: human, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

func point(t *testing.T, s *play.Session, vertex string) board.Point {
	t.Helper()
	p, err := board.ParseVertex(vertex, s.Size())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// reply lets the player move.
func reply(t *testing.T, s *play.Session) {
	t.Helper()
	c, err := s.Think(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Answer(c); err != nil {
		t.Fatal(err)
	}
}

func finishedSession(t *testing.T) *play.Session {
	t.Helper()
	s, _ := newSession(t, 5, board.Black, "D1", "D2", "D3", "D4", "D5", "B1", "pass")
	for _, v := range []string{"C1", "C2", "C3", "C4", "C5", "B4", "pass"} {
		if s.Scoring() {
			t.Fatal("the game ended early")
		}
		if err := s.Play(point(t, s, v)); err != nil {
			t.Fatal(err)
		}
		reply(t, s)
	}
	return s
}

const recorded = `(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[A]PW[B]RE[B+R];B[ee];W[cc](;B[gg];W[gc]C[the last])(;B[cg]C[a ` + "\x1b[31m" + `joseki]))`

func parsed(t *testing.T, text string) *sgf.Tree {
	t.Helper()
	trees, faults := sgf.Parse("test.sgf", []byte(text))
	if len(trees) != 1 || len(faults) > 0 {
		t.Fatalf("%d games, %v", len(trees), faults)
	}
	return trees[0]
}

func opened(t *testing.T, text, place string, answers ...string) (*play.Session, *playertest.Scripted) {
	t.Helper()
	p := &playertest.Scripted{Answers: answers}
	s, err := play.OpenSession(p, play.Config{Rules: board.Chinese(), Human: board.Black, Seed: 1}, parsed(t, text), place)
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

// playedIn are the moves of a session in one string.
// playedIn are the moves of a session.
func playedIn(s *play.Session) string {
	var list []string
	for _, m := range s.Moves() {
		list = append(list, m.Point.Vertex(s.Size()))
	}
	return strings.Join(list, " ")
}

const wantPlain = `Black (X): You, White (O): scripted, 5×5, komi 0.5; type help for help
    A B C D E
 5  . . . . .  5
 4  . . . . .  4
 3  . . . . .  3
 2  . . . . .  2
 1  . . . . .  1
    A B C D E
black> hint: C3, probability of the move 75.0 %
black> white: D3
    A B C D E
 5  . . . . .  5
 4  . . . . .  4
 3  . . X(O).  3
 2  . . . . .  2
 1  . . . . .  1
    A B C D E
black> no: black C3: occupied
black> no: "k9" is neither a point such as D4 nor a command; type help for help
black> no: "undo" is neither a point such as D4 nor a command; type help for help
black> no: "fly to the moon" is no command; type help for help
black> black> no: the game is not over
black> white: pass
    A B C D E
 5  . . . . .  5
 4  . . . . .  4
 3  . . X O .  3
 2  . . . . .  2
 1  . . . . .  1
    A B C D E
result: W+0.5 (White wins by 0.5)
over>
`

// A counted board says what its letters mean.
func TestPlainExplainsTheLettersOfACountedBoard(t *testing.T) {
	s, _ := newSession(t, 5, board.Black, "C4", "pass")
	var out strings.Builder
	if err := Plain(t.Context(), look(t, s), strings.NewReader("C3\npass\ndead C4\nboard\n"), &out); err != nil {
		t.Fatal(err)
	}
	const key = "    A B C D E\nb Black's area, o dead White stone\n"
	if n := strings.Count(out.String(), key); n != 1 {
		t.Errorf("the key %q is there %d times:\n%s", key, n, out.String())
	}
}

func TestPlainConversation(t *testing.T) {
	s, _ := newSession(t, 5, board.Black, "D3", "pass")
	var out strings.Builder
	in := "hint\nplay C3\nC3\nk9\nplay undo\nfly to the moon\n\ndead C3\npass\n"
	if err := Plain(t.Context(), look(t, s), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(out.String(), "over> \n", "over>\n")
	if got != wantPlain {
		t.Errorf("got\n%s\nwant\n%s", got, wantPlain)
	}
}

// A result is printed once, also when a player gives up.
func TestPlainTellsTheResultOnce(t *testing.T) {
	s, _ := newSession(t, 5, board.Black, "resign")
	var out strings.Builder
	if err := Plain(t.Context(), look(t, s), strings.NewReader("C3\n"), &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "result: B+R"); n != 1 {
		t.Errorf("the result is told %d times:\n%s", n, out.String())
	}
}

// An interrupt ends the game while it waits for the person.
func TestPlainEndsWhenInterrupted(t *testing.T) {
	s, _ := newSession(t, 5, board.Black)
	in, person := io.Pipe()
	defer person.Close()
	ctx, interrupt := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- Plain(ctx, look(t, s), in, io.Discard) }()
	interrupt()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestPlainSavesUndoesAndQuits(t *testing.T) {
	s, p := newSession(t, 5, board.White, "C3", "D3")
	path := filepath.Join(t.TempDir(), "plain.sgf")
	var out strings.Builder
	in := "B2\nundo\nB3\nsave " + path + "\nsave " + path + "\nscore\nhelp\nresign\nboard\nquit\nE5\n"
	if err := Plain(t.Context(), look(t, s), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil || !strings.Contains(strings.ReplaceAll(string(raw), "\n", ""), ";B[cc];W[bc];B[dc]") {
		t.Errorf("saved %s, %v", raw, err)
	}
	for _, want := range []string{
		"black: C3", "saved " + path + "\n", "saved " + path + ", in place of the file before\n", "score: ",
		"result: B+R (Black wins by resignation)", "undo         back to",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	if p.Games != 2 {
		t.Errorf("the player was seated %d times, want at the start and after undo", p.Games)
	}
	broken, q := newSession(t, 5, board.White, "C3")
	q.Err = errors.New("no memory")
	if err := Plain(t.Context(), look(t, broken), strings.NewReader("quit\n"), &out); !errors.Is(err, q.Err) {
		t.Errorf("the player's error became %v", err)
	}
}

// A record can be gone through in lines as on the screen.
func TestPlainGoesThroughARecord(t *testing.T) {
	s, _ := opened(t, recorded, "", "F6")
	var out strings.Builder
	in := "back\nvariation\nforward\nback 99\nback\nback 0\nforward x\nvariation 2\nforward 1\ngo\n"
	if err := Plain(t.Context(), look(t, s), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Variation 2 of 2. a [31mjoseki", "no: the record ends here", "no: this is the beginning of the record",
		"no: want a number of moves", `no: "variation 2" is no command`, "white: F6",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	if playedIn(s) != "E5 F6" {
		t.Errorf("at %s", playedIn(s))
	}
}

func TestRecordOnTheScreen(t *testing.T) {
	s, _ := opened(t, recorded, "", "F6")
	m := press(monochrome(t, s), "[", "tab")
	if playedIn(s) != "E5 C7 C3" || !strings.Contains(m.screen(), "Variation 2 of 2. a [31mjoseki") {
		t.Errorf("at %s\n%s", playedIn(s), m.screen())
	}
	m = press(m, "{")
	if m = press(m, "["); playedIn(s) != "" || !strings.Contains(m.message, "beginning") {
		t.Errorf("at %s, %q", playedIn(s), m.message)
	}
	if press(m, "]", "x"); playedIn(s) != "E5 F6" || s.Human() != board.Black {
		t.Errorf("the player moved to %s, %v has the person", playedIn(s), s.Human())
	}
	next, cmd := press(m, "}").Update(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	if react(next.(Model), cmd); playedIn(s) != "E5 C7 G3" && playedIn(s) != "E5" {
		t.Errorf("the wheel went to %s", playedIn(s))
	}
}
