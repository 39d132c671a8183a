// Command check looks at what the chain of a TOML file left in its folder, and fails if a stage,
// a player or a game is missing, if a network has learned nothing, or if the model does not
// play.
//
//	go run ./examples/check runs/first examples/tiny.toml
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/pipeline"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go run ./examples/check DIR FILE.toml")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintf(os.Stderr, "%s is not what %s should leave:\n%v\n", os.Args[1], os.Args[2], err)
		os.Exit(1)
	}
}

func run(dir, file string) error {
	cfg, err := pipeline.ReadConfig(file, nil)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, pipeline.ReportJSONName))
	if err != nil {
		return err
	}
	var r pipeline.Report
	if err := json.Unmarshal(text, &r); err != nil {
		return fmt.Errorf("%s: %w", pipeline.ReportJSONName, err)
	}
	if err := r.Check(&cfg); err != nil {
		return err
	}
	if err := checkModel(filepath.Join(dir, pipeline.ModelStage), &r); err != nil {
		return err
	}
	page, err := os.Stat(filepath.Join(dir, pipeline.ReportName))
	switch {
	case err != nil:
		return err
	case page.Size() < 10_000:
		return fmt.Errorf("%s has %d bytes: it is all but empty", pipeline.ReportName, page.Size())
	}
	rated := 0
	if s := r.Tournament().Standing; s != nil {
		rated = len(s.Players)
	}
	fmt.Printf("checked: %d stages, %d players, %d games of the tournament, a model that plays\n",
		len(r.Stages), rated, games(&r))
	return nil
}

// checkModel loads the finished model, compares it with the report, and has it play a move.
func checkModel(dir string, r *pipeline.Report) error {
	_, m, err := nets.LoadModel(dir)
	if err != nil {
		return err
	}
	left := map[string]string{}
	for _, n := range m.Networks {
		left[n.File.Name] = n.File.SHA256
	}
	if want := r.Results(pipeline.ModelStage); !maps.Equal(left, want) {
		return fmt.Errorf("the networks of %s are %v, and the report has %v", dir, left, want)
	}
	if komi, ok := m.Networks[models.Value].Training.Figures[models.KomiFigure]; !ok || komi != r.Komi {
		return fmt.Errorf("the value network of %s says komi %v (%v), want %v", dir, komi, ok, r.Komi)
	}
	p, err := player.Players().Parse(r.Player+",playouts=16,memory=4M", player.Env{
		Rules:   game.Go{Board: r.Board},
		Threads: 1,
	})
	if err != nil {
		return err
	}
	defer p.Close()
	rules := board.Chinese()
	rules.Komi = r.Komi
	g, err := board.NewGame(r.Board, rules)
	if err != nil {
		return err
	}
	if err := p.NewGame(game.Of(g)); err != nil {
		return err
	}
	move, err := p.Genmove(context.Background(), board.Black, timing.Clock{})
	if err == nil && (move.Resign || move.Point == board.Pass) {
		err = errors.New("it begins the game by " + move.Vertex(r.Board))
	}
	if err != nil {
		return fmt.Errorf("player %s: %w", r.Player, err)
	}
	return nil
}
