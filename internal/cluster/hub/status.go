package hub

import (
	"context"
	"encoding/json"
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
}

// WorkerStatus is a worker that is there, or that has behaved badly.
type WorkerStatus struct {
	worker.About
	trust.Conduct
	Here    bool `json:"here"`    // it has said something within the last 90 seconds
	Strikes int  `json:"strikes"` // bundles that were refused
	Peers   int  `json:"peers"`   // other workers that can confirm its games
	// Unreadable is why the hub cannot read what it says of itself; empty if it can.
	Unreadable string `json:"unreadable,omitempty"`
}

// RunStatus is a run.
type RunStatus struct {
	Progress
	UnderWay bool `json:"under_way"` // its command is at work
	Tickets  int  `json:"tickets"`   // at the hub, those with workers included
	Taken    int  `json:"taken"`     // with workers, as far as they have said so
	Bundles  int  `json:"bundles"`   // that wait for the command

	age time.Duration // of the note on its progress
}

func parseAbout(data []byte) (about worker.About, err error) {
	if err = json.Unmarshal(data, &about); err != nil {
		return worker.About{}, err // not a part of it
	}
	about.Version, about.Arithmetic = printable(about.Version), printable(about.Arithmetic)
	for _, texts := range [][]string{about.Kinds, about.Programs} {
		for i, text := range texts {
			texts[i] = printable(text)
		}
	}
	return about, nil
}

// ReadStatus asks a hub for its status.
func ReadStatus(ctx context.Context, box *mailbox.Box) (s Status, err error) {
	s = Status{Workers: map[string]WorkerStatus{}, Runs: map[string]RunStatus{}}
	if s.State, err = box.State(ctx); err != nil {
		return s, err
	}
	mail, err := box.Mail(ctx)
	if err != nil {
		return s, err
	}
	notes, err := runs(ctx, box)
	if err != nil {
		return s, err
	}
	for run, at := range mail {
		s.Runs[run] = RunStatus{Progress: Progress{Kind: at.Kinds[0]}, Tickets: at.Tickets, Bundles: at.Bundles}
	}
	for run, r := range notes {
		at := s.Runs[run]
		r.Tickets, r.Bundles = at.Tickets, at.Bundles
		s.Runs[run] = r
	}
	return s, s.readWorkers(ctx, box)
}

func (s *Status) readWorkers(ctx context.Context, box *mailbox.Box) error {
	present, strange, err := box.Present(ctx)
	if err != nil {
		return err
	}
	book, err := trust.OpenBook(box).All(ctx)
	if err != nil {
		return err
	}
	for by, conduct := range book {
		if _, here := present[by]; here || conduct.Strikes() > 0 || conduct.Barred != "" {
			s.Workers[by.String()] = WorkerStatus{Conduct: conduct, Strikes: conduct.Strikes()}
		}
	}
	for by, said := range present {
		w := s.Workers[by.String()]
		w.Here = true
		if w.About, err = parseAbout(said.Data); err != nil { // of another protocol, or hostile
			w.Unreadable = printable(err.Error())
		}
		s.Workers[by.String()] = w
		for run, n := range w.Holding {
			if r, ok := s.Runs[run]; ok {
				r.Taken += min(max(n, 0), r.Tickets) // as it says
				s.Runs[run] = r
			}
		}
	}
	for _, name := range strange {
		name = printable(name)
		s.Workers[name] = WorkerStatus{Here: true, Unreadable: "its name is none that a worker can have"}
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
	return nil
}
