package aoap

import (
	"embed"

	"github.com/tengen-go/tengen/lab"
)

// aboutFiles has a text for every experiment: what it measures and which reading of the paper
// is taken.
//
//go:embed about
var aboutFiles embed.FS

// about is the text of an experiment.
func about(name string) string { return lab.About(aboutFiles, name) }

// Experiments are the paper's experiments, in its order.
func Experiments() []*lab.Experiment {
	return []*lab.Experiment{aoapPrecision, aoapTicTacToeDuels, aoapGomokuPrecision, aoapGomokuDuels, aoapBoards}
}
