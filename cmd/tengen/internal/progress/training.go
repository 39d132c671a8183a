package progress

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/session"
)

// Training shows a run on a terminal as a bar with loss, accuracy, speed and
// time left, and elsewhere as a line now and then.
type Training struct {
	out   *os.File
	quiet bool
	bar   *progressbar.ProgressBar
	last  time.Time
	loss  float64 // of the last whole window, while a new one begins
	known float64
}

// Parts of the bar, and the least time between lines elsewhere.
const (
	barParts     = 1000
	lineInterval = 15 * time.Second
)

// NewTraining begins one on a file: stderr, except in tests.
func NewTraining(out *os.File, quiet bool) *Training {
	p := &Training{out: out, quiet: quiet}
	if !quiet && term.IsTerminal(int(out.Fd())) {
		p.bar = progressbar.NewOptions(barParts,
			progressbar.OptionSetWriter(out),
			progressbar.OptionThrottle(200*time.Millisecond),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionSetWidth(24),
			progressbar.OptionSetRenderBlankState(false),
		)
	}
	return p
}

// Report is what a training calls as it goes on.
func (p *Training) Report(r measure.Report) {
	if p.quiet {
		return
	}
	if m := r.Metric; m != nil {
		if m.Kind == session.KindEval {
			if p.bar != nil {
				_ = p.bar.Clear()
			}
			if o := m.Outcomes; o != nil {
				fmt.Fprintf(p.out, "step %d, %s: held-out games: error %.4f%s, less is better; always saying the "+
					"mean outcome: %.4f; winner right %.2f%%\n",
					m.Step, r.Elapsed.Round(time.Second), m.Loss.Value, output.Within(m.Loss, m.Games), o.Constant/2,
					100*o.Sign)
				return
			}
			fmt.Fprintf(p.out, "step %d, %s: held-out games: top-1 %.2f%% (95%%: %.2f–%.2f), the share of moves "+
				"predicted; top-5 %.2f%%; %.4f nats, less is better\n",
				m.Step, r.Elapsed.Round(time.Second), 100*m.Moves.Top1.Value, 100*m.Moves.Top1.Lo,
				100*m.Moves.Top1.Hi, 100*m.Moves.Top5, m.Loss.Value)
			return
		}
		p.loss, p.known = m.Loss.Value, m.Known()
	}
	if p.loss == 0 {
		p.loss, p.known = r.Loss, r.Known
	}
	line := fmt.Sprintf("step %d  loss %.3f  %s %.1f%%  %.0f positions/s  %s left",
		r.Step, p.loss, r.Knows, 100*p.known, r.PerSecond, r.Left.Round(time.Second))
	if p.bar != nil {
		p.bar.Describe(line)
		_ = p.bar.Set(int(r.Fraction * barParts)) // a terminal that is gone is no reason to stop
		return
	}
	if now := time.Now(); now.Sub(p.last) >= lineInterval {
		p.last = now
		fmt.Fprintln(p.out, line)
	}
}

// Close takes the bar away.
func (p *Training) Close() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
