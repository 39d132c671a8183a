package workers

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// Config is what the part has.
type Config struct {
	// Read asks the hub; nil for a server without one.
	Read func(context.Context) (hub.Status, error)
	// Log takes what goes wrong.
	Log *slog.Logger
}

// Part is the hub as pages see it.
type Part struct{ Config }

// New is the part of a server.
func New(c Config) *Part { return &Part{c} }

// Close has nothing to let go of: who gave Read ends the connection.
func (p *Part) Close() error { return nil }

// Routes are the addresses below /api/v1/hub.
func (p *Part) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/v1/hub", wire.Handle(p.Log, p.show))
}

// Messages are what the part takes and gives.
func (*Part) Messages() []wire.Message {
	return []wire.Message{{Route: "GET /api/v1/hub", Gives: wire.Given[hubJSON]()}}
}

// hubJSON is a hub.
type hubJSON struct {
	Waiting int `json:"tickets_waiting"`
	Taken   int `json:"tickets_taken"`
	Again   int `json:"tickets_redelivered"`
	Bundles int `json:"bundles"`
	// Trouble is why it cannot store, and what helps; missing if it can.
	Trouble string       `json:"trouble,omitempty"`
	Workers []workerJSON `json:"workers"`
	Runs    []runJSON    `json:"runs"`
}

// workerJSON is a worker that is there, or that has behaved badly.
type workerJSON struct {
	Name       string  `json:"name"`
	Here       bool    `json:"here"`
	Version    string  `json:"version,omitempty"`
	Arithmetic string  `json:"arithmetic,omitempty"`
	Threads    int     `json:"threads"`
	Games      int     `json:"games"`
	PerHour    float64 `json:"games_per_hour"`
	Strikes    int     `json:"strikes"`
	Good       int     `json:"samples_good"`
	Bad        int     `json:"samples_bad"`
	Peers      int     `json:"peers"` // other workers that can confirm its games
	// Trouble is why it gets no tickets; missing if it does.
	Trouble string `json:"trouble,omitempty"`
}

// runJSON is a run whose games workers play.
type runJSON struct {
	Run      string  `json:"run"`
	For      string  `json:"for,omitempty"` // the file or folder; missing if nobody collects its games
	Games    int     `json:"games"`
	Kept     int     `json:"kept"`
	PerHour  float64 `json:"games_per_hour"`
	Left     float64 `json:"seconds_left"`
	UnderWay bool    `json:"under_way"`
	Tickets  int     `json:"tickets"`
	Again    int     `json:"tickets_redelivered"`
	Refused  int     `json:"bundles_refused"`
}

// answerTime is how long the hub may take.
const answerTime = 10 * time.Second

func (p *Part) show(r *http.Request) (any, error) {
	if p.Read == nil {
		return nil, wire.Missing("this server has no hub; start it with tengen serve --hub TOKEN")
	}
	ctx, stop := context.WithTimeout(r.Context(), answerTime)
	defer stop()
	s, err := p.Read(ctx)
	if err != nil {
		return nil, &wire.Refusal{
			Status: http.StatusServiceUnavailable, Text: fmt.Sprintf("the hub does not answer: %v", err),
		}
	}
	return shot(s), nil
}

// shot is a status for pages: the workers that are there first, and the runs under way.
func shot(s hub.Status) hubJSON {
	out := hubJSON{
		Waiting: s.Waiting, Taken: s.Taken, Again: s.Redelivered, Bundles: s.Bundles,
		Trouble: s.Trouble, Workers: []workerJSON{}, Runs: []runJSON{},
	}
	for _, name := range slices.Sorted(maps.Keys(s.Workers)) {
		w := s.Workers[name]
		one := workerJSON{
			Name: name, Here: w.Here, Version: w.Version, Arithmetic: w.Arithmetic, Threads: w.Threads, Games: w.Games,
			PerHour: w.PerHour, Strikes: w.Strikes, Good: w.Good, Bad: w.Bad, Peers: w.Peers,
			Trouble: cmp.Or(w.Barred, w.Unreadable),
		}
		if one.Trouble == "" && w.Here && w.Protocol != ticket.Protocol {
			one.Trouble = fmt.Sprintf("its protocol is %d, the hub's %d; install the same version everywhere",
				w.Protocol, ticket.Protocol)
		}
		out.Workers = append(out.Workers, one)
	}
	slices.SortStableFunc(out.Workers, func(a, b workerJSON) int { return first(a.Here, b.Here) })
	for _, name := range slices.Sorted(maps.Keys(s.Runs)) {
		r := s.Runs[name]
		out.Runs = append(out.Runs, runJSON{
			Run: name, For: r.For, Games: r.Games, Kept: r.Kept, PerHour: r.PerHour, Left: r.Left,
			UnderWay: r.UnderWay, Tickets: r.Tickets, Again: r.Again, Refused: r.Progress.Refused,
		})
	}
	slices.SortStableFunc(out.Runs, func(a, b runJSON) int { return first(a.UnderWay, b.UnderWay) })
	return out
}

// first orders what is so before what is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
