package workers

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// A page sees those who are there first, why somebody gets no tickets, and runs under way first.
func TestShot(t *testing.T) {
	about := func(protocol int) worker.About {
		return worker.About{Version: "v", Arithmetic: "a", Protocol: protocol, Threads: 2, Games: 30, PerHour: 60}
	}
	got := shot(hub.Status{
		State: mailbox.State{Waiting: 4, Taken: 2, Redelivered: 1, Bundles: 3}, Trouble: "its disk is full",
		Workers: map[string]hub.WorkerStatus{
			"barred": {Conduct: trust.Conduct{Barred: "it cheats", Good: 2, Bad: 1}, Strikes: 3},
			"good":   {About: about(ticket.Protocol), Here: true, Peers: 1}, "other": {About: about(99), Here: true},
			"noise": {Here: true, Unreadable: "no JSON"},
		},
		Runs: map[string]hub.RunStatus{
			"a": {Progress: hub.Progress{For: "old", Games: 9, Kept: 1}},
			"b": {
				Progress: hub.Progress{For: "new", Games: 90, Kept: 30, PerHour: 60, Left: 3600, Again: 2}, UnderWay: true,
				Tickets: 5,
			},
		},
	})
	want := hubJSON{
		Waiting: 4, Taken: 2, Again: 1, Bundles: 3, Trouble: "its disk is full",
		Workers: []workerJSON{
			{Name: "good", Here: true, Version: "v", Arithmetic: "a", Threads: 2, Games: 30, PerHour: 60, Peers: 1},
			{Name: "noise", Here: true, Trouble: "no JSON"},
			{
				Name: "other", Here: true, Version: "v", Arithmetic: "a", Threads: 2, Games: 30, PerHour: 60,
				Trouble: "its protocol is 99, the hub's 2; install the same version everywhere",
			},
			{Name: "barred", Strikes: 3, Good: 2, Bad: 1, Trouble: "it cheats"},
		},
		Runs: []runJSON{
			{Run: "b", For: "new", Games: 90, Kept: 30, PerHour: 60, Left: 3600, UnderWay: true, Tickets: 5, Again: 2},
			{Run: "a", For: "old", Games: 9, Kept: 1},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A server without a hub, and one whose hub is away, say so.
func TestNoAnswer(t *testing.T) {
	for _, c := range []struct {
		read   func(context.Context) (hub.Status, error)
		status int
		want   string
	}{
		{nil, http.StatusNotFound, "tengen serve --hub TOKEN"},
		{
			func(context.Context) (hub.Status, error) { return hub.Status{}, errors.New("nobody is there") },
			http.StatusServiceUnavailable, "the hub does not answer: nobody is there",
		},
	} {
		mux, w := http.NewServeMux(), httptest.NewRecorder()
		New(Config{Read: c.read, Log: slog.New(slog.DiscardHandler)}).Routes(mux)
		mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/v1/hub", http.NoBody))
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%d: %s", w.Code, w.Body)
		}
	}
}
