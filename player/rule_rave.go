package player

import (
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
)

// KindRave is MC-RAVE.
const KindRave = "rave"

var raveKind = ruleKind{
	name:  KindRave,
	about: "MC-RAVE with playouts and virtual experience; heuristic=none,playout=mogo is the plain one",
	rave:  true,
	make: func(c *SearchConfig) selection {
		c.Heuristic, c.Experience = heuristicTree, Tuned
		// Gelly and Silver 2011 found k = 1000 on 9×9, with other heuristics. Measured:
		// docs/notebook/2026-11-25-without-a-network.md.
		return &raveRule{C: Tuned, FPU: 0.5, Schedule: "mse", K: 3000, Bias: 0.02}
	},
}

// raveRule is the rule with its options.
type raveRule struct {
	C, FPU   float64
	Schedule string  // hand, own or mse
	K        float64 // schedule=hand or own
	Bias     float64 // schedule=mse

	Criticality float64
}

// largeBoard is the side from which exploration spreads the playouts over too many moves.
const largeBoard = 13

// tunedRave is how much rave explores on a board of that side, and how many visits its heuristic counts as. Gelly and
// Silver 2011 (§4.4, §5) found no exploration and 50 visits best on 9×9. With the tree policy some exploration was
// better on 9×9. On larger boards exploration spends the playouts on hundreds of moves. Measured:
// docs/notebook/2026-11-25-without-a-network.md, "Without exploration".
func tunedRave(side int, heuristic string) (c, experience float64) {
	if heuristic == heuristicTree && side >= largeBoard {
		return 0, 150
	}
	return 0.05, defaultExperience
}

// opponent is the rule of opponent=uct: the c of rave means something else.
func (r *raveRule) opponent(*SearchConfig) search.UCT { return search.NewUCT() }

func (r *raveRule) rule(c *SearchConfig, size int) search.Rule {
	rule := search.NewMCRave()
	rule.C, rule.FirstPlay, rule.Criticality = r.C, r.FPU, r.Criticality
	if r.C == Tuned {
		rule.C, _ = tunedRave(size, c.Heuristic)
	}
	switch r.Schedule {
	case "own":
		rule.Schedule = search.OwnVisits{K: r.K}
	case "mse":
		rule.Schedule = search.MinimumMSE{Bias: r.Bias}
	default:
		rule.Schedule = search.HandSelected{K: r.K}
	}
	return rule
}

func (r *raveRule) idle(name string) string {
	switch {
	case name == "k" && r.Schedule == "mse":
		return "schedule=hand or schedule=own"
	case name == "bias" && r.Schedule != "mse":
		return "schedule=mse"
	}
	return ""
}

func (r *raveRule) options(*SearchConfig) []options.Option {
	return []options.Option{
		options.New(
			"c", "X", "0 with heuristic=tree from 13×13 on, else 0.05",
			"exploration: c of UCT-RAVE; 0 is MC-RAVE",
			"",
			func(o *options.Values, n string) { r.C = o.Float(n, r.C, 0, 100) },
		),
		options.New(
			"fpu", "0 to 10", number(r.FPU),
			"value of a move that was never tried",
			"",
			func(o *options.Values, n string) { r.FPU = o.Float(n, r.FPU, 0, 10) },
		),
		options.New(
			"schedule", "hand, own, mse", r.Schedule,
			"weight of the RAVE value. hand: by the visits of the position. own: by the visits of the move. mse: "+
				"the weight of least squared error",
			"",
			func(o *options.Values, n string) { r.Schedule = o.Word(n, r.Schedule, "hand", "own", "mse") },
		),
		options.New(
			"k", "X", number(r.K),
			"with schedule=hand, own: number of visits at which both values have the same weight",
			"",
			func(o *options.Values, n string) { r.K = o.Float(n, r.K, 0, 1e9) },
		),
		options.New(
			"bias", "X", number(r.Bias),
			"with schedule=mse: the assumed bias of RAVE values",
			"",
			func(o *options.Values, n string) { r.Bias = o.Float(n, r.Bias, 0, 1) },
		),
		criticalityOption("RAVE visits", &r.Criticality),
	}
}
