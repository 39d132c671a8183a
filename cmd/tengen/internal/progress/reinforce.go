package progress

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/train/reinforce"
)

// Reinforce shows a run with its win rates and games a second.
type Reinforce struct {
	bar   *Bar
	games bool              // the bar counts games; else seconds
	first *reinforce.Metric // last match
}

// NewReinforce begins one, of games or of time.
func NewReinforce(quiet bool, cfg reinforce.Config) *Reinforce {
	if cfg.Updates > 0 {
		return &Reinforce{bar: New(quiet, "playing", cfg.Updates*int64(cfg.Games), "games"), games: true}
	}
	return &Reinforce{bar: New(quiet, "playing", int64(cfg.Time.Seconds()), "s")}
}

// Report is what the training calls as it goes on.
func (p *Reinforce) Report(r reinforce.Report) {
	if m := r.Metric; m != nil && (m.Kind == reinforce.KindMatch || m.Kind == reinforce.KindAgain) {
		p.first = m
	}
	label := fmt.Sprintf("update %d", r.Update)
	if !math.IsNaN(r.WinRate) {
		label += fmt.Sprintf(", wins %.0f%% against earlier versions", 100*r.WinRate)
	}
	if p.first != nil {
		label += fmt.Sprintf(", %.0f%% against the first", 100*p.first.WinRate)
	}
	if r.Match > 0 {
		label += fmt.Sprintf(", match game %d", r.Match)
	}
	done := r.Games
	if !p.games { // the bar tells no rate of its own
		label += fmt.Sprintf(", %.1f games/s", r.PerSecond)
		done = int64(r.Elapsed.Seconds())
	}
	p.bar.ResumeOnce(done)
	p.bar.Relabel(label, done)
}

// Close takes the bar away.
func (p *Reinforce) Close() { p.bar.Finish() }
