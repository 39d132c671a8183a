package matches

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
	"github.com/tengen-go/tengen/web/internal/jobs"
	"github.com/tengen-go/tengen/web/internal/schema"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// idle starts processes that never do anything, keeps their words, and ends them when they are interrupted.
type idle struct{ words *[]string }

type idleProcess struct{ end chan error }

func (r idle) Start(words []string, _ *os.File, _ *folder.Folder) (job.Process, error) {
	*r.words = words
	return idleProcess{make(chan error, 2)}, nil
}
func (idleProcess) ID() int { return 1 }
func (p idleProcess) Interrupt() error {
	p.end <- &job.Exit{Code: 130, Text: "exit status 130"}
	return nil
}
func (p idleProcess) Wait() error { return <-p.end }

// asker sends a request to a part and returns its status and answer.
type asker func(method, path, body string) (int, string)

// serve is a part on a folder of runs, and the words of the command that it began last.
func serve(t *testing.T, runs string) (*Part, *[]string, asker) {
	t.Helper()
	words := &[]string{}
	log := slog.New(slog.DiscardHandler)
	queue, err := jobs.Open(jobs.Config{Runs: runs, Run: idle{words}, Log: log, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := queue.Close(); err != nil {
			t.Error(err)
		}
	})
	p := New(t.Context(), Config{
		Runs: runs, Jobs: queue, Streams: &wire.Streams{Most: 10, Log: log}, Log: log, Now: time.Now,
		Player: func(level, text string, _ int) (string, error) {
			switch {
			case level == "2":
				return "policy:temperature=2.5", nil
			case level != "":
				return "", wire.Refused("level %q: want 2", level)
			case strings.HasPrefix(text, "gtp:"):
				return "", wire.Refused("it starts a program")
			case text == "":
				return "", errors.New("no model")
			}
			return text, nil
		},
	})
	mux := http.NewServeMux()
	p.Routes(mux)
	checked := schema.Of(p.Messages()).Handler(mux, func(err error) { t.Error(err) })
	return p, words, func(method, path, body string) (int, string) {
		t.Helper()
		w := httptest.NewRecorder()
		checked.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "/api/v1/matches"+path, strings.NewReader(body)))
		return w.Code, w.Body.String()
	}
}

// play plays a match of random players on 5×5 into a folder, as tengen match does.
func play(t *testing.T, dir string, games int) {
	t.Helper()
	settings := match.Settings{
		Games: games, Board: 5, Rules: "chinese", Time: "none", Patience: time.Minute, Parallel: 1, Openings: 2, Seed: 7,
	}
	config, err := settings.Config()
	if err != nil {
		t.Fatal(err)
	}
	f, err := match.OpenFolder(dir, settings.About(config, "random:seed=1", "random:seed=2"))
	if err != nil {
		t.Fatal(err)
	}
	side := match.Side{Make: func() (player.Player, error) { return player.NewRandom(1), nil }}
	if err := errors.Join(match.Run(t.Context(), config, side, side, f.Done(), f.Add), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// read is an answer as a value.
func read[T any](t *testing.T, ask asker, path string) (value T) {
	t.Helper()
	status, text := ask(http.MethodGet, path, "")
	if err := json.Unmarshal([]byte(text), &value); err != nil || status != http.StatusOK {
		t.Fatalf("%s: %d %s", path, status, text)
	}
	return value
}

// Matches of the terminal are listed with the score that tengen rate reads from the same folder, at any
// depth, and with their games and records.
func TestMatchesOfTheTerminal(t *testing.T) {
	runs := t.TempDir()
	play(t, filepath.Join(runs, "mine"), 30)
	play(t, filepath.Join(runs, "t", "r1-vs-r2"), 3)
	if err := os.WriteFile(filepath.Join(runs, "t", "note.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, ask := serve(t, runs)
	list := read[listJSON](t, ask, "")
	if len(list.Matches) != 2 || list.Closed != "" {
		t.Fatalf("%+v", list)
	}
	m := read[matchJSON](t, ask, "/mine")
	results, err := match.ReadResults([]string{filepath.Join(runs, "mine")})
	if err != nil {
		t.Fatal(err)
	}
	want := results[0].Distinct().Total()
	lo, hi := want.Interval()
	if m.Wins != want.Wins || m.Losses != want.Losses || m.Played != 30 || m.Low != lo || m.High != hi || m.Own || m.State != stateKept ||
		m.Elo == nil || math.Abs(*m.Elo-rating.Elo(want.Winrate())) > 1e-9 || m.A != "random:seed=1" || m.Size != 5 || m.Total != 0 {
		t.Errorf("%+v, want %+v", m, want)
	}
	games := read[gamesJSON](t, ask, "/mine/games?from=28")
	if games.Count != 30 || len(games.Games) != 2 || games.Games[1].Number != 30 || games.Games[1].Black != "b" {
		t.Errorf("%+v", games)
	}
	if status, text := ask("GET", "/"+url.PathEscape("t/r1-vs-r2")+"/games/3", ""); status != 200 || !strings.HasPrefix(text, "(;") {
		t.Errorf("the record: %d %s", status, text)
	}
}

// A test is where package match has it, in the order of the games.
func TestTest(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "m")
	play(t, dir, 60)
	about, games, err := match.ReadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	plan := match.Plan{Games: 50, SPRT: "0,400"}
	var m matchJSON
	m.score(&results{about: about, games: games}, plan)
	trial := match.Trial{}
	if trial.Test, err = rating.ParseSPRT(plan.SPRT); err != nil {
		t.Fatal(err)
	}
	for i := range games {
		if games[i].Game < 50 {
			trial.Add(&games[i])
		}
	}
	if m.SPRT == nil || m.SPRT.LLR != trial.LLR() || m.SPRT.Verdict != trial.Verdict() || m.Played != 50 ||
		m.Counted != trial.Tally().Games() || m.Counted == 0 {
		t.Errorf("%+v, %+v, want %v %s", m, m.SPRT, trial.LLR(), trial.Verdict())
	}
}

// A page begins matches of players that it may have and of nothing else; the command has what it wished.
func TestBegin(t *testing.T) {
	p, words, ask := serve(t, filepath.Join(t.TempDir(), "runs"))
	for body, want := range map[string]string{
		`{"a": {}, "b": {}}`: "name a level or a player of at least one",
		`{"a": {"player": "gtp:rm -rf /"}, "b": {"player": "random"}}`:                                         "player A: it starts a program",
		`{"a": {"player": "random"}, "b": {}}`:                                                                 "player B: no model",
		`{"a": {"player": "random"}, "b": {"level": "99"}}`:                                                    "player B: level",
		`{"a": {"player": "random"}, "b": {"player": "random"}, "size": 4}`:                                    "size 4",
		`{"a": {"player": "random"}, "b": {"player": "random"}, "games": 1000000}`:                             "1000000 games",
		`{"a": {"player": "random"}, "b": {"player": "random"}, "parallel": -1}`:                               "at once",
		`{"a": {"player": "random"}, "b": {"player": "random"}, "openings": 400}`:                              "opening moves",
		`{"a": {"player": "random"}, "b": {"player": "random"}, "rules": "poker"}`:                             "poker",
		`{"a": {"player": "random"}, "b": {"player": "random"}, "size": 7, "handicap": 5}`:                     "handicap 5: want 2 to 4 on 7×7",
		`{"a": {"player": "random"}, "b": {"player": "random"}, "komi": 1e9}`:                                  "komi",
		`{"a": {"player": "random"}, "b": {"player": "random"}, "sprt": {"elo0": 10, "elo1": 10}}`:             "sprt",
		`{"a": {"player": "random"}, "b": {"player": "random"}, "output": "/tmp"}`:                             "unknown field",
		`{"a": {"player": "random", "command": "x"}, "b": {"player": "random"}}`:                               "unknown field",
		`{"a": {"player": "random"}, "b": {"player": "random"}, "size": 9, "sprt": {"elo0": -1, "elo1": 1e9}}`: "sprt",
	} {
		if status, text := ask("POST", "", body); status != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s, want %s", body, status, text, want)
		}
	}
	if len(p.Jobs.List()) != 0 {
		t.Error("a match that was refused has a job")
	}
	status, text := ask("POST", "", `{"a": {"level": "2"}, "b": {"player": "--json"}, "size": 13, "komi": 5.5, "games": 20, "openings": 3,
		"parallel": 2, "seed": 9, "sprt": {"elo0": 0, "elo1": 35}}`)
	var m matchJSON
	if err := json.Unmarshal([]byte(text), &m); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s", status, text)
	}
	want := []string{
		"match", "--a=policy:temperature=2.5", "--b=--json", "--board=13", "--rules=chinese", "--komi=5.5", "--openings=3", "--seed=9",
		"--time=none", "--games=20", "--parallel=2", "--output=" + p.dir(m.ID), "--sprt=0,35",
	}
	if !reflect.DeepEqual(*words, want) {
		t.Errorf("%q, want %q", *words, want)
	}
	if m.State != "running" || !m.Own || m.Total != 20 || m.A != "policy:temperature=2.5" || m.Size != 13 || m.Komi != 5.5 {
		t.Errorf("%+v", m)
	}
	id := "/" + url.PathEscape(m.ID)
	_, text = ask("POST", "", `{"a": {"player": "random"}, "b": {"player": "random"}, "size": 13, "handicap": 4}`)
	m = matchJSON{}
	if err := json.Unmarshal([]byte(text), &m); err != nil || m.Handicap != 4 || m.Komi != 0.5 {
		t.Errorf("with handicap: %s", text)
	}
	for _, c := range []struct {
		path, body string
		status     int
	}{
		{id, `{"do": "more", "games": 50}`, http.StatusConflict},
		{id, `{"do": "resume"}`, http.StatusConflict},
		{id, `{"do": "explode"}`, http.StatusBadRequest},
		{"/none", `{"do": "stop"}`, http.StatusNotFound},
		{id, `{"do": "stop"}`, http.StatusOK},
	} {
		if status, text := ask("POST", c.path, c.body); status != c.status {
			t.Errorf("%s %s: %d %s, want %d", c.path, c.body, status, text, c.status)
		}
	}
}

// A match of the terminal is no page's to stop, but has more games played in it, with its own settings.
func TestMore(t *testing.T) {
	runs := t.TempDir()
	dir := filepath.Join(runs, "mine")
	play(t, dir, 4)
	_, words, ask := serve(t, runs)
	for body, status := range map[string]int{
		`{"do": "stop"}`:              http.StatusConflict,
		`{"do": "resume"}`:            http.StatusConflict,
		`{"do": "more", "games": 4}`:  http.StatusBadRequest,
		`{"do": "more", "games": -4}`: http.StatusBadRequest,
	} {
		if got, text := ask("POST", "/mine", body); got != status {
			t.Errorf("%s: %d %s, want %d", body, got, text, status)
		}
	}
	live := match.OpenLive(dir, match.Plan{Games: 9})
	if m := waitFor(t, ask, "/mine", func(m matchJSON) bool { return m.State == "running" }); m.Own || m.Total != 9 {
		t.Errorf("under way in a terminal: %+v", m)
	}
	if status, text := ask("POST", "/mine", `{"do": "more", "games": 8}`); status != http.StatusConflict {
		t.Errorf("more of a match in a terminal: %d %s", status, text)
	}
	if err := live.Close(); err != nil {
		t.Fatal(err)
	}
	if status, text := ask("POST", "/mine", `{"do": "more", "games": 8, "parallel": 2}`); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	for _, want := range []string{
		"--a=random:seed=1", "--b=random:seed=2", "--seed=7", "--games=8", "--openings=2", "--patience=1m0s", "--output=" + dir,
	} {
		if !strings.Contains(strings.Join(*words, "\n"), want) {
			t.Errorf("%q lacks %s", *words, want)
		}
	}
}

// waitFor asks until a match is as somebody wants it.
func waitFor(t *testing.T, ask asker, path string, want func(matchJSON) bool) matchJSON {
	t.Helper()
	for {
		m := read[matchJSON](t, ask, path)
		if want(m) {
			return m
		}
		if t.Context().Err() != nil {
			t.Fatalf("it never came to that: %+v", m)
		}
		time.Sleep(time.Millisecond)
	}
}

// Nothing outside of the folder of runs is shown: no path leads there, and no link.
func TestOnlyTheFolderOfRuns(t *testing.T) {
	root := t.TempDir()
	runs := filepath.Join(root, "runs")
	play(t, filepath.Join(root, "secret"), 1)
	play(t, filepath.Join(runs, "mine"), 1)
	for link, to := range map[string]string{
		filepath.Join(runs, "link"):                  filepath.Join(root, "secret"),
		filepath.Join(runs, "mine", "game-0002.sgf"): filepath.Join(root, "secret", "game-0001.sgf"),
	} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	_, _, ask := serve(t, runs)
	if list := read[listJSON](t, ask, ""); len(list.Matches) != 1 {
		t.Errorf("%+v", list)
	}
	for _, id := range []string{"../secret", "link", "mine/../../secret", filepath.Join(root, "secret"), ".", "", "mine/", "jobs"} {
		if status, text := ask("GET", "/"+url.PathEscape(id), ""); status == http.StatusOK {
			t.Errorf("%q: %s", id, text)
		}
	}
	for number, want := range map[string]int{"1": 200, "2": 500, "3": 404, "0": 404, "..%2F..%2Fsecret%2Fgame-0001": 404} {
		if status, text := ask("GET", "/mine/games/"+number, ""); status != want {
			t.Errorf("game %s: %d %s", number, status, text)
		}
	}
}

// A stream has the match at once, and again after a game and after a move.
func TestEvents(t *testing.T) {
	runs := t.TempDir()
	dir := filepath.Join(runs, "mine")
	play(t, dir, 2)
	p, _, _ := serve(t, runs)
	mux := http.NewServeMux()
	p.Routes(mux)
	h := httptest.NewServer(mux)
	defer h.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/api/v1/matches/mine/events", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := h.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewReader(response.Body)
	next := func(want func(matchJSON) bool) {
		t.Helper()
		for {
			line, err := lines.ReadString('\n')
			if err != nil && !errors.Is(err, io.EOF) || err != nil {
				t.Fatal(err)
			}
			data, ok := strings.CutPrefix(line, "data: ")
			if !ok {
				continue
			}
			var m matchJSON
			if err := json.Unmarshal([]byte(data), &m); err != nil {
				t.Fatal(err)
			}
			if want(m) {
				return
			}
		}
	}
	next(func(m matchJSON) bool { return m.Played == 2 && m.State == stateKept })
	live := match.OpenLive(dir, match.Plan{Games: 5})
	next(func(m matchJSON) bool { return m.State == "running" && m.Total == 5 })
	play(t, dir, 3)
	next(func(m matchJSON) bool { return m.Played == 3 })
	if err := live.Close(); err != nil {
		t.Fatal(err)
	}
	next(func(m matchJSON) bool { return m.State == stateKept })
}

// A folder that is damaged says so, and the others are listed.
func TestDamaged(t *testing.T) {
	runs := t.TempDir()
	play(t, filepath.Join(runs, "mine"), 1)
	play(t, filepath.Join(runs, "broken"), 1)
	if err := os.WriteFile(filepath.Join(runs, "broken", match.ResultsName), []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, ask := serve(t, runs)
	states := map[string]string{}
	for _, m := range read[listJSON](t, ask, "").Matches {
		states[m.ID] = m.State
	}
	if states["mine"] != stateKept || states["broken"] != stateDamaged {
		t.Errorf("%v", states)
	}
}

// Matches in memory are bounded: a new one takes the place of one, not of all.
func TestReadMatchesAreBounded(t *testing.T) {
	runs := t.TempDir()
	dir := filepath.Join(runs, "mine")
	play(t, dir, 1)
	p, _, _ := serve(t, runs)
	for i := range mostListed {
		p.read[strconv.Itoa(i)] = &results{}
	}
	for range 2 {
		if _, err := p.results("mine", dir); err != nil {
			t.Fatal(err)
		}
		if len(p.read) != mostListed || p.read["mine"] == nil {
			t.Errorf("%d matches in memory, the new one: %v", len(p.read), p.read["mine"] != nil)
		}
	}
}

// docs/api.md has every name of requests and answers.
func TestManual(t *testing.T) {
	raw, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range []reflect.Type{
		reflect.TypeFor[listJSON](), reflect.TypeFor[matchJSON](), reflect.TypeFor[faultsJSON](), reflect.TypeFor[sprtJSON](),
		reflect.TypeFor[match.Board](), reflect.TypeFor[gamesJSON](), reflect.TypeFor[gameJSON](), reflect.TypeFor[wish](),
		reflect.TypeFor[side](), reflect.TypeFor[testWish](), reflect.TypeFor[command](),
	} {
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if name != "" && !strings.Contains(string(raw), "`"+name+"`") {
				t.Errorf("%v: docs/api.md does not have %s", typ, name)
			}
		}
	}
}
