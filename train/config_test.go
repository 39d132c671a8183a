package train

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/train/session"
)

func TestConfigValidateNamesTheField(t *testing.T) {
	good := Practical()
	good.Board, good.Steps = 9, 100
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]func(*Config){
		"board":        func(c *Config) { c.Board = 20 },
		"planes":       func(c *Config) { c.Planes = 47 },
		"filters":      func(c *Config) { c.Filters = 0 },
		"layers":       func(c *Config) { c.Layers = 1 },
		"optimizer":    func(c *Config) { c.Optimizer = "adagrad" },
		"momentum":     func(c *Config) { c.Momentum = 1 },
		"weight-decay": func(c *Config) { c.WeightDecay = math.NaN() },
		"batch":        func(c *Config) { c.Batch = 0 },
		"rate":         func(c *Config) { c.Rate = -1 },
		"steps":        func(c *Config) { c.Steps = 0 },
		"time":         func(c *Config) { c.Time = time.Minute },
		"threads":      func(c *Config) { c.Threads = 0 },
		"log-every":    func(c *Config) { c.LogEvery = 0 },
		"schedule":     func(c *Config) { c.Schedule = "step" },
		"warm-up":      func(c *Config) { c.WarmUp = 2 },
	} {
		c := good
		bad(&c)
		if err := c.Validate(); err == nil || !contains(err.Error(), name) {
			t.Errorf("%s: error %v does not name it", name, err)
		}
	}
}

func TestDifferences(t *testing.T) {
	a := Practical()
	b := a
	b.Threads, b.LogEvery, b.Workers = 8, 7, 3 // no influence on the weights
	if err := session.Same(&a, &b, "begin anew"); err != nil {
		t.Error(err)
	}
	b.Batch, b.HalveEvery = 16, 5
	if err := session.Same(&a, &b, "begin anew"); !errors.Is(err, ErrOtherRun) || !strings.Contains(err.Error(), ": batch 64, now 16; halve-every 0, now 5;") {
		t.Error(err)
	}
}
