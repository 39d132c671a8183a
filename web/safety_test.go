package web

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/web/internal/live"
)

// A search of an hour, in a page that is closed, does not hold the only processor from another game. It
// goes on when somebody looks again, and ends with the server.
func TestAClosedBrowser(t *testing.T) {
	clock := &watchClock{}
	h, s := serve(t, t.TempDir(), func(c *Config) { c.Now = clock.now })
	const long = "rave:time=1h"
	slow := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 9, Player: long, Human: "white"}, http.StatusCreated)
	ctx, closed := context.WithCancel(t.Context())
	if !stream(ctx, t, h, slow.ID).Scan() {
		t.Fatal("no event")
	}
	other := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 9, Player: "random", Human: "white"}, http.StatusCreated)
	s.sweep()
	if g := ask[live.Snapshot](t, h, "/games/"+slow.ID, nil, http.StatusOK); g.Thinking != "move" {
		t.Fatalf("while somebody looks the player is to think on: %+v", g)
	}
	closed()
	for s.streams.Open() > 0 {
		time.Sleep(time.Millisecond)
	}
	moved := func() bool {
		return len(ask[live.Snapshot](t, h, "/games/"+other.ID, nil, http.StatusOK).Moves) == 1
	}
	for range 6000 { // the game counts as looked at until the server has noticed the closed browser
		clock.seconds.Add(int64(2 * stopAfter / time.Second))
		s.sweep()
		if moved() {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if !moved() {
		t.Fatal("the other game waits for one that nobody looks at")
	}
	if g := follow(t, h, slow.ID).until(func(g *live.Snapshot) bool { return g.Thinking == "move" }); len(g.Moves) != 0 {
		t.Errorf("%+v", g)
	}
}

// A record of 50 MB is refused, without being kept in memory.
func TestALargeRecord(t *testing.T) {
	h, _ := serve(t, t.TempDir(), nil)
	body := io.MultiReader(
		strings.NewReader(`{"size": 9, "player": "random", "sgf": "(;SZ[9]C[`),
		io.LimitReader(endless('a'), 50<<20), strings.NewReader(`])"}`),
	)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL+"/api/v1/games", body)
	if err != nil {
		t.Fatal(err)
	}
	response, err := h.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(string(text), "8 MB") {
		t.Errorf("status %d, %v: %s", response.StatusCode, err, text)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
		t.Errorf("%d bytes were allocated for it", used)
	}
	if list := ask[map[string][]listed](t, h, "/games", nil, http.StatusOK); len(list["games"]) != 0 {
		t.Errorf("a game was made: %+v", list)
	}
}

// endless repeats a byte.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// A reader that takes nothing from its stream holds nothing up: others get every change, and the server
// keeps one state for it, not a queue.
func TestASlowReader(t *testing.T) {
	h, s := serve(t, t.TempDir(), nil)
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 19, Player: "random", Human: "both"}, http.StatusCreated)
	raw, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(h.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	if err := raw.(*net.TCPConn).SetReadBuffer(1); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(raw, "GET /api/v1/events?game="+g.ID+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	for s.streams.Open() == 0 {
		time.Sleep(time.Millisecond)
	}
	quick := follow(t, h, g.ID)
	for i := range 40 {
		point := string("ABCDEFGHJK"[i%10]) + string("1234"[i/10])
		shot := ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: point, At: g.At}, http.StatusOK)
		g = shot
	}
	if last := quick.until(func(shot *live.Snapshot) bool { return shot.At == g.At }); len(last.Moves) != 40 {
		t.Errorf("the quick reader saw %d moves", len(last.Moves))
	}
}

// What a server began ends with it.
func TestNothingIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	config := Config{
		Players: player.Players(), Folder: t.TempDir(), Threads: 1, Random: chance{rand.NewChaCha8([32]byte{1})},
	}
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s.Handler())
	for range 3 {
		g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 9, Player: "rave:time=1h", Human: "white"}, http.StatusCreated)
		ctx, stop := context.WithCancel(t.Context())
		stream(ctx, t, h, g.ID).Scan()
		stop()
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	h.Close()
	h.Client().CloseIdleConnections()
	for end := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; {
		if time.Now().After(end) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
		time.Sleep(time.Millisecond)
	}
}
