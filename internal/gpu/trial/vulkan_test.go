//go:build vulkan

package trial

import (
	"testing"

	"github.com/tengen-go/tengen/internal/gpu/engine"
	"github.com/tengen-go/tengen/internal/gpu/gputest"
)

// Every shader computes what its twin does, on random shapes and data.
func TestShaders(t *testing.T) {
	cards, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatalf("%v; make vulkan installs Mesa's software device", err)
	}
	defer cards.Close()
	d, err := cards.Device(gputest.Card(t, len(cards.List())))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range d.Info().Grades {
		findings, err := Kernels(t.Context(), d, g, 1, 8)
		if err != nil {
			t.Error(err)
		}
		for _, f := range findings {
			t.Logf("%s %-14s %.1e", g, f.Kernel, f.Worst)
		}
	}
}

// The validation layer finds nothing wrong with any kernel, nor with steps of a training: no call reads what another
// one still writes. A device that works on one call at a time would compute right numbers all the same.
func TestValidation(t *testing.T) {
	for _, complaint := range gputest.Validated(t, "TestShaders") {
		t.Error(complaint)
	}
}
