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
	Games       []string `arg:"" help:"Files or folders of games: .sgf, .sgfl (one SGF a line), .tengen (packed), each also .gz .bz2 .zst, in .zip .tar .tgz."`
	Board       int      `help:"Only games on this board size." placeholder:"N"`
	MinRank     rankFlag `help:"Only games of which both players have at least this rank, such as 6d, 9p or a rating." placeholder:"RANK"`
	MinRankAny  rankFlag `help:"Only games of which one player has at least this rank." placeholder:"RANK"`
	MaxHandicap *int     `help:"Only games with at most so many handicap stones." placeholder:"N"`
	MinMoves    int      `help:"Only games of at least so many moves." placeholder:"N"`
	Results     string   `help:"Games with a winner (decided), or all." enum:"decided,all" default:"all"`
	Since       dateFlag `help:"Only games from this date on: 2016, 2016-03 or 2016-03-09." placeholder:"DATE"`
	Until       dateFlag `help:"Only games up to this date." placeholder:"DATE"`
	Limit       int      `help:"Only the first so many games." placeholder:"N"`
	Encoding    string   `help:"Text encoding of all files, where it is not recognised: gb18030, shift_jis, euc-kr, big5 …" placeholder:"NAME"`

	thoughts bool // whether to keep those of the games
}

// rankFlag is a rank on the command line.
type rankFlag record.Rank

// UnmarshalText refuses what is no rank.
func (r *rankFlag) UnmarshalText(text []byte) error {
	rank := record.ParseRank(string(text))
	if rank == 0 {
		return fmt.Errorf("%q is no rank: want 12k, 6d, 9p or a rating such as 2200", text)
	}
	*r = rankFlag(rank)
	return nil
}

// dateFlag is a date on the command line.
type dateFlag record.Date

// UnmarshalText refuses what is no date.
func (d *dateFlag) UnmarshalText(text []byte) error {
	date := record.ParseDate(string(text))
	if date == 0 || date.String() != strings.NewReplacer("/", "-", ".", "-").Replace(string(text)) {
		return fmt.Errorf("%q is no date: want 2016, 2016-03 or 2016-03-09", text)
	}
	*d = dateFlag(date)
	return nil
}

// filter is what the flags ask for; a filter that makes no sense is a usage error.
func (f *GamesFlags) filter() (record.Filter, error) {
	filter := record.Filter{
		Board: f.Board, MinRank: record.Rank(f.MinRank), MinRankAny: record.Rank(f.MinRankAny),
		MaxHandicap: f.MaxHandicap, MinMoves: f.MinMoves, Decided: f.Results == "decided",
		Since: record.Date(f.Since), Until: record.Date(f.Until), Limit: f.Limit,
	}
	if err := filter.Validate(); err != nil {
		return filter, &usageError{err}
	}
	if _, _, err := sgf.Decode(nil, f.Encoding); err != nil {
		return filter, &usageError{fmt.Errorf("--encoding: %w", err)}
	}
	return filter, nil
}

// options are the flags as record.Read takes them, with a progress bar until
// finish is called.
func (f *GamesFlags) options(c Common) (opt record.Options, finish func(), err error) {
	filter, err := f.filter()
	if err != nil {
		return opt, nil, err
	}
	bar := newProgress(c.Quiet, "reading games", 0, "B")
	return record.Options{
		Filter: filter, Threads: c.Threads, Encoding: f.Encoding, Thoughts: f.thoughts,
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
		return nil, nil, fmt.Errorf("no games to work with: %s", summary(report))
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
