package lab

// aoapExperiments are those of Zhang, Peng and Xu.
func aoapExperiments() []*Experiment {
	return []*Experiment{aoapPrecision, aoapTicTacToeDuels, aoapGomokuPrecision, aoapGomokuDuels, aoapBoards}
}
