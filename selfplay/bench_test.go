package selfplay

import (
	"context"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/nets"
)

// BenchmarkPlay plays games of the 64×8 network on 9×9 and says how much of the time the
// network alone would take. TENGEN_MODEL is a trained model's folder; without it the network
// is as drawn, and plays nearly random moves.
func BenchmarkPlay(b *testing.B) {
	policy, err := nets.NewPolicy(nets.PolicyConfig{Board: 9, Planes: 48, Filters: 64, Layers: 8}, 1)
	if dir := os.Getenv("TENGEN_MODEL"); dir != "" {
		policy, _, err = nets.LoadPolicy(dir)
	}
	if err != nil {
		b.Fatal(err)
	}
	threads := runtime.GOMAXPROCS(0)
	size := policy.Config().Board
	config := Config{Size: size, Komi: 7.5, Threads: threads, Seed: 1, Settle: true}
	players := []Player{{policy, 0.67}, {policy, 0.67}}

	const batch = 64
	var games []*Game // the first of them
	moves := 0
	b.ResetTimer()
	err = Play(context.Background(), config, players, 0, b.N,
		func(int, *rand.Rand) Schedule { return Even(0, 1) },
		func(g *Game) error {
			if moves += len(g.Record.Moves); len(games) < batch {
				games = append(games, g)
			}
			return nil
		})
	if err != nil {
		b.Fatal(err)
	}
	seconds := b.Elapsed().Seconds()

	// What the network alone takes depends on the positions: its first layer skips empty planes.
	each := policy.Points() * policy.Stride()
	planes, probs := make([]float32, batch*each), make([]float32, batch*policy.Points())
	extractor := features.NewExtractor()
	for i := range batch {
		g := games[i%len(games)]
		var pos board.Position
		if err := g.Record.PositionAt(len(g.Record.Moves)*i/batch, &pos); err != nil {
			b.Fatal(err)
		}
		extractor.Extract(planes[i*each:(i+1)*each], policy.Stride(), &pos, features.Planes(policy.Config().Planes), 0)
	}
	const calls = 100
	began := time.Now()
	for range calls {
		if err := policy.EvaluateThreads(probs, planes, batch, threads); err != nil {
			b.Fatal(err)
		}
	}
	perPosition := time.Since(began).Seconds() / (calls * batch)
	b.ReportMetric(float64(b.N)/seconds, "games/s")
	b.ReportMetric(float64(moves)/seconds, "positions/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
	b.ReportMetric(1/perPosition, "network_positions/s")
	b.ReportMetric(perPosition*float64(moves)/seconds, "of_network")
}
