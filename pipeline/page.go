package pipeline

import (
	"errors"
	"html/template"
	"image/color"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/tengen-go/tengen/arena"
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/train"
)

// page is what the template shows: the report, and what is drawn for it.
type page struct {
	*Report
	Curves  []picture
	Errors  template.HTML // by move number
	Cross   []cross
	Parts   []part
	View    template.HTML
	Viewed  string
	Game    template.HTML
	Played  string
	LeftOut []leftOut
}

// picture is a figure with its title.
type picture struct {
	Title, Caption string
	SVG            template.HTML
}

// part is a row of the component table: ours beside the paper's.
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

func (w *work) page(r *Report) (*page, error) {
	p := &page{Report: r}
	for _, draw := range []func(*page) error{w.trainings, w.judgements, w.standings, w.opinion, w.example} {
		if err := draw(p); err != nil {
			return nil, err
		}
	}
	if r.Data != nil {
		for _, why := range sortedKeys(r.Data.LeftOut) {
			p.LeftOut = append(p.LeftOut, leftOut{why, r.Data.LeftOut[why]})
		}
	}
	return p, nil
}

// trainings draws the curves of all trainings that have begun.
func (w *work) trainings(p *page) error {
	for _, t := range []struct {
		title, stage, dir, label string
		figure                   func(*train.Metric) (y, lo, hi float64)
	}{
		{"Rollout policy", RolloutStage, train.RolloutDir(w.path(RolloutStage), rollout.KindRollout), accuracyLabel, accuracy},
		{"Tree policy", RolloutStage, train.RolloutDir(w.path(RolloutStage), rollout.KindTree), accuracyLabel, accuracy},
		{"Policy network, from the games", PolicyStage, w.path(PolicyStage), accuracyLabel, accuracy},
		{"Value network", ValueStage, w.path(ValueStage), "mean of ½(z − v)²", halfError},
	} {
		if p.outdated(t.stage) {
			continue
		}
		metrics, err := train.ReadMetrics(filepath.Join(t.dir, train.MetricsName))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		svg, err := figure("steps", t.label,
			curve(metrics, "training samples", train.KindTrain, blue, t.figure), curve(metrics, "held-out games", train.KindEval, vermilion, t.figure))
		if err != nil {
			return err
		}
		p.add(picture{Title: t.title, SVG: svg})
	}
	return w.selfPlay(p)
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

// accuracy is that of a policy, in percent.
func accuracy(m *train.Metric) (y, lo, hi float64) {
	return 100 * m.Top1, 100 * m.Top1Lo, 100 * m.Top1Hi
}

// halfError is that of a value network, on the paper's scale.
func halfError(m *train.Metric) (y, lo, hi float64) { return m.MSEHalf, m.MSELo / 2, m.MSEHi / 2 }

// curve is a figure over the steps.
func curve(metrics []train.Metric, name, kind string, c color.NRGBA, of func(*train.Metric) (y, lo, hi float64)) series {
	s := series{name: name, color: c, dots: kind == train.KindEval}
	for i := range metrics {
		m := &metrics[i]
		if m.Kind != kind {
			continue
		}
		q := point{x: float64(m.Step)}
		if q.y, q.lo, q.hi = of(m); q.hi == 0 {
			q.lo, q.hi = math.NaN(), math.NaN()
		}
		s.points = append(s.points, q)
	}
	return s
}

// selfPlay draws the course of the self-play.
func (w *work) selfPlay(p *page) error {
	if p.outdated(ReinforceStage) {
		return nil
	}
	metrics, err := train.ReadReinforceMetrics(w.path(ReinforceStage, train.MetricsName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	pool := series{name: "against the pool, running", color: blue}
	first := series{name: "against the first weights", color: vermilion, dots: true}
	entropy := series{name: "entropy", color: blue}
	divergence := series{name: "divergence from the first weights", color: vermilion}
	none := math.NaN()
	for i := range metrics {
		m := &metrics[i]
		x := float64(m.Update)
		switch m.Kind {
		case train.KindUpdate:
			pool.points = append(pool.points, point{x, 100 * m.WinRate, none, none})
			entropy.points = append(entropy.points, point{x, m.Entropy, none, none})
			divergence.points = append(divergence.points, point{x, m.KL, none, none})
		case train.KindMatch:
			first.points = append(first.points, point{x, 100 * m.WinRate, 100 * m.Lo, 100 * m.Hi})
		}
	}
	rates, err := figure("updates", "win rate (%)", pool, first)
	if err != nil {
		return err
	}
	p.add(picture{Title: "Policy network, by self-play: strength", SVG: rates})
	spread, err := figure("updates", "nats", entropy, divergence)
	p.add(picture{Title: "Policy network, by self-play: certainty", SVG: spread})
	return err
}

// judgements draws the error by move number.
func (w *work) judgements(p *page) error {
	if p.Judgement == nil {
		return nil
	}
	colours := []color.NRGBA{blue, vermilion, green, purple, orange, sky}
	var all []series
	for i, e := range p.Judgement.Evaluators {
		if i > len(p.Judgement.Evaluators)/2 {
			break // the mixes are in the table
		}
		s := series{name: e.Name, color: colours[i%len(colours)], dots: true}
		for _, b := range e.ByMove {
			q := point{x: float64(b.From+b.To) / 2, y: b.MSE / 2, lo: math.NaN(), hi: math.NaN()}
			if i == 0 {
				q.lo, q.hi = b.Lo/2, b.Hi/2
			}
			s.points = append(s.points, q)
		}
		all = append(all, s)
	}
	var err error
	p.Errors, err = figure("move number", "mean of ½(z − v)²", all...)
	return err
}

// standings sets the tournament out: cross table and components.
func (w *work) standings(p *page) error {
	t := p.Tournament
	if t == nil || t.Standing == nil {
		return nil
	}
	p.Cross = crossTable(t.Standing)
	if !slices.ContainsFunc(t.Standing.Players, func(r arena.Rating) bool { return r.Name == fullPlayer }) {
		return nil
	}
	config := arena.DefaultRateConfig()
	config.Anchors = map[string]float64{fullPlayer: 0} // so that intervals are those of differences from it
	against, err := arena.Rate(t.Standing.Pairs, config)
	if err != nil {
		return err
	}
	for _, c := range t.Players {
		row := part{Component: c}
		if c.Paper != 0 {
			row.Of = c.Paper - paperFull
		}
		if r := rating(&against, c.Name); r != nil {
			row.Rated, row.Elo, row.Error = true, r.Elo, r.Error
			if c.Name != fullPlayer {
				row.Score = t.Standing.Between(c.Name, fullPlayer).Total().String()
			}
		}
		p.Parts = append(p.Parts, row)
	}
	slices.SortStableFunc(p.Parts, func(a, b part) int {
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

func rating(s *arena.Ratings, name string) *arena.Rating {
	for i := range s.Players {
		if s.Players[i].Name == name {
			return &s.Players[i]
		}
	}
	return nil
}

// opinion draws what the policy network thinks of a position of a game that it has not
// learned from.
func (w *work) opinion(p *page) error {
	if p.Policy == nil {
		return nil
	}
	games, err := w.allGames(w.context)
	if err != nil {
		return err
	}
	_, held := train.Divide(games)
	for i := range held.Len() {
		g := held.Game(i)
		ply := 2 * g.Size
		if len(g.Moves) <= ply || g.Moves[ply].IsPass() {
			continue
		}
		var pos board.Position
		if err := g.PositionAt(ply, &pos); err != nil {
			return err
		}
		n, err := arena.LoadNetwork(w.path(PolicyStage), w.opt.Threads)
		if err != nil {
			return err
		}
		probs := make([]float32, g.Size*g.Size)
		if err := n.Probabilities(probs, &pos, []int{0, 1, 2, 3, 4, 5, 6, 7}); err != nil {
			return err
		}
		p.View = view(&pos, probs, g.Moves[ply].Index(), "what the policy network would play")
		p.Viewed = "Black"
		if pos.ToMove() == board.White {
			p.Viewed = "White"
		}
		return nil
	}
	return nil
}

// example draws the end of a game of the finished player against the best of the others.
func (w *work) example(p *page) error {
	if p.Tournament == nil || p.Tournament.Standing == nil {
		return nil
	}
	for _, r := range p.Tournament.Standing.Players {
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
			return p.draw(filepath.Join(w.path(TournamentStage), path))
		}
	}
	return nil
}

// draw draws a recorded game.
func (p *page) draw(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	trees, faults := sgf.Parse(path, text)
	if len(trees) == 0 {
		return errors.Join(faults...)
	}
	game, err := arena.ReadGame(trees[0], board.Chinese(), -1)
	if err != nil {
		return err
	}
	root := trees[0].Root
	p.Played = root.Text("PB") + " (Black) against " + root.Text("PW") + " (White): " + root.Text("RE")
	p.Game = finished(game, p.Played)
	return nil
}
