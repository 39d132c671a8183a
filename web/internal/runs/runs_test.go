package runs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/web/internal/jobs"
	"github.com/tengen-go/tengen/web/internal/schema"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// trainer starts processes that do nothing but note their words, and end when they are interrupted or let go.
type trainer struct {
	began chan []string
	end   chan error
}

func (f trainer) Start(words []string, log *os.File, _ *folder.Folder) (job.Process, error) {
	f.began <- words
	_, err := log.WriteString("stage 1 of 10: the games\n")
	return f, err
}
func (trainer) ID() int { return 1 }
func (f trainer) Interrupt() error {
	f.end <- &job.Exit{Code: 130, Text: "exit status 130"}
	return nil
}
func (f trainer) Wait() error { return <-f.end }

// form is one with two settings; the value "bad" is a mistake.
func form() Form {
	return Form{
		Settings: []Setting{
			{Name: "board", About: "Side of the board."},
			{Section: "policy", Name: "time", Default: "30m"},
		},
		Stages: []string{"data", "rollout", "policy", "value", "model"},
		Until:  until,
		Write: func(games []string, values map[string]string) ([]byte, error) {
			text := fmt.Sprintf("komi = 9\n[data]\ngames = [%q]\n[policy]\n", strings.Join(games, " "))
			for key, value := range values {
				if value == "bad" {
					return nil, fmt.Errorf("%s: want a number", key)
				}
				text += strings.TrimPrefix(key, "policy.") + " = " + value + "\n"
			}
			return []byte(text), nil
		},
	}
}

// until is that a policy needs nothing but the games.
func until(last string) []string {
	if last == "policy" {
		return []string{"data", "policy"}
	}
	return []string{"data", "rollout", "policy", "value", "model"}
}

type bench struct {
	*Part
	t    *testing.T
	http *httptest.Server
	trainer
	games string // a folder of games
}

func open(t *testing.T) *bench {
	t.Helper()
	dir := t.TempDir()
	b := &bench{t: t, trainer: trainer{make(chan []string, 9), make(chan error, 9)}, games: filepath.Join(dir, "games")}
	write(t, filepath.Join(b.games, "club", "one.sgf"), "(;SZ[9])")
	write(t, filepath.Join(b.games, "all.tengen"), "")
	write(t, filepath.Join(b.games, "notes.txt"), "")
	runs := filepath.Join(dir, "runs")
	log := slog.New(slog.DiscardHandler)
	queue, err := jobs.Open(jobs.Config{Runs: runs, Run: b.trainer, Log: log, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	b.Part = New(t.Context(), Config{
		Dir: runs, Games: []string{b.games}, Form: form(), Jobs: queue, Log: log,
		Streams: &wire.Streams{Most: 3, Log: log},
	})
	mux := http.NewServeMux()
	b.Routes(mux)
	checked := schema.Of(b.Messages()).Handler(mux, func(err error) { t.Error(err) })
	b.http = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		checked.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		b.http.Close()
		if err := errors.Join(b.Close(), queue.Close()); err != nil {
			t.Error(err)
		}
	})
	return b
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// ask sends a request and gives the answer.
func (b *bench) ask(method, path, body string) (status int, text string, h http.Header) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.http.URL+"/api/v1/runs"+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	response, err := b.http.Client().Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return response.StatusCode, string(raw), response.Header
}

// shotOf is a run as a page sees it.
func (b *bench) shotOf(name string) (s shotJSON) {
	b.t.Helper()
	status, text, _ := b.ask("GET", "/"+name, "")
	if err := json.Unmarshal([]byte(text), &s); err != nil || status != 200 {
		b.t.Fatalf("%d %s %v", status, text, err)
	}
	return s
}

// wait waits for a state of a run's job.
func (b *bench) wait(name string, state job.State) {
	b.t.Helper()
	news, leave := b.Jobs.News.Watch()
	defer leave()
	for {
		if j, ok := b.Jobs.Of(name); ok && j.State == state {
			return
		}
		<-news
	}
}

func lines(n int) string {
	var text strings.Builder
	for i := range n {
		kind := "train"
		if i%10 == 9 {
			kind = "eval"
		}
		fmt.Fprintf(&text, `{"kind":%q,"step":%d,"wall_s":%d,"loss":2,"top1":0.4,"top5":0.8,"positions_per_s":50}`+"\n",
			kind, i+1, i)
	}
	return text.String()
}

// A run begins with games of a folder, is watched, stopped, gone on with, and done.
func TestLife(t *testing.T) {
	b := open(t)
	status, text, _ := b.ask("GET", "", "")
	var list listJSON
	err := json.Unmarshal([]byte(text), &list)
	if err != nil || status != 200 || len(list.Runs) != 0 || len(list.Settings) != 2 {
		t.Fatalf("no runs: %d %s %v", status, text, err)
	}
	var names []string
	for _, f := range list.Folders {
		names = append(names, f.Name)
	}
	if want := []string{"games", "games/all.tengen", "games/club"}; !slices.Equal(names, want) {
		t.Errorf("folders %v, want %v", names, want)
	}
	wish, err := json.Marshal(map[string]any{
		"name": "mine", "games": []string{list.Folders[2].Path}, "until": "policy",
		"values": map[string]string{"policy.steps": "100"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if status, text, _ := b.ask("POST", "", string(wish)); status != http.StatusCreated {
		t.Fatalf("begun: %d %s", status, text)
	}
	dir := b.dir("mine")
	want := []string{"pipeline", "--output=" + dir, "--config=" + filepath.Join(dir, "settings.toml"), "--until=policy"}
	if words := <-b.began; !slices.Equal(words, want) {
		t.Errorf("the command is %v, want %v", words, want)
	}
	write(t, filepath.Join(dir, "data", "stage.json"), `{"stage":"data","done":true,"seconds":3}`)
	write(t, filepath.Join(dir, "policy", "stage.json"), `{"stage":"policy"}`)
	write(t, filepath.Join(dir, "policy", "metrics.jsonl"), lines(50))
	write(t, filepath.Join(dir, "policy", "examples.jsonl"),
		`{"step":0,"number":0,"size":1,"points":".","to_move":"black","last":-1,"played":0,"policy":[10000]}`+"\n")
	s := b.shotOf("mine")
	if s.Kind != "pipeline" || s.State != "running" || s.Done != 1 || s.Of != 2 || len(s.Stages) != 2 ||
		s.Fault != "" ||
		s.Log == nil || !strings.Contains(*s.Log, "stage 1") ||
		s.Settings == nil || !strings.Contains(*s.Settings, list.Folders[2].Path) {
		t.Errorf("running: %+v", s)
	}
	far := &progressJSON{Stage: "policy", Step: 50, Steps: 100, Rate: 50, Left: 49, Share: 0.5}
	if !reflect.DeepEqual(s.Progress, far) {
		t.Errorf("progress %+v, want %+v", s.Progress, far)
	}
	var examples []measure.Example
	if err := json.Unmarshal(s.Examples, &examples); err != nil || len(examples) != 1 {
		t.Errorf("examples: %v, %v", examples, err)
	}
	if status, text, _ := b.ask("GET", "/mine/report", ""); status != 404 {
		t.Errorf("a report that is not there: %d %s", status, text)
	}
	for _, step := range []struct{ do, state string }{{"stop", "stopped"}, {"resume", "running"}} {
		if status, text, _ := b.ask("POST", "/mine", `{"do":"`+step.do+`"}`); status != 200 {
			t.Errorf("%s: %d %s", step.do, status, text)
		}
		b.wait("mine", job.State(step.state))
	}
	<-b.began
	write(t, filepath.Join(dir, "policy", "stage.json"), `{"stage":"policy","done":true,"seconds":60}`)
	b.end <- nil
	b.wait("mine", job.Done)
	if s := b.shotOf("mine"); s.State != "done" || s.Done != 2 || s.Progress != nil {
		t.Errorf("done: %+v", s)
	}
}

// A stream sends all of a run, and then what has changed.
func TestEvents(t *testing.T) {
	b := open(t)
	metrics := filepath.Join(b.dir("old"), "metrics.jsonl")
	write(t, metrics, lines(20))
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.http.URL+"/api/v1/runs/old/events", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := b.http.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var next func() shotJSON
	next = func() (s shotJSON) {
		t.Helper()
		var text []byte
		buffer := make([]byte, 1)
		for !bytes.HasSuffix(text, []byte("\n\n")) {
			if _, err := response.Body.Read(buffer); err != nil {
				t.Fatal(err)
			}
			text = append(text, buffer...)
		}
		_, data, is := bytes.Cut(text, []byte("data: "))
		if !is { // the stream says that it still stands
			return next()
		}
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return s
	}
	first := next()
	if first.Kind != "training" || first.State != "stopped" || len(first.Curves) != 1 ||
		first.Log == nil || first.Settings == nil {
		t.Errorf("the first event: %+v", first)
	}
	write(t, metrics, lines(40))
	s := next()
	var points []pointJSON
	err = json.Unmarshal(s.Curves["policy"], &points)
	if err != nil || len(points) != 40 || s.Log != nil || s.Settings != nil {
		t.Errorf("the second event: %+v, %v", s, err)
	}
	if err := os.RemoveAll(b.dir("old")); err != nil {
		t.Fatal(err)
	}
	if s := next(); s.State != stateGone {
		t.Errorf("the last event: %+v", s)
	}
}

// What does not fit is refused, and leaves nothing.
func TestRefusals(t *testing.T) {
	b := open(t)
	outside := filepath.Join(filepath.Dir(b.games), "secret")
	write(t, filepath.Join(outside, "metrics.jsonl"), lines(1))
	write(t, filepath.Join(outside, "games", "a.sgf"), "")
	write(t, filepath.Join(b.Dir, "taken", "anything"), "")
	for _, link := range []string{filepath.Join(b.games, "out"), filepath.Join(b.Dir, "link")} {
		if err := os.Symlink(outside, link); err != nil {
			t.Skip(err)
		}
	}
	begin := func(name, games, more string) string {
		return fmt.Sprintf(`{"name":%q,"games":[%q]%s}`, name, games, more)
	}
	for _, c := range []struct {
		method, path, body string
		status             int
		has                string
	}{
		{"POST", "", begin("a", outside, ""), 400, "--games"},
		{"POST", "", begin("a", b.games+"/../secret", ""), 400, "--games"},
		{"POST", "", begin("a", b.games+"/out", ""), 400, "--games"},
		{"POST", "", begin("a", "games", ""), 400, "--games"},
		{"POST", "", begin("../a", b.games, ""), 400, "want letters"},
		{"POST", "", begin(".a", b.games, ""), 400, "want letters"},
		{"POST", "", begin("", b.games, ""), 400, "want letters"},
		{"POST", "", begin("taken", b.games, ""), 409, "another name"},
		{"POST", "", begin("link", b.games, ""), 409, "another name"},
		{"POST", "", begin("jobs", b.games, ""), 409, "another name"},
		{"POST", "", begin("a", b.games, `,"values":{"policy.steps":"bad"}`), 400, "policy.steps: want a number"},
		{"POST", "", begin("a", b.games, `,"until":"lunch"`), 400, "no stage"},
		{"POST", "", begin("a", b.games, `,"flags":["x"]`), 400, "unknown field"},
		{"POST", "", `{"name":"a"}`, 400, "no games"},
		{"GET", "/link", "", 404, "no run"},
		{"GET", "/taken", "", 404, "no run"},
		{"GET", "/..%2fsecret", "", 404, "no run"},
		{"GET", "/jobs", "", 404, "no run"},
		{"GET", "/link/report", "", 404, "no run"},
		{"POST", "/files?run=a&file=..%2fa.sgf", "x", 400, "want a name"},
		{"POST", "/files?run=a&file=a.sh", "x", 400, "want a name"},
		{"POST", "/files?run=..&file=a.sgf", "x", 400, "want letters"},
		{"POST", "/files?run=taken&file=a.sgf", "x", 409, "another name"},
		{"POST", "/files?run=a&file=a.sgf", strings.Repeat("x", 2<<20), 413, "more than 1 MB"},
	} {
		if status, text, _ := b.ask(c.method, c.path, c.body); status != c.status || !strings.Contains(text, c.has) {
			t.Errorf("%s %s %.80s: %d %s", c.method, c.path, c.body, status, text)
		}
	}
	if _, err := os.Lstat(b.dir("a")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a refused run has left something: %v", err)
	}
	write(t, filepath.Join(b.dir("terminal"), "settings.toml"), "")
	status, text, _ := b.ask("POST", "/terminal", `{"do":"resume"}`)
	if status != 409 || !strings.Contains(text, "tengen pipeline -o") {
		t.Errorf("a run without a job: %d %s", status, text)
	}
}

// Games that a page sends are the run's own.
func TestSentGames(t *testing.T) {
	b := open(t)
	write(t, filepath.Join(b.dir("mine"), "games", "old.sgf"), "(;SZ[9];B[aa])") // of a form that was given up
	if status, text, _ := b.ask("POST", "/files?run=mine&first=1&file=one.sgf", "(;)"); !strings.Contains(text, `{"files":1,"bytes":3}`) {
		t.Errorf("the first file of a form: %d %s", status, text)
	}
	for k, file := range []string{"one.sgf", "two.sgf", "one.sgf"} {
		want := fmt.Sprintf(`{"files":%d,"bytes":%d}`, min(k+1, 2), 8*min(k+1, 2))
		status, text, _ := b.ask("POST", "/files?run=mine&file="+url.QueryEscape(file), "(;SZ[9])")
		if status != 200 || strings.TrimSpace(text) != want {
			t.Errorf("%s: %d %s, want %s", file, status, text, want)
		}
	}
	if status, text, _ := b.ask("POST", "", `{"name":"mine","games":[]}`); status != 201 {
		t.Fatalf("%d %s", status, text)
	}
	if s := b.shotOf("mine"); !strings.Contains(*s.Settings, `games = ["games"]`) {
		t.Errorf("settings %s", *s.Settings)
	}
	if status, text, _ := b.ask("POST", "/files?run=mine&file=late.sgf", "(;)"); status != 409 {
		t.Errorf("a file for a run that has begun: %d %s", status, text)
	}
	if err := os.Truncate(filepath.Join(b.dir("mine"), "games", "one.sgf"), 0); err != nil {
		t.Fatal(err)
	}
	big := filepath.Join(b.dir("big"), "games", "big.sgf")
	write(t, big, "")
	if err := os.Truncate(big, mostSent); err != nil {
		t.Fatal(err)
	}
	status, text, _ := b.ask("POST", "/files?run=big&file=more.sgf", "(;)")
	if status != 413 || !strings.Contains(text, "200 MB") {
		t.Errorf("too many games: %d %s", status, text)
	}
}

// The report has a policy of its own: no script, nothing from elsewhere.
func TestReport(t *testing.T) {
	b := open(t)
	write(t, filepath.Join(b.dir("mine"), "settings.toml"), "")
	report := filepath.Join(b.dir("mine"), "report.html")
	write(t, report, "<!doctype html><p>well done")
	status, text, h := b.ask("GET", "/mine/report", "")
	if policy := h.Get("Content-Security-Policy"); status != 200 || !strings.HasSuffix(text, "well done") ||
		!strings.HasPrefix(policy, "sandbox; default-src 'none'") || strings.Contains(policy, "script") ||
		h.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%d %s %v", status, text, h)
	}
	if status, _, _ := b.ask("GET", "/mine/settings.toml", ""); status != 404 {
		t.Errorf("another file: %d", status)
	}
	if err := os.Remove(report); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(b.games, "notes.txt"), report); err != nil {
		t.Skip(err)
	}
	if status, _, _ := b.ask("GET", "/mine/report", ""); status != 404 {
		t.Errorf("a report that is a link: %d", status)
	}
}

// Thinning keeps all measurements as long as there is room, the first and last point, and the order.
func TestThin(t *testing.T) {
	for _, c := range []struct{ train, evals, most, wantEvals int }{
		{10, 5, 400, 5},
		{5000, 50, 400, 50},
		{0, 1000, 400, 400},
		{3000, 1000, 400, 400},
		{1, 500, 400, 400},
		{401, 0, 400, 0},
	} {
		var points []pointJSON
		for i := range c.train {
			points = append(points, pointJSON{Kind: "train", Step: int64(i * 7)})
		}
		for i := range c.evals {
			points = append(points, pointJSON{Kind: "eval", Step: int64(i * 11)})
		}
		slices.SortStableFunc(points, func(a, b pointJSON) int { return int(a.Step - b.Step) })
		out := thin(points, c.most)
		evals := 0
		for _, p := range out {
			if measured(&p) {
				evals++
			}
		}
		if want := min(c.most, len(points)); len(out) != want || evals != c.wantEvals {
			t.Errorf("%+v: %d points, %d of them measured, want %d and %d", c, len(out), evals, want, c.wantEvals)
		}
		if !slices.IsSortedFunc(out, func(a, b pointJSON) int { return int(a.Step - b.Step) }) {
			t.Errorf("%+v: the order is lost", c)
		}
		if last := out[len(out)-1].Step; last != points[len(points)-1].Step && c.evals <= c.most {
			t.Errorf("%+v: the last step is %d, want %d", c, last, points[len(points)-1].Step)
		}
	}
}

// A training outside a chain is known by its first line.
func TestCurvesOfTrainings(t *testing.T) {
	b := open(t)
	for _, c := range []struct {
		name, line string
		want       pointJSON
	}{
		{
			"value", `{"kind":"eval","step":3,"wall_s":4,"loss":0.25,"mse":0.5,"sign":0.75}`,
			pointJSON{Kind: "eval", Step: 3, Wall: 4, Loss: 0.25, Known: 0.75},
		},
		{
			"reinforce", `{"kind":"update","update":5,"wall_s":6,"win_rate":0.5,"kl":0.125,"rate":1}`,
			pointJSON{Kind: "train", Step: 5, Wall: 6, Loss: 0.125, Known: 0.5, Rate: 1},
		},
		{
			"policy", `{"kind":"train","step":7,"wall_s":8,"loss":2,"top1":0.25,"positions_per_s":9}`,
			pointJSON{Kind: "train", Step: 7, Wall: 8, Loss: 2, Known: 0.25, PerSecond: 9},
		},
	} {
		write(t, filepath.Join(b.dir(c.name), "metrics.jsonl"), c.line+"\n"+`{"kind":"tr`)
		var points []pointJSON
		err := json.Unmarshal(b.shotOf(c.name).Curves[c.name], &points)
		if err != nil || !reflect.DeepEqual(points, []pointJSON{c.want}) {
			t.Errorf("%s: %+v, %v, want %+v", c.name, points, err, c.want)
		}
	}
	write(t, filepath.Join(b.dir("broken"), "metrics.jsonl"), "no\n")
	if s := b.shotOf("broken"); !strings.Contains(s.Fault, "metrics.jsonl:1") {
		t.Errorf("a broken file: %+v", s)
	}
	if status, text, _ := b.ask("GET", "", ""); status != 200 || strings.Count(text, `"training"`) != 4 {
		t.Errorf("the list: %d %s", status, text)
	}
}

// The manual has every field.
func TestManual(t *testing.T) {
	raw, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(raw), "\n## Trainings\n")
	for _, typ := range []reflect.Type{
		reflect.TypeFor[listJSON](), reflect.TypeFor[runJSON](), reflect.TypeFor[Setting](),
		reflect.TypeFor[folderJSON](), reflect.TypeFor[measure.Example](), reflect.TypeFor[command](),
		reflect.TypeFor[wish](), reflect.TypeFor[sentJSON](), reflect.TypeFor[shotJSON](), reflect.TypeFor[stageJSON](),
		reflect.TypeFor[progressJSON](), reflect.TypeFor[modelJSON](), reflect.TypeFor[pointJSON](),
	} {
		for i := range typ.NumField() {
			f := typ.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.IsExported() && !f.Anonymous && !strings.Contains(section, "`"+name+"`") {
				t.Errorf("docs/api.md does not have %s of %v", name, typ)
			}
		}
	}
}
