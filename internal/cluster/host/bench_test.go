package host_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/internal/cluster/host"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// What games cost more through a host without a port than in this process directly: opening it, orders of the size
// of an update on 9×9 and of a tiny one on 5×5, and a file.
func BenchmarkHost(b *testing.B) {
	const threads = 2
	order := func(b *testing.B, model string, size, games int) selfplay.Order {
		policy, _, err := nets.LoadPolicy(model)
		if size == 5 {
			policy, err = nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 48, Filters: 8, Layers: 3}, 1)
		}
		if err != nil {
			b.Fatal(err)
		}
		player := selfplay.Player{Policy: policy, Temperature: 1}
		return selfplay.Order{
			Config:  selfplay.Config{Size: size, Komi: 7.5, Seed: 1, Settle: true, Threads: threads},
			Players: [2]selfplay.Player{player, player}, Pairing: selfplay.Alternating{}, Games: games,
		}
	}
	open := func(b *testing.B) *host.Host {
		h, err := host.Open(b.Context(), host.Config{Dir: filepath.Join(b.TempDir(), "hub"), Threads: threads, Kinds: work.Plain()})
		if err != nil {
			b.Fatal(err)
		}
		return h
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			if err := open(b).Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, c := range []struct {
		name        string
		size, games int
	}{{"tiny", 5, 8}, {"update", 9, 128}, {"file", 9, 1500}} {
		order := order(b, "shipped:9x9", c.size, c.games)
		play := func(b *testing.B, play func(context.Context, selfplay.Order, func(*selfplay.Game) error) error) {
			for b.Loop() {
				order.First += c.games // other games each time
				if err := play(b.Context(), order, func(*selfplay.Game) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.Run(c.name+"/direct", func(b *testing.B) {
			play(b, func(ctx context.Context, o selfplay.Order, done func(*selfplay.Game) error) error {
				return o.Play(ctx, done)
			})
		})
		b.Run(c.name+"/host", func(b *testing.B) {
			h := open(b)
			defer h.Close()
			play(b, h.Machines("bench").Play)
		})
	}
}
