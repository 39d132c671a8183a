package measure

import (
	"bufio"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/tfrecord"
	"github.com/tengen-go/tengen/train/session"
)

func line(step int64, kind string) Metric {
	m := Metric{
		Kind:    kind,
		Step:    step,
		Epoch:   0.5,
		Samples: step * 16,
		Wall:    1.25,
		Loss:    interval.Exact(5 - float64(step)/100),
		Moves:   &Moves{interval.Exact(float64(step) / 400), 0.5},
	}
	if kind == session.KindTrain {
		m.Rate, m.PerSecond = 0.003, 1000
	} else {
		m.Positions, m.Games = 400, 20
		m.Moves.Top1.Lo, m.Moves.Top1.Hi, m.Moves.Top1.N = 0.01, 0.3, 20
		m.Loss.Lo, m.Loss.Hi, m.Loss.N = 4, 5, 20
	}
	return m
}

// A run that is killed at step 30 after a checkpoint at step 20 resumes at 20: the
// later points must vanish from metrics.jsonl, and the new event file must void
// them for TensorBoard.
func TestMetricsOfAResumedRun(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "metrics.jsonl")
	eventsOf := func(now time.Time) string {
		return filepath.Join(dir, fmt.Sprintf("events.out.tfevents.%d.local", now.UnixNano()))
	}
	write := func(now time.Time, step int64, ms ...Metric) {
		t.Helper()
		opt := session.Options[Report]{Now: func() time.Time { return now }}
		l, err := session.Open[Metric](dir, session.Length{Steps: 100}, opt.Complete())
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if err := l.Begin(session.At{Step: step, Evaluated: step}); err != nil {
			t.Fatal(err)
		}
		for _, m := range ms {
			if err := l.Write(m); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Conclude(t.Context(), nil, func() error { return nil }, func() error { return nil }, nil); err != nil {
			t.Fatal(err)
		}
	}
	a, b, c := line(10, session.KindTrain), line(20, session.KindTrain), line(20, session.KindEval)
	one, two := time.Unix(1000, 0), time.Unix(1001, 0)
	write(one, 0, a, b, c, line(30, session.KindTrain))
	// The kill cuts the last line off.
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"kind":"train","st`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	d := line(30, session.KindTrain)
	d.Loss = interval.Exact(4.5)
	write(two, 20, d)

	got, err := ReadMetrics(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Metric{a, b, c, d}, got); diff != "" {
		t.Error(diff)
	}
	events := readEvents(t, eventsOf(two))
	if len(events) != 3 || !events[1].Start || events[1].Step != 21 {
		t.Fatalf("events %+v: want version, start at 21, one point", events)
	}
	want := tfrecord.Event{WallTime: 1001, Step: 30, Scalars: []tfrecord.Scalar{
		{Tag: "train/loss", Value: 4.5},
		{Tag: "train/top1", Value: 0.075},
		{Tag: "train/top5", Value: 0.5},
		{Tag: "rate", Value: 0.003},
		{Tag: "positions_per_s", Value: 1000},
		{Tag: "epoch", Value: 0.5},
	}}
	if diff := cmp.Diff(want, events[2]); diff != "" {
		t.Error(diff)
	}
	first := readEvents(t, eventsOf(one))
	if n := len(first); n != 6 || first[4].Scalars[0].Tag != "heldout/loss" {
		t.Errorf("first session: %+v", first)
	}
}

func readEvents(t *testing.T, path string) []tfrecord.Event {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	r := tfrecord.NewReader(bufio.NewReader(f))
	var events []tfrecord.Event
	for {
		b, err := r.Next()
		if err == io.EOF {
			return events
		}
		if err != nil {
			t.Fatal(err)
		}
		e, err := tfrecord.ParseEvent(b)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
}

func TestReadMetricsNamesTheBadLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "metrics.jsonl")
	if err := os.WriteFile(path, []byte("{\"step\":1}\nnot json\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadMetrics(path); err == nil || !strings.Contains(err.Error(), "metrics.jsonl:2:") {
		t.Errorf("error %v does not name line 2", err)
	}
}

// The curves must be an image in which both colours occur; a run of one point and
// a run without any must draw too.
func TestDrawCurves(t *testing.T) {
	var ms []Metric
	for s := int64(1); s <= 300; s++ {
		ms = append(ms, line(s, session.KindTrain))
		if s%50 == 0 {
			ms = append(ms, line(s, session.KindEval))
		}
	}
	path := filepath.Join(t.TempDir(), "curves.png")
	for _, n := range []int{0, 1, len(ms)} {
		if err := DrawCurves(path, "a run", ms[:n]); err != nil {
			t.Fatalf("%d points: %v", n, err)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	var blue, vermilion int
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			switch r, g, b, _ := img.At(x, y).RGBA(); {
			case r>>8 == 0 && g>>8 == 0x72 && b>>8 == 0xb2:
				blue++
			case r>>8 == 0xd5 && g>>8 == 0x5e && b>>8 == 0:
				vermilion++
			}
		}
	}
	if blue < 300 || vermilion < 300 {
		t.Errorf("%d pixels of the training curve, %d of the held-out curve", blue, vermilion)
	}
}
