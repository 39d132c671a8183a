package board

import "errors"

// reference is the slow twin of Game: an array of colours, flood fills, and every earlier
// board kept whole.
type reference struct {
	size    int
	suicide bool
	ko      KoRule
	cells   []Color // row-major from the top left
	koPoint int     // -1 if none
	koFor   Color
	lost    [4]int // by the colour of the stones
	history []refBoard
	last    []int // moves: index, -1 for a pass
}

type refBoard struct {
	cells string
	next  Color
}

func newReference(size int, rules Rules) *reference {
	r := &reference{size: size, suicide: rules.Suicide, ko: rules.Ko, cells: make([]Color, size*size), koPoint: -1}
	r.remember(Black)
	return r
}

func (r *reference) remember(next Color) {
	s := make([]byte, len(r.cells))
	for i, c := range r.cells {
		s[i] = byte(c)
	}
	r.history = append(r.history, refBoard{string(s), next})
}

func (r *reference) clone() *reference {
	c := *r
	c.cells = append([]Color(nil), r.cells...)
	c.history = append([]refBoard(nil), r.history...)
	c.last = append([]int(nil), r.last...)
	return &c
}

func (r *reference) neighbours(i int) []int {
	var n []int
	x, y := i%r.size, i/r.size
	if y > 0 {
		n = append(n, i-r.size)
	}
	if x > 0 {
		n = append(n, i-1)
	}
	if x < r.size-1 {
		n = append(n, i+1)
	}
	if y < r.size-1 {
		n = append(n, i+r.size)
	}
	return n
}

// chain is the set of stones of the chain at i and the set of its liberties.
func (r *reference) chain(i int) (stones, liberties map[int]bool) {
	stones, liberties = map[int]bool{i: true}, map[int]bool{}
	todo := []int{i}
	for len(todo) > 0 {
		j := todo[0]
		todo = todo[1:]
		for _, k := range r.neighbours(j) {
			switch {
			case r.cells[k] == Empty:
				liberties[k] = true
			case r.cells[k] == r.cells[i] && !stones[k]:
				stones[k] = true
				todo = append(todo, k)
			}
		}
	}
	return stones, liberties
}

// put plays without asking about legality and reports what was taken: stones of the
// opponent, and own ones.
func (r *reference) put(i int, c Color) (taken, own int) {
	r.cells[i] = c
	at := -1
	for _, k := range r.neighbours(i) {
		if r.cells[k] != c.Opponent() {
			continue
		}
		if stones, liberties := r.chain(k); len(liberties) == 0 {
			for s := range stones {
				r.cells[s] = Empty
				at = s
			}
			taken += len(stones)
		}
	}
	stones, liberties := r.chain(i)
	r.koPoint = -1
	if taken == 1 && len(stones) == 1 && len(liberties) == 1 {
		r.koPoint, r.koFor = at, c.Opponent()
	}
	if len(liberties) == 0 {
		for s := range stones {
			r.cells[s] = Empty
		}
		own = len(stones)
	}
	r.lost[c.Opponent()] += taken
	r.lost[c] += own
	return taken, own
}

func (r *reference) legal(i int, c, toMove Color) error {
	if i < 0 {
		return nil
	}
	if r.cells[i] != Empty {
		return ErrOccupied
	}
	if i == r.koPoint && c == r.koFor && c == toMove {
		return ErrKo
	}
	after := r.clone()
	_, own := after.put(i, c)
	if own > 0 && !r.suicide {
		return ErrSuicide
	}
	if r.ko == SimpleKo {
		return nil
	}
	after.remember(c.Opponent())
	now := after.history[len(after.history)-1]
	for _, earlier := range r.history {
		if earlier.cells == now.cells && (r.ko == PositionalSuperko || earlier.next == now.next) {
			return ErrSuperko
		}
	}
	return nil
}

func (r *reference) play(i int, c Color) {
	r.last = append(r.last, i)
	if i < 0 {
		r.koPoint = -1
	} else {
		r.put(i, c)
	}
	r.remember(c.Opponent())
}

// eye is the definition of OwnEye.
func (r *reference) eye(i int, c Color) bool {
	if r.cells[i] != Empty {
		return false
	}
	for _, k := range r.neighbours(i) {
		if r.cells[k] != c {
			return false
		}
	}
	x, y := i%r.size, i/r.size
	hostile, outside := 0, 0
	for _, d := range [][2]int{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		u, v := x+d[0], y+d[1]
		if u < 0 || v < 0 || u >= r.size || v >= r.size {
			outside++
		} else if r.cells[v*r.size+u] == c.Opponent() {
			hostile++
		}
	}
	if outside > 0 {
		return hostile == 0
	}
	return hostile <= 1
}

// sameReason reports whether two answers of Legal agree.
func sameReason(got, want error) bool {
	return errors.Is(got, want) || got == nil && want == nil
}
