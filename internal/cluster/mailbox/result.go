package mailbox

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// Deliver stores the result of a ticket. stored is false if the author has stored one before, which counts.
// While the hub is away or its disk is full, Deliver tries again and again until ctx ends.
func (b *Box) Deliver(ctx context.Context, a Address, by Author, data []byte) (stored bool, err error) {
	if stored, err = b.put(ctx, a.games(by), data, true); err != nil {
		return false, fmt.Errorf("games of ticket %s: %w", a.Name, err)
	}
	return stored, nil
}

// Result is what a worker has stored: games, or why there are none.
type Result struct {
	Address
	Author Author // as the server has checked it
	Data   []byte
	Fault  bool // Data is a text that says why there are no games
	seq    uint64
}

// Results are those of a run, first those that lie there already.
type Results struct {
	box      *Box
	incoming chan Result
	readers  [2]reader // of games, and of faults
	wanted   [2]wanted // of the same
	ended    chan struct{}
}

// The places of readers.
const ofGames, ofFaults = 0, 1

// reader reads one stream.
type reader struct {
	place
	stream   jetstream.Stream
	consumer jetstream.Consumer
	messages jetstream.MessagesContext
}

// ahead is how many results are read before they are asked for. Each may have some megabytes.
const ahead = 16

// Results begins to read the results of a run, in the order in which they were stored.
func (b *Box) Results(ctx context.Context, kind, run string) (*Results, error) {
	r := &Results{box: b, incoming: make(chan Result), ended: make(chan struct{})}
	for i, from := range (Address{kind, run, "*"}).places()[1:] {
		one := reader{place: from}
		err := insist(ctx, func(ctx context.Context) (err error) {
			if one.stream, err = b.js.Stream(ctx, from.stream); err != nil {
				return err
			}
			one.consumer, err = one.stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
				FilterSubjects: []string{from.subject},
			})
			if err == nil {
				one.messages, err = one.consumer.Messages(jetstream.PullMaxMessages(ahead))
			}
			return err
		})
		if err != nil {
			r.Close()
			return nil, fmt.Errorf("the hub's results: %w", err)
		}
		r.readers[i] = one
		go r.read(one.messages, i)
	}
	return r, nil
}

func (r *Results) read(from jetstream.MessagesContext, of int) {
	for {
		msg, err := from.Next()
		if errors.Is(err, jetstream.ErrMsgIteratorClosed) {
			return
		}
		if err != nil {
			continue // the consumer makes itself anew when the server is back
		}
		meta, err := msg.Metadata()
		if err != nil {
			continue
		}
		a, by := addressOf(msg.Subject())
		result := Result{a, by, msg.Data(), of == ofFaults, meta.Sequence.Stream}
		r.wanted[of].came(result)
		select {
		case r.incoming <- result:
		case <-r.ended:
			return
		}
	}
}

// C is where results come out.
func (r *Results) C() <-chan Result { return r.incoming }

// Remove takes results away: the games are kept elsewhere, or will never be.
func (r *Results) Remove(ctx context.Context, results ...Result) error {
	for _, one := range results {
		of := ofGames
		if one.Fault {
			of = ofFaults
		}
		r.wanted[of].drop(one, false)
		err := insist(ctx, func(ctx context.Context) error {
			return remove(ctx, r.readers[of].stream, one.seq)
		})
		if err != nil {
			return fmt.Errorf("the hub's results: %s: %w", one.Name, err)
		}
	}
	return nil
}

// remove takes a message away.
func remove(ctx context.Context, stream jetstream.Stream, number uint64) error {
	err := stream.DeleteMsg(ctx, number)
	if errors.Is(err, jetstream.ErrMsgNotFound) || errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		return nil // it is gone already
	}
	return err
}

// Close ends the reading. The server would keep the readers for some minutes, and has room for a thousand.
func (r *Results) Close() {
	close(r.ended)
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	if !r.box.Away() {
		_ = r.Settle(ctx) // else they come again, and go then
	}
	for _, one := range r.readers {
		if one.messages == nil {
			continue // it did not come so far
		}
		one.messages.Stop()
		if i := one.consumer.CachedInfo(); i != nil && !r.box.Away() {
			_ = one.stream.DeleteConsumer(ctx, i.Name) // else it goes by itself
		}
	}
}

// place is a subject in a stream.
type place struct{ stream, subject string }

// places is where mail of an address can lie.
func (a Address) places() []place {
	return []place{{tickets, a.ticket()}, {games, a.games(anybody)}, {faults, a.fault(anybody)}}
}

// Stored are the names of the tickets whose games lie there.
func (b *Box) Stored(ctx context.Context, kind, run string) (names map[string]bool, err error) {
	return b.names(ctx, Address{kind, run, "*"}.places()[1:2])
}

// There are the names of the tickets that are at the hub: on offer, with a worker, or with a result that lies there.
func (b *Box) There(ctx context.Context, kind, run string) (names map[string]bool, err error) {
	// A worker stores the result before its ticket goes, so the tickets come first.
	return b.names(ctx, Address{kind, run, "*"}.places())
}

// names are the names of all tickets with mail at some places.
func (b *Box) names(ctx context.Context, places []place) (names map[string]bool, err error) {
	names = map[string]bool{}
	for _, at := range places {
		err := insist(ctx, func(ctx context.Context) error {
			stream, err := b.js.Stream(ctx, at.stream)
			if err != nil {
				return err
			}
			info, err := stream.Info(ctx, jetstream.WithSubjectFilter(at.subject))
			if err != nil {
				return err
			}
			for subject := range info.State.Subjects {
				a, _ := addressOf(subject)
				names[a.Name] = true
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("games kept at the hub: %w", err)
		}
	}
	return names, nil
}

// Missed says that a result of a ticket lies there and will not come out: its number is one that has passed. So it is
// when the disk of the server has lost the last results, and others came under their numbers.
func (r *Results) Missed(ctx context.Context, a Address) (missed bool, err error) {
	for of, at := range a.places()[1:] {
		var number uint64
		err := insist(ctx, func(ctx context.Context) error {
			msg, err := r.readers[of].stream.GetLastMsgForSubject(ctx, at.subject)
			if err == nil {
				number = msg.Sequence
			}
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				return nil
			}
			return err
		})
		if err != nil {
			return false, fmt.Errorf("the hub's results: %s: %w", a.Name, err)
		}
		missed = missed || number > 0 && r.wanted[of].passed(number, a.Name)
	}
	return missed, nil
}

// Forget removes all tickets and results of a run.
func (b *Box) Forget(ctx context.Context, kind, run string) error {
	a := Address{kind, run, "*"}
	for _, at := range a.places() {
		err := insist(ctx, func(ctx context.Context) error {
			stream, err := b.js.Stream(ctx, at.stream)
			if err != nil {
				return err
			}
			return stream.Purge(ctx, jetstream.WithPurgeSubject(at.subject))
		})
		if err != nil {
			return fmt.Errorf("games kept at the hub of run %s: %w", run, err)
		}
	}
	return nil
}

// addressOf takes a subject apart. A ticket has no author.
func addressOf(subject string) (a Address, by Author) {
	parts := strings.Split(subject, ".")
	if len(parts) >= 5 {
		a = Address{Kind: parts[2], Run: parts[3], Name: parts[4]}
	}
	if len(parts) == 7 {
		var err error
		if by, err = ParseAuthor(parts[5] + "." + parts[6]); err != nil { // the shared key takes any name
			by = Author{Shared, "nameless"}
		}
	}
	return a, by
}
