package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// GamesFlags are the games and the filters of every command that reads games.
type GamesFlags struct {
	Games []string `arg:"" help:"Files or folders of games: .sgf, .sgfl (one SGF per line), .tengen (packed); also .gz, .bz2, .zst, and in .zip, .tar, .tgz."`
	record.Filter
	Encoding string `help:"Text encoding of all files, if names look wrong: gb18030, shift_jis, euc-kr, big5 …" placeholder:"NAME"`

	thoughts bool // whether to keep those of the games
}

// check refuses a filter that makes no sense and an unknown encoding, as usage errors.
func (f *GamesFlags) check() error {
	if err := f.Filter.Validate(); err != nil {
		return &usageError{err}
	}
	if _, _, err := sgf.Decode(nil, f.Encoding); err != nil {
		return &usageError{fmt.Errorf("--encoding: %w", err)}
	}
	return nil
}

// options are the flags as record.Read takes them, with a progress bar until
// finish is called.
func (f *GamesFlags) options(c Common) (opt record.Options, finish func(), err error) {
	if err := f.check(); err != nil {
		return opt, nil, err
	}
	bar := newProgress(c.Quiet, "reading games", 0, "B")
	return record.Options{
		Filter: f.Filter, Threads: c.Threads, Encoding: f.Encoding, Thoughts: f.thoughts,
		Progress: func(done, total int64) {
			bar.resize(total)
			bar.set(done)
		},
	}, bar.finish, nil
}

// read reads the games into memory, and tells on stderr what was left out. No
// games at all is an error.
func (f *GamesFlags) read(ctx context.Context, c Common) (*record.Set, *record.Report, error) {
	opt, finish, err := f.options(c)
	if err != nil {
		return nil, nil, err
	}
	set, report, err := record.Read(ctx, f.Games, opt)
	finish()
	if err != nil {
		return nil, nil, err
	}
	if err := report.Unread(f.Games); err != nil {
		return nil, nil, err
	}
	if !c.Quiet || report.Dropped[record.Unreadable] > 0 {
		fmt.Fprintln(os.Stderr, summary(report))
		for _, fault := range report.Faults[:min(5, len(report.Faults))] {
			fmt.Fprintf(os.Stderr, "  %v\n", fault)
		}
		if n := report.FaultCount(); n > 5 {
			fmt.Fprintf(os.Stderr, "  … and %d more: tengen data verify lists them\n", n-5)
		}
	}
	if set.Len() == 0 {
		return nil, nil, fmt.Errorf("no games to work with: %s; change the filters, such as --board", summary(report))
	}
	return set, report, nil
}

// summary is a report in one line.
func summary(r *record.Report) string {
	s := fmt.Sprintf("%d of %s kept, %s, from %s", r.Kept, count(r.Games, "game"), count(r.Moves, "move"), count(r.Files, "file"))
	var parts []string
	for _, why := range record.Reasons() {
		if n := r.Dropped[why]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %v", n, why))
		}
	}
	if len(parts) > 0 {
		s += "; left out: " + strings.Join(parts, ", ")
	}
	if r.Mended > 0 {
		s += fmt.Sprintf("; mended: %d", r.Mended)
	}
	return s
}

// count is a number of things in words.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
