package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// runNote begins the keys of notes on runs.
const runNote = "run"

// Progress is how far a run is, as the command that ordered it notes it at the hub. The names of its JSON are a
// contract.
type Progress struct {
	Kind    string    `json:"kind"`
	For     string    `json:"for"` // the file or folder, as its command names it
	Games   int       `json:"games"`
	Kept    int       `json:"kept"`
	PerHour float64   `json:"games_per_hour"`      // since the command began
	Left    float64   `json:"seconds_left"`        // until the last game; 0 if that is not known
	Again   int       `json:"tickets_redelivered"` // because a worker did not bring their games
	Refused int       `json:"bundles_refused"`
	Models  string    `json:"models"`            // their owner: see mailbox.Box.PutModel
	Stopped bool      `json:"stopped,omitempty"` // the command has ended before the last game
	Seen    time.Time `json:"seen"`              // when this was noted, by the clock of the hub
}

// noteEvery is how often the progress of a run is noted, and liveTime how old a note may be of a run under way.
const (
	noteEvery = 10 * time.Second
	liveTime  = 4 * noteEvery
)

// note writes down how far the run is. A hub in the process with no other worker has nobody who would look.
func (c *collector) note(ctx context.Context) error {
	if c.job.Trusted != "" || time.Since(c.noted) < noteEvery {
		return nil
	}
	c.noted = time.Now()
	if err := c.box.Attend(c.job.Run); err != nil {
		return fmt.Errorf("run %s: %w", c.job.Run, err)
	}
	err := c.writeDown(ctx, false)
	if errors.Is(err, mailbox.ErrFull) {
		return nil // the next one may find room
	}
	return err
}

// stop notes that the command of the run ends. If the hub does not take the note, it sees so by the note's age.
func (c *collector) stop(ctx context.Context) {
	c.box.Desert(c.job.Run)
	if c.noted.IsZero() || c.box.Away() {
		return
	}
	ctx, end := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer end()
	_ = c.writeDown(ctx, true)
}

// writeDown writes down how far the run is.
func (c *collector) writeDown(ctx context.Context, stopped bool) error {
	p := Progress{
		Kind: c.job.Work.Kind(), For: c.job.For, Games: c.job.Games - c.job.Grid, Kept: c.next - c.job.Grid,
		Again: c.redelivered, Refused: c.refused, Models: c.job.Models, Stopped: stopped,
	}
	if took := time.Since(c.began); took > time.Second {
		p.PerHour = float64(c.next-c.job.First) / took.Hours()
	}
	if p.PerHour > 0 {
		p.Left = float64(c.job.Games-c.next) / p.PerHour * time.Hour.Seconds()
	}
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return c.box.SetNote(ctx, runNote+"."+c.job.Run, data)
}

// forget removes all that lies at the hub of the run.
func (c *collector) forget(ctx context.Context) error {
	c.box.Desert(c.job.Run)
	if err := c.box.Forget(ctx, c.job.Work.Kind(), c.job.Run); err != nil || c.noted.IsZero() {
		return err
	}
	return c.box.RemoveNote(ctx, runNote+"."+c.job.Run)
}

// Forget removes the tickets and games of a run, and the note on it, when nobody will go on with it. The run's models
// stay.
func Forget(ctx context.Context, box *mailbox.Box, kind, run string) error {
	return errors.Join(box.Forget(ctx, kind, run), box.RemoveNote(ctx, runNote+"."+run))
}

// runs are the notes on all runs.
func runs(ctx context.Context, box *mailbox.Box) (map[string]RunStatus, error) {
	notes, err := box.Notes(ctx, runNote)
	if err != nil {
		return nil, err
	}
	all := map[string]RunStatus{}
	for run, note := range notes {
		r := RunStatus{age: note.Age}
		if err := json.Unmarshal(note.Data, &r.Progress); err != nil {
			return nil, fmt.Errorf("the hub's note on run %s: %w", run, err)
		}
		r.Seen, r.UnderWay = note.At.UTC(), !r.Stopped && underWay(ctx, box, run, note.Age)
		all[run] = r
	}
	return all, nil
}

// underWay says whether the command of a run is at work. age is how old the last note on the run is. A hub with a full
// disk takes no notes, so the command itself is asked then.
func underWay(ctx context.Context, box *mailbox.Box, run string, age time.Duration) bool {
	return age < liveTime || box.Attended(ctx, run)
}

// Drop removes the tickets and games of a run, and the models that no other run of its command needs.
func Drop(ctx context.Context, box *mailbox.Box, run string) error {
	all, err := runs(ctx, box)
	if err != nil {
		return err
	}
	mail, err := box.Mail(ctx)
	if err != nil {
		return err
	}
	p, noted := all[run]
	at := mail.Runs[run]
	switch {
	case !noted && at == nil:
		return fmt.Errorf("run %s is not at the hub; tengen hub status lists the runs", run)
	case noted && p.UnderWay && p.age >= liveTime:
		return fmt.Errorf("run %s is under way for %s; stop the command, and try again", run, p.For)
	case noted && p.UnderWay:
		return fmt.Errorf("run %s is under way for %s, or its command was killed; stop the command, and try again; "+
			"after a kill wait %v", run, p.For, (liveTime - p.age).Round(time.Second))
	}
	kinds := []string{p.Kind}
	if at != nil {
		kinds = at.Kinds
	}
	for _, kind := range kinds {
		if err := box.Forget(ctx, kind, run); err != nil {
			return err
		}
	}
	if !noted {
		return nil
	}
	return removeNote(ctx, box, run, all)
}

// removeNote removes the note on a run, and the models that no other run of its command needs. It leaves the run out of
// all.
func removeNote(ctx context.Context, box *mailbox.Box, run string, all map[string]RunStatus) error {
	if err := box.RemoveNote(ctx, runNote+"."+run); err != nil {
		return err
	}
	models := all[run].Models
	delete(all, run)
	for _, other := range all {
		if other.Models == models {
			return nil
		}
	}
	return box.DropModels(ctx, models)
}

// Abandon removes the tickets, games and models of all runs that the orders of a name have left at the hub: see
// [Orderer]. Names of files in the folder of this name count, too. Nobody may order games in these names meanwhile.
func Abandon(ctx context.Context, box *mailbox.Box, name string) error {
	all, err := runs(ctx, box)
	if err != nil {
		return err
	}
	wanted := shown(name)
	for _, run := range slices.Sorted(maps.Keys(all)) {
		r := all[run]
		if r.For != wanted && !strings.HasPrefix(r.For, wanted+string(filepath.Separator)) {
			continue
		}
		if err := box.Forget(ctx, r.Kind, run); err != nil {
			return err
		}
		if err := removeNote(ctx, box, run, all); err != nil {
			return err
		}
	}
	return nil
}

// idleTime is how long nobody may play before people hear of it. At the beginning they hear of it soon.
const idleTime = 45 * time.Second

// idle says when no worker has played the games of the run for so long, and when one does again.
func (c *collector) idle(ctx context.Context, long time.Duration) error {
	all, err := c.box.Workers(ctx)
	if err != nil {
		return err
	}
	var why []string
	able := false
	for by, data := range all {
		reason := c.unable(by, data)
		able = able || reason == ""
		why = append(why, fmt.Sprintf("%s %s", by, reason))
	}
	if able {
		if c.saidIdle {
			c.job.Report("a worker is there, and games go on")
		}
		c.idleSince, c.saidIdle = time.Time{}, false
		return nil
	}
	if c.idleSince.IsZero() {
		c.idleSince = time.Now()
	}
	if c.saidIdle || time.Since(c.idleSince) < long {
		return nil
	}
	c.saidIdle = true
	text := "no worker is at the hub; games go on when one comes (tengen worker)"
	if slices.Sort(why); len(why) > 0 {
		text = "no worker at the hub plays these games: " + strings.Join(why, "; ")
	}
	c.job.Report(text)
	return nil
}

// idleAtFirst says once, soon after the beginning, when no worker plays the games of the run. By then those that waited
// for a first order have said that they are there.
func (c *collector) idleAtFirst(ctx context.Context) error {
	if c.begun {
		return nil
	}
	c.begun = true
	return c.idle(ctx, 0)
}

// unable is why a worker does not play the games of the run; empty if it does.
func (c *collector) unable(by mailbox.Author, data []byte) string {
	about, err := parseAbout(data)
	switch {
	case err != nil || about.Protocol != ticket.Protocol:
		return "is of another version of tengen; install the same version everywhere"
	case c.barred(by):
		return "gets no more tickets"
	case !slices.Contains(about.Kinds, c.job.Work.Kind()):
		return "does not take this kind of work (a program needs --allow)"
	}
	return ""
}
