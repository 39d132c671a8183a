package analysis

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// The lead rises with the win rate, and at an even one in an open position nobody leads.
func TestLeadRisesWithWinrate(t *testing.T) {
	g, err := board.NewGame(9, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	j := judge(g, 1)
	if j.settled != 0 || math.Abs(j.lead(0.5)) > 1e-9 {
		t.Errorf("the empty board is settled by %v, lead %v", j.settled, j.lead(0.5))
	}
	for w := 0.02; w < 0.99; w += 0.01 {
		if j.lead(w) <= j.lead(w-0.01) {
			t.Errorf("lead %v at %v, %v at %v", j.lead(w-0.01), w-0.01, j.lead(w), w)
		}
	}
	if a, b := j.lead(1), -j.lead(0); math.Abs(a-b) > 1e-9 || math.IsInf(a, 0) {
		t.Errorf("won by %v, lost by %v", a, b)
	}
}

// Of a finished board the lead is the count, whatever the win rate.
func TestLeadOfFinishedBoard(t *testing.T) {
	p, err := board.Parse(".X.XO.O.O\nXX.XOO.OO\n.XXXO.OO.\nXX.XOOOOO\n..XXXXOO.\nXXX..XOOO\n.X.XXXO.O\nXXXX.XOO.\n.X.X.XO.O")
	if err != nil {
		t.Fatal(err)
	}
	rules := board.Chinese()
	rules.Komi = 0.5
	g, err := board.NewGameFrom(p, rules)
	if err != nil {
		t.Fatal(err)
	}
	want := g.Score(nil).Margin()
	j := judge(g, 1)
	for _, w := range []float64{0, 0.3, 1} {
		if !j.decided || j.lead(w) != want || j.deviation() != 0 {
			t.Errorf("lead %v at %v, want %v; decided %v", j.lead(w), w, want, j.decided)
		}
	}
}

// Playouts of a search outweigh the random games; without any they change nothing.
func TestSearchOutweighsRandomGames(t *testing.T) {
	g, err := board.NewGame(5, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	j := judge(g, 1)
	before := j.count
	j.see(make([]float64, 25), 1000)
	if j.count != before {
		t.Error("a search without playouts changes the count")
	}
	black := make([]float64, 25)
	for i := range black {
		black[i] = 1
	}
	j.see(black, 1000)
	if want := 25 - g.Rules().Komi; math.Abs(j.count-want) > 1 || j.settled != 1 {
		t.Errorf("all is Black's, and the count is %v, want %v, settled %v", j.count, want, j.settled)
	}
}

// Under territory scoring Black's own stones are worth nothing. White has passed, so Black has played more of them.
func TestLeadIsInTerritoryUnderTerritoryScoring(t *testing.T) {
	g, err := board.NewGame(5, board.Japanese())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []board.Point{board.XY(1, 2), board.XY(2, 2), board.XY(3, 2)} {
		if g.Play(p, board.Black) != nil || g.Play(board.Pass, board.White) != nil {
			t.Fatal("an illegal move")
		}
	}
	j := judge(g, 1)
	all := make([]float64, 25)
	for i := range all {
		all[i] = 1
	}
	j.see(all, 1000)
	if want := 22 - g.Rules().Komi; j.decided || math.Abs(j.count-want) > 1e-9 {
		t.Errorf("all 22 empty points are Black's, and the count is %v, want %v", j.count, want)
	}
}
