package shapes

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/board"
)

// Values are the weights of a value function for a board of one size.
type Values struct {
	layout *layout
	pairs  []float32 // w and −w of each weight; the first pair is 0 and −0
}

// New has weights of zero: every position is worth 0.5.
func New(size int) (*Values, error) {
	if err := board.CheckSize(size); err != nil {
		return nil, err
	}
	l := layoutOf(size)
	return &Values{layout: l, pairs: make([]float32, 2*l.weights)}, nil
}

// Size is the side of the board.
func (v *Values) Size() int { return v.layout.size }

// Weights is the number of different weights.
func (v *Values) Weights() int { return v.layout.weights - constant }

// Features is the number of features that share them.
func (v *Values) Features() int { return len(v.layout.here) }

// Clone is an independent copy.
func (v *Values) Clone() *Values {
	return &Values{layout: v.layout, pairs: append([]float32(nil), v.pairs...)}
}

// Win is the probability that Black wins, of a logit.
func Win(logit float32) float64 { return 1 / (1 + math.Exp(-float64(logit))) }

// Logit is the logarithm of the odds that Black wins the position.
func (v *Values) Logit(g *Windows) float32 {
	sum := v.before(g.toMove)
	for i, c := range g.codes {
		sum += v.window(int32(i), c)
	}
	return sum
}

// before is what is said of a position whatever stands there.
func (v *Values) before(toMove board.Color) float32 {
	return v.pairs[2*constant] + v.pairs[turnFor(toMove)]
}

// turnFor is the reference to t.
func turnFor(toMove board.Color) int32 {
	if toMove == board.White {
		return 2 * turn
	}
	return 2*turn + 1
}

// window is what a pattern in a window says.
func (v *Values) window(i int32, code uint16) float32 {
	l := v.layout
	w := &l.windows[i]
	return v.pairs[l.anywhere[w.anywhere+int32(code)]] + v.pairs[l.here[w.here+int32(code)]]
}

// Afterstates writes to dst[i] the logit of the position after moves[i], a legal move, no
// suicide, or board.Pass, of the side to move. pos is the position that g is of.
func (v *Values) Afterstates(g *Windows, pos *board.Position, moves []board.Point, dst []float32) {
	c := pos.ToMove()
	base := v.before(c.Opponent())
	for i, code := range g.codes {
		base += v.window(int32(i), code)
	}
	for i, m := range moves {
		dst[i] = base + v.change(g, pos, m, c)
	}
}

// change is by how much a move changes the sum over the windows.
func (v *Values) change(g *Windows, pos *board.Position, p board.Point, c board.Color) float32 {
	if p == board.Pass {
		return 0
	}
	if taken := g.captures(pos, p, c); len(taken) > 0 {
		return v.after(g, p, c, taken)
	}
	sum := float32(0)
	for _, t := range g.layout.touching[p.Index(g.layout.size)] {
		code := g.codes[t.window]
		sum += v.window(t.window, code+uint16(c)*t.weight) - v.window(t.window, code)
	}
	return sum
}

// after is change of a move that takes stones: a window may lose many.
func (v *Values) after(g *Windows, p board.Point, c board.Color, taken []board.Point) float32 {
	g.touched = g.touched[:0]
	try := func(p board.Point, change uint16) {
		for _, t := range g.layout.touching[p.Index(g.layout.size)] {
			if !g.seen[t.window] {
				g.seen[t.window] = true
				g.before[t.window] = g.codes[t.window]
				g.touched = append(g.touched, t.window)
			}
			g.codes[t.window] += change * t.weight
		}
	}
	try(p, uint16(c))
	for _, q := range taken {
		try(q, -uint16(c.Opponent()))
	}
	sum := float32(0)
	for _, i := range g.touched {
		sum += v.window(i, g.codes[i]) - v.window(i, g.before[i])
		g.codes[i], g.seen[i] = g.before[i], false
	}
	return sum
}

// Active appends references to the weights of the position, for Learn: those that are added
// up for its logit, each as often as it counts.
func (v *Values) Active(g *Windows, buf []int32) []int32 {
	l := v.layout
	buf = append(buf, 2*constant, turnFor(g.toMove))
	for i, code := range g.codes {
		w := &l.windows[i]
		for _, ref := range [2]int32{l.anywhere[w.anywhere+int32(code)], l.here[w.here+int32(code)]} {
			if ref>>1 != nothing {
				buf = append(buf, ref)
			}
		}
	}
	return buf
}

// Sum is the logit of a position by its active weights.
func (v *Values) Sum(active []int32) float32 {
	sum := float32(0)
	for _, ref := range active {
		sum += v.pairs[ref]
	}
	return sum
}

// Learn moves the weights along the features of a position: θ ← θ + step·φ.
func (v *Values) Learn(active []int32, step float32) {
	for _, ref := range active {
		w := v.pairs[ref] + step
		v.pairs[ref], v.pairs[ref^1] = w, -w
	}
}

// Flat is the weights in the order of their numbers: b, t, the weights of patterns anywhere, the
// weights of patterns at a place.
func (v *Values) Flat() []float32 {
	flat := make([]float32, v.Weights())
	for i := range flat {
		flat[i] = v.pairs[2*(i+constant)]
	}
	return flat
}

// SetFlat is the reverse of Flat. It refuses another number of weights, and what is no
// finite number.
func (v *Values) SetFlat(flat []float32) error {
	if len(flat) != v.Weights() {
		return fmt.Errorf("%d weights, a %d×%d board has %d", len(flat), v.Size(), v.Size(), v.Weights())
	}
	for i, w := range flat {
		if math.IsNaN(float64(w)) || math.IsInf(float64(w), 0) {
			return fmt.Errorf("weight %d is %v", i, w)
		}
	}
	for i, w := range flat {
		v.pairs[2*(i+constant)], v.pairs[2*(i+constant)+1] = w, -w
	}
	return nil
}
