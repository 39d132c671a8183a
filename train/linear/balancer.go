package linear

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
)

// balancer changes the weights of a rollout policy so that the mean outcome of its playouts
// comes near to the true value of a position: simulation balancing by policy gradient
// (Silver and Tesauro, Monte-Carlo Simulation Balancing, 2009). Playouts of strong moves do
// not make strong searches; playouts with mistakes that cancel out do.
//
// With V the mean outcome and V* the reference, the gradient of ½(V* − V)² is
// −(V* − V)·∇V, and ∇V = E[z·Σ ∇ln π(a)] over the moves of both sides. The two factors must
// not come from the same playouts. Here one half gives the first factor and the other half the
// second, then the other way round, so that every playout serves twice.
type balancer struct {
	learner *softmaxLearner
	reader  *rollout.Reader
	halves  [2]half

	moves rollout.Candidates
	legal []board.Point
}

// half is the sums over one half of the playouts.
type half struct {
	games    float64
	outcomes float64
	scores   []float64 // of Σ ∇ln π(a), by feature
	weighted []float64 // of z·Σ ∇ln π(a)
	touched  []int32
	seen     []bool
}

func newBalancer(p *rollout.Policy) *balancer {
	b := &balancer{learner: newSoftmaxLearner(p.Weights()), reader: rollout.NewReader(p)}
	for i := range b.halves {
		n := p.Features()
		b.halves[i] = half{scores: make([]float64, n), weighted: make([]float64, n), seen: make([]bool, n)}
	}
	return b
}

// play plays pos to its end as rollout.Softmax does, for at most limit moves, and returns
// the outcome: 1 if Black is ahead by more than komi by area, −1 if White is. It adds the
// gradient of the logarithm of the game's probability to the learner's gradient.
func (b *balancer) play(pos *board.Position, komi float64, limit int, r *board.Rand) float64 {
	for passes, n := 0, 0; passes < 2 && n < limit; n++ {
		if !b.candidates(pos) {
			pos.Play(board.Pass, pos.ToMove())
			passes++
			continue
		}
		passes = 0
		b.learner.softmax(&b.moves)
		x, at := float64(r.Uint64()>>11)/(1<<53), 0
		for ; at < len(b.learner.probs)-1 && x >= b.learner.probs[at]; at++ {
			x -= b.learner.probs[at]
		}
		b.learner.gather(&b.moves, at, 1)
		pos.Play(b.moves.Moves[at], pos.ToMove())
	}
	return outcomeOf(pos, komi)
}

// candidates reads the moves of a playout; false if there is nothing but a pass.
func (b *balancer) candidates(pos *board.Position) bool {
	b.legal = pos.LegalMoves(b.legal[:0])
	n := 0
	for _, m := range b.legal {
		if !pos.OwnEye(m, pos.ToMove()) {
			b.legal[n] = m
			n++
		}
	}
	b.reader.ReadMoves(pos, b.legal[:n], &b.moves)
	return n > 0
}

func outcomeOf(pos *board.Position, komi float64) float64 {
	switch lead := float64(pos.Lead()); {
	case lead > komi:
		return 1
	case lead < komi:
		return -1
	}
	return 0
}

// sample plays games from a position, alternately into the two halves. They replace the earlier
// games.
func (b *balancer) sample(pos *board.Position, komi float64, games int, r *board.Rand) {
	for i := range b.halves {
		b.halves[i].clear()
	}
	for i := range games {
		after := *pos
		z := b.play(&after, komi, rollout.MoveLimit(pos.Size()), r)
		b.halves[i&1].add(b.learner, z)
	}
}

func (h *half) clear() {
	for _, f := range h.touched {
		h.scores[f], h.weighted[f], h.seen[f] = 0, 0, false
	}
	h.games, h.outcomes, h.touched = 0, 0, h.touched[:0]
}

// add takes a game over from the learner's gradient.
func (h *half) add(l *softmaxLearner, z float64) {
	h.games++
	h.outcomes += z
	for _, f := range l.touched {
		g := float64(l.gradient[f])
		if l.gradient[f] = 0; g == 0 {
			continue
		}
		if !h.seen[f] {
			h.seen[f] = true
			h.touched = append(h.touched, f)
		}
		h.scores[f] += g
		h.weighted[f] += z * g
	}
	l.touched = l.touched[:0]
}

func (h *half) mean() float64 { return h.outcomes / h.games }

// gradient is the gradient of the mean outcome with respect to the weight of f. Taking a constant
// off all outcomes changes only the noise.
func (h *half) gradient(f int32, constant float64) float64 {
	return (h.weighted[f] - constant*h.scores[f]) / h.games
}

// squaredError estimates (V* − V)² without bias.
func (b *balancer) squaredError(reference float64) float64 {
	return (reference - b.halves[0].mean()) * (reference - b.halves[1].mean())
}

// descend makes a step that brings the mean outcome nearer to the reference.
func (b *balancer) descend(reference, rate float64) {
	means := [2]float64{b.halves[0].mean(), b.halves[1].mean()}
	for i := range b.halves {
		h, other := &b.halves[i], means[1-i]
		for _, f := range h.touched {
			b.learner.weights[f] += float32(rate / 2 * (reference - other) * h.gradient(f, other))
		}
	}
}
