package work

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// selfTestConfig is the network of the self-test: small, with all kinds of layers.
var selfTestConfig = nets.PolicyConfig{Board: 5, Planes: 12, Filters: 16, Layers: 4}

// The largest difference between a network on this machine and plain loops, as a part of the largest output. Cards
// round more than processors.
const (
	cpuRounding  = 1e-4
	cardRounding = 3e-2
)

// SelfTest says what is wrong with how this machine computes, with networks on a device; nil for the CPU. It takes much
// less than a second: a network is compared with plain loops, and games from a seed are played twice.
func SelfTest(ctx context.Context, device nets.Device) error {
	policy, err := nets.NewPolicy(selfTestConfig, 1)
	if err != nil {
		return err
	}
	rounding := cpuRounding
	if device != nil {
		policy.SetDevice(device)
		rounding = cardRounding
	}
	if err := compare(policy, nets.NewReference(policy), rounding); err != nil {
		return fmt.Errorf("self-test: this machine (%s) computes wrong numbers: %w", Arithmetic(device), err)
	}
	if err := repeat(func(threads int) ([]byte, error) { return testGames(ctx, policy, threads) }); err != nil {
		return fmt.Errorf("self-test: this machine (%s) %w", Arithmetic(device), err)
	}
	return nil
}

// compare sees that a network is what plain loops make of it, on some positions.
func compare(p *nets.Policy, want *nets.Reference, rounding float64) error {
	const positions = 8
	points, planes, stride := selfTestConfig.Points(), selfTestConfig.Planes, p.Stride()
	r := rand.New(rand.NewPCG(1, 1))
	in, got := make([]float32, positions*points*stride), make([]float32, positions*points)
	for i := range in {
		if i%stride < planes {
			in[i] = float32(r.IntN(2))
		}
	}
	if err := p.Logits(got, in, positions); err != nil {
		return err
	}
	for n := range positions {
		plain := make([]float64, points*planes)
		for i := range plain {
			plain[i] = float64(in[(n*points+i/planes)*stride+i%planes])
		}
		largest := 1.0
		right := want.Logits(plain)
		for _, v := range right {
			largest = max(largest, math.Abs(v))
		}
		for i, v := range right {
			if g := float64(got[n*points+i]); !(math.Abs(g-v) <= rounding*largest) {
				return fmt.Errorf("a network gives %v, where plain loops give %v", g, v)
			}
		}
	}
	return nil
}

// repeat sees that games are the same twice, with other threads.
func repeat(play func(threads int) ([]byte, error)) error {
	once, err := play(1)
	if err != nil {
		return fmt.Errorf("plays no games: %w", err)
	}
	twice, err := play(2)
	if err != nil {
		return fmt.Errorf("plays no games: %w", err)
	}
	if !bytes.Equal(once, twice) {
		return fmt.Errorf("plays other games from the same seed the second time; is its memory sound?")
	}
	return nil
}

// testGames are some games of a network against itself.
func testGames(ctx context.Context, policy *nets.Policy, threads int) (all []byte, err error) {
	player := selfplay.Player{Policy: policy, Temperature: 1}
	o := selfplay.Order{
		Config:  selfplay.Config{Size: selfTestConfig.Board, Komi: 0.5, Seed: 1, MoveLimit: 60, Threads: threads},
		Players: [2]selfplay.Player{player, player}, Pairing: selfplay.Fixed{}, Games: 4,
	}
	return all, o.Play(ctx, func(g *selfplay.Game) error {
		data, err := EncodeGame(g)
		all = append(all, data...)
		return err
	})
}
