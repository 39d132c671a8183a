package hub

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/selfplay"
)

// Orderer is who orders games of self-play.
type Orderer struct {
	// Name is the same whenever the same games are ordered for the same file or folder, and nobody else's.
	Name string
	// Each is how many games a ticket has; 0 for so many that all workers have some.
	Each int
	// Trusted is as in [Job].
	Trusted string
	// Report hears of what people should know; nil for nobody.
	Report func(text string)
}

// Machines play orders of self-play through a mailbox. Several goroutines may order at once.
type Machines struct {
	box   *mailbox.Box
	by    Orderer
	shelf shelf

	mu       sync.Mutex
	unwanted []run // were removed from the hub, perhaps while a worker still played for them
}

// run is a run at the hub.
type run struct{ kind, name string }

// NewMachines are the workers at a mailbox.
func NewMachines(box *mailbox.Box, by Orderer) *Machines {
	return &Machines{box: box, by: by, shelf: shelf{box: box, owner: owner(by.Name)}}
}

// farewell is how long an order that is given up may take to remove what lies at the hub.
const farewell = 5 * time.Second

// owner is the name of an orderer at the hub.
func owner(name string) string { return digest("owner\n" + name) }

// shown is the name of an orderer as people see it.
func shown(name string) string { return strings.ReplaceAll(name, "\n", ":") }

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:10])
}

// Play has the games of an order played, and calls done with each, in order of their numbers. The mailbox
// keeps all of them until the last one is there: a killed program that orders the same again gets them from
// there. If ctx ends with selfplay.ErrUnwanted, tickets and games are removed.
func (m *Machines) Play(ctx context.Context, o selfplay.Order, done func(*selfplay.Game) error) error {
	return m.collect(ctx, o, Job{
		First: o.First,
		Keep: func(_ int, data []byte) error {
			g, err := work.DecodeGame(data)
			if err != nil {
				return err
			}
			return done(g)
		},
	})
}

// ticketsWanted is how many tickets a file has, if they are not too large: so that many workers have one each.
const ticketsWanted = 200

// Make has the games of an order played that a file lacks, calls done with each, and finishes the file. When it
// returns an error the games that have come stay in the file: the same call goes on from there.
func (m *Machines) Make(ctx context.Context, file *selfplay.File, o selfplay.Order, done func(*selfplay.Game)) error {
	err := m.collect(ctx, o, Job{
		First: max(o.First, file.Set().Len()), Each: o.Games / ticketsWanted, Flush: file.Flush,
		Keep: func(_ int, data []byte) error {
			g, err := work.DecodeGame(data)
			if err != nil {
				return err
			}
			if err := file.Add(g); err != nil {
				return err
			}
			done(g)
			return nil
		},
		Back: func(game int) (int, error) {
			err := file.Back(game)
			return file.Set().Len(), err
		},
	})
	if err != nil {
		return err
	}
	return file.Finish()
}

// collect completes a job for an order and has it done.
func (m *Machines) collect(ctx context.Context, o selfplay.Order, job Job) error {
	if job.First >= o.First+o.Games {
		return nil
	}
	digests, err := m.shelf.lend(ctx, o.Players)
	if err != nil {
		return err
	}
	w, err := work.NewSelfplay(o, digests)
	if err == nil {
		job.Work = w
		job.Spec, err = json.Marshal(w)
	}
	if err == nil {
		job.Run = digest(fmt.Sprintf("%s\n%d\n%s", m.by.Name, o.First, job.Spec))
		job.Grid, job.Games = o.First, o.First+o.Games
		job.For, job.Models = shown(m.by.Name), m.shelf.owner
		job.Trusted, job.Report = m.by.Trusted, m.by.Report
		if job.Each, err = m.each(ctx, &job); err != nil {
			return errors.Join(err, m.shelf.back(ctx, digests, false))
		}
		err = Collect(ctx, m.box, job)
		if errors.Is(err, selfplay.ErrUnwanted) {
			brief, stop := context.WithTimeout(context.WithoutCancel(ctx), farewell)
			err = errors.Join(err, Forget(brief, m.box, w.Kind(), job.Run))
			stop()
			m.mu.Lock()
			m.unwanted = append(m.unwanted, run{w.Kind(), job.Run})
			m.mu.Unlock()
		}
	}
	return errors.Join(err, m.shelf.back(ctx, digests, err == nil))
}

// each is how many games the tickets of a job have.
func (m *Machines) each(ctx context.Context, job *Job) (int, error) {
	if m.by.Each > 0 {
		return m.by.Each, nil
	}
	if job.Flush != nil {
		return max(1, min(job.Each, DefaultEach)), nil
	}
	stored, err := m.box.Stored(ctx, job.Work.Kind(), job.Run)
	if err != nil {
		return 0, err
	}
	if each := gridOf(stored); each > 0 { // of an earlier session, whose games would not fit another grid
		return each, nil
	}
	workers, err := m.box.Workers(ctx)
	if err != nil {
		return 0, err
	}
	// Each worker should have a ticket in hand and one that follows.
	n := max(1, 2*len(workers))
	return max(1, min((job.Games-job.Grid+n-1)/n, DefaultEach)), nil
}

// gridOf is how many games the tickets of these names have, the last of which may have fewer.
func gridOf(names map[string]bool) (each int) {
	for name := range names {
		var first, count int
		if _, err := fmt.Sscanf(name, "%d-%d-", &first, &count); err == nil && count <= ticket.MaxCount {
			each = max(each, count)
		}
	}
	return each
}

// DropModels removes the models from the hub that were stored there for the orders, when all of these are done, and
// the games that workers have brought since of orders that nobody wanted any more.
func (m *Machines) DropModels(ctx context.Context) error {
	m.mu.Lock()
	unwanted := m.unwanted
	m.unwanted = nil
	m.mu.Unlock()
	err := m.shelf.clear(ctx)
	for _, r := range unwanted {
		err = errors.Join(err, Forget(ctx, m.box, r.kind, r.name))
	}
	return err
}
