package hub

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// Status is what lies at a hub, and who works there. The names of its JSON are a contract.
type Status struct {
	mailbox.State
	Workers map[string]WorkerStatus `json:"workers"`
	Runs    map[string]RunStatus    `json:"runs"`
	// Trouble is why the hub cannot store, and what helps; empty if it can, or if that is not known.
	Trouble string `json:"trouble,omitempty"`

	sync time.Duration // that the disk took just now; 0 if that is not known
}

// WorkerStatus is a worker that is there, or that has behaved badly.
type WorkerStatus struct {
	worker.About
	trust.Conduct
	Here    bool `json:"here"`    // it has said something within the last 90 seconds
	Strikes int  `json:"strikes"` // bundles that were refused
	Peers   int  `json:"peers"`   // other workers that can confirm its games
	// Silent is how long ago it has said something, in seconds; 0 if it is not there.
	Silent float64 `json:"seconds_silent"`
	// Unreadable is why the hub cannot read what it says of itself; empty if it can.
	Unreadable string `json:"unreadable,omitempty"`
}

// RunStatus is a run.
type RunStatus struct {
	Progress
	UnderWay bool `json:"under_way"` // its command is at work
	Tickets  int  `json:"tickets"`   // at the hub, those with workers included
	Taken    int  `json:"taken"`     // of these with workers
	Bundles  int  `json:"bundles"`   // that wait for the command

	age time.Duration // of the note on its progress
}

func parseAbout(data []byte) (about worker.About, err error) {
	if err = json.Unmarshal(data, &about); err != nil {
		return worker.About{}, err // not a part of it
	}
	about.Version, about.Arithmetic = legible(about.Version), legible(about.Arithmetic)
	for _, texts := range [][]string{about.Kinds, about.Programs} {
		for i, text := range texts {
			texts[i] = legible(text)
		}
	}
	return about, nil
}

// ReadStatus asks a hub for its status.
func ReadStatus(ctx context.Context, box *mailbox.Box) (s Status, err error) {
	s = Status{Workers: map[string]WorkerStatus{}, Runs: map[string]RunStatus{}}
	mail, err := box.Mail(ctx)
	if err != nil {
		return s, err
	}
	s.State, s.Trouble = mail.State, legible(box.Ill(ctx))
	notes, err := runs(ctx, box)
	if err != nil {
		return s, err
	}
	for run, at := range mail.Runs {
		s.Runs[run] = RunStatus{Progress: Progress{Kind: at.Kinds[0]}, Tickets: at.Tickets, Bundles: at.Bundles}
	}
	for run, r := range notes {
		at := s.Runs[run]
		r.Tickets, r.Bundles = at.Tickets, at.Bundles
		r.PerHour, r.Left = sensible(r.PerHour), math.Round(r.Left)
		s.Runs[run] = r
	}
	held, err := s.readWorkers(ctx, box)
	if err != nil {
		return s, err
	}
	s.share(&mail, held)
	return s, nil
}

// sensible is a speed with no more digits than it deserves.
func sensible(perHour float64) float64 { return math.Round(10*perHour) / 10 }

// share says how many tickets of each run are with workers. The server counts them by kind of work. Where a kind has
// several runs, what workers said of these runs some seconds ago divides them.
func (s *Status) share(mail *mailbox.Mail, held map[string]int) {
	left := maps.Clone(mail.TakenOf)
	give := func(run string, most int) {
		r := s.Runs[run]
		kind := mail.Runs[run].Kinds[0]
		n := min(most, r.Tickets-r.Taken, left[kind])
		r.Taken += n
		left[kind] -= n
		s.Runs[run] = r
	}
	names := slices.Sorted(maps.Keys(mail.Runs))
	for _, run := range names {
		give(run, held[run])
	}
	for _, run := range names {
		give(run, s.Runs[run].Tickets)
	}
}

// readWorkers reads who is there and how all have behaved. held are the tickets in hand by run, as workers say.
func (s *Status) readWorkers(ctx context.Context, box *mailbox.Box) (held map[string]int, err error) {
	present, strange, err := box.Present(ctx)
	if err != nil {
		return nil, err
	}
	book, err := trust.OpenBook(box).All(ctx)
	if err != nil {
		return nil, err
	}
	name := func(by mailbox.Author) string {
		named := mailbox.Author{Role: mailbox.Named, Name: by.Name}
		_, here := present[named]
		if _, known := book[named]; by.Role == mailbox.Owner && (here || known) {
			return by.Name + " (owner's)" // two workers that differ by their keys alone
		}
		return by.String()
	}
	for by, conduct := range book {
		if _, here := present[by]; here || conduct.Strikes() > 0 || conduct.Barred != "" {
			s.Workers[name(by)] = WorkerStatus{Conduct: conduct, Strikes: conduct.Strikes()}
		}
	}
	held = map[string]int{}
	for by, said := range present {
		w := s.Workers[name(by)]
		w.Here, w.Silent = true, math.Round(said.Age.Seconds())
		if w.About, err = parseAbout(said.Data); err != nil { // of another protocol, or hostile
			w.Unreadable = legible(err.Error())
		}
		w.PerHour = sensible(w.PerHour)
		s.Workers[name(by)] = w
		for run, n := range w.Holding {
			held[run] += min(max(n, 0), s.Runs[run].Tickets)
		}
	}
	for _, key := range strange {
		s.Workers[legible(key)] = WorkerStatus{Here: true, Unreadable: "its name is none that a worker can have"}
	}
	for name, w := range s.Workers {
		for other, o := range s.Workers {
			if other != name && w.Here && o.Here && o.Barred == "" && o.Protocol == ticket.Protocol &&
				o.Arithmetic == w.Arithmetic && o.Version == w.Version {
				w.Peers++
			}
		}
		s.Workers[name] = w
	}
	return held, nil
}
