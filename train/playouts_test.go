package train

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

// playouts is a source of made-up games, the slow and obvious twin of Data: every
// sample replays its game from the empty board.
type playouts struct {
	size      int
	games     [][]board.Point
	positions Positions
	planes    features.Planes
}

// newPlayouts plays games that are half chance, half habit: of a few random moves
// that do not fill an own eye, the one closest to the previous move. So there is
// something to learn, but not everything can be known.
func newPlayouts(t testing.TB, size, games int, seed uint64) *playouts {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 77))
	p := &playouts{size: size, planes: 48}
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
		p.games = append(p.games, moves)
		lengths = append(lengths, len(moves))
	}
	p.positions = NewPositions(lengths)
	return p
}

func distance(a, b board.Point) int {
	dx, dy := a.X()-b.X(), a.Y()-b.Y()
	return dx*dx + dy*dy
}

func (p *playouts) Len() int64 { return p.positions.Len() }
func (p *playouts) Games() int { return p.positions.Games() }
func (p *playouts) Board() int { return p.size }
func (p *playouts) Fingerprint() string {
	h := sha256.Sum256(fmt.Append(nil, p.size, p.planes, p.games))
	return hex.EncodeToString(h[:])
}

func (p *playouts) newSampler(stride int) sampler {
	return &playoutSampler{p, stride, new(features.Extractor)}
}

type playoutSampler struct {
	*playouts
	stride int
	ex     *features.Extractor
}

func (s *playoutSampler) sample(dst []float32, n, _ int64, symmetry int) (label, error) {
	game, k := s.positions.Find(n)
	pos := board.NewPosition(s.size)
	for _, m := range s.games[game][:k] {
		pos.Play(m, pos.ToMove())
	}
	sym := features.Symmetry(symmetry)
	s.ex.Extract(dst, s.stride, &pos, s.planes, sym)
	return label{target: float32(sym.Index(s.games[game][k].Index(s.size), s.size)), game: game, move: k}, nil
}
