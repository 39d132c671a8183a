package web

import (
	"net/http"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tengen-go/tengen/web/internal/gamefile"
	"github.com/tengen-go/tengen/web/internal/live"
)

// watchClock is a clock that a test sets.
type watchClock struct{ seconds atomic.Int64 }

func (w *watchClock) now() time.Time { return time.Unix(1_800_000_000+w.seconds.Load(), 0) }

// The clock takes what a person thinks while somebody looks at the game, gives it back with a move that
// is taken back, and is kept.
func TestClockRuns(t *testing.T) {
	folder, clock := t.TempDir(), &watchClock{}
	h, _ := serve(t, folder, func(c *Config) { c.Now = clock.now })
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 9, Player: "random", Time: "1000s+2x300s"}, http.StatusCreated)
	if g.Clock == nil || g.Clock.Running || g.Clock.Black.Left != 1000 || g.Clock.Period != 300 || g.Clock.Stones != 2 {
		t.Fatalf("at first %+v", g.Clock)
	}
	clock.seconds.Add(400) // nobody looks: it stands
	looks := follow(t, h, g.ID)
	if shot := looks.next(); !shot.Clock.Running || shot.Clock.Black.Left != 1000 {
		t.Errorf("when somebody looks: %+v", shot.Clock)
	}
	clock.seconds.Add(700)
	ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "E5", At: g.At}, http.StatusOK)
	shot := looks.until(func(s *live.Snapshot) bool { return len(s.Moves) == 2 && persons(s) })
	if c := shot.Clock; c.Black.Left != 300 || c.Black.Moves != 0 || c.White.Left != 1000 || !c.Running {
		t.Errorf("after a move of 700 seconds: %+v", c)
	}
	clock.seconds.Add(500) // 200 of them in overtime
	if c := ask[live.Snapshot](t, h, "/games/"+g.ID, nil, http.StatusOK).Clock; c.Black.Left != 100 || c.Black.Moves != 2 {
		t.Errorf("while the person thinks: %+v", c)
	}
	passed := ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "pass", At: shot.At}, http.StatusOK)
	if passed.Clock.Black.Left != 300 || passed.Clock.Black.Moves != 2 {
		t.Errorf("after a move in overtime: %+v", passed.Clock)
	}
	shot = looks.until(func(s *live.Snapshot) bool { return len(s.Moves) == 4 || s.Result != "" })
	back := ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "undo", At: shot.At}, http.StatusOK)
	if back.Clock.Black.Left != 300 || back.Clock.Black.Moves != 0 {
		t.Errorf("taken back: %+v", back.Clock)
	}
	again, _ := serve(t, folder, func(c *Config) { c.Now = clock.now })
	if c := ask[live.Snapshot](t, again, "/games/"+g.ID, nil, http.StatusOK).Clock; c == nil || c.Time != "16m40s+2x5m0s" || c.Black.Left != 300 {
		t.Errorf("after a restart: %+v", c)
	}
}

// A side that has no time left loses, also if it does not move. The loss can be taken back, and is kept.
func TestTimeIsOver(t *testing.T) {
	folder := t.TempDir()
	h, _ := serve(t, folder, nil)
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 9, Player: "random", Time: "20ms"}, http.StatusCreated)
	over := until(t, h, g.ID, func(s *live.Snapshot) bool { return s.Result != "" })
	if over.Result != "W+T" || over.Turn != live.TurnOver || over.Clock.Running || len(over.Moves) != 0 {
		t.Errorf("%+v, %+v", over, over.Clock)
	}
	again, _ := serve(t, folder, nil)
	kept := ask[live.Snapshot](t, again, "/games/"+g.ID, nil, http.StatusOK)
	if kept.Result != "W+T" || kept.Turn != live.TurnOver {
		t.Errorf("kept: %+v", kept)
	}
	back := ask[live.Snapshot](t, again, "/games/"+g.ID, live.Command{Do: "undo", At: kept.At}, http.StatusOK)
	if back.Result != "" || back.Turn != live.TurnPerson {
		t.Errorf("taken back: %+v", back)
	}
	ask[failure](t, again, "/games", live.Wish{Size: 9, Player: "random", Time: "soon"}, http.StatusBadRequest)
}

// A game from a file begins with the time that was chosen, whatever clocks the file has, also after a restart. Without a
// chosen time the file's own stay in the record.
func TestClocksOfARecord(t *testing.T) {
	const record = "(;SZ[9]TM[1800]OT[5x10 byo-yomi];B[ee]BL[1.7]OB[1](;W[cc]WL[0.9];B[gg]BL[0.5])(;W[cg]WL[2]OW[3]))"
	folder := t.TempDir()
	h, s := serve(t, folder, nil)
	wish := live.Wish{File: gamefile.File{SGF: record}, Player: "random", Human: "both", Time: "1000s"}
	g := ask[live.Snapshot](t, h, "/games", wish, http.StatusCreated)
	if c := g.Clock; c.Black.Left != 1000 || c.White.Left != 1000 {
		t.Errorf("at first %+v", c)
	}
	wish.Time = ""
	untimed := ask[live.Snapshot](t, h, "/games", wish, http.StatusCreated)
	clocks := regexp.MustCompile(`(TM|OT|[BW]L|O[BW])\[`)
	for id, want := range map[string]int{g.ID: 1, untimed.ID: 8} {
		text, err := s.recordOf(id)
		if n := len(clocks.FindAll(text, -1)); err != nil || n != want {
			t.Errorf("%v, %d clocks of %d: %s", err, n, want, text)
		}
	}
	again, _ := serve(t, folder, nil)
	if c := ask[live.Snapshot](t, again, "/games/"+g.ID, nil, http.StatusOK).Clock; c.Black.Left != 1000 {
		t.Errorf("after a restart %+v", c)
	}
}

// A move that comes too late is not played.
func TestALateMove(t *testing.T) {
	clock := &watchClock{}
	h, _ := serve(t, t.TempDir(), func(c *Config) { c.Now = clock.now })
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 9, Player: "random", Human: "both", Time: "1000s"}, http.StatusCreated)
	follow(t, h, g.ID).next()
	clock.seconds.Add(1001)
	late := ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "E5", At: g.At}, http.StatusOK)
	if late.Result != "W+T" || len(late.Moves) != 0 {
		t.Errorf("%+v", late)
	}
}

// An undo that is refused takes nothing back: the clock goes on from where it was.
func TestARefusedUndoKeepsTheTime(t *testing.T) {
	clock := &watchClock{}
	h, _ := serve(t, t.TempDir(), func(c *Config) { c.Now = clock.now })
	wish := live.Wish{Size: 9, Player: "random", Human: "both", Time: "1000s"}
	g := ask[live.Snapshot](t, h, "/games", wish, http.StatusCreated)
	follow(t, h, g.ID).next()
	clock.seconds.Add(300)
	ask[failure](t, h, "/games/"+g.ID, live.Command{Do: "undo", At: g.At}, http.StatusBadRequest)
	clock.seconds.Add(100)
	if c := ask[live.Snapshot](t, h, "/games/"+g.ID, nil, http.StatusOK).Clock; !c.Running || c.Black.Left != 600 {
		t.Errorf("after a refused undo: %+v", c)
	}
}
