package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/review/report"
	"github.com/tengen-go/tengen/sgf"
)

// leastLoss is from where a move is listed among the worst.
const leastLoss = 0.02

// AnalyzeCmd reviews recorded games.
type AnalyzeCmd struct {
	flags.Common
	devices.Flag
	Player string   `help:"The player that reads: search, uct, rave or another tree search, with options after a colon. playouts= or time= is per position (default: search; with --html or for a folder search:playouts=200)." placeholder:"P"`
	HTML   string   `name:"html" help:"Review all games, and write one page that opens in any browser (default for folders and several files: the first name with -analyzed.html)." placeholder:"FILE.html" type:"path"`
	Person string   `help:"With --html: only the games of this person, and his or her mistakes first. A part of the name is enough." placeholder:"NAME"`
	Rules  string   `help:"Rules, if the record names none: tromp-taylor, chinese, japanese, korean, aga, new-zealand." default:"chinese"`
	Out    string   `name:"output" aliases:"out" short:"o" help:"The reviewed record of one game (default: the file's name with -analyzed)." placeholder:"OUT.sgf" type:"path"`
	Curve  string   `help:"Win-rate curve of one game, .png or .svg (default: OUT with .png)." placeholder:"FILE" type:"path"`
	Worst  int      `help:"List so many of the worst moves." default:"10" placeholder:"N"`
	Games  []string `arg:"" help:"A game, or with --html files and folders of games. Without --html, the first game of a file." name:"games"`

	file      string        // the only one, without --html
	saveEvery time.Duration // how often a report is written meanwhile, for those who look; 0 for every minute
}

// Help is printed below the flags.
func (c *AnalyzeCmd) Help() string {
	return `The player reads every position of the main line. The reviewed record has Black's win rate after
each move (as SBKV, which Sabaki draws, and in the comments), other moves as variations, and
marks for moves that lost 10% or more. Ctrl-C stops the review and writes what it has found.

With --html, or for a folder, all games are reviewed. The page shows the costliest mistakes of
all games, a board to click through and a curve for each game. It needs no server. Reviewed records
in a folder, as game-analyzed.sgf, are left out. Each reviewed game is kept: after Ctrl-C, or with
more games in the folder, the same command goes on. What the page does not show now, because of
--person, --player or other games, stays in FILE.part. So do reviews by another model: remove the
file when you do not need them. Many games are read quickly, with 200 playouts a position.
--player search reads each position for 2 seconds: better, and about an hour for 30 games.

Examples:

    tengen analyze game.sgf
    tengen analyze --html mine.html --person 'my name' --player search:playouts=1000 games/
    tengen analyze --player rave:playouts=5000 -o reviewed.sgf --curve reviewed.svg game.sgf`
}

// analyzeReport is the JSON object of tengen analyze.
type analyzeReport struct {
	File     string         `json:"file"`
	Out      string         `json:"out"`
	Curve    string         `json:"curve"`
	Player   string         `json:"player"`
	Board    int            `json:"board"`
	Rules    string         `json:"rules"` // as SGF names them
	Komi     float64        `json:"komi"`
	Moves    int            `json:"moves"`
	Analyzed int            `json:"positions"`
	Start    float64        `json:"start_winrate"` // Black's, before the first move
	Played   []reviewedMove `json:"played"`
	Worst    []int          `json:"worst"` // their numbers, the worst first
}

// reviewedMove is a move of the game.
type reviewedMove struct {
	Number  int         `json:"move"`
	Color   string      `json:"color"`
	Vertex  string      `json:"vertex"`
	Winrate float64     `json:"winrate"` // Black's after it
	Loss    float64     `json:"loss"`
	Visits  int         `json:"visits"`
	Instead []otherMove `json:"instead"`
}

// otherMove is what the reviewer would rather have read on with.
type otherMove struct {
	Vertex  string   `json:"vertex"`
	Winrate float64  `json:"winrate"` // of the player to move
	Visits  int      `json:"visits"`
	Line    []string `json:"line"`
}

// Run reviews the game.
func (c *AnalyzeCmd) Run(ctx context.Context) error {
	if c.Worst < 0 {
		return usage.Errorf("--worst %d: want 0 or more", c.Worst)
	}
	device, closeDevice, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers()})
	if err != nil {
		return err
	}
	defer closeDevice()
	if c.many() {
		return c.report(ctx, device)
	}
	c.Player = cmp.Or(c.Player, player.KindSearch)
	c.file = c.Games[0]
	if c.Person != "" {
		return usage.Errorf("--person goes with --html")
	}
	if err := c.names(); err != nil {
		return usage.Wrap(err)
	}
	if err := cmp.Or(atomicfile.Check(c.Out), atomicfile.Check(c.Curve)); err != nil {
		return err
	}
	rules, err := board.ParseRules(c.Rules)
	if err != nil {
		return usage.Wrap(err)
	}
	trees, err := c.read(ctx)
	if err != nil {
		return err
	}
	r, err := c.review(trees[0], rules)
	if err != nil {
		return err
	}
	p, _, _, err := preparePlayer(c.Player, r.Size, c.Rules, nil, c.Common, &loaded.Networks{Device: device})
	if err != nil {
		return err
	}
	defer p.Close()
	players.TellKomi(p, r.Komi, c.Quiet)
	analyst, ok := p.(player.Analyst)
	if !ok {
		return usage.Errorf("player %s: %w", p, player.ErrNoAnalyst)
	}
	bar := progress.New(c.Quiet, "positions", int64(len(r.Positions)), "positions")
	done := 0
	failed := r.Run(ctx, analyst, c.Seed, func(n int) {
		done = n
		bar.Set(int64(n))
	})
	bar.Finish()
	if done == 0 {
		return failed
	}
	report, err := c.write(trees, r, done)
	switch {
	case err != nil:
		return err
	case errors.Is(failed, context.Canceled):
		return fmt.Errorf("%d of %d positions analysed, in %s: %w", done, len(r.Positions), c.Out, context.Canceled)
	case failed != nil:
		return fmt.Errorf("%s holds the %d positions before: %w", c.Out, done, failed)
	}
	return report.print(c.JSON, c.Worst > 0)
}

// names fills in the names of the files to write.
func (c *AnalyzeCmd) names() error {
	if c.Out == "" {
		c.Out = strings.TrimSuffix(report.Stem(c.file), ".sgf") + reviewedSuffix // of game.sgf.gz, too
	}
	if c.Curve == "" {
		c.Curve = report.Stem(c.Out) + ".png"
	}
	if !strings.EqualFold(filepath.Ext(c.Out), ".sgf") {
		return fmt.Errorf("-o %s: the name of a reviewed record must end in .sgf", c.Out)
	}
	return chart.Check(c.Curve)
}

// read reads the file's games.
func (c *AnalyzeCmd) read(ctx context.Context) ([]*sgf.Tree, error) {
	if record.Bundled(c.file) { // its other games, maybe thousands, are not written again
		tell := func(f record.Fault) { c.Say("tengen: %v", f) }
		tree, more, err := record.First(ctx, c.file, record.FirstLimit, tell)
		if more {
			c.Say("tengen: %s has several games; only the first is reviewed (--html FILE reviews all)", c.file)
		}
		return []*sgf.Tree{tree}, err
	}
	raw, err := readFile(c.file)
	if err != nil {
		return nil, err
	}
	trees, faults := sgf.Parse(c.file, raw)
	for _, fault := range faults {
		if len(trees) == 0 {
			return nil, fault
		}
		c.Say("tengen: %v", fault)
	}
	if slices.ContainsFunc(faults, sgf.LeftOut) && flags.SameFile(c.file, c.Out) {
		return nil, usage.Errorf("-o %s: its games that cannot be read would be lost: choose another name", c.Out)
	}
	if len(raw) == 0 {
		return nil, fmt.Errorf("%s: empty", c.file)
	}
	if len(trees) == 0 {
		return nil, fmt.Errorf("%s: no game in it", c.file)
	}
	if len(trees) > 1 {
		c.Say("tengen: %s has %d games; only the first is reviewed (--html FILE reviews all)", c.file, len(trees))
	}
	return trees, nil
}

// review reads the game, up to an illegal move if it has one.
func (c *AnalyzeCmd) review(t *sgf.Tree, rules board.Rules) (*review.Review, error) {
	r, err := review.New(t, rules)
	var broken *record.BreakError
	if err != nil && !errors.As(err, &broken) {
		return nil, fmt.Errorf("%s: %w", c.file, err)
	}
	c.tellFaults(c.file, t, broken)
	return r, nil
}

// tellFaults says on stderr that the komi of a game does not count, and where its review ends, if not at the end.
func (c *AnalyzeCmd) tellFaults(file string, t *sgf.Tree, broken *record.BreakError) {
	if err := record.CheckKomi(t); err != nil {
		c.Say("tengen: %s: %v", file, err)
	}
	if broken != nil {
		c.Say("tengen: %s: %v: the review ends before it, after %s",
			file, broken.Err, output.Count(broken.Moves, "move"))
	}
}

// write writes record and curve, and says what is in them.
func (c *AnalyzeCmd) write(trees []*sgf.Tree, review *review.Review, done int) (*analyzeReport, error) {
	review.Annotate()
	var text bytes.Buffer
	if err := sgf.Write(&text, trees...); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Out, err)
	}
	if err := atomicfile.Write(c.Out, text.Bytes()); err != nil {
		return nil, err
	}
	worst := review.Worst(c.Worst, leastLoss)
	if err := review.DrawCurve(c.Curve, worst); err != nil {
		return nil, err
	}
	r := &analyzeReport{
		File: c.file, Out: c.Out, Curve: c.Curve, Player: review.Player, Board: review.Size,
		Rules: review.Rules(), Komi: review.Komi,
		Analyzed: done, Start: review.Positions[0].Black(), Played: []reviewedMove{}, Worst: []int{},
	}
	for i := range review.Positions {
		p := &review.Positions[i]
		if p.Move.Color == board.Empty {
			continue
		}
		r.Moves++
		if p.Analysis == nil {
			continue
		}
		m := reviewedMove{
			Number: p.Number, Color: p.Move.Color.String(), Vertex: p.Move.Point.Vertex(review.Size),
			Winrate: p.Black(), Loss: p.Loss, Visits: p.Analysis.Visits, Instead: []otherMove{},
		}
		for _, b := range review.Instead(i, 3) {
			line := make([]string, len(b.Variation))
			for k, q := range b.Variation {
				line[k] = q.Vertex(review.Size)
			}
			m.Instead = append(m.Instead, otherMove{b.Point.Vertex(review.Size), b.Winrate, b.Visits, line})
		}
		r.Played = append(r.Played, m)
	}
	for _, i := range worst {
		r.Worst = append(r.Worst, review.Positions[i].Number)
	}
	return r, nil
}

// print prints the report: as JSON, or in words, with a table of the worst moves if it is
// asked for.
func (r *analyzeReport) print(asJSON, table bool) error {
	if asJSON {
		return output.JSON(r)
	}
	byNumber := map[int]*reviewedMove{}
	for i := range r.Played {
		byNumber[r.Played[i].Number] = &r.Played[i]
	}
	if table && len(r.Worst) == 0 {
		output.Printf("%s finds no move that lost %.0f%% or more.\n", r.Player, 100*leastLoss)
	} else if table {
		output.Println("Black wins: Black's win rate after the move. Lost: what the move cost its player.")
		output.Println("Preferred: up to three moves that the review read more, the most read first,\nwith the win " +
			"rate of the player to move.")
		output.Println()
		output.Printf("%-6s%-7s%-8s%10s%8s  %s\n", "move", "color", "played", "Black wins", "lost", "preferred")
	}
	for _, n := range r.Worst {
		m := byNumber[n]
		instead := ""
		for i, b := range m.Instead {
			instead += []string{"", ", "}[min(i, 1)] + fmt.Sprintf("%s %.1f%%", b.Vertex, 100*b.Winrate)
		}
		output.Printf("%-6d%-7s%-8s%9.1f%%%7.1f%%  %s\n",
			m.Number, m.Color, m.Vertex, 100*m.Winrate, 100*m.Loss, instead)
	}
	output.Printf("%s in %s, the curve in %s\n", output.Count(r.Moves, "move"), r.Out, r.Curve)
	return nil
}
