package progress

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/train/reinforce"
)

// Of two matches of the same weights the second counts, and is what people see.
func TestTheMatchThatCounts(t *testing.T) {
	p := NewReinforce(true, reinforce.Config{Updates: 10, Games: 4})
	for _, m := range []struct {
		kind string
		won  float64
		want float64
	}{
		{reinforce.KindMatch, 0.3, 0.3}, {reinforce.KindUpdate, 0.7, 0.3}, {reinforce.KindAgain, 0.9, 0.9}, {reinforce.KindRollback, 0.1, 0.9},
	} {
		p.Report(reinforce.Report{WinRate: math.NaN(), Metric: &reinforce.Metric{Kind: m.kind, WinRate: m.won}})
		if p.first == nil || p.first.WinRate != m.want {
			t.Errorf("after %s: %+v, want %v", m.kind, p.first, m.want)
		}
	}
}
