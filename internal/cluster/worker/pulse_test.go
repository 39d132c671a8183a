package worker

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/work"
)

// A ticket is kept while its games go on, however long they take. One whose games hang is not.
func TestThePulse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &pulse{least: leastPatience, longest: map[string]time.Duration{}}
		take := func(deliveries int) *hand {
			h := &hand{ticket: ticket.Ticket{Kind: "k"}, task: &mailbox.Task{Deliveries: deliveries}}
			p.took(h)
			return h
		}
		lasts := func(h *hand, limit time.Duration) {
			t.Helper()
			time.Sleep(limit)
			if still, stands := p.stands(h); stands {
				t.Errorf("it is given up after %v", still)
			}
			time.Sleep(time.Second)
			if _, stands := p.stands(h); !stands {
				t.Errorf("it is kept after %v", limit)
			}
		}
		lasts(take(1), leastPatience)
		lasts(take(3), 4*leastPatience) // two workers had it before: perhaps the games are slow
		slow, next := take(1), take(1)
		for range 100 { // a search of 19×19 that takes nine minutes a move
			p.goesOn(slow, false)
			time.Sleep(9 * time.Minute)
			for _, h := range []*hand{slow, next} {
				if _, stands := p.stands(h); stands {
					t.Fatal("a game that moves is given up, or the ticket after it")
				}
			}
		}
		p.goesOn(slow, true)
		lasts(next, 36*time.Minute) // four times nine
		if _, stands := p.stands(slow); stands {
			t.Error("a ticket whose bundle waits for the hub is given up")
		}
	})
}

// stuck is work whose games never end.
type stuck struct{ work.Work }

func (stuck) Play(ctx context.Context, _ work.Tools, next func() (int, bool), _ func(int, []byte) error) error {
	next()
	<-ctx.Done()
	return ctx.Err()
}

// The ticket of a worker whose game hangs goes to another worker, and the one that hangs says so.
func TestATicketWhoseGameHangsGoesToOthers(t *testing.T) {
	box := open(t)
	if err := box.Open(t.Context(), "k", 600*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	k := ticket.Ticket{Run: "r", Kind: "k", Count: 1, Spec: json.RawMessage("{}")}
	data, err := k.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := box.Issue(t.Context(), mailbox.Address{Kind: "k", Run: "r", Name: k.Name()}, data); err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 10)
	ctx, stop := context.WithCancel(t.Context())
	var worker sync.WaitGroup
	worker.Go(func() {
		_ = Run(ctx, box, Config{Name: "stuck", Threads: 1, patience: time.Millisecond, Report: func(s string) {
			said <- s
		}, Kinds: work.Kinds{{Name: "k", Read: func(json.RawMessage) (work.Work, error) { return stuck{}, nil }}}})
	})
	defer worker.Wait()
	defer stop()
	if text := <-said; !strings.Contains(text, "have not moved") || !strings.Contains(text, "start this worker again") {
		t.Error(text)
	}
	task, err := box.Take(t.Context(), "k")
	if err != nil || task.Deliveries < 2 {
		t.Fatalf("%+v, %v", task, err)
	}
}
