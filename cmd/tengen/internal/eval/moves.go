package eval

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/review/judge"
)

// MovesCmd measures what the moves of players lose.
type MovesCmd struct {
	flags.Common
	devices.Flag
	Player string `arg:"" help:"The player: a kind with its options, such as rave:playouts=500." placeholder:"P"`
	flags.Collection
	With      []string `sep:"none" help:"Another player on the same positions, as often as there are players." placeholder:"P"`
	Positions int      `help:"Positions, one a game (default: 500)." default:"500" placeholder:"N"`
	Judge     string   `help:"The player that judges (default: search:threads=1,memory=64M)." default:"search:threads=1,memory=64M" placeholder:"P"`
	Playouts  int      `help:"Playouts of the judge in each position (default: 1200)." default:"1200" placeholder:"N"`
	Cache     string   `help:"File that keeps the judge's verdicts; an interrupted command goes on from there." placeholder:"FILE" type:"path"`
}

// Help is printed below the flags.
func (c *MovesCmd) Help() string {
	return `The player chooses a move in positions of recorded games. The judge values the position after this
move, and after the best moves: three of its own, and the other players'. A move loses the win rate
by which it is below the best. Less is better. A blunder loses more than 0.1.

Positions are from move 2 to two thirds of the points of the board, where the judge sees a win rate
of 0.05 to 0.95. Games with handicap are left out. Players in one call have the same positions. So
the difference from the first has a smaller interval than the losses. Intervals are 95%.

Example:

    tengen eval moves rave:playouts=500 games/ --with uct:playouts=500 --cache verdicts.json`
}

// movesReport is what the JSON has.
type movesReport struct {
	Judge     string      `json:"judge"`
	Playouts  int         `json:"judge_playouts"`
	Board     int         `json:"board"`
	Positions int         `json:"positions"`
	Players   []judge.Row `json:"players"`
}

// Run judges and prints.
func (c *MovesCmd) Run(ctx context.Context) (err error) {
	if c.Playouts < 1 {
		return usage.Errorf("--playouts %d: want 1 or more", c.Playouts)
	}
	sample := judge.Sample{Positions: c.Positions, Lo: 0.05, Hi: 0.95, Seed: c.Seed}
	if err := sample.Validate(); err != nil {
		return usage.Errorf("--positions: %w", err)
	}
	if err := c.noPlayers(); err != nil {
		return err
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
	texts := append([]string{c.Player}, c.With...)
	f := newField(c.Common, size, len(texts)+1, device)
	defer func() { err = errors.Join(err, f.close()) }()
	made, err := f.contestants(texts)
	if err != nil {
		return err
	}
	book, err := readBook(c.Cache)
	if err != nil {
		return err
	}
	j, err := f.judge(c.Judge, c.Playouts, book)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, saveBook(c.Cache, book)) }()
	rows, err := c.compare(ctx, j, games, sample, made, book)
	if err != nil {
		return interrupted(err, c.Cache, book)
	}
	report := movesReport{
		Judge: c.Judge, Playouts: c.Playouts, Board: size, Positions: rows[0].Loss.N, Players: rows,
	}
	if c.JSON {
		return output.JSON(report)
	}
	report.print()
	return nil
}

// noPlayers refuses a second player where games are wanted.
func (c *MovesCmd) noPlayers() error {
	for _, path := range c.Games {
		kind, _, _ := strings.Cut(path, ":")
		if _, err := os.Stat(path); err != nil && players.Registry()[kind] != nil {
			return usage.Errorf("%s is a player, and no file of games is called so: give more players by --with %[1]s",
				path)
		}
	}
	return nil
}

// compare draws the positions and has the players choose.
func (c *MovesCmd) compare(
	ctx context.Context, j *judge.Judge, games *record.Set, sample judge.Sample, made []judge.Contestant,
	book judge.Book,
) ([]judge.Row, error) {
	keep, failed := keeper(c.Cache, book)
	bar := progress.New(c.Quiet, "positions", int64(min(c.Positions, games.Len())), "positions")
	questions, err := j.Questions(ctx, games, sample, func(n int) {
		bar.Set(int64(n))
		keep()
	})
	bar.Finish()
	if err != nil {
		return nil, err
	}
	if len(questions) < 2 {
		return nil, fmt.Errorf("%d positions in these games have a win rate of 0.05 to 0.95: want 2 or more; "+
			"name more games", len(questions))
	}
	bar = progress.New(c.Quiet, "judging", int64(len(questions)), "positions")
	rows, err := j.Compare(ctx, questions, made, func(done int) {
		bar.Set(int64(done))
		keep()
	})
	bar.Finish()
	return rows, errors.Join(err, failed())
}

// print is the report as a table.
func (r movesReport) print() {
	output.Printf("%d positions on %d×%d, judged by %s with %d playouts a position\n",
		r.Positions, r.Board, r.Board, r.Judge, r.Playouts)
	w := tabwriter.NewWriter(output.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "player\tloss a move\tless the first's\twithout loss\tblunders\tprocessor time a move")
	share := func(e interval.Estimate) string {
		return fmt.Sprintf("%.1f%% (%.1f–%.1f)", 100*e.Value, 100*e.Lo, 100*e.Hi)
	}
	for k, row := range r.Players {
		difference, seconds := "", "not known"
		if k > 0 {
			d := row.Difference
			difference = fmt.Sprintf("%+.4f (%+.4f to %+.4f)", d.Value, d.Lo, d.Hi)
		}
		if row.Seconds != nil {
			seconds = fmt.Sprintf("%.3f s", *row.Seconds)
		}
		fmt.Fprintf(w, "%s\t%.4f (%.4f–%.4f)\t%s\t%s\t%s\t%s\n", row.Player, row.Loss.Value, row.Loss.Lo, row.Loss.Hi,
			difference, share(row.Clean), share(row.Blunders), seconds)
	}
	_ = w.Flush()
}
