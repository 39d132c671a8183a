package sample_test

import (
	"math"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/traintest"
)

// playedOut is games of random moves until nobody has one left, with the winner by area. Their last moves, so many as
// short says, are left out.
func playedOut(t *testing.T, size, games, short int) *record.Set {
	t.Helper()
	var set record.Set
	random := board.NewRand(5)
	for range games {
		pos := board.NewPosition(size)
		moves := pos.TracePlayout(&random, 3*size*size, nil)
		g := record.Game{Size: size, First: board.Black, Komi: 0.5}
		c := board.Black
		for _, m := range moves[:len(moves)-short] {
			g.Moves = append(g.Moves, record.NewMove(c, m, size))
			c = c.Opponent()
		}
		black, white := pos.Area(nil)
		g.Result = record.Result{
			Winner: board.Score{Black: float64(black), White: float64(white) + g.Komi}.Winner(),
			Ending: record.Score, Margin: 1,
		}
		set.Add(g)
	}
	return &set
}

// A game that went on until no move was left has the owners of its last board. They are from the view of the side to
// move, in the symmetry of the planes.
func TestOwnersAreThoseOfTheLastBoard(t *testing.T) {
	const size = 7
	set := playedOut(t, size, 12, 0)
	data := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.All, Owners: true})
	s := data.NewSampler(56)
	planes := make([]float32, size*size*56)
	movers := map[board.Color]bool{}
	for n := range data.Len() {
		symmetry := features.Symmetry(n % features.Symmetries)
		l, err := s.Sample(planes, n, 0, int(symmetry))
		if err != nil {
			t.Fatal(err)
		}
		g := set.Game(l.Game)
		mover := g.Moves[l.Move].Color()
		movers[mover] = true
		var last board.Position
		if err := g.PositionAt(len(g.Moves), &last); err != nil {
			t.Fatal(err)
		}
		var owners [size * size]board.Color
		last.Owners(owners[:], nil)
		for p, owner := range owners {
			want := float32(-1)
			switch owner {
			case mover:
				want = 1
			case board.Empty:
				want = 0
			}
			if got := l.Owners[symmetry.Index(p, size)]; got != want {
				t.Fatalf("game %d after %d moves: point %d has owner %v, want %v", l.Game, l.Move, p, got, want)
			}
		}
	}
	if len(movers) != 2 {
		t.Errorf("only %v moved", movers)
	}
}

// Where there is something left to play, owners are shares of playouts. They repeat, and another epoch has others.
func TestOwnersOfUnfinishedGames(t *testing.T) {
	const size = 7
	data := traintest.ValueData(t, playedOut(t, size, 12, 20), sample.ValueConfig{Which: sample.All, Owners: true})
	draw := func(epoch int64) []float32 {
		s := data.NewSampler(56)
		var out []float32
		for n := range data.Len() {
			l, err := s.Sample(make([]float32, size*size*56), n, epoch, 0)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, l.Owners...)
		}
		return out
	}
	first := draw(0)
	between := 0
	for _, o := range first {
		if thirds := math.Round(3 * float64(o)); math.Abs(thirds) > 3 || o != float32(thirds)/3 {
			t.Fatalf("owner %v is no share of three playouts", o)
		}
		if o > -1 && o < 1 {
			between++
		}
	}
	if between == 0 {
		t.Error("the playouts agree on every point")
	}
	if !slices.Equal(first, draw(0)) {
		t.Error("the owners do not repeat")
	}
	if slices.Equal(first, draw(1)) {
		t.Error("another epoch has the same owners")
	}
}
