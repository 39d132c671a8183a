package selfplay

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

// Each move's prior is that of the network that played it, position by position.
func TestPriorsAreThoseOfWhoMoved(t *testing.T) {
	players := []Player{{network(t, 5, 1), 1}, {network(t, 5, 2), 1}}
	v := ValueData{SL: 0, RL: 1, MaxU: 60}
	g := play(t, Config{Size: 5, Komi: 0.5, Seed: 3}, players, 0, 1, v.Plan)[0]
	schedule := v.From(g.Record.Mark)
	got, err := Priors(players, schedule, &g.Record)
	if err != nil {
		t.Fatal(err)
	}
	for ply, m := range g.Record.Moves {
		who := schedule.Who(ply, m.Color())
		want := -1.0
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
		if math.Abs(float64(got[ply])-want) > 1e-7 {
			t.Errorf("move %d by %d: %v, want %v", ply+1, who, got[ply], want)
		}
	}
}
