package traintest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/train/sample"
)

// Playouts is a source of made-up games, the slow and obvious twin of Data: every
// sample replays its game from the empty board.
type Playouts struct {
	Size      int
	Moves     [][]board.Point
	positions sample.Positions
	Planes    features.Planes
}

// NewPlayouts plays games that are half chance, half habit: of a few random moves
// that do not fill an own eye, the one closest to the previous move. So there is
// something to learn, but not everything can be known.
func NewPlayouts(t testing.TB, size, games int, seed uint64) *Playouts {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 77))
	p := &Playouts{Size: size, Planes: 48}
	var lengths []int
	for range games {
		r := board.NewRand(rng.Uint64())
		pos := board.NewPosition(size)
		var moves []board.Point
		for len(moves) < 3*size*size {
			move := pos.RandomMove(&r)
			for range 4 {
				m := pos.RandomMove(&r)
				if last := pos.Recent(0); last > 0 && m != board.Pass && distance(m, last) < distance(move, last) {
					move = m
				}
			}
			if move == board.Pass {
				break
			}
			moves = append(moves, move)
			pos.Play(move, pos.ToMove())
		}
		p.Moves = append(p.Moves, moves)
		lengths = append(lengths, len(moves))
	}
	p.positions = sample.NewPositions(lengths)
	return p
}

func distance(a, b board.Point) int {
	dx, dy := a.X()-b.X(), a.Y()-b.Y()
	return dx*dx + dy*dy
}

func (p *Playouts) Len() int64 { return p.positions.Len() }
func (p *Playouts) Games() int { return p.positions.Games() }
func (p *Playouts) Board() int { return p.Size }
func (p *Playouts) Fingerprint() string {
	h := sha256.Sum256(fmt.Append(nil, p.Size, p.Planes, p.Moves))
	return hex.EncodeToString(h[:])
}

func (p *Playouts) NewSampler(stride int) sample.Sampler {
	return &playoutSampler{p, stride, new(features.Extractor)}
}

type playoutSampler struct {
	*Playouts
	stride int
	ex     *features.Extractor
}

func (s *playoutSampler) Sample(dst []float32, n, _ int64, symmetry int) (sample.Label, error) {
	game, k := s.positions.Find(n)
	pos := board.NewPosition(s.Size)
	for _, m := range s.Moves[game][:k] {
		pos.Play(m, pos.ToMove())
	}
	sym := features.Symmetry(symmetry)
	s.ex.Extract(dst, s.stride, &pos, s.Planes, sym)
	return sample.Label{Target: float32(sym.Index(s.Moves[game][k].Index(s.Size), s.Size)), Game: game, Move: k}, nil
}
