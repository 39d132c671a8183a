package nets

import (
	"fmt"
)

// Carry returns the network for another size of the board. The convolutions do not know the size and stay as
// they are. A point takes the bias of the point with the same distances to the nearest edges, and beyond the
// middle of a smaller board the bias of its middle. The network itself does not change. The device is the same.
func (p *Policy) Carry(board int) (*Policy, error) {
	cfg := p.cfg
	cfg.Board = board
	out := &Policy{cfg: cfg}
	if err := out.lay(cfg); err != nil {
		return nil, fmt.Errorf("carry a policy network from %d×%d to %d×%d: %w", p.board, p.board, board, board, err)
	}
	out.SetDevice(p.device)
	from := p.Weights()
	biases := &from[len(from)-1] // of the head, the last layer
	biases.Data = carried(biases.Data, p.board, board)
	biases.Shape = []int{board * board}
	if err := out.SetWeights(from); err != nil {
		return nil, fmt.Errorf("carry a policy network: %w", err)
	}
	return out, nil
}

// carried are the values of the points of a board at the points of another one.
func carried(values []float32, from, to int) []float32 {
	out := make([]float32, to*to)
	for i := range out {
		out[i] = values[counterpart(i/to, from, to)*from+counterpart(i%to, from, to)]
	}
	return out
}

// counterpart is the line of one board that lies as far from the nearest edge as line i of another.
func counterpart(i, from, to int) int {
	if far := to - 1 - i; far < i {
		return from - 1 - min(far, (from-1)/2)
	}
	return min(i, (from-1)/2)
}
