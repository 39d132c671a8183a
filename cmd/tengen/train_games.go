package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/tengen-go/tengen/record"
)

// trainGames are GAMES and the filters on them.
type trainGames struct {
	Games       []string `arg:"" help:"Files and folders of games: .sgf, .sgfl, packed, also compressed and in archives."`
	Board       int      `help:"Only games on this size of board." placeholder:"N"`
	MinRank     string   `help:"Both players at least this strong, such as 6d." placeholder:"RANK"`
	MinRankAny  string   `help:"One player at least this strong." placeholder:"RANK"`
	MaxHandicap *int     `help:"At most this many handicap stones." placeholder:"N"`
	MinMoves    int      `help:"At least this many moves." placeholder:"N"`
	Results     string   `help:"decided: only games with a winner; or all." enum:"all,decided" default:"all"`
	Since       string   `help:"Not before this day, month or year." placeholder:"DATE"`
	Until       string   `help:"Not after this day, month or year." placeholder:"DATE"`
	Limit       int      `help:"At most this many games." placeholder:"N"`
}

func (f *trainGames) filter() (record.Filter, error) {
	out := record.Filter{Board: f.Board, MaxHandicap: f.MaxHandicap, MinMoves: f.MinMoves, Decided: f.Results == "decided", Limit: f.Limit}
	for _, r := range []struct {
		text string
		to   *record.Rank
		flag string
	}{{f.MinRank, &out.MinRank, "min-rank"}, {f.MinRankAny, &out.MinRankAny, "min-rank-any"}} {
		if *r.to = record.ParseRank(r.text); r.text != "" && *r.to == 0 {
			return out, fmt.Errorf("--%s %q: want a rank such as 6d, 12k, 9p or 2100", r.flag, r.text)
		}
	}
	for _, d := range []struct {
		text string
		to   *record.Date
		flag string
	}{{f.Since, &out.Since, "since"}, {f.Until, &out.Until, "until"}} {
		if *d.to = record.ParseDate(d.text); d.text != "" && *d.to == 0 {
			return out, fmt.Errorf("--%s %q: want a date such as 2016-03-09, 2016-03 or 2016", d.flag, d.text)
		}
	}
	return out, out.Validate()
}

// read reads the games at paths and says on stderr what was left out.
func (f *trainGames) read(ctx context.Context, paths []string, common *Common) (*record.Set, error) {
	filter, err := f.filter()
	if err != nil {
		return nil, &usageError{err}
	}
	set, report, err := record.Read(ctx, paths, record.Options{Filter: filter, Threads: common.Threads})
	if err != nil {
		return nil, err
	}
	if !common.Quiet {
		var left []string
		for _, r := range record.Reasons() {
			if n := report.Dropped[r]; n > 0 {
				left = append(left, fmt.Sprintf("%d %s", n, r))
			}
		}
		line := fmt.Sprintf("%d games", set.Len())
		if len(left) > 0 {
			line += "; left out: " + strings.Join(left, ", ")
		}
		fmt.Fprintln(os.Stderr, line)
	}
	return set, nil
}
