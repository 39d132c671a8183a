package eval

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
)

// PolicyCmd measures a policy network.
type PolicyCmd struct {
	flags.Common
	devices.Flag
	Model string `arg:"" help:"Folder of the model."`
	flags.Collection
	PartFlag
	Positions  int    `help:"Measure on this many positions, drawn evenly from all games; 0: all." placeholder:"N"`
	Symmetries int    `help:"1, or 8 for the average of the probabilities over all reflections and rotations." enum:"1,8" default:"1"`
	ByMove     bool   `help:"Print the figures by move number, too."`
	Chart      string `help:"Draw the figures by move number into this .svg or .png file." placeholder:"FILE"`
}

// Help is printed below the flags.
func (c *PolicyCmd) Help() string {
	return `Top-1 is the share of moves that the network ranks first among all points of the board, top-5 the
share that it ranks among the first five. More is better. nats is the loss per move: less is
better. Passes are left out. Intervals are 95%, by the standard error over games, because the
positions of one game are not independent.

Example:

    tengen eval policy runs/first games/ --part test --symmetries 8 --by-move`
}

// Run measures and prints.
func (c *PolicyCmd) Run(ctx context.Context) error {
	if c.Positions < 0 {
		return usage.Errorf("--positions %d: want 0 or more", c.Positions)
	}
	if c.Chart != "" {
		if err := chart.Check(c.Chart); err != nil {
			return usage.Errorf("--chart %w", err)
		}
		if err := atomicfile.Check(c.Chart); err != nil {
			return fmt.Errorf("--chart: %w", err)
		}
	}
	net, manifest, err := nets.LoadPolicy(c.Model)
	if err != nil {
		return err
	}
	shape := net.Config()
	device, done, err := c.OpenDevice(ctx, devices.Work{
		Quiet: c.Quiet, Threads: c.Workers(), Policy: &shape, Batch: measure.Batch,
	})
	if err != nil {
		return err
	}
	defer done()
	net.SetDevice(device)
	games, _, err := c.Collection.Read(ctx, c.Common)
	if err != nil {
		return err
	}
	games = games.Subset(func(i int) bool { return games.Game(i).Size == manifest.Board })
	games = c.choose(c.Common, games, c.Games, manifest.Networks[models.Policy].Training)
	data, err := sample.NewData(games, features.Planes(net.Config().Planes))
	if err != nil {
		return err
	}
	if data.Len() == 0 {
		return fmt.Errorf("%w to measure on: no game on %d×%d passes the filters",
			sample.ErrNoPositions, manifest.Board, manifest.Board)
	}
	cfg := measure.Config{
		Positions:  c.Positions,
		Symmetries: c.Symmetries,
		Threads:    c.Threads,
		Seed:       c.Seed,
		BinWidth:   30,
	}
	if manifest.Board <= 13 {
		cfg.BinWidth = 10
	}
	if cfg.Threads == 0 {
		cfg.Threads = runtime.GOMAXPROCS(0)
	}
	bar := progress.New(c.Quiet, "measuring", data.Len(), "positions")
	cfg.Progress = func(done, total int) {
		bar.Resize(int64(total))
		bar.Set(int64(done))
	}
	start := time.Now()
	score, err := measure.Evaluate(ctx, net, data, cfg)
	bar.Finish()
	if err != nil {
		return err
	}
	err = c.print(score, time.Since(start))
	if c.Chart != "" { // after the figures, which cost the time
		err = errors.Join(err, measure.DrawByMove(c.Chart, score.ByMove))
	}
	return err
}

// figuresJSON are the keys that other programs read.
type figuresJSON struct {
	From      int     `json:"from,omitempty"`
	To        int     `json:"to,omitempty"`
	Top1      float64 `json:"top1"`
	Top1Lo    float64 `json:"top1_lo"`
	Top1Hi    float64 `json:"top1_hi"`
	Top5      float64 `json:"top5"`
	Top5Lo    float64 `json:"top5_lo"`
	Top5Hi    float64 `json:"top5_hi"`
	NLL       float64 `json:"nll"`
	NLLLo     float64 `json:"nll_lo,omitempty"`
	NLLHi     float64 `json:"nll_hi,omitempty"`
	Positions int     `json:"positions"`
	Games     int     `json:"games"`
}

func newFiguresJSON(f measure.Figures) figuresJSON {
	j := figuresJSON{
		Top1: f.Top1.Value, Top1Lo: f.Top1.Lo, Top1Hi: f.Top1.Hi,
		Top5: f.Top5.Value, Top5Lo: f.Top5.Lo, Top5Hi: f.Top5.Hi,
		NLL: f.Loss.Value, Positions: f.Positions, Games: f.Games,
	}
	if f.Games > 1 { // of one game alone the interval has no end
		j.NLLLo, j.NLLHi = f.Loss.Lo, f.Loss.Hi
	}
	return j
}

func (c *PolicyCmd) print(s measure.Score, took time.Duration) error {
	perSecond := output.PerSecond(s.Positions, took)
	if c.JSON {
		out := struct {
			figuresJSON
			Part       string        `json:"part"`
			Symmetries int           `json:"symmetries"`
			PerSecond  float64       `json:"positions_per_s"`
			ByMove     []figuresJSON `json:"by_move,omitempty"`
		}{figuresJSON: newFiguresJSON(s.Figures), Part: c.Part, Symmetries: c.Symmetries, PerSecond: perSecond}
		if c.ByMove {
			for _, b := range s.ByMove {
				j := newFiguresJSON(b.Figures)
				j.From, j.To = b.From, b.To
				out.ByMove = append(out.ByMove, j)
			}
		}
		return output.JSON(out)
	}
	how := "one view each"
	if c.Symmetries > 1 {
		how = "averaged over 8 symmetries"
	}
	output.Printf("%s of %s, %s, %.0f positions/s\n", output.Count(s.Positions, "position"),
		output.Count(s.Games, "game"), how, perSecond)
	w := tabwriter.NewWriter(output.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "moves\ttop-1 %\t95%\ttop-5 %\t95%\tnats\t95%\tpositions\tgames\t")
	row := func(name string, f measure.Figures) {
		top1, top5 := f.Top1.Times(100), f.Top5.Times(100)
		fmt.Fprintf(w, "%s\t%.2f\t%s\t%.2f\t%s\t%.4f\t%s\t%d\t%d\t\n", name,
			top1.Value, ends(top1, 2, f.Games), top5.Value, ends(top5, 2, f.Games),
			f.Loss.Value, ends(f.Loss, 4, f.Games), f.Positions, f.Games)
	}
	row("all", s.Figures)
	if c.ByMove {
		for _, b := range s.ByMove {
			row(fmt.Sprintf("%d–%d", b.From, b.To), b.Figures)
		}
	}
	return w.Flush()
}
