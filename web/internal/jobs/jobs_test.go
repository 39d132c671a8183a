package jobs

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/web/internal/schema"
)

// idle starts processes that never do anything, and end when they are interrupted.
type idle struct{}

type idleProcess struct{ end chan error }

func (idle) Start(_ []string, log *os.File, _ *folder.Folder) (job.Process, error) {
	_, err := log.WriteString("began\n")
	return idleProcess{make(chan error, 2)}, err
}
func (idleProcess) ID() int { return 1 }
func (p idleProcess) Interrupt() error {
	p.end <- &job.Exit{Code: 130, Text: "exit status 130"}
	return nil
}
func (p idleProcess) Wait() error { return <-p.end }

func opened(t *testing.T, runs string) (*Part, func(method, path, body string) (int, string)) {
	t.Helper()
	p, err := Open(Config{Runs: runs, Run: idle{}, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	p.Routes(mux)
	checked := schema.Of(p.Messages()).Handler(mux, func(err error) { t.Error(err) })
	return p, func(method, path, body string) (int, string) {
		t.Helper()
		w := httptest.NewRecorder()
		checked.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "/api/v1/jobs"+path, strings.NewReader(body)))
		text, err := io.ReadAll(w.Result().Body)
		if err != nil {
			t.Fatal(err)
		}
		return w.Code, string(text)
	}
}

// A page sees the jobs and their logs, stops and resumes them; what does not fit is refused.
func TestJobs(t *testing.T) {
	runs := filepath.Join(t.TempDir(), "runs")
	p, ask := opened(t, runs)
	if status, text := ask("GET", "", ""); status != 200 || text != "{\"jobs\":[]}\n" {
		t.Errorf("no jobs: %d %s", status, text)
	}
	if _, err := os.Stat(runs); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a server without jobs has written something: %v", err)
	}
	j, err := p.Start(job.Work{Kind: Policy, Name: "first", Output: "first"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, path, body string
		status             int
		has                string
	}{
		{"GET", "", "", 200, `"state":"running"`},
		{"GET", "/0001", "", 200, `"log":"began\n"`},
		{"GET", "/0002", "", 404, "no such job"},
		{"GET", "/..%2f0001", "", 404, "no such job"},
		{"POST", "/0001", `{"do":"remove"}`, 409, "it is running"},
		{"POST", "/0001", `{"do":"rm -rf"}`, 400, "want stop"},
		{"POST", "/0001", `{"args":["--json"]}`, 400, "unknown field"},
		{"POST", "/0001", `{"do":"stop"}`, 200, `"run":"first"`},
	} {
		if status, text := ask(c.method, c.path, c.body); status != c.status || !strings.Contains(text, c.has) {
			t.Errorf("%s %s %s: %d %s", c.method, c.path, c.body, status, text)
		}
	}
	news, leave := p.News.Watch()
	for {
		if j, ok := p.Of("first"); ok && j.State == job.Stopped {
			break
		}
		<-news
	}
	leave()
	if status, text := ask("POST", "/"+j.ID, `{"do":"resume"}`); status != 200 || !strings.Contains(text, "running") {
		t.Errorf("resumed: %d %s", status, text)
	}
	other, ask2 := opened(t, runs) // a second server
	if _, err := other.Start(job.Work{Kind: Policy, Name: "second"}); err == nil {
		t.Error("two servers have the same jobs")
	}
	if status, text := ask2("GET", "", ""); status != 200 || !strings.Contains(text, "another tengen serve") {
		t.Errorf("the second server: %d %s", status, text)
	}
	if err := errors.Join(p.Close(), other.Close()); err != nil {
		t.Error(err)
	}
	if err := (&Part{none: errors.New("none")}).Ready(); err == nil {
		t.Error("a part without a queue is ready")
	}
}

// The commands of pages compute networks where the server does, if they have any.
func TestDevice(t *testing.T) {
	for kind, words := range on("gpu:1") {
		want := Commands()[kind]
		if kind != Rollout {
			want = append(want, "--device=gpu:1")
		}
		if !slices.Equal(words, want) || !slices.Equal(on("")[kind], Commands()[kind]) {
			t.Errorf("%s: %q and %q", kind, words, on("")[kind])
		}
	}
}

// The seconds of a job that runs count on.
func TestSeconds(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	p := &Part{now: func() time.Time { return began.Add(3 * time.Second) }}
	for state, want := range map[job.State]float64{job.Running: 8, job.Stopping: 8, job.Stopped: 5, job.Waiting: 5} {
		if got := p.shown(job.Job{State: state, Began: began, Seconds: 5}).Seconds; got != want {
			t.Errorf("%s: %v seconds, want %v", state, got, want)
		}
	}
}

// The manual has every field.
func TestManual(t *testing.T) {
	raw, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[jobJSON](), reflect.TypeFor[listJSON](), reflect.TypeFor[askJSON]()} {
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if !strings.Contains(string(raw), "`"+name+"`") {
				t.Errorf("docs/api.md does not have %s of %v", name, typ)
			}
		}
	}
	for kind := range Commands() {
		if !strings.Contains(string(raw), "`"+kind+"`") {
			t.Errorf("docs/api.md does not have the kind %s", kind)
		}
	}
}
