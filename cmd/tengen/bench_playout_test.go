package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"
	"time"
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
	c := BenchPlayoutCmd{Common: Common{JSON: true, Threads: 2}, Board: 9, Kind: "uniform", Time: 20 * time.Millisecond}
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

func TestBenchBoard(t *testing.T) {
	c := BenchBoardCmd{Common: Common{JSON: true}, Board: 13, Time: time.Millisecond}
	var got map[string]float64
	if err := json.Unmarshal(printed(t, c.Run), &got); err != nil {
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

func TestBenchRefusesWrongUse(t *testing.T) {
	for _, c := range []BenchPlayoutCmd{
		{Board: 1, Kind: "uniform", Time: time.Second},
		{Board: 20, Kind: "uniform", Time: time.Second},
		{Board: 9, Kind: "uniform"},
		{Board: 9, Kind: "clever", Time: time.Second},
		{Common: Common{Threads: -1}, Board: 9, Kind: "uniform", Time: time.Second},
	} {
		var usage *usageError
		if err := c.Run(context.Background()); !errors.As(err, &usage) {
			t.Errorf("%+v: %v, want wrong use", c, err)
		}
	}
}
