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
	Error float64
	Beat  string // score of the full player against it
	Ours  bool
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
	for _, draw := range []func(*page) error{w.trainings, w.standings, w.opinion, w.example} {
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
	for _, t := range []struct{ title, dir string }{
		{"Rollout policy", train.RolloutDir(w.path(RolloutStage), rollout.KindRollout)},
		{"Tree policy", train.RolloutDir(w.path(RolloutStage), rollout.KindTree)},
		{"Policy network", w.path(PolicyStage)},
	} {
		metrics, err := train.ReadMetrics(filepath.Join(t.dir, train.MetricsName))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		svg, err := figure("steps", "top-1 accuracy (%)",
			curve(metrics, "training samples", train.KindTrain, blue), curve(metrics, "held-out games", train.KindEval, vermilion))
		if err != nil {
			return err
		}
		if svg != "" {
			p.Curves = append(p.Curves, picture{Title: t.title, SVG: svg})
		}
	}
	return nil
}

// curve is the accuracy of a policy over the steps.
func curve(metrics []train.Metric, name, kind string, c color.NRGBA) series {
	s := series{name: name, color: c, dots: kind == train.KindEval}
	for _, m := range metrics {
		if m.Kind != kind {
			continue
		}
		q := point{x: float64(m.Step), y: 100 * m.Top1, lo: math.NaN()}
		if m.Top1Hi > 0 {
			q.lo, q.hi = 100*m.Top1Lo, 100*m.Top1Hi
		}
		s.points = append(s.points, q)
	}
	return s
}

// standings sets the tournament out: cross table and components.
func (w *work) standings(p *page) error {
	t := p.Tournament
	if t == nil || t.Standing == nil {
		return nil
	}
	p.Cross = crossTable(t.Standing)
	full := rating(t.Standing, fullPlayer)
	for _, c := range t.Players {
		row := part{Component: c, Ours: true}
		if c.Paper != 0 {
			row.Of = c.Paper - paperFull
		}
		if r := rating(t.Standing, c.Name); r != nil && full != nil {
			row.Rated, row.Elo, row.Error = true, r.Elo-full.Elo, r.Error
			if c.Name != fullPlayer {
				row.Beat = t.Standing.Between(fullPlayer, c.Name).String()
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

func rating(s *arena.Standing, name string) *arena.Rating {
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
