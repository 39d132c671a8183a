package hub

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// The tickets of all runs with workers are those that the server counts, whatever workers said of them earlier.
// Numbers have few digits, and two workers with different keys stay two.
func TestTheStatusAgreesWithItself(t *testing.T) {
	ctx, box := t.Context(), openHub(t)
	for _, kind := range []string{"k", "j"} {
		must(t, box.Open(ctx, kind, time.Minute))
	}
	for run, kind := range map[string]string{"a": "k", "b": "k", "c": "j"} {
		for i := range 4 {
			_, err := box.Issue(ctx, mailbox.Address{Kind: kind, Run: run, Name: fmt.Sprint(i)}, []byte("t"))
			must(t, err)
		}
	}
	for _, kind := range []string{"k", "k", "k", "j", "k"} {
		_, err := box.Take(ctx, kind)
		must(t, err)
	}
	for _, by := range []mailbox.Author{{Role: mailbox.Owner, Name: "w"}, {Role: mailbox.Named, Name: "w"}} {
		about, err := json.Marshal(worker.About{
			Protocol: ticket.Protocol, PerHour: 1000.0 / 3, Holding: map[string]int{"b": 2, "c": 3, "gone": 9},
		})
		must(t, err)
		_, err = box.Announce(ctx, by, about, 0)
		must(t, err)
	}
	s, err := ReadStatus(ctx, box)
	must(t, err)
	a, b, c := s.Runs["a"].Taken, s.Runs["b"].Taken, s.Runs["c"].Taken
	if a != 0 || b != 4 || c != 1 || s.Taken != 5 || s.Waiting != 7 {
		t.Errorf("%d, %d and %d of %d with workers, %d wait", a, b, c, s.Taken, s.Waiting)
	}
	if len(s.Workers) != 2 || s.Workers["w"].PerHour != 333.3 || s.Workers["w (owner's)"].PerHour != 333.3 {
		t.Errorf("%+v", s.Workers)
	}
}
