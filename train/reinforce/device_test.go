package reinforce

import (
	"math"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/twin"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/traintest"
)

// A run on a card whose updates are those of the CPU, within rounding; and one whose card is lost, which
// goes on from its checkpoint.
func TestReinforceOnACard(t *testing.T) {
	if traintest.Race {
		t.Skip("long under the race detector, and without goroutines that other tests lack")
	}
	want := reinforce(t, tiny(), tinyPolicy(t, 1), Options{Dir: t.TempDir()})
	for _, lostAt := range []int{0, 3} {
		updates := 0
		g, err := nets.NewGPU(twin.New(twin.Card{Grades: []gpu.Grade{gpu.Single}, Lose: func(program string) bool {
			if program == "apply" {
				updates++
			}
			return lostAt > 0 && updates >= lostAt
		}}), gpu.Single, func(err error) {
			if lostAt == 0 {
				t.Errorf("the card failed: %v", err)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		p := tinyPolicy(t, 1)
		p.SetDevice(g)
		cfg := tiny()
		cfg.CheckpointInterval = 0
		var said []string
		dir := t.TempDir()
		got := reinforce(t, cfg, p, Options{Dir: dir, Fault: func(s string) { said = append(said, s) }})
		where := ", on twin in plain Go in float32"
		if lostAt > 0 {
			where += ", then cpu"
		}
		m, err := models.ReadManifest(dir)
		if notes := m.Networks[models.Policy].Training.Notes; err != nil || !strings.HasSuffix(notes, where) {
			t.Errorf("lost at update %d: the model's notes are %q, want %q at their end; %v", lostAt, notes, where, err)
		}
		if got.Updates != want.Updates || got.Games != want.Games {
			t.Errorf("lost at update %d: %d updates and %d games, want %d and %d",
				lostAt, got.Updates, got.Games, want.Updates, want.Games)
		}
		// The positions say that the games are those of the CPU: the draws fell the same way.
		if got.Positions != want.Positions || math.Abs(got.Last.WinRate-want.Last.WinRate) > 1e-9 {
			t.Errorf("lost at update %d: %d positions, last match %v, want %d, %v",
				lostAt, got.Positions, got.Last.WinRate, want.Positions, want.Last.WinRate)
		}
		if len(said) != min(1, lostAt) || len(said) > 0 && !strings.Contains(said[0], "on the CPU") {
			t.Errorf("lost at update %d: faults %q", lostAt, said)
		}
	}
}
