package ownership

import (
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
)

// Sample is an Estimate which grows: after so many games in all its Map is what Estimate gives
// for that number.
type Sample struct {
	start  board.Position
	komi   float64 // and what area, which is counted, counts more for Black than the rules do
	games  int
	black  []int   // [point]: games in which it was Black's, less those in which it was White's
	wins   [3]int  // by colour
	margin float64 // Black's, summed up
	square float64 // of the margins, summed up
	rand   board.Rand
	policy rollout.Playout
	trace  []board.Point
	owners []board.Color
}

// NewSample is a sample of g's position before its first game.
func NewSample(g *board.Game, seed uint64) *Sample {
	n := g.Size() * g.Size()
	surplus := g.Position().Surplus(g.Rules().Scoring)
	return &Sample{
		start: *g.Position(), komi: g.Compensation() + float64(surplus), black: make([]int, n),
		rand:   board.NewRand(seed),
		policy: calm(),
		trace:  make([]board.Point, 0, rollout.MoveLimit(g.Size())),
		owners: make([]board.Color, n),
	}
}

// Play plays so many games more.
func (s *Sample) Play(games int) {
	for range games {
		pos := s.start
		pos.SetToMove(board.Black)
		if s.games%2 == 1 {
			pos.SetToMove(board.White)
		}
		s.games++
		s.trace = s.policy.Play(&pos, &s.rand, s.trace[:0])
		pos.Owners(s.owners, nil)
		margin := -s.komi
		for j, c := range s.owners {
			switch c {
			case board.Black:
				s.black[j]++
				margin++
			case board.White:
				s.black[j]--
				margin--
			}
		}
		s.margin += margin
		s.square += margin * margin
		switch {
		case margin > 0:
			s.wins[board.Black]++
		case margin < 0:
			s.wins[board.White]++
		default:
			s.wins[board.Empty]++
		}
	}
}

// Games is how many were played.
func (s *Sample) Games() int { return s.games }

// Map is the estimate by the games so far.
func (s *Sample) Map() Map {
	o := Map{Size: s.start.Size(), Owner: make([]float64, len(s.black))}
	n := float64(max(s.games, 1))
	for j, k := range s.black {
		o.Owner[j] = float64(k) / n
	}
	for c, k := range s.wins {
		o.Wins[c] = float64(k) / n
	}
	o.Margin = s.margin / n
	o.Deviation = math.Sqrt(max(0, s.square/n-o.Margin*o.Margin))
	return o
}

// slack is by how much the doubt about a point may be off after so few games: one and a half
// standard deviations for a point that is just Settled.
func (s *Sample) slack() float64 { return 0.8 * math.Sqrt(float64(s.games)) }

// doubt is how far the games so far are from agreeing on the owner of p, beyond what a Settled
// point may have: above slack p is surely not Settled, below −slack it surely is.
func (s *Sample) doubt(p board.Point) float64 {
	return s.doubtOf(s.black[p.Index(s.start.Size())])
}

// doubtOf is doubt by the games in which a point was Black's, less those in which it was White's.
func (s *Sample) doubtOf(lead int) float64 {
	return float64(s.games-max(lead, -lead)) - (1-settledAt)*float64(s.games)
}

// MayWinLess says whether c may win less than a share of the games; never of 0.
func (s *Sample) MayWinLess(c board.Color, share float64) bool {
	return share > 0 && float64(s.wins[c]) < share*float64(s.games)+s.slack()
}

// Decided says whether every point is surely Settled: more games would change nothing.
func (s *Sample) Decided() bool {
	for _, lead := range s.black {
		if s.doubtOf(lead) >= -s.slack() {
			return false
		}
	}
	return s.games > 0
}

// Open counts the points that are surely not Settled.
func (s *Sample) Open(points []board.Point) (n int) {
	for _, p := range points {
		if s.doubt(p) > s.slack() {
			n++
		}
	}
	return n
}

// Unsettled appends the points that may need a move: those not Settled, and while there are
// fewer than Playouts games, those about which few games cannot be sure.
func (s *Sample) Unsettled(dst, points []board.Point) []board.Point {
	slack := s.slack()
	if s.games >= Playouts {
		slack = 0
	}
	for _, p := range points {
		if s.doubt(p) > -slack {
			dst = append(dst, p)
		}
	}
	return dst
}
