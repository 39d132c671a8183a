package lab

// raveExperiments are those played as matches of Go, after Gelly and Silver 2011 and Silver et
// al. 2016.
func raveExperiments() []*Experiment { return nil }
