package rating

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SPRT is the sequential probability ratio test (Wald 1945) of whether player A is Elo1
// stronger than B rather than Elo0. Games are wins, draws and losses of unknown frequency, so
// it is the generalised test: both hypotheses fix A's mean score, and of the frequencies with
// this mean those that the games are likeliest with are compared. Without draws it is Wald's
// own test.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"` // chance of H1 where A is Elo0 stronger
	Beta  float64 `json:"beta"`  // chance of H0 where A is Elo1 stronger
}

// The verdicts of an SPRT.
const (
	AcceptH0  = "H0" // A is not Elo1 stronger
	AcceptH1  = "H1" // A is more than Elo0 stronger
	Undecided = "undecided"
)

// ParseSPRT reads ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA. The chances of error are 0.05 if it does
// not say.
func ParseSPRT(text string) (SPRT, error) {
	wrong := fmt.Errorf("sprt %q: want ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, as 0,35", text)
	parts := strings.Split(text, ",")
	if len(parts) != 2 && len(parts) != 4 {
		return SPRT{}, wrong
	}
	var x [4]float64
	x[2], x[3] = 0.05, 0.05
	for i, part := range parts {
		var err error
		if x[i], err = strconv.ParseFloat(strings.TrimSpace(part), 64); err != nil {
			return SPRT{}, wrong
		}
	}
	s := SPRT{Elo0: x[0], Elo1: x[1], Alpha: x[2], Beta: x[3]}
	return s, s.Validate()
}

// Validate refuses tests that cannot be.
func (s SPRT) Validate() error {
	switch {
	case !(s.Elo0 < s.Elo1) || s.Elo0 < -2000 || s.Elo1 > 2000:
		return fmt.Errorf("sprt of %v against %v Elo: want the first one less, both from -2000 to 2000", s.Elo0, s.Elo1)
	case !(s.Alpha > 0 && s.Beta > 0 && s.Alpha+s.Beta < 1):
		return errors.New("sprt: want chances of error above 0, their sum below 1")
	}
	return nil
}

// Bounds are where the test ends: H0 at or below the lower one, H1 at or above the upper one.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// LLR is the logarithm of how much likelier the games are under H1 than under H0.
func (s SPRT) LLR(t Tally) float64 {
	return logLikelihood(t, 1/(1+math.Pow(10, -s.Elo1/400))) - logLikelihood(t, 1/(1+math.Pow(10, -s.Elo0/400)))
}

// Verdict is what the test says after some games.
func (s SPRT) Verdict(t Tally) string {
	lower, upper := s.Bounds()
	switch llr := s.LLR(t); {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Undecided
}

// logLikelihood is the greatest log-likelihood of the games among frequencies w, d, l of wins,
// draws and losses with w + d/2 = score. With w = score − d/2 and l = 1 − score − d/2 it is
// concave in d, and its derivative is 0 where
//
//	N·d² − (W·b + 2D + L·a)·d + D·a·b = 0,  a = 2·score, b = 2 − a
//
// of which d is the lesser root.
func logLikelihood(t Tally, score float64) float64 {
	w, d, l := float64(t.Wins), float64(t.Draws), float64(t.Losses)
	a, b := 2*score, 2-2*score
	draws := 0.0
	if d > 0 {
		half := w*b + 2*d + l*a
		draws = 2 * d * a * b / (half + math.Sqrt(max(0, half*half-4*(w+d+l)*d*a*b)))
	}
	sum := 0.0
	for _, x := range [3][2]float64{{w, (a - draws) / 2}, {d, draws}, {l, (b - draws) / 2}} {
		if x[0] > 0 {
			sum += x[0] * math.Log(x[1])
		}
	}
	return sum
}
