package trust

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// Book has the conduct of all workers, in the notes of a hub.
type Book struct{ box *mailbox.Box }

// OpenBook is the book of a hub.
func OpenBook(box *mailbox.Box) Book { return Book{box} }

func noteOf(a mailbox.Author) string { return mailbox.ConductNote + "." + a.Key() }

// Of is the conduct of one worker. The worker itself may read it.
func (b Book) Of(ctx context.Context, a mailbox.Author) (c Conduct, err error) {
	data, err := b.box.Note(ctx, noteOf(a))
	if err != nil || data == nil {
		return c, err
	}
	return c, decode(a.Key(), data, &c)
}

// All is the conduct of all workers that have behaved well or badly so far.
func (b Book) All(ctx context.Context) (map[mailbox.Author]Conduct, error) {
	notes, err := b.box.Notes(ctx, mailbox.ConductNote)
	if err != nil {
		return nil, err
	}
	all := map[mailbox.Author]Conduct{}
	for key, note := range notes {
		a, err := mailbox.ParseAuthor(key)
		if err != nil {
			continue
		}
		var c Conduct
		if err := decode(key, note.Data, &c); err != nil {
			return nil, err
		}
		all[a] = c
	}
	return all, nil
}

// Change writes down a change of a worker's conduct, and returns what it is now.
func (b Book) Change(ctx context.Context, a mailbox.Author, change func(*Conduct)) (c Conduct, err error) {
	err = b.box.ChangeNote(ctx, noteOf(a), func(old []byte) ([]byte, error) {
		c = Conduct{}
		if old != nil {
			if err := decode(a.Key(), old, &c); err != nil {
				return nil, err
			}
		}
		change(&c)
		return json.Marshal(c)
	})
	return c, err
}

func decode(key string, data []byte, c *Conduct) error {
	if err := json.Unmarshal(data, c); err != nil {
		return fmt.Errorf("the hub's note on worker %s: %w", key, err)
	}
	return nil
}
