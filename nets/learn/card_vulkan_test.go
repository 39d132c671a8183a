//go:build vulkan

package learn

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	vulkan "github.com/tengen-go/tengen/internal/gpu/engine"
	"github.com/tengen-go/tengen/internal/gpu/gputest"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// openCard is Mesa's software device, with the shaders of graphics cards. Cards with faults, or with little
// memory, are twins.
func openCard(t testing.TB, c twin.Card) gpu.Device {
	t.Helper()
	if c.Lose != nil || c.Memory != 0 || len(c.Grades) == 0 {
		return twin.New(c)
	}
	cards, err := vulkan.Open(vulkan.Options{})
	if err != nil {
		t.Fatalf("%v; make vulkan installs Mesa's software device", err)
	}
	t.Cleanup(func() { cards.Close() })
	d, err := cards.Device(gputest.Card(t, len(cards.List())))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(d.Info().Grades, c.Grades[0]) {
		t.Fatalf("%s has no %s", d.Info().Name, c.Grades[0])
	}
	return softwareCard{d, c.Grades}
}

// softwareCard is a device that is to use certain grades.
type softwareCard struct {
	gpu.Device
	grades []gpu.Grade
}

func (g softwareCard) Info() gpu.Info {
	info := g.Device.Info()
	info.Grades = g.grades
	return info
}
