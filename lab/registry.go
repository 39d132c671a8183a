package lab

// Experiments are all there are, as they are listed: by paper.
func Experiments() []*Experiment {
	return []*Experiment{
		aoapPrecision, aoapTicTacToeDuels, aoapGomokuPrecision, aoapGomokuDuels, aoapBoards,
		raveK(), raveSchedules(), raveHeuristics(), raveScaling(), uctExploration(), rules9x9(),
		ucbRegret(), playouts(),
		alphagoComponents(), alphagoThreads(), parallelForms(),
	}
}
