package alphago

import (
	"fmt"

	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/wyrand"
)

// call is a batch with all that an evaluation works in.
type call struct {
	questions, order []*question
	input            *evaluation.Input
	priors           []float32 // [row][point]
	values           []float32 // [row]
}

// take moves questions from the head of a line, until the call has so many, and returns the
// line.
func (c *call) take(line []*question, most int) []*question {
	n := min(most-len(c.questions), len(line))
	c.questions = append(c.questions, line[:n]...)
	rest := copy(line, line[n:])
	clear(line[rest:])
	return line[:rest]
}

// evaluate answers the questions of a call.
func (q *Queue) evaluate(c *call) error {
	// Each network sees the rows of those who want it, side by side.
	c.order = c.order[:0]
	var from, to [2]int // of policy and value
	for _, want := range [...]parts{wantPriors, wantPriors | wantValue, wantValue} {
		if want == wantPriors|wantValue {
			from[1] = len(c.order)
		}
		if want == wantValue {
			to[0] = len(c.order)
		}
		for _, k := range c.questions {
			if k.want == want {
				c.order = append(c.order, k)
			}
		}
	}
	to[1] = len(c.order)
	c.reserve(len(c.order)*q.rows, q.points)
	c.input.Reset()
	for _, k := range c.order {
		for _, s := range q.symmetries(k.key) {
			c.input.Add(&k.pos, s)
		}
	}
	if err := q.call(c, from, to); err != nil {
		return err
	}
	q.calls.Add(1)
	q.positions.Add(int64(len(c.order)))
	for i, k := range c.order {
		if k.want&wantPriors != 0 {
			k.err = evaluation.Mean(k.priors, c.priors[i*q.rows*q.points:(i+1)*q.rows*q.points], q.size,
				q.symmetries(k.key))
		}
		if k.want&wantValue != 0 && k.err == nil {
			k.value, k.err = evaluation.MeanValue(c.values[i*q.rows : (i+1)*q.rows])
		}
		if k.err == nil {
			q.cache.put(k.key, k.want, k.value, k.priors)
		}
	}
	clear(c.order)
	return nil
}

// call has each network see its questions from[n] to to[n].
func (q *Queue) call(c *call, from, to [2]int) error {
	for n := range from {
		a, b := from[n]*q.rows, to[n]*q.rows
		if a == b {
			continue
		}
		var priors, values []float32
		if n == 0 {
			priors = c.priors[a*q.points : b*q.points]
		} else {
			values = c.values[a:b]
		}
		if err := q.nets.Evaluate(priors, values, c.input.Range(a, b), b-a); err != nil {
			return fmt.Errorf("evaluation of %d positions: %w", b-a, err)
		}
	}
	return nil
}

// symmetries are the orientations of a position.
func (q *Queue) symmetries(key uint64) []features.Symmetry {
	switch q.config.Orientation {
	case RandomOrientation:
		return evaluation.OneSymmetry(features.Symmetry(wyrand.Scramble(key) % features.Symmetries))
	case EveryOrientation:
		return evaluation.AllSymmetries()
	}
	return evaluation.OneSymmetry(features.Identity)
}

// reserve makes room for n rows.
func (c *call) reserve(n, points int) {
	if n <= len(c.values) {
		return
	}
	c.priors = make([]float32, n*points)
	c.values = make([]float32, n)
}
