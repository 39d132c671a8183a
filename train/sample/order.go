package sample

import (
	"sort"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/splitmix"
)

// Positions numbers the labelled positions of a set of games from 0 to N−1, game
// after game, by the prefix sums of their counts.
type Positions struct {
	ends []int64 // ends[g]: one past the last number of game g
}

// NewPositions numbers the positions of games that have so many each.
func NewPositions(counts []int) Positions {
	p := Positions{ends: make([]int64, len(counts))}
	n := int64(0)
	for game, count := range counts {
		n += int64(count)
		p.ends[game] = n
	}
	return p
}

// Len is N.
func (p *Positions) Len() int64 {
	if len(p.ends) == 0 {
		return 0
	}
	return p.ends[len(p.ends)-1]
}

// Games is the number of games.
func (p *Positions) Games() int { return len(p.ends) }

// Count is the number of positions of a game.
func (p *Positions) Count(game int) int64 { return p.ends[game] - p.start(game) }

func (p *Positions) start(game int) int64 {
	if game == 0 {
		return 0
	}
	return p.ends[game-1]
}

// Find returns the game that position n belongs to and its number within the
// game, by binary search. n must lie in [0, N).
func (p *Positions) Find(n int64) (game, k int) {
	game = sort.Search(len(p.ends), func(g int) bool { return p.ends[g] > n })
	return game, int(n - p.start(game))
}

// Order is the order in which a run visits its positions. Each epoch visits every
// position once, in its own permutation. Eight epochs from the first show each
// position once in each of the eight symmetries: they are one pass over the paper's
// eightfold data set (Silver et al. 2016, Methods). Nothing is stored: sample number
// s of the run is a function of the seed and s alone. The data cursor of a checkpoint
// is s, or (s / N, s mod N).
//
// An Order is not safe for concurrent use.
type Order struct {
	n     int64
	seed  uint64
	epoch int64
	perm  Permutation
}

// NewOrder returns the order of a run over n positions.
func NewOrder(n int64, seed uint64) (*Order, error) {
	o := &Order{n: n, seed: seed, epoch: -1}
	return o, o.enter(0)
}

func (o *Order) enter(epoch int64) error {
	if epoch == o.epoch {
		return nil
	}
	perm, err := NewPermutation(o.n, splitmix.Mix(o.seed*splitmix.Golden+uint64(epoch)))
	o.epoch, o.perm = epoch, perm
	return err
}

// Sample returns the position and the symmetry (0 to 7) of sample s ≥ 0 of the run.
func (o *Order) Sample(s int64) (position int64, symmetry int) {
	epoch := s / o.n
	if err := o.enter(epoch); err != nil {
		panic(err) // n was checked by NewOrder and has not changed
	}
	position = o.perm.At(s % o.n)
	// Adding the epoch modulo 8 to a hash that is fixed for eight epochs runs through
	// all eight symmetries.
	h := splitmix.Mix(splitmix.Mix(o.seed+uint64(epoch/features.Symmetries)*splitmix.Golden) ^ uint64(position))
	return position, int((h>>32 + uint64(epoch)) % features.Symmetries)
}
