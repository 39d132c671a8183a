package strength_test

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/strength"
)

// Every level of every board is found by its name, has a player that can play there, and is stronger
// than the one before.
func TestLevels(t *testing.T) {
	for size := 7; size <= 19; size++ {
		levels := strength.Levels(size)
		for i, l := range levels {
			if found, err := strength.Nearest(l.Name, size); err != nil || found != l {
				t.Errorf("%d×%d: %s is %+v, %v", size, size, l.Name, found, err)
			}
			if l.Player != "" && strength.Called(l.Player, size) != l.Words() {
				t.Errorf("%d×%d: %s is called %s", size, size, l.Player, strength.Called(l.Player, size))
			}
			if i == len(levels)-1 {
				if l != (strength.Level{Name: strength.Strongest}) {
					t.Errorf("%d×%d: the last is %+v", size, size, l)
				}
				continue
			}
			if l.Measured != (size == 9 || size == 19) || l.Rank() == 0 || l.Elo == 0 || l.Plus <= 0 {
				t.Errorf("%d×%d: %+v", size, size, l)
			}
			if i > 0 && (l.Rank() <= levels[i-1].Rank() || l.Elo <= levels[i-1].Elo) {
				t.Errorf("%d×%d: %s, %d Elo, stands above %s", size, size, l.Name, l.Elo, levels[i-1].Name)
			}
			p, err := player.Players().Parse(l.Player, player.Env{
				Rules: game.Go{Board: size}, Seed: 1, ModelDirs: []string{models.ShippedPrefix},
			})
			if err != nil {
				t.Errorf("%d×%d: %s: %v", size, size, l.Name, err)
				continue
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// A level is spelled as people do. A rank between two levels is the nearer one, and a rank beyond the scale
// the level at its end. What is no rank is refused with all levels.
func TestNearest(t *testing.T) {
	first := strength.Levels(9)[0]
	number := strings.TrimSuffix(first.Name, "k")
	for _, name := range []string{first.Name, strings.ToUpper(first.Name), number + " kyu", number + "級", " " + first.Name} {
		if l, err := strength.Nearest(name, 9); err != nil || l != first {
			t.Errorf("%q is %+v, %v", name, l, err)
		}
	}
	if l, err := strength.Nearest("Strongest", 9); err != nil || l.Name != strength.Strongest {
		t.Errorf("strongest is %+v, %v", l, err)
	}
	for name, want := range map[string]string{
		"3": "want a rank or strongest", "": "want a rank", "1500": "want a rank", "strong": "want a rank",
	} {
		if l, err := strength.Nearest(name, 9); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "strongest") {
			t.Errorf("%q: %+v, error %v, want %q", name, l, err, want)
		}
	}
	levels := strength.Levels(19)
	for i, l := range levels[1 : len(levels)-1] {
		for rank := levels[i].Rank() + 1; rank < l.Rank(); rank++ {
			want := l
			if rank-levels[i].Rank() <= l.Rank()-rank {
				want = levels[i]
			}
			if got, err := strength.Nearest(rank.String(), 19); err != nil || got != want {
				t.Errorf("%v is %+v, %v, want %s", rank, got, err, want.Name)
			}
		}
	}
	for name, want := range map[string]strength.Level{"30k": levels[0], "99k": levels[0], "9p": levels[len(levels)-2]} {
		if l, err := strength.Nearest(name, 19); err != nil || l != want {
			t.Errorf("the nearest to %s is %+v, %v", name, l, err)
		}
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{"8k": "8 kyu", "2d": "2 dan", "strongest": "strongest"} {
		if got := (strength.Level{Name: name}).Words(); got != want {
			t.Errorf("%s in words is %s, want %s", name, got, want)
		}
	}
}
