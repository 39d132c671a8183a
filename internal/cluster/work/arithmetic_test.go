package work

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/twin"
	"github.com/tengen-go/tengen/nets"
)

// A worker with a card has another arithmetic than one without, and each grade has its own.
func TestArithmetic(t *testing.T) {
	if a, b := Arithmetic(nil), Arithmetic(nets.CPU{}); a != b || a == "" {
		t.Errorf("the CPU is %q, and %q where it is named", b, a)
	}
	names := map[string]bool{Arithmetic(nil): true}
	for _, grade := range []gpu.Grade{gpu.Half, gpu.Single} {
		g, err := nets.NewGPU(twin.New(twin.Card{Grades: []gpu.Grade{grade}}), grade, func(error) {})
		if err != nil {
			t.Fatal(err)
		}
		name := Arithmetic(g)
		if names[name] || !strings.Contains(name, g.Name()) {
			t.Errorf("a card in %s is %q", grade, name)
		}
		names[name] = true
	}
}
