package ownership

import (
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
)

// Playouts is the number of random games behind an estimate that decides
// something: three standard deviations of a point's owner are then 0.13 at most.
const Playouts = 500

// deadBelow is the mean ownership, from the side of its own colour, at which a
// chain counts as dead.
const deadBelow = -0.4

// settledAt is the mean ownership, of either sign, at which no more move is
// needed to decide a point.
const settledAt = 0.85

// Map is an estimate of who will own each point at the end, from random games. In them a player
// neither fills own eyes nor puts many own stones in atari without a reason (rollout.Informed with
// that rule alone), so chains in seki stay.
type Map struct {
	Size  int
	Owner []float64  // [point], row-major: mean over the games, +1 Black's, −1 White's
	Wins  [3]float64 // by colour: the share of the games won with komi; Empty: drawn
	// Margin is by how many points Black won with komi: the mean of the games. Under territory scoring Black's
	// surplus of stones is taken off the area. Deviation is the standard deviation of one game.
	Margin, Deviation float64
}

// Estimate plays games to their end from g's position. Black and White
// begin in turn, so that the answer depends on the board alone. It is a pure
// function of its arguments.
func Estimate(g *board.Game, games int, seed uint64) Map {
	s := NewSample(g, seed)
	s.Play(games)
	return s.Map()
}

// calm plays the games of an estimate: at random, but without senseless self-atari. More
// knowledge makes them slower and judges finished boards no better.
func calm() rollout.Playout {
	p, err := rollout.NewInformed(rollout.InformedConfig{SelfAtari: 1})
	if err != nil {
		panic(err) // the configuration is a constant
	}
	return p
}

// For is the ownership of p from c's side: +1 wholly c's.
func (o *Map) For(p board.Point, c board.Color) float64 {
	v := o.Owner[p.Index(o.Size)]
	if c == board.White {
		return -v
	}
	return v
}

// Settled says whether p's owner is decided.
func (o *Map) Settled(p board.Point) bool {
	v := o.Owner[p.Index(o.Size)]
	return v >= settledAt || v <= -settledAt
}

// Decided says whether the game is as good as over: every chain is surely alive or surely dead,
// and at most a row of empty points has no sure owner, such as neutral points and a seki's
// liberties.
func (o *Map) Decided(pos *board.Position) bool {
	for _, chain := range Chains(pos) {
		sum := 0.0
		for _, p := range chain {
			sum += o.For(p, board.Black)
		}
		if math.Abs(sum)/float64(len(chain)) < settledAt {
			return false
		}
	}
	open := 0
	for i := range pos.EmptyCount() {
		if !o.Settled(pos.EmptyAt(i)) {
			open++
		}
	}
	return pos.EmptyCount() < o.Size*o.Size && open <= o.Size
}

// Lead is Black's lead in points with komi. If the game is over or Decided it is the count of g
// without its dead stones, else the mean of the random games. That mean is nearer to komi alone
// than the result of good play.
func (o *Map) Lead(g *board.Game) (points float64, decided bool) {
	if g.Over() || o.Decided(g.Position()) {
		return g.Score(o.DeadStones(g.Position())).Margin(), true
	}
	return o.Margin, false
}
