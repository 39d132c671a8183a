// Package progress tells on stderr how far a long task is.
package progress

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// plainEvery is how often progress tells a log file, where no bar can move.
const plainEvery = 10 * time.Second

// Bar tells how far a task is: as a bar on a terminal, as a line now and then elsewhere, not at all
// if quiet. Its methods may be called from many goroutines.
type Bar struct {
	mu     sync.Mutex
	out    io.Writer
	bar    *progressbar.ProgressBar // nil without a terminal
	label  string
	unit   string
	total  int64
	done   int64
	before int64 // of done, by an earlier session
	first  sync.Once
	began  time.Time // later by the rests since
	rested time.Time // since when it rests; zero for not at all
	shown  time.Time
	silent bool
	ended  bool
}

// Count shows how many are done of a total that becomes known on the way, and ends with the last one.
func (p *Bar) Count(done, total int64) {
	p.Resize(total)
	p.Set(done)
	if done == total {
		p.Finish()
	}
}

// New begins a task of total units; total ≤ 0 is an unknown length. The
// unit "B" counts bytes.
func New(quiet bool, label string, total int64, unit string) *Bar {
	now := time.Now()
	p := &Bar{out: os.Stderr, label: label, unit: unit, total: total, silent: quiet, began: now, shown: now}
	if quiet || !term.IsTerminal(int(os.Stderr.Fd())) {
		return p
	}
	p.bar = newBar(os.Stderr, label, total, unit)
	return p
}

// newBar draws the amount and the time that has passed. The speed of units and the time left
// stand in its label: the library would count units of an earlier session, too.
func newBar(out io.Writer, label string, total int64, unit string) *progressbar.ProgressBar {
	if total <= 0 {
		total = -1
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(out),
		progressbar.OptionSetDescription(label),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionSetWidth(24),
		progressbar.OptionClearOnFinish(),
	}
	if unit == "B" { // bytes are read from the start in each session
		options = append(options, progressbar.OptionShowBytes(true))
	} else {
		options = append(options, progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(true))
	}
	return progressbar.NewOptions64(total, options...)
}

// Set says how many units are done.
func (p *Bar) Set(done int64) { p.update(func() { p.done = done }) }

// Resume says how many units an earlier session did, which tell nothing of the speed.
func (p *Bar) Resume(before int64) {
	p.update(func() { p.before, p.done = before, max(p.done, before) })
}

// ResumeOnce is Resume with what a run that may have been resumed says first of all; later calls
// do nothing. What came before that, such as a count, is no time of the task.
func (p *Bar) ResumeOnce(before int64) {
	p.first.Do(func() {
		p.update(func() { p.began = time.Now() })
		p.Resume(before)
	})
}

// Relabel says how many units are done and changes what the task is called, for one that
// has a score to tell.
func (p *Bar) Relabel(label string, done int64) {
	p.update(func() { p.label, p.done = label, done })
}

// Resize changes the number of units, for a task that learns its length late.
func (p *Bar) Resize(total int64) {
	p.update(func() {
		p.total = total
		if p.bar != nil && total > 0 && total != p.bar.GetMax64() {
			p.bar.ChangeMax64(total)
		}
	})
}

// Rest says that there is nothing to do, or that there is again. The speed does not count the time of a rest.
func (p *Bar) Rest(rests bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch now := time.Now(); {
	case rests && p.rested.IsZero():
		p.rested = now
	case !rests && !p.rested.IsZero():
		p.began = p.began.Add(now.Sub(p.rested))
		p.rested = time.Time{}
	}
}

// elapsed is how long the task has been at work.
func (p *Bar) elapsed(now time.Time) time.Duration {
	if !p.rested.IsZero() {
		now = p.rested
	}
	return now.Sub(p.began)
}

func (p *Bar) update(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.silent || p.ended {
		return
	}
	change()
	if p.bar != nil {
		// A bar that is full ends itself; Finish does that.
		if p.total <= 0 || p.done < p.total {
			_ = p.bar.Set64(p.done) // no terminal is no reason to stop
		}
		p.bar.Describe(p.heading(p.elapsed(time.Now())))
		return
	}
	if now := time.Now(); now.Sub(p.shown) >= plainEvery {
		p.shown = now
		fmt.Fprintln(p.out, p.line(p.elapsed(now)))
	}
}

// line is the state in words.
func (p *Bar) line(elapsed time.Duration) string {
	amount := fmt.Sprintf("%d %s", p.done, p.unit)
	if p.unit == "B" {
		amount = fmt.Sprintf("%.1f MB", float64(p.done)/1e6)
	}
	s := p.label + ": " + amount
	if p.total > 0 {
		s += fmt.Sprintf(" (%.0f%%)", 100*float64(p.done)/float64(p.total))
	}
	if p.total > 0 || p.unit != "B" {
		s += p.pace(elapsed, "/s")
	}
	return s
}

// heading is the label of the bar.
func (p *Bar) heading(elapsed time.Duration) string {
	if p.unit == "B" {
		return p.label
	}
	return p.label + p.pace(elapsed, " "+p.unit+"/s")
}

// pace is the speed of this session and the time left; per follows the speed.
func (p *Bar) pace(elapsed time.Duration, per string) string {
	now := p.done - p.before
	if now <= 0 || elapsed <= 0 || p.total > 0 && p.done >= p.total {
		return ""
	}
	s := ""
	if p.unit != "s" { // seconds pass at one a second
		rate := float64(now) / elapsed.Seconds()
		if rate < slow {
			rate, per = rate*time.Hour.Seconds(), strings.TrimSuffix(per, "s")+"h"
		}
		if p.unit == "B" {
			rate, per = rate/1e6, " MB"+per
		}
		s = ", " + rateText(rate) + per
	}
	if p.total > 0 {
		left := time.Duration(math.MaxInt64)
		if ns := float64(elapsed) * float64(p.total-p.done) / float64(now); ns < math.MaxInt64 {
			left = time.Duration(ns)
		}
		s += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return s
}

// slow is the speed a second below which people read it an hour.
const slow = 0.1

// rateText writes a rate with two places where it is small.
func rateText(rate float64) string {
	if rate >= 10 {
		return fmt.Sprintf("%.0f", rate)
	}
	return fmt.Sprintf("%.2f", rate)
}

// Finish takes the bar away; the caller then prints what came of it.
func (p *Bar) Finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil && !p.ended {
		_ = p.bar.Finish()
	}
	p.ended = true
}
