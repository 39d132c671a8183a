package analysis

import (
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/ownership"
)

// What judges a position and a move in it: so many random games.
const (
	positionGames = 400
	moveGames     = 64
)

// pointsShare is which share of the deviation of random games one has, in which both sides know what
// they do.
const pointsShare = 0.35

// surest is the share of won games that counts as certain.
const surest = 0.99

// judgement is what random games say of a position.
type judgement struct {
	ownership.Map
	margin  float64 // Black's lead as they see it
	decided bool    // by the count
	settled float64 // how far they agree on who owns what, 0 to 1
}

// judge plays the random games of a position.
func judge(g *board.Game, seed uint64) *judgement {
	j := &judgement{Map: ownership.Estimate(g, positionGames, seed)}
	j.margin, j.decided = j.Lead(g)
	sum := 0.0
	for _, owner := range j.Owner {
		sum += math.Abs(owner)
	}
	j.settled = math.Pow(sum/float64(len(j.Owner)), 4)
	if j.decided {
		j.settled = 1
	}
	return j
}

// lead is Black's lead in points, from Black's win rate. No network of Tengen predicts the score. The
// lead is between two estimates. While little is settled it is the lead at which one wins so many
// games, if results vary around it as a normal distribution does, with a share of the deviation of
// the random games. At the end of the game it is the count, or the mean result of the random games.
func (j *judgement) lead(winrate float64) float64 {
	winrate = min(max(winrate, 1-surest), surest)
	open := pointsShare * j.Deviation * math.Sqrt2 * math.Erfinv(2*winrate-1)
	return j.settled*j.margin + (1-j.settled)*open
}

// deviation is how far results vary around the lead.
func (j *judgement) deviation() float64 { return (1 - j.settled) * pointsShare * j.Deviation }

// after is who owns which point after a move, in random games.
func after(g *board.Game, m board.Move, seed uint64) []float64 {
	next := g.Clone()
	if next.Play(m.Point, m.Color) != nil {
		return nil
	}
	return ownership.Estimate(next, moveGames, seed).Owner
}

// owners is who owns which point: the mean of the search's playouts and of the random games, as many
// as there are of each. A search without playouts has none.
func (j *judgement) owners(searched []float64, playouts int) []float64 {
	counted := false
	for _, owner := range searched {
		counted = counted || owner != 0
	}
	if !counted {
		return j.Owner
	}
	mixed := make([]float64, len(j.Owner))
	share := float64(playouts) / float64(playouts+positionGames)
	for i := range mixed {
		mixed[i] = share*searched[i] + (1-share)*j.Owner[i]
	}
	return mixed
}
