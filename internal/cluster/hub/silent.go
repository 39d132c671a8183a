package hub

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// listen says which workers with tickets of the run have fallen silent. Games may seem to stand still until these
// tickets go to others.
func (c *collector) listen(ctx context.Context) error {
	if c.job.Trusted != "" || time.Since(c.listened) < noteEvery {
		return nil
	}
	c.listened = time.Now()
	present, _, err := c.box.Present(ctx)
	if err != nil {
		return err
	}
	for _, text := range c.fallenSilent(present) {
		c.job.Report(text)
	}
	return nil
}

// fallenSilent says it of each silence once.
func (c *collector) fallenSilent(present map[mailbox.Author]mailbox.Note) (said []string) {
	already := c.silent
	c.silent = map[mailbox.Author]bool{}
	for by, note := range present {
		about, err := parseAbout(note.Data)
		tickets := min(about.Holding[c.job.Run], len(c.out))
		// One that has said nothing since the run began may have taken tickets since, if it was not silent by then.
		before := note.Age - time.Since(c.began) // how long, when the run began
		mayHave := before >= 0 && before < worker.Silent && len(c.out) > 0 && c.unable(by, note.Data) == ""
		// It has held its tickets for the last time before it should have spoken again.
		left := worker.Silent + c.job.Silence - note.Age
		if err != nil || tickets < 1 && !mayHave || note.Age < worker.Silent || left <= 0 {
			continue
		}
		c.silent[by] = true
		if !already[by] {
			until := time.Now().Add(left).Format(time.TimeOnly)
			text := fmt.Sprintf("worker %s has said nothing for %v; if it was killed, its tickets go to others by %s",
				by, note.Age.Round(time.Second), until)
			if tickets > 0 {
				text += fmt.Sprintf(" (tickets: %d)", tickets)
			}
			said = append(said, text)
		}
	}
	slices.Sort(said)
	return said
}
