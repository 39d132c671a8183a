package board

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// slowLadder reads ladders on the reference board from the definition: every line,
// whole boards copied, nothing pruned. It gives up beyond its bound of moves.
type slowLadder struct{ moves int }

const slowBound = 4000

func (s *slowLadder) play(r *reference, i int, c, toMove Color) *reference {
	if s.moves++; s.moves > slowBound || r.legal(i, c, toMove) != nil {
		return nil
	}
	after := r.clone()
	after.play(i, c)
	return after
}

// captures: c plays i. Is some opposing chain with two liberties, i among them, lost?
func (s *slowLadder) captures(r *reference, i int, c Color) bool {
	for _, k := range r.neighbours(i) {
		if r.cells[k] != c.Opponent() {
			continue
		}
		if _, liberties := r.chain(k); len(liberties) == 2 && s.attack(r, k, i, c) {
			return true
		}
	}
	return false
}

// escapes: c plays i. Is some chain of c in atari saved?
func (s *slowLadder) escapes(r *reference, i int, c Color) bool {
	for k := range r.cells {
		if r.cells[k] != c {
			continue
		}
		if _, liberties := r.chain(k); len(liberties) == 1 && s.answers(r, k)[i] && s.save(r, k, i, c) {
			return true
		}
	}
	return false
}

// answers are the moves of a chain in atari: its liberty, and those of the chains round
// it that are in atari.
func (s *slowLadder) answers(r *reference, prey int) map[int]bool {
	stones, moves := r.chain(prey)
	for k := range stones {
		for _, n := range r.neighbours(k) {
			if r.cells[n] != r.cells[prey].Opponent() {
				continue
			}
			if _, liberties := r.chain(n); len(liberties) == 1 {
				for m := range liberties {
					moves[m] = true
				}
			}
		}
	}
	return moves
}

func (s *slowLadder) attack(r *reference, prey, i int, c Color) bool {
	after := s.play(r, i, c, c)
	if after == nil {
		return false
	}
	for m := range s.answers(after, prey) {
		if s.save(after, prey, m, c.Opponent()) {
			return false
		}
	}
	return true
}

func (s *slowLadder) save(r *reference, prey, i int, c Color) bool {
	after := s.play(r, i, c, c)
	if after == nil {
		return s.moves > slowBound
	}
	_, liberties := after.chain(prey)
	switch len(liberties) {
	case 1:
		for m := range liberties {
			return after.legal(m, c.Opponent(), c.Opponent()) != nil
		}
	case 2:
		for m := range liberties {
			if s.attack(after, prey, m, c.Opponent()) {
				return false
			}
		}
	}
	return true
}

// TestLadderAgainstDefinition compares all answers on crowded small boards, where chains
// in atari, captures and kos abound.
func TestLadderAgainstDefinition(t *testing.T) {
	l := new(Ladder)
	asked, yes := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(4, 9).Draw(t, "size")
		b := NewPosition(size)
		random := NewRand(rapid.Uint64().Draw(t, "seed"))
		b.Playout(&random, rapid.IntRange(size*size/4, 2*size*size).Draw(t, "moves"))
		ref := referenceOf(&b)
		captures, escapes := l.Read(&b)
		for i := range size * size {
			p := FromIndex(i, size)
			if b.At(p) != Empty {
				continue
			}
			if got := l.Captures(&b, p); got != captures.Has(p) {
				t.Fatalf("%s: Captures %v, Read %v", p.Vertex(size), got, !got)
			}
			if got := l.Escapes(&b, p); got != escapes.Has(p) {
				t.Fatalf("%s: Escapes %v, Read %v", p.Vertex(size), got, !got)
			}
			var s slowLadder
			want := s.captures(ref, i, b.ToMove())
			if asked++; want {
				yes++
			}
			if s.moves < slowBound && want != captures.Has(p) {
				t.Fatalf("%v captures at %s: %v, want %v\n%s", b.ToMove(), p.Vertex(size), !want, want, b.String())
			}
			s.moves = 0
			want = s.escapes(ref, i, b.ToMove())
			if want {
				yes++
			}
			if s.moves < slowBound && want != escapes.Has(p) {
				t.Fatalf("%v escapes at %s: %v, want %v\n%s", b.ToMove(), p.Vertex(size), !want, want, b.String())
			}
		}
	})
	if yes == 0 {
		t.Errorf("no ladder in %d questions", asked)
	}
	t.Logf("%d questions, %d answered yes", asked, yes)
}

// referenceOf is a reference board with the position's stones and ko, without history.
func referenceOf(b *Position) *reference {
	r := newReference(b.Size(), Rules{})
	for i := range r.cells {
		r.cells[i] = b.At(FromIndex(i, b.Size()))
	}
	if k := b.Ko(); k != NoPoint {
		r.koPoint, r.koFor = k.Index(b.Size()), b.ToMove()
	}
	return r
}

// In the drawings c marks the moves that capture in a ladder and e those that escape from
// one, b both, for Black to move unless the name says otherwise; no other move may.
var ladders = []struct{ name, diagram string }{
	{"a ladder to the far corner", `
		. . . . . . . . .
		. . X . . . . . .
		. X O c . . . . .
		. X . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"a breaker in its path", `
		. . . . . . . . .
		. . X . . . . . .
		. X O . . . . . .
		. X . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . O . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"an attacker's stone in its path", `
		. . . . . . . . .
		. . X . . . . . .
		. X O c . . . . .
		. X . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . X . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"along the edge", `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . X . . . .
		. X O c . . .
		. . . . . . .`},
	{"White, in atari in the corner of a ladder that works", `
		. . . . . . . . .
		. . X . . . . . .
		. X O X . . . . .
		. X . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"White, in atari with a breaker", `
		. . . . . . . . .
		. . X . . . . . .
		. X O X . . . . .
		. X e . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . O . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"White, running or taking an attacker in atari", `
		. . . . . . . . .
		. X X O . . . . .
		. X O X e . . . .
		. X e O . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"snapback: taking the stone thrown in does not save", `
		. . . . . . .
		. . . . . . .
		. . O O . . .
		. O X X O . .
		. O X . O . .
		X X O X O . .
		. . O . O . .`},
	{"White, in double atari: either move saves one", `
		. . . . . . . . .
		. . . X . . . . .
		. . X O e . . . .
		. X O X . . . . .
		. . e . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`},
	{"White, saved by taking a ko that Black may not retake at once", `
		. . . . . . . . .
		. . . . . . . . .
		. . . O X . . . .
		. . O X e X . . .
		. . X O X . . . .
		. . X . X . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`},
}

func TestLadderPositions(t *testing.T) {
	for _, c := range ladders {
		t.Run(c.name, func(t *testing.T) {
			marks := strings.NewReplacer("c", ".", "e", ".", "b", ".")
			b, err := Parse(marks.Replace(c.diagram))
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(c.name, "White") {
				b.SetToMove(White)
			}
			cells := strings.Fields(c.diagram)
			captures, escapes := new(Ladder).Read(&b)
			for i, mark := range cells {
				p := FromIndex(i, b.Size())
				if got, want := captures.Has(p), mark == "c" || mark == "b"; got != want {
					t.Errorf("capture at %s: %v, want %v", p.Vertex(b.Size()), got, want)
				}
				if got, want := escapes.Has(p), mark == "e" || mark == "b"; got != want {
					t.Errorf("escape at %s: %v, want %v", p.Vertex(b.Size()), got, want)
				}
			}
		})
	}
}

// TestLadderAnswersTurnWithTheBoard: at each step a lone stone in an empty corner may be
// driven along the edge or across the board. So its ladder has thousands of moves. It is
// read to its end, whichever way the board is turned.
func TestLadderAnswersTurnWithTheBoard(t *testing.T) {
	for _, c := range []struct {
		size                int
		prey, white, friend [2]int
	}{
		{13, [2]int{0, 0}, [2]int{4, 4}, [2]int{6, 0}},
		{19, [2]int{18, 18}, [2]int{14, 14}, [2]int{12, 18}},
	} {
		for turn := range 8 {
			at := func(p [2]int) Point {
				x, y := p[0], p[1]
				if turn&1 != 0 {
					x = c.size - 1 - x
				}
				if turn&2 != 0 {
					y = c.size - 1 - y
				}
				if turn&4 != 0 {
					x, y = y, x
				}
				return XY(x, y)
			}
			b := NewPosition(c.size)
			b.Play(at(c.prey), Black)
			b.Play(at(c.white), White)
			b.Play(at(c.friend), Black)
			captures, _ := new(Ladder).Read(&b)
			for _, move := range at(c.prey).Neighbours() {
				if b.At(move) == Empty && !captures.Has(move) {
					t.Errorf("%d×%d, turn %d: %s does not capture", c.size, c.size, turn, move.Vertex(c.size))
				}
			}
		}
	}
}
