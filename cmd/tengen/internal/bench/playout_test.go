package bench

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/bench"
)

// printed is what run writes to stdout.
func printed(t *testing.T, run func() error) []byte {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = w
	err = run()
	os.Stdout = stdout
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestBenchPlayout(t *testing.T) {
	c := PlayoutCmd{
		Common: flags.Common{Answer: flags.Answer{JSON: true}, Threads: 2}, Board: 9, Kind: "uniform",
		Time: 20 * time.Millisecond,
	}
	var got struct {
		Board        int     `json:"board"`
		Kind         string  `json:"kind"`
		Threads      int     `json:"threads"`
		Playouts     float64 `json:"playouts_per_s"`
		Moves        float64 `json:"moves_per_s"`
		MovesPerGame float64 `json:"moves_per_game"`
		BlackWins    float64 `json:"black_wins"`
	}
	if err := json.Unmarshal(printed(t, func() error { return c.Run(context.Background()) }), &got); err != nil {
		t.Fatal(err)
	}
	// A uniform random game on 9×9 has about 111 moves, and Black wins a little more than
	// half without komi.
	if got.Board != 9 || got.Kind != "uniform" || got.Threads != 2 || got.Playouts <= 0 || got.Moves <= got.Playouts ||
		got.MovesPerGame < 100 || got.MovesPerGame > 125 || got.BlackWins < 0.3 || got.BlackWins > 0.7 {
		t.Errorf("%+v", got)
	}
}

// A uniform random game of tic-tac-toe has 7.62 moves, and X wins 58.5% of them; 8×8 with five
// exactly has about 47 moves. The 64 games that are played at least tell the players apart: their
// results' shares are within 0.062 of the true ones, standard error.
func TestBenchPlayoutOfSmallGames(t *testing.T) {
	for game, want := range map[string]playoutSpeed{
		"tictactoe":              {Board: 3, Game: "tictactoe", PlayoutSpeed: bench.PlayoutSpeed{MovesPerGame: 7.62, BlackWins: 0.585, Draws: 0.127}},
		"gomoku:exact=on":        {Board: 8, Game: "gomoku:size=8,length=5,exact=on", PlayoutSpeed: bench.PlayoutSpeed{MovesPerGame: 47.4, BlackWins: 0.49, Draws: 0.05}},
		"gomoku:size=3,length=3": {Board: 3, Game: "gomoku:size=3,length=3,exact=off", PlayoutSpeed: bench.PlayoutSpeed{MovesPerGame: 7.62, BlackWins: 0.585, Draws: 0.127}},
	} {
		c := PlayoutCmd{
			Common: flags.Common{Answer: flags.Answer{JSON: true}, Threads: 2, Seed: 1}, Game: game, Kind: "uniform",
			Time: 20 * time.Millisecond,
		}
		var got playoutSpeed
		if err := json.Unmarshal(printed(t, func() error { return c.Run(context.Background()) }), &got); err != nil {
			t.Fatal(err)
		}
		near := func(a, b, off float64) bool { return a > b-off && a < b+off }
		if got.Board != want.Board || got.Game != want.Game || got.Threads != 2 || got.PlayoutsPerS <= 0 || got.Seconds <= 0 ||
			!near(got.MovesPerGame, want.MovesPerGame, want.MovesPerGame/8) || !near(got.BlackWins, want.BlackWins, 0.2) || !near(got.Draws, want.Draws, 0.2) || got.Draws == 0 {
			t.Errorf("%s: %+v", game, got)
		}
	}
}

func TestBenchBoard(t *testing.T) {
	c := BoardCmd{Common: flags.Common{Answer: flags.Answer{JSON: true}}, Board: 13, Time: time.Millisecond}
	var got map[string]float64
	if err := json.Unmarshal(printed(t, func() error { return c.Run(t.Context()) }), &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"moves_per_s", "copies_per_s", "ladder_positions_per_s", "position_bytes"} {
		if got[key] <= 0 {
			t.Errorf("%s is %v", key, got[key])
		}
	}
	if got["board"] != 13 || got["threads"] != 1 {
		t.Errorf("%v", got)
	}
}

// An interruption ends a measurement, however long it was to be.
func TestBenchIsInterrupted(t *testing.T) {
	const long = time.Hour
	for name, run := range map[string]func(context.Context) error{
		"board":    (&BoardCmd{Board: 9, Time: long}).Run,
		"features": (&FeaturesCmd{Common: flags.Common{Threads: 2}, Board: 9, Time: long}).Run,
		"peak":     (&PeakCmd{Common: flags.Common{Threads: 2}, Time: long}).Run,
		"playout":  (&PlayoutCmd{Common: flags.Common{Threads: 2}, Board: 9, Kind: "uniform", Time: long}).Run,
	} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(20*time.Millisecond, cancel)
		if err := run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want an interruption", name, err)
		}
	}
}

func TestBenchRefusesWrongUse(t *testing.T) {
	for _, c := range []PlayoutCmd{
		{Board: 1, Kind: "uniform", Time: time.Second},
		{Board: 20, Kind: "uniform", Time: time.Second},
		{Board: 9, Kind: "uniform"},
		{Board: 9, Kind: "clever", Time: time.Second},
		{Game: "checkers", Kind: "uniform", Time: time.Second},
		{Game: "gomoku", Board: 9, Kind: "uniform", Time: time.Second},
		{Game: "gomoku", Kind: "mogo", Time: time.Second},
		{Game: "gomoku", Kind: "uniform"},
		{Common: flags.Common{Threads: -1}, Board: 9, Kind: "uniform", Time: time.Second},
	} {
		var wrong *usage.Error
		if err := c.Run(context.Background()); !errors.As(err, &wrong) {
			t.Errorf("%+v: %v, want wrong use", c, err)
		}
	}
}
