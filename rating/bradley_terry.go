package rating

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/tengen-go/tengen/internal/interval"
)

// bradleyTerry is the model's posterior and where it is looked at. Strengths are in units of
// the logistic function.
type bradleyTerry struct {
	names    []string
	tallies  []Tally
	anchors  map[string]float64 // in Elo
	terms    []gameTerm
	strength []float64
	black    float64 // what Black is worth

	column   []int // of a player's strength among the unknowns; −1 for anchors
	unknowns int   // and the last of them is black, if it is estimated
	color    bool
	free     bool // without anchors: only differences of strengths are known
}

// gameTerm is games of player i against j: the probability that i wins is
// σ(strength i − strength j + color·black).
type gameTerm struct {
	i, j   int
	color  float64 // 1 if i has Black, −1 White, 0 not known
	games  float64
	points float64 // of i
}

func newBradleyTerry(names []string, pairs []PairResult, config RateConfig) *bradleyTerry {
	n := len(names)
	b := &bradleyTerry{
		names:    names,
		tallies:  make([]Tally, n),
		anchors:  config.Anchors,
		strength: make([]float64, n),
		column:   make([]int, n),
		color:    !config.NoColor, free: len(config.Anchors) == 0,
	}
	at := make(map[string]int, n)
	for i, name := range names {
		at[name] = i
		elo, anchored := config.Anchors[name]
		b.strength[i], b.column[i] = elo/eloUnit, -1
		if !anchored {
			b.column[i] = b.unknowns
			b.unknowns++
		}
	}
	if !b.free { // begin at the mean of the anchors
		mean := 0.0
		for _, elo := range config.Anchors {
			mean += elo / eloUnit / float64(len(config.Anchors))
		}
		for i := range b.strength {
			if b.column[i] >= 0 {
				b.strength[i] = mean
			}
		}
	}
	if b.color {
		b.unknowns++
	}
	weighed := make([]float64, n) // games of each player that are judged by
	for _, r := range pairs {
		if i, ok := at[r.A]; ok {
			j := at[r.B]
			games := float64(r.Distinct().Total().Games())
			weighed[i] += games
			weighed[j] += games
			b.tallies[i] = b.tallies[i].Plus(r.Total())
			b.tallies[j] = b.tallies[j].Plus(r.Total().turned())
		}
	}
	for _, r := range pairs {
		i, ok := at[r.A]
		if !ok {
			continue
		}
		r = r.Distinct()
		j, games := at[r.B], float64(r.Total().Games())
		// Each of the two brings draws, of which this pair gets as large a share as of its games.
		draws := config.Prior / 2 * (games/weighed[i] + games/weighed[j])
		term := func(color float64, t Tally, draws float64) {
			b.terms = append(b.terms, gameTerm{
				i:      i,
				j:      j,
				color:  color,
				games:  float64(t.Games()) + draws,
				points: t.Points() + draws/2,
			})
		}
		term(1, r.Black, draws/2)
		term(-1, r.White, draws/2)
		term(0, r.Unknown, 0)
	}
	return b
}

// margin is by how much i is the stronger.
func (b *bradleyTerry) margin(t gameTerm) float64 {
	return b.strength[t.i] - b.strength[t.j] + t.color*b.black
}

// logSigma is log(1/(1+e^−x)).
func logSigma(x float64) float64 {
	if x < 0 {
		return x - math.Log1p(math.Exp(x))
	}
	return -math.Log1p(math.Exp(-x))
}

// logPosterior is the logarithm of the posterior, up to a constant.
func (b *bradleyTerry) logPosterior() float64 {
	sum := 0.0
	for _, t := range b.terms {
		x := b.margin(t)
		sum += t.points*logSigma(x) + (t.games-t.points)*logSigma(-x)
	}
	return sum
}

// unknownsOf are the unknowns that a term's margin depends on, and how.
func (b *bradleyTerry) unknownsOf(t gameTerm) (columns [3]int, factors [3]float64) {
	columns = [3]int{b.column[t.i], b.column[t.j], -1}
	if b.color {
		columns[2] = b.unknowns - 1
	}
	return columns, [3]float64{1, -1, t.color}
}

// slopes are the gradient of the log-posterior and its curvature, the negative Hessian. Where
// only differences of strengths matter, the curvature along their sum is set to 1, which
// leaves the sum as it is.
func (b *bradleyTerry) slopes() (*mat.VecDense, *mat.SymDense) {
	gradient, curvature := mat.NewVecDense(b.unknowns, nil), mat.NewSymDense(b.unknowns, nil)
	for _, t := range b.terms {
		x := b.margin(t)
		p, q := 1/(1+math.Exp(-x)), 1/(1+math.Exp(x)) // 1 − p would be rounded
		columns, factors := b.unknownsOf(t)
		for k, row := range columns {
			if row < 0 {
				continue
			}
			gradient.SetVec(row, gradient.AtVec(row)+factors[k]*(t.points*q-(t.games-t.points)*p))
			for l, column := range columns {
				if column >= row {
					curvature.SetSym(row, column, curvature.At(row, column)+factors[k]*factors[l]*t.games*p*q)
				}
			}
		}
	}
	if b.free {
		for i := range b.names {
			for j := i; j < len(b.names); j++ {
				curvature.SetSym(i, j, curvature.At(i, j)+1)
			}
		}
	}
	return gradient, curvature
}

// settled is a step, in units of the logistic function, after which the next would be about
// its square.
const settled = 1e-6

// errFlat is where games and prior leave open what the strengths are, to the last bit.
var errFlat = errors.New("no ratings: the games do not determine them (do they contradict the anchors by many " +
	"thousands of Elo?)")

// climb goes to the posterior's top, of which there is only one, by Newton's steps, shortened
// where they would lead down.
func (b *bradleyTerry) climb() error {
	if b.unknowns == 0 {
		return nil
	}
	for range 200 {
		gradient, curvature := b.slopes()
		var c mat.Cholesky
		var step mat.VecDense
		if !c.Factorize(curvature) {
			return errFlat
		}
		if err := c.SolveVecTo(&step, gradient); err != nil {
			return errFlat
		}
		size := mat.Norm(&step, math.Inf(1))
		floor := b.logPosterior()
		floor -= 1e-11 * math.Abs(floor) // rounding is no way down
		b.move(&step, 1)
		for scale := 1.0; size > settled && b.logPosterior() < floor && scale > 1e-9; scale /= 2 {
			b.move(&step, -scale/2)
		}
		if size < settled {
			return nil
		}
	}
	return errors.New("the ratings did not settle")
}

// move adds a step of the unknowns.
func (b *bradleyTerry) move(step *mat.VecDense, scale float64) {
	for i, column := range b.column {
		if column >= 0 {
			b.strength[i] += scale * step.AtVec(column)
		}
	}
	if b.color {
		b.black += scale * step.AtVec(b.unknowns-1)
	}
}

// ratings are what the top says, the strongest first.
func (b *bradleyTerry) ratings() (Ratings, error) {
	var covariance mat.SymDense
	if b.unknowns > 0 {
		_, curvature := b.slopes()
		var c mat.Cholesky
		if !c.Factorize(curvature) {
			return Ratings{}, errFlat
		}
		if err := c.InverseTo(&covariance); err != nil {
			return Ratings{}, errFlat
		}
	}
	n := float64(len(b.names))
	of := func(i, j int) float64 { // covariance of two strengths
		switch row, column := b.column[i], b.column[j]; {
		case row < 0 || column < 0:
			return 0
		case b.free: // the variance that slopes gave to the sum is not the strengths'
			return covariance.At(row, column) - 1/(n*n)
		default:
			return covariance.At(row, column)
		}
	}
	order := make([]int, len(b.names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(b.strength[y], b.strength[x]) })
	r := Ratings{Black: b.black * eloUnit}
	if b.color {
		r.BlackError = interval.Z95 * eloUnit * math.Sqrt(covariance.At(b.unknowns-1, b.unknowns-1))
	}
	for place, i := range order {
		rating := Rating{
			Name: b.names[i], Elo: b.strength[i] * eloUnit, Error: interval.Z95 * eloUnit * math.Sqrt(max(0, of(i, i))),
			Games: b.tallies[i].Games(), Tally: b.tallies[i],
		}
		if elo, ok := b.anchors[rating.Name]; ok {
			rating.Elo, rating.Anchor = elo, true
		}
		if place+1 < len(order) {
			j := order[place+1]
			better := superiority(b.strength[i]-b.strength[j], of(i, i)+of(j, j)-2*of(i, j))
			rating.Better = &better
		}
		r.Players = append(r.Players, rating)
	}
	return r, nil
}
