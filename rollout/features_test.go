package rollout

import (
	"math"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// after plays moves on a drawn board, the first by c; the colours alternate.
func after(t *testing.T, diagram string, c board.Color, moves ...string) board.Position {
	t.Helper()
	pos := parse(t, diagram)
	pos.SetToMove(c)
	for _, m := range moves {
		p, err := board.ParseVertex(m, pos.Size())
		if err != nil || !pos.Legal(p, pos.ToMove()) {
			t.Fatalf("move %s: %v", m, err)
		}
		pos.Play(p, pos.ToMove())
	}
	return pos
}

// where lists the moves that have a feature, by name, sorted.
func where(p *Policy, pos *board.Position, feature func(int32) bool) []string {
	var c Candidates
	NewReader(p).Read(pos, &c)
	out := []string{}
	for i, m := range c.Moves {
		if slices.ContainsFunc(c.Of(i), feature) {
			out = append(out, m.Vertex(pos.Size()))
		}
	}
	slices.Sort(out)
	return out
}

func is(f int32) func(int32) bool { return func(g int32) bool { return f == g } }

func TestSaveAtari(t *testing.T) {
	p := somePolicy(t, KindRollout, 1)
	for _, c := range []struct {
		name, diagram string
		by            board.Color
		moves         []string
		want          []string
	}{
		{"extend", `
			. . . . .
			. O X . .
			. . . . .
			. . . . .
			. . . . .`, board.White, []string{"C3", "A1", "C5"}, []string{"D4"}},
		{"extending in vain", `
			. . O . .
			. O X . O
			. . . . .
			. . . . .
			. . . O .`, board.White, []string{"C3", "A1", "D5"}, []string{}},
		{"capture the stones that give atari", `
			. O . . .
			O X X . .
			. O O X .
			. X X . .
			. . . . .`, board.White, []string{"C5"}, []string{"A3", "D4"}},
	} {
		pos := after(t, c.diagram, c.by, c.moves...)
		if got := where(p, &pos, is(featureSaveAtari)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestNeighbours(t *testing.T) {
	p := somePolicy(t, KindRollout, 1)
	pos := after(t, ".....\n.....\n..X..\n.....\n.....", board.White, "C4")
	for i, want := range []string{"C5", "D5", "D4", "D3", "", "B3", "B4", "B5"} { // clockwise from the north
		got := where(p, &pos, is(featureNeighbour+int32(i)))
		if want == "" && len(got) == 0 || len(got) == 1 && got[0] == want {
			continue
		}
		t.Errorf("direction %d: %v, want %q", i, got, want)
	}
}

// White captures a bulky five; the vital point has a pattern of its own, and the five
// points fall into classes as the shape's symmetry has them.
func TestNakade(t *testing.T) {
	p := somePolicy(t, KindRollout, 1)
	pos := after(t, `
		O O O O O O O
		O X X O . . O
		O X X X O O O
		O O O . O O .
		X X X O O . .
		X . X X X X X
		. X X . X . .`, board.White, "D4")
	if got := pos.Prisoners(board.Black); got != 5 {
		t.Fatalf("%d stones captured, want 5", got)
	}
	classes := map[int32][]string{}
	var c Candidates
	NewReader(p).Read(&pos, &c)
	for i, m := range c.Moves {
		for _, f := range c.Of(i) {
			if f >= featureNakade && f < firstPattern {
				classes[f] = append(classes[f], m.Vertex(7))
			}
		}
	}
	if len(classes) != 5 {
		t.Errorf("%d patterns in a bulky five, want 5: %v", len(classes), classes)
	}
	total := 0
	for f, moves := range classes {
		total += len(moves)
		for _, m := range moves {
			// Only the end of the tail sees not the whole shape within its diamond, and
			// the corner opposite to it.
			if beyond := (f-featureNakade)>>12 == 1; beyond != (m == "D5" || m == "B6") {
				t.Errorf("%s: beyond its diamond: %v", m, beyond)
			}
		}
	}
	if total != 5 {
		t.Errorf("%d moves match, want 5", total)
	}
	// Four in a square: one class only.
	pos = after(t, `
		O O O O O
		O X X O X
		O X X O X
		O O . O X
		X X X X .`, board.White, "C2")
	classes = map[int32][]string{}
	NewReader(p).Read(&pos, &c)
	for i := range c.Moves {
		for _, f := range c.Of(i) {
			if f >= featureNakade && f < firstPattern {
				classes[f] = append(classes[f], c.Moves[i].Vertex(5))
			}
		}
	}
	if len(classes) != 1 {
		t.Errorf("patterns in a square four: %v, want one", classes)
	}
}

// A pattern that is in the book is found wherever its image stands.
func TestResponses(t *testing.T) {
	stand := parse(t, `
		. . . . . . .
		. . . . . . .
		. . O X . . .
		. . . O . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`)
	stand.Play(board.XY(3, 1), board.White)
	d := reference{pos: &stand}.diamond(board.XY(3, 1))
	p, err := NewPolicy(KindRollout, Patterns{Responses: []uint64{uint64(d.respond(1))}}, nil) // to the east
	if err != nil {
		t.Fatal(err)
	}
	if got := where(p, &stand, is(featureResponse)); !slices.Equal(got, []string{"E6"}) {
		t.Errorf("the answer: %v, want E6", got)
	}
	if got := where(p, &stand, is(firstPattern)); !slices.Equal(got, []string{"E6"}) {
		t.Errorf("the pattern: %v, want E6", got)
	}
	// Mirrored about the diagonal, and with the colours exchanged.
	swapped := parse(t, `
		. . . . . . .
		. . . . . . .
		. . X . . . .
		. . O X . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`)
	swapped.SetToMove(board.Black)
	swapped.Play(board.XY(1, 3), board.Black)
	if got := where(p, &swapped, is(featureResponse)); !slices.Equal(got, []string{"B3"}) {
		t.Errorf("the answer in the image: %v, want B3", got)
	}
}

func TestSelfAtariAndDistance(t *testing.T) {
	p := somePolicy(t, KindTree, 1)
	self := p.book.firstOfTree()
	pos := after(t, `
		. . X . .
		. X . X .
		. . . . .
		. . . . .
		. . . . .`, board.White, "A1", "E1")
	if got := where(p, &pos, is(self)); !slices.Equal(got, []string{"B5", "C4", "D5"}) {
		t.Errorf("self-atari: %v, want B5 C4 D5", got)
	}
	if got := where(p, &pos, is(p.book.distanceFeature(0, 2))); !slices.Equal(got, []string{"C1", "D2", "E3"}) {
		t.Errorf("two steps from the last move: %v", got)
	}
	if got := where(p, &pos, is(p.book.distanceFeature(1, 1))); !slices.Equal(got, []string{"A2", "B1"}) {
		t.Errorf("next to the move before: %v", got)
	}
	if p.book.distanceFeature(0, 16) != p.book.distanceFeature(0, 30) || p.book.distanceFeature(1, 30)-self != 34 {
		t.Error("there are not 34 distances")
	}
}

// The numbers of the paper: Extended Data Table 4.
func TestPaperCounts(t *testing.T) {
	for kind, want := range map[Kind]int{KindRollout: 109747, KindTree: 141989} {
		b := &book{kind: kind, patterns: Patterns{Responses: make([]uint64, 32207), Squares: make([]uint64, 69338)}}
		if kind == KindTree {
			b.patterns.Diamonds = make([]uint64, 32207)
		}
		if got := b.features(); got != want {
			t.Errorf("%s: %d features, want %d", kind, got, want)
		}
	}
}

// Priors are a softmax of the scores; a pass gets the least; nothing is allocated.
func TestPriors(t *testing.T) {
	p := somePolicy(t, KindTree, 3)
	x := NewPrior(p)
	randomGames([]int{5, 9}, 2, func(pos *board.Position, _ *board.Rand) {
		moves := append(pos.LegalMoves(nil), board.Pass)
		got := make([]float32, len(moves))
		x.Priors(pos, moves, got)
		want, sum, least := make([]float64, len(moves)), 0.0, math.Inf(1)
		for i, m := range moves[:len(moves)-1] {
			score := 0.0
			for _, f := range (reference{p.book, pos}).features(m) {
				score += float64(p.weights[f])
			}
			want[i] = math.Exp(score)
			least = min(least, want[i])
		}
		if want[len(moves)-1] = least; len(moves) == 1 {
			want[0] = 1
		}
		for _, w := range want {
			sum += w
		}
		for i := range got {
			if math.Abs(float64(got[i])-want[i]/sum) > 1e-5 {
				t.Fatalf("%s: %v, want %v", moves[i].Vertex(pos.Size()), got[i], want[i]/sum)
			}
		}
	})
	pos := board.NewPosition(19)
	moves := pos.LegalMoves(nil)
	dst := make([]float32, len(moves))
	x.Priors(&pos, moves, dst)
	if n := testing.AllocsPerRun(20, func() { x.Priors(&pos, moves, dst) }); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}

// No move has two features of a group, and the groups hold all features.
func TestFeaturesOfAGroupExcludeEachOther(t *testing.T) {
	counter := NewCounter()
	var positions []board.Position
	for seed := range uint64(6) {
		pos, r := board.NewPosition(9), board.NewRand(seed)
		for range 70 {
			m := pos.RandomMove(&r)
			if m != board.Pass {
				counter.Count(&pos, m)
			}
			pos.Play(m, pos.ToMove())
			positions = append(positions, pos)
		}
	}
	for _, kind := range []Kind{KindRollout, KindTree} {
		p, err := NewPolicy(kind, counter.Patterns(kind, 100, 200, 100), nil)
		if err != nil {
			t.Fatal(err)
		}
		groups := p.Groups()
		if last := groups[len(groups)-1]; !slices.IsSorted(groups) || last != p.Features() {
			t.Fatalf("%s: groups end at %v, of %d features", kind, groups, p.Features())
		}
		seen := map[int]bool{}
		var c Candidates
		reader := NewReader(p)
		for i := range positions {
			reader.Read(&positions[i], &c)
			for m := range c.Moves {
				of := map[int]int32{}
				for _, f := range c.Of(m) {
					g, _ := slices.BinarySearch(groups, int(f)+1)
					if was, twice := of[g]; twice {
						t.Fatalf("%s: features %d and %d of group %d", kind, was, f, g)
					}
					of[g], seen[g] = f, true
				}
			}
		}
		if want := len(groups); len(seen) != want {
			t.Errorf("%s: moves have features of %d groups of %d", kind, len(seen), want)
		}
	}
}
