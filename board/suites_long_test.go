//go:build long

package board

import (
	"bufio"
	"compress/bzip2"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// suite opens a file under TENGEN_SUITES or skips the test.
func suite(t *testing.T, name string) io.Reader {
	t.Helper()
	dir := os.Getenv("TENGEN_SUITES")
	if dir == "" {
		t.Skip("TENGEN_SUITES is not set to the folder of test suites")
	}
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if strings.HasSuffix(name, ".bz2") {
		return bzip2.NewReader(f)
	}
	return f
}

func TestKnownValues(t *testing.T) {
	var known struct {
		Legal struct {
			Values map[string]string
		} `json:"legal_positions_n_by_n"`
		Perft map[string]any `json:"perft_placements_only"`
	}
	if err := json.NewDecoder(suite(t, "known-values/known.json")).Decode(&known); err != nil {
		t.Fatal(err)
	}
	for size := 2; size <= 4; size++ {
		want := known.Legal.Values[strconv.Itoa(size)]
		if got := strconv.Itoa(legalPositions(size)); got != want {
			t.Errorf("%d×%d: %s legal positions, want %s", size, size, got, want)
		}
	}
	compared := 0
	for name, ko := range map[string]KoRule{"simple_ko": SimpleKo, "positional_superko": PositionalSuperko} {
		boards, ok := known.Perft[name].(map[string]any)
		if !ok {
			t.Fatalf("no %s in the suite", name)
		}
		for board, list := range boards {
			size, err := strconv.Atoi(board[:strings.IndexByte(board, 'x')])
			if err != nil {
				t.Fatal(err)
			}
			var want []int
			for _, v := range list.([]any) {
				want = append(want, int(v.(float64)))
			}
			if got := perft(t, size, ko, len(want)); !slices.Equal(got, want) {
				t.Errorf("%s with %s: %v, want %v", board, name, got, want)
			}
			compared += len(want)
		}
	}
	t.Logf("%d counts of moves agree", compared)
}

var moveProperty = regexp.MustCompile(`;([BW])\[([a-s]{0,2})\]`)

// TestGNUGoTrace compares with GNU Go's board after each move of real games: legal moves
// of both sides, prisoners and stones.
func TestGNUGoTrace(t *testing.T) {
	r := csv.NewReader(suite(t, "gnugo-legal-trace/trace.tsv"))
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 2 {
		t.Fatal("the trace is empty")
	}
	// The size of each game and its handicap stones stand in its record.
	var starts []Position
	records := bufio.NewScanner(suite(t, "gnugo-legal-trace/games.sgfl"))
	records.Buffer(nil, 1<<20)
	property := regexp.MustCompile(`SZ\[(\d+)\]`)
	setup := regexp.MustCompile(`AB((?:\[[a-s]{2}\])+)`)
	for records.Scan() {
		size := 19
		if m := property.FindStringSubmatch(records.Text()); m != nil {
			size, _ = strconv.Atoi(m[1])
		}
		start := NewPosition(size)
		if m := setup.FindStringSubmatch(records.Text()); m != nil {
			for _, at := range strings.Split(strings.Trim(m[1], "[]"), "][") {
				start.Put(XY(int(at[0]-'a'), int(at[1]-'a')), Black)
			}
		}
		starts = append(starts, start)
	}
	var b Position
	for _, row := range rows[1:] {
		game, err := strconv.Atoi(row[0])
		if err != nil || game >= len(starts) {
			t.Fatalf("row %v: no such game", row)
		}
		if row[2] == "-" {
			b = starts[game]
		} else {
			p, err := ParseVertex(row[3], b.Size())
			if err != nil {
				t.Fatal(err)
			}
			c := Black
			if row[2] == "W" {
				c = White
			}
			if !b.Legal(p, c) {
				t.Fatalf("game %s ply %s: %s is illegal", row[0], row[1], row[3])
			}
			b.Play(p, c)
		}
		if err := b.Check(); err != nil {
			t.Fatal(err)
		}
		var legal, stones [3]int
		for i := range b.Size() * b.Size() {
			p := FromIndex(i, b.Size())
			stones[b.At(p)]++
			for _, c := range []Color{Black, White} {
				if b.Legal(p, c) {
					legal[c]++
				}
			}
		}
		got := fmt.Sprint(legal[Black], legal[White], b.Prisoners(White), b.Prisoners(Black), stones[Black], stones[White])
		if want := strings.Join(row[4:], " "); got != want {
			t.Errorf("game %s ply %s: legal, taken, stones %s, want %s\n%s", row[0], row[1], got, want, b.String())
		}
	}
	t.Logf("%d positions agree", len(rows)-1)
}

// TestCGOSScores counts finished games as the server did: Tromp-Taylor, all stones alive.
func TestCGOSScores(t *testing.T) {
	games := bufio.NewScanner(suite(t, "cgos9-tromp-taylor/cgos9_scored.sgfl.bz2"))
	games.Buffer(nil, 1<<20)
	result := regexp.MustCompile(`RE\[([^]]*)\]`)
	komi := regexp.MustCompile(`KM\[([^]]*)\]`)
	counted := 0
	for games.Scan() {
		rules := TrompTaylor()
		var err error
		if rules.Komi, err = strconv.ParseFloat(komi.FindStringSubmatch(games.Text())[1], 64); err != nil {
			t.Fatal(err)
		}
		game, err := NewGame(9, rules)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moveProperty.FindAllStringSubmatch(games.Text(), -1) {
			c, p := Black, Pass
			if m[1] == "W" {
				c = White
			}
			if len(m[2]) == 2 {
				p = XY(int(m[2][0]-'a'), int(m[2][1]-'a'))
			}
			if err := game.Play(p, c); err != nil {
				t.Fatalf("game %d: %v", counted, err)
			}
		}
		if got, want := game.Result(nil), result.FindStringSubmatch(games.Text())[1]; got != want {
			t.Errorf("game %d: %s, want %s\n%s", counted, got, want, game.Position().String())
		}
		counted++
	}
	if counted == 0 {
		t.Error("no games in the suite")
	}
	t.Logf("%d games counted alike", counted)
}

// TestAgainstReferenceLong is TestAgainstReference for longer.
func TestAgainstReferenceLong(t *testing.T) {
	random := rand.New(rand.NewPCG(20160128, 0))
	for size := MinSize; size <= MaxSize; size++ {
		for range 60 / size {
			rules := Rules{Ko: KoRule(random.IntN(3)), Suicide: random.IntN(2) == 0}
			playAgainstReference(t, size, rules, 3*size*size, random)
		}
	}
}
