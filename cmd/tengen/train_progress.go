package main

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/session"
)

// trainProgress shows a run on a terminal as a bar with loss, accuracy, speed and
// time left, and elsewhere as a line now and then.
type trainProgress struct {
	out   *os.File
	quiet bool
	value bool // of a value network
	bar   *progressbar.ProgressBar
	last  time.Time
	loss  float64 // of the last whole window, while a new one begins
	top1  float64
}

// Parts of the bar, and the least time between lines elsewhere.
const (
	barParts     = 1000
	lineInterval = 15 * time.Second
)

func newTrainProgress(out *os.File, quiet bool) *trainProgress {
	p := &trainProgress{out: out, quiet: quiet}
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

func (p *trainProgress) report(r measure.Report) {
	if p.quiet {
		return
	}
	if m := r.Metric; m != nil {
		if m.Kind == session.KindEval {
			if p.bar != nil {
				_ = p.bar.Clear()
			}
			if p.value {
				fmt.Fprintf(p.out, "step %d, %s: held-out games: error %.4f%s, less is better; always saying the mean outcome: %.4f; winner right %.2f%%\n",
					m.Step, r.Elapsed.Round(time.Second), m.MSEHalf, within(m.MSELo/2, m.MSEHi/2, m.Games), m.Constant/2, 100*m.Sign)
				return
			}
			fmt.Fprintf(p.out, "step %d, %s: held-out games: top-1 %.2f%% (95%%: %.2f–%.2f), the share of moves predicted; top-5 %.2f%%; %.4f nats, less is better\n",
				m.Step, r.Elapsed.Round(time.Second), 100*m.Top1, 100*m.Top1Lo, 100*m.Top1Hi, 100*m.Top5, m.Loss)
			return
		}
		p.loss, p.top1 = m.Loss, max(m.Top1, m.Sign) // one of them is 0
	}
	if p.loss == 0 {
		p.loss, p.top1 = r.Loss, r.Top1
	}
	right := "top-1"
	if p.value {
		right = "winner right"
	}
	line := fmt.Sprintf("step %d  loss %.3f  %s %.1f%%  %.0f positions/s  %s left", r.Step, p.loss, right, 100*p.top1, r.PerSecond, r.Left.Round(time.Second))
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

func (p *trainProgress) close() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
