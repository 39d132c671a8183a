//go:build vulkan

package testcards

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/engine"
	"github.com/tengen-go/tengen/internal/gpu/gputest"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// deadline is long because the newest software device compiles a kernel with products of matrices for seconds.
const deadline = 10 * time.Minute

// cards is one list for all tests of the process. Its lock keeps them apart: a test may open a card while the
// collector closes what an earlier test has left.
var cards = sync.OnceValues(func() (*engine.Cards, error) { return engine.Open(engine.Options{Deadline: deadline}) })

// Open is Mesa's software device, with the shaders of graphics cards. Cards with faults, or with little
// memory, are twins.
func Open(t testing.TB, c twin.Card) gpu.Device {
	t.Helper()
	if c.Lose != nil || c.Memory != 0 || len(c.Grades) == 0 {
		return twin.New(c)
	}
	cards, err := cards()
	if err != nil {
		t.Fatalf("%v; make vulkan installs Mesa's software device", err)
	}
	d, err := cards.Device(gputest.Card(t, len(cards.List())))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	if !slices.Contains(d.Info().Grades, c.Grades[0]) {
		t.Fatalf("%s has no %s", d.Info().Name, c.Grades[0])
	}
	return card{d, c.Grades}
}

// card is a device that is to use certain grades.
type card struct {
	gpu.Device
	grades []gpu.Grade
}

func (c card) Info() gpu.Info {
	info := c.Device.Info()
	info.Grades = c.grades
	return info
}
