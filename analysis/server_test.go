package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
)

// answers runs a whole conversation and reads its lines.
func answers(t *testing.T, config Config, a Analyst, lines ...string) []answer {
	t.Helper()
	s := start(t, config, a)
	go func() {
		for _, line := range lines {
			_, _ = io.WriteString(s.in, line+"\n")
		}
		s.in.Close()
	}()
	raw, err := io.ReadAll(s.out)
	if err != nil {
		t.Fatal(err)
	}
	var list []answer
	for line := range bytes.Lines(raw) {
		var one answer
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		list = append(list, one)
	}
	return list
}

// The position of the highest priority is read first, and among equals the oldest.
func TestPriorityThenAge(t *testing.T) {
	a := &stub{begun: make(chan string, 10)}
	s := start(t, Config{}, a)
	s.send(t, text("busy", "A1", `,"maxVisits":100000,"reportDuringSearchEvery":1`))
	s.line(t) // it is under way
	for i, priority := range []int{0, 5, -1, 5} {
		s.send(t, text(fmt.Sprint(i), []string{"B1", "C1", "D1", "E1"}[i], fmt.Sprintf(`,"priority":%d`, priority)))
	}
	s.send(t, `{"id":"x","action":"terminate","terminateId":"busy"}`)
	s.end(t)
	if want := []string{"A1", "C1", "E1", "B1", "D1"}; !slices.Equal(a.orders, want) {
		t.Errorf("read in the order %q, want %q", a.orders, want)
	}
}

// A query without an end holds up one analyst; the others go on.
func TestEndlessQueryLeavesOthersAlone(t *testing.T) {
	s := start(t, Config{}, &stub{}, &stub{})
	s.send(t, text("ponder", "A1", `,"maxVisits":1000000,"reportDuringSearchEvery":1`))
	s.line(t)
	for i := range 5 {
		id := fmt.Sprint(i)
		s.send(t, text(id, "B1", `,"maxVisits":10`))
		if line := s.line(t); !strings.Contains(line, `{"id":"`+id+`"`) {
			t.Fatalf("%s answers %s", line, id)
		}
	}
	s.send(t, `{"id":"x","action":"terminate_all"}`)
	if rest := s.end(t); !strings.Contains(rest, `"isDuringSearch":false`) {
		t.Errorf("the query without an end is not answered: %q", rest)
	}
}

// What was terminated before anything was read has no results.
func TestTerminatedBeforeResults(t *testing.T) {
	a := &stub{begun: make(chan string, 1), hurried: true}
	s := start(t, Config{}, a)
	s.send(t, text("a", "A1", `,"maxVisits":100000`))
	<-a.begun
	s.send(t, `{"id":"x","action":"terminate","terminateId":"a"}`)
	if rest := s.end(t); !strings.Contains(rest, `{"id":"a","isDuringSearch":false,"turnNumber":1,"noResults":true}`) {
		t.Errorf("%s", rest)
	}
}

// At the end of the input everything that waits is answered, unless the server is hasty.
func TestEndOfInput(t *testing.T) {
	turns := `{"id":"a","moves":[["B","A1"],["W","B2"]],"rules":"aga","boardXSize":5,"boardYSize":5,"analyzeTurns":[0,1,2]}`
	if got := answers(t, Config{}, &stub{}, turns, turns); len(got) != 6 {
		t.Errorf("%d answers, want 6", len(got))
	}
	a := &stub{begun: make(chan string, 10)}
	s := start(t, Config{Hasty: true}, a)
	s.send(t, text("a", "A1", `,"maxVisits":100000`))
	<-a.begun
	s.send(t, turns)
	s.end(t) // which would wait for ever
	if len(a.orders) != 1 {
		t.Errorf("%d readings began, want 1", len(a.orders))
	}
}

// The end of the context ends Run although the input stays open.
func TestInterrupted(t *testing.T) {
	server, err := New([]Analyst{&stub{}}, Config{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	in, keep := io.Pipe()
	defer keep.Close()
	done := make(chan error, 1)
	go func() { done <- server.Run(ctx, in, io.Discard) }()
	if _, err := io.WriteString(keep, text("a", "A1", `,"maxVisits":100000`)+"\n"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// So does it after the end of the input: what still waits is not read.
func TestInterruptedAfterTheInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &stub{}
		server, err := New([]Analyst{a}, Config{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		in := text("a", "A1", `,"maxVisits":100000`) + "\n" + text("b", "B1", "") + "\n"
		done := make(chan error, 1)
		go func() { done <- server.Run(ctx, strings.NewReader(in), io.Discard) }()
		synctest.Wait() // the first query is under way, and nothing else goes on
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		if want := []string{"A1"}; !slices.Equal(a.orders, want) {
			t.Errorf("read %q, want %q", a.orders, want)
		}
	})
}

// failing is an output that takes so many lines.
type failing struct{ left int }

var errFull = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// An output that fails ends Run with its error.
func TestOutputFails(t *testing.T) {
	server, err := New([]Analyst{&stub{}}, Config{})
	if err != nil {
		t.Fatal(err)
	}
	in, keep := io.Pipe()
	defer keep.Close()
	go func() {
		for range 3 {
			_, _ = io.WriteString(keep, text("a", "A1", "")+"\n")
		}
	}()
	if err := server.Run(t.Context(), in, &failing{left: 1}); !errors.Is(err, errFull) {
		t.Errorf("%v", err)
	}
}

// A program may write all its queries before it reads an answer, whatever their number.
func TestAnswersWaitToBeRead(t *testing.T) {
	const n = 3000
	s := start(t, Config{}, &stub{})
	for i := range n {
		s.send(t, fmt.Sprintf(`{"id":"%d","action":"query_version"}`, i))
	}
	for i := range n {
		if line := s.line(t); !strings.Contains(line, fmt.Sprintf(`"id":"%d"`, i)) {
			t.Fatalf("answer %d is %s", i, line)
		}
	}
	s.end(t)
}

// A line that is too long is refused, and the next one is answered.
func TestLongLine(t *testing.T) {
	s := start(t, Config{}, &stub{})
	s.send(t, `{"id":"`+strings.Repeat("x", mostLine)+`"}`)
	if line := s.line(t); !strings.Contains(line, "longer than 16 MiB") {
		t.Fatal(line)
	}
	s.send(t, `{"id":"next","action":"clear_cache"}`)
	if line := s.line(t); !strings.Contains(line, `"next"`) {
		t.Fatal(line)
	}
	s.end(t)
}

// Nothing of one reading is left in the next one: its visits would count twice.
func TestForgets(t *testing.T) {
	a := &stub{}
	answers(t, Config{}, a, text("a", "A1", ""), text("b", "A1", ""))
	if a.forgot != 2 {
		t.Errorf("forgot %d times, want 2", a.forgot)
	}
}

// Figures are those of the side that is asked for: all of them, and the opposite for the other side.
func TestPerspective(t *testing.T) {
	more := `,"includeOwnership":true,"includeMovesOwnership":true,"overrideSettings":{"reportAnalysisWinratesAs":"%s"}`
	var got [3]answer
	for i, side := range []string{"BLACK", "WHITE", "SIDETOMOVE"} { // White is to move
		got[i] = answers(t, Config{Seed: 3}, &stub{}, text("a", "A1", fmt.Sprintf(more, side)))[0]
	}
	black, white, mover := got[0], got[1], got[2]
	if mover.RootInfo.Winrate != 0.6 || mover.RootInfo.CurrentPlayer != "W" || white.RootInfo.Winrate != 0.6 {
		t.Errorf("the stub expects to win 60%%, not %+v", mover.RootInfo)
	}
	near := func(what string, x, y float64) {
		if math.Abs(x-y) > 1e-6 {
			t.Errorf("%s: %v, want %v", what, x, y)
		}
	}
	opposite := func(what string, b, w value) {
		near(what+" winrate", b.Winrate, 1-w.Winrate)
		near(what+" lcb", b.LCB, 1-w.LCB)
		near(what+" lead", b.ScoreLead, -w.ScoreLead)
		near(what+" utility", b.Utility, -w.Utility)
	}
	opposite("root", black.RootInfo.value, white.RootInfo.value)
	for i := range black.MoveInfos {
		opposite("move", black.MoveInfos[i].value, white.MoveInfos[i].value)
		near("ownership after a move", black.MoveInfos[i].Ownership[3], -mover.MoveInfos[i].Ownership[3])
	}
	for i := range black.Ownership {
		near("ownership", black.Ownership[i], -white.Ownership[i])
	}
}

// A real search: visits, the sum of the policy, and a lead that goes with the win rate.
func TestRealSearch(t *testing.T) {
	p, err := player.Players().Parse("rave:threads=1,memory=20M", player.Env{Rules: game.Go{Board: 5}, Seed: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	got := answers(t, Config{Seed: 1}, p.(player.Analyst), text("a", "C3",
		`,"maxVisits":300,"includePolicy":true,"includePVVisits":true,"includeOwnership":true,"analyzeTurns":[0,1]`))
	if len(got) != 2 {
		t.Fatalf("%d answers", len(got))
	}
	for _, a := range got {
		if a.IsDuringSearch || a.RootInfo.Visits != 300 || len(a.Ownership) != 25 || len(a.Policy) != 26 {
			t.Errorf("turn %d: %+v, %d owners, %d in the policy", a.TurnNumber, a.RootInfo, len(a.Ownership), len(a.Policy))
		}
		visits, policy := 0, 0.0
		for i, m := range a.MoveInfos {
			visits += m.Visits
			if m.Order != i || m.PV[0] != m.Move || m.PVVisits[0] != m.Visits || len(m.PV) != len(m.PVVisits) {
				t.Errorf("move %+v", m)
			}
			if (m.Winrate > a.RootInfo.Winrate) != (m.ScoreLead > a.RootInfo.ScoreLead) && m.Winrate != a.RootInfo.Winrate {
				t.Errorf("%s wins %v and leads by %v; the position %v and %v", m.Move, m.Winrate, m.ScoreLead,
					a.RootInfo.Winrate, a.RootInfo.ScoreLead)
			}
		}
		for _, x := range a.Policy {
			policy += max(0, x)
		}
		if visits != 300 || math.Abs(policy-1) > 1e-3 {
			t.Errorf("%d visits, %v probability", visits, policy)
		}
	}
	if got[1].Policy[12] != -1 {
		t.Errorf("C3 is taken, and its probability %v", got[1].Policy[12])
	}
}

// Restrictions reach the search. What is known before it, policy and priors, is of all moves.
func TestAllowedMoves(t *testing.T) {
	p, err := player.Players().Parse("rave:threads=1,memory=20M", player.Env{Rules: game.Go{Board: 5}, Seed: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	got := answers(t, Config{}, p.(player.Analyst),
		text("a", "C3", `,"maxVisits":50,"allowMoves":[{"player":"W","moves":["A1","B2"],"untilDepth":1}],"includePolicy":true`),
		text("b", "C3", `,"maxVisits":200,"avoidMoves":[{"player":"W","moves":["C2","B3"],"untilDepth":1}]`),
		text("c", "C3", `,"maxVisits":2000,"includePolicy":true`))
	priors := map[string]float64{}
	for _, m := range got[2].MoveInfos {
		priors[m.Move] = m.Prior
	}
	if !slices.Equal(got[0].Policy, got[2].Policy) {
		t.Errorf("the policy is %v, without restrictions %v", got[0].Policy, got[2].Policy)
	}
	for _, m := range got[0].MoveInfos {
		if m.Prior != priors[m.Move] {
			t.Errorf("%s: the prior is %v, without restrictions %v", m.Move, m.Prior, priors[m.Move])
		}
		if m.Move != "A1" && m.Move != "B2" {
			t.Errorf("%s is not allowed", m.Move)
		}
	}
	for _, m := range got[1].MoveInfos {
		if m.Move == "C2" || m.Move == "B3" {
			t.Errorf("%s is to be avoided", m.Move)
		}
	}
}

// Positions that are rotations of each other have one symHash and several thisHashes; the side to move
// and the ko belong to both.
func TestHashes(t *testing.T) {
	at := func(diagram string, c board.Color) (string, string) {
		p, err := board.Parse(diagram)
		if err != nil {
			t.Fatal(err)
		}
		return hashes(&p, c)
	}
	this, sym := at("X..\n.O.\n...", board.Black)
	turnedThis, turnedSym := at("...\n.O.\n..X", board.Black)
	if this == turnedThis || sym != turnedSym {
		t.Errorf("%s %s, turned %s %s", this, sym, turnedThis, turnedSym)
	}
	if otherThis, otherSym := at("X..\n.O.\n...", board.White); this == otherThis || sym == otherSym {
		t.Error("the side to move makes no difference")
	}
}

func TestSchedule(t *testing.T) {
	tests := []struct {
		after, every time.Duration
		want         []int // the looks that are reported
	}{
		{100, 100, []int{1, 2, 3, 4, 5, 6}},
		{300, 100, []int{3, 4, 5, 6}},
		{100, 250, []int{1, 4, 6}},
		{200, 0, []int{1}},
		{0, 0, nil},
	}
	for _, test := range tests {
		s := newSchedule(test.after, test.every)
		var got []int
		for look := 1; look <= 6; look++ {
			if s.now() {
				got = append(got, look)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("after %d, every %d: %v, want %v", test.after, test.every, got, test.want)
		}
	}
}
