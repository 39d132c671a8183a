package work_test

import (
	"testing"

	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// What the way through a hub does with each game of the shipped network on 9×9, next to playing it.
func BenchmarkGame(b *testing.B) {
	policy, _, err := nets.LoadPolicy("shipped:9x9")
	if err != nil {
		b.Fatal(err)
	}
	player := selfplay.Player{Policy: policy, Temperature: 1}
	order := selfplay.Order{
		Config:  selfplay.Config{Size: 9, Komi: 7.5, Seed: 1, Settle: true},
		Players: [2]selfplay.Player{player, player}, Pairing: selfplay.Fixed{}, Games: 64,
	}
	w, err := work.NewSelfplay(order, [2]string{"sl", "rl"})
	if err != nil {
		b.Fatal(err)
	}
	var games []*selfplay.Game
	var packed [][]byte
	if err := order.Play(b.Context(), func(g *selfplay.Game) error {
		data, err := work.EncodeGame(g)
		games, packed = append(games, g), append(packed, data)
		return err
	}); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		do   func(i int) error
	}{
		{"encode", func(i int) error { _, err := work.EncodeGame(games[i]); return err }},
		{"decode", func(i int) error { _, err := work.DecodeGame(packed[i]); return err }},
		{"check", func(i int) error { return w.Check(i, packed[i], false) }},
		{"thorough", func(i int) error { return w.Check(i, packed[i], true) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if err := c.do(i % len(games)); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
	b.Run("play", func(b *testing.B) {
		n := 0
		for b.Loop() {
			if n%len(games) == 0 {
				if err := order.Play(b.Context(), func(*selfplay.Game) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
			n++
		}
	})
}
