package board

import (
	"errors"
	"fmt"
)

// Check works out from the stones alone everything that the position keeps besides and
// names the first difference. It is slow, and meant for tests.
func (b *Position) Check() error {
	size := b.Size()
	var hash uint64
	empty := 0
	var chainOf [cells]uint16 // the chain's first stone in reading order
	for i := range size * size {
		p := FromIndex(i, size)
		name := p.Vertex(size)
		var near directions
		for d, s := range step {
			switch c := b.color[int(p)+s]; c {
			case Empty:
				near |= 0x100 << d
			case Black, White:
				near |= nearOf[c] & (0x11 << d)
			}
		}
		if b.near[p] != near {
			return fmt.Errorf("neighbours of %s: %03x, want %03x", name, b.near[p], near)
		}
		switch c := b.color[p]; c {
		case Empty:
			empty++
			if at := b.link[p]; at >= b.empty || b.empties[at] != uint16(p) || b.head[p] != 0 {
				return fmt.Errorf("empty %s has place %d in the list of empty points and head %d", name, at, b.head[p])
			}
		case Black, White:
			hash ^= zobrist[c][p]
			if chainOf[p] == 0 {
				if err := b.checkChain(p, &chainOf); err != nil {
					return fmt.Errorf("chain at %s: %w", name, err)
				}
			}
		default:
			return fmt.Errorf("%s holds %v", name, c)
		}
	}
	for p, c := range b.color {
		if c != Wall && !Point(p).OnBoard(size) {
			return fmt.Errorf("%v outside the board at %d", c, p)
		}
	}
	switch {
	case b.hash != hash:
		return fmt.Errorf("hash %x, want %x", b.hash, hash)
	case int(b.empty) != empty:
		return fmt.Errorf("%d empty points, want %d", b.empty, empty)
	case b.liberties[0] != 0:
		return fmt.Errorf("the chain that is none has %d liberties", b.liberties[0])
	case b.ko != NoPoint && (!b.ko.OnBoard(size) || b.color[b.ko] != Empty):
		return fmt.Errorf("ko at %d, which is not empty", b.ko)
	}
	return nil
}

// checkChain floods the chain at first and marks its stones.
func (b *Position) checkChain(first Point, chainOf *[cells]uint16) error {
	color, head := b.color[first], b.head[first]
	var seen [cells]bool
	stones, liberties := 1, 0
	queue := []Point{first}
	seen[first] = true
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		chainOf[p] = uint16(first)
		if b.head[p] != head {
			return errors.New("two heads")
		}
		for _, q := range p.Neighbours() {
			switch c := b.color[q]; {
			case seen[q]:
			case c == Empty:
				liberties++
				seen[q] = true
			case c == color:
				stones++
				seen[q] = true
				queue = append(queue, q)
			}
		}
	}
	ring := 0
	for s := head; ; {
		if ring++; chainOf[s] != uint16(first) || ring > stones {
			return errors.New("the ring leaves the chain")
		}
		if s = b.link[s]; s == head {
			break
		}
	}
	if ring != stones || int(b.stones[head]) != stones || int(b.liberties[head]) != liberties {
		return fmt.Errorf("%d stones, %d in the ring, %d liberties; want %d and %d",
			b.stones[head], ring, b.liberties[head], stones, liberties)
	}
	if liberties == 0 {
		return errors.New("no liberties")
	}
	return nil
}
