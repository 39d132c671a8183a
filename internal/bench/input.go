package bench

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/record"
)

// input is what a network is measured on: batches that take turns, so that
// neither caches nor branch prediction know the next position by heart.
type input struct {
	planes  [][]float32 // [batch][point][stride] each
	targets [][]int32   // [batch]
	turn    int
}

// At least so many different positions, and batches, take turns.
const (
	leastPositions = 64
	leastBatches   = 4
)

// newInput makes batches of positions of random games at all stages and under
// all symmetries, with a legal move each as target, or of dense random numbers. stride
// is the number of floats of a point.
func newInput(kind string, side int, planes features.Planes, stride, batch int, seed uint64) (*input, error) {
	if err := planes.Validate(); err != nil {
		return nil, err
	}
	in := &input{}
	numbers := rand.New(rand.NewPCG(seed, 0x62656e6368)) // "bench": a stream of its own
	games := board.NewRand(seed)
	extractor := features.NewExtractor()
	points := side * side
	size := points * stride
	for range max(leastBatches, (leastPositions+batch-1)/batch) {
		x, targets := kernel.Aligned(batch*size), make([]int32, batch)
		for i := range targets {
			one := x[i*size : (i+1)*size]
			pos, target := randomPosition(side, &games)
			sym := features.Symmetry(numbers.IntN(features.Symmetries))
			targets[i] = int32(sym.Index(target, side))
			switch kind {
			case "positions":
				extractor.Extract(one, stride, &pos, planes, sym)
			case "dense":
				for point := range points {
					for k := range int(planes) {
						one[point*stride+k] = float32(numbers.NormFloat64())
					}
				}
			default:
				return nil, fmt.Errorf("input %q: want positions or dense", kind)
			}
		}
		in.planes, in.targets = append(in.planes, x), append(in.targets, targets)
	}
	return in, nil
}

// randomPosition is a position of a random game and the index of a legal move
// there. As in played games the positions have between no stones and about two
// thirds of the board. All numbers of stones are equally frequent.
func randomPosition(size int, random *board.Rand) (pos board.Position, move int) {
	for {
		pos = board.NewPosition(size)
		pos.Playout(random, random.IntN(size*size*2/3+1))
		if p := pos.RandomMove(random); p != board.Pass {
			return pos, p.Index(size)
		}
	}
}

// next is the next batch.
func (in *input) next() (planes []float32, targets []int32) {
	planes, targets = in.planes[in.turn], in.targets[in.turn]
	in.turn = (in.turn + 1) % len(in.planes)
	return planes, targets
}

// MiddleGames are 64 positions of random games, a third of the board filled.
func MiddleGames(size int, seed uint64) []board.Position {
	random := board.NewRand(seed)
	positions := make([]board.Position, 64)
	for i := range positions {
		positions[i] = board.NewPosition(size)
		positions[i].Playout(&random, size*size/3)
	}
	return positions
}

// PlayedPositions reads one position of the middle third of each game, of at most 300 games. These
// are few enough to stay in the cache, as a position does that was just replayed for training.
func PlayedPositions(ctx context.Context, games []string, side, threads int) ([]board.Position, error) {
	const most = 300
	options := record.Options{Filter: record.Filter{Board: side, Limit: most}, Threads: threads}
	set, _, err := record.Read(ctx, games, options)
	if err != nil {
		return nil, err
	}
	var positions []board.Position
	for i := range set.Len() {
		game := set.Game(i)
		third := set.MoveCount(i) / 3
		if third == 0 {
			continue
		}
		var pos board.Position
		if err := game.PositionAt(third+7*i%third, &pos); err != nil {
			return nil, err
		}
		positions = append(positions, pos)
	}
	return positions, nil
}
