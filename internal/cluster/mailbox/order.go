package mailbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
)

// orders is where a worker hears of a ticket that is for it alone.
func orders(a Author) string { return "orders." + protocol + "." + a.Key() }

// ErrNobody says that a worker does not take an order.
var ErrNobody = errors.New("the worker is not there")

// Order asks one worker to play a ticket. It is not kept: if the worker goes away, so does the order.
func (b *Box) Order(ctx context.Context, to Author, data []byte) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	if _, err := b.conn.RequestWithContext(ctx, orders(to), data); err != nil {
		return fmt.Errorf("%w: %w", ErrNobody, err)
	}
	return nil
}

// Orders calls a function with each order for a worker, until stop. take does not wait; it says whether the
// worker takes the order.
func (b *Box) Orders(me Author, take func(data []byte) bool) (stop func(), err error) {
	sub, err := b.conn.Subscribe(orders(me), func(m *nats.Msg) {
		if take(m.Data) {
			_ = m.Respond(nil) // without it another worker gets the order as well
		}
	})
	if err != nil {
		return nil, fmt.Errorf("orders for worker %s: %w", me, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

// Task is the task of an order: its result is stored as any other, and nothing waits in a queue.
func (b *Box) Task(a Address, data []byte) *Task {
	return &Task{Address: a, Data: data, Deliveries: 1, box: b}
}
