package nets

import (
	"strings"
	"testing"
)

func TestNewNetworksRefuse(t *testing.T) {
	policy := func(c PolicyConfig) error { _, err := NewPolicy(c, 1); return err }
	value := func(c ValueConfig) error { _, err := NewValue(c, 1); return err }
	p, v := newPolicy(t, small[1], 1), newValue(t, smallValues[1], 1)
	b := newBatch(v, 2, 1)
	for _, c := range []struct {
		want string
		err  error
	}{
		{"board 1,", policy(PolicyConfig{1, 48, 8, 3})},
		{"board 20,", policy(PolicyConfig{20, 48, 8, 3})},
		{"47 planes", policy(PolicyConfig{19, 47, 8, 3})},
		{"0 filters", policy(PolicyConfig{19, 48, 0, 3})},
		{"1 layers", policy(PolicyConfig{19, 48, 8, 1})},
		{"board 1,", value(ValueConfig{1, 49, 8, 3, 8})},
		{"50 planes", value(ValueConfig{9, 50, 8, 3, 8})},
		{"0 hidden units", value(ValueConfig{9, 49, 8, 3, 0})},
		{"-1 positions", p.Evaluate(nil, nil, -1)},
		{"planes of 0", p.Evaluate(make([]float32, 9), nil, 1)},
		{"room for 8 re", p.EvaluateThreads(make([]float32, 8), newBatch(p, 1, 1).planes, 1, 2)},
		{"-1 positions", v.Evaluate(nil, nil, -1)},
		{"room for 1 re", v.Evaluate(make([]float32, 1), b.planes, 2)},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", c.err, c.want)
		}
	}
}
