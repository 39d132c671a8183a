//go:build linux

package client

import (
	"slices"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
)

// slow is a card with slow calls: in nanoseconds, their times do not fit in 32 bits.
type slow struct{ gpu.Device }

var slowTimes = []time.Duration{3 * time.Nanosecond, 5 * time.Second, time.Hour}

func (s slow) Load(p *gpu.Plan) (gpu.Runner, error) {
	r, err := s.Device.Load(p)
	return slowRunner{r}, err
}

type slowRunner struct{ gpu.Runner }

func (slowRunner) Times(string) ([]time.Duration, error) { return slowTimes, nil }

// Times arrive whole, however long a call took.
func TestTimesOfASlowCard(t *testing.T) {
	d, err := open(t.Context(), as("slow"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	r, err := d.Load(doubling())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.(gpu.Clock).Times("add"); err != nil || !slices.Equal(got, slowTimes) {
		t.Errorf("%v, %v, want %v", got, err, slowTimes)
	}
}
