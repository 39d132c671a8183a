package cluster

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// writeStatus writes a status as two tables, and below each what people should do something about.
func writeStatus(w io.Writer, s hub.Status) error {
	again := ""
	if s.Redelivered > 0 {
		again = fmt.Sprintf(" (%d came again)", s.Redelivered)
	}
	fmt.Fprintf(w, "tickets that wait: %d; tickets with workers: %d%s; bundles of games: %d; on the disk: %.1f MB\n",
		s.Waiting, s.Taken, again, s.Bundles, float64(s.Bytes)/1e6)
	if s.Trouble != "" {
		fmt.Fprintln(w, s.Trouble)
	}
	if s.Faults > 0 {
		fmt.Fprintf(w, "%s of workers that could not play\n", output.Count(s.Faults, "report"))
	}
	runs := table{head: "RUN\tGAMES\tGAMES/H\tLEFT\tTICKETS\tWITH WORKERS\tCAME AGAIN\tBUNDLES\tREFUSED\tFOR"}
	for _, id := range slices.Sorted(maps.Keys(s.Runs)) {
		r := s.Runs[id]
		left := "-"
		if r.UnderWay && r.Left > 0 {
			left = (time.Duration(r.Left) * time.Second).String()
		}
		runs.row("%s\t%d/%d\t%.0f\t%s\t%d\t%d\t%d\t%d\t%d\t%s", id, r.Kept, r.Games, r.PerHour, left, r.Tickets,
			r.Taken, r.Again, r.Bundles, r.Progress.Refused, r.For)
		runs.note("run "+id, runNote(r))
	}
	workers := table{head: "WORKER\tVERSION\tTHREADS\tGAMES\tGAMES/H\tSEEN"}
	for _, name := range slices.Sorted(maps.Keys(s.Workers)) {
		at := s.Workers[name]
		seen := "not here"
		if at.Here {
			seen = (time.Duration(at.Silent) * time.Second).String() + " ago"
		}
		workers.row("%s\t%s\t%d\t%d\t%.0f\t%s", name, cmp.Or(at.Version, "-"), at.Threads, at.Games, at.PerHour, seen)
		workers.note("worker "+name, workerNote(at))
	}
	switch {
	case len(s.Workers) > 0:
	case s.Taken > 0:
		workers.note("no worker has said that it is here", "those that have tickets say so within some "+
			"seconds, unless they were killed")
	default:
		workers.note("no worker is here", "start one: tengen worker, with a worker's token or its URL of the "+
			"NATS server")
	}
	if err := runs.write(w); err != nil {
		return err
	}
	return workers.write(w)
}

// table is rows below a head, and notes on some of them.
type table struct {
	head        string
	rows, notes []string
}

func (t *table) row(format string, args ...any) {
	t.rows = append(t.rows, fmt.Sprintf(format, args...))
}

// note notes something; an empty text is nothing.
func (t *table) note(on, text string) {
	if text != "" {
		t.notes = append(t.notes, on+": "+text)
	}
}

func (t *table) write(w io.Writer) error {
	if len(t.rows) > 0 {
		columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(columns, "\n%s\n%s\n", t.head, strings.Join(t.rows, "\n"))
		if err := columns.Flush(); err != nil {
			return err
		}
	}
	for _, note := range t.notes {
		if _, err := fmt.Fprintln(w, note); err != nil {
			return err
		}
	}
	return nil
}

// runNote is what people should know of a run; empty for nothing.
func runNote(r hub.RunStatus) string {
	switch {
	case r.Seen.IsZero():
		return "nobody collects its games; tengen hub drop removes them"
	case !r.UnderWay:
		return "interrupted: the same command goes on, tengen hub drop gives it up"
	}
	return ""
}

// workerNote is what people should know of a worker; empty for nothing.
func workerNote(w hub.WorkerStatus) string {
	var all []string
	if w.Strikes+w.Bad > 0 {
		all = append(all, fmt.Sprintf("%s; samples: %d good, %d bad", output.Count(w.Strikes, "strike"), w.Good, w.Bad))
	}
	switch {
	case w.Unreadable != "":
		all = append(all, "cannot be read: "+w.Unreadable+"; install the same version there, or shut out its key")
	case w.Barred != "":
		all = append(all, "gets no more tickets: "+w.Barred)
	case w.Here && w.Protocol != ticket.Protocol:
		all = append(all, fmt.Sprintf("gets no tickets: its protocol is %d, the hub's %d; install the same version "+
			"everywhere", w.Protocol, ticket.Protocol))
	case w.Here && w.Silent >= worker.Silent.Seconds():
		all = append(all, "silent; if it was killed, its tickets go to others a minute after its last word")
	case w.Here && w.Peers == 0:
		all = append(all, fmt.Sprintf("no other worker computes like it (%s), so its games are not sampled",
			w.Arithmetic))
	case w.Last != "":
		all = append(all, "last refused: "+w.Last)
	}
	return strings.Join(all, "; ")
}
