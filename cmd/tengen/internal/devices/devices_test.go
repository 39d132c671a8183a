package devices

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/twin"
	"github.com/tengen-go/tengen/nets"
)

func TestNames(t *testing.T) {
	for text, want := range map[string]choice{
		"cpu": {kind: processor}, "auto": {kind: faster}, "gpu": {kind: numbered}, "gpu:1": {kind: numbered, number: 1},
		"gpu:0:float32": {kind: numbered, grade: gpu.Single}, "twin": {kind: pretended},
	} {
		if got, err := parse(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "cuda", "gpu:", "gpu:-1", "gpu:x", "gpu:0:float8", "gpu:0:", "cpu:1", "auto:0", "gpu:100"} {
		if err := Name(text).Validate(); err == nil {
			t.Errorf("%q is a device", text)
		}
	}
}

// pretend is a finder of twins of a type; every card is lost at the first run if broken.
func pretend(cards int, kind string, said *strings.Builder) finder {
	info := gpu.Info{Name: "a card", Type: kind, Grades: []gpu.Grade{gpu.Half, gpu.Single}}
	return finder{
		cards: func(context.Context) ([]gpu.Info, error) {
			if cards == 0 {
				return nil, fmt.Errorf("%w: no driver", gpu.ErrNone)
			}
			return []gpu.Info{info}, nil
		},
		open: func(_ context.Context, number int) (gpu.Device, error) {
			if number >= cards {
				return nil, fmt.Errorf("%w: card %d of %d", gpu.ErrNone, number, cards)
			}
			return twin.New(twin.Card{Grades: info.Grades}), nil
		},
		say: said,
		rate: func(context.Context, nets.Device, Work) (float64, error) {
			return 0, errors.New("nobody measures here")
		},
	}
}

// A card that is there is used, in the grade that is asked for; one that is not is a line, and the CPU.
func TestDevices(t *testing.T) {
	for _, c := range []struct {
		text  string
		cards int
		name  string
		said  string
	}{
		{"cpu", 1, "cpu", ""},
		{"gpu", 1, "float16", ""},
		{"gpu:0:float32", 1, "float32", ""},
		{"gpu", 0, "cpu", "card 0 of 0: the CPU computes instead"},
		{"gpu:1", 1, "cpu", "card 1 of 1: the CPU computes instead"},
		{"auto", 0, "cpu", ""},
		{"twin", 0, "float16", ""},
	} {
		var said strings.Builder
		d, done, err := pretend(c.cards, "discrete", &said).device(t.Context(), c.text, Work{})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(d.Name(), c.name) || (said.Len() > 0) != (c.said != "") || !strings.Contains(said.String(), c.said) {
			t.Errorf("--device %s with %d cards: %s, %q", c.text, c.cards, d.Name(), said.String())
		}
		done()
	}
	var said strings.Builder
	if d, _, err := pretend(1, "software", &said).device(t.Context(), "auto", Work{}); err != nil || d != (nets.CPU{}) {
		t.Errorf("auto takes a program that pretends to be a card: %v, %v", d, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := pretend(0, "discrete", &said).device(ctx, "gpu", Work{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the caller gave up: %v", err)
	}
}
