package devices

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/nets"
)

// auto is a finder with one discrete card. Its devices have the given speeds, and measured counts their measurements.
func auto(t *testing.T, said *strings.Builder, card, cpu float64, measured *[]Work) finder {
	f := pretend(1, "discrete", said)
	f.cache = filepath.Join(t.TempDir(), "gpu")
	f.rate = func(_ context.Context, d nets.Device, w Work) (float64, error) {
		*measured = append(*measured, w)
		if d == (nets.CPU{}) {
			return cpu, nil
		}
		return card, nil
	}
	return f
}

// The work itself is measured, on both devices, and the faster one has it.
func TestAutoTakesTheFaster(t *testing.T) {
	w := Work{Threads: 2, Policy: &shapes()[1].shape, Training: true, Optimizer: "muon", Batch: 256}
	for _, c := range []struct {
		card, cpu float64
		name      string
		said      string
	}{
		{500, 100, "float16", "--device auto: a card in float16 computes, 500 positions/s; the CPU does 100\n"},
		{100, 500, "cpu", "--device auto: the CPU computes, 500 positions/s; a card does 100\n"},
		{100, 100, "cpu", "--device auto: the CPU computes, 100 positions/s; a card does 100\n"},
	} {
		var said strings.Builder
		var measured []Work
		d, done, err := auto(t, &said, c.card, c.cpu, &measured).device(t.Context(), "auto", w)
		if err != nil {
			t.Fatal(err)
		}
		done()
		if !strings.Contains(d.Name(), c.name) || said.String() != c.said {
			t.Errorf("%v on the card, %v on the CPU: %s, %q", c.card, c.cpu, d.Name(), said.String())
		}
		if len(measured) != 2 || measured[0] != w || measured[1] != w {
			t.Errorf("measured %+v, want twice %+v", measured, w)
		}
	}
}

// The processor's tiles are measured, too, with and without a card.
func TestAutoMeasuresTiles(t *testing.T) {
	speeds := map[string]float64{"cpu": 100, "cpu in bfloat16": 300, "a card in float16": 200}
	for cards, want := range map[int]string{
		0: "--device auto: the CPU in bfloat16 computes, 300 positions/s; the CPU does 100; no usable graphics device: " +
			"no driver\n",
		1: "--device auto: the CPU in bfloat16 computes, 300 positions/s; the CPU does 100, a card does 200\n",
	} {
		var said strings.Builder
		f := pretend(cards, "discrete", &said)
		f.tiles = tiles
		f.rate = func(_ context.Context, d nets.Device, _ Work) (float64, error) { return speeds[d.Name()], nil }
		d, done, err := f.device(t.Context(), "auto", Work{})
		if err != nil {
			t.Fatal(err)
		}
		done()
		if d != (nets.BFloat16{}) || said.String() != want {
			t.Errorf("%d cards: %s, %q", cards, d.Name(), said.String())
		}
	}
	// A card that fails takes nothing away from the tiles, and is measured again the next time.
	var said strings.Builder
	f := pretend(1, "discrete", &said)
	f.tiles, f.cache = tiles, t.TempDir()
	f.rate = func(_ context.Context, d nets.Device, _ Work) (float64, error) { return speeds[d.Name()], nil }
	f.open = func(context.Context, int) (gpu.Device, error) { return nil, errors.New("the driver is broken") }
	d, done, err := f.device(t.Context(), "auto", Work{})
	if err != nil {
		t.Fatal(err)
	}
	done()
	const want = "--device auto: the CPU in bfloat16 computes, 300 positions/s; the CPU does 100; " +
		"a card: the driver is broken\n"
	if d != (nets.BFloat16{}) || said.String() != want {
		t.Errorf("%s, %q", d.Name(), said.String())
	}
	if files, err := os.ReadDir(f.cache); err != nil || len(files) > 0 {
		t.Errorf("files %v, %v", files, err)
	}
}

// The speed of tiles changes, so the best of two measurements counts, in turn with the CPU's.
func TestAutoMeasuresInTurn(t *testing.T) {
	var said strings.Builder
	f := pretend(0, "", &said)
	f.tiles = tiles
	measured := []string{}
	speeds := []float64{100, 50, 90, 300} // CPU, tiles, CPU, tiles
	f.rate = func(_ context.Context, d nets.Device, _ Work) (float64, error) {
		measured = append(measured, d.Name())
		return speeds[len(measured)-1], nil
	}
	d, _, err := f.device(t.Context(), "auto", Work{})
	const inTurn = "cpu, cpu in bfloat16, cpu, cpu in bfloat16"
	if err != nil || d != (nets.BFloat16{}) || strings.Join(measured, ", ") != inTurn {
		t.Errorf("%v, %q, %v", d, measured, err)
	}
}

// What was measured is remembered for the same work on the same card with the same driver, and a file that is
// spoilt is no answer.
func TestAutoRemembers(t *testing.T) {
	var said strings.Builder
	var measured []Work
	f := auto(t, &said, 500, 100, &measured)
	small, large := Work{Batch: 16}, Work{Batch: 256}
	choose := func(w Work, measurements int) {
		t.Helper()
		measured = nil
		d, done, err := f.device(t.Context(), "auto", w)
		if err != nil || !strings.Contains(d.Name(), "float16") {
			t.Fatalf("%v, %v", d, err)
		}
		done()
		if len(measured) != measurements {
			t.Errorf("%d measurements, want %d", len(measured), measurements)
		}
	}
	choose(small, 2)
	choose(small, 0)
	choose(large, 2)
	choose(small, 0)
	same := f.cards
	f.cards = func(ctx context.Context) ([]gpu.Info, error) {
		list, err := same(ctx)
		list[0].Driver = "a newer one"
		return list, err
	}
	choose(small, 2)
	f.cards = same
	files, err := filepath.Glob(filepath.Join(f.cache, "auto-*"))
	if err != nil || len(files) != 3 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, name := range files {
		if err := os.WriteFile(name, []byte("spoilt"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	choose(small, 2)
	choose(small, 0)
	f.cache = ""
	choose(small, 2)
}

// A card that fails while it is measured is a line and the CPU, and nothing is remembered of it. A command that is
// interrupted meanwhile ends.
func TestAutoMeasuresAFault(t *testing.T) {
	var said strings.Builder
	f := pretend(1, "discrete", &said)
	f.cache = t.TempDir()
	d, _, err := f.device(t.Context(), "auto", Work{})
	if err != nil || d != (nets.CPU{}) || !strings.Contains(said.String(), "nobody measures here: the CPU computes instead") {
		t.Errorf("%v, %q, %v", d, said.String(), err)
	}
	if files, err := os.ReadDir(f.cache); err != nil || len(files) > 0 {
		t.Errorf("files %v, %v", files, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	f.rate = func(context.Context, nets.Device, Work) (float64, error) {
		cancel()
		return 0, ctx.Err()
	}
	if _, _, err := f.device(ctx, "auto", Work{}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// A pace leaves the first round out, and takes at least one more, however long it takes.
func TestPace(t *testing.T) {
	for _, c := range []struct {
		rounds []time.Duration // how long each takes; the last one again and again
		want   float64
		calls  int
	}{
		{[]time.Duration{10 * time.Second, 100 * time.Millisecond}, 10, 6},
		{[]time.Duration{time.Millisecond, 4 * time.Second}, 0.25, 2},
		{[]time.Duration{0, 200 * time.Millisecond, 400 * time.Millisecond}, 2 / 0.6, 3},
	} {
		clock, calls := time.Time{}, 0
		got, err := pace(t.Context(), func() time.Time { return clock }, func() error {
			clock = clock.Add(c.rounds[min(calls, len(c.rounds)-1)])
			calls++
			return nil
		})
		if err != nil || got != c.want || calls != c.calls {
			t.Errorf("rounds of %v: %v a second by %d calls, %v, want %v by %d", c.rounds, got, calls, err, c.want, c.calls)
		}
	}
	wrong := errors.New("wrong")
	if _, err := pace(t.Context(), time.Now, func() error { return wrong }); !errors.Is(err, wrong) {
		t.Errorf("a round that fails: %v", err)
	}
}

// The CPU measures a small training and a small evaluation: what is asked for can be computed.
func TestRate(t *testing.T) {
	policy := nets.PolicyConfig{Board: 5, Planes: 4, Filters: 8, Layers: 2}
	value := nets.ValueConfig{Board: 5, Planes: 4, Filters: 8, Layers: 2, Hidden: 4}
	for _, w := range []Work{
		{Policy: &policy, Training: true, Optimizer: "muon", Batch: 2},
		{Value: &value, Training: true, Batch: 64},
		{Threads: 1, Policy: &policy},
	} {
		if got, err := rate(t.Context(), nets.CPU{}, w); err != nil || !(got > 0) {
			t.Errorf("%+v: %v positions a second, %v", w, got, err)
		}
	}
	if _, err := rate(t.Context(), nets.CPU{}, Work{Value: &value, Policy: &policy}); err == nil {
		t.Error("two networks are one work")
	}
}
