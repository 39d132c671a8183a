package gomoku

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/internal/wyrand"
	"pgregory.net/rapid"
)

// drawRules are any rules.
func drawRules(t *rapid.T) Rules {
	r := Rules{Size: rapid.IntRange(MinSize, MaxSize).Draw(t, "size"), Exact: rapid.Bool().Draw(t, "exact")}
	if rapid.Bool().Draw(t, "rectangular") {
		r.Rows = rapid.IntRange(MinSize, MaxSize).Draw(t, "rows")
	}
	r.Length = rapid.IntRange(MinLength, min(6, max(r.Size, r.Rows))).Draw(t, "length")
	if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
		r.Length = max(r.Size, r.Rows)
	}
	return r
}

// TestGamesAreTheSlowOnes: any game gives what counting along the lines gives, after every
// move, and can be read back from its drawing.
func TestGamesAreTheSlowOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := drawRules(t)
		p, err := New(rules)
		if err != nil {
			t.Fatal(err)
		}
		slow, r := newReference(rules), wyrand.New(rapid.Uint64().Draw(t, "seed"))
		var free []int
		for cell := range p.Cells() {
			free = append(free, cell)
		}
		hashes := map[uint64]bool{p.Hash(): true}
		for !slow.over() {
			i := r.IntN(len(free))
			cell := free[i]
			free[i] = free[len(free)-1]
			free = free[:len(free)-1]
			p.Play(cell)
			slow.play(cell)
			if p.Last() != cell || hashes[p.Hash()] {
				t.Fatalf("last %d, want %d; hash %x", p.Last(), cell, p.Hash())
			}
			hashes[p.Hash()] = true
			slow.same(t, &p)
		}
		again, err := Parse(p.String(), rules)
		again.last = p.last
		if err != nil || again != p {
			t.Fatalf("%v read back as %v, %v", &p, &again, err)
		}
	})
}

// TestEveryRowWins: a row in each place and direction wins with whichever stone completes it,
// and none of its cells is anywhere else than on the board.
func TestEveryRowWins(t *testing.T) {
	for _, rules := range []Rules{
		{Size: 8, Length: 5},
		{Size: 8, Length: 5, Exact: true},
		{Size: 15, Length: 5, Exact: true},
		{Size: 19, Length: 6},
		{Size: 5, Rows: 7, Length: 4},
		{Size: 19, Rows: 3, Length: 19},
		{Size: 3, Rows: 19, Length: 19},
	} {
		height, rows := rules.height(), 0
		for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			for start := range rules.Size * height {
				x, y := start%rules.Size, start/rules.Size
				n := rules.Length - 1
				if ex, ey := x+n*d[0], y+n*d[1]; ex >= rules.Size || ey >= height || ey < 0 {
					continue
				}
				rows++
				for final := range rules.Length {
					p := mustNew(t, rules)
					for k := range rules.Length {
						if k != final && p.put(0, x+k*d[0], y+k*d[1]) {
							t.Fatalf("%+v: %d stones of the row from %d by %v win", rules, k, start, d)
						}
					}
					if p.put(1, x+final*d[0], y+final*d[1]) {
						t.Fatalf("%+v: the wrong stone completes the row from %d by %v", rules, start, d)
					}
					if !p.put(0, x+final*d[0], y+final*d[1]) {
						t.Fatalf("%+v: the row from %d by %v does not win", rules, start, d)
					}
				}
			}
		}
		// Rows of n on a board of w×h: h·(w−n+1) across, and so on.
		w, h, n := max(0, rules.Size-rules.Length+1), max(0, height-rules.Length+1), 0
		n = height*w + rules.Size*h + 2*w*h
		if rows != n {
			t.Fatalf("%+v: %d rows were tried, want %d", rules, rows, n)
		}
	}
}

// The last stone of a row, put where the drawing has a star: what five or more are worth, and
// what five exactly.
func TestOverlinesAndEdges(t *testing.T) {
	for _, c := range []struct {
		name        string
		diagram     string // 6×6
		five, exact bool
	}{
		{"five at the edge", "XXXX*. ...... ...... ...... ...... ......", true, true},
		{"five in the middle", "...... ...... X..... X..... *..... XX....", false, false},
		{"six by its end", "XXXXX* ...... ...... ...... ...... ......", true, false},
		{"six by its middle", "...... ...... ...... ...... ...... XX*XXX", true, false},
		{"six in a column", "X..... X..... *..... X..... X..... X.....", true, false},
		{"six falling", "X..... .X.... ..X... ...*.. ....X. .....X", true, false},
		{"six rising", ".....X ....X. ...X.. ..X... .X.... *.....", true, false},
		{"five rising, not from the edge", "...... ....X. ...X.. ..*... .X.... X.....", true, true},
		{"six across and five down", "XXXX*X ....X. ....X. ....X. ....X. ......", true, true},
		{"a gap", "XXX.X* ...... ...... ...... ...... ......", false, false},
		{"round the right edge", "...XXX *X.... ...... ...... ...... ......", false, false},
		{"round the right edge, falling", "....X. .....X *..... .X.... ..X... ......", false, false},
		{"round the left edge, rising", ".X.... X..... .....* ....X. ...X.. ......", false, false},
		{"round the lower edge", "*..... X..... ...... X..... X..... X.....", false, false},
	} {
		for _, exact := range []bool{false, true} {
			for player := range 2 {
				p := mustNew(t, Rules{Size: 6, Length: 5, Exact: exact})
				star, n := 0, 0
				for _, r := range c.diagram {
					switch r {
					case '*':
						star = n
					case 'X':
						p.put(player, n%6, n/6)
					case ' ':
						n--
					}
					n++
				}
				want := c.five
				if exact {
					want = c.exact
				}
				if got := p.put(player, star%6, star/6); got != want {
					t.Errorf("%s, exact %v, player %d: %v, want %v\n%s", c.name, exact, player, got, want, &p)
				}
			}
		}
	}
}

func TestRulesAreChecked(t *testing.T) {
	for _, r := range []Rules{
		{},
		{Size: 2, Length: 2},
		{Size: 20, Length: 5},
		{Size: 8},
		{Size: 8, Length: 1},
		{Size: 8, Length: 9},
		{Size: 8, Rows: 2, Length: 5},
		{Size: 8, Rows: 20, Length: 5},
		{Size: 8, Rows: -1, Length: 5},
	} {
		if p, err := New(r); err == nil {
			t.Errorf("%+v is a game:\n%s", r, &p)
		}
	}
	rules := Rules{Size: 4, Rows: 5, Length: 5, Exact: true}
	if p := mustNew(t, rules); p.Rules() != rules {
		t.Errorf("rules %+v, want %+v", p.Rules(), rules)
	}
}

func mustNew(t testing.TB, r Rules) Position {
	t.Helper()
	p, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParseRefuses(t *testing.T) {
	rules := Rules{Size: 3, Length: 3}
	for _, d := range []string{
		"", "X", "XXX XXX XXX X", "abc", "OO. ... ...", "XX. ... ...",
		"XXX OOO ...", // both have won
		"XXX OO. O..", // X has won and O has moved since
		"OOO XX. XX.", // O has won and X has moved since
	} {
		if p, err := Parse(d, rules); err == nil {
			t.Errorf("%q was read as\n%v", d, &p)
		}
	}
	if p, err := Parse("XXX OO. ...", rules); err != nil || p.value != 1 {
		t.Errorf("%v: %v", &p, err)
	}
	if p, err := Parse("OOO XX. X..", rules); err != nil || p.value != -1 {
		t.Errorf("%v: %v", &p, err)
	}
	if _, err := Parse("...", Rules{Size: 1}); err == nil {
		t.Error("a board without rules was read")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("XXXX. OOOO. ..... ..... .....", 5, 0, 5, false)
	f.Add("XXX\nOO.\n...\n", 3, 3, 3, true)
	f.Fuzz(func(t *testing.T, diagram string, size, rows, length int, exact bool) {
		rules := Rules{Size: size, Rows: rows, Length: length, Exact: exact}
		p, err := Parse(diagram, rules)
		if err != nil {
			return
		}
		if again, err := Parse(p.String(), rules); err != nil || again != p {
			t.Errorf("%q read back as\n%v, %v", diagram, &again, err)
		}
	})
}

func TestNothingAllocates(t *testing.T) {
	empty := mustNew(t, Rules{Size: 8, Length: 5})
	r, trace := wyrand.New(1), make([]int16, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		p := empty
		p.Play(27)
		p.Play(28)
		trace = AppendFree(&p, trace[:0])
		_, trace = Playout(&p, &r, trace[:0])
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestWordIsTheSlowOne: on small boards playouts look for rows in one number, after several
// moves; with the same random numbers they are the games of the lines.
func TestWordIsTheSlowOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(MinSize, MaxSize).Draw(t, "size")
		rules := Rules{Size: size, Rows: rapid.IntRange(MinSize, min(MaxSize, wordCells/size)).Draw(t, "rows"), Exact: rapid.Bool().Draw(t, "exact")}
		rules.Length = rapid.IntRange(MinLength, max(rules.Size, rules.Rows)).Draw(t, "length")
		p, err := New(rules)
		if err != nil {
			t.Fatal(err)
		}
		r := wyrand.New(rapid.Uint64().Draw(t, "seed"))
		for range 20 {
			fast, slow := p, p
			again := r
			value, trace := playWord(&fast, &r, []int16{})
			want, moves := playLines(&slow, &again, []int16{})
			if value != want || !slices.Equal(trace, moves) {
				t.Fatalf("%+v: %d by %v, want %d by %v", rules, value, trace, want, moves)
			}
			for _, cell := range trace[:len(trace)/3] { // the next ones begin elsewhere
				if next := p; next.Legal(int(cell)) {
					if next.Play(int(cell)); next.value == 0 {
						p = next
					}
				}
			}
			if _, over := p.Over(); over {
				return
			}
		}
	})
}
