package alphago

import (
	"errors"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/search"
)

// NetworkConfig says how a search reads the answers of the networks.
type NetworkConfig struct {
	// Temperature is β, at which the softmax of the policy network gives the priors:
	// p^(1/β), scaled to sum to 1. The paper has 0.67 and does not say whether it divides the
	// logits or multiplies them; here, as in RocAlphaGo, it divides them, so that below 1 the
	// likely moves become likelier still. More than 0. TunedTemperature knows what fits a board.
	Temperature float64
	// Pass is the prior of a pass where there are other moves, 0 to 1. The networks know no
	// pass; the paper does not say what its search did about it.
	Pass float64
	// NoPolicy and NoValue leave a network of the model unasked, as if the model had none:
	// the variants of Silver et al. 2016, Extended Data Table 7.
	NoPolicy, NoValue bool
}

// DefaultNetworkConfig has the paper's β (Silver et al. 2016, Extended Data Table 5).
func DefaultNetworkConfig() NetworkConfig { return NetworkConfig{Temperature: 0.67, Pass: 0.01} }

// TunedTemperature is the β that did best in matches: the paper's on large boards, and 1 on boards below 13×13. On 9×9
// with 30 ms a move, 1 won 58% of 400 games against 0.67. On 19×19 with 60 ms it lost seven of seven
// (docs/notebook/2026-11-27-value-from-searches.md).
func TunedTemperature(size int) float64 {
	if size < 13 {
		return 1
	}
	return DefaultNetworkConfig().Temperature
}

// Validate refuses settings that no network can have.
func (c NetworkConfig) Validate() error {
	switch {
	case !(c.Temperature > 0) || math.IsInf(c.Temperature, 0):
		return fmt.Errorf("softmax temperature %v: want more than 0", c.Temperature)
	case !(c.Pass >= 0 && c.Pass <= 1):
		return fmt.Errorf("prior %v of a pass: want 0 to 1", c.Pass)
	}
	return nil
}

// Network evaluates positions of Go behind a Queue. Many may share one.
type Network struct {
	queue   *Queue
	config  NetworkConfig
	inverse float64 // 1/β
	seed    uint64  // of random orientations
	reply   func(*question)
}

// NewNetwork reads what comes from the queue.
func NewNetwork(q *Queue, config NetworkConfig) (*Network, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	n := &Network{queue: q, config: config, inverse: 1 / config.Temperature}
	n.reply = n.answer
	return n, nil
}

// Reseed sets where the random orientations come from. The next search of a position with
// another seed sees it from another side; the same seed gives the same answers. Nothing may be
// asked at the same time.
func (n *Network) Reseed(seed uint64) { n.seed = wyrand.Scramble(seed) }

// Queue is where the network's questions go.
func (n *Network) Queue() *Queue { return n.queue }

// HasPriors says whether it gives priors of its own.
func (n *Network) HasPriors() bool { return n.queue.nets.HasPolicy() && !n.config.NoPolicy }

// HasValue says whether it gives values.
func (n *Network) HasValue() bool { return n.queue.nets.HasValue() && !n.config.NoValue }

// Evaluate is the value of a position for the player to move. It also writes the priors of the moves,
// if there are any: the moves that s.Moves gave. Without a policy network the priors are uniform,
// without a value network the value is 0. s must have a board: Position() *board.Position.
func (n *Network) Evaluate(s search.State, moves []search.Move, priors []float32) (value float32, err error) {
	want := parts(0)
	if n.HasValue() {
		want = wantValue
	}
	if len(moves) > 0 && n.HasPriors() {
		want |= wantPriors
	}
	return n.ask(s, moves, priors, want)
}

// ask waits for what is wanted, if anything, and writes priors in any case.
func (n *Network) ask(s search.State, moves []search.Move, priors []float32, want parts) (value float32, err error) {
	if want == 0 {
		equal(priors[:len(moves)])
		return 0, nil
	}
	pos, err := boardOf(s)
	if err != nil {
		return 0, err
	}
	k, known, err := n.queue.ask(pos, want, n.seed)
	if err != nil {
		return 0, err
	}
	defer n.queue.drop(k)
	if !known {
		if err := n.queue.wait(k); err != nil {
			return 0, err
		}
	}
	if want&wantPriors != 0 {
		n.spread(k.priors, moves, priors)
	} else {
		equal(priors[:len(moves)])
	}
	if want&wantValue != 0 {
		value = k.value
	}
	return value, nil
}

// postPriors has t answered with the priors of the moves, now or later.
func (n *Network) postPriors(s search.State, moves []search.Move, t *search.Ticket) {
	n.post(s, moves, wantPriors, t)
}

// postValue has t answered with the value of the position, now or later.
func (n *Network) postValue(s search.State, t *search.Ticket) { n.post(s, nil, wantValue, t) }

func (n *Network) post(s search.State, moves []search.Move, want parts, t *search.Ticket) {
	pos, err := boardOf(s)
	if err != nil {
		t.Fail(err)
		return
	}
	k, known, err := n.queue.ask(pos, want, n.seed)
	if err != nil {
		t.Fail(err)
		return
	}
	k.ticket, k.player = t, s.Player()
	k.moves = append(k.moves[:0], moves...)
	if known {
		n.answer(k)
		return
	}
	n.queue.post(k, n.reply)
}

// answer answers the ticket of a question that was posted.
func (n *Network) answer(k *question) {
	switch {
	case k.err != nil:
		k.ticket.Fail(k.err)
	case k.want&wantPriors != 0:
		if cap(k.spread) < len(k.moves) {
			k.spread = make([]float32, len(k.moves)+n.queue.points)
		}
		n.spread(k.priors, k.moves, k.spread)
		k.ticket.Priors(k.spread[:len(k.moves)])
	case k.player != 0:
		k.ticket.Value(-k.value)
	default:
		k.ticket.Value(k.value)
	}
	n.queue.drop(k)
}

// spread writes the priors of the moves by the probabilities of all points.
func (n *Network) spread(points []float32, moves []search.Move, priors []float32) {
	size := n.queue.size
	top := float32(0)
	pass := -1
	for i, m := range moves {
		if board.Point(m) == board.Pass {
			pass = i
			priors[i] = 0
			continue
		}
		priors[i] = points[board.Point(m).Index(size)]
		top = max(top, priors[i])
	}
	others := len(moves)
	if pass >= 0 {
		others--
	}
	share := float32(1)
	if pass >= 0 && others > 0 {
		share -= float32(n.config.Pass)
	}
	sum := float32(0)
	for i := range priors[:len(moves)] {
		switch {
		case i == pass:
		case top > 0:
			priors[i] = n.sharpen(priors[i] / top)
			sum += priors[i]
		default: // the network leaves none of them a chance
			priors[i] = 1
			sum++
		}
	}
	for i := range priors[:len(moves)] {
		priors[i] *= share / sum
	}
	if pass >= 0 {
		priors[pass] = 1
		if others > 0 {
			priors[pass] = float32(n.config.Pass)
		}
	}
}

// sharpen is x^(1/β) for x from 0 to 1.
func (n *Network) sharpen(x float32) float32 {
	if n.inverse == 1 || x == 0 {
		return x
	}
	return float32(math.Exp(n.inverse * math.Log(float64(x))))
}

func equal(priors []float32) {
	for i := range priors {
		priors[i] = 1 / float32(len(priors))
	}
}

var errNoBoard = errors.New("networks evaluate positions of Go only")

// positioned is a state of Go, such as gostate.State.
type positioned interface{ Position() *board.Position }

// boardOf is the board of a state.
func boardOf(s search.State) (*board.Position, error) {
	b, ok := s.(positioned)
	if !ok {
		return nil, errNoBoard
	}
	return b.Position(), nil
}
