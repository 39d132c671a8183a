package worker_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// A worker of another protocol says which versions there are, and ends. The hub has seen it.
func TestAnotherProtocol(t *testing.T) {
	_, _, box := server(t)
	if err := box.SetNote(t.Context(), "about", []byte(`{"version":"9.9.9","protocol":99}`)); err != nil {
		t.Fatal(err)
	}
	err := worker.Run(t.Context(), box, worker.Config{Name: "w", Kinds: work.Plain(), Threads: 1})
	if err == nil || !strings.Contains(err.Error(), "the hub is tengen 9.9.9 and speaks protocol 99") ||
		!strings.Contains(err.Error(), "install the same version everywhere") {
		t.Error(err)
	}
	all, err := box.Workers(t.Context())
	var about worker.About
	if err != nil || json.Unmarshal(all[box.Author("w")], &about) != nil || about.Protocol != ticket.Protocol {
		t.Errorf("%q, %v", all, err)
	}
}

// A worker that cannot play a ticket rests, so that it does not take those of other workers.
func TestAWorkerThatLacksSomethingRests(t *testing.T) {
	_, _, box := server(t)
	if err := box.Open(t.Context(), "k", time.Minute); err != nil {
		t.Fatal(err)
	}
	var read atomic.Int64
	kinds := work.Kinds{{Name: "k", Read: func(json.RawMessage) (work.Work, error) {
		read.Add(1)
		return nil, errors.New("this version of tengen has another model")
	}}}
	for _, k := range ticket.Split("r", "k", json.RawMessage("{}"), 0, 40, 1) {
		data, err := k.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := box.Issue(t.Context(), mailbox.Address{Kind: k.Kind, Run: k.Run, Name: k.Name()}, data); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Second)
	defer stop()
	if err := worker.Run(ctx, box, worker.Config{Name: "w", Kinds: kinds, Threads: 1}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if n := read.Load(); n < 1 || n > 6 { // 40 without rests
		t.Errorf("it took %d tickets", n)
	}
}
