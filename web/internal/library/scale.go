package library

import "github.com/tengen-go/tengen/models"

// figureJSON is something that was measured, with its interval and with what to compare it with.
type figureJSON struct {
	Name    string     `json:"name"`
	Value   float64    `json:"value"`
	Low     float64    `json:"low"`            // of the 95 % interval
	High    float64    `json:"high,omitempty"` // 0: there is none
	Count   int        `json:"count,omitempty"`
	Of      string     `json:"of,omitempty"`
	Less    bool       `json:"less"` // less is better
	Largest float64    `json:"largest"`
	Marks   []markJSON `json:"marks,omitempty"`
	Verdict string     `json:"verdict,omitempty"`
}

// markJSON is a value to compare a figure with.
type markJSON struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// The marks. The steps are those at which a figure is a beginning, good, and very good.
const (
	markStart   = "beginning"
	markGood    = "good"
	markVery    = "very good"
	markPaper   = "paper"
	markNothing = "nothing" // what one reaches who knows nothing
	verdictWeak = "weak"
	verdictFair = "fair"
	figureTop1  = "top1"
)

// steps of accuracy: docs/tutorial.md has those of policy networks, docs/benchmarks.md what rollout
// policies reached.
var steps = map[string]map[int][3]float64{
	models.Policy:  {9: {0.40, 0.47, 0.50}, 19: {0.33, 0.41, 0.45}},
	models.Rollout: {9: {0.28, 0.35, 0.40}, 19: {0.18, 0.24, 0.32}},
}

// What the paper reached on 19×19 (Silver et al. 2016: Extended Data Tables 3 and 4, Methods, Figure 2b).
var paper = map[string]float64{
	"policy top1": 0.554, "policy win_rate": 0.80, "rollout top1": 0.242, "value mse_half": 0.234,
}

// asking is a figure that is shown, and the one that counts what it is of.
type asking struct{ name, of, count string }

var (
	askTop1 = asking{figureTop1, "positions", "heldout_positions"}
	askTop5 = asking{"top5", "positions", "heldout_positions"}
)

// asked are the figures that are shown of each kind, in their order.
var asked = map[string][]asking{
	models.Policy: {askTop1, askTop5, {"win_rate", "games", "win_rate_games"}},
	models.Value: {
		{"mse_half", "positions", "heldout_positions"}, {"sign", "positions", "heldout_positions"},
	},
	models.Rollout: {askTop1, askTop5},
	models.Tree:    {askTop1, askTop5},
	models.Shapes:  {{"random", "games", "random_games"}},
}

// figuresOf are the figures of a network that people can judge by.
func figuresOf(kind string, board int, all map[string]float64) (out []figureJSON) {
	for _, a := range asked[kind] {
		value, ok := all[a.name]
		if !ok {
			continue
		}
		f := figureJSON{
			Name: a.name, Value: value, Low: all[a.name+"_lo"], High: all[a.name+"_hi"],
			Count: int(all[a.count]), Of: a.of, Largest: 1,
		}
		if a.name == "mse_half" {
			f.Low, f.High = all["mse_lo"]/2, all["mse_hi"]/2
		}
		f.judge(kind, board, all)
		out = append(out, f)
	}
	return out
}

// judge adds the marks and the verdict.
func (f *figureJSON) judge(kind string, board int, all map[string]float64) {
	best, known := paper[kind+" "+f.Name]
	switch f.Name {
	case figureTop1:
		s, ok := steps[kind][board]
		if !ok {
			return
		}
		f.compare(s)
		known = known && board == 19 // other boards are easier or harder to foresee
	case "mse_half":
		nothing := 0.5
		if c := all["constant_mse"]; c > 0 {
			nothing = c / 2
		}
		// What is left of that error: the paper has 0.74 with people's games and 0.47 with its own.
		f.Less, f.Largest = true, 0.5
		f.compare([3]float64{0.8 * nothing, 0.65 * nothing, 0.5 * nothing})
		f.Marks = append(f.Marks, markJSON{markNothing, nothing})
	case "win_rate":
		f.compare([3]float64{0.55, 0.65, 0.8})
		f.Marks = append(f.Marks, markJSON{markNothing, 0.5})
		if f.High > 0 && f.Low <= 0.5 { // it may be no stronger than its start
			f.Verdict = verdictWeak
		}
	}
	if known {
		f.Marks = append(f.Marks, markJSON{markPaper, best})
	}
}

// compare adds three steps, and says which of them the value has reached.
func (f *figureJSON) compare(steps [3]float64) {
	f.Verdict = verdictWeak
	for i, name := range []string{markStart, markGood, markVery} {
		f.Marks = append(f.Marks, markJSON{name, steps[i]})
		if f.Value == steps[i] || f.Value < steps[i] == f.Less {
			f.Verdict = []string{verdictFair, markGood, markVery}[i]
		}
	}
}
