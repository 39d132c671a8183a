package player

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player/loaded"
)

// Network is a policy network with its feature planes: a MovePredictor.
type Network struct {
	policy  *nets.Policy
	name    string
	threads int
	scratch sync.Pool // *networkScratch
}

// networkScratch is what one evaluation works in.
type networkScratch struct {
	input *evaluation.Input
	probs []float32 // [symmetry][point]
}

// NewNetwork joins a network to its planes. name is for people; threads bounds
// the goroutines of one evaluation, 0 means all cores. The numbers do not depend
// on it.
func NewNetwork(p *nets.Policy, name string, threads int) *Network {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	n := &Network{policy: p, name: name, threads: threads}
	n.scratch.New = func() any {
		return &networkScratch{evaluation.NewInput(p), make([]float32, features.Symmetries*p.Points())}
	}
	return n
}

// LoadNetwork reads the policy network of a model's folder and checks it.
func LoadNetwork(dir string, threads int) (*Network, error) {
	return openNetwork(new(loaded.Networks), dir, 0, threads)
}

// openNetwork is the policy network of a model's folder, for a board of some size; 0 is the model's.
func openNetwork(n *loaded.Networks, dir string, board, threads int) (*Network, error) {
	p, err := n.Policy(dir, board)
	if err != nil {
		return nil, err
	}
	return NewNetwork(p, dir, threads), nil
}

// Size is the side of the board the network was trained for.
func (n *Network) Size() int { return n.policy.Config().Board }

func (n *Network) String() string { return n.name }

// Probabilities evaluates pos under each of the symmetries in one batch and
// averages what comes back, turned back.
func (n *Network) Probabilities(dst []float32, pos *board.Position, symmetries []features.Symmetry) error {
	size, points := n.Size(), n.policy.Points()
	if pos.Size() != size || len(dst) < points || len(symmetries) == 0 || len(symmetries) > features.Symmetries {
		return fmt.Errorf("network %s: %d symmetries of a %d×%d position into %d places, want 1 to 8 of %d×%d into %d",
			n.name, len(symmetries), pos.Size(), pos.Size(), len(dst), size, size, points)
	}
	s := n.scratch.Get().(*networkScratch)
	defer n.scratch.Put(s)
	s.input.Reset()
	for _, sym := range symmetries {
		s.input.Add(pos, sym)
	}
	if err := n.policy.EvaluateThreads(s.probs, s.input.Planes(), s.input.Len(), n.threads); err != nil {
		return fmt.Errorf("network %s: %w", n.name, err)
	}
	if err := evaluation.Mean(dst, s.probs, size, symmetries); err != nil {
		return fmt.Errorf("network %s: %w", n.name, err)
	}
	return nil
}
