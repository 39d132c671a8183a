package sample

import (
	"math"

	"github.com/tengen-go/tengen/record"
)

// calibration makes the values of searches into outcomes to be expected. A search is too cautious: its value is the
// mean over all that it tried, bad moves included. On 9×9, with 64 playouts a move, the mean outcome of positions with
// the value 0.4 was 0.6 in the middle of the game. A target that comes from many such values would be far too close to
// zero, where the outcome is long decided. So a value v becomes tanh(a·artanh v). The factor a is fitted to the games,
// for each stage of the game on its own, by the squared error to the outcome.
type calibration struct {
	sharpness [stages]float64 // a
	points    int
}

const (
	// stages is how many parts of a game have a sharpness of their own, each of an eighth of the board's points.
	stages = 16
	// valueSteps is how many values from 0 to 1 the fit tells apart.
	valueSteps = 100
	// leastSharp and mostSharp bound a.
	leastSharp, mostSharp = 0.25, 8
	// fewSearches is how many values a stage needs for a fit of its own; with fewer it has that of all games.
	fewSearches = 2000
)

// stageOf is the stage of the position after so many moves.
func (c *calibration) stageOf(ply int) int { return min(8*ply/c.points, stages-1) }

// expected is the outcome to be expected where a search says v, after so many moves.
func (c *calibration) expected(ply int, v float64) float64 {
	return sharpened(v, c.sharpness[c.stageOf(ply)])
}

// sharpened is tanh(a·artanh v).
func sharpened(v, a float64) float64 {
	if math.Abs(v) >= 1 {
		return v
	}
	return math.Tanh(a * math.Atanh(v))
}

// fit counts outcomes by the value that a search expected. Values below 0 are counted with those above, for the other
// side.
type fit struct {
	count   [valueSteps + 1]float64
	outcome [valueSteps + 1]float64 // sums
}

func (f *fit) add(v, z float64) {
	if v < 0 {
		v, z = -v, -z
	}
	i := int(math.Round(min(v, 1) * valueSteps))
	f.count[i]++
	f.outcome[i] += z
}

// searches is how many values were added.
func (f *fit) searches() (n float64) {
	for _, c := range f.count {
		n += c
	}
	return n
}

// cost is the sum of (z − v)² of the values sharpened by a, without the part that does not depend on a.
func (f *fit) cost(a float64) (sum float64) {
	for i, n := range f.count {
		v := sharpened(float64(i)/valueSteps, a)
		sum += n*v*v - 2*v*f.outcome[i]
	}
	return sum
}

// sharpness is the a of the lowest cost, by steps of a hundredth.
func (f *fit) sharpness() float64 {
	best, least := 1.0, f.cost(1)
	for i := math.Ceil(100 * leastSharp); i <= 100*mostSharp; i++ {
		if cost := f.cost(i / 100); cost < least {
			best, least = i/100, cost
		}
	}
	return best
}

// calibrate fits to the games of a set, which are on boards of so many points.
func calibrate(set *record.Set, points int) calibration {
	c := calibration{points: points}
	var all fit
	var of [stages]fit
	for i := range set.Len() {
		g := set.Game(i)
		for ply := range g.Thoughts {
			if t := &g.Thoughts[ply]; len(t.Visits) > 0 {
				v, z := float64(t.Value), float64(Outcome(g.Result.Winner, g.Moves[ply].Color()))
				all.add(v, z)
				of[c.stageOf(ply)].add(v, z)
			}
		}
	}
	common := all.sharpness()
	for s := range of {
		c.sharpness[s] = common
		if of[s].searches() >= fewSearches {
			c.sharpness[s] = of[s].sharpness()
		}
	}
	return c
}
