//go:build long

package features

import (
	"bufio"
	"compress/bzip2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/tengen-go/tengen/board"
)

var (
	sizeOf  = regexp.MustCompile(`SZ\[(\d+)\]`)
	setupOf = regexp.MustCompile(`A[BW](?:\[[a-s]{2}\])+`)
	pointOf = regexp.MustCompile(`\[([a-s]{2})\]`)
	moveOf  = regexp.MustCompile(`;([BW])\[([a-t]{0,2})\]`)
)

// realGames walks through the first games of a file of TENGEN_DATA, one SGF a
// line, calling visit before every move.
func realGames(tb testing.TB, file string, games int, visit func(ply int, b *pair)) {
	tb.Helper()
	folder := os.Getenv("TENGEN_DATA")
	if folder == "" {
		tb.Skip("TENGEN_DATA is not set: the folder of the real games")
	}
	f, err := os.Open(filepath.Join(folder, file))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(bzip2.NewReader(f))
	lines.Buffer(nil, 1<<20)
	for n := 0; n < games && lines.Scan(); n++ {
		line := lines.Text()
		size := 19
		if m := sizeOf.FindStringSubmatch(line); m != nil {
			size, _ = strconv.Atoi(m[1])
		}
		b := newPair(size)
		for _, setup := range setupOf.FindAllString(line, -1) {
			c := board.Black
			if setup[1] == 'W' {
				c = board.White
			}
			for _, m := range pointOf.FindAllStringSubmatch(setup, -1) {
				i := int(m[1][1]-'a')*size + int(m[1][0]-'a')
				b.pos.Put(board.FromIndex(i, size), c)
				b.slow.stones[i] = c
			}
		}
		for ply, m := range moveOf.FindAllStringSubmatch(line, -1) {
			c := board.Black
			if m[1] == "W" {
				c = board.White
			}
			b.pos.SetToMove(c)
			b.slow.toMove = c
			visit(ply, b)
			i := -1
			if len(m[2]) == 2 && m[2] != "tt" {
				i = int(m[2][1]-'a')*size + int(m[2][0]-'a')
			}
			if !b.play(i) {
				tb.Fatalf("%s, game %d: move %d is illegal\n%s", file, n+1, ply+1, b.pos.String())
			}
		}
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
}

// TestExtractOnRealGames compares all planes with the oracle in positions of real
// games of every source and size. Ladders that the reader's bound cuts short are
// the only ones that may differ, and are rare.
func TestExtractOnRealGames(t *testing.T) {
	e := NewExtractor()
	for _, source := range []struct {
		file         string
		games, every int
	}{
		{"train19_kgs.sgfl.bz2", 12, 7},
		{"train19_tygem_0.sgfl.bz2", 8, 7},
		{"train19_tom.sgfl.bz2", 8, 7},
		{"train19_foxpro.sgfl.bz2", 8, 7},
		{"misc13_regression.sgfl.bz2", 15, 5},
		{"train9_cgos.sgfl.bz2", 40, 3},
		{"train9_ogs_kyu.sgfl.bz2", 40, 3},
	} {
		t.Run(source.file, func(t *testing.T) {
			positions, cut := 0, 0
			realGames(t, source.file, source.games, func(ply int, b *pair) {
				if ply%source.every == 0 && !t.Failed() {
					positions++
					cut += b.compare(t, e)
				}
			})
			t.Logf("%d positions, %d ladders cut short", positions, cut)
			if positions < 100 || cut > positions/50 {
				t.Errorf("%d positions, %d ladders cut short", positions, cut)
			}
		})
	}
}

// BenchmarkExtract measures middle-game positions of real games.
func BenchmarkExtract(b *testing.B) {
	for _, bench := range []struct {
		name, file  string
		games       int
		first, last int
	}{
		{"19x19", "train19_tygem_0.sgfl.bz2", 60, 60, 180},
		{"19x19kgs", "train19_kgs.sgfl.bz2", 60, 60, 180},
		{"9x9", "train9_cgos.sgfl.bz2", 60, 15, 45},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var positions []board.Position
			realGames(b, bench.file, bench.games, func(ply int, at *pair) {
				if ply >= bench.first && ply < bench.last && ply%5 == 0 {
					positions = append(positions, at.pos)
				}
			})
			e := NewExtractor()
			size := positions[0].Size()
			dst := make([]float32, size*size*int(PolicyPlanes))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e.Extract(dst, int(PolicyPlanes), &positions[i%len(positions)], PolicyPlanes, Symmetry(i/len(positions)%Symmetries))
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
