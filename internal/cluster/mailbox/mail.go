package mailbox

import (
	"context"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// State is what lies in the mailbox.
type State struct {
	Waiting     int    `json:"tickets_waiting"` // for a worker
	Taken       int    `json:"tickets_taken"`   // in the hands of workers
	Redelivered int    `json:"tickets_redelivered"`
	Bundles     int    `json:"bundles"` // that no hub has fetched so far
	Faults      int    `json:"faults"`
	Bytes       uint64 `json:"bytes"` // on the disk
}

// Mail is what lies in the mailbox: in all, by run, and the tickets in the hands of workers by kind of work. The
// numbers agree, because each is asked for once.
type Mail struct {
	State
	Runs    map[string]*RunMail
	TakenOf map[string]int
}

// RunMail is what lies in the mailbox of a run.
type RunMail struct {
	Kinds            []string // of work
	Tickets, Bundles int
}

// State says what lies in the mailbox, of all runs and kinds of work.
func (b *Box) State(ctx context.Context) (State, error) {
	m, err := b.Mail(ctx)
	return m.State, err
}

// Mail is what lies in the mailbox now.
func (b *Box) Mail(ctx context.Context) (m Mail, err error) {
	err = insist(ctx, func(ctx context.Context) error {
		m = Mail{Runs: map[string]*RunMail{}, TakenOf: map[string]int{}}
		for _, name := range []string{tickets, games, faults} {
			stream, err := b.js.Stream(ctx, name)
			if err != nil {
				return err
			}
			if err := m.count(ctx, name, stream); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return Mail{}, fmt.Errorf("games kept at the hub: %w", err)
	}
	return m, nil
}

// count adds what lies in a stream.
func (m *Mail) count(ctx context.Context, name string, stream jetstream.Stream) error {
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(">"))
	if err != nil {
		return err
	}
	state := info.State
	m.Bytes += state.Bytes
	of := map[string]int{} // tickets by kind
	for subject, n := range state.Subjects {
		a, _ := addressOf(subject)
		r := m.Runs[a.Run]
		if r == nil {
			r = &RunMail{}
			m.Runs[a.Run] = r
		}
		if i, there := slices.BinarySearch(r.Kinds, a.Kind); !there {
			r.Kinds = slices.Insert(r.Kinds, i, a.Kind)
		}
		switch name {
		case tickets:
			r.Tickets += int(n)
			of[a.Kind] += int(n)
			m.Waiting += int(n)
		case games:
			r.Bundles += int(n)
			m.Bundles += int(n)
		case faults:
			m.Faults += int(n)
		}
	}
	if name != tickets {
		return nil
	}
	kinds := stream.ListConsumers(ctx)
	for i := range kinds.Info() {
		taken := min(i.NumAckPending, of[i.Config.Durable]) // others may have come meanwhile
		m.TakenOf[i.Config.Durable] = taken
		m.Taken += taken
		m.Redelivered += min(i.NumRedelivered, taken)
	}
	m.Waiting -= m.Taken
	return kinds.Err()
}
