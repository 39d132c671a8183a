package lab

// banditExperiments are those on bandits and flat searches.
func banditExperiments() []*Experiment { return nil }
