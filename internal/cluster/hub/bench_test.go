package hub_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// Games of the shipped network, with and without the mailbox. Both write their games to a file.
func BenchmarkSelfplay(b *testing.B) {
	const model, games, threads = "shipped:9x9", 1500, 2
	config := selfplay.Config{Size: 9, Komi: 7.5, Seed: 1, MoveLimit: 243, Settle: true, Threads: threads}
	open := func(b *testing.B) *selfplay.File {
		file, err := selfplay.OpenFile(filepath.Join(b.TempDir(), "g.tengen"), selfplay.About{Kind: selfplay.KindGames})
		if err != nil {
			b.Fatal(err)
		}
		return file
	}
	b.Run("direct", func(b *testing.B) {
		policy, _, err := nets.LoadPolicy(model)
		if err != nil {
			b.Fatal(err)
		}
		player := selfplay.Player{Policy: policy, Temperature: 1}
		for b.Loop() {
			file := open(b)
			job := selfplay.Job{Config: config, Players: []selfplay.Player{player, player}, Games: games, Plan: selfplay.Fixed{}.Plan}
			if err := selfplay.Make(b.Context(), file, job); err != nil {
				b.Fatal(err)
			}
			_ = file.Close()
		}
	})
	b.Run("hub", func(b *testing.B) {
		policy, _, err := nets.LoadPolicy(model)
		if err != nil {
			b.Fatal(err)
		}
		player := selfplay.Player{Policy: policy, Temperature: 1}
		order := selfplay.Order{
			Config: config, Players: [2]selfplay.Player{player, player}, Pairing: selfplay.Fixed{}, Games: games,
		}
		for b.Loop() {
			ctx, stop := context.WithCancel(b.Context())
			server, err := mailbox.Serve(b.Context(), mailbox.ServerConfig{Dir: b.TempDir()})
			if err != nil {
				b.Fatal(err)
			}
			box, err := server.Connect(ctx)
			if err != nil {
				b.Fatal(err)
			}
			ended := make(chan struct{})
			go func() {
				_ = worker.Run(ctx, box, worker.Config{Name: "w", Kinds: work.Plain(), Threads: threads})
				close(ended)
			}()
			file := open(b)
			machines := hub.NewMachines(box, hub.Orderer{Name: "bench", Each: hub.DefaultEach})
			if err := machines.Make(ctx, file, order, func(*selfplay.Game) {}); err != nil {
				b.Fatal(err)
			}
			_ = file.Close()
			stop()
			<-ended
			box.Close()
			_ = server.Close()
		}
	})
}
