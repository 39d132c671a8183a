package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/trust"
)

// metric is one of a status, with a sample for each worker or run.
type metric struct {
	name, help string
	kind       string // as Prometheus calls it
	samples    []string
}

// labelled writes labels as Prometheus has them: name, value, and so on.
func labelled(labels ...string) string {
	var b strings.Builder
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
	for i := 0; i < len(labels); i += 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `%s="%s"`, labels[i], escape.Replace(labels[i+1]))
	}
	if b.Len() == 0 {
		return ""
	}
	return "{" + b.String() + "}"
}

func (m *metric) add(value float64, labels ...string) {
	m.samples = append(m.samples, labelled(labels...)+" "+strconv.FormatFloat(value, 'g', -1, 64))
}

// WriteMetrics writes the status as the text that Prometheus reads. What only grows while its worker is there is a
// counter. All else are gauges.
func (s *Status) WriteMetrics(w io.Writer) error {
	var all []*metric
	of := func(kind string) func(name, help string) *metric {
		return func(name, help string) *metric {
			m := &metric{name: "tengen_" + name, help: help, kind: kind}
			all = append(all, m)
			return m
		}
	}
	gauge := of("gauge")
	for _, figure := range []struct {
		name, help string
		value      int
	}{
		{"tickets_waiting", "Tickets that wait for a worker.", s.Waiting},
		{"tickets_taken", "Tickets that workers have in hand.", s.Taken},
		{"tickets_redelivered", "Tickets in hand that another worker had before.", s.Redelivered},
		{"bundles", "Bundles of games that wait for their command.", s.Bundles},
		{"faults", "Reports of workers that could not play a ticket.", s.Faults},
		{"disk_bytes", "Bytes of tickets and games at the hub.", int(s.Bytes)},
	} {
		gauge(figure.name, figure.help).add(float64(figure.value))
	}
	gauge("trouble", "Whether the hub says that it cannot store; tengen hub status says why.").add(one(s.Trouble != ""))
	if s.sync > 0 {
		gauge("disk_sync_seconds", "Seconds that the hub's disk took just now to sync 4 kB; each ticket and bundle "+
			"waits for a sync.").add(s.sync.Seconds())
	}
	s.workerMetrics(gauge, of("counter"))
	s.runMetrics(gauge)
	for _, m := range all {
		if _, err := fmt.Fprintf(w, "# HELP %s %s\n# TYPE %[1]s %[3]s\n", m.name, m.help, m.kind); err != nil {
			return err
		}
		for _, sample := range m.samples {
			if _, err := fmt.Fprintf(w, "%s%s\n", m.name, sample); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Status) workerMetrics(gauge, counter func(name, help string) *metric) {
	here := gauge("worker_here", "Whether the worker is at the hub.")
	games := counter("worker_games_total", "Games that the worker has played since it began.")
	speed := gauge("worker_games_per_hour", "Games an hour of the worker, in the time with games.")
	barred := gauge("worker_barred", "Whether the worker gets no more tickets.")
	refused := counter("worker_refused_bundles_total", "Bundles of the worker that were refused.")
	samples := counter("worker_samples_total", "Bundles of the worker that others have played again.")
	peers := gauge("worker_peers", "Other workers that can confirm its games.")
	for _, name := range slices.Sorted(maps.Keys(s.Workers)) {
		w := s.Workers[name]
		here.add(one(w.Here), "worker", name)
		games.add(float64(w.Games), "worker", name)
		speed.add(w.PerHour, "worker", name)
		barred.add(one(w.Barred != ""), "worker", name)
		for _, reason := range trust.Reasons() {
			refused.add(float64(w.Refused[reason]), "worker", name, "reason", string(reason))
		}
		samples.add(float64(w.Good), "worker", name, "result", "good")
		samples.add(float64(w.Bad), "worker", name, "result", "bad")
		peers.add(float64(w.Peers), "worker", name)
	}
}

func (s *Status) runMetrics(gauge func(name, help string) *metric) {
	games := gauge("run_games", "Games that the run wants.")
	kept := gauge("run_games_kept", "Games of the run that its command has.")
	speed := gauge("run_games_per_hour", "Games an hour since the command began.")
	left := gauge("run_seconds_left", "Seconds until the last game; 0 if that is not known.")
	tickets := gauge("run_tickets", "Tickets of the run at the hub.")
	taken := gauge("run_tickets_taken", "Tickets of the run that workers have in hand.")
	again := gauge("run_tickets_redelivered", "Tickets of the run that another worker had before.")
	bundles := gauge("run_bundles", "Bundles of the run that wait for its command.")
	refused := gauge("run_bundles_refused", "Bundles of the run that were refused.")
	for _, name := range slices.Sorted(maps.Keys(s.Runs)) {
		r := s.Runs[name]
		for _, of := range []struct {
			metric *metric
			value  float64
		}{
			{games, float64(r.Games)},
			{kept, float64(r.Kept)},
			{speed, r.PerHour},
			{left, r.Left},
			{tickets, float64(r.Tickets)},
			{taken, float64(r.Taken)},
			{again, float64(r.Again)},
			{bundles, float64(r.Bundles)},
			{refused, float64(r.Progress.Refused)},
		} {
			of.metric.add(of.value, "run", name, "for", r.For)
		}
	}
}

func one(so bool) float64 {
	if so {
		return 1
	}
	return 0
}

// metricsTime is how long the hub may take for its metrics.
const metricsTime = 10 * time.Second

// ServeMetrics answers GET /metrics at an address with the status of a hub. server is the one in this process; nil
// if the mail lies elsewhere. It returns the address, and how to end.
func ServeMetrics(box *mailbox.Box, server *mailbox.Server, address string) (
	at string, stop func() error, err error,
) {
	l, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return "", nil, fmt.Errorf("--metrics %s: address in use; choose another port", address)
	}
	if err != nil {
		return "", nil, fmt.Errorf("--metrics %s: %w; choose an address of this machine and a free port", address, err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		ctx, stop := context.WithTimeout(r.Context(), metricsTime)
		defer stop()
		s, err := ReadStatus(ctx, box)
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		if server != nil {
			// Without a figure the disk may be full, which the server reports.
			s.sync, _ = server.SyncTime()
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_ = s.WriteMetrics(w)
	})
	web := &http.Server{Handler: mux, ReadHeaderTimeout: metricsTime}
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(l) }()
	return l.Addr().String(), func() error {
		err := web.Close()
		if why := <-ended; !errors.Is(why, http.ErrServerClosed) {
			err = errors.Join(err, why)
		}
		return err
	}, nil
}
