package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/selfplay"
)

// ValueData says how the games for the value network are made.
type ValueData struct {
	// Games is how many, one position each.
	Games int `toml:"games" help:"Self-play games for the value network, one position of each." why:"Each game gives one position. With too few the network learns the games by heart."`
	// Temperature is the temperature of both policies.
	Temperature float64 `toml:"temperature" help:"Temperature of both policies in these games: higher is more varied."`
	// MaxU is the last move before the position; 0 is the paper's in proportion to the board.
	MaxU int `toml:"max-u" help:"Last move before the position; 0: the paper's, in proportion to the board."`
	// Settle ends a game once the winner is beyond doubt.
	Settle bool `toml:"settle" help:"End a game once the winner is beyond doubt."`
}

// longest is the number of moves after which a game is counted as it stands.
func longest(size int) int { return 3 * size * size }

// Validate says which key is wrong.
func (v *ValueData) Validate(c *Config) error {
	size := c.Board
	switch {
	case v.Games < 100 || v.Games > 1<<30:
		return fmt.Errorf("games %d: want 100 or more", v.Games)
	case !(v.Temperature >= 0 && v.Temperature <= 100):
		return fmt.Errorf("temperature %v: want 0 to 100", v.Temperature)
	case v.MaxU < 0:
		return fmt.Errorf("max-u %d: want 1 or more, or 0", v.MaxU)
	case v.maxU(size) >= longest(size):
		return fmt.Errorf("max-u %d: want fewer than %d, the moves after which games on %[3]d×%[3]d end",
			v.MaxU, longest(size), size)
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

// ValueDataFigures describe the games made for the value network.
type ValueDataFigures struct {
	selfplay.Tally
	MaxU int `json:"max_u"`
}

// valueDataStage makes the games of which the value network learns one position each
// (Silver et al. 2016, Methods, "Value network: regression").
func (w *work) valueDataStage() stages.Stage {
	v := w.cfg.ValueData()
	return stages.Stage{
		Title: "games for the value network",
		Settings: map[string]any{
			"games":       v.Games,
			"temperature": v.Temperature,
			"max_u":       v.maxU(w.cfg.Board),
			"settle":      v.Settle,
			"komi":        w.cfg.Komi,
			"seed":        w.cfg.Seed,
		},
		Run: w.makeValueData,
	}
}

// makeValueData is the stage.
func (w *work) makeValueData(ctx context.Context, dir string) (_ any, err error) {
	v := w.cfg.ValueData()
	config := selfplay.Config{
		Size:      w.cfg.Board,
		Komi:      w.cfg.Komi,
		MoveLimit: longest(w.cfg.Board),
		Threads:   w.opt.Threads,
		Seed:      w.cfg.Seed,
		Settle:    v.Settle,
	}
	plan := selfplay.ValueData{SL: 0, RL: 1, MaxU: v.maxU(w.cfg.Board)}
	about := selfplay.About{
		Program:   w.opt.Program,
		Kind:      selfplay.KindValue,
		Board:     config.Size,
		Komi:      config.Komi,
		MoveLimit: config.MoveLimit,
		MaxU:      plan.MaxU, Settle: config.Settle, Seed: config.Seed,
	}
	var players [2]selfplay.Player
	for i, p := range []struct{ role, stage string }{{"sl", PolicyStage}, {"rl", ReinforceStage}} {
		policy, m, err := nets.LoadPolicy(w.path(p.stage))
		if err != nil {
			return nil, err
		}
		players[i] = selfplay.Player{Policy: policy, Temperature: v.Temperature}
		about.Players = append(about.Players, selfplay.AboutPlayer{
			Role: p.role, Name: p.stage, SHA256: m.Networks[models.Policy].File.SHA256, Temperature: &v.Temperature,
		})
	}
	file, err := selfplay.OpenFile(filepath.Join(dir, GamesName), about)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	const task = "games for the value network"
	first := int64(file.Set().Len())
	machines, err := w.machines(ctx, ValueDataStage)
	if err != nil {
		return nil, err
	}
	order := selfplay.Order{Config: config, Players: players, Pairing: plan, Games: v.Games}
	err = machines.Make(ctx, file, order, func(g *selfplay.Game) {
		w.opt.Watch.Progress(Progress{task, task, first, int64(g.Index + 1), int64(v.Games), "games"})
	})
	if err == nil {
		err = machines.DropModels(ctx)
	}
	return ValueDataFigures{Tally: file.Tally(), MaxU: plan.MaxU}, err
}

// valueDataKind declares the stage valuedata.
var valueDataKind = kind{
	name:  ValueDataStage,
	needs: []string{PolicyStage, ReinforceStage},
	sections: []namedSection{
		{"valuedata", func() section { return &ValueData{Games: 30_000, Temperature: 1, Settle: true} }},
	},
	results: []string{GamesName},
	stage:   func(_ context.Context, w *work) (stages.Stage, error) { return w.valueDataStage(), nil },
	key:     "value_data",
	figures: func() any { return &ValueDataFigures{} },
	check:   checkValueData,
}

// ValueData is the section [valuedata].
func (c *Config) ValueData() *ValueData { return sectionOf[*ValueData](c, "valuedata") }

// ValueData are the figures of the stage valuedata, nil if it is not done.
func (r *Report) ValueData() *ValueDataFigures { return figuresOf[ValueDataFigures](r, ValueDataStage) }

func checkValueData(r *Report, _ *Config) error {
	v, ends := r.ValueData(), 0
	for _, n := range v.Endings {
		ends += n
	}
	if v.Games < 100 || v.Games != v.BlackWins+v.WhiteWins+v.Draws || v.Games != ends ||
		v.BlackWins == 0 || v.WhiteWins == 0 {
		return fmt.Errorf("games for the value network: %+v", v.Tally)
	}
	return nil
}
