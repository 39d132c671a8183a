package hub

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/work"
)

// anything is work that finds no fault with a game.
type anything struct{ work.Work }

func (anything) Kind() string                  { return "k" }
func (anything) Exact() bool                   { return false }
func (anything) Check(int, []byte, bool) error { return nil }

// A bundle is refused for what it is, before anybody looks at its games.
func TestRefusals(t *testing.T) {
	job := Job{Run: "r", Work: anything{}, Spec: []byte("{}"), Games: 4, Each: 2, Rand: rand.New(rand.NewPCG(1, 1))}
	c := &collector{job: job, inspector: newInspector(nil, &job)}
	right := c.job.ticket(1, 0)
	for _, test := range []struct {
		want  trust.Reason
		spoil func(*ticket.Bundle, *mailbox.Result)
	}{
		{"", func(*ticket.Bundle, *mailbox.Result) {}},
		{trust.TooLarge, func(b *ticket.Bundle, _ *mailbox.Result) { b.Games[1] = make([]byte, mostOfGame+1) }},
		{trust.OtherModel, func(b *ticket.Bundle, _ *mailbox.Result) { b.Ticket.Spec = []byte("{ }") }},
		{trust.OtherTicket, func(b *ticket.Bundle, _ *mailbox.Result) { b.Ticket.Attempt++ }},
		{trust.Damaged, func(_ *ticket.Bundle, r *mailbox.Result) { r.Data = []byte("x") }},
	} {
		b := ticket.Bundle{Ticket: right, Games: [][]byte{{1}, {2}}}
		r := mailbox.Result{Address: address(right), Author: mailbox.Author{Role: mailbox.Named, Name: "w"}}
		test.spoil(&b, &r)
		if r.Data == nil {
			var err error
			if r.Data, err = b.Encode(); err != nil {
				t.Fatal(err)
			}
		}
		_, err := c.inspect(r)
		var refusal *trust.Refusal
		if errors.As(err, &refusal) != (test.want != "") || refusal != nil && refusal.Reason != test.want {
			t.Errorf("%q: %v", test.want, err)
		}
	}
}
