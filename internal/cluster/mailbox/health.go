package mailbox

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"
)

// A hub with a full disk takes no notes. So what people need to know then lies nowhere: who knows it is asked.

// health is where a server in some process says why it cannot store.
var health = "health." + protocol

// attended is where the command of a run says that it is at work.
func attended(run string) string { return "attended." + protocol + "." + run }

// askTime is how long an answer may take. If nobody is there the server says so at once.
const askTime = 2 * time.Second

// answerHealth answers those who ask.
func (s *Server) answerHealth(b *Box) error {
	_, err := b.conn.Subscribe(health, func(m *nats.Msg) { _ = m.Respond([]byte(*s.ill.Load())) })
	return err
}

// Ill is why the hub cannot store, and what helps. It is empty if the hub can store, or if nobody can say: a server
// outside does not answer, and the key of a worker may not ask.
func (b *Box) Ill(ctx context.Context) string {
	if b.outside || b.Author("").Role != Owner || b.Away() {
		return ""
	}
	ctx, stop := context.WithTimeout(ctx, askTime)
	defer stop()
	m, err := b.conn.RequestWithContext(ctx, health, nil)
	if err != nil {
		return ""
	}
	return string(m.Data)
}

// Attend answers those who ask whether the command of a run is at work, until Desert.
func (b *Box) Attend(run string) error {
	if _, already := b.attending.Load(run); already {
		return nil
	}
	sub, err := b.conn.Subscribe(attended(run), func(m *nats.Msg) { _ = m.Respond(nil) })
	if err == nil {
		b.attending.Store(run, sub)
	}
	return err
}

// Desert ends Attend.
func (b *Box) Desert(run string) {
	if sub, there := b.attending.LoadAndDelete(run); there {
		_ = sub.(*nats.Subscription).Unsubscribe() // without a connection it has ended already
	}
}

// Attended says whether the command of a run answers.
func (b *Box) Attended(ctx context.Context, run string) bool {
	ctx, stop := context.WithTimeout(ctx, askTime)
	defer stop()
	_, err := b.conn.RequestWithContext(ctx, attended(run), nil)
	return err == nil
}
