package play

import (
	"errors"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/playertest"
	"github.com/tengen-go/tengen/sgf"
)

// recorded has a main line of four moves, a variation at move 3, and comments.
const recorded = `(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[A]PW[B]RE[B+R];B[ee];W[cc]` +
	`(;B[gg];W[gc]C[the last])(;B[cg]C[a ` + "\x1b[31m" + `joseki` + "\n" + `of old]))`

func parsed(t *testing.T, text string) *sgf.Tree {
	t.Helper()
	trees, faults := sgf.Parse("test.sgf", []byte(text))
	if len(trees) != 1 || len(faults) > 0 {
		t.Fatalf("%d games, %v", len(trees), faults)
	}
	return trees[0]
}

func opened(t *testing.T, text, place string, answers ...string) (*Session, *playertest.Scripted) {
	t.Helper()
	p := &playertest.Scripted{Answers: answers}
	s, err := OpenSession(p, Config{Rules: board.Chinese(), Human: board.Black, Seed: 1}, parsed(t, text), place)
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

// The komi is the same at every place of a record, also before White's first move shows that there is a handicap.
func TestKomiStaysInARecord(t *testing.T) {
	s, _ := opened(t, "(;SZ[9]RU[Chinese]AB[cc][gg];W[ee];B[ce])", "")
	for range 2 {
		if komi := s.game.Rules().Komi; komi != board.HandicapKomi {
			t.Errorf("komi %v after %s", komi, playedIn(s))
		}
		if err := s.Back(2); err != nil && !errors.Is(err, ErrBegin) {
			t.Fatal(err)
		}
	}
}

// Before the first move it is the turn of whoever makes it in the record, and stones are a handicap as they are later.
func TestTurnAtTheBeginningOfARecord(t *testing.T) {
	for text, want := range map[string]struct {
		turn     board.Color
		handicap int
	}{
		"(;SZ[9]AB[cc][gg];W[ee];B[ce])":                 {board.White, 2},
		"(;SZ[9]AB[cc][gg];C[hello];W[ee];B[ce])":        {board.White, 2},
		"(;SZ[9]AB[cc][gg];B[ee];W[ce])":                 {board.Black, 0},
		"(;SZ[9]AB[cc]AW[gg];W[ee];B[ce])":               {board.White, 0},
		"(;SZ[9];W[ee];B[ce])":                           {board.White, 0},
		"(;SZ[9];AB[cc]PL[B];W[ee];B[ce])":               {board.Black, 0},
		"(;SZ[9]HA[2]AB[cc][gg]KM[0.5];W[ee]AE[cc];B[])": {board.White, 2},
		"(;SZ[9]PL[B]AB[cc]AW[gg](;W[ee])(;B[ce]))":      {board.Black, 0},
	} {
		s, _ := opened(t, text, "0")
		if s.ToMove() != want.turn || s.Game().Handicap() != want.handicap {
			t.Errorf("%s: %v to move, handicap %d", text, s.ToMove(), s.Game().Handicap())
		}
	}
}

// playedIn are the moves of a session in one string.
func playedIn(s *Session) string {
	var words []string
	for _, m := range s.Moves() {
		words = append(words, m.Point.Vertex(s.Size()))
	}
	return strings.Join(words, " ")
}

func TestRecordBackAndForth(t *testing.T) {
	s, p := opened(t, recorded, "")
	if playedIn(s) != "E5 C7 G3 G7" || s.config.Rules.Komi != 6.5 || s.config.Rules.Scoring != board.Territory || s.Comment() != "the last" {
		t.Fatalf("opened at %s, %+v, %q", playedIn(s), s.config.Rules, s.Comment())
	}
	if err := s.Forward(1); !errors.Is(err, ErrEnd) {
		t.Errorf("beyond the end: %v", err)
	}
	if err := s.Back(1); err != nil || playedIn(s) != "E5 C7 G3" {
		t.Fatalf("back: %v, %s", err, playedIn(s))
	}
	if err := s.NextVariation(); err != nil || playedIn(s) != "E5 C7 C3" {
		t.Fatalf("variation: %v, %s", err, playedIn(s))
	}
	// Nothing of a comment steers the terminal.
	if got := s.Comment(); got != "Variation 2 of 2. a [31mjoseki\nof old" {
		t.Errorf("comment %q", got)
	}
	if err := s.NextVariation(); err != nil || playedIn(s) != "E5 C7 G3" {
		t.Fatalf("the first variation again: %v, %s", err, playedIn(s))
	}
	if err := s.Back(10); err != nil || playedIn(s) != "" {
		t.Fatalf("to the beginning: %v, %s", err, playedIn(s))
	}
	if err := s.Back(1); !errors.Is(err, ErrBegin) {
		t.Errorf("before the beginning: %v", err)
	}
	if err := s.NextVariation(); !errors.Is(err, ErrNoVariation) {
		t.Errorf("a variation of the empty board: %v", err)
	}
	if err := s.Forward(100); err != nil || playedIn(s) != "E5 C7 G3 G7" {
		t.Errorf("to the end: %v, %s", err, playedIn(s))
	}
	if p.Games != 1 {
		t.Errorf("the player was given %d positions while nobody asked it", p.Games)
	}
}

// Who plays in a record takes the side to move; the player answers in the position it is shown.
// The new moves are a variation, and what was there stays.
func TestPlayOnFromAnyPlace(t *testing.T) {
	s, p := opened(t, recorded, "1", "F6")
	if playedIn(s) != "E5" || s.PlayersTurn() || !s.HumansTurn() {
		t.Fatalf("at %s, the player's turn is %v", playedIn(s), s.PlayersTurn())
	}
	if err := s.Play(point(t, s, "D4")); err != nil {
		t.Fatal(err)
	}
	if !s.PlayersTurn() || s.config.Human != board.White || s.Browsing() {
		t.Fatalf("after White's move: %v has the person, the player's turn is %v", s.config.Human, s.PlayersTurn())
	}
	reply(t, s)
	if playedIn(s) != "E5 D4 F6" || p.Game.(game.GoGame).Position().Hash() != s.game.Position().Hash() {
		t.Errorf("the game is %s; the player has another position", playedIn(s))
	}
	text, err := s.tree.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(strings.Replace(recorded, "(;B[gg]", "(;W[cc](;B[gg]", 1), "B[ee];W[cc](;W[cc]", "B[ee](;W[cc]")
	want = strings.TrimSuffix(want, ")") + ")(;W[df];B[fd]))"
	flat := func(s string) string { return strings.NewReplacer("\n", "", "CA[UTF-8]", "", "\x1b", "").Replace(s) }
	if flat(string(text)) != flat(want) {
		t.Errorf("saved %s, want %s", text, want)
	}
	// Undo takes our moves out again, and only ours.
	if err := s.Undo(); err != nil || playedIn(s) != "E5" {
		t.Fatalf("undo: %v, %s", err, playedIn(s))
	}
	if text, err = s.tree.Append(nil); err != nil || flat(string(text)) != flat(recorded) {
		t.Errorf("undo left %s", text)
	}
	if err := s.PlayerMoves(); err != nil || !s.PlayersTurn() {
		t.Errorf("the player does not move when it is asked to: %v", err)
	}
}

func TestOpenFaultyRecords(t *testing.T) {
	// An illegal move ends the line before it.
	s, _ := opened(t, `(;SZ[9];B[ee];W[ee];B[aa])`, "")
	if playedIn(s) != "E5" {
		t.Errorf("opened at %s", playedIn(s))
	}
	if err := s.Forward(1); err == nil || errors.Is(err, ErrEnd) || playedIn(s) != "E5" {
		t.Errorf("an illegal move: %v, at %s", err, playedIn(s))
	}
	// A record as long as this is opened as well, up to its last legal node.
	long := 100_000
	s, _ = opened(t, "(;SZ[9];B[ee]"+strings.Repeat(";N[x]", long)+";W[ee];B[aa])", "")
	if playedIn(s) != "E5" || len(s.path) != long+2 {
		t.Errorf("opened at %s, node %d of %d", playedIn(s), len(s.path), long+2)
	}
	if err := s.Back(long); err != nil || len(s.path) != 2 {
		t.Errorf("back: %v, at node %d", err, len(s.path))
	}
	for text, place := range map[string]string{`(;SZ[9:13];B[ee])`: "", `(;SZ[40])`: "", `(;SZ[9];B[ee])`: "1.7", `(;SZ[9];B[aa])`: "x"} {
		if s, err := OpenSession(&playertest.Scripted{}, Config{Rules: board.Chinese()}, parsed(t, text), place); err == nil {
			t.Errorf("%s at %q was opened: %v", text, place, playedIn(s))
		}
	}
}

// A record's handicap stones stand where it has them, more than the board has points for, too.
func TestOpenManyHandicapStones(t *testing.T) {
	s, _ := opened(t, `(;SZ[19]HA[10]AB[aa][bb][cc][dd][ee][ff][gg][hh][ii][jj];W[pd])`, "")
	if s.Game().Handicap() != 10 || playedIn(s) != "Q16" {
		t.Errorf("%d stones, %s", s.Game().Handicap(), playedIn(s))
	}
	s, _ = opened(t, `(;SZ[5]HA[2]AB[bb][dd];W[cc])`, "")
	if s.Game().Handicap() != 2 || playedIn(s) != "C3" {
		t.Errorf("%d stones, %s", s.Game().Handicap(), playedIn(s))
	}
}

// Each move has its chance, whatever nodes a record has besides.
func TestChancesGoWithTheMoves(t *testing.T) {
	for _, text := range []string{
		`(;SZ[9];C[hello];C[more];B[ee];W[cc])`,
		`(;SZ[9]B[ee];W[cc];N[x])`,
		`(;SZ[9];B[ee];AW[cc]PL[B])`,
		`(;SZ[9];B[ee]W[cc])`,
	} {
		s, _ := opened(t, text, "", "F6")
		if err := s.Play(point(t, s, "D4")); err != nil {
			t.Fatal(err)
		}
		reply(t, s)
		s.chances[s.here()] = 0.5
		chances := s.Chances()
		if len(chances) != len(s.Moves()) {
			t.Errorf("%s: %d chances of %d moves", text, len(chances), len(s.Moves()))
			continue
		}
		for i, c := range chances {
			if last := i == len(chances)-1; (c >= 0) != last {
				t.Errorf("%s: move %d has the chance %v", text, i+1, c)
			}
		}
	}
}

// A place that is written is found again, wherever in the record.
func TestPlaces(t *testing.T) {
	r := newGameTree(parsed(t, recorded))
	var visit func(n *sgf.Node)
	visit = func(n *sgf.Node) {
		place := r.String()
		found := newGameTree(r.tree)
		if err := found.goTo(place); place == "" || err != nil || found.here() != n {
			t.Errorf("place %q: %v", place, err)
		}
		for i, child := range n.Children {
			r.path = append(r.path, n.Children[i])
			visit(child)
			r.up()
		}
	}
	visit(r.tree.Root)
}

// What is taken back leaves the record as it was read, with its result.
func TestResultComesBackWithUndo(t *testing.T) {
	for name, do := range map[string]func(*Session) error{
		"a move":        func(s *Session) error { return s.Play(point(t, s, "A1")) },
		"a resignation": (*Session).Resign,
	} {
		s, _ := opened(t, recorded, "", "F6")
		before := s.root().Text("RE")
		if err := do(s); err != nil {
			t.Fatal(err)
		}
		if re := s.root().Text("RE"); re == before {
			t.Errorf("%s: the record still has %s", name, re)
		}
		if err := s.Undo(); err != nil || s.root().Text("RE") != before {
			t.Errorf("%s taken back: %v, %q", name, err, s.root().Text("RE"))
		}
	}
}
