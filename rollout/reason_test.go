package rollout

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// What the rules say is how often they play.
func TestRulesSayHowOftenTheyPlay(t *testing.T) {
	for name, c := range map[string]struct {
		ruled Ruled
		move  func(*board.Position, *board.Rand) board.Point
	}{
		"uniform":   {Uniform{}, func(pos *board.Position, r *board.Rand) board.Point { return pos.RandomMove(r) }},
		"mogo":      ruled(NewMoGo(MoGoConfig{})),
		"mogo-safe": ruled(NewMoGo(MoGoConfig{AvoidSelfAtari: true})),
		"informed":  ruled(newInformed(t, DefaultInformedConfig())),
		"all rules": ruled(newInformed(t, InformedConfig{Atari: 1, SelfAtari: 1})),
	} {
		used, several := map[string]bool{}, 0
		rng := board.NewRand(7)
		pos := board.NewPosition(5)
		for n := range 120 {
			if n%40 == 0 {
				pos = board.NewPosition(5)
			}
			rules := c.ruled.Rules(&pos)
			for _, r := range rules {
				used[r.Rule] = true
			}
			want, total := Chances(rules), 0.0
			for _, p := range want {
				total += p
			}
			if total > 1+1e-9 {
				t.Fatalf("%s: chances sum to %v", name, total)
			}
			if len(want) > 1 {
				several++
			}
			const draws = 700
			got := map[board.Point]float64{}
			for range draws {
				again := pos // the search for a random move changes the order of points
				got[c.move(&again, &rng)]++
			}
			want[board.Pass] = 1 - total
			for p := range got {
				if _, ok := want[p]; !ok {
					t.Fatalf("%s plays %s, which no rule has:\n%s", name, p.Vertex(5), pos.String())
				}
			}
			for p, chance := range want {
				// Five standard deviations of a binomial count.
				if tolerance := 5*math.Sqrt(draws*chance*(1-chance)+1e-9) + 1; math.Abs(got[p]-draws*chance) > tolerance {
					t.Fatalf("%s plays %s %v times of %d, want %.1f:\n%s", name, p.Vertex(5), got[p], draws, draws*chance, pos.String())
				}
			}
			pos.Play(c.move(&pos, &rng), pos.ToMove())
		}
		if !used[anyMove] || several == 0 || name == "informed" && len(used) < 6 {
			t.Errorf("%s has used %v", name, used)
		}
	}
}

// ruled is a playout with its next move in a position that it does not know yet.
func ruled[R interface {
	rules
	Ruled
}](x R) struct {
	ruled Ruled
	move  func(*board.Position, *board.Rand) board.Point
} {
	return struct {
		ruled Ruled
		move  func(*board.Position, *board.Rand) board.Point
	}{x, func(pos *board.Position, r *board.Rand) board.Point {
		x.known().reset(pos)
		return x.move(pos, r)
	}}
}

// The features of a move by name and weight make its score.
func TestFeatureNames(t *testing.T) {
	p := somePolicy(t, KindTree, 3)
	names := map[string]bool{}
	randomGames([]int{5, 7}, 3, func(pos *board.Position, _ *board.Rand) {
		var c Candidates
		NewReader(p).Read(pos, &c)
		for i := range c.Moves {
			sum := float32(0)
			for _, number := range c.Of(i) {
				f := p.Feature(number)
				names[f.Name] = true
				sum += f.Weight
			}
			if sum != p.Score(c.Of(i)) {
				t.Fatalf("%v, want %v", sum, p.Score(c.Of(i)))
			}
		}
	})
	for number, want := range map[int32]Feature{
		featureSaveAtari:             {Name: "save atari"},
		featureNeighbour + 3:         {Name: "neighbour", Number: 3},
		featureNakade + 17:           {Name: "nakade", Number: 17},
		firstPattern:                 {Name: "response pattern"},
		p.book.firstOfTree() - 1:     {Name: "3x3 pattern", Number: len(p.book.patterns.Squares) - 1},
		p.book.firstOfTree():         {Name: "self-atari"},
		p.book.distanceFeature(0, 5): {Name: "last move distance", Number: 5},
		p.book.distanceFeature(1, 2): {Name: "the move before distance", Number: 2},
	} {
		if got := p.Feature(number); got.Name != want.Name || got.Number != want.Number {
			t.Errorf("feature %d: %+v, want %+v", number, got, want)
		}
	}
	if len(names) < 8 {
		t.Errorf("only %v came up", names)
	}
}
