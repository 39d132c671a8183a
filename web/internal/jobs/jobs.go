package jobs

import (
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// Kinds of jobs.
const (
	Pipeline   = "pipeline"
	Policy     = "policy"
	Value      = "value"
	Rollout    = "rollout"
	Match      = "match"
	Tournament = "tournament"
)

// Commands begin the command of each kind. Pages can begin no others.
func Commands() map[string][]string {
	return map[string][]string{
		Pipeline:   {"pipeline"},
		Policy:     {"train", "policy"},
		Value:      {"train", "value"},
		Rollout:    {"train", "rollout"},
		Match:      {"match"},
		Tournament: {"tournament"},
	}
}

// on are the commands with the device that computes their networks.
func on(device string) map[string][]string {
	all := Commands()
	for kind, words := range all {
		if device != "" && kind != Rollout { // it has no networks
			all[kind] = append(words, "--device="+device)
		}
	}
	return all
}

// FolderName is the folder of the jobs in the folder of runs.
const FolderName = "jobs"

// logShown is how much of a log a page gets.
const logShown = 32 << 10

// Config is what the part has.
type Config struct {
	// Runs is the folder of runs; "" for a server without jobs.
	Runs string
	// Run starts processes.
	Run job.Runner
	// Device is what --device of their commands says; "" for nothing.
	Device string
	// Log takes what goes wrong.
	Log *slog.Logger
	// Now is the clock.
	Now func() time.Time
}

// Part is the queue as the parts of the server and pages see it.
type Part struct {
	// News tells of each change of a job.
	News wire.News

	queue *job.Queue
	log   *slog.Logger
	now   func() time.Time
	none  error // why there is no queue
}

// Open opens the queue of a folder and goes on with what it was at.
func Open(c Config) (*Part, error) {
	p := &Part{log: c.Log, now: c.Now}
	if c.Runs == "" || c.Run == nil {
		p.none = unavailable("this server has no folder of runs: see --runs")
		return p, nil
	}
	queue, err := job.Open(job.Config{
		Dir: filepath.Join(c.Runs, FolderName), Run: c.Run, Kinds: on(c.Device), Changed: p.News.Tell, Now: c.Now,
	})
	if errors.Is(err, folder.ErrBusy) {
		p.none = unavailable("another tengen serve works in " + c.Runs +
			": begin long work there, or here with another folder of --runs")
		c.Log.Warn("no long work can be begun", "error", err)
		return p, nil
	}
	p.queue = queue
	return p, err
}

// Close interrupts what runs, so that it saves. The next server goes on with it.
func (p *Part) Close() error {
	if p.queue == nil {
		return nil
	}
	return p.queue.Close()
}

// Ready refuses where no work can be begun.
func (p *Part) Ready() error { return p.none }

// Start puts work into the queue.
func (p *Part) Start(w job.Work) (job.Job, error) {
	return p.do(func(q *job.Queue) (job.Job, error) { return q.Start(w) })
}

// List are all jobs, the newest first.
func (p *Part) List() []job.Job {
	if p.queue == nil {
		return []job.Job{}
	}
	return p.queue.List()
}

// Of is the newest job that fills a folder, if there is one.
func (p *Part) Of(output string) (found job.Job, ok bool) {
	for _, j := range p.List() {
		if j.Output == output {
			return j, true
		}
	}
	return found, false
}

// Log is the end of what a job has written.
func (p *Part) Log(id string) (string, error) {
	if p.none != nil {
		return "", p.none
	}
	text, err := p.queue.Log(id, logShown)
	return text, refusal(err)
}

// Do is what a page asks of a job: stop, resume or remove.
func (p *Part) Do(id, what string) (job.Job, error) {
	return p.do(func(q *job.Queue) (job.Job, error) {
		switch what {
		case "stop":
			return q.Stop(id)
		case "resume":
			return q.Resume(id)
		case "remove":
			return job.Job{}, q.Remove(id)
		}
		return job.Job{}, wire.Refused("do %.20q: want stop, resume or remove", what)
	})
}

func (p *Part) do(what func(*job.Queue) (job.Job, error)) (job.Job, error) {
	if p.none != nil {
		return job.Job{}, p.none
	}
	j, err := what(p.queue)
	return j, refusal(err)
}

// refusal gives an error of the queue its status.
func refusal(err error) error {
	switch {
	case errors.Is(err, job.ErrUnknown):
		return wire.Missing("%v", err)
	case errors.Is(err, job.ErrState):
		return &wire.Refusal{Status: http.StatusConflict, Text: err.Error()}
	case errors.Is(err, job.ErrFull):
		return unavailable(err.Error())
	}
	return err
}

func unavailable(text string) error {
	return &wire.Refusal{Status: http.StatusServiceUnavailable, Text: text}
}
