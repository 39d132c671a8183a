package eval

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
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
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
)

// ValueCmd measures a value network, alone or next to playouts.
type ValueCmd struct {
	flags.Common
	devices.Flag
	Model string `arg:"" help:"Folder of the model."`
	flags.Collection
	flags.Outcomes
	Which string `help:"${measured_positions}" enum:",marked,one,all" default:"" placeholder:"marked|one|all"`
	PartFlag
	Positions  int      `help:"Measure on this many positions, drawn evenly from all games; 0: all." placeholder:"N"`
	Symmetries int      `help:"1, or 8 for the average of the values over all reflections and rotations." enum:"1,8" default:"1"`
	ByMove     bool     `help:"Print the figures by move number, too."`
	Rollouts   int      `help:"Also measure the mean outcome of N playouts of each position, and its mix with the network." placeholder:"N"`
	Playouts   []string `help:"Kinds of playouts for --rollouts: uniform, mogo, mogo-safe, informed, softmax:MODEL, policy:MODEL (default: uniform,mogo)." placeholder:"KIND"`
	Chart      string   `help:"Draw the errors by move number into this .svg or .png file." placeholder:"FILE"`
}

// Help is printed below the flags.
func (c *ValueCmd) Help() string {
	return `The value v predicts the outcome z of the game: 1 if the side to move wins, −1 if it loses.
mse is the mean of (z − v)². Half of it is the scale of the paper's figures; a quarter of it
("unit") is the error of a winning probability. Less is better. The line "always saying the mean
outcome" is the error of an evaluator that does so: a network must be below it. "winner right" is
how often the network names the winner: more is better. Intervals are 95%, by the standard error
over games.

--rollouts N also measures the mean outcome of N playouts, and the mean of network and
playouts, on the same positions, with the komi of each game. "behind" says by how much their
error exceeds the network's error. µs is the time per position on one thread.
With --by-move it also gives the best weight λ of the playouts in the mix, and the error at that λ.
λ is computed from the same positions, so its error is a little too good. The search plays
informed playouts: --playouts informed measures those.

Examples:

    tengen eval value runs/value games/ --part test --by-move
    tengen eval value runs/value games/ --part test --positions 2000 --rollouts 100 \
        --playouts uniform,mogo,softmax:runs/rollout --chart figure2b.png`
}

// Run measures and prints.
func (c *ValueCmd) Run(ctx context.Context) error {
	switch {
	case c.Positions < 0:
		return usage.Errorf("--positions %d: want 0 or more", c.Positions)
	case c.Rollouts < 0:
		return usage.Errorf("--rollouts %d: want 0 or more", c.Rollouts)
	case c.Rollouts == 0 && len(c.Playouts) > 0:
		return usage.Errorf("--playouts needs --rollouts N, the number of playouts")
	}
	if err := c.CheckKomi(); err != nil {
		return err
	}
	if c.Chart != "" {
		if err := chart.Check(c.Chart); err != nil {
			return usage.Errorf("--chart %w", err)
		}
		if err := atomicfile.Check(c.Chart); err != nil {
			return fmt.Errorf("--chart: %w", err)
		}
	}
	if len(c.Playouts) == 0 {
		c.Playouts = []string{"uniform", "mogo"}
	}
	net, manifest, err := nets.LoadValue(c.Model)
	if err != nil {
		return err
	}
	shape := net.Config()
	device, done, err := c.OpenDevice(ctx, devices.Work{
		Quiet: c.Quiet, Threads: c.Workers(), Value: &shape, Batch: measure.Batch,
	})
	if err != nil {
		return err
	}
	defer done()
	net.SetDevice(device)
	var kinds []measure.Rollouts
	if c.Rollouts > 0 {
		if kinds, err = rolloutKinds(c.Playouts, manifest.Board); err != nil {
			return err
		}
	}
	data, err := c.data(ctx, net, manifest.Networks[models.Value].Training)
	if err != nil {
		return err
	}
	cfg := measure.CompareConfig{Rollouts: c.Rollouts, Config: measure.Config{
		Positions:  c.Positions,
		Symmetries: c.Symmetries,
		Threads:    c.Workers(),
		Seed:       c.Seed,
		BinWidth:   30,
		Now:        time.Now,
	}}
	if manifest.Board <= 13 {
		cfg.BinWidth = 10
	}
	bar := progress.New(c.Quiet, "measuring", data.Len(), "positions")
	cfg.Progress = func(done, total int) {
		bar.Resize(int64(total))
		bar.Set(int64(done))
	}
	scores, err := measure.Compare(ctx, net, data, kinds, cfg)
	bar.Finish()
	if err != nil {
		return err
	}
	err = c.print(data, scores)
	if c.Chart != "" { // after the figures, which cost the time
		err = errors.Join(err, measure.DrawComparison(c.Chart, scores))
	}
	return err
}

// data reads the positions to measure on.
func (c *ValueCmd) data(
	ctx context.Context, net *nets.Value, of models.Training,
) (*sample.ValueData, error) {
	games, _, err := c.Read(ctx, c.Common)
	if err != nil {
		return nil, err
	}
	size := net.Config().Board
	games = games.Subset(func(i int) bool { return games.Game(i).Size == size })
	which := c.Which
	if which == "" {
		which = sample.All
		if sample.HasMarks(games) {
			which = sample.Marked
		}
	}
	games, kept := c.ValueFilter(which).Keep(games)
	c.Say("%v", kept)
	games = c.choose(c.Common, games, c.Games, of) // of those that pass, as training counts its games
	if games.Len() == 0 {
		return nil, fmt.Errorf("%w to measure on: no game on %d×%[2]d of --part %s passes the filters (%v)",
			sample.ErrNoPositions, size, c.Part, kept)
	}
	return sample.NewValueData(games, sample.ValueConfig{
		Which:  which,
		Planes: features.Planes(net.Config().Planes),
		Seed:   c.Seed,
	})
}

// rolloutKinds are the kinds of rollouts that --playouts names.
func rolloutKinds(names []string, size int) ([]measure.Rollouts, error) {
	var kinds []measure.Rollouts
	for _, name := range names {
		kind, model, given := strings.Cut(name, ":")
		switch {
		case slices.Contains(rollout.Playouts(), name):
			kinds = append(kinds, measure.Rollouts{
				Name: name,
				New:  func() (rollout.Playout, error) { return rollout.NewPlayout(name) },
			})
		case kind == "softmax" && given && model != "":
			policy, _, err := rollout.Load(model, rollout.KindRollout)
			if err != nil {
				return nil, err
			}
			tables := rollout.NewTables(policy)
			kinds = append(kinds, measure.Rollouts{
				Name: kind + ":" + filepath.Base(model),
				New:  func() (rollout.Playout, error) { return rollout.NewSoftmax(tables, rollout.SoftmaxConfig{}) },
			})
		case kind == "policy" && given && model != "":
			policy, _, err := nets.LoadPolicy(model)
			if err != nil {
				return nil, err
			}
			if policy.Config().Board != size {
				return nil, usage.Errorf("--playouts %s: a policy for %[2]d×%[2]d, the value network is for "+
					"%[3]d×%[3]d", name, policy.Config().Board, size)
			}
			kinds = append(kinds, measure.Rollouts{Name: kind + ":" + filepath.Base(model), Policy: policy})
		default:
			return nil, usage.Errorf("--playouts %q: want %s, softmax:MODEL or policy:MODEL",
				name, strings.Join(rollout.Playouts(), ", "))
		}
	}
	return kinds, nil
}

// valueJSON are the keys that other programs read.
type valueJSON struct {
	From            int      `json:"from,omitempty"`
	To              int      `json:"to,omitempty"`
	MSE             float64  `json:"mse"`
	MSELo           *float64 `json:"mse_lo,omitempty"`
	MSEHi           *float64 `json:"mse_hi,omitempty"`
	MSEHalf         float64  `json:"mse_half"`
	MSEUnit         float64  `json:"mse_unit"`
	Sign            float64  `json:"sign"`
	SignLo          float64  `json:"sign_lo"`
	SignHi          float64  `json:"sign_hi"`
	MeanOutcome     float64  `json:"mean_outcome"`
	ConstantMSE     float64  `json:"constant_mse"`
	ConstantMSEHalf float64  `json:"constant_mse_half"`
	ConstantMSEUnit float64  `json:"constant_mse_unit"`
	BestLambda      *float64 `json:"best_lambda,omitempty"` // of a mix, as the two below
	BestLambdaLo    *float64 `json:"best_lambda_lo,omitempty"`
	BestLambdaHi    *float64 `json:"best_lambda_hi,omitempty"`
	BestMSEHalf     *float64 `json:"best_mse_half,omitempty"` // at this λ, on the same positions
	Behind          *float64 `json:"behind,omitempty"`
	BehindLo        *float64 `json:"behind_lo,omitempty"`
	BehindHi        *float64 `json:"behind_hi,omitempty"`
	Positions       int      `json:"positions"`
	Games           int      `json:"games"`
}

func newValueJSON(f measure.ValueFigures) valueJSON {
	j := valueJSON{
		MSE: f.MSE.Value, MSEHalf: f.MSE.Value / 2, MSEUnit: f.MSE.Value / 4,
		Sign: f.Sign.Value, SignLo: f.Sign.Lo, SignHi: f.Sign.Hi,
		MeanOutcome: f.Mean, ConstantMSE: f.Constant, ConstantMSEHalf: f.Constant / 2, ConstantMSEUnit: f.Constant / 4,
		Positions: f.Positions, Games: f.Games,
	}
	if f.Games > 1 { // of one game alone the interval has no end
		j.MSELo, j.MSEHi = &f.MSE.Lo, &f.MSE.Hi
	}
	return j
}

// against adds by how much the error exceeds that of the network.
func (j *valueJSON) against(i interval.Estimate) {
	j.Behind = &i.Value
	if j.Games > 1 {
		j.BehindLo, j.BehindHi = &i.Lo, &i.Hi
	}
}

// mixed adds the best weight of the playouts.
func (j *valueJSON) mixed(w measure.Weight) {
	half := w.MSE / 2
	j.BestLambda, j.BestMSEHalf = &w.Best.Value, &half
	if j.Games > 1 {
		j.BestLambdaLo, j.BestLambdaHi = &w.Best.Lo, &w.Best.Hi
	}
}

// evaluatorJSON is one evaluator.
type evaluatorJSON struct {
	Name string `json:"name"`
	valueJSON
	Micros float64     `json:"us_per_position"`
	ByMove []valueJSON `json:"by_move,omitempty"`
}

// atTheMean names the evaluator that ignores the position, as trainings do.
const atTheMean = "always saying the mean outcome"

func (c *ValueCmd) print(data *sample.ValueData, scores []measure.EvaluatorScore) error {
	if c.JSON {
		return c.printJSON(data, scores)
	}
	s := scores[0]
	how := "one view each"
	if c.Symmetries > 1 {
		how = "averaged over 8 symmetries"
	}
	output.Printf("%d positions (%s) of %d games, %s, mean outcome for the side to move %+.3f\n",
		s.Positions, data.Which(), s.Games, how, s.Mean)
	w := tabwriter.NewWriter(output.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "evaluator\tmse\t95%\thalf\tunit\twinner right\tbehind\t95%\tµs\t")
	for i, s := range scores {
		fmt.Fprintf(w, "%s\t%.4f\t%s\t%.4f\t%.4f\t%.2f%%\t",
			s.Name, s.MSE.Value, ends(s.MSE, 4, s.Games), s.MSE.Value/2, s.MSE.Value/4, 100*s.Sign.Value)
		if i == 0 {
			fmt.Fprint(w, "\t\t")
		} else {
			fmt.Fprintf(w, "%+.4f\t", s.Behind.Value)
			if s.Games > 1 {
				fmt.Fprintf(w, "%+.4f to %+.4f", s.Behind.Lo, s.Behind.Hi)
			}
			fmt.Fprint(w, "\t")
		}
		fmt.Fprintf(w, "%.0f\t\n", s.Micros)
	}
	fmt.Fprintf(w, "%s\t%.4f\t\t%.4f\t%.4f\t\t\t\t\t\n", atTheMean, s.Constant, s.Constant/2, s.Constant/4)
	if err := w.Flush(); err != nil {
		return err
	}
	output.Println("mse, half, unit: less is better; winner right: more is better")
	if !c.ByMove {
		return nil
	}
	output.Println("\nhalf of the squared error by move number; less is better")
	if len(scores) > 1 {
		output.Println("(+ and -: clearly larger or smaller than the network's error, beyond the 95% interval of the " +
			"difference)")
	}
	w = tabwriter.NewWriter(output.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "moves\t")
	for _, s := range scores {
		fmt.Fprintf(w, "%s\t", s.Name)
		if s.Name == scores[0].Name {
			fmt.Fprint(w, "95%\t")
		}
	}
	fmt.Fprintln(w, atTheMean+"\tpositions\tgames\t")
	for b, bin := range scores[0].ByMove {
		half := interval.Estimate{Lo: bin.MSE.Lo / 2, Hi: bin.MSE.Hi / 2}
		fmt.Fprintf(w, "%d–%d\t%.4f\t%s\t", bin.From, bin.To, bin.MSE.Value/2, ends(half, 4, bin.Games))
		for _, s := range scores[1:] {
			fmt.Fprintf(w, "%.4f%s\t", s.ByMove[b].MSE.Value/2, sign(s.BehindByMove[b], bin.Games))
		}
		fmt.Fprintf(w, "%.4f\t%d\t%d\t\n", bin.Constant/2, bin.Positions, bin.Games)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return printWeights(scores)
}

// fewPositions are too few for the interval of a best weight: it comes out far too narrow.
const fewPositions = 30

// printWeights prints the best weight of the playouts in each mix by move number.
func printWeights(scores []measure.EvaluatorScore) error {
	for i, s := range scores {
		if s.Mix == nil {
			continue
		}
		playouts := scores[i-len(scores)/2] // the kinds stand before their mixes, in the same order
		output.Printf("\n%s: the weight λ of the playouts that gives the smallest error, and half of the errors\n",
			s.Name)
		w := tabwriter.NewWriter(output.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(w, "moves\tpositions\tbest λ\t95%\tmix at best λ\tmix at ½\tvalue alone\tplayouts alone\t")
		line := func(moves string, best measure.Weight, mse [3]float64, positions int) {
			reach := "too few"
			if positions >= fewPositions {
				reach = fmt.Sprintf("%.2f–%.2f", best.Best.Lo, best.Best.Hi)
			}
			fmt.Fprintf(w, "%s\t%d\t%.2f\t%s\t%.4f\t%.4f\t%.4f\t%.4f\t\n",
				moves, positions, best.Best.Value, reach, best.MSE/2, mse[0]/2, mse[1]/2, mse[2]/2)
		}
		for b, best := range s.Mix.ByMove {
			bin := s.ByMove[b]
			line(fmt.Sprintf("%d–%d", bin.From, bin.To), best, [3]float64{
				bin.MSE.Value, scores[0].ByMove[b].MSE.Value, playouts.ByMove[b].MSE.Value,
			}, bin.Positions)
		}
		line("all", s.Mix.Weight, [3]float64{s.MSE.Value, scores[0].MSE.Value, playouts.MSE.Value}, s.Positions)
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// sign is that of a difference if its interval over games leaves no doubt, else a blank.
func sign(i interval.Estimate, games int) string {
	switch {
	case games >= 2 && i.Lo > 0:
		return "+"
	case games >= 2 && i.Hi < 0:
		return "-"
	}
	return " "
}

// ends prints both ends of an interval over games with so many decimals. One game has no interval.
func ends(i interval.Estimate, digits, games int) string {
	if games < 2 {
		return ""
	}
	return fmt.Sprintf("%.*f–%.*f", digits, i.Lo, digits, i.Hi)
}

func (c *ValueCmd) printJSON(data *sample.ValueData, scores []measure.EvaluatorScore) error {
	evaluators := make([]evaluatorJSON, len(scores))
	for i, s := range scores {
		e := &evaluators[i]
		*e = evaluatorJSON{Name: s.Name, valueJSON: newValueJSON(s.ValueFigures), Micros: s.Micros}
		if i > 0 {
			e.against(s.Behind)
		}
		if s.Mix != nil {
			e.mixed(s.Mix.Weight)
		}
		if !c.ByMove {
			continue
		}
		for b, bin := range s.ByMove {
			j := newValueJSON(bin.ValueFigures)
			j.From, j.To = bin.From, bin.To
			if i > 0 {
				j.against(s.BehindByMove[b])
			}
			if s.Mix != nil {
				j.mixed(s.Mix.ByMove[b])
			}
			e.ByMove = append(e.ByMove, j)
		}
	}
	out := struct {
		evaluatorJSON
		Part       string          `json:"part"`
		Which      string          `json:"which"`
		Symmetries int             `json:"symmetries"`
		Rollouts   int             `json:"rollouts,omitempty"`
		Evaluators []evaluatorJSON `json:"evaluators,omitempty"`
	}{evaluatorJSON: evaluators[0], Part: c.Part, Which: data.Which(), Symmetries: c.Symmetries, Rollouts: c.Rollouts}
	if len(evaluators) > 1 {
		out.Evaluators = evaluators[1:]
	}
	return output.JSON(out)
}
