package match

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/rating"
)

// TestSPRTErrsAsSeldomAsItSays simulates matches at both hypotheses, with and without draws.
func TestSPRTErrsAsSeldomAsItSays(t *testing.T) {
	const matches = 1000
	s := sprt(t, "0,80,0.05,0.1")
	for _, draws := range []float64{0, 0.3} {
		for truth, c := range map[float64]struct {
			wrong string
			most  float64
		}{s.Elo0: {rating.AcceptH1, s.Alpha}, s.Elo1: {rating.AcceptH0, s.Beta}} {
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
func trialGame(i, winner int) *Game {
	g := &Game{Game: i, Black: sideNames[i%2], White: sideNames[1-i%2], Who: "draw"}
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
	want := Trial{Test: sprt(t, "0,100")}
	for i, w := range winners {
		if want.Add(trialGame(i, w)) {
			break
		}
	}
	if !want.Decided() || want.Verdict() != rating.AcceptH1 || want.Judged() == len(winners) {
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

func sprt(t *testing.T, text string) rating.SPRT {
	t.Helper()
	s, err := rating.ParseSPRT(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
