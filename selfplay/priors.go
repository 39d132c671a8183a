package selfplay

import (
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/record"
)

// Priors tells how likely the networks found each move of a game, among all points and at
// temperature 1: p[ply] is from 0 to 1, and −1 for a pass and a random move. The schedule is
// the game's.
func Priors(players []Player, schedule Schedule, g *record.Game) (p []float32, err error) {
	p = make([]float32, len(g.Moves))
	points := g.Size * g.Size
	extractor := features.NewExtractor()
	for who, player := range players {
		policy := player.Policy
		planes, stride := features.Planes(policy.Config().Planes), policy.Stride()
		var (
			in    = make([]float32, maxBatch*points*stride)
			probs = make([]float32, maxBatch*points)
			plies []int
		)
		flush := func() {
			if err == nil {
				err = policy.Evaluate(probs, in, len(plies))
			}
			for i, ply := range plies {
				p[ply] = probs[i*points+g.Moves[ply].Index()]
			}
			plies = plies[:0]
		}
		replayed := g.Replay(func(ply int, pos *board.Position, m record.Move) bool {
			if by := schedule.Who(ply, m.Color()); by == Random || m.IsPass() {
				p[ply] = -1
			} else if by == who {
				extractor.Extract(in[len(plies)*points*stride:], stride, pos, planes, 0)
				if plies = append(plies, ply); len(plies) == maxBatch {
					flush()
				}
			}
			return err == nil
		})
		flush()
		if err == nil {
			err = replayed
		}
		if err != nil {
			return nil, fmt.Errorf("priors: %w", err)
		}
	}
	return p, nil
}
