package sample

import (
	"math"

	"github.com/tengen-go/tengen/record"
)

// calibration turns the value of a search into the expected outcome. A search is too cautious: its value is the
// mean over all that it tried, bad moves included. On 9×9, with 64 playouts a move, the mean outcome of positions with
// the value 0.4 was 0.6 in the middle of the game. A target that comes from many such values would be far too close to
// zero, where the outcome is long decided. So a value v becomes tanh(a·artanh v). The factor a is fitted to the games,
// by the squared error to the outcome, for each stage of the game that enough games have searches in.
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
	// enoughGames is how many games a fit needs. A stage with fewer has the fit of all stages, which is a = 1 if there
	// are too few for that. Values of one game have one outcome, so it is games that count.
	enoughGames = 200
	// surest is what a search can be sure of: values beyond say no more. Otherwise nothing could mend a value of 1.
	surest = 0.99
)

// stageOf is the stage of the position after so many moves.
func (c *calibration) stageOf(ply int) int { return min(8*ply/c.points, stages-1) }

// expected is the outcome to be expected where a search says v, after so many moves.
func (c *calibration) expected(ply int, v float64) float64 {
	return sharpened(v, c.sharpness[c.stageOf(ply)])
}

// sharpened is tanh(a·artanh v).
func sharpened(v, a float64) float64 {
	return math.Tanh(a * math.Atanh(max(-surest, min(surest, v))))
}

// fit counts outcomes by the value that a search expected. Values below 0 are counted with those above, for the other
// side.
type fit struct {
	count   [valueSteps]float64
	outcome [valueSteps]float64 // sums
	games   int
	last    int // the last game, from 1
}

func (f *fit) add(game int, v, z float64) {
	if f.last != game+1 {
		f.games, f.last = f.games+1, game+1
	}
	if v < 0 {
		v, z = -v, -z
	}
	i := int(math.Round(min(v, surest) * valueSteps))
	f.count[i]++
	f.outcome[i] += z
}

// cost is the sum of (z − v)² of the values sharpened by a, without the part that does not depend on a.
func (f *fit) cost(a float64) (sum float64) {
	for i, n := range f.count {
		v := sharpened(float64(i)/valueSteps, a)
		sum += n*v*v - 2*v*f.outcome[i]
	}
	return sum
}

// sharpness is the a of the lowest cost, by steps of a hundredth, or otherwise if there are too few games.
func (f *fit) sharpness(otherwise float64) float64 {
	if f.games < enoughGames {
		return otherwise
	}
	best, least := 1.0, f.cost(1)
	for i := math.Ceil(100 * leastSharp); i <= 100*mostSharp; i++ {
		if cost := f.cost(i / 100); cost < least {
			best, least = i/100, cost
		}
	}
	return best
}

// calibrate fits to the games of a set, which are on boards of so many points. It also counts the games with searches.
func calibrate(set *record.Set, points int) (c calibration, searched int) {
	c.points = points
	var all fit
	var of [stages]fit
	for i := range set.Len() {
		g := set.Game(i)
		for ply, m := range g.Moves {
			if v, ok := searchValue(&g, ply); ok {
				z := float64(Outcome(g.Result.Winner, m.Color()))
				all.add(i, v, z)
				of[c.stageOf(ply)].add(i, v, z)
			}
		}
	}
	common := all.sharpness(1)
	for s := range of {
		c.sharpness[s] = of[s].sharpness(common)
	}
	return c, all.games
}
