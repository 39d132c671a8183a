package session

import (
	"math"
	"testing"
)

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
