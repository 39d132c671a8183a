package player

import (
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/shapes"
	"github.com/tengen-go/tengen/timing"
)

// A model in memory plays as its folder does, and a search pauses before its networks.
func TestModelInMemory(t *testing.T) {
	const size = 7
	dir := modeltest.Full(t, size)
	m, err := models.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	pauses := 0
	inMemory := &loaded.Networks{
		Pause: func() { pauses++ },
		Open: func(dir string) (*models.Model, error) {
			if dir != "bot" {
				t.Errorf("asked for %s", dir)
			}
			return m, nil
		},
	}
	for _, options := range []string{"policy:temperature=1,seed=3,model=", "search:playouts=30,threads=1,seed=3,model="} {
		var games [2][]board.Move
		for i, env := range []Env{{}, {Networks: inMemory}} {
			name := []string{dir, "bot"}[i]
			env.Rules = game.Go{Board: size}
			p, err := Players().Parse(options+name, env)
			if err != nil {
				t.Fatal(err)
			}
			g, err := board.NewGame(size, board.Chinese())
			if err == nil {
				err = p.NewGame(game.Of(g))
			}
			for range 6 {
				if err != nil {
					t.Fatal(err)
				}
				m := board.Move{Color: g.Position().ToMove()}
				var c Choice
				if c, err = p.Genmove(t.Context(), m.Color, timing.Clock{}); err != nil {
					t.Fatal(err)
				}
				if m.Point = c.Point; g.Play(m.Point, m.Color) != nil {
					t.Fatalf("%s plays %s", options, c.Vertex(size))
				}
				err = p.Play(m)
			}
			games[i] = g.Moves()
		}
		for i, m := range games[0] {
			if games[1][i] != m {
				t.Fatalf("%s: from the folder %v, from memory %v", options, games[0], games[1])
			}
		}
	}
	if pauses < 30 {
		t.Errorf("%d pauses", pauses)
	}
}

// Without model= a player has the weights of the size of each board, whatever it played before.
func TestWeightsGoWithTheBoard(t *testing.T) {
	of := map[int]string{5: modeltest.Full(t, 5), 7: modeltest.Full(t, 7)}
	var dirs []string
	for size, dir := range of {
		values, err := shapes.New(size)
		if err != nil {
			t.Fatal(err)
		}
		if err := shapes.Save(dir, values, models.Training{}); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, filepath.Dir(dir))
	}
	for _, text := range []string{
		"rave:playout=softmax", "rave:heuristic=shapes", "negamax:playout=softmax", "negamax:evaluation=shapes",
		"negamax:evaluation=value", "search:value=on",
	} {
		p, err := Players().Parse(text+",memory=1M", Env{Rules: game.Go{Board: 5}, ModelDirs: dirs, Threads: 1})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for _, size := range []int{5, 7, 5} {
			if err := p.NewGame(game.Of(endingtest.Empty(t, size))); err != nil {
				t.Errorf("%s, %d×%d: %v", text, size, size, err)
			}
			if got := p.(Defaulter).DefaultModel(); got != of[size] {
				t.Errorf("%s, %d×%d: plays with %s, want %s", text, size, size, got, of[size])
			}
		}
	}
}

// A board that a player refuses leaves it with the model of the board that it has.
func TestARefusedBoardChangesNoModel(t *testing.T) {
	small, large := modeltest.Full(t, 5), modeltest.Folder(t, 7, false)
	env := Env{Rules: game.Go{Board: 5}, ModelDirs: []string{filepath.Dir(small), filepath.Dir(large)}, Threads: 1}
	for _, text := range []string{
		"search:value=on", "search:lambda=0.3", "negamax:evaluation=value", "rave:playout=softmax",
	} {
		p, err := Players().Parse(text+",memory=4M", env)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if err := p.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if err := p.NewGame(game.Of(endingtest.Empty(t, 7))); err == nil {
			t.Errorf("%s plays 7×7", text)
		}
		if got := p.(Defaulter).DefaultModel(); got != small {
			t.Errorf("%s has the model %s, want %s", text, got, small)
		}
		if a, ok := p.(Adviser); ok {
			if err := a.Advise(make([]float32, 25), board.Black); err != nil {
				t.Errorf("%s: no advice after a refused board: %v", text, err)
			}
		}
	}
}
