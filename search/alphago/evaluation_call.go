package alphago

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/wyrand"
)

// call is a batch with all that an evaluation works in.
type call struct {
	questions, order []*question
	extractor        features.Extractor
	planes           []float32 // [row][point][stride]; what Extract leaves alone stays zero
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
	c.reserve(len(c.order)*q.rows, q.points, q.nets.Stride())
	stride := q.nets.Stride()
	row := q.points * stride
	for i, k := range c.order {
		for j := range q.rows {
			at := i*q.rows + j
			c.extractor.Extract(c.planes[at*row:(at+1)*row], stride, &k.pos, features.Planes(q.nets.Planes()), q.symmetry(k.key, j))
		}
	}
	if err := q.call(c, from, to); err != nil {
		return err
	}
	q.calls.Add(1)
	q.positions.Add(int64(len(c.order)))
	for i, k := range c.order {
		if k.want&wantPriors != 0 {
			k.err = q.turn(k, c.priors[i*q.rows*q.points:(i+1)*q.rows*q.points])
		}
		if k.want&wantValue != 0 && k.err == nil {
			k.value, k.err = mean(c.values[i*q.rows : (i+1)*q.rows])
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
	row := q.points * q.nets.Stride()
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
		if err := q.nets.Evaluate(priors, values, c.planes[a*row:b*row], b-a); err != nil {
			return fmt.Errorf("evaluation of %d positions: %w", b-a, err)
		}
	}
	return nil
}

// symmetry is the j-th orientation of a position.
func (q *Queue) symmetry(key uint64, j int) features.Symmetry {
	switch q.config.Orientation {
	case RandomOrientation:
		return features.Symmetry(wyrand.Scramble(key) % features.Symmetries)
	case EveryOrientation:
		return features.Symmetry(j)
	}
	return features.Identity
}

// turn turns probabilities, [row][point], back to how the position stands, takes their mean
// over the orientations and checks them.
func (q *Queue) turn(k *question, rows []float32) error {
	clear(k.priors)
	for j := range q.rows {
		s, row := q.symmetry(k.key, j), rows[j*q.points:(j+1)*q.points]
		if s == features.Identity {
			for p, x := range row {
				k.priors[p] += x
			}
			continue
		}
		for p := range k.priors {
			k.priors[p] += row[s.Index(p, q.size)]
		}
	}
	sum, share := float32(0), 1/float32(q.rows)
	for p, x := range k.priors {
		if !(x >= 0) {
			return fmt.Errorf("the policy network gives a point the probability %v", x)
		}
		k.priors[p] *= share
		sum += k.priors[p]
	}
	if !(math.Abs(float64(sum-1)) < 1e-2) {
		return fmt.Errorf("the policy network's probabilities sum to %v", sum)
	}
	return nil
}

// mean checks values and takes their mean.
func mean(values []float32) (float32, error) {
	sum := float32(0)
	for _, v := range values {
		if !(v >= -1 && v <= 1) {
			return 0, fmt.Errorf("the value network gives %v, which is not from -1 to 1", v)
		}
		sum += v
	}
	return sum / float32(len(values)), nil
}

// reserve makes room for n rows.
func (c *call) reserve(n, points, stride int) {
	if n <= len(c.values) {
		return
	}
	c.planes = make([]float32, n*points*stride)
	c.priors = make([]float32, n*points)
	c.values = make([]float32, n)
}
