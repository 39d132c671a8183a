package alphago

// Pausing are networks that call pause before each evaluation, so that something else can happen there in a
// program with one thread. Without a pause they are n.
func Pausing(n Networks, pause func()) Networks {
	if pause == nil {
		return n
	}
	return pausing{n, pause}
}

type pausing struct {
	Networks
	pause func()
}

func (p pausing) Evaluate(priors, values, planes []float32, n int) error {
	p.pause()
	return p.Networks.Evaluate(priors, values, planes, n)
}
