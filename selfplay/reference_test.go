package selfplay

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/record"
)

// reference plays one game after the other, one move and one evaluation at a time, on a
// board.Game: the definition of what Play plays.
type reference struct {
	t       *testing.T
	config  Config
	players []Player
	superko int // moves that only superko forbade
}

func (r *reference) play(index int, plan func(int, *rand.Rand) Schedule) *Game {
	r.t.Helper()
	config := r.config.defaults()
	rng, seed, playOut := config.sources(index)
	for redrawn := 0; ; redrawn++ {
		s := plan(index, rng)
		if g := r.attempt(config, rng, seed, playOut, s); g != nil {
			g.Index, g.Redrawn = index, redrawn
			g.Record.Source = record.Source{File: "selfplay", Line: index + 1}
			return g
		}
	}
}

// attempt is nil if the game is over before its mark.
func (r *reference) attempt(config Config, rng *rand.Rand, seed uint64, playOut bool, s Schedule) *Game {
	g, err := board.NewGame(config.Size, board.Rules{Ko: board.PositionalSuperko, Scoring: board.Area, Komi: config.Komi})
	if err != nil {
		r.t.Fatal(err)
	}
	out := &Game{PlayedOut: config.Resign > 0 && playOut}
	var hopeless [3]int
	for {
		n := len(g.Moves())
		over := g.Over() || n >= config.MoveLimit
		if over {
			if n <= s.Mark {
				return nil
			}
			out.End = Passes
			if !g.Over() {
				out.End = Limit
			}
			return r.end(out, g, s, g.Score(nil).Margin())
		}
		if from := config.Size * config.Size / 2; (config.Settle || config.Resign > 0) && n > s.Mark && n >= from && (n-from)%checkEvery == 0 {
			sure, wins, lead := r.playouts(g, seed)
			worst := float64(sure[board.Black]-sure[board.White]) - config.Komi
			rest := float64(config.Size*config.Size - sure[board.Black] - sure[board.White])
			if config.Settle && math.Abs(worst) > rest {
				out.End = Settled
				return r.end(out, g, s, math.Round(lead)-config.Komi)
			}
			for _, c := range []board.Color{board.Black, board.White} {
				hopeless[c]++
				if float64(wins[c])/checkPlayouts >= config.Resign {
					hopeless[c] = 0
				}
			}
			if c := g.Position().ToMove(); hopeless[c] >= hopelessChecks && out.Hopeless == board.Empty {
				if !playOut {
					out.End = Resigned
					g.Resign(c)
					return r.end(out, g, s, map[board.Color]float64{board.Black: -1, board.White: 1}[c])
				}
				out.Hopeless = c
			}
		}
		c := g.Position().ToMove()
		if err := g.Play(r.choose(g, rng, s.Who(n, c)), c); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *reference) end(out *Game, g *board.Game, s Schedule, margin float64) *Game {
	out.Record = record.Game{
		Size: g.Size(), Komi: r.config.Komi, First: board.Black, Mark: s.Mark, Rules: "Chinese",
		Result: record.Result{Winner: leader(margin), Ending: record.Score, Margin: float32(math.Abs(margin))},
	}
	if margin == 0 {
		out.Record.Result.Ending = record.Drawn
	}
	if out.End == Resigned {
		out.Record.Result = record.ParseResult(g.Result(nil))
	}
	out.Winner = out.Record.Result.Winner
	for _, m := range g.Moves() {
		out.Record.Moves = append(out.Record.Moves, record.NewMove(m.Color, m.Point, g.Size()))
	}
	return out
}

// playouts plays all playouts of a check: each colour's points that it owns after all of
// them, its wins, and Black's mean lead on the board.
func (r *reference) playouts(g *board.Game, seed uint64) (sure, wins [3]int, mean float64) {
	rng := board.NewRand(seed + uint64(len(g.Moves())))
	points := g.Size() * g.Size()
	owned := make([][3]int, points)
	for range checkPlayouts {
		pos := *g.Position()
		pos.Playout(&rng, 3*points)
		owners := make([]board.Color, points)
		pos.Owners(owners, nil)
		lead := 0.0
		for i, c := range owners {
			owned[i][c]++
			lead += map[board.Color]float64{board.Black: 1, board.White: -1}[c]
		}
		wins[leader(lead-r.config.Komi)]++
		mean += lead
	}
	for _, n := range owned {
		for c := range sure {
			if n[c] == checkPlayouts {
				sure[c]++
			}
		}
	}
	return sure, wins, mean / checkPlayouts
}

func (r *reference) choose(g *board.Game, rng *rand.Rand, who int) board.Point {
	pos := g.Position()
	c := pos.ToMove()
	var moves []board.Point
	for i := range g.Size() * g.Size() {
		p := board.FromIndex(i, g.Size())
		err := g.Legal(p, c)
		if errors.Is(err, board.ErrSuperko) {
			r.superko++
		}
		if err == nil && (who == Random || !pos.OwnEye(p, c)) {
			moves = append(moves, p)
		}
	}
	if len(moves) == 0 {
		return board.Pass
	}
	if who == Random {
		return moves[rng.IntN(len(moves))]
	}
	player := r.players[who]
	policy := player.Policy
	planes := make([]float32, policy.Points()*policy.Stride())
	probs := make([]float32, policy.Points())
	features.NewExtractor().Extract(planes, policy.Stride(), pos, features.Planes(policy.Config().Planes), 0)
	if err := policy.Evaluate(probs, planes, 1); err != nil {
		r.t.Fatal(err)
	}
	top, best := float32(-1), board.Pass
	for _, p := range moves {
		if probs[p.Index(g.Size())] > top {
			top, best = probs[p.Index(g.Size())], p
		}
	}
	if player.Temperature == 0 {
		return best
	}
	sum := 0.0
	weight := func(p board.Point) float64 {
		return math.Pow(float64(probs[p.Index(g.Size())])/float64(top), 1/player.Temperature)
	}
	for _, p := range moves {
		sum += weight(p)
	}
	x := rng.Float64() * sum
	for _, p := range moves {
		if x < weight(p) {
			return p
		}
		x -= weight(p)
	}
	return best
}
