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

// The estimate of the lead was fitted to the results of counted games: 70 on 9×9 and 64 on 19×19, at ten
// moments of each, with searches of 120 playouts. Its mean error was 5.8 points on 9×9 and 6.0 on 19×19. In
// the last tenth of the games it was 1.7 and 3.9.

// pointsShare is which share of the deviation of random games a game of people has.
func pointsShare(size int) float64 { return min(max(0.35-0.015*float64(size-9), 0.2), 0.4) }

// The mean certainty of the owners below which nothing counts as settled, and above which all does.
const (
	openBelow    = 0.5
	settledAbove = 0.9
)

// surest is the share of won games that counts as certain.
const surest = 0.99

// judgement is what random games, and the playouts of a search, say of a position.
type judgement struct {
	random     ownership.Map
	exact      float64 // Black's lead by the count, if decided
	decided    bool
	komi       float64   // and Black's surplus of stones under territory scoring: owners are an area
	owners     []float64 // by both
	count      float64   // Black's lead if everybody gets what is more likely theirs
	settled    float64   // how sure the owners are: 0 to 1
	deviations float64   // of results, while nothing is settled
}

// judge plays the random games of a position.
func judge(g *board.Game, seed uint64) *judgement {
	surplus := g.Position().Surplus(g.Rules().Scoring)
	j := &judgement{
		random: ownership.Estimate(g, positionGames, seed),
		komi:   g.Compensation() + float64(surplus),
	}
	j.exact, j.decided = j.random.Lead(g)
	j.deviations = pointsShare(g.Size()) * j.random.Deviation
	j.see(nil, 0)
	return j
}

// firmness is how many playouts of a search the random games of a position are worth.
const firmness = 50

// see takes the owners by the playouts of a search into account, which are better games than random
// ones. A search without playouts has none.
func (j *judgement) see(searched []float64, playouts int) {
	j.owners = j.random.Owner
	counted := false
	for _, owner := range searched {
		counted = counted || owner != 0
	}
	if counted {
		share := float64(playouts) / float64(playouts+firmness)
		j.owners = make([]float64, len(searched))
		for i := range searched {
			j.owners[i] = share*searched[i] + (1-share)*j.random.Owner[i]
		}
	}
	j.count = -j.komi
	certain := 0.0
	for _, owner := range j.owners {
		// The mean of many playouts is nearer to even than the owner after good play.
		j.count += min(max(2*owner, -1), 1)
		certain += math.Abs(owner)
	}
	certain /= float64(len(j.owners))
	j.settled = min(max((certain-openBelow)/(settledAbove-openBelow), 0), 1)
	if j.decided {
		j.count, j.settled = j.exact, 1
	}
}

// lead is Black's lead in points, from Black's win rate: no network of Tengen predicts the score. The
// lead lies between two estimates. While nothing is settled it is the lead at which one wins so
// many games, if results vary around it as a normal distribution does. When all is settled it is
// the count.
func (j *judgement) lead(winrate float64) float64 {
	winrate = min(max(winrate, 1-surest), surest)
	open := j.deviations * math.Sqrt2 * math.Erfinv(2*winrate-1)
	return j.settled*j.count + (1-j.settled)*open
}

// deviation is how far results vary around the lead.
func (j *judgement) deviation() float64 { return (1 - j.settled) * j.deviations }

// after is who owns which point after a move, in random games.
func after(g *board.Game, m board.Move, seed uint64) []float64 {
	next := g.Clone()
	if next.Play(m.Point, m.Color) != nil {
		return nil
	}
	return ownership.Estimate(next, moveGames, seed).Owner
}
