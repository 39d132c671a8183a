package reviews

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/timing"
	"github.com/tengen-go/tengen/web/internal/schema"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// critic is a player with fixed opinions: Black's win rate falls by 10 % with every move, and the first free
// point would be better. It waits before each position if somebody wants it to.
type critic struct {
	game *board.Game
	room *critics
}

// critics are the critics of a server.
type critics struct {
	wait  chan struct{} // if not nil, a critic looks at a position only when it gets something
	asked chan string   // the moves before each position that was looked at
	read  chan int      // how many moves there are before a position that is read on
	slow  bool          // a critic that reads on never has enough
}

func newCritics() *critics {
	return &critics{asked: make(chan string, 1000), read: make(chan int, 1000)}
}

func (k *critics) build(options.Spec, player.Env) (player.Player, error) {
	return &critic{room: k}, nil
}

func (c *critic) String() string { return "critic" }
func (c *critic) Close() error   { return nil }
func (c *critic) NewGame(g game.Game) error {
	c.game = g.Clone().(game.GoGame).Game
	return nil
}
func (c *critic) Play(m board.Move) error { return c.game.Play(m.Point, m.Color) }
func (c *critic) Genmove(context.Context, board.Color, timing.Clock) (player.Choice, error) {
	return player.Choice{}, errors.ErrUnsupported
}

func (c *critic) analysis(color board.Color, visits int) *player.Analysis {
	share := 1 - 0.1*float64(len(c.game.Moves())%10)
	if color == board.White {
		share = 1 - share
	}
	a := &player.Analysis{ToMove: color, Visits: visits, Winrate: share, Ownership: slices.Repeat([]float64{0.5}, 81)}
	for i := range 81 {
		if p := board.FromIndex(i, 9); c.game.Legal(p, color) == nil {
			a.Moves = append(a.Moves, player.MoveAnalysis{Point: p, Visits: visits, Winrate: share, Variation: []board.Point{p, board.Pass}})
			break
		}
	}
	return a
}

func (c *critic) GenmoveAnalyze(
	ctx context.Context, color board.Color, _ timing.Clock, _ player.AnalyzeOptions, report func(*player.Analysis),
) (player.Choice, error) {
	if c.room.wait != nil {
		select {
		case <-c.room.wait:
		case <-ctx.Done():
			return player.Choice{}, ctx.Err()
		}
	}
	var line []string
	for _, m := range c.game.Moves() {
		line = append(line, m.Point.Vertex(9))
	}
	c.room.asked <- strings.Join(line, " ")
	report(c.analysis(color, 7))
	return player.Choice{Point: board.Pass}, nil
}

func (c *critic) Analyze(ctx context.Context, color board.Color, _ player.AnalyzeOptions, report func(*player.Analysis)) error {
	c.room.read <- len(c.game.Moves())
	report(c.analysis(color, mostVisits/2))
	if !c.room.slow {
		report(c.analysis(color, mostVisits))
	}
	<-ctx.Done()
	return nil
}

// part is a server of reviews in a folder, with a stopped clock.
func part(t *testing.T, folder string, k *critics) (*httptest.Server, *Reviews) {
	t.Helper()
	players := player.Players()
	players["critic"], players["other"] = k.build, k.build
	chance := rand.NewChaCha8([32]byte{3})
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	log := slog.New(slog.DiscardHandler)
	s := New(Config{
		Room:    thinking.NewRoom(thinking.Config{Players: players, Threads: 2}),
		Streams: &wire.Streams{Most: 10, Log: log}, Folder: folder, Log: log,
		Name: func(n int) (string, error) {
			raw := make([]byte, n)
			_, _ = chance.Read(raw)
			return hex.EncodeToString(raw), nil
		},
		Game: func(id string) (*sgf.Tree, error) {
			if id != "abc" {
				return nil, wire.Missing("no such game")
			}
			trees, _ := sgf.Parse("game", []byte("(;SZ[9]PB[me];B[ee])"))
			return trees[0], nil
		},
		Now: func() time.Time { return now },
	})
	mux := http.NewServeMux()
	s.Routes(mux)
	checked := schema.Of(s.Messages()).Handler(mux, func(err error) { t.Error(err) })
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		q.Body = http.MaxBytesReader(w, q.Body, 1<<20)
		checked.ServeHTTP(w, q)
	}))
	var closed bool
	stop := func() {
		if closed {
			return
		}
		closed = true
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		h.Close()
	}
	t.Cleanup(stop)
	stops[s] = stop
	return h, s
}

// stops ends a server in the middle of a test.
var stops = map[*Reviews]func(){}

// ask sends a request and reads the answer, whose status must be the one wanted.
func ask[T any](t *testing.T, h *httptest.Server, path string, body any, status int) (answer T) {
	t.Helper()
	method, sent, kind := http.MethodGet, io.Reader(http.NoBody), ""
	switch b := body.(type) {
	case nil:
	case []byte:
		method, sent, kind = http.MethodPost, bytes.NewReader(b), "application/x-go-sgf"
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		method, sent, kind = http.MethodPost, bytes.NewReader(raw), "application/json"
	}
	q, err := http.NewRequestWithContext(t.Context(), method, h.URL+"/api/v1/reviews"+path, sent)
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", kind)
	response, err := h.Client().Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != status {
		t.Fatalf("%s %s: status %d, %v, want %d\n%s", method, path, response.StatusCode, err, status, raw)
	}
	if text, ok := any(&answer).(*string); ok {
		*text = string(raw)
		return answer
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, raw)
	}
	return answer
}

type failure struct {
	Error string `json:"error"`
}

const short = `(;SZ[9]KM[7]PB[Kuro]PW[Shiro]SBKV[50];B[ee]SBKV[60];W[ce](;B[gc];W[gg])(;B[cc]C[better]))`

func make1(t *testing.T, h *httptest.Server, text string) *shot {
	t.Helper()
	return ask[*shot](t, h, "?player=critic&name=my+game.sgf", []byte(text), http.StatusCreated)
}

// until reads a review until a condition holds, by its stream.
func until(t *testing.T, h *httptest.Server, id string, holds func(*shot) bool) *shot {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL+"/api/v1/reviews/"+id+"/events", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := h.Client().Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewReader(response.Body)
	var now shot
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("the stream ends: %v at %+v", err, now)
		}
		text, is := strings.CutPrefix(line, "data: ")
		if !is {
			continue
		}
		var next shot
		if err := json.Unmarshal([]byte(text), &next); err != nil {
			t.Fatal(err)
		}
		now.merge(&next)
		if holds(&now) {
			return &now
		}
	}
}

// merge does what a page does with an event.
func (s *shot) merge(next *shot) {
	if next.Fresh {
		*s = shot{ID: next.ID, Results: map[string][]grade{}}
	}
	s.At = next.At
	if next.Record != nil {
		s.Record = next.Record
	}
	if next.Tree != nil {
		s.Tree = next.Tree
	}
	if next.Here != nil {
		s.Here = next.Here
	}
	if next.Work != nil {
		s.Work = next.Work
	}
	for p, grades := range next.Results {
		for _, g := range grades {
			s.Results[p] = slices.DeleteFunc(s.Results[p], func(old grade) bool { return old.Node == g.Node })
			s.Results[p] = append(s.Results[p], g)
		}
	}
}

func done(s *shot) bool { return !s.Work.Working && s.Work.Done == s.Work.Of && s.Work.Of > 0 }

// A game is gone through from its beginning to its end, and the moves are judged.
func TestTheWholeGame(t *testing.T) {
	k := newCritics()
	h, _ := part(t, t.TempDir(), k)
	r := make1(t, h, short)
	if r.Record.Black != "Kuro" || r.Record.Komi != 7 || len(r.Tree) != 6 || r.Work.Of != 5 || *r.Tree[1].Chance != 0.6 {
		t.Errorf("at first %+v, %+v", r.Record, r.Tree)
	}
	end := until(t, h, r.ID, done)
	for _, want := range []string{"", "E5", "E5 C5", "E5 C5 G7", "E5 C5 G7 G3"} {
		if got := <-k.asked; got != want {
			t.Errorf("looked at %q, want %q", got, want)
		}
	}
	var losses []string
	for _, g := range end.Results["critic"] {
		losses = append(losses, fmt.Sprintf("%d %.1f %.1f %s", g.Node, g.Black, g.Loss, g.Better))
	}
	slices.Sort(losses)
	// Black loses 10 % with each move; the critic thinks that White's moves are as good as its own.
	if diff := cmp.Diff([]string{"1 1.0 0.0 ", "2 0.9 0.1 A9", "3 0.8 0.0 A9", "4 0.7 0.1 A9", "5 0.6 0.0 A9"}, losses); diff != "" {
		t.Errorf("judged (-want +got):\n%s", diff)
	}
	if text := ask[string](t, h, "/"+r.ID+"/sgf", nil, http.StatusOK); !strings.Contains(text, "SBKV[70.00]") ||
		!strings.Contains(text, "Tengen: Black 70.0%") || strings.Contains(text, "TGNODE") {
		t.Errorf("saved:\n%s", text)
	}
	list := ask[struct{ Reviews []state }](t, h, "", nil, http.StatusOK).Reviews
	if len(list) != 1 || list[0].White != "Shiro" || list[0].Done != 5 || list[0].Name != "my game.sgf" {
		t.Errorf("listed %+v", list)
	}
}

// While one review is deleted and its files are slow, others are opened and put to rest. Nobody waits for ever.
func TestForgetBesideRest(t *testing.T) {
	h, s := part(t, t.TempDir(), newCritics())
	id := make1(t, h, short).ID
	until(t, h, id, done)
	r := s.inMemory(id)
	r.saving.Lock() // somebody writes it just now
	forgotten := make(chan error)
	go func() { forgotten <- s.forget(id) }()
	for gone := false; !gone; { // until it waits for the writing
		r.mu.Lock()
		gone = r.gone
		r.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
	rested := make(chan struct{})
	s.mu.Lock()
	go func() {
		defer close(rested)
		defer s.mu.Unlock()
		if err := s.rest(r); err != nil {
			t.Error(err)
		}
	}()
	r.saving.Unlock()
	<-rested
	if err := <-forgotten; err != nil {
		t.Error(err)
	}
}

// A review that cannot be written stays in memory.
func TestRestOnAFullDisk(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "reviews")
	h, s := part(t, folder, newCritics())
	id := make1(t, h, short).ID
	until(t, h, id, done)
	s.running.Wait() // all is written
	r := s.inMemory(id)
	if err := errors.Join(os.RemoveAll(folder), os.WriteFile(folder, nil, 0o600)); err != nil { // no folder can be there
		t.Fatal(err)
	}
	r.mu.Lock()
	r.dirty.record, r.dirty.state = true, true
	r.mu.Unlock()
	s.mu.Lock()
	err := s.rest(r)
	s.mu.Unlock()
	if err == nil || s.inMemory(id) != r {
		t.Errorf("it is gone, %v", err)
	}
	if err := errors.Join(os.Remove(folder), r.keep()); err != nil {
		t.Error(err)
	}
}

// A review is deleted for good, also while a player goes through it; and one that rests on the disk.
func TestForget(t *testing.T) {
	folder := t.TempDir()
	k := newCritics()
	k.wait = make(chan struct{}, 100)
	h, s := part(t, folder, k)
	ids := []string{make1(t, h, short).ID, make1(t, h, short).ID}
	k.wait <- struct{}{}
	<-k.asked // they are gone through
	ask[*shot](t, h, "/"+ids[1], command{Do: "work"}, http.StatusOK)
	s.mu.Lock()
	err := s.rest(s.open[ids[1]])
	s.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		for _, status := range []int{http.StatusOK, http.StatusNotFound} {
			q, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, h.URL+"/api/v1/reviews/"+id, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			response, err := h.Client().Do(q)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != status {
				t.Errorf("%s deleted: status %d, want %d", id, response.StatusCode, status)
			}
		}
		ask[failure](t, h, "/"+id, nil, http.StatusNotFound)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 0 {
		t.Errorf("files %v, %v", files, err)
	}
}

// What stops in the middle goes on there, when somebody wants it, and when the server is started again.
func TestGoOn(t *testing.T) {
	folder := t.TempDir()
	k := newCritics()
	k.wait = make(chan struct{}, 100)
	h, s := part(t, folder, k)
	r := make1(t, h, short)
	step := func(h *httptest.Server, n int) {
		t.Helper()
		k.wait <- struct{}{}
		until(t, h, r.ID, func(s *shot) bool { return s.Work.Done == n })
	}
	tell := func(h *httptest.Server, c command) *shot {
		t.Helper()
		return ask[*shot](t, h, "/"+r.ID, c, http.StatusOK)
	}
	tell(h, command{Do: "think"}) // nobody else asks the critics
	step(h, 1)
	step(h, 2)
	if got := tell(h, command{Do: "work"}); got.Work.Working {
		t.Error("it did not stop")
	}
	if got := tell(h, command{Do: "work", On: true}); !got.Work.Working {
		t.Error("it does not go on")
	}
	step(h, 3)
	stops[s]()
	h, s = part(t, folder, k) // goes on at once, although nobody has asked for the review
	if len(s.open) != 1 {
		t.Fatalf("%d reviews are open after the start", len(s.open))
	}
	k.wait <- struct{}{}
	k.wait <- struct{}{}
	until(t, h, r.ID, done)
	close(k.asked)
	var asked []string
	for line := range k.asked {
		asked = append(asked, line)
	}
	if want := []string{"", "E5", "E5 C5", "E5 C5 G7", "E5 C5 G7 G3"}; !slices.Equal(asked, want) {
		t.Errorf("looked at %q, want %q", asked, want)
	}
}

// Moves that are tried become variations, which are ordered, made the main line, and deleted.
func TestVariations(t *testing.T) {
	folder := t.TempDir()
	h, s := part(t, folder, newCritics())
	r := make1(t, h, short)
	until(t, h, r.ID, done)
	do := func(c command) *shot {
		t.Helper()
		return ask[*shot](t, h, "/"+r.ID, c, http.StatusOK)
	}
	lines := func() string {
		t.Helper()
		var text []string
		for _, n := range ask[*shot](t, h, "/"+r.ID, nil, http.StatusOK).Tree {
			text = append(text, fmt.Sprintf("%d<%d %s", n.Node, n.Before, n.Point))
		}
		return strings.Join(text, ", ")
	}
	got := do(command{Do: "play", Node: 3, Point: "G3"})
	if got.Here.Node != 7 || got.Here.ToMove != "white" || got.Here.Number != 3 {
		t.Errorf("after a try: %+v", got.Here)
	}
	if again := do(command{Do: "play", Node: 3, Point: "g3"}); again.Here.Node != 7 || len(again.Tree) != 7 {
		t.Errorf("the same move again: %+v", again)
	}
	if want := "1<0 , 2<1 E5, 3<2 C5, 4<3 G7, 5<4 G3, 6<3 C7, 7<3 G3"; lines() != want {
		t.Errorf("%s, want %s", lines(), want)
	}
	do(command{Do: "order", Node: 7, Index: 1})
	if want := "1<0 , 2<1 E5, 3<2 C5, 4<3 G7, 5<4 G3, 7<3 G3, 6<3 C7"; lines() != want {
		t.Errorf("ordered: %s, want %s", lines(), want)
	}
	do(command{Do: "main", Node: 6})
	main := "1<0 , 2<1 E5, 3<2 C5, 6<3 C7, 4<3 G7, 5<4 G3, 7<3 G3"
	if lines() != main {
		t.Errorf("main line: %s, want %s", lines(), main)
	}
	if got := do(command{Do: "delete", Node: 7}); got.Here == nil || got.Here.Node != 3 {
		t.Errorf("where the deleted move was: %+v", got.Here)
	}
	stops[s]() // numbers and findings outlive the server
	h, _ = part(t, folder, newCritics())
	if want := strings.TrimSuffix(main, ", 7<3 G3"); lines() != want {
		t.Errorf("after a restart: %s, want %s", lines(), want)
	}
	after := ask[*shot](t, h, "/"+r.ID, nil, http.StatusOK)
	if after.Here.Node != 3 || after.Here.Found["critic"].Visits < 7 || len(after.Results["critic"]) != 5 {
		t.Errorf("after a restart: %+v, %+v", after.Here, after.Results)
	}
	if next := do(command{Do: "play", Node: 3, Point: "A1"}); next.Here.Node < 7 {
		t.Errorf("a number was given again: %d", next.Here.Node)
	}
	for _, c := range []command{
		{Do: "play", Node: 3, Point: "E5"},
		{Do: "play", Node: 3, Point: "Z5"},
		{Do: "order", Node: 3, Index: 1},
		{Do: "delete", Node: 1},
		{Do: "nothing"},
		{Do: "players", Player: "random"},
		{Do: "players", Player: "gtp:x"},
		{Do: "players", Player: "machines:x,rave"},
		{Do: "players", Player: "nobody"},
		{Do: "players"},
		{Do: "order", Node: 1},
		{Do: "players", Player: strings.Repeat("x", 2000)},
	} {
		if why := ask[failure](t, h, "/"+r.ID, c, http.StatusBadRequest); why.Error == "" {
			t.Errorf("%+v: refused without a reason", c)
		}
	}
	ask[failure](t, h, "/"+r.ID, command{Do: "go", Node: 99}, http.StatusNotFound)
}

// alone waits until nobody looks, and whoever reads has left for that reason.
func alone(s *Reviews) {
	for s.Streams.Open() > 0 {
		time.Sleep(time.Millisecond)
	}
	s.running.Wait()
}

// A game that another model went through under the same player string is gone through again.
func TestAnotherModelGoesThroughAgain(t *testing.T) {
	h, s := part(t, t.TempDir(), newCritics())
	dir := modeltest.Folder(t, 5, false)
	s.Room.ModelDirs = []string{dir}
	text := "search:model=" + dir + ",playouts=3,threads=1,memory=4M"
	r := ask[*shot](t, h, "?name=my+game.sgf&player="+url.QueryEscape(text), []byte("(;SZ[5];B[cc];W[bb])"), http.StatusCreated)
	ask[*shot](t, h, "/"+r.ID, command{Do: "think"}, http.StatusOK)
	weights := func() string {
		t.Helper()
		until(t, h, r.ID, done)
		study, all := s.inMemory(r.ID).study, map[string]bool{}
		for _, id := range study.MainLine() {
			all[study.Finding(id, text).Weights] = true
		}
		if len(all) != 1 {
			t.Errorf("positions were read with %v", all)
		}
		return study.Finding(study.Root(), text).Weights
	}
	before := weights()
	trained := modeltest.Policy(t, 5)
	err := trained.Update(func(params []nets.Param) error {
		params[0].Data[0]++
		return nil
	})
	if err == nil {
		_, err = nets.SavePolicy(dir, trained, models.Training{})
	}
	if err != nil {
		t.Fatal(err)
	}
	ask[*shot](t, h, "/"+r.ID, command{Do: "work", On: true}, http.StatusOK)
	if after := weights(); after == before || after == "" {
		t.Errorf("read with %q and then with %q", before, after)
	}
}

// A player that has never read enough lets the second player have the processors, which both want for themselves.
func TestReadersTakeTurns(t *testing.T) {
	k := newCritics()
	k.slow = true
	h, _ := part(t, t.TempDir(), k)
	r := make1(t, h, short)
	ask[*shot](t, h, "/"+r.ID, command{Do: "players", Player: "critic", Second: "other"}, http.StatusOK)
	until(t, h, r.ID, func(s *shot) bool {
		first, second := s.Here.Found["critic"], s.Here.Found["other"]
		return first != nil && second != nil && first.Visits == mostVisits/2 && second.Visits == mostVisits/2
	})
}

// A player that has read enough makes room for the players of other pages, and reads the next position.
func TestWhoHasReadEnoughMakesRoom(t *testing.T) {
	h, s := part(t, t.TempDir(), newCritics())
	deep := func(node int) func(*shot) bool {
		return func(s *shot) bool {
			f := s.Here.Found["critic"]
			return s.Here.Node == node && f != nil && f.Visits == mostVisits
		}
	}
	var ids []string
	for range mostReaders + 1 {
		r := make1(t, h, short)
		ids = append(ids, r.ID)
		look, err := s.review(r.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, leave := look.news.Watch() // a page that stays open
		t.Cleanup(leave)
		until(t, h, r.ID, deep(1))
	}
	ask[*shot](t, h, "/"+ids[0], command{Do: "go", Node: 2}, http.StatusOK)
	until(t, h, ids[0], deep(2))
}

// The position on the screen is read while somebody looks at it and not longer; two players are compared.
func TestReading(t *testing.T) {
	k := newCritics()
	h, s := part(t, t.TempDir(), k)
	r := make1(t, h, short)
	until(t, h, r.ID, done)
	deep := func(node int, players ...string) func(*shot) bool {
		return func(s *shot) bool {
			for _, p := range players {
				if f := s.Here.Found[p]; s.Here.Node != node || f == nil || f.Visits != mostVisits || len(s.Work.Reading) > 0 {
					return false
				}
			}
			return true
		}
	}
	until(t, h, r.ID, deep(1, "critic"))
	alone(s)
	ask[*shot](t, h, "/"+r.ID, command{Do: "players", Player: "critic", Second: "other"}, http.StatusOK)
	ask[*shot](t, h, "/"+r.ID, command{Do: "go", Node: 6}, http.StatusOK)
	for len(k.read) > 0 {
		<-k.read
	}
	if len(k.read) > 0 {
		t.Errorf("somebody reads on although nobody looks")
	}
	end := until(t, h, r.ID, deep(6, "critic", "other"))
	if g := end.Results["other"]; len(g) != 1 || g[0].Node != 6 {
		t.Errorf("the other found %+v", g)
	}
	for range 2 {
		if n := <-k.read; n != 3 {
			t.Errorf("a position after %d moves was read", n)
		}
	}
	alone(s)
	ask[*shot](t, h, "/"+r.ID, command{Do: "think"}, http.StatusOK)
	until(t, h, r.ID, func(s *shot) bool { return !s.Work.Think })
	ask[*shot](t, h, "/"+r.ID, command{Do: "go", Node: 2}, http.StatusOK)
	until(t, h, r.ID, func(s *shot) bool { return s.Here.Node == 2 })
	if s.running.Wait(); len(k.read) > 0 {
		t.Error("somebody reads although nobody wants it")
	}
}

// Files of all kinds are read, and those that no page could use are refused in a sentence.
func TestFiles(t *testing.T) {
	h, _ := part(t, t.TempDir(), newCritics())
	chinese, err := simplifiedchinese.GB18030.NewEncoder().Bytes([]byte("(;SZ[9]CA[GB18030]PB[柯洁]PW[古力];B[ee])"))
	if err != nil {
		t.Fatal(err)
	}
	if r := ask[*shot](t, h, "?player=critic", chinese, http.StatusCreated); r.Record.Black != "柯洁" {
		t.Errorf("Black is %q", r.Record.Black)
	}
	played := ask[*shot](t, h, "?player=critic&game=abc", []byte{}, http.StatusCreated)
	if played.Record.Black != "me" {
		t.Errorf("a game played here: %+v", played.Record)
	}
	if again := ask[*shot](t, h, "?player=critic&game=abc", []byte{}, http.StatusOK); again.ID != played.ID {
		t.Error("the same game has two reviews")
	}
	many := []byte("(;SZ[9]PB[a];B[ee];W[ef])\n(;SZ[9]PB[b]RE[B+R];B[dd])")
	got := ask[collection](t, h, "?player=critic", many, http.StatusOK)
	want := []entry{{Number: 1, Black: "a", Size: "9", Moves: 2}, {Number: 2, Black: "b", Size: "9", Result: "B+R", Moves: 1}}
	if diff := cmp.Diff(want, got.Games); diff != "" {
		t.Errorf("games of the file (-want +got):\n%s", diff)
	}
	if r := ask[*shot](t, h, "?player=critic&number=2", many, http.StatusCreated); r.Record.Black != "b" {
		t.Errorf("the second game is %q's", r.Record.Black)
	}
	thousands := bytes.Repeat([]byte("(;SZ[9];B[ee])\n"), mostEntries+5)
	if got := ask[collection](t, h, "", thousands, http.StatusOK); len(got.Games) != mostEntries || got.More != 5 {
		t.Errorf("%d games listed, and %d more", len(got.Games), got.More)
	}
	broken := slices.Concat(bytes.Repeat([]byte("(;SZ[9]$)\n"), mostFaults), many)
	if got := ask[collection](t, h, "", broken, http.StatusOK); len(got.Games) != 2 {
		t.Errorf("%d games listed behind broken ones", len(got.Games))
	}
	for text, status := range map[string]int{
		"":                http.StatusBadRequest,
		"no game":         http.StatusBadRequest,
		"(;SZ[9];B[ee]":   http.StatusCreated, // mended
		"(;SZ[25];B[ee])": http.StatusBadRequest,
		"(;SZ[9]AB[zz])":  http.StatusBadRequest,
		"(;" + strings.Repeat(";B[]", 11_000) + ")": http.StatusBadRequest,
		"(;C[" + strings.Repeat("x", 2<<20) + "])":  http.StatusRequestEntityTooLarge,
	} {
		if status == http.StatusCreated {
			ask[*shot](t, h, "?player=critic", []byte(text), status)
		} else if why := ask[failure](t, h, "?player=critic", []byte(text), status); why.Error == "" {
			t.Errorf("%.20s: refused without a reason", text)
		}
	}
	if why := ask[failure](t, h, "?name=x.sgf", []byte{}, http.StatusBadRequest); !strings.Contains(why.Error, "is empty") {
		t.Errorf("of an empty file: %q", why.Error)
	}
	for query, status := range map[string]int{
		"?number=x": http.StatusBadRequest, "?number=3&player=critic": http.StatusBadRequest, "?game=zz": http.StatusNotFound,
		"?player=" + url.QueryEscape("gtp:touch x"): http.StatusBadRequest,
	} {
		ask[failure](t, h, query, []byte(short), status)
	}
	ask[failure](t, h, "", map[string]string{"sgf": short}, http.StatusBadRequest)
	for _, id := range []string{"0123456789abcdef", "..%2f..%2fsecret", "x"} {
		ask[failure](t, h, "/"+id, nil, http.StatusNotFound)
	}
}

// The review of a played game is of the moves that were played, not of as many others.
func TestAnotherMoveIsAnotherGame(t *testing.T) {
	h, s := part(t, t.TempDir(), newCritics())
	game := ""
	s.Game = func(string) (*sgf.Tree, error) {
		trees, _ := sgf.Parse("game", []byte(game))
		return trees[0], nil
	}
	reviews := map[string]string{}
	for _, game = range []string{"(;SZ[9];B[ee];W[cg])", "(;SZ[9];B[ee];W[cc])", "(;SZ[9];B[ee](;W[cg])(;W[cc]))"} {
		r := ask[*shot](t, h, "?player=critic&game=abc", []byte{}, http.StatusCreated)
		reviews[game] = r.ID
	}
	for text, id := range reviews {
		game = text
		if again := ask[*shot](t, h, "?player=critic&game=abc", []byte{}, http.StatusOK); again.ID != id {
			t.Errorf("%s: review %s, want %s", text, again.ID, id)
		}
	}
}

// A game with an illegal move is reviewed up to there.
func TestIllegalMove(t *testing.T) {
	h, _ := part(t, t.TempDir(), newCritics())
	r := make1(t, h, "(;SZ[9];B[ee];W[ee];B[aa])")
	end := until(t, h, r.ID, done)
	if end.Work.Of != 2 || end.Work.Error != "" {
		t.Errorf("%+v", end.Work)
	}
	if why := ask[failure](t, h, "/"+r.ID, command{Do: "go", Node: 4}, http.StatusBadRequest); !strings.Contains(why.Error, "move 2") {
		t.Errorf("behind the illegal move: %q", why.Error)
	}
}

// So many reviews are in memory at most; others rest on the disk and are there when somebody wants them.
func TestBounds(t *testing.T) {
	h, s := part(t, t.TempDir(), newCritics())
	var ids []string
	for range mostReviews + 3 {
		r := make1(t, h, short)
		until(t, h, r.ID, done)
		s.running.Wait()
		ids = append(ids, r.ID)
	}
	if len(s.open) > mostReviews {
		t.Errorf("%d reviews are open", len(s.open))
	}
	if r := ask[*shot](t, h, "/"+ids[0], nil, http.StatusOK); len(r.Results["critic"]) != 5 {
		t.Errorf("from the disk: %+v", r.Results)
	}
	k := newCritics()
	k.wait = make(chan struct{})
	h, _ = part(t, t.TempDir(), k)
	for range mostReviews {
		make1(t, h, short)
	}
	ask[failure](t, h, "?player=critic", []byte(short), http.StatusServiceUnavailable)
}

// Damaged files are said to be damaged, and no other review suffers.
func TestDamage(t *testing.T) {
	folder := t.TempDir()
	h, s := part(t, folder, newCritics())
	r := make1(t, h, short)
	until(t, h, r.ID, done)
	stops[s]()
	if err := os.WriteFile(filepath.Join(folder, r.ID+findingsFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	h, _ = part(t, folder, newCritics())
	ask[failure](t, h, "/"+r.ID, nil, http.StatusInternalServerError)
	if list := ask[struct{ Reviews []state }](t, h, "", nil, http.StatusOK).Reviews; len(list) != 1 {
		t.Errorf("listed %+v", list)
	}
}

// A review that an older version kept without a handicap's stones, or without its komi, has them now. What was found
// without them is forgotten.
func TestKeptWithoutItsHandicap(t *testing.T) {
	for _, part := range []string{`AB(\[..\])+`, `KM\[0\.5\]`} {
		t.Run(part, func(t *testing.T) { keptWithout(t, regexp.MustCompile(part)) })
	}
}

func keptWithout(t *testing.T, lost *regexp.Regexp) {
	folder := t.TempDir()
	h, s := part(t, folder, newCritics())
	r := make1(t, h, "(;SZ[9]HA[2];W[ee];B[cc])")
	until(t, h, r.ID, done)
	stops[s]()
	path := filepath.Join(folder, r.ID+recordFile)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	h, s = part(t, folder, newCritics())
	if now := ask[*shot](t, h, "/"+r.ID, nil, http.StatusOK); len(now.Results["critic"]) == 0 {
		t.Error("with the stones in its record it is forgotten, too")
	}
	stops[s]()
	before := lost.ReplaceAll(text, nil)
	if err := os.WriteFile(path, before, 0o600); err != nil || bytes.Equal(before, text) {
		t.Fatalf("%s (%v)", text, err)
	}
	h, _ = part(t, folder, newCritics())
	if now := ask[*shot](t, h, "/"+r.ID, nil, http.StatusOK); len(now.Results["critic"]) != 0 {
		t.Errorf("found without them: %+v", now.Results)
	} else if now.Record.Komi != board.HandicapKomi {
		t.Errorf("komi %v", now.Record.Komi)
	}
}

// docs/api.md has every field and command.
func TestManualOfReviews(t *testing.T) {
	raw, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	manual := string(raw)
	var names func(reflect.Type) []string
	names = func(typ reflect.Type) (list []string) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || typ == reflect.TypeFor[time.Time]() {
			return nil
		}
		for i := range typ.NumField() {
			f := typ.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			list = append(append(list, name), names(f.Type)...)
		}
		return list
	}
	for _, typ := range []reflect.Type{
		reflect.TypeFor[shot](), reflect.TypeFor[command](), reflect.TypeFor[state](), reflect.TypeFor[collection](),
	} {
		for _, name := range names(typ) {
			if !strings.Contains(manual, "`"+name+"`") {
				t.Errorf("%v: docs/api.md does not have %s", typ, name)
			}
		}
	}
	for name := range commands {
		if !strings.Contains(manual, "`"+name+"`") {
			t.Errorf("docs/api.md does not have the command %s", name)
		}
	}
}
