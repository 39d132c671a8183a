package worker

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// A session goes on with its own tickets until it is the turn of one that has waited longer. What nobody takes
// goes back.
func TestTheTrayIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		tr, back := newTray(), make(chan string, 10)
		lay := func(run string) *hand {
			h := &hand{ticket: ticket.Ticket{Run: run}, taken: make(chan struct{})}
			go func() {
				if !tr.put(ctx, h) {
					back <- run
				}
			}()
			synctest.Wait()
			return h
		}
		of := func(run string) func(*hand) bool { return func(h *hand) bool { return h.ticket.Run == run } }
		a1 := lay("a")
		if h, err := tr.first(ctx); h != a1 || err != nil {
			t.Fatal(h, err)
		}
		lay("b")
		a2 := lay("a")
		if h := tr.take(of("a"), false); h != a2 {
			t.Error("the session does not go on")
		}
		a3 := lay("a")
		if h := tr.take(of("a"), true); h != nil {
			t.Error("a waits longer than b, which was there first")
		}
		if h, _ := tr.first(ctx); h == nil || h.ticket.Run != "b" {
			t.Error("b is not next")
		}
		if h := tr.take(of("a"), true); h != a3 {
			t.Error("nobody else is there, and the session ends")
		}
		if h := tr.take(of("a"), false); h != nil {
			t.Error("a ticket comes twice")
		}
		lay("c")
		stop()
		if run := <-back; run != "c" {
			t.Error(run)
		}
		if _, err := tr.first(ctx); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}
