package pipeline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
)

// ValueData says how the games for the value network are made.
type ValueData struct {
	// Games is how many, one position each.
	Games int `toml:"games"`
	// Temperature is that of both policies.
	Temperature float64 `toml:"temperature"`
	// MaxU is the last move before the position; 0 is the paper's in proportion to the board.
	MaxU int `toml:"max-u"`
	// Settle ends games whose winner is beyond doubt.
	Settle bool `toml:"settle"`
}

// Validate says which key is wrong.
func (v *ValueData) Validate() error {
	switch {
	case v.Games < 100 || v.Games > 1<<30:
		return fmt.Errorf("games %d: want 100 or more", v.Games)
	case !(v.Temperature >= 0 && v.Temperature <= 100):
		return fmt.Errorf("temperature %v: want 0 to 100", v.Temperature)
	case v.MaxU < 0:
		return fmt.Errorf("max-u %d: want 1 or more, or 0", v.MaxU)
	}
	return nil
}

// maxU is the bound of U.
func (v *ValueData) maxU(size int) int {
	if v.MaxU > 0 {
		return v.MaxU
	}
	return selfplay.ScaledMaxU(size)
}

// ValueDataFigures tell of the games made for the value network.
type ValueDataFigures struct {
	Games     int `json:"games"`
	BlackWins int `json:"black_wins"`
	WhiteWins int `json:"white_wins"`
	Draws     int `json:"draws"`
	Moves     int `json:"moves"`
	MaxU      int `json:"max_u"`
}

// valueDataPart is how many games are saved at a time: what a kill costs at most.
const valueDataPart = 1000

// valueDataStage makes the games of which the value network learns one position each
// (Silver et al. 2016, Methods, "Value network: regression").
func (w *work) valueDataStage() Stage {
	v := &w.cfg.ValueData
	return Stage{
		Name: ValueDataStage, Title: "games for the value network", Needs: []string{PolicyStage, ReinforceStage}, Results: []string{GamesName},
		Settings: map[string]any{
			"games": v.Games, "temperature": v.Temperature, "max_u": v.maxU(w.cfg.Board), "settle": v.Settle, "komi": w.cfg.Komi, "seed": w.cfg.Seed,
		},
		Run: w.makeValueData,
	}
}

// makeValueData is the stage. Games are kept in parts, and joined when there are enough.
func (w *work) makeValueData(ctx context.Context, dir string) (any, error) {
	v := &w.cfg.ValueData
	sl, _, err := nets.LoadPolicy(w.path(PolicyStage))
	if err != nil {
		return nil, err
	}
	rl, _, err := nets.LoadPolicy(w.path(ReinforceStage))
	if err != nil {
		return nil, err
	}
	config := selfplay.Config{Size: w.cfg.Board, Komi: w.cfg.Komi, Threads: w.opt.Threads, Seed: w.cfg.Seed, Settle: v.Settle}
	players := []selfplay.Player{{Policy: sl, Temperature: v.Temperature}, {Policy: rl, Temperature: v.Temperature}}
	plan := selfplay.ValueData{SL: 0, RL: 1, MaxU: v.maxU(w.cfg.Board)}
	parts := filepath.Join(dir, "parts")
	if err := os.MkdirAll(parts, 0o755); err != nil {
		return nil, err
	}
	figures := ValueDataFigures{MaxU: plan.MaxU}
	all := &record.Set{}
	for first := 0; first < v.Games; first += valueDataPart {
		n := min(valueDataPart, v.Games-first)
		path := filepath.Join(parts, fmt.Sprintf("%09d-%d%s", first, n, record.PackedExtension))
		if _, err := os.Stat(path); err != nil {
			part := &record.Set{}
			err := selfplay.Play(ctx, config, players, first, n, plan.Plan, func(g *selfplay.Game) error {
				part.Add(g.Record)
				w.progress("games for the value network", int64(g.Index+1), int64(v.Games), "games")
				return nil
			})
			if err != nil {
				return nil, err
			}
			if err := record.WritePacked(path, part); err != nil {
				return nil, err
			}
		}
		part, _, err := record.Read(ctx, []string{path}, record.Options{Threads: w.opt.Threads})
		if err != nil {
			return nil, err
		}
		if part.Len() != n {
			return nil, fmt.Errorf("%s holds %d games, want %d: remove it, and they are played again", path, part.Len(), n)
		}
		for i := range n {
			g := part.Game(i)
			figures.count(&g)
			all.Add(g)
		}
	}
	if err := record.WritePacked(filepath.Join(dir, GamesName), all); err != nil {
		return nil, err
	}
	return figures, os.RemoveAll(parts)
}

// count adds a game.
func (f *ValueDataFigures) count(g *record.Game) {
	f.Games++
	f.Moves += len(g.Moves)
	switch g.Result.Winner {
	case board.Black:
		f.BlackWins++
	case board.White:
		f.WhiteWins++
	default:
		f.Draws++
	}
}
