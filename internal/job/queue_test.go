package job

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/folder"
)

// fake runs nothing: a test says when a process ends.
type fake struct {
	mu    sync.Mutex
	began [][]string
	alive []*fakeProcess
	fail  error
}

type fakeProcess struct {
	words       []string
	interrupted chan struct{}
	end         chan error
}

func (f *fake) Start(words []string, log *os.File, _ *folder.Folder) (Process, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return nil, f.fail
	}
	p := &fakeProcess{words, make(chan struct{}, 9), make(chan error, 1)}
	f.began, f.alive = append(f.began, words), append(f.alive, p)
	_, err := log.WriteString("began\n")
	return p, err
}

// last is the process that began last.
func (f *fake) last() *fakeProcess {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.alive[len(f.alive)-1]
}

func (p *fakeProcess) ID() int          { return 7 }
func (p *fakeProcess) Interrupt() error { p.interrupted <- struct{}{}; return nil }
func (p *fakeProcess) Wait() error      { return <-p.end }

// opened is a queue of a folder, and what waits until a job is in a state.
func opened(t *testing.T, dir string, run Runner, most int) (*Queue, func(id string, s State) Job) {
	t.Helper()
	news := make(chan struct{}, 1000)
	clock := time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC)
	var mu sync.Mutex
	q, err := Open(Config{
		Dir: dir, Run: run, Most: most, Kinds: map[string][]string{"policy": {"train", "policy"}, "match": {"match"}},
		Changed: func() { news <- struct{}{} },
		Now: func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			clock = clock.Add(time.Second)
			return clock
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return q, func(id string, s State) Job {
		t.Helper()
		for {
			j, err := q.Get(id)
			if err != nil {
				t.Fatal(err)
			}
			if j.State == s {
				return j
			}
			select {
			case <-news:
			case <-time.After(time.Minute):
				log, _ := q.Log(id, 1000)
				t.Fatalf("job %s is %s (%s), want %s; its log: %s", id, j.State, j.Error, s, log)
			}
		}
	}
}

func start(t *testing.T, q *Queue, name string) string {
	t.Helper()
	j, err := q.Start(Work{
		Kind: "policy", Name: name, Flags: []Flag{{"output", "runs/" + name}, {"steps", "-1"}}, Args: []string{"--games"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return j.ID
}

// Jobs run one after the other, in their order, by commands in which no value can be a flag.
func TestJobsWaitForEachOther(t *testing.T) {
	dir, run := filepath.Join(t.TempDir(), "jobs"), &fake{}
	q, until := opened(t, dir, run, 1)
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("a queue without jobs has written something: %v", err)
	}
	a, b, c := start(t, q, "a"), start(t, q, "b"), start(t, q, "c")
	until(a, Running)
	until(b, Waiting)
	want := []string{"train", "policy", "--output=runs/a", "--steps=-1", "--", "--games"}
	if got := run.last().words; !slices.Equal(got, want) {
		t.Errorf("command %q, want %q", got, want)
	}
	if _, err := q.Stop(b); err != nil { // out of the queue
		t.Fatal(err)
	}
	run.last().end <- nil
	if j := until(a, Done); j.Seconds <= 0 || j.Ended.IsZero() {
		t.Errorf("a job that is done: %+v", j)
	}
	until(c, Running)
	run.last().end <- &Exit{1, "exit status 1"}
	if j := until(c, Failed); j.Error != "exit status 1: began" {
		t.Errorf("why it failed: %q", j.Error)
	}
	if _, err := q.Resume(b); err != nil {
		t.Fatal(err)
	}
	until(b, Running)
	if len(run.began) != 3 || !strings.Contains(run.began[2][2], "runs/b") {
		t.Errorf("commands: %q", run.began)
	}
	run.last().end <- nil
	until(b, Done)
	var order []string
	for _, j := range q.List() {
		order = append(order, j.ID)
	}
	if !slices.Equal(order, []string{c, b, a}) {
		t.Errorf("the list: %v", order)
	}
	if err := errors.Join(q.Remove(a), q.Close()); err != nil {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 3 { // and the last number given
		t.Errorf("after one was removed: %v", entries)
	}
}

// The number of a job that was removed is given to no other one.
func TestNumbersAreGivenOnce(t *testing.T) {
	dir, run := filepath.Join(t.TempDir(), "jobs"), &fake{}
	given := map[string]bool{}
	for range 2 {
		q, until := opened(t, dir, run, 1)
		for range 2 {
			a := start(t, q, "a")
			if given[a] {
				t.Errorf("job %s is there again", a)
			}
			given[a] = true
			until(a, Running)
			run.last().end <- nil
			until(a, Done)
			if err := q.Remove(a); err != nil {
				t.Fatal(err)
			}
		}
		if err := q.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// If the folder of a job cannot be removed, the job stays.
func TestARemovalThatFails(t *testing.T) {
	dir, run := filepath.Join(t.TempDir(), "jobs"), &fake{}
	q, until := opened(t, dir, run, 1)
	a := start(t, q, "a")
	until(a, Running)
	run.last().end <- nil
	until(a, Done)
	q.Dir = "a\x00b" // no name of a folder
	if err := q.Remove(a); err == nil {
		t.Error("it was removed")
	}
	if _, err := q.Get(a); err != nil {
		t.Error(err)
	}
	q.Dir = dir
	if err := errors.Join(q.Remove(a), q.Close()); err != nil {
		t.Error(err)
	}
}

// Stop interrupts, and the job is stopped when its process has ended; Resume runs the same command.
func TestStopAndResume(t *testing.T) {
	run := &fake{}
	q, until := opened(t, filepath.Join(t.TempDir(), "jobs"), run, 1)
	a := start(t, q, "a")
	first := run.last()
	if j, err := q.Stop(a); err != nil || j.State != Stopping {
		t.Fatalf("%+v, %v", j, err)
	}
	<-first.interrupted
	if _, err := q.Resume(a); !errors.Is(err, ErrState) {
		t.Errorf("a job that is about to stop was resumed: %v", err)
	}
	if err := q.Remove(a); !errors.Is(err, ErrState) {
		t.Errorf("a job that is about to stop was removed: %v", err)
	}
	if j, err := q.Stop(a); err != nil || j.State != Stopping || len(first.interrupted) > 0 {
		t.Errorf("a second Stop: %+v, %v; interrupted %d times more", j, err, len(first.interrupted))
	}
	first.end <- &Exit{130, "exit status 130"}
	until(a, Stopped)
	if _, err := q.Stop(a); !errors.Is(err, ErrState) {
		t.Errorf("a job that has stopped was stopped: %v", err)
	}
	if _, err := q.Resume(a); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(run.last().words, first.words) {
		t.Errorf("resumed by %q, begun by %q", run.last().words, first.words)
	}
	run.last().end <- &Exit{-1, "signal: killed"} // by the system, perhaps for want of memory
	if j := until(a, Failed); !strings.Contains(j.Error, "killed") {
		t.Errorf("killed: %q", j.Error)
	}
	if err := q.Close(); err != nil {
		t.Error(err)
	}
}

// A queue that closes interrupts what runs, and the next one goes on with it and with what waited.
func TestTheNextQueueGoesOn(t *testing.T) {
	dir, run := filepath.Join(t.TempDir(), "jobs"), &fake{}
	q, until := opened(t, dir, run, 1)
	a, b := start(t, q, "a"), start(t, q, "b")
	until(a, Running)
	if _, err := Open(Config{Dir: dir, Run: run}); !errors.Is(err, folder.ErrBusy) {
		t.Errorf("two queues in one folder: %v", err)
	}
	go func() {
		p := run.last()
		<-p.interrupted
		p.end <- &Exit{130, "exit status 130"}
	}()
	if err := q.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := q.Start(Work{Kind: "match", Name: "late"}); err == nil {
		t.Error("a closed queue took a job")
	}
	if err := os.WriteFile(filepath.Join(dir, b, jobName), []byte(`{"state": 3`), 0o644); err != nil { // damaged
		t.Fatal(err)
	}
	q, until = opened(t, dir, run, 1)
	until(a, Running)
	if j := until(b, Failed); !strings.Contains(j.Error, "job.json") {
		t.Errorf("a damaged job: %+v", j)
	}
	if _, err := q.Resume(b); err == nil {
		t.Error("a job of which nothing is known was resumed")
	}
	run.last().end <- nil
	if j := until(a, Done); j.Seconds < 2 {
		t.Errorf("the time of both processes: %v s", j.Seconds)
	}
	if c := start(t, q, "c"); c <= b {
		t.Errorf("job %s after %s", c, b)
	}
	run.last().end <- nil
	if err := q.Close(); err != nil {
		t.Error(err)
	}
}

// A process that saves for longer than its queue waits is interrupted once: by the queue that closed, and by no later
// one.
func TestNobodyIsInterruptedTwice(t *testing.T) {
	dir, run := filepath.Join(t.TempDir(), "jobs"), &fake{}
	q, until := opened(t, dir, run, 1)
	a := start(t, q, "a")
	until(a, Running)
	path, saving := filepath.Join(dir, a, jobName), []byte(nil)
	go func() {
		p := run.last()
		<-p.interrupted
		saving, _ = os.ReadFile(path)
		p.end <- &Exit{130, "exit status 130"}
	}()
	if err := q.Close(); err != nil {
		t.Fatal(err)
	}
	for _, stop := range []bool{false, true} { // its process is still there
		saved := bytes.Replace(saving, []byte(`"process": 7`), []byte(`"process": 0`), 1)
		if err := os.WriteFile(path, saved, 0o644); err != nil {
			t.Fatal(err)
		}
		process, err := folder.Open(filepath.Join(dir, a))
		if err != nil {
			t.Fatal(err)
		}
		q, until = opened(t, dir, run, 1)
		if until(a, Running); stop {
			if j, err := q.Stop(a); err != nil || j.State != Stopping {
				t.Errorf("%+v, %v", j, err)
			}
			if j, err := q.Stop(a); err != nil || j.State != Stopping {
				t.Errorf("a second Stop: %+v, %v", j, err)
			}
		}
		if err := errors.Join(q.Close(), process.Close()); err != nil {
			t.Errorf("stop %v: %v", stop, err)
		}
	}
}

// A server that was killed at the wrong moment leaves a process without a known number. Stop says so.
func TestAProcessThatCannotBeInterrupted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "jobs")
	text := `{"kind": "policy", "name": "a", "state": "running", "process": 0}`
	process, err := folder.Open(filepath.Join(dir, "0001"))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "0001", jobName), []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	q, until := opened(t, dir, &fake{}, 1)
	until("0001", Running)
	if _, err := q.Stop("0001"); err == nil || !strings.Contains(err.Error(), "its number is not known") {
		t.Errorf("nobody was interrupted: %v", err)
	}
	if j, err := q.Get("0001"); err != nil || j.State != Running {
		t.Errorf("it is %+v, %v", j, err)
	}
	if err := q.Close(); err == nil || !strings.Contains(err.Error(), "its number is not known") {
		t.Errorf("the queue closed and interrupted nobody: %v", err)
	}
	if err := process.Close(); err != nil {
		t.Error(err)
	}
}

// What is no command of ours is refused, and a process that does not start is a failure that says why.
func TestRefusals(t *testing.T) {
	run := &fake{fail: errors.New("no such program")}
	q, until := opened(t, filepath.Join(t.TempDir(), "jobs"), run, 1)
	for name, w := range map[string]Work{
		"another kind": {Kind: "rm", Name: "x"},
		"no name":      {Kind: "match"},
		"a long name":  {Kind: "match", Name: strings.Repeat("x", 1000)},
		"no flag":      {Kind: "match", Name: "x", Flags: []Flag{{"games=1 --json", ""}}},
		"a zero byte":  {Kind: "match", Name: "x", Args: []string{"a\x00b"}},
		"many words":   {Kind: "match", Name: "x", Args: make([]string, 1000)},
	} {
		if _, err := q.Start(w); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	long := Work{Kind: "match", Name: strings.Repeat("碁", mostName)} // counted in characters
	if _, err := long.command(q.Kinds); err != nil {
		t.Errorf("a name of %d characters: %v", mostName, err)
	}
	if len(q.List()) != 0 {
		t.Errorf("jobs: %v", q.List())
	}
	if j := until(start(t, q, "a"), Failed); j.Error != "no such program" {
		t.Errorf("%+v", j)
	}
	for _, id := range []string{"", "..", "9999", "0001/.."} {
		if _, err := q.Log(id, 10); !errors.Is(err, ErrUnknown) {
			t.Errorf("the log of job %q: %v", id, err)
		}
	}
	if err := q.Close(); err != nil {
		t.Error(err)
	}
}

// A log that grows too long keeps its end, while its process goes on writing.
func TestTrim(t *testing.T) {
	path := filepath.Join(t.TempDir(), logName)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for range mostLog/100 + 1 {
		if _, err := f.WriteString(strings.Repeat("x", 99) + "\n"); err != nil {
			t.Fatal(err)
		}
	}
	if err := trim(path); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("the end\n"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || len(text) > keepLog+100 || len(text)%100 != 8 || !strings.HasSuffix(string(text), "x\nthe end\n") {
		t.Errorf("%d bytes, %v: …%q", len(text), err, text[max(0, len(text)-20):])
	}
	if got := reason([]byte("a\ntengen: games/: no games\nsecond line\n"), "exit status 1"); got != "games/: no games\nsecond line" {
		t.Errorf("reason %q", got)
	}
}
