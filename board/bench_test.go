package board

import (
	"fmt"
	"testing"
)

func BenchmarkPlayout(b *testing.B) {
	for _, size := range []int{9, 13, 19} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.ReportAllocs()
			empty := NewPosition(size)
			random := NewRand(1)
			moves := 0
			for b.Loop() {
				p := empty
				moves += p.Playout(&random, 3*size*size)
			}
			b.ReportMetric(float64(moves)/float64(b.N), "moves/op")
		})
	}
}

// BenchmarkPlay plays the same game with exact liberties.
func BenchmarkPlay(b *testing.B) {
	b.ReportAllocs()
	random := NewRand(1)
	var game []Point
	p := NewPosition(19)
	for len(game) < 400 {
		m := p.RandomMove(&random)
		game = append(game, m)
		p.Play(m, p.ToMove())
	}
	empty := NewPosition(19)
	for b.Loop() {
		p := empty
		for _, m := range game {
			p.Play(m, p.ToMove())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(game)), "ns/move")
}

func BenchmarkLadders(b *testing.B) {
	b.ReportAllocs()
	random := NewRand(1)
	positions := make([]Position, 64)
	for i := range positions {
		positions[i] = NewPosition(19)
		positions[i].Playout(&random, 120)
	}
	l := new(Ladder)
	for i := 0; b.Loop(); i++ {
		l.Read(&positions[i%len(positions)])
	}
}
