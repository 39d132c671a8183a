package report

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/sgf"
)

// White takes two stones with its second move.
const recorded = "(;SZ[5]KM[0.5]PB[Ada]PW[Ben & Co]DT[2020-01-02]RE[W+3]AB[aa][ba]AW[ab]PL[W];W[ca];B[cc];W[bb];B[dd];W[])"

func reviewed(t *testing.T) (*sgf.Tree, *review.Review) {
	t.Helper()
	trees, _ := sgf.Parse("game.sgf", []byte(recorded))
	r, err := review.New(trees[0], board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	p, err := player.Players().Parse("rave:playouts=60,threads=1,memory=10M", player.Env{Rules: game.Go{Board: 5}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := r.Run(context.Background(), p.(player.Analyst), 1, func(int) {}); err != nil {
		t.Fatal(err)
	}
	return trees[0], r
}

// What the page needs is there: it knows no rules of Go, so the stones taken are told to it.
func TestGameOfReview(t *testing.T) {
	tree, r := reviewed(t)
	g := Of(tree, "game.sgf:1", r)
	if g.Black != "Ada" || g.White != "Ben & Co" || g.Date != "2020-01-02" || g.Result != "W+3" || g.Size != 5 {
		t.Errorf("%+v", g)
	}
	if diff := cmp.Diff([]string{"X A5", "X B5", "O A4"}, g.Stones); diff != "" {
		t.Error(diff)
	}
	if len(g.Moves) != 5 || g.Moves[4].Vertex != "pass" || g.Moves[0].Color != "w" {
		t.Fatalf("%+v", g.Moves)
	}
	if diff := cmp.Diff([]string{"A5", "B5"}, g.Moves[2].Taken); diff != "" || g.Moves[0].Taken != nil {
		t.Error(diff)
	}
	// The stones that stand at the end, by the page's way of counting, are those of the rules.
	stones := map[string]string{}
	for _, s := range g.Stones {
		stones[s[2:]] = s[:1]
	}
	for _, m := range g.Moves[:4] {
		stones[m.Vertex] = map[string]string{"b": "X", "w": "O"}[m.Color]
		for _, v := range m.Taken {
			delete(stones, v)
		}
	}
	end := r.Start()
	for i := range r.Positions[1:] {
		if err := end.Play(r.Positions[i+1].Move.Point, r.Positions[i+1].Move.Color); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 25 {
		p := board.FromIndex(i, 5)
		want := map[board.Color]string{board.Empty: "", board.Black: "X", board.White: "O"}[end.Position().At(p)]
		if got := stones[p.Vertex(5)]; got != want {
			t.Errorf("%s: %q, want %q", p.Vertex(5), got, want)
		}
	}
}

// A stone that kills itself does not stay on the page's board.
func TestSuicideLeavesNoStone(t *testing.T) {
	trees, _ := sgf.Parse("game.sgf", []byte("(;SZ[5]RU[NZ]AW[ba][ab]PL[B];B[aa])"))
	rules := board.NewZealand()
	r, err := review.New(trees[0], rules)
	if err != nil {
		t.Fatal(err)
	}
	p, err := player.Players().Parse("rave:playouts=60,threads=1,memory=10M", player.Env{Rules: game.Go{Board: 5, Rules: rules}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := r.Run(context.Background(), p.(player.Analyst), 1, func(int) {}); err != nil {
		t.Fatal(err)
	}
	g := Of(trees[0], "game.sgf", r)
	if diff := cmp.Diff([]string{"A5"}, g.Moves[0].Taken); diff != "" {
		t.Error(diff)
	}
}

var address = regexp.MustCompile(`https?:|//[a-z]`)

// The page has all that it shows, asks nobody, and can be read back.
func TestPageIsWholeAndReadBack(t *testing.T) {
	tree, r := reviewed(t)
	g := Of(tree, "</script><b>.sgf", r)
	g.Key = "k"
	want := &Report{Player: "rave", Person: "Ada", Games: []Game{g}}
	var out bytes.Buffer
	if err := Write(&out, want, os.DirFS("../../web/ui")); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	if found := address.FindString(page); found != "" {
		t.Errorf("the page names another place: %s", found)
	}
	for _, src := range []string{" src=", `href="/`, "</b>"} {
		if strings.Contains(page, src) {
			t.Errorf("the page has %q", src)
		}
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if err := os.WriteFile(path, []byte("<html></html>"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); !errors.Is(err, ErrNoReport) {
		t.Errorf("%v", err)
	}
	if err := Write(&out, want, os.DirFS(t.TempDir())); err == nil {
		t.Error("a page without its modules is no error")
	}
}

func TestMistakesByCost(t *testing.T) {
	r := &Report{Games: []Game{
		{Black: "Ada", White: "Ben", Moves: []Move{{Color: "b", Loss: 30}, {Color: "w", Loss: 200}, {Color: "b", Loss: 19}}},
		{Black: "Ben", White: "ada L.", Moves: []Move{{Color: "b", Loss: 90}, {Color: "w", Loss: 120}}},
	}}
	losses := func(person string) (list []int) {
		for _, m := range r.Mistakes(person) {
			list = append(list, m.Move.Loss)
		}
		return list
	}
	for person, want := range map[string][]int{"": {200, 120, 90, 30}, "ada": {120, 30}, " BEN": {200, 90}, "Carl": nil} {
		if diff := cmp.Diff(want, losses(person)); diff != "" {
			t.Errorf("%s: %s", person, diff)
		}
	}
}

// A key depends on the record and on how it is reviewed.
func TestKey(t *testing.T) {
	trees, _ := sgf.Parse("game.sgf", []byte("(;SZ[5];B[aa])(;SZ[5];B[bb])"))
	seen := map[string]bool{}
	for range 2 {
		for _, tree := range trees {
			for _, settings := range []string{"rave", "uct"} {
				key, err := Key(tree, settings)
				if err != nil {
					t.Fatal(err)
				}
				seen[key] = true
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("%d keys, want 4", len(seen))
	}
}

// A journal has the games of an earlier run, without what was not written to its end.
func TestJournalGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "b"} {
		if err := j.Add(Game{Key: key, From: key + ".sgf", Moves: []Move{}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(nil); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(`{"key":"torn","fr`)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if j, err = OpenJournal(path); err != nil {
		t.Fatal(err)
	}
	if err := j.Keep(&Report{Games: []Game{{Key: "b", From: "other"}, {Key: "c"}}}); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]bool{"a": true, "b": true, "c": true, "torn": false} {
		if g, ok := j.Game(key); ok != want || key == "b" && g.From != "b.sgf" {
			t.Errorf("%s: %v %v", key, ok, g)
		}
	}
	if err := j.Add(Game{Key: "d"}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(&Report{Games: []Game{{Key: "b"}, {Key: "d"}}}); err != nil {
		t.Fatal(err)
	}
	if j, err = OpenJournal(path); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "c"} {
		if _, ok := j.Game(key); !ok {
			t.Errorf("%s, which the report does not have, is gone", key)
		}
	}
	if err := j.Close(&Report{Games: []Game{{Key: "a"}, {Key: "b"}, {Key: "c"}, {Key: "d"}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the journal is still there: %v", err)
	}
}

// Two that write the same report would lose what the other has read.
func TestJournalIsOfOneAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(path); !errors.Is(err, folder.ErrBusyFile) {
		t.Errorf("opened twice: %v", err)
	}
	if err := j.Add(Game{Key: "a"}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(nil); err != nil {
		t.Fatal(err)
	}
	if j, err = OpenJournal(path); err != nil {
		t.Fatalf("after it was closed: %v", err)
	}
	if _, ok := j.Game("a"); !ok {
		t.Error("the game is gone")
	}
	if runtime.GOOS != "windows" { // which removes no open file
		if err := os.Remove(path); err != nil { // as a person may who tidies up
			t.Fatal(err)
		}
	}
	if err := j.Close(&Report{Games: []Game{{Key: "a"}}}); err != nil {
		t.Error(err)
	}
}

// A kept review that judged the end of a game otherwise than its record is made anew; others are not.
func TestTheEndOfAKeptReview(t *testing.T) {
	pass := Move{Vertex: "pass", Winrate: 1000}
	lost := Move{Vertex: "pass", Winrate: 1000, Loss: 900}
	for _, c := range []struct {
		result string
		moves  []Move
		want   bool
	}{
		{"B+3.5", []Move{pass, pass}, false},
		{"W+3.5", []Move{pass, pass}, true},
		{"0", []Move{pass, pass}, true},
		{"W+R", []Move{pass, pass}, false},
		{"", []Move{pass, lost}, true},
		{"W+3.5", []Move{pass, {Vertex: "A1", Winrate: 1000}}, false},
		{"W+3.5", []Move{pass}, false},
	} {
		g := Game{Result: c.result, Moves: c.moves}
		if got := g.EndsOtherwise(); got != c.want {
			t.Errorf("%q %+v: %v", c.result, c.moves, got)
		}
	}
}
