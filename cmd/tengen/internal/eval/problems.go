package eval

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/review/judge"
	"github.com/tengen-go/tengen/review/problems"
)

// ProblemsCmd groups the commands on problems.
type ProblemsCmd struct {
	Solve SolveCmd `cmd:"" help:"How many problems players solve, by kind."`
	Find  FindCmd  `cmd:"" help:"Find problems in games: positions where a long search disproves the policy."`
}

// SolveCmd has players solve problems.
type SolveCmd struct {
	flags.Common
	devices.Flag
	Player   string   `arg:"" help:"The player: a kind with its options, such as search:playouts=500." placeholder:"P"`
	Problems []string `arg:"" help:"Files or folders of problems, as tengen eval problems find writes them."`
	With     []string `sep:"none" help:"Another player on the same problems, as often as there are players." placeholder:"P"`
	Board    int      `help:"Only problems on this board size." placeholder:"N"`
}

// Help is printed below the flags.
func (c *SolveCmd) Help() string {
	return `Each player chooses a move in each problem. Right are the moves that the file marks so. The more
the better; the policy that the problems were found against solves none of them, or few.

A file has one SGF record a line. The main line leads to the position. There, variations with
TE[1] are right moves, variations with BM[1] are wrong ones. GC is the kind, such as "ladder".

Example:

    tengen eval problems solve search:playouts=500 problems.sgfl --with search:playouts=5000`
}

// solveReport is what the JSON has.
type solveReport struct {
	Board    int            `json:"board"`
	Problems int            `json:"problems"`
	Players  []problems.Row `json:"players"`
}

// Run solves and prints.
func (c *SolveCmd) Run(ctx context.Context) (err error) {
	list, err := problems.Read(ctx, c.Problems)
	if err != nil {
		return err
	}
	if list, err = c.ofOneSize(list); err != nil {
		return err
	}
	size := list[0].Game.Size()
	device, done, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers()})
	if err != nil {
		return err
	}
	defer done()
	texts := append([]string{c.Player}, c.With...)
	f := newField(c.Common, size, len(texts), device)
	defer func() { err = errors.Join(err, f.close()) }()
	made, err := f.contestants(texts)
	if err != nil {
		return err
	}
	bar := progress.New(c.Quiet, "solving", int64(len(list)), "problems")
	rows, err := problems.Solve(ctx, list, made, func(done int) { bar.Set(int64(done)) })
	bar.Finish()
	if err != nil {
		return err
	}
	report := solveReport{Board: size, Problems: len(list), Players: rows}
	if c.JSON {
		return output.JSON(report)
	}
	report.print()
	return nil
}

// ofOneSize are the problems on the board of --board, or on the only size that there is.
func (c *SolveCmd) ofOneSize(list []problems.Problem) (same []problems.Problem, err error) {
	for i := range list {
		switch size := list[i].Game.Size(); {
		case c.Board == 0 && size != list[0].Game.Size():
			return nil, usage.Errorf("problems on %d×%[1]d and on %d×%[2]d: choose one with --board",
				list[0].Game.Size(), size)
		case c.Board == 0 || size == c.Board:
			same = append(same, list[i])
		}
	}
	switch {
	case len(list) == 0:
		return nil, fmt.Errorf("%s: no problem in it: tengen eval problems find looks for some",
			strings.Join(c.Problems, ", "))
	case len(same) == 0:
		return nil, fmt.Errorf("no problems on %d×%[1]d in these files", c.Board)
	}
	return same, nil
}

// print is the report as a table, one line a player.
func (r solveReport) print() {
	output.Printf("%d problems on %d×%d; solved in per cent, with 95%% intervals, and counts by kind\n",
		r.Problems, r.Board, r.Board)
	w := tabwriter.NewWriter(output.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "player\tsolved")
	for _, kind := range r.Players[0].Kinds {
		fmt.Fprintf(w, "\t%s", kind.Kind)
	}
	fmt.Fprintln(w, "\tchose a wrong move\ttime a move")
	for _, row := range r.Players {
		e := row.Solved
		fmt.Fprintf(w, "%s\t%.0f (%.0f–%.0f)", row.Player, 100*e.Value, 100*e.Lo, 100*e.Hi)
		for _, kind := range row.Kinds {
			n := kind.Solved.N
			fmt.Fprintf(w, "\t%.0f of %d", kind.Solved.Value*float64(n), n)
		}
		seconds := "not known"
		if row.Seconds != nil {
			seconds = fmt.Sprintf("%.3f s", *row.Seconds)
		}
		fmt.Fprintf(w, "\t%d\t%s\n", row.Fell, seconds)
	}
	_ = w.Flush()
	output.Println("time: of the processor; wrong: a move that the file marks so")
}

// FindCmd finds problems.
type FindCmd struct {
	flags.Common
	devices.Flag
	flags.Collection
	Output    string `short:"o" required:"" help:"File to write, one record a line; its name ends in .sgfl." placeholder:"FILE" type:"path"`
	Policy    string `help:"The player that must be wrong." default:"policy" placeholder:"P"`
	Judge     string `help:"The player that judges (default: search:threads=1,memory=256M)." default:"search:threads=1,memory=256M" placeholder:"P"`
	Positions int    `help:"Positions to look at, one a game (default: 1000)." default:"1000" placeholder:"N"`
	Quick     int    `help:"Playouts of the first look at a position (default: 500)." default:"500" placeholder:"N"`
	Deep      int    `help:"Playouts of the look that decides (default: 20000)." default:"20000" placeholder:"N"`
	Loss      int    `help:"Games that a wrong move loses, per cent (default: 25)." default:"25" placeholder:"PERCENT"`
	Cache     string `help:"File that keeps the judge's verdicts; an interrupted command goes on from there." placeholder:"FILE" type:"path"`
}

// Help is printed below the flags.
func (c *FindCmd) Help() string {
	return `A position becomes a problem if a long search finds that the policy's move loses 25% of the games
(--loss), and that another move still wins half of them. Wrong are the moves that lose so much or
more, right are those that lose at most a fifth of it. Others do not count as solved.

On a large board a move is worth less of the game: with --loss 10 there are more problems.

Positions are from move 2 to two thirds of the points of the board. The judge shares the networks
of the search, so it cannot find what these networks hide from it.

Example:

    tengen eval problems find games/ --board 9 -o problems.sgfl --cache verdicts.json`
}

// findReport is what the JSON has.
type findReport struct {
	File      string                `json:"file"`
	Board     int                   `json:"board"`
	Positions int                   `json:"positions"`
	Problems  int                   `json:"problems"`
	Kinds     map[problems.Kind]int `json:"kinds"`
}

// Run finds, writes and prints.
func (c *FindCmd) Run(ctx context.Context) (err error) {
	if c.Quick < 1 || c.Deep <= c.Quick {
		return usage.Errorf("--quick %d --deep %d: want 1 or more playouts, and more for the deep look",
			c.Quick, c.Deep)
	}
	if c.Loss < 1 || c.Loss > 100 {
		return usage.Errorf("--loss %d: want 1 to 100 per cent of the games", c.Loss)
	}
	if !strings.HasSuffix(c.Output, problems.Extension) {
		return usage.Errorf("-o %s: the name of a file of problems must end in %s", c.Output, problems.Extension)
	}
	if err := atomicfile.Check(c.Output); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	if err := c.Apart(c.Output); err != nil {
		return err
	}
	if info, err := os.Stat(c.Output); err == nil && info.Size() > 0 {
		if _, err := problems.Read(ctx, []string{c.Output}); err != nil {
			return usage.Errorf("-o %s is there and holds other games than problems (%w): choose another file",
				c.Output, err)
		}
	}
	sample := judge.Sample{Positions: c.Positions, Lo: 0.2, Hi: 1, Seed: c.Seed}
	if err := sample.Validate(); err != nil {
		return usage.Errorf("--positions: %w", err)
	}
	games, _, err := c.Collection.Read(ctx, c.Common)
	if err != nil {
		return err
	}
	size, err := boardOf(games)
	if err != nil {
		return err
	}
	device, done, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers()})
	if err != nil {
		return err
	}
	defer done()
	f := newField(c.Common, size, 3, device)
	defer func() { err = errors.Join(err, f.close()) }()
	policy, err := f.contestants([]string{c.Policy})
	if err != nil {
		return fmt.Errorf("--policy: %w", err)
	}
	book, err := readBook(c.Cache)
	if err != nil {
		return err
	}
	quick, err := f.judge(c.Judge, c.Quick, book)
	if err != nil {
		return err
	}
	deep, err := f.judge(c.Judge, c.Deep, book)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, saveBook(c.Cache, book)) }()
	finder := problems.Finder{Quick: quick, Deep: deep, Policy: policy[0], Loss: float64(c.Loss) / 100}
	questions, list, err := c.find(ctx, &finder, games, sample, book)
	if err != nil {
		return interrupted(err, c.Cache, book)
	}
	var text bytes.Buffer
	if err := problems.Write(&text, list); err != nil {
		return err
	}
	if err := atomicfile.Write(c.Output, text.Bytes()); err != nil {
		return err
	}
	return c.report(size, questions, list)
}

// find draws the positions and looks at them.
func (c *FindCmd) find(
	ctx context.Context, f *problems.Finder, games *record.Set, sample judge.Sample, book judge.Book,
) (questions int, list []problems.Problem, err error) {
	keep, failed := keeper(c.Cache, book)
	bar := progress.New(c.Quiet, "positions", int64(min(c.Positions, games.Len())), "positions")
	drawn, err := f.Quick.Questions(ctx, games, sample, func(n int) {
		bar.Set(int64(n))
		keep()
	})
	bar.Finish()
	if err != nil {
		return 0, nil, err
	}
	bar = progress.New(c.Quiet, "looking for problems", int64(len(drawn)), "positions")
	list, err = f.Find(ctx, drawn, func(done, found int) {
		bar.Relabel(fmt.Sprintf("%d problems in positions", found), int64(done))
		keep()
	})
	bar.Finish()
	return len(drawn), list, errors.Join(err, failed())
}

// report says what was found.
func (c *FindCmd) report(size, questions int, list []problems.Problem) error {
	r := findReport{
		File: c.Output, Board: size, Positions: questions, Problems: len(list), Kinds: map[problems.Kind]int{},
	}
	for i := range list {
		r.Kinds[list[i].Kind]++
	}
	if c.JSON {
		return output.JSON(r)
	}
	output.Printf("%s: %d problems from %d positions on %d×%d\n", r.File, r.Problems, r.Positions, size, size)
	for _, k := range problems.Kinds {
		output.Printf("  %-15s %d\n", k, r.Kinds[k])
	}
	return nil
}
