package selfplay

import (
	"math"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

// Each move's prior is that of the network that played it, position by position, and the games
// are the same whether or not priors are kept.
func TestPriorsAreThoseOfWhoMoved(t *testing.T) {
	players := []Player{{network(t, 5, 1), 1}, {network(t, 5, 2), 1}}
	v := ValueData{SL: 0, RL: 1, MaxU: 60}
	config := Config{Size: 5, Komi: 0.5, Seed: 3}
	plain := play(t, config, players, 0, 1, v.Plan)[0]
	config.Thoughts = true
	g := play(t, config, players, 0, 1, v.Plan)[0]
	if !slices.Equal(g.Record.Moves, plain.Record.Moves) || plain.Record.Thoughts != nil || len(g.Record.Thoughts) != len(g.Record.Moves) {
		t.Fatalf("%d moves and %d thoughts, without them %d and %d",
			len(g.Record.Moves), len(g.Record.Thoughts), len(plain.Record.Moves), len(plain.Record.Thoughts))
	}
	schedule := v.from(g.Record.Mark)
	for ply, m := range g.Record.Moves {
		who := schedule.Who(ply, m.Color())
		want, got := 0.0, g.Record.Thoughts[ply]
		if who != Random && !m.IsPass() {
			var pos board.Position
			if err := g.Record.PositionAt(ply, &pos); err != nil {
				t.Fatal(err)
			}
			policy := players[who].Policy
			planes, probs := make([]float32, 25*policy.Stride()), make([]float32, 25)
			features.NewExtractor().Extract(planes, policy.Stride(), &pos, features.PolicyPlanes, 0)
			if err := policy.Evaluate(probs, planes, 1); err != nil {
				t.Fatal(err)
			}
			want = float64(probs[m.Index()])
		}
		if math.Abs(float64(got.Prior)-want) > 1e-7 || got.Visits != nil {
			t.Errorf("move %d by %d: %+v, want %v", ply+1, who, got, want)
		}
	}
}
