package models

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A training learned from what its first weights learned from. One note says of all data what was held out.
func TestTrainingsInheritData(t *testing.T) {
	a, b, both := []string{"a"}, []string{"b"}, []string{"a", "b"}
	split, others := HeldOut(true), HeldOut(false)
	wholeB := Training{Data: []string{"a", "b (all games)"}, Figures: split}
	wholeA := Training{Data: []string{"a (all games)", "b"}, Figures: split}
	for name, c := range map[string]struct{ is, from, want Training }{
		"without data":       {Training{}, Training{Data: b, Figures: others}, Training{Data: b, Figures: others}},
		"not noted":          {Training{}, Training{Data: b}, Training{}},
		"both by the split":  {Training{Data: a, Figures: split}, Training{Data: b, Figures: split}, Training{Data: both, Figures: split}},
		"both by others":     {Training{Data: a, Figures: others}, Training{Data: b, Figures: others}, Training{Data: both, Figures: others}},
		"the same data":      {Training{Data: a, Figures: split}, Training{Data: a, Figures: split}, Training{Data: a, Figures: split}},
		"one by the split":   {Training{Data: a, Figures: split}, Training{Data: b, Figures: others}, wholeB},
		"all parts before":   {Training{Data: a, Figures: split}, Training{Data: a, Figures: others}, Training{Data: a, Figures: others}},
		"the one by others":  {Training{Data: a, Figures: others}, Training{Data: b, Figures: split}, wholeA},
		"twice":              {Training{Data: b, Figures: split}, wholeB, Training{Data: []string{"b (all games)", "a"}, Figures: split}},
		"of before, unknown": {Training{Data: a, Figures: split}, Training{Data: b}, Training{Data: a, Figures: split}},
		"from self-play":     {Training{Data: a, Figures: split}, Training{}, Training{Data: a, Figures: split}},
	} {
		c.is.Inherit(c.from)
		if d := cmp.Diff(c.want, c.is); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
