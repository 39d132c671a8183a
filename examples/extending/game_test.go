package extending_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/terminal"
)

// drop is a position of a game in which stones fall to the bottom of their column, and the first
// with three side by side in a row wins. Cells count from the top left.
type drop struct {
	size  int
	cells string // "X", "O" or "." for each cell
	last  int    // the cell of the last stone
	moves int
}

// Clone is an independent copy.
func (d *drop) Clone() search.State { c := *d; return &c }

// Set makes d a copy of another position.
func (d *drop) Set(from search.State) { *d = *from.(*drop) }

// Player is 0 for X, who begins.
func (d *drop) Player() int { return d.moves % 2 }

// Moves are the lowest free cells.
func (d *drop) Moves(buf []search.Move) []search.Move {
	for m := search.Move(0); int(m) < d.Range(); m++ {
		if d.Legal(m) {
			buf = append(buf, m)
		}
	}
	return buf
}

// Legal says whether a stone may lie there.
func (d *drop) Legal(m search.Move) bool {
	if _, over := d.Over(); over || m < 0 || int(m) >= d.Range() || d.cells[m] != '.' {
		return false
	}
	below := int(m) + d.size
	return below >= d.Range() || d.cells[below] != '.'
}

// Play puts a stone there.
func (d *drop) Play(m search.Move) {
	d.cells = d.cells[:m] + "XO"[d.Player():d.Player()+1] + d.cells[m+1:]
	d.last, d.moves = int(m), d.moves+1
}

// Over is the value for X: 1 with three of X in a row.
func (d *drop) Over() (value float32, over bool) {
	if d.moves == 0 {
		return 0, false
	}
	y := d.last / d.size
	for who, value := range map[string]float32{"XXX": 1, "OOO": -1} {
		if strings.Contains(d.cells[y*d.size:(y+1)*d.size], who) {
			return value, true
		}
	}
	return 0, d.moves == d.Range()
}

// Hash is equal for equal positions.
func (d *drop) Hash() uint64 {
	h := uint64(14695981039346656037)
	for i := range len(d.cells) {
		h = (h ^ uint64(d.cells[i])) * 1099511628211
	}
	return h
}

// Range is above every move.
func (d *drop) Range() int { return d.size * d.size }

// dropKind is the game for people: a name, and options.
var dropKind = game.Kind{
	Name: "drop", About: "stones fall; three side by side win",
	New: func() ([]options.Option, func() (game.Rules, error)) {
		d := &dropOptions{size: 4}
		return d.options(), d.rules
	},
}

// dropOptions are the options of the game.
type dropOptions struct{ size int }

func (d *dropOptions) options() []options.Option {
	return []options.Option{options.New("size", "N", "4", "side of the board", "",
		func(o *options.Values, n string) { d.size = o.Int(n, d.size, 3, 9) })}
}

func (d *dropOptions) rules() (game.Rules, error) {
	empty := drop{size: d.size, cells: strings.Repeat(".", d.size*d.size)}
	return game.Small{
		Name: "drop", Text: fmt.Sprintf("drop:size=%d", d.size), Title: "Drop", Goal: "3 side by side win",
		Size: d.size, Won: "row",
		Start: func() search.State { return empty.Clone() },
	}.Rules(), nil
}

func Example_game() {
	rules, err := append(game.AllKinds(), dropKind).Parse("drop:size=4")
	if err != nil {
		panic(err)
	}
	side := func(text string) match.Side {
		return match.Side{Name: text, Make: func() (player.Player, error) {
			return player.Players().Parse(text, player.Env{Rules: rules, Seed: 1, Threads: 1})
		}}
	}
	config := match.Config{Rules: rules, Games: 20, Parallel: 1, Seed: 1}
	count := match.Counter{Small: true}
	err = match.Run(context.Background(), config, side("uct:playouts=300"), side("random"), nil, func(g *match.Game) error {
		count.Add(g)
		return nil
	})
	if err != nil {
		panic(err)
	}
	fmt.Println("UCT wins more than 15 of 20:", count.Total().Wins > 15)
	// Output: UCT wins more than 15 of 20: true
}

// A person plays it in the terminal as well.
func TestOwnGameInTheTerminal(t *testing.T) {
	rules, err := append(game.AllKinds(), dropKind).Parse("drop:size=3")
	if err != nil {
		t.Fatal(err)
	}
	p, err := player.Players().Parse("uct:playouts=300", player.Env{Rules: rules, Seed: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	session, err := play.NewGameSession(p, play.GameConfig{Rules: rules, Human: board.Black})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := terminal.Plain(t.Context(), terminal.OfSmall(session, ""), strings.NewReader("a2\na1\n"), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Drop 3×3, 3 side by side win", "A2 is not a legal move: the rules of the game do not allow it now", "O: ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}
