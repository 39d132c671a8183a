package rating

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func mustSPRT(t *testing.T, text string) SPRT {
	t.Helper()
	s, err := ParseSPRT(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLLRByHand: the scores at 0 and 100 Elo are 0.5 and 0.640065.
func TestLLRByHand(t *testing.T) {
	s := mustSPRT(t, "0,100")
	const p = 0.6400649998028851 // 1/(1 + 10^(−1/4))
	for _, c := range []struct {
		tally Tally
		want  float64
	}{
		{Tally{}, 0},
		// Without draws: every win is worth log(p/0.5), every loss log((1−p)/0.5).
		{Tally{Wins: 10}, 10 * math.Log(2*p)},
		{Tally{Losses: 3}, 3 * math.Log(2-2*p)},
		{Tally{Wins: 12, Losses: 8}, 12*math.Log(2*p) + 8*math.Log(2-2*p)},
		// Draws alone: under H0 all games may be draws, under H1 2−2p of them.
		{Tally{Draws: 5}, 5 * math.Log(2-2*p)},
		// One of each: under H0 a third each; under H1 a draw has d with 3d² − 4d + ab = 0,
		// a = 2p, b = 2−2p: d = (4 − √(16 − 12·0.921527))/6 = 0.296262, w = 0.491934,
		// l = 0.211804.
		{Tally{Wins: 1, Draws: 1, Losses: 1}, math.Log(0.296262*0.491934*0.211804) - 3*math.Log(1.0/3)},
	} {
		if got := s.LLR(c.tally); math.Abs(got-c.want) > 1e-5 {
			t.Errorf("%v: LLR %v, want %v", c.tally, got, c.want)
		}
	}
	if lower, upper := s.Bounds(); math.Abs(lower+math.Log(19)) > 1e-12 || math.Abs(upper-math.Log(19)) > 1e-12 {
		t.Errorf("bounds %v and %v, want ∓log 19", lower, upper)
	}
}

// TestLikelihoodIsTheGreatest compares with a search of the frequencies of draws.
func TestLikelihoodIsTheGreatest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for range 200 {
		tally := Tally{Wins: rng.IntN(30), Draws: rng.IntN(30), Losses: rng.IntN(30)}
		score := 0.05 + 0.9*rng.Float64()
		best := math.Inf(-1)
		const steps = 4000
		for k := range steps + 1 {
			d := 2 * min(score, 1-score) * float64(k) / steps
			sum := 0.0
			for _, x := range [3][2]float64{{float64(tally.Wins), score - d/2}, {float64(tally.Draws), d}, {float64(tally.Losses), 1 - score - d/2}} {
				if x[0] > 0 {
					sum += x[0] * math.Log(max(0, x[1]))
				}
			}
			best = max(best, sum)
		}
		if got := logLikelihood(tally, score); !(got >= best-1e-9 && got < best+0.05) {
			t.Fatalf("%+v at %v: %v, want %v", tally, score, got, best)
		}
	}
}

func TestParseSPRT(t *testing.T) {
	if s := mustSPRT(t, "-5, 10,0.01,0.2"); s != (SPRT{-5, 10, 0.01, 0.2}) {
		t.Errorf("%+v", s)
	}
	for text, want := range map[string]string{
		"": "ELO0,ELO1", "5": "ELO0,ELO1", "a,b": "ELO0,ELO1", "0,1,2": "ELO0,ELO1", "10,5": "less", "0,9999": "2000",
		"0,5,0,0.1": "above 0", "0,5,0.5,0.5": "below 1",
	} {
		if _, err := ParseSPRT(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: want an error with %q, got %v", text, want, err)
		}
	}
}
