package analysis

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
)

func parse(t *testing.T, line string) (*query, *fault) {
	t.Helper()
	f := newFields([]byte(line))
	if f == nil {
		t.Fatalf("%s is no object", line)
	}
	q, _, err := parseQuery("a", f, Defaults())
	return q, err
}

// A move that only takes back a ko is played, as KataGo does: programs replay games of other rules.
func TestKoIsTolerated(t *testing.T) {
	q, bad := parse(t, `{"boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[["B","B3"],["W","C3"],["B","C4"],`+
		`["W","D4"],["B","C2"],["W","D2"],["B","E1"],["W","E3"],["B","D3"],["W","C3"],["B","D3"]]}`)
	if bad != nil {
		t.Fatal(bad)
	}
	g, c, _, err := q.at(len(q.moves))
	if err != nil || c != board.White || g.Position().At(board.XY(3, 2)) != board.Black {
		t.Errorf("%v to move, %v\n%v", c, err, g.Position())
	}
}

// With the history goes nothing that counts: prisoners, the last moves and White's points for handicap stones stay.
func TestToleratedKoKeepsPrisonersAndHandicap(t *testing.T) {
	taken := func(line string) *board.Game {
		q, bad := parse(t, line)
		if bad != nil {
			t.Fatal(bad)
		}
		g, _, _, err := q.at(len(q.moves))
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	g := taken(`{"boardXSize":5,"boardYSize":5,"rules":"japanese","moves":[["B","B4"],["W","C4"],["B","A3"],` +
		`["W","D3"],["B","B2"],["W","C2"],["B","C3"],["W","B3"],["B","C3"]]}`)
	p := g.Position()
	if p.Prisoners(board.Black) != 1 || p.Prisoners(board.White) != 1 || p.Recent(7) != board.XY(2, 1) {
		t.Errorf("%d and %d prisoners, want 1 and 1; eight moves ago %s, want C4",
			p.Prisoners(board.Black), p.Prisoners(board.White), p.Recent(7).Vertex(5))
	}
	g = taken(`{"boardXSize":5,"boardYSize":5,"rules":"chinese","komi":7.5,"initialStones":[["B","A1"],["B","B1"]],` +
		`"moves":[["W","C4"],["B","B4"],["W","D3"],["B","A3"],["W","C2"],["B","B2"],["W","B3"],["B","C3"],["W","B3"]]}`)
	if g.Handicap() != 2 || g.Compensation() != 9.5 {
		t.Errorf("handicap %d, %v points for White; want 2 and 9.5", g.Handicap(), g.Compensation())
	}
}

// Black's stones at the start are a handicap, for which White gets points where the rules say so.
func TestHandicap(t *testing.T) {
	for stones, want := range map[string]struct {
		handicap int
		first    board.Color
	}{
		`[["B","B2"],["B","D4"]]`:            {2, board.White},
		`[["B","B2"],["B","D4"],["W","C3"]]`: {0, board.Black},
		`[["B","B2"]]`:                       {0, board.Black},
		`[]`:                                 {0, board.Black},
		`[["W","B2"],["B","B2"],["B","D4"]]`: {2, board.White},
	} {
		q, err := parse(t, `{"boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[],"initialStones":`+stones+`}`)
		if err != nil {
			t.Errorf("%s: %v", stones, err)
			continue
		}
		if q.start.Handicap() != want.handicap || q.first != want.first {
			t.Errorf("%s: handicap %d, %v begins", stones, q.start.Handicap(), q.first)
		}
	}
}

func TestVertices(t *testing.T) {
	for word, want := range map[string]board.Point{
		"d4": board.XY(3, 15), "(3,15)": board.XY(3, 15), "PASS": board.Pass, "T19": board.XY(18, 0),
	} {
		if got, ok := vertex(word, 19); !ok || got != want {
			t.Errorf("%s: %v %v", word, got, ok)
		}
	}
	for _, word := range []string{"", "I5", "A20", "(19,0)", "(-1,3)", "(3", "(a,b)", "null"} {
		if got, ok := vertex(word, 19); ok {
			t.Errorf("%s: %v", word, got)
		}
	}
}

func TestConfigurationFile(t *testing.T) {
	s := Defaults()
	err := s.Read(strings.NewReader("# KataGo\nlogDir = x # where\nmaxVisits = 77\n\nanalysisPVLen=3\n" +
		"reportAnalysisWinratesAs = WHITE\nmaxTime = 1.5\nnumAnalysisThreads = 12\n"))
	if err != nil || s.Visits != 77 || s.PVLength != 3 || s.Perspective != board.White || s.Time.Seconds() != 1.5 {
		t.Errorf("%+v %v", s, err)
	}
	if err := s.Read(strings.NewReader("\nmaxVisits = many\n")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("%v", err)
	}
}

// The smaller of both bounds holds, whichever was set first.
func TestMaxPlayoutsAndMaxVisits(t *testing.T) {
	for _, order := range [][]string{{"maxPlayouts", "maxVisits"}, {"maxVisits", "maxPlayouts"}} {
		for _, values := range []map[string]string{
			{"maxPlayouts": "10", "maxVisits": "500"}, {"maxPlayouts": "1000", "maxVisits": "10"},
		} {
			s := Defaults()
			for _, key := range order {
				if _, err := s.Set(key, values[key]); err != nil {
					t.Fatal(err)
				}
			}
			if s.limit() != 10 {
				t.Errorf("%v, %v: %d", order, values, s.limit())
			}
		}
	}
}

// FuzzRequest feeds the server any line: it never falls over, and all it writes is JSON, an object a
// line, with as many last answers as there are positions in a query that it takes.
func FuzzRequest(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(paths) == 0 {
		f.Fatalf("no conversations: %v", err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for line := range bytes.Lines(raw) {
			if _, sent, ok := bytes.Cut(line, []byte("> ")); ok {
				f.Add(sent)
			}
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		line, _, _ = bytes.Cut(line, []byte("\n")) // more lines are more requests
		want := -1
		fields := newFields(bytes.TrimSpace(line))
		if fields != nil {
			if q, _, err := parseQuery("a", fields, Defaults()); err == nil {
				if len(q.turns) > 20 || q.start.Size() > 9 {
					t.Skip() // random games would take longer than the parser
				}
				want = len(q.turns)
			}
		}
		server, err := New([]Analyst{patient{&stub{}}}, Config{Settings: Defaults(), Hasty: false})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := server.Run(t.Context(), bytes.NewReader(append(line, '\n')), &out); err != nil {
			t.Fatal(err)
		}
		ended := 0
		for written := range bytes.Lines(out.Bytes()) {
			var object map[string]json.RawMessage
			if err := json.Unmarshal(written, &object); err != nil {
				t.Fatalf("%q: %v", written, err)
			}
			if string(object["isDuringSearch"]) == "false" || object["error"] != nil {
				ended++
			}
		}
		if _, action := fields.textOf("action"); want >= 0 && !action && ended != want {
			t.Fatalf("%d last answers, want %d:\n%s", ended, want, out.Bytes())
		}
	})
}

// textOf is text of fields that may be missing or have no id.
func (f *fields) textOf(name string) (string, bool) {
	if f == nil {
		return "", true
	}
	if _, ok := f.text("id"); !ok {
		return "", true
	}
	return f.text(name)
}
