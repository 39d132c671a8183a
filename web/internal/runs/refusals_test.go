package runs

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/web/internal/jobs"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// unmoved starts processes that do nothing until they are interrupted.
type unmoved struct{}

type unmovedProcess struct{ end chan error }

func (unmoved) Start([]string, *os.File, *folder.Folder) (job.Process, error) {
	return unmovedProcess{make(chan error, 2)}, nil
}
func (unmovedProcess) ID() int { return 1 }
func (p unmovedProcess) Interrupt() error {
	p.end <- &job.Exit{Code: 130, Text: "exit status 130"}
	return nil
}
func (p unmovedProcess) Wait() error { return <-p.end }

// asker is a server of runs in dir with games in a folder, and what asks it.
func asker(t *testing.T, dir, games string) func(method, path, body string) (int, string) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	queue, err := jobs.Open(jobs.Config{Runs: dir, Run: unmoved{}, Log: log, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := queue.Close(); err != nil {
			t.Error(err)
		}
	})
	part := New(t.Context(), Config{
		Dir: dir, Games: []string{games}, Jobs: queue, Streams: &wire.Streams{Most: 9, Log: log}, Log: log,
		Form: Form{Stages: []string{"data", "policy"}, Until: until, Write: func(games []string, values map[string]string) ([]byte, error) {
			if values["policy.rate"] == "fast" {
				return nil, errors.New("policy.rate: want a number")
			}
			return fmt.Appendf(nil, "[data]\ngames = [%q]\n", games[0]), nil
		}},
	})
	mux := http.NewServeMux()
	part.Routes(mux)
	return func(method, path, body string) (int, string) {
		t.Helper()
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "/api/v1/runs"+path, strings.NewReader(body)))
		text, err := io.ReadAll(w.Result().Body)
		if err != nil {
			t.Fatal(err)
		}
		return w.Code, string(text)
	}
}

func put(t *testing.T, text string, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func link(t *testing.T, to string, path ...string) {
	t.Helper()
	if err := os.Symlink(to, filepath.Join(path...)); err != nil {
		t.Skip(err) // a system where not everybody may make links
	}
}

// No request leads out of the folder of runs, by a name, a path or a link, and none shows a file there that is
// no part of a run.
func TestNoWayOut(t *testing.T) {
	top := t.TempDir()
	dir, games := filepath.Join(top, "runs"), filepath.Join(top, "games")
	const secret = "a secret"
	outside := put(t, secret, top, "outside", "report.html")
	metrics := `{"kind":"train","step":7,"loss":1,"top1":0.5}` + "\n"
	put(t, metrics, top, "outside", "metrics.jsonl")
	put(t, "(;)", games, "a.sgf")
	put(t, metrics, dir, "mine", "metrics.jsonl")
	put(t, secret, dir, "mine", "private.txt")
	link(t, outside, dir, "mine", "report.html")
	link(t, filepath.Join(top, "outside"), dir, "mine", "policy")
	link(t, filepath.Join(top, "outside"), dir, "away")
	put(t, "(;)", top, "outside", "b.sgf")
	link(t, filepath.Join(top, "outside"), games, "away")
	ask := asker(t, dir, games)
	for _, name := range []string{
		"..", "%2e%2e", "%2e%2e%2foutside", "away", "jobs", "mine%2f..%2f..%2foutside", "mine%2fpolicy", "mine%00", ".", "",
	} {
		for _, rest := range []string{"", "/report", "/events"} {
			if status, text := ask("GET", "/"+name+rest, ""); status == http.StatusOK || strings.Contains(text, secret) {
				t.Errorf("GET /%s%s: %d %s", name, rest, status, text)
			}
		}
		if status, text := ask("POST", "/"+name, `{"do":"stop"}`); status == http.StatusOK {
			t.Errorf("POST /%s: %s", name, text)
		}
	}
	if status, text := ask("GET", "/mine/report", ""); status != http.StatusNotFound {
		t.Errorf("a report behind a link: %d %s", status, text)
	}
	if status, text := ask("GET", "/mine/private.txt", ""); status != http.StatusNotFound {
		t.Errorf("another file of a run: %d %s", status, text)
	}
	if status, text := ask("GET", "/mine", ""); status != http.StatusOK || !strings.Contains(text, `"training"`) {
		t.Errorf("the run itself: %d %s", status, text)
	}
	for _, path := range []string{
		filepath.Join(top, "outside"), filepath.Join(games, "..", "outside"), filepath.Join(games, "away"),
		filepath.Join(games, "away", "b.sgf"), "games", "/", "",
	} {
		if status, text := ask("POST", "", fmt.Sprintf(`{"name":"new","games":[%q]}`, path)); status != http.StatusBadRequest {
			t.Errorf("games of %q: %d %s", path, status, text)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "new")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a refused run left its folder: %v", err)
	}
}

// A new run needs a name of its own, games, and settings that the chain takes; nothing is written before that.
func TestWhatBeginsNoRun(t *testing.T) {
	top := t.TempDir()
	dir, games := filepath.Join(top, "runs"), filepath.Join(top, "games")
	put(t, "(;)", games, "a.sgf")
	ask := asker(t, dir, games)
	good := fmt.Sprintf(`"games":[%q]`, filepath.Join(games, "a.sgf"))
	for body, want := range map[string]int{
		`{"name":"new"}`:                                              http.StatusBadRequest,
		`{"name":"../new",` + good + `}`:                              http.StatusBadRequest,
		`{"name":"",` + good + `}`:                                    http.StatusBadRequest,
		`{"name":".new",` + good + `}`:                                http.StatusBadRequest,
		`{"name":"jobs",` + good + `}`:                                http.StatusConflict,
		`{"name":"new","until":"--redo",` + good + `}`:                http.StatusBadRequest,
		`{"name":"new","values":{"policy.rate":"fast"},` + good + `}`: http.StatusBadRequest,
		`{"name":"new","args":["--json"],` + good + `}`:               http.StatusBadRequest,
	} {
		if status, text := ask("POST", "", body); status != want {
			t.Errorf("%s: %d %s, want %d", body, status, text, want)
		}
	}
	for _, file := range []string{"../a.sgf", "a/b.sgf", `a\b.sgf`, ".a.sgf", "a.exe", "", strings.Repeat("a", 300) + ".sgf"} {
		query := url.Values{"run": {"new"}, "file": {file}}.Encode()
		if status, text := ask("POST", "/files?"+query, "(;)"); status != http.StatusBadRequest {
			t.Errorf("file %q: %d %s", file, status, text)
		}
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("refused requests left something: %v", err)
	}
	if status, text := ask("POST", "", `{"name":"new",`+good+`}`); status != http.StatusCreated {
		t.Fatalf("a good one: %d %s", status, text)
	}
	for _, name := range []string{"new", "NEW"} {
		if name == "NEW" {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				continue // names of another case are other names here
			}
		}
		if status, text := ask("POST", "", `{"name":"`+name+`",`+good+`}`); status != http.StatusConflict {
			t.Errorf("the name %s again: %d %s", name, status, text)
		}
	}
	query := url.Values{"run": {"new"}, "file": {"b.sgf"}}.Encode()
	if status, text := ask("POST", "/files?"+query, "(;)"); status != http.StatusConflict {
		t.Errorf("a file for a run that has begun: %d %s", status, text)
	}
}
