package devices

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/nets"
)

// Speed is how many positions a second a device manages with a network on 19×19.
type Speed struct {
	Network string  `json:"network"`
	Forward float64 `json:"forward_positions_per_s"`
	Train   float64 `json:"train_positions_per_s"`
	Latency float64 `json:"latency_ms"` // of one position
}

// shapes are the networks that devices are measured with, on 19×19.
func shapes() []struct {
	name  string
	shape nets.PolicyConfig
} {
	small, paper := nets.Paper(), nets.Paper()
	small.Filters, small.Layers = 64, 8 // bench net has it as 64x7
	return []struct {
		name  string
		shape nets.PolicyConfig
	}{{"64x7", small}, {"13x192", paper}}
}

// measured is the batch of a measurement, and how long it takes.
const (
	batch  = 64
	length = 300 * time.Millisecond
)

// measure measures a network on a device.
func measure(
	ctx context.Context, d nets.Device, shape nets.PolicyConfig, threads int, change func(*bench.NetworkConfig),
) (bench.NetworkSpeed, error) {
	cfg := bench.NetworkConfig{
		Policy: &shape, Optimizer: "sgd", Input: "positions", Batch: batch, Threads: threads, Device: d,
		Time: length, Seed: 1,
	}
	change(&cfg)
	return bench.Network(ctx, cfg)
}

// measurement is a number of a Speed, and how the device is measured for it.
type measurement struct {
	to     func(*Speed) *float64
	change func(*bench.NetworkConfig)
}

var measurements = []measurement{
	{func(s *Speed) *float64 { return &s.Forward }, func(*bench.NetworkConfig) {}},
	{func(s *Speed) *float64 { return &s.Train }, func(c *bench.NetworkConfig) { c.Training = true }},
	{func(s *Speed) *float64 { return &s.Latency }, func(c *bench.NetworkConfig) { c.Batch = 1 }},
}

// Measurements is how many measurements [Speeds] makes of a device.
func Measurements() int { return len(shapes()) * len(measurements) }

// Speeds measures a device with all networks. one is called after each measurement.
func Speeds(ctx context.Context, d nets.Device, threads int, one func()) (out []Speed, err error) {
	for _, s := range shapes() {
		of := Speed{Network: s.name}
		for _, m := range measurements {
			speed, err := measure(ctx, d, s.shape, threads, m.change)
			if err != nil {
				return nil, err
			}
			*m.to(&of) = speed.MedianS
			one()
		}
		of.Latency = 1e3 / of.Latency
		out = append(out, of)
	}
	return out, nil
}

// List describes the cards of this machine; an error says why there is none.
func List(ctx context.Context) ([]gpu.Info, error) { return here().cards(ctx) }

// Card opens a card of the list.
func Card(ctx context.Context, number int) (device *nets.GPU, done func(), err error) {
	return here().card(ctx, number)
}
