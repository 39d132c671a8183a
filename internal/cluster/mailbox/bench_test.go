package mailbox

import (
	"fmt"
	"strconv"
	"testing"
	"time"
)

// What a ticket and its bundle cost between the hub and a worker with a key of its own.
func BenchmarkTicket(b *testing.B) {
	ctx, dir := b.Context(), b.TempDir()
	s, err := Serve(ctx, ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	owner, err := s.Connect(ctx)
	if err != nil {
		b.Fatal(err)
	}
	defer owner.Close()
	token, err := NewWorkerToken(dir, fmt.Sprintf("127.0.0.1:%d", s.Port()), "one")
	if err != nil {
		b.Fatal(err)
	}
	worker, err := token.Connect()
	if err != nil {
		b.Fatal(err)
	}
	defer worker.Close()
	if err := owner.Open(ctx, "k", time.Minute); err != nil {
		b.Fatal(err)
	}
	bundle := make([]byte, 10<<10)
	for n := 0; b.Loop(); n++ {
		if _, err := owner.Issue(ctx, Address{"k", "r", strconv.Itoa(n)}, bundle[:1<<10]); err != nil {
			b.Fatal(err)
		}
		task, err := worker.Take(ctx, "k")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := worker.Deliver(ctx, task.Address, worker.Author(""), bundle); err != nil {
			b.Fatal(err)
		}
		if err := task.Done(ctx); err != nil {
			b.Fatal(err)
		}
	}
}
