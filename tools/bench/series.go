package main

import (
	"context"
	"fmt"
	"time"
)

// series runs rounds of measurements, watches the machine meanwhile and repeats
// what something disturbed.
type series struct {
	opt     options
	start   time.Time
	engine  engine
	machine *machine
}

func newSeries(opt options, processes func() []int) series {
	return series{opt: opt, start: time.Now(), engine: engine{path: opt.tengen}, machine: newMachine(processes)}
}

// record tells how the rounds of something went.
type record struct {
	Rounds     int         `json:"rounds"` // that count
	Conditions []condition `json:"conditions"`
	Disturbed  []string    `json:"disturbed,omitempty"` // why rounds should not have counted, but did
}

// run calls round until n rounds count, and then keep for what each has found. A
// disturbed round is repeated as often as patience and time allow; after that it
// counts all the same, and the record says so.
func (s *series) run(
	ctx context.Context, name string, c cores, n int, round func(i int) (keep func(), err error),
) (record, error) {
	var r record
	if s.opt.quick {
		n = 1
	}
	for patience := s.opt.patience; r.Rounds < n; {
		late := time.Since(s.start) > s.opt.limit
		if late && r.Rounds > 0 {
			s.say("%s: time is up after %d rounds", name, r.Rounds)
			break
		}
		w, err := s.machine.begin(ctx, s.engine, c)
		if err != nil {
			return r, err
		}
		keep, err := round(r.Rounds)
		if err != nil {
			return r, fmt.Errorf("%s: %w", name, err)
		}
		state, err := s.machine.end(ctx, s.engine, w)
		if err != nil {
			return r, err
		}
		r.Conditions = append(r.Conditions, state)
		why := state.disturbed()
		s.say("%s: round %d of %d%s", name, r.Rounds+1, n, note(why))
		if why != "" && patience > 0 && !late {
			patience--
			continue
		}
		if why != "" {
			r.Disturbed = append(r.Disturbed, why)
		}
		keep()
		r.Rounds++
	}
	return r, nil
}

func note(why string) string {
	if why == "" {
		return ""
	}
	return ", disturbed: " + why
}

func (s *series) say(format string, args ...any) {
	fmt.Fprintf(s.opt.log, "%4.0f s  %s\n", time.Since(s.start).Seconds(), fmt.Sprintf(format, args...))
}
