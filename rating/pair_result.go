package rating

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// PairResult is what two players came to, by who had Black: all counts are of A's wins and
// losses.
type PairResult struct {
	A       string `json:"a"`
	B       string `json:"b"`
	Black   Tally  `json:"a_black"`          // games in which A had Black
	White   Tally  `json:"a_white"`          // games in which A had White
	Unknown Tally  `json:"unknown,omitzero"` // games in which it is unknown who had Black
	// Repeated are the games that repeat an earlier one. They are among the games above, but
	// no figure is based on them.
	Repeated Colors `json:"repeated,omitzero"`
	// AFaults and BFaults are the games that A and B lost by a fault.
	AFaults Faults `json:"a_faults,omitzero"`
	BFaults Faults `json:"b_faults,omitzero"`
}

// Faults are games that a player lost by something else than its play.
type Faults struct {
	Failed  int `json:"failed,omitzero"` // by EndFailed
	Illegal int `json:"illegal,omitzero"`
	Time    int `json:"time,omitzero"`
}

// Games is how many they are.
func (f Faults) Games() int { return f.Failed + f.Illegal + f.Time }

func (f Faults) plus(g Faults) Faults {
	return Faults{f.Failed + g.Failed, f.Illegal + g.Illegal, f.Time + g.Time}
}

// String says what the faults were: "2 failed, 1 on time".
func (f Faults) String() string {
	var list []string
	for _, kind := range []struct {
		games int
		what  string
	}{{f.Failed, "failed"}, {f.Illegal, "illegal"}, {f.Time, "on time"}} {
		if kind.games > 0 {
			list = append(list, fmt.Sprintf("%d %s", kind.games, kind.what))
		}
	}
	return strings.Join(list, ", ")
}

// Colors are counts from the side of A, by who had Black.
type Colors struct {
	Black   Tally `json:"a_black,omitzero"`
	White   Tally `json:"a_white,omitzero"`
	Unknown Tally `json:"unknown,omitzero"`
}

// Total counts all games.
func (c Colors) Total() Tally { return c.Black.Plus(c.White).Plus(c.Unknown) }

// Distinct is the result without the games that repeat another.
func (r PairResult) Distinct() PairResult {
	return PairResult{
		A:       r.A,
		B:       r.B,
		Black:   r.Black.minus(r.Repeated.Black),
		White:   r.White.minus(r.Repeated.White),
		Unknown: r.Unknown.minus(r.Repeated.Unknown),
		AFaults: r.AFaults, BFaults: r.BFaults,
	}
}

// Total counts all games from the side of A.
func (r PairResult) Total() Tally { return r.Black.Plus(r.White).Plus(r.Unknown) }

// turned is the same from the side of B.
func (r PairResult) turned() PairResult {
	return PairResult{
		A: r.B, B: r.A, Black: r.White.turned(), White: r.Black.turned(), Unknown: r.Unknown.turned(),
		Repeated: Colors{
			Black:   r.Repeated.White.turned(),
			White:   r.Repeated.Black.turned(),
			Unknown: r.Repeated.Unknown.turned(),
		},
		AFaults: r.BFaults, BFaults: r.AFaults,
	}
}

// merged adds up results of the same players, in the order of their names, A the lesser one.
// Games of a player with itself, and pairs without games, are left out. The answer does not
// depend on the order of results.
func merged(results []PairResult) []PairResult {
	sums := map[[2]string]*PairResult{}
	for _, r := range results {
		if r.A == r.B || r.Total().Games() == 0 {
			continue
		}
		if r.A > r.B {
			r = r.turned()
		}
		key := [2]string{r.A, r.B}
		sum, ok := sums[key]
		if !ok {
			sum = &PairResult{A: r.A, B: r.B}
			sums[key] = sum
		}
		sum.Black = sum.Black.Plus(r.Black)
		sum.White = sum.White.Plus(r.White)
		sum.Unknown = sum.Unknown.Plus(r.Unknown)
		sum.AFaults, sum.BFaults = sum.AFaults.plus(r.AFaults), sum.BFaults.plus(r.BFaults)
		again := &sum.Repeated
		again.Black = again.Black.Plus(r.Repeated.Black)
		again.White = again.White.Plus(r.Repeated.White)
		again.Unknown = again.Unknown.Plus(r.Repeated.Unknown)
	}
	list := make([]PairResult, 0, len(sums))
	for _, r := range sums {
		list = append(list, *r)
	}
	slices.SortFunc(list, func(x, y PairResult) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	return list
}
