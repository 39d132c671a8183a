package record

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/klauspost/compress/zstd"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

const threeGames = "(;GM[1]SZ[9];B[aa];W[bb])\n(;GM[1]SZ[9];B[cc];W[dd])\n(;GM[1]SZ[9];B[ee];W[ff])\n"

// threeGamesBzip2 is threeGames compressed by bzip2, which Go can only read.
const threeGamesBzip2 = "QlpoOTFBWSZTWf45G+kAAAHfAAAQAGAgKBCCCJo/ACAAVFPSYhoNDQr9JTRiZqMaMIceQiYikiwwxcuOYdJKM7ya3EHWqJBUKLD4u5IpwoSH8cjfSA=="

func write(t *testing.T, dir, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(b)
	w.Close()
	return out.Bytes()
}

func tarred(t *testing.T, names []string, contents ...[]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for i, n := range names {
		if err := w.WriteHeader(&tar.Header{Name: n, Mode: 0o644, Size: int64(len(contents[i])), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		w.Write(contents[i])
	}
	w.Close()
	return out.Bytes()
}

func zipped(t *testing.T, names []string, contents ...[]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i, n := range names {
		f, err := w.Create(n)
		if err != nil {
			t.Fatal(err)
		}
		f.Write(contents[i])
	}
	w.Close()
	return out.Bytes()
}

func mustRead(t *testing.T, opt Options, paths ...string) (*Set, *Report) {
	t.Helper()
	set, report, err := Read(context.Background(), paths, opt)
	if err != nil {
		t.Fatal(err)
	}
	return set, report
}

// What a record or an archive says does not steer the terminal on which its faults are printed.
func TestFaultsSteerNoTerminal(t *testing.T) {
	dir := t.TempDir()
	bad := []byte("(;GM[\x1b[41mX\x1b[0m];B[aa])")
	file := write(t, dir, "a.sgf", bad)
	archive := write(t, dir, "e.zip", zipped(t, []string{"a\x1b[2Jb.sgf", "c\x1b]0;t\x07.sgf"}, bad, []byte("(;GM[1]SZ[9];B[$])")))
	_, report := mustRead(t, Options{}, file, archive)
	if len(report.Faults) < 3 {
		t.Fatalf("faults %v", report.Faults)
	}
	for _, f := range report.Faults {
		if strings.ContainsFunc(f.Error(), unicode.IsControl) {
			t.Errorf("%q", f.Error())
		}
	}
	trees, _ := sgf.Parse("x", []byte("(;KM[\x1b[41m];B[aa])"))
	if err := CheckKomi(trees[0]); err == nil || strings.ContainsFunc(err.Error(), unicode.IsControl) {
		t.Errorf("%q", err)
	}
}

func TestEveryFormOfFileGivesTheSameGames(t *testing.T) {
	dir := t.TempDir()
	text := []byte(threeGames)
	z, _ := zstd.NewWriter(nil)
	b2, err := base64.StdEncoding.DecodeString(threeGamesBzip2)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := mustRead(t, Options{}, write(t, dir, "plain.sgf", text))
	if want.Len() != 3 || want.Positions() != 6 {
		t.Fatalf("%d games, %d moves", want.Len(), want.Positions())
	}
	packed := filepath.Join(dir, "p.tengen")
	if err := WritePacked(packed, want); err != nil {
		t.Fatal(err)
	}
	packedBytes, err := os.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	archive := tarred(t, []string{"x/a.sgf", "readme.txt", "b.sgfl.gz"}, []byte("(;SZ[9];B[aa];W[bb])"), []byte("no game"),
		gzipped([]byte("(;SZ[9];B[cc];W[dd])\n\n(;SZ[9];B[ee];W[ff])")))
	for _, path := range []string{
		write(t, dir, "a.sgfl", text),
		write(t, dir, "windows.sgfl", bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))),
		write(t, dir, "UPPER.SGF", text),
		write(t, dir, "a.sgf.gz", gzipped(text)),
		write(t, dir, "a.sgfl.bz2", b2),
		write(t, dir, "a.sgf.zst", z.EncodeAll(text, nil)),
		write(t, dir, "b.tar", archive),
		write(t, dir, "b.tar.gz", gzipped(archive)),
		write(t, dir, "b.tgz", gzipped(archive)),
		write(t, dir, "b.tar.zst", z.EncodeAll(archive, nil)),
		write(t, dir, "b.zip", zipped(t, []string{"d/", "d/a.sgf", "notes.md", "z.sgfl.bz2"}, nil, nil, []byte("x"), b2)),
		packed,
		write(t, dir, "p.tengen.gz", gzipped(packedBytes)),
		filepath.Dir(write(t, dir, "folder/1/a.sgf", []byte("(;SZ[9];B[aa];W[bb])"))),
	} {
		if strings.HasSuffix(path, "1") {
			write(t, dir, "folder/1/b.txt", []byte("x"))
			write(t, dir, "folder/1/deep/er/c.zip", zipped(t, []string{"q.sgf"}, []byte("(;SZ[9];B[cc];W[dd])(;SZ[9];B[ee];W[ff])")))
		}
		set, report := mustRead(t, Options{}, path)
		if diff := cmp.Diff(gamesOf(want), gamesOf(set), cmpopts.IgnoreFields(Game{}, "Source")); diff != "" {
			t.Errorf("%s: %s", filepath.Base(path), diff)
		}
		if report.FaultCount() != 0 || report.Kept != 3 || report.Games != 3 || report.Moves != 6 {
			t.Errorf("%s: %+v", filepath.Base(path), report)
		}
	}
}

// randomText is a collection of n games, some of them faulty.
func randomText(r *rand.Rand, n int) string {
	var s strings.Builder
	for i := range n {
		switch r.IntN(9) {
		case 0:
			s.WriteString("(;SZ[9];B[dd]$)\n") // malformed
			continue
		case 3:
			fmt.Fprintf(&s, "(;SZ[9]RE[W+%d];B[dd]C[joe [3d]: hi];W[ff])\n", i+1) // mended
			continue
		case 1:
			s.WriteString("(;SZ[9];B[aa];W[aa])\n") // illegal
			continue
		case 2:
			s.WriteString("(;SZ[77];B[aa])\n") // unusable
			continue
		}
		fmt.Fprintf(&s, "(;GM[1]SZ[9]RE[B+%d]", i+1)
		used := map[int]bool{}
		for ply := range r.IntN(12) {
			p := r.IntN(81)
			if p%9%2 == 1 || used[p] { // every second column: nothing is ever captured
				continue
			}
			used[p] = true
			fmt.Fprintf(&s, ";%c[%c%c]", "BW"[ply%2], 'a'+p%9, 'a'+p/9)
			if r.IntN(10) == 0 {
				s.WriteString("C[a [comment\\] ]")
			}
		}
		s.WriteString(")\n")
	}
	return s.String()
}

func TestOrderAndReportDoNotDependOnThreads(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		write(t, dir, fmt.Sprintf("%02d.sgf", i), []byte(randomText(r, r.IntN(40))))
	}
	type result struct {
		games  []Game
		faults []string
		report Report
	}
	reading := func(threads int, slow bool) result {
		var out result
		opt := Options{Threads: threads, OnFault: func(f Fault) { out.faults = append(out.faults, f.Error()) }}
		set := &Set{}
		report, err := read(context.Background(), []string{dir}, opt, slow, func(part *Set) error {
			set.absorb(part)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		out.games, out.report = gamesOf(set), *report
		out.report.Faults = nil
		return out
	}
	want := reading(1, false)
	if len(want.games) < 300 || want.report.Dropped[Malformed] == 0 || want.report.Dropped[Unusable] == 0 ||
		want.report.Mended == 0 || len(want.faults) != want.report.FaultCount() || want.report.Games != want.report.Kept+want.report.FaultCount()-want.report.Mended {
		t.Fatalf("%d games, %+v", len(want.games), want.report)
	}
	for _, threads := range []int{2, 5, 16} {
		if diff := cmp.Diff(want, reading(threads, false), cmp.AllowUnexported(result{})); diff != "" {
			t.Errorf("%d threads: %s", threads, diff)
		}
	}
	if diff := cmp.Diff(want, reading(2, true), cmp.AllowUnexported(result{})); diff != "" {
		t.Errorf("by way of trees: %s", diff)
	}
	// Each gives the same games.
	var each []Game
	if _, err := Each(context.Background(), []string{dir}, Options{}, func(g Game) error {
		each = append(each, normal([]Game{g})...)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.games, each); diff != "" {
		t.Errorf("Each: %s", diff)
	}
	// A limit gives the first games.
	for _, limit := range []int{1, 17, len(want.games), len(want.games) + 5} {
		set, report := mustRead(t, Options{Filter: Filter{Limit: limit}, Threads: 3}, dir)
		if diff := cmp.Diff(want.games[:min(limit, len(want.games))], gamesOf(set)); diff != "" {
			t.Errorf("limit %d: %s", limit, diff)
		}
		if report.Limited != (limit <= len(want.games)) || report.Kept != set.Len() {
			t.Errorf("limit %d: %+v", limit, report)
		}
	}
}

func TestFaultsSayWhere(t *testing.T) {
	dir := t.TempDir()
	sgf := write(t, dir, "a.sgf",
		[]byte("(;SZ[9];B[aa])\n\n(;SZ[9]\n;B[dd]\n$)\n(;SZ[9];B[aa];W[bb];B[aa])\n"+
			"(;SZ[9]AB[aa]AW[ba][ab];B[cc])(;SZ[99])\n(;SZ[9];B[cc])"))
	sgfl := write(t, dir, "b.sgfl", []byte("(;SZ[9];B[aa])\n\n(;SZ[9];B[dd]\n(;SZ[9];B[cc])\n"))
	whole := gzipped([]byte(threeGames))
	cut := write(t, dir, "c.sgfl.gz", whole[:len(whole)-6])
	zip := write(t, dir, "d.zip", zipped(t, []string{"x.sgf", "y.sgf.gz"}, []byte("(;SZ[9];B[zz])"), []byte("this is no gzip file")))
	other := write(t, dir, "e.txt", []byte("x"))
	var got []string
	set, report := mustRead(t, Options{OnFault: func(f Fault) { got = append(got, f.Error()) }}, sgf, sgfl, cut, zip, other)
	want := []string{
		sgf + ":5:1: unexpected character '$'",
		sgf + ":6: move 3, black A9: occupied: only the 2 moves before are kept, without the result",
		sgf + ":7: setup: the stone at A9 has no liberty",
		sgf + `:7: board size "99": want a number from 2 to 19`,
		sgfl + ":4:1: the file ends inside the game of line 3: taken as closed there",
		cut + ": cut short",
		zip + `//x.sgf:1: move 1: point "zz" is off the 9×9 board`,
		zip + "//y.sgf.gz: not compressed by gzip, as its name says",
		other + ": unknown kind of file: want .sgf, .sgfl or .tengen (also with .gz, .bz2 or .zst), .zip, .tar or .tgz",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if set.Len() != 3+3+3 || report.Mended != 2 || report.Dropped[Unreadable] != 3 ||
		report.Dropped[Malformed] != 1 || report.Dropped[Unusable] != 2 || report.Dropped[Illegal] != 1 {
		t.Errorf("%d games, %+v", set.Len(), report.Dropped)
	}
	if g := set.Game(2); g.Source != (Source{sgf, 8}) {
		t.Errorf("the third game is from %v", g.Source)
	}
}

// A game with two faults, no end and an illegal move, is one mended game. Both faults are reported.
func TestAGameIsMendedOnce(t *testing.T) {
	file := write(t, t.TempDir(), "a.sgf", []byte("(;SZ[9];B[aa];W[bb];B[bb]"))
	var faults []Fault
	set, report := mustRead(t, Options{OnFault: func(f Fault) { faults = append(faults, f) }}, file)
	if set.Len() != 1 || !set.Game(0).Mended || report.Mended != 1 || report.FaultCount() != 2 || len(faults) != 2 {
		t.Errorf("%d games, %d faults reported, %+v", set.Len(), len(faults), report)
	}
}

// An empty size is none.
func TestAnEmptySizeIs19Lines(t *testing.T) {
	file := write(t, t.TempDir(), "a.sgf", []byte("(;SZ[];B[aa];W[ss])"))
	if set, report := mustRead(t, Options{}, file); set.Len() != 1 || set.Game(0).Size != 19 {
		t.Errorf("%d games, %+v", set.Len(), report)
	}
}

// Of a game with an illegal move, or with stones set up after a move, the moves before count, and its
// result does not: it belongs to another game. The report says where it breaks off. Filters see what
// is left. Packed games, which this program has written, are not mended.
func TestBrokenGamesKeepTheirBeginning(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "a.sgf", []byte(`(;SZ[9]RE[B+R];B[aa];W[bb];B[cc];W[cc];B[dd])
(;SZ[9]RE[W+3.5];B[aa];W[bb];AB[ee];B[cc];W[dd])
(;SZ[9]RE[B+R];B[aa]AB[ee];W[ff];B[zz])
(;SZ[9]RE[B+R];B[aa];W[bb];B[dd])`))
	var faults []string
	opt := Options{OnFault: func(f Fault) { faults = append(faults, f.Error()) }}
	set, report := mustRead(t, opt, file)
	want := []string{
		file + ":1: move 4, white C7: occupied: only the 3 moves before are kept, without the result",
		file + ":2: stones are set up after move 2: only the 2 moves before are kept, without the result",
		file + ":3: stones are set up after move 1: only the move before is kept, without the result",
	}
	if d := cmp.Diff(want, faults); d != "" {
		t.Error(d)
	}
	if set.Len() != 4 || report.Mended != 3 || report.FaultCount() != 3 {
		t.Fatalf("%d games, %+v", set.Len(), report)
	}
	for i, moves := range []int{3, 2, 1, 3} {
		g := set.Game(i)
		if len(g.Moves) != moves || g.Result.Decided() != (i == 3) || g.Mended != (i < 3) || g.Verify() != nil {
			t.Errorf("game %d: %d moves, want %d; result %v, %v", i, len(g.Moves), moves, g.Result, g.Verify())
		}
	}
	for _, slow := range []bool{false, true} {
		part := 0
		_, err := read(t.Context(), []string{file}, Options{Filter: Filter{MinMoves: 3}}, slow, func(s *Set) error { part += s.Len(); return nil })
		if err != nil || part != 2 {
			t.Errorf("%d games of 3 moves or more, %v", part, err)
		}
	}
}

// An archive without games is a fault: zeros are an archive without members.
func TestEmptyArchivesAreFaults(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string][]byte{
		"a.tar": make([]byte, 1<<20), "b.tgz": gzipped(make([]byte, 1<<20)), "c.zip": zipped(t, []string{"notes.txt"}, []byte("x")),
	} {
		file := write(t, dir, name, content)
		_, report := mustRead(t, Options{}, file)
		if report.Dropped[Unreadable] != 1 || !errors.Is(report.Faults[0], errEmptyArchive) {
			t.Errorf("%s: %+v", name, report)
		}
	}
}

// What is wrong with a file that cannot be read is said in words, not in those of the package that
// reads its format.
func TestUnreadableFilesInWords(t *testing.T) {
	whole := gzipped(bytes.Repeat([]byte("(;SZ[9];B[aa])\n"), 1000))
	damaged := func(at int) []byte {
		b := bytes.Clone(whole)
		b[at] ^= 0xff
		return b
	}
	junk := bytes.Repeat([]byte("junk"), 200)
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"cut.sgfl.gz":   {whole[:len(whole)/2], "cut short"},
		"sum.sgfl.gz":   {damaged(len(whole) - 8), "damaged: the checksum is wrong"},
		"block.sgfl.gz": {damaged(10), "damaged: the compressed data make no sense"},
		"junk.sgf.gz":   {junk, "not compressed by gzip, as its name says"},
		"junk.sgf.bz2":  {junk, "not compressed by bzip2, as its name says, damaged or cut short"},
		"junk.sgf.zst":  {junk, "not compressed by zstd, as its name says"},
		"junk.zip":      {junk, "no zip archive, or cut short"},
		"junk.tar":      {junk, "no tar archive, as its name says, or damaged"},
		"joined.sgf.gz": {append(bytes.Clone(whole), junk...), "joined with something that is not compressed by gzip"},
		"short.tgz":     {junk[:5], "cut short"},
		"empty.sgf.gz":  {nil, "empty"},
		"junk.tengen":   {junk, "not a packed file of games"},
	} {
		file := write(t, t.TempDir(), name, c.content)
		_, report := mustRead(t, Options{}, file)
		if len(report.Faults) != 1 || report.Faults[0].Error() != file+": "+c.want {
			t.Errorf("%s: %v, want %q", name, report.Faults, c.want)
		}
	}
}

// A file takes no more memory than its limit, and empty lines take none.
func TestMemoryOfFiles(t *testing.T) {
	const most = 1 << 20
	b, err := readAll(nil, bytes.NewReader(make([]byte, 2*most)), most)
	if err == nil || cap(b) > most+1 {
		t.Errorf("%d bytes for a file of %d at most, %v", cap(b), most, err)
	}
	want := bytes.Repeat([]byte("games "), most/6)
	if b, err = readAll(make([]byte, 0, 5), iotest.HalfReader(bytes.NewReader(want)), most); err != nil || !bytes.Equal(b, want) {
		t.Errorf("%d bytes of %d come back, %v", len(b), len(want), err)
	}
	// What is set aside on the way is little beside the file itself.
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := readAll(nil, bytes.NewReader(make([]byte, 10*largeFile)), 12*largeFile); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc - 10*largeFile; n > 16*largeFile {
		t.Errorf("%d MB set aside to read a file of at most %d MB", n>>20, 12*largeFile>>20)
	}
	const empty = 5_000_000
	file := write(t, t.TempDir(), "a.sgfl.gz", gzipped(append(bytes.Repeat([]byte("\n"), empty), "(;SZ[99])\n\n(;SZ[9])"...)))
	set, report := mustRead(t, Options{}, file)
	if set.Len() != 1 || len(report.Faults) != 1 || report.Faults[0].Source.Line != empty+1 || set.Game(0).Source.Line != empty+3 {
		t.Errorf("%d games, %+v", set.Len(), report)
	}
}

func TestWrongPathsAreErrors(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "notes.txt", []byte("x"))
	ctx := context.Background()
	for name, paths := range map[string][]string{"none": nil, "missing": {filepath.Join(dir, "none.sgf")}, "empty folder": {dir}} {
		if _, _, err := Read(ctx, paths, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		} else if name == "missing" && (!errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "games: "+paths[0]+": ")) {
			t.Errorf("missing: %v", err) // without the name of the system's call
		}
	}
	file := write(t, dir, "a.sgf", []byte(threeGames))
	if _, _, err := Read(ctx, []string{file}, Options{Encoding: "klingon"}); err == nil {
		t.Error("unknown encoding: no error")
	}
	if _, _, err := Read(ctx, []string{file}, Options{Filter: Filter{Board: 20}}); err == nil {
		t.Error("board 20: no error")
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := Read(cancelled, []string{file}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	stop := errors.New("stop")
	if _, err := Each(ctx, []string{file}, Options{}, func(Game) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("stopped: %v", err)
	}
}

func TestProgressEndsAtTheTotal(t *testing.T) {
	dir := t.TempDir()
	a := write(t, dir, "a.sgfl.gz", gzipped([]byte(threeGames)))
	b := write(t, dir, "b.zip", zipped(t, []string{"x.sgf"}, []byte(threeGames)))
	var done, total int64
	mustRead(t, Options{Progress: func(d, n int64) { done, total = d, n }}, a, b)
	if done != total || total == 0 {
		t.Errorf("%d of %d bytes", done, total)
	}
}

func TestFilter(t *testing.T) {
	two := 2
	even := 0
	g := Game{
		Size: 19, Handicap: 2, Moves: make([]Move, 50), Result: Result{board.Black, Resign, 0},
		BlackRank: Dan(3), WhiteRank: Dan(7), Date: NewDate(2016, 3, 9),
	}
	unknown := g
	unknown.BlackRank, unknown.Date, unknown.Result = 0, 0, Result{}
	for i, c := range []struct {
		filter        Filter
		game, unknown Reason
	}{
		{Filter{}, Kept, Kept},
		{Filter{Board: 19}, Kept, Kept},
		{Filter{Board: 9}, OtherBoard, OtherBoard},
		{Filter{MinRank: Dan(3)}, Kept, LowRank},
		{Filter{MinRank: Dan(4)}, LowRank, LowRank},
		{Filter{MinRankAny: Dan(7)}, Kept, Kept},
		{Filter{MinRankAny: Dan(8)}, LowRank, LowRank},
		{Filter{MinRankAny: Elo(100)}, LowRank, LowRank},
		{Filter{MaxRank: Dan(7)}, Kept, HighRank},
		{Filter{MaxRank: Dan(6)}, HighRank, HighRank},
		{Filter{MaxRank: Elo(2000)}, HighRank, HighRank},
		{Filter{MinRank: Dan(3), MaxRank: Dan(7)}, Kept, LowRank},
		{Filter{MaxHandicap: &two}, Kept, Kept},
		{Filter{MaxHandicap: &even}, Handicap, Handicap},
		{Filter{MinMoves: 50}, Kept, Kept},
		{Filter{MinMoves: 51}, Short, Short},
		{Filter{Results: Decided}, Kept, Undecided},
		{Filter{Since: NewDate(2016, 3, 9)}, Kept, OtherDate},
		{Filter{Since: NewDate(2016, 3, 10)}, OtherDate, OtherDate},
		{Filter{Until: NewDate(2016, 3, 9)}, Kept, OtherDate},
		{Filter{Until: NewDate(2016, 0, 0)}, Kept, OtherDate},
		{Filter{Until: NewDate(2016, 2, 0)}, OtherDate, OtherDate},
	} {
		if got := c.filter.Judge(&g); got != c.game {
			t.Errorf("%d: %v, want %v", i, got, c.game)
		}
		if got := c.filter.Judge(&unknown); got != c.unknown {
			t.Errorf("%d, little known: %v, want %v", i, got, c.unknown)
		}
	}
	minus := -1
	for i, f := range []Filter{
		{Board: 1},
		{MinRank: Kyu(9), MaxRank: Kyu(10)},
		{MinRank: Kyu(9), MaxRank: Elo(1200)},
		{MaxHandicap: &minus},
		{MinMoves: -1},
		{Limit: -1},
		{Since: NewDate(2017, 0, 0), Until: NewDate(2016, 0, 0)},
	} {
		if f.Validate() == nil {
			t.Errorf("filter %d is accepted", i)
		}
	}
}

func TestEncodingCanBeNamed(t *testing.T) {
	// Rank 9 dan in GB18030, too short to be recognised.
	file := write(t, t.TempDir(), "a.sgf", []byte("(;SZ[9]BR[9\xb6\xce];B[aa])"))
	set, _ := mustRead(t, Options{Encoding: "gb18030"}, file)
	if g := set.Game(0); g.BlackRank != Dan(9) {
		t.Errorf("rank %v", g.BlackRank)
	}
}

func TestStatsCount(t *testing.T) {
	s := NewStats()
	a := play(t, 9, "C3", "D4", "pass")
	a.Result, a.BlackRank, a.WhiteRank, a.Date = ParseResult("B+R"), Dan(3), Kyu(2), NewDate(2016, 1, 1)
	mirror := reflect(a, true, false, true)
	b := play(t, 19, "Q16")
	b.Result, b.Handicap = ParseResult("W+0.5"), 2
	for _, g := range []Game{a, mirror, b} {
		s.Add(&g)
	}
	parts := s.Parts
	s.seen, s.Parts = nil, nil
	want := &Stats{
		Games: 3, Moves: 7, Passes: 2, Shortest: 1, Longest: 3, Boards: map[int]int{9: 2, 19: 1}, Handicaps: map[int]int{0: 2, 2: 1},
		Endings: map[string]int{"resign": 2, "score": 1}, BlackWins: 2, WhiteWins: 1, Weaker: map[string]int{"2k": 2, "": 1},
		Years: map[int]int{2016: 2, 0: 1}, Rules: map[string]int{"": 3}, Duplicates: 1,
	}
	if diff := cmp.Diff(want, s, cmpopts.IgnoreUnexported(Stats{})); diff != "" {
		t.Error(diff)
	}
	if n := parts["train"] + parts["validation"] + parts["test"]; n != 3 {
		t.Errorf("parts %v", parts)
	}
}

// What is no file at all is a fault of its own: the rest is read, and nothing waits
// for a pipe to speak.
func TestLinksAndDevicesAreFaults(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.sgf", []byte(threeGames))
	for name, to := range map[string]string{"gone.sgf": filepath.Join(dir, "nowhere"), "null.sgf": os.DevNull} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	set, report := mustRead(t, Options{}, dir)
	if set.Len() != 3 || report.FaultCount() != 2 {
		t.Fatalf("%d games, faults %v", set.Len(), report.Faults)
	}
	for i, want := range []string{"gone.sgf", "null.sgf"} {
		if got := report.Faults[i]; filepath.Base(got.Source.File) != want {
			t.Errorf("fault %d: %v, want one of %s", i, got, want)
		}
	}
	if got := report.Faults[1].Error(); !strings.Contains(got, "not a regular file") {
		t.Error(got)
	}
}

// A folder that is a link is read as the folder.
func TestAFolderThatIsALink(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.sgf", []byte(threeGames))
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	set, report := mustRead(t, Options{}, link)
	if set.Len() != 3 || report.FaultCount() != 0 {
		t.Errorf("%d games, faults %v", set.Len(), report.Faults)
	}
	files, err := Files([]string{link})
	if err != nil || len(files) != 1 || files[0] != filepath.Join(link, "a.sgf") {
		t.Errorf("%q, %v", files, err)
	}
}

// A file of nothing but faults takes little memory: all are counted, and the first ones told.
func TestFaultsAreBounded(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.sgfl", []byte(strings.Repeat("(;x\n", 3*maxFaults)))
	write(t, dir, "b.sgfl", []byte("(;x\n"))
	told := 0
	_, report, err := Read(t.Context(), []string{dir}, Options{OnFault: func(Fault) { told++ }})
	if err != nil {
		t.Fatal(err)
	}
	if told != maxFaults+1 || report.FaultCount() != 3*maxFaults+1 || len(report.Faults) != maxFaults {
		t.Errorf("%d told, %d counted, %d listed", told, report.FaultCount(), len(report.Faults))
	}
}

// Long texts are not kept from game to game.
func TestLongTextsAreForgotten(t *testing.T) {
	var memory map[string]int
	length := func(s string) int { return len(s) }
	for _, n := range []int{longestKnown, longestKnown + 1, 1 << 20} {
		text := bytes.Repeat([]byte("a"), n)
		if got := recall(&memory, text, length); got != n {
			t.Errorf("%d, want %d", got, n)
		}
	}
	if len(memory) != 1 {
		t.Errorf("%d texts are kept, want the short one", len(memory))
	}
}
