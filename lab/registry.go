package lab

import (
	"cmp"
	"slices"
)

// order is how the experiments are listed: by paper.
var order = []string{
	"aoap-1.1", "aoap-1.2", "aoap-2.1", "aoap-2.2", "aoap-boards",
	"rave-k", "rave-schedules", "rave-heuristics", "rave-scaling", "uct-exploration", "rules-9x9",
	"ucb-regret", "playouts",
	"alphago-components", "alphago-threads", "parallel",
}

// Experiments are all there are; one that order does not name comes last.
func Experiments() []*Experiment {
	all := slices.Concat(
		aoapExperiments(),
		raveExperiments(),
		parallelExperiments(),
		banditExperiments(),
	)
	place := func(e *Experiment) int {
		if i := slices.Index(order, e.Name); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(all, func(a, b *Experiment) int { return cmp.Compare(place(a), place(b)) })
	return all
}
