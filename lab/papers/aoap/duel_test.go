package aoap

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/search/smallstate"
)

// ticTacToeDuel is as many rounds of aoap-1.2, trained against a random opponent.
func ticTacToeDuel(t *testing.T, first, second string, plainRandom bool, rounds int) outcomes {
	t.Helper()
	d := duel{
		start: &smallstate.TicTacToe{}, setting: paperSetting(1), opponent: "random", rollouts: 200, memory: ticTacToeMemory,
		players: [2]treePolicy{policyOf(first), policyOf(second)}, plainRandom: plainRandom,
	}
	o, err := d.play(t.Context(), rounds, rand.New(rand.NewPCG(1, 2)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if o.rounds() != rounds {
		t.Fatalf("%v are not %d rounds", o, rounds)
	}
	return o
}

// Table 1 has (526, 449, 25) for Random against Random, which random moves do not come near:
// of those the second player wins 28.8%. A random tree policy does.
func TestRandomOfTheTablesIsATreePolicy(t *testing.T) {
	const rounds = 200
	published := table1.rounds[0][0]
	tree := ticTacToeDuel(t, "random", "random", false, rounds)
	plain := ticTacToeDuel(t, "random", "random", true, rounds)
	for k := range published {
		if ours := lab.Share(float64(tree[k]), rounds); ours.Apart(lab.Share(float64(published[k]), 1000)) {
			t.Errorf("a random tree policy has %v, published is %v of 1000", tree, published)
		}
	}
	if lost := lab.Share(float64(plain[2]), rounds); lost.Lo > 0.288 || lost.Hi < 0.288 {
		t.Errorf("of random moves the second player won %v of %d rounds, want 28.8%%", plain[2], rounds)
	}
}

// A search of 200 playouts hardly ever loses to random moves.
func TestPoliciesBeatRandomMoves(t *testing.T) {
	for _, p := range treePolicies[1:] {
		if o := ticTacToeDuel(t, p.Key, "random", true, 50); o[0] < 40 || o[2] > 5 {
			t.Errorf("%s against random moves: %v", p.Name, o)
		}
		if o := ticTacToeDuel(t, "random", p.Key, true, 50); o[2] < 30 {
			t.Errorf("random moves against %s: %v", p.Name, o)
		}
	}
}

func TestRoundsRepeatFromTheSeed(t *testing.T) {
	if a, b := ticTacToeDuel(t, "ttts", "aoap", false, 20), ticTacToeDuel(t, "ttts", "aoap", false, 20); a != b {
		t.Errorf("%v and %v of the same seed", a, b)
	}
}

// By hand: three policies matter. A wins 8 of 10 against B as player 1 and 7 of 10 as player 2, and 6 of 10 against C on
// either side; B wins 5 of 10 against C. A's lead over B is 2·(6+4) from their own rounds, and 4 from C's.
func TestNetLead(t *testing.T) {
	var p pairings
	for i := range p {
		for j := range p[i] {
			p[i][j] = outcomes{5, 0, 5}
		}
	}
	p[0][1], p[1][0] = outcomes{8, 0, 2}, outcomes{3, 0, 7}
	p[0][2], p[2][0] = outcomes{6, 0, 4}, outcomes{4, 0, 6}
	lead := netLead(p, 0, 1, 0)
	if lead.Value != 24 || netWin(p, 0, 0).Value-netWin(p, 1, 0).Value != lead.Value {
		t.Errorf("the lead is %v, want 24", lead)
	}
	// The rounds between the two count twice, so their variance counts four times: 4·(10·0.64 + 10·0.84) between A and
	// B, 2·10·0.96 between A and C and 100 in the other ten cells.
	half := interval.Z95 * math.Sqrt(4*(6.4+8.4)+19.2+100)
	if math.Abs(lead.Hi-24-half) > 1e-9 {
		t.Errorf("half of the interval is %v, want %v", lead.Hi-24, half)
	}
	if ten := netLead(p, 0, 1, 100); math.Abs(ten.Value-240) > 1e-9 {
		t.Errorf("of 100 rounds a pair: %v, want 240", ten)
	}
}
