package train

import (
	"testing"
	"time"

	"github.com/tengen-go/tengen/train/linear"
	"github.com/tengen-go/tengen/train/session"
)

// With a number of games the bar has a speed already, and an error is only shown once there is one.
func TestLabelOfShapes(t *testing.T) {
	cfg := linear.DefaultShapes()
	cfg.Games, cfg.Time = 1000, 0
	games := newShapesProgress(true, cfg)
	cfg.Games, cfg.Time = 0, time.Minute
	timed := newShapesProgress(true, cfg)
	r := linear.ShapesReport{Games: 3, PerSecond: 36}
	if a, b := games.label(r), timed.label(r); a != "playing" || b != "playing, 36 games/s" {
		t.Errorf("before the first metric: %q, %q", a, b)
	}
	r.Metric = &linear.ShapesMetric{Kind: session.KindTrain, Error: 0.25}
	games.Report(r)
	timed.Report(r)
	if a, b := games.label(r), timed.label(r); a != "error 0.2500" || b != "error 0.2500, 36 games/s" {
		t.Errorf("after the first metric: %q, %q", a, b)
	}
}

// Slow games move the bar one by one.
func TestTheBarOfShapesMovesWithTime(t *testing.T) {
	cfg := linear.DefaultShapes()
	cfg.Games, cfg.Time = 1000, 0
	p := newShapesProgress(true, cfg)
	p.Report(linear.ShapesReport{Games: 1})
	if p.shown.IsZero() {
		t.Error("the first game is not shown")
	}
	before := p.shown.Add(-shapesEvery)
	p.shown = before
	p.Report(linear.ShapesReport{Games: 2})
	if !p.shown.After(before) {
		t.Errorf("the second game is not shown, %v after the first", shapesEvery)
	}
}
