package search

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
)

var update = flag.Bool("update", false, "write the golden trees and the signature anew; commit only differences that you understand")

// draw writes the node and all below it, a line an edge.
func draw(b *bytes.Buffer, tree *Tree, node uint32, indent string, name func(Move) string) {
	s := tree.store
	var e Edges
	s.look(&e, node)
	for i := range e.Len() {
		o := e.Outcome(i)
		if o.N() == 0 && (e.rave == nil || e.Rave(i).N() == 0) {
			continue
		}
		fmt.Fprintf(b, "%s%s %d %g", indent, name(e.Moves[i]), o.N(), o.Sum())
		if e.experience != nil {
			fmt.Fprintf(b, " experience %d", e.experience[i].visits())
		}
		if e.squares != nil {
			fmt.Fprintf(b, " variance %.5f", e.Variance(i))
		}
		if e.rave != nil {
			fmt.Fprintf(b, " rave %d %g", e.Rave(i).N(), e.Rave(i).Sum())
		}
		if e.priors != nil {
			fmt.Fprintf(b, " prior %.4f", e.Prior(i))
		}
		b.WriteByte('\n')
		if child := s.childOf(s.first[node] + uint32(i)); child != none {
			draw(b, tree, child, indent+"  ", name)
		}
	}
}

// compare holds what was found against a stored file, or stores it.
func compare(t *testing.T, file string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// A checkout may have turned the line ends.
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
	if !bytes.Equal(got, want) {
		a, b := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
		for i := range min(len(a), len(b)) {
			if !bytes.Equal(a[i], b[i]) {
				t.Fatalf("%s: line %d is %q, stored %q; -update stores the new one", path, i+1, a[i], b[i])
			}
		}
		t.Fatalf("%s: %d lines, stored %d; -update stores the new ones", path, len(a), len(b))
	}
}

// Golden trees and the signature hold on one kind of processor: others fuse a multiplication
// and an addition into one rounding.
func onAMD64(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("stored on amd64")
	}
}

// Whole trees of small searches, statistic by statistic.
func TestGoldenTrees(t *testing.T) {
	onAMD64(t)
	cell := func(m Move) string { return fmt.Sprint(m) }
	vertex := func(m Move) string { return board.Point(m).Vertex(4) }
	for _, c := range []struct {
		file     string
		state    State
		parts    Parts
		playouts int
		name     func(Move) string
		change   func(*Config)
	}{
		{"tictactoe-uct.txt", emptyTicTacToe(), Parts{Rule: NewUCT(), Leaf: random}, 200, cell, nil},
		{"tictactoe-shared.txt", emptyTicTacToe(), Parts{Rule: NewUCT(), Leaf: random}, 60, cell, func(c *Config) { c.Transpositions = true }},
		{
			"tictactoe-aoap.txt", emptyTicTacToe(),
			Parts{Rule: AtLeast{Rule: AOAPRarer, N0: 4}, Leaf: random},
			120, cell,
			func(c *Config) { c.ExpandAt = 3 },
		},
		{
			"tictactoe-ocba-max.txt", emptyTicTacToe(),
			Parts{Rule: AtLeast{Rule: OCBA, N0: 4}, Leaf: random},
			120, cell,
			func(c *Config) { c.ExpandAt, c.Backup = 3, BackupMax },
		},
		{
			"tictactoe-ttts-max.txt", emptyTicTacToe(),
			Parts{Rule: AtLeast{Rule: TTTS, N0: 4}, Leaf: random},
			120, cell,
			func(c *Config) { c.ExpandAt, c.Backup = 3, BackupMax },
		},
		{"tictactoe-modelled.txt", emptyTicTacToe(), Parts{Rule: Models{Own: UCB1Tuned{}, Opponent: AtRandom{}, Player: Mover}, Leaf: random}, 120, cell, nil},
		{"go-uct.txt", emptyGo(t, 4), Parts{Rule: NewUCT(), Leaf: uniform(4)}, 200, vertex, nil},
		{"go-rave.txt", emptyGo(t, 4), Parts{Rule: NewMCRave(), Leaf: uniform(4)}, 40, vertex, nil},
		{"go-heuristic.txt", emptyGo(t, 4), Parts{Rule: rules()["mse"], Leaf: uniform(4), Heuristic: believer}, 40, vertex, nil},
		{"go-puct.txt", emptyGo(t, 4), Parts{Rule: NewPUCT(), Leaf: uniform(4)}, 100, vertex, nil},
		{"go-small-memory.txt", emptyGo(t, 4), Parts{Rule: NewUCT(), Leaf: uniform(4)}, 400, vertex, func(c *Config) { c.Memory = 3 << 10 }},
	} {
		config := small(1)
		if c.change != nil {
			c.change(&config)
		}
		tree := grown(t, config, c.parts, c.state, c.playouts)
		var b bytes.Buffer
		draw(&b, tree, tree.root, "", c.name)
		compare(t, c.file, b.Bytes())
	}
}

// The signature is a number for all that the searches of fixed positions do, by every rule,
// through a short game with the tree kept: a change that should change nothing leaves it.
func TestSignature(t *testing.T) {
	if testing.Short() {
		t.Skip("one thread computes alike under the race detector")
	}
	onAMD64(t)
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(rules())) {
		h := fnv.New64a()
		for _, size := range []int{5, 9} {
			config := small(1)
			config.Memory = 200 << 10
			tree := grown(t, config, Parts{Rule: rules()[name], Leaf: uniform(size)}, emptyGo(t, size), 300)
			for range 6 {
				r := tree.Root()
				fmt.Fprintln(h, struct { // Root without the λ, which follows from the rule
					Player, Visits int
					Mean           float64
					Moves          []MoveStat
				}{r.Player, r.Visits, r.Mean, r.Moves})
				tree.Advance(r.Moves[MostVisits{}.Choose(r.Moves, 0)].Move)
				search(t, tree, 300)
			}
		}
		fmt.Fprintf(&b, "%s %016x\n", name, h.Sum64())
	}
	compare(t, "signature.txt", b.Bytes())
}
