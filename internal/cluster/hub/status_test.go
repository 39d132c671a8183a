package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// sampleLine is a sample as Prometheus reads it.
var sampleLine = regexp.MustCompile(`^([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\})? (\S+)$`)

// parsed are the samples of a text of metrics. Each has a type, and stands there once.
func parsed(t *testing.T, text string) map[string]float64 {
	t.Helper()
	all, typed := map[string]float64{}, map[string]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, kind, _ := strings.Cut(name, " ")
			typed[name] = true
			if counts := strings.HasSuffix(name, "_total"); kind != map[bool]string{true: "counter", false: "gauge"}[counts] {
				t.Errorf("%s is a %s", name, kind)
			}
			continue
		}
		if strings.HasPrefix(line, "# HELP ") {
			continue
		}
		m := sampleLine.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("no sample: %q", line)
		}
		value, err := strconv.ParseFloat(m[3], 64)
		if _, twice := all[m[1]+m[2]]; err != nil || twice || !typed[m[1]] {
			t.Errorf("%q: %v, twice %v, type %v", line, err, twice, typed[m[1]])
		}
		all[m[1]+m[2]] = value
	}
	return all
}

func openHub(t *testing.T) *mailbox.Box {
	t.Helper()
	server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	box, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		box.Close()
		_ = server.Close()
	})
	return box
}

func announce(t *testing.T, box *mailbox.Box, name string, about []byte) {
	t.Helper()
	_, err := box.Announce(t.Context(), box.Author(name), about, 0)
	must(t, err)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The metrics can be read, and say what the status says.
func TestMetricsAgreeWithTheStatus(t *testing.T) {
	ctx, box := t.Context(), openHub(t)
	for i, name := range []string{"one", "two"} {
		about, err := json.Marshal(worker.About{
			Version: "v", Protocol: ticket.Protocol, Arithmetic: "a", Threads: i, Games: 10 * i, PerHour: 1.5,
			Holding: map[string]int{"r": 1},
		})
		must(t, err)
		announce(t, box, name, about)
	}
	_, err := trust.OpenBook(box).Change(ctx, box.Author("gone"), func(c *trust.Conduct) {
		c.Refuse(trust.Flood, "x")
		c.Refuse(trust.Illegal, "y")
		c.Differ("z")
	})
	must(t, err)
	must(t, box.Open(ctx, "k", time.Minute))
	for i := range 3 {
		_, err := box.Issue(ctx, mailbox.Address{Kind: "k", Run: "r", Name: fmt.Sprint(i)}, []byte("t"))
		must(t, err)
	}
	_, err = box.Take(ctx, "k") // the workers' words are older
	must(t, err)
	_, err = box.Deliver(ctx, mailbox.Address{Kind: "k", Run: "r", Name: "9"}, box.Author("one"), []byte("b"))
	must(t, err)
	note, err := json.Marshal(Progress{
		Kind: "k", For: "a \"b\"\\\nc", Games: 100, Kept: 30, PerHour: 60, Left: 4200, Again: 2, Refused: 1, Seen: time.Now(),
	})
	must(t, err)
	must(t, box.SetNote(ctx, runNote+".r", note))
	s, err := ReadStatus(ctx, box)
	must(t, err)
	s.Trouble = "no room"
	var text bytes.Buffer
	must(t, s.WriteMetrics(&text))
	got := parsed(t, text.String())
	run := `{run="r",for="a \"b\"\\\nc"}`
	for name, want := range map[string]float64{
		"tengen_tickets_waiting": float64(s.Waiting), "tengen_bundles": float64(s.Bundles),
		"tengen_disk_bytes": float64(s.Bytes), "tengen_trouble": 1,
		`tengen_worker_here{worker="one"}`: 1, `tengen_worker_here{worker="gone"}`: 0,
		`tengen_worker_games_total{worker="two"}`: 10, `tengen_worker_games_per_hour{worker="two"}`: 1.5,
		`tengen_worker_refused_bundles_total{worker="gone",reason="flood"}`:   1,
		`tengen_worker_refused_bundles_total{worker="gone",reason="damaged"}`: 0,
		`tengen_worker_samples_total{worker="gone",result="bad"}`:             1, `tengen_worker_barred{worker="gone"}`: 1,
		`tengen_worker_peers{worker="one"}`: 1, "tengen_run_games" + run: 100, "tengen_run_games_kept" + run: 30,
		"tengen_run_seconds_left" + run: 4200, "tengen_run_tickets" + run: 3, "tengen_run_tickets_taken" + run: 1,
		"tengen_run_tickets_redelivered" + run: 2, "tengen_run_bundles" + run: 1, "tengen_run_bundles_refused" + run: 1,
	} {
		if value, ok := got[name]; !ok || value != want {
			t.Errorf("%s is %v, want %v", name, value, want)
		}
	}
	if s.Waiting != 2 || s.Taken != 1 || s.Bundles != 1 || len(s.Workers) != 3 ||
		s.Workers["gone"].Strikes != 2 || !s.Runs["r"].UnderWay {
		t.Errorf("%+v", s)
	}
}

// The hub measures its disk for each answer. A server elsewhere has no such figure.
func TestMetricsHaveTheTimeOfASync(t *testing.T) {
	server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: t.TempDir()})
	must(t, err)
	defer func() { must(t, server.Close()) }()
	box, err := server.Connect(t.Context())
	must(t, err)
	defer box.Close()
	for _, here := range []bool{true, false} {
		of := server
		if !here {
			of = nil
		}
		at, stop, err := ServeMetrics(box, of, "127.0.0.1:0")
		must(t, err)
		answer, err := http.Get("http://" + at + "/metrics")
		must(t, err)
		body, err := io.ReadAll(answer.Body)
		must(t, err)
		must(t, answer.Body.Close())
		must(t, stop())
		if seconds := parsed(t, string(body))["tengen_disk_sync_seconds"]; seconds > 0 != here {
			t.Errorf("a server in this process: %v, and %v seconds", here, seconds)
		}
	}
}

// A port that another program has is refused with what to do.
func TestMetricsAtAPortThatIsTaken(t *testing.T) {
	box := openHub(t)
	at, stop, err := ServeMetrics(box, nil, "127.0.0.1:0")
	must(t, err)
	if _, _, err := ServeMetrics(box, nil, at); err == nil ||
		err.Error() != "--metrics "+at+": address in use; choose another port" {
		t.Error(err)
	}
	must(t, stop())
}

// What is dropped is gone, with its models, and nothing else is. If its command has stopped, a run is dropped at once,
// one under way is not, whatever the clocks of other machines say.
func TestDrop(t *testing.T) {
	ctx, box := t.Context(), openHub(t)
	hours := time.Now().Add(-9 * time.Hour) // as a machine says whose clock is wrong
	for run, p := range map[string]Progress{
		"live": {Kind: "k", Models: "mine", Seen: hours}, "old": {Kind: "k", Models: "other", Stopped: true},
		"sister": {Kind: "k", Models: "mine", Stopped: true, Seen: time.Now().Add(time.Hour)},
	} {
		note, err := json.Marshal(p)
		must(t, err)
		must(t, box.SetNote(ctx, runNote+"."+run, note))
		_, err = box.PutModel(ctx, p.Models, []byte(p.Models))
		must(t, err)
		_, err = box.Issue(ctx, mailbox.Address{Kind: "k", Run: run, Name: "1"}, []byte("t"))
		must(t, err)
		_, err = box.Deliver(ctx, mailbox.Address{Kind: "j", Run: run, Name: "2"}, box.Author("w"), []byte("b"))
		must(t, err)
	}
	if err := Drop(ctx, box, "live"); err == nil || !strings.Contains(err.Error(), "under way") {
		t.Error(err)
	}
	if err := Drop(ctx, box, "none"); err == nil || !strings.Contains(err.Error(), "lists the runs") {
		t.Error(err)
	}
	must(t, Drop(ctx, box, "old"))
	must(t, Drop(ctx, box, "sister"))
	s, err := ReadStatus(ctx, box)
	must(t, err)
	if runs := slices.Collect(maps.Keys(s.Runs)); !cmp.Equal(runs, []string{"live"}) ||
		s.Runs["live"].Tickets != 1 || s.Runs["live"].Bundles != 1 {
		t.Errorf("%+v", s.Runs)
	}
	if left, err := box.Models(ctx); err != nil || !cmp.Equal(left, []string{mailbox.Digest([]byte("mine"))}) {
		t.Errorf("%v, %v", left, err)
	}
}

// A named worker that is barred is shut out after some time, and others are not.
func TestGuard(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	server, err := mailbox.Serve(ctx, mailbox.ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	must(t, err)
	defer server.Close()
	box, err := server.Connect(ctx)
	must(t, err)
	defer box.Close()
	boxes := map[string]*mailbox.Box{}
	for _, name := range []string{"good", "bad"} {
		token, err := mailbox.NewWorkerToken(dir, fmt.Sprintf("127.0.0.1:%d", server.Port()), name)
		must(t, err)
		boxes[name], err = token.Connect()
		must(t, err)
		defer boxes[name].Close()
	}
	_, err = trust.OpenBook(box).Change(ctx, boxes["bad"].Author(""), func(c *trust.Conduct) { c.Differ("x") })
	must(t, err)
	guarding, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		Guard{
			Box: box, Server: server, every: 10 * time.Millisecond, grace: 100 * time.Millisecond,
		}.Run(guarding)
	}()
	select {
	case <-boxes["bad"].Ended():
	case <-time.After(time.Minute):
		t.Error("a barred worker is still there")
	}
	stop()
	<-ended
	if boxes["good"].Away() {
		t.Error("another worker lost its connection")
	}
}

// What nobody can read of a worker hides no other one, and is named.
func TestTheStatusOfStrangeWorkers(t *testing.T) {
	ctx, box := t.Context(), openHub(t)
	for name, about := range map[string]string{
		"good": fmt.Sprintf(`{"version":"v","protocol":%d}`, ticket.Protocol), "other": `{"protocol":99,"new":[1]}`,
		"types": `{"version":"v","protocol":"nine","games":7}`, "noise": "\x00\xff{", "empty": "",
		"red":                    fmt.Sprintf(`{"version":"\u001b[31mv\n","protocol":%d,"holding":{"r":-5,"":9}}`, ticket.Protocol),
		strings.Repeat("n", 100): "{}",
	} {
		announce(t, box, name, []byte(about))
	}
	must(t, box.Open(ctx, "k", time.Minute))
	_, err := box.Issue(ctx, mailbox.Address{Kind: "k", Run: "r", Name: "1"}, []byte("t"))
	must(t, err)
	s, err := ReadStatus(ctx, box)
	must(t, err)
	if len(s.Workers) != 7 || s.Runs["r"].Taken != 0 {
		t.Errorf("%d workers, %+v", len(s.Workers), s.Runs)
	}
	var unreadable []string
	for name, w := range s.Workers {
		if w.Unreadable != "" {
			unreadable = append(unreadable, name[:5])
		}
		if !w.Here || w.Games != 0 || strings.ContainsAny(w.Version, "\x1b\n") {
			t.Errorf("%s: %+v", name, w)
		}
	}
	slices.Sort(unreadable)
	if want := []string{"empty", "noise", "owner", "types"}; !slices.Equal(unreadable, want) {
		t.Errorf("%v cannot be read, want %v", unreadable, want)
	}
	var text bytes.Buffer
	must(t, s.WriteMetrics(&text))
	parsed(t, text.String())
}
