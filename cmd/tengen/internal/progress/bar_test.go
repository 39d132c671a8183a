package progress

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

// A resumed bar once showed 247770 games/s, for the games of the session before.
func TestBarOfResumedRunShowsNoSpeedYet(t *testing.T) {
	var out bytes.Buffer
	p := &Bar{out: &out, label: "match", unit: "games", total: 250000, began: time.Now()}
	p.bar = newBar(&out, p.label, p.total, p.unit)
	p.Resume(247770)
	if got := out.String(); !strings.Contains(got, "(247770/250000)") || strings.Contains(got, "/s") || strings.Contains(got, "left") {
		t.Errorf("%q", got)
	}
}

func TestProgressTellsInWords(t *testing.T) {
	p := &Bar{out: io.Discard, label: "reading", unit: "games", done: 30, total: 120}
	if got := p.line(10 * time.Second); got != "reading: 30 games (25%), 3.00/s, 30s left" {
		t.Error(got)
	}
	p.ResumeOnce(20) // a run that another session began; the second call is an ordinary report
	p.ResumeOnce(30)
	p.Relabel("reading", 30)
	if got := p.line(10 * time.Second); got != "reading: 30 games (25%), 1.00/s, 1m30s left" {
		t.Error(got)
	}
	if got := p.heading(10 * time.Second); got != "reading, 1.00 games/s, 1m30s left" {
		t.Error(got)
	}
	p = &Bar{label: "reading", unit: "B", done: 2500000}
	if got := p.line(time.Second); got != "reading: 2.5 MB" {
		t.Error(got)
	}
}

// A bar that was made before a long count once took the count for time of the task.
func TestTheSpeedDoesNotCountWhatCameFirst(t *testing.T) {
	p := &Bar{out: io.Discard, total: 100, began: time.Now().Add(-time.Hour), shown: time.Now()}
	p.ResumeOnce(10)
	if got := p.elapsed(time.Now()); got > time.Minute {
		t.Errorf("%v at the first report", got)
	}
}

// A rest is no time of the task: a worker that waited for games once seemed to become slower and slower.
func TestTheSpeedDoesNotCountRests(t *testing.T) {
	now := time.Now()
	p := &Bar{began: now.Add(-time.Hour), rested: now.Add(-50 * time.Minute)}
	if got := p.elapsed(now); got != 10*time.Minute {
		t.Errorf("%v during the rest", got)
	}
	p.Rest(true)
	p.Rest(false)
	if got := p.elapsed(time.Now()).Round(time.Minute); got != 10*time.Minute {
		t.Errorf("%v after the rest", got)
	}
	p.Rest(false)
	if got := p.elapsed(now.Add(time.Hour)).Round(time.Minute); got != 70*time.Minute {
		t.Errorf("%v later", got)
	}
}

// A task without an end has a speed, an hour where it is slow.
func TestSpeedOfUnknownLength(t *testing.T) {
	p := &Bar{out: io.Discard, label: "worker w", unit: "games", done: 64}
	for elapsed, want := range map[time.Duration]string{
		10 * time.Second: "worker w: 64 games, 6.40/s", time.Hour: "worker w: 64 games, 64/h",
	} {
		if got := p.line(elapsed); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := p.heading(time.Hour); got != "worker w, 64 games/h" {
		t.Errorf("%q", got)
	}
}
