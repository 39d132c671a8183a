package papers

import (
	"math"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/rating"
)

// doubledSteps are matches of twice the playouts, from 100 on, of which so many of 1,000 games are won.
func doubledSteps(wins ...int) (chain []scaleStep) {
	from := 100.0
	for _, w := range wins {
		chain = append(chain, scaleStep{from, 2 * from, rating.Tally{Wins: w, Losses: 1000 - w}})
		from *= 2
	}
	return chain
}

// By hand: 64 % are 99.95 Elo, 53 % are 20.9, 70 % are 147.2.
func TestWhatADoublingIsWorth(t *testing.T) {
	mean, ok := worthOfADoubling(doubledSteps(640, 640, 640, 640))
	one := inElo(lab.Share(640, 1000))
	if !ok || math.Abs(mean.Value-99.95) > 0.1 {
		t.Errorf("%+v, want 100 Elo", mean)
	}
	// The mean of four independent numbers has half of the interval of one.
	if got, want := mean.Hi-mean.Lo, (one.Hi-one.Lo)/2; math.Abs(got-want) > 1e-9 {
		t.Errorf("the interval is %v wide, want %v", got, want)
	}
	// A step of four times the playouts is two doublings.
	wide := []scaleStep{{100, 400, rating.Tally{Wins: 640, Losses: 360}}}
	if mean, _ := worthOfADoubling(wide); math.Abs(mean.Value-one.Value/2) > 1e-9 {
		t.Errorf("four times the playouts: %v a doubling, want half of %v", mean.Value, one.Value)
	}
	if _, ok := worthOfADoubling(doubledSteps(640, 1000)); ok {
		t.Error("something was said where one side won all games")
	}
}

func TestWhetherADoublingIsWorthLess(t *testing.T) {
	if _, ok := changeOfADoubling(doubledSteps(700, 530)); ok {
		t.Error("a change of two steps")
	}
	// The worths 147.2, 84.0 and 20.9 are on a line of slope −63.1.
	falling, ok := changeOfADoubling(doubledSteps(700, 619, 530))
	if !ok || math.Abs(falling.Value+63.1) > 0.5 || !lab.Exact(0).Above(falling) {
		t.Errorf("falling: %+v", falling)
	}
	// Equal intervals of ±h at three places one apart give the slope ±h/√2.
	level, _ := changeOfADoubling(doubledSteps(640, 640, 640))
	one := inElo(lab.Share(640, 1000))
	if math.Abs(level.Value) > 1e-9 || math.Abs(level.Hi-(one.Hi-one.Lo)/2/math.Sqrt2) > 1e-9 {
		t.Errorf("level: %+v", level)
	}
}

func TestDoublingsInWords(t *testing.T) {
	for want, wins := range map[string][]int{
		"in all steps.": {700, 640, 640},
		"in these steps: b0. Not in these: b1; b2.": {700, 510, 490},
		"In no step":          {500, 510, 490},
		"So it becomes less.": {800, 660, 510},
		"do not show that it becomes less or more": {640, 640, 640},
		"1 of 1 agree": {640, 640, 640},
	} {
		table := &lab.Table{Columns: []string{"won, %", "Elo difference", "won-lost"}}
		for i := range wins {
			table.Row("b"+string(rune('0'+i)), lab.Words(""), lab.Words(""), lab.Words(""))
		}
		said := strings.Join(doubled{published: 100}.conclude(doubledSteps(wins...), table), " ")
		if !strings.Contains(said, want) {
			t.Errorf("%v: %q is not in %q", wins, want, said)
		}
	}
}
