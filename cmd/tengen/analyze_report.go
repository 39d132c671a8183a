package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/review/report"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/web"
)

// many says whether all games are to be reviewed, for a page.
func (c *AnalyzeCmd) many() bool {
	if c.HTML != "" || len(c.Games) > 1 {
		return true
	}
	info, err := os.Stat(c.Games[0])
	return err == nil && info.IsDir()
}

// reviewedSuffix ends the name of a reviewed record.
const reviewedSuffix = "-analyzed.sgf"

// found is a game that is to be in the report.
type found struct {
	key, from string
	tree      *sgf.Tree // nil if it was reviewed before
	positions int
}

// Who reads many games if nobody is named: quick players, as there are thousands of positions. The second is for
// boards that no model is for. It needs more playouts.
const (
	quickPlayer     = player.KindSearch + ":playouts=200"
	quickSubstitute = player.KindRave + ":playouts=1000"
)

// report reviews all games and writes the page.
func (c *AnalyzeCmd) report(ctx context.Context, device nets.Device) (err error) {
	c.Person = strings.TrimSpace(c.Person) // the page looks for these very letters
	if c.Out != "" || c.Curve != "" {
		return usage.Errorf("--output and --curve are for one game; a report of several is --html FILE")
	}
	if c.HTML == "" {
		if c.HTML, err = report.PageName(c.Games[0]); err != nil {
			return err
		}
	}
	if err := atomicfile.Check(c.HTML); err != nil {
		return fmt.Errorf("--html: %w", err)
	}
	rules, err := board.ParseRules(c.Rules)
	if err != nil {
		return usage.Wrap(err)
	}
	reviewer, err := c.reviewer(device)
	if err != nil {
		return err
	}
	defer reviewer.Close()
	journal, now, err := c.journal()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, journal.Close(now)) }()
	games, err := c.find(ctx, journal, rules)
	if err != nil {
		return err
	}
	page := &report.Report{Player: c.Player, Person: c.Person}
	failed := c.reviewAll(ctx, reviewer, journal, games, rules, page)
	if len(page.Games) == 0 {
		return cmp.Or(failed, fmt.Errorf("no game could be reviewed"))
	}
	if err := c.writePage(page); err != nil {
		return err
	}
	now = page
	switch {
	case errors.Is(failed, context.Canceled):
		return fmt.Errorf("%d of %s in %s; the same command goes on: %w",
			len(page.Games), output.Count(len(games), "game"), c.HTML, context.Canceled)
	case failed != nil:
		return fmt.Errorf("%s has %s: %w", c.HTML, output.Count(len(page.Games), "game"), failed)
	}
	return c.tell(page)
}

// writePage writes the report in place of the one before.
func (c *AnalyzeCmd) writePage(page *report.Report) error {
	return atomicfile.WriteFunc(c.HTML, func(w io.Writer) error { return report.Write(w, page, web.UI()) })
}

// reviewer is the player. The default is quick, and has a substitute for boards that no model is for.
func (c *AnalyzeCmd) reviewer(device nets.Device) (*players.Analyst, error) {
	a := &players.Analyst{Text: c.Player, Quiet: c.Quiet, Instead: player.KindRave, Env: player.Env{
		Rules: game.Go{}, Seed: c.Seed, Threads: c.Threads,
		Networks: &loaded.Networks{Device: device}, ModelDirs: players.ModelDirs(),
	}}
	switch c.Player {
	case "":
		c.Player, a.Instead = quickPlayer, quickSubstitute
		if !c.Quiet {
			fmt.Fprintf(os.Stderr, "tengen: %s reads each position; --player %s:playouts=2000 reads more and takes "+
				"longer\n", quickPlayer, player.KindSearch)
		}
	case player.KindSearch:
		a.Text = ""
	}
	return a, usage.Player(a.Use(c.Player))
}

// journal has the games that earlier runs reviewed, also the games of the report. before is this report; nil if
// there is none.
func (c *AnalyzeCmd) journal() (journal *report.Journal, before *report.Report, err error) {
	// The journal is locked first: another program could write the report between.
	if journal, err = report.OpenJournal(c.HTML + ".part"); err != nil {
		return nil, nil, fmt.Errorf("--html %s: %w", c.HTML, err)
	}
	if before, err = c.reportBefore(); err == nil && before != nil {
		err = journal.Keep(before)
	}
	if err != nil {
		return nil, nil, errors.Join(err, journal.Close(before))
	}
	return journal, before, nil
}

// reportBefore is the report of an earlier run; nil if there is none.
func (c *AnalyzeCmd) reportBefore() (*report.Report, error) {
	before, err := report.Read(c.HTML)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case errors.Is(err, report.ErrNoReport):
		return nil, fmt.Errorf("--html: %w and would be overwritten: name another file", err)
	}
	return before, err
}

// leavesOut says whether a file is a reviewed record in a folder.
func (c *AnalyzeCmd) leavesOut(file string) bool {
	return strings.HasSuffix(file, reviewedSuffix) && !strings.Contains(file, "//") && !slices.Contains(c.Games, file)
}

// find reads the games, those of the person that is asked for.
func (c *AnalyzeCmd) find(ctx context.Context, kept *report.Journal, rules board.Rules) (games []found, err error) {
	tell := func(f record.Fault) {
		if !c.Quiet {
			fmt.Fprintf(os.Stderr, "tengen: %v\n", f)
		}
	}
	settings := map[int]string{} // by the size of the board
	read, left := 0, ""
	err = record.Trees(ctx, c.Games, tell, func(t *sgf.Tree, from record.Source) error {
		if c.leavesOut(from.File) {
			if !c.Quiet && left != from.File {
				fmt.Fprintf(os.Stderr, "tengen: %s is left out: by its name it is a reviewed record. To review it, "+
					"name the file\n", from.File)
			}
			left = from.File
			return nil
		}
		read++
		black, _ := t.Root.Get("PB")
		white, _ := t.Root.Get("PW")
		if !report.Is(c.Person, black.Text()) && !report.Is(c.Person, white.Text()) {
			return nil
		}
		r, err := review.New(t, rules)
		var broken *record.BreakError
		if err != nil && !errors.As(err, &broken) || len(r.Positions) == 0 {
			tell(record.Fault{Source: from, Reason: record.Unusable, Err: cmp.Or(err, errors.New("no position"))})
			return nil
		}
		c.tellFaults(from.File, t, broken)
		if settings[r.Size] == "" {
			if settings[r.Size], err = c.settings(r.Size, rules); err != nil {
				return err
			}
		}
		record.PutHandicap(t) // a review by an older version, without these stones, has another key
		key, err := report.Key(t, settings[r.Size])
		if err != nil {
			return err
		}
		f := found{key: key, from: from.String(), positions: len(r.Positions)}
		// Older versions read some games with another komi, and judged the ends of games by random games.
		if g, ok := kept.Game(key); !ok || g.Komi != r.Komi || g.EndsOtherwise() {
			f.tree = t
		}
		games = append(games, f)
		return nil
	})
	if err == nil && len(games) == 0 {
		err = errors.New("no game to review")
		if c.Person != "" && read > 0 {
			err = fmt.Errorf("none of %s is by %q", output.Count(read, "game"), c.Person)
		}
	}
	return games, err
}

// settings are what a review on boards of a size depends on: the player with the weights that it reads, the rules and
// the seed.
func (c *AnalyzeCmd) settings(size int, rules board.Rules) (string, error) {
	text := fmt.Sprintf("%s %+v %d", c.Player, rules, c.Seed)
	hashes, err := player.Weights(c.Player, size, players.ModelDirs())
	if err != nil && !errors.Is(err, models.ErrNoModel) { // without a model a substitute reads
		return "", err
	}
	if weights := player.WeightsText(hashes); weights != "" {
		text += ", " + weights
	}
	return text, nil
}

// mostFaults is how many games in a row may fail: then it is the player that is at fault, not the games.
const mostFaults = 3

// reviewAll reviews the games that were not reviewed before, and fills the page. A game that cannot be reviewed is left
// out, and the error says so in the end. What was done before an error that ends it is in the page. The page that is
// written meanwhile has the games of earlier runs that are still to come, too.
func (c *AnalyzeCmd) reviewAll(
	ctx context.Context, p player.Analyst, journal *report.Journal, games []found, rules board.Rules,
	page *report.Report,
) error {
	total, before, done := 0, 0, 0
	for _, f := range games {
		total += f.positions
		if f.tree == nil {
			before += f.positions
		}
	}
	bar := progress.New(c.Quiet, "positions", int64(total), "positions")
	defer bar.Finish()
	bar.Resume(int64(before))
	saved := time.Now()
	var failed, fault error
	faults, inARow := 0, 0
	made := map[string]bool{} // in this run
	for n, f := range games {
		if made[f.key] { // the same game once more
			games[n].tree = nil
			done += f.positions
		}
		if games[n].tree == nil { // also those after an error: they are there
			page.Games = append(page.Games, known(journal, games[n:n+1])...)
			continue
		}
		if failed != nil {
			continue
		}
		bar.Relabel(fmt.Sprintf("game %d of %d", n+1, len(games)), int64(before+done))
		r, err := review.New(f.tree, rules)
		if broken := (*record.BreakError)(nil); err == nil || errors.As(err, &broken) {
			if err = r.Run(ctx, p, c.Seed, func(k int) { bar.Set(int64(before + done + k)) }); err != nil {
				err = fmt.Errorf("%s: %w", f.from, err)
			}
		}
		done += f.positions
		if err != nil {
			fault, faults, inARow = cmp.Or(fault, err), faults+1, inARow+1
			if ctx.Err() != nil {
				failed = ctx.Err()
			} else if inARow == mostFaults {
				failed = err
			}
			continue
		}
		inARow = 0
		g := report.Of(f.tree, f.from, r)
		g.Key = f.key
		page.Games = append(page.Games, g)
		made[f.key] = true
		if failed = journal.Add(g); failed == nil && time.Since(saved) > cmp.Or(c.saveEvery, time.Minute) {
			saved = time.Now()
			meanwhile := *page
			meanwhile.Games = slices.Concat(page.Games, known(journal, games[n+1:]))
			failed = c.writePage(&meanwhile)
		}
	}
	if failed == nil && fault != nil {
		return fmt.Errorf("%s could not be reviewed: %w", output.Count(faults, "game"), fault)
	}
	return failed
}

// known are the reviews from before, of games that have one.
func known(journal *report.Journal, games []found) (list []report.Game) {
	for _, f := range games {
		if f.tree == nil {
			g, _ := journal.Game(f.key)
			g.From = f.from // it may have been moved
			list = append(list, g)
		}
	}
	return list
}

// reportSummary is the JSON object of tengen analyze --html.
type reportSummary struct {
	HTML     string          `json:"html"`
	Player   string          `json:"player"`
	Games    int             `json:"games"`
	Mistakes int             `json:"mistakes"`
	Worst    []reportMistake `json:"worst"`
}

type reportMistake struct {
	From   string  `json:"file"`
	Number int     `json:"move"`
	Color  string  `json:"color"`
	Vertex string  `json:"vertex"`
	Loss   float64 `json:"loss"`
	Better string  `json:"better"`
	By     string  `json:"by"`
}

// tell prints what is in the page.
func (c *AnalyzeCmd) tell(page *report.Report) error {
	list := page.Mistakes(c.Person)
	colors := map[string]string{"b": "black", "w": "white"}
	out := reportSummary{
		HTML: c.HTML, Player: page.Player, Games: len(page.Games), Mistakes: len(list), Worst: []reportMistake{},
	}
	for _, m := range list[:min(len(list), c.Worst)] {
		one := reportMistake{
			From: m.Game.From, Number: m.Ply + 1, Color: colors[m.Move.Color], Vertex: m.Move.Vertex,
			Loss: float64(m.Move.Loss) / 1000, By: m.Game.By(m.Move),
		}
		if len(m.Move.Better) > 0 {
			one.Better = m.Move.Better[0].Vertex
		}
		out.Worst = append(out.Worst, one)
	}
	if c.JSON {
		return output.JSON(out)
	}
	if len(out.Worst) > 0 {
		output.Printf("%8s  %-6s%-7s%-8s%-8s%s\n", "lost", "move", "color", "played", "better", "game")
	}
	for _, m := range out.Worst {
		output.Printf("%7.1f%%  %-6d%-7s%-8s%-8s%s\n", 100*m.Loss, m.Number, m.Color, m.Vertex, m.Better, m.From)
	}
	output.Printf("%s, %s: %s\n", output.Count(out.Games, "game"), output.Count(out.Mistakes, "mistake"), c.HTML)
	return nil
}
