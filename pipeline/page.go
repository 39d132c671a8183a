package pipeline

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/pipeline/internal/goban"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/train/linear"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/reinforce"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// page is what the templates show: the report, and what is drawn for it.
type page struct {
	*Report
	Tiles, Texts []template.HTML
	Curves       []picture
	own          map[string]any // what the stages' templates need, by stage
}

// ownPage is the page as the templates of a stage see it.
type ownPage struct {
	*page
	Own any
}

// picture is a figure with its title.
type picture struct {
	Title, Caption string
	SVG            template.HTML
}

// part is a row of the component table: our number next to the paper's.
type part struct {
	Component
	Rated bool
	Elo   float64 // difference from the full player
	Error float64 // half of its 95% interval
	Score string  // against the full player
	Of    float64 // the paper's difference from its full player
}

type leftOut struct {
	Why   string
	Games int
}

// paperFull is the Elo of the full player in the paper's table.
const paperFull = 2890

func (w *work) page(ctx context.Context, r *Report) (*page, error) {
	p := &page{Report: r, own: map[string]any{}}
	for i := range kinds {
		k := &kinds[i]
		if k.draw == nil {
			continue
		}
		own, err := k.draw(ctx, w, p)
		if err != nil {
			return nil, fmt.Errorf("stage %s: %w", k.name, err)
		}
		p.own[k.name] = own
	}
	return p, nil
}

// leftOutOf are the games that were left out, by reason.
func leftOutOf(_ context.Context, _ *work, p *page) (any, error) {
	var list []leftOut
	if d := p.Data(); d != nil {
		for _, why := range sortedKeys(d.LeftOut) {
			list = append(list, leftOut{why, d.LeftOut[why]})
		}
	}
	return list, nil
}

// training draws the curves of a training in dir, of a stage that has begun.
func (p *page) training(title, stage, dir, label string, of func(*measure.Metric) interval.Estimate) error {
	if p.outdated(stage) {
		return nil
	}
	metrics, err := measure.ReadMetrics(filepath.Join(dir, session.MetricsName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	svg, err := figure("steps", label,
		curve(metrics, "training samples", session.KindTrain, chart.Smoothed, of),
		curve(metrics, "held-out games", session.KindEval, chart.Measured, of))
	p.add(picture{Title: title, SVG: svg})
	return err
}

func drawRollouts(_ context.Context, w *work, p *page) (any, error) {
	dir := func(kind rollout.Kind) string { return linear.RolloutDir(w.path(RolloutStage), kind) }
	return nil, errors.Join(
		p.training("Rollout policy", RolloutStage, dir(rollout.KindRollout), accuracyLabel, accuracy),
		p.training("Tree policy", RolloutStage, dir(rollout.KindTree), accuracyLabel, accuracy))
}

func drawPolicy(ctx context.Context, w *work, p *page) (any, error) {
	err := p.training("Policy network, from the games", PolicyStage, w.path(PolicyStage), accuracyLabel, accuracy)
	if err != nil {
		return nil, err
	}
	return w.opinion(ctx, p)
}

func drawValue(_ context.Context, w *work, p *page) (any, error) {
	return nil, p.training("Value network", ValueStage, w.path(ValueStage), "mean of ½(z − v)²", halfError)
}

// outdated says whether a stage is to be done anew.
func (r *Report) outdated(stage string) bool {
	return slices.ContainsFunc(r.Stages, func(s StageReport) bool { return s.Name == stage && s.Outdated != "" })
}

func (p *page) add(pic picture) {
	if pic.SVG != "" {
		p.Curves = append(p.Curves, pic)
	}
}

const accuracyLabel = "top-1 accuracy (%)"

// accuracy is a policy's, in percent.
func accuracy(m *measure.Metric) interval.Estimate {
	if m.Moves == nil { // of a version that left zeros out
		return interval.Exact(0)
	}
	return m.Moves.Top1.Times(100)
}

// halfError is a value network's, on the paper's scale.
func halfError(m *measure.Metric) interval.Estimate { return m.Loss }

// curve is a number over the steps, of the lines of a kind.
func curve(
	metrics []measure.Metric, name, kind string, style chart.Style, of func(*measure.Metric) interval.Estimate,
) chart.Series {
	s := chart.Series{Name: name, Style: style}
	for i := range metrics {
		if m := &metrics[i]; m.Kind == kind {
			s.Points = append(s.Points, chart.Point{X: float64(m.Step), Y: of(m)})
		}
	}
	return s
}

// selfPlay draws the course of the self-play.
func (w *work) selfPlay(p *page) error {
	if p.outdated(ReinforceStage) {
		return nil
	}
	metrics, err := reinforce.ReadMetrics(w.path(ReinforceStage, session.MetricsName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	pool := chart.Series{Name: "against the pool, running", Style: chart.Smoothed}
	first := chart.Series{Name: "against the first weights"}
	second := chart.Series{Name: "the second match, which counts", Style: chart.Dots}
	entropy := chart.Series{Name: "entropy", Style: chart.Smoothed}
	divergence := chart.Series{Name: "divergence from the first weights", Style: chart.Smoothed}
	for i := range metrics {
		m := &metrics[i]
		add := func(s *chart.Series, y interval.Estimate) {
			s.Points = append(s.Points, chart.Point{X: float64(m.Update), Y: y})
		}
		switch m.Kind {
		case reinforce.KindUpdate:
			add(&pool, interval.Exact(100*m.WinRate))
			add(&entropy, interval.Exact(m.Entropy))
			add(&divergence, interval.Exact(m.KL))
		case reinforce.KindMatch:
			add(&first, m.Score().Times(100))
		case reinforce.KindAgain:
			add(&second, m.Score().Times(100))
		}
	}
	rates, err := figure("updates", "win rate (%)", pool, first, second)
	if err != nil {
		return err
	}
	p.add(picture{Title: "Policy network, by self-play: strength", SVG: rates})
	spread, err := figure("updates", "nats", entropy, divergence)
	p.add(picture{Title: "Policy network, by self-play: certainty", SVG: spread})
	return err
}

// drawErrors draws the error by move number.
func drawErrors(_ context.Context, _ *work, p *page) (any, error) {
	j := p.Judgement()
	if j == nil {
		return nil, nil
	}
	var all []chart.Series
	for i, e := range j.Evaluators {
		if i > len(j.Evaluators)/2 {
			break // the mixes are in the table
		}
		s := chart.Series{Name: e.Name}
		for _, b := range e.ByMove {
			y := b.MSE.Times(0.5)
			if i > 0 {
				y = interval.Exact(y.Value)
			}
			s.Points = append(s.Points, chart.Point{X: float64(b.From+b.To) / 2, Y: y})
		}
		all = append(all, s)
	}
	return figure("move number", "mean of ½(z − v)²", all...)
}

// drawnTournament is what the template of the tournament needs.
type drawnTournament struct {
	Cross  []cross
	Parts  []part
	Game   template.HTML
	Played string
}

// drawTournament sets the tournament out: cross table, components and an example.
func drawTournament(_ context.Context, w *work, p *page) (any, error) {
	t := p.Tournament()
	if t == nil || t.Standing == nil {
		return nil, nil
	}
	d := &drawnTournament{Cross: crossTable(t.Standing)}
	return d, errors.Join(d.components(t), w.example(t, d))
}

// components compares our components with the paper's.
func (d *drawnTournament) components(t *TournamentFigures) error {
	if !slices.ContainsFunc(t.Standing.Players, func(r rating.Rating) bool { return r.Name == fullPlayer }) {
		return nil
	}
	config := rating.DefaultRateConfig()
	config.Anchors = map[string]float64{fullPlayer: 0} // so that intervals are intervals of differences from it
	against, err := rating.Rate(t.Standing.Pairs, config)
	if err != nil {
		return err
	}
	for _, c := range t.Players {
		row := part{Component: c}
		if c.Paper != 0 {
			row.Of = c.Paper - paperFull
		}
		if r := ratingOf(&against, c.Name); r != nil {
			row.Rated, row.Elo, row.Error = true, r.Elo, r.Error
			if c.Name != fullPlayer {
				row.Score = t.Standing.Between(c.Name, fullPlayer).Total().String()
			}
		}
		d.Parts = append(d.Parts, row)
	}
	slices.SortStableFunc(d.Parts, func(a, b part) int {
		switch {
		case a.Elo > b.Elo:
			return -1
		case a.Elo < b.Elo:
			return 1
		}
		return 0
	})
	return nil
}

func ratingOf(s *rating.Ratings, name string) *rating.Rating {
	for i := range s.Players {
		if s.Players[i].Name == name {
			return &s.Players[i]
		}
	}
	return nil
}

// opinion draws what the policy network thinks of a position of a game that it has not
// learned from.
func (w *work) opinion(ctx context.Context, p *page) (any, error) {
	if p.Policy() == nil {
		return nil, nil
	}
	games, err := w.allGames(ctx)
	if err != nil {
		return nil, err
	}
	_, held := sample.Divide(games)
	for i := range held.Len() {
		g := held.Game(i)
		ply := 2 * g.Size
		if len(g.Moves) <= ply || g.Moves[ply].IsPass() {
			continue
		}
		var pos board.Position
		if err := g.PositionAt(ply, &pos); err != nil {
			return nil, err
		}
		n, err := player.LoadNetwork(w.path(PolicyStage), w.opt.Threads)
		if err != nil {
			return nil, err
		}
		probs := make([]float32, g.Size*g.Size)
		if err := n.Probabilities(probs, &pos, evaluation.AllSymmetries()); err != nil {
			return nil, err
		}
		v := struct {
			View   template.HTML
			Viewed string
		}{goban.View(&pos, probs, g.Moves[ply].Index(), "what the policy network would play"), "Black"}
		if pos.ToMove() == board.White {
			v.Viewed = "White"
		}
		return v, nil
	}
	return nil, nil
}

// example draws the end of a game of the finished player against the best of the others.
func (w *work) example(t *TournamentFigures, d *drawnTournament) error {
	for _, r := range t.Standing.Players {
		if r.Name == fullPlayer {
			continue
		}
		paths, err := fs.Glob(os.DirFS(w.path(TournamentStage)), "*/game-0001.sgf")
		if err != nil {
			return err
		}
		for _, path := range paths {
			pair := filepath.Base(filepath.Dir(path))
			if pair != r.Name+"-vs-"+fullPlayer && pair != fullPlayer+"-vs-"+r.Name {
				continue
			}
			return d.draw(filepath.Join(w.path(TournamentStage), path))
		}
	}
	return nil
}

// draw draws a recorded game.
func (d *drawnTournament) draw(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	trees, faults := sgf.Parse(path, text)
	if len(trees) == 0 {
		return errors.Join(faults...)
	}
	game, err := record.ReadGame(trees[0], board.Chinese(), -1)
	if err != nil {
		return err
	}
	root := trees[0].Root
	d.Played = root.Text("PB") + " (Black) against " + root.Text("PW") + " (White): " + root.Text("RE")
	d.Game = goban.Finished(game, d.Played)
	return nil
}
