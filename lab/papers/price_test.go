package papers

import (
	"testing"

	"github.com/tengen-go/tengen/lab"
)

// Student's interval of two speeds that differ much reaches below 0, where no speed is.
func TestSpeedsHaveNoIntervalsBelowZero(t *testing.T) {
	var m lab.Moments
	m.Add(1000)
	m.Add(20000)
	if all := m.Estimate(); all.Lo >= 0 {
		t.Fatalf("%+v: the test says nothing", all)
	}
	if got := fromZero(m); got.Lo != 0 || got.Value != 10500 || got.Hi != m.Estimate().Hi {
		t.Errorf("%+v", got)
	}
}
