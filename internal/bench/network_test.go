package bench

import (
	"context"
	"testing"
	"time"

	"github.com/tengen-go/tengen/nets"
)

func TestWhatCannotBeMeasuredIsRefused(t *testing.T) {
	policy, value := &nets.PolicyConfig{Board: 5, Planes: 4, Filters: 8, Layers: 2}, nets.PaperValue()
	for name, cfg := range map[string]NetworkConfig{
		"no network":   {Input: "dense", Device: nets.CPU{}, Batch: 1, Threads: 1, Rounds: 1},
		"two networks": {Policy: policy, Value: &value, Input: "dense", Device: nets.CPU{}, Batch: 1, Threads: 1, Rounds: 1},
		"no batch":     {Policy: policy, Input: "dense", Device: nets.CPU{}, Threads: 1, Rounds: 1},
		"no thread":    {Policy: policy, Input: "dense", Device: nets.CPU{}, Batch: 1, Rounds: 1},
		"no device":    {Policy: policy, Input: "dense", Batch: 1, Threads: 1, Rounds: 1},
		"no input":     {Policy: policy, Device: nets.CPU{}, Batch: 1, Threads: 1, Rounds: 1},
	} {
		if _, err := Network(context.Background(), cfg); err == nil {
			t.Errorf("%s: measured", name)
		}
	}
	if _, err := Playouts(context.Background(), nil, time.Millisecond, 1); err == nil {
		t.Error("no playouts: measured")
	}
	if _, err := Board(t.Context(), 20, time.Millisecond, 1); err == nil {
		t.Error("a board of 20×20: measured")
	}
}

func TestMeasuringStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	policy := nets.PolicyConfig{Board: 5, Planes: 4, Filters: 8, Layers: 2}
	cfg := NetworkConfig{Policy: &policy, Input: "positions", Device: nets.CPU{}, Batch: 1, Threads: 1, Time: time.Hour}
	if _, err := Network(ctx, cfg); err == nil {
		t.Error("the network: measured")
	}
	p, err := nets.NewPolicy(policy, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Evaluations(ctx, nets.Model{Policy: p}, 1, time.Hour, 1); err == nil {
		t.Error("evaluations: measured")
	}
}
