package botgame

import (
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/web/internal/gamefile"
	"github.com/tengen-go/tengen/web/internal/live"
)

// page is what a page does: it asks, and waits for answers and events.
type page struct {
	t    *testing.T
	bot  *Bot
	mu   sync.Mutex
	wake *sync.Cond
	all  []message
	n    int
}

// open makes a bot of a small model.
func openPage(t *testing.T, yield func()) *page {
	t.Helper()
	dir := t.TempDir()
	if _, err := models.Join(dir, models.JoinConfig{Models: []string{modeltest.Full(t, 7)}, Without: Without()}); err != nil {
		t.Fatal(err)
	}
	archive, err := Archive(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	p := &page{t: t}
	p.wake = sync.NewCond(&p.mu)
	p.bot, err = New(archive, Config{Now: time.Now, Yield: yield, Post: func(text []byte) {
		var m message
		if err := json.Unmarshal(text, &m); err != nil {
			t.Error(err)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.all = append(p.all, m)
		p.wake.Broadcast()
	}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ask sends a request and returns its answer.
func (p *page) ask(r request) message {
	p.t.Helper()
	p.n++
	r.N = p.n
	text, err := json.Marshal(r)
	if err != nil {
		p.t.Fatal(err)
	}
	p.bot.Handle(text)
	return p.wait(func(m message) bool { return m.N == r.N })
}

// wait returns the first message that fits.
func (p *page) wait(fits func(message) bool) message {
	p.mu.Lock()
	defer p.mu.Unlock()
	for seen := 0; ; {
		for ; seen < len(p.all); seen++ {
			if fits(p.all[seen]) {
				return p.all[seen]
			}
		}
		p.wake.Wait()
	}
}

// moved waits for the event of a game with so many moves in which it is the person's turn.
func (p *page) moved(n int) *live.Snapshot {
	return p.wait(func(m message) bool {
		return m.Game != nil && len(m.Game.Moves) == n && m.Game.Turn == live.TurnPerson && m.Game.Thinking == ""
	}).Game
}

func (p *page) play(at int, point string) message {
	return p.ask(request{Do: "command", Command: live.Command{Do: "play", At: at, Point: point}})
}

// A game by the messages of a page: moves, the record, and the kept game, with which another page goes on.
func TestGame(t *testing.T) {
	p := openPage(t, nil)
	if a := p.ask(request{Do: "about"}).About; a == nil || a.Board != 7 || !a.Value || a.Speed <= 0 {
		t.Errorf("about %+v", a)
	}
	begun := p.ask(request{Do: "begin", Wish: live.Wish{Size: 7, Player: "search:playouts=20,threads=1"}, Name: "Bot"}).Game
	if begun == nil || begun.White != "Bot" || begun.Turn != live.TurnPerson {
		t.Fatalf("begun %+v", begun)
	}
	if m := p.play(begun.At+1, "D4"); !strings.Contains(m.Error, "changed") || m.Game == nil {
		t.Errorf("a stale command: %+v", m)
	}
	if m := p.play(begun.At, "D4"); m.Error != "" || len(m.Game.Moves) != 1 {
		t.Fatalf("D4: %+v", m)
	}
	two := p.moved(2)
	if two.Chances[1] < 0 || two.Chances[1] > 1 {
		t.Errorf("it does not say what it expects: %v", two.Chances)
	}
	if m := p.play(two.At, "D4"); !strings.Contains(m.Error, "occupied") || m.Game != nil {
		t.Errorf("a stone on a stone: %+v", m)
	}
	sgf := p.ask(request{Do: "record"}).SGF
	if !strings.Contains(sgf, "B[dd]") || !strings.Contains(sgf, "PW[Bot]") {
		t.Errorf("the record: %s", sgf)
	}
	kept := ""
	for _, m := range p.all {
		if m.Event == "kept" {
			kept = m.Text
		}
	}
	later := openPage(t, nil)
	again := later.ask(request{Do: "resume", Kept: kept}).Game
	if again == nil || again.Points != two.Points || again.White != "Bot" || again.Turn != live.TurnPerson {
		t.Errorf("gone on with: %+v", again)
	}
}

// A policy plays, drawn or not, and the teacher, which reads, warns.
func TestPolicyAndTeacher(t *testing.T) {
	p := openPage(t, nil)
	for _, player := range []string{"policy", "policy:temperature=1,seed=5"} {
		if m := p.ask(request{Do: "begin", Wish: live.Wish{Size: 7, Player: player, Human: "white"}}); m.Error != "" {
			t.Fatal(m.Error)
		}
	}
	const record = `(;SZ[7]KM[9]AB[ba][bb][bc][bd][be][bf][da][db][dc][dd][de][df][dg]AW[aa][ab][ac][ad][ae][af][ca][cb][cc][cd][ce][cf][cg]PL[B])`
	begun := p.ask(request{Do: "begin", Wish: live.Wish{File: gamefile.File{SGF: record}, Player: "policy", Teach: true}}).Game
	p.play(begun.At, "F4")
	p.wait(func(m message) bool { return m.Game != nil && m.Game.Turn == live.TurnLesson })
}

// A thought yields, says how far it is, and ends when a move is taken back.
func TestInterrupt(t *testing.T) {
	var mu sync.Mutex
	yields, hold := 0, make(chan struct{})
	p := openPage(t, func() {
		mu.Lock()
		yields++
		stop := yields == 5
		mu.Unlock()
		if stop {
			<-hold
		}
	})
	begun := p.ask(request{Do: "begin", Wish: live.Wish{Size: 7, Player: "search:playouts=1000000,threads=1"}}).Game
	thinking := p.play(begun.At, "D4").Game
	if thinking.Thinking != "move" {
		t.Fatalf("after a move: %+v", thinking)
	}
	p.wait(func(m message) bool { return m.Event == "progress" && m.Of == 1000000 })
	done := make(chan struct{})
	go func() {
		defer close(done)
		m := p.ask(request{Do: "command", Command: live.Command{Do: "undo", At: thinking.At}})
		if m.Error != "" || len(m.Game.Moves) != 0 || m.Game.Thinking != "" {
			t.Errorf("taken back: %+v", m)
		}
	}()
	close(hold)
	<-done
}

// What cannot be answered is said.
func TestRefusals(t *testing.T) {
	p := openPage(t, nil)
	for want, r := range map[string]request{
		"there is no game": {Do: "command"}, "no request is called": {Do: "cheat"},
		"7×7": {Do: "begin", Wish: live.Wish{Size: 9, Player: "policy"}}, "nobody": {Do: "begin", Wish: live.Wish{Size: 7, Player: "nobody"}},
		"no game:": {Do: "resume", Kept: "no game"},
	} {
		if m := p.ask(r); !strings.Contains(m.Error, want) || m.Game != nil {
			t.Errorf("%s: %+v", want, m)
		}
	}
	p.bot.Handle([]byte(`{"n": 0, "do"`))
	p.wait(func(m message) bool { return strings.Contains(m.Error, "cannot be read") })
	if _, err := New([]byte("no archive"), Config{}); err == nil {
		t.Error("no archive is a model")
	}
}
