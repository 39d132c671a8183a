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
		"cpu": {kind: processor}, "auto": {kind: faster}, "gpu": {kind: first}, "gpu:0": {kind: numbered}, "gpu:1": {kind: numbered, number: 1},
		"gpu:0:float32": {kind: numbered, grade: gpu.Single}, "gpu:1:matrix": {kind: numbered, number: 1, grade: gpu.Matrix},
		"cpu:bfloat16": {kind: rounded}, "twin": {kind: pretended}, "twin:7": {kind: pretended, number: 7},
	} {
		if got, err := parse(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "cuda", "gpu:", "gpu:-1", "gpu:x", "gpu:0:float8", "gpu:0:", "gpu:100", "cpu:1", "cpu:", "cpu:float16",
		"auto:bfloat16", "auto:0",
	} {
		if err := Name(text).Validate(); err == nil {
			t.Errorf("%q is a device", text)
		}
	}
}

// pretend is a finder of twins of a type.
func pretend(cards int, kind string, said *strings.Builder) finder {
	info := gpu.Info{Name: "a card", Type: kind, Grades: []gpu.Grade{gpu.Half, gpu.Single}}
	return finderOf(info, cards, said)
}

// finderOf is a finder of twins that are what a card is.
func finderOf(info gpu.Info, cards int, said *strings.Builder) finder {
	return finder{
		tiles: func() (nets.Device, error) { return nil, errors.New("no tiles") },
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
			return described{twin.New(twin.Card{Grades: info.Grades}), info}, nil
		},
		say: said,
		rate: func(context.Context, nets.Device, Work) (float64, error) {
			return 0, errors.New("nobody measures here")
		},
	}
}

// described is a card with what is known of it.
type described struct {
	gpu.Device
	info gpu.Info
}

func (d described) Info() gpu.Info { return d.info }

// A card that was refused a grade has the next one and a line that says why, also if the grade is asked for.
func TestGrades(t *testing.T) {
	sound := gpu.Info{Name: "a card", Type: "discrete", Grades: gpu.Grades()}
	spoilt := gpu.Info{
		Name: "a card", Type: "discrete", Grades: []gpu.Grade{gpu.Half, gpu.Single},
		Refused: []string{"not in grade matrix: kernel conv"},
	}
	for _, c := range []struct {
		info gpu.Info
		text string
		name string
		said string
	}{
		{sound, "gpu", "a card in matrix", "--device gpu: a card in matrix computes\n"},
		{sound, "gpu:0:float16", "a card in float16", "--device gpu:0:float16: a card in float16 computes\n"},
		{
			spoilt, "gpu", "a card in float16", "a card: not in grade matrix: kernel conv: the grade float16 computes instead\n" +
				"--device gpu: a card in float16 computes\n",
		},
		{spoilt, "gpu:0:float32", "a card in float32", "--device gpu:0:float32: a card in float32 computes\n"},
		{
			gpu.Info{Name: "a card", Type: "discrete", Lacking: "more"},
			"gpu", "cpu",
			"--device gpu: a card: no usable graphics device: the kernels need more: the CPU computes instead\n",
		},
		{
			spoilt, "gpu:0:matrix", "cpu",
			"--device gpu:0:matrix: a card: no usable graphics device in grade matrix: not in grade matrix: kernel conv; " +
				"it has float16, float32: the CPU computes instead\n",
		},
	} {
		var said strings.Builder
		d, done, err := finderOf(c.info, 1, &said).device(t.Context(), c.text, Work{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if d.Name() != c.name || said.String() != c.said {
			t.Errorf("--device %s, %v: %s, %q", c.text, c.info.Grades, d.Name(), said.String())
		}
		done()
	}
}

// tiles is a processor that has them.
func tiles() (nets.Device, error) { return nets.BFloat16{}, nil }

// Tiles of the processor are used where it has them. A line says so, or that they are not.
func TestBFloat16(t *testing.T) {
	for _, c := range []struct {
		tiles      func() (nets.Device, error)
		name, line string
	}{
		{tiles, "cpu in bfloat16", "--device cpu:bfloat16: the CPU in bfloat16 computes\n"},
		{
			func() (nets.Device, error) { return nil, errors.New("no tiles") },
			"cpu", "--device cpu:bfloat16: no tiles: it computes in float32 instead\n",
		},
	} {
		var said strings.Builder
		f := pretend(0, "", &said)
		f.tiles = c.tiles
		d, done, err := f.device(t.Context(), "cpu:bfloat16", Work{})
		if err != nil {
			t.Fatal(err)
		}
		done()
		if d.Name() != c.name || said.String() != c.line {
			t.Errorf("%s, %q, want %s, %q", d.Name(), said.String(), c.name, c.line)
		}
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
		{"gpu", 1, "float16", "a card in float16 computes"},
		{"gpu:0:float32", 1, "float32", "a card in float32 computes"},
		{"gpu", 0, "cpu", "no driver: the CPU computes instead"},
		{"gpu:1", 1, "cpu", "card 1 of 1: the CPU computes instead"},
		{"auto", 0, "cpu", "--device auto: no usable graphics device: no driver: the CPU computes instead"},
		{"twin", 0, "float16", "twin in plain Go in float16 computes"},
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
	if d, _, err := pretend(1, "software", &said).device(t.Context(), "auto", Work{}); err != nil || d != (nets.CPU{}) ||
		!strings.Contains(said.String(), "a card is a program that pretends to be a card: the CPU computes instead") {
		t.Errorf("auto takes a program that pretends to be a card: %v, %v, %q", d, err, said.String())
	}
	// The name gpu is for cards; a number takes what is there.
	const refused = "a card is a program that pretends to be a card; --device gpu:0 uses it all the same: the CPU computes instead"
	unopened := pretend(1, "software", &said)
	unopened.open = func(context.Context, int) (gpu.Device, error) { return nil, errors.New("opened, which takes long") }
	if d, _, err := unopened.device(t.Context(), "gpu", Work{Threads: 1}); err != nil || d != (nets.CPU{}) ||
		!strings.Contains(said.String(), refused) {
		t.Errorf("gpu on a program: %v, %v, %q", d, err, said.String())
	}
	said.Reset()
	if d, _, err := pretend(1, "software", &said).device(t.Context(), "gpu:0", Work{Threads: 1}); err != nil ||
		!strings.Contains(d.Name(), "float16") || said.String() != "--device gpu:0: a card in float16 computes\n" {
		t.Errorf("gpu:0 on a program: %v, %v, %q", d, err, said.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := pretend(0, "discrete", &said).device(ctx, "gpu", Work{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the caller gave up: %v", err)
	}
}
