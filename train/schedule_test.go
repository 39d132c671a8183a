package train

import (
	"math"
	"testing"
)

// "The step size α was initialized to 0.003 and was halved every 80 million
// training steps … training for 340 million steps" (Silver et al. 2016, Methods,
// Policy network: classification). Four halvings are complete at the end.
func TestPaperHalvesTheStepSizeEvery80MillionSteps(t *testing.T) {
	p := Paper()
	s := Schedule{Kind: p.Schedule, Peak: p.Rate, HalveEvery: p.HalveEvery}
	const million = 1_000_000
	for _, c := range []struct {
		step int64
		rate float64
	}{
		{0, 0.003},
		{80*million - 1, 0.003},
		{80 * million, 0.0015},
		{160 * million, 0.00075},
		{240 * million, 0.000375},
		{320 * million, 0.0001875},
		{340*million - 1, 0.0001875},
	} {
		if got := s.Rate(Progress{Step: c.step, Fraction: float64(c.step) / (340 * million)}); got != c.rate {
			t.Errorf("step %d: rate %v, want %v", c.step, got, c.rate)
		}
	}
}

// "minibatches of 16", no momentum, 340 M steps (Methods, same place).
func TestPaperPreset(t *testing.T) {
	p := Paper()
	if p.Batch != 16 || p.Optimizer != "sgd" || p.Momentum != 0 || p.Steps != 340_000_000 || p.WeightDecay != 0 {
		t.Errorf("paper preset is %+v", p)
	}
	if p.Filters != 192 || p.Layers != 13 || p.Planes != 48 {
		t.Errorf("paper network is %+v", p)
	}
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
}

func TestScheduleShapes(t *testing.T) {
	at := func(s Schedule, f float64) float64 { return s.Rate(Progress{Fraction: f}) }
	cosine := Schedule{Kind: "cosine", Peak: 0.1, WarmUp: 0.1, Floor: 0.01}
	linear := Schedule{Kind: "linear", Peak: 0.1}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"cosine, half of warm-up", at(cosine, 0.05), 0.05},
		{"cosine, end of warm-up", at(cosine, 0.1), 0.1},
		{"cosine, middle", at(cosine, 0.55), 0.1 * (0.01 + 0.99/2)},
		{"cosine, end", at(cosine, 1), 0.001},
		{"cosine, beyond the end", at(cosine, 1.5), 0.001},
		{"linear, start", at(linear, 0), 0.1},
		{"linear, three quarters", at(linear, 0.75), 0.025},
		{"linear, end", at(linear, 1), 0},
		{"constant", at(Schedule{Kind: "constant", Peak: 0.1}, 0.7), 0.1},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if at(cosine, 0) <= 0 {
		t.Error("the first step has no rate")
	}
}

func TestScheduleValidate(t *testing.T) {
	good := Schedule{Kind: "cosine", Peak: 0.1, WarmUp: 0.02}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]func(*Schedule){
		"kind":    func(s *Schedule) { s.Kind = "cosinus" },
		"peak":    func(s *Schedule) { s.Peak = 0 },
		"nan":     func(s *Schedule) { s.Peak = math.NaN() },
		"warm-up": func(s *Schedule) { s.WarmUp = 1 },
		"floor":   func(s *Schedule) { s.Floor = -0.1 },
	} {
		s := good
		bad(&s)
		if s.Validate() == nil {
			t.Errorf("%s: no error for %+v", name, s)
		}
	}
}
