package lab

// parallelExperiments compare the parallel forms of the search.
func parallelExperiments() []*Experiment { return nil }
