package mailbox

import (
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
)

// looks is where an author shows the games of a run that are under way.
func (a Address) looks(by Author) string {
	return fmt.Sprintf("looks.%s.%s.%s.%s", protocol, a.Kind, a.Run, by.Key())
}

// Show shows those who look on what a worker plays. Nothing is kept: what nobody looks at, or what does not
// arrive, is lost.
func (b *Box) Show(kind, run string, by Author, data []byte) error {
	return b.conn.Publish(Address{Kind: kind, Run: run}.looks(by), data)
}

// Look calls a function with what the workers of a run show, one at a time, until stop.
func (b *Box) Look(kind, run string, see func(by Author, data []byte)) (stop func(), err error) {
	at := Address{Kind: kind, Run: run}
	sub, err := b.conn.Subscribe(at.looks(anybody), func(m *nats.Msg) {
		// The last two words are the author, whom the server has checked.
		words := strings.Split(m.Subject, ".")
		if by, err := ParseAuthor(strings.Join(words[len(words)-2:], ".")); err == nil {
			see(by, m.Data)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("games under way of run %s: %w", run, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}
