package doctor

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/twin"
	"github.com/tengen-go/tengen/nets"
)

// Everything is measured once, by one thread and by two, even where the time is over before a thread
// begins, as on a machine with other work.
func TestMeasure(t *testing.T) {
	for _, length := range []time.Duration{100 * time.Millisecond, time.Nanosecond} {
		var named []string
		last := time.Duration(0)
		f, err := Measure(t.Context(), Options{Threads: 2, Time: length, Seed: 1, Report: func(what string, done time.Duration) {
			if done < last || done > length {
				t.Errorf("%s at %v, after %v", what, done, last)
			}
			named, last = append(named, what), done
		}})
		if err != nil {
			t.Fatal(err)
		}
		// Three figures of two boards, each by one thread and by two, three trainings, two peaks.
		if len(named) != 2*3*2+3+2 {
			t.Errorf("%d figures: %q", len(named), named)
		}
		positive := func(what string, s Speeds) {
			if !(s.One > 0 && s.All > 0) {
				t.Errorf("%s in %v: %+v", what, length, s)
			}
		}
		positive("peak", f.Peak)
		for _, b := range f.Boards {
			positive("playouts", b.Playouts)
			positive("networks", b.Evaluations)
			positive("search", b.Search)
		}
		for _, training := range f.Trainings {
			// Reading games and measuring takes time, too, but less than learning does.
			if least := training.Positions / training.PositionsS / 3600; training.PositionsS <= 0 || training.Hours <= least || training.Hours > 2*least {
				t.Errorf("%+v", training)
			}
		}
		if !(f.Idle > 0 && f.Idle <= 1) || f.Machine.Cores < 1 || f.Machine.Kernel == "" || f.Seconds <= 0 || f.Threads != 2 {
			t.Errorf("%+v", f)
		}
	}
}

// An interrupt ends it whether it comes at the first figure, the last or between them.
func TestMeasureEndsWhenCancelled(t *testing.T) {
	for _, at := range []int{0, 2, 5, 16} {
		ctx, cancel := context.WithCancel(t.Context())
		seen := 0
		_, err := Measure(ctx, Options{Threads: 2, Time: time.Millisecond, Seed: 1, Report: func(string, time.Duration) {
			if seen == at {
				cancel()
			}
			seen++
		}})
		cancel()
		if !errors.Is(err, context.Canceled) || seen != at+1 {
			t.Errorf("cancelled at figure %d: %v after %d figures", at, err, seen)
		}
	}
}

// A card is measured; one that is lost is a note, and the rest is measured.
func TestMeasureACard(t *testing.T) {
	lost := false
	card, err := nets.NewGPU(twin.New(twin.Card{
		Grades: []gpu.Grade{gpu.Single}, Lose: func(string) bool { return lost },
	}), gpu.Single, func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Threads: 1, Time: time.Nanosecond, Seed: 1, Card: card, About: Card{Name: "a card"}, CardTime: time.Hour,
	}
	training, about := Trainings()[0], o.About
	if err := training.cardFigure(o, &about).measure(t.Context(), time.Nanosecond); err != nil {
		t.Fatal(err)
	}
	if training.CardS <= 0 || about.Note != "" {
		t.Errorf("%v positions/s, %q", training.CardS, about.Note)
	}
	// A card that is slower than it may be is a note, and the next training does not wait for it.
	slow := o
	slow.CardTime = time.Nanosecond
	for _, training := range Trainings() {
		if err := training.cardFigure(slow, &about).measure(t.Context(), time.Nanosecond); err != nil {
			t.Fatal(err)
		}
		if training.CardS != 0 || !strings.Contains(about.Note, "too slow: some steps of a training took more than 1ns") {
			t.Errorf("%v positions/s, %q", training.CardS, about.Note)
		}
	}
	lost = true
	f, err := Measure(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if f.Card.Name != "a card" || !strings.Contains(f.Card.Note, "lost") {
		t.Errorf("%+v", f.Card)
	}
	for _, training := range f.Trainings {
		if training.CardS != 0 || training.PositionsS <= 0 {
			t.Errorf("%+v", training)
		}
	}
}
