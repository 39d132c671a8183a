package record

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Thought is what the player to move made of a position before its move; the zero value is
// nothing known.
type Thought struct {
	// Prior is the probability of the move played as the player had it before reading, 0 to 1, and
	// 0 where it had none: of a policy what its network says, among all points; of a search what it
	// reads with, the network's p^beta over the legal moves.
	Prior float32
	// Visits are the moves that its search tried, the most visited first; none without search.
	Visits []Visit
	// Value is the outcome that the search expects for the player, −1 to 1; 0 without Visits.
	Value float32
}

// Visit is how many playouts of a search began with a move.
type Visit struct {
	Move  Move
	Count uint32 // at least 1
}

// known says whether the thought says anything.
func (t *Thought) known() bool { return t.Prior > 0 || len(t.Visits) > 0 }

// text is the thought for people: "value +0.123, prior 0.4000, visits D4 321, E5 40".
func (t *Thought) text(size int) string {
	var parts []string
	if len(t.Visits) > 0 {
		parts = append(parts, fmt.Sprintf("value %+.3f", t.Value))
	}
	if t.Prior > 0 {
		parts = append(parts, fmt.Sprintf("prior %.4f", t.Prior))
	}
	for i, v := range t.Visits {
		move := fmt.Sprintf("%s %d", v.Move.Point(size).Vertex(size), v.Count)
		if i == 0 {
			move = "visits " + move
		}
		parts = append(parts, move)
	}
	return strings.Join(parts, ", ")
}

// cloneThoughts shares nothing with ts.
func cloneThoughts(ts []Thought) []Thought {
	total := 0
	for i := range ts {
		total += len(ts[i].Visits)
	}
	visits := make([]Visit, 0, total)
	clone := slices.Clone(ts)
	for i := range clone {
		if vs := clone[i].Visits; len(vs) > 0 {
			from := len(visits)
			visits = append(visits, vs...)
			clone[i].Visits = visits[from:len(visits):len(visits)]
		}
	}
	return clone
}

// Check says why a packed file cannot hold the thought about move m on a board of so many points a side, nil if it can.
func (t *Thought) Check(size int, m Move) error {
	switch {
	case !(t.Prior >= 0 && t.Prior <= 1):
		return fmt.Errorf("a prior of %v: want 0 to 1", t.Prior)
	case len(t.Visits) == 0:
		return nil
	case len(t.Visits) > size*size+1:
		return fmt.Errorf("visits of %d moves: at most %d", len(t.Visits), size*size+1)
	case !(t.Value >= -1 && t.Value <= 1):
		return fmt.Errorf("a value of %v: want -1 to 1", t.Value)
	}
	for _, v := range t.Visits {
		if !v.Move.valid(size) || v.Move.Color() != m.Color() || v.Count == 0 {
			return fmt.Errorf("%d visits of the move %#x, which cannot be", v.Count, uint16(v.Move))
		}
	}
	return nil
}

// appendThought writes a thought as packed files have it: the prior, the number of visited
// moves and, if there are any, the value, each move and its visits.
func appendThought(b []byte, t *Thought) []byte {
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(t.Prior))
	b = binary.AppendUvarint(b, uint64(len(t.Visits)))
	if len(t.Visits) == 0 {
		return b
	}
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(t.Value))
	for _, v := range t.Visits {
		b = append(b, byte(v.Move), byte(v.Move>>8))
		b = binary.AppendUvarint(b, uint64(v.Count))
	}
	return b
}

// thought reads what appendThought wrote about move m. What cannot be a thought makes the
// cursor bad.
func (c *cursor) thought(size int, m Move) (t Thought) {
	t.Prior = math.Float32frombits(binary.LittleEndian.Uint32(c.take(4)))
	n := c.uvarint(uint64(size*size) + 1)
	if 3*n > len(c.b) {
		c.bad = true
	}
	if n > 0 && !c.bad {
		t.Value = math.Float32frombits(binary.LittleEndian.Uint32(c.take(4)))
		t.Visits = make([]Visit, n)
	}
	for i := range t.Visits {
		b := c.take(2)
		t.Visits[i] = Visit{Move: Move(b[0]) | Move(b[1])<<8, Count: uint32(c.uvarint(math.MaxUint32))}
	}
	if t.Check(size, m) != nil {
		c.bad = true
	}
	return t
}

// float takes a number from lo to hi.
func (c *cursor) float(lo, hi float32) float32 {
	v := math.Float32frombits(binary.LittleEndian.Uint32(c.take(4)))
	if !(lo <= v && v <= hi) {
		c.bad = true
		return 0
	}
	return v
}
