package reviews

import (
	"bufio"
	"context"
	"encoding/hex"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// BenchmarkUpdates is what a page costs a search on one processor, at up to twenty events a second. The search
// reads the same position alone and with a page, alternating. "%more" is the growth of the processor time of a
// playout, "%fewer" the loss of playouts in the same time. Run it with -benchtime 10x or more, on a quiet machine.
func BenchmarkUpdates(b *testing.B) {
	for _, c := range []struct {
		name, player, record string
		long                 time.Duration // of one reading, less than mostVisits take
	}{
		{"19x19", "search:model=shipped:19x19,threads=1", "../inside/examples/5-fuseki.sgf", 2500 * time.Millisecond},
		{"9x9", "search:model=shipped:9x9,threads=1", "../inside/examples/1-opening.sgf", 600 * time.Millisecond},
	} {
		b.Run(c.name, func(b *testing.B) {
			raw, err := os.ReadFile(c.record)
			if err != nil {
				b.Fatal(err)
			}
			s, h := readers(b)
			var alone, watched perPlayout
			events := 0
			b.ResetTimer()
			for i := range b.N {
				trees, faults := sgf.Parse(c.record, raw)
				if len(faults) > 0 {
					b.Fatal(faults)
				}
				r, err := s.make(trees[0], state{Name: c.name, Player: c.player})
				if err != nil {
					b.Fatal(err)
				}
				line := r.study.MainLine()
				node := line[len(line)/2]
				for _, c := range []command{{Do: "work"}, {Do: "go", Node: node}} {
					if _, err := r.do(commands[c.Do], c); err != nil {
						b.Fatal(err)
					}
				}
				for turn := range 2 {
					if (i+turn)%2 == 0 {
						alone.add(b, func() int { return readAlone(b, r, node, c.long) })
					} else {
						watched.add(b, func() int { return readWatched(b, h, r, node, c.long, &events) })
					}
				}
			}
			b.ReportMetric(100*(watched.cost()/alone.cost()-1), "%more")
			b.ReportMetric(100*(1-float64(watched.playouts)/float64(alone.playouts)), "%fewer")
			b.ReportMetric(float64(events)/(c.long.Seconds()*float64(b.N)), "events/s")
			b.ReportMetric(float64(alone.playouts)/(c.long.Seconds()*float64(b.N)), "playouts/s")
		})
	}
}

// perPlayout is the processor time that playouts took.
type perPlayout struct {
	took     time.Duration
	playouts int
}

func (p *perPlayout) cost() float64 { return p.took.Seconds() / float64(p.playouts) }

func (p *perPlayout) add(b *testing.B, read func() int) {
	b.Helper()
	before := processorTime(b)
	p.playouts += read()
	p.took += processorTime(b) - before
}

// processorTime is what the process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// readers is a server of reviews with players that take time.
func readers(b *testing.B) (*Reviews, *httptest.Server) {
	b.Helper()
	chance := rand.NewChaCha8([32]byte{3})
	log := slog.New(slog.DiscardHandler)
	s := New(Config{
		Room:    thinking.NewRoom(thinking.Config{Players: player.Players(), Threads: 2}),
		Streams: &wire.Streams{Most: 10, Log: log}, Folder: b.TempDir(), Log: log,
		Name: func(n int) (string, error) {
			raw := make([]byte, n)
			_, _ = chance.Read(raw)
			return hex.EncodeToString(raw), nil
		},
		Now: time.Now,
	})
	mux := http.NewServeMux()
	s.Routes(mux)
	h := httptest.NewServer(mux)
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
		h.Close()
	})
	return s, h
}

// readAlone has the player of a review read a place while nobody looks on.
func readAlone(b *testing.B, r *openReview, node int, long time.Duration) (visits int) {
	b.Helper()
	analyst, err := r.server.analyst(r.kept.Player, r.study.Size())
	if err != nil {
		b.Fatal(err)
	}
	defer analyst.Close()
	position, err := r.study.Position(node)
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithTimeout(b.Context(), long)
	defer stop()
	err = position.Watch(ctx, analyst, seed, 0, func(f *review.Finding) { visits = f.Visits })
	if err != nil || visits == 0 {
		b.Fatalf("%d playouts, %v", visits, err)
	}
	return visits
}

// readWatched has it read while a page gets the events, and counts them.
func readWatched(
	b *testing.B, h *httptest.Server, r *openReview, node int, long time.Duration, events *int,
) (visits int) {
	b.Helper()
	if _, err := r.do(commands["think"], command{On: true}); err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithTimeout(b.Context(), long)
	defer stop()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL+"/api/v1/reviews/"+r.id+"/events", http.NoBody)
	if err != nil {
		b.Fatal(err)
	}
	response, err := h.Client().Do(q)
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "event: ") {
			*events++
		}
	}
	for idle := false; !idle; { // until the watcher has gone
		time.Sleep(10 * time.Millisecond)
		_, idle = r.idle()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.study.Finding(node, r.kept.Player)
	if f == nil || f.Visits == 0 || f.Visits >= mostVisits {
		b.Fatalf("the position was not read as long as it was watched: %+v", f)
	}
	return f.Visits
}
