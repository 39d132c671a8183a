package review

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/timing"
)

// critic is an analyst with fixed opinions: by moves played, the win rate
// of the side to move and the moves it likes.
type critic struct {
	gameView
	winrates map[int]float64
	likes    map[int][]player.MoveAnalysis
	blind    int // reads nothing from this move on
	asked    []board.Color
	black    []int  // Black's stones at each question
	cancel   func() // called at the fifth question
}

// stones are how many stones of a colour are on the board.
func stones(pos *board.Position, of board.Color) (n int) {
	for p := range pos.Size() * pos.Size() {
		if pos.At(board.XY(p%pos.Size(), p/pos.Size())) == of {
			n++
		}
	}
	return n
}

func (c *critic) String() string { return "critic" }
func (c *critic) Close() error   { return nil }

func (c *critic) Genmove(context.Context, board.Color, timing.Clock) (player.Choice, error) {
	return player.Choice{Point: board.Pass}, nil
}

func (c *critic) Analyze(context.Context, board.Color, player.AnalyzeOptions, func(*player.Analysis)) error {
	return errors.ErrUnsupported
}

func (c *critic) GenmoveAnalyze(ctx context.Context, color board.Color, _ timing.Clock, _ player.AnalyzeOptions, report func(*player.Analysis)) (player.Choice, error) {
	c.asked = append(c.asked, color)
	c.black = append(c.black, stones(c.game.Position(), board.Black))
	if c.cancel != nil && len(c.asked) == 5 {
		c.cancel()
		return player.Choice{}, ctx.Err()
	}
	n := len(c.game.Moves())
	if n >= c.blind {
		return player.Choice{Point: board.Pass}, nil
	}
	a := player.Analysis{ToMove: color, Visits: 100, Winrate: c.winrates[n], Moves: slices.Clone(c.likes[n])}
	report(&a)
	for i := range a.Moves {
		a.Moves[i].Winrate = -1 // the report is valid during the call only
	}
	return player.Choice{Point: board.Pass}, nil
}

const reviewed = `(;GM[1]FF[4]SZ[5]KM[0.5]C[A game.];B[cc]C[A \] bracket
and (\;B[aa\]) a game];W[bb](;B[dd]DO[];C[only words]W[bd];B[];W[])(;B[ab]C[kept]))`

func newCritic() *critic {
	line := func(points ...board.Point) []board.Point { return points }
	return &critic{
		blind:    5,
		winrates: map[int]float64{0: 0.6, 1: 0.45, 2: 0.5, 3: 0.75, 4: 0.3},
		likes: map[int][]player.MoveAnalysis{
			0: {{Point: board.XY(2, 2), Visits: 90, Winrate: 0.61, Variation: line(board.XY(2, 2), board.XY(1, 1))}},
			1: {{Point: board.XY(3, 3), Visits: 60, Winrate: 0.55, Variation: line(board.XY(3, 3), board.XY(1, 1), board.Pass)}, {Point: board.XY(1, 1), Visits: 40, Winrate: 0.5}},
			2: {
				{Point: board.XY(0, 1), Visits: 50, Winrate: 0.56, Variation: line(board.XY(0, 1))},
				{Point: board.XY(3, 1), Visits: 30, Winrate: 0.53, Variation: line(board.XY(3, 1), board.XY(1, 3))},
				{Point: board.XY(1, 3), Visits: 0, Winrate: 0},
				{Point: board.XY(3, 3), Visits: 5, Winrate: 0.3},
			},
			3: {{Point: board.Pass, Visits: 9, Winrate: 0.76}},
		},
	}
}

func review(t *testing.T, ctx context.Context, c *critic) (*sgf.Tree, *Review, error) {
	t.Helper()
	trees, faults := sgf.Parse("reviewed", []byte(reviewed))
	if len(trees) != 1 || len(faults) != 0 {
		t.Fatal(faults)
	}
	r, err := New(trees[0], board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	err = r.Run(ctx, c, 1, func(done int) {
		if told++; done != told {
			t.Errorf("told of %d after %d", done, told)
		}
	})
	return trees[0], r, err
}

func TestReview(t *testing.T) {
	c := newCritic()
	tree, r, err := review(t, t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if want := []board.Color{board.Black, board.White, board.Black, board.White, board.Black, board.White, board.Black}; !slices.Equal(c.asked, want) {
		t.Errorf("asked for %v, want %v", c.asked, want)
	}
	var black, losses []float64
	for i := range r.Positions {
		black = append(black, rounded(r.Positions[i].Black()))
		losses = append(losses, rounded(r.Positions[i].Loss))
	}
	// The last two positions are of a game that the critic does not read: playouts say
	// who is ahead, and that is not White, who has been captured or nearly so.
	if diff := cmp.Diff([]float64{0.6, 0.55, 0.5, 0.25, 0.3}, black[:5]); diff != "" {
		t.Errorf("Black's win rates (-want +got):\n%s", diff)
	}
	// 0: the reviewer's own move; 0.55−0.5; 0.56−0.25; 0.76−0.7.
	if diff := cmp.Diff([]float64{0, 0, 0.05, 0.31, 0.06}, losses[:5]); diff != "" {
		t.Errorf("losses (-want +got):\n%s", diff)
	}
	if got := r.Worst(2, 0.05); !slices.Equal(got[:2], []int{3, 4}) {
		t.Errorf("worst %v", got)
	}
	if got := r.Worst(9, 0.2); !slices.Equal(got, []int{3}) {
		t.Errorf("worst %v", got)
	}
	r.Annotate()
	once, err := tree.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"C[A game.\n\nTengen: reviewed by critic. Black 60.0%, White 40.0% after 100 playouts.]",
		`C[A \] bracket` + "\nand (\\;B[aa\\]) a game\n\nTengen: Black 55.0%, White 45.0% after 100 playouts.]SBKV[55.00]",
		";W[bb]SBKV[50.00]C[Tengen: Black 50.0%, White 50.0% after 100 playouts. White lost 5.0%. Instead, for White: D2 55.0%.]",
		"(;W[dd]C[Tengen: White 55.0% after 60 playouts.];B[bb];W[])",
		"(;B[dd]DO[]SBKV[25.00]C[Tengen: Black 25.0%, White 75.0% after 100 playouts. Black lost 31.0%. Instead, for Black: A4 56.0%, D4 53.0%.]",
		"(;B[ab]C[kept])", "(;B[db]C[Tengen: Black 53.0% after 30 playouts.];W[bd])",
		";C[only words\n\nTengen: Black 30.0%", "(;W[]C[Tengen: White 76.0% after 9 playouts.])",
	} {
		if !strings.Contains(strings.ReplaceAll(string(once), "\n(", "("), want) {
			t.Errorf("%q is not in\n%s", want, once)
		}
	}
	if bytes.Contains(once, []byte("BM[")) {
		t.Error("a move that the record judges was judged again")
	}
	// What was written is a record like any other: the same game, and a second review
	// changes nothing.
	again, faults := sgf.Parse("again", once)
	if len(again) != 1 || len(faults) != 0 {
		t.Fatal(faults)
	}
	before, _ := record.ReadGame(tree, board.Chinese(), -1)
	after, err := record.ReadGame(again[0], board.Chinese(), -1)
	if err != nil || !slices.Equal(before.Moves(), after.Moves()) {
		t.Errorf("the game has changed: %v", err)
	}
	r.Annotate()
	twice, err := tree.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(once), string(twice)); diff != "" {
		t.Errorf("the second time is different (-first +second):\n%s", diff)
	}
}

// rounded is a share in percent, so that sums compare.
func rounded(x float64) float64 { return float64(int(100*x+0.5)) / 100 }

// reviewBy is the review of a record by a critic.
func reviewBy(t *testing.T, c *critic, text string) *Review {
	t.Helper()
	trees, _ := sgf.Parse("record", []byte(text))
	r, err := New(trees[0], board.Chinese())
	if err == nil {
		err = r.Run(t.Context(), c, 1, func(int) {})
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReviewMarksBadMoves(t *testing.T) {
	tree, r, err := review(t, t.Context(), newCritic())
	if err != nil {
		t.Fatal(err)
	}
	node := r.Positions[3].Node
	node.Set("DO")
	r.Annotate()
	if v, _ := node.Get("BM"); v != "2" {
		t.Errorf("a loss of %.2f is marked %q", r.Positions[3].Loss, v)
	}
	if _, err := tree.Append(nil); err != nil {
		t.Error(err)
	}
}

// After a second review the record is as if there had been no first one, except for marks. Variations of people stay.
func TestASecondReviewReplacesTheFirst(t *testing.T) {
	annotate := func(tree *sgf.Tree, c *critic) *sgf.Tree {
		t.Helper()
		r, err := New(tree, board.Chinese())
		if err == nil {
			err = r.Run(t.Context(), c, 1, func(int) {})
		}
		if err != nil {
			t.Fatal(err)
		}
		r.Annotate()
		text, err := tree.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		again, faults := sgf.Parse("again", text)
		if len(again) != 1 || len(faults) != 0 {
			t.Fatal(faults)
		}
		return again[0]
	}
	record := func() *sgf.Tree {
		trees, _ := sgf.Parse("reviewed", []byte(reviewed))
		return trees[0]
	}
	first, second := newCritic(), newCritic()
	first.likes[1] = []player.MoveAnalysis{
		{Point: board.XY(4, 4), Visits: 7, Winrate: 0.53}, {Point: board.XY(3, 3), Visits: 2, Winrate: 0.52},
	}
	first.likes[2] = nil
	once, err := annotate(record(), second).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	twice, err := annotate(annotate(record(), first), newCritic()).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	if string(once) != string(twice) {
		t.Errorf("after another review\n%s\nwithout it\n%s", twice, once)
	}
}

// A player sees nothing to read in a finished game. Its figure is that of the result then: 9 points to 5 and komi.
func TestReviewOfFinishedGame(t *testing.T) {
	trees, faults := sgf.Parse("finished", []byte("(;SZ[5]KM[4.5]RU[Japanese];B[ce];W[de];B[cd];W[dd];B[cc];W[dc];"+
		"B[cb];W[db];B[ca];W[da];B[ac];W[];B[])"))
	if len(trees) != 1 || len(faults) != 0 {
		t.Fatal(faults)
	}
	r, err := New(trees[0], board.Japanese())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Run(t.Context(), &critic{}, 1, func(int) {}); err != nil {
		t.Fatal(err)
	}
	end := r.Positions[len(r.Positions)-2:]
	if before, after := end[0].Black(), end[1].Black(); before > 0.2 || after != 0 {
		t.Errorf("W+0.5: Black's chance is %.2f before the last pass and %.2f after it, want none", before, after)
	}
}

// The winner by the record's count has lost nothing by the last pass, whatever random games make of the stones that were
// left as dead. Without a count nobody has.
func TestTheCountOfTheRecord(t *testing.T) {
	const moves = ";B[ce];W[de];B[cd];W[dd];B[cc];W[dc];B[cb];W[db];B[ca];W[da];B[ac];W[];B[])"
	for result, want := range map[string]struct{ black, loss float64 }{
		"B+0.5": {1, 0}, "W+0.5": {0, 0.875}, "W+": {0, 0.875}, "0": {0.5, 0.375}, "W+R": {0, 0}, "?": {0, 0}, "": {0, 0},
	} {
		trees, faults := sgf.Parse("counted", []byte("(;SZ[5]KM[4.5]RU[Japanese]RE["+result+"]"+moves))
		if len(trees) != 1 || len(faults) != 0 {
			t.Fatal(faults)
		}
		r, err := New(trees[0], board.Japanese())
		if err != nil {
			t.Fatal(err)
		}
		likes := []player.MoveAnalysis{{Point: board.XY(0, 4), Visits: 9, Winrate: 0.875}}
		c := &critic{
			blind: 13, winrates: map[int]float64{12: 0.875}, likes: map[int][]player.MoveAnalysis{12: likes},
		}
		if err := r.Run(t.Context(), c, 1, func(int) {}); err != nil {
			t.Fatal(err)
		}
		end := r.Positions[len(r.Positions)-1]
		if end.Black() != want.black || end.Loss != want.loss {
			t.Errorf("%q: Black's chance is %v and the last pass cost %v, want %+v", result, end.Black(), end.Loss, want)
		}
		c.blind = 12 // a player that sees only that a pass wins
		if err := r.Run(t.Context(), c, 1, func(int) {}); err != nil {
			t.Fatal(err)
		}
		if first := r.Positions[len(r.Positions)-2]; first.Black() != want.black {
			t.Errorf("%q: Black's chance after the first pass is %v, want %v", result, first.Black(), want.black)
		}
		c.blind, c.winrates[12], c.likes[12][0].Winrate = 13, 0.375, 0.375 // who is behind gives the game up
		if err := r.Run(t.Context(), c, 1, func(int) {}); err != nil {
			t.Fatal(err)
		}
		if end := r.Positions[len(r.Positions)-1]; end.Loss != 0 {
			t.Errorf("%q: the last pass of a lost game cost %v", result, end.Loss)
		}
	}
}

// TestReviewInterrupted: what was found stays.
func TestReviewInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := newCritic()
	c.cancel = cancel
	tree, r, err := review(t, ctx, c)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	r.Annotate()
	text, err := tree.Append(nil)
	if err != nil || strings.Count(string(text), "SBKV") != 4 {
		t.Errorf("%v: %s", err, text)
	}
	if err := r.DrawCurve(filepath.Join(t.TempDir(), "curve.png"), nil); err != nil {
		t.Error(err)
	}
}

// A review has the komi of a handicap where the record names none, and says which rules it has.
func TestReviewOfAHandicap(t *testing.T) {
	trees, _ := sgf.Parse("handicap", []byte("(;SZ[9]HA[2]RU[jp]AB[cc][gg];W[ee];B[ce])"))
	r, err := New(trees[0], board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	if r.Komi != board.HandicapKomi || r.Start().Rules().Komi != r.Komi || r.Rules() != "Japanese" {
		t.Errorf("komi %v, in the game %v, rules %s", r.Komi, r.Start().Rules().Komi, r.Rules())
	}
}

// Handicap stones in the second node are on the board as those in the first one are.
func TestReviewWithHandicapInTheSecondNode(t *testing.T) {
	for _, text := range []string{
		"(;SZ[9]HA[4]KM[0.5]AB[gc][cg][cc][gg];W[ee];B[ec])", "(;SZ[9]HA[4]KM[0.5];AB[gc][cg][cc][gg];W[ee];B[ec])",
	} {
		c := &critic{blind: 100}
		reviewBy(t, c, text)
		if n := len(c.black); n < 3 || !slices.Equal(c.black[n-3:], []int{4, 4, 5}) {
			t.Errorf("%s: %v black stones", text, c.black)
		}
	}
}

func TestReviewWithSetup(t *testing.T) {
	c := &critic{blind: 100}
	r := reviewBy(t, c, "(;SZ[5]AB[bb][dd]HA[2];W[cc];B[cb];AE[cc]AW[ca]PL[W];W[bc];W[cd])")
	want := []board.Color{board.White, board.Black, board.White, board.White, board.White, board.Black}
	if !slices.Equal(c.asked, want) {
		t.Errorf("asked for %v, want %v", c.asked, want)
	}
	r.Annotate()
	// The moves before an illegal one are a review of their own.
	trees, _ := sgf.Parse("broken", []byte("(;SZ[5];B[cc];W[dd];B[cc];W[aa])"))
	var broken *record.BreakError
	if r, err := New(trees[0], board.Chinese()); !errors.As(err, &broken) || broken.Moves != 2 || len(r.Positions) != 3 {
		t.Errorf("a game with an illegal move: %v, %d positions", err, len(r.Positions))
	}
	for _, bad := range []string{"(;SZ[5];B[aa];W[aa])", "(;SZ[5];B[zz])", "(;SZ[5:6])", "(;SZ[99])"} {
		trees, _ := sgf.Parse("bad", []byte(bad))
		if _, err := New(trees[0], board.Chinese()); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}

func TestCurve(t *testing.T) {
	_, r, err := review(t, t.Context(), newCritic())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "curve.png")
	if err := r.DrawCurve(file, r.Worst(3, 0)); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if img, err := png.Decode(f); err != nil || img.Bounds().Dx() < 500 {
		t.Errorf("no picture: %v", err)
	}
	file = filepath.Join(dir, "curve.svg")
	if err := r.DrawCurve(file, nil); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || !bytes.Contains(text, []byte("<svg")) {
		t.Errorf("no picture: %v", err)
	}
	if err := r.DrawCurve(filepath.Join(dir, "curve.gif"), nil); err == nil {
		t.Error("a GIF was promised")
	}
}

// A close game fills the picture, and its type is sans serif.
func TestTheCurveFillsItsAxis(t *testing.T) {
	r := &Review{Size: 9}
	for i := range 10 {
		r.Positions = append(r.Positions, Reviewed{Number: i, Analysis: &player.Analysis{ToMove: board.Black, Winrate: 0.42 + 0.005*float64(i)}})
	}
	file := filepath.Join(t.TempDir(), "close.svg")
	if err := r.DrawCurve(file, []int{3}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]bool{">50<": true, ">44<": true, ">0%<": false, ">20<": false, ">100<": false, "Helvetica,sans-serif": true} {
		if bytes.Contains(text, []byte(label)) != want {
			t.Errorf("%s in the picture: %v, want %v", label, !want, want)
		}
	}
}

// gameView is the part of a player which remembers the game.
type gameView struct{ game *board.Game }

func (v *gameView) NewGame(g game.Game) error {
	v.game = g.Clone().(game.GoGame).Game
	return nil
}

func (v *gameView) Play(m board.Move) error { return v.game.Play(m.Point, m.Color) }

// What a player found with other weights stays until it finds something again, and is not done.
func TestFindingsOfOtherWeights(t *testing.T) {
	trees, faults := sgf.Parse("x", []byte("(;SZ[5];B[cc];W[bb])"))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	s, err := NewStudy(trees[0], board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	set := func(visits int) {
		t.Helper()
		for _, id := range s.MainLine() {
			if err := s.Set(id, "p", &Finding{Visits: visits, Moves: []Candidate{{Point: "A1"}}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.Reads("p", "policy 1")
	set(100)
	s.Reads("p", "policy 2")
	if id, done, of := s.Next("p"); id != s.Root() || done != 0 || of != 3 {
		t.Errorf("next is %d, %d of %d are done", id, done, of)
	}
	if f := s.Finding(2, "p"); f == nil || f.Visits != 100 || s.Current(2, "p") != nil {
		t.Errorf("%+v", f)
	}
	if err := s.Set(1, "p", &Finding{Visits: 10, Moves: []Candidate{{Point: "A1"}}}); err != nil {
		t.Fatal(err)
	}
	if f := s.Current(1, "p"); f == nil || f.Visits != 10 || f.Weights != "policy 2" {
		t.Errorf("%+v", f)
	}
	if j, ok := s.Judge(2, "p"); ok {
		t.Errorf("a move is judged by two networks: %+v", j)
	}
	set(10)
	if j, ok := s.Judge(2, "p"); !ok {
		t.Errorf("a move is not judged: %+v", j)
	}
}

// Stones are a handicap from the beginning of a record on, if only the first move shows it.
func TestHandicapAtTheBeginning(t *testing.T) {
	trees, faults := sgf.Parse("x", []byte("(;SZ[9]RU[Chinese]AB[cc][gg];W[ee];B[ce])"))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	s, err := NewStudy(trees[0], board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range s.MainLine() {
		p, err := s.Position(id)
		if err != nil {
			t.Fatal(err)
		}
		if h := p.Game.Handicap(); h != 2 {
			t.Errorf("node %d has a handicap of %d", id, h)
		}
	}
}

// A review does not depend on the games that the player reviewed before, so reviews that go on after an interruption
// are the reviews of an unbroken run.
func TestAReviewDoesNotDependOnThoseBefore(t *testing.T) {
	p, err := player.AllKinds().Players().Parse("rave:playouts=50,memory=4M", player.Env{Rules: game.Go{Board: 5}, Seed: 3, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	reviewed := func(text string) *Review {
		t.Helper()
		trees, faults := sgf.Parse("", []byte(text))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		r, err := New(trees[0], board.Chinese())
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Run(t.Context(), p.(player.Analyst), 1, func(int) {}); err != nil {
			t.Fatal(err)
		}
		return r
	}
	const one, other = "(;SZ[5];B[cc];W[bb])", "(;SZ[5];B[ab];W[cb];B[dd])"
	first := reviewed(one)
	reviewed(other)
	again := reviewed(one)
	for i, p := range first.Positions {
		if diff := cmp.Diff(p.Analysis, again.Positions[i].Analysis); diff != "" {
			t.Errorf("position %d: %s", i, diff)
		}
	}
}
