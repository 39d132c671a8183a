package measure

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/train/session"
)

// Lines that versions before had written, which left zeros out.
func TestLinesOfBeforeAreRead(t *testing.T) {
	for text, want := range map[string]Metric{
		`{"kind":"eval","step":10,"epoch":0.5,"samples":160,"wall_s":0.25,"loss":3.1,"top1":0.05,"top5":0.33,"top1_hi":0.125,"loss_lo":3,"loss_hi":3.2,"positions":100,"games":4}`: {
			Kind: session.KindEval, Step: 10, Epoch: 0.5, Samples: 160, Wall: 0.25, Loss: interval.Estimate{Value: 3.1, Lo: 3, Hi: 3.2, N: 4},
			Moves: &Moves{interval.Estimate{Value: 0.05, Lo: 0, Hi: 0.125, N: 4}, 0.33}, Positions: 100, Games: 4,
		},
		`{"kind":"eval","step":10,"epoch":0.5,"samples":160,"wall_s":0.25,"loss":0.5,"mse":1,"mse_half":0.5,"mse_unit":0.25,"sign":0.47,"mse_lo":0.9,"mse_hi":1.1,"constant":0.99,"positions":100,"games":4}`: {
			Kind: session.KindEval, Step: 10, Epoch: 0.5, Samples: 160, Wall: 0.25, Loss: interval.Estimate{Value: 0.5, Lo: 0.45, Hi: 0.55, N: 4},
			Outcomes: &Outcomes{interval.Estimate{Value: 1, Lo: 0.9, Hi: 1.1, N: 4}, 0.47, 0.99}, Positions: 100, Games: 4,
		},
		`{"kind":"train","step":10,"epoch":0.5,"samples":160,"wall_s":0.25,"loss":3.1,"top5":0.325,"rate":0.04,"positions_per_s":65}`: {
			Kind: session.KindTrain, Step: 10, Epoch: 0.5, Samples: 160, Wall: 0.25, Loss: interval.Exact(3.1),
			Moves: &Moves{interval.Exact(0), 0.325}, Rate: 0.04, PerSecond: 65,
		},
		`{"kind":"train","step":10,"epoch":0.5,"samples":160,"wall_s":0.25,"loss":0.1,"rate":0.04}`: { // of simulation balancing
			Kind: session.KindTrain, Step: 10, Epoch: 0.5, Samples: 160, Wall: 0.25, Loss: interval.Exact(0.1), Rate: 0.04,
		},
	} {
		var got Metric
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", text, d)
		}
		// Written again it has the same keys and values; zeros of its kind are no longer left out.
		again, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		var before, after map[string]any
		if err := json.Unmarshal([]byte(text), &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(again, &after); err != nil {
			t.Fatal(err)
		}
		for key, v := range after {
			if _, had := before[key]; !had && v == 0.0 {
				delete(after, key)
			}
		}
		if d := cmp.Diff(before, after); d != "" {
			t.Errorf("written again: %s", d)
		}
	}
}

// A network that knows nothing, and one that is never wrong, are still what they are.
func TestKindsDoNotDependOnTheirNumbers(t *testing.T) {
	for _, want := range []Metric{{Moves: &Moves{}}, {Outcomes: &Outcomes{}}, {}} {
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Metric
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
}
