package mailbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Open makes ready for tickets of a kind: one that a worker has taken goes to another one when that
// worker is silent for so long.
func (b *Box) Open(ctx context.Context, kind string, silence time.Duration) error {
	err := insist(ctx, func(ctx context.Context) error {
		_, err := b.js.CreateOrUpdateConsumer(ctx, tickets, jetstream.ConsumerConfig{
			Durable: kind, FilterSubject: "tickets." + protocol + "." + kind + ".>",
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: silence, MaxDeliver: -1, MaxAckPending: -1,
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("the hub's tickets: %w", err)
	}
	return nil
}

// Issue offers a ticket. ok is false if it is on offer already, or in the hands of a worker. The error is
// ErrFull while the queue or the disk is full.
func (b *Box) Issue(ctx context.Context, a Address, data []byte) (ok bool, err error) {
	if ok, err = b.put(ctx, a.ticket(), data, false); err != nil {
		return false, fmt.Errorf("the hub's tickets: %s: %w", a.Name, err)
	}
	return ok, nil
}

// Task is a ticket in the hands of a worker.
type Task struct {
	Address
	Data []byte
	// Deliveries is how many workers have got the ticket, this one included.
	Deliveries int
	msg        jetstream.Msg
	box        *Box
	silence    time.Duration
}

// takeWait is how long a worker's request for a ticket lies at the server.
const takeWait = 5 * time.Second

// ErrEmpty says that there is no ticket now.
var ErrEmpty = errors.New("no ticket")

// Take takes a ticket of a kind. It waits for one.
func (b *Box) Take(ctx context.Context, kind string) (*Task, error) {
	for {
		var task *Task
		err := insist(ctx, func(ctx context.Context) (err error) {
			task, err = b.take(ctx, kind)
			if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
				return fmt.Errorf("%w: %w", errSoon, err) // no hub has opened it so far
			}
			return err
		})
		if err == nil || !errors.Is(err, ErrEmpty) {
			return task, err
		}
	}
}

func (b *Box) take(ctx context.Context, kind string) (*Task, error) {
	consumer, err := b.queue(ctx, kind)
	if err != nil {
		return nil, err
	}
	batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(takeWait))
	if err != nil {
		return nil, err
	}
	select {
	case msg, ok := <-batch.Messages():
		if !ok {
			err := batch.Error()
			if err != nil {
				b.queues.Delete(kind)
			}
			if err != nil && !passing(err) {
				return nil, fmt.Errorf("%w: %w", errSoon, err)
			}
			return nil, ErrEmpty
		}
		return b.task(msg, consumer.CachedInfo().Config.AckWait), nil
	case <-ctx.Done():
		go func() { // the server may have sent one already
			for msg := range batch.Messages() {
				_ = msg.Nak()
			}
		}()
		return nil, context.Cause(ctx)
	}
}

// queue is the tickets of a kind.
type queue struct {
	jetstream.Consumer
	at time.Time // when the server was asked about it
}

// queueTime is how long the server's answer about a queue is good: a hub may open it again with another silence.
const queueTime = time.Minute

// queue asks about the tickets of a kind, now and then.
func (b *Box) queue(ctx context.Context, kind string) (jetstream.Consumer, error) {
	if known, ok := b.queues.Load(kind); ok && time.Since(known.(queue).at) < queueTime {
		return known.(queue), nil
	}
	consumer, err := b.js.Consumer(ctx, tickets, kind)
	if err != nil {
		return nil, err
	}
	b.queues.Store(kind, queue{consumer, time.Now()})
	return consumer, nil
}

func (b *Box) task(msg jetstream.Msg, silence time.Duration) *Task {
	a, _ := addressOf(msg.Subject())
	t := &Task{Address: a, Data: msg.Data(), Deliveries: 1, msg: msg, box: b, silence: silence}
	if m, err := msg.Metadata(); err == nil {
		t.Deliveries = int(m.NumDelivered)
	}
	return t
}

// Hold says again and again that the worker is at it, as long as atIt says so, until ctx ends.
func (t *Task) Hold(ctx context.Context, atIt func() bool) {
	if t.msg == nil {
		return
	}
	tick := time.NewTicker(t.silence / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if !atIt() {
				continue
			}
			_ = t.msg.InProgress() // if it does not arrive another worker gets the ticket, which does no harm
		}
	}
}

// Done takes the ticket out of the queue: its result is stored. A queue that was made anew, because the server has lost
// it, does not know the ticket and never says that it is out. So Done does not wait for that for longer than the queue
// would wait for the worker.
func (t *Task) Done(ctx context.Context) error {
	if t.msg == nil { // of an order
		return nil
	}
	var silent time.Time // since when the server is there and does not answer
	return insist(ctx, func(ctx context.Context) error {
		err := t.msg.DoubleAck(ctx)
		switch {
		case err == nil || t.box.Away():
			silent = time.Time{}
		case silent.IsZero():
			silent = time.Now()
		case time.Since(silent) > t.silence:
			return nil
		}
		return err
	})
}

// Return gives the ticket back, for another worker at once.
func (t *Task) Return() error {
	if t.msg == nil {
		return nil
	}
	return t.msg.Nak()
}

// Fail says why a worker cannot do the ticket, and takes it out of the queue.
func (t *Task) Fail(ctx context.Context, by Author, reason string) error {
	if _, err := t.box.put(ctx, t.fault(by), []byte(reason[:min(len(reason), maxText/2)]), true); err != nil {
		return err
	}
	return t.Done(ctx)
}
