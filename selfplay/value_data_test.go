package selfplay

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/nets"
)

// chiSquare is the statistic of counts that should be equal.
func chiSquare(counts []int) float64 {
	n := 0
	for _, c := range counts {
		n += c
	}
	want := float64(n) / float64(len(counts))
	sum := 0.0
	for _, c := range counts {
		sum += (float64(c) - want) * (float64(c) - want) / want
	}
	return sum
}

// "randomly sampling a time step U ~ unif{1, 450}".
func TestUIsUniformOnItsRange(t *testing.T) {
	config := Config{Size: 19, Seed: 7}
	v := ValueData{SL: 0, RL: 1, MaxU: PaperMaxU}
	counts := make([]int, PaperMaxU)
	for i := range 45000 {
		rng, _, _ := config.sources(i)
		counts[v.Plan(i, rng).Mark-1]++
	}
	// 449 degrees of freedom: mean 449, deviation 30.
	if x := chiSquare(counts); x < 449-90 || x > 449+90 {
		t.Errorf("χ² = %.0f", x)
	}
	for size, want := range map[int]int{19: 450, 13: 211, 9: 101, 2: 5} {
		if u := ScaledMaxU(size); u != want {
			t.Errorf("%d×%d: U up to %d, want %d", size, size, u, want)
		}
	}
}

// "sampling the first t = 1, … U − 1 moves from the SL policy network, … then sampling one
// move uniformly at random from available moves, … then sampling the remaining sequence of
// moves until the game terminates … from the RL policy network".
func TestTheSLPolicyThenARandomMoveThenTheRLPolicy(t *testing.T) {
	v := ValueData{SL: 3, RL: 5, MaxU: 40}
	for i := range 200 {
		s := v.Plan(i, rand.New(rand.NewPCG(1, uint64(i))))
		for ply := range 60 {
			want := 3
			if move := ply + 1; move == s.Mark {
				want = Random
			} else if move > s.Mark {
				want = 5
			}
			if got := s.Who(ply, board.Black); got != want {
				t.Fatalf("U = %d: move %d is %d's, want %d", s.Mark, ply+1, got, want)
			}
		}
	}
}

func TestTheRandomMoveIsUniformOverTheLegalMoves(t *testing.T) {
	// Eyes of Black's are among its legal moves.
	pos, err := board.Parse(`
. O . . .
O O X X X
X X X X X
X . X . X
. X X X .`)
	if err != nil {
		t.Fatal(err)
	}
	f := newField(Config{Size: 5}.defaults(), even, 2)
	p := f.newPlace()
	if err := p.begin(0); err != nil {
		t.Fatal(err)
	}
	p.pos = pos
	want := pos.LegalMoves(nil)
	counts := map[board.Point]int{}
	for range 10000 {
		counts[p.random()]++
	}
	var list []int
	eyes := 0
	for _, q := range want {
		list = append(list, counts[q])
		if pos.OwnEye(q, board.Black) {
			eyes++
		}
	}
	if len(counts) != len(want) || eyes == 0 || len(want) < 5 {
		t.Fatalf("%d different moves of %d legal, %d of them eyes", len(counts), len(want), eyes)
	}
	if x := chiSquare(list); x > 25 {
		t.Errorf("χ² = %.1f of %v", x, list)
	}
}

// "only a single training example … was added to the data set from each game", and "the
// outcome from the perspective of the current player": the record replayed has a position
// after U moves, somebody to move there, and the winner that its end has when counted again.
func TestOnePositionAGameWithTheOutcomeOfItsEnd(t *testing.T) {
	players := []Player{{network(t, 5, 1), 1}, {network(t, 5, 2), 1}}
	v := ValueData{SL: 0, RL: 1, MaxU: 70}
	games := play(t, Config{Size: 5, Komi: 0.5, Seed: 4, Threads: 2}, players, 100, 60, v.Plan)
	var toMove, wins [3]int
	redrawn := 0
	for _, g := range games {
		r := &g.Record
		redrawn += g.Redrawn
		if r.Mark < 1 || r.Mark > v.MaxU || r.Mark >= len(r.Moves) {
			t.Fatalf("game %d of %d moves is for the position after %d", g.Index, len(r.Moves), r.Mark)
		}
		var pos board.Position
		if err := r.PositionAt(r.Mark, &pos); err != nil {
			t.Fatal(err)
		}
		side := pos.ToMove()
		if side != r.Moves[r.Mark].Color() || side == r.Moves[r.Mark-1].Color() {
			t.Errorf("game %d: %v to move at its position", g.Index, side)
		}
		if err := r.PositionAt(len(r.Moves), &pos); err != nil {
			t.Fatal(err)
		}
		black, white := pos.Area(nil)
		if won := float64(black) > float64(white)+r.Komi; won != (r.Result.Winner == board.Black) || r.Result.Winner != g.Winner {
			t.Errorf("game %d: Black %d, White %d, result %v", g.Index, black, white, r.Result)
		}
		toMove[side]++
		if side == r.Result.Winner {
			wins[side]++
		}
	}
	for _, c := range []board.Color{board.Black, board.White} {
		if toMove[c] == 0 || wins[c] == 0 || wins[c] == toMove[c] {
			t.Errorf("%v to move in %d positions, wins %d", c, toMove[c], wins[c])
		}
	}
	if redrawn == 0 {
		t.Error("every game reached its U; the range is no test of those that do not")
	}
}

// A schedule that never reaches its position is an error and no endless loop.
func TestAPositionThatIsNeverReachedIsAnError(t *testing.T) {
	two, err := nets.NewPolicy(nets.PolicyConfig{Board: 2, Planes: 4, Filters: 4, Layers: 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	plan := func(int, *rand.Rand) Schedule {
		s := Even(0, 0)
		s.Mark = 400
		return s
	}
	err = Play(t.Context(), Config{Size: 2, MoveLimit: 500}, []Player{{two, 1}}, 0, 1, plan, func(*Game) error { return nil })
	if err == nil {
		t.Error("played")
	}
}

func TestTheFirstPositionIsReachedByOneRandomMove(t *testing.T) {
	players := []Player{{network(t, 5, 1), 0}}
	counts := make([]int, 25)
	for _, g := range play(t, Config{Size: 5, Seed: 11, MoveLimit: 3, Threads: 2}, players, 0, 2000, ValueData{MaxU: 1}.Plan) {
		counts[g.Record.Moves[0].Index()]++
	}
	if slices.Contains(counts, 0) {
		t.Error("a point was never played")
	}
	// 24 degrees of freedom.
	if x := chiSquare(counts); x > 52 {
		t.Errorf("χ² = %.1f", x)
	}
}
