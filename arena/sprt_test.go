package arena

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

// TestSPRTErrsAsSeldomAsItSays simulates matches at both hypotheses, with and without draws.
func TestSPRTErrsAsSeldomAsItSays(t *testing.T) {
	const matches = 1000
	s := mustSPRT(t, "0,80,0.05,0.1")
	for _, draws := range []float64{0, 0.3} {
		for truth, c := range map[float64]struct {
			wrong string
			most  float64
		}{s.Elo0: {AcceptH1, s.Alpha}, s.Elo1: {AcceptH0, s.Beta}} {
			rng := rand.New(rand.NewPCG(11, uint64(1000*draws+truth)))
			score := 1 / (1 + math.Pow(10, -truth/400))
			wrong, games := 0, 0
			for range matches {
				trial := Trial{Test: s}
				for i := 0; ; i++ {
					winner := 1
					switch x := rng.Float64(); {
					case x < draws:
						winner = -1
					case x < draws+score-draws/2:
						winner = 0
					}
					if trial.Add(trialGame(i, winner)) {
						break
					}
				}
				games += trial.Judged()
				if trial.Verdict() == c.wrong {
					wrong++
				}
			}
			// Three standard deviations of the count above the promised rate; steps over the
			// bound make the test a little better than it says.
			limit := c.most + 3*math.Sqrt(c.most*(1-c.most)/matches)
			if rate := float64(wrong) / matches; rate > limit || rate < c.most/4 {
				t.Errorf("at %v Elo with %v draws: wrong in %.1f%% of the matches, want about %.0f%%", truth, draws, 100*rate, 100*c.most)
			}
			if mean := games / matches; mean < 30 || mean > 250 {
				t.Errorf("at %v Elo with %v draws: %d games a match", truth, draws, mean)
			}
		}
	}
}

// trialGame is game i of a match, of which nobody knows the moves.
func trialGame(i, winner int) *MatchGame {
	g := &MatchGame{Game: i, Black: sideNames[i%2], White: sideNames[1-i%2], Who: "draw"}
	if winner >= 0 {
		g.Who = sideNames[winner]
	}
	return g
}

// TestTrialJudgesInOrder: whatever order games end in, the same games decide.
func TestTrialJudgesInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	winners := make([]int, 200)
	for i := range winners {
		winners[i] = rng.IntN(10) / 7 // 70% for A
	}
	want := Trial{Test: mustSPRT(t, "0,100")}
	for i, w := range winners {
		if want.Add(trialGame(i, w)) {
			break
		}
	}
	if !want.Decided() || want.Verdict() != AcceptH1 || want.Judged() == len(winners) {
		t.Fatalf("%v after %v", want.Verdict(), want.Tally())
	}
	for range 20 {
		got := Trial{Test: want.Test}
		decidedAt := -1
		for n, i := range rng.Perm(len(winners)) {
			if got.Add(trialGame(i, winners[i])) && decidedAt < 0 {
				decidedAt = n
			}
		}
		if got.Tally() != want.Tally() || got.Verdict() != want.Verdict() || decidedAt < want.Judged()-1 {
			t.Fatalf("%v after %v, want %v after %v", got.Verdict(), got.Tally(), want.Verdict(), want.Tally())
		}
	}
	// Without a test nothing is ever decided, and games that came early count.
	var none Trial
	for _, i := range []int{2, 0, 1, 4} {
		if none.Add(trialGame(i, 0)) {
			t.Error("decided without a test")
		}
	}
	if none.Judged() != 3 {
		t.Errorf("%d games judged, want those up to the gap", none.Judged())
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
