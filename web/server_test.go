package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/strength"
	"github.com/tengen-go/tengen/timing"
	"github.com/tengen-go/tengen/web/internal/gamefile"
	"github.com/tengen-go/tengen/web/internal/live"
	"github.com/tengen-go/tengen/web/internal/refusal"
	"github.com/tengen-go/tengen/web/internal/schema"
)

// chance is a source of names that repeats.
type chance struct{ r *rand.ChaCha8 }

func (c chance) Read(p []byte) (int, error) { return c.r.Read(p) }

// ends are what ends the server of a folder.
var ends sync.Map

// serve starts a server for a test, in the place of the one that has the folder.
func serve(t *testing.T, folder string, change func(*Config)) (*httptest.Server, *Server) {
	t.Helper()
	config := Config{Players: player.Players(), Folder: folder, Threads: 1, Version: "1", Random: chance{rand.NewChaCha8([32]byte{1})}}
	if change != nil {
		change(&config)
	}
	if end, has := ends.Load(folder); has {
		end.(func())()
	}
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	checked := schema.Of(s.messages()).Handler(s.Handler(), func(err error) { t.Errorf("docs/api.schema.json: %v", err) })
	h := httptest.NewServer(checked)
	end := sync.OnceFunc(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		h.Close()
	})
	ends.Store(folder, end)
	t.Cleanup(end)
	return h, s
}

// ask sends a request and reads the answer, whose status must be the one wanted.
func ask[T any](t *testing.T, h *httptest.Server, path string, body any, status int) (answer T) {
	t.Helper()
	method, sent := http.MethodGet, io.Reader(http.NoBody)
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		method, sent = http.MethodPost, bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, h.URL+"/api/v1"+path, sent)
	if err != nil {
		t.Fatal(err)
	}
	response, err := h.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != status {
		t.Fatalf("%s %s: status %d, %v, want %d\n%s", method, path, response.StatusCode, err, status, raw)
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, raw)
	}
	return answer
}

type failure struct {
	Error string
	Code  string
	Args  map[string]any
	Game  *live.Snapshot
}

// events are those of a game, as they come.
type events struct {
	t     *testing.T
	lines *bufio.Scanner
}

// follow looks at a game until the test ends.
func follow(t *testing.T, h *httptest.Server, id string) events {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(stop)
	return events{t, stream(ctx, t, h, id)}
}

// stream opens the events of a game.
func stream(ctx context.Context, t *testing.T, h *httptest.Server, id string) *bufio.Scanner {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL+"/api/v1/events?game="+id, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := h.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	return lines
}

// next is the next event.
func (e events) next() *live.Snapshot { return e.until(func(*live.Snapshot) bool { return true }) }

// until is the next event that fits.
func (e events) until(fits func(*live.Snapshot) bool) *live.Snapshot {
	e.t.Helper()
	for e.lines.Scan() {
		if data, ok := strings.CutPrefix(e.lines.Text(), "data: "); ok {
			var g live.Snapshot
			if err := json.Unmarshal([]byte(data), &g); err != nil {
				e.t.Fatal(err)
			}
			if fits(&g) {
				return &g
			}
		}
	}
	e.t.Fatalf("no such event: %v", e.lines.Err())
	return nil
}

// until waits for the event of a game that fits, and looks away.
func until(t *testing.T, h *httptest.Server, id string, fits func(*live.Snapshot) bool) *live.Snapshot {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	return events{t, stream(ctx, t, h, id)}.until(fits)
}

func persons(g *live.Snapshot) bool { return g.Turn == live.TurnPerson && g.Thinking == "" }

// A game against the random player, from the first move to the count, and once more from the disk.
func TestAGameToItsCount(t *testing.T) {
	folder := t.TempDir()
	h, _ := serve(t, folder, nil)
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 7, Player: "random:seed=4", Human: "black"}, http.StatusCreated)
	if g.Size != 7 || g.Turn != live.TurnPerson || g.Black != "You" || g.Points != strings.Repeat(".", 49) {
		t.Fatalf("the new game is %+v", g)
	}
	g = ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "D4", At: g.At}, http.StatusOK)
	if g.Points[24] != 'X' || len(g.Moves) != 1 {
		t.Errorf("after D4: %+v", g)
	}
	answered := until(t, h, g.ID, persons)
	if len(answered.Moves) != 2 || answered.Moves[1].Color != "white" {
		t.Fatalf("the player's answer: %+v", answered.Moves)
	}
	same := live.Command{Do: "play", Point: "D4", At: answered.At}
	if wrong := ask[failure](t, h, "/games/"+g.ID, same, http.StatusBadRequest); !strings.Contains(wrong.Error, "occupied") {
		t.Errorf("a stone on a stone: %q", wrong.Error)
	}
	now := until(t, h, g.ID, persons)
	stale := ask[failure](t, h, "/games/"+g.ID, live.Command{Do: "undo", At: now.At - 1}, http.StatusConflict)
	if stale.Game == nil || len(stale.Game.Moves) != 2 {
		t.Errorf("a stale command: %+v", stale)
	}
	back := ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "undo", At: now.At}, http.StatusOK)
	if len(back.Moves) != 0 || back.Turn != live.TurnPerson {
		t.Errorf("taken back: %+v", back)
	}
	// The person passes until the player does, which has nothing else to do in the end.
	last := &back
	for last.Turn != live.TurnCount {
		if len(last.Moves) > 400 {
			t.Fatal("the game does not end")
		}
		ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "pass", At: last.At}, http.StatusOK)
		last = until(t, h, g.ID, func(g *live.Snapshot) bool { return persons(g) || g.Turn == live.TurnCount })
	}
	if last.Result == "" || len(last.Owners) != 49 || last.Result[0] != 'W' {
		t.Fatalf("counted as %q, owners %q", last.Result, last.Owners)
	}
	i := strings.IndexByte(last.Points, 'O')
	stone := fmt.Sprintf("%c%d", "ABCDEFG"[i%7], 7-i/7)
	dead := ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "toggle", Point: stone, At: last.At}, http.StatusOK)
	if len(dead.Dead) == len(last.Dead) {
		t.Errorf("%s is not marked: dead %v", stone, dead.Dead)
	}
	// Another server on the same folder.
	again, _ := serve(t, folder, nil)
	kept := ask[live.Snapshot](t, again, "/games/"+g.ID, nil, http.StatusOK)
	if kept.Points != last.Points || kept.Turn != live.TurnCount || kept.Human != "black" {
		t.Errorf("from the disk: %+v", kept)
	}
	list := ask[map[string][]listed](t, again, "/games", nil, http.StatusOK)["games"]
	if len(list) != 1 || list[0].ID != g.ID || list[0].Size != 7 || list[0].Result == "" {
		t.Errorf("the list: %+v", list)
	}
	if !reflect.DeepEqual(kept.Dead, dead.Dead) || kept.Result != dead.Result || list[0].Result != dead.Result {
		t.Errorf("%s with %v dead, in the list %s; want %s, %v", kept.Result, kept.Dead, list[0].Result, dead.Result, dead.Dead)
	}
}

// A folder has one server: a second one is refused until the first has ended. A server that does not begin
// leaves the folder free.
func TestAFolderHasOneServer(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "web")
	config := Config{Players: player.Players(), Folder: dir, Threads: 1, Random: chance{rand.NewChaCha8([32]byte{1})}}
	wrong := config
	wrong.Player = "nobody"
	if _, err := New(wrong); err == nil {
		t.Fatal("a player that nobody can play is served")
	}
	for range 2 {
		s, err := New(config)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(config); !errors.Is(err, folder.ErrBusy) || !strings.Contains(err.Error(), dir) {
			t.Errorf("a second server: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A game that was resigned is over after a restart, and so is nothing else.
func TestRestart(t *testing.T) {
	folder := t.TempDir()
	h, _ := serve(t, folder, nil)
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 9, Player: "random", Human: "white", Handicap: 2}, http.StatusCreated)
	first := until(t, h, g.ID, persons)
	if first.Handicap != 2 || first.Komi != 0.5 || len(first.Moves) != 0 {
		t.Errorf("with handicap White begins: %+v", first)
	}
	ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "E5", At: first.At}, http.StatusOK)
	played := until(t, h, g.ID, persons)
	again, _ := serve(t, folder, nil)
	resumed := until(t, again, g.ID, persons)
	if resumed.Points != played.Points || resumed.Turn != live.TurnPerson || resumed.Browsing {
		t.Errorf("resumed: %+v", resumed)
	}
	over := ask[live.Snapshot](t, again, "/games/"+g.ID, live.Command{Do: "resign", At: resumed.At}, http.StatusOK)
	if over.Result != "B+R" || over.Turn != live.TurnOver {
		t.Errorf("resigned: %+v", over)
	}
	third, _ := serve(t, folder, nil)
	if kept := ask[live.Snapshot](t, third, "/games/"+g.ID, nil, http.StatusOK); kept.Result != "B+R" || kept.Turn != live.TurnOver {
		t.Errorf("a resigned game after a restart: %+v", kept)
	}
}

// A game from a record goes on after a restart. So does a game after a resignation that was taken back.
func TestAGameUnderWayStaysSo(t *testing.T) {
	folder := t.TempDir()
	h, _ := serve(t, folder, nil)
	wish := live.Wish{File: gamefile.File{SGF: "(;SZ[9]RE[B+R];B[ee];W[cc])"}, Player: "random", Human: "black"}
	g := ask[live.Snapshot](t, h, "/games", wish, http.StatusCreated)
	if list := ask[map[string][]listed](t, h, "/games", nil, http.StatusOK)["games"]; list[0].Result != "" {
		t.Errorf("the list at first: %+v", list)
	}
	ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "F4", At: g.At}, http.StatusOK)
	until(t, h, g.ID, persons)
	again, _ := serve(t, folder, nil)
	kept := ask[live.Snapshot](t, again, "/games/"+g.ID, nil, http.StatusOK)
	if kept.Turn != live.TurnPerson || kept.Result != "" || len(kept.Moves) != 4 {
		t.Errorf("after a restart: turn %s, result %q", kept.Turn, kept.Result)
	}
	ask[live.Snapshot](t, again, "/games/"+g.ID, live.Command{Do: "resign", At: kept.At}, http.StatusOK)
	third, _ := serve(t, folder, nil)
	over := ask[live.Snapshot](t, third, "/games/"+g.ID, nil, http.StatusOK)
	ask[live.Snapshot](t, third, "/games/"+g.ID, live.Command{Do: "undo", At: over.At}, http.StatusOK)
	fourth, _ := serve(t, folder, nil)
	if kept = ask[live.Snapshot](t, fourth, "/games/"+g.ID, nil, http.StatusOK); kept.Turn != live.TurnPerson {
		t.Errorf("the resignation taken back: turn %s, result %q", kept.Turn, kept.Result)
	}
	if list := ask[map[string][]listed](t, fourth, "/games", nil, http.StatusOK)["games"]; list[0].Result != "" {
		t.Errorf("the list: %+v", list)
	}
}

// A record without komi or rules goes on with those that were wished for, after a restart, too.
func TestWishedRulesStay(t *testing.T) {
	one := 1.0
	handicap := gamefile.File{SGF: "(;SZ[9]RU[Chinese]AB[cc][gg];W[ee];B[ce])"}
	for want, wish := range map[float64]live.Wish{
		1: {Komi: &one}, 6.5: {Rules: "japanese"}, 0.5: {File: handicap},
	} {
		folder := t.TempDir()
		h, _ := serve(t, folder, nil)
		wish.Player, wish.Human = "random", "black"
		if !wish.Given() {
			wish.File = gamefile.File{SGF: "(;SZ[9];B[ee];W[cc])"}
		}
		g := ask[live.Snapshot](t, h, "/games", wish, http.StatusCreated)
		again, _ := serve(t, folder, nil)
		kept := ask[live.Snapshot](t, again, "/games/"+g.ID, nil, http.StatusOK)
		if g.Komi != want || kept.Komi != want {
			t.Errorf("komi %v, after a restart %v, want %v", g.Komi, kept.Komi, want)
		}
	}
}

// Both sides are in atari. Black plays elsewhere: the teacher says so, and the move is taken back.
func TestTeacher(t *testing.T) {
	h, _ := serve(t, t.TempDir(), nil)
	const record = `(;SZ[7]KM[9]AB[ba][bb][bc][bd][be][bf][da][db][dc][dd][de][df][dg]AW[aa][ab][ac][ad][ae][af][ca][cb][cc][cd][ce][cf][cg]PL[B])`
	g := ask[live.Snapshot](t, h, "/games", live.Wish{File: gamefile.File{SGF: record}, Player: "random", Human: "black", Teach: true}, http.StatusCreated)
	ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "F4", At: g.At}, http.StatusOK)
	warned := until(t, h, g.ID, func(g *live.Snapshot) bool { return g.Thinking == "" })
	if warned.Turn != live.TurnLesson || warned.Lesson == nil ||
		!strings.Contains("A1 B1", warned.Lesson.Better.Point) || warned.Lesson.Loss < 0.1 || len(warned.Moves) != 1 {
		t.Fatalf("the teacher says %+v, turn %s", warned.Lesson, warned.Turn)
	}
	back := ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "undo", At: warned.At}, http.StatusOK)
	if len(back.Moves) != 0 || back.Lesson != nil || back.Turn != live.TurnPerson {
		t.Fatalf("taken back: %+v", back)
	}
	ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: warned.Lesson.Better.Point, At: back.At}, http.StatusOK)
	fine := until(t, h, g.ID, persons)
	if fine.Lesson != nil || len(fine.Moves) != 2 {
		t.Errorf("the best move is warned of: %+v", fine.Lesson)
	}
}

// The teacher, and from which loss on it warns, are kept; so is that it was turned off.
func TestTheTeacherIsKept(t *testing.T) {
	folder := t.TempDir()
	h, _ := serve(t, folder, nil)
	wish := live.Wish{Size: 7, Player: "random", Teach: true, Share: 0.25}
	g := ask[live.Snapshot](t, h, "/games", wish, http.StatusCreated)
	again, _ := serve(t, folder, nil)
	kept := ask[live.Snapshot](t, again, "/games/"+g.ID, nil, http.StatusOK)
	if !kept.Teaching || kept.Share != 0.25 {
		t.Errorf("after a restart: %v, %v", kept.Teaching, kept.Share)
	}
	ask[live.Snapshot](t, again, "/games/"+g.ID, live.Command{Do: "teach", Share: 0.5, At: kept.At}, http.StatusOK)
	third, _ := serve(t, folder, nil)
	if kept = ask[live.Snapshot](t, third, "/games/"+g.ID, nil, http.StatusOK); kept.Teaching || kept.Share != 0.5 {
		t.Errorf("turned off: %v, %v", kept.Teaching, kept.Share)
	}
}

// A game with a player that may not play any more says where its record is, and the record can be downloaded.
func TestARecordNeedsNoPlayer(t *testing.T) {
	folder := t.TempDir()
	h, s := serve(t, folder, nil)
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 7, Player: "random", Human: "both"}, http.StatusCreated)
	ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "D4", At: g.At}, http.StatusOK)
	path, err := s.path(g.ID)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, bytes.Replace(raw, []byte("[random]"), []byte("[gtp:/bin/false]"), 1), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	again, _ := serve(t, folder, nil)
	at := "/games/" + g.ID + "/sgf"
	wrong := ask[failure](t, again, "/games/"+g.ID, nil, http.StatusBadRequest)
	if !strings.Contains(wrong.Error, "--allow-commands") || !strings.Contains(wrong.Error, "/api/v1"+at) {
		t.Errorf("opened: %q", wrong.Error)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, again.URL+"/api/v1"+at, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := again.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	whole := bytes.Contains(text, []byte("B[dd]")) && !bytes.Contains(text, []byte("TG"))
	if err != nil || response.StatusCode != http.StatusOK || !whole {
		t.Errorf("the record: status %d, %v, %s", response.StatusCode, err, text)
	}
}

// Hints and the count are shown until the next move.
func TestAdvice(t *testing.T) {
	h, _ := serve(t, t.TempDir(), nil)
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 7, Player: "rave:playouts=50,threads=1"}, http.StatusCreated)
	ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "hint", At: g.At}, http.StatusOK)
	hinted := until(t, h, g.ID, func(g *live.Snapshot) bool { return len(g.Hints) > 0 })
	counted := ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "count", At: hinted.At}, http.StatusOK)
	if counted.Estimate == nil || len(counted.Estimate.Owner) != 49 || len(counted.Hints) == 0 || !hinted.Hints[0].Read {
		t.Fatalf("hints %v, estimate %+v", counted.Hints, counted.Estimate)
	}
	moved := ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: counted.Hints[0].Point, At: counted.At}, http.StatusOK)
	if moved.Estimate != nil || moved.Hints != nil {
		t.Errorf("still shown after a move: %+v", moved)
	}
}

// A rank that the board lacks means the nearest level, as docs/api.md says and as it does for tengen play.
func TestNearestLevelPlays(t *testing.T) {
	h, _ := serve(t, t.TempDir(), nil)
	weakest := strength.Levels(9)[0].Name
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 9, Level: "99k", Human: "black"}, http.StatusCreated)
	if want := "Tengen, " + weakest; g.White != want {
		t.Errorf("White is %s, want %s", g.White, want)
	}
}

// What a page may not ask for is refused with a reason, and changes nothing.
func TestRefusals(t *testing.T) {
	h, s := serve(t, t.TempDir(), nil)
	for want, body := range map[string]any{
		"want 7 to 19":            live.Wish{Size: 21},
		"6: want 7 to 19":         live.Wish{Size: 6},
		"--allow-commands":        live.Wish{Player: "gtp:/bin/false"},
		"player machines starts":  live.Wish{Player: "machines:/etc/hosts,rave"},
		"in none of the server's": live.Wish{Player: "policy:model=/etc"},
		"no kind of player":       live.Wish{Player: "nobody"},
		`level "3"`:               live.Wish{Level: "3"},
		"black, white or both":    live.Wish{Human: "blue"},
		"not what docs/api.md":    map[string]any{"sise": 9},
		"no game":                 live.Wish{File: gamefile.File{SGF: "no record"}},
		"komi":                    map[string]any{"komi": 1e9},
		"rules":                   live.Wish{Rules: "house"},
		"handicap":                live.Wish{Handicap: 99},
		"share 2: want 0 to 1":    live.Wish{Share: 2},
	} {
		if wrong := ask[failure](t, h, "/games", body, http.StatusBadRequest); !strings.Contains(wrong.Error, want) {
			t.Errorf("%+v: %q, want %q", body, wrong.Error, want)
		}
	}
	for _, id := range []string{"0123456789abcdef", "..", "%2e%2e%2fetc", strings.Repeat("a", 400)} {
		if wrong := ask[failure](t, h, "/games/"+id, nil, http.StatusNotFound); wrong.Error == "" {
			t.Errorf("game %s: no reason", id)
		}
	}
	large := live.Wish{File: gamefile.File{SGF: strings.Repeat("x", mostBody+1)}}
	if wrong := ask[failure](t, h, "/games", large, http.StatusRequestEntityTooLarge); !strings.Contains(wrong.Error, "more than") {
		t.Errorf("a large record: %q", wrong.Error)
	}
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 7, Player: "random"}, http.StatusCreated)
	for want, c := range map[string]live.Command{
		"no command": {Do: "cheat"}, "D4": {Do: "play", Point: "Z9"}, "not over": {Do: "toggle", Point: "A1"}, "nothing to take back": {Do: "undo"},
	} {
		now := ask[live.Snapshot](t, h, "/games/"+g.ID, nil, http.StatusOK)
		c.At = now.At
		if wrong := ask[failure](t, h, "/games/"+g.ID, c, http.StatusBadRequest); !strings.Contains(wrong.Error, want) {
			t.Errorf("%+v: %q, want %q", c, wrong.Error, want)
		}
	}
	if now := s.games[g.ID].Snapshot(); now.Turn != live.TurnPerson || len(now.Moves) != 0 {
		t.Error("a refused command changed the game")
	}
}

// A player that nobody can play is refused before anybody opens a page. The server's own player may be a program.
func TestTheServersOwnPlayer(t *testing.T) {
	for text, fits := range map[string]bool{
		"": true, "random": true, "gtp:/no/program": true, "machines:/no/file,rave": true,
		"nobody": false, "rave:playouts=0": false, "policy:model=/none": false,
	} {
		config := Config{
			Players: player.Players(), Folder: t.TempDir(), Threads: 1, Player: text, Random: chance{rand.NewChaCha8([32]byte{1})},
		}
		s, err := New(config)
		if fits != (err == nil) {
			t.Errorf("player %q: %v", text, err)
		}
		if err == nil {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// Games in memory are bounded: one that nobody looks at makes room, and stays on the disk. If all are looked
// at, another one is refused and leaves no file behind.
func TestGamesAreBounded(t *testing.T) {
	folder := t.TempDir()
	h, s := serve(t, folder, nil)
	var ids []string
	for range mostGames + 1 {
		ids = append(ids, ask[live.Snapshot](t, h, "/games", live.Wish{Size: 7, Player: "random"}, http.StatusCreated).ID)
	}
	if len(s.games) != mostGames || s.games[ids[0]] != nil {
		t.Errorf("%d games in memory, the first one still there: %v", len(s.games), s.games[ids[0]] != nil)
	}
	ask[live.Snapshot](t, h, "/games/"+ids[0], nil, http.StatusOK)
	for id := range s.games {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/api/v1/events?game="+id, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := h.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if _, err := response.Body.Read(make([]byte, 1)); err != nil { // the stream stands
			t.Fatal(err)
		}
	}
	ask[failure](t, h, "/games", live.Wish{Size: 7, Player: "random"}, http.StatusServiceUnavailable)
	files, err := filepath.Glob(filepath.Join(folder, "*.sgf"))
	if err != nil || len(files) != mostGames+1 {
		t.Errorf("%d files, %v", len(files), err)
	}
}

// A move that is refused changes nothing: the next command need not know of it.
func TestARefusedMoveIsNoChange(t *testing.T) {
	h, _ := serve(t, t.TempDir(), nil)
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 7, Player: "random"}, http.StatusCreated)
	ask[failure](t, h, "/games/"+g.ID, live.Command{Do: "play", At: g.At, Point: "Z9"}, http.StatusBadRequest)
	ask[failure](t, h, "/games/"+g.ID, live.Command{Do: "undo", At: g.At}, http.StatusBadRequest)
	ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", At: g.At, Point: "D4"}, http.StatusOK)
}

// Pages of other sites, other names of this machine and other machines get nothing.
func TestStrangers(t *testing.T) {
	h, _ := serve(t, t.TempDir(), nil)
	for name, c := range map[string]struct {
		change func(*http.Request)
		status int
	}{
		"a name that leads here":  {func(r *http.Request) { r.Host = "evil.example" }, http.StatusMisdirectedRequest},
		"a page of another site":  {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, http.StatusForbidden},
		"an old browser's origin": {func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, http.StatusForbidden},
		"our own page":            {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-origin") }, http.StatusCreated},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL+"/api/v1/games", strings.NewReader(`{"player":"random"}`))
		if err != nil {
			t.Fatal(err)
		}
		c.change(r)
		response, err := h.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var says failure
		err = errors.Join(json.NewDecoder(response.Body).Decode(&says), response.Body.Close())
		if err != nil || response.StatusCode != c.status || (says.Error == "") != (c.status == http.StatusCreated) {
			t.Errorf("%s: status %d, want %d; %q, %v", name, response.StatusCode, c.status, says.Error, err)
		}
		if csp := response.Header.Get("Content-Security-Policy"); c.status != http.StatusForbidden && !strings.HasPrefix(csp, "default-src 'none'") {
			t.Errorf("%s: policy %q", name, csp)
		}
	}
}

// Streams are bounded, and those that end leave nothing behind.
func TestStreamsEnd(t *testing.T) {
	h, s := serve(t, t.TempDir(), nil)
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 7, Player: "random"}, http.StatusCreated)
	ctx, stop := context.WithCancel(t.Context())
	open := func() *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL+"/api/v1/events?game="+g.ID, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := h.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		return response
	}
	for range mostStreams {
		if r := open(); r.StatusCode != http.StatusOK {
			t.Fatalf("status %d", r.StatusCode)
		}
	}
	if r := open(); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("one more: status %d", r.StatusCode)
	}
	// Nobody reads these streams, and the game goes on all the same.
	ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "D4", At: g.At}, http.StatusOK)
	stop()
	for {
		if s.streams.Open() == 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if answered := until(t, h, g.ID, persons); len(answered.Moves) != 2 {
		t.Errorf("%d moves", len(answered.Moves))
	}
}

// The page is small, complete, and asks nobody else for anything.
func TestPage(t *testing.T) {
	h, _ := serve(t, t.TempDir(), nil)
	all, err := files()
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range all {
		for _, address := range regexp.MustCompile(`https?://[^"'\s)]+`).FindAll(f.plain, -1) {
			if strings.HasPrefix(name, "/vendor/") || string(address) == "http://www.w3.org/2000/svg" {
				continue
			}
			t.Errorf("%s names %s", name, address)
		}
		for _, m := range regexp.MustCompile(`(?:from|import|src=|href=) ?["'](/[^"'#]+)["']`).FindAllSubmatch(f.plain, -1) {
			if all[string(m[1])] == nil && !bytes.HasPrefix(m[1], []byte("/api/")) && string(m[1]) != "/" {
				t.Errorf("%s asks for %s, which is not there", name, m[1])
			}
		}
	}
	// The first load is what the modules import at once, and the longest file of words.
	first, next := map[string]bool{}, []string{"/index.html", "/text/ja.js"}
	total := 0
	for len(next) > 0 {
		name := next[0]
		if next = next[1:]; first[name] || all[name] == nil {
			continue
		}
		first[name] = true
		total += len(all[name].small)
		for _, m := range regexp.MustCompile(`(?:from|src=|href=) ?["'](/[^"'#]+)["']`).FindAllSubmatch(all[name].plain, -1) {
			next = append(next, string(m[1]))
		}
	}
	if total > 100_000 || !first["/board.js"] {
		t.Errorf("the first load has %d bytes, want at most 100,000: %v", total, first)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/app.js", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("If-None-Match", all["/app.js"].tag)
	response, err := h.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusNotModified {
		t.Errorf("a file that the browser has: status %d", response.StatusCode)
	}
}

// All languages have the words of English, and the same values in them.
func TestLanguages(t *testing.T) {
	entry := regexp.MustCompile(`(\w+): '((?:[^'\\]|\\.)*)'`)
	value := regexp.MustCompile(`\{(\w+)\}`)
	read := func(language string) map[string]string {
		raw, err := os.ReadFile("ui/text/" + language + ".js")
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		for _, m := range entry.FindAllSubmatch(raw, -1) {
			all[string(m[1])] = string(m[2])
		}
		return all
	}
	english := read("en")
	if len(english) < 60 {
		t.Fatalf("%d words", len(english))
	}
	for _, language := range []string{"zh", "ja", "ko"} {
		other := read(language)
		for key, text := range english {
			want, got := map[string]bool{}, map[string]bool{}
			for _, m := range value.FindAllStringSubmatch(text, -1) {
				want[m[1]] = true
			}
			for _, m := range value.FindAllStringSubmatch(other[key], -1) {
				got[m[1]] = true
			}
			if strings.Contains(other[key], " %") || strings.Contains(text, " %") {
				t.Errorf("%s: %s may break before %%", language, key)
			}
			if other[key] == "" || !reflect.DeepEqual(want, got) {
				t.Errorf("%s: %s is %q", language, key, other[key])
			}
		}
		for key := range other {
			// The server says in English what a setting is for.
			if english[key] == "" && !strings.HasPrefix(key, "train_about_") {
				t.Errorf("%s: English has no %s", language, key)
			}
		}
	}
}

// A game without a move is not listed, and a game can be deleted for good, also while somebody looks at it.
func TestDeletedGames(t *testing.T) {
	folder := t.TempDir()
	h, _ := serve(t, folder, nil)
	wish := live.Wish{Size: 7, Player: "random", Human: "both", Time: "10m"}
	empty := ask[live.Snapshot](t, h, "/games", wish, http.StatusCreated)
	g := ask[live.Snapshot](t, h, "/games", wish, http.StatusCreated)
	g = ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "D4", At: g.At}, http.StatusOK)
	list := func() []listed { return ask[map[string][]listed](t, h, "/games", nil, http.StatusOK)["games"] }
	if all := list(); len(all) != 1 || all[0].ID != g.ID {
		t.Errorf("the list is %+v, without %s", all, empty.ID)
	}
	follow(t, h, g.ID).next()
	for _, status := range []int{http.StatusOK, http.StatusNotFound} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, h.URL+"/api/v1/games/"+g.ID, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := h.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != status {
			t.Errorf("deleted: status %d, want %d", response.StatusCode, status)
		}
	}
	ask[failure](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "C3", At: g.At}, http.StatusNotFound)
	if files, err := filepath.Glob(filepath.Join(folder, "*.sgf")); err != nil || len(files) != 1 || len(list()) != 0 {
		t.Errorf("files %v, %v; list %+v", files, err, list())
	}
}

// While the player of one game takes long to begin, the server answers everybody else.
func TestASlowPlayerHoldsNobodyUp(t *testing.T) {
	folder := t.TempDir()
	h, _ := serve(t, folder, nil)
	wish := live.Wish{Size: 7, Player: "random", Human: "both"}
	g := ask[live.Snapshot](t, h, "/games", wish, http.StatusCreated)
	ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "play", Point: "D4", At: g.At}, http.StatusOK)
	asked, begin := make(chan struct{}, 2), make(chan struct{})
	again, _ := serve(t, folder, func(c *Config) {
		random := c.Players["random"]
		c.Players["random"] = func(s options.Spec, env player.Env) (player.Player, error) {
			asked <- struct{}{}
			<-begin
			return random(s, env)
		}
	})
	release := sync.OnceFunc(func() { close(begin) })
	t.Cleanup(release) // also when something fails below
	var opened sync.WaitGroup
	for range 2 { // who asks for the game waits, and has one game
		opened.Go(func() {
			if one := ask[live.Snapshot](t, again, "/games/"+g.ID, nil, http.StatusOK); len(one.Moves) != 1 {
				t.Errorf("opened: %+v", one)
			}
		})
	}
	<-asked
	if all := ask[map[string][]listed](t, again, "/games", nil, http.StatusOK)["games"]; len(all) != 1 {
		t.Errorf("the list is %+v", all)
	}
	ask[failure](t, again, "/games/0123456789abcdef", nil, http.StatusNotFound)
	release()
	opened.Wait()
	if len(asked) != 0 {
		t.Error("two players were made")
	}
}

// While the server ends, a game that rests is refused for now: the page asks again.
func TestTheServerEnds(t *testing.T) {
	h, s := serve(t, t.TempDir(), nil)
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 7, Player: "random", Human: "both"}, http.StatusCreated)
	s.mu.Lock()
	s.rest(s.games[g.ID])
	s.mu.Unlock()
	s.stop()
	wrong := ask[failure](t, h, "/events?game="+g.ID, nil, http.StatusServiceUnavailable)
	if !strings.Contains(wrong.Error, "the server ends") {
		t.Errorf("refused with %q", wrong.Error)
	}
}

// Common refusals have a code with its values, which the manual and every language know.
func TestCodes(t *testing.T) {
	h, _ := serve(t, t.TempDir(), func(c *Config) { c.ModelDirs = []string{t.TempDir()} })
	komi := 1e9
	for code, c := range map[string]struct {
		wish live.Wish
		args map[string]any
	}{
		refusal.Handicap: {live.Wish{Size: 7, Handicap: 9}, map[string]any{"stones": 9.0, "most": 4.0}},
		refusal.Komi:     {live.Wish{Komi: &komi}, map[string]any{"komi": 1e9}},
		refusal.NoModel:  {live.Wish{Size: 12, Player: "policy"}, map[string]any{"size": 12.0}},
	} {
		if wrong := ask[failure](t, h, "/games", c.wish, http.StatusBadRequest); wrong.Code != code || !reflect.DeepEqual(wrong.Args, c.args) {
			t.Errorf("%+v: %+v, want %s with %v", c.wish, wrong, code, c.args)
		}
	}
	// B1 is suicide for Black.
	const record = "(;SZ[7]KM[7]AB[dd]AW[ag][bf][cg]PL[B])"
	g := ask[live.Snapshot](t, h, "/games", live.Wish{File: gamefile.File{SGF: record}, Player: "random", Human: "both"}, http.StatusCreated)
	point := func(p string) map[string]any { return map[string]any{"point": p} }
	for code, c := range map[string]struct {
		do   live.Command
		args map[string]any
	}{
		refusal.Occupied:     {live.Command{Do: "play", Point: "D4"}, point("D4")},
		refusal.Suicide:      {live.Command{Do: "play", Point: "B1"}, point("B1")},
		refusal.NoUndo:       {live.Command{Do: "undo"}, nil},
		refusal.RecordBegins: {live.Command{Do: "back"}, nil},
		refusal.RecordEnds:   {live.Command{Do: "forward"}, nil},
		refusal.NoVariation:  {live.Command{Do: "variation"}, nil},
	} {
		c.do.At = ask[live.Snapshot](t, h, "/games/"+g.ID, nil, http.StatusOK).At
		if wrong := ask[failure](t, h, "/games/"+g.ID, c.do, http.StatusBadRequest); wrong.Code != code || !reflect.DeepEqual(wrong.Args, c.args) {
			t.Errorf("%+v: %+v, want %s with %v", c.do, wrong, code, c.args)
		}
	}
	manual, err := os.ReadFile("../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"en", "zh", "ja", "ko"} {
		words, err := os.ReadFile("ui/text/" + file + ".js")
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range refusal.Codes {
			if !bytes.Contains(words, []byte("refused_"+code+": ")) || !bytes.Contains(manual, []byte("`"+code+"`")) {
				t.Errorf("docs/api.md or the words of %s lack %s", file, code)
			}
		}
	}
}

// docs/api.md has every field of every answer and request, and every command.
func TestManualOfTheInterface(t *testing.T) {
	raw, err := os.ReadFile("../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	manual := string(raw)
	var names func(reflect.Type) []string
	names = func(typ reflect.Type) (list []string) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || !strings.HasPrefix(typ.PkgPath(), reflect.TypeFor[Server]().PkgPath()) {
			return nil
		}
		for i := range typ.NumField() {
			f := typ.Field(i)
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous {
				list = append(list, name)
			}
			list = append(list, names(f.Type)...)
		}
		return list
	}
	for _, typ := range []reflect.Type{
		reflect.TypeFor[live.Snapshot](), reflect.TypeFor[live.Wish](), reflect.TypeFor[live.Command](),
		reflect.TypeFor[listed](), reflect.TypeFor[aboutJSON](),
	} {
		for _, name := range names(typ) {
			if !strings.Contains(manual, "`"+name+"`") {
				t.Errorf("%v: docs/api.md does not have %s", typ, name)
			}
		}
	}
	for _, name := range live.Commands() {
		if !strings.Contains(manual, "`"+name+"`") {
			t.Errorf("docs/api.md does not have the command %s", name)
		}
	}
}

// Each new game of a player is another one, unless its string has a seed.
func TestNewGamesAreOtherGames(t *testing.T) {
	s, err := New(Config{
		Players: player.Players(), Folder: t.TempDir(), Threads: 1, Random: chance{rand.NewChaCha8([32]byte{1})},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for text, same := range map[string]bool{"random": false, "random:seed=5": true} {
		moves := map[board.Point]bool{}
		for range 8 {
			p, text, _, err := s.opponent(live.Wish{Player: text}, 9)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.reseed(p, text); err != nil {
				t.Fatal(err)
			}
			g, err := board.NewGame(9, board.Chinese())
			if err != nil {
				t.Fatal(err)
			}
			if err := p.NewGame(game.Of(g)); err != nil {
				t.Fatal(err)
			}
			c, err := p.Genmove(t.Context(), board.Black, timing.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			moves[c.Point] = true
		}
		if (len(moves) == 1) != same {
			t.Errorf("%s begins eight games with %d moves", text, len(moves))
		}
	}
}

// A server that cannot keep games says so when it starts, and serves all the same.
func TestAFolderThatCannotBe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	h, _ := serve(t, filepath.Join(file, "games"), func(c *Config) { c.Log = slog.New(slog.NewTextHandler(&said, nil)) })
	if !strings.Contains(said.String(), "no game can be kept") || !strings.Contains(said.String(), file) {
		t.Errorf("it says %q", said.String())
	}
	ask[map[string]any](t, h, "/about", nil, http.StatusOK)
}
